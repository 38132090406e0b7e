"""Wrong ideas about the mean over queries: which of them belong in it, and what an empty one scores."""

from math import log2

from ratools.metrics import binary
from ratools.teaching.misconceptions.records import code, misconception, mutant, thread


def mrr_without_failures(results, ground_truth, k=None, *, missing="skip", min_grade=None, duplicates="error"):
    """Leaves the queries without a hit out of the mean."""
    scores = binary.by_query(binary.reciprocal_rank, results, ground_truth, k, missing, min_grade, duplicates)
    hits = [score for score in scores.values() if score]
    return sum(hits) / len(hits) if hits else 0.0


def map_without_failures(results, ground_truth, k=None, *, missing="skip", min_grade=None, duplicates="error"):
    """Leaves the queries without a hit out of the mean."""
    scores = binary.by_query(binary.average_precision, results, ground_truth, k, missing, min_grade, duplicates)
    hits = [score for score in scores.values() if score]
    return sum(hits) / len(hits) if hits else 0.0


def geometric_map_without_failures(
    results, ground_truth, k=None, *, missing="skip", floor=1e-05, min_grade=None, duplicates="error"
):
    """Leaves the zeros out instead of raising them to the floor."""
    scores = binary.by_query(binary.average_precision, results, ground_truth, k, missing, min_grade, duplicates)
    hits = [score for score in scores.values() if score]
    return 2 ** (sum(map(log2, hits)) / len(hits)) if hits else 0.0


misconception(
    "skip-failed-queries",
    "Queries without a hit do not belong in the mean",
    wrong="A query that found nothing has no score, so the mean is taken over the others.",
    tempts="They have no rank, so there seems to be nothing to average.",
    right="A failure counts 0. Leaving it out makes a system better by failing.",
    question="If a bad result is turned into no result, should the mean rise?",
    mutants=[
        mutant("mean_reciprocal_rank", mrr_without_failures, {"q1": ["a"], "q2": ["x"]}, {"q1": {"a"}, "q2": {"a"}}),
        mutant("mean_average_precision", map_without_failures, {"q1": ["a"], "q2": ["x"]}, {"q1": {"a"}, "q2": {"a"}}),
        mutant("geometric_map", geometric_map_without_failures, {"q1": ["x"]}, {"q1": {"a"}}),
    ],
    sources=[
        thread(
            "thuml/HashNet#2",
            "queries without a hit are left out of MAP",
            "library",
            "for Caffe in 2017 (cf2feb4), but it is back in the PyTorch port of 2018",
            path="pytorch/src/test.py",
        ),
    ],
)


def mrr_without_missing(results, ground_truth, k=None, *, missing="skip", min_grade=None, duplicates="error"):
    """Leaves the queries that were not answered out of the mean."""
    return binary.mean_reciprocal_rank(
        results, ground_truth, k, missing="skip", min_grade=min_grade, duplicates=duplicates
    )


def map_without_missing(results, ground_truth, k=None, *, missing="skip", min_grade=None, duplicates="error"):
    """Leaves the queries that were not answered out of the mean."""
    return binary.mean_average_precision(
        results, ground_truth, k, missing="skip", min_grade=min_grade, duplicates=duplicates
    )


misconception(
    "skip-missing-queries",
    "Only the answered queries belong in the mean",
    wrong="Queries that the system did not answer are left out of the mean.",
    tempts="The loop runs over the results, and those queries are not in them.",
    right="Average over the queries that were asked. Otherwise dropping the hard ones pays.",
    question="Whose list of queries should decide: the exam's, or the candidate's?",
    mutants=[
        mutant("mean_reciprocal_rank", mrr_without_missing, {"q1": ["a"]}, {"q1": {"a"}, "q2": {"a"}}, missing="zero"),
        mutant(
            "mean_average_precision", map_without_missing, {"q1": ["a"]}, {"q1": {"a"}, "q2": {"a"}}, missing="zero"
        ),
    ],
    sources=[
        code(
            "beir-cellar/beir",
            "beir/retrieval/evaluation.py",
            "September 2026",
            "`evaluate` divides by the answered queries, `evaluate_custom` (MRR, R_cap, Hole) by all",
            "library",
            "no",
        ),
        code(
            "usnistgov/trec_eval",
            "trec_eval.c",
            "10.0",
            "only answered queries are averaged, unless -c asks for all",
            "variant",
        ),
        thread("cvangysel/pytrec_eval#30", "tells why the unanswered queries are missing", "nobody"),
    ],
)

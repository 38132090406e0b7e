"""Wrong ideas about the mean over queries: which of them belong in it, and what an empty one scores."""

from math import isnan, log2, nan

from ratools.metrics import binary, graded
from ratools.metrics.arguments import as_cutoff, as_grades, as_ranking, as_relevant
from ratools_course.misconceptions.inputs import query_pairs_with_gaps
from ratools_course.misconceptions.records import code, misconception, mutant, table, thread


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


def queries_not_answered(measure):
    """Results that lack a query of the truth."""
    return [(arguments, {"missing": "zero"}) for arguments in query_pairs_with_gaps()]


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
            "variant",
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
    beyond=queries_not_answered,
)


def ndcg_empty_is_one(retrieved, relevance_scores, k=None, *, gain="linear", duplicates="error"):
    """Nothing to find scores 1, whatever was returned."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    grades = as_grades(relevance_scores, retrieved, "relevance_scores")
    return graded.ndcg_at_k(retrieved, grades, k, gain=gain) if any(grades.values()) else 1.0


def recall_empty_is_one(retrieved, relevant, k=None, *, min_grade=None, duplicates="error"):
    """Nothing to find: all of it was found."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    return binary.recall_at_k(retrieved, relevant, k) if relevant else 1.0


def average_precision_empty_is_one(
    retrieved, relevant, k=None, *, denominator="relevant", min_grade=None, duplicates="error"
):
    """Nothing to find scores 1, whatever was returned."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    return binary.average_precision(retrieved, relevant, k, denominator=denominator) if relevant else 1.0


def one_empty_query_three_means():
    """Two queries: one has an nDCG of 0.5, for the other nothing relevant is known."""
    counted, empty = 0.5, {"as 0 (here)": [0.0], "as 1": [1.0], "not at all": []}
    return table(
        {"the empty query counts": how, "mean nDCG": (counted + sum(scores)) / (1 + len(scores))}
        for how, scores in empty.items()
    )


def nothing_relevant(measure):
    """Calls in which there is nothing to find."""
    graded_calls = [([], {}, 1), (["a"], {}, 1), (["a"], {"a": 0}, 1)]
    k = () if measure == "average_precision" else (1,)
    binary_calls = [([], set(), *k), (["a"], set(), *k)]
    return [(arguments, {}) for arguments in (graded_calls if measure == "ndcg_at_k" else binary_calls)]


misconception(
    "empty-is-1",
    "Where nothing is relevant, the score is 1",
    wrong="A query without relevant documents is answered perfectly by any page.",
    tempts="0 of 0 looks like all of it, and 0 / 0 has to be something.",
    right=(
        "Here such a query scores 0. Other tools say 1, or leave it out: a convention that moves the mean, "
        "so say which one you use, and how many such queries there are."
    ),
    question="A system returns ten useless results where nothing could be found. Is that a perfect page?",
    mutants=[
        mutant("ndcg_at_k", ndcg_empty_is_one, [], {}, 1),
        mutant("recall_at_k", recall_empty_is_one, [], set(), 1),
        mutant("average_precision", average_precision_empty_is_one, [], set()),
    ],
    demonstration=one_empty_query_three_means,
    sources=[
        thread("dmlc/xgboost#2208", "an empty query counts 1, and with `ndcg-` 0", "variant", path="rank_metric.cc"),
        thread("dmlc/xgboost#3875", "on the same convention", "variant"),
        thread("scikit-learn/scikit-learn#29521", "an empty query counts 0", "variant"),
    ],
    beyond=nothing_relevant,
)


def one_nan_is_enough():
    """Three queries; the second has no judgements and scores “not a number”."""
    scores = [0.5, nan, 1.0]
    known = [score for score in scores if not isnan(score)]
    return table(
        [
            {"mean over": "all three", "mean": sum(scores) / len(scores)},
            {"mean over": "the two that have a score", "mean": sum(known) / len(known)},
        ]
    )


misconception(
    "empty-poisons",
    "A query without judgements cannot hurt the others",
    wrong="An empty query does no harm: it just has no score.",
    tempts="It is one query among hundreds.",
    right="One value that is not a number spoils the mean. Decide what an empty query scores before you measure.",
    question="How many of your queries have no judgements, and what did each of them score?",
    demonstration=one_nan_is_enough,
    sources=[
        thread(
            "cvangysel/pytrec_eval#49",
            "an empty entry for q2 spoils q2 and q3: not-a-numbers, and an nDCG above 1",
            "library",
            "no",
        ),
        thread("embeddings-benchmark/mteb#3030", "a similar case", "library", "unknown"),
    ],
)

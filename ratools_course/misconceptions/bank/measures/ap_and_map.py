"""Wrong ideas about average precision, its means and its curve."""

from math import fsum

import ratools as rt
from ratools.metrics import binary
from ratools.metrics.arguments import as_between, as_cutoff, as_ranking, as_relevant
from ratools_course.misconceptions.records import REPORT, code, document, misconception, mutant, table, thread


def average_precision_over_found(
    retrieved, relevant, k=None, *, denominator="relevant", min_grade=None, duplicates="error"
):
    """Divides by the hits, so missing a document costs nothing."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    return binary.average_precision(retrieved, relevant, k, denominator="found")


def map_over_found(results, ground_truth, k=None, *, missing="skip", min_grade=None, duplicates="error"):
    """Divides each query's sum by its hits, so missing a document costs nothing."""
    scores = binary.by_query(average_precision_over_found, results, ground_truth, k, missing, min_grade, duplicates)
    return fsum(scores.values()) / len(scores)


misconception(
    "ap-over-found",
    "Average only over what was found",
    wrong="AP divides by the number of relevant documents retrieved.",
    tempts="It looks like an ordinary mean: you average the numbers you wrote down.",
    right="AP divides by all relevant documents. A miss is a zero in the mean, not an absence.",
    question="Who would you rather hire, a system that finds one of two, or both?",
    mutants=[
        mutant("average_precision", average_precision_over_found, ["a"], {"a", "b"}),
        mutant("mean_average_precision", map_over_found, {"q1": ["a"]}, {"q1": {"a", "b"}}),
    ],
    sources=[
        thread(
            "deepset-ai/haystack#12255",
            "one of two found scored 1.0",
            "library",
            "in b4996ae (3.1.0-rc1)",
            path="haystack/components/evaluators/document_map.py",
        ),
        thread(
            "NTMC-Community/MatchZoo-py#164",
            "MAP divides by the hits; it re-ranks a list of candidates, so a document that is not among them "
            "is never seen",
            "library",
            "no",
        ),
        code(
            "plurch/ir_evaluation",
            "metrics.py, average_precision",
            "September 2026",
            "the mean of the precision at the hits; without a hit it raises an error",
            "library",
            "no",
        ),
        thread("thuml/HashNet#25", "MAP divides by the hits", "library", "unknown", path="pytorch/src/test.py"),
        code(
            "vibrantlabsai/ragas",
            "_calculate_average_precision",
            "September 2026",
            "context precision divides by the relevant chunks found: the judge sees no others, and only the "
            "name misleads",
            "variant",
        ),
        code(
            "confident-ai/deepeval",
            "contextual_precision.py, _calculate_score",
            "September 2026",
            "contextual precision divides by the relevant chunks found",
            "variant",
        ),
        document(REPORT, "averages the precision over the relevant documents found", "document", "unknown"),
    ],
)


def average_precision_capped(
    retrieved, relevant, k=None, *, denominator="relevant", min_grade=None, duplicates="error"
):
    """Divides by min(R, k)."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    return binary.average_precision(retrieved, relevant, k, denominator="capped")


misconception(
    "ap-over-min-rk",
    "AP@k divides by min(R, k)",
    wrong="At a cut-off, AP divides by min(R, k), so that a full page of hits scores 1.",
    tempts="It feels unjust that a perfect top 5 stays below 1.",
    right="AP@k divides by R. The capped form is another measure and needs another name.",
    question="Two documents are relevant, one place is shown. Is one hit all there was to find?",
    mutants=[
        mutant("average_precision", average_precision_capped, ["a"], {"a", "b"}, 1),
    ],
    sources=[
        thread("joaopalotti/trectools#36", "a user expects it; get_map divides by R", "user"),
        thread(
            "meta-toolkit/meta#73",
            "a pull request divides by R; the maintainers prefer min(R, k), knowingly",
            "library",
            "no",
            path="src/index/eval/ir_eval.cpp, avg_p",
        ),
        thread(
            "recommenders-team/recommenders#1702",
            "a user calls division by R wrong; a second function, map_at_k, now divides by min(R, k)",
            "user",
            path="recommenders/evaluation/python_evaluation.py",
        ),
        thread(
            "recommenders-team/recommenders#2309",
            "benchmarks printed one of the two functions under the name of the other",
            "document",
            "in #2316 and #2372",
            path="examples/06_benchmarks/benchmark_utils.py",
        ),
    ],
)


def average_precision_over_places(
    retrieved, relevant, k=None, *, denominator="relevant", min_grade=None, duplicates="error"
):
    """Divides by the number of places."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    cutoff = k or len(retrieved)
    return fsum(binary.average_precision_terms(retrieved, relevant, k)) / cutoff if cutoff else 0.0


misconception(
    "ap-over-k",
    "AP divides by the number of places",
    wrong="AP divides by the number of results looked at.",
    tempts="Precision at k divides by k, so its average seems to do so too.",
    right="AP divides by the relevant documents: the mean is over *them*, not over the places.",
    question="Add useless results at the end. Should what was found above become worth less?",
    mutants=[
        mutant("average_precision", average_precision_over_places, ["a"], {"a", "b"}),
    ],
)


def average_precision_of_every_rank(
    retrieved, relevant, k=None, *, denominator="relevant", min_grade=None, duplicates="error"
):
    """Averages the precision of every rank, hit or not."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    top = retrieved[:k]
    return sum(binary.precision_at_k(top, relevant, i) for i in range(1, len(top) + 1)) / len(top) if top else 0.0


misconception(
    "ap-every-rank",
    "AP is the mean of P@i over every rank",
    wrong="AP averages the precision at every rank.",
    tempts="“Average precision” says just that.",
    right="Only the ranks that hold a hit count, and the mean is over all relevant documents.",
    question="At which moments does a reader who wants relevant documents stop and count?",
    mutants=[
        mutant("average_precision", average_precision_of_every_rank, ["a"], {"a", "b"}),
    ],
)


def average_precision_is_precision(
    retrieved, relevant, k=None, *, denominator="relevant", min_grade=None, duplicates="error"
):
    """The precision of the page, which does not see the order."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    return binary.precision_at_k(retrieved, relevant, k)


def map_of_precisions(results, ground_truth, k=None, *, missing="skip", min_grade=None, duplicates="error"):
    """The mean of each query's precision."""
    scores = binary.by_query(binary.precision_at_k, results, ground_truth, k, missing, min_grade, duplicates)
    return fsum(scores.values()) / len(scores)


def two_hits_in_five():
    """Two hits among five results, on top or at the bottom: precision cannot tell, average precision can."""
    pages = {"1 and 2": ["a", "b", "x", "y", "z"], "4 and 5": ["x", "y", "z", "a", "b"]}
    return table(
        {
            "hits at": ranks,
            "P@5": rt.precision_at_k(page, {"a", "b"}, 5),
            "AP": rt.average_precision(page, {"a", "b"}),
        }
        for ranks, page in pages.items()
    )


misconception(
    "map-is-mean-p",
    "Average precision is the precision of the page",
    wrong="Average precision is P@k, and mean average precision its mean over the queries.",
    tempts="“Mean”, “average”, “precision”: the words are all there.",
    right="Average precision looks at the precision at every hit, and so sees the order. MAP is its mean over queries.",
    question="Two hits among five results, on top or at the bottom: are they worth the same?",
    mutants=[
        mutant("mean_average_precision", map_of_precisions, {"q1": ["a"]}, {"q1": {"a", "b"}}),
        mutant("average_precision", average_precision_is_precision, ["a"], {"a", "b"}),
    ],
    demonstration=two_hits_in_five,
    sources=[
        thread(
            "elastic/elasticsearch#20440",
            "a wish for MAP was closed, since the average of precision_at_n was taken for it; #51676 asks again",
            "library",
            "no",
        ),
    ],
)


def average_precision_of_reciprocals(
    retrieved, relevant, k=None, *, denominator="relevant", min_grade=None, duplicates="error"
):
    """Adds 1/rank at each hit, however many hits there were above."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    terms = [1 / rank for rank, doc in enumerate(retrieved[:k], start=1) if doc in relevant]
    return fsum(terms) / len(relevant) if relevant else 0.0


def map_of_reciprocals(results, ground_truth, k=None, *, missing="skip", min_grade=None, duplicates="error"):
    """The mean over queries of the sum of 1/rank over the hits."""
    scores = binary.by_query(average_precision_of_reciprocals, results, ground_truth, k, missing, min_grade, duplicates)
    return fsum(scores.values()) / len(scores)


misconception(
    "ap-of-reciprocals",
    "Each hit adds 1/rank to AP",
    wrong="AP adds up 1/rank over the hits, as the reciprocal rank does with one.",
    tempts="For the first hit it is the same: one hit up to its rank.",
    right="A hit adds the precision *there*: the hits so far, divided by the rank.",
    question="Two results, both relevant. What is the precision at rank 2, 1/2 or 2/2?",
    mutants=[
        mutant("average_precision", average_precision_of_reciprocals, ["a", "b"], {"a", "b"}),
        mutant("mean_average_precision", map_of_reciprocals, {"q1": ["a", "b"]}, {"q1": {"a", "b"}}),
    ],
)


def three_numbers_for_one_page():
    """Relevant a, b, c, d; retrieved a, x, b. "Context precision" is neither precision nor average precision."""
    retrieved, relevant = ["a", "x", "b"], set("abcd")
    found = rt.average_precision(retrieved, relevant, denominator="found")
    return table(
        [
            {"name": "precision@3", "value": rt.precision_at_k(retrieved, relevant, 3)},
            {"name": "“context precision” = AP ÷ found", "value": found},
            {"name": "average precision", "value": rt.average_precision(retrieved, relevant)},
        ]
    )


misconception(
    "context-precision-is-precision",
    "Context precision is precision",
    wrong="Ragas' context precision is the share of relevant chunks.",
    tempts="Its name says so.",
    right="Context precision is AP, divided by the *relevant* chunks found: order matters, and misses cost nothing.",
    question="Would precision change when you swap two results of the page?",
    demonstration=three_numbers_for_one_page,
    sources=[
        thread(
            "vibrantlabsai/ragas#2013",
            "a reader is surprised that order counts: from October 2024 to September 2025 the page spoke of a "
            "proportion",
            "document",
            "in 861dcff",
            path="docs, context_precision.md",
        ),
        thread("vibrantlabsai/ragas#997", "a reader overlooks v_k in the formula", "user"),
        thread("vibrantlabsai/ragas#895", "the same; IDBasedContextPrecision is the plain share", "user"),
    ],
)


def geometric_map_arithmetic(
    results, ground_truth, k=None, *, missing="skip", floor=1e-05, min_grade=None, duplicates="error"
):
    """The ordinary mean."""
    return binary.mean_average_precision(
        results, ground_truth, k, missing=missing, min_grade=min_grade, duplicates=duplicates
    )


misconception(
    "gmap-is-map",
    "The geometric mean is a mean like any other",
    wrong="The geometric mean is a mean like the other.",
    tempts="For equal values the two are equal.",
    right="The geometric mean is pulled down by the worst queries; that is what it is for.",
    question="One query goes from 0.9 to 1, another from 0.01 to 0.02. Which helps your users more?",
    mutants=[
        mutant("geometric_map", geometric_map_arithmetic, {"q1": ["x"]}, {"q1": {"a"}}),
    ],
)


def precision_when_level_is_reached(retrieved, relevant, k=None, *, recall=0.0, min_grade=None, duplicates="error"):
    """The precision where the level is first reached, although it rises later."""
    retrieved, k, recall = as_ranking(retrieved, duplicates), as_cutoff(k), as_between(recall, "recall")
    relevant = as_relevant(relevant, min_grade, retrieved)
    for rank in range(1, len(retrieved[:k]) + 1):
        if binary.recall_at_k(retrieved, relevant, rank) >= recall:
            return binary.precision_at_k(retrieved, relevant, rank)
    return 0.0


def eleven_point_uninterpolated(retrieved, relevant, k=None, *, min_grade=None, duplicates="error"):
    """The mean of precisions that were not interpolated."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    levels = binary.RECALL_LEVELS
    return sum(precision_when_level_is_reached(retrieved, relevant, k, recall=level) for level in levels) / len(levels)


misconception(
    "interpolation-forgotten",
    "The precision at a recall level is the one where it is first reached",
    wrong="The precision at a recall level is the one where that level is first reached.",
    tempts="That is where the curve crosses the line.",
    right="Interpolated precision is the best at that recall *or beyond*.",
    question="If reading one more result gives both more recall and more precision, why stop before it?",
    mutants=[
        mutant("interpolated_precision", precision_when_level_is_reached, ["x", "a", "b"], {"a", "b"}, recall=0.5),
        mutant("eleven_point_average", eleven_point_uninterpolated, ["x", "a"], {"a"}),
    ],
)

"""Wrong ideas about equal scores."""

from itertools import permutations

import ratools as rt
from ratools_course.misconceptions.records import document, misconception, table, thread


def a_scorer_that_knows_nothing():
    """Every document gets the same score. Break the ties by the truth, and knowing nothing is perfect."""
    grades = dict(zip("abcde", (3, 2, 1, 0, 0), strict=True))
    values = [rt.ndcg_at_k(list(order), grades, gain="exp") for order in permutations(grades)]
    return table(
        [
            {"ties broken": "by the true grades", "nDCG": rt.ndcg_at_k(list("abcde"), grades, gain="exp")},
            {"ties broken": "every way, averaged", "nDCG": sum(values) / len(values)},
            {"ties broken": "by document id, falling", "nDCG": rt.ndcg_at_k(list("edcba"), grades, gain="exp")},
        ]
    )


misconception(
    "ties-by-truth",
    "Ties may be broken by the truth",
    wrong="Among equal scores, the relevant ones may come first.",
    tempts="Sorting (score, grade) pairs does it silently.",
    right="The ranking must not know the answer. Fix an order that knows nothing, or average over ties.",
    question="Which score would a system get that gives every document the same number?",
    demonstration=a_scorer_that_knows_nothing,
    sources=[
        thread(
            "elixir-nx/scholar#360",
            "a constant scorer gets 1.0, where the average over ties is 0.691",
            "library",
            "no",
            path="lib/scholar/metrics/ranking.ex, handle_ties",
        ),
    ],
)


def one_run_two_orders():
    """Twelve documents with one score, one of them relevant. One measure sorts the ties one way, one the other."""
    docs, relevant = list("abcdefghijkl"), {"a"}
    orders = {"each its own way": (docs, docs[::-1]), "one order for both": (docs[::-1], docs[::-1])}
    return table(
        {
            "ties sorted": how,
            "MRR@10": rt.reciprocal_rank(first, relevant, 10),
            "nDCG@10": rt.ndcg_at_k(second, relevant, 10),
        }
        for how, (first, second) in orders.items()
    )


misconception(
    "ties-two-ways",
    "Each measure may sort the scores for itself",
    wrong="A run is a set of scores; every measure sorts it again as it needs.",
    tempts="Each measure comes from another library, and each takes scores.",
    right="Sort once, by one rule that knows nothing of the truth, and give all measures the same ranking.",
    question="The first hit is at rank 1 for one measure and below rank 10 for another. What was on the page?",
    demonstration=one_run_two_orders,
    sources=[
        thread(
            "embeddings-benchmark/mteb#5092",
            "a constant scorer had MRR@10 1.0 and nDCG@10 0 in one run",
            "library",
            "in #5136",
        ),
    ],
)


def the_same_page_renamed():
    """Three documents with one score, the third is relevant. Ties are broken by falling id, as trec_eval does."""
    rows = []
    for names in (["d1", "d2", "d3"], ["d5", "d4", "d3"]):
        scores = dict.fromkeys(names, 1.0)
        ranking = sorted(scores, key=lambda doc: (scores[doc], doc), reverse=True)
        rows.append({"documents": " ".join(names), "ranking": " ".join(ranking), "relevant": "d3"})
        rows[-1]["AP"] = rt.average_precision(ranking, {"d3"})
    return table(rows)


misconception(
    "ties-by-name",
    "The names of the documents do not change a score",
    wrong="Documents may be renamed; no measure looks at their names.",
    tempts="An id is only an id.",
    right="Where scores are equal, the ids decide the order. With many ties, average over them.",
    question="How many of your scores are equal, and who decided which of those documents comes first?",
    demonstration=the_same_page_renamed,
    sources=[
        thread("cvangysel/pytrec_eval#56", "other ids, another AP: equal scores are ordered by id", "variant"),
        thread("usnistgov/trec_eval#22", "the same rule, at its origin", "variant"),
    ],
)


def a_cut_between_equals():
    """Two answers, both with score 0.5, one right and one wrong. What is the best accuracy of a threshold?"""
    scored = [(0.5, True), (0.5, False)]

    def accuracy(accepted):
        return sum(label == (index in accepted) for index, (_, label) in enumerate(scored)) / len(scored)

    cuts = [set(range(count)) for count in range(len(scored) + 1)]
    levels = [{index for index, (score, _) in enumerate(scored) if score >= level} for level in (0.5, 0.6)]
    return table(
        [
            {"cut": "after any answer of the list", "best accuracy": max(map(accuracy, cuts))},
            {"cut": "at a score", "best accuracy": max(map(accuracy, levels))},
        ]
    )


misconception(
    "threshold-in-tie",
    "A threshold can part equal scores",
    wrong="The best threshold lies after the best place of the sorted list.",
    tempts="A loop over the sorted list tries a cut after each item.",
    right="A threshold takes all items of a score or none. Try one cut per *different* score.",
    question="Two answers have the same score. Which threshold accepts one of them?",
    demonstration=a_cut_between_equals,
    sources=[
        thread(
            "huggingface/sentence-transformers#4023",
            "scores 0.5 and 0.5, labels 1 and 0: accuracy 1.0, attainable 0.5",
            "library",
            "by merging it",
        ),
        document(
            "the official script for SQuAD 2.0, find_best_thresh",
            "two tied questions report 100 %, attainable 50 %",
            "document",
            "unknown",
        ),
    ],
)

"""Wrong ideas about equal scores."""

from itertools import permutations

import ratools as rt
from ratools.teaching.misconceptions.records import misconception, table, thread


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

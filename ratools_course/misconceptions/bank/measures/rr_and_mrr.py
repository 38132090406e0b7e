"""Wrong ideas about the first hit: reciprocal rank and its mean."""

from math import fsum

import ratools as rt
from ratools.metrics import binary
from ratools.metrics.arguments import as_cutoff, as_ranking, as_relevant
from ratools_course.misconceptions.records import CHAPTER, code, document, misconception, mutant, table


def reciprocal_rank_of_every_hit(retrieved, relevant, k=None, *, min_grade=None, duplicates="error"):
    """Averages 1/rank over all hits."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    ranks = [rank for rank, doc in enumerate(retrieved[:k], start=1) if doc in relevant]
    return sum(1 / rank for rank in ranks) / len(ranks) if ranks else 0.0


def mrr_of_every_hit(results, ground_truth, k=None, *, missing="skip", min_grade=None, duplicates="error"):
    """Averages 1/rank over all hits of a query before it averages over queries."""
    scores = binary.by_query(reciprocal_rank_of_every_hit, results, ground_truth, k, missing, min_grade, duplicates)
    return fsum(scores.values()) / len(scores)


misconception(
    "rr-any-hit",
    "Every hit counts for the reciprocal rank",
    wrong="The reciprocal rank averages 1/rank over all hits.",
    tempts="Using all that was found feels more complete.",
    right="Only the first hit counts; what comes after it changes nothing.",
    question="A second hit arrives at rank 2, below the first. Should the score fall?",
    mutants=[
        mutant("reciprocal_rank", reciprocal_rank_of_every_hit, ["a", "b"], {"a", "b"}),
        mutant("mean_reciprocal_rank", mrr_of_every_hit, {"q1": ["a", "b"]}, {"q1": {"a", "b"}}),
    ],
    sources=[
        code(
            "run-llama/llama_index",
            "llama-index-core/llama_index/core/evaluation/retrieval/metrics.py",
            "September 2026",
            "its option `use_granular_mrr` averages 1/rank over all hits, as documented",
            "variant",
        ),
    ],
)


def reciprocal_rank_of_last_hit(retrieved, relevant, k=None, *, min_grade=None, duplicates="error"):
    """One divided by the rank of the last hit: finding more makes it worse."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    ranks = [rank for rank, doc in enumerate(retrieved[:k], start=1) if doc in relevant]
    return 1 / ranks[-1] if ranks else 0.0


def mrr_of_last_hit(results, ground_truth, k=None, *, missing="skip", min_grade=None, duplicates="error"):
    """The mean of one divided by the rank of each query's last hit."""
    scores = binary.by_query(reciprocal_rank_of_last_hit, results, ground_truth, k, missing, min_grade, duplicates)
    return fsum(scores.values()) / len(scores)


misconception(
    "rr-of-last-hit",
    "The last hit decides the reciprocal rank",
    wrong="The reciprocal rank is one divided by the rank of the last hit.",
    tempts="A loop that overwrites the rank at each hit ends with the last one.",
    right="The first hit decides: there the user has found something. Stop at it.",
    question="Another relevant document appears at rank 9. Did the user have to wait longer for the first?",
    mutants=[
        mutant("reciprocal_rank", reciprocal_rank_of_last_hit, ["a", "b"], {"a", "b"}),
        mutant("mean_reciprocal_rank", mrr_of_last_hit, {"q1": ["a", "b"]}, {"q1": {"a", "b"}}),
    ],
)


def rank_itself(retrieved, relevant, k=None, *, min_grade=None, duplicates="error"):
    """The rank, not one divided by it: larger is worse."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    return float(next((rank for rank, doc in enumerate(retrieved[:k], start=1) if doc in relevant), 0))


def mean_rank_itself(results, ground_truth, k=None, *, missing="skip", min_grade=None, duplicates="error"):
    """The mean of the ranks: a query without a hit counts as the best of all."""
    scores = binary.by_query(rank_itself, results, ground_truth, k, missing, min_grade, duplicates)
    return fsum(scores.values()) / len(scores)


misconception(
    "rr-is-rank",
    "The reciprocal rank is the rank itself",
    wrong="The reciprocal rank is the rank of the first hit.",
    tempts="The rank is what was counted.",
    right="The reciprocal rank is one divided by that rank, so that sooner is more and never is 0.",
    question="Which should score higher, a hit at rank 1 or at rank 10?",
    mutants=[
        mutant("reciprocal_rank", rank_itself, ["x", "a"], {"a"}),
        mutant("mean_reciprocal_rank", mean_rank_itself, {"q1": ["x", "a"]}, {"q1": {"a"}}),
    ],
)


def reciprocal_rank_from_zero(retrieved, relevant, k=None, *, min_grade=None, duplicates="error"):
    """Counts ranks from 0 and guards the division: ranks 1 and 2 both score 1."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    for rank, doc in enumerate(retrieved[:k]):
        if doc in relevant:
            return 1 / max(rank, 1)
    return 0.0


def mrr_from_zero(results, ground_truth, k=None, *, missing="skip", min_grade=None, duplicates="error"):
    """Counts ranks from 0 and guards the division: ranks 1 and 2 both score 1."""
    scores = binary.by_query(reciprocal_rank_from_zero, results, ground_truth, k, missing, min_grade, duplicates)
    return fsum(scores.values()) / len(scores)


misconception(
    "rank-from-zero",
    "The first result has rank 0",
    wrong="Ranks count from 0, as places in a Python list do.",
    tempts="Lists count from 0. Dividing by zero is then patched, and ranks 1 and 2 become equal.",
    right="Ranks count from 1: enumerate(…, start=1).",
    question="What is the rank of the result on top?",
    mutants=[
        mutant("reciprocal_rank", reciprocal_rank_from_zero, ["x", "a"], {"a"}),
        mutant("mean_reciprocal_rank", mrr_from_zero, {"q1": ["x", "a"]}, {"q1": {"a"}}),
    ],
)


def mrr_from_mean_rank(results, ground_truth, k=None, *, missing="skip", min_grade=None, duplicates="error"):
    """One divided by the mean rank of the first hits."""
    scores = binary.by_query(binary.reciprocal_rank, results, ground_truth, k, missing, min_grade, duplicates).values()
    ranks = [1 / score for score in scores if score]
    return len(ranks) / sum(ranks) if ranks else 0.0


def half_found_at_once_half_never():
    """Two systems with the same MRR: always at rank 2, or at rank 1 and then never."""
    truth = {"q1": {"a"}, "q2": {"b"}}
    systems = {"always second": ({"q1": ["x", "a"], "q2": ["x", "b"]}, "2, 2")}
    systems["first or never"] = ({"q1": ["a", "x"], "q2": ["x", "y"]}, "1, never")
    return table(
        {"system": name, "ranks": ranks, "MRR": rt.mean_reciprocal_rank(results, truth)}
        for name, (results, ranks) in systems.items()
    )


misconception(
    "mrr-is-mean-rank",
    "MRR 0.5 means rank 2 on average",
    wrong="MRR is one divided by the average rank.",
    tempts="For one query it is exactly that.",
    right="Reciprocals are averaged, not ranks. Half at rank 1 and half never found is 0.5 as well.",
    question="One query hits at rank 1, the other never. What is the average rank?",
    mutants=[
        mutant("mean_reciprocal_rank", mrr_from_mean_rank, {"q1": ["a"], "q2": ["x"]}, {"q1": {"a"}, "q2": {"a"}}),
    ],
    demonstration=half_found_at_once_half_never,
    sources=[
        document(CHAPTER, "reads an MRR of 0.5 as “on average rank 2”", "document", "unknown"),
    ],
    example=({"q1": ["a"], "q2": ["x", "a"]}, {"q1": {"a"}, "q2": {"a"}}),
)

"""Wrong ideas about measures that model a reader: RBP and ERR."""

from math import fsum

from ratools.metrics import graded
from ratools.metrics.arguments import as_between, as_cutoff, as_grades, as_ranking, as_relevant
from ratools_course.misconceptions.records import misconception, mutant


def rbp_unscaled(retrieved, relevant, k=None, *, p=0.8, min_grade=None, duplicates="error"):
    """Forgets the factor 1 − p."""
    retrieved, k, p = as_ranking(retrieved, duplicates), as_cutoff(k), as_between(p, "p")
    relevant = as_relevant(relevant, min_grade, retrieved)
    return graded.rbp(retrieved, relevant, k, p=p) / (1 - p)


misconception(
    "rbp-unscaled",
    "RBP is the sum of p^(i − 1) over the hits",
    wrong="Each hit adds p^(i − 1), and that is all there is to it.",
    tempts="The factor in front is easily lost.",
    right="(1 − p) in front makes it a rate per result read, between 0 and 1.",
    question="What is your value for a list of nothing but hits?",
    mutants=[
        mutant("rbp", rbp_unscaled, ["a"], {"a"}, p=0.8),
    ],
)


def rbp_shifted(retrieved, relevant, k=None, *, p=0.8, min_grade=None, duplicates="error"):
    """The exponent is the rank: even the first result is read with chance p only."""
    retrieved, k, p = as_ranking(retrieved, duplicates), as_cutoff(k), as_between(p, "p")
    relevant = as_relevant(relevant, min_grade, retrieved)
    return graded.rbp(retrieved, relevant, k, p=p) * p


misconception(
    "rbp-exponent-is-rank",
    "The result at rank i is read with chance p^i",
    wrong="Each hit counts with p to the power of its rank.",
    tempts="The rank is at hand, and p^i is shorter than p^(i − 1).",
    right="The exponent is rank − 1; the first result is always read.",
    question="With what chance does a reader look at the first result?",
    mutants=[
        mutant("rbp", rbp_shifted, ["a"], {"a"}, p=0.8),
    ],
)


def err_scale_from_data(retrieved, grades, k=None, *, g_max=4, duplicates="error"):
    """The scale ends at the highest grade of this query."""
    retrieved, k, g_max = as_ranking(retrieved, duplicates), as_cutoff(k), as_between(g_max, "g_max")
    grades = as_grades(grades, retrieved, highest=g_max)
    return graded.err_at_k(retrieved, grades, k, g_max=max(grades.values(), default=0) or 1)


misconception(
    "g-max-from-data",
    "The scale ends at the best grade seen",
    wrong="ERR's g_max is the highest grade of the query.",
    tempts="max(grades) is one call away.",
    right="g_max is the top of the *scale*. Taken from the data, it changes from query to query.",
    question="If the best document of a query is only fair, should it satisfy every reader?",
    mutants=[
        mutant("err_at_k", err_scale_from_data, ["a"], {"a": 1}, 1, g_max=2),
    ],
)


def err_without_stopping(retrieved, grades, k=None, *, g_max=4, duplicates="error"):
    """Every rank is reached, however good the ones above were."""
    retrieved, k, g_max = as_ranking(retrieved, duplicates), as_cutoff(k), as_between(g_max, "g_max")
    grades = as_grades(grades, retrieved, highest=g_max)
    top = enumerate(retrieved[:k], start=1)
    return fsum((2 ** grades.get(doc, 0) - 1) / 2**g_max / rank for rank, doc in top)


misconception(
    "err-never-stops",
    "Every result is read, whatever stands above it",
    wrong="ERR adds the chances of satisfaction, divided by rank.",
    tempts="The product in the formula is easily overlooked.",
    right="A satisfied reader stops. Each rank counts only with the chance that nobody was satisfied above.",
    question="The first result answers the question. Who reads the second?",
    mutants=[
        mutant("err_at_k", err_without_stopping, ["a", "b"], {"a": 1, "b": 1}, 2, g_max=2),
    ],
)


def err_linear(retrieved, grades, k=None, *, g_max=4, duplicates="error"):
    """The chance of being satisfied is grade / g_max."""
    retrieved, k, g_max = as_ranking(retrieved, duplicates), as_cutoff(k), as_between(g_max, "g_max")
    grades = as_grades(grades, retrieved, highest=g_max)
    terms, still_reading = [], 1.0
    for rank, doc in enumerate(retrieved[:k], start=1):
        satisfied = grades.get(doc, 0) / g_max
        terms.append(still_reading * satisfied / rank)
        still_reading *= 1 - satisfied
    return fsum(terms)


misconception(
    "err-linear-gain",
    "The chance of being satisfied is grade / g_max",
    wrong="A document of half the highest grade satisfies half of the readers.",
    tempts="It is the simplest map from grades to chances.",
    right="ERR uses (2^grade − 1) / 2^g_max: even the highest grade does not satisfy everyone.",
    question="Does a perfect document satisfy every single reader?",
    mutants=[
        mutant("err_at_k", err_linear, ["a"], {"a": 1}, 1, g_max=2),
    ],
)

"""How relevant, and how far down: gains that are discounted by rank, and two models of a reader.

`grades` says how relevant each judged document is: a dict {document: grade}, 0 for not relevant. A document that is
not in it gains 0, and so does one with a negative grade (pooled, but never judged).
"""

from math import fsum, log2

from ratools.metrics.arguments import (
    as_all_grades,
    as_between,
    as_cutoff,
    as_grades,
    as_judgements,
    as_ranking,
    as_relevances,
    as_relevant,
)

__all__ = [
    "cumulative_gain",
    "dcg_terms",
    "dcg_at_k",
    "ideal_dcg_at_k",
    "ndcg_at_k",
    "rbp_terms",
    "rbp",
    "rbp_residual",
    "err_terms",
    "err_at_k",
]


def gain_of(grade, gain="linear"):
    """What a grade is worth: the grade itself, or 2^grade − 1 with `gain="exp"`.

    >>> [gain_of(grade, "exp") for grade in (0, 1, 2, 3)]
    [0, 1, 3, 7]
    """
    return 2**grade - 1 if gain == "exp" else grade


def cumulative_gain(relevances, k=None, *, gain="linear"):
    """The sum of the gains, wherever they stand.

    CG@k = Σ gain_i over the first k; `relevances` are the grades in rank order

    >>> cumulative_gain([3, 2, 0]), cumulative_gain([0, 2, 3])
    (5.0, 5.0)

    Trap: it does not see order. That is what DCG fixes.
    Järvelin & Kekäläinen 2002.
    """
    relevances, k = as_relevances(relevances, gain), as_cutoff(k)
    return fsum(gain_of(grade, gain) for grade in relevances[:k])


def dcg_terms(relevances, k=None, *, gain="linear"):
    """What each rank adds to DCG.

    term_i = gain_i / log2(i + 1); `relevances` are the grades in rank order

    >>> dcg_terms([3, 0, 2])                                            # 3/1, 0/1.58, 2/2
    [3.0, 0.0, 1.0]

    Trap: ranks start at 1, so the first discount is log2(2) = 1.
    Järvelin & Kekäläinen 2002, with the discount of Burges et al. 2005.
    """
    relevances, k = as_relevances(relevances, gain), as_cutoff(k)
    return [gain_of(grade, gain) / log2(rank + 1) for rank, grade in enumerate(relevances[:k], start=1)]


def dcg_at_k(relevances, k=None, *, gain="linear"):
    """Gain, worth less the further down it stands.

    DCG@k = Σ gain_i / log2(i + 1) over the first k; gain is the grade, or 2^grade − 1 with `gain="exp"`;
    `relevances`, as the course's source calls them, are the grades in rank order

    >>> dcg_at_k([3, 0, 2], 3)                                          # 3/1 + 0 + 2/2
    4.0
    >>> dcg_at_k([3, 0, 2], 3, gain="exp")                              # 7/1 + 0 + 3/2
    8.5

    Trap: it has no upper limit, so DCG of two queries cannot be compared; nDCG can.
    Järvelin & Kekäläinen 2002; exponential gain: Burges et al. 2005.
    """
    return fsum(dcg_terms(relevances, k, gain=gain))


def ideal_dcg_at_k(grades, k=None, *, gain="linear"):
    """The DCG of the best ranking there could be: every judged document, best grade first.

    IDCG@k = DCG@k of all judged grades in falling order

    >>> ideal_dcg_at_k({"a": 2, "b": 0, "c": 3}, 2)                     # 3/1 + 2/1.58
    4.2618595071429155

    Trap: *all* judged documents, not the retrieved ones; sorting what was found hides what was missed.
    Järvelin & Kekäläinen 2002.
    """
    best_first = sorted(as_all_grades(grades), reverse=True)
    return dcg_at_k(best_first, k, gain=gain)


def ndcg_at_k(retrieved, relevance_scores, k=None, *, gain="linear", duplicates="error"):
    """DCG as a share of the best possible DCG: 1 is the ideal order, 0 is nothing relevant.

    nDCG@k = DCG@k / IDCG@k; `relevance_scores`, as the course's source calls them, are the grades

    >>> ndcg_at_k(["b", "a"], {"a": 3, "b": 2}, 2)                      # (2 + 3/1.58) / (3 + 2/1.58)
    0.9134015924715543
    >>> ndcg_at_k(["a"], {"a": 3, "b": 2}, 2)                           # in order, but b is missing: 3 / (3 + 2/1.58)
    0.7039180890341347

    Trap: linear and exponential gain are two measures under one name; say which one you report.
    Järvelin & Kekäläinen 2002.
    """
    retrieved = as_ranking(retrieved, duplicates)
    grades = as_grades(relevance_scores, retrieved, "relevance_scores")
    found = [grades.get(doc, 0) for doc in retrieved]
    ideal = ideal_dcg_at_k(grades, k, gain=gain)
    return dcg_at_k(found, k, gain=gain) / ideal if ideal else 0.0


def rbp_terms(retrieved, relevant, k=None, *, p=0.8, min_grade=None, duplicates="error"):
    """What each rank adds to RBP: the chance that the reader stops there, if it holds a hit.

    term_i = (1 − p) · p^(i − 1) if document i is relevant, else 0

    >>> rbp_terms(["a", "x", "b"], {"a", "b"}, p=0.5)                   # 1/2, nothing, 1/8
    [0.5, 0.0, 0.125]

    Moffat & Zobel 2008.
    """
    retrieved, k, p = as_ranking(retrieved, duplicates), as_cutoff(k), as_between(p, "p")
    relevant = as_relevant(relevant, min_grade, retrieved)
    return [(1 - p) * p ** (rank - 1) * (doc in relevant) for rank, doc in enumerate(retrieved[:k], start=1)]


def rbp(retrieved, relevant, k=None, *, p=0.8, min_grade=None, duplicates="error"):
    """Rank-biased precision: hits per result read, for a reader who goes on to the next with chance p.

    RBP = (1 − p) · Σ p^(i − 1) over the ranks i that hold a hit

    >>> rbp(["a", "x", "b"], {"a", "b"}, p=0.5)                         # 1/2 + 1/8
    0.625

    Trap: it does not know R, so even a perfect ranking of few relevant documents stays below 1.
    Moffat & Zobel 2008.
    """
    return fsum(rbp_terms(retrieved, relevant, k, p=p, min_grade=min_grade, duplicates=duplicates))


def rbp_residual(retrieved, judgements, k=None, *, p=0.8, min_grade=None, duplicates="error"):
    """How much RBP could still grow, if all that was not judged or not retrieved were relevant.

    residual = p^n + (1 − p) · Σ p^(i − 1) over the unjudged ranks i ≤ n

    >>> rbp_residual(["a", "x", "b"], {"a": 1, "b": 1}, p=0.5)          # below rank 3: 1/8; x at rank 2: 1/4
    0.375

    Trap: RBP without its residual looks exact; [RBP, RBP + residual] is what is known.
    Moffat & Zobel 2008.
    """
    retrieved, k, p = as_ranking(retrieved, duplicates), as_cutoff(k), as_between(p, "p")
    judgements = as_judgements(judgements, min_grade, retrieved)
    top = retrieved[:k]
    unjudged = [rank for rank, doc in enumerate(top, start=1) if judgements.get(doc, -1) < 0]
    return p ** len(top) + fsum((1 - p) * p ** (rank - 1) for rank in unjudged)


def err_terms(retrieved, grades, k=None, *, g_max=4, duplicates="error"):
    """What each rank adds to ERR: the chance that the reader's search ends there, divided by the rank.

    term_i = 1/i · s_i · Π (1 − s_j) over j < i, with s = (2^grade − 1) / 2^g_max

    >>> err_terms(["a", "b"], {"a": 1, "b": 1}, g_max=1)                # 1/2, then 1/2 · 1/2 / 2
    [0.5, 0.125]

    Chapelle, Metzler, Zhang & Grinspan 2009.
    """
    retrieved, k, g_max = as_ranking(retrieved, duplicates), as_cutoff(k), as_between(g_max, "g_max")
    grades = as_grades(grades, retrieved, highest=g_max)
    terms, still_reading = [], 1.0
    for rank, doc in enumerate(retrieved[:k], start=1):
        satisfied = (2 ** grades.get(doc, 0) - 1) / 2**g_max
        terms.append(still_reading * satisfied / rank)
        still_reading *= 1 - satisfied
    return terms


def err_at_k(retrieved, grades, k=None, *, g_max=4, duplicates="error"):
    """Expected reciprocal rank: 1 / the rank where a reader, satisfied sooner by better documents, stops.

    ERR@k = Σ 1/i · s_i · Π (1 − s_j) over j < i, with s = (2^grade − 1) / 2^g_max

    >>> err_at_k(["a", "b"], {"a": 1, "b": 1}, g_max=1)                 # 1/2 + 1/2 · 1/2 / 2
    0.625

    Trap: g_max is the top of the *scale*. Taken from the data, it would change from query to query.
    Chapelle, Metzler, Zhang & Grinspan 2009.
    """
    return fsum(err_terms(retrieved, grades, k, g_max=g_max, duplicates=duplicates))

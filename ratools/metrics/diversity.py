"""One query, several meanings: does the page cover them, or show the same thing ten times?

`subtopics` is a dict {document: the set of subtopics (intents) it covers}.
"""

from collections import Counter
from math import fsum, log2

from ratools.metrics.arguments import (
    as_between,
    as_category_counts,
    as_choice,
    as_cutoff,
    as_ranking,
    as_subtopics,
)
from ratools.metrics.graded import err_at_k

__all__ = [
    "category_entropy",
    "subtopic_recall_at_k",
    "alpha_dcg_terms",
    "alpha_ideal",
    "alpha_ndcg_at_k",
    "err_ia",
]


def category_entropy(categories, *, normalised=False):
    """How evenly results spread over categories, in bits: 0 when all are of one kind.

    H = −Σ p · log2 p over the categories present; normalised: H / log2(number of categories present)

    >>> category_entropy(["shoes", "shoes", "hats", "hats"])            # two equal halves: one bit
    1.0
    >>> category_entropy({"shoes": 4})                                  # counts will do as well
    0.0

    Trap: normalised by the categories *present*, two results of two kinds are as diverse as ten of ten.
    Shannon 1948.
    """
    categories, normalised = as_category_counts(categories), as_choice(normalised, "normalised")
    counts = [count for count in categories.values() if count > 0]
    total = sum(counts)
    entropy = fsum(count / total * log2(total / count) for count in counts)
    if not normalised:
        return entropy
    return entropy / log2(len(counts)) if len(counts) > 1 else 0.0


def subtopic_recall_at_k(retrieved, subtopics, k=None, *, duplicates="error"):
    """How many of the query's subtopics the first k results cover.

    S-recall@k = subtopics covered by the first k / all subtopics

    >>> subtopic_recall_at_k(["b", "a", "d"], {"a": {1}, "b": {1, 2}, "d": {3}}, 2)     # 1 and 2 of three
    0.6666666666666666

    Trap: one poor mention covers a subtopic as well as ten good documents.
    Zhai, Cohen & Lafferty 2003.
    """
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    subtopics = as_subtopics(subtopics, retrieved)
    everything = set().union(*subtopics.values())
    covered = set().union(*(subtopics.get(doc, set()) for doc in retrieved[:k]))
    return len(covered) / len(everything) if everything else 0.0


def alpha_dcg_terms(retrieved, subtopics, k=None, *, alpha=0.5, duplicates="error"):
    """What each rank adds to α-DCG: its subtopics, each worth less for every time it was seen above.

    term_i = Σ (1 − α)^(times seen above) over the document's subtopics / log2(i + 1)

    >>> alpha_dcg_terms(["a", "x", "b"], {"a": {1}, "b": {1, 2}})       # 1/1, nothing, (1/2 + 1)/2
    [1.0, 0.0, 0.75]

    Clarke et al. 2008.
    """
    retrieved, k, alpha = as_ranking(retrieved, duplicates), as_cutoff(k), as_between(alpha, "alpha")
    subtopics = as_subtopics(subtopics, retrieved)
    terms, seen = [], Counter()
    for rank, doc in enumerate(retrieved[:k], start=1):
        topics = subtopics.get(doc, set())
        terms.append(fsum((1 - alpha) ** seen[topic] for topic in topics) / log2(rank + 1))
        seen.update(topics)
    return terms


def alpha_ideal(subtopics, k=None, *, alpha=0.5):
    """The ranking that α-nDCG takes for ideal: at each rank the document that gains most (ties: by falling id).

    >>> alpha_ideal({"a": {1}, "b": {1, 2}, "d": {3}})
    ['b', 'd', 'a']

    Trap: greedy is not optimal (finding the best order is NP-hard), so α-nDCG can exceed 1.
    Clarke et al. 2008.
    """
    subtopics, k, alpha = as_subtopics(subtopics), as_cutoff(k), as_between(alpha, "alpha")
    ideal, seen = [], Counter()
    left = {doc: subtopics[doc] for doc in sorted(subtopics, key=str, reverse=True)}
    while left and len(ideal) != k:
        best = max(left, key=lambda doc: fsum((1 - alpha) ** seen[topic] for topic in left[doc]))
        seen.update(left.pop(best))
        ideal.append(best)
    return ideal


def alpha_ndcg_at_k(retrieved, subtopics, k=None, *, alpha=0.5, duplicates="error"):
    """nDCG that tires of repetition: the n-th document on a subtopic gains (1 − α)^(n − 1).

    α-nDCG@k = α-DCG@k / α-DCG@k of the greedy ideal ranking

    >>> alpha_ndcg_at_k(["a", "b"], {"a": {1}, "b": {1, 2}}, 2)         # (1 + 1.5/1.58) / (2 + 0.5/1.58)
    0.8406064155285841

    Trap: the ideal is built greedily, so a cleverer ranking can score above 1.
    Clarke et al. 2008.
    """
    retrieved = as_ranking(retrieved, duplicates)
    subtopics = as_subtopics(subtopics, retrieved)
    ideal = fsum(alpha_dcg_terms(alpha_ideal(subtopics, k, alpha=alpha), subtopics, k, alpha=alpha))
    return fsum(alpha_dcg_terms(retrieved, subtopics, k, alpha=alpha)) / ideal if ideal else 0.0


def err_ia(retrieved, subtopics, k=None, *, duplicates="error"):
    """Intent-aware ERR: the mean over intents of ERR, each intent judged relevant or not.

    ERR-IA@k = mean over intents of ERR@k with g_max = 1

    >>> err_ia(["a", "b"], {"a": {1}, "b": {1, 2}}, 2)                  # intent 1: 1/2 + 1/8; intent 2: 1/4
    0.4375

    Trap: ndeval divides by an imaginary list whose every document covers every intent; its number is larger.
    Chapelle et al. 2011, after the intent-aware measures of Agrawal et al. 2009.
    """
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    subtopics = as_subtopics(subtopics, retrieved)
    intents = set().union(*subtopics.values())
    scores = []
    for intent in intents:
        grades = {doc: int(intent in topics) for doc, topics in subtopics.items()}
        scores.append(err_at_k(retrieved, grades, k, g_max=1))
    return fsum(scores) / len(scores) if scores else 0.0

"""Not everything was judged. What can still be said, and how much of it is guesswork.

`judgements` is a dict {document: grade}: above 0 relevant, 0 judged and not relevant. A document that is not in it
is unjudged. A negative grade marks one that was pooled but never judged: it counts as unjudged too.
"""

from math import fsum, nan

from ratools.metrics.arguments import as_cutoff, as_judgements, as_ranking

__all__ = [
    "judged_at_k",
    "condensed",
    "bpref_terms",
    "bpref",
    "inf_ap_terms",
    "inf_ap",
]

EPSILON = 1e-5  # trec_eval's, for infAP: an estimate from no sample at all is one half, not 0/0


def judged_at_k(retrieved, judgements, k=None, *, min_grade=None, duplicates="error"):
    """How much of what was shown has been judged: how far the other numbers can be trusted.

    judged@k = judged among the first k / min(k, number returned); NaN, no value, where nothing was returned

    >>> judged_at_k(["a", "x", "b"], {"a": 1, "b": 0}, 2)               # nobody looked at x
    0.5

    Trap: a new system that finds new documents is punished for it; look here before you believe a drop.
    Thakur et al. 2021 discuss it for BEIR.
    """
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    judgements = as_judgements(judgements, min_grade, retrieved)
    top = retrieved[:k]
    judged = sum(judgements.get(doc, -1) >= 0 for doc in top)
    return judged / len(top) if top else nan


def condensed(retrieved, judgements, *, min_grade=None, duplicates="error"):
    """The ranking without its unjudged documents, on which any measure can be taken.

    condensed list = the judged documents, in their order

    >>> condensed(["a", "x", "b"], {"a": 1, "b": 0})
    ['a', 'b']

    Trap: it assumes that unjudged documents are like judged ones; pools are filled from the top, so they are not.
    Sakai 2007.
    """
    retrieved = as_ranking(retrieved, duplicates)
    judgements = as_judgements(judgements, min_grade, retrieved)
    return [doc for doc in retrieved if judgements.get(doc, -1) >= 0]


def bpref_terms(retrieved, judgements, *, min_grade=None, duplicates="error"):
    """What each rank gives to bpref: for a relevant document, the share of known non-relevant ones not above it.

    term_i = 1 − min(n above, R) / min(N, R) if document i is relevant, else 0

    >>> bpref_terms(["x", "n", "a"], {"a": 1, "b": 1, "n": 0, "m": 0})  # one of two non-relevant ones is above a
    [0.0, 0.0, 0.5]

    Buckley & Voorhees 2004.
    """
    retrieved = as_ranking(retrieved, duplicates)
    judgements = as_judgements(judgements, min_grade, retrieved)
    relevant = sum(grade > 0 for grade in judgements.values())
    nonrelevant = sum(grade == 0 for grade in judgements.values())
    terms, above = [], 0
    for doc in retrieved:
        grade = judgements.get(doc, -1)
        lost = min(above, relevant) / min(nonrelevant, relevant) if above and grade > 0 else 0.0
        terms.append(1 - lost if grade > 0 else 0.0)
        above += grade == 0
    return terms


def bpref(retrieved, judgements, *, min_grade=None, duplicates="error"):
    """How often judged relevant documents stand above judged non-relevant ones. Unjudged ones are passed over.

    bpref = 1/R · Σ 1 − min(n above, R) / min(N, R) over the relevant documents retrieved

    >>> bpref(["x", "n", "a"], {"a": 1, "b": 1, "n": 0, "m": 0})        # (1/2 + 0) / 2: b was not found
    0.25

    Trap: N counts the documents judged non-relevant, and only those. With none, everything found counts 1.
    Buckley & Voorhees 2004, in trec_eval's corrected form.
    """
    retrieved = as_ranking(retrieved, duplicates)
    judgements = as_judgements(judgements, min_grade, retrieved)
    relevant = sum(grade > 0 for grade in judgements.values())
    return fsum(bpref_terms(retrieved, judgements)) / relevant if relevant else 0.0


def inf_ap_terms(retrieved, judgements, *, min_grade=None, duplicates="error"):
    """What each rank gives to infAP: the precision expected there, estimated from the judged sample above it.

    term_i = 1/i + (i − 1)/i · (r + n + u)/(i − 1) · (r + ε)/(r + n + 2ε) if document i is relevant, else 0

    >>> [round(term, 4) for term in inf_ap_terms(["n", "p", "a"], {"a": 1, "n": 0, "p": -1})]   # 1/3 + 2/3 · (≈ 0)
    [0.0, 0.0, 0.3333]

    Yilmaz & Aslam 2006.
    """
    retrieved = as_ranking(retrieved, duplicates)
    judgements = as_judgements(judgements, min_grade, retrieved)
    terms, relevant, nonrelevant, unjudged = [], 0, 0, 0
    for rank, doc in enumerate(retrieved, start=1):
        grade = judgements.get(doc)
        pooled = relevant + nonrelevant + unjudged
        precision_above = (relevant + EPSILON) / (relevant + nonrelevant + 2 * EPSILON)
        expected = 1 / rank + pooled / rank * precision_above  # (i − 1)/i · pooled/(i − 1), and right at i = 1 too
        terms.append(expected if grade is not None and grade > 0 else 0.0)
        relevant += grade is not None and grade > 0
        nonrelevant += grade == 0
        unjudged += grade is not None and grade < 0
    return terms


def inf_ap(retrieved, judgements, *, min_grade=None, duplicates="error"):
    """Average precision, estimated when only a sample of the pool was judged.

    infAP = 1/R · Σ expected precision at each relevant document's rank

    >>> round(inf_ap(["n", "p", "a"], {"a": 1, "n": 0, "p": -1}), 4)    # its only sample above is non-relevant: 1/3
    0.3333

    Trap: it needs to know what was pooled and left unjudged (a negative grade). A document that is in no pool
    counts as non-relevant.
    Yilmaz & Aslam 2006.
    """
    retrieved = as_ranking(retrieved, duplicates)
    judgements = as_judgements(judgements, min_grade, retrieved)
    relevant = sum(grade > 0 for grade in judgements.values())
    return fsum(inf_ap_terms(retrieved, judgements)) / relevant if relevant else 0.0

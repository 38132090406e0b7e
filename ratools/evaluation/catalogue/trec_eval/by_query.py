"""Measures that only trec_eval has, as it defines them, one query at a time. Standard library only.

Each takes the number of results, the grades by rank ({rank: grade}; judged documents that were not retrieved have ranks
below 0), the gains that were asked for ({grade: gain}; other grades gain what they say) and the grade from which a
document counts as relevant, which matters to few. Sums run in rank order and powers are products, as there, so that the
last digit that is printed agrees, too.

For a query without results, trec_eval -c makes one up, and forgets to drop it in `rbp_resid.p=…` (1) and `relstring.5`
(-) with parameters; here they are 0 and empty, as they are without.
"""

from itertools import accumulate, groupby, repeat
from math import log2
from operator import mul


def _gains(grades, gains):
    """The gains of results, by rank, and the ideal ones: all that are above 0, falling."""
    gained = {rank: gains.get(grade, grade) for rank, grade in grades.items() if grade >= 0}
    gained = {rank: gain for rank, gain in gained.items() if gain > 0}
    return {rank: gain for rank, gain in gained.items() if rank > 0}, sorted(gained.values(), reverse=True)


def _dcgs(gained, ideal, ranks):
    """DCG of the results and of the ideal order, each as a list: up to rank 0, 1, 2 …"""
    discounts = [log2(rank + 1) for rank in range(1, ranks + 1)]
    terms = (gained.get(rank, 0) / discount for rank, discount in enumerate(discounts, start=1))
    ideal_terms = (gain / discount for gain, discount in zip([*ideal, *[0] * ranks], discounts, strict=False))
    return list(accumulate(terms, initial=0.0)), list(accumulate(ideal_terms, initial=0.0))


def g(results, grades, gains, level):
    """Each gain / log2(2 + cost − gain so far), over the ideal gain; a rank costs its ideal gain, and at least 1."""
    gained, ideal = _gains(grades, gains)
    costs = list(accumulate((max(gain, 1.0) for gain in ideal), initial=0.0))
    total = so_far = 0.0
    for rank, gain in gained.items():
        so_far += gain
        cost = costs[min(rank, len(ideal))] + max(0, rank - len(ideal))
        total += gain / log2(2 + cost - so_far)
    return total / sum(ideal) if ideal else 0.0


def ndcg_rel(results, grades, gains, level):
    """nDCG at the rank of each relevant document, on average; at the end of the results for those not retrieved."""
    gained, ideal = _gains(grades, gains)
    if not ideal:
        return 0.0
    dcg, ideal_dcg = _dcgs(gained, ideal, max(results, len(ideal)))
    at_hits = [dcg[rank] / ideal_dcg[rank] for rank in gained]
    return (sum(at_hits) + (len(ideal) - len(gained)) * dcg[results] / ideal_dcg[-1]) / len(ideal)


def r_ndcg(results, grades, gains, level):
    """nDCG where the ideal order comes to another gain, on average, and once more at the end of the results if they go
    on for more than one rank."""
    gained, ideal = _gains(grades, gains)
    if not ideal or not any(grade >= level for grade in grades.values()):
        return 0.0
    dcg, ideal_dcg = _dcgs(gained, ideal, max(results, len(ideal)))
    cuts = list(accumulate(len(list(same)) for _, same in groupby(ideal)))
    cuts += [results] if results > len(ideal) + 1 else []
    return sum(dcg[min(cut, results)] / ideal_dcg[cut] for cut in cuts) / len(cuts)


def rbp(results, grades, gains, level, p=0.9):
    """(1 − p) · Σ gain · p^(rank − 1). If any gain is above 1, all are divided by the highest."""
    levels = {*range(int(max(grades.values(), default=0)) + 1), *gains}
    highest = max(1, *(gains.get(grade, grade) for grade in levels))
    powers = list(accumulate(repeat(p, results), mul, initial=1.0))
    return (1 - p) * sum(gain / highest * powers[rank - 1] for rank, gain in _gains(grades, gains)[0].items())


def rbp_resid(results, grades, gains, level, p=0.9):
    """What rbp could still win: the weights of unjudged results and of all that comes behind the last.

    0 if every result was judged, where the last part is forgotten.
    """
    powers = list(accumulate(repeat(p, results), mul, initial=1.0))
    unjudged = [powers[rank - 1] for rank in range(1, results + 1) if grades.get(rank, -1) < 0]
    return powers[results] + (1 - p) * sum(unjudged) if unjudged else 0.0


def relstring(results, grades, gains, level, length=10):
    """The grades of the first results as letters: > above 9, - unjudged, . in the pool but unjudged (below 0)."""
    first = [grades.get(rank) for rank in range(1, min(results, length) + 1)]
    return "".join(
        "-" if grade is None else "." if grade < 0 else ">" if grade > 9 else str(int(grade)) for grade in first
    )

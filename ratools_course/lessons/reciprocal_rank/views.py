"""Where the first relevant document stands: one rank per query, and what different means make of such ranks.

A query without a hit has no rank: it is None here, never 0, so that no mean of ranks counts it by accident.
"""

from math import fsum
from numbers import Integral
from statistics import mean

from ratools.errors import UsageError
from ratools.evaluation.evaluator import evaluate
from ratools.words import short


def first_hits(results, judgements):
    """The rank of each judged query's first hit, None where there is none; takes whatever `evaluate` takes.

    >>> first_hits({"q1": ["x", "a"], "q2": ["x"]}, {"q1": {"a": 1}, "q2": {"b": 1}})
    {'q1': 2, 'q2': None}
    """
    scores = evaluate(results, judgements, ["RR"])["RR"]
    return {query: round(1 / score) if score else None for query, score in scores.items()}  # int() would cut 92.99…


def first_hit_table(systems):
    """One row per system: its first hits, their MRR, the mean rank of those that were found, and how many never were.

    `systems` is {name: ranks}; ranks are a list, or a dict by query, with None for a query without a hit.
    """
    import pandas as pd  # here and not above: it takes long to load

    rows = {name: _row(as_ranks(ranks)) for name, ranks in systems.items()}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("system")


def _row(ranks):
    found = [rank for rank in ranks if rank]
    return {
        "queries": len(ranks),
        "MRR": mean_of_reciprocals(ranks),
        "mean rank, if found": mean(found) if found else float("nan"),
        "never found": len(ranks) - len(found),
    }


def mean_of_reciprocals(ranks):
    """The mean of 1/rank; a query without a hit counts 0.

    >>> mean_of_reciprocals([1, 2, None])
    0.5
    """
    return fsum(1 / rank for rank in ranks if rank) / len(ranks)


def as_ranks(ranks):
    """A list of ranks, each a whole number of at least 1, or None."""
    ranks = list(ranks.values() if hasattr(ranks, "values") else ranks)
    if not ranks:
        raise UsageError("there are no ranks: give one per query, None for a query without a hit")
    for rank in ranks:
        if rank is not None and (isinstance(rank, bool) or not isinstance(rank, Integral) or rank < 1):
            raise UsageError(f"a rank is a whole number of at least 1, or None for never, got {short(rank)}")
    return [None if rank is None else int(rank) for rank in ranks]

"""The table of this lesson: the four counts behind precision and recall."""

import pandas as pd

from ratools.errors import UsageError
from ratools.metrics.arguments import as_ranking, as_relevant


def two_by_two(retrieved, relevant, collection):
    """Every document of a collection, counted by two questions: was it shown, and is it relevant?

    >>> two_by_two(["a", "x"], {"a", "b"}, 10)
               relevant  not relevant
    shown             1             1
    not shown         1             7
    """
    shown = as_ranking(retrieved)
    wanted = as_relevant(relevant, None, shown)
    hits = sum(doc in wanted for doc in shown)
    rest = collection - len(shown) - len(wanted) + hits
    if rest < 0:
        raise UsageError(
            f"collection must count at least the {collection - rest} documents named here, got {collection}"
        )
    return pd.DataFrame(
        {"relevant": [hits, len(wanted) - hits], "not relevant": [len(shown) - hits, rest]},
        index=["shown", "not shown"],
    )

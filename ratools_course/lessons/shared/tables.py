"""Small tables for the notebooks: a ranking in, a DataFrame out."""

import pandas as pd

from ratools.evaluation.evaluator import evaluate
from ratools.metrics.arguments import as_ranking, as_relevant
from ratools.words import short


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
        raise ValueError(
            f"collection must count at least the {collection - rest} documents named here, got {collection}"
        )
    return pd.DataFrame(
        {"relevant": [hits, len(wanted) - hits], "not relevant": [len(shown) - hits, rest]},
        index=["shown", "not shown"],
    )


def who_is_ahead(runs, judgements, measures):
    """The mean of each measure for each run, `{name: run}`, and who has the higher one: not tested for chance."""
    if not isinstance(runs, dict) or len(runs) < 2:
        raise ValueError(f"runs must be a dict of at least two runs, {{name: run}}, got {short(runs)}")
    means = {name: evaluate(run, judgements, measures)[list(measures)].mean() for name, run in runs.items()}
    table = pd.DataFrame(means).rename_axis("measure")
    best = table.max(axis=1)
    leaders = [[name for name in runs if table.loc[measure, name] >= best[measure] - 1e-12] for measure in table.index]
    return table.assign(ahead=[found[0] if len(found) == 1 else "equal" for found in leaders])

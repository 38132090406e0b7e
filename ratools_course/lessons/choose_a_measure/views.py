"""The table of this lesson: which run each measure prefers."""

import pandas as pd

from ratools.errors import UsageError
from ratools.evaluation.evaluator import evaluate
from ratools.words import short


def who_is_ahead(runs, judgements, measures):
    """The mean of each measure for each run, `{name: run}`, and who has the higher one: not tested for chance."""
    if not isinstance(runs, dict) or len(runs) < 2:
        raise UsageError(f"runs must be a dict of at least two runs, {{name: run}}, got {short(runs)}")
    means = {name: evaluate(run, judgements, measures)[list(measures)].mean() for name, run in runs.items()}
    table = pd.DataFrame(means).rename_axis("measure")
    best = table.max(axis=1)
    leaders = [[name for name in runs if table.loc[measure, name] >= best[measure] - 1e-12] for measure in table.index]
    return table.assign(ahead=[names[0] if len(names) == 1 else "equal" for names in leaders])

"""A target beside its ceiling: what a perfect system would reach; and figures that others have published."""

import re
from pathlib import Path
from typing import NamedTuple

from ratools.errors import UsageError
from ratools.words import short
from ratools_course.lessons.shared.ceilings import best_possible
from ratools_course.lessons.shared.texts import read_texts


class Figure(NamedTuple):
    """One published number."""

    collection: str
    system: str
    measure: str
    value: float
    source: str


TEXTS = read_texts(Path(__file__).parent, "targets.toml")
OFTEN_NAMED = TEXTS["often_named"]
TYPICAL = TEXTS["typical"]  # {class: {measure: [lowest, highest]}}
PUBLISHED = tuple(Figure(**figure) for figure in TEXTS["published"])


def against_ceiling(targets, judgements, run):
    """Each target beside what a perfect system and one run reach on these judgements."""
    import pandas as pd

    from ratools.evaluation.evaluator import evaluate

    if not isinstance(targets, dict) or not targets:
        raise UsageError(f"targets must be a dict {{measure: lowest value}}, got {short(targets)}")
    measures = list(targets)
    ceiling = _means(evaluate(_scored(best_possible(judgements)), judgements, measures), measures)
    reached = _means(evaluate(run, judgements, measures), measures)
    rows = [
        {
            "target": target,
            "ceiling": most,
            "reached": mean,
            "of the ceiling": mean / most if most else 0.0,
            "the target is": _verdict(target, most, mean),
        }
        for target, most, mean in zip(targets.values(), ceiling, reached, strict=True)
    ]
    return pd.DataFrame(rows, index=pd.Index(measures, name="measure"))


def _means(table, measures):
    return [float(table[measure].mean()) for measure in measures]


def _scored(run):
    """A run needs a document per query; a query without a relevant one gets an unmatched id, which counts 0."""
    return {query: docs or ["–"] for query, docs in run.items()}


def _verdict(target, ceiling, reached):
    if ceiling < target:
        return "out of anyone's reach"
    return "reached" if reached >= target else "possible, not reached"


def typical_values():
    """The chapter's table of classes of systems, as text, best class first."""
    import pandas as pd

    def text(low, high):
        return f"below {high:.2f}" if not low else f"{low:.2f}–{high:.2f}"

    rows = {name: {measure: text(*ends) for measure, ends in row.items()} for name, row in TYPICAL.items()}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("class")


def classes_of(measure, value):
    """Every class of that table into which a value falls.

    >>> classes_of("R@10", 0.62)
    ['state of the art', 'okay']
    """
    known = TYPICAL["okay"]
    if measure not in known:
        raise UsageError(f"the table has no {measure!r}: it has {', '.join(known)}")
    return [name for name, row in TYPICAL.items() if _inside(value, *row[measure])]


def _inside(value, low, high):
    return value < high if not low else low <= value <= high


def published_figures(pattern=""):
    """Published figures with their sources; `pattern` keeps those with it in collection, system or measure."""
    import pandas as pd

    kept = [figure for figure in PUBLISHED if re.search(pattern, " ".join(figure[:3]), re.I)]
    if not kept:
        raise UsageError(f"no published figure here has {pattern!r} in its collection, system or measure")
    return pd.DataFrame(kept, columns=Figure._fields).set_index("collection")

"""A target beside its ceiling: what a perfect system would reach; and figures that others have published."""

import re
from typing import NamedTuple

from ratools.words import short
from ratools_course.lessons.shared.best_possible import best_possible

OFTEN_NAMED = {"P@5": 0.7, "R@10": 0.9, "RR": 0.8, "nDCG@10": 0.7}  # as a chapter on ranking metrics has them
TYPICAL = {  # the same chapter's classes of systems, as it prints them: lowest and highest "typical value"
    "state of the art": {"P@5": (0.65, 0.75), "R@10": (0.55, 0.65), "MRR": (0.55, 0.70), "nDCG@10": (0.52, 0.62)},
    "good": {"P@5": (0.60, 0.70), "R@10": (0.70, 0.80), "MRR": (0.70, 0.85), "nDCG@10": (0.65, 0.75)},
    "okay": {"P@5": (0.45, 0.60), "R@10": (0.60, 0.70), "MRR": (0.60, 0.70), "nDCG@10": (0.55, 0.65)},
    "needs work": {"P@5": (0, 0.45), "R@10": (0, 0.60), "MRR": (0, 0.60), "nDCG@10": (0, 0.55)},
}


class Figure(NamedTuple):
    """One published number."""

    collection: str
    system: str
    measure: str
    value: float
    source: str


BEIR = "BEIR, mean of 18 sets"
PUBLISHED = (
    Figure(BEIR, "BM25", "nDCG@10", 0.423, "Thakur et al. 2021"),
    Figure(BEIR, "bge-base-en-v1.5", "nDCG@10", 0.509, "Pyserini"),
    Figure(BEIR, "bge-base-en-v1.5", "R@100", 0.648, "Pyserini"),
    Figure(BEIR, "a perfect system, at most", "P@5", 0.663, "mean of min(5, R) / 5"),
    Figure("MS MARCO dev", "BM25", "MRR@10", 0.184, "Pyserini"),
    Figure("MS MARCO dev", "SPLADE-v3", "MRR@10", 0.400, "Pyserini"),
    Figure("TREC DL 2019", "BM25", "nDCG@10", 0.506, "Pyserini"),
    Figure("TREC DL 2019", "the best run", "nDCG@10", 0.765, "NIST"),
    Figure("TREC DL 2020", "BM25", "nDCG@10", 0.480, "Pyserini"),
    Figure("TREC DL 2020", "the best run", "nDCG@10", 0.803, "NIST"),
)


def against_ceiling(targets, judgements, run):
    """Each target beside what a perfect system and one run reach on these judgements."""
    import pandas as pd

    from ratools.evaluation.evaluator import evaluate

    if not isinstance(targets, dict) or not targets:
        raise ValueError(f"targets must be a dict {{measure: lowest value}}, got {short(targets)}")
    measures = list(targets)
    ceiling = _means(evaluate(_scored(best_possible(judgements)), judgements, measures), measures)
    reached = _means(evaluate(run, judgements, measures), measures)
    rows = [
        {"target": wanted, "ceiling": ceiling[at], "reached": reached[at],
         "of the ceiling": reached[at] / ceiling[at] if ceiling[at] else 0.0,
         "the target is": _verdict(wanted, ceiling[at], reached[at])}
        for at, wanted in enumerate(targets.values())
    ]  # fmt: skip
    return pd.DataFrame(rows, index=pd.Index(measures, name="measure"))


def _means(table, measures):
    return [float(table[table.columns[list(table.columns).index(measure)]].mean()) for measure in measures]


def _scored(run):
    """A run needs a document per query; a query without a relevant one gets a stranger, which counts 0."""
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
        raise ValueError(f"the table has no {measure!r}: it has {', '.join(known)}")
    return [name for name, row in TYPICAL.items() if _inside(value, *row[measure])]


def _inside(value, low, high):
    return value < high if not low else low <= value <= high


def published_figures(pattern=""):
    """Published figures with their sources; `pattern` keeps those with it in collection, system or measure."""
    import pandas as pd

    kept = [one for one in PUBLISHED if re.search(pattern, " ".join(one[:3]), re.I)]
    if not kept:
        raise ValueError(f"no published figure here has {pattern!r} in its collection, system or measure")
    return pd.DataFrame(kept, columns=Figure._fields).set_index("collection")

"""Pages of a collection to look at, two systems side by side: titles and counts, as DataFrames.

`systems` is {name: run}; a run may be whatever `ratools.evaluate` takes.
"""

import re

import pandas as pd

from ratools.evaluation.evaluator import evaluate
from ratools.evaluation.formats import read_run
from ratools.words import did_you_mean, short


class Titles(pd.DataFrame):
    """A table of titles, shown in full and aligned left."""

    def _repr_html_(self):
        with pd.option_context("display.max_colwidth", None):
            return re.sub("<(t[dh])>", r'<\1 style="text-align: left">', self.to_html())


def first_results(collection, systems, queries):
    """What each system shows first, one row per query."""
    runs, rows = _runs(systems), {}
    for query in queries:
        text = _text(collection, query)
        pages = {name: _page(run, query, 1) for name, run in runs.items()}
        rows[text] = {name: collection.documents[page[0]].title if page else "–" for name, page in pages.items()}
    return Titles(pd.DataFrame.from_dict(rows, orient="index").rename_axis("query"))


def count_helpful(collection, systems, queries, k=5):
    """How many of the first k documents help, one row per query, and in all; a grade above 0 helps."""
    runs, rows = _runs(systems), {}
    for query in queries:
        text, judged = _text(collection, query), collection.judgements.get(query, {})
        rows[text] = {name: sum(judged.get(doc, 0) > 0 for doc in _page(run, query, k)) for name, run in runs.items()}
    table = pd.DataFrame.from_dict(rows, orient="index").rename_axis(
        f"help in the first {k}" if k > 1 else "help first"
    )
    table.loc["in all"] = table.sum()
    return table


def side_by_side(collection, systems, query, k=5):
    """What was typed, and the first k titles of each system; ✓ marks what helps."""
    text, judged, columns = _text(collection, query), collection.judgements.get(query, {}), {}
    for name, run in _runs(systems).items():
        page = _page(run, query, k)
        shown = [f"{'✓ ' if judged.get(doc, 0) > 0 else ''}{collection.documents[doc].title}" for doc in page]
        columns[name] = [*shown, *["–"] * (k - len(shown))]
    return Titles(pd.DataFrame(columns, index=pd.RangeIndex(1, k + 1, name="rank")).rename_axis(columns=text))


def means(collection, systems, measures):
    """The mean of each measure over all queries of the collection, one row per system."""
    rows = {name: evaluate(run, collection.judgements, measures)[measures].mean() for name, run in systems.items()}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("system")


def _runs(systems):
    return {name: read_run(run) for name, run in systems.items()}


def _page(run, query, k):
    return run.get(query, [])[:k]


def _text(collection, query):
    """What was typed; an unknown query is refused."""
    if query not in collection.queries:
        raise ValueError(f"there is no query {short(query)}{did_you_mean(query, collection.queries)}")
    return collection.queries[query].text

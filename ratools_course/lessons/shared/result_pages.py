"""The pages of several systems side by side, as titles, and their means.

`systems` is {name: run}; a run may be whatever `ratools.evaluate` takes.
"""

import re

import pandas as pd

from ratools.errors import UsageError
from ratools.evaluation.evaluator import evaluate
from ratools.evaluation.formats import read_run
from ratools.words import did_you_mean, short


class Titles(pd.DataFrame):
    """A table of titles, shown in full and aligned left."""

    def _repr_html_(self):
        with pd.option_context("display.max_colwidth", None):
            return re.sub("<(t[dh])>", r'<\1 style="text-align: left">', self.to_html())


def side_by_side(collection, systems, query, k=5):
    """What was typed, and the first k titles of each system; ✓ marks what helps."""
    text, judged, columns = query_text(collection, query), collection.judgements.get(query, {}), {}
    for name, run in read_runs(systems).items():
        documents = first_documents(run, query, k)
        shown = [f"{'✓ ' if judged.get(doc, 0) > 0 else ''}{collection.documents[doc].title}" for doc in documents]
        columns[name] = [*shown, *["–"] * (k - len(shown))]
    return Titles(pd.DataFrame(columns, index=pd.RangeIndex(1, k + 1, name="rank")).rename_axis(columns=text))


def means(collection, systems, measures):
    """The mean of each measure over all queries of the collection, one row per system."""
    rows = {name: evaluate(run, collection.judgements, measures)[measures].mean() for name, run in systems.items()}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("system")


def read_runs(systems):
    """{name: {query: documents}}."""
    return {name: read_run(run) for name, run in systems.items()}


def first_documents(run, query, k):
    """The first k documents for a query, none where it is not answered."""
    return run.get(query, [])[:k]


def query_text(collection, query):
    """What was typed; an unknown query is refused."""
    if query not in collection.queries:
        raise UsageError(f"there is no query {short(query)}{did_you_mean(query, collection.queries)}")
    return collection.queries[query].text

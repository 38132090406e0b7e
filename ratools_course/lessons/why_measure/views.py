"""Two systems to compare by eye: what each shows first, and how much of it helps.

`systems` is {name: run}; a run may be whatever `ratools.evaluate` takes.
"""

import pandas as pd

from ratools_course.lessons.shared.result_pages import Titles, first_documents, query_text, read_runs


def first_results(collection, systems, queries):
    """What each system shows first, one row per query."""
    runs, rows = read_runs(systems), {}
    for query in queries:
        text = query_text(collection, query)
        pages = {name: first_documents(run, query, 1) for name, run in runs.items()}
        rows[text] = {name: collection.documents[page[0]].title if page else "–" for name, page in pages.items()}
    return Titles(pd.DataFrame.from_dict(rows, orient="index").rename_axis("query"))


def count_helpful(collection, systems, queries, k=5):
    """How many of the first k documents help, one row per query, and in all; a grade above 0 helps."""
    runs, rows = read_runs(systems), {}
    for query in queries:
        text, judged = query_text(collection, query), collection.judgements.get(query, {})
        rows[text] = {
            name: sum(judged.get(doc, 0) > 0 for doc in first_documents(run, query, k)) for name, run in runs.items()
        }
    table = pd.DataFrame.from_dict(rows, orient="index").rename_axis(
        f"help in the first {k}" if k > 1 else "help first"
    )
    table.loc["in all"] = table.sum()
    return table

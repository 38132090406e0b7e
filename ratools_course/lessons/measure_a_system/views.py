"""Tables of notebook 08: words counted, judgements as rows, why a query was lost, a learner's evaluator at work."""

import io
import tempfile
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from ratools.evaluation.evaluator import evaluate
from ratools.evaluation.formats import read_run
from ratools.lazy import Later
from ratools.paths import data_dir
from ratools.words import did_you_mean, short
from ratools_course.checker.verdicts import Result
from ratools_course.lessons.shared.side_by_side import Titles
from ratools_course.systems.datasets import helpdesk
from ratools_course.systems.retriever import document_texts
from ratools_course.systems.tokeniser import STOP_WORDS, tokenize

pd = Later("pandas")

COLUMNS = ("k", "MRR", "nDCG", "MAP", "Recall", "Precision")


def word_counts(documents, words):
    """How often each word stands in each document: one row per document, one column per word.

    >>> word_counts({"d1": "red red hat", "d2": "a hat"}, ["red", "hat"]).loc["d1"].tolist()
    [2, 1]
    """
    counts = {name: Counter(tokenize(text)) for name, text in document_texts(documents).items()}
    rows = {name: [count[word] for word in words] for name, count in counts.items()}
    return pd.DataFrame.from_dict(rows, orient="index", columns=list(words)).rename_axis("document")


def judged_rows(collection=None):
    """The judgements as `evaluate_predictions` takes them: query_id, doc_id, score, split.

    `develop` are the queries that were written with the documents, `test` those of strangers; by default of the
    helpdesk.
    """
    collection = helpdesk() if collection is None else collection
    split = {name: "test" if query.written == "blind" else "develop" for name, query in collection.queries.items()}
    pairs = ((query, doc, grade) for query, judged in collection.judgements.items() for doc, grade in judged.items())
    rows = [(query, doc, grade, split[query]) for query, doc, grade in pairs]
    return pd.DataFrame(rows, columns=["query_id", "doc_id", "score", "split"])


def why_lost(collection, run, queries):
    """One row per query: the best document, its rank, the words it shares with the query, what is shown first."""
    run, rows = read_run(run), {}
    for query in queries:
        if query not in collection.judgements:
            raise ValueError(f"there is no judged query {short(query)}{did_you_mean(query, collection.judgements)}")
        grades, text, page = collection.judgements[query], collection.queries[query].text, run.get(query, [])
        places = {doc: rank for rank, doc in enumerate(page, start=1)}
        best = max(grades, key=lambda doc: (grades[doc], -places.get(doc, len(page) + 1)))
        document = collection.documents[best]
        said = {*tokenize(f"{document.title} {document.text}")}
        shared = [word for word in dict.fromkeys(tokenize(text, STOP_WORDS)) if word in said]
        rows[text] = {
            "best document": _dated(document) if grades[best] else "–",
            "its rank": places.get(best, "–") if grades[best] else "–",
            "shared words": ", ".join(shared) or "–",
            "shown first": _dated(collection.documents[page[0]]) if page else "–",
        }
    return Titles(pd.DataFrame.from_dict(rows, orient="index").rename_axis("query"))


def _dated(document):
    """A title with the year of the document's last change."""
    return f"{document.title} ({document.updated[:4]})"


def on_two_collections(files, measure):
    """The mean of each run, {name: file}, on the help centre and on the standard library's docstrings."""
    docstrings = pd.read_csv(data_dir() / "stdlib" / "judgements.csv")[["query_id", "doc_id", "grade"]]
    docstrings = docstrings[docstrings["doc_id"] != "asyncio.TaskGroup"]  # Python 3.11, which made the runs, lacks it
    places = {"help centre": ("runs", helpdesk().judgements), "standard library": ("stdlib/runs", docstrings)}
    columns = {
        place: {
            name: evaluate(data_dir() / folder / f"{file}.run", judged, [measure])[measure].mean()
            for name, file in files.items()
        }
        for place, (folder, judged) in places.items()
    }
    return pd.DataFrame(columns)


def from_a_shell(run, judgements, *options):
    """Print the command `ratools trec` for a run, and what it answers."""
    from ratools.__main__ import main

    run, said = Path(run), io.StringIO()
    with tempfile.TemporaryDirectory() as folder, redirect_stdout(said), redirect_stderr(io.StringIO()):
        file = Path(folder) / "judgements.qrels"
        lines = (f"{query} 0 {doc} {grade}" for query, judged in judgements.items() for doc, grade in judged.items())
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        main(["trec", str(file), str(run), *options])
    print(f"$ ratools trec {file.name} {run.name} {' '.join(options)}")
    print(said.getvalue().strip())


def my_table(preds, rows, ks, grades_by_query, row_at_k):
    """What `evaluate_predictions` gives, put together from a learner's two functions; a sentence while one is missing.

    >>> my_table({"q1": [("a", 0.9)]}, [("q1", "a", 1, "test")], [1], lambda rows, split: ..., lambda *three: ...)
    ○ evaluator: Not attempted yet. Your two functions are not finished. Come back to this cell when both are right.
    """
    try:
        judged = grades_by_query(rows, "all")
        pages = {query: [doc for doc, _ in scored] for query, scored in preds.items()}
        table = []
        for k in ks:
            found = [row_at_k(page, judged.get(query, {}), k) for query, page in pages.items()]
            table.append([k, *(sum(column) / len(found) for column in zip(*found, strict=True))])
        return pd.DataFrame(table, columns=list(COLUMNS))
    except (NameError, TypeError, AttributeError, ValueError, KeyError, ZeroDivisionError, IndexError):
        told = "Your two functions are not finished. Come back to this cell when both are right."
        return Result("evaluator", "not attempted", told)

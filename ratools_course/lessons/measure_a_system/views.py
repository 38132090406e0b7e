"""Tables of notebook 08: words counted, judgements as rows, why a query was lost, a learner's evaluator at work."""

import argparse
from collections import Counter
from pathlib import Path

from ratools.errors import UsageError
from ratools.evaluation.evaluator import evaluate
from ratools.evaluation.formats import read_run
from ratools.evaluation.trec_output import as_trec_eval, asked_lines
from ratools.lazy import Later
from ratools.paths import data_dir
from ratools.words import did_you_mean, short
from ratools_course.checker.sources import GAP
from ratools_course.checker.verdicts import Result
from ratools_course.lessons.shared.result_pages import Titles
from ratools_course.systems.datasets import helpdesk
from ratools_course.systems.lexical import document_texts
from ratools_course.systems.words import STOP_WORDS, tokenize

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
            raise UsageError(f"there is no judged query {short(query)}{did_you_mean(query, collection.judgements)}")
        grades, text, page = collection.judgements[query], collection.queries[query].text, run.get(query, [])
        ranks = {doc: rank for rank, doc in enumerate(page, start=1)}
        best = max(grades, key=lambda doc: (grades[doc], -ranks.get(doc, len(page) + 1)))
        document = collection.documents[best]
        said = {*tokenize(f"{document.title} {document.text}")}
        shared = [word for word in dict.fromkeys(tokenize(text, STOP_WORDS)) if word in said]
        rows[text] = {
            "best document": _dated(document) if grades[best] else "–",
            "its rank": ranks.get(best, "–") if grades[best] else "–",
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
    collections = {"help centre": ("runs", helpdesk().judgements), "standard library": ("stdlib/runs", docstrings)}
    columns = {
        collection: {
            name: evaluate(data_dir() / folder / f"{file}.run", judged, [measure])[measure].mean()
            for name, file in files.items()
        }
        for collection, (folder, judged) in collections.items()
    }
    return pd.DataFrame(columns)


def from_a_shell(run, judgements, *options):
    """Print the command `ratools trec` for a run, and what it answers with `--format trec`."""
    run, settings = Path(run), _shell_settings(options)
    lines, _ = as_trec_eval(run, judgements, asked_lines(settings.pop("measures")), **settings)
    print(f"$ ratools trec judgements.qrels {run.name} {' '.join(options)}")
    print("\n".join(lines))


def _shell_settings(options):
    """The options of the command that the notebook shows, as arguments of `as_trec_eval`."""
    parser = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    parser.add_argument("-m", dest="measures", action="append")
    parser.add_argument("-c", dest="complete", action="store_true")
    parser.add_argument("-q", dest="per_query", action="store_true")
    parser.add_argument("--format")
    settings, unknown = parser.parse_known_args(options)
    if unknown or settings.format != "trec":
        raise UsageError(f"options must be --format trec and any of -m, -c and -q, got {short(' '.join(options))}")
    del settings.format
    return vars(settings)


def my_table(preds, rows, ks, grades_by_query, row_at_k):
    """What `evaluate_predictions` gives, put together from a learner's two functions; a sentence while one is missing.

    >>> my_table({"q1": [("a", 0.9)]}, [("q1", "a", 1, "test")], [1], lambda rows, split: ..., lambda *three: ...)
    ○ evaluator: Not attempted yet. Your two functions are not finished. Come back to this cell when both are right.
    """
    try:
        judged = _finished(grades_by_query(rows, "all"))
        pages = {query: [doc for doc, _ in scored] for query, scored in preds.items()}
        table = []
        for k in ks:
            scores = [_finished(row_at_k(page, judged.get(query, {}), k)) for query, page in pages.items()]
            table.append([k, *(sum(column) / len(scores) for column in zip(*scores, strict=True))])
        return pd.DataFrame(table, columns=list(COLUMNS))
    except Exception as error:
        if isinstance(error, NotImplementedError) or isinstance(error, NameError) and error.name == GAP:
            message = "Your two functions are not finished. Come back to this cell when both are right."
            return Result("evaluator", "not attempted", message)
        text = ": ".join(filter(None, (type(error).__name__, str(error))))
        return Result("evaluator", "wrong", f"Your two functions stop with `{text}`.")


def _finished(value):
    """What a function returned; a stub returns nothing, or its `...`."""
    if value is None or value is ...:
        raise NotImplementedError
    return value

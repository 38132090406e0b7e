"""From a function that searches to a run that `evaluate` takes, with the seconds that every query took.

The order that the function returns is the ranking: nothing is sorted again, since some systems give distances, where
less is better, and some give no score at all.
"""

import inspect
import json
import os
import tempfile
import time
from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path

import numpy as np
from tqdm import tqdm

from ratools.errors import UsageError
from ratools.evaluation.formats import Run, is_id, read_qrels, read_run
from ratools.lazy import Later
from ratools.metrics.arguments import as_whole_number
from ratools.words import count, listed, short

pd = Later("pandas")

ID_COLUMNS = ("query_id", "qid", "id", "q_id", "query-id")
TEXT_COLUMNS = ("query", "text", "question")
K_NAMES = ("k", "top_k", "topk", "n", "limit", "size")
RESULTS = "search must return a ranked list of document ids, of (id, score) pairs, or of dicts with doc_id or id"


class CollectedRun(Run):
    """A run with what happened on the way: `seconds` per query, `failed` {query: error}, `repeated` {query: number}.

    A query that failed is not in the run; one that found nothing is there with an empty list.
    """

    def __init__(self):
        super().__init__()
        self.seconds, self.failed, self.repeated = {}, {}, {}

    def latency(self):
        """(median, 95th percentile) of the seconds per query, or None if nothing was timed."""
        if not self.seconds:
            return None
        return tuple(float(seconds) for seconds in np.percentile(list(self.seconds.values()), [50, 95]))

    def __repr__(self):
        parts = [f"{count(len(self), 'query')}, {count(sum(map(len, self.values())), 'result')}"]
        if self.seconds:
            parts.append("median {:.3f} s, 95th percentile {:.3f} s".format(*self.latency()))
        empty = [query for query, ranking in self.items() if not ranking]
        if empty:
            parts.append(f"{count(len(empty), 'query')} found nothing ({listed(empty)})")
        if self.failed:
            query, error = next(iter(self.failed.items()))
            parts.append(f"{count(len(self.failed), 'query')} failed and left out (for example {query}: {error})")
        if self.repeated:
            total = sum(self.repeated.values())
            parts.append(f"{count(total, 'repeated document')} dropped, the best-ranked kept")
        return f"CollectedRun({'; '.join(parts)})"


def collect(search, queries, k=100, *, path=None):
    """Ask `search` every query and keep the first k documents of each answer.

    `search(query)` or `search(query, k)` returns ranked ids, (id, score) pairs, or dicts with doc_id or id. `queries`
    is {id: text}, or a DataFrame with query_id and query. With `path`, answers are saved as they come, one line each,
    and a second call goes on where the first stopped; queries that failed are asked again.

    >>> collect(lambda query: [("d2", 0.9), ("d7", 0.4)], {"q1": "cancel my plan"})["q1"]
    ['d2', 'd7']
    """
    texts = as_queries(queries)
    if not callable(search):
        raise UsageError(f"search must be a function of a query, got {short(search)}")
    k = as_whole_number(k, "k", least=1)
    options = _options(search, k)
    run = CollectedRun()
    saved = _saved(path, texts, k) if path is not None else {}
    with tqdm(texts.items(), desc="queries", unit="query", delay=1, leave=False) as bar:
        for query, text in bar:
            answer = saved.get(query) or _ask(search, query, text, k, options)
            _keep(run, query, answer, k)
            if path is not None and query not in saved:
                _append(path, {"query": query, "text": text, "k": k, **answer})
    return run


def as_queries(queries):
    """{id: text} of a dict, of {id: an object with .text}, or of a DataFrame; every text is checked."""
    if isinstance(queries, Mapping):
        texts = {query: getattr(text, "text", text) for query, text in queries.items()}
    elif isinstance(queries, pd.DataFrame):
        ids = next((name for name in ID_COLUMNS if name in queries.columns), None)
        text = next((name for name in TEXT_COLUMNS if name in queries.columns), None)
        if ids is None or text is None:
            there = ", ".join(map(str, queries.columns))
            raise UsageError(f"the queries need the columns query_id and query; they have {there}")
        if queries[ids].duplicated().any():
            raise UsageError(f"query {queries[ids][queries[ids].duplicated()].iloc[0]!r} is there twice")
        texts = dict(zip(queries[ids].tolist(), queries[text].tolist(), strict=True))
    else:
        raise UsageError(f"queries must be a dict {{id: text}} or a DataFrame, got {short(queries)}")
    if not texts:
        raise UsageError("there are no queries: give at least one, as {id: text}")
    for query, text in texts.items():
        if not isinstance(text, str):
            raise UsageError(f"query {query!r}: its text must be a str, got {short(text)}")
    return texts


def _options(search, k):
    """How k is passed on, as (arguments, keywords): by name, by position, or not at all."""
    try:
        parameters = list(inspect.signature(search).parameters.values())
    except (TypeError, ValueError):  # a builtin that does not tell
        return (), {}
    for parameter in parameters[1:]:
        if parameter.name in K_NAMES and parameter.kind is not parameter.VAR_POSITIONAL:
            return (), {parameter.name: k}
    required = [p for p in parameters if p.default is p.empty and p.kind <= p.POSITIONAL_OR_KEYWORD]
    return ((k,), {}) if len(required) == 2 else ((), {})


def _ask(search, query, text, k, options):
    """One answer as it is saved: documents and seconds, or the error."""
    started = time.perf_counter()
    try:
        results = search(text, *options[0], **options[1])
        if isinstance(results, Iterable) and not isinstance(results, (str, bytes, Mapping)):
            results = list(islice(results, 10 * k))  # a generator may fail, or never end
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}".strip()}
    return {"documents": _ids(results, query), "seconds": time.perf_counter() - started}


def _ids(results, query):
    """The ranked ids in whatever form they came."""
    if not isinstance(results, list):
        remedy = " (a dict has no ranking: return sorted pairs)" if isinstance(results, Mapping) else ""
        raise UsageError(f"query {query!r}: {RESULTS}, got {short(results)}{remedy}")
    ids = []
    for rank, result in enumerate(results, start=1):
        if isinstance(result, Mapping):
            doc = next((result[name] for name in ("doc_id", "id", "docno", "docid") if name in result), None)
        else:
            doc = result[0] if isinstance(result, (tuple, list)) and len(result) == 2 else result
        doc = doc.item() if isinstance(doc, np.generic) else doc
        if not is_id(doc) or isinstance(doc, (tuple, list)):
            raise UsageError(f"query {query!r}, rank {rank}: {short(result)} holds no document id; {RESULTS}")
        ids.append(doc)
    return ids


def _keep(run, query, answer, k):
    """Put one answer into the run; a document counts once, at its best rank."""
    if "error" in answer:
        run.failed[query] = answer["error"]
        return
    unique = list(dict.fromkeys(answer["documents"]))
    if len(unique) < len(answer["documents"]):
        run.repeated[query] = len(answer["documents"]) - len(unique)
    run[query] = unique[:k]
    run.seconds[query] = answer["seconds"]


# Answers saved as they come ------------------------------------------------------------------------------------------


def _saved(path, texts, k):
    """{query: answer} of the lines that a first call left; those that failed are left out, to be asked again."""
    path = Path(path)
    if not path.exists():
        return {}
    saved = {}
    lines = path.read_text(encoding="utf-8").split("\n")
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            answer = json.loads(line)
            query, text, depth = answer["query"], answer["text"], answer["k"]
        except (json.JSONDecodeError, KeyError, TypeError):
            if number == len(lines):  # the first call was cut off while it wrote
                os.truncate(path, path.stat().st_size - len(line.encode("utf-8")))
                continue
            raise UsageError(f"{path}:{number}: not an answer that collect saved; name another file") from None
        if texts.get(query, text) != text or depth != k:
            was = f"k={depth}" if depth != k else f"the text {short(text)}"
            raise UsageError(f"{path}:{number}: query {query!r} was asked with {was}; name another file, or delete it")
        if "error" not in answer:
            saved[query] = answer
    return saved


def _append(path, answer):
    """One more line, whole or not at all as far as the disk allows; ids that JSON cannot hold are refused."""
    wrong = [doc for doc in [answer["query"], *answer.get("documents", ())] if not isinstance(doc, (str, int))]
    if wrong:
        raise UsageError(f"{path}: {short(wrong[0])} cannot be saved: an id must be a str or an int")
    line = json.dumps(answer, ensure_ascii=False) + "\n"
    with open(path, "a+b") as file:
        file.seek(0, os.SEEK_END)
        if file.tell():
            file.seek(-1, os.SEEK_END)
            line = line if file.read(1) == b"\n" else f"\n{line}"  # behind a line that was cut off
        file.write(line.encode("utf-8"))


# TREC files ----------------------------------------------------------------------------------------------------------


def save_run(run, path, tag="ratools"):
    """Write a run as a TREC file; scores fall by one per rank, so that every reader finds the same order."""
    rows = []
    for query, ranking in read_run(run).items():
        for rank, doc in enumerate(ranking, start=1):
            rows.append((query, "Q0", doc, rank, len(ranking) + 1 - rank, tag))
    _write_rows(rows, path)


def save_qrels(qrels, path):
    """Write judgements as a TREC file."""
    _write_rows([(q, 0, doc, grade) for q, judged in read_qrels(qrels).items() for doc, grade in judged.items()], path)


def _write_rows(rows, path):
    """All lines or none: a file that is there stays as it is until the new one is whole."""
    lines = []
    for row in rows:
        fields = [str(field) for field in row]
        wrong = next((field for field in fields if not field or field.split() != [field]), None)
        if wrong is not None:
            raise UsageError(f"{path}: {wrong!r} is empty or holds white space, which TREC's format cannot; rename it")
        lines.append(" ".join(fields) + "\n")
    path = Path(path)
    try:
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as file:
            file.writelines(lines)
        os.replace(file.name, path)
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror or error}") from None

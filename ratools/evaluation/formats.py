"""Whatever people have → one internal form, or a sentence that says what is wrong with it and where.

A run may be a TREC file, a JSON file, `{query: {document: score}}`, `{query: [document, …]}`,
`{query: [(document, score), …]}` or a DataFrame; judgements a TREC or JSON file, `{query: {document: grade}}`,
`{query: {document, …}}` or a DataFrame. Files may be gzipped. Nothing here executes what it reads.

Inside, judgements are `{query: {document: grade}}`, and a run is a `Run`: all rankings, one after the other.
"""

import gzip
import io
import json
import math
import os
import zlib
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from itertools import chain, pairwise
from numbers import Real
from operator import itemgetter
from pathlib import Path

import numpy as np
import pandas as pd
from tqdm import tqdm

QUERY_COLUMNS = ("query_id", "qid", "query", "q_id", "topic")
DOCUMENT_COLUMNS = ("doc_id", "docno", "docid", "doc", "document_id", "document")
SCORE_COLUMNS = ("score", "sim", "similarity")
GRADE_COLUMNS = ("score", "relevance", "rel", "grade", "label")
RUN_LINE = "a run's line is: query Q0 document rank score tag"
PANDAS_READS_FLOATS_EXACTLY = tuple(map(int, pd.__version__.split(".")[:2])) >= (3, 1)
QRELS_LINE = "a line of judgements is: query iteration document grade"


@dataclass(frozen=True)
class Run:
    """All rankings, one after the other: query n has documents[starts[n]:starts[n + 1]], best first, each once."""

    queries: list
    starts: np.ndarray
    documents: list

    def __repr__(self):
        return f"Run({len(self.queries)} queries, {len(self.documents)} results)"

    def rankings(self):
        """The rankings as a dict of lists, as the metrics take them."""
        bounds = pairwise(self.starts.tolist())
        return {query: self.documents[a:b] for query, (a, b) in zip(self.queries, bounds, strict=True)}


# Order ---------------------------------------------------------------------------------------------------------------


def rank_order(documents, scores):
    """The rows best first: by falling score, ties by falling document id, compared as text (trec_eval's rule).

    >>> rank_order(["a", "b", "c"], np.array([0.5, 0.9, 0.5])).tolist()        # b, then c before a
    [1, 2, 0]
    """
    order = np.argsort(-scores, kind="stable")
    tied = np.diff(scores[order]) == 0
    if tied.any():
        edges = np.flatnonzero(np.diff(np.concatenate([[False], tied, [False]])))  # where a row of ties starts, ends
        for start, end in edges.reshape(-1, 2).tolist():
            order[start : end + 1] = sorted(order[start : end + 1], key=lambda row: str(documents[row]), reverse=True)
    return order


def _ranked(queries, starts, documents, scores, duplicates, where=None):
    """Columns → `Run`. `scores=None`: the order given is the ranking. `where(query, document)`: a repeat's place, or
    None where there cannot be one."""
    if scores is not None:
        falling = np.ones(len(scores), dtype=bool)
        falling[1:] = scores[1:] < scores[:-1]
        falling[starts[:-1][np.diff(starts) > 0]] = True
        unsorted_queries = np.unique(np.searchsorted(starts, np.flatnonzero(~falling), side="right") - 1)
        for a, b in zip(starts[unsorted_queries].tolist(), starts[unsorted_queries + 1].tolist(), strict=True):
            part = documents[a:b]
            documents[a:b] = itemgetter(*rank_order(part, scores[a:b]).tolist())(part)  # b − a > 1, so this is a tuple
    run = Run(queries, starts, documents)
    return run if where is None else _each_once(run, duplicates, where)


def _each_once(run, duplicates, where):
    repeated = [query for query, ranking in run.rankings().items() if len(_ids(query, ranking)) < len(ranking)]
    if not repeated:
        return run
    rankings = run.rankings()
    if duplicates == "error":
        query, seen = repeated[0], set()
        document = next(doc for doc in rankings[query] if doc in seen or seen.add(doc))
        raise ValueError(
            f"{where(query, document)}: document {document!r} is there twice for query {query!r}; a document can be "
            "found only once (duplicates='first' keeps the best-ranked)"
        )
    rankings |= {query: list(dict.fromkeys(rankings[query])) for query in repeated}
    starts = np.cumsum([0, *map(len, rankings.values())])
    return Run(run.queries, starts, list(chain.from_iterable(rankings.values())))


def _ids(query, ranking):
    try:
        return set(ranking)
    except TypeError:
        rank, document = next((n, doc) for n, doc in enumerate(ranking, start=1) if not _hashable(doc))
        raise ValueError(
            f"query {query!r}, rank {rank}: {_short(document)} is no document id (an id is hashable, such as a str)"
        ) from None


def _hashable(value):
    try:
        hash(value)
    except TypeError:
        return False
    return True


# A run ---------------------------------------------------------------------------------------------------------------


def read_run(run, duplicates="error"):
    """Any run → `Run`.

    >>> read_run({"q1": {"d1": 0.7, "d2": 0.9}, "q2": {}}).rankings()
    {'q1': ['d2', 'd1'], 'q2': []}
    """
    if duplicates not in ("error", "first"):
        raise ValueError(f"duplicates must be 'error' or 'first', got {duplicates!r}")
    if isinstance(run, Run):
        return run
    if isinstance(run, (str, os.PathLike)):
        return _run_from_file(Path(run), duplicates)
    if isinstance(run, pd.DataFrame):
        return _run_from_frame(run, duplicates)
    if isinstance(run, Mapping):
        return _run_from_dict(run, duplicates)
    raise ValueError(f"a run is a path, a dict by query or a DataFrame, got {_short(run)}")


def _run_from_dict(run, duplicates):
    kinds = {_kind(query, results) for query, results in run.items()} - {"empty"}
    if not kinds:
        raise ValueError("the run is empty: it returns no document for any query")
    if len(kinds) > 1:
        raise ValueError(f"the run mixes {' and '.join(sorted(kinds))}: give every query the same form")
    queries, kind = list(run), kinds.pop()
    starts = np.cumsum([0, *map(len, run.values())])
    documents, scores = list(chain.from_iterable(run.values())), None
    if kind == "scores by document":
        values = chain.from_iterable(results.values() for results in run.values() if results)
        scores = _scores(list(values), queries, starts, documents)
        return _ranked(queries, starts, documents, scores, duplicates)
    if kind == "pairs of document and score":
        _check_pairs(queries, starts, documents)
        values, documents = [pair[1] for pair in documents], [pair[0] for pair in documents]
        _check_falling(_scores(values, queries, starts, documents), queries, starts, documents)
    return _ranked(queries, starts, documents, scores, duplicates, lambda query, document: "the run")


def _kind(query, results):
    """What the results of one query look like."""
    if isinstance(results, Mapping):
        return "scores by document" if results else "empty"
    if isinstance(results, (str, bytes, Set)) or not isinstance(results, Iterable) or not hasattr(results, "__len__"):
        raise ValueError(
            f"query {query!r}: results must be a ranked list or a dict {{document: score}}, got {_short(results)}"
        )
    if not len(results):
        return "empty"
    first = next(iter(results))
    return "pairs of document and score" if isinstance(first, (tuple, list)) and len(first) == 2 else "documents"


def _place(row, queries, starts):
    query = int(np.searchsorted(starts, row, side="right")) - 1
    return queries[query], int(row - starts[query]) + 1


def _check_pairs(queries, starts, pairs):
    for row, pair in enumerate(pairs):
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            query, rank = _place(row, queries, starts)
            raise ValueError(f"query {query!r}, rank {rank}: expected a pair (document, score), got {_short(pair)}")


def _scores(values, queries, starts, documents):
    """Scores as an array, or the place of the one that is no finite number."""
    try:
        scores = np.fromiter(values, dtype=np.float64, count=len(values))
        if np.isfinite(scores).all() and not isinstance(values[0], str):
            return scores
    except (TypeError, ValueError, OverflowError):
        pass
    checked = []
    for row, value in enumerate(values):
        query, rank = _place(row, queries, starts)
        checked.append(finite_number(value, f"query {query!r}, document {documents[row]!r}: score"))
    return np.array(checked)


def finite_number(value, place):
    """The value as a float, or a ValueError that names the place."""
    value = value.item() if hasattr(value, "item") else value
    if not isinstance(value, Real):
        raise ValueError(f"{place} {value!r} is not a number")
    if not -1e308 <= value <= 1e308:
        raise ValueError(f"{place} {_short(value)} is not finite")
    return float(value)


def _check_falling(scores, queries, starts, documents):
    rises = np.setdiff1d(np.flatnonzero(scores[1:] > scores[:-1]) + 1, starts)
    if len(rises):
        row = rises[0]
        query, rank = _place(row, queries, starts)
        raise ValueError(
            f"query {query!r}: the score rises from {scores[row - 1]} to {scores[row]} at rank {rank} (document "
            f"{documents[row]!r}); give pairs best first, or a dict {{document: score}}, which is sorted for you"
        )


def _run_from_frame(frame, duplicates, where=lambda query, document: "the run"):
    query, document = column(frame, QUERY_COLUMNS, "query"), column(frame, DOCUMENT_COLUMNS, "document")
    score = column(frame, SCORE_COLUMNS, "score", optional=True)
    if frame.empty:
        raise ValueError("the run is empty: it has no row")
    _no_gaps(frame, query), _no_gaps(frame, document)
    scores = None if score is None else _frame_numbers(frame, score)
    return _run_from_columns(frame[query], frame[document].tolist(), scores, duplicates, where)


def _run_from_columns(query_column, documents, scores, duplicates, where):
    """Rows in any order of queries: each query's rows are brought together, in their order."""
    codes, queries = pd.factorize(query_column)
    if (np.diff(codes) < 0).any():
        order = np.argsort(codes, kind="stable")
        codes, documents = codes[order], [documents[row] for row in order]
        scores = None if scores is None else scores[order]
    starts = np.searchsorted(codes, np.arange(len(queries) + 1))
    return _ranked(queries.tolist(), starts, documents, scores, duplicates, where)


def column(frame, names, what, optional=False):
    """The name of the frame's column for `what`, whichever of the usual names it has."""
    lower = {str(name).lower(): name for name in frame.columns}
    found = next((lower[name] for name in names if name in lower), None)
    if found is None and not optional:
        there = ", ".join(map(str, frame.columns))
        raise ValueError(f"no {what} column among {there}: call it one of {', '.join(names)}")
    return found


def _no_gaps(frame, name):
    gaps = frame[name].isna()
    if gaps.any():
        raise ValueError(f"row {_short(frame.index[gaps][0])}: column {name!r} is empty")


def _frame_numbers(frame, name):
    """A column of numbers, or the row that is no finite number."""
    values = frame[name]
    if pd.api.types.is_numeric_dtype(values):
        numbers = values.to_numpy(dtype=np.float64, na_value=np.nan)
        if np.isfinite(numbers).all():
            return numbers
    return np.array([finite_number(value, f"row {_short(row)}: {name}") for row, value in values.items()], dtype=float)


# Judgements ----------------------------------------------------------------------------------------------------------


def read_qrels(qrels):
    """Any judgements → `{query: {document: grade}}`.

    >>> read_qrels({"q1": {"d1": 2, "d2": 0}, "q2": {"d3"}})
    {'q1': {'d1': 2, 'd2': 0}, 'q2': {'d3': 1}}
    """
    if isinstance(qrels, (str, os.PathLike)):
        qrels = _qrels_from_file(Path(qrels))
    elif isinstance(qrels, pd.DataFrame):
        qrels = _qrels_from_frame(qrels)
    elif not isinstance(qrels, Mapping):
        raise ValueError(f"judgements are a path, a dict by query or a DataFrame, got {_short(qrels)}")
    qrels = {query: _grades(query, judged) for query, judged in qrels.items()}
    if not any(qrels.values()):
        raise ValueError("the judgements are empty: no document was judged for any query")
    return qrels


def _grades(query, judged):
    if isinstance(judged, Mapping):
        if {int, float}.issuperset(map(type, judged.values())) and all(
            -1e308 <= grade <= 1e308 for grade in judged.values()
        ):
            return judged
        place = "query {!r}, document {!r}: grade"
        return {doc: finite_number(grade, place.format(query, doc)) for doc, grade in judged.items()}
    if isinstance(judged, (str, bytes)) or not isinstance(judged, Iterable):
        raise ValueError(f"query {query!r}: judgements must be a dict {{document: grade}}, got {_short(judged)}")
    return dict.fromkeys(judged, 1)


def _qrels_from_frame(frame):
    query, document = column(frame, QUERY_COLUMNS, "query"), column(frame, DOCUMENT_COLUMNS, "document")
    grade = column(frame, GRADE_COLUMNS, "grade")
    _no_gaps(frame, query), _no_gaps(frame, document)
    numbers = _frame_numbers(frame, grade).tolist()
    grades = [int(number) if number == int(number) else number for number in numbers]
    places = (f"row {_short(row)}" for row in frame.index)
    return _gather(zip(frame[query].tolist(), frame[document].tolist(), grades, places, strict=True))


def _gather(rows):
    """(query, document, grade, place) → judgements. The same document twice must have the same grade."""
    qrels = {}
    for query, document, grade, place in rows:
        known = qrels.setdefault(query, {}).setdefault(document, grade)
        if known != grade:
            raise ValueError(
                f"{place}: document {document!r} of query {query!r} has grade {grade}, but had {known} before; keep one"
            )
    return qrels


# Files ---------------------------------------------------------------------------------------------------------------


def read_bytes(path):
    """The whole file, unzipped, without its byte order mark; text in another encoding or a binary file is refused."""
    try:
        data = path.read_bytes()
        if data[:2] == b"\x1f\x8b":
            data = gzip.decompress(data)
    except FileNotFoundError:
        raise ValueError(f"{path}: there is no such file") from None
    except IsADirectoryError:
        raise ValueError(f"{path}: this is a folder; name a file in it") from None
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ValueError(f"{path}: the gzip file is damaged ({error})") from None
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror or error}") from None
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise ValueError(f"{path}: this text is UTF-16; save it as UTF-8")
    data = data.removeprefix(b"\xef\xbb\xbf")
    if b"\0" in data:
        line = data[: data.index(b"\0")].count(b"\n") + 1
        raise ValueError(f"{path}:{line}: this is a binary file, not text (byte 0)")
    if not data.strip():
        raise ValueError(f"{path}: the file is empty")
    return data


def read_json(path, data=None):
    """A JSON file; a key that is there twice, NaN and Infinity are refused."""

    def no_repeats(pairs):
        result = dict(pairs)
        if len(result) < len(pairs):
            seen = set()
            repeated = next(key for key, _ in pairs if key in seen or seen.add(key))
            raise ValueError(f"the key {repeated!r} is there twice; keep one")
        return result

    def no_constant(name):
        raise ValueError(f"{name} is not a number that JSON knows")

    try:
        text = (data or read_bytes(path)).decode("utf-8")
        return json.loads(text, object_pairs_hook=no_repeats, parse_constant=no_constant)
    except json.JSONDecodeError as error:
        raise ValueError(f"{path}:{error.lineno}: not JSON: {error.msg}") from None
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        raise ValueError(f"{path}: byte {byte:#04x} is not UTF-8; save the file as UTF-8") from None
    except RecursionError:
        raise ValueError(f"{path}: not a run or judgements: nested too deeply") from None
    except ValueError as error:
        raise error if str(error).startswith(str(path)) else ValueError(f"{path}: {error}") from None


def _is_json(path, data):
    return ".json" in [suffix.lower() for suffix in path.suffixes[-2:]] or data.lstrip()[:1] in (b"{", b"[")


def _from_json(path, data, from_frame, from_dict):
    content = read_json(path, data)
    try:
        if isinstance(content, list) and all(isinstance(row, dict) for row in content):
            return from_frame(pd.DataFrame(content))
        if isinstance(content, dict):
            return from_dict(content)
        raise ValueError("expected an object by query, or a list of records with query, document and score")
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def _run_from_file(path, duplicates):
    data = read_bytes(path)
    if _is_json(path, data):
        return _from_json(
            path, data, lambda frame: _run_from_frame(frame, duplicates), lambda run: _run_from_dict(run, duplicates)
        )
    frame = _fast_columns(data, path)
    if frame is None:
        rows = [(fields[0], fields[2], _score(fields, place)) for fields, place in _lines(path, data, 6, RUN_LINE)]
        frame = pd.DataFrame(rows, columns=["query", "document", "score"])

    def where(query, document):
        lines = _lines(path, data, 6, RUN_LINE)
        return [place for fields, place in lines if (fields[0], fields[2]) == (query, document)][1]

    scores = frame["score"].to_numpy(dtype=np.float64)
    return _run_from_columns(frame["query"], frame["document"].tolist(), scores, duplicates, where)


class _Watched(io.BytesIO):
    """Bytes that move a progress bar along as they are read."""

    def __init__(self, data, bar):
        super().__init__(data)
        self.bar = bar

    def read(self, size=-1):
        chunk = super().read(size)
        self.bar.update(len(chunk))
        return chunk


def _fast_columns(data, path):
    """The columns of a run, read by pandas; None where anything at all looks unusual, and `_lines` must look closer."""
    first = data.lstrip().split(b"\n", 1)[0].split()
    if len(first) != 6 or b"\x0b" in data or b"\x0c" in data:  # white space that pandas does not split at
        return None
    names = ["query", "q0", "document", "rank", "score", "tag"]
    kinds = dict.fromkeys(names, "category") | {"query": object, "document": object, "score": np.float64}
    exact = {} if PANDAS_READS_FLOATS_EXACTLY else {"float_precision": "round_trip"}
    with tqdm(total=len(data), desc=path.name, unit="B", unit_scale=True, delay=2, leave=False) as bar:
        try:
            frame = pd.read_csv(
                _Watched(data, bar), sep=r"\s+", header=None, names=names, dtype=kinds, na_filter=False, quoting=3,
                encoding="utf-8", index_col=False, **exact,
            )  # fmt: skip
        except (ValueError, OverflowError):  # pandas' ParserError is a ValueError
            return None
    scores = frame["score"].to_numpy()
    too_short = "" in frame["tag"].cat.categories
    perhaps_true_and_false = ((scores == 0) | (scores == 1)).all()  # which pandas would read as 1 and 0
    return frame if np.isfinite(scores).all() and not too_short and not perhaps_true_and_false else None


def _lines(path, data, columns, form):
    """(fields, "file:line") of every line that is not blank, each checked."""
    for number, line in enumerate(data.splitlines(), start=1):
        fields = line.split()
        if not fields:
            continue
        place = f"{path}:{number}"
        if len(fields) != columns:
            raise ValueError(f"{place}: {len(fields)} columns where {columns} belong; {form}")
        try:
            yield [field.decode("utf-8") for field in fields], place
        except UnicodeDecodeError as error:
            byte = error.object[error.start]
            raise ValueError(f"{place}: byte {byte:#04x} is not UTF-8; save the file as UTF-8") from None


def _score(fields, place):
    return _number(fields[4], f"{place}: score", f"(query {fields[0]}, document {fields[2]})")


def _number(text, place, rest):
    try:
        value = float(text) if "_" not in text else math.nan
    except ValueError:
        value = None
    if value is None or "_" in text:
        raise ValueError(f"{place} {text!r} is not a number {rest}")
    if not math.isfinite(value):
        raise ValueError(f"{place} {text!r} is not finite {rest}")
    return value


def _qrels_from_file(path):
    data = read_bytes(path)
    if _is_json(path, data):
        return _from_json(path, data, _qrels_from_frame, read_qrels)
    rows = []
    for (query, _, document, text), place in _lines(path, data, 4, QRELS_LINE):
        grade = _number(text, f"{place}: grade", f"(query {query}, document {document})")
        rows.append((query, document, int(grade) if grade == int(grade) else grade, place))
    return _gather(rows)


# Answers -------------------------------------------------------------------------------------------------------------


def read_answers(path):
    """A JSON list of `{"question_id", "answer", …}`, as it is; what is missing is named by its place."""
    path = Path(path)
    items = read_json(path)
    if not isinstance(items, list) or not items:
        raise ValueError(f"{path}: expected a list of at least one question")
    for place, item in enumerate(items, start=1):
        if not isinstance(item, dict):
            raise ValueError(f"{path}: item {place} is {_short(item)}: expected an object with question_id and answer")
        if "answer" not in item:
            raise ValueError(f"{path}: item {place} (question {item.get('question_id', '?')!r}) has no answer")
        if not isinstance(item["answer"], str):
            raise ValueError(f"{path}: item {place}: answer must be a text, got {_short(item['answer'])}")
    return items


def _short(value):
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}... (a {type(value).__name__})"

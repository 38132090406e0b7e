"""Whatever people have → one internal form, or a sentence that says what is wrong with it and where.

A run may be a TREC file (also MS MARCO's of three or four columns), a JSON or JSONL file, `{query: {document: score}}`,
`{query: [document, …]}`, `{query: [(document, score), …]}` or a DataFrame; judgements a TREC or JSON file,
`{query: {document: grade}}`, `{query: {document, …}}` or a DataFrame. Files may be gzipped; lines that start with # are
comments. A frame of another library is asked for `to_pandas()`. Nothing here executes what it reads.

Inside, a run is a `Run`, `{query: [document, …]}`, and judgements are `Judgements`, `{query: {document: grade}}`: dicts
that were read and checked. Both pass through `read_run` and `read_qrels` untouched, so what is read once serves often.
"""

import contextlib
import gzip
import io
import json
import math
import os
import re
import zlib
from collections.abc import Iterable, Mapping, Set
from functools import cached_property
from itertools import chain, pairwise
from numbers import Real
from operator import itemgetter
from pathlib import Path

import numpy as np

from ratools.errors import UsageError
from ratools.evaluation import fast_lines
from ratools.evaluation.batch import falling_grades
from ratools.lazy import Later
from ratools.metrics.arguments import LARGEST
from ratools.words import short

pd = Later("pandas")  # which takes longer to load than a run of a million rows to read

QUERY_COLUMNS = ("query_id", "qid", "query", "q_id", "query-id", "topic")
DOCUMENT_COLUMNS = ("doc_id", "docno", "docid", "doc", "document_id", "corpus-id", "document")
SCORE_COLUMNS = ("score", "relevance", "rel", "sim", "similarity")
SUBTOPIC_COLUMNS = ("subtopic", "subtopic_id", "intent", "iteration", "iter")
GRADE_COLUMNS = ("score", "relevance", "rel", "grade", "label")
BEIR_HEADER = [b"query-id", b"corpus-id", b"score"]
RUN_LINE = "a run's line is: query Q0 document rank score tag"
MARCO_LINE = "MS MARCO's: query document rank, or query document rank score"
QRELS_LINE = "a line of judgements is: query iteration document grade"


class Run(dict):
    """`{query: [document, …]}`, read and checked: best first, each document once."""

    def __repr__(self):
        return f"Run({len(self)} queries, {sum(map(len, self.values()))} results)"


class Judgements(dict):
    """`{query: {document: grade}}`, read and checked, so that many runs can share them."""

    @cached_property
    def sizes(self):
        """How many documents of each query were judged."""
        return np.array([len(judged) for judged in self.values()], dtype=np.int64)

    @cached_property
    def grades(self):
        """All grades, query after query: one byte each where they are whole numbers from 0 to 255."""
        return _as_array(list(chain.from_iterable(judged.values() for judged in self.values())))

    @cached_property
    def by_falling_grade(self):
        """The query of each judgement, as a number, and its grade: by query and falling grade."""
        return falling_grades(self.sizes, self.grades)

    @cached_property
    def judged(self):
        """The same as arrays, for runs that are read as bytes; None where an id is not text."""
        return fast_lines.judged_in_dict(self)


class Subtopics(dict):
    """`{query: {document: its subtopics}}`, read and checked; `judgements` has each document's highest grade."""

    judgements: Judgements


# Order ---------------------------------------------------------------------------------------------------------------


def rank_order(documents, scores):
    """The rows best first: by falling score, ties by falling document id, compared as text (trec_eval's rule).

    Scores are compared in full; trec_eval keeps 32-bit floats, in which 0.1 and 0.1 + 1e-10 are a tie.

    >>> rank_order(["a", "b", "c"], np.array([0.5, 0.9, 0.5])).tolist()        # b, then c before a
    [1, 2, 0]
    """
    order = np.argsort(-scores)  # not stable: ties are put in order below
    tied = np.diff(scores[order]) == 0
    if tied.any():
        edges = np.flatnonzero(np.diff(np.concatenate([[False], tied, [False]])))  # where a row of ties starts, ends
        for start, end in edges.reshape(-1, 2).tolist():
            order[start : end + 1] = sorted(order[start : end + 1], key=lambda row: str(documents[row]), reverse=True)
    return order


def _ranked(queries, starts, documents, scores, duplicates, where=None):
    """Columns → `Run`. `scores=None`: the order given is the ranking. `where(query, document)`: a repeat's location,
    or None where there cannot be one."""
    if scores is not None:
        falling = np.ones(len(scores), dtype=bool)
        falling[1:] = scores[1:] < scores[:-1]
        falling[starts[:-1][np.diff(starts) > 0]] = True
        unsorted_queries = np.unique(np.searchsorted(starts, np.flatnonzero(~falling), side="right") - 1)
        for a, b in zip(starts[unsorted_queries].tolist(), starts[unsorted_queries + 1].tolist(), strict=True):
            part = documents[a:b]
            documents[a:b] = itemgetter(*rank_order(part, scores[a:b]).tolist())(part)  # b − a > 1, so this is a tuple
    bounds = pairwise(starts.tolist())
    run = Run((query, documents[a:b]) for query, (a, b) in zip(queries, bounds, strict=True))
    return run if where is None else _each_once(run, duplicates, where)


def _each_once(run, duplicates, where):
    repeated = [query for query, ranking in run.items() if len(_ids(query, ranking)) < len(ranking)]
    if repeated and duplicates == "error":
        query, seen = repeated[0], set()
        document = next(doc for doc in run[query] if doc in seen or seen.add(doc))
        raise UsageError(
            f"{where(query, document)}: document {document!r} is there twice for query {query!r}; a document can be "
            "found only once (duplicates='first' keeps the best-ranked)"
        )
    run.update((query, list(dict.fromkeys(run[query]))) for query in repeated)
    return run


def _ids(query, ranking):
    try:
        documents = set(ranking)
    except TypeError:
        documents = {None}
    if None in documents or any(document != document for document in documents):
        rank, document = next((n, doc) for n, doc in enumerate(ranking, start=1) if not is_id(doc))
        raise UsageError(f"query {short(query)}, rank {rank}: {short(document)} is not a valid document id; {ID}")
    return documents


ID = "an id is a str, an int or another hashable value"


def is_id(value):
    """Whether a value can be an id: hashable, something, and equal to itself."""
    try:
        hash(value)
        return value is not None and bool(value == value)
    except (TypeError, ValueError):
        return False


# A run ---------------------------------------------------------------------------------------------------------------


def read_run(run, duplicates="error"):
    """Any run → `Run`.

    >>> dict(read_run({"q1": {"d1": 0.7, "d2": 0.9}, "q2": {}}))
    {'q1': ['d2', 'd1'], 'q2': []}
    """
    if duplicates not in ("error", "first"):
        raise UsageError(f"duplicates must be 'error' or 'first', got {duplicates!r}")
    if isinstance(run, Run):
        return run
    if isinstance(run, (str, os.PathLike)):
        return _run_from_file(Path(run), duplicates)
    run = as_pandas(run)
    if isinstance(run, pd.DataFrame):
        return _run_from_frame(run, duplicates)
    if isinstance(run, Mapping):
        return _run_from_dict(run, duplicates)
    raise UsageError(f"a run is a path, a dict by query or a DataFrame, got {short(run)}")


def as_pandas(table):
    """A frame of polars or another library as one of pandas; anything else as it is."""
    kind = f"{type(table).__module__.split('.')[0]}'s {type(table).__name__}"
    if hasattr(table, "collect") and not hasattr(table, "to_pandas"):
        raise UsageError(f"{kind} is a plan, not a table yet: pass what its .collect() gives")
    if not hasattr(table, "to_pandas"):
        return table
    try:
        return table.to_pandas()
    except ImportError as error:
        if hasattr(table, "to_dict"):  # polars' own way needs pyarrow
            return pd.DataFrame({name: list(column) for name, column in table.to_dict().items()})
        raise UsageError(f"{kind} could not be made a pandas DataFrame ({error}); install what is missing") from None


def _run_from_dict(run, duplicates):
    kinds = {_kind(query, results) for query, results in run.items()} - {"empty"}
    if not kinds:
        raise UsageError("the run is empty: it returns no document for any query")
    if len(kinds) > 1:
        raise UsageError(f"the run mixes {' and '.join(sorted(kinds))}: give every query the same form")
    queries, kind, anywhere = list(run), kinds.pop(), lambda query, document: "the run"
    if kind == "documents":
        return _each_once(Run((query, list(ranking)) for query, ranking in run.items()), duplicates, anywhere)
    starts = np.cumsum([0, *map(len, run.values())])
    documents = list(chain.from_iterable(run.values()))
    if kind == "scores by document":
        values = chain.from_iterable(results.values() for results in run.values() if results)
        return _ranked(queries, starts, documents, _scores(list(values), queries, starts, documents), duplicates)
    _check_pairs(queries, starts, documents)
    values, documents = [pair[1] for pair in documents], [pair[0] for pair in documents]
    _check_falling(_scores(values, queries, starts, documents), queries, starts, documents)
    return _ranked(queries, starts, documents, None, duplicates, anywhere)


def score_columns(run):
    """Of a run of scores by document: the number of documents of each query, all scores, falling in each, and whether
    the documents stand in that order, without ties. None where anything else is among them, which `_run_from_dict`
    reads or refuses.
    """
    if not {dict}.issuperset(map(type, run.values())) or not any(run.values()):
        return None
    sizes = np.array([len(results) for results in run.values()], dtype=np.int64)
    values = list(chain.from_iterable(results.values() for results in run.values()))
    try:
        if not {int, float}.issuperset(map(type, values)):
            return None
        scores = np.array(values, dtype=np.float64)
    except OverflowError:
        return None
    if not np.isfinite(scores).all():
        return None
    ends = np.cumsum(sizes)
    wrong = scores[1:] >= scores[:-1]
    wrong[ends[(ends > 0) & (ends < len(scores))] - 1] = False
    for query in np.unique(np.searchsorted(ends, np.flatnonzero(wrong), side="right")):
        part = slice(ends[query] - sizes[query], ends[query])
        scores[part] = np.sort(scores[part])[::-1]
    return sizes, scores, not wrong.any()


def _kind(query, results):
    """What the results of one query look like."""
    if isinstance(results, Mapping):
        return "scores by document" if results else "empty"
    if isinstance(results, (str, bytes, Set)) or not isinstance(results, Iterable) or not hasattr(results, "__len__"):
        raise UsageError(
            f"query {query!r}: results must be a ranked list or a dict {{document: score}}, got {short(results)}"
        )
    if hasattr(results, "to_dict"):
        kind = type(results).__name__
        raise UsageError(
            f"query {query!r}: results are a {kind}; give a dict {{document: score}} (its .to_dict(), say)"
        )
    if not len(results):
        return "empty"
    first = next(iter(results))
    if isinstance(first, (tuple, list)) and len(first) != 2:
        raise UsageError(f"query {query!r}, rank 1: {short(first)} is neither a document nor a pair (document, score)")
    return "pairs of document and score" if isinstance(first, (tuple, list)) else "documents"


def _query_and_rank(row, queries, starts):
    query = int(np.searchsorted(starts, row, side="right")) - 1
    return queries[query], int(row - starts[query]) + 1


def _check_pairs(queries, starts, pairs):
    for row, pair in enumerate(pairs):
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            query, rank = _query_and_rank(row, queries, starts)
            raise UsageError(f"query {query!r}, rank {rank}: expected a pair (document, score), got {short(pair)}")


def _scores(values, queries, starts, documents):
    """Scores as an array, or the location of the first that is not a finite number."""
    if {int, float}.issuperset(map(type, values)):
        with contextlib.suppress(OverflowError):
            scores = np.fromiter(values, dtype=np.float64, count=len(values))
            if np.isfinite(scores).all():
                return scores
    checked = []
    for row, value in enumerate(values):
        query, rank = _query_and_rank(row, queries, starts)
        checked.append(finite_number(value, f"query {query!r}, document {documents[row]!r}: score"))
    return np.array(checked)


def finite_number(value, location):
    """The value as a float, or a ValueError that names the location."""
    if hasattr(value, "item") and getattr(value, "ndim", 0) == 0 and not hasattr(value, "mask"):
        value = value.item()
    if not isinstance(value, Real):
        raise UsageError(f"{location} {short(value)} is not a number")
    if not -1e308 <= value <= 1e308:
        raise UsageError(f"{location} {short(value)} is not finite")
    return float(value)


def _check_falling(scores, queries, starts, documents):
    rises = np.setdiff1d(np.flatnonzero(scores[1:] > scores[:-1]) + 1, starts)
    if len(rises):
        row = rises[0]
        query, rank = _query_and_rank(row, queries, starts)
        raise UsageError(
            f"query {query!r}: the score rises from {scores[row - 1]} to {scores[row]} at rank {rank} (document "
            f"{documents[row]!r}); give pairs best first, or a dict {{document: score}}, which is sorted for you"
        )


def _run_from_frame(frame, duplicates, where=lambda query, document: "the run"):
    query, document = column(frame, QUERY_COLUMNS, "query"), column(frame, DOCUMENT_COLUMNS, "document")
    score = column(frame, SCORE_COLUMNS, "score", optional=True)
    if frame.empty:
        raise UsageError("the run is empty: it has no row")
    _no_gaps(frame, query), _no_gaps(frame, document)
    if score is not None:
        scores = _frame_numbers(frame, score)
    elif (rank := column(frame, ("rank",), "rank", optional=True)) is not None:
        scores = -_frame_numbers(frame, rank)
    else:
        scores = None
        left = [
            name
            for name in frame.columns
            if pd.api.types.is_numeric_dtype(frame[name]) and name not in (query, document)
        ]
        if left:
            raise UsageError(
                f"no score column, but {left[0]!r} is a number: call it score, or drop it if the rows are in rank order"
            )
    return _run_from_columns(frame[query], frame[document].tolist(), scores, duplicates, where)


def _run_from_columns(query_column, documents, scores, duplicates, where):
    """Rows in any order of queries: each query's rows are brought together, in their order."""
    try:
        codes, queries = pd.factorize(query_column)
    except TypeError:
        row, query = next(pair for pair in query_column.items() if not is_id(pair[1]))
        raise UsageError(f"row {short(row)}: query {short(query)} is not a valid id; {ID}") from None
    if (np.diff(codes) < 0).any():
        order = np.argsort(codes, kind="stable")
        codes, documents = codes[order], [documents[row] for row in order]
        scores = None if scores is None else scores[order]
    starts = np.searchsorted(codes, np.arange(len(queries) + 1))
    return _ranked(queries.tolist(), starts, documents, scores, duplicates, where)


def column(frame, names, what, optional=False):
    """The name of the frame's column for `what`, whichever of the usual names it has."""
    matches = [name for wanted in names for name in frame.columns if str(name).lower() == wanted]
    if not matches and not optional:
        there = ", ".join(map(str, frame.columns)) or "no columns at all"
        raise UsageError(
            f"no {what} column among {there}: call it one of {', '.join(names)} (reset_index() makes an index a column)"
        )
    if len(matches) > 1 and (what in ("score", "grade") or matches[0] == matches[1]):
        first, second = matches[:2]
        raise UsageError(f"two columns could be the {what}, {first!r} and {second!r}: drop or rename one of them")
    return matches[0] if matches else None


def _no_gaps(frame, name):
    gaps = frame[name].isna()
    if gaps.any():
        raise UsageError(f"row {short(frame.index[gaps][0])}: column {name!r} is empty")


def _frame_numbers(frame, name):
    """A column of numbers, or the row that is not a finite number."""
    values = frame[name]
    if pd.api.types.is_numeric_dtype(values) and not pd.api.types.is_complex_dtype(values):
        numbers = values.to_numpy(dtype=np.float64, na_value=np.nan)
        if np.isfinite(numbers).all():
            return numbers
    return np.array([finite_number(value, f"row {short(row)}: {name}") for row, value in values.items()], dtype=float)


# Judgements ----------------------------------------------------------------------------------------------------------


def read_qrels(qrels):
    """Any judgements → `Judgements`.

    >>> read_qrels({"q1": {"d1": 2, "d2": 0}, "q2": {"d3"}})
    {'q1': {'d1': 2, 'd2': 0}, 'q2': {'d3': 1}}
    """
    if isinstance(qrels, fast_lines.Judged):
        qrels = qrels.source
    qrels = as_pandas(qrels)
    if isinstance(qrels, (str, os.PathLike)):
        qrels = _qrels_from_file(Path(qrels))
    elif isinstance(qrels, pd.DataFrame):
        qrels = _qrels_from_frame(qrels)
    elif not isinstance(qrels, Mapping):
        raise UsageError(f"judgements are a path, a dict by query or a DataFrame, got {short(qrels)}")
    if isinstance(qrels, Judgements):
        return qrels
    grades = _plain_grades(qrels)
    if grades is None:
        qrels = Judgements((query, _grades(query, judged)) for query, judged in qrels.items())
    else:
        qrels = Judgements(qrels)
        qrels.grades = grades
    if not any(qrels.values()):
        raise UsageError("the judgements are empty: no document was judged for any query")
    return qrels


def read_subtopics(qrels):
    """Judgements by subtopic → `Subtopics`: a file (query subtopic document grade), a DataFrame with a column subtopic,
    or `{query: {document: subtopics}}`.

    >>> read_subtopics({"q1": {"a": {1, 2}, "b": set()}}).judgements
    {'q1': {'a': 1, 'b': 0}}
    """
    if isinstance(qrels, Subtopics):
        return qrels
    qrels = as_pandas(qrels)
    if isinstance(qrels, (str, os.PathLike)):
        rows = _subtopic_lines(Path(qrels))
    elif isinstance(qrels, pd.DataFrame):
        rows = _subtopic_rows(qrels)
    elif isinstance(qrels, Mapping):
        return _subtopics_of_dict(qrels)
    else:
        raise UsageError(f"judgements by subtopic are a path, a dict by query or a DataFrame, got {short(qrels)}")
    graded = _gather(((query, topic), document, grade, location) for query, topic, document, grade, location in rows)
    if {str(topic) for _, topic in graded} == {"0"}:
        name = f"{qrels}: " if isinstance(qrels, (str, os.PathLike)) else ""
        raise UsageError(f"{name}these judgements have no subtopics, but 0 everywhere; measures of diversity need them")
    covered, grades = Subtopics(), {}
    for (query, topic), judged in graded.items():
        for document, grade in judged.items():
            topics = covered.setdefault(query, {}).setdefault(document, set())
            topics.update([topic] if grade > 0 else [])
            best = grades.setdefault(query, {})
            best[document] = max(grade, best.get(document, grade))
    covered.judgements = Judgements(grades)
    return covered


def _subtopic_lines(path):
    data = without_comments(read_bytes(path))
    lines = _lines(path, data, 4, "judgements by subtopic: query subtopic document grade")
    for (query, topic, document, text), location in lines:
        grade = _number(text, f"{location}: grade", f"(query {query}, document {document})")
        yield query, topic, document, grade, location


def _subtopic_rows(frame):
    names = [column(frame, QUERY_COLUMNS, "query"), column(frame, SUBTOPIC_COLUMNS, "subtopic")]
    names.append(column(frame, DOCUMENT_COLUMNS, "document"))
    for name in names:
        _no_gaps(frame, name)
    grades = _frame_numbers(frame, column(frame, GRADE_COLUMNS, "grade")).tolist()
    locations = [f"row {short(row)}" for row in frame.index]
    return zip(*(frame[name].tolist() for name in names), grades, locations, strict=True)


def _subtopics_of_dict(qrels):
    covered = Subtopics()
    for query, judged in qrels.items():
        if not isinstance(judged, Mapping):
            raise UsageError(
                f"query {query!r}: by subtopic, judgements are {{document: subtopics}}, got {short(judged)}"
            )
        for document, topics in judged.items():
            if isinstance(topics, (str, bytes)) or not isinstance(topics, Iterable):
                location = f"query {query!r}, document {document!r}"
                raise UsageError(f"{location}: expected the set of its subtopics, got {short(topics)}")
            covered.setdefault(query, {})[document] = set(topics)
    if not any(any(judged.values()) for judged in covered.values()):
        raise UsageError("the judgements are empty: no document covers a subtopic")
    covered.judgements = Judgements(
        (query, {document: int(bool(topics)) for document, topics in judged.items()})
        for query, judged in covered.items()
    )
    return covered


def as_judged(qrels):
    """Any judgements → `Judged`, which finds documents by their bytes; None where they need the general path."""
    if isinstance(qrels, (str, os.PathLike)):
        return fast_lines.judged_in_file(qrels)
    if isinstance(qrels, fast_lines.Judged):
        return qrels
    return read_qrels(qrels).judged


def _plain_grades(qrels):
    """All grades as an array, if the judgements are dicts of plain numbers within bounds; else None."""
    if not {dict}.issuperset(map(type, qrels.values())):
        return None
    values = list(chain.from_iterable(judged.values() for judged in qrels.values()))
    if not {int, float}.issuperset(map(type, values)):
        return None
    try:
        grades = _as_array(values)
    except OverflowError:
        return None
    return grades if grades.dtype == np.uint8 or (np.abs(grades) <= LARGEST).all() else None  # which NaN is not


def _as_array(numbers):
    """A list of numbers as an array: of bytes if they are whole and from 0 to 255, which is faster; else of floats."""
    try:
        return np.frombuffer(bytes(numbers), dtype=np.uint8)
    except (TypeError, ValueError):
        return np.array(numbers, dtype=np.float64)


def _grades(query, judged):
    """One query's judgements: a dict of grades, or the relevant documents in a set or list."""
    if isinstance(judged, Mapping):
        plain = {int, float}.issuperset(map(type, judged.values()))
        if plain and all(-LARGEST <= grade <= LARGEST for grade in judged.values()):
            return judged
        return {doc: _grade(grade, f"query {query!r}, document {doc!r}: grade") for doc, grade in judged.items()}
    if isinstance(judged, (str, bytes)) or not isinstance(judged, Iterable) or hasattr(judged, "to_dict"):
        raise UsageError(f"query {query!r}: judgements must be a dict {{document: grade}}, got {short(judged)}")
    documents = list(judged)
    wrong = [doc for doc in documents if not is_id(doc) or isinstance(doc, tuple)]
    if wrong:
        raise UsageError(
            f"query {query!r}: {short(wrong[0])} is not a valid document id; "
            "with grades, give a dict {document: grade}"
        )
    return dict.fromkeys(documents, 1)


def _grade(value, location):
    grade = finite_number(value, location)
    if abs(grade) > LARGEST:
        raise UsageError(f"{location} {short(value)} is too large for a grade")
    return grade


def _qrels_from_frame(frame):
    query, document = column(frame, QUERY_COLUMNS, "query"), column(frame, DOCUMENT_COLUMNS, "document")
    grade = column(frame, GRADE_COLUMNS, "grade")
    _no_gaps(frame, query), _no_gaps(frame, document)
    numbers = [
        _grade(number, f"row {short(row)}: grade")
        for row, number in zip(frame.index, _frame_numbers(frame, grade).tolist(), strict=True)
    ]
    grades = [int(number) if number == int(number) else number for number in numbers]
    locations = (f"row {short(row)}" for row in frame.index)
    return _gather(zip(frame[query].tolist(), frame[document].tolist(), grades, locations, strict=True))


def _gather(rows):
    """(query, document, grade, location) → judgements. The same document twice must have the same grade."""
    qrels = {}
    for query, document, grade, location in rows:
        for value in (query, document):
            if not is_id(value):
                raise UsageError(f"{location}: {short(value)} is not a valid id; {ID}")
        known = qrels.setdefault(query, {}).setdefault(document, grade)
        if known != grade:
            raise UsageError(
                f"{location}: document {document!r} of query {query!r} has grade {grade}, but had {known} before; "
                "keep one"
            )
    return qrels


# Files ---------------------------------------------------------------------------------------------------------------


def _beside(path):
    """The files of the same kind in the folder of a file that is not there, if they are few."""
    names = sorted(file.name for file in path.parent.glob("*") if path.suffix and file.suffix == path.suffix)
    return f"; its folder has {', '.join(names)}" if 0 < len(names) <= 20 else ""


def read_bytes(path):
    """The whole file, unzipped, without its byte order mark; text in another encoding or a binary file is refused."""
    if path.is_dir():
        raise UsageError(f"{path}: this is a folder; name a file in it")
    try:
        data = path.read_bytes()
        if data[:2] == b"\x1f\x8b":
            data = gzip.decompress(data)
    except FileNotFoundError:
        raise UsageError(f"{path}: there is no such file{_beside(path)}") from None
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise UsageError(f"{path}: the gzip file is damaged ({error})") from None
    except (OSError, ValueError) as error:
        raise UsageError(f"{short(str(path))}: {getattr(error, 'strerror', None) or error}") from None
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise UsageError(f"{path}: this text is UTF-16; save it as UTF-8")
    data = data.replace(b"\xef\xbb\xbf", b"")  # byte order marks, also of files that were put together
    if b"\0" in data:
        line = data[: data.index(b"\0")].count(b"\n") + 1
        raise UsageError(f"{path}:{line}: this is a binary file, not text (byte 0)")
    if not data.strip():
        raise UsageError(f"{path}: the file is empty")
    return data


def read_json(path, data=None):
    """A JSON file; a key that is there twice, NaN and Infinity are refused."""

    def no_repeats(pairs):
        result = dict(pairs)
        if len(result) < len(pairs):
            seen = set()
            repeated = next(key for key, _ in pairs if key in seen or seen.add(key))
            raise UsageError(f"the key {repeated!r} is there twice; keep one")
        return result

    def no_constant(name):
        raise UsageError(f"{name} is not a number that JSON knows")

    hooks, above = {"object_pairs_hook": no_repeats, "parse_constant": no_constant}, 0
    try:
        text = (data or read_bytes(path)).decode("utf-8")
        if not _ends_with(path, ".jsonl"):
            return json.loads(text, **hooks)
        content = []
        for above, line in enumerate(text.split("\n")):  # noqa: B007
            content += [json.loads(line, **hooks)] if line.strip() else []
        return content
    except json.JSONDecodeError as error:
        lines = "; a file with an object per line is called .jsonl" if error.msg == "Extra data" else ""
        raise UsageError(f"{path}:{above + error.lineno}: not JSON: {error.msg}{lines}") from None
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        raise UsageError(f"{path}: byte {byte:#04x} is not UTF-8; save the file as UTF-8") from None
    except RecursionError:
        raise UsageError(f"{path}: not a run or judgements: nested too deeply") from None
    except ValueError as error:
        raise error if str(error).startswith(str(path)) else ValueError(f"{path}: {error}") from None


def _is_json(path, data, columns):
    """By its ending, or by its first letter, unless the first line has just the columns that belong."""
    ending = _ends_with(path, ".json", ".jsonl")
    start = data.lstrip()
    as_trec = len(start.split(b"\n", 1)[0].split()) == columns and not re.match(rb'\{\s*"|\[\s*\{', start)
    return ending or (start[:1] in (b"{", b"[") and not as_trec)


def _ends_with(path, *endings):
    return path.name.lower().removesuffix(".gz").endswith(endings)


def without_comments(data):
    """The same lines; those that start with # are empty."""
    return re.sub(rb"(?m)^#[^\n]*", b"", data) if data.startswith(b"#") or b"\n#" in data else data


def kind_of_file(path):
    """What a file seems to hold: "a run", "judgements" or "answers"; None where that cannot be told."""
    path = Path(path)
    try:
        data = read_bytes(path)
        if not _is_json(path, data, 6):
            data = without_comments(data)
            return {6: "a run", 4: "judgements"}.get(len(data.lstrip().split(b"\n", 1)[0].split()))
        first = next(iter(read_json(path, data)), None)
    except (ValueError, TypeError):
        return None
    if not isinstance(first, dict):
        return None if first is None else "a run"
    return "answers" if "answer" in first else "a run" if "doc_id" in first else None


def _from_json(path, data, from_frame, from_dict):
    content = read_json(path, data)
    try:
        if isinstance(content, list) and all(isinstance(row, dict) for row in content):
            return from_frame(pd.DataFrame(content))
        if isinstance(content, dict):
            return from_dict(content)
        raise UsageError("expected an object by query, or a list of records with query, document and score")
    except ValueError as error:
        raise UsageError(f"{path}: {error}") from None


def _run_from_file(path, duplicates):
    data = read_bytes(path)
    if _is_json(path, data, 6):
        return _from_json(
            path, data, lambda frame: _run_from_frame(frame, duplicates), lambda run: _run_from_dict(run, duplicates)
        )
    data = without_comments(data)
    if not data.strip():
        raise UsageError(f"{path}: the file is empty: it has comments only")
    count = len(data.lstrip().split(b"\n", 1)[0].split())
    columns, at = (count, 1) if count in (3, 4) else (6, 2)
    frame = _fast_columns(data, path) if columns == 6 else _marco_columns(path, data, columns)
    if frame is None:
        lines = _lines(path, data, 6, RUN_LINE)
        rows = [(fields[0], fields[2], _score(fields, location)) for fields, location in lines]
        frame = pd.DataFrame(rows, columns=["query", "document", "score"])

    def where(query, document):
        lines = _lines(path, data, columns, RUN_LINE)
        return [location for fields, location in lines if (fields[0], fields[at]) == (query, document)][1]

    scores = frame["score"].to_numpy(dtype=np.float64)
    return _run_from_columns(frame["query"], frame["document"].tolist(), scores, duplicates, where)


def _marco_columns(path, data, columns):
    """The columns of MS MARCO's runs: query document rank, perhaps a score."""
    rows, best, first = [], {}, {}
    for fields, location in _lines(path, data, columns, f"{RUN_LINE}; {MARCO_LINE}"):
        query, document, rank = fields[:3]
        if not rank.isdigit() or not rank.isascii():
            raise UsageError(f"{location}: {columns} columns where 6 belong; {RUN_LINE}; {MARCO_LINE}")
        best[query], _ = min(best.get(query, int(rank)), int(rank)), first.setdefault(query, location)
        score = -float(rank) if columns == 3 else _number(fields[3], f"{location}: score", f"(query {query})")
        rows.append((query, document, score))
    for query, rank in best.items():
        if rank > 1:
            remedy = f"read as MS MARCO's (query document rank), query {query} has no rank 1"
            raise UsageError(f"{first[query]}: {columns} columns where 6 belong; {RUN_LINE}; {remedy}")
    return pd.DataFrame(rows, columns=["query", "document", "score"])


def tqdm(**options):
    """A progress bar."""
    from tqdm import tqdm as bar

    return bar(**options)


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
    if b"," in data:  # pandas before 3 reads a score of 1,5 as 1
        return None
    if any(word in data for word in (b"rue", b"RUE", b"alse", b"ALSE")) and re.search(rb"(?i)\s(true|false)\s", data):
        return None  # which pandas would read as 1 and 0
    names = ["query", "q0", "document", "rank", "score", "tag"]
    kinds = dict.fromkeys(names, "category") | {"query": object, "document": object, "score": np.float64}
    reads_floats_exactly = tuple(map(int, pd.__version__.split(".")[:2])) >= (3, 1)
    exact = {} if reads_floats_exactly else {"float_precision": "round_trip"}
    with tqdm(total=len(data), desc=path.name, unit="B", unit_scale=True, delay=2, leave=False) as bar:
        try:
            options = {"na_filter": False, "quoting": 3, "encoding": "utf-8", "index_col": False, **exact}
            frame = pd.read_csv(_Watched(data, bar), sep=r"\s+", header=None, names=names, dtype=kinds, **options)
        except (ValueError, OverflowError):  # pandas' ParserError is a ValueError
            return None
    scores = frame["score"].to_numpy()
    too_short = "" in frame["tag"].cat.categories
    return frame if np.isfinite(scores).all() and not too_short else None


def _lines(path, data, columns, form, start=1):
    """(fields, "file:line") of every line that is not blank, each checked."""
    for number, line in enumerate(data.splitlines(), start=start):
        fields = line.split()
        if not fields:
            continue
        location = f"{path}:{number}"
        more = columns == 6 and len(fields) > 6  # behind a run's tag anything may follow, unless an id has a space
        if len(fields) != columns and not (more and fields[3].isdigit()):
            commas = " (is this a CSV file? read it with pandas and pass the DataFrame)" if line.count(b",") > 1 else ""
            space = f" (rank {fields[3].decode(errors='replace')!r}: has an id a space in it?)" if more else ""
            raise UsageError(f"{location}: {len(fields)} columns where {columns} belong; {form}{commas}{space}")
        try:
            yield [field.decode("utf-8") for field in fields], location
        except UnicodeDecodeError as error:
            byte = error.object[error.start]
            raise UsageError(f"{location}: byte {byte:#04x} is not UTF-8; save the file as UTF-8") from None


def _score(fields, location):
    return _number(fields[4], f"{location}: score", f"(query {fields[0]}, document {fields[2]})")


def _number(text, location, rest):
    try:
        value = float(text) if text.isascii() and "_" not in text else None
    except ValueError:
        value = None
    if value is None:
        header = "; is this a header line? remove it" if text.lower() in (*SCORE_COLUMNS, *GRADE_COLUMNS) else ""
        raise UsageError(f"{location} {text!r} is not a number {rest}{header}")
    if not math.isfinite(value):
        raise UsageError(f"{location} {text!r} is not finite {rest}")
    return value


def _qrels_lines(path, data):
    """The lines of TREC's judgements, or of BEIR's, which have a header and three columns."""
    first, _, rest = data.lstrip().partition(b"\n")
    if [word.lower() for word in first.split()] == BEIR_HEADER:
        return _lines(path, rest, 3, "BEIR's judgements are: query-id corpus-id score", start=2)
    return _lines(path, data, 4, QRELS_LINE)


def _qrels_from_file(path):
    data = read_bytes(path)
    if _is_json(path, data, 4):
        return _from_json(path, data, _qrels_from_frame, read_qrels)
    data = without_comments(data)
    if not data.strip():
        raise UsageError(f"{path}: the file is empty: it has comments only")
    rows = []
    for (query, *_, document, text), location in _qrels_lines(path, data):
        grade = _number(text, f"{location}: grade", f"(query {query}, document {document})")
        rows.append((query, document, int(grade) if grade == int(grade) else grade, location))
    return _gather(rows)


# Answers -------------------------------------------------------------------------------------------------------------


def read_answers(path, accept_lists=False):
    """A JSON list of `{"question_id", "answer", …}`, as it is; what is missing is named by its 1-based index.

    An answer is a text; in references it may be a list of accepted texts.
    """
    path = Path(path)
    items = read_json(path)
    if not isinstance(items, list) or not items:
        raise UsageError(f"{path}: expected a list of at least one question")
    for index, item in enumerate(items, start=1):
        if not isinstance(item, dict):
            raise UsageError(f"{path}: item {index} is {short(item)}: expected an object with question_id and answer")
        if "answer" not in item:
            raise UsageError(f"{path}: item {index} (question {item.get('question_id', '?')!r}) has no answer")
        answers = item["answer"] if accept_lists and isinstance(item["answer"], list) else [item["answer"]]
        if not answers or not all(isinstance(answer, str) for answer in answers):
            raise UsageError(f"{path}: item {index}: answer must be a text, got {short(item['answer'])}")
    return items

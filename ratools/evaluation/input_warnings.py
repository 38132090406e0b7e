"""Valid input that looks wrong: unmatched ids, scores that say nothing.

A run whose documents are called otherwise than in the judgements gets zeros, and zeros look like a bad system. So ids
that do not meet are compared once more, without case, blanks, types, prefixes: `different_spelling`. Scores are checked
in the first lines of a file, where a wrong column or a wrong sign already shows.
"""

import gzip
import os
import re
import warnings
from itertools import islice

from ratools.evaluation.formats import QUERY_COLUMNS
from ratools.words import count, listed, short

MOST = 20  # queries that are checked
DEPTH = 100  # results of each
HEAD = 1 << 16  # bytes of a run
SPELLINGS = (
    ("in type", str),
    ("in white space", lambda id_: str(id_).strip()),
    ("in case", lambda id_: str(id_).strip().casefold()),
    ("in leading zeros", lambda id_: str(id_).lstrip("0")),
)
TAILS = re.compile(r"(?<=[^0-9A-Za-z])(?=[0-9A-Za-z])|(?<=[^0-9])(?=[0-9])")  # where a prefix may end
HEADS = re.compile(r"(?=[^0-9A-Za-z])")  # where something may be added


def different_spelling(ids, others):
    """(id, other id, what they differ in) where the same document seems to be spelled in two ways; else None.

    >>> different_spelling(["D2", "X"], ["d1", "d2"]), different_spelling(["doc-17"], ["17"])
    (('D2', 'd2', 'in case'), ('doc-17', '17', 'by a prefix'))
    """
    ids, others = (sorted(some, key=str) for some in (ids, others))
    for words, spelled in SPELLINGS:
        known = {spelled(other): other for other in reversed(others)}
        match = next((id_ for id_ in ids if spelled(id_) in known), None)
        if match is not None:
            return match, known[spelled(match)], words
    for words, parts in (("by a prefix", _tails), ("by what is added", _heads)):
        for some, rest, turned in ((ids, others, False), (others, ids, True)):
            known = {str(id_): id_ for id_ in reversed(rest)}
            pair = next(((id_, known[part]) for id_ in some for part in parts(str(id_)) if part in known), None)
            if pair:
                return (*(pair[::-1] if turned else pair), words)
    return None


def _tails(text):
    return [text[border.start() :] for border in TAILS.finditer(text)]


def _heads(text):
    return [text[: border.start()] for border in HEADS.finditer(text) if border.start()]


def warn_unmatched_ids(joined, stacklevel=4):
    """Warn if no document of the run is judged; of single queries, if their ids are only spelled otherwise.

    That a query's results are all unjudged is not a reason to warn: with one judged document per query it is common.
    """
    met, answered = joined.count(joined.query) > 0, joined.retrieved > 0
    answered &= joined.count(joined.judged_query) > 0
    lost = int((answered & ~met).sum())
    if not lost:
        return
    pairs = {query: different_spelling(*both) for query, both in joined.unmatched_ids.items()}
    in_part = bool(met.any())  # ids such as asyncio and asyncio.run are common: a prefix counts if nothing met at all
    spelled = [query for query, pair in pairs.items() if pair and not (in_part and pair[2].startswith("by"))]
    if in_part and not spelled:
        return
    query = spelled[0] if spelled else next(iter(joined.unmatched_ids))
    ids, others = joined.unmatched_ids[query]
    run_id, judged_id, words = pairs[query] or (min(ids, key=str), min(others, key=str), "")
    differ = f", which differ {words}" if words else ""
    example = f"for query {short(query)} the run has {short(run_id)}, the judgements {short(judged_id)}{differ}"
    if in_part:
        least = "at least " if lost > MOST else ""
        queries = count(int(answered.sum()), "query")
        where = f"in {least}{len(spelled)} of {queries} ({listed(spelled)}) no result is judged"
    else:
        where = "no document of the run is judged, so every measure of relevance is 0"
    warnings.warn(f"{where}: {example}", stacklevel=stacklevel)


def with_unmatched_ids(joined, run, qrels):
    """`joined` with the ids of some queries of which nothing met, for `warn_unmatched_ids`."""
    met = joined.count(joined.query) > 0
    lost = {joined.queries[index] for index in ((joined.retrieved > 0) & ~met).nonzero()[0].tolist()}
    if lost:
        chosen = [query for query in run if query in lost and qrels[query]][:MOST]
        joined.unmatched_ids.update((query, (list(run[query]), list(qrels[query]))) for query in chosen)
    return joined


# Scores --------------------------------------------------------------------------------------------------------------


def score_warnings(run):
    """Sentences about the scores of a run: against the ranks beside them, or all equal. Of a file or a dict, the head.

    >>> score_warnings({"q1": {"a": 1, "b": 1}, "q2": {"a": 2, "b": 1}})
    ['the scores of 1 of 2 queries are all equal, so that document ids decide the order']
    """
    if isinstance(run, (str, os.PathLike)):
        return _sentences(_head(run), "of the first ")
    if type(run) is dict:
        some = [(query, results) for query, results in islice(run.items(), MOST) if type(results) is dict]
        rows = [(query, None, score) for query, results in some for score in islice(results.values(), DEPTH)]
        return _sentences(rows, "of " if len(run) <= MOST else "of the first ")
    return _sentences(_rows_with_ranks(run), "of ") if hasattr(run, "columns") else []


def _rows_with_ranks(frame):
    names = {str(name).lower(): name for name in frame.columns}
    query = next((names[name] for name in QUERY_COLUMNS if name in names), None)
    if query is None or not {"rank", "score"} <= set(names):
        return []
    columns = (frame[name].tolist() for name in (query, names["rank"], names["score"]))
    return [row for row in zip(*columns, strict=True) if isinstance(row[1], (int, float))]


def _sentences(rows, of):
    queries = {}
    for query, rank, score in rows:
        queries.setdefault(query, []).append((rank, score))
    several = [some for some in queries.values() if len(some) > 1]
    equal = sum(len({score for _, score in some}) == 1 for some in several)
    against = sum(any(a > b for a, b in _in_rank_order(some)) for some in several)
    counted, sentences = count(len(queries), "query"), []
    if against:
        sentences.append(
            f"the scores of {against} {of}{counted} contradict the ranks beside them; scores decide the order"
        )
    if equal:
        sentences.append(f"the scores of {equal} {of}{counted} are all equal, so that document ids decide the order")
    return sentences


def _in_rank_order(some):
    """Each score with the score one rank above it."""
    ranked = [(rank, -score) for rank, score in some if rank is not None]
    scores = [-score for _, score in sorted(ranked)]
    return zip(scores[1:], scores[:-1], strict=True)


def _head(path):
    """(query, rank, score) of a TREC file's first lines; nothing where it is of another kind."""
    if not os.path.isfile(path):  # a pipe can be read only once
        return []
    try:
        with open(path, "rb") as file:
            zipped = file.read(2) == b"\x1f\x8b"
            file.seek(0)
            data = (gzip.GzipFile(fileobj=file) if zipped else file).read(HEAD)
    except (OSError, EOFError, ValueError):
        return []
    rows = []
    for line in data.splitlines()[: None if len(data) < HEAD else -1]:
        fields = line.split()
        if len(fields) >= 6 and not line.startswith(b"#"):
            try:
                rows.append((fields[0], int(fields[3]), float(fields[4])))
            except ValueError:
                continue
    return rows

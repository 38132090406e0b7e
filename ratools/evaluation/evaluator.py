"""From a run and judgements to a table: one row per query first, the mean after.

A mean says nothing before you know which queries it is over. So `evaluate` keeps every query, with the counts that
make a summary honest, and `summarise` says how many there were, how many went unanswered, how many could not be won.
"""

import warnings
from collections.abc import Iterable, Mapping
from itertools import chain, repeat
from os import PathLike

import numpy as np

from ratools.errors import UsageError
from ratools.evaluation import fast_lines
from ratools.evaluation.batch import Joined, by_query_and_rank
from ratools.evaluation.catalogue import Named, parse, parse_all
from ratools.evaluation.catalogue.trec_eval import Line
from ratools.evaluation.formats import (
    Judgements,
    as_judged,
    as_pandas,
    finite_number,
    is_id,
    read_qrels,
    read_run,
    read_subtopics,
    score_columns,
)
from ratools.evaluation.input_warnings import score_warnings, warn_unmatched_ids, with_unmatched_ids
from ratools.evaluation.student import moments, t_interval
from ratools.lazy import Later
from ratools.metrics import incomplete
from ratools.metrics.arguments import as_min_grade, as_whole_number, id_kind
from ratools.words import did_you_mean, short

pd = Later("pandas")

DEFAULT_MEASURES = ("nDCG@10", "AP", "RR", "P@5", "R@100")
COUNTS = ("retrieved", "relevant", "judged")


class NothingShared(ValueError):
    """A run and judgements that have no query in common."""


def evaluate(
    run,
    qrels,
    measures=DEFAULT_MEASURES,
    queries="qrels",
    *,
    min_grade=None,
    duplicates="error",
    judged_only=False,
    depth=None,
    gains=None,
):
    """One row per query, one column per measure, and the counts behind them.

    `run` and `qrels` may be paths, dicts or DataFrames (see `formats`). `queries="qrels"`: every judged query counts,
    one that the run does not answer with 0. `queries="run"`: only queries in both. A query of the run that was never
    judged is left out; `table.attrs["unjudged_queries"]` says how many there were, `table.attrs["warnings"]` what is
    odd about the scores. If no document of the run was judged, a warning says so.

    `depth=100` reads so many results per query; `judged_only=True` then drops unjudged ones, and the others move up;
    `gains={1: 1, 2: 5}` are the gains of these grades in nDCG. For "alpha_nDCG@10", "ERR_IA@10" and "StRecall@10" the
    judgements say which subtopics a document covers (see `formats.read_subtopics`).

    >>> evaluate({"q1": ["a", "x"]}, {"q1": {"a": 1, "b": 2}, "q2": {"c": 1}}, ["P@2", "R"])
           P@2    R  retrieved  relevant  judged
    query
    q1     0.5  0.5          2         2       2
    q2     0.0  0.0          0         1       1
    """
    settings = {"min_grade": min_grade, "duplicates": duplicates}
    settings |= {"judged_only": judged_only, "depth": depth, "gains": gains}
    index, columns, unjudged = columns_of(run, qrels, measures, queries, **settings)
    table = pd.DataFrame(columns, index=pd.Index(index, name="query"))
    table.attrs |= {"queries": queries, "unjudged_queries": unjudged, "warnings": score_warnings(run)}
    return table


def columns_of(
    run,
    qrels,
    measures=DEFAULT_MEASURES,
    queries="qrels",
    *,
    min_grade=None,
    duplicates="error",
    judged_only=False,
    depth=None,
    gains=None,
):
    """What `evaluate` puts into its table: the queries, the columns by name, the number of unjudged queries.

    >>> columns_of({"q1": ["a", "x"]}, {"q1": {"a": 1, "b": 2}}, ["P@2"])[:2]
    (['q1'], {'P@2': array([0.5]), 'retrieved': array([2]), 'relevant': array([2]), 'judged': array([2])})
    """
    named = _measures(measures)
    if queries not in ("qrels", "run"):
        raise UsageError(f"queries must be 'qrels' (all judged ones) or 'run' (those in both), got {short(queries)}")
    as_min_grade(min_grade)
    depth = None if depth is None else as_whole_number(depth, "depth", least=1)
    gains = _gains(gains, named)
    subtopics = None
    if any(map(_is_diverse, named)):
        run, subtopics = read_run(run, duplicates), read_subtopics(qrels)
        qrels = subtopics.judgements
    joined, unjudged = joined_with(run, qrels, queries, duplicates)
    warn_unmatched_ids(joined)
    joined = joined if depth is None else joined.cut(depth)
    joined = joined.condensed() if judged_only else joined
    if getattr(qrels, "depth", None) and joined.retrieved.max() > qrels.depth:
        _warn_below_pool([measure for measure in named if isinstance(measure, Named)], qrels.depth)
    gained = joined.with_gains(gains) if gains else joined
    columns = {}
    for measure in named:
        if _is_diverse(measure):
            values = _by_subtopic(measure, run, subtopics, joined.queries, depth, judged_only)
        else:
            values = np.asarray(measure.of_all(gained if measure.row.name == "nDCG" else joined, min_grade))
        columns[measure.name] = values
    counted = joined if min_grade is None else joined.with_min_grade(min_grade)
    columns |= {"retrieved": joined.retrieved, "relevant": counted.relevant, "judged": joined.judged}
    return joined.queries, columns, unjudged


def _is_diverse(named):
    return isinstance(named, Named) and named.row.by_subtopic


def _by_subtopic(named, run, subtopics, queries, depth, judged_only):
    """The values of a measure of diversity, query by query."""
    values = []
    for query in queries:
        ranking, judged = run.get(query, [])[:depth], subtopics.judgements[query]
        ranking = [document for document in ranking if judged.get(document, -1) >= 0] if judged_only else ranking
        values.append(named.row.reference(ranking, subtopics[query], named.k, **named.options))
    return np.array(values, dtype=np.float64)


def _measures(measures):
    measures = [measures] if isinstance(measures, (str, Named, Line)) else measures
    if not isinstance(measures, Iterable):
        raise UsageError(f"measures must be a list of names, such as ['nDCG@10', 'AP'], got {short(measures)}")
    measures = list(measures)
    if not measures:
        raise UsageError("measures is empty: name at least one, such as 'nDCG@10'")
    return [named for given in measures for named in ([given] if isinstance(given, Line) else parse_all(given))]


def _gains(gains, named):
    """{grade: gain}, checked: no gain is negative, and no measure says otherwise."""
    if gains is None:
        return {}
    if not isinstance(gains, Mapping) or not gains:
        raise UsageError(f"gains must be a dict {{grade: gain}}, such as {{1: 1, 2: 5}}, got {short(gains)}")
    numbers = {
        finite_number(grade, "gains: grade"): finite_number(gain, "gains: gain") for grade, gain in gains.items()
    }
    for grade, gain in numbers.items():
        if gain < 0 or grade < 0:
            raise UsageError(f"gains: grade {grade:g} has gain {gain:g}; neither can be negative")
    wrong = [measure.name for measure in named if measure.row.name == "nDCG" and "gain" in measure.options]
    if wrong:
        raise UsageError(f"{wrong[0]} and gains= both say what a grade gains: leave one of them out")
    return numbers


def _warn_below_pool(named, depth):
    """Warn of measures that read deeper than a judging desk's pool; those made for gaps in the judgements may."""
    deeper = [
        measure.name
        for measure in named
        if (measure.k or np.inf) > depth and measure.row.reference.__module__ != incomplete.__name__
    ]
    if deeper:
        warnings.warn(
            f"the runs were judged to rank {depth}, and {', '.join(deeper)} {'reads' if len(deeper) == 1 else 'read'} "
            f"deeper, where hardly anything was judged and counts as not relevant: cut at {depth}, or judge deeper",
            stacklevel=4,
        )


def joined_with(run, qrels, queries="qrels", duplicates="error"):
    """A run of any form joined with judgements of any form: plain files as blocks of bytes, all else as dicts."""
    if isinstance(run, (str, PathLike)) and duplicates in ("error", "first") and (judged := as_judged(qrels)):
        joined = fast_lines.join(run, judged, queries)
        if joined is not None:
            return joined
        qrels = judged
    elif type(run) is dict and (columns := score_columns(run)):
        qrels, (sizes, scores, ordered) = read_qrels(qrels), columns
        if ordered and len(scores) <= 2 * len(qrels.grades):  # with more results, fewer look-ups the other way round
            return join(run, qrels, queries)
        joined = _join_scores(run, sizes, scores, qrels, queries)
        if joined is not None:
            return joined
    return join(read_run(run, duplicates), read_qrels(qrels), queries)


def _join_scores(run, sizes, scores, qrels, queries):
    """`join` for scores by document: a judged document's rank is 1 + the number of higher scores in its query.

    So only judged documents are looked up. None where that is not enough: scores that tie, nothing in common.
    """
    kept = qrels if queries == "qrels" else Judgements((query, qrels[query]) for query in qrels if query in run)
    index_of = dict(zip(run, range(len(run)), strict=True))
    run_index = np.array([index_of.get(query, -1) for query in kept])  # -1: the run does not answer it
    sought = chain.from_iterable(map(run.get(query, {}).get, judged, repeat(np.nan)) for query, judged in kept.items())
    sought = np.fromiter(sought, dtype=np.float64, count=kept.sizes.sum())
    rows = np.flatnonzero(sought == sought)  # the rest is NaN: not retrieved
    if not len(rows):
        return None
    query, ends = np.repeat(np.arange(len(kept)), kept.sizes)[rows], np.cumsum(sizes)
    end = ends[run_index[query]]
    start = end - sizes[run_index[query]]
    first = _first_not_above(scores, start, end, sought[rows])
    if ((first + 1 < end) & (scores[np.minimum(first + 1, len(scores) - 1)] == sought[rows])).any():
        return None
    rank = first - start + 1
    order = by_query_and_rank(query, rank)
    retrieved = np.where(run_index >= 0, sizes[run_index], 0)
    grade = kept.grades[rows[order]].astype(np.float64)
    joined = Joined(list(kept), query[order], rank[order], grade, retrieved, *kept.by_falling_grade)
    return with_unmatched_ids(joined, run, qrels), sum(query not in qrels for query in run)


def _first_not_above(scores, low, high, sought):
    """Bisection for many at once: scores fall from low to high; the first index that does not exceed what is sought."""
    while (low < high).any():
        middle = (low + high) // 2
        above = scores[np.minimum(middle, len(scores) - 1)] > sought
        low, high = np.where(above & (low < high), middle + 1, low), np.where(above, high, middle)
    return low


def join(run, qrels, queries="qrels"):
    """The run's judged documents as arrays, and how many of its queries were never judged."""
    shared = [query for query in qrels if query in run]
    if not shared:
        raise NothingShared(_nothing_in_common("query", list(run), list(qrels)))
    kept = qrels if queries == "qrels" else Judgements((query, qrels[query]) for query in shared)
    rankings = [run.get(query, ()) for query in kept]
    retrieved = np.array([len(ranking) for ranking in rankings], dtype=np.int64)
    small = kept.grades.dtype == np.uint8 and kept.grades.max(initial=0) < 255
    unjudged = repeat(255 if small else np.nan)
    grades = chain.from_iterable(
        map(judged.get, ranking, unjudged) for judged, ranking in zip(kept.values(), rankings, strict=True)
    )
    if small:
        grade = np.frombuffer(bytes(grades), dtype=np.uint8)
        judged = np.flatnonzero(grade != 255)
    else:
        grade = np.fromiter(grades, dtype=np.float64, count=retrieved.sum())
        judged = np.flatnonzero(grade == grade)
    if not len(judged):
        _check_id_types(run, qrels, shared)
    ends = np.cumsum(retrieved)
    query = np.searchsorted(ends, judged, side="right")
    rank = judged - (ends - retrieved)[query] + 1
    joined = Joined(list(kept), query, rank, grade[judged].astype(np.float64), retrieved, *kept.by_falling_grade)
    return with_unmatched_ids(joined, run, qrels), sum(query not in qrels for query in run)


def one_query(run, qrels, query, duplicates="error"):
    """The ranking and the grades of one query: the page behind a row of the table.

    >>> one_query({"q1": ["a", "x"]}, {"q1": {"a": 1, "b": 2}}, "q1")
    (['a', 'x'], {'a': 1, 'b': 2})
    """
    name = str(run) if isinstance(run, (str, PathLike)) else "the run"
    rankings, judged = read_run(run, duplicates), read_qrels(qrels)
    ranking, grades = (_entry(query, table) for table in (rankings, judged))
    if ranking is not None and grades is not None:
        return ranking, grades
    if grades is not None:
        reason = f"is judged, but {name} does not answer it: there every measure is 0, with no steps to show"
    elif ranking is not None:
        reason = f"is in {name}, but nobody judged it: there is nothing to measure it by"
    else:
        shared = [known for known in rankings if known in judged]
        some = f"; there is {shared[0]!r}" if shared else "; they share no query"
        hint = did_you_mean(query, shared, cutoff=0.3) or some
        reason = f"is neither in {name} nor in the judgements{hint}"
    raise UsageError(f"query {short(query)} {reason}")


def _entry(query, table):
    """What a table has for a query; ids that were read from a file as numbers may be written as text."""
    if is_id(query) and query in table:
        return table[query]
    return next((value for key, value in table.items() if isinstance(query, str) and str(key) == query), None)


def _nothing_in_common(what, run_ids, judged_ids):
    """The sentence for ids that do not meet, with a remedy where their types are the reason."""
    differ = set(map(id_kind, run_ids)).isdisjoint(map(id_kind, judged_ids))
    remedy = "; convert one of them" if differ else ""
    ours, theirs = run_ids[0], judged_ids[0]
    return (
        f"the run and the judgements share no {what}: the run's are {type(ours).__name__} (e.g. {short(ours)}), "
        f"the judgements' {type(theirs).__name__} (e.g. {short(theirs)}){remedy}"
    )


def _check_id_types(run, qrels, shared):
    retrieved = [document for query in shared for document in run[query]]
    judged = [document for query in shared for document in qrels[query]]
    if retrieved and judged and set(map(id_kind, retrieved)).isdisjoint(map(id_kind, judged)):
        raise UsageError(_nothing_in_common("document", retrieved, judged))


def evaluate_predictions(preds, qrels, ks=(1, 3, 5, 10), *, split=None):
    """The means over the queries of `preds`, at each cut-off: k, MRR, nDCG, MAP, Recall, Precision.

    `preds` is `{query: [(document, score), …]}`, best first; `qrels` a DataFrame query_id, doc_id, score, and perhaps
    split. A query without judgements scores 0. With `split="test"`, the judgements of that split count, and of `preds`
    the queries that have some.

    >>> import pandas as pd
    >>> qrels = pd.DataFrame({"query_id": ["q1", "q1"], "doc_id": ["a", "b"], "score": [1, 1]})
    >>> evaluate_predictions({"q1": [("a", 0.9), ("x", 0.4)]}, qrels, ks=[1, 2])
       k  MRR      nDCG  MAP  Recall  Precision
    0  1  1.0  1.000000  0.5     0.5        1.0
    1  2  1.0  0.613147  0.5     0.5        0.5
    """
    ks = _cutoffs(ks)
    if split is not None:
        qrels = _one_split(qrels, split)
    judgements = read_qrels(qrels)
    if not isinstance(preds, Mapping):
        raise UsageError(f"preds must be a dict {{query: [(document, score), …]}}, got {type(preds).__name__}")
    run = read_run(preds)
    if not any(query in judgements for query in run):
        raise UsageError(_nothing_in_common("query", list(run), list(judgements)))
    kept = [query for query in run if split is None or query in judgements]
    joined, _ = join(run, Judgements((query, judgements.get(query, {})) for query in kept))
    warn_unmatched_ids(joined, stacklevel=3)
    names = {"MRR": "RR", "nDCG": "nDCG", "MAP": "AP", "Recall": "R", "Precision": "P"}
    means = [{column: parse(f"{name}@{k}").of_all(joined).mean() for column, name in names.items()} for k in ks]
    return pd.DataFrame([{"k": k, **row} for k, row in zip(ks, means, strict=True)])


def _cutoffs(ks):
    ks = [ks] if isinstance(ks, int) or not isinstance(ks, Iterable) else list(ks)
    if not ks:
        raise UsageError("ks is empty: name at least one cut-off, such as 10")
    return [as_whole_number(k, "a cut-off of ks", least=1) for k in ks]


def _one_split(qrels, split):
    qrels = as_pandas(qrels)
    if not isinstance(qrels, pd.DataFrame) or "split" not in qrels.columns:
        raise UsageError(f"split={split!r} needs qrels as a DataFrame with a column 'split'")
    chosen = qrels[qrels["split"] == split]
    if chosen.empty:
        there = ", ".join(sorted({str(name) for name in qrels["split"]}))
        raise UsageError(f"no judgement has split {split!r}; there are {there}")
    return chosen


def summarise(table, *, interval="t", resamples=10_000, seed=0):
    """The mean of every measure, and how much to trust it.

    Columns: mean, n (queries with a value), standard_error, ci_low and ci_high (95 %, by Student's t within the
    measure's range, or with interval="bootstrap" by resampling, which is too narrow under some 50 queries), no_value
    (queries for which the measure says nothing), missing (queries that the run did not answer), no_relevant (queries on
    which nothing could be won).

    >>> table = evaluate({"q1": ["a"]}, {"q1": {"a": 1}, "q2": {"b": 1}}, ["R"])
    >>> summarise(table)[["mean", "n", "missing"]]
             mean  n  missing
    measure
    R         0.5  2        1
    """
    resamples = as_whole_number(resamples, "resamples", least=1)
    if interval not in ("bootstrap", "t"):
        raise UsageError(f"interval must be 'bootstrap' or 't', got {short(interval)}")
    from ratools.evaluation.resampling import bootstrap_means

    columns = measure_columns(table)
    values = table[columns].to_numpy(dtype=np.float64)
    low, high = bootstrap_means(values, resamples, seed) if interval == "bootstrap" else t_intervals(columns, values)
    n, mean, deviation = moments(values)
    return pd.DataFrame(
        {
            "mean": mean,
            "n": n,
            "standard_error": np.where(n > 1, deviation / np.sqrt(np.maximum(n, 1)), np.nan),
            "ci_low": low,
            "ci_high": high,
            "no_value": len(values) - n,
            "missing": _count_zero(table, "retrieved"),
            "no_relevant": _count_zero(table, "relevant"),
        },
        index=pd.Index(columns, name="measure"),
    )


def t_intervals(names, values):
    """Student's interval of each measure's mean, within the measure's range."""
    ranges = [_range(name) for name in names]
    return t_interval(values, *np.array(ranges, dtype=np.float64).T)


def _range(name):
    try:
        return parse(name).row.range or (-np.inf, np.inf)
    except ValueError:  # a column that the catalogue does not know
        return -np.inf, np.inf


def measure_columns(table):
    """The columns of a table that are measures; NaN in one is a query for which it has no value."""
    if not isinstance(table, pd.DataFrame):
        raise UsageError(f"expected a table as evaluate gives it, got {type(table).__name__}")
    if table.empty:
        raise UsageError("the table is empty: it has no query")
    columns = [name for name in table.columns if name not in COUNTS]
    for name in columns:
        if not pd.api.types.is_numeric_dtype(table[name]) or np.isinf(table[name].to_numpy(dtype=float)).any():
            raise UsageError(f"column {name!r} of the table holds something that is not a finite number")
    return columns


def _count_zero(table, name):
    return int((table[name] == 0).sum()) if name in table.columns else pd.NA

"""The fast twins: every measure for every query at once, from the few rows that matter.

A document that nobody judged adds nothing to any measure, so a run shrinks to its judged documents: their query, rank
and grade. From these, each measure is a handful of array operations. A twin bears the name of the function in
`ratools.metrics` that it must equal; the test of the catalogue proves that it does. Read that one first.
"""

import math
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from ratools.errors import UsageError
from ratools.metrics.binary import RECALL_LEVELS
from ratools.metrics.incomplete import EPSILON

LONG = 500  # from this many summands on, a plain sum may lose the 12th digit


@dataclass(frozen=True)
class Joined:
    """A run joined with its judgements: one row per retrieved and judged document, by query and rank."""

    queries: list
    query: np.ndarray  # the row's query, as an index into queries
    rank: np.ndarray
    grade: np.ndarray
    retrieved: np.ndarray  # how many documents each query returned
    judged_query: np.ndarray  # all judgements, retrieved or not, by query and falling grade
    judged_grade: np.ndarray
    unmatched_ids: dict = field(default_factory=dict)  # {query: (ids of the run, ids of the judgements)}, none shared

    @property
    def n(self):
        return len(self.queries)

    def with_min_grade(self, min_grade):
        """The same with grades below min_grade set to 0: judged, not relevant."""

        def strict(grade):
            return np.where((grade >= 0) & (grade < min_grade), 0, grade)

        return replace(self, grade=strict(self.grade), judged_grade=strict(self.judged_grade))

    def with_gains(self, gains):
        """The same with other gains for some grades: {grade: gain}."""

        def gained(grade):
            result = grade.astype(np.float64)
            for level, gain in gains.items():
                result[grade == level] = gain
            return result

        judged = gained(self.judged_grade)
        order = np.lexsort((-judged, self.judged_query))
        return replace(
            self, grade=gained(self.grade), judged_query=self.judged_query[order], judged_grade=judged[order]
        )

    def cut(self, depth):
        """The same, as if the run had stopped at a rank."""
        rows = self.rank <= depth
        return replace(
            self,
            query=self.query[rows],
            rank=self.rank[rows],
            grade=self.grade[rows],
            retrieved=np.minimum(self.retrieved, depth),
        )

    def condensed(self):
        """The same without unjudged documents: the others move up."""
        rows = self.grade >= 0
        query = self.query[rows]
        return replace(
            self,
            query=query,
            rank=self.index_in_query(query),
            grade=self.grade[rows],
            retrieved=self.count(query),
        )

    @cached_property
    def relevant(self):
        """R of every query."""
        return self.count(self.judged_query[self.judged_grade > 0])

    @cached_property
    def judged(self):
        """How many documents of every query were judged, relevant or not."""
        return self.count(self.judged_query[self.judged_grade >= 0])

    @cached_property
    def hits(self):
        """The rows of relevant documents: query, rank, and 1-based hit index within the query."""
        hit = self.grade > 0
        query, rank = self.query[hit], self.rank[hit]
        return query, rank, self.index_in_query(query)

    @cached_property
    def ideal(self):
        """The relevant documents, retrieved or not, in the best order: query, rank and grade."""
        good = self.judged_grade > 0
        query, grade = self.judged_query[good], self.judged_grade[good]
        return query.astype(np.int32), self.index_in_query(query).astype(np.int32), grade

    @cached_property
    def discounts(self):
        """log2(rank + 1) of the rows of hits and of those of the ideal order: the same for every cut-off."""
        ranks = self.hits[1], self.ideal[1]
        table = np.log2(np.arange(2, 2 + max(rank.max(initial=0) for rank in ranks)))
        return [table[rank - 1] for rank in ranks]

    def index_in_query(self, query):
        """The 1-based index of each row among those of its query."""
        starts = np.searchsorted(query, np.arange(self.n))
        return np.arange(len(query)) - starts[query] + 1

    def count(self, query):
        return np.bincount(query, minlength=self.n)

    def total(self, query, values):
        """Sums by query. bincount adds up plainly; long sums are done again without rounding on the way."""
        sums = np.bincount(query, weights=values, minlength=self.n)
        for long in np.flatnonzero(self.count(query) > LONG):
            sums[long] = math.fsum(values[slice(*np.searchsorted(query, [long, long + 1]))])
        return sums

    def one_by_one(self):
        """Each query as a metric takes it: a ranking and grades. Documents are called by their rank, from 1."""
        rows = np.searchsorted(self.query, np.arange(self.n + 1))
        judged = np.searchsorted(self.judged_query, np.arange(self.n + 1))
        for n in range(self.n):
            here, there = slice(*rows[n : n + 2]), slice(*judged[n : n + 2])
            by_rank = dict(zip(self.rank[here].tolist(), self.grade[here].tolist(), strict=True))
            missed = Counter(self.judged_grade[there].tolist()) - Counter(by_rank.values())
            yield range(1, self.retrieved[n] + 1), by_rank | {-at: grade for at, grade in enumerate(missed.elements())}

    def hits_within(self, k):
        query, rank, _ = self.hits
        return self.count(query if k is None else query[rank <= k])


def falling_grades(sizes, grade):
    """Judgements query after query, so many of each → the query of each, as a number, and its grade: by query and
    falling grade."""
    query = np.repeat(np.arange(len(sizes)), sizes)
    low, high = int(grade.min(initial=0)), int(grade.max(initial=0))
    levels = high - low + 1
    if levels * len(sizes) > 8 * len(grade) or (grade.dtype != np.uint8 and (grade != np.rint(grade)).any()):
        grade = grade.astype(np.float64)
        order = np.lexsort((-grade, query))
        return query[order], grade[order]
    query *= levels  # few whole grades: those of each query and grade are counted, which is faster than to sort them
    query += (high - grade).astype(np.int64)
    counts = np.bincount(query, minlength=levels * len(sizes)).reshape(-1, levels)
    grades = np.repeat(np.tile(np.arange(high, low - 1, -1, dtype=np.float64), len(sizes)), counts.ravel())
    return np.repeat(np.arange(len(sizes)), counts.sum(axis=1)), grades


def by_query_and_rank(query, rank):
    """The order of rows by query, then by rank: one sort of whole numbers, which is faster than two."""
    return np.argsort(query * (rank.max(initial=0) + 1) + rank)


def _ratio(part, whole):
    """part / whole, 0 where there is no whole."""
    whole = np.asarray(whole, dtype=np.float64)
    return np.divide(part, whole, out=np.zeros(np.broadcast_shapes(np.shape(part), whole.shape)), where=whole != 0)


def precision_at_k(joined, k=None):
    return _ratio(joined.hits_within(k), joined.retrieved if k is None else np.full(joined.n, k))


def recall_at_k(joined, k=None):
    return _ratio(joined.hits_within(k), joined.relevant)


def f_score_at_k(joined, k=None, *, beta=1.0):
    precision, recall = precision_at_k(joined, k), recall_at_k(joined, k)
    return _ratio((1 + beta**2) * precision * recall, beta**2 * precision + recall)


def success_at_k(joined, k=None):
    return (joined.hits_within(k) > 0).astype(np.float64)


def r_precision(joined):
    query, rank, _ = joined.hits
    return _ratio(joined.count(query[rank <= joined.relevant[query]]), joined.relevant)


def reciprocal_rank(joined, k=None):
    query, rank, hit_index = joined.hits
    first = (hit_index == 1) & (rank <= (np.inf if k is None else k))
    result = np.zeros(joined.n)
    result[query[first]] = 1 / rank[first]
    return result


def average_precision(joined, k=None, *, denominator="relevant"):
    query, rank, hit_index = joined.hits
    within = rank <= (np.inf if k is None else k)
    terms = joined.total(query[within], hit_index[within] / rank[within])
    count = joined.hits_within(k) if denominator == "found" else joined.relevant
    if denominator == "capped" and k is not None:
        count = np.minimum(count, k)
    return _ratio(terms, count)


def interpolated_precision(joined, k=None, *, recall=0.0):
    from fractions import Fraction  # which nothing else here needs, and takes some milliseconds to load

    query, rank, hit_index = joined.hits
    level = Fraction(str(recall))
    reached = hit_index * level.denominator >= level.numerator * joined.relevant[query]
    reached &= rank <= (np.inf if k is None else k)
    best = np.zeros(joined.n)
    np.maximum.at(best, query[reached], hit_index[reached] / rank[reached])
    return best


def eleven_point_average(joined, k=None):
    heights = np.stack([interpolated_precision(joined, k, recall=level) for level in RECALL_LEVELS])
    return np.array([math.fsum(column) for column in heights.T]) / len(RECALL_LEVELS)


def _gain(grade, gain):
    grade = np.maximum(grade, 0)
    if gain == "exp" and grade.size and grade.max() > 1000:
        raise UsageError(f"grade {grade.max():g} is too large for gain='exp' (2^grade overflows); use gain='linear'")
    return np.exp2(grade) - 1 if gain == "exp" else grade


def _dcg(joined, query, rank, grade, discount, k, gain):
    within = slice(None) if k is None or rank.max(initial=0) <= k else rank <= k
    return joined.total(query[within], _gain(grade[within], gain) / discount[within])


def ndcg_at_k(joined, k=None, *, gain="linear"):
    query, rank, _ = joined.hits
    discounts, grade = joined.discounts, joined.grade[joined.grade > 0]
    ideal = _dcg(joined, *joined.ideal, discounts[1], k, gain)
    return _ratio(_dcg(joined, query, rank, grade, discounts[0], k, gain), ideal)


def rbp(joined, k=None, *, p=0.8):
    query, rank, _ = joined.hits
    within = rank <= (np.inf if k is None else k)
    return joined.total(query[within], (1 - p) * p ** (rank[within] - 1.0))


def err_at_k(joined, k=None, *, g_max=4):
    if joined.judged_grade.size and joined.judged_grade.max() > g_max:
        worst = int(joined.judged_grade.argmax())
        query, grade = joined.queries[joined.judged_query[worst]], joined.judged_grade[worst]
        raise UsageError(
            f"query {query!r}: grade {grade:g} lies above g_max={g_max}: name the scale, as in ERR(g_max=…)@20"
        )
    query, rank, hit_index = joined.hits
    satisfied = (np.exp2(joined.grade[joined.grade > 0]) - 1) / 2**g_max
    result, still_reading = np.zeros(joined.n), np.ones(joined.n)
    order = np.argsort(hit_index, kind="stable")  # all first hits, then all second hits …
    for rows in np.split(order, np.flatnonzero(np.diff(hit_index[order])) + 1) if len(order) else []:
        rows = rows[rank[rows] <= (np.inf if k is None else k)]
        result[query[rows]] += still_reading[query[rows]] * satisfied[rows] / rank[rows]
        still_reading[query[rows]] *= 1 - satisfied[rows]
    return result


def judged_at_k(joined, k=None):
    seen = (joined.grade >= 0) & (joined.rank <= (np.inf if k is None else k))
    shown = joined.retrieved if k is None else np.minimum(joined.retrieved, k)
    return np.where(shown > 0, _ratio(joined.count(joined.query[seen]), shown), np.nan)


def _above(joined, chosen):
    """For every row: how many chosen rows of its query stand above it."""
    before = np.concatenate([[0], np.cumsum(chosen)])
    starts = np.searchsorted(joined.query, np.arange(joined.n))
    return before[:-1] - before[starts[joined.query]]


def bpref(joined):
    hit = joined.grade > 0
    relevant, query = joined.relevant, joined.query[hit]
    nonrelevant = joined.judged - relevant
    above = np.minimum(_above(joined, joined.grade == 0)[hit], relevant[query])
    lost = _ratio(above, np.minimum(nonrelevant, relevant)[query])
    return _ratio(joined.total(query, 1 - lost), relevant)


def inf_ap(joined):
    hit = joined.grade > 0
    good, bad = _above(joined, hit)[hit], _above(joined, joined.grade == 0)[hit]
    pooled = _above(joined, np.ones(len(joined.grade), dtype=bool))[hit]
    precision_above = (good + EPSILON) / (good + bad + 2 * EPSILON)
    expected = 1 / joined.rank[hit] + pooled / joined.rank[hit] * precision_above
    return _ratio(joined.total(joined.query[hit], expected), joined.relevant)

"""A document is relevant or it is not: precision, recall, and the measures that look at where the hits are.

`relevant` may be a set, a list or a dict of grades (relevant means grade > 0; `min_grade=2` asks for more). R, the
number of relevant documents, counts the *judged* relevant ones, whether they were retrieved or not. With R = 0 every
measure here is 0.
"""

from math import exp, fsum, log

from ratools.errors import UsageError
from ratools.metrics.arguments import as_between, as_choice, as_cutoff, as_queries, as_ranking, as_relevant

__all__ = [
    "precision_at_k",
    "recall_at_k",
    "f_score_at_k",
    "success_at_k",
    "r_precision",
    "reciprocal_rank",
    "mean_reciprocal_rank",
    "average_precision_terms",
    "average_precision",
    "mean_average_precision",
    "geometric_map",
    "interpolated_precision",
    "eleven_point_average",
]

RECALL_LEVELS = tuple(tenths / 10 for tenths in range(11))


def precision_at_k(retrieved, relevant, k=None, *, min_grade=None, duplicates="error"):
    """How much of what the user sees is relevant.

    P@k = relevant among the first k / k

    >>> precision_at_k(["a", "x", "b", "y"], {"a", "b", "c"}, 4)        # 2 of 4
    0.5
    >>> precision_at_k(["a", "x"], {"a", "b", "c"}, 10)                 # 1 of 10: eight places stayed empty
    0.1

    Trap: a list shorter than k still divides by k; dividing by what came back rewards returning less.
    Cleverdon & Keen 1966.
    """
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    hits = sum(doc in relevant for doc in retrieved[:k])
    places = k or len(retrieved)
    return hits / places if places else 0.0


def recall_at_k(retrieved, relevant, k=None, *, min_grade=None, duplicates="error"):
    """How much of what is relevant the user gets to see.

    R@k = relevant among the first k / R

    >>> recall_at_k(["a", "x", "b", "y"], {"a", "b", "c"}, 4)           # 2 of 3
    0.6666666666666666
    >>> recall_at_k(["a", "b"], {"a", "b", "c"}, 1)                     # one place, three to find
    0.3333333333333333

    Trap: with more than k relevant documents R@k cannot reach 1, and that is no fault.
    Cleverdon & Keen 1966.
    """
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    hits = sum(doc in relevant for doc in retrieved[:k])
    return hits / len(relevant) if relevant else 0.0


def f_score_at_k(retrieved, relevant, k=None, *, beta=1.0, min_grade=None, duplicates="error"):
    """One number from precision and recall: their weighted harmonic mean.

    F_β@k = (1 + β²) · P · R / (β² · P + R)

    >>> f_score_at_k(["a", "x", "b", "y"], {"a", "b", "c"}, 4)          # P 1/2, R 2/3: 2 · 1/3 / (7/6)
    0.5714285714285715

    Trap: β = 2 counts recall twice as much. trec_eval's `set_F` takes β² instead, so its 2 is another measure.
    van Rijsbergen 1979.
    """
    retrieved, beta = as_ranking(retrieved, duplicates), as_between(beta, "beta")
    relevant = as_relevant(relevant, min_grade, retrieved)
    precision = precision_at_k(retrieved, relevant, k)
    recall = recall_at_k(retrieved, relevant, k)
    if precision == recall == 0:
        return 0.0
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)


def success_at_k(retrieved, relevant, k=None, *, min_grade=None, duplicates="error"):
    """Whether the user finds anything relevant at all: 1 or 0. Also called hit rate.

    Success@k = 1 if any of the first k is relevant, else 0

    >>> success_at_k(["x", "a"], {"a", "b"}, 1), success_at_k(["x", "a"], {"a", "b"}, 2)
    (0.0, 1.0)

    Trap: some libraries call this recall. It is, only when a single document is relevant.
    Used by Craswell & Hawking 2004; trec_eval credits S. Tomlinson.
    """
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    return float(any(doc in relevant for doc in retrieved[:k]))


def r_precision(retrieved, relevant, *, min_grade=None, duplicates="error"):
    """Precision at the rank where precision and recall are equal: k = R.

    R-precision = P@R

    >>> r_precision(["a", "x", "b", "y"], {"a", "b", "c"})              # R = 3: 2 of the first 3
    0.6666666666666666

    Trap: R differs from query to query, so no single P@k replaces it.
    From TREC; studied by Buckley & Voorhees 2000.
    """
    retrieved = as_ranking(retrieved, duplicates)
    relevant = as_relevant(relevant, min_grade, retrieved)
    return precision_at_k(retrieved, relevant, len(relevant)) if relevant else 0.0


def reciprocal_rank(retrieved, relevant, k=None, *, min_grade=None, duplicates="error"):
    """How soon the first relevant document comes.

    RR = 1 / rank of the first relevant document, 0 if there is none

    >>> reciprocal_rank(["x", "y", "a", "b"], {"a", "b"})               # first hit at rank 3
    0.3333333333333333
    >>> reciprocal_rank(["x", "y", "a"], {"a"}, 2)                      # not within the first 2
    0.0

    Trap: what comes after the first hit counts for nothing.
    Kantor & Voorhees 2000.
    """
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    for rank, doc in enumerate(retrieved[:k], start=1):
        if doc in relevant:
            return 1 / rank
    return 0.0


def by_query(measure, results, ground_truth, k=None, missing="skip", min_grade=None, duplicates="error"):
    """The measure of every query that has a truth: {query: score}. `missing="zero"` adds the unanswered ones as 0.

    >>> by_query(reciprocal_rank, {"q1": ["a"]}, {"q1": {"a"}, "q2": {"b"}}, None, "zero")
    {'q1': 1.0, 'q2': 0.0}
    """
    k, missing, duplicates = as_cutoff(k), as_choice(missing, "missing"), as_choice(duplicates, "duplicates")
    scores = {}
    for query in as_queries(results, ground_truth):
        try:
            scores[query] = measure(results[query], ground_truth[query], k, min_grade=min_grade, duplicates=duplicates)
        except ValueError as error:
            raise UsageError(f"query {query!r}: {error}") from None
    unanswered = [query for query in ground_truth if query not in scores]
    return scores | dict.fromkeys(unanswered if missing == "zero" else [], 0.0)


def mean_reciprocal_rank(results, ground_truth, k=None, *, missing="skip", min_grade=None, duplicates="error"):
    """The mean reciprocal rank over queries: `results` has their rankings, `ground_truth` what is relevant to each.

    MRR = mean of 1 / rank of the first relevant document

    >>> mean_reciprocal_rank({"q1": ["a"], "q2": ["x", "b"]}, {"q1": {"a"}, "q2": {"b"}})       # (1 + 1/2) / 2
    0.75
    >>> mean_reciprocal_rank({"q1": ["a"]}, {"q1": {"a"}, "q2": {"b"}}, missing="zero")         # q2 went unanswered
    0.5

    Trap: by default only queries in `results` count, so not answering a hard query helps; `missing="zero"` stops that.
    Kantor & Voorhees 2000.
    """
    scores = by_query(reciprocal_rank, results, ground_truth, k, missing, min_grade, duplicates)
    return fsum(scores.values()) / len(scores)


def average_precision_terms(retrieved, relevant, k=None, *, min_grade=None, duplicates="error"):
    """What each rank gives to average precision: the precision there if it holds a hit, else 0.

    term_i = P@i if document i is relevant, else 0

    >>> average_precision_terms(["a", "x", "b"], {"a", "b", "c", "d"})  # 1/1, nothing, 2/3
    [1.0, 0.0, 0.6666666666666666]

    From TREC (Harman 1992); studied by Buckley & Voorhees 2000.
    """
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    terms, hits = [], 0
    for rank, doc in enumerate(retrieved[:k], start=1):
        hits += doc in relevant
        terms.append(hits / rank if doc in relevant else 0.0)
    return terms


def average_precision(retrieved, relevant, k=None, *, denominator="relevant", min_grade=None, duplicates="error"):
    """The mean of the precision at each relevant document's rank; one that was never found counts 0.

    AP@k = Σ P@i over the ranks i ≤ k that hold a hit / R

    >>> average_precision(["a", "x", "b"], {"a", "b"})                  # (1/1 + 2/3) / 2
    0.8333333333333333
    >>> average_precision(["a", "x", "b"], {"a", "b", "c", "d"})        # two were missed: (1/1 + 2/3) / 4
    0.41666666666666663

    Trap: `denominator="found"` averages over the hits alone, so what was never found costs nothing. `"capped"` is
    min(R, k).
    From TREC (Harman 1992); studied by Buckley & Voorhees 2000.
    """
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    terms = average_precision_terms(retrieved, relevant, k)
    found = sum(term > 0 for term in terms)
    capped = min(len(relevant), k or len(relevant))
    count = {"relevant": len(relevant), "found": found, "capped": capped}[as_choice(denominator, "denominator")]
    return fsum(terms) / count if count else 0.0


def mean_average_precision(results, ground_truth, k=None, *, missing="skip", min_grade=None, duplicates="error"):
    """The mean of average precision over queries.

    MAP = mean of AP

    >>> mean_average_precision({"q1": ["a"], "q2": ["x", "b"]}, {"q1": {"a"}, "q2": {"b"}})     # (1 + 1/2) / 2
    0.75

    Trap: as in `mean_reciprocal_rank`, unanswered queries count only with `missing="zero"`.
    From TREC (Harman 1992); studied by Buckley & Voorhees 2000.
    """
    scores = by_query(average_precision, results, ground_truth, k, missing, min_grade, duplicates)
    return fsum(scores.values()) / len(scores)


def geometric_map(results, ground_truth, k=None, *, missing="skip", floor=1e-5, min_grade=None, duplicates="error"):
    """The geometric mean of average precision: dominated by the queries that go worst.

    GMAP = exp(mean of log max(AP, floor))

    >>> round(geometric_map({"q1": ["a"], "q2": ["x", "y", "z", "b"]}, {"q1": {"a"}, "q2": {"b"}}), 12)   # √(1 · 1/4)
    0.5

    Trap: log 0 has no value, so an AP of 0 counts as `floor`; the result depends on that choice.
    Robertson 2006.
    """
    floor = as_between(floor, "floor")
    scores = by_query(average_precision, results, ground_truth, k, missing, min_grade, duplicates)
    return exp(fsum(log(max(score, floor)) for score in scores.values()) / len(scores))


def interpolated_precision(retrieved, relevant, k=None, *, recall=0.0, min_grade=None, duplicates="error"):
    """The best precision that can be had at a recall level or beyond it.

    IPrec@r = max P@i over the ranks i where R@i ≥ r

    >>> interpolated_precision(["a", "x", "b", "y"], {"a", "b", "c"}, recall=0.5)    # 2 of 3 found at rank 3
    0.6666666666666666
    >>> interpolated_precision(["a", "x", "b", "y"], {"a", "b", "c"}, recall=0.9)    # never reached
    0.0

    Trap: trec_eval 9 asks for int(0.7 · 3 + 0.9) hits, which is 2 in floats, and so takes 2 of 3 for a recall of 0.7.
    Manning, Raghavan & Schütze 2008, § 8.4.
    """
    retrieved, k, recall = as_ranking(retrieved, duplicates), as_cutoff(k), as_between(recall, "recall")
    relevant = as_relevant(relevant, min_grade, retrieved)
    best, hits = 0.0, 0
    for rank, doc in enumerate(retrieved[:k], start=1):
        hits += doc in relevant
        if relevant and hits / len(relevant) >= recall:
            best = max(best, hits / rank)
    return best


def eleven_point_average(retrieved, relevant, k=None, *, min_grade=None, duplicates="error"):
    """The precision–recall curve as one number: its mean height at recall 0, 0.1, …, 1.

    11-pt = mean of IPrec@r for r = 0, 0.1, …, 1

    >>> eleven_point_average(["a", "x", "b"], {"a", "b"})               # 1 at six levels, 2/3 at five
    0.8484848484848485

    Trap: interpolated heights are optimistic; average precision uses the measured ones.
    Manning, Raghavan & Schütze 2008, § 8.4.
    """
    retrieved = as_ranking(retrieved, duplicates)
    relevant = as_relevant(relevant, min_grade, retrieved)
    heights = [interpolated_precision(retrieved, relevant, k, recall=level) for level in RECALL_LEVELS]
    return fsum(heights) / len(heights)

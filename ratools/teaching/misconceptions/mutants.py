"""Wrong on purpose: the versions of each measure that people write, believe or ship.

A mutant has the misconception's id, the measure it gets wrong, and the smallest input on which it shows. The tests of a
measure must catch all of its mutants; the misconception bank, the checkers and the quizzes stand on the same ones.
A mutant is wrong in one thing only: its arguments are checked and cleaned as the measure's own are.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from math import fsum, log, log2

from ratools.metrics import agreement, answers, binary, diversity, graded, incomplete, overlap, scores
from ratools.metrics.checks import checked, relevant_set


@dataclass(frozen=True)
class Mutant:
    """One wrong version of one measure."""

    id: str  # of the misconception; one misconception can have several mutants
    measure: str  # the name of the function in ratools that it gets wrong
    function: Callable
    counterexample: tuple  # the smallest arguments on which it differs from the measure, found by inputs.py
    options: dict = field(default_factory=dict)

    def __repr__(self):
        return f"Mutant({self.id!r}, {self.function.__name__})"


MUTANTS: list[Mutant] = []


def mutant(id, measure, *counterexample, **options):
    """Register the decorated function as a wrong version of a measure."""

    def register(function):
        function = function if id == "duplicates-count" else checked(function)  # which would refuse the duplicates
        MUTANTS.append(Mutant(id, measure, function, counterexample, options))
        return function

    return register


def mutants_of(measure):
    """Every wrong version of one measure.

    >>> mutants_of("recall_at_k")[0]
    Mutant('recall-over-k', recall_over_k)
    """
    return [one for one in MUTANTS if one.measure == measure]


# Relevant or not ---------------------------------------------------------------------------------------------------


@mutant("precision-over-returned", "precision_at_k", ["a"], {"a"}, 2)
def precision_over_returned(retrieved, relevant, k=None):
    """Divides by what came back, so returning less helps."""
    top = retrieved[:k]
    return sum(doc in relevant for doc in top) / len(top) if top else 0.0


@mutant("precision-is-recall", "precision_at_k", ["a"], {"a"}, 2)
def precision_over_relevant(retrieved, relevant, k=None):
    """Divides by the relevant documents: that is recall."""
    return sum(doc in relevant for doc in retrieved[:k]) / len(relevant) if relevant else 0.0


@mutant("cutoff-forgotten", "precision_at_k", ["x", "a"], {"a"}, 1)
def precision_without_cutoff(retrieved, relevant, k=None):
    """Counts hits in the whole list, divides by k."""
    places = k or len(retrieved)
    return sum(doc in relevant for doc in retrieved) / places if places else 0.0


@mutant("recall-over-k", "recall_at_k", ["a"], {"a"}, 2)
def recall_over_k(retrieved, relevant, k=None):
    """Divides by k: that is precision."""
    places = k or len(retrieved)
    return sum(doc in relevant for doc in retrieved[:k]) / places if places else 0.0


@mutant("recall-is-hit-rate", "recall_at_k", ["a"], {"a", "b"}, 1)
def recall_is_hit_rate(retrieved, relevant, k=None):
    """One hit is enough."""
    return float(any(doc in relevant for doc in retrieved[:k]))


@mutant("recall-capped", "recall_at_k", ["a"], {"a", "b"}, 1)
def recall_capped(retrieved, relevant, k=None):
    """Divides by min(R, k), so that 1 can always be reached."""
    reachable = min(len(relevant), k or len(relevant))
    return sum(doc in relevant for doc in retrieved[:k]) / reachable if reachable else 0.0


@mutant("cutoff-forgotten", "recall_at_k", ["x", "a"], {"a"}, 1)
def recall_without_cutoff(retrieved, relevant, k=None):
    """Counts hits in the whole list."""
    return sum(doc in relevant for doc in retrieved) / len(relevant) if relevant else 0.0


@mutant("duplicates-count", "recall_at_k", ["a", "a"], {"a"}, 2, duplicates="first")
def recall_with_duplicates(retrieved, relevant, k=None, *, min_grade=None, duplicates="error"):
    """A document that was returned twice is two hits, and recall can exceed 1."""
    relevant = relevant_set(relevant, min_grade)
    return sum(doc in relevant for doc in retrieved[:k]) / len(relevant) if relevant else 0.0


@mutant("f-is-a-plain-mean", "f_score_at_k", ["a"], {"a"}, 2, beta=1.0)
def f_arithmetic(retrieved, relevant, k=None, *, beta=1.0):
    """The arithmetic mean of precision and recall: all of one and none of the other is still one half."""
    return (binary.precision_at_k(retrieved, relevant, k) + binary.recall_at_k(retrieved, relevant, k)) / 2


@mutant("beta-squared", "f_score_at_k", ["a"], {"a"}, 2, beta=2)
def f_beta_squared(retrieved, relevant, k=None, *, beta=1.0):
    """Takes the parameter for β², as trec_eval's set_F does."""
    precision, recall = binary.precision_at_k(retrieved, relevant, k), binary.recall_at_k(retrieved, relevant, k)
    return (1 + beta) * precision * recall / (beta * precision + recall) if precision + recall else 0.0


@mutant("beta-backwards", "f_score_at_k", ["a"], {"a"}, 2, beta=2)
def f_beta_backwards(retrieved, relevant, k=None, *, beta=1.0):
    """Puts β² on the wrong side, so that it weighs precision."""
    precision, recall = binary.precision_at_k(retrieved, relevant, k), binary.recall_at_k(retrieved, relevant, k)
    return (1 + beta**2) * precision * recall / (precision + beta**2 * recall) if precision + recall else 0.0


@mutant("success-is-all", "success_at_k", ["a", "x"], {"a"}, 2)
def success_if_all(retrieved, relevant, k=None):
    """Only a page of nothing but hits is a success."""
    top = retrieved[:k]
    return float(bool(top) and all(doc in relevant for doc in top))


@mutant("success-is-precision", "success_at_k", ["a"], {"a"}, 2)
def success_share(retrieved, relevant, k=None):
    """The share of hits."""
    return binary.precision_at_k(retrieved, relevant, k)


@mutant("cutoff-forgotten", "success_at_k", ["x", "a"], {"a"}, 1)
def success_anywhere(retrieved, relevant, k=None):
    """Looks through the whole list."""
    return float(any(doc in relevant for doc in retrieved))


@mutant("r-precision-of-all", "r_precision", ["a"], {"a", "b"})
def r_precision_of_whole_list(retrieved, relevant):
    """The precision of the whole list, whatever R is."""
    return binary.precision_at_k(retrieved, relevant)


@mutant("r-precision-over-returned", "r_precision", ["a"], {"a", "b"})
def r_precision_over_returned(retrieved, relevant):
    """Divides by what came back where fewer than R did."""
    return precision_over_returned(retrieved, relevant, len(relevant)) if relevant else 0.0


@mutant("rank-from-zero", "reciprocal_rank", ["x", "a"], {"a"})
def reciprocal_rank_from_zero(retrieved, relevant, k=None):
    """Counts ranks from 0 and guards the division: ranks 1 and 2 both score 1."""
    for rank, doc in enumerate(retrieved[:k]):
        if doc in relevant:
            return 1 / max(rank, 1)
    return 0.0


@mutant("rr-any-hit", "reciprocal_rank", ["a", "b"], {"a", "b"})
def reciprocal_rank_of_every_hit(retrieved, relevant, k=None):
    """Averages 1/rank over all hits."""
    ranks = [rank for rank, doc in enumerate(retrieved[:k], start=1) if doc in relevant]
    return sum(1 / rank for rank in ranks) / len(ranks) if ranks else 0.0


@mutant("rr-is-rank", "reciprocal_rank", ["x", "a"], {"a"})
def rank_itself(retrieved, relevant, k=None):
    """The rank, not one divided by it: larger is worse."""
    return float(next((rank for rank, doc in enumerate(retrieved[:k], start=1) if doc in relevant), 0))


@mutant("cutoff-forgotten", "reciprocal_rank", ["x", "a"], {"a"}, 1)
def reciprocal_rank_anywhere(retrieved, relevant, k=None):
    """Looks below the cut-off."""
    return binary.reciprocal_rank(retrieved, relevant)


@mutant("mrr-is-mean-rank", "mean_reciprocal_rank", {"q1": ["a"], "q2": ["x"]}, {"q1": {"a"}, "q2": {"a"}})
def mrr_from_mean_rank(results, ground_truth, k=None, *, missing="skip"):
    """One divided by the mean rank of the first hits."""
    scores = binary.by_query(binary.reciprocal_rank, results, ground_truth, k, missing).values()
    ranks = [1 / score for score in scores if score]
    return len(ranks) / sum(ranks) if ranks else 0.0


@mutant("skip-failed-queries", "mean_reciprocal_rank", {"q1": ["a"], "q2": ["x"]}, {"q1": {"a"}, "q2": {"a"}})
def mrr_without_failures(results, ground_truth, k=None, *, missing="skip"):
    """Leaves the queries without a hit out of the mean."""
    scores = binary.by_query(binary.reciprocal_rank, results, ground_truth, k, missing).values()
    hits = [score for score in scores if score]
    return sum(hits) / len(hits) if hits else 0.0


@mutant("skip-missing-queries", "mean_reciprocal_rank", {"q1": ["a"]}, {"q1": {"a"}, "q2": {"a"}}, missing="zero")
def mrr_without_missing(results, ground_truth, k=None, *, missing="skip"):
    """Leaves the queries that were not answered out of the mean."""
    return binary.mean_reciprocal_rank(results, ground_truth, k, missing="skip")


@mutant("rr-any-hit", "mean_reciprocal_rank", {"q1": ["a", "b"]}, {"q1": {"a", "b"}})
def mrr_of_every_hit(results, ground_truth, k=None, *, missing="skip"):
    """Averages 1/rank over all hits of a query before it averages over queries."""
    scores = binary.by_query(reciprocal_rank_of_every_hit, results, ground_truth, k, missing)
    return fsum(scores.values()) / len(scores)


@mutant("rank-from-zero", "mean_reciprocal_rank", {"q1": ["x", "a"]}, {"q1": {"a"}})
def mrr_from_zero(results, ground_truth, k=None, *, missing="skip"):
    """Counts ranks from 0 and guards the division: ranks 1 and 2 both score 1."""
    scores = binary.by_query(reciprocal_rank_from_zero, results, ground_truth, k, missing)
    return fsum(scores.values()) / len(scores)


@mutant("ap-over-found", "average_precision", ["a"], {"a", "b"})
def average_precision_over_found(retrieved, relevant, k=None):
    """Divides by the hits, so missing a document costs nothing."""
    return binary.average_precision(retrieved, relevant, k, denominator="found")


@mutant("ap-over-min-rk", "average_precision", ["a"], {"a", "b"}, 1)
def average_precision_capped(retrieved, relevant, k=None):
    """Divides by min(R, k)."""
    return binary.average_precision(retrieved, relevant, k, denominator="capped")


@mutant("ap-over-k", "average_precision", ["a"], {"a", "b"})
def average_precision_over_places(retrieved, relevant, k=None):
    """Divides by the number of places."""
    places = k or len(retrieved)
    return fsum(binary.average_precision_terms(retrieved, relevant, k)) / places if places else 0.0


@mutant("ap-every-rank", "average_precision", ["a"], {"a", "b"})
def average_precision_of_every_rank(retrieved, relevant, k=None):
    """Averages the precision of every rank, hit or not."""
    top = retrieved[:k]
    return sum(binary.precision_at_k(top, relevant, i) for i in range(1, len(top) + 1)) / len(top) if top else 0.0


@mutant("cutoff-forgotten", "average_precision", ["x", "a"], {"a"}, 1)
def average_precision_without_cutoff(retrieved, relevant, k=None):
    """Goes on below the cut-off."""
    return binary.average_precision(retrieved, relevant)


@mutant("skip-failed-queries", "mean_average_precision", {"q1": ["a"], "q2": ["x"]}, {"q1": {"a"}, "q2": {"a"}})
def map_without_failures(results, ground_truth, k=None, *, missing="skip"):
    """Leaves the queries without a hit out of the mean."""
    hits = [s for s in binary.by_query(binary.average_precision, results, ground_truth, k, missing).values() if s]
    return sum(hits) / len(hits) if hits else 0.0


@mutant("skip-missing-queries", "mean_average_precision", {"q1": ["a"]}, {"q1": {"a"}, "q2": {"a"}}, missing="zero")
def map_without_missing(results, ground_truth, k=None, *, missing="skip"):
    """Leaves the queries that were not answered out of the mean."""
    return binary.mean_average_precision(results, ground_truth, k, missing="skip")


@mutant("ap-over-found", "mean_average_precision", {"q1": ["a"]}, {"q1": {"a", "b"}})
def map_over_found(results, ground_truth, k=None, *, missing="skip"):
    """Divides each query's sum by its hits, so missing a document costs nothing."""
    scores = binary.by_query(average_precision_over_found, results, ground_truth, k, missing)
    return fsum(scores.values()) / len(scores)


@mutant("gmap-is-map", "geometric_map", {"q1": ["x"]}, {"q1": {"a"}})
def geometric_map_arithmetic(results, ground_truth, k=None, *, missing="skip", floor=1e-5):
    """The ordinary mean."""
    return binary.mean_average_precision(results, ground_truth, k, missing=missing)


@mutant("skip-failed-queries", "geometric_map", {"q1": ["x"]}, {"q1": {"a"}})
def geometric_map_without_failures(results, ground_truth, k=None, *, missing="skip", floor=1e-5):
    """Leaves the zeros out instead of raising them to the floor."""
    hits = [s for s in binary.by_query(binary.average_precision, results, ground_truth, k, missing).values() if s]
    return 2 ** (sum(map(log2, hits)) / len(hits)) if hits else 0.0


@mutant("interpolation-forgotten", "interpolated_precision", ["x", "a", "b"], {"a", "b"}, recall=0.5)
def precision_when_level_is_reached(retrieved, relevant, k=None, *, recall=0.0):
    """The precision where the level is first reached, although it rises later."""
    for rank in range(1, len(retrieved[:k]) + 1):
        if binary.recall_at_k(retrieved, relevant, rank) >= recall:
            return binary.precision_at_k(retrieved, relevant, rank)
    return 0.0


@mutant("interpolation-forgotten", "eleven_point_average", ["x", "a"], {"a"})
def eleven_point_uninterpolated(retrieved, relevant, k=None):
    """The mean of precisions that were not interpolated."""
    levels = binary.RECALL_LEVELS
    return sum(precision_when_level_is_reached(retrieved, relevant, k, recall=level) for level in levels) / len(levels)


# Graded ------------------------------------------------------------------------------------------------------------


@mutant("cg-sees-order", "cumulative_gain", [0, 1], 2)
def cumulative_gain_with_order(relevances, k=None, *, gain="linear"):
    """Discounts, and so it is DCG already."""
    return graded.dcg_at_k(relevances, k, gain=gain)


@mutant("cutoff-forgotten", "cumulative_gain", [0, 1], 1)
def cumulative_gain_without_cutoff(relevances, k=None, *, gain="linear"):
    """Sums the whole list."""
    return graded.cumulative_gain(relevances, gain=gain)


@mutant("discount-log-i", "dcg_at_k", [0, 1], 2)
def dcg_log_i(relevances, k=None, *, gain="linear"):
    """Discount max(1, log2 i): the first two ranks are worth the same."""
    return fsum(graded.gain_of(g, gain) / max(1, log2(i)) for i, g in enumerate(relevances[:k], start=1))


@mutant("discount-shifted", "dcg_at_k", [1], 1)
def dcg_shifted(relevances, k=None, *, gain="linear"):
    """Discount log2(i + 2) with ranks from 1: even the first place is discounted."""
    return fsum(graded.gain_of(g, gain) / log2(i + 2) for i, g in enumerate(relevances[:k], start=1))


@mutant("discount-inverted", "dcg_at_k", [0, 1], 2)
def dcg_inverted(relevances, k=None, *, gain="linear"):
    """Divides by 1 / log2(i + 1), that is, multiplies by log2(i + 1): the further down, the more it counts."""
    return fsum(graded.gain_of(g, gain) * log2(i + 1) for i, g in enumerate(relevances[:k], start=1))


@mutant("discount-is-rank", "dcg_at_k", [0, 1], 2)
def dcg_by_rank(relevances, k=None, *, gain="linear"):
    """Discount i instead of log2(i + 1)."""
    return fsum(graded.gain_of(g, gain) / i for i, g in enumerate(relevances[:k], start=1))


@mutant("cg-sees-order", "dcg_at_k", [0, 1], 2)
def dcg_without_discount(relevances, k=None, *, gain="linear"):
    """No discount: that is CG, which does not see order."""
    return graded.cumulative_gain(relevances, k, gain=gain)


@mutant("ndcg-is-one-formula", "dcg_at_k", [2], 1)
def dcg_exponential(relevances, k=None, *, gain="linear"):
    """Exponential gain, whatever was asked for."""
    return graded.dcg_at_k(relevances, k, gain="exp")


@mutant("log-base-matters", "dcg_at_k", [1], 1)
def dcg_natural_log(relevances, k=None, *, gain="linear"):
    """The natural logarithm. nDCG would not notice; DCG does."""
    return fsum(graded.gain_of(g, gain) / log(i + 1) for i, g in enumerate(relevances[:k], start=1))


@mutant("cutoff-forgotten", "dcg_at_k", [0, 1], 1)
def dcg_without_cutoff(relevances, k=None, *, gain="linear"):
    """Sums the whole list."""
    return graded.dcg_at_k(relevances, gain=gain)


@mutant("idcg-not-cut", "ideal_dcg_at_k", {"a": 1, "b": 1}, 1)
def ideal_not_cut(grades, k=None, *, gain="linear"):
    """An ideal longer than the list that it is compared with."""
    return graded.ideal_dcg_at_k(grades, gain=gain)


@mutant("idcg-unsorted", "ideal_dcg_at_k", {"a": 0, "b": 1}, 1)
def ideal_in_given_order(grades, k=None, *, gain="linear"):
    """Forgets to sort."""
    return graded.dcg_at_k(grades, k, gain=gain)


@mutant("idcg-unsorted", "ideal_dcg_at_k", {"a": 0, "b": 1}, 1)
def ideal_rising(grades, k=None, *, gain="linear"):
    """Sorts, but the worst comes first."""
    return graded.dcg_at_k(sorted(grades), k, gain=gain)


@mutant("discount-log-i", "ideal_dcg_at_k", {"a": 1, "b": 1}, 2)
def ideal_log_i(grades, k=None, *, gain="linear"):
    """Discount max(1, log2 i): the first two ranks are worth the same."""
    return dcg_log_i(sorted(grades, reverse=True), k, gain=gain)


@mutant("discount-shifted", "ideal_dcg_at_k", {"a": 1}, 1)
def ideal_shifted(grades, k=None, *, gain="linear"):
    """Discount log2(i + 2) with ranks from 1."""
    return dcg_shifted(sorted(grades, reverse=True), k, gain=gain)


@mutant("discount-is-rank", "ideal_dcg_at_k", {"a": 1, "b": 1}, 2)
def ideal_by_rank(grades, k=None, *, gain="linear"):
    """Discount i instead of log2(i + 1)."""
    return dcg_by_rank(sorted(grades, reverse=True), k, gain=gain)


@mutant("cg-sees-order", "ideal_dcg_at_k", {"a": 1, "b": 1}, 2)
def ideal_without_discount(grades, k=None, *, gain="linear"):
    """No discount: that is the CG of the ideal list."""
    return graded.cumulative_gain(sorted(grades, reverse=True), k, gain=gain)


@mutant("ndcg-is-one-formula", "ideal_dcg_at_k", {"a": 2}, 1)
def ideal_exponential(grades, k=None, *, gain="linear"):
    """Exponential gain, whatever was asked for."""
    return graded.ideal_dcg_at_k(grades, k, gain="exp")


@mutant("log-base-matters", "ideal_dcg_at_k", {"a": 1}, 1)
def ideal_natural_log(grades, k=None, *, gain="linear"):
    """The natural logarithm. nDCG would not notice; IDCG does."""
    return dcg_natural_log(sorted(grades, reverse=True), k, gain=gain)


@mutant("idcg-from-retrieved", "ndcg_at_k", ["a"], {"a": 1, "b": 1}, 2)
def ndcg_ideal_from_list(retrieved, relevance_scores, k=None, *, gain="linear"):
    """The ideal is the whole retrieved list, sorted: what was missed costs nothing."""
    found = [relevance_scores.get(doc, 0) for doc in retrieved]
    ideal = graded.ideal_dcg_at_k(found, k, gain=gain)
    return graded.dcg_at_k(found, k, gain=gain) / ideal if ideal else 0.0


@mutant("idcg-from-retrieved", "ndcg_at_k", ["a"], {"a": 1, "b": 1}, 2)
def ndcg_ideal_from_top_k(retrieved, relevance_scores, k=None, *, gain="linear"):
    """The ideal is the top k, sorted: what was missed, or stands below k, costs nothing."""
    return ndcg_ideal_from_list(retrieved[:k], relevance_scores, k, gain=gain)


@mutant("idcg-not-cut", "ndcg_at_k", ["a"], {"a": 1, "b": 1}, 1)
def ndcg_ideal_not_cut(retrieved, relevance_scores, k=None, *, gain="linear"):
    """DCG is cut at k, the ideal is not: a perfect page stays below 1."""
    found = [relevance_scores.get(doc, 0) for doc in retrieved]
    ideal = graded.ideal_dcg_at_k(relevance_scores, gain=gain)
    return graded.dcg_at_k(found, k, gain=gain) / ideal if ideal else 0.0


@mutant("gain-mixed", "ndcg_at_k", ["a"], {"a": 2}, 1)
def ndcg_gain_mixed(retrieved, relevance_scores, k=None, *, gain="linear"):
    """Exponential gain above the line, linear below: nDCG exceeds 1."""
    found = [relevance_scores.get(doc, 0) for doc in retrieved]
    ideal = graded.ideal_dcg_at_k(relevance_scores, k, gain="linear")
    return graded.dcg_at_k(found, k, gain="exp") / ideal if ideal else 0.0


@mutant("ndcg-is-one-formula", "ndcg_at_k", ["a"], {"a": 1, "b": 2}, 1)
def ndcg_exponential(retrieved, relevance_scores, k=None, *, gain="linear"):
    """Exponential gain, whatever was asked for."""
    return graded.ndcg_at_k(retrieved, relevance_scores, k, gain="exp")


@mutant("discount-log-i", "ndcg_at_k", ["x", "a"], {"a": 1}, 2)
def ndcg_log_i(retrieved, relevance_scores, k=None, *, gain="linear"):
    """Discount max(1, log2 i): ranks 1 and 2 are worth the same."""
    found = [relevance_scores.get(doc, 0) for doc in retrieved]
    ideal = dcg_log_i(sorted(relevance_scores.values(), reverse=True), k, gain=gain)
    return dcg_log_i(found, k, gain=gain) / ideal if ideal else 0.0


@mutant("log-base-matters", "ndcg_at_k", ["x", "a"], {"a": 1}, 2)
def ndcg_natural_log_i(retrieved, relevance_scores, k=None, *, gain="linear"):
    """Discount max(1, ln i): of log(i + 1) the base cancels out, of this one it does not."""

    def dcg(grades):
        return fsum(graded.gain_of(g, gain) / max(1, log(i)) for i, g in enumerate(grades[:k], start=1))

    ideal = dcg(sorted(relevance_scores.values(), reverse=True))
    return dcg([relevance_scores.get(doc, 0) for doc in retrieved]) / ideal if ideal else 0.0


@mutant("cg-sees-order", "ndcg_at_k", ["x", "a"], {"a": 1}, 2)
def ndcg_without_discount(retrieved, relevance_scores, k=None, *, gain="linear"):
    """The share of the gain that was found, in any order."""
    ideal = sum(sorted((graded.gain_of(g, gain) for g in relevance_scores.values()), reverse=True)[:k])
    return sum(graded.gain_of(relevance_scores.get(doc, 0), gain) for doc in retrieved[:k]) / ideal if ideal else 0.0


@mutant("ndcg-is-dcg", "ndcg_at_k", ["a"], {"a": 2}, 1)
def ndcg_not_normalised(retrieved, relevance_scores, k=None, *, gain="linear"):
    """The sum as it is, however high the best possible sum may be."""
    return graded.dcg_at_k([relevance_scores.get(doc, 0) for doc in retrieved], k, gain=gain)


@mutant("idcg-unsorted", "ndcg_at_k", ["a"], {"a": 1, "b": 2}, 1)
def ndcg_ideal_in_given_order(retrieved, relevance_scores, k=None, *, gain="linear"):
    """The ideal takes the judgements in the order in which they were written down."""
    ideal = graded.dcg_at_k(list(relevance_scores.values()), k, gain=gain)
    return ndcg_not_normalised(retrieved, relevance_scores, k, gain=gain) / ideal if ideal else 0.0


@mutant("idcg-unsorted", "ndcg_at_k", ["a"], {"a": 1, "b": 0}, 1)
def ndcg_ideal_rising(retrieved, relevance_scores, k=None, *, gain="linear"):
    """The ideal is sorted, but the worst comes first."""
    ideal = graded.dcg_at_k(sorted(relevance_scores.values()), k, gain=gain)
    return ndcg_not_normalised(retrieved, relevance_scores, k, gain=gain) / ideal if ideal else 0.0


@mutant("discount-shifted", "ndcg_at_k", ["x", "a"], {"a": 1}, 2)
def ndcg_shifted(retrieved, relevance_scores, k=None, *, gain="linear"):
    """Discount log2(i + 2) with ranks from 1, above and below the line."""
    ideal = dcg_shifted(sorted(relevance_scores.values(), reverse=True), k, gain=gain)
    return dcg_shifted([relevance_scores.get(doc, 0) for doc in retrieved], k, gain=gain) / ideal if ideal else 0.0


@mutant("discount-is-rank", "ndcg_at_k", ["x", "a"], {"a": 1}, 2)
def ndcg_by_rank(retrieved, relevance_scores, k=None, *, gain="linear"):
    """Discount i instead of log2(i + 1), above and below the line."""
    ideal = dcg_by_rank(sorted(relevance_scores.values(), reverse=True), k, gain=gain)
    return dcg_by_rank([relevance_scores.get(doc, 0) for doc in retrieved], k, gain=gain) / ideal if ideal else 0.0


@mutant("cutoff-forgotten", "ndcg_at_k", ["x", "a"], {"a": 1}, 1)
def ndcg_without_cutoff(retrieved, relevance_scores, k=None, *, gain="linear"):
    """The nDCG of the whole list, whatever k is."""
    return graded.ndcg_at_k(retrieved, relevance_scores, gain=gain)


@mutant("rbp-unscaled", "rbp", ["a"], {"a"}, p=0.8)
def rbp_unscaled(retrieved, relevant, k=None, *, p=0.8):
    """Forgets the factor 1 − p."""
    return graded.rbp(retrieved, relevant, k, p=p) / (1 - p)


@mutant("rbp-exponent-is-rank", "rbp", ["a"], {"a"}, p=0.8)
def rbp_shifted(retrieved, relevant, k=None, *, p=0.8):
    """The exponent is the rank: even the first result is read with chance p only."""
    return graded.rbp(retrieved, relevant, k, p=p) * p


@mutant("unjudged-is-wrong", "rbp_residual", ["x"], {"a": 1}, p=0.8)
def residual_of_tail_only(retrieved, judgements, k=None, *, p=0.8):
    """Takes the unjudged documents of the list for known to be non-relevant."""
    return p ** len(retrieved[:k])


@mutant("g-max-from-data", "err_at_k", ["a"], {"a": 1}, 1, g_max=2)
def err_scale_from_data(retrieved, grades, k=None, *, g_max=4):
    """The scale ends at the highest grade of this query."""
    return graded.err_at_k(retrieved, grades, k, g_max=max(grades.values(), default=0) or 1)


@mutant("err-never-stops", "err_at_k", ["a", "b"], {"a": 1, "b": 1}, 2, g_max=2)
def err_without_stopping(retrieved, grades, k=None, *, g_max=4):
    """Every rank is reached, however good the ones above were."""
    top = enumerate(retrieved[:k], start=1)
    return fsum((2 ** grades.get(doc, 0) - 1) / 2**g_max / rank for rank, doc in top)


@mutant("err-linear-gain", "err_at_k", ["a"], {"a": 1}, 1, g_max=2)
def err_linear(retrieved, grades, k=None, *, g_max=4):
    """The chance of being satisfied is grade / g_max."""
    terms, still_reading = [], 1.0
    for rank, doc in enumerate(retrieved[:k], start=1):
        satisfied = grades.get(doc, 0) / g_max
        terms.append(still_reading * satisfied / rank)
        still_reading *= 1 - satisfied
    return fsum(terms)


# Incomplete judgements ---------------------------------------------------------------------------------------------


@mutant("unjudged-is-wrong", "bpref", ["x", "a"], {"a": 1})
def bpref_unjudged_is_wrong(retrieved, judgements):
    """Counts every unjudged document above as non-relevant."""
    return incomplete.bpref(retrieved, {**dict.fromkeys(retrieved, 0), **judgements})


@mutant("bpref-over-found", "bpref", ["a"], {"a": 1, "b": 1})
def bpref_over_found(retrieved, judgements):
    """Divides by the relevant documents found."""
    terms = incomplete.bpref_terms(retrieved, judgements)
    found = sum(judgements.get(doc, -1) > 0 for doc in retrieved)
    return fsum(terms) / found if found else 0.0


@mutant("unjudged-is-wrong", "inf_ap", ["a", "b"], {"a": -1, "b": 1})
def inf_ap_is_ap(retrieved, judgements):
    """Average precision: what was pooled and not judged is taken for non-relevant."""
    return binary.average_precision(retrieved, judgements)


@mutant("judged-over-k", "judged_at_k", ["a"], {"a": 1}, 2)
def judged_over_k(retrieved, judgements, k=None):
    """Divides by k even where fewer came back."""
    places = k or len(retrieved)
    return sum(judgements.get(doc, -1) >= 0 for doc in retrieved[:k]) / places if places else 0.0


@mutant("negative-is-judged", "judged_at_k", ["a"], {"a": -1}, 1)
def judged_counts_negative(retrieved, judgements, k=None):
    """Anything in the file counts as judged, as in ir_measures."""
    top = retrieved[:k]
    return sum(doc in judgements for doc in top) / len(top) if top else 0.0


@mutant("unjudged-is-wrong", "condensed", ["x"], {"a": 1})
def condensed_keeps_all(retrieved, judgements):
    """Leaves the unjudged documents where they are."""
    return list(retrieved)


@mutant("condensed-drops-judged", "condensed", ["a"], {"a": 0, "b": 1})
def condensed_keeps_relevant(retrieved, judgements):
    """Throws out what was judged non-relevant, too."""
    return [doc for doc in retrieved if judgements.get(doc, -1) > 0]


# Diversity ---------------------------------------------------------------------------------------------------------


@mutant("entropy-in-nats", "category_entropy", ["a", "b"])
def entropy_natural_log(categories, *, normalised=False):
    """In nats where bits were asked for; normalised, the base cancels."""
    bits = diversity.category_entropy(categories, normalised=normalised)
    return bits if normalised else bits * log(2)


@mutant("diversity-is-counting", "category_entropy", ["a", "a", "b"])
def entropy_of_equal_shares(categories, *, normalised=False):
    """Only how many categories there are, not how evenly they are filled."""
    kinds = sum(count > 0 for count in categories.values())
    return (1.0 if normalised else log2(kinds)) if kinds > 1 else 0.0


@mutant("novelty-forgotten", "alpha_ndcg_at_k", ["a"], {"a": {1}, "b": {1}}, 2)
def alpha_ndcg_without_alpha(retrieved, subtopics, k=None, *, alpha=0.5):
    """Plain nDCG over the number of subtopics: repetition costs nothing."""
    return graded.ndcg_at_k(retrieved, {doc: len(topics) for doc, topics in subtopics.items()}, k)


@mutant("idcg-from-retrieved", "alpha_ndcg_at_k", ["a"], {"a": {1}, "b": {1}}, 2)
def alpha_ndcg_ideal_from_list(retrieved, subtopics, k=None, *, alpha=0.5):
    """The ideal is built from what was retrieved."""
    seen = {doc: subtopics[doc] for doc in retrieved if doc in subtopics}
    return diversity.alpha_ndcg_at_k(retrieved, seen, k, alpha=alpha)


@mutant("err-ia-normalised", "err_ia", ["a"], {"a": {1}}, 1)
def err_ia_of_ndeval(retrieved, subtopics, k=None):
    """Divides by an imaginary list whose every document covers every intent."""
    places = k or len(retrieved)
    ideal = graded.err_at_k(range(places), dict.fromkeys(range(places), 1), g_max=1)
    return diversity.err_ia(retrieved, subtopics, k) / ideal if ideal else 0.0


@mutant("intents-pooled", "err_ia", ["a"], {"a": {1}, "b": {2}}, 1)
def err_ia_of_any_intent(retrieved, subtopics, k=None):
    """A document that serves any intent satisfies everyone."""
    return graded.err_at_k(retrieved, {doc: 1 for doc, topics in subtopics.items() if topics}, k, g_max=1)


@mutant("subtopics-are-documents", "subtopic_recall_at_k", ["a"], {"a": {1}, "b": {1}}, 1)
def subtopic_recall_of_documents(retrieved, subtopics, k=None):
    """Counts documents instead of subtopics."""
    return binary.recall_at_k(retrieved, {doc for doc, topics in subtopics.items() if topics}, k)


@mutant("cutoff-forgotten", "subtopic_recall_at_k", ["x", "a"], {"a": {1}}, 1)
def subtopic_recall_without_cutoff(retrieved, subtopics, k=None):
    """Looks through the whole list."""
    return diversity.subtopic_recall_at_k(retrieved, subtopics)


# Overlap -----------------------------------------------------------------------------------------------------------


@mutant("recall-over-retrieved", "token_recall", ["cat"], ["cat", "mat"])
def token_recall_over_retrieved(retrieved_tokens, expected_tokens, *, tokens="set"):
    """Divides by the retrieved tokens: that is precision."""
    return overlap.token_precision(retrieved_tokens, expected_tokens, tokens=tokens)


@mutant("precision-over-expected", "token_precision", ["cat"], ["cat", "mat"])
def token_precision_over_expected(retrieved_tokens, expected_tokens, *, tokens="set"):
    """Divides by the expected tokens: that is recall."""
    return overlap.token_recall(retrieved_tokens, expected_tokens, tokens=tokens)


@mutant("set-or-multiset", "token_precision", ["cat", "cat"], ["cat"])
def token_precision_mixed(retrieved_tokens, expected_tokens, *, tokens="set"):
    """Shared words over all tokens."""
    return overlap.token_precision(retrieved_tokens, expected_tokens, tokens="mixed")


@mutant("set-or-multiset", "token_recall", ["cat"], ["cat", "cat"])
def token_recall_mixed(retrieved_tokens, expected_tokens, *, tokens="set"):
    """Shared words over all tokens."""
    return overlap.token_recall(retrieved_tokens, expected_tokens, tokens="mixed")


@mutant("set-or-multiset", "token_iou", ["cat"], ["cat", "cat"])
def token_iou_multiset(retrieved_tokens, expected_tokens, *, tokens="set"):
    """Counts repeats where each word should count once."""
    return overlap.token_iou(retrieved_tokens, expected_tokens, tokens="multiset")


@mutant("union-is-a-sum", "token_iou", ["cat"], ["cat"])
def token_iou_over_sum(retrieved_tokens, expected_tokens, *, tokens="set"):
    """Adds the two sides: what they share is counted twice below the line."""
    common, retrieved, expected, _ = overlap.token_counts(retrieved_tokens, expected_tokens, tokens)
    return common / (retrieved + expected) if retrieved + expected else 0.0


@mutant("f-is-a-plain-mean", "token_f1", ["cat"], ["cat", "mat"])
def token_f1_arithmetic(retrieved_tokens, expected_tokens, *, tokens="set"):
    """The arithmetic mean of precision and recall."""
    precision = overlap.token_precision(retrieved_tokens, expected_tokens, tokens=tokens)
    return (precision + overlap.token_recall(retrieved_tokens, expected_tokens, tokens=tokens)) / 2


@mutant("set-or-multiset", "token_f1", ["cat"], ["cat", "cat"])
def token_f1_multiset(retrieved_tokens, expected_tokens, *, tokens="set"):
    """Counts repeats where each word should count once."""
    return overlap.token_f1(retrieved_tokens, expected_tokens, tokens="multiset")


@mutant("omega-is-precision-times-recall", "precision_omega", ["cat", "mat"], ["cat"])
def precision_omega_without_iou(retrieved_tokens, expected_tokens, *, tokens="set"):
    """Scales precision by recall alone."""
    precision = overlap.token_precision(retrieved_tokens, expected_tokens, tokens=tokens)
    return precision * overlap.token_recall(retrieved_tokens, expected_tokens, tokens=tokens)


@mutant("omega-is-omega", "span_precision_omega", [(0, 2)], [(0, 1)])
def span_omega_of_chroma(retrieved_spans, expected_spans):
    """The other measure of that name."""
    return overlap.precision_omega_chroma(retrieved_spans, expected_spans)


@mutant("overlap-is-free", "span_precision", [(0, 1), (0, 1)], [(0, 1)])
def span_precision_over_union(retrieved_spans, expected_spans):
    """Counts a stretch that came back twice once: overlap costs nothing."""
    covered = overlap.union_length(retrieved_spans)
    return overlap.shared_length(retrieved_spans, expected_spans) / covered if covered else 0.0


@mutant("overlap-counted-twice", "span_precision", [(0, 1), (0, 1)], [(0, 1)])
def span_precision_counted_twice(retrieved_spans, expected_spans):
    """Counts a stretch that came back twice as two hits."""
    shares = [overlap.shared_length([chunk], expected_spans) for chunk in retrieved_spans]
    retrieved = sum(end - start for start, end in retrieved_spans)
    return sum(shares) / retrieved if retrieved else 0.0


@mutant("overlap-counted-twice", "span_recall", [(0, 1), (0, 1)], [(0, 1)])
def span_recall_counted_twice(retrieved_spans, expected_spans):
    """Adds up the chunks' shares, so recall can exceed 1."""
    expected = overlap.union_length(expected_spans)
    shares = [overlap.shared_length([chunk], expected_spans) for chunk in retrieved_spans]
    return sum(shares) / expected if expected else 0.0


@mutant("hull-is-union", "span_recall", [(0, 1), (2, 3)], [(0, 2)])
def span_recall_of_hull(retrieved_spans, expected_spans):
    """From the first position retrieved to the last, gaps included."""
    hull = [(min(a for a, _ in retrieved_spans), max(b for _, b in retrieved_spans))] if retrieved_spans else []
    return overlap.span_recall(hull, expected_spans)


@mutant("overlap-is-free", "span_iou", [(0, 1), (0, 1)], [(0, 1)])
def span_iou_jaccard(retrieved_spans, expected_spans):
    """Jaccard's index of positions: a stretch that came back twice counts once."""
    everything = overlap.union_length([*retrieved_spans, *expected_spans])
    return overlap.shared_length(retrieved_spans, expected_spans) / everything if everything else 0.0


@mutant("union-is-a-sum", "span_iou", [(0, 1)], [(0, 1)])
def span_iou_over_sum(retrieved_spans, expected_spans):
    """Adds the two sides: what they share is counted twice below the line."""
    both = sum(end - start for start, end in retrieved_spans) + overlap.union_length(expected_spans)
    return overlap.shared_length(retrieved_spans, expected_spans) / both if both else 0.0


@mutant("f-is-a-plain-mean", "span_f1", [(0, 2)], [(0, 1)])
def span_f1_arithmetic(retrieved_spans, expected_spans):
    """The arithmetic mean of precision and recall."""
    precision = overlap.span_precision(retrieved_spans, expected_spans)
    return (precision + overlap.span_recall(retrieved_spans, expected_spans)) / 2


@mutant("touching-is-overlapping", "precision_omega_chroma", [(0, 1), (1, 2)], [(0, 1)])
def omega_chroma_touching(chunk_spans, expected_spans):
    """A chunk that ends where the answer starts counts as overlapping it."""
    near = [(a, b) for a, b in chunk_spans if any(a <= d and b >= c for c, d in expected_spans)]
    everything = overlap.union_length([*near, *expected_spans])
    return overlap.shared_length(near, expected_spans) / everything if everything else 0.0


@mutant("omega-is-omega", "precision_omega_chroma", [(0, 2)], [(0, 1)])
def omega_chroma_of_s3(chunk_spans, expected_spans):
    """The other measure of that name."""
    return overlap.span_precision_omega(chunk_spans, expected_spans)


# Answers -----------------------------------------------------------------------------------------------------------


@mutant("em-is-strict", "exact_match", "Paris", "paris")
def exact_match_strict(prediction, reference, *, normalize="simple"):
    """Compares letter by letter."""
    return int(prediction in reference)


@mutant("em-normalises-meaning", "exact_match", "3.5", "35")
def exact_match_squad(prediction, reference, *, normalize="simple"):
    """SQuAD's normalisation, where numbers lose their point and their sign."""
    return answers.exact_match(prediction, reference, normalize="squad")


@mutant("em-is-contains", "exact_match", "Paris France", "Paris")
def exact_match_contains(prediction, reference, *, normalize="simple"):
    """The reference is somewhere in the answer."""
    said = answers.normalized(prediction, normalize)
    return int(any(answers.normalized(gold, normalize) in said for gold in reference))


@mutant("f1-on-sets", "f1_score", "Paris Paris", "Paris")
def f1_on_sets(prediction, reference, *, normalize="simple"):
    """Each word once, so repeating is free."""
    said = set(_words(prediction, normalize))
    golds = [set(_words(gold, normalize)) for gold in reference]
    return max(2 * len(said & gold) / (len(said) + len(gold)) if said or gold else 1.0 for gold in golds)


def _words(text, normalize):
    return answers.normalized(text, normalize).split()


@mutant("f1-is-recall", "f1_score", "Paris France", "Paris")
def f1_is_recall(prediction, reference, *, normalize="simple"):
    """The share of the reference's words that were said: saying more never hurts."""
    said = Counter(_words(prediction, normalize))
    golds = [Counter(_words(gold, normalize)) for gold in reference]
    return max((said & gold).total() / gold.total() if gold else float(not said) for gold in golds)


@mutant("f-is-a-plain-mean", "f1_score", "Paris France", "Paris")
def f1_arithmetic(prediction, reference, *, normalize="simple"):
    """The arithmetic mean of precision and recall."""
    return max(_plain_mean(_words(prediction, normalize), _words(gold, normalize)) for gold in reference)


def _plain_mean(said, gold):
    common = (Counter(said) & Counter(gold)).total()
    return (common / len(said) + common / len(gold)) / 2 if said and gold else float(said == gold)


NO = answers.ABSTENTION


@mutant("abstention-over-all", "abstention_accuracy", [NO, NO], ["blue", NO])
def abstention_over_all(predictions, references, abstention_token=NO):
    """Divides by all questions, the answerable ones too."""
    impossible = sum(any(answers.abstains(gold, abstention_token) for gold in golds) for golds in references)
    right = answers.abstention_accuracy(predictions, references, abstention_token) * impossible
    return right / len(predictions)


@mutant("abstain-always-wins", "abstention_accuracy", ["blue", NO], [NO, "blue"])
def abstention_rate(predictions, references, abstention_token=NO):
    """How often it abstained, rightly or not: always abstaining wins."""
    return sum(answers.abstains(prediction, abstention_token) for prediction in predictions) / len(predictions)


@mutant("abstain-always-wins", "abstention_report", ["blue"], [NO])
def abstention_report_blind(predictions, references, abstention_token=NO, *, normalize="simple"):
    """Does not see abstaining on questions that have an answer."""
    report = answers.abstention_report(predictions, references, abstention_token, normalize=normalize)
    return {**report, "precision": report["recall"], "over_abstention": 0.0}


# Score thresholds --------------------------------------------------------------------------------------------------


@mutant("boundary-below", "score_classes", [0.15])
def score_classes_closed_right(results, *, relevant_at=0.15, nonrelevant_below=0.05):
    """A score on the threshold falls into the lower class."""
    values = scores.as_scores(results)
    return [
        "relevant" if value > relevant_at else "grey" if value > nonrelevant_below else "nonrelevant"
        for value in values
    ]


@mutant("grey-is-nonrelevant", "score_classes", [0.1])
def score_classes_without_grey(results, *, relevant_at=0.15, nonrelevant_below=0.05):
    """What is not relevant is non-relevant: no grey zone."""
    return ["relevant" if value >= relevant_at else "nonrelevant" for value in scores.as_scores(results)]


@mutant("boundary-below", "score_distribution", [0.1])
def score_distribution_closed_right(results):
    """A score on an edge falls into the bin below, as in pandas' cut."""
    counts = Counter(sum(value > edge for edge in scores.BIN_EDGES) for value in scores.as_scores(results))
    return {name: counts[place] for place, name in enumerate(scores.BIN_NAMES)}


@mutant("categories-of-relevant", "matches_by_category", [{"doc_id": 1, "score": 0.1, "category": "hats"}])
def matches_of_relevant_only(results):
    """Counts only what reached the threshold."""
    kept = [one for one in results if one.get("score", 0) >= 0.15]
    return scores.matches_by_category(kept)


@mutant("grey-is-nonrelevant", "retrieval_report", [{"doc_id": 1, "score": 0.1, "category": "hats"}])
def retrieval_report_without_grey(results, *, relevant_at=0.15, nonrelevant_below=0.05):
    """Counts the grey zone as non-relevant."""
    report = scores.retrieval_report(results, relevant_at=relevant_at, nonrelevant_below=nonrelevant_below)
    return {**report, "nonrelevant_count": report["retrieved_count"] - report["relevant_count"]}


# Agreement ---------------------------------------------------------------------------------------------------------


@mutant("agreement-is-percent", "cohen_kappa", [0, 0], [0, 1])
def kappa_is_percent(first_labels, second_labels, *, weights=None):
    """The share of equal labels: chance is not taken out."""
    return sum(a == b for a, b in zip(first_labels, second_labels, strict=True)) / len(first_labels)


@mutant("weights-ignored", "cohen_kappa", [0, 1], [0, 2], weights="linear")
def kappa_unweighted(first_labels, second_labels, *, weights=None):
    """A near miss on a grade costs as much as a far one."""
    return agreement.cohen_kappa(first_labels, second_labels)


@mutant("agreement-is-percent", "fleiss_kappa", [[0, 0], [0, 1]])
def fleiss_is_percent(judges):
    """The share of pairs that agree: chance is not taken out."""
    pairs = [(a, b) for i, a in enumerate(judges) for b in judges[i + 1 :]]
    return sum(kappa_is_percent(a, b) for a, b in pairs) / len(pairs)


@mutant("kappas-averaged", "fleiss_kappa", [[0, 0], [0, 1]])
def fleiss_is_mean_cohen(judges):
    """The mean of Cohen's kappa over pairs of judges."""
    pairs = [(a, b) for i, a in enumerate(judges) for b in judges[i + 1 :]]
    kappas = [agreement.cohen_kappa(a, b) if len({*a, *b}) > 1 else 1.0 for a, b in pairs]
    return sum(kappas) / len(pairs)


@mutant("weights-ignored", "krippendorff_alpha", [[0, 0], [1, 2]], level="ordinal")
def alpha_nominal(judges, *, level="nominal"):
    """Treats grades as names."""
    return agreement.krippendorff_alpha(judges)


@mutant("small-sample-forgotten", "krippendorff_alpha", [[0, 0], [0, 1]])
def alpha_like_fleiss(judges, *, level="nominal"):
    """Expected disagreement with n² instead of n(n − 1)."""
    items = [[label for label in item if label is not None] for item in zip(*judges, strict=True)]
    n = sum(len(item) for item in items if len(item) > 1)
    return 1 - (1 - agreement.krippendorff_alpha(judges, level=level)) * n / (n - 1)


@mutant("tau-is-share", "kendall_tau", ["a", "b"], ["b", "a"])
def tau_share(first_ranking, second_ranking):
    """The share of pairs in the same order, from 0 to 1."""
    return (agreement.kendall_tau(first_ranking, second_ranking) + 1) / 2


@mutant("tau-ap-symmetric", "tau_ap", ["a", "b", "c"], ["b", "c", "a"])
def tau_ap_swapped(first_ranking, second_ranking):
    """Takes the estimate for the reference."""
    return agreement.tau_ap(second_ranking, first_ranking)


@mutant("tau-sees-the-top", "tau_ap", ["a", "b", "c"], ["a", "c", "b"])
def tau_ap_is_tau(first_ranking, second_ranking):
    """Kendall's tau, to which the top is a place like any other."""
    return agreement.kendall_tau(first_ranking, second_ranking)


@mutant("rbo-truncated", "rbo", ["a", "b"], ["a", "b"])
def rbo_truncated(first_list, second_list, k=None, *, p=0.9, form="extrapolated"):
    """What was seen, reported as the whole: equal lists do not reach 1."""
    return agreement.rbo(first_list, second_list, k, p=p, form="truncated")


@mutant("rbo-is-overlap", "rbo", ["a", "b"], ["b", "a"])
def rbo_is_overlap(first_list, second_list, k=None, *, p=0.9, form="extrapolated"):
    """The share of common things, in any order."""
    first, second = set(first_list[:k]), set(second_list[:k])
    return len(first & second) / max(len(first), len(second), 1)

"""Known values of every measure, and proof that these cases catch each wrong version of it.

The values come from trec_eval, ir_measures, gdeval, cwl_eval, the official SQuAD script or a textbook, and were
recomputed by hand; the last column says which.
"""

import inspect

import pytest

import ratools
from ratools.metrics.binary import RECALL_LEVELS
from ratools.teaching.misconceptions import MUTANTS

# One query: d6 is unjudged, d7 was never retrieved.
RUN = ["d1", "d2", "d3", "d6", "d4", "d5"]
GRADES = {"d1": 2, "d2": 0, "d3": 1, "d4": 0, "d5": 1, "d7": 1}

# A sampled pool: d3 was pooled but not judged, x was in no pool.
POOL_RUN = ["d1", "d2", "d3", "d4", "x", "d6"]
POOL = {"d1": 1, "d2": 0, "d3": -1, "d4": 1, "d5": 0, "d6": 1}

PAGE = ["b", "a", "c", "e", "d"]
INTENTS = {"a": {1}, "b": {1, 2}, "c": {2}, "d": {3}}

WORDS = "the cat sat on the mat the dog sat on the log".split()
EXPECTED, RETRIEVED = WORDS[3:8], WORDS[6:12]
CHUNKS = [(0, 6), (3, 9), (6, 12)]

JUDGE_A = [1, 1, 0, 0, 2, 2, 1, 0, 3, 1]
JUDGE_B = [1, 0, 0, 0, 2, 1, 1, 0, 3, 2]
JUDGE_C = [1, 1, 0, 0, 2, 2, 1, 1, 3, 1]


def binarised(labels):
    return [int(label >= 1) for label in labels]


NO = "It is not mentioned in the document."
SHOULD, DID = "0000001111", "0000111110"
REFERENCES = [NO if s == "1" else "yes" for s in SHOULD]
PREDICTIONS = [NO if d == "1" else "yes" for d in DID]
FIRST_HITS_3_1_2 = (
    {"q1": ["x", "y", "a"], "q2": ["a"], "q3": ["x", "a"]},
    {"q1": {"a"}, "q2": {"a"}, "q3": {"a"}},
)


def results(*rows):
    return [{"doc_id": n, "score": score, "category": category} for n, (score, category) in enumerate(rows, start=1)]


SHOP = results((0.35, "Tecnología"), (0.22, "Tecnología"), (0.12, "Ropa"), (0.04, "Tecnología"), (0.01, "Cosméticos"))

# (function, arguments, options, value, where the value comes from)
GOLDEN = [
    ("precision_at_k", (RUN, GRADES, 5), {}, 0.4, "trec_eval"),
    ("precision_at_k", (["a", "x", "b", "c"], {"a", "b", "c", "d", "e"}, 10), {}, 0.3, "by hand: 3 of 10 places"),
    ("precision_at_k", (list("xxxxx"[:0]), {"a"}, 5), {}, 0.0, "nothing returned"),
    ("precision_at_k", (RUN, GRADES), {}, 0.5, "trec_eval set_P"),
    ("precision_at_k", (RUN, GRADES, 5), {"min_grade": 2}, 0.2, "trec_eval -l 2"),
    ("recall_at_k", (RUN, GRADES, 5), {}, 0.5, "trec_eval"),
    ("recall_at_k", (RUN, GRADES, 1), {}, 0.25, "trec_eval"),
    ("recall_at_k", (RUN, GRADES), {}, 0.75, "trec_eval set_recall"),
    ("recall_at_k", (RUN, GRADES, 5), {"min_grade": 2}, 1.0, "trec_eval -l 2"),
    ("recall_at_k", (["a", "a", "b"], {"a", "b", "c", "d"}, 3), {"duplicates": "first"}, 0.5, "a, b of four"),
    ("f_score_at_k", (RUN, GRADES), {}, 0.6, "by hand"),
    ("f_score_at_k", (RUN, GRADES), {"beta": 2}, 0.681818181818, "by hand; trec_eval's parameter is β²"),
    ("f_score_at_k", (RUN, GRADES), {"beta": 0.5}, 0.535714285714, "by hand"),
    ("success_at_k", (RUN, GRADES, 1), {}, 1.0, "trec_eval"),
    ("success_at_k", (["x", "a", "y"], {"a"}, 1), {}, 0.0, "by hand"),
    ("success_at_k", (["x", "a", "y"], {"a"}, 3), {}, 1.0, "by hand"),
    ("r_precision", (RUN, GRADES), {}, 0.5, "trec_eval"),
    ("r_precision", (["a"], {"a", "b"}), {}, 0.5, "trec_eval"),
    ("r_precision", (["a", "x", "b"], {"a"}), {}, 1.0, "trec_eval"),
    ("reciprocal_rank", (["x", "y", "a", "b"], {"a", "b"}), {}, 1 / 3, "the first useful book is the third"),
    ("reciprocal_rank", (["x", "y", "a", "b"], {"a", "b"}, 2), {}, 0.0, "by hand"),
    ("reciprocal_rank", (["x", "a"], {"a"}), {}, 0.5, "trec_eval"),
    ("mean_reciprocal_rank", FIRST_HITS_3_1_2, {}, 11 / 18, "by hand: (1/3 + 1 + 1/2) / 3"),
    ("mean_reciprocal_rank", ({"q": ["a", "b"]}, {"q": {"a", "b"}}), {}, 1.0, "only the first hit counts"),
    ("mean_reciprocal_rank", ({"q": ["a"], "r": ["x"]}, {"q": {"a"}, "r": {"b"}}), {}, 0.5, "half never found"),
    ("mean_reciprocal_rank", ({"q": ["a"]}, {"q": {"a"}, "r": {"b"}}), {}, 1.0, "the queries of the results"),
    ("mean_reciprocal_rank", ({"q": ["a"]}, {"q": {"a"}, "r": {"b"}}), {"missing": "zero"}, 0.5, "trec_eval -c"),
    ("average_precision", (RUN, GRADES), {}, 13 / 24, "trec_eval"),
    ("average_precision", (RUN, GRADES, 3), {}, 5 / 12, "trec_eval map_cut"),
    ("average_precision", (["a", "x", "b"], set("abcd")), {}, 5 / 12, "textbook"),
    ("average_precision", (["a", "x", "b"], set("abcd")), {"denominator": "found"}, 5 / 6, "Ragas, DeepEval"),
    ("average_precision", (["a", "x", "b"], set("abcd"), 3), {"denominator": "capped"}, 5 / 9, "by hand: min(4, 3)"),
    ("average_precision", (list("RNrnm"), {"R", "r"}), {}, 5 / 6, "by hand: (1 + 2/3) / 2"),
    ("average_precision", (POOL_RUN, POOL), {}, 2 / 3, "trec_eval"),
    ("mean_average_precision", ({"q": RUN, "r": ["x"]}, {"q": GRADES, "r": {"a"}}), {}, 13 / 48, "by hand"),
    ("mean_average_precision", ({"q": RUN}, {"q": GRADES, "r": {"a"}}), {"missing": "zero"}, 13 / 48, "by hand"),
    ("geometric_map", ({"q": ["a"], "r": list("xyzb")}, {"q": {"a"}, "r": {"b"}}), {}, 0.5, "by hand: √(1 · 1/4)"),
    ("geometric_map", ({"q": ["a"], "r": ["x"]}, {"q": {"a"}, "r": {"b"}}), {}, 1e-5**0.5, "by hand: √(1 · 10⁻⁵)"),
    ("interpolated_precision", (RUN, GRADES), {"recall": 0}, 1.0, "trec_eval"),
    ("interpolated_precision", (RUN, GRADES), {"recall": 0.5}, 2 / 3, "trec_eval"),
    ("interpolated_precision", (RUN, GRADES), {"recall": 0.75}, 0.5, "trec_eval"),
    ("interpolated_precision", (RUN, GRADES), {"recall": 1}, 0.0, "trec_eval"),
    ("interpolated_precision", (list("xabc"), set("abc")), {"recall": 0.2}, 0.75, "by hand: it rises after rank 2"),
    ("interpolated_precision", (list("abcdefg"), set("abcdefghij")), {"recall": 0.7}, 1.0, "0.7 · 10 is 7, not more"),
    ("eleven_point_average", (RUN, GRADES), {}, 6 / 11, "textbook, trec_eval 9"),
    ("eleven_point_average", (list("xab"), {"a", "b"}), {}, 2 / 3, "by hand"),
    ("cumulative_gain", ([3, 2, 1],), {}, 6.0, "order does not matter"),
    ("cumulative_gain", ([1, 2, 3],), {}, 6.0, "order does not matter"),
    ("cumulative_gain", ([1, 2, 3], 2), {"gain": "exp"}, 4.0, "by hand: 1 + 3"),
    ("dcg_at_k", ([2, 0, 3, 2, 1], 5), {}, 4.748206, "by hand"),
    ("dcg_at_k", ([2, 0, 3, 2, 1], 1), {}, 2.0, "by hand"),
    ("dcg_at_k", ([0, 1, 0],), {}, 0.630930, "by hand: 1 / log2 3"),
    ("dcg_at_k", ([3, 0, 2],), {"gain": "exp"}, 8.5, "by hand: 7 + 3/2"),
    ("ideal_dcg_at_k", ([2, 0, 3, 2, 1], 5), {}, 5.692536, "by hand"),
    ("ideal_dcg_at_k", ({"a": 2, "b": 0, "c": 3, "d": 2, "e": 1}, 2), {}, 4.261860, "by hand: 3 + 2 / log2 3"),
    ("ndcg_at_k", (RUN, GRADES, 5), {}, 0.701930, "trec_eval"),
    ("ndcg_at_k", (RUN, GRADES, 5), {"gain": "exp"}, 0.767274, "ir_measures"),
    ("ndcg_at_k", (["a", "x", "b"], set("abcd"), 3), {}, 0.703918, "textbook"),
    ("ndcg_at_k", (["a", "x", "b"], set("abcd")), {}, 0.585570, "trec_eval ndcg; LlamaIndex at any k"),
    ("ndcg_at_k", (["a", "b", "c"], set("abcd")), {}, 0.831872, "uncut: a perfect top 3 of 4"),
    ("ndcg_at_k", (["a", "b", "c"], set("abcd"), 3), {}, 1.0, "cut: a perfect top 3 of 4"),
    ("ndcg_at_k", (["x", "a"], {"a": 1}, 2), {}, 0.630930, "by hand"),
    ("rbp", (RUN, GRADES), {"p": 0.8}, 0.393536, "cwl_eval, trec_eval 10"),
    ("rbp", (RUN, GRADES), {"p": 0.5}, 0.640625, "cwl_eval, trec_eval 10"),
    ("rbp_residual", (RUN, GRADES), {"p": 0.8}, 0.364544, "cwl_eval"),
    ("rbp_residual", (RUN, GRADES), {"p": 0.5}, 0.078125, "cwl_eval"),
    ("err_at_k", (RUN, GRADES, 20), {}, 0.212362, "gdeval"),
    ("err_at_k", (RUN, GRADES, 20), {"g_max": 2}, 0.778646, "by hand"),
    ("bpref", (RUN, GRADES), {}, 0.375, "trec_eval"),
    ("bpref", (["x", "n", "a"], {"a": 1, "b": 1, "n": 0, "m": 0}), {}, 0.25, "trec_eval"),
    ("bpref", (["a"], {"a": 1, "b": 1}), {}, 0.5, "trec_eval: no judged non-relevant document"),
    ("inf_ap", (POOL_RUN, POOL), {}, 0.745370, "trec_eval"),
    ("judged_at_k", (RUN, GRADES, 5), {}, 0.8, "ir_measures"),
    ("judged_at_k", (RUN, GRADES, 10), {}, 5 / 6, "ir_measures"),
    ("judged_at_k", (POOL_RUN, POOL, 3), {}, 2 / 3, "by hand: a negative grade is unjudged"),
    ("condensed", (RUN, GRADES), {}, ["d1", "d2", "d3", "d4", "d5"], "by hand"),
    ("condensed", (POOL_RUN, POOL), {}, ["d1", "d2", "d4", "d6"], "by hand"),
    ("category_entropy", ({"a": 2, "b": 2, "c": 1},), {}, 1.521928, "by hand"),
    ("category_entropy", (list("aabbc"),), {"normalised": True}, 0.960230, "by hand"),
    ("category_entropy", (["a", "a"],), {"normalised": True}, 0.0, "one category"),
    ("alpha_ndcg_at_k", (PAGE, INTENTS, 3), {}, 0.890499, "ndeval"),
    ("alpha_ndcg_at_k", (["a"], {"a": {1}, "b": {2}}, 2), {}, 0.613147, "by hand: 1 / (1 + 1/log2 3)"),
    ("alpha_ndcg_at_k", (list("abc"), {"a": {1}, "b": {2}, "c": {1, 3}}, 2), {}, 0.619906, "by hand: 1.63 / 2.63"),
    ("err_ia", (PAGE, INTENTS, 3), {}, 0.402778, "by hand; ndeval's other scale gives .604167"),
    ("subtopic_recall_at_k", (PAGE, INTENTS, 3), {}, 2 / 3, "by hand"),
    ("subtopic_recall_at_k", (PAGE, INTENTS, 1), {}, 2 / 3, "by hand"),
    ("token_recall", (RETRIEVED, EXPECTED), {}, 3 / 4, "by hand"),
    ("token_recall", (RETRIEVED, EXPECTED), {"tokens": "multiset"}, 4 / 5, "by hand"),
    ("token_recall", (RETRIEVED, EXPECTED), {"tokens": "mixed"}, 3 / 5, "by hand"),
    ("token_precision", (RETRIEVED, EXPECTED), {}, 3 / 5, "by hand"),
    ("token_precision", (RETRIEVED, EXPECTED), {"tokens": "multiset"}, 4 / 6, "by hand"),
    ("token_precision", (RETRIEVED, EXPECTED), {"tokens": "mixed"}, 3 / 6, "by hand"),
    ("token_precision", (WORDS[0:6] + WORDS[3:9], EXPECTED), {}, 4 / 6, "by hand: two overlapping chunks"),
    ("token_iou", (RETRIEVED, EXPECTED), {}, 3 / 6, "by hand"),
    ("token_iou", (RETRIEVED, EXPECTED), {"tokens": "multiset"}, 4 / 7, "by hand"),
    ("token_iou", (RETRIEVED, EXPECTED), {"tokens": "mixed"}, 3 / 6, "by hand"),
    ("token_f1", (RETRIEVED, EXPECTED), {}, 2 / 3, "by hand: 2 · 3 / (5 + 4)"),
    ("precision_omega", (RETRIEVED, EXPECTED), {}, 0.375, "by hand: 3/5 · (1/2 + 3/4) / 2"),
    ("span_recall", ([(6, 12)], [(3, 8)]), {}, 2 / 5, "by hand"),
    ("span_recall", (CHUNKS[:2], [(3, 8)]), {}, 1.0, "by hand: covered, once and for all"),
    ("span_recall", ([(0, 1), (4, 5)], (0, 5)), {}, 2 / 5, "by hand: the gap is not covered"),
    ("span_precision", ([(6, 12)], [(3, 8)]), {}, 2 / 6, "by hand"),
    ("span_precision", (CHUNKS[:2], [(3, 8)]), {}, 5 / 12, "by hand: the overlap is paid twice"),
    ("span_iou", ([(6, 12)], [(3, 8)]), {}, 2 / 9, "by hand"),
    ("span_iou", (CHUNKS[:2], [(3, 8)]), {}, 5 / 12, "by hand"),
    ("span_f1", ([(6, 12)], [(3, 8)]), {}, 4 / 11, "by hand"),
    ("span_precision_omega", (CHUNKS[:2], [(3, 8)]), {}, 0.295139, "by hand"),
    ("precision_omega_chroma", (CHUNKS, [(3, 8)]), {}, 5 / 12, "by hand: all three chunks overlap the answer"),
    ("precision_omega_chroma", ([(0, 3), (3, 8)], [(3, 8)]), {}, 1.0, "touching is not overlapping"),
    ("exact_match", ("SparseSwaps", "sparseSwaps"), {}, 1, "case"),
    ("exact_match", ("  new   york ", "New York"), {}, 1, "spaces"),
    ("exact_match", ("paris texas", "paris"), {}, 0, "by hand"),
    ("exact_match", ("3.5", "35"), {}, 0, "by hand"),
    ("exact_match", ("3.5", "35"), {"normalize": "squad"}, 1, "SQuAD"),
    ("exact_match", ("-5", "5"), {"normalize": "squad"}, 1, "SQuAD"),
    ("exact_match", ("1000.0", "1000"), {"normalize": "squad"}, 0, "SQuAD"),
    ("exact_match", ("the", "A"), {"normalize": "squad"}, 1, "SQuAD: nothing is left of either"),
    ("exact_match", ("caf\u00e9", "cafe\u0301"), {"normalize": "squad"}, 0, "SQuAD: composed and decomposed"),
    ("exact_match", ("\u201cyes\u201d", "yes"), {"normalize": "squad"}, 0, "SQuAD: curly quotes survive"),
    ("exact_match", ("NYC", ["New York", "nyc"]), {}, 1, "the best of several references"),
    ("exact_match", ("", ""), {}, 1, "both empty"),
    ("f1_score", ("SparseSwaps algorithm", "SparseSwaps"), {}, 2 / 3, "by hand"),
    ("f1_score", ("Paris Paris Paris Paris Paris", "Paris"), {}, 1 / 3, "by hand: 2 · 1 / 6"),
    ("f1_score", ("the Paris", "Paris"), {"normalize": "squad"}, 1.0, "SQuAD"),
    ("f1_score", ("blue", ["red", "dark blue"]), {}, 2 / 3, "the best of several references"),
    ("f1_score", ("", ""), {}, 1.0, "both empty"),
    ("f1_score", ("", "a"), {}, 0.0, "one empty"),
    ("abstention_accuracy", (PREDICTIONS, REFERENCES), {}, 0.75, "by hand: 3 of 4"),
    ("abstention_accuracy", ([NO] * 10, REFERENCES), {}, 1.0, "always abstaining"),
    ("score_classes", ([0.15, 0.1, 0.05, 0.04],), {}, ["relevant", "grey", "grey", "nonrelevant"], "boundaries"),
    ("score_classes", ([1.15 - 1.0],), {}, ["grey"], "a float a little below 0.15"),
    ("matches_by_category", (SHOP,), {}, {"Tecnología": 3, "Ropa": 1, "Cosméticos": 1}, "by hand"),
    ("cohen_kappa", (JUDGE_A, JUDGE_B), {}, 0.577465, "scikit-learn"),
    ("cohen_kappa", (JUDGE_A, JUDGE_B), {"weights": "linear"}, 0.716981, "scikit-learn"),
    ("cohen_kappa", (JUDGE_A, JUDGE_B), {"weights": "quadratic"}, 0.842105, "scikit-learn"),
    ("cohen_kappa", (binarised(JUDGE_A), binarised(JUDGE_B)), {}, 0.782609, "scikit-learn"),
    ("cohen_kappa", ([1, 1, 1], [0, 1, 0]), {}, 0.0, "one constant judge"),
    ("fleiss_kappa", ([JUDGE_A, JUDGE_B, JUDGE_C],), {}, 0.619048, "by hand"),
    ("krippendorff_alpha", ([JUDGE_A, JUDGE_B, JUDGE_C],), {}, 0.631746, "krippendorff"),
    ("krippendorff_alpha", ([JUDGE_A, JUDGE_B, JUDGE_C],), {"level": "ordinal"}, 0.817407, "krippendorff"),
    ("kendall_tau", (list("abcde"), list("bacde")), {}, 0.8, "scipy"),
    ("tau_ap", (list("abcde"), list("bacde")), {}, 0.5, "by hand"),
    ("tau_ap", (list("abcde"), list("abced")), {}, 0.875, "by hand"),
    ("tau_ap", (list("abcde"), list("cabde")), {}, 0.25, "by hand"),
    ("tau_ap", (list("cabde"), list("abcde")), {}, 0.5, "by hand: not symmetric"),
    ("rbo", (list("abcde"), list("badce")), {}, 0.873, "by hand"),
    ("rbo", (list("abcde"), list("badce")), {"form": "truncated"}, 0.282510, "by hand"),
]  # fmt: skip

ABSTENTION_REPORT = {
    "abstention_accuracy": 0.75,
    "accuracy": 0.7,
    "precision": 0.6,
    "recall": 0.75,
    "f1": 2 / 3,
    "over_abstention": 1 / 3,
    "coverage": 0.5,
    "accuracy_when_answering": 0.8,
}
SHOP_REPORT = {
    "average_precision": 1.0,
    "precision": 0.4,
    "recall": 1.0,
    "retrieved_count": 5,
    "relevant_count": 2,
    "nonrelevant_count": 2,
    "retrieved_and_relevant": 2,
}
BINS = ["0.0-0.1", "0.1-0.2", "0.2-0.3", "0.3-0.4", "0.4-0.5", "0.5+"]
EDGES = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 7]
GOLDEN += [
    ("abstention_report", (PREDICTIONS, REFERENCES), {}, ABSTENTION_REPORT, "by hand"),
    ("retrieval_report", (SHOP,), {}, SHOP_REPORT, "by hand"),
    ("score_distribution", (SHOP,), {}, dict(zip(BINS, [2, 1, 1, 1, 0, 0], strict=True)), "by hand"),
    ("score_distribution", (EDGES,), {}, dict(zip(BINS, [1, 1, 1, 1, 1, 2], strict=True)), "an edge opens its bin"),
]


def call(function, arguments, options):
    return getattr(ratools, function)(*arguments, **options)


def equal(value, expected):
    return value == (expected if isinstance(expected, list) else pytest.approx(expected, abs=1e-6))


def name(case):
    return f"{case[0]}-{case[4]}".replace(" ", "_")


@pytest.mark.parametrize("case", GOLDEN, ids=name)
def test_golden_value(case):
    function, arguments, options, expected, _ = case
    value = call(function, arguments, options)
    assert equal(value, expected)
    assert type(value) is type(expected)


@pytest.mark.parametrize("mutant", MUTANTS, ids=repr)
def test_the_golden_values_catch(mutant):
    """Every wrong version fails at least one golden case of its measure, as its own tests would demand."""
    caught = False
    for function, arguments, options, expected, _ in GOLDEN:
        if function == mutant.measure and options.keys() <= known_options(mutant.function):
            caught |= not equal(mutant.function(*arguments, **options), expected)
    assert caught


def known_options(function):
    return set(inspect.signature(function).parameters)


@pytest.mark.parametrize("mutant", MUTANTS, ids=repr)
def test_a_mutant_differs_on_its_own_counterexample(mutant):
    right = call(mutant.measure, mutant.counterexample, mutant.options)
    assert mutant.function(*mutant.counterexample, **mutant.options) != right


def test_every_measure_has_a_golden_value_and_a_mutant():
    measures = {one for one in ratools.__all__ if not one.endswith("_terms")} - {"alpha_ideal"}
    assert measures == {case[0] for case in GOLDEN}
    assert measures == {mutant.measure for mutant in MUTANTS}


def test_eleven_levels():
    assert RECALL_LEVELS == (0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1)


def test_abstention_extremes():
    never, always = ["yes"] * 10, [NO] * 10
    assert ratools.abstention_report(never, REFERENCES)["accuracy"] == 0.6
    assert ratools.abstention_report(never, REFERENCES)["precision"] is None
    assert ratools.abstention_report(always, REFERENCES)["f1"] == pytest.approx(4 / 7)
    assert ratools.abstention_report(always, REFERENCES)["over_abstention"] == 1.0
    assert ratools.abstention_report(always, REFERENCES)["coverage"] == 0.0


RANKING_MEASURES = {case[0] for case in GOLDEN if case[1][0] == RUN}
TERMS = [
    ("dcg_at_k", "dcg_terms", ([2, 0, 3, 2, 1],), 1),
    ("average_precision", "average_precision_terms", (RUN, GRADES), 4),
    ("rbp", "rbp_terms", (RUN, GRADES), 1),
    ("err_at_k", "err_terms", (RUN, GRADES), 1),
    ("bpref", "bpref_terms", (RUN, GRADES), 4),
    ("inf_ap", "inf_ap_terms", (POOL_RUN, POOL), 3),
]


@pytest.mark.parametrize("terms", sorted({terms for _, terms, _, _ in TERMS} - {"dcg_terms"}))
def test_terms_without_a_relevant_document_are_zero(terms):
    assert call(terms, (["n", "x"], {"n": 0}), {}) == [0.0, 0.0]


@pytest.mark.parametrize("mutant", [one for one in MUTANTS if one.measure in RANKING_MEASURES], ids=repr)
def test_a_mutant_survives_what_its_measure_survives(mutant):
    for ranking in ([], ["n", "x"], RUN):
        for grades in ({}, {"n": 0}, GRADES, POOL):
            for k in (None, 1, 20):
                cut = (k,) if "k" in inspect.signature(mutant.function).parameters else ()
                assert mutant.function(ranking, grades, *cut) is not None


@pytest.mark.parametrize(("metric", "terms", "arguments", "divisor"), TERMS)
def test_a_metric_is_the_sum_of_its_terms(metric, terms, arguments, divisor):
    summands = call(terms, arguments, {})
    assert len(summands) == len(arguments[0])
    assert sum(summands) / divisor == pytest.approx(call(metric, arguments, {}), abs=1e-15)

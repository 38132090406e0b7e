"""Wrong input gets a ValueError that names value, location and remedy; right input in odd clothes passes."""

import copy
import math
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import ratools as rt
from ratools.metrics.arguments import as_whole_number

INF, NAN = math.inf, math.nan
RUN, RELEVANT, GRADES = ["a", "x", "b"], {"a", "b", "c"}, {"a": 3, "b": 1, "c": 2, "x": 0}
TOPICS = {"a": {1}, "b": {1, 2}}

# what is called, and words that its message must hold
REFUSED = [
    (lambda: rt.precision_at_k(RUN, RELEVANT, 0), ["k must be", "at least 1", "got 0", "k=None"]),
    (lambda: rt.precision_at_k(RUN, RELEVANT, -3), ["got -3"]),
    (lambda: rt.precision_at_k(RUN, RELEVANT, True), ["got True", "whole number"]),
    (lambda: rt.precision_at_k(RUN, RELEVANT, 2.5), ["got 2.5"]),
    (lambda: rt.precision_at_k(RUN, RELEVANT, "5"), ["got '5'"]),
    (lambda: rt.ndcg_at_k(RUN, GRADES, 0), ["got 0"]),
    (lambda: rt.dcg_at_k([1, 2], 0), ["got 0"]),
    (lambda: rt.rbo(["a"], ["b"], 0), ["got 0"]),
    (lambda: rt.precision_at_k("axb", RELEVANT, 2), ["retrieved", "'axb'", "list"]),
    (lambda: rt.precision_at_k({"a", "b"}, RELEVANT, 2), ["retrieved", "set", "no order", "list"]),
    (lambda: rt.precision_at_k(None, RELEVANT, 2), ["retrieved", "None", "list"]),
    (lambda: rt.precision_at_k({"a": 0.9}, RELEVANT, 2), ["retrieved", "{'a': 0.9}"]),
    (lambda: rt.precision_at_k(7, RELEVANT, 2), ["retrieved", "got 7"]),
    (lambda: rt.precision_at_k(["a", "b", "a"], RELEVANT, 2), ["'a'", "ranks 1 and 3", "duplicates='first'"]),
    (lambda: rt.ndcg_at_k(["a", "b", "a"], GRADES, 2), ["'a'", "ranks 1 and 3"]),
    (lambda: rt.precision_at_k([["a"]], RELEVANT, 2), ["rank 1", "['a']", "hashable"]),
    (lambda: rt.precision_at_k([NAN], RELEVANT, 2), ["rank 1", "nan"]),
    (lambda: rt.precision_at_k(RUN, None, 2), ["relevant", "None", "set"]),
    (lambda: rt.precision_at_k(RUN, "abc", 2), ["relevant", "'abc'"]),
    (lambda: rt.precision_at_k(RUN, {"a": "high"}, 2), ["'a'", "'high'", "number"]),
    (lambda: rt.precision_at_k(RUN, {"a": NAN}, 2), ["'a'", "nan", "finite"]),
    (lambda: rt.ndcg_at_k(RUN, {"a": INF}, 2), ["'a'", "inf"]),
    (lambda: rt.ndcg_at_k(RUN, {"a": None}, 2), ["'a'", "None"]),
    (lambda: rt.ndcg_at_k(RUN, {"a": 10**400}, 2), ["'a'", "finite"]),
    (lambda: rt.ndcg_at_k(RUN, ["a"], 2), ["dict", "['a']"]),
    (lambda: rt.ndcg_at_k(RUN, {"a": 2000}, 2, gain="exp"), ["2000", "gain='exp'", "gain='linear'"]),
    (lambda: rt.dcg_at_k([3, NAN]), ["rank 2", "nan"]),
    (lambda: rt.dcg_at_k([3, "2"]), ["rank 2", "'2'"]),
    (lambda: rt.dcg_at_k({3, 2}), ["set", "order"]),
    (lambda: rt.dcg_at_k({"a": 3}), ["relevances", "list"]),
    (lambda: rt.ideal_dcg_at_k({"a": "x"}), ["'x'"]),
    (lambda: rt.precision_at_k([1, 2], {"1", "2"}, 2), ["int (e.g. 1)", "str (e.g. '", "convert"]),
    (lambda: rt.ndcg_at_k(["1"], {1: 3}, 2), ["str (e.g. '1')", "int (e.g. 1)"]),
    (lambda: rt.bpref(["1"], {1: 0}), ["convert one of them"]),
    (lambda: rt.precision_at_k(RUN, RELEVANT, 2, min_grade=2), ["min_grade=2", "dict"]),
    (lambda: rt.precision_at_k(RUN, GRADES, 2, min_grade=0), ["min_grade", "got 0"]),
    (lambda: rt.precision_at_k(RUN, GRADES, 2, min_grade=NAN), ["min_grade", "nan"]),
    (lambda: rt.precision_at_k(RUN, GRADES, 2, duplicates="last"), ["'error' or 'first'", "'last'"]),
    (lambda: rt.ndcg_at_k(RUN, GRADES, 2, gain="log"), ["'linear' or 'exp'", "'log'"]),
    (lambda: rt.average_precision(RUN, RELEVANT, denominator="k"), ["'relevant' or 'found' or 'capped'", "'k'"]),
    (lambda: rt.exact_match("a", "b", normalize=True), ["'simple' or 'squad'", "True"]),
    (lambda: rt.token_iou("a", "b", tokens="bag"), ["'set' or 'multiset' or 'mixed'", "'bag'"]),
    (lambda: rt.mean_reciprocal_rank({"q": RUN}, {"q": RELEVANT}, missing=0), ["'skip' or 'zero'", "got 0"]),
    (lambda: rt.cohen_kappa([1], [0], weights="cubic"), ["'linear' or 'quadratic'", "'cubic'"]),
    (lambda: rt.krippendorff_alpha([[1], [0]], level="interval"), ["'nominal' or 'ordinal'"]),
    (lambda: rt.rbo(["a"], ["a"], form="full"), ["'extrapolated' or 'truncated'"]),
    (lambda: rt.rbp(RUN, RELEVANT, p=1), ["p,", "between 0 and 1", "got 1"]),
    (lambda: rt.rbp(RUN, RELEVANT, p=0), ["got 0"]),
    (lambda: rt.rbp_residual(RUN, GRADES, p=-0.1), ["got -0.1"]),
    (lambda: rt.rbo(["a"], ["a"], p="high"), ["p must be a number", "'high'"]),
    (lambda: rt.err_at_k(RUN, {"a": 5}), ["'a'", "grade 5", "g_max=4"]),
    (lambda: rt.err_at_k(RUN, {"a": 1}, g_max=0), ["g_max", "got 0"]),
    (lambda: rt.f_score_at_k(RUN, RELEVANT, beta=-1), ["beta", "between 0 and 1000", "got -1"]),
    (lambda: rt.interpolated_precision(RUN, RELEVANT, recall=1.5), ["recall", "from 0 to 1", "got 1.5"]),
    (lambda: rt.alpha_ndcg_at_k(RUN, TOPICS, alpha=2), ["alpha", "got 2"]),
    (lambda: rt.alpha_ndcg_at_k(RUN, {"a": "news"}), ["'a'", "'news'", "set"]),
    (lambda: rt.alpha_ndcg_at_k(RUN, [{1}]), ["subtopics", "dict"]),
    (lambda: rt.bpref(RUN, RELEVANT), ["dict {document: grade}", "grade 0"]),
    (lambda: rt.judged_at_k(RUN, None), ["dict"]),
    (lambda: rt.category_entropy("hats"), ["categories", "'hats'"]),
    (lambda: rt.category_entropy({"hats": -1}), ["'hats'", "-1"]),
    (lambda: rt.mean_reciprocal_rank({}, {"q": RELEVANT}), ["results", "at least one query"]),
    (lambda: rt.mean_reciprocal_rank({"q": RUN}, {}), ["ground_truth", "at least one query"]),
    (lambda: rt.mean_average_precision({"q": RUN}, {"r": RELEVANT}), ["no query in common", "'q'", "'r'"]),
    (lambda: rt.mean_average_precision({"q": ["a", "a"]}, {"q": RELEVANT}), ["query 'q'", "'a'", "ranks 1 and 2"]),
    (lambda: rt.mean_reciprocal_rank([RUN], [RELEVANT]), ["dict by query"]),
    (lambda: rt.geometric_map({"q": RUN}, {"q": RELEVANT}, floor=0), ["floor", "got 0"]),
    (lambda: rt.span_recall([(5, 3)], [(0, 9)]), ["span 1 of retrieved_spans", "ends at 3", "start 5"]),
    (lambda: rt.span_recall([(0, 9)], [(0, 4), (8, 6)]), ["span 2 of expected_spans", "ends at 6"]),
    (lambda: rt.span_iou([(0, 9)], [(0.5, 2)]), ["(0.5, 2)", "whole numbers"]),
    (lambda: rt.span_iou([(-1, 9)], [(0, 2)]), ["starts at -1"]),
    (lambda: rt.span_iou([(0, 9, 1)], [(0, 2)]), ["(0, 9, 1)", "pair"]),
    (lambda: rt.span_iou("0-9", [(0, 2)]), ["retrieved_spans", "'0-9'"]),
    (lambda: rt.span_iou(None, [(0, 2)]), ["retrieved_spans", "None"]),
    (lambda: rt.token_iou(None, "a"), ["retrieved_tokens", "None", "text or a list"]),
    (lambda: rt.token_iou([["a"]], "a"), ["retrieved_tokens", "['a']"]),
    (lambda: rt.exact_match(None, "a"), ["prediction", "None", "''"]),
    (lambda: rt.exact_match("a", None), ["reference", "None"]),
    (lambda: rt.exact_match("a", []), ["reference", "empty list"]),
    (lambda: rt.f1_score(42, "42"), ["prediction", "42", "text"]),
    (lambda: rt.f1_score("42", [42]), ["reference", "42"]),
    (lambda: rt.abstention_accuracy(["a"], ["a", "b"]), ["predictions has 1", "references has 2"]),
    (lambda: rt.abstention_accuracy(["a"], ["a"]), ["impossible", "'It is not mentioned in the document.'"]),
    (lambda: rt.abstention_accuracy([], []), ["empty"]),
    (lambda: rt.abstention_report(["a", None], ["a", "b"]), ["prediction 2", "None"]),
    (lambda: rt.score_classes([0.2, -0.1]), ["rank 2", "-0.1", "start at 0"]),
    (lambda: rt.score_classes([0.2, NAN]), ["rank 2", "nan"]),
    (lambda: rt.score_distribution([0.2, "high"]), ["rank 2", "'high'"]),
    (lambda: rt.score_distribution(None), ["results", "None"]),
    (lambda: rt.score_classes([0.2], relevant_at=0.1, nonrelevant_below=0.3), ["0.3", "0.1", "grey zone"]),
    (lambda: rt.retrieval_report([{"doc_id": 1}]), ["rank 1", "'score'"]),
    (lambda: rt.retrieval_report([{"score": 0.1}]), ["rank 1", "'doc_id'"]),
    (lambda: rt.retrieval_report([{"doc_id": 1, "score": 1}, {"doc_id": 1, "score": 0.5}]), ["1", "ranks 1 and 2"]),
    (lambda: rt.matches_by_category([{"doc_id": 1, "score": 1}]), ["rank 1", "'category'"]),
    (lambda: rt.cohen_kappa([1, 0], [1]), ["judge 1 has 2", "judge 2 has 1"]),
    (lambda: rt.cohen_kappa([1, 1], [1, 1]), ["undefined", "one single label"]),
    (lambda: rt.cohen_kappa([1, None], [1, 0]), ["label 2 of judge 1", "krippendorff_alpha"]),
    (lambda: rt.cohen_kappa(["a", "b"], ["a", "c"], weights="linear"), ["label 1 of judge 1", "'a'", "number"]),
    (lambda: rt.cohen_kappa([], []), ["nothing to compare"]),
    (lambda: rt.fleiss_kappa([[1, 0]]), ["at least two judges", "got 1"]),
    (lambda: rt.fleiss_kappa([[1, 1], [1, 1], [1, 1]]), ["undefined"]),
    (lambda: rt.krippendorff_alpha([[1, 1], [1, 1]]), ["undefined"]),
    (lambda: rt.krippendorff_alpha([[1, None], [None, 1]]), ["nothing to compare"]),
    (lambda: rt.krippendorff_alpha([["low"], ["high"]], level="ordinal"), ["'low'", "number"]),
    (lambda: rt.kendall_tau(["a", "b"], ["a", "c"]), ["'b'", "second ranking", "rbo"]),
    (lambda: rt.kendall_tau(["a", "b"], ["a", "b", "c"]), ["'c'", "first ranking"]),
    (lambda: rt.tau_ap(["a"], ["a"]), ["at least 2"]),
    (lambda: rt.tau_ap(["a", "a"], ["a", "b"]), ["'a'", "ranks 1 and 2"]),
    (lambda: rt.rbo("abc", ["a"]), ["first_list", "'abc'"]),
    (lambda: rt.rbo(["a", "a"], ["a"]), ["'a'", "ranks 1 and 2", "keep the best-ranked"]),
    (lambda: rt.precision_at_k([("a", 0.9), ("b", 0.5)], RELEVANT), ["tuple (e.g. ('a', 0.9))", "convert"]),
    (lambda: rt.precision_at_k([1.0], {"1"}), ["float (e.g. 1.0)", "str (e.g. '1')"]),
    (lambda: rt.precision_at_k([b"a"], {"a"}), ["bytes", "str"]),
    (lambda: rt.alpha_ndcg_at_k([1], {"1": {1}}), ["int (e.g. 1)", "str (e.g. '1')"]),
    (lambda: rt.subtopic_recall_at_k([1], {"1": {1}}), ["convert"]),
    (lambda: rt.precision_at_k(pd.Series(["a", pd.NA], dtype="string"), RELEVANT), ["rank 2", "<NA>"]),
    (lambda: rt.precision_at_k(RUN, pd.Series({"a": 1, "b": 0})), ["relevant", "Series", ".to_dict()"]),
    (lambda: rt.recall_at_k(RUN, {"a": 1, NAN: 1}), ["a document in relevant", "nan"]),
    (lambda: rt.ndcg_at_k(RUN, {"a", NAN}), ["relevance_scores", "nan"]),
    (lambda: rt.precision_at_k(pd.DataFrame({"d": ["a"]}), RELEVANT), ["retrieved", "list"]),
    (lambda: rt.dcg_at_k([3, np.ma.masked]), ["rank 2", "masked"]),
    (lambda: rt.dcg_at_k([3, np.array([2, 2])]), ["rank 2", "array([2, 2])"]),
    (lambda: rt.dcg_at_k([10**5000]), ["rank 1", "reasonable size"]),
    (lambda: rt.dcg_at_k([1e308] * 4), ["rank 1", "1e+308"]),
    (lambda: rt.precision_at_k(RUN, RELEVANT, -(10**5000)), ["k must be"]),
    (lambda: rt.f_score_at_k(RUN, RELEVANT, beta=1e200), ["beta"]),
    (lambda: rt.category_entropy({"a": 1e308, "b": 1e308}), ["'a'", "1e+308"]),
    (lambda: rt.category_entropy({"a", "b"}), ["categories", "no order", "list of labels"]),
    (lambda: rt.category_entropy(["a"], normalised="no"), ["False or True", "'no'"]),
    (lambda: rt.krippendorff_alpha([[1, NAN, 0], [1, 0, 0]]), ["label 2 of judge 1", "None"]),
    (lambda: rt.krippendorff_alpha([[1, 2], [1, None]]), ["undefined", "one single label"]),
    (lambda: rt.fleiss_kappa([{1, 0}, [1, 0]]), ["judge 1", "no order", "list of labels"]),
    (lambda: rt.ndcg_at_k(["a"], ["a"]), ["relevance_scores", "dict", "set"]),
    (lambda: rt.mean_reciprocal_rank({"q": RUN}, {"q": RELEVANT}, min_grade=2), ["query 'q'", "min_grade=2", "dict"]),
]


@pytest.mark.parametrize(("wrong", "words"), REFUSED, ids=[" / ".join(words) for _, words in REFUSED])
def test_refused_with_value_place_and_remedy(wrong, words):
    with pytest.raises(ValueError) as refusal:
        wrong()
    message = str(refusal.value)
    assert all(word in message for word in words), message
    assert "\n" not in message and len(message) < 300


def test_a_missing_or_misspelt_argument_is_told():
    with pytest.raises(TypeError, match=r"recall_at_k\(\) missing .*'relevant'"):
        rt.recall_at_k(["a"])
    with pytest.raises(TypeError, match="unexpected keyword argument 'gian'"):
        rt.ndcg_at_k(RUN, GRADES, 2, gian="exp")


def test_min_grade_is_for_binary_measures_only():
    with pytest.raises(TypeError, match="min_grade"):
        rt.ndcg_at_k(RUN, GRADES, 2, min_grade=2)


@pytest.mark.parametrize("ranking", [("a", "x", "b"), np.array(["a", "x", "b"]), pd.Series(["a", "x", "b"]), iter(RUN)])
def test_a_ranking_in_other_clothes(ranking):
    assert rt.precision_at_k(ranking, RELEVANT, 2) == 0.5


@pytest.mark.parametrize(
    "relevant",
    [
        ["a", "b", "c"],
        ("a", "b", "c"),
        frozenset("abc"),
        np.array(["a", "b", "c"]),
        {"a": 1, "b": 2, "c": 0.5, "x": 0},
        {"a": True, "b": np.int64(1), "c": np.float32(1), "x": np.bool_(False)},
        {"a": 1, "b": 1, "c": 1, "x": -1},
        ["a", "b", "c", "a"],
    ],
)
def test_relevance_in_other_clothes(relevant):
    assert rt.recall_at_k(RUN, relevant, 3) == 2 / 3


def test_numpy_numbers_are_numbers():
    plain = rt.ndcg_at_k(RUN, {"a": 3, "b": 1}, 2)
    assert rt.ndcg_at_k(RUN, {"a": np.int64(3), "b": np.float64(1)}, np.int64(2)) == plain
    assert type(rt.ndcg_at_k(RUN, {"a": np.float32(3)}, 2)) is float
    assert rt.dcg_at_k(np.array([3, 0, 2])) == 4.0
    assert rt.interpolated_precision(list("abcdefg"), set("abcdefghij"), recall=np.float64(0.7)) == 1.0
    assert rt.interpolated_precision(list("abcdefg"), set("abcdefghij"), recall=Fraction(7, 10)) == 1.0
    assert rt.precision_at_k([np.int64(1), 2], {1}, 2) == 0.5


def test_numpy_integers_do_not_wrap():
    labels = [np.uint8(0), np.uint8(1), np.uint8(2)], [np.uint8(1), np.uint8(1), np.uint8(2)]
    assert rt.cohen_kappa(*labels, weights="linear") == rt.cohen_kappa([0, 1, 2], [1, 1, 2], weights="linear")
    value = rt.span_precision([(np.uint8(0), np.uint8(200))] * 2, [(0, 100)])
    assert (value, type(value)) == (0.25, float)


def test_sets_and_arrays_where_order_does_not_matter():
    assert rt.token_iou({"a", "b"}, ["b", "a"]) == 1.0
    assert rt.exact_match("a", {"a", "b"}) == 1
    assert rt.span_iou(np.array([[0, 6], [3, 9]]), {(3, 8)}) == 5 / 12
    assert rt.fleiss_kappa(np.array([[1, 1, 0, 0], [1, 0, 0, 0]])) == rt.fleiss_kappa([[1, 1, 0, 0], [1, 0, 0, 0]])


def test_recall_levels_that_are_reached_exactly():
    for relevant in range(1, 60):
        documents = [f"d{n}" for n in range(relevant)]
        for hits in range(1, relevant + 1):
            assert rt.interpolated_precision(documents[:hits], documents, recall=hits / relevant) == 1.0
    for tenths in range(11):
        for relevant in range(1, 40):
            documents = [f"d{n}" for n in range(relevant)]
            reached = [hits for hits in range(relevant + 1) if 10 * hits >= tenths * relevant]
            assert rt.interpolated_precision(documents[: reached[0]] or ["x"], documents, recall=tenths / 10) == float(
                reached[0] > 0
            )
            if reached[0] > 1:
                assert rt.interpolated_precision(documents[: reached[0] - 1], documents, recall=tenths / 10) == 0.0


def test_the_means_hand_the_shared_options_on():
    results, grades = {"q": ["x", "a", "x", "b"]}, {"q": {"a": 1, "b": 2}}
    assert rt.mean_reciprocal_rank(results, grades, duplicates="first") == 1 / 2
    assert rt.mean_reciprocal_rank(results, grades, duplicates="first", min_grade=2) == 1 / 3
    assert rt.mean_average_precision(results, grades, duplicates="first", min_grade=2) == 1 / 3
    assert rt.geometric_map(results, grades, duplicates="first", min_grade=2) == pytest.approx(1 / 3)


def test_a_judged_document_of_the_other_kind_is_no_false_alarm():
    for measure in (rt.precision_at_k, rt.average_precision, rt.f_score_at_k, rt.r_precision):
        assert measure([1, 2], {1: 0, "a": 1}) == 0.0
    assert rt.err_ia([1], {1: {1}, "b": {2}}) == 0.25
    assert rt.precision_at_k([1.0], {1}) == 1.0


def test_documents_are_any_hashable():
    ranking = [("doc", 1), 7, frozenset({1}), None, "x"]
    assert rt.recall_at_k(ranking, {("doc", 1), None, "y"}, 4) == 2 / 3


def test_ids_of_another_type_are_fine_where_something_could_match():
    assert rt.precision_at_k([1, "2"], {"2", 3}, 2) == 0.5
    assert rt.precision_at_k([1, 2], set(), 2) == 0.0
    assert rt.precision_at_k([], {"1"}, 2) == 0.0
    assert rt.precision_at_k(["a"], {"b"}, 2) == 0.0


def test_nothing_the_caller_owns_is_changed():
    arguments = {
        "run": ["a", "x", "a"],
        "grades": {"a": 3, "x": -1},
        "topics": {"a": {1}},
        "spans": [(3, 4), (0, 2)],
        "labels": [[1, None, 2], [1, 2, 2]],
        "results": [{"doc_id": 1, "score": 0.2, "category": "c"}],
    }
    before = copy.deepcopy(arguments)
    rt.ndcg_at_k(arguments["run"], arguments["grades"], 2, duplicates="first")
    rt.bpref(arguments["run"], arguments["grades"], duplicates="first", min_grade=2)
    rt.alpha_ndcg_at_k(["a"], arguments["topics"])
    rt.span_iou(arguments["spans"], arguments["spans"])
    rt.krippendorff_alpha(arguments["labels"])
    rt.retrieval_report(arguments["results"])
    assert arguments == before


# Conventions of a single query that are not refusals


def test_negative_grades_are_unjudged():
    ranking, grades = ["p", "a"], {"p": -1, "a": 1}
    assert rt.precision_at_k(ranking, grades, 2) == 0.5
    assert rt.ndcg_at_k(ranking, grades, 2) == rt.ndcg_at_k(["unknown", "a"], {"a": 1}, 2)
    assert rt.dcg_at_k([-1, 1], gain="exp") == rt.dcg_at_k([0, 1], gain="exp")
    assert rt.err_at_k(ranking, grades) == rt.err_at_k(["unknown", "a"], {"a": 1})
    assert rt.judged_at_k(ranking, grades) == 0.5
    assert rt.condensed(ranking, grades) == ["a"]
    assert rt.bpref(ranking, grades) == 1.0
    assert rt.rbp_residual(ranking, grades, p=0.5) == rt.rbp_residual(["unknown", "a"], {"a": 1}, p=0.5)


def test_judged_does_not_need_relevant_documents():
    assert rt.judged_at_k(["n", "x"], {"n": 0}) == 0.5


def test_empty_retrieval_is_zero_everywhere():
    for measure in (rt.precision_at_k, rt.recall_at_k, rt.average_precision, rt.reciprocal_rank, rt.success_at_k):
        assert measure([], RELEVANT, 5) == measure([], RELEVANT) == 0.0
    for measure in (rt.ndcg_at_k, rt.err_at_k, rt.bpref, rt.inf_ap):
        assert measure([], GRADES) == 0.0
    assert math.isnan(rt.judged_at_k([], GRADES)), "of nothing, no share can be told"
    for measure in (rt.span_iou, rt.span_precision, rt.span_recall, rt.span_f1, rt.span_precision_omega):
        assert measure([], [(0, 3)]) == measure([(0, 3)], []) == measure([], []) == 0.0
    for measure in (rt.token_iou, rt.token_precision, rt.token_recall, rt.token_f1, rt.precision_omega):
        assert measure("", "a b") == measure("a b", "") == measure("", "") == 0.0
    assert rt.retrieval_report([])["precision"] == 0.0


def test_touching_spans_share_nothing():
    assert rt.span_recall([(0, 3)], [(3, 6)]) == 0.0


def test_repeated_text_is_told_apart_by_position():
    text = "call us. call us."
    second = (9, 17)
    assert text[slice(*second)] == "call us." == text[0:8]
    assert rt.span_recall([(0, 8)], [second]) == 0.0
    assert rt.token_recall(text[0:8], text[slice(*second)]) == 1.0


@pytest.mark.parametrize("value", [3, np.int64(3), np.uint8(3)])
def test_a_whole_number_is_an_int(value):
    number = as_whole_number(value, "depth", least=3, most=3)
    assert number == 3 and type(number) is int


@pytest.mark.parametrize(
    ("value", "limits", "sentence"),
    [
        (0, {"least": 1}, "depth must be a whole number of at least 1, got 0"),
        (True, {"least": 1}, "depth must be a whole number of at least 1, got True"),
        (1.0, {"least": 0}, "depth must be a whole number of at least 0, got 1.0"),
        ("2", {}, "depth must be a whole number, got '2'"),
        (None, {"most": 9}, "depth must be a whole number of at most 9, got None"),
        (10, {"least": 1, "most": 9}, "depth must be a whole number of at least 1 and at most 9, got 10"),
        (np.array(3), {}, "depth must be a whole number, got array(3)"),
    ],
)
def test_what_is_not_a_whole_number_is_refused(value, limits, sentence):
    with pytest.raises(ValueError) as error:
        as_whole_number(value, "depth", **limits)
    assert str(error.value) == sentence

"""Explanations: the steps sum to the value, for every measure and option, on random and on nasty input."""

import inspect
import math
import re
import string

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ratools as rt
from ratools.evaluation.catalogue import CATALOGUE, MEASURES, parse
from ratools.explanations import Difference, Explanation, explain, plain_formula
from ratools.explanations.steps import WORKED
from ratools.words import figure

RUN = ["d1", "d2", "d3", "d6", "d4", "d5"]
GRADES = {"d1": 2, "d2": 0, "d3": 1, "d4": 0, "d5": 1, "d7": 1}
PAGE = list("abcde")
PAGE_GRADES = {"a": 2, "b": 0, "c": 3, "d": 2, "e": 1}
NO = "It is not mentioned in the document."

NAMES = [name for row in CATALOGUE if row.reference.__name__ in WORKED for name in row.tries]
NUMBERS = {row.reference.__name__: row for row in MEASURES if row.range is not None and not row.part_of}
UNEXPLAINED = {  # measures that give a number, and why no steps can be shown (never one that `evaluate` knows by name)
    "geometric_map": "a geometric mean: it is a product over queries, and no terms sum to it",
}
CASES = [(name, case) for name in WORKED for case in NUMBERS[name].golden]

docs = [f"d{n}" for n in range(12)]
rankings = st.lists(st.sampled_from(docs), unique=True, max_size=12)
grade_dicts = st.dictionaries(st.sampled_from(docs), st.integers(-1, 4), max_size=12)
words = st.lists(st.sampled_from("the cat sat on a mat".split()), max_size=10)
spans = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 12)).map(lambda s: (s[0], s[0] + s[1])), max_size=5)

NASTY = {
    "empty list": ([], GRADES),
    "empty list, nothing judged": ([], {}),
    "nothing judged": (RUN, {}),
    "all judged zero": (RUN, dict.fromkeys(RUN, 0)),
    "all negative": (RUN, dict.fromkeys(RUN, -1)),
    "perfect": (["a", "b", "c"], {"a": 3, "b": 2, "c": 1}),
    "one document": (["a"], {"a": 1}),
    "one wrong document": (["x"], {"a": 1}),
    "a longer list": (["x", "y", "a"], {"a": 4}),
    "fractions": (["a", "b"], {"a": 0.1, "b": 2.7, "c": 1e-9}),
    "ints for ids": ([3, 1, 2], {1: 1, 2: 3, 9: 2}),
    "int and str": ([1, "a", "1"], {"a": 1, 1: 2}),
    "tuples for ids": ([("a", 1), ("b", 2)], {("b", 2): 1}),
    "numpy": (np.array([4, 5, 6]), {np.int64(5): np.int64(2), 6: np.float32(1.5)}),
    "a hundred": ([f"d{n}" for n in range(100)], {f"d{7 * n}": n % 4 for n in range(20)}),
    "names that are markup": (["<script>", "$x$", "", "\u202eabc"], {"<script>": 1, "": 2, "$x$": 1}),
}


def check(explanation, value):
    """What must hold for any explanation."""
    if math.isnan(value):
        assert math.isnan(explanation.value) and not len(explanation.steps)
        assert "has no value" in explanation.sentence and "nan" not in repr(explanation) + explanation._repr_html_()
        return
    assert explanation.value == value and type(explanation.value) is type(value)
    assert math.fsum(explanation.steps["term"]) == pytest.approx(value, rel=1e-12, abs=1e-12)
    if len(explanation.steps):
        assert explanation.steps["sum"].iloc[-1] == pytest.approx(value, rel=1e-12, abs=1e-12)
    assert explanation.sentence.endswith((".", ")")) and "None" not in explanation.sentence
    assert balanced(explanation.formula)
    for shown in (repr(explanation), explanation._repr_html_()):
        assert figure(value) in shown
        assert "nan" not in shown and " at 0x" not in shown
    assert "\\" not in plain_formula(explanation.formula) and "{" not in plain_formula(explanation.formula)


def balanced(formula):
    depth = 0
    for sign in formula:
        depth += (sign == "{") - (sign == "}")
        assert depth >= 0
    return depth == 0 and formula.count(r"\left(") == formula.count(r"\right)")


# The sum ------------------------------------------------------------------------------------------------------------


def test_every_measure_is_explained_or_says_why_not():
    """A new measure needs its steps; a list or a report is no number, and terms are a column of their measure's."""
    assert sorted(NUMBERS.keys() - WORKED.keys()) == sorted(UNEXPLAINED)
    assert all(len(reason.split()) > 5 for reason in UNEXPLAINED.values())
    assert {row.name for row in CATALOGUE} == {parse(name).row.name for name in NAMES}


@pytest.mark.parametrize(("name", "case"), CASES)
def test_the_steps_sum_to_the_value_on_the_rows_own_cases(name, case):
    value = getattr(rt, name)(*case.arguments, **case.options)
    one = explain(name, *case.arguments, **case.options)
    check(one, value)
    other = one.compare(one)
    assert other.difference == 0 and "Nothing that" in other.sentence


def test_a_measure_without_steps_is_refused_in_a_sentence(monkeypatch):
    with pytest.raises(ValueError, match="there is no explanation of geometric_map yet"):
        explain("geometric_map", {"q": ["a"]}, {"q": {"a"}})
    monkeypatch.delitem(WORKED, "bpref")
    with pytest.raises(ValueError, match="there is no explanation of Bpref yet"):
        explain("Bpref", RUN, GRADES)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=20)
@given(rankings, grade_dicts)
def test_the_steps_sum_to_the_value(name, run, grades):
    check(explain(name, run, grades), parse(name).of_query(run, grades))


@pytest.mark.parametrize("case", NASTY)
def test_the_steps_sum_to_the_value_on_nasty_input(case):
    run, grades = NASTY[case]
    for name in NAMES:
        try:
            check(explain(name, run, grades), parse(name).of_query(run, grades))
        except Exception as error:
            raise AssertionError(f"{name}: {error}") from error


@pytest.mark.parametrize("tokens", ["set", "multiset", "mixed"])
@pytest.mark.parametrize("name", ["token_iou", "token_precision", "token_recall", "token_f1", "precision_omega"])
@given(words, words)
def test_tokens(name, tokens, retrieved, expected):
    value = getattr(rt, name)(retrieved, expected, tokens=tokens)
    check(explain(name, retrieved, expected, tokens=tokens), value)


@pytest.mark.parametrize("name", [name for name in WORKED if name.startswith("span_")] + ["precision_omega_chroma"])
@given(spans, spans)
def test_spans(name, retrieved, expected):
    check(explain(name, retrieved, expected), getattr(rt, name)(retrieved, expected))


answers = st.lists(st.sampled_from(["a", "Paris", "the", "cat", "3.5", "x"]), max_size=5).map(" ".join)


@pytest.mark.parametrize("normalize", ["simple", "squad"])
@pytest.mark.parametrize("name", ["f1_score", "exact_match"])
@given(answers, st.lists(answers, min_size=1, max_size=3))
def test_answers(name, normalize, prediction, golds):
    check(
        explain(name, prediction, golds, normalize=normalize), getattr(rt, name)(prediction, golds, normalize=normalize)
    )


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=12))
def test_abstention(pairs):
    predictions, references = ([NO if one else "42" for one in side] for side in zip(*pairs, strict=True))
    if NO not in references:
        with pytest.raises(ValueError, match="no reference is"):
            explain("abstention_accuracy", predictions, references)
    else:
        value = rt.abstention_accuracy(predictions, references)
        check(explain("abstention_accuracy", predictions, references), value)


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=12))
def test_kappa(weights, pairs):
    first, second = map(list, zip(*pairs, strict=True))
    try:
        value = rt.cohen_kappa(first, second, weights=weights)
    except ValueError:
        with pytest.raises(ValueError, match="undefined"):
            explain("cohen_kappa", first, second, weights=weights)
    else:
        check(explain("cohen_kappa", first, second, weights=weights), value)


@pytest.mark.parametrize("gain", ["linear", "exp"])
@pytest.mark.parametrize("name", ["dcg_at_k", "ideal_dcg_at_k", "cumulative_gain"])
@given(st.lists(st.integers(0, 4), max_size=12), st.none() | st.integers(1, 8))
def test_what_ndcg_is_made_of(name, gain, grades, k):
    check(explain(name, grades, k, gain=gain), getattr(rt, name)(grades, k, gain=gain))


topic_sets = st.dictionaries(st.sampled_from(docs), st.sets(st.integers(1, 4)), max_size=8)


@pytest.mark.parametrize("name", ["subtopic_recall_at_k", "alpha_ndcg_at_k", "err_ia"])
@settings(max_examples=30)
@given(rankings, topic_sets, st.none() | st.integers(1, 8))
def test_diversity(name, run, topics, k):
    check(explain(name, run, topics, k), getattr(rt, name)(run, topics, k))


@settings(max_examples=30)
@given(st.lists(st.sampled_from(["hats", "shoes", 3]), max_size=9), st.booleans())
def test_entropy(labels, normalised):
    check(
        explain("category_entropy", labels, normalised=normalised), rt.category_entropy(labels, normalised=normalised)
    )


@settings(max_examples=30)
@given(rankings, grade_dicts, st.none() | st.integers(1, 8), st.sampled_from([0.5, 0.8]))
def test_the_residual(run, grades, k, p):
    check(explain("rbp_residual", run, grades, k, p=p), rt.rbp_residual(run, grades, k, p=p))


some_queries = st.dictionaries(st.sampled_from("qrstu"), rankings, min_size=1)


@pytest.mark.parametrize("missing", ["skip", "zero"])
@pytest.mark.parametrize("name", ["mean_reciprocal_rank", "mean_average_precision"])
@settings(max_examples=30)
@given(some_queries, st.sets(st.sampled_from(docs)), st.none() | st.integers(1, 8))
def test_means_over_queries(name, missing, results, relevant, k):
    truth = dict.fromkeys(["v", *results], relevant)
    value = getattr(rt, name)(results, truth, k, missing=missing)
    one = explain(name, results, truth, k, missing=missing)
    check(one, value)
    assert ("left out of the mean: query v" in one.sentence) == (missing == "skip")
    assert len(one.steps) == len(results) + (missing == "zero")


@pytest.mark.parametrize(("name", "options"), [("fleiss_kappa", {}), ("krippendorff_alpha", {}),
                                               ("krippendorff_alpha", {"level": "ordinal"})])  # fmt: skip
@settings(max_examples=30)
@given(st.lists(st.tuples(*[st.integers(0, 3)] * 3), min_size=2, max_size=9), st.integers(0, 8))
def test_many_judges(name, options, items, gap):
    judges = [list(labels) for labels in zip(*items, strict=True)]
    if name == "krippendorff_alpha" and gap < len(items):
        judges[0][gap] = judges[1][gap] = None
    try:
        value = getattr(rt, name)(judges, **options)
    except ValueError:
        with pytest.raises(ValueError, match="undefined"):
            explain(name, judges, **options)
    else:
        check(explain(name, judges, **options), value)


@pytest.mark.parametrize("name", ["kendall_tau", "tau_ap"])
@settings(max_examples=30)
@given(st.permutations("abcdef"), st.permutations("abcdef"))
def test_two_orders(name, first, second):
    check(explain(name, first, second), getattr(rt, name)(first, second))


@pytest.mark.parametrize("form", ["extrapolated", "truncated"])
@settings(max_examples=30)
@given(rankings, rankings, st.none() | st.integers(1, 8))
def test_two_lists(form, first, second, k):
    check(explain("rbo", first, second, k, form=form), rt.rbo(first, second, k, form=form))


def test_a_wrong_step_would_be_caught():
    """The sum notices a term that is off, a step that is missing, a discount from rank 0."""
    steps = explain("nDCG@5", PAGE, PAGE_GRADES).steps
    wrong = [term * discount / math.log2(rank + 2)
             for term, discount, rank in zip(steps["term"], steps["discount"], steps["rank"], strict=True)]  # fmt: skip
    for terms in (wrong, steps["term"][:-1], steps["gain/discount"]):
        assert math.fsum(terms) != pytest.approx(rt.ndcg_at_k(PAGE, PAGE_GRADES, 5), abs=1e-3)


# The steps ----------------------------------------------------------------------------------------------------------


def test_ndcg_as_in_the_seeds():
    """S1.7: DCG 4.748, IDCG 5.693, nDCG@5 0.834; c at rank 3 would count 3 at rank 1."""
    one = explain("nDCG@5", PAGE, PAGE_GRADES)
    assert list(one.steps) == ["rank", "document", "grade", "gain", "discount", "gain/discount", "term", "sum"]
    assert one.steps["gain/discount"].tolist() == rt.dcg_terms([2, 0, 3, 2, 1])
    assert one.steps["discount"].tolist() == [1, math.log2(3), 2, math.log2(5), math.log2(6)]
    assert (one.steps["gain"] / one.steps["discount"]).tolist() == one.steps["gain/discount"].tolist()
    assert math.fsum(one.steps["gain/discount"]) == pytest.approx(4.748, abs=5e-4)
    assert r"\dfrac{2}{1} + \dfrac{0}{1.585} + \dfrac{3}{2} + \dfrac{2}{2.3219} + \dfrac{1}{2.585}" in one.formula
    assert r"\frac{4.7482}{5.6925} \approx 0.8341" in one.formula
    assert one.sentence == (
        "Most is lost by c: it stands at rank 3, where its 3 counts 1.5; at rank 1 it would count 3, 1.5 more."
    )


def test_s1_11_by_the_function_itself():
    one = explain(rt.ndcg_at_k, [1, 23, 45, 4, 67, 6, 89, 12], {1: 3, 4: 2, 6: 2, 12: 1, 15: 1}, 5)
    assert one.measure == "nDCG@5" and round(one.value, 3) == 0.635
    assert one.steps["document"].tolist() == [1, 23, 45, 4, 67]
    assert one.steps["grade"].tolist() == [3, None, None, 2, None]
    assert one.steps["note"].tolist()[1] == "not judged, so it gains 0"


GOLDEN = {
    "P@5": 0.4, "R@5": 0.5, "AP": 13 / 24, "AP@3": 5 / 12, "nDCG@5": 0.701930, "nDCG(gain='exp')@5": 0.767274,
    "RBP(p=0.8)": 0.393536, "RBP(p=0.5)": 0.640625, "ERR@20": 0.212362, "ERR(g_max=2)@20": 0.778646, "Bpref": 0.375,
    "Judged@5": 0.8, "Judged@10": 5 / 6, "Success@1": 1, "Rprec": 0.5, "IPrec@0": 1, "IPrec@0.5": 2 / 3,
    "IPrec@0.75": 0.5, "IPrec@1": 0, "IPrec11pt": 6 / 11, "SetF": 0.6, "SetF(beta=2.0)": 0.681818,
}  # fmt: skip


@pytest.mark.parametrize("name", GOLDEN)
def test_fixture_g(name):
    assert math.fsum(explain(name, RUN, GRADES).steps["term"]) == pytest.approx(GOLDEN[name], abs=1e-6)


def test_terms_are_the_packages_own():
    steps = {name: explain(name, RUN, GRADES).steps for name in ("AP", "RBP", "ERR", "Bpref", "infAP", "nDCG")}
    assert steps["AP"]["term"].tolist() == [term / 4 for term in rt.average_precision_terms(RUN, GRADES)]
    assert steps["AP"]["precision"].tolist() == [rt.precision_at_k(RUN, GRADES, k) for k in range(1, len(RUN) + 1)]
    assert steps["RBP"]["term"].tolist() == rt.rbp_terms(RUN, GRADES)
    assert steps["ERR"]["term"].tolist() == rt.err_terms(RUN, GRADES)
    assert steps["Bpref"]["share"].tolist() == rt.bpref_terms(RUN, GRADES)
    assert steps["infAP"]["expected precision"].tolist() == rt.inf_ap_terms(RUN, GRADES)
    assert steps["nDCG"]["gain/discount"].tolist() == rt.dcg_terms([2, 0, 1, 0, 0, 1])


def test_the_deciding_step_carries_a_maximum():
    steps = explain("RR", ["x", "a", "b"], {"a", "b"}).steps
    assert steps["term"].tolist() == [0, 0.5, 0]
    assert steps["note"].tolist() == ["", "the first hit", "below the first hit: counts for nothing"]
    steps = explain("IPrec@0.6", RUN, GRADES).steps
    assert steps["term"].tolist() == [0, 0, 0, 0, 0, 0.5]


def test_one_row_a_rank_considered():
    assert len(explain("P@3", RUN, GRADES).steps) == 3
    assert len(explain("nDCG@20", RUN, GRADES).steps) == len(RUN)
    assert len(explain("Rprec", RUN, GRADES).steps) == 4
    assert len(explain("IPrec11pt", RUN, GRADES).steps) == 11


def test_what_is_not_relevant_says_why():
    notes = explain("P(rel=2)@5", RUN, GRADES).steps.set_index("document")["note"]
    assert notes["d1"] == "" and notes["d2"] == ""
    assert notes["d3"] == "below the grade 2 that was asked for"
    assert notes["d6"] == "not judged: counts as not relevant"
    assert "grade" not in explain("P@5", RUN, {"d1", "d3"}).steps


def test_inputs_are_left_alone_and_iterators_are_walked_once():
    run, grades = list(RUN), dict(GRADES)
    explain("AP", run, grades).compare(run[::-1])
    assert (run, grades) == (RUN, GRADES)
    assert explain("AP", iter(RUN), GRADES).value == rt.average_precision(RUN, GRADES)


# Formula and sentence -----------------------------------------------------------------------------------------------

FORMULAS = {
    "P@5": "P@5 = (1 + 0 + 1 + 0 + 0) / 5 = 2/5 = 0.4",
    "R@5": "R@5 = (1 + 0 + 1 + 0 + 0) / 4 = 2/4 = 0.5",
    "F@5": "F@5 = (2 · 2/5 · 2/4) / (2/5 + 2/4) ≈ 0.4444",
    "F(beta=2)@5": "F(beta=2)@5 = ((1 + 2^2) · 2/5 · 2/4) / (2^2 · 2/5 + 2/4) ≈ 0.4762",
    "RR": "RR = 1/1 = 1",
    "AP": "AP = 1/4 · (1/1 + 2/3 + 3/6) ≈ 0.5417",
    "IPrec@0.5": "IPrec@0.5 = max(2/3, 2/4, 2/5, 3/6) ≈ 0.6667",
    "RBP(p=0.5)": "RBP(p=0.5) = (1 - 0.5) · (0.5^0 + 0.5^2 + 0.5^5) ≈ 0.6406",
    "Bpref": "Bpref = 1/4 · (1 + 0.5 + 0) = 0.375",
    "ERR@3": "ERR@3 = (1 · 0.1875) / 1 + (0.8125 · 0.0625) / 3 ≈ 0.2044",
}


@pytest.mark.parametrize("name", FORMULAS)
def test_formulas_have_the_numbers_in_them(name):
    assert plain_formula(explain(name, RUN, GRADES).formula) == FORMULAS[name]


def test_an_underscore_in_a_name_is_no_index():
    for shown in (explain("f1_score", "a b", "a"), explain("ERR(g_max=5)", RUN, GRADES)):
        assert r"\_" in shown.formula.partition(" = ")[0]
        assert plain_formula(shown.formula).startswith(f"{shown.measure} = ")


def test_a_long_sum_leaves_out_its_middle():
    run, grades = NASTY["a hundred"]
    formula = explain("nDCG", run, grades).formula
    assert formula.count(r"\cdots") == 1 and len(formula) < 400
    assert len(repr(explain("nDCG", run, grades)).splitlines()) < 30
    assert "… 82 more" in repr(explain("nDCG", run, grades))


SENTENCES = [
    ("nDCG@5", [], GRADES, "Most is lost by d1 (grade 2), which is not in the list: at rank 1 it would count 2."),
    ("nDCG@5", ["a"], {}, "No document is judged relevant, so nDCG@5 is 0 whatever is retrieved."),
    ("nDCG@2", ["a", "b"], {"a": 2, "b": 1}, "No order of the judged documents scores higher: nDCG@2 is 1."),
    ("nDCG@2", ["b", "a"], {"a": 2, "b": 2}, "No order of the judged documents scores higher: nDCG@2 is 1."),
    ("P@5", [], {"a"}, "Nothing was retrieved, so P@5 is 0."),
    ("P@10", ["a"], {"a"}, "The only relevant document (a) came back: with 10 places to fill, P@10 cannot exceed 0.1."),
    ("P@2", ["a", "b"], {"a", "b"}, "Every one of the 2 places holds a relevant document: P@2 cannot be higher."),
    ("P@2", ["x", "y", "a"], {"a"},
     "The first relevant document, a, stands at rank 3: too far down for P@2, which is 0."),
    ("R@1", ["a", "b"], {"a", "b"},
     "Every place holds a relevant document, and yet R@1 is 0.5: 2 are relevant, and 1 place cannot show them all."),
    ("R@3", ["x"], {"a", "b"}, "Nothing relevant is among the 1 document retrieved; missed: a and b."),
    ("RR", ["x", "a"], {"a"},
     "a, at rank 2, is the first relevant document; one rank higher it would give 1 instead of 0.5."),
    ("AP", ["a"], {"a", "b"}, "The mean is over 2 relevant documents: b, not found, counts 0 in it."),
    ("AP(denominator='found')", ["a"], {"a", "b"}, "The mean is over the 1 found: b, not found, costs nothing here."),
    ("ERR", ["x", "a"], {"a": 3, "x": 0},
     "a, at rank 2, gives the most, 0.2188: a reader gets there with chance 1 and is satisfied with chance 0.4375, "
     "divided by rank 2."),
    ("ERR", ["a"], {"a": 3},
     "a, at rank 1, gives the most, 0.4375: a reader gets there with chance 1 and is satisfied with chance 0.4375."),
    ("kendall_tau", list("abc"), list("bac"),
     "2 of 3 pairs stand in the same order. a, at rank 2, has 1 thing above it that the first ranking puts below."),
    ("tau_ap", list("abc"), list("abc"), "Both have the same order."),
    ("subtopic_recall_at_k", ["a"], {"a": {1}, "b": {1, 2}}, "Covered: 1 of 2 subtopics. Missing: 2."),
    ("rbp_residual", ["a", "x"], {"a": 1},
     "0.64 of it lies below the list, where nobody has looked. The rest, 0.16, would go if somebody judged x."),
    ("mean_reciprocal_rank", {"q": ["x", "a"]}, {"q": {"a"}, "r": {"b"}},
     "The lowest RR is that of query q: 0.5. Not answered, and left out of the mean: query r."),
    ("Judged@2", ["a", "x"], {"a": 0},
     "Nobody has judged x: other measures count it as not relevant, for want of better."),
]  # fmt: skip


@pytest.mark.parametrize(("name", "run", "judged", "sentence"), SENTENCES)
def test_sentences(name, run, judged, sentence):
    assert explain(name, run, judged).sentence == sentence


@given(rankings, grade_dicts, st.sampled_from(["linear", "exp"]), st.none() | st.integers(1, 12))
def test_the_document_that_loses_most_really_would_count_more(run, grades, gain, k):
    """Its numbers are those of the discount, and a list said to be ideal is ideal."""
    one = explain(rt.ndcg_at_k, run, grades, k, gain=gain)
    if "No order" in one.sentence:
        assert one.value == pytest.approx(1)
    elif one.sentence.startswith("Most is lost"):
        assert one.value < 1
        doc, place, then = re.search(r"lost by (d\d+).*at rank (\d+) it would count ([\d.]+)", one.sentence).groups()
        worth = rt.dcg_terms([0] * (int(place) - 1) + [grades[doc]], gain=gain)[-1]
        assert figure(worth) == then.rstrip(".")


def test_repeated_words_are_seen():
    one = explain("f1_score", "Paris Paris Paris", "Paris")
    assert one.sentence == "Shared: paris. Surplus: paris ×2."
    assert explain("token_f1", "Paris Paris", "Paris").sentence == (
        "Shared: Paris. Nothing is missing, nothing surplus."  # on sets, nobody notices
    )


# Comparing ----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=300)
@given(st.sampled_from(NAMES), rankings, rankings, grade_dicts)
def test_differences_sum_to_the_difference(name, run, other, grades):
    change = explain(name, run, grades).compare(other)
    assert isinstance(change, Difference) and isinstance(change.there, Explanation)
    difference = parse(name).of_query(other, grades) - parse(name).of_query(run, grades)
    if not math.isnan(difference):
        assert change.difference == difference
        assert math.fsum(change.table["difference"]) == pytest.approx(change.difference, abs=1e-12)
    for shown in (repr(change), change._repr_html_()):
        assert "nan" not in shown.lower() and " at 0x" not in shown


def test_a_comparison_says_where_most_of_it_comes_from():
    change = explain("nDCG@5", PAGE, PAGE_GRADES).compare(list("cadeb"))
    names = ["document", "rank here", "rank there", "term here", "term there", "difference"]
    assert list(change.table) == names
    assert change.table.iloc[0].tolist()[:3] == ["c", 3, 1]
    assert change.sentence == (
        "nDCG@5 is 0.1659 higher there (0.8341 here, 1 there). "
        "The largest part of it: c, from rank 3 to rank 1, +0.2635, "
        "partly undone by a, from rank 1 to rank 2, −0.1297."
    )
    worse = explain("RR", ["a", "b"], {"a", "b"}).compare(["x", "b"])
    assert worse.sentence.endswith("The largest part of it: a, only here (rank 1), −1, partly made up for by "
                                   "b, still at rank 2, +0.5.")  # fmt: skip
    lost = explain("R@2", ["a", "b"], {"a", "b"}).compare(["x", "b"])
    assert lost.sentence.endswith("The largest part of it: a, only here (rank 1), −0.5.")
    assert lost.table.set_index("document")["rank there"].to_dict() == {"a": None, "b": 2, "x": 1}
    same = explain("R@2", ["a", "b"], {"a", "b"}).compare(["b", "a"])
    assert same.sentence == "Nothing that R@2 can see is different: 1 here, 1 there."
    swap = explain("P@1", ["a", "b"], {"a", "b"}).compare(["b", "a"])
    assert swap.sentence.startswith("P@1 is 1 in both, by other steps: a, only here (rank 1), −1")


def test_ap_says_that_terms_depend_on_what_stands_above():
    change = explain("AP", ["x", "b", "a"], {"a", "b"}).compare(["b", "x", "a"])
    assert "depends on those above it" in change.sentence
    assert explain("AP", RUN, GRADES).compare(explain("AP", RUN[::-1], GRADES)).difference < 0


def test_answers_can_be_compared_too():
    change = explain("f1_score", "the cat sat", "the cat").compare("the dog")
    assert list(change.table) == ["word", "term here", "term there", "difference"]
    assert math.fsum(change.table["difference"]) == pytest.approx(change.difference)
    change = explain("dcg_at_k", [0, 3]).compare([3, 0])
    assert list(change.table) == ["rank", "term here", "term there", "difference"]


# What is asked for --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WORKED)
def test_an_explanation_has_the_arguments_of_what_it_explains(name):
    def own(function):
        return {p.name: p.default for p in inspect.signature(function).parameters.values() if p.name != "case"}

    shared = {"min_grade": None, "duplicates": "error"}  # what `clean` takes care of
    cleaned = {key: value for key, value in own(WORKED[name].clean).items() if key in shared}
    assert own(WORKED[name]) | cleaned == own(getattr(rt, name))


def test_many_ways_to_ask():
    asked = [
        explain("nDCG@5", RUN, GRADES, gain="exp"),
        explain("nDCG(gain='exp')@5", RUN, GRADES),
        explain("ndcg_at_k", RUN, GRADES, 5, gain="exp"),
        explain(rt.ndcg_at_k, retrieved=RUN, relevance_scores=GRADES, k=5, gain="exp"),
        explain("nDCG", RUN, GRADES, k=5, gain="exp"),
        explain(parse("nDCG(gain='exp')@5"), RUN, GRADES),
    ]
    assert {one.measure for one in asked} == {"nDCG(gain='exp')@5"}
    assert len({repr(one) for one in asked}) == 1
    assert explain("P@5", RUN, GRADES, rel=2).measure == "P(rel=2)@5"
    assert explain("P@5", [*RUN, "d1"], GRADES, duplicates="first").value == 0.4
    assert explain(rt.interpolated_precision, RUN, GRADES, recall=0.5).measure == "IPrec@0.5"
    assert explain(rt.interpolated_precision, RUN, GRADES).measure == "IPrec@0"
    assert explain(rt.dcg_at_k, [3, 2, 1], 2).measure == "DCG@2"


BAD = [
    (("ndgc@5", RUN, GRADES), {}, "did you mean nDCG"),
    (("token_iuo", "a", "b"), {}, "did you mean token_iou"),
    (("nDCG@5", RUN), {}, "needs two things, a ranking and its judgements"),
    (("nDCG", RUN, GRADES, 5), {}, "write the cut-off into the name: explain('nDCG@5', retrieved, grades)"),
    (("AP@5", RUN, GRADES, 5), {}, "needs two things"),
    (("ndcg_at_k", RUN), {}, "takes the arguments of ndcg_at_k(retrieved, relevance_scores"),
    (("f1_score", "a", "b", "c"), {}, "too many positional arguments"),
    (("nDCG@5", RUN, GRADES), {"p": 0.5}, "nDCG@5 has no option 'p' (its options: gain)"),
    (("nDCG@5", RUN, GRADES), {"rel": 2}, "has no option 'min_grade'"),
    (("nDCG@5", RUN, GRADES), {"k": 3}, "has no option 'k'"),
    (("nDCG@5", [*RUN, "d1"], GRADES), {}, "in retrieved twice"),
    (("nDCG@5", RUN, {1: 2}), {}, "convert one of them"),
    (("Bpref", RUN, {"a"}), {}, "must be a dict"),
    ((len, RUN), {}, "len is not one of them"),
    ((rt.geometric_map, {"q": RUN}, {"q": GRADES}), {}, "there is no explanation of geometric_map yet"),
    (
        ("geometric_map", {"q": RUN}, {"q": GRADES}),
        {},
        "there is no explanation of geometric_map yet; there are those of abstention",
    ),
    (("err_terms", RUN, {}), {}, "there is no explanation of err_terms yet"),
    ((7, RUN, GRADES), {}, "7 is not a valid measure"),
]


@pytest.mark.parametrize(("arguments", "options", "message"), BAD, ids=[bad[2][:40] for bad in BAD])
def test_bad_input_gets_a_sentence(arguments, options, message):
    with pytest.raises(ValueError) as caught:
        explain(*arguments, **options)
    assert message in str(caught.value)


# Shown --------------------------------------------------------------------------------------------------------------


def test_text_from_data_is_escaped_and_is_no_formula():
    run = ["<script>alert(1)</script>", "$x$", "\\(y\\)", "&amp;", 'a"b', "long" * 100]
    shown = explain("nDCG", run, {doc: n for n, doc in enumerate(run)})
    page = shown._repr_html_() + shown.compare(run[::-1])._repr_html_()
    assert "<script" not in page and "&lt;script&gt;" in page and "&amp;amp;" in page
    outside = re.sub(r"\$\$.*?\$\$", "", page, flags=re.S)
    assert "$" in outside and not re.search(r"[$\\](?!</span>)", outside)
    assert "long" * 30 not in page


def test_text_in_the_terminal_is_stable_and_aligned():
    text = repr(explain("P@2", ["a", "b\nc"], {"a", "zz"}))
    assert text == (
        "P@2 = 0.5\n\nrank  document  relevant  hits    term     sum\n"
        "   1  a         yes          1  0.5000  0.5000\n   2  b c       no           1  0.0000  0.5000\n\n"
        "P@2 = (1 + 0) / 2 = 1/2 = 0.5\n\n1 of 2 places holds a relevant document (a)."
    )
    assert all(sign in string.printable + "·≈…–−" for sign in repr(explain("nDCG", RUN, GRADES)))


def test_nothing_shown_is_rounded_to_a_lie():
    assert [figure(x) for x in (0.99999, 1.0, 0.5, 1e-7, 1 / 3, 12345.678901)] == [
        "0.99999", "1", "0.5", "1e-07", "0.3333", "12345.6789",
    ]  # fmt: skip


# One query of a run -------------------------------------------------------------------------------------------------

QRELS = {"q1": {"a": 2, "b": 0}, "q7": GRADES}
RUNS = {"q1": ["b"], "q7": RUN}


def forms_of_a_run(folder):
    """The same run and judgements as `evaluate` takes them."""
    scored = {query: {doc: -float(rank) for rank, doc in enumerate(docs)} for query, docs in RUNS.items()}
    rows = [(query, doc, score) for query, results in scored.items() for doc, score in results.items()]
    judged = [(query, doc, grade) for query, grades in QRELS.items() for doc, grade in grades.items()]
    (folder / "some.run").write_text("".join(f"{query} Q0 {doc} 1 {score} t\n" for query, doc, score in rows))
    (folder / "qrels.txt").write_text("".join(f"{query} 0 {doc} {grade}\n" for query, doc, grade in judged))
    frames = [pd.DataFrame(these, columns=["query_id", "doc_id", "score"]) for these in (rows, judged)]
    return [(RUNS, QRELS), (scored, QRELS), frames, (str(folder / "some.run"), folder / "qrels.txt")]


@pytest.mark.parametrize("form", range(4), ids=["lists", "scores", "frames", "files"])
@pytest.mark.parametrize("name", ["nDCG@5", "AP(rel=2)", "Bpref"])
def test_one_query_of_a_run_is_explained_in_every_form_that_evaluate_takes(tmp_path, form, name):
    run, qrels = forms_of_a_run(tmp_path)[form]
    explained = explain(name, run, qrels, query="q7")
    assert repr(explained) == repr(explain(name, RUN, GRADES))
    assert explained.value == pytest.approx(rt.evaluate(run, qrels, name)[name]["q7"], abs=1e-12)


def test_one_query_by_function_and_compared_with_another_run():
    assert explain(rt.ndcg_at_k, RUNS, QRELS, 5, query="q7").value == rt.ndcg_at_k(RUN, GRADES, 5)
    here, there = explain("AP", RUNS, QRELS, query="q7"), explain("AP", {"q7": RUN[::-1]}, QRELS, query="q7")
    assert here.compare(there).difference == there.value - here.value
    assert explain("AP", {7: RUN}, {7: GRADES}, query="7").value == explain("AP", {7: RUN}, {7: GRADES}, query=7).value


@pytest.mark.parametrize(
    ("call", "message"),
    [(lambda: explain("AP", {"q1": ["b"]}, QRELS, query="q7"), "query 'q7' is judged, but the run does not answer it"),
     (lambda: explain("AP", RUNS, {"q1": {"a": 1}}, query="q7"), "query 'q7' is in the run, but nobody judged it"),
     (lambda: explain("AP", RUNS, QRELS, query="q77"), "neither in the run nor in the judgements; did you mean 'q7'?"),
     (lambda: explain("AP", RUNS, QRELS, query=["q7"]), r"query \['q7'\] is neither in the run"),
     (lambda: explain("AP", RUNS, query="q7"), "query='q7' needs a run and its judgements"),
     (lambda: explain("AP", RUNS, QRELS, query="q7", min_grade=0), "query 'q7': min_grade must be above 0, got 0")],
)  # fmt: skip
def test_what_one_query_cannot_be(call, message):
    with pytest.raises(ValueError, match=message):
        call()


# Titles --------------------------------------------------------------------------------------------------------------

TITLES = {"d1": "The asyncio tutorial", "d2": "  Java\nthreads ", "d3": "Await", "d5": "", "d7": "Never found"}


@pytest.mark.parametrize("name", ["nDCG@5", "AP", "RR", "P@3", "R@3", "ERR", "RBP", "Bpref", "Judged@4", "F@5"])
def test_titles_stand_beside_the_ids_and_in_the_sentence(name):
    plain, titled = explain(name, RUN, GRADES), explain(name, RUN, GRADES, titles=TITLES)
    shown = {**TITLES, "d2": "Java threads"}
    assert list(titled.steps["title"]) == [shown.get(doc, "") for doc in titled.steps["document"]]
    assert titled.steps.drop(columns="title").equals(plain.steps) and titled.value == plain.value
    expected = plain.sentence
    for doc, title in shown.items():
        expected = expected.replace(doc, title) if title else expected
    assert titled.sentence == expected
    assert "Java threads" in repr(titled) and "Java threads" in titled._repr_html_()


def test_titles_are_kept_when_two_rankings_are_compared():
    change = explain("nDCG@5", RUN, GRADES, titles=TITLES).compare(RUN[::-1])
    assert list(change.table.columns)[:2] == ["document", "title"]
    assert "The asyncio tutorial, only here (rank 1)" in change.sentence and "d1" not in change.sentence
    one = explain("AP", RUNS, QRELS, query="q7", titles=TITLES)
    assert "title" in one.steps and "Never found" in one.sentence


def test_documents_with_one_title_are_told_apart():
    told = explain("AP", ["a", "b"], {"b", "c"}, titles=dict.fromkeys("abc", "Same"))
    assert list(told.steps["title"]) == ["Same (a)", "Same (b)"] and "Same (c)" in told.sentence


@pytest.mark.parametrize(
    ("call", "message"),
    [(lambda: explain("f1_score", "a b", "a", titles=TITLES), "f1_score is not about documents"),
     (lambda: explain("AP", RUN, GRADES, titles=["One"]), r"must be {document: title}, got \['One'\]")],
)  # fmt: skip
def test_what_titles_cannot_be(call, message):
    with pytest.raises(ValueError, match=message):
        call()

"""The tables of notebook 10, and what its predictions say of them."""

import inspect
import math
import re

import pytest

from ratools.assessing import agreement_with, length_bias, position_bias
from ratools.assessing.judgement_file import JudgementFile
from ratools.evaluation.agreement import kappas
from ratools.evaluation.evaluator import evaluate
from ratools.words import figure
from ratools_course.lessons.judgements import views
from ratools_course.systems import other_judgements as others
from ratools_course.systems.datasets import helpdesk


@pytest.fixture(scope="module")
def judged():
    return helpdesk().judgements


def test_two_judges():
    table = views.judged_twice()
    found = kappas(table["first"], table["second"])
    assert found["pairs"] == len(table) > 1700 and found["alike"] > 0.97
    assert found["κ where one is above 0"] < found["κ"] < found["κ, near misses"]


def test_kappa_has_no_value_where_one_label_explains_everything():
    found = kappas([0, 0, 0], [0, 0, 0])
    assert found["alike"] == 1 and math.isnan(found["κ"]) and math.isnan(found["κ where one is above 0"])
    with pytest.raises(ValueError, match="no pair"):
        kappas([], [])


def test_the_order_of_systems_survives_the_other_judge():
    table = others.means_by(views.by_judge())
    first, second = (list(table[name].sort_values(ascending=False).index) for name in table)
    assert first == second


def test_agreement_with_grades_from_elsewhere(tmp_path):
    path = tmp_path / "mine.csv"
    assert "Nothing judged yet" in agreement_with(path, {"first": {}})
    file = JudgementFile(path)
    for doc, grade in (("d1", 3), ("d2", 0)):
        file.append("me", "q1", doc, "grade", grade)
    table = agreement_with(path, {"first": {("q1", "d1"): 3, ("q1", "d2"): 1}, "second": {("q2", "d1"): 1}})
    assert list(table.index) == ["first"] and table.loc["first", "alike"] == 0.5


# What moves a judge ------------------------------------------------------------------------------------------------


def test_the_winner_is_who_is_shown_first():
    """Prediction 10-swap: 41 of 43, then 16."""
    shown = others.first_results("bm25", "minilm")
    found = position_bias(others.overlap_prefers, shown, names=["bm25", "minilm"])
    assert found.loc["bm25 first"].tolist() == [41, 2, 0, 43]
    assert found.loc["minilm first"].tolist() == [16, 27, 0, 43]
    assert found.loc["same both ways"].tolist() == [16, 2, 0, 18], "the other 25 turn"
    equal = sum(others.overlap_rule(query, a) == others.overlap_rule(query, b) for query, a, b in shown)
    assert equal == 43 - 18, "exactly where its grades are equal, the place decides"
    assert views.readers_prefer("bm25", "minilm") == [10, 18, 15, 43]
    assert all(a != b for _, a, b in shown)


def test_readers_prefer_the_other_way_round():
    one, other, ties, pairs = views.readers_prefer("minilm", "bm25")
    assert [other, one, ties, pairs] == views.readers_prefer("bm25", "minilm")


def test_looking_at_length_finds_nothing_and_padding_does(judged):
    zero, fillers = views.graded_zero()
    assert len(zero) == sum(grade == 0 for grades in judged.values() for grade in grades.values())
    looked = views.praised_by_length(others.overlap_rule, zero)
    assert list(looked.index) == ["short", "middle", "long"] and looked["words"].is_monotonic_increasing
    assert looked["words"]["long"] < 2 * looked["words"]["short"], "not even twice as long"
    assert looked["praised"].max() - looked["praised"].min() < 0.04 and looked["praised"].idxmin() == "middle"
    padded = length_bias(others.overlap_rule, zero[::5], fillers)
    assert padded["praised"].is_monotonic_increasing and padded["mean grade"].is_monotonic_increasing
    assert round(padded.loc[0, "praised"], 2) == 0.45 and round(padded.loc[5, "praised"], 2) == 0.71
    assert padded.loc[5, "words"] > 5 * padded.loc[0, "words"]


def test_nothing_that_a_reader_found_relevant_is_appended(judged):
    queries, documents, _ = others.texts()
    _, fillers = views.graded_zero()
    for query, grades in judged.items():
        relevant = {documents[doc] for doc, grade in grades.items() if grade > 0}
        assert len(fillers[queries[query]]) >= 5 and relevant.isdisjoint(fillers[queries[query]])


# One run, several answers ------------------------------------------------------------------------------------------


def answers():
    """{what you write: (mean AP or refused, why, the refusal)}."""
    return {written: rest for _, _, ways in views.several_answers().rows() for written, *rest in ways}


def test_each_convention_has_its_own_answer():
    found = {written: value for written, (value, *_) in answers().items()}
    assert found == {
        'run={"q1": {"a": 5, "b": 5}}': "0.5", 'run={"q1": ["a", "b"]}': "1",
        'duplicates="error"': "refused", 'duplicates="first"': "1",
        'queries="qrels"': "0.5", 'queries="run"': "1",
        'qrels={"q1": {"a": 1}, "q2": {}}': "0.5", 'qrels={"q1": {"a": 1}}': "1",
        "min_grade=1": "1", "min_grade=2": "0.5",
        'run={"q1": [17]}': "refused", 'run={"q1": ["17"]}': "1",
    }  # fmt: skip


def test_what_is_written_is_what_is_run():
    """Each line, put into the call with what stands above it, gives the number beside it."""
    for _, given, ways in views.several_answers().rows():
        for written, value, *_ in ways:
            arguments = ", ".join(part for part in (given, written) if part)
            if value == "refused":
                with pytest.raises(ValueError):
                    eval(f"evaluate({arguments}, measures=['AP'])", {"evaluate": evaluate})
            else:
                table = eval(f"evaluate({arguments}, measures=['AP'])", {"evaluate": evaluate})
                assert figure(table["AP"].mean()) == value


def test_what_is_called_a_default_is_one():
    defaults = {name: one.default for name, one in inspect.signature(evaluate).parameters.items()}
    told = [written for written, (_, why, _) in answers().items() if why.startswith("the default")]
    assert told == [f'{name}="{defaults[name]}"' for name in ("duplicates", "queries")]


def test_a_refusal_is_its_own_sentence():
    found = answers()
    assert "“the run: document 'a' is there twice for query 'q1'" in found['duplicates="error"'][2]
    assert "the run's are int (e.g. 17), the judgements' str (e.g. '17'); convert one of them”" in (
        found['run={"q1": [17]}'][2])  # fmt: skip


def test_several_answers_as_a_page_and_as_text():
    html, told = views.several_answers()._repr_html_(), repr(views.several_answers())
    assert html.count("<tr ") == 1 + 6 + 12 + 2 and "duplicates=&quot;first&quot;" in html
    assert max(map(len, told.splitlines())) <= 100 and "*" not in told


# The closed box ----------------------------------------------------------------------------------------------------


def test_the_box_is_closed_and_its_words_say_the_numbers():
    box = views.more_on_judging()
    html, told = box._repr_html_(), repr(box)
    assert html.startswith("<details style") and not re.match(r"<details[^>]* open", html)
    assert html.count("<table") == 3
    for part in ("0.720 over all 73 queries", "Over the 70", "it is 0.751", "23 hits of 77", "0.2987"):
        assert part in told


def test_the_third_reader_graded_every_pair_on_which_the_others_differ():
    rows = [row for row in views._judgement_rows() if row["judge_a"] and row["judge_b"]]
    assert all(row["third"] for row in rows if row["judge_a"] != row["judge_b"])
    table = views.three_readers().set_index("judges")
    assert table["pairs"].tolist() == [739] * 4 + [1753]
    fleiss, alpha = table["agreement"]["Fleiss' κ, all three"], table["agreement"]["α, all three"]
    assert fleiss < alpha < fleiss + 0.001, "on full tables the two differ by a correction for small samples"
    assert table["agreement"]["α, all three, ordinal"] > alpha


def test_an_estimate_from_half_a_pool_is_nearer_than_counting_the_rest_as_wrong():
    table = views.half_a_pool(draws=10)
    lost, missed = (table["AP, all read"] - table[name] for name in ("AP, half read", "infAP, half read"))
    assert (lost > 0.04).all() and (missed.abs() < 0.04).all()


def test_two_systems_can_be_as_good_and_show_other_pages():
    table = views.pages_alike().set_index("system")
    assert table["RBO with bm25"]["bm25"] == pytest.approx(1)
    assert abs(table["nDCG@10"]["lsa"] - table["nDCG@10"]["bm25"]) < 0.02
    assert table["RBO with bm25"]["lsa"] < 0.6 < 0.75 < table["RBO with bm25"]["tfidf"]

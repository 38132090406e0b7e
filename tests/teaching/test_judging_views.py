"""The tables of notebook 10, and what its predictions say of them."""

import math

import pytest

from ratools.assessing import agreement_with
from ratools.assessing.judgement_file import JudgementFile
from ratools.systems.datasets import helpdesk
from ratools.teaching import judging_views as views


@pytest.fixture(scope="module")
def judged():
    return helpdesk().judgements


def test_two_judges():
    table = views.judged_twice()
    found = views.kappas(table["first"], table["second"])
    assert found["pairs"] == len(table) > 1700 and found["alike"] > 0.97
    assert found["κ where one is above 0"] < found["κ"] < found["κ, near misses"]


def test_kappa_has_no_value_where_one_label_explains_everything():
    found = views.kappas([0, 0, 0], [0, 0, 0])
    assert found["alike"] == 1 and math.isnan(found["κ"]) and math.isnan(found["κ where one is above 0"])
    with pytest.raises(ValueError, match="no pair"):
        views.kappas([], [])


def test_the_pool_picks_the_winner(judged):
    table = views.means_by({"all": judged, "small pool": views.judged_only(["bm25", "tfidf"], 3)})
    assert table.index[0] == "minilm"
    assert list(table["small pool"].sort_values(ascending=False).index).index("minilm") == 6, "seventh of eight"
    with pytest.raises(ValueError, match="depth"):
        views.judged_only(["bm25"], 0)


def test_the_rule_favours_its_own_kind(judged):
    table = views.means_by({"people": judged, "rule": views.judged_by_rule()})
    order = list(table["rule"].sort_values(ascending=False).index)
    assert order[0] == "reranked" and order[1] == "bm25" and order[-1] == "minilm"


def test_the_order_of_systems_survives_the_other_judge():
    table = views.means_by(views.by_judge())
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

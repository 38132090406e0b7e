"""The help centre as others would have judged it: who wins then, and who is favoured."""

import pytest

from ratools.assessing import style_bias
from ratools.evaluation.agreement import kappas
from ratools_course.systems import other_judgements as others
from ratools_course.systems.datasets import helpdesk


@pytest.fixture(scope="module")
def judged():
    return helpdesk().judgements


def test_the_pool_picks_the_winner(judged):
    table = others.means_by({"all": judged, "small pool": others.judged_only(["bm25", "tfidf"], 3)})
    assert table.index[0] == "minilm"
    assert list(table["small pool"].sort_values(ascending=False).index).index("minilm") == 6, "seventh of eight"
    with pytest.raises(ValueError, match="depth"):
        others.judged_only(["bm25"], 0)


def test_the_rule_favours_its_own_kind(judged):
    table = others.means_by({"people": judged, "rule": others.judged_by_rule()})
    order = list(table["rule"].sort_values(ascending=False).index)
    assert order[0] == "reranked" and order[1] == "bm25" and order[-1] == "minilm"


def test_the_judge_by_meaning_has_the_right_winner_for_the_wrong_reason(judged):
    meaning = others.judged_by_meaning()
    means = others.means_by({"readers": judged, "meaning": meaning})
    assert means["readers"].idxmax() == means["meaning"].idxmax() == "minilm"
    assert means.loc["minilm", "meaning"] > means.loc["minilm", "readers"] + 0.1
    pairs = [(judged[query][doc], meaning[query][doc]) for query in judged for doc in judged[query]]
    assert round(kappas(*zip(*pairs, strict=True))["κ"], 3) == 0.249
    assert {grade for _, grade in pairs} == {0, 1, 2, 3}


def test_each_judge_forgives_its_own_kind(judged):
    judges = {"words": others.judged_by_rule(), "meaning": others.judged_by_meaning()}
    found = style_bias(judges, judged, others.runs())
    assert found["words"].idxmax() == "reranked" and found["words"].idxmin() == "minilm"
    assert found["meaning"].idxmax() == "minilm" and found["meaning"].idxmin() == "bm25"
    told = {"bm25": (0.73, 0.11), "minilm": (0.41, 0.17)}
    for system, shares in told.items():
        assert tuple(found.loc[system, list(judges)].round(2)) == shares

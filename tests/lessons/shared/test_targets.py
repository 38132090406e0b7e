"""Targets and ceilings: what nobody can reach is called so, and the published figures are those of the sources."""

import pytest

import ratools as rt
from ratools_course.lessons.shared import targets
from ratools_course.systems.datasets import helpdesk

JUDGED = {"q1": {"a": 1, "b": 0}, "q2": {"c": 2, "d": 3, "e": 1}, "q3": {"f": 0}}


def test_a_perfect_system_reaches_every_ceiling():
    table = targets.against_ceiling({"P@5": 0.5, "R@10": 0.6, "nDCG@10": 0.6}, JUDGED, {"q1": ["a"], "q2": ["d"]})
    assert table.loc["P@5", "ceiling"] == pytest.approx((1 / 5 + 3 / 5 + 0) / 3)
    assert table.loc["R@10", "ceiling"] == pytest.approx(2 / 3)  # q3 has nothing to find, and stays in the mean
    assert table.loc["nDCG@10", "ceiling"] == pytest.approx(2 / 3)
    assert table.loc["R@10", "reached"] == pytest.approx((1 + 1 / 3) / 3)
    assert list(table["the target is"]) == ["out of anyone's reach", "possible, not reached", "possible, not reached"]
    assert targets.against_ceiling({"RR": 0.5}, JUDGED, {"q1": ["a"], "q2": ["d"]})["the target is"].tolist() == [
        "reached"
    ]


def test_no_run_beats_the_ceiling_on_the_helpdesk():
    collection = helpdesk()
    for run in sorted((rt.data_dir() / "runs").glob("*.run")):
        table = targets.against_ceiling(targets.OFTEN_NAMED, collection.judgements, run)
        assert (table["reached"] <= table["ceiling"] + 1e-12).all()
    assert table.loc["P@5", "the target is"] == "out of anyone's reach", "the notebook says so"


def test_the_chapter_contradicts_itself():
    assert targets.classes_of("nDCG@10", 0.52) == ["state of the art", "needs work"]
    assert targets.classes_of("nDCG@10", 0.70) == ["good"]
    assert targets.typical_values().loc["needs work", "nDCG@10"] == "below 0.55"
    with pytest.raises(ValueError, match="no 'AP'"):
        targets.classes_of("AP", 0.5)


def test_published_figures():
    values = {(one.collection, one.system, one.measure): one.value for one in targets.PUBLISHED}
    assert len(values) == len(targets.PUBLISHED)
    assert values["BEIR, mean of 18 sets", "BM25", "nDCG@10"] == 0.423
    assert values["MS MARCO dev", "BM25", "MRR@10"] == 0.184
    assert all(one.source for one in targets.PUBLISHED)
    assert set(targets.published_figures("BM25")["system"]) == {"BM25"}
    with pytest.raises(ValueError, match="'GPT'"):
        targets.published_figures("GPT")


@pytest.mark.parametrize("wrong", [None, {}, [("q", "a")]])
def test_refused(wrong):
    with pytest.raises(ValueError, match="targets must be a dict"):
        targets.against_ceiling(wrong, JUDGED, {"q1": ["a"]})

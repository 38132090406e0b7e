"""Tables for the notebooks: the counts are those of the measures."""

import pytest

import ratools as rt
from ratools_course.lessons.shared.tables import two_by_two, who_is_ahead
from ratools_course.systems.datasets import helpdesk

PAGE, FIVE = [f"d{n}" for n in range(1, 11)], {"d1", "d4", "d6", "u", "v"}


def test_the_four_counts_are_those_behind_precision_and_recall():
    counts = two_by_two(PAGE, FIVE, 1000)
    assert counts.to_numpy().tolist() == [[3, 7], [2, 988]]
    hits = counts.loc["shown", "relevant"]
    assert hits / counts.loc["shown"].sum() == rt.precision_at_k(PAGE, FIVE, 10)
    assert hits / counts["relevant"].sum() == rt.recall_at_k(PAGE, FIVE, 10)


def test_a_system_that_returns_nothing_is_right_about_nearly_everything():
    counts = two_by_two([], FIVE, 1000)
    assert counts.loc["shown"].tolist() == [0, 0] and counts.loc["not shown"].tolist() == [5, 995]


def test_grades_count_as_relevant_above_0():
    assert two_by_two(["a", "b"], {"a": 2, "b": 0, "c": 1}, 3).to_numpy().tolist() == [[1, 1], [1, 0]]


def test_a_collection_holds_what_is_named():
    with pytest.raises(ValueError, match="at least the 12 documents named here, got 11"):
        two_by_two(PAGE, FIVE, 11)


def test_who_is_ahead_depends_on_the_measure():
    judged = {"q": {"a": 1, "b": 1, "c": 1}}
    table = who_is_ahead(
        {"first": {"q": ["a", "x", "y"]}, "second": {"q": ["x", "a", "b"]}}, judged, ["RR", "P@3", "P@2"]
    )
    assert table["ahead"].tolist() == ["first", "second", "equal"]
    assert table.loc["P@3", "second"] == pytest.approx(2 / 3)
    with pytest.raises(ValueError, match="at least two runs"):
        who_is_ahead({"one": {"q": ["a"]}}, judged, ["RR"])


def test_two_winners_on_the_helpdesk():
    """Notebook 06 says that Aylin's and Carla's measures choose different systems."""
    runs = {name: rt.data_dir() / "runs" / f"{name}.run" for name in ("bm25", "lsa", "minilm")}
    both = {name: runs[name] for name in ("bm25", "lsa")}
    table = who_is_ahead(both, helpdesk().judgements, ["P@1", "RR", "nDCG@10", "P@5", "R@10"])
    assert table["ahead"].tolist() == ["bm25", "bm25", "lsa", "lsa", "lsa"]
    assert set(who_is_ahead(runs, helpdesk().judgements, list(table.index))["ahead"]) == {"minilm"}

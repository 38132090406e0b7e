"""The four counts are those behind precision and recall."""

import pytest

import ratools as rt
from ratools_course.lessons.precision_recall.views import two_by_two

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

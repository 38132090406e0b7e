"""The run of a perfect system."""

import pytest

import ratools as rt
from ratools_course.lessons.shared.ceilings import best_possible
from ratools_course.systems.datasets import helpdesk

JUDGED = {"q1": {"a": 1, "b": 0}, "q2": {"c": 2, "d": 3, "e": 1}, "q3": {"f": 0}}


def test_the_best_stand_first_and_nothing_else_is_there():
    assert best_possible(JUDGED) == {"q1": ["a"], "q2": ["d", "c", "e"], "q3": []}


def test_no_order_could_give_more():
    judged = {query: grades for query, grades in helpdesk().judgements.items() if max(grades.values()) > 0}
    assert rt.evaluate(best_possible(judged), judged, ["nDCG@10"])["nDCG@10"].min() == pytest.approx(1)


@pytest.mark.parametrize("wrong", [None, {}, [("q", "a")]])
def test_refused(wrong):
    with pytest.raises(ValueError, match="judgements must be a dict"):
        best_possible(wrong)

"""Number exercises with other numbers for every student."""

import re

import pytest

from ratools_course.checker.bank import EXERCISES
from ratools_course.checker.kinds import NumberExercise
from ratools_course.classroom.assignments.variants import all_variants, numbers


def test_number_exercises_vary():
    """An exercise without a variant keeps its numbers; nearly all have one."""
    asked = {id for id, one in EXERCISES.items() if isinstance(one, NumberExercise) and one.kind == "number"}
    assert set(all_variants()) <= asked
    assert len(all_variants()) >= 0.8 * len(asked)


@pytest.mark.parametrize("id", all_variants())
def test_numbers_differ_between_students_and_stay_with_each(id):
    mine = [numbers(id, f"student {n}", "salt") for n in range(40)]
    assert len({one.question for one in mine}) >= 4
    for n, one in enumerate(mine):
        again = numbers(id, f" Student {n}", "salt")
        assert (again.question, again.truth()) == (one.question, one.truth())
        assert one.check(one.truth()).status == "right"
        assert one.check(one.truth() + (2 if one.count else 10 * one.tolerance)).status == "wrong"
        assert one.check(...).status == "not attempted"
        assert abs(one.truth() - EXERCISES[id].truth()) > EXERCISES[id].tolerance, "never the course's own number"


def test_numbers_name_the_wrong_idea_and_want_a_student():
    found = set()
    for n in range(30):
        one = numbers("library-recall", f"s{n}", "salt")
        brought, useful, _ = map(int, re.findall(r"\d+", one.question))
        found.add(one.check(useful / brought).misconception)
    assert "recall-over-k" in found
    with pytest.raises(ValueError, match="your id"):
        numbers("library-recall", " ", "salt")

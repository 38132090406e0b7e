"""Warm-ups ask what was taught before, and a quiz has at least three questions."""

import pytest

from ratools_course.quizzes import bank

BANKS = {name: one for name, one in bank.banks().items() if one.warm_up}


@pytest.mark.parametrize("name", BANKS)
def test_a_warm_up_asks_what_it_names(name):
    asked = [f"{question.notebook[3:]}/{question.id}" for question in bank.find_warm_up(name)[1]]
    assert asked == list(BANKS[name].warm_up), "a question that it names is not of an earlier lesson"


@pytest.mark.parametrize("name", BANKS)
def test_a_quiz_has_at_least_three_questions(name):
    assert len(BANKS[name].quiz) >= 3

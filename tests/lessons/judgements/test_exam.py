"""The exam question: the answer follows from the words of the question alone."""

import re

import pytest

from ratools_course.classroom.exams.papers import made


def test_kappa_follows_from_the_words():
    for n in range(40):
        question = made("kappa", f"seed {n}", f"exam-{n}-kappa")
        documents, yes, no, first, second = map(int, re.findall(r"\d+", question.text.replace("once", "1 times")))
        assert documents == yes + no + first + second
        chance = ((yes + first) * (yes + second) + (no + first) * (no + second)) / documents**2
        assert question.value == pytest.approx(((yes + no) / documents - chance) / (1 - chance))

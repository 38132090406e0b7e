"""The exam question: the answer follows from the words of the question alone."""

import re

import pytest

from ratools_course.classroom.exams.papers import made


def test_recall_follows_from_the_words():
    for n in range(40):
        question = made("pair", f"seed {n}", f"exam-{n}-pair")
        _, precision, relevant, _ = map(float, re.findall(r"\d+(?:\.\d+)?", question.text))
        assert question.value == pytest.approx(precision * 10 / relevant)

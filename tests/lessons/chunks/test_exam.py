"""The exam question: the answer follows from the words of the question alone."""

import re

import pytest

from ratools_course.classroom.exams.papers import made


def test_iou_follows_from_the_words():
    for n in range(40):
        question = made("chunk", f"seed {n}", f"exam-{n}-chunk")
        _, start, end, first, last = map(int, re.findall(r"\d+", question.text))
        answer, chunk = set(range(start, end)), set(range(first, last))
        assert question.value == pytest.approx(len(answer & chunk) / len(answer | chunk))

"""Exam questions: the answer follows from the words of the question alone."""

import re

from ratools_course.classroom.exams.papers import made


def drawn(id):
    """Forty draws: (page, relevant documents in all, k, value)."""
    for n in range(40):
        question = made(id, f"seed {n}", f"exam-{n}-{id}")
        first, _, rest = question.text.partition(". ")
        total, k = map(int, re.findall(r"\d+", rest))
        yield first.split(": ")[1].split(", "), total, k, question.value


def test_precision_follows_from_the_words():
    for page, total, k, value in drawn("precision"):
        assert value == page[:k].count("R") / k and page.count("R") < total


def test_recall_follows_from_the_words():
    for page, total, k, value in drawn("recall"):
        assert value == page[:k].count("R") / total

"""The exam question: the answer follows from the words of the question alone."""

import pytest

from ratools_course.classroom.exams.papers import made


def test_average_precision_follows_from_the_words():
    for n in range(40):
        question = made("ap", f"seed {n}", f"exam-{n}-ap")
        page = question.text.split(": ")[1].split(". ")[0].split(", ")
        missing = 1 if "One more" in question.text else 2
        at_hits = [page[:rank].count("R") / rank for rank, letter in enumerate(page, start=1) if letter == "R"]
        assert question.value == pytest.approx(sum(at_hits) / (len(at_hits) + missing))

"""The exam question: the answer follows from the words of the question alone."""

import pytest

from ratools_course.classroom.exams.papers import made


def test_mrr_follows_from_the_words():
    for n in range(40):
        question = made("mrr", f"seed {n}", f"exam-{n}-mrr")
        ranks = question.text.split(": ")[1].split(". ")[0].split(", ")
        assert question.value == pytest.approx(sum(1 / int(rank) for rank in ranks if rank != "never") / 4)

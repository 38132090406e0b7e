"""How many queries it takes: slips are said, and the number is rounded up in exercise, exam and exports."""

import csv
import io
import re
from math import ceil

import pytest

from ratools_course import check
from ratools_course.classroom.assignments.variants import numbers
from ratools_course.classroom.exams import papers as exams
from ratools_course.classroom.questions.gift import as_gift
from ratools_course.classroom.questions.qti import as_text2qti
from ratools_course.classroom.questions.question_table import as_csv
from ratools_course.classroom.questions.question_texts import hits, targets


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ((2.8 * 0.204 / 0.02) ** 2, "0.204 is the spread of Mira's differences"),
        (816, "0.204 is the spread of Mira's differences"),
        (42 ^ 2, "`^` is not a power: write `**`"),
        (1763, "One too few"),
    ],
)
def test_a_slip_is_said(value, said):
    result = check("queries-number", value)
    assert result.status == "wrong" and said in result.message and "is not it" not in result.message


def test_a_whole_number_need_not_be_rounded():
    assert check("queries-number", 1764).status == "right"
    assert "Round up" not in check("queries-number", 1763).message


def test_more_digits_of_the_factor_are_right():
    for value in (1766, 1765.999):
        result = check("queries-number", value)
        assert result.status == "right" and "more digits than the question gives" in result.message


def test_drawn_numbers_know_their_own_sum():
    for n in range(20):
        one = numbers("queries-number", f"student {n}", "salt")
        assert eval(one.worked) == pytest.approx(one.truth())


def test_a_number_of_queries_is_rounded_up_on_the_sheet_in_the_key_and_in_every_format():
    seen = set()
    for n in range(40):
        asked = exams.made("queries", f"seed {n}", f"exam-{n}-queries")
        whole = ceil(round(asked.value, 6))
        for answer in (repr(asked.value), f"{asked.value:.1f}", str(whole)):
            assert asked.grade(answer).status == "right", answer
        few = asked.grade(str(whole - 1))
        assert few.status == "wrong" and few.feedback[0].startswith("One too few")
        assert asked.grade(str(whole + 1)).status == "wrong"
        assert exams.answer_of(asked).split()[0] == str(whole)
        reached = [target for target in targets(asked) if hits(whole, target)]
        assert reached[0].right and not next(one for one in targets(asked) if hits(whole - 1, one)).right
        low, high = map(float, re.search(r"=   \[(.+), (.+)\]", as_text2qti([asked])).groups())
        assert whole - 1 < low <= asked.value <= high == whole
        row = next(csv.DictReader(io.StringIO(as_csv([asked]))))
        assert whole - 1 < float(row["low"]) and float(row["also"]) == whole
        assert "rounded up" in as_gift([asked]) and "One too few" in as_gift([asked])
        seen.add(asked.value < whole)
    assert seen == {True, False}, "with numbers that are whole, and others"

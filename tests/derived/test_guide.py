"""The computed parts of the guide: they are current, plans have their parts, numbers are the notebooks'."""

import re
from pathlib import Path

import pytest

from ratools_course.derived import __main__ as build
from ratools_course.derived import guide
from ratools_course.lessons import LESSONS

ROOT = Path(__file__).parents[2]
PLANS = [lesson.folder / "plan.md" for lesson in LESSONS]


def by_hand(text):
    """What was written and not computed."""
    return re.sub(r"<!-- (\w+) -->.*?<!-- /\1 -->", "", text, flags=re.S)


def test_what_is_computed_is_current():
    assert [path.relative_to(ROOT).as_posix() for path in build.outdated(ROOT)] == [], "run python3 course.py build"


def test_every_notebook_has_a_plan_and_every_plan_its_parts():
    for path in PLANS:
        parts = dict(part.split("\n", 1) for part in path.read_text(encoding="utf-8").split("\n## ")[1:])
        assert list(parts) == [
            "What to draw",
            "Where people stumble",
            "If time is short",
            "Vote, discuss, vote",
            "What was guessed, and what to discuss",
        ]
        assert len(re.findall(r"^- ", parts["Where people stumble"], flags=re.M)) >= 4


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_a_plan_says_no_number_that_its_notebook_does_not(lesson):
    notebook = (ROOT / "notebooks" / lesson.file).read_text(encoding="utf-8")
    plan = (lesson.folder / "plan.md").read_text(encoding="utf-8")
    said = re.search(r"<!-- true by themselves: (.*) -->", plan)  # numbers of the talk that need no notebook
    text = re.sub(r"`[^`]*`|<!-- true by.*-->", "", by_hand(plan))
    for number in set(re.findall(r"\d+\.\d+|\d+/\d+|\d{3,}", text)) - set(said[1].split() if said else ()):
        assert number in notebook, f"{number} is not in the notebook"


def test_the_timetables_add_up():
    assert sum(minutes for minutes, _ in guide.timetable_rows("90 minutes")) == 90
    assert 6 * 60 <= sum(minutes for minutes, _ in guide.timetable_rows("one day")) <= 8 * 60
    weeks = guide.weeks("eight weeks")
    assert [one for lessons in weeks for one in lessons] == list(LESSONS) and len(weeks) == 8

"""The map of the course: every notebook with a link, three routes."""

import re

import pytest

from ratools_course import course_map
from ratools_course.learner.map_view import CourseMap
from ratools_course.lessons import LESSONS, lesson, routes

ROUTES = routes()
FRIDAY = (
    "start_here precision_recall reciprocal_rank ndcg measure_a_system is_it_better judgements chunks answers".split()
)
THERE = [one.slug for one in LESSONS]
ALL = f"00 to {LESSONS[-1].number}"


def test_every_notebook_is_on_it_and_linked():
    html, text = course_map()._repr_html_(), repr(course_map())
    assert re.findall(r'href="([^"]+)"', html) == [one.file for one in LESSONS]
    for one in LESSONS:
        assert f"{one.number} {one.title}, {one.minutes} min" in text
        assert all(goal in text for goal in one.goals)


def test_three_routes():
    assert list(ROUTES) == ["everything", "friday", "instructor"]
    assert [lesson(number).slug for number in ROUTES["friday"].numbers] == [one for one in THERE if one in FRIDAY]
    numbers = [one.number for one in LESSONS]
    assert list(ROUTES["everything"].numbers) == numbers
    for route in ROUTES.values():
        assert list(route.numbers) == sorted(set(route.numbers)) and set(route.numbers) <= set(numbers)
        assert route.numbers[0] == "00"
        assert route.title in repr(course_map())
    friday = " ".join(ROUTES["friday"].numbers)
    assert f"{ALL}, about" in repr(course_map()) and f"{friday}, about" in repr(course_map())


def test_the_hours_are_the_sum_of_the_minutes():
    minutes = sum(one.minutes for one in LESSONS)
    assert f"{ALL}, about {round(minutes / 60)} hours" in repr(course_map("everything"))


def test_one_route():
    shown = course_map("friday")
    assert [one.number for one in shown.lessons] == list(ROUTES["friday"].numbers)
    assert "01 Why measure?" not in shown._repr_html_() and len(shown.routes) == 1


def test_an_unknown_route():
    with pytest.raises(ValueError, match="there is no route 'fridays': the routes are .*; did you mean 'friday'"):
        course_map("fridays")


def test_titles_are_escaped():
    lesson = type(
        "L", (), {"number": "00", "title": "<b>", "minutes": 1, "goals": ("<i>",), "exists": True, "file": '"x'}
    )
    html = CourseMap((lesson,), ())._repr_html_()
    assert "<b>" not in html and "<i>" not in html and '""x"' not in html

"""The way through the course: `course_map()` shows the notebooks and three routes, `course_map("friday")` one route."""

from dataclasses import dataclass
from html import escape

from ratools.errors import UsageError
from ratools.words import did_you_mean
from ratools_course.lessons import LESSONS, lesson, routes


def course_map(route=None):
    """The notebooks with their minutes and goals, and the routes through them; or one route, by its name."""
    known = routes()
    if route is None:
        return CourseMap(LESSONS, tuple(known.values()))
    if route not in known:
        names = ", ".join(known)
        raise UsageError(f"there is no route {route!r}: the routes are {names}{did_you_mean(route, known)}")
    chosen = known[route]
    return CourseMap(tuple(map(lesson, chosen.numbers)), (chosen,))


@dataclass(frozen=True, repr=False)
class CourseMap:
    """Notebooks with links, and routes below them."""

    lessons: tuple
    routes: tuple

    def __repr__(self):
        lines = [f"{_title(item)}, {item.minutes} min: {'; '.join(item.goals)}" for item in self.lessons]
        return "\n".join([*lines, "", *(f"{route.title}: {_way(route)}" for route in self.routes)])

    def _repr_html_(self):
        names = ("notebook", "minutes", "afterwards you can")
        head = "".join(f"<th scope='col' style='text-align:left'>{name}</th>" for name in names)
        body = "".join(map(_html_row, self.lessons))
        routes = "".join(
            f"<li><strong>{escape(route.title)}:</strong> {escape(_way(route))}</li>" for route in self.routes
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table><ul>{routes}</ul>"


def _title(item):
    return f"{item.number} {item.title}"


def _html_row(item):
    linked = f'<a href="{escape(item.file)}">{escape(_title(item))}</a>'
    left = "style='text-align:left;white-space:normal'"
    goals = escape("; ".join(item.goals))
    return f"<tr><th scope='row' {left}>{linked}</th><td>{item.minutes}</td><td {left}>{goals}</td></tr>"


def _way(route):
    """`00 02 03, about 2 hours. What it is for.`"""
    minutes = sum(lesson(number).minutes for number in route.numbers)
    return f"{_numbers(route.numbers)}, about {max(1, round(minutes / 60))} hours. {route.reason}"


def _numbers(numbers):
    """`00 to 14` where none is left out, else each."""
    every = [item.number for item in LESSONS]
    return f"{every[0]} to {every[-1]}" if list(numbers) == every else " ".join(numbers)

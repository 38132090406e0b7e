"""Templates of exam questions: a lesson's exam.py defines them, numbers are drawn for every variant of an exam.

    @template("precision")
    def precision(rng):
        return {"text": "…", "given": {"page": […]}, "value": "precision_at_k(page, …, 5)", "way": "…"}

`text`, `given`, `value`, `digits` and `count` are written as in quiz.toml; `way` is how to get there; `wrong` lists
(expression, misconception) of wrong ideas that are not versions of the measure. The package computes the answer.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from ratools_course.lessons import defined


@dataclass(frozen=True)
class Template:
    """One question of every exam; `draw` gives its facts with numbers from a random generator."""

    id: str
    points: int
    draw: Callable


def template(id, points=2):
    """Make a template of a function that draws a question's facts."""
    return lambda draw: Template(id, points, draw)


@cache
def all_templates():
    """{id: (lesson, Template)} in the order of the lessons."""
    known = {}
    for lesson, one in defined(Template, "exam"):
        if one.id in known:
            raise ValueError(f"there are two templates {one.id!r}: change one in {lesson.slug}/exam.py")
        known[one.id] = lesson, one
    return known


# What several templates use ------------------------------------------------------------------------------------------


def page(rng, length, hits):
    """A page of results, as ids and as the letters of a question: R helps, n does not."""
    helpful = set(rng.sample(range(length), hits))
    ids = [f"r{n}" if n in helpful else f"n{n}" for n in range(length)]
    return ids, ", ".join("R" if n in helpful else "n" for n in range(length))


def relevant(ids, missing):
    """The relevant documents: those of a page, and some that are not on it."""
    return [id for id in ids if id[0] == "r"] + [f"r-lost{n}" for n in range(missing)]


def enumerated(values):
    """Values in a sentence.

    >>> enumerated([3, 0, 1])
    '3, 0, 1'
    """
    return ", ".join(map(str, values))

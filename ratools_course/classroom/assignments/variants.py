"""Number exercises with other numbers for everybody: `numbers("ndcg-number-s1", "maria", salt)`.

The numbers follow from the exercise, the student's id and a salt that comes from the instructor's private seed: the
same for a student at every start, another for every student. The right answer is computed by the package. How an
exercise's numbers are drawn stands in its lesson's variants.py; `worked` is the right expression, where there is one:

    @variant("mrr-number-s1")
    def mrr(rng):
        return measured("The first hit is at rank …", "reciprocal_rank", page, relevant)
"""

import os
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

import ratools
from ratools_course.cards import card, inline, plain
from ratools_course.checker.bank import EXERCISES
from ratools_course.checker.checking import check_number
from ratools_course.checker.kinds import NumberExercise
from ratools_course.checker.verdicts import not_attempted
from ratools_course.lessons import defined


@dataclass(frozen=True)
class Variant:
    """How the numbers of an exercise are drawn: `draw` gives a question and its `truth` from a random generator."""

    exercise_id: str
    draw: Callable


def variant(exercise_id):
    """Make a variant of a function that draws an exercise's numbers."""
    return lambda draw: Variant(exercise_id, draw)


@cache
def all_variants():
    """{exercise id: Variant} of all lessons."""
    return {one.exercise_id: one for _, one in defined(Variant, "variants")}


def measured(question, measure, *arguments):
    """What a variant draws, where the answer is a measure of something."""
    truth = getattr(ratools, measure)(*arguments)
    return {"question": question, "truth": truth, "measure": measure, "arguments": arguments}


@dataclass(frozen=True, repr=False)
class Numbers:
    """A number exercise with drawn numbers; it can be shown and checked."""

    id: str
    question: str
    truth: Callable
    measure: str = ""
    arguments: tuple = ()
    tolerance: float = 0.0005
    kind: str = "number"
    known: tuple = ()
    rounded: Callable | None = None
    hints: tuple = field(default=())
    limits: tuple = (0, 1)
    reasons: dict = field(default_factory=dict)
    count: str = ""
    equals: tuple = ()
    worked: str = ""  # the right expression, where a draw gives it

    def __repr__(self):
        return plain(self.question)

    def _repr_html_(self):
        return card(f"<strong>Your numbers.</strong> {inline(self.question)}", "card")

    def check(self, answer):
        """As the course's `check`, for these numbers."""
        return not_attempted(self) if answer is None or answer is ... else check_number(self, answer)


def numbers(exercise_id, student, salt):
    """The exercise with this student's numbers.

    >>> numbers("library-first", "maria", "salt")
    The first useful book is the seventh of the pile. First place is worth 1, second place 1/2. What is this pile worth?
    """
    student = (student or os.environ.get("JUPYTERHUB_USER", "")).strip().casefold()
    if not student:
        raise ValueError('whose numbers? Write your id into the cell near the top: student = "…"')
    return made(exercise_id, f"{salt}:{student}")


def made(exercise_id, seed):
    """The exercise with the numbers that a seed draws; never those of the course."""
    exercise, rng = EXERCISES[exercise_id], random.Random(f"{exercise_id}:{seed}")
    while True:
        facts = all_variants()[exercise_id].draw(rng)
        if abs(facts["truth"] - exercise.truth()) > 2 * exercise.tolerance:
            break
    value = facts.pop("truth")
    same = {name: getattr(exercise, name) for name in ("tolerance", "hints", "limits", "reasons", "count")}
    return Numbers(exercise_id, truth=lambda: value, **same | facts)


def can_vary(exercise):
    """Whether an exercise asks for a number that can be drawn."""
    return isinstance(exercise, NumberExercise) and exercise.id in all_variants()

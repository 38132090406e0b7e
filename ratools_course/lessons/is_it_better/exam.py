"""Exam question of this lesson: how many queries a difference takes."""

from ratools_course.classroom.exams.templates import template


@template("queries")
def queries(rng):
    spread, gap = rng.choice([0.2, 0.25, 0.3, 0.35, 0.4]), rng.choice([0.02, 0.03, 0.04, 0.05])
    return {
        "text": f"Two systems' differences per query have a standard deviation of {spread:g}. How many queries does it "
        f"take to see a true difference of {gap:g} four times in five (2.8 times the deviation, over the difference, "
        "squared)? Round up to a whole number.",
        "value": f"(2.8 * {spread:g} / {gap:g}) ** 2",
        "digits": 0,
        "count": "queries",
        "way": "Everything is squared: half the difference takes four times the queries.",
    }

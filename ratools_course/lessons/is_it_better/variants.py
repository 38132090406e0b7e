"""Number exercise of this lesson with other numbers."""

from ratools_course.classroom.assignments.variants import variant


@variant("queries-number")
def queries(rng):
    spread, wanted = rng.choice([0.2, 0.25, 0.35, 0.4]), rng.choice([0.02, 0.03, 0.04, 0.05])
    question = (
        f"Two other systems: their differences per query have a standard deviation of {spread:g}. How many queries "
        f"does it take to see a true difference of {wanted:g}, four times in five?"
    )
    worked = f"(2.8 * {spread} / {wanted}) ** 2"
    return {"question": question, "truth": (2.8 * spread / wanted) ** 2, "worked": worked}

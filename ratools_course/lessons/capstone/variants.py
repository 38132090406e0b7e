"""Number exercises of this lesson with other numbers."""

from ratools.words import decimal
from ratools_course.classroom.assignments.variants import variant


@variant("capstone-queries")
def queries(rng):
    spread, margin = rng.choice([0.31, 0.34, 0.42, 0.45]), rng.choice([0.03, 0.04, 0.05, 0.06])
    question = (
        f"The differences in exact match have a standard deviation of {decimal(spread)}. How many questions does it "
        f"take until a system that is truly equal passes a gate with the margin {margin:g} four times in five? "
        "((1.96 + 0.84) times the deviation, over the margin, squared)"
    )
    worked = f"((1.96 + 0.84) * {spread} / {margin}) ** 2"
    return {"question": question, "truth": ((1.96 + 0.84) * spread / margin) ** 2, "worked": worked}


@variant("stage-at-most")
def at_most(rng):
    asked, right, silent, cut = rng.choice([40, 50, 60]), rng.randint(1, 9), rng.randint(3, 9), rng.randint(4, 12)
    question = (
        f"Of B's {asked} questions, {right} are answered rightly, {silent} are rightly abstained, and {cut} end at the "
        "cut. What would B's exact match be at most if its cutter never failed, and nothing else changed?"
    ).replace("1 are answered", "1 is answered")
    worked = f"({right} + {silent} + {cut}) / {asked}"
    return {"question": question, "truth": (right + silent + cut) / asked, "worked": worked}

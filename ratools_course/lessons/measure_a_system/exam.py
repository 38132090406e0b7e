"""Exam question of this lesson: a mean over all queries that were asked."""

from ratools_course.classroom.exams.templates import enumerated, template

ASKED = {5: ("Five", "one query"), 6: ("Six", "two queries")}  # and how many of them got no answer


@template("mean")
def mean(rng):
    scores = [f"{n / 20:g}" for n in rng.sample(range(4, 20), 4)]
    asked = rng.choice([5, 6])
    number, unanswered = ASKED[asked]
    added = " + ".join(scores)
    return {
        "text": f"{number} queries were asked. A system answered four of them, with nDCG {enumerated(scores)}; for "
        f"{unanswered} it returned nothing. What is its mean nDCG?",
        "value": f"({added}) / {asked}",
        "way": "What was asked and not answered counts 0.",
        "wrong": [(f"({added}) / 4", "skip-missing-queries")],
    }

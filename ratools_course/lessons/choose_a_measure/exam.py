"""Exam question of this lesson: the ceiling of P@k."""

from ratools_course.classroom.exams.templates import template


@template("ceiling")
def ceiling(rng):
    counts, k = rng.sample(range(1, 12), 3), rng.choice([4, 5, 8])
    highest = " + ".join(f"min({count}, {k}) / {k}" for count in counts)
    return {
        "text": f"Three queries have {counts[0]}, {counts[1]} and {counts[2]} relevant documents. What is the highest "
        f"mean P@{k} that any system can reach on them?",
        "value": f"({highest}) / 3",
        "way": f"A query with fewer than {k} relevant documents cannot fill {k} places: take the best P@{k} of each, "
        "then the mean.",
    }

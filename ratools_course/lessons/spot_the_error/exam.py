"""Exam question of this lesson: the recall that a reported precision implies."""

from ratools_course.classroom.exams.templates import template


@template("pair")
def pair(rng):
    hits, relevant = rng.randint(2, 7), rng.randint(8, 20)
    return {
        "text": f"A report says of one query that P@10 is {hits / 10:g}, and that {relevant} documents are relevant. "
        "Which R@10 must it report?",
        "given": {
            "page": [f"r{n}" for n in range(hits)] + [f"n{n}" for n in range(10 - hits)],
            "relevant": [f"r{n}" for n in range(relevant)],
        },
        "value": "recall_at_k(page, relevant, 10)",
        "way": "P@10 tells how many hits there are among ten. Recall divides them by the relevant documents.",
    }

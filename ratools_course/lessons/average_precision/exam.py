"""Exam question of this lesson: the average precision of a page."""

from ratools_course.classroom.exams.templates import page, relevant, template


@template("ap", points=3)
def ap(rng):
    ids, letters = page(rng, 6, rng.choice([2, 3]))
    missing = rng.randint(1, 2)
    more = "One more that helps was" if missing == 1 else "Two more that help were"
    return {
        "text": f"A page shows six results; R helps, n does not: {letters}. {more} not found. What is its average "
        "precision?",
        "given": {"page": ids, "relevant": relevant(ids, missing)},
        "value": "average_precision(page, relevant)",
        "way": "The precision at each R, added up, divided by all documents that help, found or not.",
    }

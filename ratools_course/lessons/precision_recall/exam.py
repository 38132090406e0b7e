"""Exam questions of this lesson: P@k and R@k of a page."""

from ratools_course.classroom.exams.templates import page, relevant, template


@template("precision")
def precision(rng):
    k, facts = _ten_results(rng)
    return facts | {
        "text": f"{facts['text']} What is P@{k}?",
        "value": f"precision_at_k(page, relevant, {k})",
        "way": f"The R among the first {k} places, divided by {k}.",
    }


@template("recall")
def recall(rng):
    k, facts = _ten_results(rng)
    return facts | {
        "text": f"{facts['text']} What is R@{k}?",
        "value": f"recall_at_k(page, relevant, {k})",
        "way": f"The R among the first {k} places, divided by all documents that would help.",
    }


def _ten_results(rng):
    """k, and a page of ten results with what it leaves out."""
    k = rng.choice([4, 5, 6, 8])
    ids, letters = page(rng, 10, rng.randint(4, 6))
    helpful = relevant(ids, missing=rng.randint(1, 4))
    text = f"A page shows ten results; R helps, n does not: {letters}. In all, {len(helpful)} documents would help."
    return k, {"text": text, "given": {"page": ids, "relevant": helpful}}

"""Exam question of this lesson: the precision above a threshold."""

from ratools_course.classroom.exams.templates import relevant, template


@template("threshold")
def threshold(rng):
    scores = sorted(rng.sample(range(10, 95, 5), 6), reverse=True)
    helpful = set(rng.sample(range(6), 3))
    cut = rng.choice(scores[2:5])
    rows = ", ".join(f"{score / 100:g} ({'helps' if n in helpful else 'does not'})" for n, score in enumerate(scores))
    ids = [f"r{n}" if n in helpful else f"n{n}" for n in range(6)]
    kept = sum(score >= cut for score in scores)
    return {
        "text": f"Six results have these scores, and a judge has looked at each: {rows}. All results with a score of "
        f"at least {cut / 100:g} are kept. What is the precision of what is kept?",
        "given": {"page": ids, "relevant": relevant(ids, missing=0)},
        "value": f"precision_at_k(page, relevant, {kept})",
        "way": "A score on the threshold is kept. Those that help, divided by those that are kept.",
    }

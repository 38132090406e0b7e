"""Number exercise of this lesson with other numbers."""

from ratools_course.classroom.assignments.variants import measured, variant
from ratools_course.classroom.exams.templates import enumerated


@variant("ndcg-number-s1")
def ndcg(rng):
    while True:
        grades = [rng.choice([0, 0, 1, 2, 3]) for _ in range(5)]
        lost = [rng.randint(1, 3) for _ in range(rng.randint(1, 2))]
        if sum(map(bool, grades)) >= 2 and grades != sorted(grades, reverse=True):
            break
    page = [f"d{n}" for n in range(1, 6)]
    judged = {doc: grade for doc, grade in zip(page, grades, strict=True) if grade}
    judged |= {f"lost{n}": grade for n, grade in enumerate(lost)}
    ideal = sorted(judged.values(), reverse=True)
    question = f"The page has the grades {enumerated(grades)}; judged are {enumerated(ideal)}. nDCG@5, to three digits?"
    return measured(question, "ndcg_at_k", page, judged, 5)

"""Exam question of this lesson: nDCG@4, with a judged document that is not on the page."""

from ratools_course.classroom.exams.templates import enumerated, template


@template("ndcg", points=4)
def ndcg(rng):
    grades = rng.sample([0, 0, 1, 2, 3, 3], 4)
    lost = rng.choice([1, 2, 3])
    judged = {f"d{n}": grade for n, grade in enumerate(grades)} | {"lost": lost}
    ideal = sorted(judged.values(), reverse=True)[:4]
    return {
        "text": f"A page shows documents of the grades {enumerated(grades)}. One more document was judged, with grade "
        f"{lost}, and is not on the page. With the grade as gain and the discount log2(rank + 1): what is nDCG@4?",
        "given": {"page": [f"d{n}" for n in range(4)], "judged": judged},
        "value": "ndcg_at_k(page, judged, 4)",
        "way": f"DCG of {enumerated(grades)}, divided by DCG of {enumerated(ideal)}.",
    }

"""Number exercises of this lesson with other numbers."""

from ratools_course.classroom.assignments.variants import measured, variant
from ratools_course.classroom.exams.templates import enumerated


@variant("precision-number-s1")
def precision(rng):
    shown = rng.sample(range(1, 100), 8)
    k = rng.choice([3, 4, 5, 6])
    relevant = sorted({*rng.sample(shown, rng.randint(2, 5)), *rng.sample(range(100, 120), 2)})
    question = f"Retrieved {enumerated(shown)}; relevant are {enumerated(relevant)}. What is P@{k}?"
    return measured(question, "precision_at_k", shown, set(relevant), k)


@variant("pair-search")
def pair_search(rng):
    hits = rng.choice([2, 3, 4, 6, 7])
    per_cent = rng.choice([n for n in range(15, 100, 5) if 100 * hits % n == 0 or rng.random() < 0.3])
    fits = sum(100 * hits == per_cent * relevant for relevant in range(hits, 1001))  # whole numbers: nothing is rounded
    words = {2: "two", 3: "three", 4: "four", 6: "six", 7: "seven"}[hits]
    question = (
        f"P@10 = {hits / 10:g} means {words} hits. For how many R from {hits} to 1000 is {hits} / R equal to "
        f"{per_cent / 100:g}?"
    )
    return {"question": question, "truth": fits}

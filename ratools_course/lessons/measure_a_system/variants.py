"""Number exercise of this lesson with other numbers."""

from ratools_course.classroom.assignments.variants import variant


@variant("bm25-number")
def bm25(rng):
    times, length, idf = rng.choice([2, 3, 4]), rng.choice([0.5, 1.5, 2, 3]), rng.choice([1.2, 1.4, 1.8, 2.1, 2.5])
    k1, b = rng.choice([1.2, 1.5, 2.0]), rng.choice([0.5, 0.75])
    question = (
        f"A page says the word {times} times, and it is {length:g} times as long as the average. The word's idf is "
        f"{idf:g}, k1 = {k1:g}, b = {b:g}. What does the word add to the page's BM25 score?"
    )
    worked = f"{idf} * {times} * ({k1} + 1) / ({times} + {k1} * (1 - {b} + {b} * {length}))"
    truth = idf * times * (k1 + 1) / (times + k1 * (1 - b + b * length))
    return {"question": question, "truth": truth, "worked": worked}

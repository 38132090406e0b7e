"""Number exercise of this lesson with other numbers."""

from ratools_course.classroom.assignments.variants import measured, variant


@variant("mrr-number-s1")
def mrr(rng):
    ranks = [rng.randint(1, 6) for _ in range(3)]
    results = {f"q{n}": [f"x{n}-{m}" for m in range(1, rank)] + ["hit"] for n, rank in enumerate(ranks)}
    question = f"Three queries have their first hit at ranks {ranks[0]}, {ranks[1]} and {ranks[2]}. What is the MRR?"
    return measured(question, "mean_reciprocal_rank", results, {query: {"hit"} for query in results})

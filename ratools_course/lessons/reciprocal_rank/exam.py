"""Exam question of this lesson: the MRR of four queries."""

from ratools_course.classroom.exams.templates import enumerated, template


@template("mrr")
def mrr(rng):
    ranks = rng.sample([1, 2, 3, 4, 5, 8, 10], 3)
    index = rng.randint(0, 3)
    listed = [*ranks[:index], "never", *ranks[index:]]
    results = {f"q{n}": [f"x{m}" for m in range(1, rank)] + ["hit"] for n, rank in enumerate(ranks)} | {"q9": ["x"]}
    return {
        "text": f"Four queries have their first hit at these ranks: {enumerated(listed)}. What is the MRR?",
        "given": {"results": results, "truth": {query: ["hit"] for query in results}},
        "value": "mean_reciprocal_rank(results, truth)",
        "way": "One divided by each rank, 0 for never; the sum divided by four.",
    }

"""Number exercises of this lesson with other numbers."""

from ratools_course.classroom.assignments.variants import measured, variant


@variant("ap-number-s0")
def ap(rng):
    hits = set(rng.sample(range(5), rng.choice([2, 2, 3])))
    page = [f"hit {n}" if n in hits else f"miss {n}" for n in range(5)]
    words = ", ".join("relevant" if n in hits else "not" for n in range(5))
    missing = rng.choice([0, 1, 2])
    rest = "nothing else is relevant" if not missing else f"{missing} more relevant were not found"
    rest = rest.replace("1 more relevant were", "1 more relevant was")
    question = f"A list reads {words}; {rest}. What is its average precision?"
    relevant = {page[n] for n in hits} | {f"lost {n}" for n in range(missing)}
    return measured(question, "average_precision", page, relevant)


@variant("map-number")
def mean_ap(rng):
    values = rng.sample([(1, 2), (5, 6), (7, 18), (1, 3), (2, 3), (3, 4), (5, 9), (1, 6)], 2)
    first, second = (f"{above}/{below}" for above, below in values)
    truth = sum(above / below for above, below in values) / 3
    question = f"The three queries have the AP {first}, {second} and 0. What is the MAP?"
    return {"question": question, "truth": truth, "worked": f"({first} + {second} + 0) / 3"}

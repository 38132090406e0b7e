"""Number exercise of this lesson with other numbers."""

from ratools_course.classroom.assignments.variants import measured, variant


@variant("f1-number-s2")
def f1(rng):
    words = rng.sample("red green blue grey white".split(), 3)
    said = [words[0]] * rng.randint(1, 3) + [words[1]] * rng.randint(0, 1) + [words[2]] * rng.randint(0, 2)
    gold = words[: rng.randint(1, 2)]
    question = f'The reference is "{" ".join(gold)}", the answer "{" ".join(said)}". What is the token F1?'
    return measured(question, "f1_score", " ".join(said), " ".join(gold))

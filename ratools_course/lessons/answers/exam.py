"""Exam question of this lesson: the token F1 of an answer."""

from ratools_course.classroom.exams.templates import template


@template("f1")
def f1(rng):
    words = rng.sample("red green blue grey white black brown".split(), 6)
    gold, common = words[: rng.randint(2, 4)], rng.randint(1, 2)
    said = rng.sample(gold, common) + words[4 : 4 + rng.randint(1, 2)]
    return {
        "text": f"The reference is `{' '.join(gold)}`, the answer is `{' '.join(said)}`. What is the token F1?",
        "given": {"said": " ".join(said), "gold": " ".join(gold)},
        "value": "f1_score(said, gold)",
        "way": "Twice the common words, divided by the words of both texts.",
    }

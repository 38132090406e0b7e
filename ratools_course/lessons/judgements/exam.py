"""Exam question of this lesson: Cohen's kappa of two judges."""

from ratools_course.classroom.exams.templates import template


@template("kappa", points=3)
def kappa(rng):
    both_yes, both_no, first, second = rng.randint(3, 9), rng.randint(3, 9), rng.randint(1, 3), rng.randint(1, 4)
    one = [1] * both_yes + [0] * both_no + [1] * first + [0] * second
    two = [1] * both_yes + [0] * both_no + [0] * first + [1] * second
    return {
        "text": f"Two judges say yes or no to {len(one)} documents: both yes {both_yes} times, both no {both_no} "
        f"times, only the first yes {_times(first)}, only the second yes {_times(second)}. What is Cohen's kappa?",
        "given": {"one": one, "two": two},
        "value": "cohen_kappa(one, two)",
        "way": "The share of equal labels, minus the share by chance (each judge's own shares), divided by 1 "
        "minus chance.",
        "wrong": [(f"{both_yes + both_no} / {len(one)}", "agreement-is-percent")],
    }


def _times(count):
    return "once" if count == 1 else f"{count} times"

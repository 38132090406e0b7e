"""Exam question of this lesson: the IoU of an answer and a chunk."""

from ratools_course.classroom.exams.templates import template


@template("chunk")
def chunk(rng):
    start = rng.randint(2, 20)
    end = start + rng.randint(5, 9)
    first = rng.randint(start + 1, end - 2)
    last = end + rng.randint(2, 8)
    return {
        "text": f"Words are numbered from 0. The answer is the span [{start}, {end}), the retrieved chunk "
        f"[{first}, {last}). What is the IoU, counted by places?",
        "value": f"span_iou([[{first}, {last}]], [[{start}, {end}]])",
        "way": "Places in both, divided by places in either, each counted once.",
    }

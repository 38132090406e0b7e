"""Number exercises of this lesson with other numbers."""

from ratools_course.classroom.assignments.variants import measured, variant


@variant("iou-number-s3")
def iou(rng):
    answer, chunk = _two_spans(rng)
    question = (
        f"Words are numbered from 0. The answer is [{answer[0]}, {answer[1]}); retrieved was [{chunk[0]}, {chunk[1]}). "
        "What is the IoU, counted by places?"
    )
    return measured(question, "span_iou", [chunk], [answer])


@variant("omega-number-s3")
def omega(rng):
    size, part = rng.choice([(4, 1), (5, 2), (8, 4), (10, 4), (5, 4), (10, 2)])
    precision = part / size
    question = (
        f"A chunk has precision {precision:g}, recall 1 and IoU {precision:g}. What is precision omega, precision * "
        "(IoU + recall) / 2?"
    )
    return measured(question, "span_precision_omega", [(0, size)], [(0, part)])


def _two_spans(rng):
    """An answer and a chunk that overlap, neither within the other."""
    start = rng.randint(0, 5)
    end = start + rng.randint(4, 8)
    first = rng.randint(start + 1, end - 1)
    return (start, end), (first, end + rng.randint(1, 6))

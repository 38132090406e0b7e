"""Questions as a table: one row per answer that a question knows, every number exact."""

import csv
import io

from ratools_course.classroom.questions.question_texts import feedback
from ratools_course.quizzes.typed_numbers import around

COLUMNS = (
    "notebook question kind text digits part key label right place value low high also feedback misconceptions "
    "explanation"
).split()


def as_csv(questions):
    """The table as CSV, in UTF-8, with a header."""
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for question in questions:
        head = {"notebook": question.notebook, "question": question.id, "kind": question.kind, "text": question.text}
        head |= {"digits": question.digits if question.kind == "numeric" else "", "explanation": question.explanation}
        writer.writerows(head | row for row in rows(question))
    return buffer.getvalue()


def rows(question):
    """A row per option, item, or number; a numeric question also has its right number and the rest, `otherwise`."""
    if question.kind == "numeric":
        yield {"part": "answer", "right": "yes"} | _numbers(question.target())
    for option in question.options:
        row = {"part": PARTS[question.kind], "key": option.key, "label": option.label, "feedback": feedback(option)}
        row["misconceptions"] = " ".join(filter(None, (option.misconception, *option.others)))
        if question.kind == "ordering":
            row["place"] = option.key + 1
        else:
            row["right"] = "yes" if option.right else "no"
        if option.value is not None:
            numeric = question.kind == "numeric"
            row |= _numbers(around(option.value, question.digits)) if numeric else {"value": repr(option.value)}
        yield row
    for order in question.orders:
        yield {
            "part": "wrong order",
            "place": " ".join(str(key + 1) for key in order.keys),
            "right": "no",
            "feedback": order.said,
            "misconceptions": order.idea,
        }
    if question.kind == "numeric":
        yield {"part": "otherwise", "right": "no", "feedback": question.otherwise}


PARTS = {"single": "option", "multiple": "option", "numeric": "wrong number", "ordering": "item"}


def _numbers(span):
    """A number, the ends of what counts as it, and the number cut off, or a count rounded up, which counts too."""
    columns = {"value": "value", "low": "low", "high": "high", "also": "cut"}
    return {column: repr(span[name]) for column, name in columns.items()}

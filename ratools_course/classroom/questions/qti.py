"""Questions as QTI 1.2, the form that Canvas reads, made by text2qti from its own text format.

text2qti has no kind for an order, takes no answer nearer to 0 than 0.0001, rounds the ends of what is right to four
decimals, and says one thing to every wrong number.
"""

import re
import tempfile
from html import escape
from pathlib import Path
from string import ascii_lowercase

from ratools_course.classroom.questions.question_texts import code, feedback, instruction

SMALLEST = 0.0001


def left_out(question):
    """Why a question cannot be written, or nothing."""
    if question.kind == "ordering":
        return "text2qti has no kind for an order"
    if question.kind == "numeric" and abs(question.target()["low"]) < SMALLEST:
        return "text2qti takes no answer so near to 0"
    return ""


def as_text2qti(questions, title="ratools"):
    """The source that text2qti reads; what cannot be written is left out."""
    parts = [f"Quiz title: {title}", "shuffle answers: false", "show correct answers: true"]
    kept = [question for question in questions if not left_out(question)]
    return "\n\n".join(["\n".join(parts), *(_question(number, one) for number, one in enumerate(kept, start=1))]) + "\n"


def write_qti(questions, path, title="ratools"):
    """Write a QTI package; a ValueError says how to get text2qti where it is missing."""
    try:
        from text2qti.config import Config
        from text2qti.qti import QTI
        from text2qti.quiz import Quiz
    except ImportError:
        raise ValueError(
            "QTI is made by text2qti: install it with `pip install text2qti`, or take --format moodle"
        ) from None
    # Config() without .load(), which would write a file into the home folder
    quiz = Quiz(as_text2qti(questions, title), config=Config(), resource_path=tempfile.gettempdir())
    QTI(quiz).save(Path(path))


def _question(number, question):
    lines = [f"Title: {question.id}", "Points: 1", _item(f"{number}.", question.text)]
    if question.kind == "numeric":
        lines[-1] += f"\n\n    *{markdown(instruction(question))}*"
    lines.append(_item("...", question.explanation))
    if question.kind == "numeric":
        span = question.target()
        high = span["cut"] if question.count else span["high"]  # there is one stretch of right numbers only
        return "\n".join([*lines, _item("-", question.otherwise), f"=   [{span['low']!r}, {high!r}]"])
    for letter, key in zip(ascii_lowercase, question.shown(), strict=False):
        option = question.options[key]
        single = f"{'*' if option.right else ''}{letter})"
        lines.append(_item(single if question.kind == "single" else f"[{'*' if option.right else ' '}]", option.label))
        if feedback(option):
            lines.append(_item("...", feedback(option)))
    return "\n".join(lines)


def _item(mark, text):
    return f"{mark} {markdown(text)}"


def markdown(text):
    r"""A text in which nothing but `code` is a sign of Markdown or of LaTeX.

    >>> markdown("2*3 < `a_b` $")
    '2\\*3 &lt; `a_b` \\$'
    """
    pieces = text.replace("\n", " ").split("`")
    return "".join(_code(piece) if index % 2 else _plain(piece) for index, piece in enumerate(pieces))


def _code(text):
    return code(text) if "&nbsp;" in code(text) else f"`{text}`"


def _plain(text):
    text = re.sub(r"[\\*_\[\](){}#$!^~]", r"\\\g<0>", escape(text))  # quotation marks too, or they are bent
    return text.replace("--", r"-\-").replace("...", r".\..")

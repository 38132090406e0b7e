"""Questions as GIFT, Moodle's text format, which other programs read too."""

import re

from ratools_course.classroom.questions.moodle_xml import TITLES
from ratools_course.classroom.questions.question_texts import feedback, html, instruction, shares, targets


def as_gift(questions):
    """One file; a category per notebook, an empty line after each question."""
    parts, notebook = [], None
    for question in questions:
        if question.notebook != notebook:
            notebook = question.notebook
            parts.append(f"$CATEGORY: $course$/top/ratools/{notebook[:2]} {TITLES.get(notebook, notebook[3:])}")
        parts.append(f"// [id:{question.id}] [tag:{question.notebook}]\n{_question(question)}")
    return "\n\n".join(parts) + "\n"


def _question(question):
    text = f"<p>{html(question.text)}</p>"
    if question.kind == "numeric":
        text += f"<p><em>{instruction(question)}</em></p>"
    lines = "\n".join(f"\t{line}" for line in KINDS[question.kind](question))
    general = f"\n\t####{escaped(html(question.explanation))}"
    head = "#" if question.kind == "numeric" else ""
    return f"::{escaped(question.id)}::[html]{escaped(text)}{{{head}\n{lines}{general}\n}}"


def escaped(text):
    r"""A text in which nothing is a sign of GIFT.

    >>> escaped("a = {b}: ~c#\\n")
    'a \\= \\{b\\}\\: \\~c\\#\\\\n'
    """
    return re.sub(r"[\\~=#{}:]", r"\\\g<0>", text).replace("\n", "\\n")


def _said(text):
    return f"#{escaped(html(text))}" if text else ""


def _single(question):
    for key in question.shown():
        option = question.options[key]
        yield f"{'=' if option.right else '~'}{escaped(html(option.label))}{_said(feedback(option))}"


def _multiple(question):
    worth = shares(question)
    for key in question.shown():
        option, per_cent = question.options[key], f"{worth[key]:.5f}".rstrip("0").rstrip(".")
        yield f"~%{per_cent}%{escaped(html(option.label))}{_said(feedback(option))}"


def _numeric(question):
    for target in targets(question):
        weight = "" if target.right else "%0%"
        yield f"={weight}{float(target.value)!r}:{target.tolerance!r}{_said(target.feedback)}"
    yield f"~{_said(question.otherwise)}"


def _ordering(question):
    """Each item is matched with its place: GIFT has no kind for an order."""
    for key in question.shown():
        yield f"={escaped(html(question.options[key].label))} -> {key + 1}"


KINDS = {"single": _single, "multiple": _multiple, "numeric": _numeric, "ordering": _ordering}

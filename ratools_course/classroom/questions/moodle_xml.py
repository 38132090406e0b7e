"""Questions as Moodle XML: feedback per option, tolerances, explanations, wrong ideas as tags."""

from xml.etree import ElementTree

from ratools_course.classroom.questions.question_texts import feedback, html, ideas, instruction, mixed, shares, targets
from ratools_course.lessons import LESSONS

TITLES = {lesson.name: lesson.title for lesson in LESSONS}
ORDERING = {  # Moodle's own kind since 4.4
    "layouttype": "VERTICAL",
    "selecttype": "ALL",
    "selectcount": "0",
    "gradingtype": "ALL_OR_NOTHING",
    "showgrading": "HIDE",
    "numberingstyle": "none",
}


def as_moodle(questions):
    """One file for Moodle's import; a category per notebook."""
    root, notebook = ElementTree.Element("quiz"), None
    for question in questions:
        if question.notebook != notebook:
            notebook = question.notebook
            title = f"{notebook[:2]} {TITLES.get(notebook, notebook[3:])}".replace("/", "//")
            category = ElementTree.SubElement(root, "question", type="category")
            _text(category, "category", f"$course$/top/ratools/{title}")
        KINDS[question.kind](root, question)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _text(parent, tag, text, **attributes):
    child = ElementTree.SubElement(parent, tag, attributes)
    ElementTree.SubElement(child, "text").text = text
    return child


def _html(parent, tag, text, **attributes):
    return _text(parent, tag, text, format="html", **attributes)


def _plain(parent, tag, text):
    ElementTree.SubElement(parent, tag).text = text


def _head(root, question, kind, text=None):
    element = ElementTree.SubElement(root, "question", type=kind)
    _text(element, "name", question.id)
    _html(element, "questiontext", text or f"<p>{html(question.text)}</p>")
    _html(element, "generalfeedback", f"<p>{html(question.explanation)}</p>")
    for tag, value in (("defaultgrade", "1"), ("penalty", "0.3333333"), ("hidden", "0"), ("idnumber", question.id)):
        _plain(element, tag, value)
    return element


def _tags(element, question):
    tags = ElementTree.SubElement(element, "tags")
    for tag in (question.notebook, *(f"misconception {idea}" for idea in ideas(question))):
        _text(tags, "tag", tag)


def _answer(element, text, per_cent, said="", format="html"):
    answer = _text(element, "answer", text, fraction=f"{per_cent:.5f}".rstrip("0").rstrip("."), format=format)
    _html(answer, "feedback", html(said))
    return answer


def _choice(root, question):
    element = _head(root, question, "multichoice")
    single = question.kind == "single"
    _plain(element, "single", str(single).lower())
    _plain(element, "shuffleanswers", str(mixed(question)).lower())
    _plain(element, "answernumbering", "ABCD")
    worth = {option.key: 100.0 * option.right for option in question.options} if single else shares(question)
    for key in question.shown():
        option = question.options[key]
        _answer(element, html(option.label), worth[key], feedback(option))
    _tags(element, question)


def _numeric(root, question):
    element = _head(root, question, "numerical", f"<p>{html(question.text)}</p><p><em>{instruction(question)}</em></p>")
    for target in targets(question):
        answer = _answer(
            element, repr(float(target.value)), 100.0 * target.right, target.feedback, "moodle_auto_format"
        )
        _plain(answer, "tolerance", repr(target.tolerance))
    answer = _answer(element, "*", 0.0, question.otherwise, "moodle_auto_format")
    _plain(answer, "tolerance", "0")
    _plain(element, "unitgradingtype", "0")
    _plain(element, "showunits", "3")
    _tags(element, question)


def _ordering(root, question):
    element = _head(root, question, "ordering")
    for tag, value in ORDERING.items():
        _plain(element, tag, value)
    for tag in ("correctfeedback", "partiallycorrectfeedback"):
        _html(element, tag, "")
    said = [f"“{html(item.label)}”: {html(item.feedback)}" for item in question.options if item.feedback]
    _html(element, "incorrectfeedback", "<br>".join(said))
    for position, item in enumerate(question.options, start=1):
        answer = _html(element, "answer", html(item.label), fraction=str(position))
        if item.feedback:
            _html(answer, "feedback", html(item.feedback))
    _tags(element, question)


KINDS = {"single": _choice, "multiple": _choice, "numeric": _numeric, "ordering": _ordering}

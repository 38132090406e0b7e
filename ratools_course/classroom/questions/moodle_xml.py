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
    one = ElementTree.SubElement(root, "question", type=kind)
    _text(one, "name", question.id)
    _html(one, "questiontext", text or f"<p>{html(question.text)}</p>")
    _html(one, "generalfeedback", f"<p>{html(question.explanation)}</p>")
    for tag, value in (("defaultgrade", "1"), ("penalty", "0.3333333"), ("hidden", "0"), ("idnumber", question.id)):
        _plain(one, tag, value)
    return one


def _tags(one, question):
    tags = ElementTree.SubElement(one, "tags")
    for tag in (question.notebook, *(f"misconception {idea}" for idea in ideas(question))):
        _text(tags, "tag", tag)


def _answer(one, text, per_cent, said="", format="html"):
    answer = _text(one, "answer", text, fraction=f"{per_cent:.5f}".rstrip("0").rstrip("."), format=format)
    _html(answer, "feedback", html(said))
    return answer


def _choice(root, question):
    one = _head(root, question, "multichoice")
    single = question.kind == "single"
    _plain(one, "single", str(single).lower())
    _plain(one, "shuffleanswers", str(mixed(question)).lower())
    _plain(one, "answernumbering", "ABCD")
    worth = {option.key: 100.0 * option.right for option in question.options} if single else shares(question)
    for key in question.shown():
        option = question.options[key]
        _answer(one, html(option.label), worth[key], feedback(option))
    _tags(one, question)


def _numeric(root, question):
    one = _head(root, question, "numerical", f"<p>{html(question.text)}</p><p><em>{instruction(question)}</em></p>")
    for target in targets(question):
        answer = _answer(one, repr(float(target.value)), 100.0 * target.right, target.feedback, "moodle_auto_format")
        _plain(answer, "tolerance", repr(target.tolerance))
    answer = _answer(one, "*", 0.0, question.otherwise, "moodle_auto_format")
    _plain(answer, "tolerance", "0")
    _plain(one, "unitgradingtype", "0")
    _plain(one, "showunits", "3")
    _tags(one, question)


def _ordering(root, question):
    one = _head(root, question, "ordering")
    for tag, value in ORDERING.items():
        _plain(one, tag, value)
    for tag in ("correctfeedback", "partiallycorrectfeedback"):
        _html(one, tag, "")
    said = [f"“{html(item.label)}”: {html(item.feedback)}" for item in question.options if item.feedback]
    _html(one, "incorrectfeedback", "<br>".join(said))
    for place, item in enumerate(question.options, start=1):
        answer = _html(one, "answer", html(item.label), fraction=str(place))
        if item.feedback:
            _html(answer, "feedback", html(item.feedback))
    _tags(one, question)


KINDS = {"single": _choice, "multiple": _choice, "numeric": _numeric, "ordering": _ordering}

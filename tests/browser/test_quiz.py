"""The quiz in a real browser: live in JupyterLab, alive on static pages, as text without a script."""

import json
import re
from itertools import combinations, permutations

import pytest

from ratools.forms import static_page
from ratools_course import quiz
from ratools_course.quizzes import Quiz
from ratools_course.quizzes import bank as quiz_bank
from ratools_course.quizzes.grading import PHRASES, Option, Question
from ratools_course.widgets.static_files import script

SETUP = """
import json, os
os.environ["RATOOLS_PROGRESS"] = os.path.abspath("quiz-progress.jsonl")
from ratools_course import quiz, warm_up
from ratools_course.quizzes import Quiz, bank
"""
WHOLE = "Quiz('Quiz: nDCG', bank.banks()['05_ndcg'].questions)"  # also those that its quiz leaves to warm-ups
QUESTIONS = [question for bank in quiz_bank.banks().values() for question in bank.questions]
ASKED = {question.id: question for question in QUESTIONS}
NASTY = "<script>window.broken = 1</script> <img src=x onerror='window.broken = 1'> \"q\" & 'r' مرحبا " + "w" * 300


class Asked:
    """One question on a page, as a reader sees it."""

    def __init__(self, quiz, id):
        words = ASKED[id].text.replace("`", "")
        self.root = quiz.locator(".rtq-question").filter(has_text=words)
        self.question = ASKED[id]

    def option(self, key):
        label = self.question.options[key].label.replace("`", "")
        role = {"single": "radio", "multiple": "checkbox"}[self.question.kind]
        mark = "( ?[✓✗○])? ?(right|tried, not right|the right answer)?"
        return self.root.get_by_role(role, name=re.compile(f"^{re.escape(label)}{mark}$"))

    def check(self):
        self.root.get_by_role("button", name="Check", exact=True).click()

    def status(self):
        return self.root.get_attribute("data-status")

    def said(self):
        return self.root.locator(".rtq-feedback").inner_text()

    def labels(self):
        return self.root.locator("li .rtq-label").all_inner_texts()


def focused(page):
    """What has the focus: its accessible words."""
    return page.evaluate("() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText")


# In JupyterLab -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def notebook(open_notebook, make_notebook):
    cells = [SETUP, f"shown = {WHOLE}\nshown", "warm = warm_up('05_ndcg')\nwarm", "one = quiz('ap-miss')\none"]
    opened = open_notebook(make_notebook("quiz.ipynb", *cells, "shown"), height=1400)
    opened.run_all()
    assert opened.errors() == []
    opened.page.wait_for_function("document.querySelectorAll('.rtq').length === 4")
    return opened


@pytest.fixture
def quizzes(notebook):
    """The quiz, the warm-up, the single question, and the quiz once more."""
    return [notebook.page.locator(".rtq").nth(place) for place in range(4)]


def answers(notebook, id, wanted, name="shown"):
    """Python has heard these answers to a question."""
    notebook.becomes(f"print(json.dumps({name}.answers.get({id!r})))", wanted)


def status(notebook, id, wanted, tries):
    """Python knows how a question of the quiz stands."""
    notebook.becomes(f"print(json.dumps(shown.status.get({id!r})))", {"status": wanted, "tries": tries})


def python_says(notebook, name="shown"):
    return notebook.python(f"print(json.dumps([{name}.answers, {name}.status]))")


def test_wrong_then_right_by_mouse(notebook, quizzes):
    assert notebook.errors() == []
    asked = Asked(quizzes[0], "cg-two-pages")
    asked.check()
    assert PHRASES["choose"] in asked.said() and asked.status() == "open"
    asked.option(1).click()
    asked.check()
    assert (
        "✗" in asked.said() and "Not yet." in asked.said() and ASKED["cg-two-pages"].options[1].feedback in asked.said()
    )
    status(notebook, "cg-two-pages", "wrong", 1)
    asked.root.locator(".rtq-label", has_text="Both get 5").click()  # the words are as good as the button
    asked.check()
    assert "✓" in asked.said() and "Right, after 2 tries." in asked.said()
    assert ASKED["cg-two-pages"].explanation in asked.said()
    assert asked.option(2).is_disabled() and asked.root.get_by_role("button", name="Check").count() == 0
    status(notebook, "cg-two-pages", "right", 2)
    assert python_says(notebook) == [{"cg-two-pages": [1, 0]}, {"cg-two-pages": {"status": "right", "tries": 2}}]
    assert "1 of 8 right, 0 at the first try" in quizzes[0].locator(".rtq-head").inner_text()
    notebook.becomes(Asked(quizzes[3], "cg-two-pages").said, asked.said())  # two views of one quiz stay in step


def test_wrong_then_right_by_keyboard_alone(notebook, quizzes):
    page, asked = notebook.page, Asked(quizzes[0], "ndcg-ideal-list")
    before = notebook.run_js("() => panel.content.activeCellIndex")
    asked.option(asked.question.shown()[0]).focus()
    page.keyboard.press("Space")
    page.keyboard.type("ddx")  # Lab's keys for deleting and cutting a cell
    page.keyboard.press("ArrowDown")  # 3, 2, 2, 1, 0
    page.keyboard.press("Enter")
    assert asked.status() == "wrong" and "cut at k as well" in asked.said()
    page.keyboard.press("ArrowDown")  # 3, 2, 2
    page.keyboard.press("Tab")
    assert focused(page) == "Check"
    page.keyboard.press("Space")
    assert asked.status() == "right" and "Right, after 2 tries." in asked.said()
    assert asked.root.locator(".rtq-feedback").evaluate("node => node === document.activeElement")
    page.keyboard.press("Tab")
    assert focused(page) == "Your number", "on to the next question"
    assert notebook.run_js("() => panel.content.activeCellIndex") == before, "Lab did not take the keys"
    assert len(notebook.cells()) == 5
    answers(notebook, "ndcg-ideal-list", [2, 0])


def test_a_number_with_a_comma(notebook, quizzes):
    asked = Asked(quizzes[0], "ndcg-one-missing")
    field = asked.root.get_by_role("textbox", name="Your number")
    for typed, status, sentence in [
        ("drei", "open", "“drei” is not a number that can be read."),
        ("0,8", "open", "Write at least 3 decimals."),
        ("1,0", "wrong", "the ideal is made of all judged documents"),
        ("0,763", "right", "More exactly, it is 0.7625…."),
    ]:
        field.fill(typed)
        field.press("Enter")
        assert (asked.status(), sentence in asked.said()) == (status, True), typed
    answers(notebook, "ndcg-one-missing", ["1,0", "0,763"])
    assert not field.is_editable()


def test_several_ticks(notebook, quizzes):
    asked = Asked(quizzes[0], "ndcg-unchanged")
    for key in (0, 3):
        asked.option(key).check()
    asked.check()
    assert "“Use exponential gain”" in asked.said() and PHRASES["also-missing"] in asked.said()
    asked.option(3).uncheck()
    for key in (1, 2, 5):
        asked.option(key).check()
    asked.check()
    assert asked.status() == "right"
    answers(notebook, "ndcg-unchanged", [[0, 3], [0, 1, 2, 5]])


def test_ordering_by_mouse_and_by_keyboard(notebook, quizzes):
    page, asked = notebook.page, Asked(quizzes[0], "dcg-best-page")
    assert asked.labels() == ["3, 0, 2", "2, 3, 0", "0, 3, 2", "3, 2, 0"]
    asked.check()
    assert "Place 1: “3, 0, 2” does not belong there." in asked.said()
    up = asked.root.get_by_role("button", name="Move “3, 2, 0” up")
    up.click()
    assert asked.labels() == ["3, 0, 2", "2, 3, 0", "3, 2, 0", "0, 3, 2"]
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    assert asked.labels() == ["3, 2, 0", "3, 0, 2", "2, 3, 0", "0, 3, 2"] and focused(page) == "Move “3, 2, 0” up"
    page.keyboard.press("Enter")  # at the top: nothing more to do
    assert asked.root.locator("[aria-live].rt-unseen").inner_text() == "“3, 2, 0” is now at place 1 of 4."
    asked.check()
    assert asked.status() == "right"
    status(notebook, "dcg-best-page", "right", 2)


def test_python_answers_and_the_page_follows(notebook, quizzes):
    asked = Asked(quizzes[0], "ndcg-all-ten")
    notebook.python("_ = shown.answer('ndcg-all-ten', 1)")
    asked.root.locator(".rtq-feedback", has_text="exchange rate").wait_for()
    assert asked.option(1).is_checked() and asked.status() == "wrong"
    notebook.python("_ = shown.answer('ndcg-all-ten', 0)")
    asked.root.locator(".rtq-feedback", has_text="Right, after 2 tries.").wait_for()
    assert asked.option(0).is_checked() and asked.status() == "right"


def test_a_single_question_can_be_started_over(notebook, quizzes):
    asked = Asked(quizzes[2], "ap-miss")
    assert quizzes[2].locator(".rtq-head").count() == 0
    asked.option(0).check()
    asked.check()
    quizzes[2].get_by_role("button", name="Start over").click()
    assert asked.status() == "open" and asked.said() == "" and not asked.option(0).is_checked()
    asked.option(1).check()
    asked.check()
    notebook.becomes("print(json.dumps(one.answers))", {"ap-miss": [1]})


def test_show_me_leaves_a_question_open(notebook, quizzes):
    page, asked = notebook.page, Asked(quizzes[0], "ndcg-two-numbers")
    asked.option(asked.question.shown()[0]).focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert focused(page) == "I don’t know — show me"
    page.keyboard.press("Enter")
    assert asked.status() == "shown" and "Shown, and still open." in asked.said()
    assert asked.question.explanation in asked.said() and asked.option(0).is_checked() and asked.option(1).is_disabled()
    assert "Right" not in asked.said() and "Not yet" not in asked.said()
    status(notebook, "ndcg-two-numbers", "shown", 0)
    before = quizzes[0].locator(".rtq-head").inner_text()
    assert asked.root.locator(".rtq-feedback").evaluate("node => node === document.activeElement")
    page.keyboard.press("Tab")
    assert focused(page) == "Try it again"
    page.keyboard.press("Enter")
    assert asked.status() == "open" and asked.said() == "" and not asked.option(0).is_checked()
    asked.option(1).check()
    asked.check()
    assert asked.status() == "wrong" and quizzes[0].locator(".rtq-head").inner_text() == before
    asked.option(0).check()
    asked.check()
    assert "Right, after it was shown." in asked.said()
    answers(notebook, "ndcg-two-numbers", [None, 1, 0])
    other = Asked(quizzes[0], "dcg-third-rank")
    assert other.root.locator(".rtq-hint").inner_text() == "such as 2.5 or 5/2"
    other.root.get_by_role("button", name="show me").click()
    assert other.root.get_by_role("textbox").input_value() == "1.5" and other.status() == "shown"


LOOKS = [("light", 1200, False), ("dark", 1200, True), ("narrow", 420, False)]


@pytest.mark.parametrize(("label", "width", "dark"), LOOKS)
def test_it_looks_right_and_axe_agrees(notebook, quizzes, axe, label, width, dark):
    notebook.screenshot(label, width, dark)
    brightness = notebook.brightness()
    assert brightness < 110 if dark else brightness > 180
    assert axe(notebook.page, ".rtq", colours=dark) == []
    over = "node => [...node.querySelectorAll('*')].filter((one) => one.scrollWidth > one.clientWidth + 1"
    over += " && getComputedStyle(one).display !== 'inline' && !one.matches('.rt-unseen, .rt-unseen *')).length"
    assert quizzes[0].evaluate(over) == 0, "nothing sticks out"


def test_answers_come_back_after_a_restart(notebook, quizzes):
    notebook.set_theme(False)
    notebook.page.set_viewport_size({"width": 1200, "height": 1400})
    before, said = python_says(notebook), quizzes[0].locator(".rtq-feedback").all_inner_texts()
    notebook.run_js("() => panel.sessionContext.session.kernel.restart()")
    notebook.run_js("() => panel.sessionContext.session.kernel.info")
    notebook.run_all()
    notebook.page.wait_for_function("document.querySelectorAll('.rtq').length === 4")
    assert python_says(notebook) == before and len(before[0]) == 8
    notebook.becomes(quizzes[0].locator(".rtq-feedback").all_inner_texts, said)
    assert python_says(notebook, "one")[0] == {"ap-miss": [1]}, "the turn before is over"
    assert python_says(notebook, "warm")[0] == {}
    assert notebook.errors() == []


# Without a kernel --------------------------------------------------------------------------------------------------


def hostile():
    options = tuple(Option(key, f"{NASTY} {key}", key == 0, NASTY, "cg-sees-order") for key in range(3))
    facts = {"text": NASTY + " `<b>code</b>`", "notebook": "x", "explanation": NASTY, "options": options}
    kinds = {"single": {}, "multiple": {}, "ordering": {}, "numeric": {"options": (), "value": 0.5, "otherwise": NASTY}}
    return Quiz(NASTY, [Question(id=f"nasty-{kind}", kind=kind, **facts | more) for kind, more in kinds.items()])


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with a page of a whole quiz and one of hostile texts."""
    place = tmp_path_factory.mktemp("pages")
    whole = Quiz("Quiz: nDCG", quiz_bank.banks()["05_ndcg"].questions)
    (place / "quiz.html").write_text(static_page(whole, quiz("ap-miss"), title="Quiz"), encoding="utf-8")
    (place / "nasty.html").write_text(static_page(hostile(), title="Nasty"), encoding="utf-8")
    return place


@pytest.mark.parametrize("way", ["http", "file"])
def test_a_page_without_a_kernel_grades(visit, way, axe, picture):
    page = visit("quiz.html", way)
    asked = Asked(page.locator(".rtq").first, "ndcg-one-missing")
    field = asked.root.get_by_role("textbox")
    field.fill("1")
    field.press("Enter")
    assert asked.status() == "wrong"
    field.fill("76,25 %")
    asked.check()
    assert "Right, after 2 tries." in asked.said()
    assert "1 of 8 right" in page.locator(".rtq-head").first.inner_text()
    if way == "file":
        picture(page, "quiz-static")
        assert axe(page, "body") == []


def test_without_scripts_there_is_the_text(visit):
    page = visit("quiz.html", java_script_enabled=False)
    assert page.get_by_text("A document of grade 3 stands at rank 3.").is_visible()
    answer = page.get_by_text("1.5", exact=True)
    assert not answer.is_visible()
    page.locator("summary").nth(1).click()
    assert answer.is_visible()


def test_hostile_texts_are_texts(visit, picture):
    page = visit("nasty.html")
    page.set_viewport_size({"width": 400, "height": 900})
    questions = page.locator(".rtq-question")
    for place in range(4):
        if questions.nth(place).locator("input[type=text]").count():
            questions.nth(place).locator("input").fill(NASTY)
        else:
            for box in questions.nth(place).locator("input").all()[:1]:
                box.check()
        questions.nth(place).get_by_role("button", name="Check").click()
    assert page.evaluate("window.broken") is None and page.locator(".rtq img, .rtq script, .rtq b").count() == 0
    assert (
        NASTY in questions.first.inner_text() and "<b>code</b>" in questions.first.locator("legend code").inner_text()
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 400
    picture(page, "quiz-nasty")


def some_answers(question):
    """Every answer that a page could send, or for a number every kind of it."""
    keys = [option.key for option in question.options]
    if question.kind == "single":
        return [None, *keys]
    if question.kind == "multiple":
        return [list(some) for size in range(len(keys) + 1) for some in combinations(keys, size)]
    if question.kind == "ordering":
        return [list(order) for order in permutations(keys)]
    values = [question.value, *(option.value for option in question.options)]
    typed = ["", " ", "x", "1/0", "2/3", "0x1", "1,234.5", "\u22120,5", "100 %", "1" * 41, "é" * 60, "😀" * 45]
    typed += ["½", "1½", "½ %", "1e-3", "1,5E-1", "1e3", "1e100", "3\u20444"]
    typed += [form for x in values for form in (repr(x), f"{100 * x:.6g} %", f"{100 * x:.1f}", f"  {x:.3f}\t", f"-{x}")]
    near = [f"{x + off:.{digits}f}" for x in values for off in (0, 6e-4, -6e-4, 1e-3) for digits in (1, 2, 3, 4)]
    return typed + [one for form in near for one in (form, form.replace(".", ","))]


def test_the_page_and_python_grade_alike(visit):
    """Status and every sentence, for every question of the bank."""
    page = visit("quiz.html")
    tried = [(question, answer) for question in QUESTIONS for answer in some_answers(question)]
    graded = page.evaluate(
        """async ([code, questions, tried, phrases]) => {
            const url = URL.createObjectURL(new Blob([code], {type: "text/javascript"}));
            const {grade} = await import(url);
            return tried.map(([id, answer]) => grade(questions[id], answer, phrases));
        }""",
        [
            script("fields.js") + script("quiz.js"),
            {question.id: question.public() for question in QUESTIONS},
            [(question.id, answer) for question, answer in tried],
            PHRASES,
        ],
    )
    assert len(tried) > 500
    for (question, answer), there in zip(tried, graded, strict=True):
        here = question.grade(answer)
        assert (here.status, list(here.feedback)) == (there["status"], there["feedback"]), (question.id, answer)


def test_nothing_complains_and_nothing_leaves_the_machine(notebook):
    """The last test of this file: it also covers what the others did."""
    assert notebook.addresses and notebook.strangers() == []
    assert notebook.console_errors == []
    assert json.loads(notebook.run_js("() => JSON.stringify(window.broken ?? null)")) is None

"""Predictions in a real browser: live in JupyterLab, alive on static pages, as text without a script."""

import json
from itertools import permutations

import pytest

from ratools.forms import static_page
from ratools_course import predict
from ratools_course.quizzes import Prediction
from ratools_course.quizzes import bank as quiz_bank
from ratools_course.quizzes.grading import PHRASES, Option, Question, take_guess
from ratools_course.widgets.static_files import script

PREDICTIONS = [one for bank in quiz_bank.banks().values() for one in bank.predictions]
SETUP = """
import json, os
os.environ["RATOOLS_PROGRESS"] = os.path.abspath("predict-progress.jsonl")
from ratools_course import predict
from ratools_course.learner import progress_log
from ratools_course.quizzes import Prediction
from ratools_course.quizzes.grading import Option, Question
"""
ORDER = """
pages = ["R R n n", "R n n R", "n R R n", "n n R R"]
items = tuple(Option(key, label) for key, label in enumerate(pages))
text = "Two of four documents are relevant (R). Order the pages by average precision, best first."
order = Prediction(Question("04-order", "ordering", text, "04_average_precision", "An early hit counts twice.", items))
order
"""
NASTY = "<script>window.broken = 1</script> <img src=x onerror='window.broken = 1'> \"q\" & 'r' مرحبا " + "w" * 300


class Asked:
    """One prediction on a page, as a reader sees it."""

    def __init__(self, root):
        self.root = root
        self.field = root.get_by_role("textbox", name="Your number")

    def commit(self):
        self.root.get_by_role("button", name="Commit", exact=True).click()

    def is_open(self):
        return self.root.locator("form").get_attribute("data-status") == "open"

    def said(self):
        return self.root.locator(".rtq-feedback").inner_text()


def focused(page):
    """What has the focus: its accessible words."""
    return page.evaluate("() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText")


# In JupyterLab -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def notebook(open_notebook, make_notebook):
    names = ["05-third-stall", "03-three-one-two", "05-lost-tutorial", "01-by-looking"]
    cells = [f"p{place} = predict({name!r})\np{place}" for place, name in enumerate(names)]
    opened = open_notebook(make_notebook("predict.ipynb", SETUP, *cells, ORDER, "p0"), height=1400)
    opened.run_all()
    assert opened.errors() == []
    opened.page.wait_for_function("document.querySelectorAll('.rtq').length === 6")
    return opened


@pytest.fixture
def asked(notebook):
    """Stall, three ranks, lost tutorial, two systems, an order, and the stall once more."""
    return [Asked(notebook.page.locator(".rtq").nth(place)) for place in range(6)]


def python_hears(notebook, name, wanted):
    notebook.becomes(f"print(json.dumps({name}.taken))", wanted)


KEPT = "print(json.dumps([[l['prediction'], l['status'], l.get('guess')] for l in progress_log.read()]))"


def test_run_all_shows_the_questions_only(notebook, asked):
    assert all(one.is_open() and one.said() == "" for one in asked)
    shown = notebook.page.locator(".jp-Notebook").inner_text()
    assert not any(one.explanation[:40] in shown for one in PREDICTIONS)
    assert asked[0].root.locator(".rtq-hint").inner_text() == "a number from 0 to 1"
    assert notebook.python(KEPT) == []


def test_a_number_by_keyboard_alone(notebook, asked):
    page, stall = notebook.page, asked[0]
    stall.field.focus()
    before = notebook.run_js("() => panel.content.activeCellIndex")
    for typed, sentence in [("", "Write a number first"), ("ddx", "“ddx” is not a number"), ("30", "from 0 to 1")]:
        stall.field.fill("")
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
        assert sentence in stall.said() and stall.is_open()
        assert "0.5" not in stall.said()
    stall.field.fill("")
    page.keyboard.type("30 %")
    page.keyboard.press("Tab")
    assert focused(page) == "Commit"
    page.keyboard.press("Tab")
    assert focused(page) == "Show me"
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Space")
    assert not stall.is_open() and "You were 0.2 too low." in stall.said()
    assert "Your guess\n30 %" in stall.said() and "The answer\n0.5" in stall.said()
    assert "1 / log2(rank + 1) at rank 3" in stall.said() and "again=True" in stall.said()
    assert stall.field.input_value() == "30 %" and not stall.field.is_editable()
    assert stall.root.get_by_role("button").count() == 0
    assert stall.root.locator(".rtq-feedback").evaluate("node => node === document.activeElement")
    notebook.becomes(asked[5].said, stall.said())  # two views stay in step
    python_hears(notebook, "p0", {"guess": "30 %"})
    notebook.becomes(KEPT, [["05-third-stall", "kept", 0.3]])
    assert notebook.run_js("() => panel.content.activeCellIndex") == before and len(notebook.cells()) == 7


def test_a_choice_by_keyboard_alone(notebook, asked):
    page, one = notebook.page, asked[1]
    one.root.get_by_role("radio").first.focus()
    page.keyboard.press("Enter")
    assert PHRASES["choose"] in one.said()
    page.keyboard.press("Space")
    page.keyboard.type("dd")  # Lab's keys for deleting a cell
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert "Exactly 1/2" in one.said() and "More than 1/2" in one.said() and "0.611" in one.said()
    marks = one.root.locator(".rtq-option").all_inner_texts()
    assert "your guess" in marks[1] and "the answer" in marks[2] and "guess" not in marks[0]
    assert not any(word in one.said() for word in ("Not yet", "wrong", "Right", "✗", "✓"))
    python_hears(notebook, "p1", {"guess": 1})
    assert len(notebook.cells()) == 7


def test_show_me_needs_no_guess(notebook, asked):
    one = asked[2]
    one.root.get_by_role("button", name="Show me").click()
    assert not one.is_open() and "The answer\n0.6608" in one.said() and "Your guess" not in one.said()
    python_hears(notebook, "p2", {"shown": True})
    notebook.becomes(lambda: notebook.python(KEPT)[-1], ["05-lost-tutorial", "shown", None])


def test_a_right_guess_is_simply_told(notebook, asked):
    asked[3].root.get_by_role("radio", name="meaning search").check()
    asked[3].commit()
    assert "You had it." in asked[3].said()
    assert "your guess, the answer" in asked[3].root.locator(".rtq-option").nth(1).inner_text()


def test_an_order(notebook, asked):
    page, one = notebook.page, asked[4]
    labels = one.root.locator("li .rtq-label").all_inner_texts()
    for _ in range(labels.index("R R n n")):
        one.root.get_by_role("button", name="Move “R R n n” up").focus()
        page.keyboard.press("Enter")
    one.commit()
    assert "of the 6 pairs the other way round." in one.said()
    assert one.root.locator(".rtq-right-order li").all_inner_texts() == ["R R n n", "R n n R", "n R R n", "n n R R"]
    notebook.becomes("print(json.dumps(order.taken.get('guess', [None])[0]))", 0)
    assert notebook.python("print(json.dumps(order._compared()['off']))") > 0


LOOKS = [("light", 1200, False), ("dark", 1200, True), ("narrow", 420, False)]


@pytest.mark.parametrize(("label", "width", "dark"), LOOKS)
def test_it_looks_right_and_axe_agrees(notebook, asked, axe, label, width, dark):
    notebook.screenshot(label, width, dark)
    brightness = notebook.brightness()
    assert brightness < 110 if dark else brightness > 180
    assert axe(notebook.page, ".rtq", colours=dark) == []
    over = "node => [...node.querySelectorAll('*')].filter((one) => one.scrollWidth > one.clientWidth + 1"
    over += " && getComputedStyle(one).display !== 'inline' && !one.matches('.rt-unseen, .rt-unseen *')).length"
    assert [one.root.evaluate(over) for one in asked] == [0] * 6, "nothing sticks out"


def test_a_rerun_shows_ones_own_guess_and_again_asks_anew(notebook, asked):
    notebook.set_theme(False)
    notebook.page.set_viewport_size({"width": 1200, "height": 1400})
    said, lines = [one.said() for one in asked[:4]], notebook.python(KEPT)
    notebook.run_js("() => panel.sessionContext.session.kernel.restart()")
    notebook.run_js("() => panel.sessionContext.session.kernel.info")
    notebook.run_all()
    notebook.page.wait_for_function("document.querySelectorAll('.rtq').length === 6")
    notebook.becomes(lambda: [one.said() for one in asked[:4]], said)
    assert notebook.python(KEPT) == lines
    assert notebook.python("print(json.dumps(predict('05-third-stall', again=True).taken))") == {}
    assert notebook.errors() == []


# Without a kernel --------------------------------------------------------------------------------------------------


def hostile():
    options = tuple(Option(key, f"{NASTY} {key}", key == 0) for key in range(3))
    facts = {"text": NASTY + " `<b>code</b>`", "notebook": "x", "explanation": NASTY, "options": options}
    kinds = {"single": {}, "ordering": {}, "numeric": {"options": (), "value": 0.5}}
    return [Prediction(Question(id=f"nasty-{kind}", kind=kind, **facts | more)) for kind, more in kinds.items()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with a page of predictions and one of hostile texts."""
    place = tmp_path_factory.mktemp("pages")
    shown = [predict(name) for name in ("05-third-stall", "05-which-column", "05-lost-tutorial")]
    (place / "predict.html").write_text(static_page(*shown, title="Predictions"), encoding="utf-8")
    (place / "nasty.html").write_text(static_page(*hostile(), title="Nasty"), encoding="utf-8")
    return place


@pytest.mark.parametrize("way", ["http", "file"])
def test_a_page_without_a_kernel_keeps_a_guess_while_it_is_open(visit, way, axe, picture):
    page = visit("predict.html", way)
    stall, column = (Asked(page.locator(".rtq").nth(place)) for place in range(2))
    stall.field.fill("½")
    stall.field.press("Enter")
    assert "You had it." in stall.said() and "Reload the page to guess again." in stall.said()
    column.root.get_by_role("radio", name="Average precision").check()
    column.commit()
    assert "In none of them" in column.said()
    if way == "file":
        picture(page, "predict-static")
        assert axe(page, "body") == []
    page.reload()
    page.wait_for_selector(".rtq")
    assert stall.is_open() and stall.field.input_value() == "" and stall.said() == ""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_narrow_page_in_the_systems_colours(visit, axe, picture, scheme):
    page = visit("predict.html", color_scheme=scheme)
    page.set_viewport_size({"width": 360, "height": 900})
    Asked(page.locator(".rtq").first).root.get_by_role("button", name="Show me").click()
    picture(page, f"predict-static-{scheme}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360 and axe(page, ".rtq") == []


def test_without_scripts_there_is_the_question_alone(visit):
    page = visit("predict.html", java_script_enabled=False)
    assert page.get_by_text("A long market street").is_visible() and page.get_by_text("In none of them").is_visible()
    assert not any(one.explanation[:40] in page.locator("main").inner_text() for one in PREDICTIONS)
    assert page.locator("details").count() == 0


def test_hostile_texts_are_texts(visit):
    page = visit("nasty.html")
    page.set_viewport_size({"width": 400, "height": 900})
    for place in range(3):
        one = Asked(page.locator(".rtq").nth(place))
        if one.field.count():
            one.field.fill(NASTY)
            one.commit()
            one.field.fill("2")
        elif one.root.get_by_role("radio").count():
            one.root.get_by_role("radio").last.check()
        one.commit()
        assert not one.is_open()
    assert page.evaluate("window.broken") is None and page.locator(".rtq img, .rtq script, .rtq b").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 400


def some_guesses(question):
    if question.kind == "single":
        return [None, *range(len(question.options))]
    if question.kind == "ordering":
        return [list(order) for order in permutations(range(len(question.options)))]
    if question.kind == "grades":
        return [
            list(pair) for pair in permutations(["", "x", "3", "3", "0", "10", "10.01", "½"], len(question.options))
        ]
    return ["", " ", "x", "½", "1½", "1e-3", "30 %", "30", "-0.1", "0", "1", "3", "3.0001", "2/3", "w" * 60, "0,5"]


def test_the_page_and_python_take_the_same_guesses(visit):
    page = visit("predict.html")
    tried = [(question, guess) for question in PREDICTIONS for guess in some_guesses(question)]
    taken = page.evaluate(
        """async ([code, questions, tried, phrases]) => {
            const url = URL.createObjectURL(new Blob([code], {type: "text/javascript"}));
            const {takeGuess} = await import(url);
            return tried.map(([id, guess]) => takeGuess(questions[id], guess, phrases));
        }""",
        [
            script("fields.js") + script("predict.js"),
            {question.id: question.public() for question in PREDICTIONS},
            [(question.id, guess) for question, guess in tried],
            PHRASES,
        ],
    )
    for (question, guess), there in zip(tried, taken, strict=True):
        value, problem = take_guess(question, guess)
        assert (value, problem) == (there.get("taken"), there.get("problem")), (question.id, guess)


def test_nothing_complains_and_nothing_leaves_the_machine(notebook):
    """The last test of this file: it also covers what the others did."""
    assert notebook.addresses and notebook.strangers() == []
    assert notebook.console_errors == []
    assert json.loads(notebook.run_js("() => JSON.stringify(window.broken ?? null)")) is None

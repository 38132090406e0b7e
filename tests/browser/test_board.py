"""The ranking board in a real browser: live in JupyterLab, alive on static pages, and as a table without a kernel."""

import functools
import http.server
import json
import random
import re
import statistics
import threading

import pytest

import ratools as rt
from ratools.forms import static_page
from ratools_course.widgets.board import RankingBoard

SETUP = """
import json
import ipywidgets
from ratools_course import RankingBoard

DOCS = {"d1": "Asyncio in ten minutes", "d2": "Java threading guide", "d3": "The asyncio tutorial",
        "d4": "Await, gather, timeout", "d5": "Event loops, a talk"}
GRADES = {"d1": 2, "d2": 0, "d3": 3, "d4": 2, "d5": 1}
TASK = {"measure": "nDCG@5", "goal": 0.99, "moves": 2}
NASTY = ["<script>window.broken = 1</script>", "<img src=x onerror='window.broken = 1'>", "\\"quoted\\" & 'single'",
         "مرحبا بالعالم", "w" * 400, "</script><!--"]
board = RankingBoard(DOCS, GRADES, k=5, query="python async tutorial", challenge=TASK)
other = RankingBoard(dict(enumerate(NASTY)), {0: 1, 1: 3, 2: 0, 4: 2, 9: 4}, k=3, query=NASTY[0])
"""
exec(SETUP, shared := {})  # the same boards on this side
DOCS, GRADES, TASK, NASTY = (shared[name] for name in ("DOCS", "GRADES", "TASK", "NASTY"))
START = list(DOCS)


def plain_board(**options):
    return RankingBoard(DOCS, GRADES, query="python async tutorial", challenge=TASK, **options)


class Board:
    """One board on a page, as a reader sees it."""

    def __init__(self, page, root):
        self.page, self.root = page, root

    def titles(self):
        return self.root.locator(".rtb-list:visible .rtb-title:visible").all_inner_texts()

    def order(self):
        """The ids on the page, for boards over DOCS."""
        back = {title: doc for doc, title in DOCS.items()}
        return [back[title] for title in self.titles()]

    def numbers(self):
        """The measures with all their digits."""
        pairs = "nodes => nodes.map(node => [node.dataset.measure, Number(node.dataset.value)])"
        return dict(self.root.locator("[data-measure]").evaluate_all(pairs))

    def shown(self, measure):
        return self.root.locator(f'[data-measure="{measure}"]').inner_text()

    def text(self, part):
        return self.root.locator(f".rtb-{part}").inner_text()

    def button(self, name):
        return self.root.get_by_role("button", name=name, exact=True)

    def card(self, title):
        return self.root.locator(".rtb-card:visible", has=self.page.get_by_text(title, exact=True))

    def drag(self, title, onto):
        """Drag a card to the lower edge of another, with a real mouse."""
        target = self.card(onto)
        height = target.bounding_box()["height"]
        self.card(title).drag_to(target, source_position={"x": 80, "y": 12}, target_position={"x": 80, "y": height - 4})

    def reset(self):
        if self.button("Reset").get_attribute("aria-disabled") == "false":
            self.button("Reset").click()
        if self.root.locator(".rtb-tab[aria-current]").count():
            self.button("Reset").evaluate("node => node.setAttribute('aria-disabled', 'false')")
            self.button("Reset").click()
        self.page.mouse.move(0, 0)


def close(one, other):
    assert one.keys() == other.keys()
    for name in one:
        assert one[name] == pytest.approx(other[name], abs=1e-12), name


# In JupyterLab -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def notebook(open_notebook, make_notebook):
    heard = """
heard = ipywidgets.HTML("nothing yet")  # an empty output would be waited for
def hear(change=None):
    heard.value = f"<span class='heard'>{json.dumps([other.order, other.values])}</span>"
other.observe(hear, ["order", "k", "gain"])
heard"""
    opened = open_notebook(make_notebook("board.ipynb", SETUP, "board", "board", "other", heard), height=1400)
    opened.run_all()
    opened.page.wait_for_function("document.querySelectorAll('.rtb').length === 3")
    return opened


@pytest.fixture
def boards(notebook):
    """Two views of one board, and another board; each as at the start."""
    boards = [Board(notebook.page, notebook.page.locator(".rtb").nth(n)) for n in range(3)]
    notebook.python(
        "board.reset(); other.reset(); board.k = 5; board.gain = 'linear'; other.k = 3; other.gain = 'linear'"
    )
    notebook.page.wait_for_function("""() => [...document.querySelectorAll('.rtb')].every((root, n) =>
        root.querySelector('.rtb-under').innerText.includes('no moves') && !root.querySelector('[aria-current]') &&
        root.querySelector(`[data-measure="nDCG@${n < 2 ? 5 : 3}"]`) &&
        root.querySelector('[data-choice=linear]').getAttribute('aria-pressed') === 'true')""")
    return boards


def python_says(notebook):
    return notebook.python("print(json.dumps([board.order, board.values, board.moves]))")


def agree(notebook, board, wanted_order=None, wanted_moves=None):
    """Wait until order and numbers on the page are Python's, to twelve digits, and both are as wanted."""

    def unlike():
        order, values, moves = python_says(notebook)
        pairs = [(board.order(), order), (board.numbers(), pytest.approx(values, abs=1e-12))]
        pairs += [(order, wanted_order or order), (moves, moves if wanted_moves is None else wanted_moves)]
        return [pair for pair in pairs if pair[0] != pair[1]]

    notebook.becomes(unlike, [])


def test_it_shows_what_python_computed(notebook, boards):
    assert notebook.errors() == []
    agree(notebook, boards[0], START, 0)
    assert boards[0].shown("nDCG@5") == "0.834"
    assert boards[0].text("formula") == "DCG@5 = 2 ÷ 1.00 + 0 ÷ 1.58 + 3 ÷ 2.00 + 2 ÷ 2.32 + 1 ÷ 2.58 = 4.75"


def test_moving_by_button_keeps_the_focus(notebook, boards):
    up = boards[0].button("Move up: The asyncio tutorial")
    up.click()
    up.click()
    agree(notebook, boards[0], ["d3", "d1", "d2", "d4", "d5"], 2)
    assert up.evaluate("node => document.activeElement === node")
    notebook.page.keyboard.press("Enter")  # at the top already: nothing happens
    agree(notebook, boards[0], None, 2)
    assert "moved from rank 2 to rank 1: nDCG@5 rose from" in boards[0].text("sentence")
    boards[0].button("↶ Undo").click()
    agree(notebook, boards[0], ["d1", "d3", "d2", "d4", "d5"], 1)


def test_moving_by_keyboard_leaves_lab_alone(notebook, boards):
    cell = notebook.run_js("() => panel.content.activeCellIndex")
    boards[0].card("Asyncio in ten minutes").focus()
    for key in ("ArrowDown", "ArrowDown", "Alt+ArrowUp"):
        notebook.page.keyboard.press(key)
    agree(notebook, boards[0], ["d1", "d3", "d2", "d4", "d5"], 1)
    assert boards[0].card("The asyncio tutorial").evaluate("node => document.activeElement === node")
    for key in ("Alt+End", "Home", "Alt+ArrowDown"):
        notebook.page.keyboard.press(key)
    agree(notebook, boards[0], ["d2", "d1", "d4", "d5", "d3"], 3)
    for key in ("d", "d", "a", "b", "Enter"):  # in Lab: delete a cell, add two, edit
        notebook.page.keyboard.press(key)
    assert len(notebook.cells()) == 5
    assert notebook.run_js("() => panel.content.activeCellIndex") == cell
    assert notebook.run_js("() => panel.content.mode") == "command"


def test_everything_can_be_reached_with_tab(notebook, boards):
    boards[0].button("cut-off 1").focus()
    met = []
    name = """() => {
        const node = document.activeElement;
        return node.ariaLabel || (node.querySelector('.rtb-roomy > :first-child') ?? node).textContent;
    }"""
    for _ in range(19):
        met.append(notebook.page.evaluate(name))
        notebook.page.keyboard.press("Tab")
    wanted = ["10cut-off 10", "Rank 1: Asyncio in ten minutes, good, grade 2", "Move down: Asyncio in ten minutes"]
    wanted += ["↶ Undo", "Reset", "1 This page", "3 Ratio", "‹ Back", "Step through ›", "▶ Play", "speed of Play"]
    assert [name for name in met if name in wanted] == wanted


def test_moving_by_drag_is_one_move_and_no_cell_moves(notebook, boards):
    cells = [cell["id"] for cell in notebook.cells()]
    boards[0].drag("Asyncio in ten minutes", onto="Await, gather, timeout")
    agree(notebook, boards[0], ["d2", "d3", "d4", "d1", "d5"], 1)
    boards[0].drag("Event loops, a talk", onto="Java threading guide")
    agree(notebook, boards[0], ["d2", "d5", "d3", "d4", "d1"], 2)
    assert [cell["id"] for cell in notebook.cells()] == cells
    assert notebook.page.locator(".rtb-before, .rtb-after, .rtb-dragged").count() == 0


def test_a_card_stays_on_its_own_board(notebook, boards):
    """Events by hand: a real mouse could not reach from one board to the other without scrolling."""
    notebook.page.evaluate("""() => {
        const [from, , to] = document.querySelectorAll('.rtb'), dataTransfer = new DataTransfer();
        const fire = (node, name) => node.dispatchEvent(
            new DragEvent(name, {dataTransfer, bubbles: true, cancelable: true}));
        const [card, other] = [from.querySelectorAll('.rtb-card')[3], to.querySelectorAll('.rtb-card')[1]];
        fire(card, 'dragstart'), fire(other, 'dragover'), fire(other, 'drop'), fire(card, 'dragend');
    }""")
    agree(notebook, boards[0], START, 0)
    notebook.becomes("print(json.dumps(other.order))", list(range(len(NASTY))))


def test_both_sides_agree_after_random_moves(notebook, boards):
    chance = random.Random(5)
    board = boards[0]
    for _ in range(12):
        if chance.random() < 0.4:
            board.button(chance.choice(["cut-off 1", "cut-off 3", "cut-off 5", "cut-off 10"])).click()
        if chance.random() < 0.3:
            board.root.locator(f"[data-choice={chance.choice(['linear', 'exp'])}]").click()
        board.card(DOCS[chance.choice(START)]).focus()
        notebook.page.keyboard.press(chance.choice(["Alt+ArrowUp", "Alt+ArrowDown", "Alt+Home", "Alt+End"]))
        agree(notebook, board)


def test_two_views_of_one_board_keep_step_and_the_other_board_keeps_still(notebook, boards):
    boards[0].button("Move down: Asyncio in ten minutes").click()
    boards[0].button("Step through ›").click()
    for board in boards[:2]:
        agree(notebook, board, ["d2", "d1", "d3", "d4", "d5"])
    assert boards[1].text("formula") == boards[0].text("formula")
    boards[1].button("cut-off 3").click()
    for board in boards[:2]:
        agree(notebook, board)
        assert "nDCG@3" in board.numbers()
    assert boards[2].titles() == NASTY
    boards[2].button("cut-off 1").click()
    notebook.becomes("print(json.dumps([board.k, other.k]))", [3, 1])
    assert "nDCG@3" in boards[0].numbers() and "nDCG@1" in boards[2].numbers()


def test_python_moves_the_cards_and_refuses_in_a_sentence(notebook, boards):
    notebook.python("board.order = ['d3', 'd1', 'd4', 'd5', 'd2']")
    boards[0].root.locator('[data-measure="nDCG@5"][data-value="1"]').wait_for()
    agree(notebook, boards[1], ["d3", "d1", "d4", "d5", "d2"])
    with pytest.raises(Exception, match="TraitError: document 'zzz' is not on the board"):
        notebook.python("board.order = ['zzz']")


def test_a_wrong_message_from_the_page_does_no_harm(notebook, boards):
    send = """(app, [comm_id, states]) => {
        const kernel = panel.sessionContext.session.kernel;
        for (const state of states) {
            const header = {msg_id: crypto.randomUUID(), msg_type: 'comm_msg', session: kernel.clientId, username: '',
                            version: '5.3', date: new Date().toISOString()};
            const content = {comm_id, data: {method: 'update', state, buffer_paths: []}};
            const rest = {parent_header: {}, metadata: {}, buffers: [], channel: 'shell'};
            kernel.sendShellMessage({header, content, ...rest}, false);
        }
    }"""
    wrong = [
        {"order": ["zzz"]},
        {"order": 7},
        {"k": -1},
        {"gain": None},
        {"cards": []},
        {"stage": 99},
        {"history": "x"},
    ]
    notebook.run_js(send, [notebook.python("print(json.dumps(board.model_id))"), wrong])
    agree(notebook, boards[0], START, 0)
    boards[0].button("Move up: The asyncio tutorial").click()
    agree(notebook, boards[0], None, 1)


def test_the_challenge_is_solved(notebook, boards):
    assert boards[0].text("task").startswith("Task. Reach nDCG@5 ≥ 0.99 in at most two moves.")
    assert boards[0].text("status") == "No moves so far; nDCG@5 is 0.834."
    for title in ("Event loops, a talk", "Await, gather, timeout", "Event loops, a talk"):
        boards[0].button(f"Move up: {title}").click()
    assert "Undo or reset, and try again." in boards[0].text("status")
    boards[0].reset()
    boards[0].card("The asyncio tutorial").focus()
    notebook.page.keyboard.press("Alt+Home")
    assert boards[0].text("status") == "One move so far; nDCG@5 is 0.968."
    boards[0].card("Java threading guide").focus()
    notebook.page.keyboard.press("Alt+End")
    assert boards[0].text("status") == "✓ Solved in two moves: nDCG@5 is 1.000."
    assert boards[0].text("sentence").endswith("Task solved.")
    notebook.becomes("print(json.dumps(board.solved))", True)


def test_stepping_through_the_sum_the_ideal_and_the_ratio(notebook, boards):
    board, met = boards[0], []
    for _ in range(13):
        met.append((board.text("formula"), board.text("sentence")))
        board.root.locator(".rtb-next").click()
    formulas = [formula for formula, _ in met]
    assert formulas[1] == "DCG@5 = 2 ÷ 1.00 + ? ÷ 1.58 + ? ÷ 2.00 + ? ÷ 2.32 + ? ÷ 2.58 = 2.00 so far"
    assert formulas[5] == formulas[0]
    assert formulas[6] == "IDCG@5 = 3 ÷ 1.00 + ? ÷ 1.58 + ? ÷ 2.00 + ? ÷ 2.32 + ? ÷ 2.58 = 3.00 so far"
    assert formulas[10].endswith("= 5.69")
    assert formulas[11] == "nDCG@5 = DCG@5 ÷ IDCG@5 = 4.75 ÷ 5.69 = 0.834"
    assert formulas[12] == formulas[0]
    half = "Rank 3 holds the best document, and rank 3 is worth half. At rank 1 it would add 3.00 instead of 1.50."
    assert met[3][1] == half
    assert len({sentence for _, sentence in met}) == 12  # a sentence of its own for every step
    for formula in reversed(formulas[1:12]):  # and all the way back
        if formula == formulas[11]:
            board.button("3 Ratio").click()
        assert board.text("formula") == formula
        board.button("‹ Back").click()
    notebook.becomes("print(json.dumps([board.stage, board.step]))", [0, 0])


def test_play_goes_on_by_itself_at_the_speed_that_is_set_and_pauses(notebook, boards):
    """How fast that is, is measured below, on a page whose clock can be turned."""
    second = """['DCG@5 = 2 ÷ 1.00 + 0', 'Rank 2 is worth'].every((words, n) =>
        document.querySelector(['.rtb-formula', '.rtb-sentence'][n]).innerText.startsWith(words))"""
    for speed in ("normal", "fast"):
        boards[0].root.get_by_label("speed of Play").select_option(speed)
        notebook.becomes("print(json.dumps(board.speed))", speed)
    boards[0].button("▶ Play").click()
    notebook.page.wait_for_function(second)
    boards[0].button("❚❚ Pause").click()
    assert boards[0].button("▶ Play").is_visible()


def test_the_loss_is_named_as_explain_names_it(notebook, boards):
    chance = random.Random(3)
    for gain in ("linear", "exp", "linear", "exp", "linear"):
        order = chance.sample(START, 5)
        said = notebook.python(f"""
from ratools_course import explain
board.order, board.gain, board.k = {order!r}, {gain!r}, {chance.choice([1, 3, 5])}
print(json.dumps(explain("nDCG(gain=%r)@%d" % (board.gain, board.k), board.order, GRADES).sentence))""")
        agree(notebook, boards[0], order)
        shown = boards[0].text("sentence")
        if said.startswith("No order"):
            assert shown.startswith("No order is better")
            continue
        doc = re.match(r"Most is lost by (d\d)", said).group(1)
        assert f"Most is lost by {DOCS[doc]}" in shown
        assert re.findall(r"at rank (\d) it would", said) == re.findall(r"at rank (\d) it would", shown)


def test_a_document_that_was_never_found_is_marked_in_the_ideal(notebook, boards):
    boards[2].button("2 Ideal page").click()
    assert boards[2].titles() == ["9"]
    assert "not on this page" in boards[2].text("list >> visible=true")
    assert "still counts in the ideal" in boards[2].text("sentence")


def test_nasty_titles_are_text(notebook, boards):
    assert boards[2].titles() == NASTY
    boards[2].button(f"Move down: {NASTY[0]}").click()
    assert boards[2].text("sentence").startswith(NASTY[0] + " moved from rank 1 to rank 2")
    assert notebook.page.evaluate("window.broken") is None
    wide = boards[2].root.evaluate("root => root.scrollWidth - root.clientWidth")
    assert wide <= 0


@pytest.mark.bench
def test_a_move_is_drawn_at_once_and_python_answers_soon(notebook, boards):
    """At most 16 ms in the page, with one view or two, and 100 ms through Python and back; medians of 25."""
    measure = """async ([board, through]) => {
        const root = document.querySelectorAll('.rtb')[board], times = [];
        const [down, up] = ['li:nth-child(2) .rtb-arrow:last-child', 'li:nth-child(3) .rtb-arrow:first-child'];
        for (let i = 0; i < 25; i++) {
            const button = root.querySelector(i % 2 ? up : down);
            const heard = document.querySelector('.heard').parentNode;
            const answer = new Promise((done) => {
                if (!through) return done();
                setTimeout(done, 3000);
                const watch = new MutationObserver(() => (watch.disconnect(), done()));
                watch.observe(heard, {childList: true, subtree: true});
            });
            const start = performance.now();
            button.click();
            await answer;
            await null;
            root.getBoundingClientRect();  // layout is part of it
            times.push(performance.now() - start);
            await new Promise((done) => setTimeout(done, through ? 30 : 60));
        }
        root.querySelector(up).click();  // 25 is odd: back to the start
        return times;
    }"""
    notebook.python("hear()")
    notebook.page.wait_for_selector(".heard", state="attached")
    page_ms, two_views_ms = (best_of_three(notebook.page, measure, [board, False], 16) for board in (2, 0))
    before = notebook.processor_ms()
    python_ms = best_of_three(notebook.page, measure, [2, True], 100)
    each = (notebook.processor_ms() - before) / 26
    print(f"\nboard: a move is drawn in {page_ms:.1f} ms, with two views in {two_views_ms:.1f} ms, ", end="")
    print(f"through Python in {python_ms:.1f} ms (medians of 25), of which {each:.1f} ms of processor time")
    assert page_ms < 16
    assert two_views_ms < 16
    assert python_ms < 100 or each < 50  # others may be keeping the processor busy


# A move, clicked when nothing else is going on, with a mark in the task of the click and one in the frame that follows.
MOVES = """async ([first, moves]) => {
    const roots = [...document.querySelectorAll('.rtb')].slice(first, first + 2);
    const [down, up] = ['li:nth-child(2) .rtb-arrow:last-child', 'li:nth-child(3) .rtb-arrow:first-child'];
    const shown = (root) => [...root.querySelectorAll('.rtb-list .rtb-title')].map((node) => node.textContent).join();
    for (let i = 0; i < moves; i++) {
        const button = roots[0].querySelector(i % 2 ? up : down), before = shown(roots[1]);
        button.focus();
        await new Promise((done) => setTimeout(done, 260));  // until no card glides
        requestAnimationFrame(() => performance.mark('ratools-frame'));
        performance.mark('ratools-click');
        button.click();
        await null;
        await null;
        if (shown(roots[1]) === before || shown(roots[1]) !== shown(roots[0]))
            throw new Error('the other view was not drawn with the click');
    }
    await new Promise((done) => setTimeout(done, 260));
}"""
MANY = """
many = RankingBoard({doc: f"Document {doc} of twenty" for doc in range(1, 21)}, {doc: doc % 5 for doc in range(1, 40)},
                    k=10, query="many")"""


@pytest.fixture(scope="module")
def two_views(open_notebook, make_notebook):
    opened = open_notebook(make_notebook("two_views.ipynb", SETUP + MANY, *["board"] * 2, *["many"] * 2), height=1400)
    opened.run_all()
    opened.page.wait_for_function("document.querySelectorAll('.rtb').length === 4")
    return opened


@pytest.mark.bench
@pytest.mark.parametrize(("name", "first"), [("board", 0), ("many", 2)])
def test_both_views_of_a_board_are_drawn_within_a_frame(browser, two_views, name, first):
    """At most 16 ms of processor time for the click and its frame, with 5 and with 20 documents; medians of 12."""
    two_views.page.locator(".rtb").nth(first).scroll_into_view_if_needed()
    two_views.page.evaluate(MOVES, [first, 4])
    medians = []
    while len(medians) < 3 and not any(median < 16 for median in medians):
        medians.append(statistics.median(processor_ms(browser, two_views.page, first, 12)))
    print(f"\nboard: a move in two views of {name} takes {', '.join(f'{median:.1f}' for median in medians)} ms")
    assert min(medians) < 16


def processor_ms(browser, page, first, moves):
    """What each move cost the page's main thread: the task of the click and that of the frame, the paint included.

    Processor time, since other tests may be running on the same cores.
    """
    browser.start_tracing(page=page, categories=["toplevel", "blink.user_timing"])
    page.evaluate(MOVES, [first, moves])
    events = json.loads(browser.stop_tracing())["traceEvents"]
    marks = sorted((event for event in events if event["name"].startswith("ratools-")), key=lambda one: one["ts"])
    main = (marks[0]["pid"], marks[0]["tid"])
    tasks = [one for one in events if one.get("ph") == "X" and "tdur" in one and (one["pid"], one["tid"]) == main]

    def task_of(mark):
        around = [one for one in tasks if one["ts"] <= mark["ts"] <= one["ts"] + one["dur"]]
        return max(around, key=lambda one: one["dur"])["tdur"] / 1000

    clicks, frames = ([one for one in marks if one["name"] == f"ratools-{kind}"] for kind in ("click", "frame"))
    assert len(clicks) == len(frames) == moves
    return [task_of(click) + task_of(frame) for click, frame in zip(clicks, frames, strict=True)]


def best_of_three(page, measure, argument, enough):
    """The median of 25; measured again when it is too long, since other tests may be running on the same cores."""
    medians = []
    while len(medians) < 3 and not any(median < enough for median in medians):
        medians.append(statistics.median(page.evaluate(measure, argument)))
        page.wait_for_timeout(300)
    return min(medians)


LOOKS = [("light", 1200, False), ("dark", 1200, True), ("narrow", 600, False)]


@pytest.mark.parametrize(("label", "width", "dark"), LOOKS)
def test_it_can_be_looked_at_and_read_by_everyone(notebook, boards, axe, label, width, dark):
    boards[0].button("Move up: The asyncio tutorial").click()
    for _ in range(2):
        boards[0].root.locator(".rtb-next").click()
    boards[2].button("2 Ideal page").click()
    notebook.screenshot(label, width, dark)
    for board in (boards[0], boards[2]):
        board.root.evaluate("node => node.classList.add('looked-at')")
        assert axe(notebook.page, ".looked-at", colours=dark) == []
        board.root.evaluate("node => node.classList.remove('looked-at')")
        assert board.root.evaluate("root => root.scrollWidth - root.clientWidth") <= 0


def test_without_a_kernel_there_is_a_table(open_notebook, make_notebook, notebook):
    board = plain_board()
    data, metadata = board._repr_mimebundle_()
    output = {"output_type": "execute_result", "execution_count": 1, "data": data, "metadata": metadata}
    cell = {"source": "board", "outputs": [output], "execution_count": 1}
    opened = open_notebook(make_notebook("untrusted.ipynb", cell))
    opened.page.wait_for_selector(".jp-OutputArea table")
    shown = opened.page.inner_text(".jp-OutputArea")
    assert "Asyncio in ten minutes" in shown and "nDCG@5 0.834" in shown and "0x" not in shown
    assert opened.page.locator(".rtb").count() == 0
    opened.screenshot("table")
    assert opened.strangers() == [] and opened.console_errors == []


def test_nothing_complains_and_nothing_leaves_the_machine(notebook):
    """The last test in Lab: it also covers what the others did."""
    assert notebook.addresses and notebook.strangers() == []
    assert notebook.console_errors == []
    assert notebook.errors() == []


# On a page without a kernel ----------------------------------------------------------------------------------------


def tailed_board():
    """The top of a run whose relevant documents stand mostly below the page."""
    grades = {"d2": 3, "d5": 1, "d14": 2, "d30": 1, "never": 3}
    task = {"measure": "AP", "goal": 0.3}
    return RankingBoard.of({"q7": [f"d{n}" for n in range(1, 31)]}, {"q7": grades}, "q7", top=4, challenge=task)


def compared_board():
    """Which page do the two gains see differently?"""
    task = {"measure": "nDCG@5", "above": "nDCG(gain='exp')@5", "by": 0.1}
    return RankingBoard(list("abcdef"), {"a": 3, "d": 2, "f": 2, "g": 1}, challenge=task, titles={"g": "Gone"})


def early_board():
    """For readers who have not met nDCG."""
    task = {"measure": "P@5", "above": "RR", "by": 0.25}
    return RankingBoard(
        list("axybzcwd"), dict.fromkeys("abcde", 1) | dict.fromkeys("xyzw", 0), challenge=task, ndcg=False
    )


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


LARGE = [2**60, 2**60 + 1, (1, "a"), 1, "1"]
LARGE_GRADES = {2**60: 0, 2**60 + 1: 3, (1, "a"): 2, 1: 0, "1": 1, 2**60 + 2: 3}


@pytest.fixture(scope="module")
def addresses(tmp_path_factory):
    """One static page with seven boards, over http and as a file."""
    folder = tmp_path_factory.mktemp("static")
    many = RankingBoard(list(range(1, 21)), {doc: doc % 5 for doc in range(1, 40)}, k=10, query="many")
    large = RankingBoard(LARGE, LARGE_GRADES, k=5, query="ids")
    boards = plain_board(), shared["other"], many, tailed_board(), large, compared_board(), early_board()
    page = static_page(*boards, title="Ranking boards")
    (folder / "boards.html").write_text(page, encoding="utf-8")
    handler = functools.partial(Quiet, directory=folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield {
        "http": f"http://127.0.0.1:{server.server_port}/boards.html",
        "file": (folder / "boards.html").as_uri(),
    }
    server.shutdown()
    server.server_close()


@pytest.fixture
def open_page(pages, addresses):
    """A function that opens the static page; afterwards nothing may have complained or been asked for."""
    opened = []

    def opener(way, **options):
        page = pages(addresses[way], **options)
        page.wait_for_function("document.querySelectorAll('.rtb').length === 7")
        opened.append((page, addresses[way]))
        return page, [Board(page, page.locator(".rtb").nth(n)) for n in range(7)]

    yield opener
    for page, address in opened:
        asked = [url for url in page.asked if not url.startswith(("blob:", "data:", "about:")) and url != address]
        assert (page.said, asked) == ([], [])


@pytest.mark.parametrize("way", ["http", "file"])
def test_the_same_board_lives_without_a_kernel(open_page, way):
    page, boards = open_page(way)
    twin = plain_board()
    close(boards[0].numbers(), twin.values)
    boards[0].drag("The asyncio tutorial", onto="Event loops, a talk")
    twin.move("d3", 5)
    boards[0].button("Move down: Asyncio in ten minutes").click()
    twin.move("d1", 2)
    boards[0].card("Await, gather, timeout").focus()
    page.keyboard.press("Alt+Home")
    twin.move("d4", 1)
    boards[0].root.locator("[data-choice=exp]").click()
    boards[0].button("cut-off 3").click()
    twin.gain, twin.k = "exp", 3
    assert boards[0].order() == twin.order
    close(boards[0].numbers(), twin.values)
    assert page.evaluate("document.querySelector('.ratools-static').ratoolsModel.get('moves')") == twin.moves == 3
    boards[0].button("Step through ›").click()
    assert boards[0].text("formula").startswith("DCG@3 = 3 ÷ 1.00 + ?")
    assert boards[1].titles() == NASTY and page.evaluate("window.broken") is None


def test_a_task_that_compares_two_measures(open_page):
    page, boards = open_page("file")
    board, twin = boards[5], compared_board()
    names = "nDCG@5 with linear gain", "nDCG@5 with exponential gain"
    asked = f"Task. Find a page on which {names[0]} is higher than {names[1]}, by at least 0.1."
    assert board.text("task").startswith(asked)

    def said():
        values = [rt.ndcg_at_k(twin.order, twin.grades, 5, gain=gain) for gain in ("linear", "exp")]
        return f"{names[0]} is {values[0]:.3f}, {names[1]} {values[1]:.3f}."

    assert board.text("status") == f"No moves so far; {said()}"
    board.card("a").focus()
    page.keyboard.press("Alt+End")
    twin.move("a", 6)
    assert not twin.solved and board.text("status") == f"One move so far; {said()}"
    board.card("f").focus()
    page.keyboard.press("Alt+Home")
    twin.move("f", 1)
    assert twin.solved and board.text("status") == f"✓ Solved in two moves: {said()}"


def test_a_board_without_ndcg_does_not_speak_of_it(open_page):
    _, boards = open_page("file")
    board, twin = boards[6], early_board()
    close(board.numbers(), twin.values)
    assert set(board.numbers()) == {"P@5", "R@5", "RR", "AP"}
    board.button("Move up: c").click()
    twin.move("c", 5)
    assert board.text("sentence") == "c moved from rank 6 to rank 5: P@5 rose from 0.400 to 0.600."
    for _ in range(2):
        board.button("Move down: a").click()
    twin.move("a", 3)
    close(board.numbers(), twin.values)
    assert twin.solved and board.text("status").startswith("✓ Solved in three moves: P@5 is 0.600, RR 0.333.")
    seen = board.root.inner_text()
    assert not any(word in seen for word in ("DCG", "gain", "ideal", "Step", "÷ 1.00"))


@pytest.mark.parametrize(
    ("measure", "goal", "formula", "sentence", "news"),
    [
        (
            "RR",
            1,
            "RR = 1 ÷ rank of the first relevant document = 1 ÷ 2 = 0.500",
            "The first relevant document is d2, at rank 2.",
            "RR rose from 0.500 to 1.000",
        ),
        (
            "AP",
            0.3,
            "AP = (1 ÷ 2 + 2 ÷ 5 + 3 ÷ 14 + 4 ÷ 30) ÷ 5 relevant = 0.250",
            "One relevant document not found counts 0",
            "AP rose from 0.250 to",
        ),
        ("P@2", 1, "P@2 = 1 relevant ÷ 2 ranks = 0.500", "shows one relevant document.", "P@2 stays at 0.500"),
        ("R@3", 0.4, "R@2 = 1 found ÷ 5 relevant = 0.200", "one of the five relevant documents.", "R@2 stays at 0.200"),
    ],
)
def test_a_board_is_about_the_measure_of_its_task(pages, tmp_path, measure, goal, formula, sentence, news):
    grades = {"d2": 3, "d5": 1, "d14": 2, "d30": 1, "never": 3}
    task, run = {"measure": measure, "goal": goal}, {"q7": [f"d{n}" for n in range(1, 31)]}
    board = RankingBoard.of(run, {"q7": grades}, "q7", top=5, k=2, challenge=task)
    (tmp_path / "one.html").write_text(static_page(board), encoding="utf-8")
    page = pages((tmp_path / "one.html").as_uri())
    shown = Board(page, page.locator(".rtb"))
    first = page.locator(".rtb-tile").first
    assert first.locator(".rtb-measure").inner_text() == news.split()[0]
    assert "rtb-first" in first.get_attribute("class") and page.locator(".rtb-first").count() == 1
    close(shown.numbers(), board.values)
    assert shown.text("formula") == formula and sentence in shown.text("sentence")
    shown.button("Move up: d2").click()
    assert news in shown.text("sentence")


def test_the_tail_below_the_page_counts(open_page):
    page, boards = open_page("file")
    board, twin = boards[3], tailed_board()
    close(board.numbers(), twin.values)
    heading = board.root.locator(".rtb-left .rtb-heading").inner_text()
    assert heading.startswith("This page: the first 4 of 30 results; measures are of all 30")
    board.button("Move down: d2").click()
    twin.move("d2", 3)
    board.root.locator("[data-choice=exp]").click()
    twin.gain = "exp"
    close(board.numbers(), twin.values)
    assert f"AP is {twin.values['AP']:.3f}" in board.text("task")


def test_ids_that_javascript_cannot_hold(open_page):
    _, boards = open_page("file")
    twin = RankingBoard(LARGE, LARGE_GRADES, k=5)
    close(boards[4].numbers(), twin.values)
    boards[4].button("Move up: '1'").click()
    boards[4].button(f"Move up: {2**60 + 1}").click()
    twin.order = [2**60 + 1, 2**60, (1, "a"), "1", 1]
    assert boards[4].titles() == [str(2**60 + 1), str(2**60), "(1, 'a')", "'1'", "1"]
    close(boards[4].numbers(), twin.values)


STEPS = """async root => {
    const places = () => {
        const controls = [...root.querySelectorAll('button:not(.rtb-arrow), select')];
        const boxes = controls.map((node) => node.getBoundingClientRect());
        const place = (box) => [box.left, box.top + scrollY, box.width].map(Math.round).join();
        return [root.offsetHeight, ...boxes.map(place)].join(' ');
    };
    const seen = [places()], formulas = [];
    for (let step = 0; step < 13; step++) {
        formulas.push(root.querySelector('.rtb-formula').innerText);
        root.querySelector('.rtb-next').click();
        await new Promise(requestAnimationFrame);
        seen.push(places());
    }
    return [seen, new Set(formulas).size];
}"""


@pytest.mark.parametrize("width", [1060, 700, 400])
def test_nothing_moves_under_the_pointer_while_stepping(open_page, width):
    page, boards = open_page("file", width=width)
    for board in (boards[0], boards[1], boards[3], boards[4]):
        board.root.locator(".rtb-next").hover()
        seen, formulas = board.root.evaluate(STEPS)
        assert len(seen) == 14 and set(seen) == {seen[0]}
        assert formulas > 6, "it did step"


def test_play_takes_the_time_that_a_sentence_takes_to_be_read(browser, addresses):
    """17 words at 250 words a minute, and half of that where it is to go fast."""
    page = browser.new_page()
    page.clock.install()
    page.goto(addresses["file"])
    board = Board(page, page.locator(".rtb").first)
    for speed, least, most in (("fast", 2000, 2600), ("normal", 4000, 5200)):
        board.root.get_by_label("speed of Play").select_option(speed)
        page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 60)
        board.button("▶ Play").click()
        assert board.text("sentence").startswith("Rank 1 holds a good document")
        page.clock.run_for(least)
        assert board.text("sentence").startswith("Rank 1 holds a good document")
        page.clock.run_for(most - least)
        assert board.text("formula").startswith("DCG@5 = 2 ÷ 1.00 + 0")
        assert board.text("sentence").startswith("Rank 2 is worth")
        board.button("❚❚ Pause").click()
        page.clock.run_for(10_000)
        assert board.text("sentence").startswith("Rank 2 is worth")
        board.reset()
        page.clock.resume()
    page.close()


def test_many_documents_and_a_deep_ideal(open_page):
    page, boards = open_page("file")
    many = RankingBoard(list(range(1, 21)), {doc: doc % 5 for doc in range(1, 40)}, k=10)
    close(boards[2].numbers(), many.values)
    assert boards[2].root.locator(".rtb-cut:visible").inner_text().startswith("k = 10")
    boards[2].button("cut-off 20").click()
    many.k = 20
    close(boards[2].numbers(), many.values)


@pytest.mark.parametrize(
    ("label", "width", "scheme"),
    [("light", 1060, "light"), ("dark", 1060, "dark"), ("600", 600, "light"), ("400", 400, "dark")],
)
def test_static_pages_in_every_width_and_light(open_page, axe, picture, label, width, scheme):
    page, boards = open_page("file", width=width, color_scheme=scheme)
    for _ in range(3):
        boards[0].root.locator(".rtb-next").click()
    page.mouse.move(0, 0)
    picture(page, f"board-static-{label}")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert page.locator(".rtb").evaluate_all("roots => roots.every(root => root.scrollWidth <= root.clientWidth)")
    if width == 1060 or width == 400:
        assert axe(page, "main", colours=label == "dark") == []


def test_cards_glide_unless_the_reader_wants_calm(open_page):
    gliding = "document.getAnimations().length"
    for motion, expected in (("no-preference", True), ("reduce", False)):
        page, boards = open_page("file", reduced_motion=motion)
        boards[0].card("The asyncio tutorial").focus()
        click = "document.querySelector('[aria-label=\"Move up: The asyncio tutorial\"]').click()"
        frames = "for (let n = 0; n < 2; n++) await new Promise(requestAnimationFrame)"
        assert page.evaluate(f"async () => {{ {click}; {frames}; return {gliding} > 0 }}") is expected


def test_without_javascript_there_is_the_table(pages, addresses):
    page = pages(addresses["file"], java_script_enabled=False)
    assert page.locator("table").count() == 7 and "nDCG@5 0.834" in page.inner_text("main")

"""Notebook 00 as a learner works through it: grades by feeling, a mistake on purpose, one move, one question."""

import pytest

EDIT = """async (app, divisor) => {
    const cells = panel.content.widgets;
    const at = cells.findIndex(cell => cell.model.sharedModel.getSource().startsWith('def worth_reading'));
    const stub = cells[at].model.sharedModel;
    stub.setSource(stub.getSource().replace(/hits \\/ .*?  #/, `hits / ${divisor}  #`));
    for (const index of [at, at + 1]) {
        panel.content.activeCellIndex = index;
        await app.commands.execute('notebook:run-cell');
    }
}"""
LAST = """async app => {
    panel.content.activeCellIndex = panel.content.widgets.length - 1;
    await app.commands.execute('notebook:run-cell');
}"""
BROKEN = """
from ratools_course.learner.environment import Environment, EnvironmentCheck, problems
EnvironmentCheck(problems(Environment(lab_prefix="/opt/<b>lab</b>", versions={"anywidget": None})))
"""


@pytest.fixture(scope="module")
def notebook(open_notebook):
    opened = open_notebook("00_start_here.ipynb")
    opened.run_all()
    assert opened.errors() == []
    return opened


def test_widgets_are_alive(notebook):
    assert notebook.page.locator(".rte").inner_text().strip() == "✓ All is well."


def test_grades_by_feeling(notebook):
    asked = notebook.page.locator(".rtq-prediction").first
    commit, said = asked.get_by_role("button", name="Commit", exact=True), asked.locator(".rtq-feedback")
    commit.click()
    assert "“The first page” has no number yet." in said.inner_text()
    asked.get_by_role("textbox", name="The first page").fill("4")
    asked.get_by_role("textbox", name="The second page").fill("12")
    commit.click()
    assert "a number from 0 to 10" in said.inner_text()
    asked.get_by_role("textbox", name="The second page").fill("9")
    notebook.page.keyboard.press("Enter")
    assert "No grade is wrong" in said.inner_text() and "answer" not in said.inner_text().lower()
    kept = [asked.get_by_role("textbox", name=f"The {name} page").input_value() for name in ("first", "second")]
    assert kept == ["4", "9"] and not commit.is_visible()


def test_the_mistake_is_named_and_then_put_right(notebook):
    for divisor, said in {"len(helpful)": "That is recall.", "k": "Right."}.items():
        notebook.run_js(EDIT, divisor)
        notebook.page.locator(".ratools-card").filter(has_text=said).first.wait_for()


def test_one_move_solves_the_task_and_moves_one_of_three(notebook):
    board = notebook.page.locator(".ratools").filter(has_text="Reach RR ≥ 1")
    board.get_by_role("button", name="Move up: contract-terms").click()
    assert "Solved in one move" in board.inner_text()
    text = " ".join(board.inner_text().split())
    assert text.count("no change") >= 2 and "RR 1.000" in text


def test_one_question_and_then_nothing_is_open(notebook):
    asked = notebook.page.locator(".rtq").filter(has_text="change my address")
    asked.get_by_label("The reciprocal rank").check()
    asked.get_by_role("button", name="Check").click()
    asked.locator(".rtq-feedback").filter(has_text="Right").wait_for()
    notebook.python("")  # until the page has sent it
    notebook.run_js(LAST)
    notebook.settle()
    assert "2 of 2 right" in notebook.text() and "Nothing is open." in notebook.text()


@pytest.fixture(scope="module")
def broken(open_notebook, make_notebook):
    opened = open_notebook(make_notebook("environment.ipynb", BROKEN))
    opened.run_all()
    return opened


@pytest.mark.parametrize("dark", [False, True])
def test_a_broken_environment_is_told_to_everyone(broken, axe, dark):
    broken.set_theme(dark)
    shown = broken.page.locator(".rte-trouble")
    assert "another Python than JupyterLab's" in shown.inner_text() and "anywidget is missing" in shown.inner_text()
    assert "/opt/<b>lab</b>" in shown.inner_text() and shown.locator("b").count() == 0
    assert shown.locator("strong").count() == 2 and axe(broken.page, ".rte") == []


def test_nothing_complains(notebook):
    assert notebook.errors() == [] and notebook.console_errors == [] and notebook.strangers() == []

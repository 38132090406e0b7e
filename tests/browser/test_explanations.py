"""Explanations and plots in a real JupyterLab: the formula is typeset, a document's name never is."""

import pytest

CELLS = [
    "from ratools_course import explain\n"
    "from ratools_course.lessons.ndcg.plots import plot_gains\n"
    "from ratools_course.lessons.precision_recall.plots import plot_precision_recall_at_k",
    "grades = {'a': 2, 'b': 0, 'c': 3, 'd': 2, 'e': 1}\nexplain('nDCG@5', list('abcde'), grades)",
    "explain('nDCG@5', list('abcde'), grades).compare(list('cadeb'))",
    "explain('AP', ['$x$', '\\\\(y\\\\)', '<b>bold</b>', '$$z$$'], {'$x$', '<b>bold</b>', '$$z$$'})",
    "explain('F(beta=2.0)@5', list('abcde'), grades)",
    "explain('cohen_kappa', [1, 1, 0, 0], [1, 0, 0, 0])",
    "ax = plot_gains(list('abcde'), grades, 5)",
    "ax = plot_precision_recall_at_k(range(1, 11), {1, 4, 6, 12, 15})",
]


@pytest.fixture(scope="module")
def notebook(make_notebook, open_notebook):
    opened = open_notebook(make_notebook("explanations.ipynb", *CELLS))
    opened.run_all()
    opened.page.wait_for_selector("mjx-container", timeout=30_000)
    opened.settle()
    return opened


def test_formulas_are_typeset_and_names_are_not(notebook):
    assert notebook.errors() == []
    shown = notebook.page.locator(".ratools-explanation")
    assert shown.count() == 5
    assert [shown.nth(n).locator("mjx-container").count() for n in range(5)] == [1, 0, 1, 1, 1]
    assert notebook.page.locator("mjx-merror").count() == 0
    assert "$$" not in shown.nth(0).inner_text()
    cells = shown.nth(2).locator("tbody tr td:nth-child(2)").all_inner_texts()
    assert cells == ["$x$", "\\(y\\)", "<b>bold</b>", "$$z$$"]


def test_plots_are_drawn_once_each(notebook):
    assert notebook.page.locator(".jp-RenderedImage img").count() == 2


def test_it_can_be_looked_at(notebook):
    notebook.screenshot("light")
    notebook.screenshot("dark", dark=True)
    notebook.screenshot("narrow", width=620)
    assert notebook.console_errors == []
    assert notebook.strangers() == []

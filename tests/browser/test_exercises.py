"""A check in a real notebook: the kernel knows the source, so the verdict names the line, and the failed cell."""

import pytest

SLIP = """def precision_at_k(retrieved, relevant, k):
    hits = 0
    for doc in retrieved[:k]:
        if doc in relevant:
            hits += 1
        return hits / k"""
BROKEN = {
    "source": "def precision_at_k(retrieved, relevant, k):\n    return hits / (k",
    "metadata": {"tags": ["raises-exception"]},  # else Lab runs no further
}
CHECK = 'check("precision_at_k", precision_at_k)'


@pytest.fixture(scope="module")
def cards(open_notebook, make_notebook):
    """What is said about a slip, two hints, and what is said after a cell that failed."""
    cells = ["from ratools_course import check, hint", SLIP, CHECK, "hint()", "hint()", BROKEN, CHECK]
    notebook = open_notebook(make_notebook("one_edit.ipynb", *cells))
    notebook.run_all()
    assert len(notebook.errors()) == 1 and notebook.errors()[0].startswith("SyntaxError")
    notebook.screenshot("one-edit")
    return notebook.page.locator(".ratools-card").all_inner_texts()


def test_the_line_is_named_and_hints_go_on(cards):
    assert "Line 6 of your function stands inside the loop." in cards[0]
    assert "Line 6 of your function is return hits / k" in cards[1] and "hint 1 of 2" in cards[1]
    assert "Move it out of the loop" in cards[2]


def test_a_cell_that_failed_is_told(cards):
    assert "This is still your earlier function" in cards[3] and "SyntaxError in its line 2" in cards[3]
    assert len(cards) == 4

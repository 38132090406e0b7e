"""A check in a real notebook: the kernel knows the source, so the verdict names the line, and the failed cell."""

SLIP = """def precision_at_k(retrieved, relevant, k):
    hits = 0
    for doc in retrieved[:k]:
        if doc in relevant:
            hits += 1
        return hits / k"""
BROKEN = "def precision_at_k(retrieved, relevant, k):\n    return hits / (k"


def test_the_line_is_named_and_hints_go_on(open_notebook, make_notebook):
    check = 'check("precision_at_k", precision_at_k)'
    name = make_notebook("one_edit.ipynb", "from ratools.teaching import check, hint", SLIP, check, "hint()", "hint()")
    notebook = open_notebook(name)
    notebook.run_all()
    assert notebook.errors() == []
    cards = notebook.page.locator(".ratools-card").all_inner_texts()
    assert "Line 6 of your function stands inside the loop." in cards[0]
    assert "Line 6 of your function is return hits / k" in cards[1] and "hint 1 of 2" in cards[1]
    assert "Move it out of the loop" in cards[2]
    notebook.screenshot("one-edit")


def test_a_cell_that_failed_is_told(open_notebook, make_notebook):
    broken = {"source": BROKEN, "metadata": {"tags": ["raises-exception"]}}  # else Lab runs no further
    cells = ["from ratools.teaching import check", SLIP, broken, 'check("precision_at_k", precision_at_k)']
    notebook = open_notebook(make_notebook("failed_cell.ipynb", *cells))
    notebook.run_all()
    [card] = notebook.page.locator(".ratools-card").all_inner_texts()
    assert "This is still your earlier function" in card and "SyntaxError in its line 2" in card

"""Notebook 05 as a learner meets it: a fresh copy in JupyterLab, run, solved, answered."""

import pytest


@pytest.fixture(scope="module")
def notebook(open_notebook):
    opened = open_notebook("05_ndcg.ipynb")
    opened.run_all()
    return opened


def test_run_all_on_an_untouched_notebook_neither_raises_nor_blocks(notebook):
    assert notebook.errors() == []
    assert all(cell["execution_count"] for cell in notebook.code_cells())


def test_every_check_says_not_attempted(notebook):
    checks = [c for c in notebook.code_cells() if c["metadata"].get("ratools", {}).get("role") == "check"]
    assert len(checks) == 8
    for cell in checks:
        assert "Not attempted yet" in "".join(cell["outputs"][0]["data"]["text/plain"])


def test_the_widgets_are_drawn(notebook):
    notebook.page.get_by_role("button", name="Step through").first.wait_for()
    assert notebook.page.get_by_role("button", name="Check").count() >= 3


@pytest.mark.parametrize(
    ("label", "width", "dark"), [("light", 1200, False), ("dark", 1200, True), ("narrow", 600, False)]
)
def test_it_can_be_looked_at(notebook, label, width, dark):
    assert notebook.screenshot(label, width, dark).stat().st_size > 50_000


def test_nothing_complains_and_nothing_leaves_the_machine(notebook):
    assert notebook.strangers() == []
    assert notebook.console_errors == []

"""A notebook that is opened again, its kernel gone: every widget shows its saved form, and one run brings it back."""

import pytest

CODE = """\
from ratools_course import RankingBoard, quiz
from ratools_course.widgets.blanks import complete_table"""
WIDGETS = ['quiz("ndcg-ideal-list")', 'RankingBoard(["a", "b"], {"a": 0, "b": 1})', 'complete_table("teams")']


@pytest.fixture(scope="module")
def name(make_notebook, open_notebook):
    """A notebook in which a cell of a table was chosen, saved, its kernel stopped."""
    name = make_notebook("reopened.ipynb", CODE, *WIDGETS)
    notebook = open_notebook(name)
    notebook.run_all()
    assert notebook.errors() == []
    notebook.page.get_by_label("measured first").nth(0).select_option("nDCG@10")
    notebook.python("")
    notebook.command("docmanager:save")
    notebook.close()
    return name


def test_no_widget_is_an_error_and_a_run_brings_it_back(name, open_notebook):
    notebook = open_notebook(name)
    shown = notebook.page.locator(".jp-OutputArea-output")
    for again in (False, True):
        if again:  # the notebook closed and opened, its new kernel still running
            notebook.command("docmanager:reload")
        shown.get_by_text("Run this cell again, and it is live").nth(2).wait_for()
        assert shown.count() == 3 and shown.filter(has_text="Error displaying widget").count() == 0
        assert "For each" in shown.nth(2).inner_text(), "the table's form without a kernel"
    notebook.run_all()
    assert notebook.errors() == []
    assert notebook.page.get_by_label("measured first").nth(0).input_value() == "nDCG@10", "the answer is kept"
    notebook.command("docmanager:save")
    notebook.command("docmanager:reload")
    notebook.page.get_by_label("measured first").nth(0).wait_for()
    assert shown.filter(has_text="Run this cell again").count() == 0, "with a kernel behind it, it stays live"

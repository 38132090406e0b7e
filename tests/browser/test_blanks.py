"""A table to complete in a real JupyterLab: chosen by keyboard, checked by a click, readable in light and dark."""

import pytest

CODE = """\
from ratools_course.widgets.blanks import complete_table, course_tables
table = complete_table("teams")
table"""


@pytest.fixture(scope="module")
def notebook(make_notebook, open_notebook):
    opened = open_notebook(make_notebook("blanks.ipynb", CODE))
    opened.run_all()
    assert opened.errors() == []
    return opened


def test_wrong_then_right(notebook):
    boxes = notebook.page.get_by_label("measured first")
    assert boxes.count() == 4
    boxes.nth(0).select_option("nDCG@10")
    notebook.page.get_by_role("button", name="Check the table").click()
    notebook.page.get_by_text("0 of 8 right.").wait_for()
    notebook.page.locator(".ratools-card", has_text="fits another row better").wait_for()
    rows = notebook.python(
        "import json; print(json.dumps([list(row.values()) for row in course_tables()['teams'].rows.values()]))"
    )
    for at, (first, second) in enumerate(rows):
        boxes.nth(at).select_option(first)
        notebook.page.get_by_label("measured second").nth(at).select_option(second)
    notebook.page.get_by_role("button", name="Check the table").click()
    notebook.page.get_by_text("All 8 right.").wait_for()


def test_a_screen_reader_hears_the_row_of_each_list_and_the_verdict(notebook):
    for row in ("FAQ bot", "shop", "paper search", "patent lawyer"):
        assert notebook.page.get_by_role("combobox", name=f"{row}: measured first", exact=True).count() == 1
    assert notebook.page.locator(".ratools-verdict[role=status]").count() == 1


def test_a_cell_is_chosen_by_keyboard(notebook):
    box = notebook.page.get_by_label("measured first").nth(1)
    cells = notebook.run_js("() => panel.content.activeCellIndex")
    box.select_option(index=0)
    box.focus()
    notebook.page.keyboard.press("ArrowDown")
    assert box.input_value() == "nDCG@10"
    assert notebook.run_js("() => panel.content.activeCellIndex") == cells, "JupyterLab took the key"


def test_on_a_narrow_page_every_choice_can_be_read(notebook):
    notebook.page.set_viewport_size({"width": 600, "height": 900})
    notebook.settle()
    widths = [box.bounding_box()["width"] for box in notebook.page.locator(".ratools-blanks select").all()]
    notebook.page.set_viewport_size({"width": 1200, "height": 900})
    assert min(widths) > 150, widths


@pytest.mark.parametrize("dark", [False, True])
def test_it_can_be_read_by_everyone(notebook, axe, dark):
    notebook.set_theme(dark)
    assert axe(notebook.page, ".jp-OutputArea-output") == []

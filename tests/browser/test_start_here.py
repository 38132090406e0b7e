"""The first notebook, in a real JupyterLab in a real browser."""

import pytest
from PIL import Image


@pytest.fixture(scope="module")
def notebook(open_notebook):
    opened = open_notebook("00_start_here.ipynb")
    assert all(cell["execution_count"] is None and not cell["outputs"] for cell in opened.code_cells())
    opened.run_all()
    return opened


def test_every_cell_runs_without_error(notebook):
    assert notebook.errors() == []
    written = [cell for cell in notebook.code_cells() if "".join(cell["source"]).strip()]
    assert written and all(cell["execution_count"] for cell in written)


def test_the_outputs_are_on_the_page(notebook):
    printed = [line for line in notebook.text().splitlines() if line.strip()]
    assert printed and printed[0].strip() in notebook.page.inner_text(".jp-NotebookPanel")


LOOKS = [("light", 1200, False), ("dark", 1200, True), ("narrow", 600, False)]


@pytest.mark.parametrize(("label", "width", "dark"), LOOKS)
def test_it_can_be_looked_at(notebook, label, width, dark):
    with Image.open(notebook.screenshot(label, width, dark)) as picture:
        assert picture.width == width
        brightness = picture.convert("L").resize((1, 1)).getpixel((0, 0))
    assert brightness < 110 if dark else brightness > 180


def test_nothing_complains_and_nothing_leaves_the_machine(notebook):
    """The last test of this file: it also covers what the others did."""
    assert notebook.addresses and notebook.strangers() == []
    assert notebook.console_errors == []

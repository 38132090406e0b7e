"""Every notebook as a learner meets it: a fresh copy in JupyterLab, run from top to bottom, looked at by all."""

import pytest
from PIL import Image

from ratools.teaching.lessons import existing

OURS = ".jp-RenderedMarkdown, .jp-OutputArea-output"  # what a notebook writes; the rest of the page is JupyterLab's
WIDGET = "application/vnd.jupyter.widget-view+json"
OWN_SCROLLING = '<div style="overflow-x: auto"'  # on a narrow page a long formula or table moves by itself
PICTURE = 'image-alt: <img src="data:image/png'  # JupyterLab has no way to give a PNG output an alternative text
LOOKS = {"light": (1200, False), "dark": (1200, True), "narrow": (600, False)}


@pytest.fixture(scope="module", params=[lesson.file for lesson in existing()])
def notebook(request, open_notebook):
    opened = open_notebook(request.param)
    assert all(cell["execution_count"] is None and not cell["outputs"] for cell in opened.code_cells())
    opened.run_all()
    yield opened
    opened.close()


def test_run_all_on_an_untouched_notebook_raises_nothing(notebook):
    assert notebook.errors() == []
    written = [cell for cell in notebook.code_cells() if "".join(cell["source"]).strip()]
    assert written and all(cell["execution_count"] for cell in written)


def test_every_check_says_not_attempted(notebook):
    for cell in notebook.code_cells():
        if cell["metadata"].get("ratools", {}).get("role") == "check":
            assert "Not attempted yet" in "".join(cell["outputs"][0]["data"]["text/plain"])


def test_outputs_and_widgets_are_on_the_page(notebook):
    printed = [line for line in notebook.text().splitlines() if line.strip()]
    assert not printed or printed[0].strip() in notebook.page.inner_text(".jp-NotebookPanel")
    outputs = [output for cell in notebook.code_cells() for output in cell["outputs"]]
    shown = notebook.page.locator(".lm-Panel.jp-OutputArea-output")  # so JupyterLab wraps widgets, and only them
    assert shown.count() == sum(WIDGET in output.get("data", {}) for output in outputs)
    assert all(shown.nth(n).inner_text().strip() for n in range(shown.count()))
    for complaint in ("Error displaying widget", "Loading widget", "model not found"):
        assert notebook.page.locator(".jp-OutputArea-output").filter(has_text=complaint).count() == 0


@pytest.mark.parametrize("look", LOOKS)
def test_it_can_be_looked_at_by_everyone(notebook, axe, look):
    width, dark = LOOKS[look]
    with Image.open(notebook.screenshot(look, width, dark)) as picture:
        assert picture.width == width
        brightness = picture.convert("L").resize((1, 1)).getpixel((0, 0))
    assert brightness < 110 if dark else brightness > 180
    assert notebook.wide(OWN_SCROLLING if look == "narrow" else None) == []
    if look != "narrow":
        assert [fault for fault in axe(notebook.page, OURS) if not fault.startswith(PICTURE)] == []


def test_nothing_complains_and_nothing_leaves_the_machine(notebook):
    """The last test of a notebook: it also covers what the others did."""
    assert notebook.addresses and notebook.strangers() == []
    assert notebook.console_errors == []

"""Progress in JupyterLab: a table with bars, one line at a notebook's end, and a link that opens the next notebook."""

import subprocess
import sys

import pytest


@pytest.fixture(scope="module")
def notebook(open_notebook, make_notebook):
    code = "from ratools.teaching import progress\nprogress()", 'progress("00")'
    opened = open_notebook(make_notebook("progress.ipynb", *code))
    opened.run_all()
    assert opened.errors() == []
    return opened


@pytest.mark.parametrize("dark", [False, True])
def test_it_can_be_read_by_everyone(notebook, axe, dark):
    notebook.screenshot("dark" if dark else "light", dark=dark)
    assert axe(notebook.page, ".jp-OutputArea-output") == []


def test_it_leads_on(notebook):
    notebook.page.locator(".jp-OutputArea-output p a").click()
    notebook.page.wait_for_selector(".jp-NotebookPanel:visible h1", timeout=20_000)
    assert notebook.run_js("app => app.shell.currentWidget.context.path").endswith(".ipynb")
    assert notebook.run_js("app => app.shell.currentWidget.context.path") != "progress.ipynb"
    assert notebook.console_errors == [] and notebook.strangers() == []


CODE = """from ratools.teaching import plots, progress
progress()
#
progress("05")
#
ax = plots.plot_gains(list("abcde"), {"a": 2, "b": 0, "c": 3, "d": 2, "e": 1}, 5)
#
ax = plots.plot_decision_tree()"""
GROUND = """image => {
    const [width, height] = [image.naturalWidth, image.naturalHeight];
    const canvas = Object.assign(document.createElement('canvas'), {width, height});
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const [right, below] = [width - 1, height - 1];
    return [[0, 0], [right, 0], [0, below], [right, below]].map(([x, y]) => [...context.getImageData(x, y, 1, 1).data]);
}"""


@pytest.fixture(scope="module")
def narrow(open_notebook, make_notebook):
    opened = open_notebook(make_notebook("narrow.ipynb", *CODE.split("#\n")))
    opened.run_all()
    assert opened.errors() == []
    return opened


@pytest.mark.parametrize("width", [700, 400])
@pytest.mark.parametrize("dark", [False, True])
def test_progress_and_plots_fit_a_narrow_window(narrow, axe, width, dark):
    narrow.screenshot(f"{'dark' if dark else 'light'}-{width}", width, dark)
    assert narrow.wide() == []
    assert [fault for fault in axe(narrow.page, ".jp-OutputArea-output") if not fault.startswith("image-alt")] == []
    pictures = narrow.page.locator(".jp-RenderedImage img")
    assert pictures.count() == 2
    for n in range(2):  # a card of its own, white to its edges whatever the theme
        assert pictures.nth(n).evaluate(GROUND) == [[255] * 4] * 4
        edge = "node => node.parentElement.getBoundingClientRect().right - node.getBoundingClientRect().right"
        assert pictures.nth(n).evaluate(edge) >= 0


def test_the_keyboard_alone_leads_from_progress_to_a_notebook(narrow):
    narrow.page.set_viewport_size({"width": 1200, "height": 900})
    link = narrow.page.locator(".jp-OutputArea-output p a")
    first = narrow.page.locator(".jp-OutputArea-output table a").first
    first.focus()
    for _ in range(narrow.page.locator(".jp-OutputArea-output table a").count() + 5):
        if link.evaluate("node => node === document.activeElement"):
            break
        narrow.page.keyboard.press("Tab")
    assert link.evaluate("node => node === document.activeElement")
    narrow.page.keyboard.press("Enter")
    narrow.page.wait_for_function("window.jupyterapp.shell.currentWidget.context.path.startsWith('06')", timeout=20_000)
    assert narrow.console_errors == [] and narrow.strangers() == []


@pytest.mark.parametrize("look", [["--theme", "light"], ["--theme", "dark"], ["--template", "classic"]], ids=" ".join)
def test_what_a_notebook_keeps_can_be_read_without_a_kernel(browser, axe, course, narrow, tmp_path, look):
    narrow.command("docmanager:save-all")
    command = [sys.executable, "-m", "nbconvert", "--to", "html", "--log-level=ERROR", *look]
    subprocess.run([*command, "--output-dir", tmp_path, course.MINE / "narrow.ipynb"], check=True)
    outputs = ".jp-OutputArea-output, .output_subarea"
    wide = "nodes => nodes.filter((node) => node.scrollWidth > node.clientWidth + 1).map((node) => node.outerHTML)"
    for width in (900, 700, 400):
        page = browser.new_page(viewport={"width": width, "height": 900})
        page.goto((tmp_path / "narrow.html").as_uri())
        page.locator("img").last.wait_for()
        assert page.locator(outputs).evaluate_all(wide) == []
        words = page.locator("img").evaluate_all("images => images.map((image) => image.alt)")
        if "classic" not in look:  # its links are too pale for axe
            assert axe(page, outputs) == []
        else:  # nbconvert's other template drops the words
            assert words[0].startswith("nDCG@5 = 0.834: most is lost by c") and words[1].startswith("Three questions")
        page.close()

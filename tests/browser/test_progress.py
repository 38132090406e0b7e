"""Progress in JupyterLab: a table with bars, one line at a notebook's end, and a link that opens the next notebook."""

import pytest

CODE = """from ratools_course import progress
from ratools_course.lessons.choose_a_measure.plots import plot_decision_tree
from ratools_course.lessons.ndcg.plots import plot_gains
progress()
#
progress("05")
#
ax = plot_gains(list("abcde"), {"a": 2, "b": 0, "c": 3, "d": 2, "e": 1}, 5)
#
ax = plot_decision_tree()"""
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


@pytest.mark.parametrize("width", [1200, 700, 400])
@pytest.mark.parametrize("dark", [False, True])
def test_progress_and_plots_can_be_read_by_everyone_in_a_narrow_window_too(narrow, axe, width, dark):
    narrow.screenshot(f"{'dark' if dark else 'light'}-{width}", width, dark)
    assert narrow.wide() == []
    faults = axe(narrow.page, ".jp-OutputArea-output", colours=dark)
    assert [fault for fault in faults if not fault.startswith("image-alt")] == []
    pictures = narrow.page.locator(".jp-RenderedImage img")
    assert pictures.count() == 2
    for n in range(2):  # a card of its own, white to its edges whatever the theme
        assert pictures.nth(n).evaluate(GROUND) == [[255] * 4] * 4
        edge = "node => node.parentElement.getBoundingClientRect().right - node.getBoundingClientRect().right"
        assert pictures.nth(n).evaluate(edge) >= 0


def leads_on(narrow):
    """The next notebook is opened; back to where we were."""
    narrow.page.wait_for_function("window.jupyterapp.shell.currentWidget.context.path === '06_choose_a_measure.ipynb'")
    narrow.page.locator(".jp-NotebookPanel:visible h1").first.wait_for()
    narrow.run_js("app => app.shell.activateById(panel.id)")
    narrow.page.locator(".jp-NotebookPanel:visible h1").first.wait_for(state="hidden")
    assert narrow.console_errors == [] and narrow.strangers() == []


def test_it_leads_on(narrow):
    narrow.page.set_viewport_size({"width": 1200, "height": 900})
    narrow.page.locator(".jp-OutputArea-output p a").click()
    leads_on(narrow)


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
    leads_on(narrow)


@pytest.mark.parametrize("look", [{"theme": "light"}, {"theme": "dark"}, {"template_name": "classic"}], ids=str)
def test_what_a_notebook_keeps_can_be_read_without_a_kernel(pages, axe, course, narrow, tmp_path, look):
    narrow.command("docmanager:save-all")
    from nbconvert import HTMLExporter  # here, since it takes its time

    page_of, _ = HTMLExporter(**look).from_filename(course.MY_COURSE / "narrow.ipynb")
    (tmp_path / "narrow.html").write_text(page_of, encoding="utf-8")
    outputs = ".jp-OutputArea-output, .output_subarea"
    wide = "nodes => nodes.filter((node) => node.scrollWidth > node.clientWidth + 1).map((node) => node.outerHTML)"
    for width in (900, 700, 400):
        page = pages((tmp_path / "narrow.html").as_uri(), width)
        page.locator("img").last.wait_for()
        assert page.locator(outputs).evaluate_all(wide) == []
        words = page.locator("img").evaluate_all("images => images.map((image) => image.alt)")
        if "theme" in look:  # the other's links are too pale for axe
            assert axe(page, outputs) == []
        else:  # nbconvert's other template drops the words
            assert words[0].startswith("nDCG@5 = 0.834: most is lost by c") and words[1].startswith("Three questions")

"""Progress in JupyterLab: a table with bars, one line at a notebook's end, and a link that opens the next notebook."""

import pytest


@pytest.mark.parametrize("dark", [False, True])
def test_it_can_be_read_by_everyone_and_leads_on(open_notebook, make_notebook, axe, dark):
    code = "from ratools.teaching import progress\nprogress()", 'progress("00")'
    notebook = open_notebook(make_notebook("progress.ipynb", *code))
    notebook.run_all()
    assert notebook.errors() == []
    notebook.screenshot("dark" if dark else "light", dark=dark)
    assert axe(notebook.page, ".jp-OutputArea-output") == []
    notebook.page.locator(".jp-OutputArea-output p a").click()
    notebook.page.wait_for_selector(".jp-NotebookPanel:visible h1", timeout=20_000)
    assert notebook.run_js("app => app.shell.currentWidget.context.path").endswith(".ipynb")
    assert notebook.run_js("app => app.shell.currentWidget.context.path") != "progress.ipynb"
    assert notebook.console_errors == [] and notebook.strangers() == []

"""A learner's whole path: every notebook in one window of JupyterLab, from 00 to 14, without a reload.

Each is met as a fresh copy, run from top to bottom, looked at by all; then its quiz is answered, its exercises are
solved with their solutions, and what was solved, or uses that, is run once more. At the end nothing of the course is
open.
"""

import os
import re

import pytest

from ratools_course import progress
from ratools_course.checker import solution
from ratools_course.learner.task_list import tasks
from ratools_course.lessons import LESSONS
from ratools_course.quizzes import bank

OURS = ".jp-RenderedMarkdown, .jp-OutputArea-output"  # what a notebook writes; the rest of the page is JupyterLab's
WIDGET = "application/vnd.jupyter.widget-view+json"
OWN_SCROLLING = '<div style="overflow-x: auto"'  # on a narrow page a long formula or table moves by itself
PICTURE = 'image-alt: <img src="data:image/png'  # JupyterLab has no way to give a PNG output an alternative text
LOOKS = {"light": (1200, False), "dark-narrow": (600, True)}
if os.environ.get("RATOOLS_PICTURES"):  # nothing depends on colours and width at once, but people like to see each
    LOOKS = {"light": (1200, False), "dark": (1200, True), "narrow": (600, False)}
QUESTIONS = {question.id: question for one in bank.banks().values() for question in one.questions}
# What a learner clicks and types in order to answer one question.
ANSWER = """([text, kind, answer]) => {
    const bare = (words) => words.replace(/[`\\s]/g, '');
    const asked = [...document.querySelectorAll('form.rtq-question')].filter((form) =>
        bare(form.querySelector('.rtq-text').textContent) === bare(text));
    if (asked.length !== 1) throw new Error(`${asked.length} questions on the page: ${text}`);
    const [form] = asked;
    if (kind === 'numeric') form.querySelector('input').value = answer;
    else if (kind !== 'ordering') {
        for (const key of [answer].flat()) form.querySelector(`input[value="${key}"]`).click();
    } else for (const label of [...answer].reverse()) {
        const up = form.querySelector(`[aria-label="Move “${label}” up"]`);
        for (let step = 0; step < answer.length; step++) up.click();
    }
    form.querySelector('[type=submit]').click();
    return form.dataset.status;
}"""
SOLVE = """(app, codes) => {
    for (const { model } of panel.content.widgets) {
        const mark = model.metadata.ratools;
        if (mark?.role === 'stub') model.sharedModel.setSource(codes[mark.exercise]);
    }
}"""
walked = []  # (notebook, the number that its window was given)


@pytest.fixture(scope="module")
def progress_file(tmp_path_factory):
    return tmp_path_factory.mktemp("path") / "progress.jsonl"


@pytest.fixture(scope="module", params=[lesson.file for lesson in LESSONS])
def notebook(request, open_notebook, progress_file):
    opened = open_notebook(request.param, dark=None)
    assert all(cell["execution_count"] is None and not cell["outputs"] for cell in opened.code_cells())
    opened.python(f"import os; os.environ['RATOOLS_PROGRESS'] = {str(progress_file)!r}; del os")
    walked.append((request.param, opened.run_js("() => window.walker ??= Math.random()")))
    opened.run_all()
    yield opened
    opened.close()


def test_run_all_on_an_untouched_notebook_raises_nothing(notebook):
    assert notebook.errors() == []
    written = [cell for cell in notebook.code_cells() if "".join(cell["source"]).strip()]
    assert written and all(cell["execution_count"] for cell in written)


def test_every_check_says_not_attempted(notebook):
    assert all("Not attempted yet" in said for said in checks(notebook))


def checks(notebook):
    """What the cells that check an exercise say."""
    cells = [cell for cell in notebook.code_cells() if cell["metadata"].get("ratools", {}).get("role") == "check"]
    return ["".join(cell["outputs"][0]["data"]["text/plain"]) for cell in cells]


def test_outputs_and_widgets_are_on_the_page(notebook):
    printed = [line for line in notebook.text().splitlines() if line.strip()]
    assert not printed or printed[0].strip() in notebook.page.inner_text(".jp-NotebookPanel")
    outputs = [output for cell in notebook.code_cells() for output in cell["outputs"]]
    shown = notebook.page.locator(".lm-Panel.jp-OutputArea-output")  # so JupyterLab wraps widgets, and only them
    texts = shown.all_inner_texts()
    assert len(texts) == sum(WIDGET in output.get("data", {}) for output in outputs)
    assert all(text.strip() for text in texts)
    for complaint in ("Error displaying widget", "Loading widget", "model not found"):
        assert notebook.page.locator(".jp-OutputArea-output").filter(has_text=complaint).count() == 0


def test_it_can_be_looked_at_by_everyone(notebook, axe):
    as_it_is = notebook.dark  # to change the theme takes a second: begin with the one that the last notebook left
    for look, (width, dark) in sorted(LOOKS.items(), key=lambda look: look[1][1] != as_it_is):
        notebook.screenshot(look, width, dark)
        brightness = notebook.brightness()
        assert brightness < 110 if dark else brightness > 180
        assert notebook.wide(OWN_SCROLLING if width < 1200 else None) == [], look
        if look != "narrow":  # in the dark only colours differ
            assert [fault for fault in axe(notebook.page, OURS, dark) if not fault.startswith(PICTURE)] == [], look


COMPLETE = """\
from ratools_course.widgets.blanks import complete_table, course_tables
_table = complete_table("{name}")
for _row, _cells in course_tables()["{name}"].rows.items():
    for _column, _entry in _cells.items():
        _table.choose(_row, _column, _entry)
_table.check()
del _table, _row, _cells, _column, _entry"""


def test_with_the_quiz_answered_and_the_exercises_solved_nothing_is_open(notebook):
    posed = [key for key, name in tasks().items() if f"{name}.ipynb" == notebook.name]
    for question in [QUESTIONS[id] for kind, id in posed if kind == "question"]:
        answer = question.solution()
        if question.kind == "ordering":
            answer = [question.options[key].label for key in answer]
        assert notebook.page.evaluate(ANSWER, [question.text, question.kind, answer]) == "right", question.id
    for name in [id for kind, id in posed if kind == "table"]:
        notebook.python(COMPLETE.format(name=name))
    codes = {id: solution(id).code for kind, id in posed if kind == "exercise"}
    notebook.run_js(SOLVE, codes)
    notebook.run_cells(touched(notebook))
    assert notebook.errors() == []
    said = checks(notebook)
    assert len(said) == len(codes) and all("✓" in one for one in said), said
    assert "Nothing is open." in notebook.text()


def touched(notebook):
    """Where the exercises stand, what uses what they define, and the progress at the end."""
    cells = notebook.cells()
    texts = ["".join(cell["source"]) if cell["cell_type"] == "code" else "" for cell in cells]
    marked = [n for n, cell in enumerate(cells) if "ratools" in cell["metadata"]]
    names = {name for n in marked for name in re.findall(r"^(?:def (?=\w+\()|(?=\w+ = ))(\w+)", texts[n], re.M)}
    uses = re.compile(rf"\b({'|'.join(names)})\b")
    return [n for n, text in enumerate(texts) if n in marked or n == len(cells) - 1 or names and uses.search(text)]


def test_nothing_complains_and_nothing_leaves_the_machine(notebook):
    """The last test of a notebook: it also covers what the others did."""
    assert notebook.addresses and notebook.strangers() == []
    assert notebook.console_errors == []


def test_at_the_end_of_the_path_the_whole_course_is_done(progress_file, monkeypatch):
    if len(walked) < len(LESSONS):
        pytest.skip("only a part of the path was walked")
    monkeypatch.setenv("RATOOLS_PROGRESS", str(progress_file))
    assert progress().open == []
    assert [name for name, _ in walked] == [lesson.file for lesson in LESSONS]
    assert len({window for _, window in walked}) == 1, "the page was loaded once"

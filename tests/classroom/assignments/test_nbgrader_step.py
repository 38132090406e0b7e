"""The step in nbgrader: of a cell's outputs only the answer counts, and only the process that marks gives points."""

import json

import nbformat

from ratools_course.classroom.assignments import nbgrader_step
from ratools_course.classroom.assignments.handing_in import MIME, packed

SEED = "a private seed"


def step(tmp_path, outputs, marks=()):
    """What the step makes of one cell with these outputs; `marks` is what the other process would say."""
    path = tmp_path / "private.json"
    plan = {"e1-mark": {"exercise": "dcg_at_k", "points": 4}}
    path.write_text(json.dumps({"seed": SEED, "bank": None, "varied": False, "assignments": {"a": plan}}))
    one = nbgrader_step.MarkAnswers(private_file=str(path))
    one.ask = lambda request: list(marks)
    code = nbformat.v4.new_code_cell("", outputs=outputs, metadata={"nbgrader": {"grade_id": "e1-mark"}})
    book, _ = one.preprocess(nbformat.v4.new_notebook(cells=[code]), {"nbgrader": {"assignment": "a", "student": "s"}})
    shown, points = book.cells[0].outputs
    return shown["data"]["text/plain"], float(points["data"]["text/plain"])


def result(text):
    return nbformat.v4.new_output("execute_result", {"text/plain": text}, execution_count=1)


def test_a_cell_that_hands_nothing_in_gets_nothing(tmp_path):
    """nbgrader alone would give full points to a cell without output, and believe a number that is there."""
    assert step(tmp_path, []) == (nbgrader_step.NOTHING, 0)
    assert step(tmp_path, [result("4.0")])[1] == 0
    error = nbformat.v4.new_output("error", ename="NameError", evalue="no", traceback=[])
    assert "NameError" in step(tmp_path, [error])[0]


def test_what_the_kernel_printed_does_not_count_beside_the_mark(tmp_path):
    handed_in = nbformat.v4.new_output("display_data", {MIME: packed(None), "text/plain": ""})
    mark = {"points": 1.6, "text": "told", "html": None}
    assert step(tmp_path, [handed_in, result("4.0")], [mark]) == ("told", 1.6)


def test_a_marking_process_that_fails_is_told_and_gives_nothing(tmp_path, monkeypatch):
    one = nbgrader_step.MarkAnswers()
    monkeypatch.setattr(nbgrader_step.sys, "executable", "/bin/false")
    [mark] = one.ask({"student": "s", "answers": [{"exercise": "dcg_at_k", "points": 4, "answer": {}}]})
    assert mark["points"] == 0 and "look at it yourself" in mark["text"]

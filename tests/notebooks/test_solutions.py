"""The notebooks' exercises: stubs as the bank writes them, and with the solutions filled in every check says right."""

import json
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

import ratools
from ratools.teaching.exercises import ids, solution, stub

NOTEBOOKS = sorted((Path(ratools.__file__).parent.parent / "notebooks").glob("*.ipynb"))


def exercise_cells(notebook):
    """(exercise, role, cell) of the cells that carry them in their metadata."""
    for cell in notebook.cells:
        mark = cell.metadata.get("ratools")
        if mark:
            yield mark["exercise"], mark["role"], cell


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_stubs_and_checks_come_in_pairs_and_are_the_banks(path):
    marks = [(exercise, role) for exercise, role, _ in exercise_cells(nbformat.read(path, 4))]
    assert marks[0::2] == [(exercise, "stub") for exercise, _ in marks[1::2]]
    assert all(role == "check" for _, role in marks[1::2])
    for exercise, role, cell in exercise_cells(nbformat.read(path, 4)):
        assert exercise in ids()
        if role == "stub":
            assert cell.source.strip() == stub(exercise).strip()


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_with_the_solutions_filled_in_every_check_says_right(path, tmp_path, monkeypatch):
    monkeypatch.setenv("RATOOLS_PROGRESS", str(tmp_path / "progress.jsonl"))
    notebook = nbformat.read(path, 4)
    marks = list(exercise_cells(notebook))
    if not marks:
        pytest.skip(f"{path.stem} has no exercises")
    for exercise, role, cell in marks:
        if role == "stub":
            cell.source = solution(exercise).code
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    for exercise, role, cell in marks:
        if role == "check":
            assert "✓" in cell.outputs[0]["data"]["text/plain"], (exercise, cell.outputs[0]["data"]["text/plain"])
    lines = [json.loads(line) for line in (tmp_path / "progress.jsonl").read_text(encoding="utf-8").splitlines()]
    solved = {line["exercise"] for line in lines if line.get("exercise") and line["status"] == "right"}
    assert solved == {exercise for exercise, _, _ in marks}

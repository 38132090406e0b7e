"""The notebooks' exercises: stubs as the bank writes them.

With the solutions filled in every check says right: tests/browser/test_notebooks.py, where the notebooks run anyway.
"""

from pathlib import Path

import nbformat
import pytest

import ratools
from ratools_course.checker import ids, stub

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

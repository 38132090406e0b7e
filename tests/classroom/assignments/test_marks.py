"""Do assistants mark alike? Kappa by hand, the criterion that divides them, mistakes with their line."""

from math import isnan
from pathlib import Path

import pytest

from ratools_course.classroom.assignments import marks

ROOT = Path(__file__).parents[3]


def write(path, *rows):
    path.write_text("\n".join(["assistant,text,criterion,points", *rows]) + "\n", encoding="utf-8")
    return str(path)


def test_kappa_by_hand():
    """Squared distances: 1/4 observed; by chance 5/4 + 11/16 + 1/16 (both variances, and the means' distance) = 2."""
    one, two = (dict(enumerate(row)) for row in ([0, 1, 2, 3], [0, 1, 2, 2]))
    assert marks.compare_two(one, two) == {"marks": 4, "alike": 0.75, "kappa": 0.875, "stricter": -0.25}


def test_only_shared_marks_count_and_equal_ones_have_no_kappa():
    assert marks.compare_two({"a": 1, "b": 3}, {"a": 1, "c": 0})["marks"] == 1
    assert isnan(marks.compare_two({"a": 1, "b": 1}, {"a": 1, "b": 1})["kappa"])
    assert marks.compare_two({"a": 1}, {"b": 1})["marks"] == 0


def test_the_widest_criterion_comes_first(tmp_path, capsys):
    rows = ["ada,t1,stage,4", "bo,t1,stage,1", "ada,t1,doubt,2", "bo,t1,doubt,2", "ada,t2,doubt,1", "bo,t2,doubt,2"]
    path = write(tmp_path / "m.csv", *rows)
    assert list(marks.apart(marks.read([path])).items()) == [("stage", 3), ("doubt", 0.5)]
    assert marks.main([path]) == 0
    said = capsys.readouterr().out
    assert "ada               bo                     3     33%" in said and "kappa is rough" in said


def test_the_reference_marks_can_be_compared_with(tmp_path, capsys):
    reference = ROOT / "instructor" / "capstone" / "reference_marks.csv"
    rows = [line.replace("reference", "ada") for line in reference.read_text(encoding="utf-8").splitlines()[1:]]
    assert marks.main([str(reference), write(tmp_path / "m.csv", *rows)]) == 0
    assert "12    100%    1.00" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (["ada,t,c,many"], ":2: points must be a number, got 'many'"),
        (["ada,t,c,1"], "two assistants are needed, got those of ada"),
        (["ada,t,c,1", "ada,t,c,2"], ":3: ada marked t, c before, with 1"),
    ],
)
def test_mistakes_are_told(tmp_path, capsys, rows, told):
    assert marks.main([write(tmp_path / "m.csv", *rows)]) == 1
    assert told in capsys.readouterr().err

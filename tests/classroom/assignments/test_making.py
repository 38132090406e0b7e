"""An assignment from a notebook: its cells, its private file, what never goes into the repository."""

import json
import re

import nbformat
import pytest

from ratools_course.checker.bank import EXERCISES
from ratools_course.classroom.assignments import hidden_probes, private, variants
from ratools_course.classroom.assignments import making as assignments

SEED = "a private seed"


@pytest.mark.parametrize("number", ["01", "02", "05", "11"])
def test_the_source_has_every_exercise_with_solution_check_and_mark(number):
    name, exercises = assignments.chosen(number)
    book, plan = assignments.notebook_of(name, exercises, "salt")
    nbformat.validate(book)
    ids = [one.metadata["nbgrader"]["grade_id"] for one in book.cells]
    assert len(set(ids)) == len(ids)
    assert [task["exercise"] for task in plan.values()] == [one.id for one in exercises]
    answers = [one for one in book.cells if one.metadata["nbgrader"]["grade_id"].endswith("-answer")]
    for code, exercise in zip(answers, exercises, strict=True):
        before, inside, after = re.split(r"### (?:BEGIN|END) SOLUTION\n?", code.source)
        assert not after and code.metadata["nbgrader"]["solution"]
        if variants.can_vary(exercise):
            assert before == f"{exercise.name} = ...\n"
        else:
            assert before == exercise.stub and inside == exercise.solution
    marks = [one for one in book.cells if one.metadata["nbgrader"]["grade"]]
    assert sum(one.metadata["nbgrader"]["points"] for one in marks) == sum(task["points"] for task in plan.values())
    assert all(re.search(r"BEGIN HIDDEN TESTS.*hand_in.*END HIDDEN TESTS", one.source, re.S) for one in marks)
    assert SEED not in json.dumps(book)


def test_conventions_that_hidden_tests_ask_for_are_stated():
    assert "where nothing is relevant: 0.0" in assignments._conventions(EXERCISES["ndcg_at_k"])
    left_out = assignments._conventions(EXERCISES["ndcg-gap-3"])
    assert "relevant" not in left_out and "judged" not in left_out


# Private -------------------------------------------------------------------------------------------------------------


def test_nothing_private_goes_into_the_repository(tmp_path, capsys):
    inside = str(private.repository() / "somewhere")
    link = tmp_path / "link"
    link.symlink_to(private.repository())
    for words in (["--out", inside], ["--out", str(link / "x")], ["--out", str(tmp_path), "--bank", inside]):
        assert assignments.main(["05", *words]) == 2
        assert "which is public" in capsys.readouterr().err
    assert assignments.main(["05", "--out", str(tmp_path / "c"), "--seed", "short"]) == 2
    assert "at least 8 characters" in capsys.readouterr().err
    assert not (tmp_path / "c").exists()


def test_a_course_keeps_its_seed_and_gets_one_if_none_is_given(tmp_path):
    assignments.write_course(tmp_path / "c", "05", only=["cumulative_gain"])
    first = json.loads((tmp_path / "c" / "private.json").read_text())
    assignments.write_course(tmp_path / "c", "04")
    second = json.loads((tmp_path / "c" / "private.json").read_text())
    assert len(first["seed"]) >= 16 and second["seed"] == first["seed"] and not second["varied"]
    assert set(second["assignments"]) == {"05_ndcg", "04_average_precision"}
    with pytest.raises(ValueError, match="another seed"):
        assignments.write_course(tmp_path / "c", "03", seed="another private seed")
    released = (tmp_path / "c" / "nbgrader_config.py").read_text() + str(
        list((tmp_path / "c" / "source").rglob("*.ipynb"))
    )
    assert first["seed"] not in released


def test_a_private_bank_brings_probes_and_says_what_is_wrong_with_one(tmp_path):
    (tmp_path / "probes.toml").write_text("[[probe]]\nexercise = 'dcg_at_k'\narguments = '([1, 2, 3, 9], 4)'\n")
    probes = private.load_probes(tmp_path)
    assert probes == {"dcg_at_k": [(([1, 2, 3, 9], 4), {})]}
    calls = [call for tier in hidden_probes.hidden_tiers("k", probes)("dcg_at_k", False) for call, _ in tier]
    assert (([1, 2, 3, 9], 4), {}) in calls
    for text, told in (
        ("exercise = 'dcg'", "there is no exercise 'dcg'"),
        ("exercise = 'dcg_at_k'", "cannot take that"),
    ):
        (tmp_path / "probes.toml").write_text(f"[[probe]]\n{text}\narguments = '(3,)'\n")
        with pytest.raises(ValueError, match=told):
            private.load_probes(tmp_path)


def test_a_notebook_or_an_exercise_that_is_not_there_gets_a_sentence(tmp_path, capsys):
    for words, told in ((["99"], "there is no notebook"), (["05", "--exercise", "dcg"], "has no exercise 'dcg'")):
        assert assignments.main([*words, "--out", str(tmp_path / "c")]) == 2
        assert told in capsys.readouterr().err

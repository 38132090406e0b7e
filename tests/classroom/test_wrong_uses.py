"""What a new instructor types wrongly gets one sentence with a remedy: no usage block, no errno, no traceback."""

import stat

import pytest

from ratools_course.classroom.assignments import making as assignments
from ratools_course.classroom.assignments.private import bank_folder, read_seed
from ratools_course.classroom.exams import items
from ratools_course.classroom.exams import papers as exams
from ratools_course.classroom.questions import exporting as questions
from ratools_course.classroom.report import class_report

MISTAKES = [
    (questions.main, ["--format", "word"], "'word'"),
    (questions.main, ["--format", "csv", "--out", "{}/none/x.csv"], "there is no"),
    (items.main, ["{}/none.csv"], "there is no"),
    (items.main, ["{}"], "is a folder"),
    (items.main, [], "FILE"),
    (class_report.main, ["{}", "--html", "{}/none/x.html"], "none/x.html: check"),
    (exams.main, ["--out", "{}/exam", "--seed", "@{}/seed.txt"], "write a private seed into it"),
    (exams.main, ["--out", "{}/exam", "--seed", "a private seed", "--bank", "{}/none"], "there is no folder"),
    (exams.main, ["--out", "{}/exam", "--seed", "a private seed", "--bank", "{}"], "has no questions"),
    (assignments.main, ["05", "--out", "{}", "--mark"], "make it first"),
]


@pytest.mark.parametrize(("main", "words", "said"), MISTAKES)
def test_a_mistake_is_one_sentence(main, words, said, tmp_path, capsys):
    try:
        code = main([word.format(tmp_path) for word in words])
    except SystemExit as end:
        code = end.code
    told = capsys.readouterr().err.strip()
    assert code and said in told
    assert len(told.splitlines()) == 1 and "Errno" not in told and "usage" not in told


def test_marking_without_submissions_says_where_they_go(tmp_path, capsys):
    (tmp_path / "private.json").write_text("{}")
    assert assignments.main(["05", "--out", str(tmp_path), "--mark"]) == 2
    assert "submitted/STUDENT/05_ndcg/05_ndcg.ipynb" in capsys.readouterr().err


def test_keys_are_for_the_instructor_alone(tmp_path):
    exams.write_exams(tmp_path / "exam", "a private seed", 1)
    assert stat.S_IMODE((tmp_path / "exam").stat().st_mode) == 0o700


def test_a_bank_and_a_seed_that_are_there_are_taken(tmp_path):
    (tmp_path / "seed.txt").write_text("a private seed\n")
    assert read_seed(f"@{tmp_path}/seed.txt") == "a private seed"
    assert bank_folder(tmp_path) == tmp_path and bank_folder(None) is None


def test_a_class_without_files_is_told_which_are_meant(tmp_path, capsys):
    assert class_report.main([str(tmp_path)]) == 0
    assert "progress.jsonl" in capsys.readouterr().out

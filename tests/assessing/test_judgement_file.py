"""The file of judgements: nothing that was judged is lost, and what does not fit is refused."""

import csv
import multiprocessing
import os
import warnings

import pandas as pd
import pytest

import ratools as rt
from ratools.assessing import judgements
from ratools.assessing.judgement_file import COLUMNS, JudgementFile, as_judge, consistency

HEAD = ",".join(COLUMNS)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "judgements.csv"


def line(judge, query, doc, action, grade="", note=""):
    return f"2026-01-01T00:00:00.000+00:00,{judge},{query},{doc},{action},{grade},{note}"


def written(path, *lines, end="\n"):
    path.write_text("\n".join([HEAD, *lines]) + end, encoding="utf-8")
    return path


def test_one_line_per_act(path):
    file = JudgementFile(path)
    assert not path.exists() and file.rows() == [] and file.judges() == []
    file.start(10)
    file.append("Ada", "q1", "d,1", "grade", 2, note='she said "yes",\n twice')
    file.append("Ada", "q1", "d2", "skip")
    with path.open(newline="", encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    assert [row["action"] for row in rows] == ["scale", "pool", "grade", "skip"]
    assert [row["note"] for row in rows] == ["0 1 2 3", "10", 'she said "yes", twice', ""]
    assert rows[2]["document"] == "d,1" and rows[2]["grade"] == "2" and rows[2]["time"].endswith("+00:00")
    assert JudgementFile(path).grades("Ada") == {("q1", "d,1"): 2} == file.grades("Ada")


def test_starting_again_says_nothing_twice_but_a_new_depth(path):
    for depth in (5, 5, 10, 10, None):
        JudgementFile(path).start(depth)
    assert [(row["action"], row["note"]) for row in JudgementFile(path).rows()] == [
        ("scale", "0 1 2 3"), ("pool", "5"), ("pool", "10")]  # fmt: skip
    assert JudgementFile(path).depth() == 10


def test_undo_is_a_further_line_and_takes_back_what_it_names(path):
    file = JudgementFile(path)
    file.append("Ada", "q1", "a", "grade", 1)
    file.append("Ben", "q1", "a", "grade", 3)
    file.append("Ada", "q1", "b", "grade", 2)
    file.append("Ada", "q1", "b", "undo")
    file.append("Ada", "q1", "b", "undo")  # nothing is left of b: nothing happens
    assert len(path.read_text().splitlines()) == 6, "nothing was rewritten"
    assert file.grades("Ada") == {("q1", "a"): 1} and file.grades("Ben") == {("q1", "a"): 3}
    file.append("Ada", "q1", "b", "skip")
    file.append("Ada", "q1", "a", "undo")
    assert [row["action"] for row in file.acts("Ada")] == ["skip"]
    assert [row["judge"] for row in file.acts()] == ["Ben", "Ada"]


def test_a_grade_given_twice_blind_does_not_replace_the_first(path):
    file = JudgementFile(path)
    for doc, first, again in [("a", 1, 2), ("b", 3, 3), ("c", 0, 0)]:
        file.append("Ada", "q1", doc, "grade", first)
        file.append("Ada", "q1", doc, "again", again)
    assert file.grades("Ada") == {("q1", "a"): 1, ("q1", "b"): 3, ("q1", "c"): 0}
    assert consistency(file, "Ada") == (3, 2) and consistency(file, "Ben") == (0, 0)


def test_a_line_that_was_cut_off_is_left_out_and_the_file_goes_on(path):
    written(path, line("Ada", "q1", "a", "grade", 2), '2026-01-01T00:00:00.000+00:00,Ada,"q', end="")
    file = JudgementFile(path)
    assert file.grades("Ada") == {("q1", "a"): 2}
    with pytest.warns(UserWarning, match=":3: was cut off and is left out"):
        file.append("Ada", "q1", "b", "grade", 3)
        assert file.grades("Ada") == {("q1", "a"): 2, ("q1", "b"): 3}
    with pytest.warns(UserWarning, match="cut off"):
        assert JudgementFile(path).grades("Ada") == {("q1", "a"): 2, ("q1", "b"): 3}


def test_a_last_line_without_its_end_counts(path):
    written(path, line("Ada", "q1", "a", "grade", 2), line("Ada", "q1", "b", "grade", 1), end="")
    file = JudgementFile(path)
    assert file.grades("Ada") == {("q1", "a"): 2, ("q1", "b"): 1}
    file.append("Ada", "q1", "c", "grade", 0)
    assert file.grades("Ada") == JudgementFile(path).grades("Ada") and len(file.grades("Ada")) == 3


def test_a_file_from_a_spreadsheet(path):
    """With a mark at its beginning and the line ends of Windows."""
    text = "\r\n".join([HEAD, line("Ada", "q1", "a", "grade", 2), line("Ada", "q1", "b", "skip"), ""])
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert JudgementFile(path).grades("Ada") == {("q1", "a"): 2}


def test_lines_of_others_are_read_as_they_come(path):
    mine, theirs = JudgementFile(path), JudgementFile(path)
    mine.append("Ada", "q1", "a", "grade", 1)
    theirs.append("Ben", "q1", "a", "grade", 2)
    mine.append("Ada", "q1", "b", "grade", 3)
    assert mine.judges() == theirs.judges() == ["Ada", "Ben"]
    assert mine.grades("Ben") == {("q1", "a"): 2} and len(theirs.grades("Ada")) == 2
    read = mine.rows()
    assert mine.rows() is read and len(read) == 3
    path.unlink()
    assert mine.rows() == []
    written(path, line("Cy", "q1", "a", "grade", 1))
    assert mine.judges() == ["Cy"], "another file in its place is read from its start"


def test_two_desks_that_start_at_once(path):
    written(path, HEAD, line("Ada", "q1", "a", "grade", 2))
    assert JudgementFile(path).grades("Ada") == {("q1", "a"): 2}


def grade_many(path, judge):
    file = JudgementFile(path)
    for n in range(150):
        file.append(judge, "q1", f"d{n}", "grade", n % 4)


def test_two_desks_on_one_file_lose_nothing(path):
    context = multiprocessing.get_context("spawn" if os.name == "nt" else "fork")
    judges = [context.Process(target=grade_many, args=(path, judge)) for judge in ("Ada", "Ben", "Cy")]
    for one in judges:
        one.start()
    for one in judges:
        one.join(60)
    file = JudgementFile(path)
    assert {judge: len(file.grades(judge)) for judge in sorted(file.judges())} == {"Ada": 150, "Ben": 150, "Cy": 150}


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("query,document,grade\nq1,a,2\n", ":1: not a file of judgements: its columns must be time,judge"),
        ("q1 0 a 2\n", ":1: not a file of judgements"),
        (f"{HEAD}\na,b,c,d,grade,1,note,more\n", ":2: 8 columns where 7 belong"),
        (f"{HEAD}\n{line('Ada', 'q', 'd', 'guess', 1)}\n", ":2: there is no action 'guess'"),
        (f"{HEAD}\n{line('Ada', 'q', 'd', 'grade', 7)}\n", ":2: grade 7 is not on the scale 0 1 2 3"),
        (f"{HEAD}\n{line('Ada', 'q', 'd', 'grade', 'good')}\n", ":2: grade 'good' is not on the scale"),
        (f"{HEAD}\n{line('', '', '', 'scale', '', 'a b')}\n", "its scale must be written as 0 1 2 3"),
    ],
)
def test_files_that_do_not_fit(path, content, sentence):
    path.write_text(content)
    with pytest.raises(ValueError, match="judgements.csv") as caught:
        judgements(path)
    assert sentence in str(caught.value)


def test_a_file_that_is_no_text(path):
    path.write_bytes(HEAD.encode() + b"\n\xff\xfe,a,b,c,grade,1,\n")
    with pytest.raises(ValueError, match=":2: is not UTF-8 text"):
        JudgementFile(path)


def test_another_scale_is_refused_and_the_files_own_is_taken(path):
    JudgementFile(path, {0: "no", 1: "yes", 5: "perfect"}).start(10)
    with pytest.raises(ValueError, match="was judged on the scale 0 1 5, not 0 1 2 3; name another file"):
        JudgementFile(path, {0: "a", 1: "b", 2: "c", 3: "d"})
    file = JudgementFile(path)
    assert list(file.scale) == [0, 1, 5]
    assert list(JudgementFile(path, {0: "other", 1: "words", 5: "here"}).scale.values()) == ["other", "words", "here"]
    file.append("Ada", "q1", "a", "grade", 5)
    assert judgements(path) == {"q1": {"a": 5}}


@pytest.mark.parametrize(
    "scale", [{}, {0: "no"}, {-1: "a", 1: "b"}, {"0": "a", "1": "b"}, {0: 1, 1: 2}, [0, 1], {True: "a", 2: "b"}]
)
def test_scales_that_are_none(path, scale):
    with pytest.raises(ValueError, match="scale must be a dict such as"):
        JudgementFile(path, scale)


@pytest.mark.parametrize("grade", [4, -1, "2", None, True, 1.5])
def test_grades_that_are_not_on_the_scale_are_not_written(path, grade):
    with pytest.raises(ValueError, match="is not on the scale 0 1 2 3"):
        JudgementFile(path).append("Ada", "q1", "a", "grade", grade)
    assert not path.exists()


def test_what_cannot_be_written(path):
    with pytest.raises(ValueError, match="an id with a line break"):
        JudgementFile(path).append("Ada", "q1", "a\nb", "grade", 1)
    with pytest.raises(ValueError, match="cannot be written"):
        JudgementFile(path / "no" / "folder.csv").append("Ada", "q1", "a", "grade", 1)
    for name in ("", " ", None, 3, "grade", "a\nb"):
        with pytest.raises(ValueError, match="judge must be a name"):
            as_judge(name)


def test_judgements_are_what_evaluate_takes(path):
    file = JudgementFile(path)
    file.start(10)
    for judge, grades in {"Ada": {"a": 3, "b": 1, "c": 0}, "Ben": {"a": 1, "b": 2}, "Cy": {"a": 2}}.items():
        for doc, grade in grades.items():
            file.append(judge, "q1", doc, "grade", grade)
    file.append("Ada", "q2", "a", "skip")
    found = judgements(path)
    assert found == {"q1": {"a": 2, "b": 1, "c": 0}}, "the middle grade, of two the lower"
    assert found.depth == 10
    assert found.table.columns.tolist() == ["query", "document", "Ada", "Ben", "Cy", "decided", "grade"]
    assert found.table["Ben"].tolist() == [1, 2, pd.NA] and found.table["decided"].isna().all()
    assert rt.evaluate({"q1": ["x", "a"]}, found, ["RR", "P@2"]).iloc[0, :2].tolist() == [0.5, 0.5]


def test_evaluate_warns_of_measures_deeper_than_the_pool(path):
    file = JudgementFile(path)
    file.start(5)
    file.append("Ada", "q1", "a", "grade", 1)
    found, run = judgements(path), {"q1": ["x", "a", *"bcde"]}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rt.evaluate(run, found, ["nDCG@5", "P@1", "bpref", "Judged@10", "infAP"])
        rt.evaluate(run, dict(found), ["nDCG@10", "AP"])  # from elsewhere: nobody knows how deep
        rt.evaluate({"q1": ["x", "a"]}, found, ["nDCG@10", "AP"])  # there is nothing below rank 5
    with pytest.warns(UserWarning, match="judged to rank 5, and nDCG@10, AP read deeper.*cut at 5, or judge deeper"):
        rt.evaluate(run, found, ["nDCG@10", "P@5", "AP"])
    with pytest.warns(UserWarning, match="RR reads deeper") as caught:
        rt.evaluate(run, found, "RR")
    assert caught[0].filename == __file__, "the warning points at the caller's line"


def test_the_deciding_grade_counts_and_the_last_of_several(path):
    file = JudgementFile(path)
    for judge, grade in [("Ada", 3), ("Ben", 0)]:
        file.append(judge, "q1", "a", "grade", grade)
    file.append("Cy", "q1", "a", "decide", 2)
    assert judgements(path) == {"q1": {"a": 2}}
    file.append("Ada", "q1", "a", "decide", 1)  # later, though Ada comes first in the file
    assert judgements(path) == {"q1": {"a": 1}} and judgements(path).table["decided"].tolist() == [1]
    file.append("Ada", "q1", "a", "undo")
    assert judgements(path) == {"q1": {"a": 2}}, "the undo took Ada's decision back, not her grade"
    assert file.grades("Ada") == {("q1", "a"): 3}


def test_nothing_to_read(path):
    with pytest.raises(ValueError, match="there is no such file; the judging desk makes it"):
        judgements(path)
    JudgementFile(path).start(10)
    with pytest.raises(ValueError, match="nothing was judged yet"):
        judgements(path)

"""Item statistics: golden values worked by hand, files as spreadsheets write them, mistakes told with their line."""

from math import isnan, sqrt

import numpy as np
import pytest

from ratools_course.classroom.exams import items, pre_post
from ratools_course.quizzes.texts import lettered

# Four students, three items; sums 3, 2, 1, 0. By hand: the items' variances are 3/16, 1/4, 3/16, together 5/8; the
# sums' variance is 5/4; alpha = 3/2 · (1 − 1/2).
STAIRS = np.array([[1, 1, 1], [1, 1, 0], [1, 0, 0], [0, 0, 0]])


def write(path, rows, head="student,item,answer,right"):
    path.write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    return str(path)


def stairs(path):
    cells = [(s, q, right) for s, row in enumerate(STAIRS) for q, right in enumerate(row)]
    return write(path, [f"s{s},q{q},{'x' if right else 'y'},{right}" for s, q, right in cells])


def test_alpha_and_discrimination_by_hand():
    assert items.alpha(STAIRS) == pytest.approx(0.75)
    # item 0: covariance with the rest (2, 1, 0, 0) is 3/16; variances 3/16 and 11/16
    assert items.discrimination(STAIRS, 0) == pytest.approx(sqrt(3 / 11))
    assert items.discrimination(STAIRS, 1) == pytest.approx(sqrt(1 / 2))
    assert items.discrimination(STAIRS, 2) == pytest.approx(sqrt(3 / 11))


def test_the_item_itself_is_left_out_of_the_rest():
    """With the item in the sum, a useless item would seem to tell people apart."""
    useless = np.array([[1, 1, 0], [0, 0, 0], [1, 1, 1], [0, 0, 1]])
    assert items.discrimination(useless, 2) == pytest.approx(0)
    assert np.corrcoef(useless[:, 2], useless.sum(axis=1))[0, 1] > 0.4


def test_where_nothing_varies_there_is_no_value():
    same = np.array([[1, 1], [1, 0]])
    assert (
        isnan(items.discrimination(same, 0)) and isnan(items.alpha(np.ones((3, 2)))) and isnan(items.alpha(same[:, :1]))
    )


def test_the_gain_by_hand(tmp_path):
    before = {"a": (0, 0, 0), "b": (1, 0, 0), "c": (1, 0, 0), "d": (1, 1, 0), "only before": (1, 1, 1)}
    after = {"a": (1, 0, 0), "b": (1, 1, 1), "c": (1, 1, 0), "d": (1, 1, 0), "only after": (0, 0, 0)}
    read = []
    for test in (before, after):
        rows = [f"{student},q{q},,{right}" for student, row in test.items() for q, right in enumerate(row)]
        read.append(items.read(write(tmp_path / "t.csv", rows)))
    found = items.gain(*read)
    # differences 1/3, 2/3, 1/3, 0: mean 1/3, standard deviation √(2/27); t with 3 degrees of freedom is 3.18245
    half = 3.182446305284263 * sqrt(2 / 27) / 2
    assert found["people"] == 4 and found["gain"] == pytest.approx(1 / 3)
    assert (found["low"], found["high"]) == (pytest.approx(1 / 3 - half), pytest.approx(1 / 3 + half))
    assert found["before"] == pytest.approx(1 / 3) and found["of what was left"] == pytest.approx(0.5)
    assert "0.33 → 0.67, a gain of +0.33 [-0.10, +0.77] (95 %, paired), 0.5 of what was left" in items.gain_text(found)


def test_the_bank_grades_and_names_the_misconception(tmp_path):
    """`ap-miss` shows its options as A 0.25, B 0.333 (right), C 1; 1 is the mean over what was found."""
    rows = ["a,ap-miss,B,", "b,ap-miss,C,", "c,ap-miss,C,", "d,ap-miss,1,", "e,ap-miss,,", "f,ap-two-hits,0.389,"]
    found = items.read(write(tmp_path / "t.csv", rows))
    assert [one.right for one in found] == [1, 0, 0, 0, 0, 1]
    first = items.statistics(found)[0]
    assert (first.wrong, first.people, first.skipped) == ("C", 2, 2), "e wrote nothing, f has no line"
    assert first.misconception == "ap-over-found" and first.difficulty == pytest.approx(1 / 6)


def test_both_forms_of_the_pre_and_post_test_are_known(tmp_path, capsys):
    """Everybody answers form A with the solution but for one item, and all of form B rightly."""
    files = []
    for name in pre_post.FORMS:
        rows = []
        for student in "abcde":
            for place, item in enumerate(pre_post.form(name)):
                letters = {option.key: letter for letter, option in lettered(item)}
                solved = (
                    1 if name == "A" and place == 0 else item.solution()
                )  # the first wrong option of the first item
                given = solved if item.kind == "numeric" else letters[solved]
                rows.append(f"{student},{item.id},{given},")
        files.append(write(tmp_path / f"{name}.csv", rows))
    assert items.main(files) == 0
    said = capsys.readouterr().out
    first = pre_post.form("A")[0]
    missed = next(row for row in items.statistics(items.read(files[0])) if row.id == first.id)
    assert (missed.difficulty, missed.people) == (0, 5) and missed.misconception == "one-query-decides"
    assert f"mean {1 - 1 / len(pre_post.form('A')):.2f}" in said and "1 of what was left to gain" in said


def test_the_command_prints_tables_gain_and_doubts(tmp_path, capsys):
    path = stairs(tmp_path / "test.csv")
    assert items.main([path, path]) == 0
    said = capsys.readouterr().out
    assert "4 people, 3 items, mean 0.50, Cronbach's alpha (KR-20) 0.75" in said
    assert "q1                                 0.50            0.71           2 × 'y'" in said
    assert "With 4 people" in said and "a gain of +0.00" in said


def test_an_item_against_the_rest_and_one_without_spread_are_named(tmp_path, capsys):
    good, bad = (1, 1, 0, 1, 1), (0, 0, 1, 1, 0)
    rows = [f"s{s},q{q},x,{right}" for s, row in enumerate([good, good, bad, bad]) for q, right in enumerate(row)]
    assert items.main([write(tmp_path / "t.csv", rows)]) == 0
    said = capsys.readouterr().out
    assert "does worse on the rest: q2" in said and "All right or all wrong" in said and "q3." in said


def test_files_as_spreadsheets_write_them(tmp_path):
    (tmp_path / "t.csv").write_bytes("\ufeffStudent;Item;Answer;Right\r\nJosé;q1;0,5;Yes\r\nMia;q1;;no\r\n".encode())
    found = items.read(tmp_path / "t.csv")
    assert found == [items.Answer("José", "q1", "0,5", 1), items.Answer("Mia", "q1", "", 0)]


@pytest.mark.parametrize(
    ("rows", "head", "told"),
    [
        (["a,q,x,maybe"], "student,item,answer,right", r":2: right is 'maybe'; write 1 or 0"),
        (["a,q,x,"], "student,item,answer,right", r":2: right is ''; .*quiz bank"),
        (["a,q,x,1", "a,q,y,0"], "student,item,answer,right", r":3: a answered q twice"),
        ([",q,x,1"], "student,item,answer,right", r":2: student and item"),
        (["a,q,x"], "student,items,answer", r"column 'item' is missing; did you mean 'items'"),
        ([], "student,item,answer,right", "has no answers"),
        (["a,ap-miss,Z,"], "student,item,answer,right", r":2: 'Z' is not a valid answer to ap-miss"),
    ],
)
def test_mistakes_are_told_with_their_place(tmp_path, capsys, rows, head, told):
    path = write(tmp_path / "t.csv", rows, head)
    with pytest.raises(ValueError, match=told):
        items.read(path)
    assert items.main([path]) == 1 and capsys.readouterr().err.count("\n") == 1

"""Exams in variants: numbers drawn and computed, keys right, nothing private in the repository."""

import csv
import io
from xml.etree import ElementTree

import pytest

from ratools_course.classroom.assignments import private
from ratools_course.classroom.exams import papers as exams
from ratools_course.classroom.exams.templates import Template, all_templates, template

SEED = "a private seed"


@pytest.mark.parametrize("id", all_templates())
def test_a_template_can_be_drawn_again_and_again(id):
    drawn = [exams.made(id, f"seed {n}", f"exam-{n}-{id}") for n in range(40)]
    assert len({question.text for question in drawn}) >= 15
    for question in drawn:
        assert question.notebook == all_templates()[id][0].name
        assert 0 < question.value != 1
        assert question.grade(repr(question.value)).status == "right"
        for option in question.options:
            grade = question.grade(f"{option.value:.9f}")
            assert grade.status == "wrong" and grade.misconception == option.misconception


def test_two_templates_of_one_id_are_refused(monkeypatch):
    lesson, first = next(iter(all_templates().values()))
    second = template(first.id)(first.draw)
    assert isinstance(second, Template) and second.points == 2
    both = [(lesson, first), (lesson, second)]
    monkeypatch.setattr("ratools_course.classroom.exams.templates.defined", lambda kind, module: both)
    with pytest.raises(ValueError, match=f"two templates '{first.id}': change one in {lesson.slug}/exam.py"):
        all_templates.__wrapped__()


def test_variants_ask_the_same_with_other_numbers_and_come_back():
    one, two = (exams.variant(SEED, name) for name in "12")
    assert [task.points for task in one] == [task.points for task in two]
    assert [task.question.notebook for task in one] == [task.question.notebook for task in two]
    assert sum(a.question.text != b.question.text for a, b in zip(one, two, strict=True)) >= len(one) - 1
    assert [task.question for task in exams.variant(SEED, "1")] == [task.question for task in one]
    assert [task.question.text for task in exams.variant("another seed", "1")] != [task.question.text for task in one]


def test_sheets_and_keys_are_written(tmp_path, capsys):
    out = tmp_path / "exam"
    words = ["--seed", SEED, "--variants", "2", "--out", str(out), "--format", "moodle"]
    assert exams.main(words) == 0
    points = sum(template.points for _, template in all_templates().values())
    assert f"2 variants of {len(all_templates())} questions, {points} points" in capsys.readouterr().out
    for name, tasks in {name: exams.variant(SEED, name) for name in "12"}.items():
        sheet, key = ((out / f"{word}_{name}.md").read_text(encoding="utf-8") for word in ("exam", "key"))
        page = (out / f"exam_{name}.html").read_text(encoding="utf-8")
        for task in tasks:
            assert task.question.text in sheet and task.question.text in key
            assert f"**{exams.answer_of(task.question)}**" in key
            assert task.question.explanation not in sheet
        assert page.count('class="room"') == len(tasks) and "http" not in page and "Answer: ____" in page
        names = {one.findtext("name/text") for one in ElementTree.parse(out / f"exam_{name}.xml").getroot()} - {None}
        assert names == {task.question.id for task in tasks}
    rows = list(csv.DictReader(io.StringIO((out / "keys.csv").read_text(encoding="utf-8"))))
    assert len(rows) == 2 * len(all_templates())
    answers = {row["item"]: float(row["answer"]) for row in rows if row["variant"] == "1"}
    assert answers == {task.question.id: task.question.value for task in exams.variant(SEED, "1")}


def test_a_bank_of_ones_own_is_added_and_nothing_goes_into_the_repository(tmp_path, capsys):
    bank = tmp_path / "bank"
    bank.mkdir()
    (bank / "05_mine.toml").write_text(
        'title = "Mine"\n[[question]]\nid = "mine"\nkind = "numeric"\ntext = "What is DCG of 3?"\n'
        'value = "dcg_at_k([3])"\notherwise = "No."\nexplanation = "3."\n'
    )
    assert exams.main(["--seed", SEED, "--variants", "1", "--out", str(tmp_path / "x"), "--bank", str(bank)]) == 0
    assert "What is DCG of 3?" in (tmp_path / "x" / "exam_1.md").read_text(encoding="utf-8")
    capsys.readouterr()
    inside = str(private.repository() / "exam")
    for words, told in (
        (["--seed", SEED, "--out", inside], "which is public"),
        (["--seed", SEED, "--out", str(tmp_path), "--bank", inside], "which is public"),
        (["--out", str(tmp_path)], "needs a private seed"),
        (["--seed", SEED, "--variants", "0", "--out", str(tmp_path)], "from 1 to 1000"),
    ):
        assert exams.main(words) == 2
        assert told in capsys.readouterr().err

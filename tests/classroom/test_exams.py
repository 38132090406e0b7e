"""Exams in variants, and the pre- and post-test: numbers computed, keys right, forms parallel."""

import csv
import io
import re
from xml.etree import ElementTree

import pytest

from ratools_course.classroom.assignments import private
from ratools_course.classroom.exams import items
from ratools_course.classroom.exams import papers as exams
from ratools_course.classroom.exams.pre_post import FORMS, all_items, form
from ratools_course.lessons import LESSONS
from ratools_course.quizzes.bank import banks

SEED = "a private seed"


def numbers_in(text):
    return re.findall(r"\d+(?:\.\d+)?", text)


@pytest.fixture(scope="module")
def many():
    """Every template with forty draws."""
    return {id: [exams.made(id, f"seed {n}", f"exam-{n}-{id}") for n in range(40)] for id in exams.TEMPLATES}


def test_a_template_can_be_drawn_again_and_again(many):
    for id, drawn in many.items():
        assert len({question.text for question in drawn}) >= 15, id
        for question in drawn:
            assert 0 < question.value != 1
            assert question.grade(repr(question.value)).status == "right"
            for option in question.options:
                grade = question.grade(f"{option.value:.9f}")
                assert grade.status == "wrong" and grade.misconception == option.misconception


def test_the_answers_are_what_a_second_way_gives(many):
    """From the words of the question alone, as a student would."""
    for question in many["precision"]:
        page, (_, total, k) = question.text.split(": ")[1].split(". ")[0].split(", "), [0, *_last_two(question.text)]
        assert question.value == page[:k].count("R") / k and page.count("R") < total
    for question in many["recall"]:
        page, (total, k) = question.text.split(": ")[1].split(". ")[0].split(", "), _last_two(question.text)
        assert question.value == page[:k].count("R") / total
    for question in many["mrr"]:
        told = question.text.split(": ")[1].split(". ")[0].split(", ")
        assert question.value == pytest.approx(sum(1 / int(one) for one in told if one != "never") / 4)
    for question in many["ap"]:
        page = question.text.split(": ")[1].split(". ")[0].split(", ")
        lost = 1 if "One more" in question.text else 2
        at_hits = [page[: n + 1].count("R") / (n + 1) for n, one in enumerate(page) if one == "R"]
        assert question.value == pytest.approx(sum(at_hits) / (len(at_hits) + lost))
    for question in many["kappa"]:
        _, yes, no, first, second = map(int, _counts(question.text))
        n = yes + no + first + second
        chance = ((yes + first) * (yes + second) + (no + first) * (no + second)) / n**2
        assert question.value == pytest.approx(((yes + no) / n - chance) / (1 - chance))
    for question in many["chunk"]:
        _, start, end, first, last = map(int, numbers_in(question.text))
        both, either = (
            set(range(start, end)) & set(range(first, last)),
            set(range(start, end)) | set(range(first, last)),
        )
        assert question.value == pytest.approx(len(both) / len(either))
    for question in many["pair"]:
        _, share, total, _ = map(float, numbers_in(question.text))
        assert question.value == pytest.approx(share * 10 / total)


def _last_two(text):
    return [int(one) for one in numbers_in(text.split(". ", 1)[1])]


def _counts(text):
    return numbers_in(text.replace("once", "1 times"))


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
    assert "2 variants of 13 questions, 30 points" in capsys.readouterr().out
    for name, tasks in {name: exams.variant(SEED, name) for name in "12"}.items():
        sheet, key = ((out / f"{word}_{name}.md").read_text(encoding="utf-8") for word in ("exam", "key"))
        page = (out / f"exam_{name}.html").read_text(encoding="utf-8")
        for task in tasks:
            assert task.question.text in sheet and task.question.text in key
            assert f"**{exams.answer_of(task.question)}**" in key
            assert task.question.explanation not in sheet
        assert page.count('class="room"') == len(tasks) and "http" not in page and "Answer: ____" in page
        told = {one.findtext("name/text") for one in ElementTree.parse(out / f"exam_{name}.xml").getroot()} - {None}
        assert told == {task.question.id for task in tasks}
    rows = list(csv.DictReader(io.StringIO((out / "keys.csv").read_text(encoding="utf-8"))))
    assert len(rows) == 26
    answers = {row["item"]: float(row["answer"]) for row in rows}
    assert answers["exam-1-ndcg"] == exams.variant(SEED, "1")[4].question.value


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


# The pre- and post-test ----------------------------------------------------------------------------------------------


def test_the_forms_are_parallel_and_cover_every_notebook():
    one, two = map(form, FORMS)
    assert [item.id.replace("test-a-", "") for item in one] == [item.id.replace("test-b-", "") for item in two]
    for a, b in zip(one, two, strict=True):
        assert (a.kind, a.notebook, len(a.options)) == (b.kind, b.notebook, len(b.options))
        assert a.text != b.text
        if not a.id.endswith("choose"):  # there, what is right in one form is wrong in the other
            assert [option.misconception for option in a.options] == [option.misconception for option in b.options]
        assert a.kind != "numeric" or a.value != b.value
    assert {item.notebook for item in one} == {lesson.name for lesson in LESSONS} - {"00_start_here"}
    known = {question.id for bank in banks().values() for question in (*bank.questions, *bank.predictions)}
    assert not known & set(all_items()), "an item's id is its name in the whole course"


def test_the_forms_are_written_and_their_answers_analysed(tmp_path):
    assert exams.main(["--pre-post", "--out", str(tmp_path), "--format", "csv", "--format", "gift"]) == 0
    names = {path.name for path in tmp_path.iterdir()}
    assert {"test_a.md", "test_key_a.html", "test_b.csv", "test_b.gift"} <= names
    rows = ["student,item,answer,right"]
    for n in range(6):
        for item in form("A"):
            answer = exams.answer_of(item).rstrip("…") if n % 2 else ("0.123" if item.kind == "numeric" else "B")
            rows.append(f"s{n},{item.id},{answer},")
    (tmp_path / "answers.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    read = items.read(tmp_path / "answers.csv")
    assert len(read) == 6 * 14
    assert {answer.right for answer in read if answer.student == "s1"} == {1}, "the key's answers are right"

"""What does my class get wrong? Counted by hand on a small class; broken, foreign and hostile files do no harm."""

import json
import os
import re
from types import SimpleNamespace

import pytest

from ratools_course import check, lessons, predict, quiz
from ratools_course.classroom.assignments import private
from ratools_course.classroom.report import class_files, class_report, guesses
from ratools_course.classroom.report.class_page import as_page, write_page
from ratools_course.quizzes.bank import banks, find_prediction

STALL = find_prediction("05-third-stall")


def line(kind, id, status, misconception=None, minute=0, **more):
    time = f"2026-11-18T10:{minute:02}:00+00:00"
    return json.dumps({"time": time, kind: id, "status": status, "misconception": misconception, **more})


def guess(value, minute=0, version=STALL.version):
    return line("prediction", STALL.id, "kept", None, minute, version=version, guess=value)


CLASS = {  # of six: who did what
    "ada": [line("exercise", "ndcg_at_k", "right"), guess(0.5)],
    "bo": [
        line("exercise", "ndcg_at_k", "not attempted"),
        line("exercise", "ndcg_at_k", "wrong", "idcg-from-retrieved", 1),
        line("exercise", "ndcg_at_k", "wrong", "idcg-from-retrieved", 2),
        line("exercise", "ndcg_at_k", "right", None, 3),
        line("exercise", "ndcg_at_k", "wrong", "discount-log-i", 4),
        guess(0.3),
        guess(0.9, 5),
    ],
    "cy": [line("exercise", "ndcg_at_k", "wrong", "idcg-from-retrieved"), guess(0.35)],
    "di": [line("exercise", "ndcg_at_k", "wrong"), line("question", "ndcg-two-numbers", "shown"), guess(0.3)],
    "ed": [line("exercise", "ndcg_at_k", "right"), line("question", "ndcg-two-numbers", "right"), guess(1)],
    "flo": [line("exercise", "cumulative_gain", "right"), guess(0.2, version="an earlier one")],
}


@pytest.fixture
def folder(tmp_path):
    for person, lines in CLASS.items():
        home = tmp_path / "homes" / person / "ratools" / "my_course"
        home.mkdir(parents=True)
        (home / "progress.jsonl").write_text("\n".join(lines) + "\n")
    return tmp_path / "homes"


def read(folder, **options):
    return class_report.ClassReport(class_files.gather(folder), **options)


def test_people_are_counted_not_tries(folder):
    task = next(row for row in read(folder).tasks if row.id == "ndcg_at_k")
    assert (task.tried, task.first, task.end, task.looked) == (5, 2, 3, 0)
    assert task.ideas == (("idcg-from-retrieved", 2), ("discount-log-i", 1))
    assert task.notebook == "05_ndcg"


def test_who_asked_to_be_shown_was_not_right(folder):
    task = next(row for row in read(folder).tasks if row.id == "ndcg-two-numbers")
    assert (task.tried, task.first, task.end, task.looked) == (2, 1, 1, 1)


def test_tables_to_complete_are_tasks_of_their_notebook(folder):
    chosen = line("table", "costs", "not attempted", cell=["a", "b"], entry="c")
    for person, tries in {"ada": ["right"], "bo": ["wrong", "right"], "cy": ["wrong"], "di": []}.items():
        file = folder / person / "ratools" / "my_course" / "progress.jsonl"
        told = [chosen, *(line("table", "costs", status) for status in tries)]
        file.write_text(file.read_text() + "\n".join(told) + "\n")
    report = read(folder, notebooks=["06"])
    (task,) = report.tasks
    assert (task.kind, task.id, task.notebook) == ("table", "costs", "06_choose_a_measure")
    assert (task.tried, task.first, task.end) == (3, 1, 2), "to choose a cell is not to try"
    assert "table     costs" in class_report.as_text(report) and "<small>table</small> costs" in as_page(report)


def test_the_first_guess_at_todays_wording_counts(folder):
    (row,) = read(folder).guesses
    assert (row.people, row.unfit, row.answer) == (5, 1, "0.5")
    assert [bar.people for bar in row.bars] == [0, 0, 0, 3, 0, 1, 0, 0, 0, 1]
    assert [bar.label for bar in row.bars if bar.right] == ["0.5–0.6"]


def test_without_a_folder_the_class_of_this_machine_is_meant():
    homes = private.repository() / "my_class" / "students"
    assert homes == class_report.HOMES


def test_the_terminal_says_it_and_names_nobody(folder, capsys):
    assert class_report.main([str(folder)]) == 0
    said = capsys.readouterr().out
    assert re.search(r"exercise +ndcg_at_k +5 +40 % +60 %", said)
    assert "2 × “The ideal is my list, sorted”" in said
    assert re.search(r"question +ndcg-two-numbers +fewer than 5", said)
    assert STALL.discuss[:30] in said and "Never grade from this" in said
    assert not any(re.search(rf"\b{person}\b", said) for person in CLASS)


def test_names_are_told_when_asked_and_never_on_the_page(folder, tmp_path, capsys):
    page = tmp_path / "class.html"
    assert class_report.main([str(folder), "--names", "--html", str(page)]) == 0
    said = capsys.readouterr().out
    assert re.search(r"^bo +1 +0 +1 +2026-11-18T10:05$", said, re.M)
    words = re.sub(r"<style>.*?</style>|<script>.*?</script>", "", page.read_text(), flags=re.S)
    assert not any(re.search(rf"\b{person}\b", words) for person in CLASS)


def test_fewer_than_five_are_not_broken_down(folder, capsys):
    for person in ("ed", "flo"):
        (folder / person / "ratools" / "my_course" / "progress.jsonl").unlink()
    report = read(folder)
    assert report.small
    assert class_report.main([str(folder)]) == 0
    for said in (capsys.readouterr().out, as_page(report)):
        assert "ewer than 5 people" in said and "ndcg_at_k" not in said and "05-third-stall" not in said


def test_only_some_notebooks(folder):
    assert not read(folder, notebooks=["01"]).tasks
    assert {row.notebook for row in read(folder, notebooks=["05"]).tasks} == {"05_ndcg"}


def test_real_progress_files_are_understood(tmp_path, monkeypatch):
    """Whatever check, quiz and predict write today, the report can read."""
    for number in range(5):
        monkeypatch.setenv("RATOOLS_PROGRESS", str(tmp_path / f"person{number}.jsonl"))
        check("precision-number-s1", 0.4 if number else 0.2)
        predict("03-rank-two").commit(0.5)
        predict("03-three-one-two").commit("C")
        predict("00-gut-grades").commit([7, number])
        questions = quiz("ap-miss")
        questions.answers = {"ap-miss": [1, 0]}
    report = read(tmp_path)
    assert len(report.files.people) == 5 and not report.files.broken
    number, question = report.tasks
    assert (number.tried, number.first) == (5, 4)
    assert (question.id, question.tried, question.first, question.end) == ("ap-miss", 5, 0, 5)
    assert question.ideas == (("ap-over-found", 5),)
    grades, rank, choice = report.guesses
    assert [bar.people for bar in grades.bars] == [7.0, 2.0]
    assert sum(bar.people for bar in rank.bars) == 5 and sum(bar.people for bar in choice.bars) == 5


# Files of others -----------------------------------------------------------------------------------------------------

HOSTILE = [
    line("exercise", "<img src=x onerror=alert(1)>", "wrong"),
    line("exercise", "ndcg_at_k", "wrong", "<script>alert(1)</script>"),
    guess("<b>"),
    guess(1e999),
    guess(float("nan")),
    guess(10**400),
    guess(None),
    guess([1]),
    guess(True),
    guess(7),
]


def test_broken_lines_survive_and_are_counted(folder):
    file = folder / "ada" / "ratools" / "my_course" / "progress.jsonl"
    file.write_bytes(file.read_bytes() + b'{"torn": \n\xff\xfe\n[1]\n\n' + b"x" * (2**20 + 5) + b"\n" + b'{"exercise"')
    report = read(folder)
    assert report.files.broken == 5
    assert "5 more could not be read" in report.summary()
    assert next(row for row in report.tasks if row.id == "ndcg_at_k").tried == 5


def test_a_hostile_file_changes_nothing_but_its_own_count(folder):
    (folder / "eve").mkdir()
    (folder / "eve" / "progress.jsonl").write_text("\n".join(HOSTILE) + "\n")
    report = read(folder)
    page = as_page(report)
    assert "onerror" not in page and "alert(1)" not in page
    assert "onerror" not in class_report.as_text(report)
    (row,) = report.guesses
    assert row.people == 5, "no guess of eve's can be one"
    assert next(one for one in report.tasks if one.id == "ndcg_at_k").tried == 6


def test_names_are_escaped_where_they_are_shown(tmp_path):
    (tmp_path / "<script>x.jsonl").write_text(CLASS["ada"][0] + "\n")
    assert "<script>x" in class_report.as_text(read(tmp_path), names=True)
    assert "<script>x" not in as_page(read(tmp_path))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_links_and_pipes_are_not_opened(folder, tmp_path):
    secret = tmp_path / "secret.jsonl"
    secret.write_text(CLASS["ada"][0] + "\n")
    for name in ("gil", "hal"):
        (folder / name).mkdir()
    (folder / "gil" / "progress.jsonl").symlink_to(secret)
    os.mkfifo(folder / "hal" / "progress.jsonl")
    (folder / "ivy").symlink_to(folder / "ada")
    files = class_files.gather(folder)
    assert files.unread == 2 and set(files.people) == set(CLASS)


def test_the_teacher_is_no_student(folder):
    (folder / "instructor").mkdir()
    (folder / "instructor" / "progress.jsonl").write_text(CLASS["ada"][0] + "\n")
    assert set(class_files.gather(folder).people) == set(CLASS)


def test_two_files_of_one_person_are_one_person(folder):
    (folder / "ada" / "progress (1).jsonl").write_text(line("exercise", "ndcg_at_k", "wrong", None, 9) + "\n")
    task = next(row for row in read(folder).tasks if row.id == "ndcg_at_k")
    assert (task.tried, task.first) == (5, 2), "by time, ada was right first"


def test_no_folder_is_one_sentence(capsys):
    assert class_report.main(["no/such/folder"]) == 1
    assert "no/such/folder is not a folder" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        class_report.main(["anywhere", "--watch"])


# The page ------------------------------------------------------------------------------------------------------------


def test_the_page_asks_for_nothing_and_hides_the_answer(folder):
    page = as_page(read(folder), reload=5)
    assert not re.search(r"(src|href)=[\"'](?!#|data:)", page) and "@import" not in page and "url(" not in page
    assert 'data-reload="5"' in page and "<details id" in page and "<details open" not in page
    assert page.count("<svg") == 1 and "◀ answer" in page


def test_watching_writes_again_only_when_a_file_has_changed(folder, tmp_path, capsys):
    page, written = tmp_path / "class.html", []
    chosen = SimpleNamespace(folder=folder, html=str(page), notebook=None, every=5)

    def wait(seconds):
        written.append(page.read_text())
        if len(written) == 2:
            file = folder / "flo" / "ratools" / "my_course" / "progress.jsonl"
            file.write_text(file.read_text() + line("exercise", "ndcg_at_k", "right") + "\n")

    class_report.watch(chosen, write_page, rounds=4, sleep=wait)
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 3 and "6 people, 19 lines" in said[1] and "6 people, 20 lines" in said[2]
    assert written[0] == written[1] != written[2] == written[3]
    assert "2 of 5" in written[0] and "3 of 6" in written[3]


# What to ask ---------------------------------------------------------------------------------------------------------


def test_every_prediction_has_a_discussion_and_every_vote_a_question():
    texts = [one.discuss for bank in banks().values() for one in bank.predictions]
    assert texts and all(text.endswith(("?", ".")) and "?" in text or "Fix" in text for text in texts)
    assert all(banks()[lesson.name].votes for lesson in lessons.LESSONS)
    for name, bank in banks().items():
        kinds = {question.id: question.kind for question in bank.quiz}
        assert set(bank.votes) <= set(kinds) and len(bank.votes) >= min(2, len(kinds)), name
        assert all(kinds[id] in ("single", "multiple") for id in bank.votes), "a vote needs letters"


def test_a_discussion_says_no_number_that_its_prediction_does_not():
    for bank in banks().values():
        for one in bank.predictions:
            own = " ".join(
                [one.text, one.explanation, guesses.right_answer(one), *(each.label for each in one.options)]
            )
            for number in re.findall(r"\d+(?:\.\d+)?(?:/\d+)?", one.discuss):
                assert number in own, f"{one.id}: {number}"


def test_orders_are_shown_by_their_letters():
    question = next(one for bank in banks().values() for one in bank.questions if one.kind == "ordering")
    keys = list(range(len(question.options)))
    bars, people = guesses.histogram(question, [keys, keys, keys[::-1], [0, 0, 1], "x"])
    assert people == 3 and [bar.people for bar in bars] == [2, 1] and [bar.right for bar in bars] == [True, False]

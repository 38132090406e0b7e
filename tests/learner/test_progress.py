"""The progress file: one line a check, safe for two writers and for a torn line, and never in the way."""

import json
import os
import subprocess
import sys
import tomllib
import tracemalloc
import warnings
from pathlib import Path

import pytest

from ratools_course import check, lessons, progress, quiz
from ratools_course.learner import progress_log, progress_view, task_list

ROOT = Path(__file__).parents[2]


@pytest.fixture
def file(tmp_path, monkeypatch):
    path = tmp_path / "folder" / "progress.jsonl"
    monkeypatch.setenv("RATOOLS_PROGRESS", str(path))
    return path


def test_the_suite_reads_and_writes_a_temporary_file(request):
    """By the conftest.py beside course.py, which pytest also reads when it is pointed at a single notebook."""
    settings = request.config.pluginmanager.get_plugin(str(ROOT / "conftest.py"))
    assert progress_log.path() == Path(settings.PROGRESS) / "progress.jsonl"
    assert not progress_log.path().is_relative_to(ROOT)
    assert not progress_log.path().is_relative_to(progress_log._data_folder())


def test_a_check_leaves_a_line(file):
    check("precision-number-s1", 0.4)
    check("f1-number-s2", 1.0)
    check("ndcg-gap-1", ...)
    first, second, third = [json.loads(line) for line in file.read_text().splitlines()]
    assert first.pop("time").startswith("20")
    assert first == {
        "exercise": "precision-number-s1",
        "status": "right",
        "misconception": None,
        "notebook": "02_precision_recall",
    }
    assert (second["status"], second["misconception"]) == ("wrong", "f1-on-sets")
    assert third["status"] == "not attempted"
    assert [line["status"] for line in progress_log.read()] == ["right", "wrong", "not attempted"]


def test_a_torn_line_is_skipped_and_not_glued_to_the_next(file):
    assert progress_log.record("exercise", "ndcg_at_k", "right")
    with file.open("a") as stream:
        stream.write('{"time": "2026-01-01", "exer')
    assert progress_log.record("question", "ndcg-one-missing", "wrong", "idcg-from-retrieved")
    assert [line["status"] for line in progress_log.read()] == ["right", "wrong"]
    file.write_bytes(file.read_bytes() + b'\n\xff\xfe garbage\n[1, 2]\n"text"\n{"status": "odd", "exercise": "x"}\n')
    assert len(progress_log.read()) == 2


ODD = {
    "a list as question": '{"question": ["ndcg-one-missing"], "status": "right"}',
    "a list as question beside an exercise": '{"exercise": "ndcg_at_k", "question": ["q"], "status": "right"}',
    "a list as status": '{"exercise": "ndcg_at_k", "status": ["right"]}',
    "a dict as misconception": '{"exercise": "ndcg_at_k", "status": "right", "misconception": {}}',
    "deep nesting": '{"exercise": "ndcg_at_k", "status": "right", "x": ' + "[" * 200_000 + "]" * 200_000 + "}",
    "a line without end": '{"exercise": "ndcg_at_k", "status": "right", "x": "' + "x" * 3_000_000,
    "a long line": '{"exercise": "ndcg_at_k", "status": "right", "x": "' + "x" * 3_000_000 + '"}',
    "a number too large": "1" * 5000,
}


@pytest.mark.parametrize("name", ODD)
def test_an_odd_line_is_passed_over(file, name):
    assert progress_log.record("exercise", "ndcg_at_k", "wrong")
    with file.open("a") as stream:
        stream.write(ODD[name])
    assert progress_log.record("exercise", "dcg_at_k", "right")
    assert [line["status"] for line in progress_log.read()] == ["wrong", "right"]
    assert progress().table.set_index("id").loc["ndcg_at_k", "status"] == "wrong"
    assert "nDCG" in repr(quiz("05_ndcg"))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_or_a_device_is_no_file_and_blocks_nothing(tmp_path, monkeypatch):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/full"), tmp_path):
        if path.exists():
            monkeypatch.setenv("RATOOLS_PROGRESS", str(path))
            with pytest.warns(UserWarning, match="progress is not being recorded"):
                assert not progress_log.record("exercise", "ndcg_at_k", "right")
            assert progress_log.read() == []


def test_the_null_device_takes_all_and_says_nothing(monkeypatch):
    monkeypatch.setenv("RATOOLS_PROGRESS", os.devnull)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert progress_log.record("exercise", "ndcg_at_k", "right")
    assert progress_log.read() == []


def test_a_disk_that_fills_up_within_a_line_is_told(file, monkeypatch):
    monkeypatch.setattr(progress_log.os, "write", lambda handle, data: len(data) - 1)
    with pytest.warns(UserWarning, match="progress is not being recorded"):
        assert not progress_log.record("exercise", "ndcg_at_k", "right")


@pytest.mark.slow
def test_a_large_file_needs_little_memory_and_only_the_lines_asked_for_are_parsed(file, monkeypatch):
    file.parent.mkdir()
    lines = [json.dumps({"exercise": f"x-{n}", "status": "wrong", "note": "y" * 200}) + "\n" for n in range(100)]
    with file.open("w") as stream:
        for _ in range(200):
            stream.writelines(lines)  # 5 MB
    tracemalloc.start()
    assert sum(1 for _ in progress_log.lines()) == 20_000
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1_000_000
    monkeypatch.setattr(progress_log, "_parsed", json.loads)
    assert len(list(progress_log.lines(["x-7"]))) == 200
    monkeypatch.setattr(progress_log, "_parsed", None)
    assert list(progress_log.lines(["ndcg-one-missing"])) == []


def test_of_a_very_large_file_the_newest_part_is_read(file, monkeypatch):
    for n in range(100):
        progress_log.record("exercise", f"x-{n:03}", "wrong")
    monkeypatch.setattr(progress_log, "NEWEST", file.stat().st_size // 4 + 10)
    assert [line["exercise"] for line in progress_log.read()] == [f"x-{n:03}" for n in range(75, 100)]


def test_two_writers_at_once_lose_nothing(file):
    code = (
        "import sys; from ratools_course.learner.progress_log import record\n"
        "for n in range(200): assert record('exercise', f'{sys.argv[1]}-{n}', 'wrong', 'x' * 300)"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    writers = [subprocess.Popen([sys.executable, "-c", code, name], env=env) for name in "abc"]
    assert [writer.wait(60) for writer in writers] == [0, 0, 0]
    assert {line["exercise"] for line in progress_log.read()} == {f"{name}-{n}" for name in "abc" for n in range(200)}


def test_a_file_that_cannot_be_written_is_mentioned_once(tmp_path, monkeypatch):
    blocked = tmp_path / "a file"
    blocked.write_text("")
    monkeypatch.setenv("RATOOLS_PROGRESS", str(blocked / "progress.jsonl"))
    with pytest.warns(UserWarning, match="progress is not being recorded.*RATOOLS_PROGRESS"):
        assert check("precision-number-s1", 0.4).status == "right"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert check("precision-number-s1", 0.4).status == "right"
    assert progress_log.read() == []
    assert "0 of " in repr(progress())


@pytest.mark.parametrize(
    ("kind", "status"), [("exam", "right"), ("exercise", "passed"), ("prediction", "right"), ("question", "kept")]
)
def test_bad_lines_are_refused(file, kind, status):
    with pytest.raises(ValueError, match="must be"):
        progress_log.record(kind, "ndcg_at_k", status)
    assert not file.exists()


def test_the_table_and_the_bars(file):
    before = progress().notebooks["05_ndcg"]
    assert before[:2] == (0, 0)
    progress_log.record("exercise", "ndcg_at_k", "wrong", "idcg-from-retrieved")
    progress_log.record("exercise", "ndcg_at_k", "right")
    progress_log.record("exercise", "ndcg_at_k", "wrong")
    progress_log.record("exercise", "dcg_at_k", "wrong")
    progress_log.record("exercise", "ndcg-bug", "not attempted")
    progress_log.record("exercise", "an exercise of yesterday", "right")
    now = progress()
    assert now.notebooks["05_ndcg"] == (1, 2, before[2])
    table = now.table.set_index("id")
    assert table.loc["ndcg_at_k", ["status", "tries", "misconception"]].tolist() == ["right", 3, "idcg-from-retrieved"]
    assert table.loc["ndcg-bug", "tries"] == 0
    assert f"1 of {before[2]} right, 1 tried" in repr(now)
    assert "░" in repr(now)
    html = now._repr_html_()
    assert f"aria-label='1 of {before[2]} right, 1 tried'" in html and "<script" not in html


def test_what_was_shown_is_still_open_and_a_prediction_is_no_task(file):
    before = progress().notebooks
    assert progress_log.record("question", "ndcg-one-missing", "shown")
    assert progress_log.record("prediction", "05-third-stall", "kept", guess=0.3, answer=0.5)
    assert progress_log.record("prediction", "05-third-stall", "shown")
    assert progress().notebooks == before
    table = progress().table.set_index("id")
    assert table.loc["ndcg-one-missing", ["status", "tries"]].tolist() == ["shown", 0]
    assert "05-third-stall" not in table.index
    progress_log.record("question", "ndcg-one-missing", "wrong")
    progress_log.record("question", "ndcg-one-missing", "shown")
    assert progress().table.set_index("id").loc["ndcg-one-missing", ["status", "tries"]].tolist() == ["wrong", 1]
    lines = progress_log.read()
    assert [line["guess"] for line in lines if line.get("prediction") and line["status"] == "kept"] == [0.3]
    file.write_text('{"prediction": "x", "status": "right"}\n{"question": "x", "status": "kept"}\n')
    assert progress_log.read() == []


def test_it_counts_what_the_notebook_poses_and_no_more(file):
    notebook = json.loads((ROOT / "notebooks" / "05_ndcg.ipynb").read_text(encoding="utf-8"))
    marks = [cell["metadata"].get("ratools", {}).get("exercise") for cell in notebook["cells"]]
    rows = progress("05").table
    assert rows[rows["kind"] == "exercise"]["id"].tolist() == list(dict.fromkeys(filter(None, marks)))
    bank = tomllib.loads((lessons.lesson("05").folder / "quiz.toml").read_text(encoding="utf-8"))
    asked = [question["id"] for question in bank["question"] if question["id"] not in bank["for_warm_ups"]]
    assert rows[rows["kind"] == "question"]["id"].tolist() == asked and len(asked) < len(bank["question"])
    assert list(progress().notebooks) == [one.name for one in lessons.LESSONS]


def test_one_notebook_says_what_is_right_what_is_open_and_what_is_next(file, two_notebooks):
    line = "02 Precision and recall: 0 of 2 exercises, 0 of 1 table, quiz 0 of 3. Open: one, two, table pages, "
    line += "the whole quiz."
    assert repr(progress("02")) == f"{line} Next: 05 nDCG (05_ndcg.ipynb)."
    progress_log.record("exercise", "one", "right")
    progress_log.record("exercise", "two", "wrong")
    progress_log.record("question", "b", "right")
    progress_log.record("table", "pages", "wrong")
    done = progress("02_precision_recall")
    line = (
        "02 Precision and recall: 1 of 2 exercises, 0 of 1 table, quiz 1 of 3. Open: two (tried), table pages (tried), "
    )
    line += "quiz questions 1 and 3."
    assert repr(done) == f"{line} Next: 05 nDCG (05_ndcg.ipynb)."
    link = '<a href="05_ndcg.ipynb" style="text-decoration:underline">05 nDCG</a>'
    assert done._repr_html_() == f"<p>{line} Next: {link}.</p>"
    assert done.open == ["two", "pages", "a", "c"]
    assert repr(progress("05")) == "05 nDCG: nothing to be checked here."
    for kind, id in (("exercise", "two"), ("table", "pages"), ("question", "a"), ("question", "c")):
        progress_log.record(kind, id, "right")
    assert "quiz 3 of 3. Nothing is open. Next" in repr(progress("02"))


@pytest.fixture
def two_notebooks(tmp_path, monkeypatch):
    """A course of two notebooks: 02 with two exercises and a quiz of three, 05 with nothing to check."""

    def cell(source, **metadata):
        return {"cell_type": "code", "source": source, "metadata": metadata}

    cells = [cell("warm_up('02_precision_recall')"), cell("one = ...", ratools={"exercise": "one", "role": "stub"})]
    cells += [cell("check('one', one)", ratools={"exercise": "one", "role": "check"})]
    cells += [cell("two = ...", ratools={"exercise": "two", "role": "stub"}), cell("# quiz('never')\nquiz( '02' )")]
    cells += [cell("complete_table('pages', 'Complete it.')")]
    folder = tmp_path / "notebooks"
    folder.mkdir()
    (folder / "02_precision_recall.ipynb").write_text(json.dumps({"cells": cells}))
    (folder / "05_ndcg.ipynb").write_text('{"cells": [')  # being written
    quiz = "".join(f'[[question]]\nid = "{id}"\n' for id in "abc")
    (tmp_path / "precision_recall").mkdir()
    (tmp_path / "precision_recall" / "quiz.toml").write_text(quiz)
    monkeypatch.setattr(lessons, "FOLDER", tmp_path)
    monkeypatch.setattr(task_list, "notebooks_dir", lambda: folder)
    there = [lessons.lesson("02"), lessons.lesson("05")]
    for module in (task_list, progress_view):
        monkeypatch.setattr(module, "LESSONS", there)


def test_a_notebook_that_is_not_there_gets_a_sentence(file):
    with pytest.raises(ValueError, match="there is no notebook '5_ndcg'.*did you mean '05_ndcg'"):
        progress("5_ndcg")


def test_lines_of_earlier_versions_count(file):
    """Tasks are found by their ids, whatever the notebook was called; the old name finds the notebook too."""
    progress_log.record("exercise", "ndcg_at_k", "right", notebook="06_ndcg_of_old")
    assert "ndcg_at_k" not in progress("05").open
    for found in lessons.LESSONS:
        for old in (*found.formerly, f"77_{found.slug}"):
            assert lessons.lesson(old) == found
    assert lessons.lesson("03_mrr").slug == "reciprocal_rank" and lessons.lesson("07_judgements").slug == "judgements"


def test_without_the_notebooks_the_record_says_the_same(monkeypatch):
    """When this fails, run `python3 course.py build`."""
    live = task_list.tasks()
    monkeypatch.setattr(task_list, "notebooks_dir", lambda: None)
    assert task_list.tasks() == live
    assert json.loads(task_list.RECORD.read_text(encoding="utf-8")) == task_list.read_notebooks(ROOT / "notebooks")


def test_where_the_file_is(monkeypatch, tmp_path):
    monkeypatch.delenv("RATOOLS_PROGRESS")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(progress_log, "__file__", str(tmp_path / "lib" / "ratools" / "teaching" / "progress_log.py"))
    assert progress_log.path() == tmp_path / "ratools" / "progress.jsonl"
    (tmp_path / "lib" / "my_course").mkdir(parents=True)
    assert progress_log.path() == tmp_path / "ratools" / "progress.jsonl", "not without course.py beside it"
    (tmp_path / "lib" / "course.py").write_text("")
    assert progress_log.path() == tmp_path / "lib" / "my_course" / "progress.jsonl"

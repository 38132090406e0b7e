"""course.py in temporary folders with spaces: each test gets a small course of its own to change and to break."""

import ast
import errno
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).parents[1]
STATE = "application/vnd.jupyter.widget-state+json"


def notebook(*sources, **metadata):
    """An executed notebook with one code cell per source."""
    cells = []
    for number, source in enumerate(sources, start=1):
        output = {"output_type": "stream", "name": "stdout", "text": [f"output {number}"]}
        cell = {"cell_type": "code", "id": f"c{number}", "metadata": {}, "execution_count": number}
        cells.append(cell | {"source": [source], "outputs": [output]})
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


@pytest.fixture
def course(tmp_path):
    """The module course.py of a small course in a folder with spaces."""
    root = tmp_path / "a folder with spaces"
    (root / "notebooks").mkdir(parents=True)
    (root / "course").mkdir()
    for name in ("course.py", "requirements.txt", "pyproject.toml", "course/pyproject.toml"):
        shutil.copy(ROOT / name, root / name)
    spec = importlib.util.spec_from_file_location("course_under_test", root / "course.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.venv = module.Environment(root / ".venv")  # for the tests
    teach(module, "00_start_here", "6 * 7")
    teach(module, "05_ndcg", "dcg / ideal")
    return module


def teach(course, stem, *sources):
    """Write (a newer version of) a lesson."""
    (course.LESSONS / f"{stem}.ipynb").write_text(json.dumps(notebook(*sources)))


def mine(course, name="05_ndcg.ipynb"):
    return course.MY_COURSE / name


def sources(path):
    return ["".join(cell["source"]) for cell in json.loads(path.read_text())["cells"]]


def work_in(path, line="my own work"):
    """What a learner does: change a copy."""
    book = json.loads(path.read_text())
    book["cells"][0]["source"] = [line]
    path.write_text(json.dumps(book))


# ---------------------------------------------------------------- the commands


def call(course, *arguments, **options):
    command = [sys.executable, course.ROOT / "course.py", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, **options)


def one_sentence(text):
    """The text, after checking that it is one plain sentence."""
    assert "Traceback" not in text and "://" not in text, text
    assert len(text.strip().splitlines()) == 1, text
    return text


NAMES = "lab test bench reset notebooks build class questions slides assignment exam".split()


def test_alone_it_lists_its_commands_with_a_line_each(course, tmp_path):
    done = call(course, cwd=tmp_path)
    assert done.returncode == 0
    listed = re.findall(r"^  (\w+) +\w.{20,}$", done.stdout, re.M)
    assert listed == list(course.COMMANDS) == NAMES


def test_an_unknown_command_gets_a_suggestion(course):
    done = call(course, "tset")
    assert done.returncode == 2 and "`test`" in one_sentence(done.stderr)
    assert "lab, test" in one_sentence(call(course, "qqq").stderr)


@pytest.mark.parametrize("name", NAMES)
def test_help_tells_more_and_does_nothing(course, name):
    done = call(course, name, "--help")
    assert done.returncode == 0 and len(done.stdout.splitlines()) >= 3
    assert not course.venv.folder.exists() and not course.MY_COURSE.exists()


def test_an_old_python_is_told_a_way_out(course):
    course.check_python((3, 11, 0))
    with pytest.raises(course.CourseError, match=r"3\.11 or newer and this is 3\.10: install"):
        course.check_python((3, 10, 4), which=lambda name: None)
    with pytest.raises(course.CourseError, match=r"run `python3\.12 course\.py`"):
        course.check_python((3, 9), which={"python3.12": sys.executable, "python3.13": "/switched/off"}.get)


def test_an_old_python_can_parse_the_file():
    text = (ROOT / "course.py").read_text(encoding="utf-8")
    tree = ast.parse(text, feature_version=(3, 7))
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.args.posonlyargs]
    top = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
    names = {alias.name for node in top if isinstance(node, ast.Import) for alias in node.names}
    assert "tomllib" not in names, "tomllib came with 3.11: import it where it is used"


def test_messages_can_be_printed_on_any_console():
    assert (ROOT / "course.py").read_bytes().isascii()


# ---------------------------------------------------------------- the working copy


def test_first_layout_clears_outputs(course):
    assert course.lay_out() == ["Your own copies of the notebooks are in my_course/."]
    assert sorted(path.name for path in course.MY_COURSE.glob("*.ipynb")) == ["00_start_here.ipynb", "05_ndcg.ipynb"]
    (cell,) = json.loads(mine(course).read_text())["cells"]
    assert cell["source"] == ["dcg / ideal"] and cell["outputs"] == [] and cell["execution_count"] is None
    assert cell["id"] == "c1"
    assert "output 1" in (course.LESSONS / "05_ndcg.ipynb").read_text(), "the course's own notebook stays executed"


def test_what_lessons_link_to_comes_along_and_the_learners_changes_stay(course):
    (course.EXAMPLES / "gate" / "__pycache__").mkdir(parents=True)
    (course.EXAMPLES / "gate" / "__pycache__" / "x.pyc").write_bytes(b"x")
    (course.EXAMPLES / "my_system.ipynb").write_text(json.dumps(notebook("search")))
    (course.EXAMPLES / "gate" / "README.md").write_text("how it works")
    course.lay_out()
    files = sorted(path.relative_to(course.MY_COURSE).as_posix() for path in course.MY_COURSE.glob("examples/**/*.*"))
    assert files == ["examples/gate/README.md", "examples/my_system.ipynb"]
    template, page = mine(course, "examples/my_system.ipynb"), mine(course, "examples/gate/README.md")
    assert "output 1" not in template.read_text()
    times = template.stat().st_mtime_ns, page.stat().st_mtime_ns
    assert course.lay_out() == [] and times == (template.stat().st_mtime_ns, page.stat().st_mtime_ns)
    work_in(template)
    (course.EXAMPLES / "my_system.ipynb").write_text(json.dumps(notebook("a better search")))
    (course.EXAMPLES / "gate" / "README.md").write_text("how it works now")
    assert course.lay_out() == [] and sources(template) == ["my own work"] and page.read_text() == "how it works now"
    template.unlink()
    course.lay_out()
    assert sources(template) == ["a better search"]


def test_links_of_the_notebooks_lead_into_what_is_laid_out():
    for path in (ROOT / "notebooks").glob("*.ipynb"):
        text = "".join("".join(one["source"]) for one in json.loads(path.read_text("utf-8"))["cells"])
        for link in re.findall(r"\]\((\.\.?/[^)#]+|[^):#/]+\.ipynb)\)", text):
            target = (ROOT / "notebooks" / link).resolve()
            assert target.exists() and target.relative_to(ROOT).parts[0] in ("notebooks", "examples"), (path.name, link)


def test_a_second_start_changes_and_says_nothing(course):
    course.lay_out()
    work_in(mine(course))
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in course.MY_COURSE.glob("*.ipynb")}
    assert course.lay_out() == []
    assert before == {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in course.MY_COURSE.glob("*.ipynb")}


def test_an_untouched_copy_is_renewed_silently(course):
    course.lay_out()
    teach(course, "05_ndcg", "a better lesson")
    assert course.lay_out() == []
    assert sources(mine(course)) == ["a better lesson"]
    assert len(list(course.MY_COURSE.glob("*.ipynb"))) == 2


def test_a_changed_copy_stays_and_the_newer_lesson_arrives_beside_it_said_every_time(course):
    course.lay_out()
    work_in(mine(course))
    teach(course, "05_ndcg", "a better lesson")
    (line,) = course.lay_out()
    assert "05_ndcg" in line and "05_ndcg.new.ipynb" in line
    assert sources(mine(course)) == ["my own work"]
    assert sources(mine(course, "05_ndcg.new.ipynb")) == ["a better lesson"]
    assert course.lay_out() == [line] == course.lay_out(), "as long as it is there"
    mine(course, "05_ndcg.new.ipynb").unlink()
    assert course.lay_out() == []


def test_a_copy_that_was_only_run_counts_as_the_learners(course):
    course.lay_out()
    book = json.loads(mine(course).read_text())
    book["cells"][0]["execution_count"] = 1
    mine(course).write_text(json.dumps(book))
    teach(course, "05_ndcg", "a better lesson")
    assert len(course.lay_out()) == 1
    assert json.loads(mine(course).read_text()) == book


def test_a_second_newer_lesson_replaces_the_first_unless_the_learner_works_in_it(course):
    course.lay_out()
    work_in(mine(course))
    teach(course, "05_ndcg", "version 2")
    course.lay_out()
    teach(course, "05_ndcg", "version 3")
    assert "05_ndcg.new.ipynb" in course.lay_out()[0]
    assert sources(mine(course, "05_ndcg.new.ipynb")) == ["version 3"]
    work_in(mine(course, "05_ndcg.new.ipynb"), "more of my work")
    teach(course, "05_ndcg", "version 4")
    assert "05_ndcg.new2.ipynb" in course.lay_out()[0]
    assert sources(mine(course, "05_ndcg.new.ipynb")) == ["more of my work"]
    assert sources(mine(course)) == ["my own work"]


def test_a_learner_who_took_the_newer_one_over_is_untouched_again(course):
    course.lay_out()
    work_in(mine(course))
    teach(course, "05_ndcg", "version 2")
    course.lay_out()
    os.replace(mine(course, "05_ndcg.new.ipynb"), mine(course))
    teach(course, "05_ndcg", "version 3")
    assert course.lay_out() == [] and sources(mine(course)) == ["version 3"]


def test_new_outputs_are_no_newer_lesson(course):
    course.lay_out()
    work_in(mine(course))
    book = notebook("dcg / ideal", language_info={"name": "python", "version": "3.14.1"})
    book["metadata"]["widgets"] = {STATE: {}}
    book["cells"][0]["outputs"] = []
    book["cells"][0]["execution_count"] = 99
    book["cells"][0]["metadata"] = {"execution": {"iopub.status.busy": "2026-01-01"}}
    (course.LESSONS / "05_ndcg.ipynb").write_text(json.dumps(book))
    assert course.lay_out() == []
    assert len(list(course.MY_COURSE.glob("*.ipynb"))) == 2
    book["cells"][0]["metadata"] = {"tags": ["exercise"]}
    (course.LESSONS / "05_ndcg.ipynb").write_text(json.dumps(book))
    assert len(course.lay_out()) == 1


def test_a_new_lesson_comes_and_a_deleted_copy_comes_back(course):
    course.lay_out()
    mine(course).unlink()
    teach(course, "06_more", "new")
    assert course.lay_out() == []
    assert sources(mine(course)) == ["dcg / ideal"] and sources(mine(course, "06_more.ipynb")) == ["new"]


def test_without_its_record_it_still_overwrites_nothing(course):
    course.lay_out()
    work_in(mine(course))
    course.RECORD.write_text("{ half a fi")
    damaged, line = course.lay_out()
    assert ".course.json was damaged" in damaged
    assert "05_ndcg.new.ipynb" in line and sources(mine(course)) == ["my own work"]
    assert course.lay_out() == [line]


SHAPES = [
    "[]",
    "null",
    '{"05_ndcg.ipynb": 3}',
    '{"05_ndcg.ipynb": {"version": [], "given": []}}',
    "3",
    '{"05_ndcg.ipynb": {"given": []}}x',
    '{"05_ndcg.ipynb": {"version": "a", "given": [[]]}}',
    '{"05_ndcg.ipynb": {"version": "a", "given": {}}}',
    '{"05_ndcg.ipynb": {}}',
]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_record_of_a_wrong_shape_gets_a_sentence_and_loses_nothing(course, shape, capsys):
    course.lay_out()
    work_in(mine(course))
    course.RECORD.write_text(shape)
    assert ".course.json was damaged" in one_sentence(course.lay_out()[0])
    assert sources(mine(course)) == ["my own work"]
    course.RECORD.write_text(shape)
    assert course.main(["reset", "05"]) == 0
    assert "my_course/backups/05_ndcg.backup1.ipynb" in one_sentence(capsys.readouterr().out)


@pytest.mark.parametrize("content", ["", "{ half a notebo", "[]", '{"cells": null}'])
def test_a_damaged_copy_is_mentioned_at_every_start_and_reset_keeps_what_is_left(course, content, capsys):
    course.lay_out()
    mine(course).write_text(content)
    for _ in range(2):
        (line,) = course.lay_out()
        assert "my_course/05_ndcg.ipynb is damaged" in line and "course.py reset 05" in one_sentence(line)
    assert mine(course).read_text() == content
    assert course.main(["reset", "05"]) == 0
    assert course.lay_out() == []
    assert (course.MY_COURSE / "backups" / "05_ndcg.backup1.ipynb").read_text() == content


@pytest.mark.parametrize("command", ["lab", "reset"])
@pytest.mark.parametrize("name", ["my_course", "my_course/backups"])
def test_a_file_in_place_of_a_folder_gets_a_sentence(workshop, command, name, capsys):
    if name != "my_course":
        workshop.lay_out()
        work_in(mine(workshop))
    (workshop.ROOT / name).write_text("mine")
    code = workshop.main([command, *(["05"] if command == "reset" else [])])
    if (command, name) != ("lab", "my_course/backups"):
        assert code == 1 and f"{name} is a file" in one_sentence(capsys.readouterr().err)
    assert (workshop.ROOT / name).read_text() == "mine"


def test_reset_on_a_full_disk_leaves_the_learners_work_where_it_was(course, monkeypatch, capsys):
    course.lay_out()
    work_in(mine(course))
    real = Path.write_bytes

    def full(path, data):
        real(path, data[:10])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    assert course.main(["reset", "05"]) == 1
    assert "make room" in one_sentence(capsys.readouterr().err)
    assert sources(mine(course)) == ["my own work"]
    assert sorted(path.name for path in course.MY_COURSE.iterdir()) == [
        ".course.json",
        "00_start_here.ipynb",
        "05_ndcg.ipynb",
        "course.py",
    ]


def test_reset_names_the_backup_even_if_the_disk_fills_up_afterwards(course, monkeypatch, capsys):
    course.lay_out()
    work_in(mine(course))

    def full(path, data):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(course, "write", full)
    assert course.main(["reset", "05"]) == 1
    printed = capsys.readouterr()
    assert "kept as my_course/backups/05_ndcg.backup1.ipynb" in one_sentence(printed.out)
    assert "make room" in one_sentence(printed.err)


def test_reset_puts_the_work_back_if_the_fresh_copy_cannot_take_its_place(course, monkeypatch, capsys):
    course.lay_out()
    work_in(mine(course))

    def refused(source, target):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(course.os, "replace", refused)
    assert course.main(["reset", "05"]) == 1
    monkeypatch.undo()
    assert sources(mine(course)) == ["my own work"] and "not allowed" in one_sentence(capsys.readouterr().err)


def test_reset_gives_a_fresh_copy_and_never_overwrites_a_backup(course, capsys):
    course.lay_out()
    for work in ("first try", "second try"):
        work_in(mine(course), work)
        assert course.main(["reset", "05"]) == 0
        assert sources(mine(course)) == ["dcg / ideal"]
    backups = sorted((course.MY_COURSE / "backups").iterdir())
    assert [sources(path) for path in backups] == [["first try"], ["second try"]]
    lines = capsys.readouterr().out.splitlines()
    assert [path.name in line and "my_course/backups/" in line for path, line in zip(backups, lines, strict=True)]
    assert course.lay_out() == [], "a reset copy is up to date"


@pytest.mark.parametrize("word", ["05", "5", "05_ndcg", "05_ndcg.ipynb", "all"])
def test_reset_takes_numbers_and_names(course, word):
    course.lay_out()
    work_in(mine(course))
    assert course.main(["reset", word]) == 0
    assert (
        sources(mine(course)) == ["dcg / ideal"] and (course.MY_COURSE / "backups" / "05_ndcg.backup1.ipynb").exists()
    )
    assert len(list((course.MY_COURSE / "backups").iterdir())) == 1, "an untouched copy needs no backup"


def test_reset_takes_the_newer_lesson_away_from_beside(course):
    course.lay_out()
    work_in(mine(course))
    teach(course, "05_ndcg", "version 2")
    course.lay_out()
    course.main(["reset", "05"])
    assert sources(mine(course)) == ["version 2"] and not mine(course, "05_ndcg.new.ipynb").exists()


def test_reset_before_the_first_start(course):
    assert course.main(["reset", "05"]) == 0
    assert sources(mine(course)) == ["dcg / ideal"]


@pytest.mark.parametrize("words", [["77"], ["05", "nonsense"], []])
def test_reset_of_something_unknown_lists_what_there_is(course, words, capsys):
    course.lay_out()
    work_in(mine(course))
    assert course.main(["reset", *words]) == 1
    assert "00_start_here, 05_ndcg" in one_sentence(capsys.readouterr().err)
    assert sources(mine(course)) == ["my own work"], "nothing is reset when one word is wrong"


def test_a_broken_lesson_gets_a_sentence(course, capsys):
    (course.LESSONS / "05_ndcg.ipynb").write_text("<<<<<<< HEAD")
    assert course.main(["reset", "all"]) == 1
    assert "git checkout notebooks/05_ndcg.ipynb" in one_sentence(capsys.readouterr().err)


# ---------------------------------------------------------------- set-up: what is done, and when


@pytest.fixture
def builder(course, monkeypatch):
    """course with a fake venv and installer; `builder.did` lists what they were asked to do."""
    course.did = []

    def make(environment):
        course.did.append("venv")
        shutil.rmtree(environment.folder, ignore_errors=True)
        environment.programs.mkdir(parents=True)
        environment.python.touch()

    monkeypatch.setattr(course.Environment, "make", make)
    monkeypatch.setattr(course.Environment, "install", lambda self, packages: course.did.append(packages[-1]))
    monkeypatch.setattr(course.Environment, "damage", lambda self: "")
    return course


@pytest.fixture
def offline(builder, monkeypatch):
    """The same, after a first set-up, without network."""
    did(builder, dev=True)
    (builder.venv.folder / "mine").write_text("of the first set-up")

    def no_network(environment, packages):
        raise builder.NetworkError("The package index could not be reached.")

    monkeypatch.setattr(builder.Environment, "install", no_network)
    return builder


def did(course, **options):
    course.did.clear()
    course.set_up(**options)
    return course.did


def test_the_second_set_up_does_nothing(builder):
    assert did(builder) == ["venv", "./course"]
    assert did(builder) == []


def test_tests_add_to_what_is_there_and_lab_is_content_with_it(builder):
    did(builder)
    assert did(builder, dev=True) == ["./course[dev]"]
    assert did(builder, dev=True) == [] and did(builder) == []


@pytest.mark.parametrize("name", ["requirements.txt", "pyproject.toml", "course/pyproject.toml"])
def test_changed_requirements_are_installed_and_dev_is_kept(builder, name):
    did(builder, dev=True)
    path = builder.ROOT / name
    path.write_text(re.sub(r"(numpy|jupyterlab)[=>]=", r"\1>1,>=", path.read_text()))
    assert did(builder) == ["./course[dev]"]
    assert did(builder) == []


def test_other_settings_in_pyproject_need_no_installing(builder):
    did(builder)
    path = builder.ROOT / "pyproject.toml"
    path.write_text(path.read_text() + "\n[tool.something]\nelse = 1\n")
    assert did(builder) == []


@pytest.mark.parametrize("key", ["root", "python"])
def test_a_moved_folder_or_another_python_means_a_new_venv(builder, key):
    did(builder)
    change_stamp(builder, key)
    assert did(builder) == ["venv", "./course"]


def test_a_venv_whose_python_vanished_is_rebuilt(builder):
    did(builder)
    builder.venv.python.unlink()
    if os.name != "nt":
        builder.venv.python.symlink_to("/no/such/python")
    assert did(builder) == ["venv", "./course"]


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError(errno.ENOSPC, "No space left on device")])
def test_an_interrupted_installation_is_repaired_at_the_next_start(builder, monkeypatch, error):
    def interrupted(environment, packages):
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(builder.Environment, "install", interrupted)
        with pytest.raises(type(error) if isinstance(error, OSError) else error):
            did(builder)
    assert did(builder) == ["venv", "./course"]


def test_an_interrupted_update_does_not_pass_for_the_old_state(builder, monkeypatch):
    def interrupted(environment, packages):
        raise KeyboardInterrupt

    did(builder)
    with monkeypatch.context() as patch:
        patch.setattr(builder.Environment, "install", interrupted)
        with pytest.raises(KeyboardInterrupt):
            did(builder, dev=True)
    assert did(builder) == ["venv", "./course"]


@pytest.mark.parametrize("content", ["", "{ half", "[]", "null"])
def test_a_damaged_stamp_counts_as_none(builder, content):
    did(builder)
    builder.venv.stamp.write_text(content)
    assert did(builder) == ["venv", "./course"]


def test_without_network_what_worked_goes_on_working(builder, monkeypatch):
    def offline(environment, packages):
        raise builder.NetworkError("no network")

    did(builder)
    with monkeypatch.context() as patch:
        patch.setattr(builder.Environment, "install", offline)
        with pytest.raises(builder.NetworkError):
            builder.set_up(dev=True)
    assert did(builder) == []


def change_stamp(course, key):
    course.write_json(course.venv.stamp, course.read_json(course.venv.stamp) | {key: "/elsewhere"})


@pytest.mark.parametrize("key", ["root", "python", "requirements"])
def test_without_network_a_moved_folder_or_newer_requirements_go_on_with_what_is_there(offline, key, capsys):
    change_stamp(offline, key)
    stamp = offline.venv.stamp.read_text()
    offline.set_up()
    assert "going on with what was installed before" in capsys.readouterr().out.splitlines()[-1]
    assert (offline.venv.folder / "mine").exists() and not offline.venv.aside.exists()
    assert offline.venv.stamp.read_text() == stamp, "the next start tries again"


def test_a_moved_folder_finds_its_own_package(offline):
    packages = site_packages(offline)
    for name in ("_ratools.pth", "_ratools_course.pth"):
        (packages / name).write_text("/where/it/was")
    change_stamp(offline, "root")
    offline.set_up()
    for name in ("_ratools.pth", "_ratools_course.pth"):
        assert (packages / name).read_text() == str(offline.ROOT)


def site_packages(course):
    """The folder of .venv's packages, made if there is none."""
    folder = course.venv.folder / ("Lib/site-packages" if os.name == "nt" else "lib/python3.11/site-packages")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def test_without_network_an_environment_that_does_not_work_is_no_way_out(offline, monkeypatch, capsys):
    change_stamp(offline, "root")
    monkeypatch.setattr(offline.Environment, "damage", lambda self: "numpy is missing")
    assert offline.main(["lab"]) == 1
    assert "index could not be reached" in one_sentence(capsys.readouterr().err)
    assert (offline.venv.folder / "mine").exists(), "it is kept all the same"


def test_without_network_tests_need_what_lab_does_not(offline, capsys):
    have = json.loads(offline.venv.stamp.read_text()) | {"dev": False, "root": "/elsewhere"}
    offline.venv.stamp.write_text(json.dumps(have))
    with pytest.raises(offline.NetworkError):
        offline.set_up(dev=True)
    offline.set_up()


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError(errno.ENOSPC, "No space left on device")])
def test_whatever_happens_while_a_new_venv_is_made_the_old_one_comes_back(offline, monkeypatch, error):
    def fail(environment, packages):
        raise error

    change_stamp(offline, "root")
    monkeypatch.setattr(offline.Environment, "install", fail)
    with pytest.raises(BaseException) as caught:
        offline.set_up()
    assert caught.type is (error if isinstance(error, type) else type(error))
    assert (offline.venv.folder / "mine").exists() and not offline.venv.aside.exists()


def test_after_a_crash_while_a_new_venv_is_made_the_old_one_comes_back(builder):
    did(builder)
    builder.venv.folder.rename(builder.venv.aside)
    builder.venv.programs.mkdir(parents=True)
    assert did(builder) == []
    assert builder.venv.python.exists() and not builder.venv.aside.exists()


def test_after_a_crash_when_the_new_venv_was_finished_the_old_one_goes(builder):
    did(builder)
    shutil.copytree(builder.venv.folder, builder.venv.aside)
    (builder.venv.aside / "old").touch()
    assert did(builder) == []
    assert not (builder.venv.folder / "old").exists() and not builder.venv.aside.exists()


def test_a_damaged_venv_is_made_again(builder, monkeypatch, capsys):
    did(builder)
    monkeypatch.setattr(builder.Environment, "damage", lambda self: "numpy/core.py is missing or cut off")
    assert did(builder) == ["venv", "./course"]
    assert "damaged" in capsys.readouterr().out


@pytest.fixture
def installed(workshop):
    """A fake .venv with one package of two files; the file that counts."""
    packages = site_packages(workshop)
    (packages / "one-1.dist-info").mkdir()
    (packages / "one").mkdir()
    (packages / "one" / "code.py").write_text("x = 1\n")
    rows = [
        "one/code.py,sha256=a,6",
        '"one/note, a long one.txt",sha256=b,9',
        "one/code.pyc,,",
        "one-1.dist-info/RECORD,,",
    ]
    (packages / "one-1.dist-info" / "RECORD").write_text("\n".join(rows))
    return packages / "one" / "code.py"


def test_damage_is_a_file_of_a_package_that_is_gone_or_cut_off(workshop, installed):
    assert workshop.venv.damage() == ""
    installed.write_text("x")
    assert "one/code.py" in workshop.venv.damage()
    installed.unlink()
    assert "one/code.py" in workshop.venv.damage()


def test_damage_is_a_package_that_cannot_be_loaded(workshop, installed):
    workshop.answers = [("import numpy", 1, "ModuleNotFoundError: No module named 'numpy'")]
    assert "No module named 'numpy'" in workshop.venv.damage()
    workshop.answers = [("import numpy", 127, "")]
    assert workshop.venv.damage()


def test_a_folder_name_that_python_cannot_use_gets_a_sentence(workshop, monkeypatch, capsys):
    monkeypatch.setattr(workshop, "ROOT", workshop.ROOT / f"a{os.pathsep}b")
    assert workshop.main(["lab"]) == 1
    assert f"`{os.pathsep}` in its name" in one_sentence(capsys.readouterr().err)
    assert workshop.ran == []


def test_a_home_that_cannot_be_written_is_told_and_replaced(workshop, monkeypatch, tmp_path, capsys):
    (tmp_path / "home").write_text("a file")
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path / "home" / "somebody"))
    for name in ("JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "IPYTHONDIR"):
        monkeypatch.delenv(name, raising=False)
    assert workshop.main(["lab"]) == 0
    assert "Your home folder cannot be written" in capsys.readouterr().out
    env = workshop.venv.variables()
    for name in ("JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "IPYTHONDIR"):
        assert Path(env[name]).is_relative_to(workshop.venv.folder)
    monkeypatch.setenv("HOME", str(tmp_path / "not yet there"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "not yet there"))
    assert workshop.main(["lab"]) == 0
    assert "home folder" not in capsys.readouterr().out and "JUPYTER_RUNTIME_DIR" not in workshop.venv.variables()


REACH = {
    "--ip 0.0.0.0": "every network.*link with its token",
    "--ip=0.0.0.0 --port 80": "every network",
    "--ServerApp.ip=*": "every network",
    "--ip=": "every network",
    "--ip 127.0.0.1 --ip 192.168.1.7": r"192\.168\.1\.7.*link with its token",
    "--ip 0.0.0.0 --IdentityProvider.token=": "at all, since no token",
    "--ServerApp.token='' --ip 0.0.0.0": "at all, since no token",
    "--ip 0.0.0.0 --IdentityProvider.token=secret": "link with its token",
    "--ip 127.0.0.1": None,
    "--ip=localhost": None,
    "--ip 0.0.0.0 --ip ::1": None,
    "--no-browser": None,
}


@pytest.mark.parametrize("arguments", REACH)
def test_lab_says_who_can_reach_it(workshop, arguments, capsys):
    workshop.lay_out()
    workshop.set_up()
    capsys.readouterr()
    assert workshop.main(["lab", *arguments.split()]) == 0
    printed = capsys.readouterr().out
    if REACH[arguments] is None:
        assert printed == ""
    else:
        assert re.search(REACH[arguments], one_sentence(printed)) and "secret" not in printed


def test_lab_settings_switch_news_and_updates_off(builder):
    did(builder)
    (path,) = builder.venv.folder.rglob("overrides.json")
    (settings,) = json.loads(path.read_text()).values()
    assert settings == {"fetchNews": "false", "checkForUpdates": False}


@pytest.mark.slow
def test_a_second_process_waits_for_the_first_and_says_so(course):
    code = "import course, time\nwith course.lock():\n    course.say('in')\n    time.sleep({})\n    course.say('out')"
    start = {"cwd": course.ROOT, "stdout": subprocess.PIPE, "text": True}
    first = subprocess.Popen([sys.executable, "-c", code.format(1)], **start)
    assert first.stdout.readline() == "in\n"
    second = subprocess.Popen([sys.executable, "-c", code.format(0)], **start)
    assert "waiting" in second.stdout.readline()
    assert first.poll() is None
    assert second.communicate(timeout=20)[0] == "in\nout\n"
    assert first.communicate(timeout=20)[0] == "out\n"


def test_a_lock_whose_holder_was_killed_is_free(course):
    code = "import course, time\nwith course.lock():\n    print('in', flush=True)\n    time.sleep(60)"
    holder = subprocess.Popen([sys.executable, "-c", code], cwd=course.ROOT, stdout=subprocess.PIPE, text=True)
    assert holder.stdout.readline() == "in\n"
    holder.kill()
    holder.communicate()
    started = time.monotonic()
    with course.lock():
        assert time.monotonic() - started < 20  # not the minute for which it was held


# ---------------------------------------------------------------- set-up: what can go wrong


SECRET = "https://user:secret@packages.example.org/simple"


@pytest.fixture
def workshop(course, monkeypatch):
    """course whose commands are answered by `workshop.answers`: (part of the command, exit code, what it says)."""
    course.ran, course.answers = [], []

    def run(environment, command, **variables):
        words = " ".join(str(part) for part in command)
        course.ran.append((words, variables))
        for part, code, output in course.answers:
            if part in words:
                return code, output
        if " venv " in words:
            environment.programs.mkdir(parents=True, exist_ok=True)
            environment.python.touch()
        return 0, ""

    def hand_over(command, folder, env):
        course.ran.append((command, folder))
        course.handed_over = env
        return 0

    monkeypatch.setattr(course.Environment, "run", run)
    monkeypatch.setattr(course, "hand_over", hand_over)
    return course


def ran(course, part):
    return [words for words, _ in course.ran if isinstance(words, str) and part in words]


OFFLINE_PIP = f"""WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError(': {SECRET}/uv/
ERROR: Could not find a version that satisfies the requirement uv (from versions: none)"""
OFFLINE_UV = f"""error: Request failed after 3 retries
  cause: Failed to fetch: `{SECRET}/flask/`
  cause: dns error"""
NO_PACKAGE = f"""Looking in indexes: {SECRET}
ERROR: Pool(host='packages.example.org', port=443): 10.20.30.40:443 has none, see {SECRET}/x.
ERROR: See also (http://elsewhere.example:8080/help) and "file:///elsewhere.example/simple".
ERROR: No matching distribution found for numpy==99 on packages.example.org or /private/wheels"""
FAILURES = {
    "offline": ([("install", 1, OFFLINE_PIP)], "check the network"),
    "offline for uv": ([("uv pip install", 2, OFFLINE_UV), ("-r requirements", 1, OFFLINE_PIP)], "check the network"),
    "no such package": ([("-r requirements", 1, NO_PACKAGE)], "No matching distribution found for numpy==99"),
    "disk full": ([("-r requirements", 1, "error: No space left on device (os error 28)")], "make room"),
    "disk full on Windows": ([("-r requirements", 1, "OSError: [WinError 112] There is ...")], "make room"),
    "not allowed": ([("-r requirements", 1, "PermissionError: [Errno 13] Permission denied")], "folder of your own"),
    "no ensurepip": ([(" venv ", 1, "because ensurepip is not available.\nOn Debian ...")], "apt install python3-venv"),
    "no venv": ([(" venv ", 1, "/usr/bin/python3: No module named venv")], "apt install python3-venv"),
    "something else": ([(" venv ", 1, "Traceback:\n  File ...\nRuntimeError: the moon\n")], "RuntimeError: the moon"),
}


@pytest.mark.parametrize("name", FAILURES)
@pytest.mark.parametrize("command", ["lab", "test"])
def test_each_failure_gets_one_sentence(workshop, capsys, name, command):
    answers, remedy = FAILURES[name]
    listing = f"global.index-url='{SECRET}'\nglobal.find-links='/private/wheels'\n"
    workshop.answers = [("config list", 0, listing), *answers]
    assert workshop.main([command]) == 1
    err = capsys.readouterr().err
    for private in ("secret", "packages.example", "10.20.30.40", "/private", "elsewhere"):
        assert private not in err
    assert remedy in one_sentence(err) and not workshop.venv.stamp.exists()
    assert not [command for command, _ in workshop.ran if isinstance(command, list)], "neither Lab nor pytest starts"


@pytest.mark.parametrize("extra, compiled", [(None, 0), ("grading", 0), ("class", 2)])
def test_only_what_others_use_and_may_not_write_is_compiled_beforehand(workshop, extra, compiled):
    environment = workshop.set_up(extra=extra)
    assert len(ran(workshop, "import jupyterhub.singleuser") + ran(workshop, "compileall -q ratools")) == compiled
    [command] = ran(workshop, "uv pip install")
    left_out = environment.folder / "left_out.txt"
    assert f"--overrides {left_out}" in command and left_out.read_text().startswith("rfc3987-syntax")


def test_this_pythons_own_pip_brings_uv_and_uv_a_pip(workshop):
    workshop.set_up()
    assert len(ran(workshop, " venv ")) == 1 and ran(workshop, "--without-pip")
    assert ran(workshop, f"-m pip --python {workshop.venv.python} install --quiet --retries 1 uv")
    assert ran(workshop, "left_out.txt pip -r requirements.txt")


def test_a_python_without_pip_gives_the_venv_one_of_its_own(workshop, monkeypatch):
    workshop.answers = [("--python", 1, "No module named pip")]
    run = workshop.Environment.run

    def with_pip(environment, command, **variables):
        if " venv " in " ".join(map(str, command)) and "--without-pip" not in command:
            (site_packages(workshop) / "pip").mkdir()
        return run(environment, command, **variables)

    monkeypatch.setattr(workshop.Environment, "run", with_pip)
    workshop.set_up()
    assert len(ran(workshop, " venv ")) == 2
    assert ran(workshop, f"{workshop.venv.python} -m pip install --quiet --retries 1 uv") and ran(
        workshop, "uv pip install"
    )
    assert workshop.venv.stamp.exists()


def test_pip_takes_over_when_uv_fails(workshop):
    workshop.answers = [("uv pip install", 2, "error: no")]
    workshop.set_up()
    assert len(ran(workshop, "install --quiet pip -r requirements.txt -e . -e ./course")) == 1
    assert workshop.venv.stamp.exists()


def test_pip_takes_over_when_uv_cannot_be_had(workshop):
    workshop.answers = [("--retries 1 uv", 1, "ERROR: No matching distribution found for uv")]
    workshop.set_up()
    assert not ran(workshop, "uv pip install") and ran(workshop, "-r requirements.txt")


def test_uv_gets_pips_settings(workshop, monkeypatch):
    for name in list(os.environ):
        if name.startswith(("UV_", "SSL_")):
            monkeypatch.delenv(name)
    listing = "\n".join(
        [
            "global.index-url='https://one/simple'",
            "install.index-url='https://two/simple'",
            r"global.extra-index-url='https://three/simple\nfile:///four'",
            "global.find-links='/five /six'",
            ":env:.cert='/my certificates/ca.pem'",
            "global.cert='/other.pem'",
            "global.no-index='true'",
            "download.index-url='https://wrong'",
        ]
    )
    workshop.answers = [("config list", 0, listing)]
    monkeypatch.setenv("UV_INDEX_STRATEGY", "first-index")
    workshop.set_up()
    ((words, env),) = [(words, variables) for words, variables in workshop.ran if "uv pip install" in words]
    assert env["UV_DEFAULT_INDEX"] == "https://two/simple"
    assert env["UV_INDEX"] == "https://three/simple file:///four"
    assert env["UV_FIND_LINKS"] == "/five,/six"
    assert env["SSL_CERT_FILE"] == "/my certificates/ca.pem"
    assert "UV_INDEX_STRATEGY" not in env, "what was set for uv itself stays"
    assert env["UV_PYTHON_DOWNLOADS"] == "never"
    assert " --no-index " in words


def test_a_full_disk_or_a_read_only_folder_outside_pip(course, monkeypatch, capsys):
    cases = ((errno.ENOSPC, "make room"), (errno.EROFS, "folder of your own"), (errno.EACCES, "not allowed"))
    for number, remedy in cases:

        def fail(path, data, number=number):
            raise OSError(number, os.strerror(number))

        monkeypatch.setattr(course, "prepare", fail)
        assert course.main(["reset", "05"]) == 1
        assert remedy in one_sentence(capsys.readouterr().err)


def test_a_full_disk_is_seen_where_the_text_hides_it(workshop, monkeypatch, capsys):
    """Venv says only that ensurepip ended with status 1."""
    workshop.answers = [(" venv ", 1, "Error: Command '[python, -m, ensurepip]' returned non-zero exit status 1.")]
    usage = shutil.disk_usage(workshop.ROOT)
    monkeypatch.setattr(workshop.shutil, "disk_usage", lambda path: usage._replace(free=0))
    assert workshop.main(["lab"]) == 1
    assert "make room" in one_sentence(capsys.readouterr().err)


def test_control_c_gets_one_sentence(course, monkeypatch, capsys):
    def interrupted(arguments):
        raise KeyboardInterrupt

    monkeypatch.setitem(course.COMMANDS, "lab", interrupted)
    assert course.main(["lab"]) == 130
    one_sentence(capsys.readouterr().err)


def test_the_child_does_not_see_this_pythons_settings(course, monkeypatch):
    for name in ("PYTHONPATH", "PYTHONHOME", "PIP_TARGET"):
        monkeypatch.setenv(name, "/nonsense")
    monkeypatch.setenv("PIP_USER", "1")
    env = course.venv.variables()
    assert not {"PYTHONPATH", "PYTHONHOME", "PIP_TARGET"} & set(env)
    assert env["PIP_USER"] == "0" and env["PATH"].startswith(str(course.venv.programs) + os.pathsep)


def test_a_command_that_cannot_start_is_a_failure_not_a_crash(course):
    code, output = course.venv.run([course.ROOT / "no such program"])
    assert code and output


# ---------------------------------------------------------------- what lab and test start


def test_lab_opens_the_working_copy_and_passes_arguments_on(workshop):
    assert workshop.main(["lab", "--port", "9000", "--no-browser"]) == 0
    command, folder = workshop.ran[-1]
    assert folder == workshop.MY_COURSE and (folder / "00_start_here.ipynb").exists()
    assert command[:3] == [workshop.venv.python, "-m", "jupyterlab"] and command[-3:] == [
        "--port",
        "9000",
        "--no-browser",
    ]
    assert f"--ServerApp.root_dir={workshop.MY_COURSE}" in command
    assert ("--allow-root" in command) == (hasattr(os, "geteuid") and os.geteuid() == 0)


def test_widgets_answer_at_once_unless_kernels_are_behind_a_gateway(workshop, monkeypatch):
    assert workshop.main(["lab"]) == 0
    asked = [word for word in workshop.ran[-1][0] if "kernel_websocket_connection_class" in str(word)]
    module, _, name = asked[0].partition("=")[2].rpartition(".")
    connection = getattr(importlib.import_module(module), name)
    calls = []
    handler = SimpleNamespace(set_nodelay=calls.append)
    monkeypatch.setattr(connection.__base__, "connect", lambda self: calls.append("connected"))
    one = connection.__new__(connection)
    monkeypatch.setattr(type(one), "websocket_handler", handler)
    one.connect()
    assert calls == [True, "connected"]
    assert workshop.prompt_channels(["--gateway-url=http://kernels"]) == []
    monkeypatch.setenv("JUPYTER_GATEWAY_URL", "http://kernels")
    assert workshop.prompt_channels([]) == []


def test_a_widget_without_a_kernel_shows_its_saved_form_unless_files_are_read_by_another_class(workshop):
    assert workshop.main(["lab"]) == 0
    asked = [word for word in workshop.ran[-1][0] if "contents_manager_class" in str(word)]
    module, _, name = asked[0].partition("=")[2].rpartition(".")
    assert getattr(importlib.import_module(module), name).__name__ == "SavedWidgets"
    assert workshop.saved_widgets(["--ServerApp.contents_manager_class=x.Y"]) == []


def pytest_arguments(workshop, *arguments):
    assert workshop.main(["test", *arguments]) == 0
    command, folder = workshop.ran[-1]
    assert command[:3] == [workshop.venv.python, "-m", "pytest"] and folder == workshop.ROOT
    return command[3:]


def test_options_go_to_pytest_as_they_are_with_a_wish_for_three_workers(workshop):
    given = ["-k", "ndcg", "--color=no", "-n4", "--pdb", "-p", "no:xdist"]
    assert pytest_arguments(workshop, *given) == given
    assert workshop.handed_over["RATOOLS_WORKERS"] == "3"


COUNTING = """
import os

def test_count():
    assert "RATOOLS_WORKERS" not in os.environ
    with open("count.txt", "w") as file:
        file.write(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "alone"))
"""
OWN_IDEAS = {
    "": "3",
    "-k count --color=no": "3",
    "--dist=load": "3",
    "-n 0": "alone",
    "-n2": "2",
    "--numprocesses=0": "alone",
    "--pdb": "alone",
    "--trace": "alone",
    "-s": "alone",
    "-p no:xdist": "alone",
    "--co": None,
}


@pytest.mark.slow
@pytest.mark.parametrize("own", OWN_IDEAS)
def test_three_workers_unless_the_caller_has_other_ideas(tmp_path, own):
    shutil.copy(ROOT / "conftest.py", tmp_path)
    (tmp_path / "test_count.py").write_text(COUNTING)
    env = os.environ | {"RATOOLS_WORKERS": "3", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    env = {name: value for name, value in env.items() if not name.startswith("PYTEST_XDIST")}
    xdist = [] if "no:xdist" in own else ["-p", "xdist.plugin"]
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *xdist, *own.split()]
    options = {"cwd": tmp_path, "env": env, "input": "continue\n", "text": True, "capture_output": True}
    done = subprocess.run(command, timeout=60, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    count = tmp_path / "count.txt"
    assert (count.read_text() if count.exists() else None) == OWN_IDEAS[own], done.stdout


def test_quick_leaves_out_the_browser_and_what_is_slow(workshop, request):
    command = pytest_arguments(workshop, "--quick", "-k", "ndcg")
    assert command == ["-m", "not browser and not slow", "-k", "ndcg"]
    assert workshop.handed_over["RATOOLS_WORKERS"] == "2"
    settings = request.config.pluginmanager.get_plugin(str(ROOT / "tests" / "conftest.py"))
    for path in (*settings.SLOW, *settings.FIRST, *settings.WHOLE):
        assert (ROOT / path).exists(), f"{path} was moved: tests/conftest.py names it"
    quick = type("Config", (), {"rootpath": ROOT, "option": type("Options", (), {"markexpr": command[1]})})
    left_out = [path for path in (ROOT / "tests").glob("**/*.py") if settings.pytest_ignore_collect(path, quick)]
    assert ROOT / "tests/browser/test_board.py" in left_out and ROOT / "tests/metrics/test_golden.py" not in left_out


def test_the_callers_paths_keep_their_meaning(workshop, monkeypatch, tmp_path):
    here = tmp_path / "some where"
    (here / "ndcg").mkdir(parents=True)
    (here / "test_x.py").touch()
    monkeypatch.chdir(here)
    given = ["-k", "ndcg", "test_x.py::test_a[b::c]", "tests/metrics", "-x", "ndcg"]
    expected = ["-k", "ndcg", f"{here / 'test_x.py'}::test_a[b::c]", "tests/metrics", "-x", str(here / "ndcg")]
    assert pytest_arguments(workshop, *given) == expected
    monkeypatch.chdir(tmp_path)
    (workshop.ROOT / "test_[x].py").touch()
    inside = f"{workshop.ROOT.name}/test_[x].py::test_a"
    assert pytest_arguments(workshop, inside) == ["test_[x].py::test_a"]


# ---------------------------------------------------------------- what class starts


def test_a_class_has_an_environment_of_its_own(builder):
    did(builder)
    builder.did.clear()
    environment = builder.set_up(extra="class")
    assert builder.did == ["venv", "./course[class]"] and environment.folder == builder.ROOT / ".venv-class"
    assert builder.venv.folder.is_dir() and environment.aside.name == ".venv-class.old"
    builder.did.clear()
    builder.set_up(extra="class")
    assert builder.set_up().folder == builder.venv.folder and builder.did == [], "each has a stamp of its own"


def test_class_and_its_load_test_keep_the_callers_folder(workshop, monkeypatch, tmp_path):
    monkeypatch.setattr(workshop, "shared_python", lambda: None)
    monkeypatch.chdir(tmp_path)
    assert workshop.main(["class", "--students", "3", "--roster", "my.csv"]) == 0
    python = workshop.ROOT / ".venv-class" / workshop.venv.programs.name / workshop.venv.python.name
    command = [python, workshop.HUB / "class_server.py", "--students", "3", "--roster", "my.csv"]
    assert workshop.ran[-1] == (command, tmp_path)
    assert workshop.main(["bench", "class", "--students", "2"]) == 0
    assert workshop.ran[-1] == ([python, workshop.HUB / "load_test.py", "--students", "2"], tmp_path)


def test_on_windows_class_is_refused_before_anything_is_installed(workshop, monkeypatch):
    monkeypatch.setattr(workshop, "os", SimpleNamespace(name="nt", environ=os.environ))
    with pytest.raises(workshop.CourseError, match="does not run on Windows"):
        workshop.class_(["--students", "3"])
    assert workshop.ran == []


def test_as_root_a_class_goes_on_with_a_python_that_students_can_start(workshop, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(workshop.os, "geteuid", lambda: 0, raising=False)
    monkeypatch.setattr(workshop, "any_user_can_start", lambda python: python == "/usr/bin/python3.12")
    assert workshop.main(["class", "--port", "9000"]) == 0
    assert workshop.ran == [(["/usr/bin/python3.12", workshop.ROOT / "course.py", "class", "--port", "9000"], tmp_path)]
    monkeypatch.setattr(workshop, "any_user_can_start", lambda python: True)
    assert workshop.shared_python() is None
    monkeypatch.setattr(workshop, "any_user_can_start", lambda python: False)
    assert workshop.shared_python() is None, "the class server says what to do"
    monkeypatch.setattr(workshop.os, "geteuid", lambda: 1000, raising=False)
    assert workshop.shared_python() is None


def test_on_a_server_of_many_students_the_working_copy_is_elsewhere(course, tmp_path):
    home = tmp_path / "home of ann"
    home.mkdir()
    env = os.environ | {"RATOOLS_MY_COURSE": str(home / "my_course")}
    done = call(course, "reset", "05", env=env)
    assert done.stdout == "my_course/05_ndcg.ipynb is fresh.\n", done.stderr
    work_in(home / "my_course" / "05_ndcg.ipynb")
    assert "kept as my_course/backups/05_ndcg.backup1.ipynb" in call(course, "reset", "05", env=env).stdout
    assert not course.MY_COURSE.exists() and not (course.ROOT / ".venv.lock").exists()


# ---------------------------------------------------------------- JupyterLab's terminal, which opens in my_course/


def in_terminal(folder, *arguments, **options):
    """`python3 course.py …` as it is typed there."""
    command = [sys.executable, "course.py", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, **options)


def test_commands_work_in_the_learners_folder_too(course):
    course.lay_out()
    work_in(mine(course))
    (course.MY_COURSE / "csv.py").write_text("raise SystemExit('a file of the learner')")
    done = in_terminal(course.MY_COURSE, "reset", "05")
    assert (done.returncode, done.stderr) == (0, "")
    assert (
        done.stdout
        == "my_course/05_ndcg.ipynb is fresh; what you had is kept as my_course/backups/05_ndcg.backup1.ipynb.\n"
    )
    assert sources(mine(course)) == ["dcg / ideal"]
    assert in_terminal(course.MY_COURSE).stdout == call(course).stdout, "it lists the same commands"
    unknown = in_terminal(course.MY_COURSE, "rest")
    assert (unknown.returncode, "did you mean `reset`" in unknown.stderr) == (2, True)


def test_commands_work_in_a_learners_folder_elsewhere(course, tmp_path, monkeypatch):
    folder = tmp_path / "home of Zoë" / "my_course"
    folder.parent.mkdir()
    monkeypatch.setattr(course, "MY_COURSE", folder)
    monkeypatch.setattr(course, "RECORD", folder / ".course.json")
    course.lay_out()
    work_in(folder / "05_ndcg.ipynb")
    env = {name: value for name, value in os.environ.items() if name != "RATOOLS_MY_COURSE"}
    assert in_terminal(folder, "reset", "05", env=env).returncode == 0
    assert sources(folder / "05_ndcg.ipynb") == ["dcg / ideal"]
    assert not (course.ROOT / "my_course").exists()
    (course.ROOT / "course.py").rename(course.ROOT / "gone.py")
    assert "The course has moved away from" in one_sentence(in_terminal(folder, "reset", "05", env=env).stderr)


def test_a_moved_course_keeps_its_forwarding(course, tmp_path):
    course.lay_out()
    moved = course.ROOT.rename(tmp_path / "another folder")
    assert in_terminal(moved / "my_course", "reset", "5").returncode == 0


def test_a_course_py_of_the_learners_own_stays(course):
    course.lay_out()
    own = course.MY_COURSE / "course.py"
    own.write_text("print('my own')")
    course.lay_out()
    assert own.read_text() == "print('my own')"
    own.unlink()
    course.lay_out()
    assert own.read_text(encoding="utf-8") == course.forwarding()
    ast.parse(course.forwarding(), feature_version=(3, 6))

"""`course.py class` as an instructor meets it: a real hub, a folder with spaces, two students, an instructor.

As root the students are system users (CI runs as root); the rest holds for every user. `course.py bench class` does the
same at full size.
"""

import importlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HUB = ROOT / "instructor" / "hub"
AS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
NOT_COPIED = shutil.ignore_patterns(".*", "my_*", "artefacts", "__pycache__", "tests", "bench", "examples")
ANN, BEN = f"ann-{os.getpid()}", f"ben-{os.getpid()}"  # accounts of this run alone
TRY = """
try:
    print({how}({path!r}))
except OSError as error:
    print(type(error).__name__)
"""
NOT_COMPILED = """
import json, os, sys
import ratools_course.lessons.shared.plots, ratools.assessing
compiled = {name: getattr(module, "__cached__", None) for name, module in sys.modules.items()}
print(json.dumps([name for name, file in compiled.items() if file and not os.path.exists(file)]))
"""
pytestmark = [pytest.mark.slow, pytest.mark.skipif(not Path("/proc").exists(), reason="needs /proc")]


def free_port():
    """A port that is free, and two more above it."""
    while True:
        with socket.socket() as one, socket.socket() as two, socket.socket() as three:
            one.bind(("127.0.0.1", 0))
            port = one.getsockname()[1]
            try:
                two.bind(("127.0.0.1", port + 1))
                three.bind(("127.0.0.1", port + 2))
            except (OSError, OverflowError):
                continue
            return port


def readable(path):
    """Whether a user without rights can read a file."""
    nobody = {"user": 65534, "group": 65534, "extra_groups": []} if AS_ROOT else {}
    return subprocess.run(["cat", path], cwd="/", capture_output=True, **nobody).returncode == 0


@pytest.fixture(scope="module")
def place():
    """A folder for the class and the course's own; where students could not read that, a copy that they can."""
    top = Path(tempfile.mkdtemp(prefix="ratools-test-"))
    top.chmod(0o755)
    root = ROOT
    if not readable(ROOT / "course.py"):
        root = top / "a course"
        shutil.copytree(ROOT, root, ignore=NOT_COPIED)
    command = [sys.executable, root / "course.py", "class", "password", "ann", "--folder", top]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    if "index could not be reached" in done.stderr:
        pytest.skip("no network: the class's environment was not made")
    assert "There is no class yet" in done.stderr, done.stdout + done.stderr
    folder = top / "a class with spaces"
    folder.mkdir()
    yield root, folder
    subprocess.run(["sh", "-c", 'rm -rf "$0" &', top])  # an environment has 40 000 files: nobody waits for them


PULL = """
import sys
from nbgitpuller.pull import GitPuller
for line in GitPuller(sys.argv[1], sys.argv[2], branch="main").pull():
    pass
"""


def test_a_pull_never_overwrites_a_students_work(place, tmp_path):
    """What README.md says about nbgitpuller: a repository of a term's working copies, made by the same function."""
    root, _ = place
    term, student = tmp_path / "term", tmp_path / "student"
    subprocess.run(["git", "init", "-q", "-b", "main", term], check=True)

    def publish(text):
        (lessons / "05_ndcg.ipynb").write_text(json.dumps(book(text), indent=1))
        code = "import course; course.LESSONS = __import__('pathlib').Path(__import__('sys').argv[1]); course.lay_out()"
        env = os.environ | {"RATOOLS_MY_COURSE": str(term / "my_course"), "PYTHONPATH": str(ROOT)}
        subprocess.run([sys.executable, "-c", code, lessons], env=env, check=True)
        identity = ["-c", "user.name=T", "-c", "user.email=t@example.org"]
        subprocess.run(["git", "-C", term, "add", "-A"], check=True)
        subprocess.run(["git", "-C", term, *identity, "commit", "-q", "-m", text], check=True)

    def pull():
        python = root / ".venv-class" / "bin" / "python"
        done = subprocess.run([python, "-c", PULL, f"file://{term}", student], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        cells = json.loads((student / "my_course" / "05_ndcg.ipynb").read_text())["cells"]
        return ["".join(cell["source"]) for cell in cells]

    lessons = tmp_path / "lessons"
    lessons.mkdir()
    publish("the lesson")
    assert pull() == ["the lesson"]
    (student / "my_course" / "progress.jsonl").write_text("mine")
    changed = student / "my_course" / "05_ndcg.ipynb"
    changed.write_text(changed.read_text().replace("the lesson", "my own work"))
    publish("a better lesson")
    assert pull() == ["my own work"] and (student / "my_course" / "progress.jsonl").read_text() == "mine"
    changed.unlink()
    assert pull() == ["a better lesson"], "who deletes a copy gets the newest"


def book(text):
    cell = {"cell_type": "code", "id": "one", "metadata": {}, "execution_count": 1, "source": [text], "outputs": []}
    return {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


@pytest.fixture(scope="module")
def tools():
    """The scripted student, and a class as the load test starts it."""
    sys.path.insert(0, str(HUB))
    yield importlib.import_module("load_test")
    sys.path.remove(str(HUB))


@pytest.fixture(scope="module")
def server(place, tools):
    """A running class."""
    root, folder = place
    try:
        server = tools.Server([sys.executable, root / "course.py", "class"], folder, free_port(), 3)
    except RuntimeError as error:
        for words in ("npm registry could not be reached", "accounts cannot read", "no useradd here"):
            if words in str(error):
                pytest.skip(str(error))
        raise
    yield server
    server.stop()
    sockets = [(server.home(name) / ".runtime").read_text() for name in (ANN, BEN) if server.home(name).is_dir()]
    assert server.call("remove", "--all", "--with-work", "--folder", folder) == 0
    if AS_ROOT:
        assert f"rt-{ANN}:" not in Path("/etc/passwd").read_text()
        assert not any(os.path.exists(path) for path in sockets)


@pytest.fixture(scope="module")
def pair(server, tools):
    """Ann and Ben, who came at the same time."""
    pair = [tools.Student(server.address, name) for name in (ANN, BEN)]
    assert "not the join code" in pair[0].join("wrong")
    assert [one.join(server.code) for one in pair] == ["", ""]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda one: one.start(), pair))
    yield pair
    for one in pair:
        one.close()


def test_each_has_a_working_copy_and_passes_an_exercise(server, pair, tools):
    lessons = {path.name for path in (ROOT / "notebooks").glob("[0-9]*.ipynb")}
    for one in pair:
        assert {entry["name"] for entry in one.api("GET", "contents")["content"]} >= lessons
        assert one.run("import os; print(os.getcwd())").strip() == str(server.home(one.name) / "my_course")
    assert "✓" in pair[0].run(tools.SOLVE)
    assert json.loads(pair[0].run(NOT_COMPILED)) == [], "every student's kernel would compile them at every start"
    progress = server.home(ANN) / "my_course" / "progress.jsonl"
    assert [json.loads(line)["status"] for line in progress.read_text().splitlines()] == ["right"]
    assert not (server.home(BEN) / "my_course" / "progress.jsonl").exists()


@pytest.mark.skipif(not AS_ROOT, reason="only root can give each student a system user")
def test_nobody_is_root_and_nobody_reads_the_others_folder(server, pair):
    ann, ben = pair
    uids = [one.run("import os; print(os.getuid(), os.geteuid(), os.getgroups())").split() for one in pair]
    assert uids[0] != uids[1] and "0" not in uids[0][:2] + uids[1][:2]
    ben.save("notes.txt", "Ben's own")
    for path in (server.home(BEN), server.home(BEN) / "my_course" / "notes.txt", server.folder / "hub"):
        tried = TRY.format(how="open" if path.suffix else "os.listdir", path=str(path))
        assert ann.run(tried).strip() == "PermissionError", path
    assert ben.run("print(open('notes.txt').read())").strip() == "Ben's own"
    info = "from ipykernel.connect import get_connection_info; print(get_connection_info(unpack=True)['transport'])"
    assert ann.run(info).strip() == "ipc", "on TCP every user could listen"


def test_nobody_opens_the_others_server(pair):
    ann, ben = pair
    status, _, text = ann.open(f"/user/{BEN}/api/contents", method="GET")
    assert status == 403 and "notebook" not in text
    assert ann.open("/hub/admin")[0] == 403
    assert ann.open("/hub/api/users", method="GET")[0] == 403


def test_memory_and_threads_are_limited_and_the_kernel_lives_on(pair):
    said = pair[0].run("try:\n    bytearray(2 * 2**30)\nexcept MemoryError:\n    print('refused')")
    assert said.strip() == "refused"
    assert pair[0].run("print(os.environ['OMP_NUM_THREADS'], 6 * 7)").strip() == "1 42"


def test_the_instructor_sees_the_code_and_the_list(server, tools):
    people = json.loads((server.folder / "hub" / "people.json").read_text())
    boss = tools.Student(server.address, "instructor", people["instructor"])
    assert boss.join() == ""
    assert people["join"] in boss.open("/hub/home")[2]
    assert boss.open("/hub/admin")[0] == 200
    names = [one["name"] for one in json.loads(boss.open("/hub/api/users", method="GET")[2])]
    assert {ANN, BEN, "instructor"} <= set(names)


def test_what_was_saved_survives_a_killed_server(server, pair):
    ann = pair[0]
    ann.save("kept.txt", "saved before the crash")
    server.kill(ann)
    assert (server.home(ANN) / "my_course" / "kept.txt").read_text() == "saved before the crash"
    ann.start()
    assert ann.read("kept.txt") == "saved before the crash"
    assert ann.run("print(6 * 7)").strip() == "42"


def test_ctrl_c_ends_everything_and_the_next_start_knows_everybody(server, pair, tools):
    server.stop()
    assert server.process.returncode == 0, server.said()
    end = time.monotonic() + 20
    while any(server.processes(one.name) for one in pair):
        assert time.monotonic() < end, "something still runs"
        time.sleep(0.2)
    again = tools.Server(server.command, server.folder, free_port(), 3)
    server.process, server.address = again.process, again.address
    assert again.code == server.code
    ann = tools.Student(again.address, ANN)
    assert ann.join() == ""
    assert "taken" in tools.Student(again.address, ANN, "another password").join(server.code)
    assert (server.home(ANN) / "my_course" / "kept.txt").exists()

"""course.py as a learner meets it: a new folder with spaces, a real set-up, a real JupyterLab.

A file of its own, so that it can run beside test_course.py. It never calls `course.py test`, so it cannot call itself.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[1]
NOT_COPIED = shutil.ignore_patterns(".*", "my_course", "artefacts", "__pycache__", "tests", "*.egg-info")
WIDGETS = """import ipywidgets as w
w.IntSlider(description="hidden")
w.VBox([w.IntSlider(3), w.Checkbox(True)])"""


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    """A copy of the course after its first set-up."""
    root = tmp_path_factory.mktemp("fresh") / "a folder with spaces"
    shutil.copytree(ROOT, root, ignore=NOT_COPIED)
    started = time.monotonic()
    done = course(root, "lab", "--version")
    if "index could not be reached" in done.stderr:
        pytest.skip("no network: the set-up of a fresh folder was not tried")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Ready after" in done.stdout and "://" not in done.stdout + done.stderr
    assert time.monotonic() - started < 240
    return root


def course(root, *arguments, **settings):
    """Call course.py from a foreign folder, with settings in the environment that point elsewhere."""
    env = os.environ | {"PYTHONPATH": str(ROOT / "nowhere")} | settings
    command = [sys.executable, root / "course.py", *arguments]
    return subprocess.run(command, cwd=root.parent, env=env, capture_output=True, text=True, timeout=300)


def test_the_second_start_adds_under_a_second(root):
    code = "import course; course.hand_over = lambda command, folder, env: 0; raise SystemExit(course.main(['lab']))"
    times = []
    for _ in range(3):
        started = work_of_children()
        done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True)
        times.append(work_of_children() - started)
        assert done.returncode == 0 and done.stdout == "", done.stdout + done.stderr
    assert 0 < min(times) < 1


def work_of_children():
    """Seconds of work, which do not depend on what else the machine does; Windows knows only those on the clock."""
    return time.monotonic() if os.name == "nt" else os.times().children_user + os.times().children_system


def packages(root):
    """The files of both packages that the course's Python imports from the learner's folder."""
    python = next(path for path in (root / ".venv/bin/python", root / ".venv/Scripts/python.exe") if path.exists())
    code = "import ratools, ratools_course; print(ratools.__file__, ratools_course.__file__, sep='\\n')"
    done = subprocess.run([python, "-I", "-c", code], cwd=root / "my_course", capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return [Path(line) for line in done.stdout.splitlines()]


def in_checkout(root):
    """The packages' files in the checkout itself, not copies in .venv."""
    return [root / "ratools" / "__init__.py", root / "ratools_course" / "__init__.py"]


def test_the_working_copy_finds_both_packages_in_the_checkout(root):
    assert packages(root) == in_checkout(root)


def test_lab_answers_and_stops(root):
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port = sock.getsockname()[1]
    arguments = ["lab", "--no-browser", "--ip", "127.0.0.1", "--port", str(port), "--IdentityProvider.token=letmein"]
    lab = subprocess.Popen([sys.executable, root / "course.py", *arguments], cwd=root.parent, stderr=subprocess.DEVNULL)
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    direct.addheaders = [("Authorization", "token letmein")]
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(300):
            try:
                page = direct.open(f"{address}/lab/tree/00_start_here.ipynb", timeout=10).read().decode()
                break
            except OSError:
                assert lab.poll() is None, "Lab ended by itself"
                time.sleep(0.1)
        assert "jupyter-config-data" in page
        listed = json.load(direct.open(f"{address}/api/contents", timeout=10))["content"]
        assert "00_start_here.ipynb" in [entry["name"] for entry in listed]
        settings = json.load(
            direct.open(f"{address}/lab/api/settings/@jupyterlab/apputils-extension:notification", timeout=10)
        )
        defaults = {name: field["default"] for name, field in settings["schema"]["properties"].items()}
        assert defaults["fetchNews"] == "false" and defaults["checkForUpdates"] is False
        direct.open(urllib.request.Request(f"{address}/api/shutdown", method="POST"), timeout=10)
        assert lab.wait(30) == 0
    finally:
        lab.kill()


def test_running_notebooks_twice_changes_nothing(root):
    path = root / "notebooks" / "99_widgets.ipynb"
    cell = {"cell_type": "code", "id": "one", "metadata": {"tags": ["kept"]}, "execution_count": None}
    cell |= {"source": WIDGETS, "outputs": []}
    path.write_text(json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    first, second = (course(root, "notebooks", "99").stdout and path.read_bytes() for _ in range(2))
    assert first == second
    (cell,) = json.loads(first)["cells"]
    assert (cell["id"], cell["metadata"], cell["execution_count"]) == ("one", {"tags": ["kept"]}, 1)
    assert "widget-view" in str(cell["outputs"]) and b"00000000000000000000000000000001" in first
    assert [path.name for path in (root / "notebooks").glob(".*")] == []


def test_a_notebook_that_fails_stays_as_it_was(root):
    path = root / "notebooks" / "98_wrong.ipynb"
    cell = {"cell_type": "code", "id": "one", "metadata": {}, "execution_count": None, "source": "1/0", "outputs": []}
    path.write_text(json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    before = path.read_bytes()
    done = course(root, "notebooks", "98")
    assert done.returncode == 1 and "ZeroDivisionError" in done.stdout and path.read_bytes() == before


def test_moved_without_network_it_still_starts_in_a_folder_with_any_name(root):
    """The last test of this file: the folder is elsewhere afterwards."""
    moved = root.with_name("moved [there], it's ours")
    root.rename(moved)
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_CONFIG_FILE": os.devnull, "UV_OFFLINE": "1"}
    done = course(moved, "lab", "--version", **nowhere)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "going on with what was installed before" in done.stdout
    assert packages(moved) == in_checkout(moved)
    assert not (moved / ".venv.old").exists()

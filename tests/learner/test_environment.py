"""check_environment: silent where all is well, and a sentence with a remedy for each thing that can be wrong."""

import dataclasses
import re
import sys
import tomllib
from pathlib import Path

import pytest

import ratools
from ratools_course import check_environment
from ratools_course.learner import environment
from ratools_course.learner.environment import (
    EXTENSIONS,
    NEEDED,
    NOT_ALIVE,
    WELL,
    Environment,
    EnvironmentCheck,
    problems,
)

GOOD = Environment(
    python="3.12.3",
    prefix=sys.prefix,
    lab_prefix=sys.prefix,
    versions=dict(NEEDED),
    extensions=frozenset(EXTENSIONS),
)
BROKEN = {
    "another kernel": ({"lab_prefix": "/somewhere/else"}, "The kernel is another Python than JupyterLab's"),
    "an old Python": ({"python": "3.9.18"}, "Python is 3.9.18; the course needs 3.11 or newer"),
    "a package is missing": ({"versions": NEEDED | {"anywidget": None}}, "anywidget is missing"),
    "two are missing": ({"versions": NEEDED | {"anywidget": None, "pandas": None}}, "pandas, anywidget are missing"),
    "a package is old": (
        {"versions": NEEDED | {"pandas": "1.5.3"}},
        "pandas 1.5.3 (2.1 or newer is needed) is too old",
    ),
    "no widget manager": ({"extensions": frozenset({"anywidget"})}, "its part of ipywidgets is missing"),
    "no anywidget": ({"extensions": frozenset({"@jupyter-widgets/jupyterlab-manager"})}, "its part of anywidget is"),
    "neither": ({"extensions": frozenset()}, "its part of anywidget and ipywidgets is missing"),
}


def test_a_good_environment_has_no_troubles():
    assert problems(GOOD) == []
    assert problems(dataclasses.replace(GOOD, lab_prefix=None, extensions=None)) == [], (
        "what nobody can tell is no trouble"
    )
    newer = dict.fromkeys(NEEDED, "99.0.0rc1")
    assert problems(dataclasses.replace(GOOD, python="3.14.0rc1", versions=newer)) == []


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_wrong_is_said_with_its_remedy(name):
    change, sentence = BROKEN[name]
    shown = EnvironmentCheck(problems(dataclasses.replace(GOOD, **change)))
    assert sentence in shown.text() and WELL not in shown.text() and len(shown.found) == 1
    assert "python3 course.py lab" in shown.text() or "Change Kernel" in shown.text()
    assert sentence.split(";")[0].split(" (")[0].replace("'", "&#x27;") in re.sub(r"<[^>]+>", "", shown.text_html())


def test_several_troubles_are_all_told():
    found = dataclasses.replace(
        GOOD, python="3.9", lab_prefix="/else", versions={"pandas": None}, extensions=frozenset()
    )
    assert len(problems(found)) == 4


def test_here_all_is_well_and_says_no_more():
    shown = check_environment()
    assert repr(shown) == WELL and shown.static_state() == {"found": [], "well": WELL}


def test_where_widgets_do_not_run_the_page_says_so():
    bundle = EnvironmentCheck([])._repr_mimebundle_()[0]
    assert bundle["text/plain"] == WELL
    assert "widgets do not run on this page" in bundle["text/html"] and "course.py lab" in NOT_ALIVE


def test_names_of_folders_are_escaped():
    found = dataclasses.replace(GOOD, lab_prefix="/tmp/<b>x</b>")
    assert "<b>" not in EnvironmentCheck(problems(found)).text_html()


def test_the_versions_are_pyprojects():
    root = Path(ratools.__file__).parents[1]
    files = (root / "pyproject.toml", root / "course" / "pyproject.toml")
    projects = [tomllib.loads(file.read_text(encoding="utf-8"))["project"] for file in files]
    wanted = [need for project in projects for need in project["dependencies"] if not need.startswith("ratools")]
    assert dict(need.split(">=") for need in wanted) == NEEDED
    assert {project["requires-python"] for project in projects} == {f">={environment.PYTHON}"}


# Looking -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def other_venv(tmp_path):
    (tmp_path / "bin").mkdir()
    (tmp_path / "pyvenv.cfg").write_text("home = /usr/bin\n")
    return tmp_path


def test_a_kernel_that_another_environments_lab_started(other_venv, monkeypatch):
    command = [str(other_venv / "bin" / "python"), "-m", "jupyterlab"]
    monkeypatch.setattr(environment, "_starter", lambda: command)
    assert "another Python than JupyterLab's" in repr(check_environment())


def test_lab_without_its_part_of_the_widgets(other_venv, monkeypatch):
    paths = pytest.importorskip("jupyter_core.paths")
    monkeypatch.setattr(paths, "jupyter_path", lambda *_: [])
    assert environment._widget_extensions(other_venv) == frozenset()
    (other_venv / "share/jupyter/labextensions/anywidget").mkdir(parents=True)
    assert environment._widget_extensions(other_venv) == {"anywidget"}


@pytest.mark.parametrize("command", [[], ["python3", "-m", "jupyterlab"], ["/usr/bin/python3", "x"], ["/sbin/init"]])
def test_what_cannot_be_told_is_left_out(command, monkeypatch):
    monkeypatch.setattr(environment, "_starter", lambda: command)
    found = environment.this_environment()
    assert found.lab_prefix is None and found.extensions is None and "jupyterlab" not in found.versions
    assert repr(check_environment()) == WELL


def test_without_processes(monkeypatch):
    monkeypatch.setitem(sys.modules, "psutil", None)
    assert environment._starter() == [] and repr(check_environment()) == WELL


def test_a_missing_package_has_no_version():
    assert environment._version("no-such-package-here") is None

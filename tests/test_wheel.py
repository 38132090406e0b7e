"""The wheel that `pip install "ratools[teach]"` brings, in an environment of its own, the repository out of reach."""

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[1]


def run(*command, **options):
    """Run without this suite's settings; what it prints."""
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "RATOOLS_DATA")}
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    run(*pip, "--wheel-dir", folder, ROOT)
    (path,) = folder.glob("ratools-*.whl")
    return path


@pytest.fixture(scope="module")
def python(wheel, tmp_path_factory):
    """The Python of a new environment with the wheel in it; it borrows only the third-party packages of this one."""
    folder = tmp_path_factory.mktemp("elsewhere") / "an environment"
    run(sys.executable, "-m", "venv", "--without-pip", folder)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    run(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index", wheel)
    place = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    (place / "borrowed.pth").write_text(sysconfig.get_path("purelib"))  # its own .pth files are not read again
    return python


def test_the_wheel_has_every_file_of_the_data_and_of_the_package(wheel):
    packed = set(zipfile.ZipFile(wheel).namelist())
    tracked = run("git", "ls-files", "data", "ratools", cwd=ROOT).splitlines() if (ROOT / ".git").exists() else []
    assert {f"ratools/{name}" if name.startswith("data/") else name for name in tracked} <= packed
    assert {"ratools/data/glossary.csv", "ratools/ratools_course/lessons/ndcg/quiz.toml"} <= packed
    strangers = [name for name in packed if not name.startswith(("ratools/", "ratools-"))]
    assert strangers == []


CODE = """
import sys, ratools
assert ratools.__file__.startswith(sys.prefix), ratools.__file__
assert ratools.data_dir().is_relative_to(sys.prefix), ratools.data_dir()
from ratools_course import RankingBoard, check, progress, quiz
assert repr(quiz("05_ndcg")).startswith("Quiz: nDCG"), repr(quiz("05_ndcg"))
assert RankingBoard({"a": "A", "b": "B"}, {"a": 0, "b": 1}, k=2)._repr_mimebundle_()
assert check("precision-number-s1", 0.4).status == "right"
assert "05_ndcg" in progress().notebooks
assert (ratools.data_dir() / "helpdesk" / "documents.jsonl").is_file()
"""


def test_quiz_board_and_check_work_outside_the_repository(python, tmp_path):
    run(python, "-c", CODE, cwd=tmp_path)


def test_its_command_works(python, tmp_path):
    command = python.with_name("ratools.exe" if os.name == "nt" else "ratools")
    assert "nDCG" in run(command, "measures", cwd=tmp_path)

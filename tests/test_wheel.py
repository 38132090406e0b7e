"""The two wheels, `pip install . ./course`, in environments of their own, the repository out of reach."""

import os
import re
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
NO_WIDGETS = "import sys; sys.modules.update(traitlets=None, anywidget=None, ipywidgets=None)"


def run(*command, **options):
    """Run without this suite's settings; what it prints."""
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "RATOOLS_DATA")}
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheels(tmp_path_factory):
    """The wheel of the package, and that of the course."""
    folder = tmp_path_factory.mktemp("wheels")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    run(*pip, "--wheel-dir", folder, ROOT, ROOT / "course")
    return next(folder.glob("ratools-*.whl")), next(folder.glob("ratools_course-*.whl"))


def environment(folder, *wheels):
    """The Python of a new environment with these wheels in it; it borrows only the third-party packages of this one."""
    run(sys.executable, "-m", "venv", "--without-pip", folder)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    run(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index", *wheels)
    packages = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib"))  # its own .pth files are not read again
    return python


@pytest.fixture(scope="module")
def package(wheels, tmp_path_factory):
    """A Python with ratools alone."""
    return environment(tmp_path_factory.mktemp("elsewhere") / "an environment", wheels[0])


@pytest.fixture(scope="module")
def course(wheels, tmp_path_factory):
    """A Python with both."""
    return environment(tmp_path_factory.mktemp("elsewhere") / "a second one", *wheels)


def tracked(*folders):
    return set(run("git", "ls-files", *folders, cwd=ROOT).splitlines()) if (ROOT / ".git").exists() else set()


def test_the_packages_wheel_holds_the_package_and_nothing_of_the_course(wheels):
    packed = set(zipfile.ZipFile(wheels[0]).namelist())
    assert tracked("ratools") <= packed
    assert [name for name in packed if not name.startswith(("ratools/", "ratools-"))] == []


def test_the_courses_wheel_holds_the_course_and_its_data(wheels):
    packed = set(zipfile.ZipFile(wheels[1]).namelist())
    data = {f"ratools_course/{name}" for name in tracked("data")}
    assert tracked("ratools_course") | data <= packed
    assert {"ratools_course/data/glossary.csv", "ratools_course/lessons/ndcg/quiz.toml"} <= packed
    assert [name for name in packed if not name.startswith(("ratools_course/", "ratools_course-"))] == []


def test_the_readmes_first_example_with_the_package_alone(package, tmp_path):
    code, printed = re.search(r"```python\n(.*?)```\n\n```\n(.*?)```", README, flags=re.S).groups()
    (tmp_path / "example.py").write_text(code, encoding="utf-8")
    assert run(package, "example.py", cwd=tmp_path) == printed
    assert "None" in run(
        package, "-c", "import importlib.util as u; print(u.find_spec('ratools_course'))", cwd=tmp_path
    )


def test_its_commands_work_where_there_are_no_widgets(package, tmp_path):
    (tmp_path / "qrels.txt").write_text("q1 0 d1 2\nq1 0 d2 0\n")
    (tmp_path / "a.run").write_text("q1 Q0 d2 1 2.0 a\nq1 Q0 d1 2 1.0 a\n")
    command = package.with_name("ratools.exe" if os.name == "nt" else "ratools")
    assert "nDCG" in run(command, "measures", cwd=tmp_path)
    assert "0.6309" in run(command, "trec", "qrels.txt", "a.run", "-m", "nDCG@10", cwd=tmp_path)
    words = ["explain", "qrels.txt", "a.run", "--query", "q1", "-m", "nDCG@10"]
    code = f"{NO_WIDGETS}; from ratools.__main__ import main; sys.exit(main({words!r}))"
    assert "0.63" in run(package, "-c", code, cwd=tmp_path)


def test_the_desk_without_widgets(package, tmp_path):
    """`ratools judge --no-browser` serves its page; a desk in a notebook says in a sentence what is missing."""
    (tmp_path / "a.run").write_text("q1 Q0 d2 1 2.0 a\nq1 Q0 d1 2 1.0 a\n")
    (tmp_path / "queries.csv").write_text("query_id,query\nq1,a query\n")
    (tmp_path / "documents.jsonl").write_text('{"doc_id": "d1", "text": "one"}\n{"doc_id": "d2", "text": "two"}\n')
    words = ["judge", "a.run", "--queries", "queries.csv", "--documents", "documents.jsonl", "--judge", "Ada"]
    words += ["--out", "judged.csv", "--no-browser"]
    code = f"{NO_WIDGETS}; from ratools.__main__ import main; sys.exit(main({words!r}))"
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "RATOOLS_DATA")}
    with subprocess.Popen([package, "-uc", code], cwd=tmp_path, env=env, stdout=subprocess.PIPE, text=True) as desk:
        try:
            assert any("http://127.0.0.1" in line for line in iter(desk.stdout.readline, ""))
        finally:
            desk.kill()
    code = f"{NO_WIDGETS}\ntry:\n    from ratools.assessing import JudgingDesk; JudgingDesk({{}}, {{}})\n"
    code += "except ImportError as error: print(error)"
    assert "anywidget" in run(package, "-c", code, cwd=tmp_path)


def test_old_paths_say_what_to_install(package, tmp_path):
    code = "try:\n    from ratools.teaching import check\nexcept ImportError as error: print(error)"
    assert "pip install . ./course" in run(package, "-W", "ignore", "-c", code, cwd=tmp_path)
    code = "import ratools\ntry:\n    ratools.data_dir()\nexcept ValueError as error: print(error)"
    assert "course" in run(package, "-c", code, cwd=tmp_path)


CODE = """
import sys, ratools, ratools_course
assert ratools.__file__.startswith(sys.prefix) and ratools_course.__file__.startswith(sys.prefix)
assert ratools.data_dir().is_relative_to(sys.prefix), ratools.data_dir()
from ratools_course import RankingBoard, check, progress, quiz
assert repr(quiz("05_ndcg")).startswith("Quiz: nDCG"), repr(quiz("05_ndcg"))
assert RankingBoard({"a": "A", "b": "B"}, {"a": 0, "b": 1}, k=2)._repr_mimebundle_()
assert check("precision-number-s1", 0.4).status == "right"
assert "05_ndcg" in progress().notebooks
assert (ratools.data_dir() / "helpdesk" / "documents.jsonl").is_file()
"""


def test_quiz_board_and_check_work_outside_the_repository(course, tmp_path):
    run(course, "-c", CODE, cwd=tmp_path)

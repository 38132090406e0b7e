"""CONTRIBUTING.md, followed to the letter in a copy of the repository: what the recipes add, the suite accepts.

A lesson is one folder and one notebook: in a copy it is removed, renumbered and added, and nothing else is edited.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
AT_THE_END = re.compile(r"`([\w/.]+)`, at the end[^\n]*:\n\n```\w+\n(.*?)```", re.S)
NEW_FILE = re.compile(r"`([\w/.]+)`(?:, as a script[^\n]*)?:\n\n```\w+\n(.*?)```", re.S)
ENGINES = (
    "tests/test_house.py tests/checker tests/quizzes tests/misconceptions tests/widgets tests/learner tests/derived"
)


def section(heading):
    return re.split(r"\n## (?:An? |Sending )", TEXT.split(f"\n## {heading}\n")[1])[0]  # a plan has headings, too


@pytest.fixture
def copy(tmp_path):
    left_out = shutil.ignore_patterns("__pycache__", ".git", ".venv*", "my_*", ".*_cache", ".hypothesis", "artefacts")
    shutil.copytree(ROOT, tmp_path, ignore=left_out, dirs_exist_ok=True)
    return tmp_path


def follow(copy, heading):
    """Put what a recipe says at the end of the files that it names."""
    added = dict(AT_THE_END.findall(section(heading)))
    assert added, heading
    for file, code in added.items():
        with (copy / file).open("a", encoding="utf-8") as out:
            out.write(f"\n\n{code}")


def run(copy, *command):
    env = {**os.environ, "PYTHONPATH": str(copy), "PYTEST_ADDOPTS": "", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-m", *command], cwd=copy, env=env, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def accepted(copy, suites, *options):
    """How many tests of these suites pass; none fails."""
    command = ["pytest", "-q", "-p", "no:cacheprovider", "-n", "0", "-m", "not slow", *options, *suites.split()]
    code, said = run(copy, *command)
    assert code == 0, said[-4000:]
    return int(re.search(r"(\d+) passed", said)[1])


def build(copy):
    """Write what is computed; a second time there is nothing to write."""
    code, said = run(copy, "ratools_course.derived")
    assert code == 0, said
    code, again = run(copy, "ratools_course.derived")
    assert (code, again) == (0, "")
    return said.split()


def test_the_recipes_for_a_metric_a_misconception_a_question_and_an_exercise(copy):
    for heading in ("A metric", "A misconception", "A question", "An exercise"):
        follow(copy, heading)
    assert "README.md" in build(copy)
    suites = "tests/test_house.py tests/test_readme.py tests/metrics tests/evaluation/test_catalogue.py tests/checker"
    suites += " tests/misconceptions tests/explanations tests/quizzes ratools/metrics/binary.py"
    wanted = "capped or readme or first_lines or complete or test_properties or every_measure_is_explained or mistakes"
    assert accepted(copy, suites, "-k", wanted) >= 60  # the new names were found by the suite itself
    code, said = run(copy, "ruff", "check", "ratools", "ratools_course")
    assert code == 0, said


def test_a_wrong_metric_or_one_without_steps_would_not_be_accepted(copy):
    follow(copy, "A metric")
    path = copy / "ratools" / "metrics" / "binary.py"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("hits / min(len(relevant)", "hits / max(len(relevant)"), encoding="utf-8")
    code, said = run(copy, "pytest", "-q", "-n", "0", "-k", "capped", "tests/metrics/test_golden.py")
    assert code == 1, said[-2000:]
    steps = "ratools/explanations/steps/binary.py"
    shutil.copy(ROOT / steps, copy / steps)
    code, said = run(copy, "pytest", "-q", "-n", "0", "-k", "every_measure", "tests/explanations")
    assert code == 1 and "capped_recall_at_k" in said, said[-2000:]


def test_a_lesson_can_be_removed(copy):
    for folder in ("ratools_course/lessons/is_it_better", "tests/lessons/is_it_better"):
        shutil.rmtree(copy / folder)
    (copy / "notebooks" / "09_is_it_better.ipynb").unlink()
    changed = build(copy)
    assert {"README.md", "notebooks/00_start_here.ipynb", "instructor/GUIDE.md"} <= set(changed)
    assert "Is it better?" not in (copy / "README.md").read_text(encoding="utf-8")
    assert accepted(copy, ENGINES) >= 1000


def test_a_lesson_can_be_renumbered(copy):
    path = copy / "ratools_course" / "lessons" / "is_it_better" / "lesson.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("number = 9", "number = 15"), encoding="utf-8")
    (copy / "notebooks" / "09_is_it_better.ipynb").rename(copy / "notebooks" / "15_is_it_better.ipynb")
    assert "README.md" in build(copy)
    readme = (copy / "README.md").read_text(encoding="utf-8")
    assert "[15 Is it better?](notebooks/15_is_it_better.ipynb)" in readme and "09_is_it_better" not in readme
    assert accepted(copy, ENGINES) >= 1000
    assert accepted(copy, "notebooks/15_is_it_better.ipynb") >= 20  # `quiz("09_is_it_better")` is still understood


def test_a_lesson_can_be_added(copy):
    files = dict(NEW_FILE.findall(section("A lesson")))
    assert len(files) == 6
    for name, text in files.items():
        (copy / name).parent.mkdir(exist_ok=True)
        (copy / name).write_text(text, encoding="utf-8")
    script = "notebooks/15_two_judges.py"
    code, said = run(copy, "jupytext", "--to", "ipynb", script)
    assert code == 0, said
    (copy / script).unlink()
    assert "ratools_course/lessons/two_judges/plan.md" in build(copy)
    assert "[15 Two judges](notebooks/15_two_judges.ipynb)" in (copy / "README.md").read_text(encoding="utf-8")
    assert accepted(copy, ENGINES) >= 1000
    assert accepted(copy, "notebooks/15_two_judges.ipynb", "--nbval-lax") >= 6
    code, said = run(copy, "ruff", "check", "ratools_course")
    assert code == 0, said

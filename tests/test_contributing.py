"""CONTRIBUTING.md, followed to the letter in a copy of the repository: what the recipes add, the suite accepts."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PLACES = re.compile(r"`(ratools/[\w/]+\.py)`, at the end[^\n]*:\n\n```python\n(.*?)```", re.S)


def recipe(heading):
    """{file: what to put at its end} of one section."""
    section = TEXT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return dict(PLACES.findall(section))


@pytest.fixture
def copy(tmp_path):
    left_out = shutil.ignore_patterns("__pycache__", ".git", ".venv*", "my_*", ".*_cache", ".hypothesis", "artefacts")
    shutil.copytree(ROOT, tmp_path, ignore=left_out, dirs_exist_ok=True)
    return tmp_path


def follow(copy, heading):
    added = recipe(heading)
    assert added, heading
    for file, code in added.items():
        with (copy / file).open("a", encoding="utf-8") as out:
            out.write(f"\n\n{code}")


def run(copy, *command):
    env = {**os.environ, "PYTHONPATH": str(copy), "PYTEST_ADDOPTS": ""}
    done = subprocess.run([sys.executable, "-m", *command], cwd=copy, env=env, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.slow
def test_the_recipes_for_a_metric_and_a_misconception_work_as_they_are_written(copy):
    follow(copy, "A metric")
    follow(copy, "A misconception")
    code, said = run(copy, "ratools.evaluation.catalogue.readme")
    assert code == 0, said
    suites = "tests/test_house.py tests/test_readme.py tests/metrics tests/evaluation/test_catalogue.py"
    suites += " tests/misconceptions tests/explanations ratools/metrics/binary.py"
    wanted = "capped or readme or map or complete or test_properties or every_measure_is_explained"
    command = ["pytest", "-q", "-p", "no:cacheprovider", "-n", "0", "-m", "not slow", "-k", wanted, *suites.split()]
    code, said = run(copy, *command)
    assert code == 0, said[-4000:]
    assert int(re.search(r"(\d+) passed", said)[1]) >= 60, said[-1000:]  # the new names were found by the suite itself
    code, said = run(copy, "ruff", "check", "ratools")
    assert code == 0, said


@pytest.mark.slow
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

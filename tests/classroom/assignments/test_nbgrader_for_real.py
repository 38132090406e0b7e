"""Seven submissions through nbgrader's own commands, in an environment of their own: what each gets, and why.

Two exercises of notebook 05, so that it stays short; instructor/ASSIGNMENTS.md tells of whole notebooks.
"""

import csv
import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.slow
EXERCISES = ["dcg_at_k", "ndcg-number-s1"]
HALF = """
def dcg_at_k(relevances, k):
    return sum(grade / rank for rank, grade in enumerate(relevances[:k], start=1))
"""


def course(*words):
    """Run `course.py assignment`."""
    command = [sys.executable, ROOT / "course.py", "assignment", "05", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=900)


def helpers():
    spec = importlib.util.spec_from_file_location("submissions", Path(__file__).with_name("submissions.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def marked(tmp_path_factory):
    """The folder of a course with seven marked submissions, and what `--mark` printed."""
    folder = tmp_path_factory.mktemp("grading") / "a course"
    only = [word for id in EXERCISES for word in ("--exercise", id)]
    made = course("--out", str(folder), "--seed", "a private seed", *only)
    if "index could not be reached" in made.stderr:
        pytest.skip("no network: the environment with nbgrader was not made")
    assert made.returncode == 0, made.stdout + made.stderr
    one = helpers().Assignment(folder)
    one.hand_in_all(half={"e1-answer": HALF})
    done = course("--out", str(folder), "--mark")
    assert done.returncode == 0, done.stdout + done.stderr
    return folder, done.stdout


def grades(folder):
    with open(folder / "grades.csv", newline="", encoding="utf-8") as file:
        return {row["student_id"]: (float(row["score"]), float(row["max_score"])) for row in csv.DictReader(file)}


def feedback(folder, person):
    """What a student reads, as text."""
    html = (folder / "feedback" / person / "05_ndcg" / "05_ndcg.html").read_text(encoding="utf-8")
    return re.sub(r"<[^>]+>", "", html)


def test_every_submission_gets_what_it_should(marked):
    assert grades(marked[0]) == {
        "right": (6, 6),
        "half": (3.6, 6),  # 40 % of 4 for one wrong idea, and the number
        "empty": (0, 6),
        "crashing": (0, 6),
        "endless": (2, 6),  # only the number
        "calls_ours": (2, 6),  # only the number, which may be computed by any means
        "patches_check": (0, 6),
    }
    assert "7 of 7 submissions were marked" in marked[1]


@pytest.mark.parametrize(
    "person, told",
    [
        ("right", ["4 of 4 points: right", "2 of 2 points: right"]),
        (
            "half",
            ["1.6 of 4 points: one wrong idea", "called “The discount is the rank itself”", "2 of 2 points: right"],
        ),
        ("empty", ["0 of 4 points: not attempted", "0 of 2 points: not attempted"]),
        ("crashing", ["RuntimeError", "0 of 4 points: not attempted"]),
        ("endless", ["0 of 4 points: wrong", "Is there a loop that never ends?"]),
        ("calls_ours", ["0 of 4 points: wrong", "That is ours: the package does the work"]),
        ("patches_check", ["0 of 4 points: not attempted", "0 of 2 points: not attempted"]),
    ],
)
def test_feedback_says_why(marked, person, told):
    text = feedback(marked[0], person)
    for words in told:
        assert words in text


def test_students_get_no_solution_and_no_seed(marked):
    released = nbformat.read(marked[0] / "release" / "05_ndcg" / "05_ndcg.ipynb", as_version=4)
    text = "\n".join(cell.source for cell in released.cells)
    assert "log2(rank" not in text and "relevances[:k]" not in text and "hand_in" not in text and "SOLUTION" not in text
    assert "a private seed" not in text and 'check("dcg_at_k", dcg_at_k)' in text

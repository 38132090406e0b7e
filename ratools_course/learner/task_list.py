"""What each notebook asks for: its exercises, its tables to complete, and the questions of its quiz.

It is read from the notebooks themselves: an exercise stands in a cell's metadata, a table or a quiz is called for in a
cell. Where the notebooks are not at hand (the course was installed with pip), lessons/tasks.json says what they asked
for when it was built; `python3 course.py build` writes that file.
"""

import functools
import json
import re
import tomllib
from pathlib import Path

from ratools_course.lessons import FOLDER, LESSONS, lesson

RECORD = FOLDER / "tasks.json"
CALLS = {  # what a call in a cell asks for
    kind: re.compile(rf"""^[^#\n]*\b{function}\(\s*["']([^"'\n]+)["']""", re.MULTILINE)
    for kind, function in (("table", "complete_table"), ("quiz", "quiz"))
}


def tasks():
    """Every task of the notebooks, in their order: {(kind, id): notebook}.

    >>> tasks()["exercise", "ndcg_at_k"]
    '05_ndcg'
    """
    recorded, quizzes = _recorded(), _quizzes()
    notebooks = {}
    for item in LESSONS:
        here = recorded.get(item.slug, {})
        asked = [id for name in here.get("quiz", []) for id in quizzes.get(_quiz_name(name), [name])]
        ids = {"exercise": here.get("exercise", []), "table": here.get("table", []), "question": asked}
        keys = [(kind, id) for kind in ids for id in ids[kind]]
        notebooks |= {key: item.name for key in keys if key not in notebooks}
    return notebooks


def _recorded():
    folder = notebooks_dir()
    return read_notebooks(folder) if folder else json.loads(RECORD.read_text(encoding="utf-8"))


def notebooks_dir():
    """The notebooks of a checkout, or None."""
    root = Path(__file__).resolve().parents[2]
    return root / "notebooks" if (root / "course.py").is_file() and (root / "notebooks").is_dir() else None


def read_notebooks(folder):
    """{lesson: {"exercise": [ids], "table": [names], "quiz": [names]}} of the notebooks in a folder."""
    paths = {item.slug: Path(folder) / item.file for item in LESSONS}
    return {slug: _read_notebook(str(path), path.stat().st_mtime_ns) for slug, path in paths.items() if path.is_file()}


@functools.lru_cache(maxsize=64)
def _read_notebook(path, _changed):
    """What one notebook asks for; kept until the file changes."""
    try:
        cells = json.loads(Path(path).read_text(encoding="utf-8"))["cells"]
    except (ValueError, KeyError, TypeError):  # being written, or torn
        return {"exercise": [], **{kind: [] for kind in CALLS}}
    marks = [cell.get("metadata", {}).get("ratools", {}) for cell in cells]
    exercises = dict.fromkeys(mark["exercise"] for mark in marks if "exercise" in mark)
    code = ["".join(cell.get("source", "")) for cell in cells if cell.get("cell_type") == "code"]
    called = {kind: [name for source in code for name in call.findall(source)] for kind, call in CALLS.items()}
    return {"exercise": list(exercises), **called}


def _quizzes():
    """The questions of each quiz, in order: {notebook: [ids]}."""
    quizzes = {}
    for item in LESSONS:
        try:
            table = tomllib.loads((item.folder / "quiz.toml").read_text(encoding="utf-8"))
        except (ValueError, OSError):  # none, or being edited: exercises still count
            continue
        ids = [question["id"] for question in table.get("question", []) if isinstance(question.get("id"), str)]
        quizzes[item.name] = [id for id in ids if id not in table.get("for_warm_ups", [])]
    return quizzes


def _quiz_name(name):
    try:
        return lesson(name).name
    except ValueError:  # one question, by its id
        return name


def record():
    """What lessons/tasks.json holds: the tasks of this checkout's notebooks."""
    return json.dumps(read_notebooks(notebooks_dir()), indent=1) + "\n"

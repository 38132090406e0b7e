"""What each notebook poses: its exercises, and the questions of its quiz.

It is read from the notebooks themselves: an exercise stands in a cell's metadata, a quiz is called for in a cell. Where
the notebooks are not at hand (the package was installed with pip), posed.json tells what they posed when it was built.
`python -m ratools.teaching.posed` writes that file; a test compares it with the notebooks.
"""

import functools
import json
import re
import sys
import tomllib
from pathlib import Path

from ratools.paths import data_dir
from ratools.teaching.lessons import LESSONS, existing, lesson

RECORD = Path(__file__).with_name("posed.json")
QUIZ = re.compile(r"""^[^#\n]*\bquiz\(\s*["']([^"'\n]+)["']""", re.MULTILINE)


def tasks():
    """Every task of the notebooks that exist, in their order: {(kind, id): notebook}.

    >>> tasks()["exercise", "ndcg_at_k"]
    '05_ndcg'
    """
    recorded, quizzes = _recorded(), _quizzes()
    found = {}
    for one in existing():
        here = recorded.get(one.name, {})
        asked = [id for name in here.get("quiz", []) for id in quizzes.get(_quiz_name(name), [name])]
        keys = [*(("exercise", id) for id in here.get("exercise", [])), *(("question", id) for id in asked)]
        found |= {key: one.name for key in keys if key not in found}
    return found


def _recorded():
    folder = notebooks_dir()
    return read_notebooks(folder) if folder else json.loads(RECORD.read_text(encoding="utf-8"))


def notebooks_dir():
    """The notebooks of a checkout, or None."""
    root = Path(__file__).resolve().parents[2]
    return root / "notebooks" if (root / "course.py").is_file() and (root / "notebooks").is_dir() else None


def read_notebooks(folder):
    """{notebook: {"exercise": [ids], "quiz": [names]}} of the notebooks in a folder."""
    paths = [Path(folder) / one.file for one in LESSONS]
    return {path.stem: _read_notebook(str(path), path.stat().st_mtime_ns) for path in paths if path.is_file()}


@functools.lru_cache(maxsize=64)
def _read_notebook(path, _changed):
    """What one notebook poses; kept until the file changes."""
    try:
        cells = json.loads(Path(path).read_text(encoding="utf-8"))["cells"]
    except (ValueError, KeyError, TypeError):  # being written, or torn
        return {"exercise": [], "quiz": []}
    marks = [cell.get("metadata", {}).get("ratools", {}) for cell in cells]
    exercises = dict.fromkeys(mark["exercise"] for mark in marks if "exercise" in mark)
    code = ["".join(cell.get("source", "")) for cell in cells if cell.get("cell_type") == "code"]
    return {"exercise": list(exercises), "quiz": [name for source in code for name in QUIZ.findall(source)]}


def _quizzes():
    """The questions of each quiz, in order: {notebook: [ids]}."""
    found = {}
    try:
        for file in sorted((data_dir() / "quizzes").glob("*.toml")):
            table = tomllib.loads(file.read_text(encoding="utf-8"))
            ids = [question["id"] for question in table.get("question", []) if isinstance(question.get("id"), str)]
            found[file.stem] = [id for id in ids if id not in table.get("for_warm_ups", [])]
    except (ValueError, OSError):  # no data beside the package, or a file being edited: exercises still count
        pass
    return found


def _quiz_name(name):
    try:
        return lesson(name).name
    except ValueError:  # one question, by its id
        return name


def main():
    """Write posed.json from the notebooks of this checkout."""
    folder = notebooks_dir()
    if folder is None:
        print("there is no folder notebooks beside this package: run this in a checkout", file=sys.stderr)
        return 1
    RECORD.write_text(json.dumps(read_notebooks(folder), indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

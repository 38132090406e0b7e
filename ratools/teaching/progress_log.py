"""What a learner has tried, as lines in one small file that never leaves the machine.

Each line is JSON: {"time", "exercise", "question" or "prediction", "status", "misconception", "notebook"}; that of a
prediction also holds "guess" and "answer", so that a class's guesses can be shown. The file is the one that
`RATOOLS_PROGRESS` names, else `my_course/progress.jsonl` in a checkout, else one in the user's data folder. A line is
written in one piece, so two notebooks may write at once; a line torn by a crash is skipped when reading.
"""

import json
import os
import sys
import warnings
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from pathlib import Path

STATUSES = {  # of each kind of line; a question that was only shown is still open, a prediction is never graded
    "exercise": ("not attempted", "wrong", "right"),
    "question": ("not attempted", "shown", "wrong", "right"),
    "prediction": ("shown", "kept"),
}
KINDS = tuple(STATUSES)
OPEN = ("not attempted", "shown")
NAME = "progress.jsonl"
_told = set()  # files that could not be written, each mentioned once


def path():
    """The file that holds the progress; it need not exist yet."""
    named = os.environ.get("RATOOLS_PROGRESS")
    if named:
        return Path(named).expanduser()
    root = Path(__file__).resolve().parents[2]
    if (root / "course.py").is_file() and (root / "my_course").is_dir():
        return root / "my_course" / NAME
    return _data_folder() / "ratools" / NAME


def _data_folder():
    """Where programs keep a user's data."""
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def record(kind, id, status, misconception=None, notebook=None, **extra):
    """Append one line; whether that worked. A file that cannot be written is mentioned once and stops nothing."""
    if kind not in KINDS:
        raise ValueError(f"kind must be {' or '.join(map(repr, KINDS))}, got {kind!r}")
    if status not in STATUSES[kind]:
        raise ValueError(f"status of a {kind} must be one of {', '.join(map(repr, STATUSES[kind]))}, got {status!r}")
    line = {"time": datetime.now(UTC).isoformat(timespec="seconds"), kind: id, "status": status}
    line["misconception"] = misconception
    if notebook is not None:
        line["notebook"] = notebook
    line |= extra  # what a quiz needs in order to restore an answer
    try:
        _append(path(), line)
    except (OSError, RuntimeError) as error:  # RuntimeError: there is no home folder
        _tell_once(error)
        return False
    return True


def _append(file, line):
    """One line in one write, behind a newline where the last writer was cut off."""
    file.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(line, ensure_ascii=False) + "\n"
    handle = os.open(file, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        size = os.fstat(handle).st_size
        if size and _byte(handle, size - 1) != b"\n":
            text = "\n" + text
        os.write(handle, text.encode())
    finally:
        os.close(handle)


def _byte(handle, place):
    os.lseek(handle, place, os.SEEK_SET)
    return os.read(handle, 1)


def _tell_once(error):
    name = str(os.environ.get("RATOOLS_PROGRESS") or "the progress file")
    if name not in _told:
        _told.add(name)
        warnings.warn(
            f"your progress is not being recorded: {name} cannot be written ({error.__class__.__name__}). "
            "Everything else works; set RATOOLS_PROGRESS to a file that can be.",
            stacklevel=4,
        )


def read():
    """Every line of the file as a dict, the oldest first; torn lines are skipped."""
    try:
        text = path().read_text(encoding="utf-8", errors="replace")
    except (OSError, RuntimeError):
        return []
    return [line for line in map(_parsed, text.splitlines()) if line]


def _parsed(text):
    try:
        line = json.loads(text)
    except ValueError:
        return None
    kind = next((kind for kind in KINDS if kind in line), None) if isinstance(line, dict) else None
    good = kind and isinstance(line[kind], str) and line.get("status") in STATUSES[kind]
    return line if good else None


def catalogue():
    """Everything that can be done: {(kind, id): notebook}, exercises and quiz questions."""
    from ratools.teaching.exercises.bank import EXERCISES

    return {("exercise", one.id): one.notebook for one in EXERCISES.values()} | _questions()


def _questions():
    """The quiz questions, by the file that holds them."""
    import tomllib

    from ratools.paths import data_dir

    found = {}
    try:
        for file in sorted((data_dir() / "quizzes").glob("*.toml")):
            for question in tomllib.loads(file.read_text(encoding="utf-8")).get("question", []):
                found["question", question.get("id")] = file.stem
    except (ValueError, OSError):  # no data beside the package, or a file being edited: exercises still count
        pass
    return found


def progress():
    """How far you are: a row and a bar for each notebook."""
    best, tries, slips = {}, {}, {}
    for line in read():
        kind = next(kind for kind in KINDS if kind in line)
        if kind == "prediction":
            continue  # kept, and never right or wrong
        key = (kind, line[kind])
        if line["status"] not in OPEN:
            tries[key] = tries.get(key, 0) + 1
        best[key] = max(best.get(key, "not attempted"), line["status"], key=_order)
        if line.get("misconception"):
            slips[key] = line["misconception"]
    return Progress(_rows(best, tries, slips))


def _order(status):
    return STATUSES["question"].index(status)


def _rows(best, tries, slips):
    """One row a task; what the catalogue no longer knows is left out."""
    return tuple(
        {
            "notebook": notebook,
            "kind": kind,
            "id": id,
            "status": best.get((kind, id), "not attempted"),
            "tries": tries.get((kind, id), 0),
            "misconception": slips.get((kind, id)),
        }
        for (kind, id), notebook in sorted(catalogue().items(), key=lambda item: (item[1], item[0]))
    )


@dataclass(frozen=True, repr=False)
class Progress:
    """What was done, task by task; shows a bar a notebook."""

    rows: tuple[dict, ...]

    @property
    def table(self):
        """A DataFrame: one row a task."""
        import pandas as pd

        return pd.DataFrame(self.rows, columns=["notebook", "kind", "id", "status", "tries", "misconception"])

    @property
    def notebooks(self):
        """{notebook: (right, tried, all)}."""
        counts = {}
        for row in self.rows:
            right, tried, everything = counts.get(row["notebook"], (0, 0, 0))
            right, tried = right + (row["status"] == "right"), tried + (row["status"] not in OPEN)
            counts[row["notebook"]] = (right, tried, everything + 1)
        return counts

    def __repr__(self):
        width = max(map(len, self.notebooks), default=0)
        return "\n".join(
            f"{name:<{width}}  {_bar(right, everything)}  {_words(right, tried, everything)}"
            for name, (right, tried, everything) in self.notebooks.items()
        )

    def _repr_html_(self):
        style = "width:12em;height:0.8em;border:1px solid var(--jp-border-color1,#777);display:inline-block"
        rows = []
        for name, (right, tried, everything) in self.notebooks.items():
            words = escape(_words(right, tried, everything))
            fill = f"width:{100 * right / everything:.0f}%;height:100%;background:#0072B2"
            bar = f"<div role='img' aria-label='{words}' style='{style}'><div style='{fill}'></div></div>"
            first = f"<th scope='row' style='text-align:left'>{escape(name)}</th>"
            rows.append(f"<tr>{first}<td>{bar}</td><td>{words}</td></tr>")
        head = "".join(
            f"<th scope='col' style='text-align:left'>{name}</th>" for name in ("notebook", "right", "tasks")
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _bar(right, everything, width=12):
    full = right * width // everything
    return "█" * full + "░" * (width - full)


def _words(right, tried, everything):
    open_ones = f", {tried - right} tried" if tried > right else ""
    return f"{right} of {everything} right{open_ones}"

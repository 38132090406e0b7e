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
from datetime import UTC, datetime
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

"""What a learner has tried, as lines in one small file that never leaves the machine.

Each line is JSON: {"time", "exercise", "question", "prediction" or "table", "status", "misconception", "notebook"};
that of a prediction also holds "guess" and "answer", so that a class's guesses can be shown. The file is the one that
`RATOOLS_PROGRESS` names, else `my_course/progress.jsonl` in a checkout, else one in the user's data folder. A line is
written in one piece, so two notebooks may write at once; a line torn by a crash is skipped when reading.
"""

import errno
import json
import os
import stat
import sys
import warnings
from datetime import UTC, datetime
from pathlib import Path

STATUSES = {  # of each kind of line; a question that was only shown is still open, a prediction is never graded
    "exercise": ("not attempted", "wrong", "right"),
    "question": ("not attempted", "shown", "wrong", "right"),
    "prediction": ("shown", "kept"),
    "table": ("not attempted", "wrong", "right"),  # one to complete; a cell that is chosen is not yet an attempt
}
KINDS = tuple(STATUSES)
OPEN = ("not attempted", "shown")
NAME = "progress.jsonl"
LONGEST = 2**20  # bytes of a line; ours have some hundred
NEWEST = 20_000_000  # bytes at the end of the file that are read: more than 100 000 answers
_warned = set()  # files that could not be written, each mentioned once


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
        _warn_once(error)
        return False
    return True


def _append(file, line):
    """One line in one write, behind a newline where the last writer was cut off."""
    if str(file) == os.devnull:
        return
    if file.exists() and not file.is_file():  # a pipe would block, a device may take all and keep nothing
        raise OSError(errno.EINVAL, "not a file")
    file.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(line, ensure_ascii=False) + "\n"
    handle = os.open(file, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        size = os.fstat(handle).st_size
        if size and _byte(handle, size - 1) != b"\n":
            text = "\n" + text
        data = text.encode()
        if os.write(handle, data) < len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    finally:
        os.close(handle)


def _byte(handle, offset):
    os.lseek(handle, offset, os.SEEK_SET)
    return os.read(handle, 1)


def _warn_once(error):
    name = str(os.environ.get("RATOOLS_PROGRESS") or "the progress file")
    if name not in _warned:
        _warned.add(name)
        warnings.warn(
            f"your progress is not being recorded: {name} cannot be written ({error.__class__.__name__}). "
            "Everything else works; set RATOOLS_PROGRESS to a file that can be.",
            stacklevel=4,
        )


def read():
    """The lines of the file as dicts, the oldest first; torn lines are skipped."""
    return list(lines())


def lines(mentioning=()):
    """The same one by one, from the end of a large file; `mentioning` ids, only the lines that have one of them."""
    texts = [json.dumps(text, ensure_ascii=False).encode() for text in mentioning]
    try:
        file = path()
        if not file.is_file():
            return
        with file.open("rb") as stream:
            if file.stat().st_size > NEWEST:
                stream.seek(-NEWEST, os.SEEK_END)  # in the middle of a line, which is then skipped
            for text in _whole_lines(stream):
                if not texts or any(id in text for id in texts):
                    line = _parsed(text)
                    if line:
                        yield line
    except (OSError, RuntimeError):  # RuntimeError: there is no home folder
        return


def read_file(file):
    """Somebody's file: its lines, and how many more could not be read. A link or a pipe is refused (OSError)."""
    flags = [getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY")]
    with open(os.open(file, os.O_RDONLY | sum(flags)), "rb") as stream:
        facts = os.fstat(stream.fileno())
        if not stat.S_ISREG(facts.st_mode):
            raise OSError(errno.EINVAL, "not a file")
        if facts.st_size > NEWEST:
            stream.seek(-NEWEST, os.SEEK_END)
            stream.readline(LONGEST)  # the rest of a line that began before
        parsed = [_parsed(text) for text in _whole_lines(stream) if text.strip()]
    return [line for line in parsed if line], sum(line is None for line in parsed)


def _whole_lines(stream):
    """Line by line, so that a large file needs no memory; what is too long to be ours is passed over."""
    too_long = False
    while text := stream.readline(LONGEST):
        ends = text.endswith(b"\n") or len(text) < LONGEST
        if ends:
            yield b"?" if too_long else text  # "?" cannot be parsed either
        too_long = not ends


def _parsed(text):
    """A line as a dict, or None where it is not one that we wrote."""
    try:
        line = json.loads(text.decode(errors="replace"))
    except (ValueError, RecursionError):
        return None
    kinds = [kind for kind in KINDS if kind in line] if isinstance(line, dict) else []
    if not kinds or not all(isinstance(line[kind], str) for kind in kinds):
        return None
    if not isinstance(line.get("misconception"), str | None):
        return None
    return line if line.get("status") in STATUSES[kinds[0]] else None

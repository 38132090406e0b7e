"""The progress files of a class: who they belong to, and what is in them.

A folder holds one folder or one file per person: the homes of a hub, or what people handed in. A person is the name of
that folder or file. The files are other people's: no link is followed, nothing but plain files is opened, and what is
not a line of ours is counted and passed over.
"""

import os
from dataclasses import dataclass, field
from pathlib import Path

from ratools_course.learner import progress_log

DEEPEST = 8  # folders below the given one
TEACHER = "instructor"  # whose home stands among the students' on a class server
PASSED_OVER = {".venv", ".cache", ".git", "node_modules", "site-packages", "__pycache__"}


@dataclass(frozen=True)
class ClassFiles:
    """Who did what: {person: lines, oldest first}; lines and files that could not be read."""

    people: dict[str, list[dict]] = field(default_factory=dict)
    broken: int = 0
    unread: int = 0

    @property
    def answers(self):
        """How many lines were read."""
        return sum(map(len, self.people.values()))


def gather(folder):
    """Read every progress file below a folder.

    >>> gather("no/such/folder")
    Traceback (most recent call last):
    ValueError: no/such/folder is not a folder: give the one that holds the students' homes or their progress files
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise ValueError(
            f"{folder} is not a folder: give the one that holds the students' homes or their progress files"
        )
    people, broken, unread = {}, 0, 0
    for person, file in find(folder):
        try:
            lines, bad = progress_log.read_file(file)
        except OSError:
            unread += 1
            continue
        people.setdefault(person, []).extend(lines)
        broken += bad
    for lines in people.values():
        lines.sort(key=lambda line: str(line.get("time", "")))  # a person may have two files
    return ClassFiles({person: lines for person, lines in sorted(people.items()) if lines}, broken, unread)


def find(folder):
    """(person, file) of every progress file below a folder, in order."""
    for here, folders, files in os.walk(folder):
        parts = Path(here).relative_to(folder).parts
        skipped = PASSED_OVER if parts else PASSED_OVER | {TEACHER}
        folders[:] = sorted(set(folders) - skipped) if len(parts) < DEEPEST else []
        for name in sorted(files):
            if name.endswith(".jsonl") and (name.startswith("progress") or not parts):
                yield (parts[0] if parts else name.removesuffix(".jsonl")), os.path.join(here, name)

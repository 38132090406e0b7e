"""A limit for all of a student's programs together, by the kernel's control groups; as root on Linux, where they work.

The limit of student_server.py holds for every program alone; this one ends the largest program of a student who
starts many. In a container the groups are often read-only: then `works` is False, and only the first limit holds.
"""

import contextlib
from pathlib import Path

GROUPS = Path("/sys/fs/cgroup")
OURS = "ratools-class"


def base(groups=GROUPS):
    """The folder in which students' groups are made, and the name of the file that holds a group's limit."""
    if (groups / "cgroup.controllers").exists():
        return groups / OURS, "memory.max"
    return groups / "memory" / OURS, "memory.limit_in_bytes"


def works(groups=GROUPS):
    """Whether a group with a limit can be made here."""
    folder, file = base(groups)
    try:
        if file == "memory.max":
            (groups / "cgroup.subtree_control").write_text("+memory")
        folder.mkdir(exist_ok=True)
        if file == "memory.max":
            (folder / "cgroup.subtree_control").write_text("+memory")
        (folder / "trial").mkdir(exist_ok=True)
        (folder / "trial" / file).write_text(str(2**30))
        (folder / "trial").rmdir()
    except OSError:
        return False
    return True


def put(name, pid, limit, groups=GROUPS):
    """Put a process, and all that it will start, into a student's group; whether that worked."""
    folder, file = base(groups)
    try:
        (folder / name).mkdir(exist_ok=True)
        (folder / name / file).write_text(str(limit))
        (folder / name / "cgroup.procs").write_text(str(pid))
    except OSError:
        return False
    return True


def clear(groups=GROUPS):
    """Remove the groups that are empty."""
    folder, _ = base(groups)
    for path in [*folder.glob("*/"), folder]:
        with contextlib.suppress(OSError):
            path.rmdir()

"""What a JupyterHub starts for a student, as that student: limits, the working copy, then JupyterLab.

The limits are set before anything of the student's runs, and a process cannot raise them again.
"""

import contextlib
import os
import resource
import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
THREADS = ("OMP", "OPENBLAS", "MKL", "NUMEXPR", "NUMBA")
LARGEST_FILE = 2**31  # bytes; keeps one runaway loop from filling the disk


def limit(memory, programs):
    """Limit the address space of every process, and how many threads and processes there may be; 0: no limit."""
    chosen = {resource.RLIMIT_CORE: 0, resource.RLIMIT_FSIZE: LARGEST_FILE}
    if memory:
        chosen[resource.RLIMIT_AS] = memory
    if programs:
        chosen[resource.RLIMIT_NPROC] = programs
    for which, value in chosen.items():
        most = resource.getrlimit(which)[1]
        value = value if most == resource.RLIM_INFINITY else min(value, most)
        with contextlib.suppress(ValueError, OSError):  # macOS has names for limits that it does not keep
            resource.setrlimit(which, (value, value))


def settings(home, threads):
    """Environment variables of a student's server and of its kernels."""
    chosen = {f"{name}_NUM_THREADS": str(threads) for name in THREADS}
    chosen["MALLOC_ARENA_MAX"] = "2"  # else every thread reserves 64 MB of the address space that is limited
    chosen["RATOOLS_MY_COURSE"] = str(home / "my_course")
    chosen["RATOOLS_PROGRESS"] = str(home / "my_course" / "progress.jsonl")
    chosen["JUPYTER_PREFER_ENV_PATH"] = "1"
    return chosen


def runtime_folder(note):
    """A new folder for the sockets of the kernels, instead of the last one, which `note` remembers.

    Only their owner can open these sockets; on TCP every user of the machine could listen to what a kernel prints.
    It is not in the home folder because the names of sockets must be short.
    """
    with contextlib.suppress(OSError):
        last = Path(note.read_text())
        if last.name.startswith("class-") and last.parent == Path(tempfile.gettempdir()):
            shutil.rmtree(last, ignore_errors=True)
    folder = tempfile.mkdtemp(prefix="class-")
    note.write_text(folder)
    return folder


def main(arguments):
    """Become this student's JupyterLab."""
    os.umask(0o077)
    home = Path(os.environ["HOME"])
    chosen = {name: os.environ.pop(f"CLASS_{name}", None) for name in ("MEMORY", "PROGRAMS", "THREADS")}
    limit(int(chosen["MEMORY"] or 0), int(chosen["PROGRAMS"] or 0))
    os.environ.update(settings(home, int(chosen["THREADS"] or 1)))
    if chosen["MEMORY"]:  # not in a container, which has limits and a log of its own
        log = os.open(home / ".server.log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.dup2(log, 1)
        os.dup2(log, 2)
    sys.path.insert(0, str(ROOT))
    import course

    try:
        print("\n".join(course.lay_out()), flush=True)
    except (course.CourseError, OSError) as error:  # a full disk or a folder in the way: Lab opens all the same
        print(error, flush=True)
    os.environ["JUPYTER_RUNTIME_DIR"] = runtime_folder(home / ".runtime")
    os.chdir(home / "my_course")
    command = [sys.executable, "-P", "-m", "jupyterhub.singleuser", "--KernelManager.transport=ipc"]
    command += course.prompt_channels(arguments) + course.saved_widgets(arguments) + arguments
    os.execve(command[0], command, os.environ)


if __name__ == "__main__":
    main(sys.argv[1:])

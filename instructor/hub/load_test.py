"""`python3 course.py bench class`: scripted students join at once and work; then one server is killed, then the hub."""

import argparse
import contextlib
import json
import os
import platform
import shutil
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT)]

from scripted_student import Student  # noqa: E402

BOOK = "05_ndcg.ipynb"
EXERCISE = "ndcg_at_k"
SOLVE = f"""
from ratools_course.checker import check, check_cell, solution
exec(solution({EXERCISE!r}).code)
print(eval(check_cell({EXERCISE!r})))
"""
STEPS = ("join", "start", "notebook", "exercise", "save")


def main(arguments):
    """Run the test, print its table, keep the figures; the exit code says whether everybody succeeded."""
    chosen = parse(arguments)
    folder = chosen.folder.resolve()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    server = Server([sys.executable, HERE / "class_server.py"], folder, chosen.port, chosen.students)
    try:
        figures = measure(server, chosen.students)
    finally:
        server.stop()
        removed = server.call("remove", "--all", "--with-work", "--folder", folder)
    text = report(figures)
    print(text, flush=True)
    (folder / "load.json").write_text(json.dumps(figures, indent=1))
    print(f"The figures are in {folder / 'load.json'}.", flush=True)
    failed = [line for row in figures["students"] for line in row["failed"]] + figures["failed"]
    print("\n".join(failed), file=sys.stderr)
    return int(bool(failed) or removed)


def parse(arguments):
    """The command line."""
    parser = argparse.ArgumentParser(prog="python3 course.py bench class", description=__doc__)
    parser.add_argument("--students", type=int, default=20, metavar="N", help="how many at once (20)")
    parser.add_argument("--port", type=int, default=8700)
    parser.add_argument(
        "--folder", type=Path, default=ROOT / "artefacts" / "class", help="made anew; keeps the figures"
    )
    return parser.parse_args(arguments)


class Server:
    """A class that was started as an instructor starts it."""

    def __init__(self, command, folder, port, students):
        self.command, self.folder, self.address = list(map(str, command)), folder, f"http://127.0.0.1:{port}"
        options = ["--folder", str(folder), "--port", str(port), "--students", str(students)]
        with open(folder / "output.txt", "w") as output:
            self.process = subprocess.Popen([*self.command, *options], stdout=output, stderr=subprocess.STDOUT)
        self.wait_for("Ctrl-C ends it")
        self.code = json.loads((folder / "hub" / "people.json").read_text())["join"]

    def said(self):
        """What it has printed so far."""
        return (self.folder / "output.txt").read_text(encoding="utf-8")

    def wait_for(self, words, times=1, seconds=120):
        """Wait until it has printed something."""
        end = time.monotonic() + seconds
        while self.said().count(words) < times:
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"the class did not say {words!r}, but: {self.said()}")
            time.sleep(0.1)

    def call(self, *arguments):
        """Another command of the class; its exit code."""
        return subprocess.run([*self.command, *map(str, arguments)], stdout=subprocess.DEVNULL).returncode

    def stop(self):
        """End it as Ctrl-C does."""
        self.process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(120)
        self.process.kill()

    def home(self, name):
        return self.folder / "students" / name

    def hub(self):
        """The hub's process id."""
        return int((self.folder / "hub" / "hub.pid").read_text())

    def processes(self, name):
        """What runs for a student, told by the home folder in its environment."""
        mark = f"HOME={self.home(name)}\0".encode()
        pids = []
        for path in Path("/proc").iterdir():
            with contextlib.suppress(OSError):
                if path.name.isdigit() and mark in (path / "environ").read_bytes() + b"\0":
                    pids.append(int(path.name))
        return sorted(pids)

    def kill(self, student):
        """Kill all that runs for a student, as a crash would."""
        for pid in self.processes(student.name):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        student.close()


def memory(pids):
    """RSS, and PSS, in which shared pages are divided among those who share them; in MB."""
    total = {"Rss": 0, "Pss": 0}
    for pid in pids:
        with contextlib.suppress(OSError):
            for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
                word = line.split(":")[0]
                if word in total:
                    total[word] += int(line.split()[1]) / 1024
    return {name.lower(): round(value, 1) for name, value in total.items()}


def descendants(pid):
    """A process and all that it started."""
    parents = {}
    for path in Path("/proc").iterdir():
        if path.name.isdigit():
            with contextlib.suppress(OSError):
                parents[int(path.name)] = int((path / "stat").read_text().rpartition(")")[2].split()[1])
    family = {pid}
    while True:
        more = {child for child, parent in parents.items() if parent in family} - family
        if not more:
            return family
        family |= more


# ---------------------------------------------------------------- the test


def measure(server, count):
    """Everybody at once, then the two accidents; all figures."""
    students = [Student(server.address, f"bench-{number:02d}") for number in range(1, count + 1)]
    barrier, started = threading.Barrier(count), time.monotonic()
    with ThreadPoolExecutor(count) as pool:
        rows = list(pool.map(lambda student: work(student, server, barrier), students))
    figures = {"machine": machine(), "count": count, "seconds": round(time.monotonic() - started, 1)}
    for row, student in zip(rows, students, strict=True):
        row["memory"] = memory(server.processes(student.name))
    figures["students"] = rows
    hub = descendants(server.hub()) - {pid for student in students for pid in server.processes(student.name)}
    figures["hub_memory"] = memory(hub)
    figures["failed"] = []
    working = [student for student, row in zip(students, rows, strict=True) if not row["failed"]]
    for accident in (kill_a_server, kill_the_hub):
        begun = time.monotonic()
        try:
            accident(server, working)
        except Exception as error:
            figures["failed"].append(f"{accident.__name__}: {error}")
        figures[accident.__name__] = round(time.monotonic() - begun, 1)
    for student in students:
        student.close()
    return figures


def must(fact, otherwise):
    """Go on only if something is so."""
    if not fact:
        raise RuntimeError(otherwise)


def work(student, server, barrier):
    """What one student does; seconds of every step, and what failed."""
    row = {"name": student.name, "failed": []}
    try:
        barrier.wait(60)
        for step in STEPS:
            begun = time.monotonic()
            DO[step](student, server)
            row[step] = round(time.monotonic() - begun, 2)
    except Exception as error:
        row["failed"].append(f"{student.name}: {error or type(error).__name__}")
    return row


def join(student, server):
    refused = student.join(server.code)
    must(not refused, refused)


def solve(student, server):
    said = student.run(SOLVE, BOOK)
    must("✓" in said, said)


DO = {
    "join": join,
    "start": lambda student, server: student.start(600),
    "notebook": lambda student, server: student.run_notebook(BOOK),
    "exercise": solve,
    "save": lambda student, server: student.save("notes.txt", f"notes of {student.name}"),
}


def kill_a_server(server, students):
    """One student's programs are killed: the files are there, and the student starts again and goes on."""
    student = students[0]
    server.kill(student)
    check_saved(server, student)
    student.start()
    go_on(student)


def kill_the_hub(server, students):
    """The hub is killed: it comes back by itself; servers, kernels and files are the same."""
    before = {student.name: server.processes(student.name) for student in students}
    for student in students:
        student.run("x = 42", BOOK)
        student.close()
    os.kill(server.hub(), signal.SIGKILL)
    server.wait_for("JupyterHub is back")
    for student in students:
        check_saved(server, student)
        wait_for_server(student)
        survived = set(server.processes(student.name)) & set(before[student.name])
        must(survived, f"{student.name}: the server did not survive")
        go_on(student)
        must(student.run("print(x)", BOOK).strip() == "42", f"{student.name}: the kernel was lost")


def wait_for_server(student, seconds=120):
    """Wait until the proxy knows the way to a student's server again."""
    end = time.monotonic() + seconds
    while True:
        with contextlib.suppress(OSError):
            status, url, text = student.open(f"/user/{student.name}/lab")
            if status == 200 and "jupyter-config-data" in text:
                return
        must(time.monotonic() < end, f"{student.name}: the server cannot be reached")
        time.sleep(0.2)


def check_saved(server, student):
    """What was saved is on the disk."""
    folder = server.home(student.name) / "my_course"
    must((folder / "notes.txt").read_text() == f"notes of {student.name}", f"{student.name}: the notes are lost")
    counts = [cell.get("execution_count") for cell in json.loads((folder / BOOK).read_text())["cells"]]
    must(any(counts), f"{student.name}: the notebook is not the one that was saved")
    must('"right"' in (folder / "progress.jsonl").read_text(), f"{student.name}: the progress is lost")


def go_on(student):
    """Read what was saved, through the server, and run something."""
    must(student.read("notes.txt") == f"notes of {student.name}", f"{student.name}: the server does not have the notes")
    must(student.run("print(6 * 7)", BOOK).strip() == "42", f"{student.name}: the kernel does not answer")


# ---------------------------------------------------------------- what came out


def machine():
    """Where it ran."""
    total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30
    kind = "system users" if os.geteuid() == 0 else "one user"
    return {"cores": os.cpu_count(), "memory_gb": round(total, 1), "python": platform.python_version(), "as": kind}


def report(figures):
    """The table that the instructor's README quotes."""
    rows = [row for row in figures["students"] if not row["failed"]]
    where = figures["machine"]
    lines = [
        f"{len(rows)} of {figures['count']} students did everything, {figures['seconds']} s after all came at once "
        f"({where['cores']} cores, {where['memory_gb']} GB, {where['as']}).",
        "",
        "| step | median s | slowest s |",
        "|---|---:|---:|",
    ]
    for step in STEPS if rows else ():
        values = [row[step] for row in rows]
        lines.append(f"| {step} | {median(values):.1f} | {max(values):.1f} |")
    if rows:
        pss, rss = ([row["memory"][kind] for row in rows] for kind in ("pss", "rss"))
        lines.append("")
        lines.append(f"Memory per student: PSS {median(pss):.0f} MB (most {max(pss):.0f}), RSS {median(rss):.0f} MB.")
    lines.append(f"Hub, proxy and culler: PSS {figures['hub_memory']['pss']:.0f} MB.")
    lines.append(f"After a killed server the student went on after {figures['kill_a_server']} s, work unharmed.")
    lines.append(f"After a killed hub everybody went on after {figures['kill_the_hub']} s, kernels and work unharmed.")
    if figures["failed"]:
        lines[-2:] = ["FAILED: " + "; ".join(figures["failed"])]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

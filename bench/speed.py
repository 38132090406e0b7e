"""`python3 course.py bench`: how fast the evaluator is beside others, and the course by itself.

Data are made up, the same for all (made_up.py). Every measurement is a fresh process, compiled bytecode; the tools take
turns, so that what else the machine does hits all of them; the best of several rounds counts. Before a time is printed,
the 25 means are compared with ours: a tool that says something else is shown with the first number that differs.
Prints tables of ratios; leaves speed.json and speed.png in the results folder.
"""

import argparse
import json
import math
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from course_parts import PARTS as COURSE_PARTS
from made_up import CUTS, KINDS, MEASURES
from peers import PEERS

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
MADE = ROOT / "artefacts" / "bench"  # data and results; git does not see them
PEERS_HOME = MADE / "peers"
PACKAGES = ["pytrec-eval-terrier==0.5.11", "ir-measures==0.4.3", "ranx==0.3.21", "scikit-learn==1.9.1"]
TREC_EVAL = {"P": "P", "R": "recall", "AP": "map_cut", "nDCG": "ndcg_cut"}
SLOWEST = {"ranx": 10**5, "scikit-learn": 10**5, "ir_measures": 10**6}  # the most rows that it is asked to read
ENV = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def main():
    arguments = parser().parse_args()
    parts = arguments.only or list(PARTS)
    MADE.mkdir(parents=True, exist_ok=True)
    arguments.results.mkdir(parents=True, exist_ok=True)
    found = {"machine": machine(), "parts": {}}
    if {"files", "dicts"} & set(parts):
        found["tools"] = versions(arguments)
        print(", ".join(f"{name} {version}" for name, version in found["tools"].items()))
    for part in parts:
        print(f"\n{part}: {PARTS[part].__doc__.splitlines()[0]}", flush=True)
        found["parts"][part] = PARTS[part](arguments)
        (arguments.results / "speed.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    if "files" in parts:
        plot(found["parts"]["files"], arguments.results / "speed.png")
    print(f"\nwritten: {arguments.results / 'speed.json'}")


def parser():
    one = argparse.ArgumentParser(prog="course.py bench", description=__doc__.splitlines()[0])
    one.add_argument("--only", nargs="+", choices=PARTS, metavar="PART", help=f"some of {', '.join(PARTS)}")
    one.add_argument("--rows", nargs="+", type=lambda text: int(float(text)), default=[10**5, 10**6, 10**7])
    one.add_argument(
        "--kind-rows", type=lambda text: int(float(text)), default=10**6, help="for shuffled, tied, long ids"
    )
    one.add_argument("--rounds", type=int, default=3)
    one.add_argument("--peers", type=Path, metavar="PYTHON", help="a Python that has the peers; else one is set up")
    one.add_argument("--tools", nargs="+", metavar="NAME", help=f"only these: trec_eval, {', '.join(PEERS)}")
    one.add_argument("--results", type=Path, default=MADE, metavar="FOLDER")
    return one


def machine():
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{platform.machine()}, {cores} cores, Python {platform.python_version()}, {platform.system()}"


# ---------------------------------------------------------------- tools


def peers_python(arguments):
    """The Python with the other libraries, in an environment of its own: some of them want older numpys."""
    if arguments.peers:
        return arguments.peers
    python = PEERS_HOME / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = PEERS_HOME / "packages.txt"
    if not stamp.exists() or stamp.read_text() != "\n".join(PACKAGES):
        print(f"Setting up the peers in {PEERS_HOME.relative_to(ROOT)} (this happens once).", flush=True)
        subprocess.run([sys.executable, "-m", "venv", "--clear", PEERS_HOME], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
        stamp.write_text("\n".join(PACKAGES))
    return python


def commands(arguments):
    """How to call each tool on (qrels, run): {name: function}."""
    python = peers_python(arguments)
    asked = [word for name in MEASURES for word in ("-m", name)]
    calls = {
        "ratools": lambda qrels, run: [sys.executable, "-m", "ratools", "trec", qrels, run, *asked, "--format", "json"]
    }
    if "TREC_EVAL" in os.environ:
        cuts = ",".join(map(str, CUTS))
        names = [word for name in TREC_EVAL.values() for word in ("-m", f"{name}.{cuts}")]
        calls["trec_eval"] = lambda qrels, run: [os.environ["TREC_EVAL"], "-c", *names, "-m", "recip_rank", qrels, run]
    for name in PEERS:
        if name != "ratools":
            calls[name] = lambda qrels, run, name=name: [python, HERE / "peers.py", name, "files", qrels, run]
    return {name: call for name, call in calls.items() if not arguments.tools or name in [*arguments.tools, "ratools"]}


def versions(arguments):
    found = {}
    for name in commands(arguments):
        python = sys.executable if name == "ratools" else peers_python(arguments)
        command = [python, HERE / "peers.py", name, "version"]
        if name == "trec_eval":
            command = [os.environ["TREC_EVAL"], "--version"]
        done = subprocess.run(command, capture_output=True, text=True, env=ENV, cwd=ROOT)
        found[name] = (done.stdout + done.stderr).strip().splitlines()[-1] if not done.returncode else "not installed"
    return found


def measured(command):
    """What a fresh process prints, its seconds on the clock and at work, and the most memory it had, in MB."""
    with tempfile.TemporaryFile() as errors:
        start = time.perf_counter()
        child = subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, stderr=errors, env=ENV, cwd=ROOT)
        out = child.stdout.read()
        _, status, used = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            errors.seek(0)
            raise RuntimeError(errors.read().decode(errors="replace").strip().splitlines()[-1])
    scale = 2**20 if sys.platform == "darwin" else 2**10
    return out.decode(), {"seconds": seconds, "work": used.ru_utime + used.ru_stime, "mb": used.ru_maxrss / scale}


def values(tool, out):
    """The 25 means, by our names, from what a tool printed."""
    if tool == "trec_eval":
        names = {f"{name}_{k}": f"{ours}@{k}" for ours, name in TREC_EVAL.items() for k in CUTS} | {"recip_rank": "RR"}
        rows = (line.split() for line in out.splitlines())
        return {names[name]: float(value) for name, _, value in rows}
    content = json.loads(out)
    return {name: content[0][name] for name in MEASURES} if tool == "ratools" else content["values"]


def difference(tool, theirs, ours):
    """The first mean that differs, in words; trec_eval prints four decimals."""
    near = 0.51e-4 if tool == "trec_eval" else 1e-9
    wrong = [name for name in theirs if not math.isclose(theirs[name], ours[name], rel_tol=0, abs_tol=near)]
    return f"{wrong[0]} {theirs[wrong[0]]:.4f}, ours {ours[wrong[0]]:.4f}" if wrong else ""


# ---------------------------------------------------------------- parts


def files(arguments):
    """From two files to 25 means."""
    calls, table = commands(arguments), []
    plan = [("sorted", rows) for rows in arguments.rows] + [(kind, arguments.kind_rows) for kind in KINDS[1:]]
    for kind, rows in plan:
        qrels, run = written(rows, kind)
        tools = {name: call for name, call in calls.items() if rows <= SLOWEST.get(name, rows)}
        row = in_turns({name: call(qrels, run) for name, call in tools.items()}, arguments.rounds)
        table.append({"kind": kind, "rows": rows, "tools": row})
        show(f"{rows:,} rows, {kind}", row)
    slopes = {}
    for tool in calls:
        points = [(row["rows"], row["tools"].get(tool, {}).get("work")) for row in table if row["kind"] == "sorted"]
        points = [point for point in points if point[1]]
        if len(points) > 1:
            (low, first), (high, last) = points[-2:]
            slopes[tool] = math.log(last / first) / math.log(high / low)
    if slopes:
        print(
            "slope of the work (1 is linear), between the two largest: "
            + ", ".join(f"{t} {s:.2f}" for t, s in slopes.items())
        )
    return {"table": table, "slopes": slopes}


def written(rows, kind="sorted"):
    """The files of one kind and size, made once."""
    folder = MADE / f"{kind.replace(' ', '-')}-{rows}"
    if not (folder / "run.txt").exists():
        subprocess.run([sys.executable, HERE / "made_up.py", folder, str(rows), kind], check=True, env=ENV)
    return folder / "qrels.txt", folder / "run.txt"


def in_turns(commands, rounds):
    """Each tool once per round; its best round, and a first round that only compares values."""
    row, ours = {}, None
    for tool, command in commands.items():
        try:
            out, _ = measured(command)
            theirs = values(tool, out) if "dicts" not in command else json.loads(out)["values"]
            ours = ours or theirs
            row[tool] = {"differs": difference(tool, theirs, ours)}
        except (RuntimeError, OSError, ValueError) as error:
            if tool == "ratools":
                raise
            row[tool] = {"failed": str(error)[:200]}
    for _ in range(rounds):
        for tool, command in commands.items():
            if "failed" in row[tool] or row[tool]["differs"]:
                continue
            out, used = measured(command)
            if "dicts" in command:
                used |= {name: json.loads(out)[name] for name in ("seconds", "work")}
            for name, value in used.items():
                row[tool][name] = min(row[tool].get(name, value), value)
    return row


def show(title, row):
    """A table of times, and ours divided by each peer's: on the clock, and of the processor's work."""
    ours = row["ratools"]
    print(f"\n{title}\n  {'':14}{'seconds':>9}{'work':>9}{'MB':>7}   ours / theirs: seconds, work")
    for tool, used in row.items():
        if "seconds" not in used:
            print(f"  {tool:14}{used.get('failed') or 'says something else: ' + used['differs']}")
            continue
        ratios = "".join(f"{ours[name] / used[name]:>12.2f}" for name in ("seconds", "work") if tool != "ratools")
        print(f"  {tool:14}{used['seconds']:9.3f}{used['work']:9.3f}{used['mb']:7.0f}   {ratios}", flush=True)


def dicts(arguments):
    """From dicts to 25 means, data at hand (the import is not counted)."""
    python, table = peers_python(arguments), []
    for queries, depth, judged in ((1000, 1000, 100), (5000, 100, 20), (5000, 100, 100)):
        calls = {}
        for name in ("ratools", "pytrec_eval", "ir_measures", "ranx"):
            if not arguments.tools or name in [*arguments.tools, "ratools"]:
                one = sys.executable if name == "ratools" else python
                calls[name] = [one, HERE / "peers.py", name, "dicts", queries, depth, judged]
        row = in_turns(calls, arguments.rounds)
        table.append({"queries": queries, "depth": depth, "judged": judged, "tools": row})
        show(f"{queries} queries × {depth} documents, {judged} judged per query", row)
    return table


def jobs(arguments):
    """Twenty runs of a million rows, one after the other and two at a time."""
    qrels, run = written(10**6)
    runs = [MADE / f"copy{number:02}.run" for number in range(20)]
    for copy in runs:
        if not copy.exists():
            os.link(run, copy)
    best = {}
    for _ in range(arguments.rounds):
        for count in (1, 2):
            _, used = measured([sys.executable, "-m", "ratools", "trec", qrels, *runs, "--jobs", count])
            known = best.setdefault(f"--jobs {count}", used)
            known |= {name: min(known[name], used[name]) for name in ("seconds", "work")}
    one, two = best.values()
    for name, used in best.items():
        print(f"  {name}: {used['seconds']:.2f} s, work {used['work']:.2f} s")
    print(f"  two / one: {two['seconds'] / one['seconds']:.2f} on the clock, {two['work'] / one['work']:.2f} of work")
    return best


def start(arguments):
    """What it takes to begin: import and --help, beside Python itself."""
    calls = {
        "python": ["-c", "pass"],
        "import ratools": ["-c", "import ratools"],
        "ratools --help": ["-m", "ratools", "--help"],
        "import numpy": ["-c", "import numpy"],
        "import pandas": ["-c", "import pandas"],
    }
    seconds = {}
    for _ in range(max(5, arguments.rounds)):
        for name, command in calls.items():
            _, used = measured([sys.executable, *command])
            seconds[name] = min(seconds.get(name, math.inf), used["seconds"])
    for name, value in seconds.items():
        print(f"  {name:16}{1000 * value:6.0f} ms")
    return seconds


PARTS = {part.__name__: part for part in (files, dicts, jobs, start)} | COURSE_PARTS


def plot(found, path):
    """Seconds by rows, both logarithmic, one line per tool."""
    import matplotlib

    matplotlib.use("agg")
    import matplotlib.pyplot as plt

    figure, ax = plt.subplots(figsize=(6.5, 4.2), layout="constrained")
    rows = [row for row in found["table"] if row["kind"] == "sorted"]
    for tool, marker in zip(("ratools", "trec_eval", *PEERS), "osX^vD*P", strict=False):
        points = [(row["rows"], row["tools"].get(tool, {}).get("seconds")) for row in rows]
        points = [point for point in points if point[1]]
        if points and (tool != "ratools" or marker == "o"):
            ax.plot(*zip(*points, strict=True), marker=marker, label=tool, linewidth=2.5 if tool == "ratools" else 1.2)
    ax.set(xscale="log", yscale="log", xlabel="rows of the run", ylabel="seconds, from files to 25 means")
    ax.set_title("Time grows with the rows", loc="left")
    ax.legend(frameon=False)
    figure.savefig(path, dpi=110)
    print(f"written: {path}")


if __name__ == "__main__":
    main()

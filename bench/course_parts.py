"""The parts of the benchmark that are about the course: notebooks, board, check, lab, memory."""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
QUIET = os.environ | {"RATOOLS_PROGRESS": os.devnull}


def notebooks(arguments):
    """All notebooks run and compared with what is committed (nbval), one after the other."""
    seconds = {}
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        start = time.perf_counter()
        command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "--no-header", path]
        done = subprocess.run(command, cwd=ROOT, env=QUIET, capture_output=True, text=True)
        seconds[path.stem] = time.perf_counter() - start
        print(f"  {path.stem:32}{seconds[path.stem]:6.1f} s{'' if not done.returncode else '  (fails)'}", flush=True)
    print(f"  {'all':32}{sum(seconds.values()):6.1f} s")
    return seconds


def board(arguments):
    """A move on the ranking board, and a turn of an explorer's slider, in Chromium."""
    command = [sys.executable, "-m", "pytest", "-q", "-s", "-n", "0", "--no-header", "-m", "bench", "tests/browser"]
    done = subprocess.run(command, cwd=ROOT, env=QUIET, capture_output=True, text=True)
    said = [line.strip() for line in done.stdout.splitlines() if " ms" in line or "skipped" in line or "failed" in line]
    print("".join(f"  {line}\n" for line in said), end="")
    return said


CHECK = """
import time
from ratools_course import check, solution
space = {}
exec(solution("ndcg_at_k").code, space)
times = []
for _ in range(6):
    start = time.perf_counter()
    verdict = check("ndcg_at_k", space["ndcg_at_k"])
    times.append(time.perf_counter() - start)
assert verdict.status == "right", verdict
print(times[0], min(times[1:]))
"""


def check(arguments):
    """A check of an exercise: the first, which starts the worker process, and a later one."""
    done = subprocess.run(
        [sys.executable, "-c", CHECK], cwd=ROOT, env=QUIET, capture_output=True, text=True, check=True
    )
    first, later = map(float, done.stdout.split())
    print(f"  first {1000 * first:.0f} ms, later {1000 * later:.0f} ms")
    return {"first": first, "later": later}


def lab(arguments):
    """`course.py lab` until JupyterLab answers: in a fresh folder, and the second time."""
    seconds = {}
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "course"
        shutil.copytree(
            ROOT, root, ignore=shutil.ignore_patterns(".*", "my_course", "artefacts", "__pycache__", "tests")
        )
        for name in ("fresh", "second"):
            seconds[name] = until_lab_answers(root)
            print(f"  {name:8}{seconds[name]:6.1f} s", flush=True)
    return seconds


def until_lab_answers(root):
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port = sock.getsockname()[1]
    options = ["--no-browser", "--ip", "127.0.0.1", "--port", str(port), "--IdentityProvider.token=bench"]
    command = [getattr(sys, "_base_executable", sys.executable), root / "course.py", "lab", *options]
    web = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    web.addheaders = [("Authorization", "token bench")]
    start = time.perf_counter()
    server = subprocess.Popen(command, cwd=root, env=QUIET, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while True:
            try:
                web.open(f"http://127.0.0.1:{port}/lab/tree/00_start_here.ipynb", timeout=10).read()
                return time.perf_counter() - start
            except OSError:
                if server.poll() is not None:
                    raise RuntimeError("lab ended by itself; try `python3 course.py lab`") from None
                time.sleep(0.05)
    finally:
        server.terminate()
        server.wait(30)


MEMORY = "import resource; print('MB', resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"


def memory(arguments):
    """The most memory that the kernel of notebook 05 had when all its cells were run."""
    import nbformat
    from nbclient import NotebookClient

    path = next((ROOT / "notebooks").glob("05_*.ipynb"))
    book = nbformat.reads(path.read_text(encoding="utf-8"), as_version=4)
    book.cells.append(nbformat.v4.new_code_cell(MEMORY))
    os.environ["RATOOLS_PROGRESS"] = os.devnull
    NotebookClient(book, timeout=300, resources={"metadata": {"path": str(path.parent)}}).execute()
    megabytes = float(json.dumps(book.cells[-1].outputs[0]["text"]).strip('"').split("\\n")[0].split()[1])
    print(f"  {megabytes:.0f} MB after {path.stem}")
    return megabytes


PARTS = {part.__name__: part for part in (notebooks, board, check, lab, memory)}

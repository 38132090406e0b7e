"""The recipe for many machines, on a cluster of two processes: the same summary, to the last digit."""

import importlib.util
import random
import subprocess
import sys
from pathlib import Path

import pytest

import ratools as rt

ROOT = Path(__file__).parents[2]
RECIPE = ROOT / "examples" / "many_machines.py"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        importlib.util.find_spec("distributed") is None,
        reason='Dask is not installed: `pip install ".[distributed]"`, and this recipe is tried, too',
    ),
]


def recipe(*arguments):
    command = [sys.executable, RECIPE, *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=200)


@pytest.fixture
def files(tmp_path):
    """Judgements of 60 queries, and a run that answers 40 of them and 10 others, shuffled."""
    rng = random.Random(14)
    judged = [f"q{q} 0 d{d} {rng.randint(-1, 3)}\n" for q in range(60) for d in rng.sample(range(300), 30)]
    rows = [f"q{q} Q0 d{d} 1 {rng.random():.3f} t\n" for q in range(20, 70) for d in rng.sample(range(300), 100)]
    rng.shuffle(rows)
    run, qrels = tmp_path / "big.run", tmp_path / "qrels.txt"
    run.write_text("".join(rows), encoding="utf-8")
    qrels.write_text("".join(judged), encoding="utf-8")
    return run, qrels, tmp_path / "parts"


def test_parts_give_the_same_summary_to_the_last_digit(files):
    run, qrels, parts = files
    assert recipe("split", run, parts, 40).returncode == 0
    written = sorted(parts.iterdir())
    assert len(written) == 40 and sum(path.stat().st_size for path in written) == run.stat().st_size
    alone = [path for path in written if path.stat().st_size and {line.split()[0] for line in path.open()} <= OTHERS]
    assert alone, "a part in which no query was judged is worth trying"
    measures = ["nDCG@10", "AP", "RR", "P@5", "Bpref"]
    asked = [word for name in measures for word in ("-m", name)]
    done = recipe("evaluate", qrels, parts, "--workers", 2, *asked)
    whole = rt.summarise(rt.evaluate(run, qrels, measures), interval="t")
    assert done.returncode == 0, done.stderr
    assert done.stdout == whole.to_csv()
    assert whole["missing"].iloc[0] == 20


OTHERS = {f"q{q}" for q in range(60, 70)}


def test_a_query_in_two_parts_is_refused(files):
    run, qrels, parts = files
    parts.mkdir()
    lines = run.read_text(encoding="utf-8").splitlines(keepends=True)
    for place in range(2):
        (parts / f"{place}.run").write_text("".join(lines[place::2]), encoding="utf-8")
    done = recipe("evaluate", qrels, parts, "--workers", 1)
    assert done.returncode == 1 and "is in more than one part: split the run by query" in done.stderr

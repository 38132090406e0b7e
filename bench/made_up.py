"""Runs and judgements made up for the benchmark: the same on every machine. `made_up.py FOLDER ROWS KIND` writes files.

numpy is loaded when it is used: a process that starts others must be small, because they inherit its peak of memory.
"""

import sys
from pathlib import Path

KINDS = ("sorted", "shuffled", "tied", "long ids")
CUTS = (5, 10, 20, 100, 200, 1000)
MEASURES = [f"{name}@{k}" for name in ("P", "R", "AP", "nDCG") for k in CUTS] + ["RR"]  # 25


def queries(count, depth, judged, tied=False, seed=0):
    """Query by query: its id, the documents and scores of a run, best first, and grades of judged documents.

    Documents come from a pool three times as deep as the run, so that a third of the judged ones is retrieved. Scores
    have four decimals and differ within a query, also as 32-bit floats, which trec_eval keeps; or they tie.
    """
    import numpy as np

    rng = np.random.default_rng(seed)
    pool = max(3 * depth, 3 * judged)
    for number in range(count):
        documents = rng.choice(pool, depth, replace=False) + 1_000_000
        scores = np.sort(rng.choice(300_000, depth, replace=False))[::-1] / 1e4
        scores = np.ceil(scores) if tied else scores
        known = rng.choice(pool, judged, replace=False) + 1_000_000
        grades = rng.integers(0, 4, judged)
        yield f"{1000 + number}", documents.tolist(), scores.tolist(), known.tolist(), grades.tolist()


def write(folder, rows, kind="sorted", depth=1000, judged=100):
    """`run.txt` and `qrels.txt` in a folder."""
    folder = Path(folder)
    run, qrels = folder / "run.txt", folder / "qrels.txt"
    folder.mkdir(parents=True, exist_ok=True)
    name = "an-id-of-forty-letters-like-this-{}" if kind == "long ids" else "D{}"
    with open(run.with_suffix(".part"), "w") as results, open(qrels, "w") as judgements:
        for query, documents, scores, known, grades in queries(rows // depth, depth, judged, kind == "tied"):
            judgements.writelines(f"{query} 0 {name.format(d)} {g}\n" for d, g in zip(known, grades, strict=True))
            pairs = enumerate(zip(documents, scores, strict=True), start=1)
            lines = [f"{query} Q0 {name.format(d)} {rank} {score:.4f} made-up\n" for rank, (d, score) in pairs]
            results.writelines(lines)
    if kind == "shuffled":
        import numpy as np

        lines = run.with_suffix(".part").read_text().splitlines(keepends=True)
        order = np.random.default_rng(1).permutation(len(lines)).tolist()
        run.with_suffix(".part").write_text("".join(lines[place] for place in order))
    run.with_suffix(".part").rename(run)  # at last: a run that is there is whole


def dicts(count, depth, judged):
    """A run and judgements as dicts."""
    run, qrels = {}, {}
    for query, documents, scores, known, grades in queries(count, depth, judged):
        run[query] = {f"D{d}": score for d, score in zip(documents, scores, strict=True)}
        qrels[query] = {f"D{d}": grade for d, grade in zip(known, grades, strict=True)}
    return run, qrels


if __name__ == "__main__":
    write(sys.argv[1], int(sys.argv[2]), sys.argv[3])

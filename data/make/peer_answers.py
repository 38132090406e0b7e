"""Ask five other libraries about one nasty run: `python -m data.make.peer_answers --trec_eval PATH`.

Writes data/peers/answers.csv and versions.csv. Each library gets an environment of its own under --work (kept, so that
a second call is quick); trec_eval is a program in C, built beforehand from usnistgov/trec_eval. Every query is asked
alone (one without results, or without judgements, beside the plain one), since one that is refused would take the
others with it; then all of them at once without *twice*, for the means.
"""

import argparse
import csv
import json
import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from ratools.paths import data_dir

PEERS = {
    "ir_measures": ["ir-measures"],
    "ranx": ["ranx", "pandas<3"],
    "scikit-learn": ["scikit-learn"],
    "torchmetrics": ["torch", "torchmetrics"],
}
MEASURES = {"P@5": "P.5", "R@5": "recall.5", "RR": "recip_rank", "AP": "map", "nDCG@5": "ndcg_cut.5"}
PRINTED = {"P_5": "P@5", "recall_5": "R@5", "recip_rank": "RR", "map": "AP", "ndcg_cut_5": "nDCG@5"}


def rows_of(path, columns):
    """The fields of a TREC file at these columns, the last as a number."""
    for line in path.read_text(encoding="utf-8").splitlines():
        fields = line.split()
        *names, number = (fields[column] for column in columns)
        yield [*names, float(number) if "." in number else int(number)]


def cases(folder):
    """{case: question}: each query alone, `numbers` also with ids that are numbers, and all without *twice*."""
    judgements, run = list(rows_of(folder / "nasty.qrels", (0, 2, 3))), list(rows_of(folder / "nasty.run", (0, 2, 4)))
    names = dict.fromkeys(row[0] for row in judgements + run)
    questions = {
        name: {
            part: [row for row in rows if row[0] == name] for part, rows in (("judgements", judgements), ("run", run))
        }
        for name in names
    }
    questions["not-in-the-judgements"]["judgements"] = questions["plain"]["judgements"]
    questions["unanswered"]["judgements"] += questions["plain"]["judgements"]
    questions["unanswered"]["run"] = questions["plain"]["run"]
    questions["numbers, as int"] = {
        part: [[query, int(doc), number] for query, doc, number in rows] for part, rows in questions["numbers"].items()
    }
    questions["mean"] = {
        part: [row for row in rows if row[0] != "twice"] for part, rows in (("judgements", judgements), ("run", run))
    }
    return questions


def python_of(peer, work):
    """The interpreter of the peer's own environment, made at the first call."""
    folder = work / peer
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if not python.exists():
        venv.create(folder, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PEERS[peer]], check=True)
    return python


def ask_library(peer, question, work):
    """{measure: {query: value or sentence}} as the library says it."""
    program = Path(__file__).parent / "peers" / f"ask_{peer.replace('-', '_')}.py"
    done = subprocess.run([python_of(peer, work), program], input=json.dumps(question), capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{peer} ended with: {done.stderr.strip().splitlines()[-1]}")
    return json.loads(done.stdout)


def ask_trec_eval(program, question):
    """The same from trec_eval, which reads files; `-c` keeps the queries that the run does not answer."""
    with tempfile.TemporaryDirectory() as folder:
        judgements, run = Path(folder, "qrels"), Path(folder, "run")
        judgements.write_text("".join(f"{query} 0 {doc} {grade}\n" for query, doc, grade in question["judgements"]))
        run.write_text("".join(f"{query} Q0 {doc} 0 {score} run\n" for query, doc, score in question["run"]))
        options = [word for name in MEASURES.values() for word in ("-m", name)]
        done = subprocess.run([program, "-q", "-c", *options, judgements, run], capture_output=True, text=True)
    values = {name: {} for name in MEASURES}
    for line in done.stdout.splitlines():
        name, query, value = line.split()
        values[PRINTED[name]]["mean" if query == "all" else query] = float(value)
    if done.returncode:
        said = re.sub(r"\s+", " ", done.stderr).strip().split("trec_eval: ")[0].strip()
        values = {name: {row[0]: said for row in question["judgements"]} for name in MEASURES}
    return values


def version_of(peer, work):
    """The version that was asked."""
    code = (
        f"from importlib.metadata import version; print(version({PEERS[peer][-1 if peer == 'torchmetrics' else 0]!r}))"
    )
    return subprocess.run(
        [python_of(peer, work), "-c", code], capture_output=True, text=True, check=True
    ).stdout.strip()


def answers(questions, ask):
    """Rows (case, measure, value, said) of one peer."""
    for case, question in questions.items():
        query = case.split(",")[0]
        for name, values in ask(question).items():
            value = values.get(query, values.get("mean") if isinstance(values.get("mean"), str) else "")
            yield case, name, *(("", value) if isinstance(value, str) else (value, ""))


def main(arguments=None):
    """Ask, write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--trec_eval", required=True, help="the built program")
    parser.add_argument("--trec_eval_version", required=True, help="what its Makefile says")
    parser.add_argument("--work", type=Path, default=Path(tempfile.gettempdir(), "peers"), help="for the environments")
    options = parser.parse_args(arguments)
    folder = data_dir() / "peers"
    questions = cases(folder)
    rows = [
        ("trec_eval", *row) for row in answers(questions, lambda question: ask_trec_eval(options.trec_eval, question))
    ]
    for peer in PEERS:
        rows += [
            (peer, *row)
            for row in answers(questions, lambda question, peer=peer: ask_library(peer, question, options.work))
        ]
    with (folder / "answers.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([("library", "case", "measure", "value", "said"), *rows])
    versions = [("trec_eval", options.trec_eval_version), *((peer, version_of(peer, options.work)) for peer in PEERS)]
    with (folder / "versions.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([("library", "version"), *versions])


if __name__ == "__main__":
    sys.exit(main())

"""One library in one fresh process: `peers.py NAME files QRELS RUN` or `peers.py NAME dicts QUERIES DEPTH JUDGED`.

Prints the 25 means as JSON; with `dicts` also the best of three times, data at hand, on the clock and of work.
"""

import importlib.metadata
import json
import sys
import time

from made_up import CUTS, MEASURES, dicts


def ratools(qrels, run):
    from ratools import evaluate

    table = evaluate(run, qrels, MEASURES)
    return {name: float(table[name].mean()) for name in MEASURES}


def pytrec_eval(qrels, run):
    import pytrec_eval

    if isinstance(qrels, str):
        with open(qrels) as file:
            qrels = pytrec_eval.parse_qrel(file)
        with open(run) as file:
            run = pytrec_eval.parse_run(file)
    theirs = {"P": "P", "R": "recall", "AP": "map_cut", "nDCG": "ndcg_cut"}
    cuts = ",".join(map(str, CUTS))
    asked = {f"{name}.{cuts}" for name in theirs.values()} | {"recip_rank"}
    result = pytrec_eval.RelevanceEvaluator(qrels, asked).evaluate(run)
    names = {f"{ours}@{k}": f"{name}_{k}" for ours, name in theirs.items() for k in CUTS} | {"RR": "recip_rank"}
    return {ours: sum(row[name] for row in result.values()) / len(qrels) for ours, name in names.items()}


def ir_measures(qrels, run):
    import ir_measures

    if isinstance(qrels, str):
        qrels, run = ir_measures.read_trec_qrels(qrels), ir_measures.read_trec_run(run)
    measures = [ir_measures.parse_measure(name) for name in MEASURES]
    means = ir_measures.calc_aggregate(measures, qrels, run)
    return {name: means[measure] for name, measure in zip(MEASURES, measures, strict=True)}


def ranx(qrels, run):
    import ranx

    if isinstance(qrels, str):
        qrels, run = ranx.Qrels.from_file(qrels, kind="trec"), ranx.Run.from_file(run, kind="trec")
    else:
        qrels, run = ranx.Qrels(qrels), ranx.Run(run)
    theirs = {"P": "precision", "R": "recall", "AP": "map", "nDCG": "ndcg"}
    names = {f"{ours}@{k}": f"{name}@{k}" for ours, name in theirs.items() for k in CUTS} | {"RR": "mrr"}
    means = ranx.evaluate(qrels, run, list(names.values()), make_comparable=True)
    return {ours: float(means[name]) for ours, name in names.items()}


def scikit_learn(qrels, run):
    """nDCG only, query by query; judged documents that were not retrieved are put below all others."""
    from sklearn.metrics import ndcg_score

    if isinstance(qrels, str):
        qrels, run = read(qrels, 4, 2, 3), read(run, 6, 2, 4)
    sums = dict.fromkeys(CUTS, 0.0)
    for query, grades in qrels.items():
        found = run.get(query, {})
        last = min(found.values(), default=0) - 1
        documents = [*found, *(doc for doc in grades if doc not in found)]
        truth = [[max(0, grades.get(doc, 0)) for doc in documents]]
        scores = [[found.get(doc, last) for doc in documents]]
        for k in CUTS:
            sums[k] += ndcg_score(truth, scores, k=k)
    return {f"nDCG@{k}": float(total) / len(qrels) for k, total in sums.items()}


def read(path, columns, document, value):
    table = {}
    with open(path) as file:
        for line in file:
            fields = line.split()
            assert len(fields) == columns
            table.setdefault(fields[0], {})[fields[document]] = float(fields[value])
    return table


PEERS = {
    "ratools": (ratools, "ratools"),
    "pytrec_eval": (pytrec_eval, "pytrec_eval-terrier"),
    "ir_measures": (ir_measures, "ir_measures"),
    "ranx": (ranx, "ranx"),
    "scikit-learn": (scikit_learn, "scikit-learn"),
}


def main(name, form, *arguments):
    work, package = PEERS[name]
    if form == "version":
        print(importlib.metadata.version(package))
        return
    if form == "files":
        print(json.dumps({"values": work(*arguments)}))
        return
    run, qrels = dicts(*map(int, arguments))
    seconds, worked = [], []
    for _ in range(3):
        start = time.perf_counter(), time.process_time()
        values = work(qrels, run)
        seconds.append(time.perf_counter() - start[0])
        worked.append(time.process_time() - start[1])
    print(json.dumps({"values": values, "seconds": min(seconds), "work": min(worked)}))


if __name__ == "__main__":
    main(*sys.argv[1:])

"""ir_measures: its own tuples, so that a document may come twice."""

import ir_measures
from asking import answer, attempt, given
from ir_measures import AP, RR, P, Qrel, R, ScoredDoc, nDCG

MEASURES = {"P@5": P @ 5, "R@5": R @ 5, "RR": RR, "RR@5": RR @ 5, "AP": AP, "nDCG@5": nDCG @ 5}

judgements = [Qrel(*row) for row in given["judgements"]]
run = [ScoredDoc(*row) for row in given["run"]]


def mean(measure):
    """The mean over queries."""
    return ir_measures.calc_aggregate([measure], judgements, run)[measure]


values = {}
for name, measure in MEASURES.items():
    values[name] = {"mean": attempt(mean, measure)}
    if isinstance(values[name]["mean"], float):
        values[name] |= {row.query_id: row.value for row in ir_measures.iter_calc([measure], judgements, run)}
answer(values)

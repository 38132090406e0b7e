"""ranx: a dict of dicts."""

from asking import answer, attempt, given, nested
from ranx import Qrels, Run, evaluate

MEASURES = {
    "P@5": "precision@5",
    "R@5": "recall@5",
    "RR": "mrr",
    "RR@5": "mrr@5",
    "AP": "map",
    "nDCG@5": "ndcg@5",
}


def mean(peer, into):
    """The mean; the values per query land in `into`."""
    judgements, run = Qrels(nested(given["judgements"])), Run(nested(given["run"]))
    run.make_comparable(judgements)
    value = evaluate(judgements, run, peer)
    into |= {query: float(score) for query, score in run.scores[peer].items()}
    return value


values = {}
for name, peer in MEASURES.items():
    values[name] = {}
    values[name]["mean"] = attempt(mean, peer, values[name])
answer(values)

"""torchmetrics: scores and targets of what was returned, with the number of the query beside each."""

import torch
from asking import answer, attempt, given, nested
from torchmetrics import retrieval
from torchmetrics.functional import retrieval as one_query

MEASURES = {
    "P@5": (one_query.retrieval_precision, retrieval.RetrievalPrecision, {"top_k": 5}),
    "R@5": (one_query.retrieval_recall, retrieval.RetrievalRecall, {"top_k": 5}),
    "RR": (one_query.retrieval_reciprocal_rank, retrieval.RetrievalMRR, {}),
    "RR@5": (one_query.retrieval_reciprocal_rank, retrieval.RetrievalMRR, {"top_k": 5}),
    "AP": (one_query.retrieval_average_precision, retrieval.RetrievalMAP, {}),
    "nDCG@5": (one_query.retrieval_normalized_dcg, retrieval.RetrievalNormalizedDCG, {"top_k": 5}),
}

judgements, returned = nested(given["judgements"]), {}
for query, doc, score in given["run"]:
    returned.setdefault(query, []).append((score, judgements.get(query, {}).get(doc, 0)))
values = {}
for name, (function, many, options) in MEASURES.items():
    values[name], rows = {}, []
    for number, (query, pairs) in enumerate(returned.items()):
        scores, grades = torch.tensor([score for score, _ in pairs]), torch.tensor([grade for _, grade in pairs])
        target = grades if name == "nDCG@5" else (grades > 0).long()
        values[name][query] = attempt(function, scores, target, **options)
        rows.append((scores, target, torch.full(scores.shape, number)))
    if rows:
        scores, targets, numbers = (torch.cat(parts) for parts in zip(*rows, strict=True))
        values[name]["mean"] = attempt(many(**options), scores, targets, indexes=numbers)
answer(values)

"""scikit-learn: two arrays per query, of what was returned; what was not returned has no place in them."""

import numpy as np
from asking import answer, attempt, given, nested
from sklearn.metrics import average_precision_score, ndcg_score

judgements, returned = nested(given["judgements"]), {}
for query, doc, score in given["run"]:
    returned.setdefault(query, []).append((judgements.get(query, {}).get(doc, 0), score))
values = {"AP": {}, "nDCG@5": {}}
for query, pairs in returned.items():
    grades, scores = np.array(pairs).T
    values["AP"][query] = attempt(average_precision_score, grades > 0, scores)
    values["nDCG@5"][query] = attempt(ndcg_score, [grades], [scores], k=5)
answer(values)

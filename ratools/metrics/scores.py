"""What a score threshold says about a list of results, and what it cannot.

`results` is a list in rank order: dicts with "doc_id", "score" and "category", or, where only scores matter, plain
numbers. A score of at least `relevant_at` counts as relevant, one below `nonrelevant_below` as not relevant; what
lies between is grey and counts as neither. A score on a boundary belongs to the upper class.

Trap: this relevance is read off the very score that ranks. It says nothing about whether the user was helped.
"""

from bisect import bisect_right
from collections import Counter

from ratools.metrics.arguments import as_result_categories, as_result_ids, as_results, as_scores, as_thresholds
from ratools.metrics.binary import average_precision

__all__ = [
    "score_classes",
    "score_distribution",
    "matches_by_category",
    "retrieval_report",
]

BIN_EDGES = (0.1, 0.2, 0.3, 0.4, 0.5)
BIN_NAMES = ("0.0-0.1", "0.1-0.2", "0.2-0.3", "0.3-0.4", "0.4-0.5", "0.5+")


def score_classes(results, *, relevant_at=0.15, nonrelevant_below=0.05):
    """What the thresholds make of each result, in rank order.

    relevant: score ≥ relevant_at; nonrelevant: score < nonrelevant_below; grey: between

    >>> score_classes([0.31, 0.15, 0.05, 0.04])
    ['relevant', 'relevant', 'grey', 'nonrelevant']

    Trap: 1.15 − 1.0 is a little less than 0.15 in floats, and so it is grey.
    """
    scores, thresholds = as_scores(results), as_thresholds(nonrelevant_below, relevant_at)
    names = ("nonrelevant", "grey", "relevant")
    return [names[bisect_right(thresholds, score)] for score in scores]


def score_distribution(results):
    """How many results fall into each band of scores: where a threshold would cut.

    bins: [0, 0.1), [0.1, 0.2), … [0.4, 0.5), and 0.5 or more

    >>> score_distribution([0.02, 0.1, 0.19, 0.5, 0.93])
    {'0.0-0.1': 1, '0.1-0.2': 2, '0.2-0.3': 0, '0.3-0.4': 0, '0.4-0.5': 0, '0.5+': 2}

    Trap: 0.1 belongs to the bin it opens. pandas' `cut` puts it into the one it closes.
    """
    scores = as_scores(results)
    counts = Counter(BIN_NAMES[bisect_right(BIN_EDGES, score)] for score in scores)
    return {name: counts[name] for name in BIN_NAMES}


def matches_by_category(results):
    """How many results each category has, most frequent first: a first look at bias and diversity.

    >>> results = [{"doc_id": n, "score": 0.3, "category": name} for n, name in enumerate(["hats", "hats", "bags"])]
    >>> matches_by_category(results)
    {'hats': 2, 'bags': 1}

    Trap: many results of one category may be what was asked for. `category_entropy` measures the spread.
    """
    categories = as_result_categories(results)
    return dict(Counter(categories).most_common())


def retrieval_report(results, *, relevant_at=0.15, nonrelevant_below=0.05):
    """The counts, precision, recall and average precision that score thresholds give.

    precision = retrieved_and_relevant / retrieved_count; recall = retrieved_and_relevant / relevant_count

    >>> scores = [0.35, 0.22, 0.12, 0.04, 0.01]
    >>> report = retrieval_report([{"doc_id": n, "score": s, "category": "c"} for n, s in enumerate(scores)])
    >>> report["precision"], report["recall"], report["average_precision"], report["nonrelevant_count"]
    (0.4, 1.0, 1.0, 2)

    Trap: once anything reaches the threshold, recall is 1 by construction, and so is AP when results come by falling
    score: the yardstick is the score itself. Judgements are the way out.
    """
    results = as_results(results)
    documents = as_result_ids(results)
    classes = score_classes(results, relevant_at=relevant_at, nonrelevant_below=nonrelevant_below)
    relevant = {doc for doc, label in zip(documents, classes, strict=True) if label == "relevant"}
    found = len(relevant.intersection(documents))
    return {
        "average_precision": average_precision(documents, relevant),
        "precision": found / len(documents) if documents else 0.0,
        "recall": found / len(relevant) if relevant else 0.0,
        "retrieved_count": len(documents),
        "relevant_count": len(relevant),
        "nonrelevant_count": classes.count("nonrelevant"),
        "retrieved_and_relevant": found,
    }

"""Scores against judgements: the circle, cuts at a threshold, halves of the queries, shares of categories, calibration.

`first_pages(run, judgements)` joins a run's scores with the judgements, one row per result; the functions below take
that table. A result is shown if its score is at least the threshold, and relevant if its grade is above 0.
"""

from collections import Counter
from collections.abc import Mapping
from math import fsum
from random import Random

import pandas as pd

from ratools.errors import UsageError
from ratools.metrics.arguments import as_cutoff, as_number
from ratools.metrics.binary import average_precision, recall_at_k
from ratools.metrics.diversity import subtopic_recall_at_k
from ratools.metrics.scores import retrieval_report, score_classes, score_distribution
from ratools.words import short

RELEVANT_AT = 0.15


# The circle ----------------------------------------------------------------------------------------------------------


def classed_page(results, documents, *, bins=False):
    """A shop's page in English, rank by rank: each product's score, its class, and on request its bin of the report."""
    rows = {
        "product": [documents[result["doc_id"]].note for result in results],
        "score": [result["score"] for result in results],
        "class": score_classes(results),
    }
    if bins:
        rows["bin"] = [max(counts, key=counts.get) for counts in (score_distribution([result]) for result in results)]
    return pd.DataFrame(rows, index=pd.RangeIndex(1, len(results) + 1, name="rank"))


def circle_table(lists, judgements):
    """AP and recall by the scores themselves, and by the grades: `lists` is {name: (query, results)}."""
    if not isinstance(lists, Mapping) or not lists:
        raise UsageError(f"lists must be a dict {{name: (query, results)}}, got {short(lists)}")
    rows = {}
    for name, (query, results) in lists.items():
        report, page, grades = retrieval_report(results), [result["doc_id"] for result in results], judgements[query]
        rows[name] = {
            "AP by scores": report["average_precision"],
            "AP by grades": average_precision(page, grades),
            "recall by scores": report["recall"],
            "recall by grades": recall_at_k(page, grades, max(len(page), 1)),
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("list")


def scorer_table(scorers, grades, relevant_at=RELEVANT_AT):
    """Each scorer, {name: {document: score}}, ranked by its scores: AP by those scores, and AP by the grades."""
    rows = {}
    for name, scores in scorers.items():
        ranking = sorted(scores, key=scores.get, reverse=True)
        relevant = {doc for doc, score in scores.items() if score >= relevant_at}
        rows[name] = {
            "AP by its own scores": average_precision(ranking, relevant),
            "AP by the grades": average_precision(ranking, grades),
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("scorer")


# A threshold on real scores ------------------------------------------------------------------------------------------


def first_pages(run, judgements, k=10):
    """The first k results of each query of a TREC file: query, document, rank, score, relevant (grade above 0)."""
    k = as_cutoff(k)
    columns = ["query", "Q0", "document", "rank", "score", "tag"]
    kept = {"query": str, "document": str, "rank": int, "score": float}
    table = pd.read_csv(run, sep=r"\s+", names=columns, usecols=list(kept), dtype=kept)
    if k is not None:
        table = table[table["rank"] <= k].reset_index(drop=True)
    grades = [
        judgements.get(query, {}).get(doc, 0) for query, doc in zip(table["query"], table["document"], strict=True)
    ]
    return table.assign(relevant=[grade > 0 for grade in grades])


def keep_from(pages, threshold):
    """What is shown from a threshold on: how many results, precision, recall (of these pages) and F1.

    >>> pages = pd.DataFrame({"query": "q", "score": [0.9, 0.5, 0.5, 0.1], "relevant": [True, True, False, True]})
    >>> keep_from(pages, 0.5)
    {'shown': 3, 'precision': 0.6666666666666666, 'recall': 0.6666666666666666, 'F1': 0.6666666666666666}
    """
    shown = pages["score"] >= as_number(threshold, "threshold")
    hits, wanted, count = (int(some.sum()) for some in (shown & pages["relevant"], pages["relevant"], shown))
    return {
        "shown": count,
        "precision": hits / count if count else 0.0,
        "recall": hits / wanted if wanted else 0.0,
        "F1": 2 * hits / (count + wanted) if count + wanted else 0.0,
    }


def cut_table(pages, thresholds):
    """`keep_from` for several thresholds; or for one threshold and several systems, {name: pages}."""
    if isinstance(pages, Mapping):
        rows = {name: {"results": len(table), **keep_from(table, thresholds)} for name, table in pages.items()}
        return pd.DataFrame.from_dict(rows, orient="index").rename_axis("system")
    rows = [keep_from(pages, threshold) for threshold in thresholds]
    return pd.DataFrame(rows, index=pd.Index(thresholds, name="threshold"))


def f1_by_threshold(pages):
    """F1 for each different score as the threshold, highest first."""
    by_score = pages.groupby("score")["relevant"].agg(["sum", "count"]).sort_index(ascending=False).cumsum()
    wanted = int(pages["relevant"].sum())
    return (2 * by_score["sum"] / (by_score["count"] + wanted)).rename("F1")


def best_threshold(pages):
    """The score from which on F1 is highest; of several the highest.

    >>> best_threshold(pd.DataFrame({"query": "q", "score": [0.9, 0.5, 0.1], "relevant": [True, True, False]}))
    0.5
    """
    if pages.empty or not pages["relevant"].any():
        raise UsageError("pages has no relevant result: no threshold is better than another")
    return float(f1_by_threshold(pages).idxmax())


def halves(pages, seed=None):
    """Two halves of the queries, never of one query's results: every other query, or mixed by a seed."""
    queries = list(dict.fromkeys(pages["query"]))
    if len(queries) < 2:
        raise UsageError(f"halves need at least two queries, got {len(queries)}")
    mixed = queries if seed is None else Random(seed).sample(queries, len(queries))
    first = set(mixed[::2])
    inside = pages["query"].isin(first)
    return pages[inside], pages[~inside]


def chosen_and_tested(pages, seed=None):
    """A threshold chosen on one half, its F1 there and on the other half; then with the halves exchanged."""
    first, second = halves(pages, seed)
    rows = []
    for name, here, there in (("first", first, second), ("second", second, first)):
        threshold = best_threshold(here)
        where_chosen, elsewhere = (keep_from(half, threshold)["F1"] for half in (here, there))
        rows.append({"chosen on": name, "threshold": threshold, "F1 there": where_chosen, "F1 elsewhere": elsewhere})
    return pd.DataFrame(rows).set_index("chosen on")


def many_halves(pages, times=100):
    """The means of `chosen_and_tested` over many ways to halve the queries, and how often the number fell."""
    choices = pd.concat([chosen_and_tested(pages, seed) for seed in range(times)])
    return pd.Series(
        {
            "mean F1 where chosen": choices["F1 there"].mean(),
            "mean F1 elsewhere": choices["F1 elsewhere"].mean(),
            "share that fell": float((choices["F1 elsewhere"] < choices["F1 there"]).mean()),
            "lowest threshold": choices["threshold"].min(),
            "highest threshold": choices["threshold"].max(),
        },
        name=f"{len(choices)} choices",
    )


# Categories ----------------------------------------------------------------------------------------------------------


def category_shares(results, catalogue, relevant=()):
    """Each category's results, its share of the page, of the catalogue, and of what is relevant if that is known."""
    page = Counter(result["category"] for result in results)
    whole = Counter(document.topic for document in catalogue.values())
    wanted = Counter(catalogue[doc].topic for doc in relevant)
    unknown = sorted(set(page) - set(whole))
    if unknown:
        raise UsageError(f"the catalogue has no category {unknown[0]!r}: it has {', '.join(whole)}")
    columns = {"results": page, "share of the page": page, "share of the catalogue": whole}
    columns |= {"share of the relevant": wanted} if wanted else {}
    rows = {name: [counts[category] for category in whole] for name, counts in columns.items()}
    table = pd.DataFrame(rows, index=list(whole))
    for name in list(columns)[1:]:
        table[name] = table[name] / columns[name].total() if columns[name] else 0.0
    return table.rename_axis("category").sort_values("share of the catalogue", ascending=False, kind="stable")


def meanings_served(results, subtopics, documents):
    """Each result with the meanings that it serves, and the share of all meanings served down to it."""
    ids = [result["doc_id"] for result in results]
    rows = [
        {
            "product": documents[doc].note,
            "serves": ", ".join(sorted(map(str, subtopics.get(doc, ())))),
            "subtopic recall": subtopic_recall_at_k(ids, subtopics, k),
        }
        for k, doc in enumerate(ids, start=1)
    ]
    return pd.DataFrame(rows, index=pd.RangeIndex(1, len(rows) + 1, name="rank"))


# Calibration ---------------------------------------------------------------------------------------------------------

CALIBRATION = ([0.95, 0.8, 0.7, 0.6, 0.4, 0.35, 0.3, 0.2, 0.1, 0.0], [1, 1, 0, 1, 0, 0, 1, 0, 0, 0])


def calibration_bins(scores, labels, bins=10, closed="left"):
    """Per bin of equal width: how many scores, their mean, and the share that is relevant. Empty bins are left out."""
    if closed not in ("left", "right"):
        raise UsageError(f"closed must be 'left' or 'right', got {closed!r}")
    if len(scores) != len(labels) or not len(scores):
        raise UsageError(f"scores and labels must be of one length, at least 1, got {len(scores)} and {len(labels)}")
    edges = [n / bins for n in range(1, bins)]
    numbers = [sum(score >= edge if closed == "left" else score > edge for edge in edges) for score in scores]
    table = pd.DataFrame({"bin": numbers, "score": scores, "label": labels}).groupby("bin")
    return table.agg(results=("score", "size"), score=("score", "mean"), relevant=("label", "mean"))


def expected_calibration_error(scores, labels, bins=10, closed="left"):
    """How far, on average over results, a bin's mean score lies from its share of relevant results.

    >>> expected_calibration_error([0.75, 0.25], [1, 0], bins=2)
    0.25
    """
    table = calibration_bins(scores, labels, bins, closed)
    apart = (table["score"] - table["relevant"]).abs() * table["results"]
    return fsum(apart) / len(scores)

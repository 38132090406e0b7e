"""Chunkings side by side: the mean of each measure and its interval, at k chunks or an equal budget of characters."""

import pandas as pd

from ratools.evaluation.evaluator import summarise
from ratools_course.systems.bm25 import Bm25
from ratools_course.systems.chunk_measures import MEASURES, SPANS, chunk_scores, places
from ratools_course.systems.chunkings import CHUNKINGS, as_budget, cut_documents, retrieved_chunks

__all__ = ["CHUNKINGS", "MEASURES", "SPANS", "as_budget", "chunk_means", "chunk_scores", "chunk_table", "cut_documents"]
__all__ += ["places", "retrieved_chunks", "with_intervals"]


def chunk_table(questions, documents, chunkings=CHUNKINGS, retriever=Bm25, *, k=5, budget=None):
    """One row per chunking: the mean of each measure over the questions, with its 95 % t interval (_low, _high).

    `chunks`: how many there are in all; `characters`: how many a question gets back, on average.
    """
    rows = {}
    for name, chunker in chunkings.items():
        scores = chunk_scores(questions, documents, chunker, retriever, k=k, budget=budget)
        rows[name] = {"chunks": len(cut_documents(documents, chunker)), **chunk_means(scores)}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("chunking")


def chunk_means(scores):
    """One row of `chunk_table`, of the rows of `chunk_scores`."""
    row = {"characters": scores["characters"].mean()}
    for measure, one in summarise(scores[list(MEASURES)], interval="t").iterrows():
        row |= {measure: one["mean"], f"{measure}_low": one["ci_low"], f"{measure}_high": one["ci_high"]}
    return row


def with_intervals(table, digits=3):
    """The table of `chunk_table` to be read: each mean and its interval in one cell, as text.

    >>> with_intervals(pd.DataFrame({"span_recall": [0.5], "span_recall_low": [0.25], "span_recall_high": [0.75]}))
               span_recall
    0  0.500 [0.250, 0.750]
    """
    shown = table[[name for name in table if not name.endswith(("_low", "_high"))]].copy()
    for name in (name for name in shown if f"{name}_low" in table):
        ends = zip(table[name], table[f"{name}_low"], table[f"{name}_high"], strict=True)
        shown[name] = [f"{mean:.{digits}f} [{low:.{digits}f}, {high:.{digits}f}]" for mean, low, high in ends]
    return shown

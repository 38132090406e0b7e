"""Chunkings side by side: what comes back for each question, at k chunks or at an equal budget of characters."""

from functools import partial
from itertools import accumulate

import pandas as pd

from ratools.evaluation.evaluator import summarise
from ratools.metrics import overlap
from ratools.systems.bm25 import Bm25
from ratools.systems.chunkers import fixed_chunks, paragraph_chunks, recursive_chunks, sentence_chunks

CHUNKINGS = {  # what notebook 11 compares
    "whole documents": partial(fixed_chunks, size=None),
    "paragraphs": paragraph_chunks,
    "three sentences": partial(sentence_chunks, sentences=3),
    "single sentences": sentence_chunks,
    "fixed 800": partial(fixed_chunks, size=800),
    "fixed 800, overlap 400": partial(fixed_chunks, size=800, overlap=400),
    "fixed 400": partial(fixed_chunks, size=400),
    "fixed 400, overlap 200": partial(fixed_chunks, size=400, overlap=200),
    "fixed 200": partial(fixed_chunks, size=200),
    "fixed 200, overlap 100": partial(fixed_chunks, size=200, overlap=100),
    "recursive 400": partial(recursive_chunks, size=400),
}
SPANS = ("span_recall", "span_precision", "span_iou", "span_precision_omega")
MEASURES = (*SPANS, "precision_omega_chroma", "token_recall")


def cut_documents(documents, chunker):
    """{(document, start, end): text} of all chunks of all documents.

    >>> cut_documents({"d1": "One. Two."}, sentence_chunks)
    {('d1', 0, 4): 'One.', ('d1', 5, 9): 'Two.'}
    """
    texts = {name: getattr(document, "text", document) for name, document in documents.items()}
    return {(name, *span): text[slice(*span)] for name, text in texts.items() for span in chunker(text)}


def retrieved_chunks(system, question, k=5, budget=None):
    """The k best chunks; or, with a budget, the best chunks until so many characters are full, the last one cut short.

    >>> system = Bm25(cut_documents({"d1": "One cat. Two cats. A dog."}, sentence_chunks))
    >>> retrieved_chunks(system, "a cat or a dog", budget=10)
    [('d1', 19, 25), ('d1', 0, 4)]
    """
    found = [name for name, _ in system.search(question, k if budget is None else None)]
    left, kept = as_budget(budget), []
    for name, start, end in found:
        end = end if left is None else min(end, start + left)
        left = left if left is None else left - (end - start)
        kept += [(name, start, end)] if start < end else []
    return kept


def as_budget(budget):
    """None, or a whole number of characters."""
    if budget is not None and (not isinstance(budget, int) or isinstance(budget, bool) or budget < 1):
        raise ValueError(f"budget must be a whole number of characters, at least 1, got {budget!r} (None for no limit)")
    return budget


def places(question):
    """Every (document, spans) that answers a question: all spans of its own document, or any one place elsewhere."""
    own = question["doc_id"], [tuple(span) for span in question["spans"]]
    return [own, *((name, [(start, end)]) for name, start, end in question.get("elsewhere", ()))]


def chunk_scores(questions, documents, chunker, retriever=Bm25, *, k=5, budget=None):
    """One row per question: the measures of overlap, each at the place that serves it best, and what was retrieved.

    `retriever` makes a system of {chunk: text}. The row is what `ratools.summarise` and `ratools.compare` take.
    Trap: `precision_omega_chroma` judges the chunking alone: neither retriever nor k nor budget changes it.
    """
    chunks = cut_documents(documents, chunker)
    texts = {name: getattr(document, "text", document) for name, document in documents.items()}
    starts = dict(zip(texts, accumulate(map(len, texts.values()), initial=0), strict=False))  # all on one long line
    system, of_document = retriever(chunks), {}
    for name, start, end in chunks:
        of_document.setdefault(name, []).append((start, end))
    rows = {}
    for question in questions:
        found = retrieved_chunks(system, question["question"], k, budget)
        spans = [(starts[name] + start, starts[name] + end) for name, start, end in found]
        words = " ".join(texts[name][start:end] for name, start, end in found)
        scores = []
        for name, wanted in places(question):
            there = [(starts[name] + start, starts[name] + end) for start, end in wanted]
            scores.append([getattr(overlap, measure)(spans, there) for measure in SPANS])
            scores[-1].append(overlap.precision_omega_chroma(of_document.get(name, []), wanted))
            scores[-1].append(overlap.token_recall(words, " ".join(texts[name][slice(*span)] for span in wanted)))
        length = sum(end - start for start, end in spans)
        rows[question["question_id"]] = [*map(max, zip(*scores, strict=True)), len(found), length]
    return pd.DataFrame.from_dict(rows, orient="index", columns=[*MEASURES, "retrieved", "characters"])


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

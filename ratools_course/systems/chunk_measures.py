"""What a chunking is worth for each question: the measures of overlap with the place, or places, that answer it."""

from itertools import accumulate

import pandas as pd

from ratools.metrics import overlap
from ratools_course.systems.bm25 import Bm25
from ratools_course.systems.chunkings import cut_documents, retrieved_chunks

SPANS = ("span_recall", "span_precision", "span_iou", "span_precision_omega")
MEASURES = (*SPANS, "precision_omega_chroma", "token_recall")


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

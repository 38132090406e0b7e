"""Chunking: a text cut into pieces, the pieces that come back for a question, and what they are worth.

A chunk is a half-open span (start, end), so that `text[start:end]` is the chunk. All chunkers: spans lie inside the
text, in order, none empty; every character that is not white space is in a span; an empty text has none. Only
`fixed_chunks` overlaps; the others have no white space at a chunk's ends.
"""

import re
from functools import partial
from itertools import accumulate

import pandas as pd

from ratools.errors import UsageError
from ratools.evaluation.evaluator import summarise
from ratools.metrics import overlap as overlap_metrics
from ratools.metrics.arguments import as_cutoff, as_text
from ratools.words import did_you_mean, short
from ratools_course.systems.lexical import Bm25

PARAGRAPH_END = re.compile(r"\n[^\S\n]*\n\s*")
LINE_END = re.compile(r"\n\s*")
# After . ! ? or …, perhaps a closing quote or bracket, before a capital or a digit; or at a blank line.
SENTENCE_END = re.compile(r"(?<=[.!?…])[\"'”’)\]]*\s+(?=[\"'“‘(\[]?[^\W_a-z])|" + PARAGRAPH_END.pattern)
WORD_END = re.compile(r"\s+")
# A dot that ends no sentence: of "e.g.", of "Dr.", of the number of a step ("1. Open the panel.").
NO_END = re.compile(
    r"(?:\b(?:e\.g|i\.e|cf|vs|approx|incl|dr|mr|mrs)|(?:^\s*|[.:;!?]\s+|\n\s*)\d{1,2})\.\s+$", re.IGNORECASE
)

SPANS = ("span_recall", "span_precision", "span_iou", "span_precision_omega")
MEASURES = (*SPANS, "precision_omega_chroma", "token_recall")  # of `chunk_scores`


def pieces(text, span, pattern):
    """The stretches of a span between the breaks, without white space at their ends; empty ones are left out.

    >>> pieces("1. Call Dr. Who. 2. Wait.", (0, 25), SENTENCE_END)
    [(0, 16), (17, 25)]
    """
    start, end = span
    cuts = [start]
    for match in pattern.finditer(text, start, end):
        inside = pattern is SENTENCE_END and NO_END.search(text[cuts[-1] : match.end()])
        if not inside or PARAGRAPH_END.search(match.group()):
            cuts.append(match.end())
    parts = ((a, text[a:b]) for a, b in zip(cuts, [*cuts[1:], end], strict=True))
    spans = ((a + len(part) - len(part.lstrip()), a + len(part.rstrip())) for a, part in parts)
    return [(a, b) for a, b in spans if a < b]


def fixed_chunks(text, size=400, overlap=0):
    """Pieces of `size` characters, each starting `size − overlap` after the last; the final one may be shorter.

    >>> fixed_chunks("abcdefgh", size=4, overlap=1)
    [(0, 4), (3, 7), (6, 8)]

    Trap: it cuts through words, and through the very sentence that answers the question; overlap is the usual plaster.
    """
    size = whole(text, size)
    if not isinstance(overlap, int) or isinstance(overlap, bool) or not 0 <= overlap < size:
        raise UsageError(f"overlap must be a whole number from 0 to size − 1 = {size - 1}, got {overlap!r}")
    starts = range(0, max(len(text) - overlap, min(len(text), 1)), size - overlap)  # a later one only repeats
    return [(start, min(start + size, len(text))) for start in starts]


def sentence_chunks(text, sentences=1):
    """Groups of so many sentences; the last group may be smaller.

    >>> sentence_chunks("Pay in 14 days, e.g. online. Late? We wait.")
    [(0, 28), (29, 34), (35, 43)]

    Trap: there is no perfect rule for where a sentence ends (ours is `SENTENCE_END`): "at 5 p.m. Monday" is cut in two.
    """
    step = whole(text, sentences)
    spans = pieces(text, (0, len(text)), SENTENCE_END)
    groups = (spans[first : first + step] for first in range(0, len(spans), step))
    return [(group[0][0], group[-1][1]) for group in groups]


def paragraph_chunks(text):
    """One chunk a paragraph: what stands between blank lines.

    >>> paragraph_chunks("One.\\n\\nTwo,\\nstill two.")
    [(0, 4), (6, 21)]

    Trap: paragraphs have any length: one may be a word, the next a page.
    """
    return pieces(as_text(text, "text"), (0, len(text)), PARAGRAPH_END)


def recursive_chunks(text, size=400):
    """Pieces of at most `size` characters, cut at the strongest break that serves: paragraph, line, sentence, word.

    >>> recursive_chunks("One two three. Four.", size=9)
    [(0, 7), (8, 14), (15, 20)]

    What is still too long is cut at its next weaker break, at last between letters; neighbours are joined while they
    fit. Trap: equal sizes are not equal sense: a chunk may hold one thought's end and the next one's start.
    """
    size = whole(text, size)
    return cut_span(text, (0, len(text)), size, [PARAGRAPH_END, LINE_END, SENTENCE_END, WORD_END])


def cut_span(text, span, size, breaks):
    """The chunks of one span, by the first of the breaks and, where that is not enough, the others."""
    if not breaks:
        return [(start + span[0], end + span[0]) for start, end in fixed_chunks(text[slice(*span)], size)]
    chunks = []
    for start, end in pieces(text, span, breaks[0]):
        if chunks and end - chunks[-1][0] <= size:
            chunks[-1] = chunks[-1][0], end
        else:
            chunks += [(start, end)] if end - start <= size else cut_span(text, (start, end), size, breaks[1:])
    return chunks


def whole(text, size):
    """A size of at least 1; None means the whole text."""
    length = len(as_text(text, "text"))
    return as_cutoff(size) or max(length, 1)


class Chunkings(dict):
    """{name: chunker}; a name that is not there gets a sentence."""

    def __missing__(self, name):
        raise UsageError(f"there is no chunking {short(name)}{did_you_mean(name, self)} (there are {'; '.join(self)})")


CHUNKINGS = Chunkings(
    {  # what notebook 11 compares
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
)


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
    ranked = [chunk for chunk, _ in system.search(question, k if budget is None else None)]
    left, kept = as_budget(budget), []
    for name, start, end in ranked:
        if left == 0:
            break
        end = end if left is None else min(end, start + left)
        left = left if left is None else left - (end - start)
        kept += [(name, start, end)] if start < end else []
    return kept


def as_budget(budget):
    """None, or a whole number of characters."""
    if budget is not None and (not isinstance(budget, int) or isinstance(budget, bool) or budget < 1):
        raise UsageError(f"budget must be a whole number of characters, at least 1, got {budget!r} (None for no limit)")
    return budget


def answer_spans(question):
    """Every (document, spans) that answers a question: all spans of its own document, or any one span elsewhere."""
    own = question["doc_id"], [tuple(span) for span in question["spans"]]
    return [own, *((name, [(start, end)]) for name, start, end in question.get("elsewhere", ()))]


def chunk_scores(questions, documents, chunker, retriever=Bm25, *, k=5, budget=None):
    """One row per question: the measures of overlap, each at the span that serves it best, and what was retrieved.

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
        retrieved = retrieved_chunks(system, question["question"], k, budget)
        spans = [(starts[name] + start, starts[name] + end) for name, start, end in retrieved]
        words = " ".join(texts[name][start:end] for name, start, end in retrieved)
        scores = []
        for name, wanted in answer_spans(question):
            located = [(starts[name] + start, starts[name] + end) for start, end in wanted]
            answer = " ".join(texts[name][slice(*span)] for span in wanted)
            scores.append([getattr(overlap_metrics, measure)(spans, located) for measure in SPANS])
            scores[-1].append(overlap_metrics.precision_omega_chroma(of_document.get(name, []), wanted))
            scores[-1].append(overlap_metrics.token_recall(words, answer))
        length = sum(end - start for start, end in spans)
        rows[question["question_id"]] = [*map(max, zip(*scores, strict=True)), len(retrieved), length]
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
    for measure, summary in summarise(scores[list(MEASURES)], interval="t").iterrows():
        row |= {measure: summary["mean"], f"{measure}_low": summary["ci_low"], f"{measure}_high": summary["ci_high"]}
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

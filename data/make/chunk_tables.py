"""Compute the tables of data/chunks/tables.md: `python -m data.make.chunk_tables`.

To be run again whenever a document of the help centre, a question or an answer changes; a test says so.
"""

import sys
from functools import cache, partial

import pandas as pd

from data.make.chunk_vectors import SHIPPED
from ratools.evaluation.comparison import compare
from ratools.paths import data_dir
from ratools_course.systems.chunking import (
    CHUNKINGS,
    chunk_means,
    chunk_scores,
    cut_documents,
    fixed_chunks,
    with_intervals,
)
from ratools_course.systems.datasets import chunk_documents, chunk_minilm, chunk_questions
from ratools_course.systems.lexical import Bm25
from ratools_course.systems.words import english_words

AT = {
    "5 chunks": {"k": 5},
    "1,000 characters": {"budget": 1000},
    "2,000 characters": {"budget": 2000},
    "4,000 characters": {"budget": 4000},
}
CHUNKERS = CHUNKINGS | {"fixed 100": partial(fixed_chunks, size=100)}
ENGLISH = "BM25, English"  # without stop words, with stemming
RETRIEVERS = {"BM25": Bm25, ENGLISH: partial(Bm25, tokenize=english_words), "MiniLM": chunk_minilm}
SHOWN = {
    "chunks": "chunks",
    "characters": "characters",
    "span_recall": "recall",
    "span_precision": "precision",
    "span_iou": "IoU",
    "span_precision_omega": "omega",
    "precision_omega_chroma": "Chroma's omega",
}
MADE = {}
OF_OVERLAP = ("span_recall", "span_precision_omega", "precision_omega_chroma")
PAIR = "whole documents", "single sentences"
STORIES = [
    *(("BM25", at, group, *PAIR) for at in AT for group in ("all", "c01 to c28", "long", "short")),
    *((retriever, at, "all", *PAIR) for retriever in (ENGLISH, "MiniLM") for at in AT),
    *((retriever, at, "all", "paragraphs", other) for other in PAIR for retriever in RETRIEVERS for at in AT),
]


@cache
def collection():
    """(questions, documents), read once."""
    return chunk_questions(), chunk_documents()


@cache
def scores(chunking, retriever="BM25", at="5 chunks"):
    """The row per question of one chunking."""
    return chunk_scores(*collection(), CHUNKERS[chunking], partial(indexed, chunking, retriever), **AT[at])


def indexed(chunking, retriever, chunks):
    """The retriever over the chunks of one chunking, made once."""
    if (chunking, retriever) not in MADE:
        MADE[chunking, retriever] = Remembering(RETRIEVERS[retriever](chunks))
    return MADE[chunking, retriever]


class Remembering:
    """A system that ranks once per question, whatever k or budget is asked of it."""

    def __init__(self, system):
        self.ranking = cache(system.search)

    def search(self, question, k=None):
        return self.ranking(question)[:k]


def of_group(table, group):
    """The rows of all questions, of c01 to c28, or of the questions over long or short documents."""
    if group == "c01 to c28":
        return table.loc["c01":"c28"]
    return table.loc[questions_of(group)]


@cache
def questions_of(group):
    """The ids of the questions over long documents, over short ones, or of all."""
    return [item["question_id"] for item in chunk_questions(None if group == "all" else group)]


def compared(first, second, measure="span_recall", group="all", retriever="BM25", at="5 chunks"):
    """Both means, wins and losses of the first, and p, as the tables show them."""
    tables = {name: of_group(scores(name, retriever, at), group) for name in (first, second)}
    row = compare(tables, measure, samples=20_000).table.iloc[0]
    p = "< 0.0005" if row["p_randomisation"] < 0.0005 else f"{row['p_randomisation']:.3f}"
    return [f"{row['mean_first']:.3f}", f"{row['mean_second']:.3f}", f"{row['wins']} : {row['losses']}", p]


def chunking_rows(retriever, at, chunkings):
    """One row per chunking, each mean with its interval."""
    rows = {}
    for name in chunkings:
        chunks = len(cut_documents(collection()[1], CHUNKERS[name]))
        rows[name] = {"chunks": chunks, **chunk_means(scores(name, retriever, at))}
    table = with_intervals(pd.DataFrame.from_dict(rows, orient="index"))[list(SHOWN)]
    table["characters"] = table["characters"].map("{:.0f}".format)
    return [[name, *row] for name, row in zip(table.index, table.to_numpy().tolist(), strict=True)]


def word_rows():
    """Token recall beside span recall, and how many questions only seem to be answered."""
    for chunking in ("fixed 100", "fixed 200", "fixed 400"):
        for group in ("all", "c01 to c28", "long", "short"):
            table = of_group(scores(chunking), group)
            fooled = (table["token_recall"] >= 0.5) & (table["span_recall"] == 0)
            means = table[["token_recall", "span_recall"]].mean()
            yield [chunking, group, *(f"{mean:.3f}" for mean in means), fooled.sum()]


def sections():
    """(heading, column names, rows) of every table."""
    columns = ["chunking", *SHOWN.values()]
    for retriever, chunkings in (("BM25", CHUNKINGS), ("MiniLM", SHIPPED)):
        for at in ("5 chunks", "1,000 characters"):
            yield f"{retriever}, {at}", columns, chunking_rows(retriever, at, chunkings)
    columns = ["retriever", "at", "questions", "first", "second", "recall of first", "of second", "wins : losses", "p"]
    rows = [[*story, *compared(*story[3:], "span_recall", story[2], *story[:2])] for story in STORIES]
    yield "Whole documents, paragraphs, single sentences", columns, rows
    columns = ["size", "measure", "with overlap", "without", "wins : losses", "p"]
    rows = [
        [size, measure, *compared(f"fixed {size}, overlap {size // 2}", f"fixed {size}", measure)]
        for size in (200, 400, 800)
        for measure in OF_OVERLAP
    ]
    yield "Overlap by half, BM25, 5 chunks", columns, rows
    columns = ["chunking", "questions", "token recall", "span recall", "fooled"]
    yield "Words and passages, BM25, 5 chunks", columns, word_rows()


def page():
    """The text of tables.md."""
    blocks = ["# Chunkings compared\n\nMade by `python -m data.make.chunk_tables`; see README.md."]
    for heading, columns, rows in sections():
        lines = [columns, ["---"] * len(columns), *rows]
        blocks.append(f"## {heading}\n\n" + "\n".join(f"| {' | '.join(map(str, cells))} |" for cells in lines))
    return "\n\n".join(blocks) + "\n"


def main():
    """Write data/chunks/tables.md."""
    path = data_dir() / "chunks" / "tables.md"
    path.write_text(page(), encoding="utf-8", newline="\n")
    print(path)


if __name__ == "__main__":
    sys.exit(main())

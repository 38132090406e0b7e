"""Compute the sentence vectors of the chunks and questions of data/chunks; writes data/chunks/minilm.npz.

    python -m data.make.chunk_vectors

Needs what `data.make.vectors` needs. `datasets.chunk_minilm` makes a system of them. Equal texts are encoded
once. There are thousands, so each number is kept in one byte, in steps of 1/400: a cosine moves by 0.006 at most.
"""

import sys

import numpy as np

from data.make.vectors import NAME, encoder
from ratools.paths import data_dir
from ratools_course.systems.chunking import CHUNKINGS, cut_documents
from ratools_course.systems.datasets import chunk_documents, chunk_questions
from ratools_course.systems.datasets.chunk_readers import fingerprint

SHIPPED = ("whole documents", "paragraphs", "single sentences", "fixed 400")
STEPS = 400  # to the unit; the cosine does not mind that they are not divided by it again


def in_bytes(vectors):
    """Vectors of length 1 as whole numbers of steps, −127 to 127."""
    steps = np.round(np.asarray(vectors, dtype=np.float64) * STEPS)
    if np.abs(steps).max() > 127:
        raise ValueError(f"{np.abs(steps).max():.0f} steps do not fit into a byte: make STEPS = {STEPS} smaller")
    return steps.astype(np.int8)


def main(encode=None):
    """Encode every chunk of the shipped chunkings and every question, and write the vectors."""
    documents, encode = chunk_documents(), encode or encoder()
    texts = {text for name in SHIPPED for text in cut_documents(documents, CHUNKINGS[name]).values()}
    marks = dict(sorted((fingerprint(text), text) for text in texts))
    asked = sorted({item["question"] for item in chunk_questions()})
    path = data_dir() / "chunks" / "minilm.npz"
    np.savez_compressed(
        path,
        fingerprints=np.array(list(marks), dtype=np.uint64),
        vectors=in_bytes(encode(list(marks.values()))),
        query_texts=np.array(asked),
        query_vectors=in_bytes(encode(asked)),
        chunkings=np.array(SHIPPED),
        model=np.array(NAME),
    )
    print(f"{path}: {len(marks)} texts, {len(asked)} questions, {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    sys.exit(main())

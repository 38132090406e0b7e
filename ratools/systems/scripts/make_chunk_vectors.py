"""Compute the sentence vectors of the chunks and questions of data/chunks; writes data/chunks/minilm.npz.

    python -m ratools.systems.scripts.make_chunk_vectors

Needs what make_vectors needs. `ratools.systems.datasets.chunk_minilm` makes a system of them. Equal texts are encoded
once; numbers are rounded to 1/1024 and packed, which halves the file and moves no cosine by more than 0.002.
"""

import sys

import numpy as np

from ratools.paths import data_dir
from ratools.systems.chunk_tables import CHUNKINGS, cut_documents
from ratools.systems.datasets import chunk_documents, chunk_questions
from ratools.systems.datasets.chunk_readers import fingerprint
from ratools.systems.scripts.make_vectors import NAME, encoder

SHIPPED = ("whole documents", "paragraphs", "single sentences", "fixed 400")
STEPS = 1024  # to the unit


def rounded(vectors):
    """Half-precision numbers, multiples of 1/1024."""
    return (np.round(vectors.astype(np.float64) * STEPS) / STEPS).astype(np.float16)


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
        vectors=rounded(encode(list(marks.values()))),
        query_texts=np.array(asked),
        query_vectors=rounded(encode(asked)),
        chunkings=np.array(SHIPPED),
        model=np.array(NAME),
    )
    print(f"{path}: {len(marks)} texts, {len(asked)} questions, {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    sys.exit(main())

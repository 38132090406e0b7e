"""The two versions of data/capstone, and what else can be built from their parts: another retriever, another cutter."""

from functools import partial

from ratools_course.systems.answer_cutter import cut
from ratools_course.systems.answer_versions import THRESHOLD
from ratools_course.systems.bm25 import Bm25
from ratools_course.systems.chunkers import recursive_chunks
from ratools_course.systems.hybrid import RankFusion
from ratools_course.systems.pipeline import Pipeline
from ratools_course.systems.stemmer import english_words

CHUNKER = partial(recursive_chunks, size=400)
TOP = CHUNKS = 3


def both_versions(documents, dense):
    """{name: Pipeline}: A is in use, B is proposed; `dense` is the system of the shipped vectors.

    B has the better retriever, BM25 over stems joined with sentence vectors, and no cutter: it answers in sentences.
    """
    hybrid = RankFusion([Bm25(documents, tokenize=english_words), dense])
    return {"A": version_with(documents, Bm25(documents)), "B": version_with(documents, hybrid, cutter=None)}


def version_with(documents, retriever, cutter=cut):
    """A version with this retriever and this cutter; chunks and threshold are the same for all."""
    return Pipeline(retriever, documents, CHUNKER, TOP, CHUNKS, threshold=THRESHOLD, cutter=cutter)

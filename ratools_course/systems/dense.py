"""Dense retrieval: every text becomes one short vector, and near means alike, with or without a word in common."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from ratools_course.systems.lsa import Lsa
from ratools_course.systems.retriever import Retriever
from ratools_course.systems.svd import cosines, unit_rows

__all__ = ["Lsa", "Vectors"]


class Vectors(Retriever):
    """Documents by the cosine between vectors that were computed elsewhere, by a sentence encoder.

    score = q · d / (|q| |d|)

    >>> system = Vectors({"d1": [1, 0], "d2": [3, 4]}, {"a question": [0, 2]})
    >>> system.search("a question")                 # d2: 4 · 2 / (5 · 2)
    [('d2', 0.8), ('d1', 0.0)]

    Trap: an encoder reads only the first few hundred words of a document; the rest is never found.
    Reimers & Gurevych 2019.
    """

    def __init__(self, doc_vectors, query_vectors, encode=None):
        if not isinstance(doc_vectors, Mapping) or not doc_vectors:
            raise ValueError("doc_vectors must be a dict {document: vector} with at least one document")
        self.ids, self.vectors = list(doc_vectors), unit_rows(numbers(list(doc_vectors.values()), "doc_vectors", 2))
        self.queries, self.encode = dict(query_vectors), encode

    @classmethod
    def load(cls, path, encode=None):
        """The vectors that `make_vectors` wrote."""
        if not Path(path).is_file():
            command = "python -m ratools_course.systems.scripts.make_vectors"
            raise ValueError(f"{path}: there is no such file; make it with {command}")
        with np.load(path, allow_pickle=False) as file:
            documents = dict(zip(file["doc_ids"].tolist(), file["doc_vectors"], strict=True))
            return cls(documents, dict(zip(file["query_texts"].tolist(), file["query_vectors"], strict=True)), encode)

    def scored(self, query):
        """Every document, with its cosine."""
        if query not in self.queries and self.encode is None:
            raise ValueError(
                f"there is no vector for the query {query!r}: {len(self.queries)} queries were encoded beforehand. "
                "Lsa (ratools_course.systems.dense) makes a vector of any text, or pass encode=a function text → vector"
            )
        vector = self.queries[query] if query in self.queries else self.encode(query)
        vector = numbers(vector, f"the vector of the query {query!r}", 1, self.vectors.shape[1])
        return dict(zip(self.ids, cosines(self.vectors, vector), strict=True))


def numbers(vectors, place, dimensions, width=None):
    """An array of finite numbers of the shape that is needed."""
    try:
        array = np.array(vectors, dtype=float)
    except (TypeError, ValueError):
        raise ValueError(f"{place}: vectors are lists of numbers, all of the same length") from None
    if array.ndim != dimensions or not np.isfinite(array).all() or width not in (None, array.shape[-1]):
        need = f"{width} numbers" if width else "one vector a document"
        raise ValueError(f"{place}: shape {array.shape}; expected {need}, all finite")
    return array

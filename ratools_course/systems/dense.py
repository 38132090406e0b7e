"""Dense retrieval: every text becomes one short vector, and near means alike, with or without a word in common."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from ratools.errors import UsageError
from ratools.metrics.arguments import as_cutoff
from ratools_course.systems.lexical import Retriever, TfIdf
from ratools_course.systems.words import tokenize

DIGITS = 10  # of a cosine: what comes after them depends on the processor, and must not decide a rank
SMALL = 4_000_000  # cells; up to here numpy decomposes the whole matrix in about a second


class Lsa(Retriever):
    """Latent semantic analysis: TF-IDF vectors, pressed into a few dimensions in which words used alike fall together.

    A ≈ U · S · V (the strongest `dimensions` of them); a text's vector is V · its TF-IDF vector; score = cosine

    >>> pets = {"d1": "cat kitten", "d2": "kitten purr", "d3": "car engine"}
    >>> scores = Lsa(pets, dimensions=2).scored("cat")
    >>> {name: round(score, 3) for name, score in scores.items()}     # d2 never says "cat"
    {'d1': 1.0, 'd2': 1.0, 'd3': 0.0}

    Trap: too few dimensions, and everything resembles everything; as many as documents, and it is TF-IDF again.
    Deerwester et al. 1990.
    """

    def __init__(self, documents, dimensions=50, tokenize=tokenize):
        self.words = TfIdf(documents, tokenize)
        self.ids, vectors = self.words.ids, self.words.vectors.values()
        self.columns = {term: column for column, term in enumerate(self.words.postings)}
        rows = [(self._columns(vector), np.array(list(vector.values()))) for vector in vectors]
        left, values, self.directions = truncated_svd(rows, len(self.columns) or 1, as_cutoff(dimensions) or len(rows))
        self.vectors = unit_rows(left * values)

    def _columns(self, vector):
        return np.array([self.columns[term] for term in vector], dtype=int)

    def scored(self, query):
        """Every document, with its cosine; nothing, if no word of the query is known."""
        vector = self.words.vector(Counter(self.words.tokenize(query)))
        if not vector:
            return {}
        position = self.directions[:, self._columns(vector)] @ np.array(list(vector.values()))
        return dict(zip(self.ids, cosines(self.vectors, position), strict=True))


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
            raise UsageError("doc_vectors must be a dict {document: vector} with at least one document")
        self.ids, self.vectors = list(doc_vectors), unit_rows(numbers(list(doc_vectors.values()), "doc_vectors", 2))
        self.queries, self.encode = dict(query_vectors), encode

    @classmethod
    def load(cls, path, encode=None):
        """The vectors that `data/make/vectors.py` wrote."""
        if not Path(path).is_file():
            raise UsageError(f"{path}: there is no such file; make it with python -m data.make.vectors")
        with np.load(path, allow_pickle=False) as file:
            documents = dict(zip(file["doc_ids"].tolist(), file["doc_vectors"], strict=True))
            return cls(documents, dict(zip(file["query_texts"].tolist(), file["query_vectors"], strict=True)), encode)

    def scored(self, query):
        """Every document, with its cosine."""
        if query not in self.queries and self.encode is None:
            raise UsageError(
                f"there is no vector for the query {query!r}: {len(self.queries)} queries were encoded beforehand. "
                "Lsa (ratools_course.systems.dense) makes a vector of any text, or pass encode=a function text → vector"
            )
        vector = self.queries[query] if query in self.queries else self.encode(query)
        vector = numbers(vector, f"the vector of the query {query!r}", 1, self.vectors.shape[1])
        return dict(zip(self.ids, cosines(self.vectors, vector), strict=True))


def numbers(vectors, name, dimensions, width=None):
    """An array of finite numbers of the shape that is needed."""
    try:
        array = np.array(vectors, dtype=float)
    except (TypeError, ValueError):
        raise UsageError(f"{name}: vectors are lists of numbers, all of the same length") from None
    if array.ndim != dimensions or not np.isfinite(array).all() or width not in (None, array.shape[-1]):
        need = f"{width} numbers" if width else "one vector a document"
        raise UsageError(f"{name}: shape {array.shape}; expected {need}, all finite")
    return array


def truncated_svd(rows, width, dimensions):
    """(left, values, right) of the matrix A with the given rows, so that A ≈ left · diag(values) · right.

    A row is a pair (columns, weights). Directions of no strength are left out, and each has the sign that makes its
    largest entry in `right` positive, so that the answer is the same every time.

    >>> rows = [(np.array([0, 1]), np.array([3.0, 4.0])), (np.array([0, 1]), np.array([6.0, 8.0]))]
    >>> left, values, right = truncated_svd(rows, 2, dimensions=2)      # the second row is twice the first
    >>> right.round(3).tolist(), (left * values).round(3).tolist()
    ([[0.6, 0.8]], [[5.0], [10.0]])

    Eckart & Young 1936; the sketch for large matrices: Halko, Martinsson & Tropp 2011.
    """
    if len(rows) * width <= SMALL:
        left, values, right = np.linalg.svd(filled(rows, width), full_matrices=False)
    else:
        left, values, right = sketched_svd(rows, width, dimensions + 10)
    kept = np.flatnonzero(values > 1e-10 * max(values.max(initial=0), 1e-300))[:dimensions]
    left, values, right = left[:, kept], values[kept], right[kept]
    signs = np.sign(right[np.arange(len(kept)), np.abs(right).argmax(axis=1)])
    return left * signs, values, right * signs[:, None]


def sketched_svd(rows, width, size):
    """Project on `size` random directions, sharpen them four times, decompose what is left."""
    columns = transposed(rows, width)
    basis = times(rows, np.random.default_rng(0).standard_normal((width, min(size, len(rows), width))))
    for _ in range(4):
        basis, _ = np.linalg.qr(times(rows, times(columns, basis)))
    left, values, right = np.linalg.svd(times(columns, basis).T, full_matrices=False)
    return basis @ left, values, right


def filled(rows, width):
    """The sparse rows as a full matrix, zeros and all."""
    matrix = np.zeros((len(rows), width))
    for row, (columns, weights) in zip(matrix, rows, strict=True):
        row[columns] = weights
    return matrix


def times(rows, matrix):
    """The sparse rows multiplied by a matrix."""
    return np.array([weights @ matrix[columns] for columns, weights in rows])


def transposed(rows, width):
    """The columns of a sparse matrix, as rows."""
    column = np.concatenate([columns for columns, _ in rows])
    weight = np.concatenate([weights for _, weights in rows])
    row = np.repeat(np.arange(len(rows)), [len(columns) for columns, _ in rows])
    order = np.argsort(column, kind="stable")
    cuts = np.searchsorted(column[order], np.arange(1, width))
    return list(zip(np.split(row[order], cuts), np.split(weight[order], cuts), strict=True))


def unit_rows(vectors):
    """Each vector at length 1; one without length stays as it is."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return vectors / np.where(lengths > 0, lengths, 1)


def cosines(unit_vectors, vector):
    """The cosine of each row of `unit_vectors` with a vector, rounded to DIGITS so that ties are ties on any processor.

    Matrix products and the decomposition add in an order that the processor's kernels choose, which moves the
    last bits; two documents that are equally near would otherwise change ranks from machine to machine.
    """
    return (np.round(unit_vectors @ unit_rows(vector), DIGITS) + 0.0).tolist()  # + 0.0: no -0.0

"""Dense retrieval without a language model: words that are used alike share a direction."""

from collections import Counter

import numpy as np

from ratools.metrics.arguments import as_cutoff
from ratools_course.systems.retriever import Retriever
from ratools_course.systems.svd import cosines, truncated_svd, unit_rows
from ratools_course.systems.tfidf import TfIdf
from ratools_course.systems.tokeniser import tokenize


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
        place = self.directions[:, self._columns(vector)] @ np.array(list(vector.values()))
        return dict(zip(self.ids, cosines(self.vectors, place), strict=True))

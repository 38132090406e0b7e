"""TF-IDF: a document is a vector of word weights; the nearest direction wins."""

from collections import Counter
from math import log, sqrt

from tqdm import tqdm

from ratools_course.systems.retriever import Retriever, document_texts, dot_products, postings
from ratools_course.systems.tokeniser import tokenize


class TfIdf(Retriever):
    """Documents by the cosine between their TF-IDF vector and the query's.

    weight(t, d) = tf(t, d) · idf(t);  idf(t) = 1 + ln((1 + N) / (1 + n(t)));  score = q · d / (|q| |d|)

    >>> system = TfIdf({"d1": "red red apple", "d2": "green apple", "d3": "blue sky"})
    >>> system.search("apple")                      # d2 says less beside it
    [('d2', 0.6053485081062916), ('d1', 0.35543246785041743)]

    tf counts the word in the document, n(t) the documents that have it, N all documents.
    Trap: raw counts do not saturate: the tenth "apple" is worth as much as the first (BM25 fixes that).
    Salton & Buckley 1988; the idf as in scikit-learn, which never is 0.
    """

    def __init__(self, documents, tokenize=tokenize):
        self.tokenize = tokenize
        texts = document_texts(documents)
        bar = tqdm(texts.items(), desc="TF-IDF", unit="document", delay=1, leave=False)
        counts = {name: Counter(tokenize(text)) for name, text in bar}
        self.ids = list(counts)
        with_term = Counter(term for count in counts.values() for term in count)
        self.idf = {term: 1 + log((1 + len(counts)) / (1 + n)) for term, n in with_term.items()}
        self.vectors = {name: self.vector(count) for name, count in counts.items()}
        self.postings = postings(self.vectors)

    def vector(self, counts):
        """{term: weight} of length 1; words that no document has are left out."""
        weights = {term: tf * self.idf[term] for term, tf in counts.items() if term in self.idf}
        length = sqrt(sum(weight * weight for weight in weights.values()))
        return {term: weight / length for term, weight in weights.items()}

    def scored(self, query):
        """Every document that shares a word with the query, with its cosine."""
        return dot_products(self.postings, self.vector(Counter(self.tokenize(query))))

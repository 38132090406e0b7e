"""BM25: rare words count more, repeated words count less and less, long documents pay for their length."""

from collections import Counter
from math import inf, log

from tqdm import tqdm

from ratools.metrics.arguments import as_number
from ratools_course.systems.retriever import Retriever, document_texts, dot_products, postings
from ratools_course.systems.tokeniser import tokenize


class Bm25(Retriever):
    """Documents by the sum of their query words' weights.

    score(q, d) = Σ idf(t) · tf · (k1 + 1) / (tf + k1 · (1 − b + b · |d| / average |d|)) over the query's words t
    idf(t) = ln(1 + (N − n(t) + 0.5) / (n(t) + 0.5))

    >>> system = Bm25({"d1": "red apple", "d2": "green apple", "d3": "blue sky"})
    >>> system.search("red apple")                  # all of average length: ln(1 + 2.5/1.5) + ln(1 + 1.5/2.5), ln(1.6)
    [('d1', 1.4508328822574619), ('d2', 0.47000362924573563)]

    tf: how often the document says the word; n(t): documents with it; N: all; |d|: words in the document.
    Trap: there are many BM25s. This idf (Lucene's) is never negative; Robertson's, without the "1 +", turns negative
    for a word in more than half of the documents. Lucene also drops the factor k1 + 1, which changes no ranking.
    Robertson & Zaragoza 2009.
    """

    def __init__(self, documents, k1=1.2, b=0.75, tokenize=tokenize):
        self.k1, self.b = in_range("k1", k1, inf), in_range("b", b, 1)
        self.tokenize = tokenize
        texts = document_texts(documents)
        bar = tqdm(texts.items(), desc="BM25", unit="document", delay=1, leave=False)
        counts = {name: Counter(tokenize(text)) for name, text in bar}
        self.ids = list(counts)
        self.average = sum(count.total() for count in counts.values()) / len(counts)
        with_term = Counter(term for count in counts.values() for term in count)
        self.idf = {term: log(1 + (len(counts) - n + 0.5) / (n + 0.5)) for term, n in with_term.items()}
        self.postings = postings({name: self.weights(count) for name, count in counts.items()})

    def weights(self, counts):
        """{term: what it adds to the score if it is asked for} of one document."""
        length = counts.total() / self.average if counts else 0
        norm = self.k1 * (1 - self.b + self.b * length)
        return {term: self.idf[term] * tf * (self.k1 + 1) / (tf + norm) for term, tf in counts.items()}

    def scored(self, query):
        """Every document that shares a word with the query; a word asked for twice counts twice."""
        return dot_products(self.postings, Counter(self.tokenize(query)))


def in_range(name, value, high):
    """k1 and b are numbers from 0 up."""
    if not 0 <= as_number(value, name) <= high:
        raise ValueError(f"{name} must be from 0 to {high}, got {value!r} (usual values: k1=1.2, b=0.75)")
    return value

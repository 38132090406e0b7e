"""A second look: the first n results, read more closely and put in a new order."""

from math import log

from ratools.metrics.arguments import as_cutoff
from ratools_course.systems.hybrid import stretched
from ratools_course.systems.retriever import Retriever, document_texts
from ratools_course.systems.tokeniser import STOP_WORDS, tokenize


class Reranker(Retriever):
    """The first n results of another system, by four marks from 0 to 1 with equal say.

    score = (first + coverage + proximity + title) / 4
    first: the first system's score, stretched to 0…1 · coverage: share of the query's words in the document, rare words
    weighing more (by idf) · proximity: words found / length of the shortest stretch that holds them all, 0 for a single
    word · title: share of the query's words in the title

    >>> from ratools_course.systems.tfidf import TfIdf
    >>> texts = {"near": "red apple pie for all", "far": "red red apple or not a pie"}
    >>> first = TfIdf(texts)
    >>> [name for name, _ in Reranker(first, texts).search("apple pie")]
    ['near', 'far']

    Results after the n-th keep their order below, with the score −rank.
    Trap: a re-ranker cannot find what the first system missed: its recall at n is the first system's.
    Tao & Zhai 2007 on proximity.
    """

    def __init__(self, first, documents, n=20):
        self.first, self.n = first, as_cutoff(n)
        self.words = {name: content_words(text) for name, text in document_texts(documents).items()}
        titles = {name: "" if isinstance(doc, str) else doc.title for name, doc in documents.items()}
        self.titles = {name: set(content_words(title)) for name, title in titles.items()}
        self.sets = {name: set(words) for name, words in self.words.items()}

    def scored(self, query):
        """Every result of the first system."""
        results = self.first.search(query)
        top, rest = results[: self.n], results[self.n :] if self.n else []
        wanted = {word: self.idf(word) for word in dict.fromkeys(content_words(query))}
        marks = {name: (first + sum(self.marks(name, wanted))) / 4 for name, first in stretched(top).items()}
        return marks | {name: float(-rank) for rank, (name, _) in enumerate(rest, start=len(top) + 1)}

    def idf(self, word):
        """How rare a word is: ln(1 + N / (1 + documents with it))."""
        return log(1 + len(self.sets) / (1 + sum(word in words for words in self.sets.values())))

    def marks(self, name, wanted):
        """(coverage, proximity, title) of one document."""
        if name not in self.sets:
            raise ValueError(f"the first system found {name!r}, which is not among the documents to re-rank")
        found = wanted.keys() & self.sets[name]
        if not found:
            return 0.0, 0.0, 0.0
        near = len(found) / shortest_stretch(self.words[name], found) if len(found) > 1 else 0.0
        title = len(wanted.keys() & self.titles[name]) / len(wanted)
        return sum(wanted[word] for word in sorted(found)) / sum(wanted.values()), near, title


def content_words(text):
    """The words of a text without those that every question has."""
    return tokenize(text, STOP_WORDS)


def shortest_stretch(words, wanted):
    """Length of the shortest run of words that holds all the wanted ones (all are there).

    >>> shortest_stretch("a b x a x b".split(), {"a", "b"})
    2
    """
    last, best = {}, len(words)
    for place, word in enumerate(words):
        if word in wanted:
            last[word] = place
            if len(last) == len(wanted):
                best = min(best, place - min(last.values()) + 1)
    return best

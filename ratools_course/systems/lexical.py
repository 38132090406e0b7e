"""Lexical retrieval: documents by the words that they share with the query. What all systems share is here, too."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from math import inf, log, sqrt

from tqdm import tqdm

from ratools.errors import UsageError
from ratools.metrics.arguments import as_cutoff, as_number
from ratools_course.systems.words import tokenize


class Retriever:
    """A system that can be searched. A subclass defines `scored(query)`: {document: score} of all that it finds."""

    def search(self, query, k=None):
        """The k best (document, score) pairs, by falling score; ties by falling document id, as `evaluate` does."""
        scores = self.scored(checked_query(query))
        return sorted(scores.items(), key=lambda pair: (pair[1], str(pair[0])), reverse=True)[: as_cutoff(k)]

    def run(self, queries, k=100):
        """{query: {document: score}} for {query id: text}, as `ratools.evaluate` takes it."""
        if not isinstance(queries, Mapping) or not queries:
            raise UsageError(f"queries must be a dict {{query id: text}} with at least one query, got {queries!r}")
        bar = tqdm(queries.items(), desc=type(self).__name__, unit="query", delay=1, leave=False)
        return {name: dict(self.search(getattr(query, "text", query), k)) for name, query in bar}

    def __repr__(self):
        return f"{type(self).__name__}({len(self.ids)} documents)" if hasattr(self, "ids") else type(self).__name__


def checked_query(query):
    """A query is a text that is not blank. (One whose words nobody uses is fine: it finds nothing.)"""
    if not isinstance(query, str):
        raise UsageError(f"a query must be a text, got {query!r}")
    if not query.strip():
        raise UsageError("the query is empty: ask for at least one word")
    return query


def document_texts(documents):
    """{id: text} of {id: text} or {id: object with a title and a text}; the title is read as part of the text.

    >>> document_texts({"d1": "a text"})
    {'d1': 'a text'}
    """
    if not isinstance(documents, Mapping):
        raise UsageError(f"documents must be a dict {{id: text}}, got {type(documents).__name__}")
    if not documents:
        raise UsageError("the collection is empty: there is no document to search")
    texts = {}
    for name, document in documents.items():
        texts[name] = f"{document.title}\n{document.text}" if hasattr(document, "text") else document
        if not isinstance(texts[name], str):
            raise UsageError(f"document {name!r} must be a text, got {type(document).__name__}")
    return texts


def trec_lines(run, tag):
    """The lines of a TREC run: query Q0 document rank score tag.

    >>> list(trec_lines({"q1": {"a": 0.5, "b": 0.5 + 1e-9}}, "x"))      # equal in the file, so b by its id
    ['q1 Q0 b 1 0.500000 x', 'q1 Q0 a 2 0.500000 x']
    """
    for query, results in sorted(run.items()):
        rounded = sorted(((round(score, 6) + 0.0, name) for name, score in results.items()), reverse=True)
        for rank, (score, name) in enumerate(rounded, start=1):
            yield f"{query} Q0 {name} {rank} {score:.6f} {tag}"


def postings(vectors):
    """{document: {term: weight}} turned round: {term: [(document, weight), …]}, the inverted index.

    >>> postings({"d1": {"cat": 2}, "d2": {"cat": 1, "dog": 3}})
    {'cat': [('d1', 2), ('d2', 1)], 'dog': [('d2', 3)]}
    """
    index = defaultdict(list)
    for name, vector in vectors.items():
        for term, weight in vector.items():
            index[term].append((name, weight))
    return dict(index)


def dot_products(index, query):
    """{document: Σ weight in the query · weight in the document} of the documents that share a term with it."""
    scores = defaultdict(float)
    for term, weight in query.items():
        for name, in_document in index.get(term, ()):
            scores[name] += weight * in_document
    return dict(scores)


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
        raise UsageError(f"{name} must be from 0 to {high}, got {value!r} (usual values: k1=1.2, b=0.75)")
    return value

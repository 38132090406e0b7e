"""What all systems share: how documents come in, and how results go out."""

from collections import defaultdict
from collections.abc import Mapping

from tqdm import tqdm

from ratools.metrics.arguments import as_cutoff


class Retriever:
    """A system that can be searched. A subclass defines `scored(query)`: {document: score} of all that it finds."""

    def search(self, query, k=None):
        """The k best (document, score) pairs, by falling score; ties by falling document id, as `evaluate` does."""
        found = self.scored(checked_query(query)).items()
        return sorted(found, key=lambda pair: (pair[1], str(pair[0])), reverse=True)[: as_cutoff(k)]

    def run(self, queries, k=100):
        """{query: {document: score}} for {query id: text}, as `ratools.evaluate` takes it."""
        if not isinstance(queries, Mapping) or not queries:
            raise ValueError(f"queries must be a dict {{query id: text}} with at least one query, got {queries!r}")
        bar = tqdm(queries.items(), desc=type(self).__name__, unit="query", delay=1, leave=False)
        return {name: dict(self.search(getattr(query, "text", query), k)) for name, query in bar}

    def __repr__(self):
        return f"{type(self).__name__}({len(self.ids)} documents)" if hasattr(self, "ids") else type(self).__name__


def checked_query(query):
    """A query is a text that is not blank. (One whose words nobody uses is fine: it finds nothing.)"""
    if not isinstance(query, str):
        raise ValueError(f"a query must be a text, got {query!r}")
    if not query.strip():
        raise ValueError("the query is empty: ask for at least one word")
    return query


def document_texts(documents):
    """{id: text} of {id: text} or {id: object with a title and a text}; the title is read as part of the text.

    >>> document_texts({"d1": "a text"})
    {'d1': 'a text'}
    """
    if not isinstance(documents, Mapping):
        raise ValueError(f"documents must be a dict {{id: text}}, got {type(documents).__name__}")
    if not documents:
        raise ValueError("the collection is empty: there is no document to search")
    texts = {}
    for name, document in documents.items():
        texts[name] = f"{document.title}\n{document.text}" if hasattr(document, "text") else document
        if not isinstance(texts[name], str):
            raise ValueError(f"document {name!r} must be a text, got {type(document).__name__}")
    return texts


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

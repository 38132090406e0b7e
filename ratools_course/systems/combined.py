"""Combined retrieval: several systems, one list; or the first results of one system in a closer order."""

from collections import defaultdict
from math import log

from ratools.errors import UsageError
from ratools.metrics.arguments import as_cutoff, as_number
from ratools_course.systems.lexical import Retriever, document_texts
from ratools_course.systems.words import content_words


class RankFusion(Retriever):
    """Reciprocal rank fusion: each system gives a document 1 / (60 + its rank); the sums decide.

    RRF(d) = Σ 1 / (constant + rank of d) over the systems that found d among their first `depth`

    >>> from ratools_course.systems.dense import Vectors
    >>> first, second = (Vectors({"a": [1, 0], "b": [0, 1]}, {"q": vector}) for vector in ([2, 1], [3, 1]))
    >>> RankFusion([first, second]).search("q")            # a is first twice: 2/61; b second twice: 2/62
    [('a', 0.03278688524590164), ('b', 0.03225806451612903)]

    Trap: only ranks count. A system that is certain and one that is guessing have the same say.
    Cormack, Clarke & Büttcher 2009.
    """

    def __init__(self, systems, constant=60, depth=100):
        self.systems = several(list(systems))
        self.constant, self.depth = constant, as_cutoff(depth)
        if as_number(constant, "constant") < 0:
            raise UsageError(f"constant must not be negative, got {constant!r} (the usual value is 60)")

    def scored(self, query):
        """Every document that one of the systems found."""
        fused = defaultdict(float)
        for system in self.systems:
            for rank, (name, _) in enumerate(system.search(query, self.depth), start=1):
                fused[name] += 1 / (self.constant + rank)
        return dict(fused)


class ScoreFusion(Retriever):
    """Weighted score fusion: each system's scores stretched to 0…1, then averaged with weights.

    score(d) = Σ w · (s(d) − min) / (max − min) / Σ w, minimum and maximum over the first `depth` of each system

    >>> from ratools_course.systems.dense import Vectors
    >>> system = Vectors({"a": [1, 0], "b": [0, 1]}, {"q": [1, 0]})
    >>> ScoreFusion([system, system], weights=[3, 1]).search("q")
    [('a', 1.0), ('b', 0.0)]

    A document that a system did not find gets 0 from it; where all scores are equal, each counts 1.
    Trap: min–max lets one outlier squeeze all other scores together.
    Lee 1997.
    """

    def __init__(self, systems, weights=None, depth=100):
        self.systems, self.depth = several(list(systems)), as_cutoff(depth)
        given = [1] * len(self.systems) if weights is None else list(weights)
        if len(given) != len(self.systems) or min(as_number(w, "a weight") for w in given) < 0 or not sum(given):
            raise UsageError(f"weights must be {len(self.systems)} numbers from 0 up, not all 0, got {weights!r}")
        self.weights = [weight / sum(given) for weight in given]

    def scored(self, query):
        """Every document that one of the systems found."""
        fused = defaultdict(float)
        for system, weight in zip(self.systems, self.weights, strict=True):
            for name, score in stretched(system.search(query, self.depth)).items():
                fused[name] += weight * score
        return dict(fused)


def stretched(results):
    """{document: score} from 0 (the lowest of the list) to 1 (the highest)."""
    low, high = (results[-1][1], results[0][1]) if results else (0, 0)  # results come best first
    return {name: (score - low) / (high - low) if high > low else 1.0 for name, score in results}


def several(systems):
    """At least one system."""
    if not systems or not all(hasattr(system, "search") for system in systems):
        raise UsageError(f"systems must be a list of retrievers, such as [Bm25(…), Lsa(…)], got {systems!r}")
    return systems


class Reranker(Retriever):
    """The first n results of another system, by four marks from 0 to 1 with equal say.

    score = (first + coverage + proximity + title) / 4
    first: the first system's score, stretched to 0…1 · coverage: share of the query's words in the document, rare words
    weighing more (by idf) · proximity: words found / length of the shortest stretch that holds them all, 0 for a single
    word · title: share of the query's words in the title

    >>> from ratools_course.systems.lexical import TfIdf
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
            raise UsageError(f"the first system found {name!r}, which is not among the documents to re-rank")
        matched = wanted.keys() & self.sets[name]
        if not matched:
            return 0.0, 0.0, 0.0
        near = len(matched) / shortest_stretch(self.words[name], matched) if len(matched) > 1 else 0.0
        title = len(wanted.keys() & self.titles[name]) / len(wanted)
        return sum(wanted[word] for word in sorted(matched)) / sum(wanted.values()), near, title


def shortest_stretch(words, wanted):
    """Length of the shortest run of words that holds all the wanted ones (all are there).

    >>> shortest_stretch("a b x a x b".split(), {"a", "b"})
    2
    """
    last, best = {}, len(words)
    for index, word in enumerate(words):
        if word in wanted:
            last[word] = index
            if len(last) == len(wanted):
                best = min(best, index - min(last.values()) + 1)
    return best


class TwoStages(Retriever):
    """The first n results of one system, in the order of another: cheap and wide first, slow and close second.

    >>> from ratools_course.systems.dense import Vectors
    >>> first, second = (Vectors({"a": [1, 0], "b": [0, 1]}, {"q": vector}) for vector in ([2, 1], [1, 3]))
    >>> [name for name, _ in TwoStages(first, second).search("q")]
    ['b', 'a']

    A result that the second system does not know, and those after the n-th, keep their order below (score −rank).
    """

    def __init__(self, first, second, n=20):
        self.first, self.second, self.n = first, second, as_cutoff(n)

    def scored(self, query):
        """Every result of the first system."""
        closer, results = self.second.scored(query), self.first.search(query)
        known = {name for name, _ in results[: self.n] if name in closer}
        return {
            name: closer[name] if name in known else float(-rank) for rank, (name, _) in enumerate(results, start=1)
        }

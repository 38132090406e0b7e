"""Hybrid retrieval: several systems, one list."""

from collections import defaultdict

from ratools.metrics.arguments import as_cutoff, as_number
from ratools_course.systems.retriever import Retriever


class RankFusion(Retriever):
    """Reciprocal rank fusion: each system gives a document 1 / (60 + its rank); the sums decide.

    RRF(d) = Σ 1 / (constant + rank of d) over the systems that found d among their first `depth`

    >>> from ratools_course.systems.dense import Vectors
    >>> one, other = (Vectors({"a": [1, 0], "b": [0, 1]}, {"q": vector}) for vector in ([2, 1], [3, 1]))
    >>> RankFusion([one, other]).search("q")            # a is first twice: 2/61; b second twice: 2/62
    [('a', 0.03278688524590164), ('b', 0.03225806451612903)]

    Trap: only ranks count. A system that is certain and one that is guessing have the same say.
    Cormack, Clarke & Büttcher 2009.
    """

    def __init__(self, systems, constant=60, depth=100):
        self.systems = several(list(systems))
        self.constant, self.depth = constant, as_cutoff(depth)
        if as_number(constant, "constant") < 0:
            raise ValueError(f"constant must not be negative, got {constant!r} (the usual value is 60)")

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
    >>> one = Vectors({"a": [1, 0], "b": [0, 1]}, {"q": [1, 0]})
    >>> ScoreFusion([one, one], weights=[3, 1]).search("q")
    [('a', 1.0), ('b', 0.0)]

    A document that a system did not find gets 0 from it; where all scores are equal, each counts 1.
    Trap: min–max lets one outlier squeeze all other scores together.
    Lee 1997.
    """

    def __init__(self, systems, weights=None, depth=100):
        self.systems, self.depth = several(list(systems)), as_cutoff(depth)
        given = [1] * len(self.systems) if weights is None else list(weights)
        if len(given) != len(self.systems) or min(as_number(w, "a weight") for w in given) < 0 or not sum(given):
            raise ValueError(f"weights must be {len(self.systems)} numbers from 0 up, not all 0, got {weights!r}")
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
        raise ValueError(f"systems must be a list of retrievers, such as [Bm25(…), Lsa(…)], got {systems!r}")
    return systems

"""Two stages: a cheap system finds, a closer one puts in order."""

from ratools.metrics.arguments import as_cutoff
from ratools_course.systems.retriever import Retriever


class TwoStages(Retriever):
    """The first n results of one system, in the order of another: cheap and wide first, slow and close second.

    >>> from ratools_course.systems.dense import Vectors
    >>> one, other = (Vectors({"a": [1, 0], "b": [0, 1]}, {"q": vector}) for vector in ([2, 1], [1, 3]))
    >>> [name for name, _ in TwoStages(one, other).search("q")]
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

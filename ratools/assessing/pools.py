"""What to judge: the first results of several runs, each pair of query and document once, dealt out to judges.

A judge sees a pair without the system, its rank or its score, query by query (so that stopping leaves whole queries),
shuffled within a query and in another order for every judge.
"""

import hashlib
import json
import random
from collections.abc import Mapping

from ratools.errors import UsageError
from ratools.evaluation.formats import read_run
from ratools.metrics.arguments import as_whole_number
from ratools.words import short


class Pool(dict):
    """`{query: [document, …]}`: what is to be judged, how deep the runs were read, and the texts if they are known."""

    def __init__(self, pairs=(), *, depth=None, queries=None, documents=None):
        super().__init__(pairs)
        self.depth, self.queries, self.documents = depth, queries or {}, documents or {}

    @property
    def pairs(self):
        """(query, document) of everything in the pool."""
        return [(query, doc) for query, docs in self.items() for doc in docs]

    def of(self, chosen):
        """The part of the pool with these queries."""
        return Pool(
            {query: self[query] for query in self if query in chosen},
            depth=self.depth,
            queries=self.queries,
            documents=self.documents,
        )

    def __repr__(self):
        return f"Pool({len(self)} queries, {len(self.pairs)} pairs, depth {self.depth})"


def pool(runs, depth=10, *, queries=None, documents=None):
    """The first `depth` results of every run: `runs` is {system: run} or a list of runs, in any form.

    >>> pool({"bm25": {"q1": ["a", "b"]}, "dense": {"q1": ["b", "c"]}}, depth=1)["q1"]
    ['a', 'b']
    """
    depth = as_whole_number(depth, "depth", least=1)
    runs = list(runs.values()) if isinstance(runs, Mapping) else list(runs)
    if not runs:
        raise UsageError("a pool needs at least one run")
    pooled = {}
    for run in map(read_run, runs):
        for query, ranking in run.items():
            pooled.setdefault(query, {}).update(dict.fromkeys(ranking[:depth]))
    pairs = {query: list(docs) for query, docs in pooled.items() if docs}
    _check_texts(pairs, queries, documents)
    return Pool(pairs, depth=depth, queries=queries, documents=documents)


def _check_texts(pairs, queries, documents):
    """Refuse a pool whose texts are missing: a judge cannot grade what cannot be read."""
    for query, docs in pairs.items():
        if queries is not None and query not in queries:
            raise UsageError(f"query {query!r} of a run has no text; give it in queries, or leave it out of the run")
        for doc in docs if documents is not None else ():
            if doc not in documents:
                raise UsageError(f"document {doc!r} of query {query!r} has no text; give it in documents")


def assign(whole, judges, overlap=0.2, *, seed=0):
    """{judge: pool}: whole queries dealt out evenly; a share of them goes to every judge, to see how far they agree.

    >>> parts = assign(Pool({f"q{n}": ["a", "b"] for n in range(10)}), ["Ada", "Ben"], overlap=0.2)
    >>> [len(part) for part in parts.values()], len(set(parts["Ada"]) & set(parts["Ben"]))
    ([6, 6], 2)
    """
    judges = list(judges)
    if (
        len(judges) < 2
        or len(set(judges)) < len(judges)
        or not all(isinstance(judge, str) and judge for judge in judges)
    ):
        raise UsageError(f"judges must be at least two different names, got {short(judges)}")
    if isinstance(overlap, bool) or not isinstance(overlap, (int, float)) or not 0 <= overlap <= 1:
        raise UsageError(f"overlap must be a share from 0 to 1, got {short(overlap)}")
    queries = random.Random(f"{seed}").sample(list(whole), len(whole))
    shared = queries[: max(round(overlap * len(queries)), overlap > 0)]
    chosen = {judge: set(shared) for judge in judges}
    load = dict.fromkeys(judges, 0)
    for query in queries[len(shared) :]:
        judge = min(judges, key=load.get)
        chosen[judge].add(query)
        load[judge] += len(whole[query])
    return {judge: whole.of(chosen[judge]) for judge in judges}


def sequence(whole, judge, *, repeats=0.05, seed=0):
    """[(query, document, again)] in this judge's order; some pairs come a second time, at least a query later.

    A pair's position and whether it comes twice depend on nothing but its ids, the judge and the seed: a pool that
    grows leaves the order of what was there.

    >>> [pair[:2] for pair in sequence(Pool({"q1": ["a"], "q2": ["b"]}), "Ben", repeats=0)]
    [('q2', 'b'), ('q1', 'a')]
    """

    def drawn(*ids):
        key = json.dumps([seed, judge, *map(str, ids)]).encode()
        return int.from_bytes(hashlib.blake2b(key, digest_size=8).digest()) / 2**64

    order, later = [], []
    for query in sorted(whole, key=lambda query: drawn("query", query)):
        order += [(query, doc, False) for doc in sorted(whole[query], key=lambda doc: drawn("doc", query, doc))]
        order += [(*pair, True) for pair in later]
        later = [(query, doc) for doc in whole[query] if drawn("again", query, doc) < repeats]
    return order  # the last query's pairs come once: there is no later query to put between

"""What is to be judged, who judges it, and in which order."""

import pytest

from ratools.assessing import assign, pool
from ratools.assessing.pools import Pool, sequence

RUNS = {"bm25": {"q1": ["a", "b", "c"], "q2": ["d", "e"]}, "dense": {"q1": ["c", "a", "x"], "q3": ["f"]}}
BIG = Pool({f"q{n}": [f"d{n}-{m}" for m in range(5 + n % 7)] for n in range(60)}, depth=10)


def test_a_pool_holds_the_first_results_of_every_run_once():
    found = pool(RUNS, depth=2)
    assert dict(found) == {"q1": ["a", "b", "c"], "q2": ["d", "e"], "q3": ["f"]}
    assert found.depth == 2 and len(found.pairs) == 6 and ("q3", "f") in found.pairs
    assert pool(list(RUNS.values()), depth=2) == found, "a list of runs is as good"
    assert repr(found) == "Pool(3 queries, 6 pairs, depth 2)"


def test_a_query_without_results_is_not_in_the_pool():
    assert dict(pool([{"q1": ["a"], "q2": []}])) == {"q1": ["a"]}


def test_runs_from_files(tmp_path):
    file = tmp_path / "bm25.run"
    file.write_text("q1 Q0 b 1 2.5 x\nq1 Q0 a 2 1.5 x\n")
    assert dict(pool([str(file)], depth=1)) == {"q1": ["b"]}


@pytest.mark.parametrize("depth", [0, -1, 2.5, True, "10", None])
def test_depths_that_are_none(depth):
    with pytest.raises(ValueError, match="depth must be a whole number of at least 1"):
        pool(RUNS, depth)


def test_what_cannot_be_read_cannot_be_judged():
    with pytest.raises(ValueError, match="at least one run"):
        pool({})
    with pytest.raises(ValueError, match="query 'q3' of a run has no text"):
        pool(RUNS, queries={"q1": "one", "q2": "two"})
    with pytest.raises(ValueError, match="document 'e' of query 'q2' has no text"):
        pool(RUNS, documents=dict.fromkeys("abcdx", "text"))


def test_queries_are_dealt_out_evenly_with_an_overlap():
    parts = assign(BIG, ["Ada", "Ben", "Cy"], overlap=0.2)
    shared = set(parts["Ada"]) & set(parts["Ben"]) & set(parts["Cy"])
    assert len(shared) == 12 and set().union(*parts.values()) == set(BIG)
    assert sum(map(len, parts.values())) == 60 + 2 * 12, "each other query goes to one judge"
    sizes = [len(part.pairs) for part in parts.values()]
    assert max(sizes) - min(sizes) <= 11, "no judge has a query more than the others"
    assert all(part[query] == BIG[query] for part in parts.values() for query in part), "whole queries"
    assert assign(BIG, ["Ada", "Ben", "Cy"], overlap=0.2) == parts, "the same at the next start"


def test_an_overlap_is_at_least_one_query_and_at_most_all():
    few = Pool({"q1": ["a"], "q2": ["b"], "q3": ["c"]})
    assert len(set.intersection(*map(set, assign(few, ["Ada", "Ben"], overlap=0.1).values()))) == 1
    assert not set.intersection(*map(set, assign(few, ["Ada", "Ben"], overlap=0).values()))
    assert [dict(part) for part in assign(few, ["Ada", "Ben"], overlap=1).values()] == [dict(few)] * 2


@pytest.mark.parametrize("judges", [[], ["Ada"], ["Ada", "Ada"], ["Ada", ""], ["Ada", 2]])
def test_judges_are_two_different_names(judges):
    with pytest.raises(ValueError, match="at least two different names"):
        assign(BIG, judges)


@pytest.mark.parametrize("overlap", [-0.1, 1.1, True, "20 %"])
def test_an_overlap_is_a_share(overlap):
    with pytest.raises(ValueError, match="from 0 to 1"):
        assign(BIG, ["Ada", "Ben"], overlap)


def test_query_by_query_shuffled_and_in_another_order_for_every_judge():
    ada, ben = ([pair[:2] for pair in sequence(BIG, judge, repeats=0)] for judge in ("Ada", "Ben"))
    assert sorted(ada) == sorted(ben) == sorted(BIG.pairs) and ada != ben
    queries = [query for query, _ in ada]
    assert [query for n, query in enumerate(queries) if query not in queries[:n]] != list(BIG), "queries are shuffled"
    starts = [n for n, query in enumerate(queries) if n == 0 or queries[n - 1] != query]
    assert len(starts) == 60, "a query's documents come together"
    assert [doc for query, doc in ada if query == "q6"] != BIG["q6"], "and shuffled"


def test_some_pairs_come_twice_at_least_a_query_later():
    order = sequence(BIG, "Ada", repeats=0.1)
    twice = [n for n, (*_, again) in enumerate(order) if again]
    assert 0.05 < len(twice) / len(BIG.pairs) < 0.15
    for n in twice:
        query, doc, _ = order[n]
        first = order.index((query, doc, False))
        between = {other for other, _, again in order[first:n] if not again} - {query}
        assert first < n and between, "another query was judged in between"
    assert len({order[n][:2] for n in twice}) == len(twice), "none comes three times"
    assert all(not again for *_, again in sequence(Pool({"q1": ["a", "b"]}), "Ada", repeats=1)), "one query: not blind"


def test_a_pool_that_grows_leaves_the_order_of_what_was_there():
    larger = Pool({query: [*docs, f"new-{query}"] for query, docs in BIG.items()} | {"q99": ["z"]})
    before, after = sequence(BIG, "Ada"), sequence(larger, "Ada")
    new = {("q99", "z"), *((query, f"new-{query}") for query in BIG)}
    first = [pair for pair in before if not pair[2]]
    assert [pair for pair in after if not pair[2] and pair[:2] not in new] == first
    twice = {pair for pair in before if pair[2]}
    assert twice <= {pair for pair in after if pair[2]}, "the same pairs come twice"

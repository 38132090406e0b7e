"""A run joined with its judgements, and the copies that are made of it."""

import pytest

import ratools as rt
from ratools.evaluation.evaluator import join
from ratools.evaluation.formats import read_qrels, read_run

RUN = {"q1": ["a", "x", "b"], "q2": ["D3", "D4"]}
QRELS = {"q1": {"a": 1, "b": 2}, "q2": {"d3": 1}}


def joined(run=RUN, qrels=QRELS):
    return join(read_run(run), read_qrels(qrels))[0]


@pytest.mark.parametrize(
    "copy",
    [
        lambda joined: joined.with_min_grade(2),
        lambda joined: joined.with_gains({1: 5}),
        lambda joined: joined.cut(2),
        lambda joined: joined.condensed(),
    ],
    ids=["with_min_grade", "with_gains", "cut", "condensed"],
)
def test_a_copy_keeps_the_unmatched_ids(copy):
    original = joined()
    assert original.unmatched_ids == {"q2": (["D3", "D4"], ["d3"])}
    assert copy(original).unmatched_ids == original.unmatched_ids


def test_copies_change_what_they_say_and_nothing_else():
    original = joined()
    strict, cut, condensed = original.with_min_grade(2), original.cut(2), original.condensed()
    assert strict.grade.tolist() == [0, 2] and strict.relevant.tolist() == [1, 0] and strict.judged.tolist() == [2, 1]
    assert cut.rank.tolist() == [1] and cut.retrieved.tolist() == [2, 2] and cut.relevant.tolist() == [2, 1]
    assert condensed.rank.tolist() == [1, 2] and condensed.retrieved.tolist() == [2, 0]
    assert original.rank.tolist() == [1, 3] and original.grade.tolist() == [1, 2]
    assert original.retrieved.tolist() == [3, 2]


def test_other_gains_have_another_ideal_order():
    """Grade 1 gains more than grade 2, so that documents of grade 1 come first in the ideal order."""
    gains = {1: 5, 2: 1}
    gained = joined({"q": ["a", "b"]}, {"q": {"b": 2, "a": 1}}).with_gains(gains)
    assert gained.judged_grade.tolist() == [5, 1]
    for ranking in (["a", "b"], ["b", "a"], ["x", "b"]):
        table = rt.evaluate({"q": ranking}, {"q": {"b": 2, "a": 1}}, "nDCG", gains=gains)
        assert table.loc["q", "nDCG"] == pytest.approx(rt.ndcg_at_k(ranking, {"b": 1, "a": 5}), abs=1e-12)

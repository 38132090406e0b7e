"""Ranks of first hits: read off any results, and never by cutting off."""

import math

import pytest

import ratools as rt
from ratools_course.lessons.reciprocal_rank.views import first_hit_table, first_hits, mean_of_reciprocals


def test_ranks_of_first_hits_up_to_three_hundred():
    results = {rank: [f"x{n}" for n in range(1, rank)] + ["a", "b"] for rank in range(1, 301)}
    truth = {rank: {"a": 1, "b": 2} for rank in results}
    assert first_hits(results, truth) == {rank: rank for rank in results}  # int(1 / score) fails at 93


def test_failed_and_missing_queries_have_no_rank():
    truth = {"q1": {"a": 1}, "q2": {"a": 1}, "q3": {"a": 1}}
    assert first_hits({"q1": ["x", "a"], "q2": ["x"]}, truth) == {"q1": 2, "q2": None, "q3": None}


def test_the_table():
    table = first_hit_table({"steady": [2, 2, 2, 2], "or never": {"q1": 1, "q2": 1, "q3": None, "q4": None}})
    assert list(table["MRR"]) == [0.5, 0.5]
    assert list(table["mean rank, if found"]) == [2, 1]
    assert list(table["never found"]) == [0, 2] and list(table["queries"]) == [4, 4]
    assert math.isnan(first_hit_table({"lost": [None]}).loc["lost", "mean rank, if found"])


def test_the_mean_is_the_packages():
    results = {"q1": ["x", "y", "a"], "q2": ["a"], "q3": ["x", "a"], "q4": ["x"]}
    truth = dict.fromkeys(results, {"a": 1})
    ranks = first_hits(results, truth).values()
    assert mean_of_reciprocals(list(ranks)) == pytest.approx(rt.mean_reciprocal_rank(results, truth))


@pytest.mark.parametrize("wrong", [[0], [1.5], [True], ["1"], [-1]])
def test_what_is_no_rank_is_refused(wrong):
    with pytest.raises(ValueError, match="whole number of at least 1, or None"):
        first_hit_table({"system": wrong})
    with pytest.raises(ValueError, match="no ranks"):
        first_hit_table({"system": []})

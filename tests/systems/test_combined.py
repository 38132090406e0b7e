"""Fusion and re-ranking on cases worked out by hand, and under bad parameters."""

import pytest

from ratools_course.systems.combined import RankFusion, Reranker, ScoreFusion, shortest_stretch, stretched
from ratools_course.systems.datasets import Document
from ratools_course.systems.lexical import Retriever
from tests.systems.test_lexical import FRUIT


class Fixed(Retriever):
    """A system that finds what it is told."""

    def __init__(self, scores):
        self.scores = scores

    def scored(self, query):
        return self.scores


def test_rank_fusion_by_hand():
    one, other = Fixed({"a": 9, "b": 5, "c": 1}), Fixed({"c": 0.3, "b": 0.2})
    expected = {"a": 1 / 61, "b": 1 / 62 + 1 / 62, "c": 1 / 63 + 1 / 61}
    assert RankFusion([one, other]).scored("q") == pytest.approx(expected)
    assert [name for name, _ in RankFusion([one, other]).search("q")] == ["c", "b", "a"]
    assert set(RankFusion([one, other], depth=1).scored("q")) == {"a", "c"}


def test_score_fusion_by_hand():
    one, other = Fixed({"a": 9, "b": 5, "c": 1}), Fixed({"c": 0.3, "b": 0.2})
    scores = ScoreFusion([one, other], weights=[3, 1]).scored("q")  # one: 1, ½, 0; other: c 1, b 0
    assert scores == pytest.approx({"a": 0.75, "b": 0.375, "c": 0.25})
    assert stretched([("a", 2), ("b", 2)]) == {"a": 1.0, "b": 1.0}
    assert ScoreFusion([Fixed({})]).search("q") == []


@pytest.mark.parametrize("weights", [[1], [1, -1], [0, 0], [1, 2, 3]])
def test_bad_weights(weights):
    with pytest.raises(ValueError, match="weights must be 2 numbers"):
        ScoreFusion([Fixed({}), Fixed({})], weights)


def test_a_fusion_of_nothing_is_refused():
    for systems in ([], [3]):
        with pytest.raises(ValueError, match="list of retrievers"):
            RankFusion(systems)


def test_reranker_by_hand():
    documents = {
        "far": Document("Other", "red x x x x pie"),
        "near": Document("Pie", "red pie"),
        "none": Document("Sky", "blue sky"),
        "late": Document("Pie", "red pie"),
    }
    first = Fixed({"far": 4.0, "near": 3.0, "none": 2.0, "late": 1.0})
    scores = Reranker(first, documents, n=3).scored("the red pie")
    assert scores["far"] == pytest.approx((1 + 1 + 2 / 6 + 0) / 4)
    assert scores["near"] == pytest.approx((0.5 + 1 + 2 / 2 + 1 / 2) / 4)  # "pie red pie": both within two words
    assert scores["none"] == pytest.approx(0.0)
    assert scores["late"] == -4.0
    assert [name for name, _ in Reranker(first, documents, n=3).search("the red pie")] == [
        "near",
        "far",
        "none",
        "late",
    ]


def test_shortest_stretch():
    assert shortest_stretch("a x b x x a b".split(), {"a", "b"}) == 2
    assert shortest_stretch(["a"], {"a"}) == 1


def test_a_result_that_the_reranker_does_not_know():
    with pytest.raises(ValueError, match="'x', which is not among the documents"):
        Reranker(Fixed({"x": 1.0}), FRUIT).search("apple")

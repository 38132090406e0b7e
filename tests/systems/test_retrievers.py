"""Each retriever on a case worked out by hand, against its peer, and under bad input."""

import math
import os
import random
import subprocess
import sys

import numpy as np
import pytest

import ratools
from ratools.evaluation.formats import read_run
from ratools_course.systems.bm25 import Bm25
from ratools_course.systems.datasets import Document, Query
from ratools_course.systems.dense import Lsa, Vectors
from ratools_course.systems.hybrid import RankFusion, ScoreFusion, stretched
from ratools_course.systems.reranker import Reranker, shortest_stretch
from ratools_course.systems.retriever import Retriever
from ratools_course.systems.svd import sketched_svd, transposed, truncated_svd
from ratools_course.systems.tfidf import TfIdf

FRUIT = {"d1": "red red apple", "d2": "green apple", "d3": "blue sky"}
WORDS = [f"w{n}" for n in range(60)]


def random_texts(documents=40, seed=1):
    rng = random.Random(seed)
    return {
        f"d{n:02}": " ".join(rng.choices(WORDS, weights=range(60, 0, -1), k=rng.randint(3, 80)))
        for n in range(documents)
    }


class Fixed(Retriever):
    """A system that finds what it is told."""

    def __init__(self, scores):
        self.scores = scores

    def scored(self, query):
        return self.scores


# TF-IDF --------------------------------------------------------------------------------------------------------------


def test_tfidf_by_hand():
    # N = 3; apple is in 2 documents, red and green in 1
    apple, rare = 1 + math.log(4 / 3), 1 + math.log(4 / 2)
    d1 = apple / math.hypot(2 * rare, apple)
    d2 = apple / math.hypot(rare, apple)
    assert TfIdf(FRUIT).search("apple") == [("d2", pytest.approx(d2)), ("d1", pytest.approx(d1))]
    length = math.hypot(rare, apple)
    both = (rare / length) * (2 * rare / math.hypot(2 * rare, apple)) + (apple / length) * d1
    assert TfIdf(FRUIT).scored("red apple")["d1"] == pytest.approx(both)


@pytest.mark.slow
def test_tfidf_is_scikit_learns():
    text = pytest.importorskip("sklearn.feature_extraction.text")
    texts = random_texts()
    peer = text.TfidfVectorizer(token_pattern=r"\w+")
    matrix, system = peer.fit_transform(texts.values()), TfIdf(texts)
    for query in ("w1", "w3 w3 w50", "w59 w0 unknown"):
        scores = (matrix @ peer.transform([query]).T).toarray().ravel()
        expected = {name: score for name, score in zip(texts, scores, strict=True) if score > 0}
        assert system.scored(query) == pytest.approx(expected)


# BM25 ----------------------------------------------------------------------------------------------------------------


def test_bm25_by_hand():
    # lengths 3, 2, 2, average 7/3; idf(apple) = ln(1 + 1.5/2.5), idf(red) = ln(1 + 2.5/1.5)
    def part(idf, tf, length):
        return idf * tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * length / (7 / 3)))

    apple, red = math.log(1.6), math.log(1 + 2.5 / 1.5)
    expected = [("d1", part(red, 2, 3) + part(apple, 1, 3)), ("d2", part(apple, 1, 2))]
    assert [name for name, _ in Bm25(FRUIT).search("red apple")] == ["d1", "d2"]
    assert dict(Bm25(FRUIT).search("red apple")) == pytest.approx(dict(expected))
    assert Bm25(FRUIT).scored("apple apple")["d2"] == pytest.approx(2 * part(apple, 1, 2))


@pytest.mark.parametrize(("k1", "b"), [(1.2, 0.75), (1.5, 0.75), (0.9, 0.4), (2.0, 0.0), (1.2, 1.0)])
def test_bm25_is_rank_bm25s(k1, b):
    """The same weights; the peer's idf, ln((N − n + .5)/(n + .5)), is ours without the "1 +"."""
    peers = pytest.importorskip("rank_bm25")
    texts = random_texts()
    peer, ours = peers.BM25Okapi([text.split() for text in texts.values()], k1=k1, b=b), Bm25(texts, k1, b)
    positive = {term for term in ours.idf if sum(term in text.split() for text in texts.values()) < len(texts) / 2}
    assert len(positive) > 20
    for term in positive:
        assert ours.idf[term] == pytest.approx(math.log(1 + math.exp(peer.idf[term])))
    peer.idf = ours.idf
    for query in ("w1", "w3 w3 w50", "w59 w0 unknown"):
        expected = {name: score for name, score in zip(texts, peer.get_scores(query.split()), strict=True) if score}
        assert ours.scored(query) == pytest.approx(expected)


def test_bm25_saturates_and_tfidf_does_not():
    texts = {"once": "apple pie recipe", "stuffed": "apple apple apple apple apple recipe"}
    query = "apple pie"
    assert TfIdf(texts).search(query)[0][0] == "once"
    gain = [Bm25({"a": "apple " * n, "b": "pear"}, b=0).scored("apple")["a"] for n in (1, 2, 4, 1000)]
    assert gain == sorted(gain) and gain[1] - gain[0] > gain[2] - gain[1]
    assert gain[-1] < 2.2 * Bm25(texts).idf["pie"] * 10
    assert gain[-1] == pytest.approx(2.2 * math.log(1 + 1.5 / 1.5), rel=0.01)  # the most a word can add: (k1 + 1) · idf


@pytest.mark.parametrize("bad", [{"k1": -1}, {"b": 1.5}, {"b": -0.1}, {"k1": "x"}, {"k1": math.nan}])
def test_bm25_refuses_bad_parameters(bad):
    with pytest.raises(ValueError, match=next(iter(bad))):
        Bm25(FRUIT, **bad)


# Dense ---------------------------------------------------------------------------------------------------------------

PETS = {"d1": "cat kitten", "d2": "kitten purr", "d3": "car engine", "d4": "engine motor"}


def test_lsa_finds_documents_without_a_shared_word():
    scores = Lsa(PETS, dimensions=2).scored("cat")
    assert scores["d2"] > 0.9 and abs(scores["d3"]) < 1e-9
    assert "d2" not in TfIdf(PETS).scored("cat")


def test_lsa_with_all_dimensions_is_tfidf():
    texts = random_texts(12)
    lsa, words = Lsa(texts, dimensions=None), TfIdf(texts)
    assert lsa.vectors @ lsa.vectors.T == pytest.approx(
        np.array([[sum(a[t] * b.get(t, 0) for t in a) for b in words.vectors.values()] for a in words.vectors.values()])
    )


def test_svd_of_a_matrix_worked_out_by_hand():
    rows = [(np.array([0]), np.array([-2.0])), (np.array([1]), np.array([3.0]))]
    left, values, right = truncated_svd(rows, 2, dimensions=2)
    assert values.tolist() == pytest.approx([3, 2])
    assert right == pytest.approx(np.array([[0, 1], [1, 0]]))  # the largest entry of each is positive
    assert left == pytest.approx(np.array([[0, -1], [1, 0]]))


def test_the_sketch_finds_the_same_directions():
    words = TfIdf(random_texts(80))
    columns = {term: n for n, term in enumerate(words.idf)}
    rows = [(np.array([columns[t] for t in v]), np.array(list(v.values()))) for v in words.vectors.values()]
    _, values, right = truncated_svd(rows, len(columns), dimensions=5)
    _, sketched, directions = sketched_svd(rows, len(columns), size=25)
    assert sketched[:5] == pytest.approx(values, rel=1e-3)
    assert np.abs(np.diag(directions[:5] @ right.T)) == pytest.approx(np.ones(5), abs=1e-2)
    back = transposed(transposed(rows, len(columns)), len(rows))
    assert all(sorted(zip(*a, strict=True)) == sorted(zip(*b, strict=True)) for a, b in zip(rows, back, strict=True))


def test_lsa_of_unknown_words_finds_nothing():
    assert Lsa(PETS, 2).search("zebra") == []


def test_vectors_by_hand():
    system = Vectors({"d1": [1, 0], "d2": [3, 4]}, {"q": np.array([0, 2], dtype=np.float16)})
    assert system.search("q") == [("d2", 0.8), ("d1", 0.0)]


def test_a_query_without_a_vector_gets_a_word_and_the_alternative():
    system = Vectors({"d1": [1, 0]}, {"known": [1, 0]})
    with pytest.raises(ValueError, match="no vector for the query 'other'.* 1 queries.*Lsa"):
        system.search("other")
    assert Vectors({"d1": [1, 0]}, {}, encode=lambda text: [1, 1]).search("other")[0][1] == pytest.approx(0.5**0.5)


@pytest.mark.parametrize(
    ("documents", "queries", "words"),
    [
        ({}, {}, "at least one document"),
        ({"a": [1, 0], "b": [1]}, {}, "same length"),
        ({"a": [1, math.nan]}, {}, "finite"),
        ({"a": ["x", "y"]}, {}, "numbers"),
        ({"a": [1, 0]}, {"q": [1, 0, 0]}, "expected 2 numbers"),
    ],
)
def test_bad_vectors(documents, queries, words):
    with pytest.raises(ValueError, match=words):
        Vectors(documents, queries).search("q")


def test_vectors_from_a_file_that_is_not_there(tmp_path):
    with pytest.raises(ValueError, match="none.npz: there is no such file.*make_vectors"):
        Vectors.load(tmp_path / "none.npz")


# Hybrid and re-ranker ------------------------------------------------------------------------------------------------


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


# What all share ------------------------------------------------------------------------------------------------------

SYSTEMS = {
    "tfidf": TfIdf,
    "bm25": Bm25,
    "lsa": lambda documents: Lsa(documents, 5),
    "rrf": lambda documents: RankFusion([Bm25(documents), TfIdf(documents)]),
    "scores": lambda documents: ScoreFusion([Bm25(documents), TfIdf(documents)]),
    "reranked": lambda documents: Reranker(Bm25(documents), documents, n=5),
}


@pytest.fixture(params=SYSTEMS)
def make(request):
    return SYSTEMS[request.param]


@pytest.mark.filterwarnings("ignore:no document of the run is judged")
def test_results_are_what_evaluate_takes(make):
    system = make(random_texts())
    run = system.run({"q1": "w1 w2", "q2": "w58"}, k=7)
    assert len(run["q1"]) == 7 and all(isinstance(score, float) for score in run["q1"].values())
    table = ratools.evaluate(run, {"q1": {"d01": 1}, "q2": {"d02": 1}}, ["R"])
    assert table["retrieved"].max() == 7
    assert read_run(run)["q1"] == [name for name, _ in system.search("w1 w2", 7)]


def test_best_first_and_ties_by_falling_id(make):
    results = make({"a": "apple pie", "b": "apple pie", "c": "apple pie", "d": "blue sky"}).search("apple pie")
    names = [name for name, _ in results]
    scores = [score for _, score in results]
    assert scores == sorted(scores, reverse=True)
    tied = [name for name, score in results if score == scores[0]]
    assert tied == sorted(tied, reverse=True) and names[-1] != "c"


def test_documents_may_have_titles(make):
    documents = {
        "d1": Document("Apple", "a fruit"),
        "d2": Document("Sky", "is blue"),
        "d3": Document("Sea", "is green"),
    }
    assert make(documents).search("apple")[0][0] == "d1"


def test_queries_may_be_objects(make):
    assert make(FRUIT).run({"q": Query("apple", "any")}) == make(FRUIT).run({"q": "apple"})


def test_unknown_words_find_nothing(make):
    assert make(FRUIT).search("zebra") == [] and make(FRUIT).search("?!") == []


@pytest.mark.parametrize("query", ["", "  \n", None, 3, ["apple"]])
def test_bad_queries(make, query):
    with pytest.raises(ValueError, match="query"):
        make(FRUIT).search(query)


@pytest.mark.parametrize("documents", [{}, None, ["apple"], {"d1": None}, {"d1": 3}, {"d1": ["apple"]}])
def test_bad_documents(make, documents):
    with pytest.raises(ValueError, match="document|collection"):
        make(documents)


@pytest.mark.parametrize("k", [0, -1, 1.5, True])
def test_bad_cut_offs(make, k):
    with pytest.raises(ValueError, match="k must be a whole number"):
        make(FRUIT).search("apple", k)


@pytest.mark.parametrize("queries", [{}, ["apple"], None])
def test_bad_runs(make, queries):
    with pytest.raises(ValueError, match="queries must be a dict"):
        make(FRUIT).run(queries)


def test_empty_documents_do_no_harm(make):
    assert [name for name, _ in make({"d1": "", "d2": "apple", "d3": "pear"}).search("apple")][0] == "d2"
    assert make({"d1": "", "d2": "?"}).search("apple") == []


def test_nothing_that_the_caller_owns_is_changed(make):
    documents = dict(FRUIT)
    queries = {"q": "red apple"}
    make(documents).run(queries)
    assert documents == FRUIT and queries == {"q": "red apple"}


HASH_SEEDS = """
import runpy
tests = runpy.run_path({path!r})
runs = [make(tests["random_texts"]()).run({{"q": "w1 w30 w7 w59"}}) for make in tests["SYSTEMS"].values()]
print(runs)
"""


@pytest.mark.slow
def test_the_same_every_time_whatever_the_hash_seed():
    seen = set()
    for seed in ("0", "1"):
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        command = [sys.executable, "-c", HASH_SEEDS.format(path=__file__)]
        seen.add(subprocess.run(command, env=environment, capture_output=True, check=True).stdout)
    assert len(seen) == 1

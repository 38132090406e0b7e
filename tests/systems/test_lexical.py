"""TF-IDF and BM25 on cases worked out by hand, against their peers, and under bad parameters."""

import math
import random

import pytest

from ratools_course.systems.lexical import Bm25, TfIdf

FRUIT = {"d1": "red red apple", "d2": "green apple", "d3": "blue sky"}
WORDS = [f"w{n}" for n in range(60)]


def random_texts(documents=40, seed=1):
    rng = random.Random(seed)
    return {
        f"d{n:02}": " ".join(rng.choices(WORDS, weights=range(60, 0, -1), k=rng.randint(3, 80)))
        for n in range(documents)
    }


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

"""Dense retrieval on cases worked out by hand, and vectors that do not fit."""

import math

import numpy as np
import pytest

from ratools_course.systems.dense import Lsa, Vectors, sketched_svd, transposed, truncated_svd
from ratools_course.systems.lexical import TfIdf
from tests.systems.test_lexical import random_texts

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
    with pytest.raises(ValueError, match="none.npz: there is no such file.*python -m data.make.vectors"):
        Vectors.load(tmp_path / "none.npz")

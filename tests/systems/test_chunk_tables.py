"""Chunkings side by side: what is retrieved, where the answer may stand, and the table."""

import numpy as np
import pandas as pd
import pytest

import ratools as rt
from ratools_course.systems.bm25 import Bm25
from ratools_course.systems.chunk_tables import (
    CHUNKINGS,
    MEASURES,
    chunk_scores,
    chunk_table,
    cut_documents,
    places,
    retrieved_chunks,
    with_intervals,
)
from ratools_course.systems.chunkers import fixed_chunks, sentence_chunks
from ratools_course.systems.datasets import chunk_documents, chunk_minilm, chunk_questions
from ratools_course.systems.scripts import make_chunk_vectors

DOCUMENTS = {"a": "Red cats purr. Blue dogs bark.", "b": "Cats sleep all day. Nobody knows why."}
QUESTIONS = [
    {"question_id": "q1", "doc_id": "a", "question": "blue dogs", "spans": [[15, 30]], "quotes": ["Blue dogs bark."]},
    {"question_id": "q2", "doc_id": "b", "question": "sleep", "spans": [[5, 10]], "quotes": ["sleep"]},
]


class InOrder:
    """A system that returns the chunks as they come."""

    def __init__(self, chunks):
        self.chunks = chunks

    def search(self, question, k=None):
        return [(name, 1.0) for name in list(self.chunks)[:k]]


def test_chunks_of_all_documents():
    chunks = cut_documents(DOCUMENTS, sentence_chunks)
    assert list(chunks) == [("a", 0, 14), ("a", 15, 30), ("b", 0, 19), ("b", 20, 37)]
    assert chunks["b", 0, 19] == "Cats sleep all day."
    assert cut_documents(chunk_documents("long"), fixed_chunks).keys() > {("m01", 0, 400), ("m05", 400, 800)}


@pytest.mark.parametrize(
    ("k", "budget", "found"),
    [
        (1, None, [("a", 0, 14)]),
        (3, None, [("a", 0, 14), ("a", 15, 30), ("b", 0, 19)]),
        (1, 20, [("a", 0, 14), ("a", 15, 21)]),  # a budget counts characters, whatever k is
        (5, 14, [("a", 0, 14)]),
        (5, 3, [("a", 0, 3)]),
        (5, 1000, [("a", 0, 14), ("a", 15, 30), ("b", 0, 19), ("b", 20, 37)]),
    ],
)
def test_k_chunks_or_a_budget(k, budget, found):
    system = InOrder(cut_documents(DOCUMENTS, sentence_chunks))
    assert retrieved_chunks(system, "any", k, budget) == found


@pytest.mark.parametrize("budget", [0, -1, 2.5, True, "1000"])
def test_a_budget_is_a_number_of_characters(budget):
    with pytest.raises(ValueError, match="budget must be a whole number of characters"):
        retrieved_chunks(InOrder({}), "any", 5, budget)


def test_a_chunking_that_is_not_there_gets_a_sentence():
    with pytest.raises(
        ValueError, match="no chunking 'paragraph'; did you mean 'paragraphs'.*there are whole documents;"
    ):
        CHUNKINGS["paragraph"]


def test_scores_by_hand():
    table = chunk_scores(QUESTIONS, DOCUMENTS, sentence_chunks, InOrder, k=3)  # 14 + 15 + 19 = 48 characters
    first, second = table.loc["q1"], table.loc["q2"]
    assert (first["span_recall"], first["span_precision"], first["span_iou"]) == (1, 15 / 48, 15 / 48)
    assert first["span_precision_omega"] == pytest.approx(15 / 48 * (15 / 48 + 1) / 2)
    assert first["precision_omega_chroma"] == 1 and second["precision_omega_chroma"] == 5 / 19
    assert second["span_recall"] == 1 and second["span_precision"] == 5 / 48
    assert (first["retrieved"], first["characters"]) == (3, 48)


def test_the_same_positions_of_another_document_are_no_answer():
    table = chunk_scores(QUESTIONS, DOCUMENTS, sentence_chunks, InOrder, k=1)  # (a, 0, 14), and q2 wants (b, 5, 10)
    assert table.loc["q2", "span_recall"] == 0 and table.loc["q2", "token_recall"] == 0


def test_words_may_be_found_in_the_wrong_place():
    documents = {"a": "Pay within ten days.", "b": "Return it within ten days."}
    question = {"question_id": "q", "doc_id": "b", "question": "?", "spans": [[10, 25]], "quotes": ["within ten days"]}
    row = chunk_scores([question], documents, sentence_chunks, InOrder, k=1).loc["q"]
    assert row["token_recall"] == 2 / 3 and row["span_recall"] == 0  # "days." is not "days": tokens split at spaces


def test_another_place_will_do():
    assert places(QUESTIONS[0]) == [("a", [(15, 30)])]
    question = QUESTIONS[1] | {"elsewhere": [["a", 0, 3]]}
    assert places(question) == [("b", [(5, 10)]), ("a", [(0, 3)])]
    row = chunk_scores([question], DOCUMENTS, sentence_chunks, InOrder, k=1).loc["q2"]
    assert row["span_recall"] == 1 and row["span_precision"] == 3 / 14
    assert row["precision_omega_chroma"] == 5 / 19  # the better of 5/19 and 3/14


def test_both_parts_of_an_answer_are_needed():
    question = QUESTIONS[0] | {"spans": [[0, 14], [15, 30]]}
    row = chunk_scores([question], DOCUMENTS, sentence_chunks, InOrder, k=1).loc["q1"]
    assert row["span_recall"] == 14 / 29


def test_the_table_agrees_with_summarise_and_the_rows_with_compare():
    chunkings = {"sentences": sentence_chunks, "ten": lambda text: fixed_chunks(text, 10)}
    table = chunk_table(QUESTIONS, DOCUMENTS, chunkings, k=2)
    rows = {name: chunk_scores(QUESTIONS, DOCUMENTS, chunker, k=2) for name, chunker in chunkings.items()}
    assert list(table.index) == ["sentences", "ten"] and table["chunks"].tolist() == [4, 7]
    summary = rt.summarise(rows["ten"][list(MEASURES)], interval="t").loc["span_recall"]
    assert table.loc["ten", ["span_recall", "span_recall_low", "span_recall_high"]].tolist() == pytest.approx(
        [summary["mean"], summary["ci_low"], summary["ci_high"]]
    )
    assert table.loc["ten", "characters"] == rows["ten"]["characters"].mean()
    assert rt.compare(rows, "span_recall").table.loc[0, "n"] == 2


def test_the_table_to_be_read():
    shown = with_intervals(chunk_table(QUESTIONS, DOCUMENTS, {"one": sentence_chunks}, Bm25, budget=15), digits=2)
    assert list(shown) == ["chunks", "characters", *MEASURES]
    assert shown.loc["one", "span_recall"] == "1.00 [1.00, 1.00]"
    assert isinstance(shown, pd.DataFrame)


@pytest.mark.parametrize("name", CHUNKINGS)
def test_what_notebook_11_compares_covers_every_answer(name):
    text = chunk_documents()["m03"].text
    spans = CHUNKINGS[name](text)
    covered = np.zeros(len(text), bool)
    for start, end in spans:
        covered[start:end] = True
    assert all(covered[place] or text[place].isspace() for place in range(len(text)))


def letters(texts):
    """An encoder by hand: how often a text has a, b, …; sixteen copies of it, so that no number is large."""
    counts = np.array([[text.lower().count(chr(97 + place)) for place in range(26)] for text in texts], dtype=float)
    return np.tile(counts / np.linalg.norm(counts, axis=1, keepdims=True) / 4, 16)


def test_vectors_of_chunks(data, capsys):
    with pytest.raises(ValueError, match="minilm.npz: there is no such file; make it with python -m ratools"):
        chunk_minilm({"any": "text"})
    make_chunk_vectors.main(letters)
    assert "texts, 1 questions" in capsys.readouterr().out
    sentences = cut_documents(chunk_documents(), sentence_chunks)
    system = chunk_minilm(sentences)
    question, best = "What colour?", letters(["What colour?"]) @ letters(list(sentences.values())).T
    found = dict(system.search(question))
    assert list(found.values()) == pytest.approx(sorted(best[0], reverse=True), abs=0.01)
    with pytest.raises(ValueError, match=r"1 of 2 chunks have no vector, e.g. 'other'. There are vectors for: whole"):
        chunk_minilm({"same": "Cables are black.", "other": "Cables are blue."})
    table = chunk_table(chunk_questions() * 2, chunk_documents(), {"one": sentence_chunks}, chunk_minilm)
    assert table.loc["one", "characters"] > 0


def test_bytes_move_no_cosine_by_much():
    vectors = np.random.default_rng(3).normal(size=(50, 384))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    coarse = make_chunk_vectors.in_bytes(vectors)
    again = coarse / np.linalg.norm(coarse.astype(float), axis=1, keepdims=True)
    assert coarse.dtype == np.int8 and np.abs(again @ again.T - vectors @ vectors.T).max() < 0.006
    with pytest.raises(ValueError, match="400 steps do not fit into a byte"):
        make_chunk_vectors.in_bytes([[0.0, 1.0]])

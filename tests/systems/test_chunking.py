"""Chunks: what they promise holds for any text; what is retrieved, where the answer may stand, and the table."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import ratools as rt
from data.make import chunk_vectors
from ratools_course.systems.chunking import (
    CHUNKINGS,
    MEASURES,
    answer_spans,
    chunk_scores,
    chunk_table,
    cut_documents,
    fixed_chunks,
    paragraph_chunks,
    recursive_chunks,
    retrieved_chunks,
    sentence_chunks,
    with_intervals,
)
from ratools_course.systems.datasets import chunk_documents, chunk_minilm, chunk_questions
from ratools_course.systems.lexical import Bm25

TEXTS = st.one_of(
    st.text(alphabet="aB1 .!?\n\"')\u2003é", max_size=120),
    st.text(max_size=60),
    st.lists(st.sampled_from(["One two.", "3. Go!", "e.g. this", "\n\n", "\n", " ", "Longlonglong", "(No?)"])).map(
        "".join
    ),
)
SIZES = st.integers(1, 40)


def chunks_of(text, spans):
    return [text[start:end] for start, end in spans]


def holds_what_all_promise(text, spans):
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert spans == sorted(spans) and len(set(spans)) == len(spans)
    covered = set().union(*(range(*span) for span in spans))
    assert all(index in covered for index, letter in enumerate(text) if not letter.isspace())


def holds_what_all_but_fixed_promise(text, spans):
    holds_what_all_promise(text, spans)
    assert all(one[1] <= other[0] for one, other in zip(spans, spans[1:], strict=False)), "no overlap"
    assert all(chunk == chunk.strip() for chunk in chunks_of(text, spans))


@given(TEXTS, SIZES, st.data())
def test_fixed(text, size, data):
    overlap = data.draw(st.integers(0, size - 1))
    spans = fixed_chunks(text, size, overlap)
    holds_what_all_promise(text, spans)
    assert all(end - start == size for start, end in spans[:-1]) and all(end - start <= size for start, end in spans)
    assert all(one[1] - other[0] == overlap for one, other in zip(spans, spans[1:], strict=False))
    assert sorted(set().union(*(range(*span) for span in spans))) == list(range(len(text))), "spaces too"


@given(TEXTS, st.integers(1, 4))
def test_sentences(text, sentences):
    spans = sentence_chunks(text, sentences)
    holds_what_all_but_fixed_promise(text, spans)
    single = sentence_chunks(text)
    assert len(spans) == -(-len(single) // sentences)


@given(TEXTS)
def test_paragraphs(text):
    spans = paragraph_chunks(text)
    holds_what_all_but_fixed_promise(text, spans)
    assert not any("\n\n" in chunk for chunk in chunks_of(text, spans))


@given(TEXTS, SIZES)
@example("a\n\nb", 3)
def test_recursive(text, size):
    spans = recursive_chunks(text, size)
    holds_what_all_but_fixed_promise(text, spans)
    assert all(end - start <= size for start, end in spans)
    assert len(text.strip()) > size or len(spans) <= 1, "what fits is not cut"


@pytest.mark.parametrize("chunker", [fixed_chunks, sentence_chunks, paragraph_chunks, recursive_chunks])
def test_nothing_has_no_chunks_and_no_text_is_refused(chunker):
    assert chunker("") == []
    for wrong in (None, 3, ["a"], b"a"):
        with pytest.raises(ValueError, match="text must be a text"):
            chunker(wrong)


def test_fixed_by_hand():
    assert fixed_chunks("abcdefgh", 4) == [(0, 4), (4, 8)]
    assert fixed_chunks("abcdefgh", 4, 2) == [(0, 4), (2, 6), (4, 8)]  # and no (6, 8): it is all in the last
    assert fixed_chunks("ab", 4, 3) == [(0, 2)]
    assert fixed_chunks("abc", None) == [(0, 3)]


@pytest.mark.parametrize(("size", "overlap"), [(0, 0), (-1, 0), (4, 4), (4, 9), (4, -1), (4, 1.5), (2.5, 0), (4, True)])
def test_bad_sizes(size, overlap):
    with pytest.raises(ValueError, match="overlap|whole number"):
        fixed_chunks("some text", size, overlap)


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One. Two! Three? Four…", ["One.", "Two!", "Three?", "Four…"]),
        ('He said "Stop." Then he left.', ['He said "Stop."', "Then he left."]),
        ("It costs 3.50 euro. Pay e.g. Monday.", ["It costs 3.50 euro.", "Pay e.g. Monday."]),
        ("Do this: 1. Open it. 2. Close it.", ["Do this: 1. Open it.", "2. Close it."]),
        ("1. Open it. 2. Close it.", ["1. Open it.", "2. Close it."]),
        ("Use port 80. Then restart.", ["Use port 80.", "Then restart."]),
        ("call asyncio.run. It returns.", ["call asyncio.run.", "It returns."]),
        ("A title\n\nand a text", ["A title", "and a text"]),
        ("(Really?) Yes.", ["(Really?)", "Yes."]),
    ],
)
def test_sentences_by_hand(text, sentences):
    assert chunks_of(text, sentence_chunks(text)) == sentences


def test_recursive_cuts_at_the_strongest_break_that_serves():
    text = "First part. More.\n\nSecond part is long. It goes on.\n\nabcdefghijklmnopqrstuvwxyz"
    assert chunks_of(text, recursive_chunks(text, 22)) == [
        "First part. More.",
        "Second part is long.",
        "It goes on.",
        "abcdefghijklmnopqrstuv",
        "wxyz",
    ]
    assert recursive_chunks(text, 1000) == [(0, len(text))] and recursive_chunks(text, None) == [(0, len(text))]


# Chunks retrieved, and what they are worth -----------------------------------------------------------------------

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
    assert answer_spans(QUESTIONS[0]) == [("a", [(15, 30)])]
    question = QUESTIONS[1] | {"elsewhere": [["a", 0, 3]]}
    assert answer_spans(question) == [("b", [(5, 10)]), ("a", [(0, 3)])]
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
    assert all(covered[index] or text[index].isspace() for index in range(len(text)))


def letters(texts):
    """An encoder by hand: how often a text has a, b, …; sixteen copies of it, so that no number is large."""
    counts = np.array([[text.lower().count(chr(97 + letter)) for letter in range(26)] for text in texts], dtype=float)
    return np.tile(counts / np.linalg.norm(counts, axis=1, keepdims=True) / 4, 16)


def test_vectors_of_chunks(data, capsys):
    with pytest.raises(ValueError, match="minilm.npz: there is no such file; make it with python -m data.make.chunk"):
        chunk_minilm({"any": "text"})
    chunk_vectors.main(letters)
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
    coarse = chunk_vectors.in_bytes(vectors)
    again = coarse / np.linalg.norm(coarse.astype(float), axis=1, keepdims=True)
    assert coarse.dtype == np.int8 and np.abs(again @ again.T - vectors @ vectors.T).max() < 0.006
    with pytest.raises(ValueError, match="400 steps do not fit into a byte"):
        chunk_vectors.in_bytes([[0.0, 1.0]])

"""The tables of notebook 11, and what its prose and its predictions say of them."""

import pandas as pd
import pytest

import ratools as rt
from ratools_course.lessons.chunks import views as chunk_views
from ratools_course.systems.chunking import CHUNKINGS, chunk_scores
from ratools_course.systems.datasets import chunk_documents, chunk_questions

SENTENCE = "the cat sat on the mat the dog sat on the log"


@pytest.fixture(scope="module")
def collection():
    return chunk_questions(), chunk_documents()


@pytest.fixture(scope="module")
def scores(collection):
    pair = "whole documents", "single sentences"
    return {
        at: {name: chunk_scores(*collection, CHUNKINGS[name], **how) for name in pair}
        for at, how in (("five", {"k": 5}), ("budget", {"budget": 1000}))
    }


@pytest.mark.slow
def test_five_chunks_and_an_equal_budget_have_different_winners(scores):
    five, budget = (chunk_views.side_by_side(scores[at]) for at in ("five", "budget"))
    assert five["recall"].round(3).tolist() == [0.857, 0.492] and budget["recall"].round(3).tolist() == [0.483, 0.573]
    assert round(five["characters"].iloc[0] / five["characters"].iloc[1]) == 36
    assert set(budget["characters"]) == {1000}
    told = chunk_views.defend(scores["budget"])["recall"]
    assert told["wins : losses"] == "6 : 24" and float(told["p"]) < 0.01 and told["difference"] == "-0.090"


def test_defend_wants_two(scores):
    with pytest.raises(ValueError, match="two different chunkings.*got 1: one"):
        chunk_views.defend({"one": scores["five"]["whole documents"]})


def test_shipped_tables_are_those_that_are_computed(scores):
    shipped = chunk_views.shipped_table("BM25, 5 chunks")
    assert list(shipped.index) == list(CHUNKINGS)
    for name, table in scores["five"].items():
        assert shipped.loc[name, "recall"] == round(table["span_recall"].mean(), 3)
        assert shipped.loc[name, "recall_low"] < shipped.loc[name, "recall"] < shipped.loc[name, "recall_high"]
    words = chunk_views.shipped_table("Words and passages, BM25, 5 chunks")
    assert words.loc["fixed 200"].set_index("questions").loc["long", ["token recall", "span recall"]].tolist() == [
        0.420,
        0.216,
    ]
    with pytest.raises(ValueError, match="no table 'BM25, 5 chunk'.*BM25, 5 chunks"):
        chunk_views.shipped_table("BM25, 5 chunk")


def test_what_the_predictions_say():
    found = chunk_views.shipped_table("BM25, 1,000 characters")["recall"]
    assert found.idxmax() == "paragraphs"
    assert chunk_views.shipped_table("MiniLM, 1,000 characters")["recall"].idxmax() == "single sentences"


def test_what_the_notebook_says_of_overlap():
    table, names = chunk_views.shipped_table("BM25, 5 chunks"), list(CHUNKINGS)
    for size in (200, 400, 800):
        plain, doubled = f"fixed {size}", f"fixed {size}, overlap {size // 2}"
        assert names.index(doubled) == names.index(plain) + 1, "the square's number is the circle's and one"
        assert table.loc[doubled, "Chroma's omega"] < table.loc[plain, "Chroma's omega"]
        assert table.loc[doubled, "recall"] - table.loc[plain, "recall"] < 0.03, "little, or nothing"
    overlap = chunk_views.shipped_table("Overlap by half, BM25, 5 chunks").loc[200].set_index("measure")
    assert overlap.loc["precision_omega_chroma", "wins : losses"] == "0 : 112"
    assert float(overlap.loc["span_recall", "p"]) > 0.05


def test_the_lead_of_paragraphs_is_gone_with_another_retriever():
    told = chunk_views.paired("paragraphs", "single sentences")
    assert told.loc["BM25", "p"] == "0.001" and float(told.loc["MiniLM", "p"]) > 0.3
    assert told["paragraphs"].tolist() == [0.665, 0.729] and told["single sentences"].tolist() == [0.573, 0.762]
    wins, losses = map(int, told.loc["MiniLM", "wins : losses"].split(" : "))
    assert wins > losses
    table = chunk_views.by_retriever(["paragraphs", "single sentences"])
    assert table.loc["single sentences", "MiniLM"] == 0.762 and list(table) == ["BM25", "MiniLM"]


def test_one_sentence_counted_in_four_ways():
    table = chunk_views.counted(SENTENCE, (6, 12), (3, 8))
    assert table.loc["places"].tolist() == pytest.approx([2 / 5, 2 / 6, 2 / 9])
    assert table.loc["words, set"].tolist() == pytest.approx([3 / 4, 3 / 5, 3 / 6])
    assert table.loc["words, multiset"].tolist() == pytest.approx([4 / 5, 4 / 6, 4 / 7])
    assert table.loc["words, mixed"].tolist() == pytest.approx([3 / 5, 3 / 6, 3 / 6])


def test_labels_move_when_the_text_is_cut_again(collection):
    question = next(item for item in collection[0] if item["question_id"] == "c05")
    table = chunk_views.holding(question, collection[1], CHUNKINGS)
    assert table["hold the answer"]["fixed 400"] == "3" and table["hold the answer"]["fixed 200"] == "6, 7"
    chunks = CHUNKINGS["fixed 200"](collection[1]["d060"].text)
    assert rt.span_recall([chunks[6], chunks[7]], question["spans"]) == 1.0


def test_the_published_table_is_whole():
    table = chunk_views.published_table()
    assert len(table) == 13 and isinstance(table, pd.DataFrame)
    assert table["omega"].min() == 4.7 and table["omega"].max() == 34.0
    assert table["recall"].max() - table["recall"].min() < table["sd"].min()
    assert (table["text"] == 5 * table["size"]).all()

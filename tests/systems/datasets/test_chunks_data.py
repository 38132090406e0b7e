"""data/chunks: consistent, and every figure of its README is computed."""

import json
import re
from statistics import median

import numpy as np
import pytest

import ratools as rt
from data.make import chunk_tables
from data.make.chunk_tables import AT, compared, of_group, scores
from data.make.chunk_vectors import SHIPPED
from ratools_course.systems import datasets
from ratools_course.systems.chunking import CHUNKINGS, chunk_table, cut_documents, with_intervals

FOLDER = rt.data_dir() / "chunks"
README = (FOLDER / "README.md").read_text(encoding="utf-8")
QUESTIONS = datasets.chunk_questions()
DOCUMENTS = datasets.chunk_documents()
LONG = {item["question_id"] for item in datasets.chunk_questions("long")}


def line(*cells):
    return f"| {' | '.join(map(str, cells))} |"


def in_readme(expected):
    assert expected in README.splitlines(), f"README.md lacks: {expected}"


def test_documents():
    long, short = datasets.chunk_documents("long"), datasets.chunk_documents("short")
    assert list(long) == ["m01", "m02", "m03", "m04", "m05"] and not long.keys() & short.keys()
    assert all(6000 <= len(document.text) <= 12_000 for document in long.values())
    for name, document in long.items():
        in_readme(line(name, document.title, f"{len(document.text):,}", len(questions_of(name))))
    assert {**short, **long} == DOCUMENTS and len(DOCUMENTS) == 165
    texts = " ".join(document.text for document in long.values())
    for code in re.findall(r"\((\d+\.\d)\)", long["m04"].text):
        assert f"### {code} " in long["m04"].text, f"m04 points to {code}, which is not there"
    assert "\r" not in texts and "\t" not in texts


def questions_of(name):
    return [item for item in QUESTIONS if item["doc_id"] == name]


def test_questions():
    file = json.loads((FOLDER / "questions.json").read_text(encoding="utf-8"))
    assert [item["question_id"] for item in file] == [f"c{number:02}" for number in range(1, 69)]
    assert QUESTIONS[:68] == file and len(QUESTIONS) == 140 and len(LONG) == 40
    assert [item["question_id"] for item in QUESTIONS[68:]] == [
        item["question_id"] for item in datasets.answers()[0] if item["type"] == "fact"
    ]
    assert len({item["question"] for item in QUESTIONS}) == 140
    for item in QUESTIONS:
        text = DOCUMENTS[item["doc_id"]].text
        assert [text[start:end] for start, end in item["spans"]] == item["quotes"] and all(item["quotes"])
    repeated = {
        item["question_id"]
        for item in file
        if any(DOCUMENTS[item["doc_id"]].text.count(quote) > 1 for quote in item["quotes"])
    }
    assert {"c04", "c11", "c47"} <= repeated  # told apart by their position alone
    lengths = [sum(end - start for start, end in item["spans"]) for item in QUESTIONS if item["question_id"] in LONG]
    several = [item for item in QUESTIONS if item["question_id"] in LONG and len(item["spans"]) > 1]
    assert f"from {min(lengths)} to {max(lengths)} characters (median {median(lengths):.0f})" in README
    assert f"{len(several)} of the 40 need two or three places" in README
    elsewhere = [item for item in QUESTIONS if item.get("elsewhere")]
    assert f"{len(elsewhere)} questions have such places" in README


def test_one_kind_of_documents():
    assert {item["doc_id"] for item in datasets.chunk_questions("long")} == {"m01", "m02", "m03", "m04", "m05"}
    assert len(datasets.chunk_questions("short")) == 100
    for reader in (datasets.chunk_questions, datasets.chunk_documents):
        with pytest.raises(ValueError, match="length must be 'short', 'long' or None for both, got 'middle'"):
            reader("middle")


@pytest.mark.slow
def test_the_tables_are_remade_line_by_line():
    remade, shipped = chunk_tables.page().splitlines(), (FOLDER / "tables.md").read_text(encoding="utf-8")
    assert shipped.splitlines() == remade, "run python -m data.make.chunk_tables, then see README.md"


def test_the_tables_show_what_chunk_table_gives():
    table = chunk_table(QUESTIONS, DOCUMENTS, {"paragraphs": CHUNKINGS["paragraphs"]}, budget=1000)
    row = with_intervals(table).loc["paragraphs"]
    measures = ["span_recall", "span_precision", "span_iou", "span_precision_omega", "precision_omega_chroma"]
    assert (
        line("paragraphs", row["chunks"], "1000", *row[measures])
        in (FOLDER / "tables.md").read_text(encoding="utf-8").splitlines()
    )


def test_the_stories_as_the_readme_tells_them():
    def recall(name, at):
        return scores(name, "BM25", at)["span_recall"].mean()

    def in_prose(*words):
        for phrase in words:
            assert phrase in README, f"README.md lacks: {phrase}"

    whole, single, *_ = compared("whole documents", "single sentences")
    lengths = [scores(name)["characters"].mean() for name in ("whole documents", "single sentences")]
    in_prose(f"{whole} against {single}", f"{lengths[0] / lengths[1]:.0f} times as much text")
    for at in list(AT)[1:]:
        assert recall("whole documents", at) < recall("single sentences", at) < recall("paragraphs", at)
        first, second, _, p = compared("whole documents", "single sentences", at=at)
        in_prose(f"{first} against {second} at {at} (p {p})")
    at_budget = {name: recall(name, "1,000 characters") for name in CHUNKINGS}
    assert max(at_budget, key=at_budget.get) == "paragraphs" and len(CHUNKINGS) == 11
    in_prose(f"paragraphs have the highest recall at 1,000 characters, {max(at_budget.values()):.3f}")
    for size in (200, 400, 800):
        pair = f"fixed {size}, overlap {size // 2}", f"fixed {size}"
        assert float(compared(*pair, "span_recall")[-1]) > 0.05
        wins_losses = compared(*pair, "precision_omega_chroma")[2]
        assert wins_losses.startswith("0 : ")
        in_prose(f"{wins_losses} at {size}")
    for group, name in (("long", "long"), ("short", "short")):
        table = of_group(scores("fixed 200"), group)
        in_prose(f"{table['token_recall'].mean():.3f} and {table['span_recall'].mean():.3f} on the {name} documents")
    for at in ("5 chunks", "1,000 characters"):
        for name in SHIPPED:
            mean = scores(name, "MiniLM", at)["span_recall"].mean()
            in_prose(f"{name.replace('fixed 400', 'chunks of 400')} have {mean:.3f}")
    help_centre = [len(document.text) for name, document in datasets.chunk_documents("short").items() if name != "d060"]
    in_prose(f"have at most {max(help_centre):,} characters")


def test_vectors():
    with np.load(FOLDER / "minilm.npz", allow_pickle=False) as file:
        vectors, asked = file["vectors"], file["query_vectors"]
        assert file["chunkings"].tolist() == list(SHIPPED) and file["model"] == "all-MiniLM-L6-v2"
    assert vectors.dtype == asked.dtype == np.int8 and asked.shape == (140, 384)
    for name in SHIPPED:
        chunks = cut_documents(DOCUMENTS, CHUNKINGS[name])
        system = datasets.chunk_minilm(chunks)
        assert set(system.ids) == set(chunks) and all(item["question"] in system.queries for item in QUESTIONS), name
    sentence = "Which ports does Buoy need?"
    assert "TCP 7443" in chunks_of(datasets.chunk_minilm(chunks).search(sentence, 3), chunks)
    with pytest.raises(ValueError, match="chunks have no vector, e.g."):
        datasets.chunk_minilm(cut_documents(DOCUMENTS, CHUNKINGS["fixed 200"]))


def chunks_of(found, chunks):
    return " ".join(chunks[name] for name, _ in found)

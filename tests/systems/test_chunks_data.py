"""data/chunks: consistent, and every figure of its README is computed."""

import json
import re
from functools import cache, partial
from statistics import median

import pytest

import ratools as rt
from ratools.systems import datasets
from ratools.systems.bm25 import Bm25
from ratools.systems.chunk_tables import CHUNKINGS, chunk_scores, chunk_table, with_intervals
from ratools.systems.chunkers import fixed_chunks
from ratools.systems.stemmer import english_words

FOLDER = rt.data_dir() / "chunks"
README = (FOLDER / "README.md").read_text(encoding="utf-8")
QUESTIONS = datasets.chunk_questions()
DOCUMENTS = datasets.chunk_documents()
SHOWN = ["chunks", "characters", "span_recall", "span_precision", "span_iou", "span_precision_omega",
         "precision_omega_chroma"]  # fmt: skip
BY_HAND = {f"c{number:02}" for number in range(1, 29)}
LONG = {item["question_id"] for item in datasets.chunk_questions("long")}
GROUPS = {
    "all 140": {item["question_id"] for item in QUESTIONS},
    "c01 to c28": BY_HAND,
    "long documents": LONG,
    "short documents": {item["question_id"] for item in QUESTIONS} - LONG,
}
CHUNKERS = CHUNKINGS | {"fixed 100": partial(fixed_chunks, size=100)}
RETRIEVERS = {"BM25": Bm25, "BM25, English": partial(Bm25, tokenize=english_words)}
AT = {"5 chunks": {"k": 5}, "1,000 characters": {"budget": 1000}, "2,000 characters": {"budget": 2000},
      "4,000 characters": {"budget": 4000}}  # fmt: skip


@cache
def scores(chunking, retriever, at):
    return chunk_scores(QUESTIONS, DOCUMENTS, CHUNKERS[chunking], RETRIEVERS[retriever], **AT[at])


def compared(first, second, measure, group, retriever="BM25", at="5 chunks"):
    """The cells that the README shows of a paired comparison: both means, wins and losses, p."""
    tables = {name: scores(name, retriever, at).loc[lambda table: table.index.isin(GROUPS[group])]
              for name in (first, second)}  # fmt: skip
    row = rt.compare(tables, measure, samples=20_000).table.iloc[0]
    p = "< .0005" if row["p_randomisation"] < 0.0005 else f"{row['p_randomisation']:.3f}"
    return [f"{row['mean_first']:.3f}", f"{row['mean_second']:.3f}", f"{row['wins']} : {row['losses']}", p]


def table_lines(retriever, at, chunkings=CHUNKINGS):
    table = with_intervals(chunk_table(QUESTIONS, DOCUMENTS, chunkings, RETRIEVERS[retriever], **AT[at]))[SHOWN]
    table["characters"] = table["characters"].map("{:.0f}".format)
    return [line(name, *row) for name, row in zip(table.index, table.to_numpy().tolist(), strict=True)]


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
    repeated = [item["question_id"] for item in file
                if any(DOCUMENTS[item["doc_id"]].text.count(quote) > 1 for quote in item["quotes"])]  # fmt: skip
    assert {"c04", "c11", "c47"} <= set(repeated)  # told apart by their position alone
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


@pytest.mark.parametrize("at", ["5 chunks", "1,000 characters"])
def test_the_tables_of_the_readme(at):
    section = README.split(f"**At {at}**")[1]
    for expected in table_lines("BM25", at):
        assert expected in section.split("**At")[0], f"README.md lacks: {expected}"


STORIES = [
    *(("whole documents", "single sentences", group, "BM25", at) for at in AT for group in GROUPS),
    *(("paragraphs", "whole documents", "all 140", "BM25", at) for at in AT),
    *(("whole documents", "single sentences", "all 140", "BM25, English", at) for at in AT),
]


@pytest.mark.parametrize(("first", "second", "group", "retriever", "at"), STORIES)
def test_whole_documents_and_sentences(first, second, group, retriever, at):
    cells = compared(first, second, "span_recall", group, retriever, at)
    in_readme(line(retriever, at, group, f"{first} − {second}", *cells))


@pytest.mark.parametrize("size", [200, 400, 800])
@pytest.mark.parametrize("measure", ["span_recall", "span_precision_omega", "precision_omega_chroma"])
def test_overlap(size, measure):
    in_readme(line(size, measure, *compared(f"fixed {size}, overlap {size // 2}", f"fixed {size}", measure, "all 140")))


@pytest.mark.parametrize("chunking", ["fixed 100", "fixed 200", "fixed 400"])
@pytest.mark.parametrize("group", GROUPS)
def test_words_are_not_the_passage(chunking, group):
    table = scores(chunking, "BM25", "5 chunks").loc[lambda table: table.index.isin(GROUPS[group])]
    fooled = (table["token_recall"] >= 0.5) & (table["span_recall"] == 0)
    means = table[["token_recall", "span_recall"]].mean()
    in_readme(line(chunking, group, *(f"{mean:.3f}" for mean in means), fooled.sum()))


def test_the_stories_as_they_are_told():
    """What the README says in words."""
    recall = {at: {name: scores(name, "BM25", at)["span_recall"].mean() for name in
                   ("whole documents", "single sentences", "paragraphs")} for at in AT}  # fmt: skip
    assert recall["5 chunks"]["whole documents"] > recall["5 chunks"]["single sentences"] + 0.3
    for at in list(AT)[1:]:
        assert recall[at]["whole documents"] < recall[at]["single sentences"] < recall[at]["paragraphs"]
    lengths = [
        scores(name, "BM25", "5 chunks")["characters"].mean() for name in ("whole documents", "single sentences")
    ]
    assert f"{lengths[0] / lengths[1]:.0f} times as much text" in README
    best = chunk_table(QUESTIONS, DOCUMENTS, budget=1000)["span_recall"].idxmax()
    assert best == "paragraphs" and len(CHUNKINGS) == 11 and "of the eleven chunkings, paragraphs" in README
    pair = "whole documents", "single sentences", "span_recall", "all 140", "BM25"
    assert [compared(*pair, at)[-1] for at in list(AT)[1:]] == ["0.016", "0.016", "0.101"]
    help_centre = [len(one.text) for name, one in datasets.chunk_documents("short").items() if name != "d060"]
    assert f"have at most {max(help_centre):,} characters" in README

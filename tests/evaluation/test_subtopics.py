"""Judgements by subtopic, and the measures of diversity that need them."""

import json

import pandas as pd
import pytest

import ratools as rt
from ratools.__main__ import main
from ratools.evaluation.catalogue import BY_SUBTOPIC, parse
from ratools.evaluation.catalogue.examples import INTENTS, PAGE
from ratools.evaluation.formats import read_subtopics

NAMES = ["alpha_nDCG@3", "ERR_IA@3", "StRecall@3"]
ROWS = [("q1", topic, doc, 1) for doc, topics in INTENTS.items() for topic in sorted(topics)]
TEXT = "# query subtopic document grade\n" + "".join(f"{q} {t} {d} {g}\n" for q, t, d, g in [*ROWS, ("q1", 3, "a", 0)])
FRAME = pd.DataFrame(ROWS, columns=["qid", "subtopic", "docno", "rel"])


@pytest.fixture
def files(tmp_path, monkeypatch):
    (tmp_path / "qrels").write_text(TEXT + "q2 1 z 1\nq2 2 y -1\n", encoding="utf-8")
    run = "".join(f"q1 Q0 {doc} 1 {9 - rank} t\n" for rank, doc in enumerate(PAGE))
    (tmp_path / "a.run").write_text(run, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def test_from_files(files):
    table = rt.evaluate("a.run", "qrels", [*NAMES, "α-nDCG(alpha=0.9)@2", "P@3", "AP"])
    assert list(table.columns[:4]) == ["α-nDCG@3", "ERR-IA@3", "subtopic recall@3", "α-nDCG(alpha=0.9)@2"]
    assert table.iloc[0, :3].tolist() == pytest.approx([0.890499, 0.402778, 2 / 3], abs=1e-6)  # ndeval; by hand
    assert table.iloc[0, 3] == rt.alpha_ndcg_at_k(PAGE, INTENTS, 2, alpha=0.9)
    assert table.loc["q1", "P@3"] == 1 and table.loc["q1", "AP"] == rt.average_precision(PAGE, set(INTENTS))
    assert (table.iloc[1, :6] == 0).all(), "q2 went unanswered"
    assert rt.evaluate("a.run", "qrels", NAMES, queries="run").index.tolist() == ["q1"]
    assert rt.summarise(table).loc["α-nDCG@3", "n"] == 2


def test_other_forms_give_the_same(files):
    expected = rt.evaluate("a.run", "qrels", NAMES, queries="run").iloc[0, :3].tolist()
    for qrels in ({"q1": INTENTS}, FRAME, read_subtopics("qrels")):
        assert rt.evaluate({"q1": PAGE}, qrels, NAMES, queries="run").iloc[0, :3].tolist() == expected


def test_depth_and_judged_only(files):
    table = rt.evaluate("a.run", "qrels", ["alpha_nDCG@5", "StRecall"], judged_only=True, depth=4)
    assert table.iloc[0, 0] == rt.alpha_ndcg_at_k(["b", "a", "c"], INTENTS, 5)
    assert table.iloc[0, 1] == rt.subtopic_recall_at_k(["b", "a", "c"], INTENTS)


def test_names():
    for typed, name in (
        ("α-nDCG@20", "α-nDCG@20"),
        ("alpha-ndcg@5", "α-nDCG@5"),
        ("err_ia", "ERR-IA"),
        ("Subtopic recall@3", "subtopic recall@3"),
        ("strec@10", "subtopic recall@10"),
    ):
        assert parse(typed).name == name and parse(parse(typed).name) == parse(typed)
    with pytest.raises(ValueError, match="has no option 'rel'"):
        parse("ERR_IA(rel=2)@5")
    with pytest.raises(ValueError, match="alpha"):
        parse("alpha_nDCG(alpha=2)@5")
    assert len({*BY_SUBTOPIC.values()}) == 3


@pytest.mark.parametrize(
    ("qrels", "words"),
    [
        ({"q1": {"a": 1}}, ["'q1'", "'a'", "subtopics", "got 1"]),
        ({"q1": {"a": "x"}}, ["got 'x'"]),
        ({"q1": {"a"}}, ["dict"]),
        ({"q1": {"a": set()}}, ["empty"]),
        (FRAME.drop(columns="subtopic"), ["no subtopic column"]),
        (7, ["got 7"]),
        (FRAME.assign(subtopic=0), ["no subtopics"]),
        (pd.DataFrame([("q", 1, "a", 1), ("q", 1, "a", 0)], columns=FRAME.columns), ["grade 0", "had 1"]),
    ],
)
def test_what_is_wrong_is_told(qrels, words):
    with pytest.raises(ValueError) as refusal:
        rt.evaluate({"q1": PAGE}, qrels, NAMES)
    assert all(word in str(refusal.value).replace("{document: subtopics}", "dict") for word in words), refusal.value


def test_the_command_line(files, capsys):
    assert main(["trec", "qrels", "a.run", "-m", "alpha_nDCG@3", "-m", "ERR_IA@3", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["α-nDCG@3"] == pytest.approx(0.890499 / 2, abs=1e-6)
    with open("plain", "w", encoding="utf-8") as file:
        file.write("q1 0 a 1\n")
    assert main(["trec", "plain", "a.run", "-m", "StRecall@3"]) == 2
    assert capsys.readouterr().err.startswith("ratools: plain: these judgements have no subtopics")
    assert main(["trec", "qrels", "a.run", "-m", "StRecall@3", "--format", "trec"]) == 2
    assert "no name in trec_eval" in capsys.readouterr().err
    assert main(["measures", "--format", "json"]) == 0
    assert "α-nDCG(alpha)@k" in [row["measure"] for row in json.loads(capsys.readouterr().out)]

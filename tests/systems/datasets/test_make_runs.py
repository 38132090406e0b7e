"""The commands: vectors, runs and predictions, the same bytes every time."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import ratools
from data.make import runs, vectors
from ratools.evaluation.answer_files import score_answers
from ratools.evaluation.formats import read_run
from ratools_course.systems import datasets
from ratools_course.systems.dense import Vectors
from ratools_course.systems.lexical import trec_lines

ROOT = Path(ratools.__file__).parents[1]
NAMES = {"tfidf", "bm25", "bm25_english", "lsa", "rrf", "rrf_english", "reranked", "two_stages"}


def encode(texts):
    """A stand-in for the sentence encoder: how often a, b and c occur."""
    return np.array([[text.count(letter) + 1 for letter in "abc"] for text in texts], dtype=np.float32)


def made(data):
    return {
        path.name: path.read_bytes() for folder in ("runs", "answers/predictions") for path in (data / folder).iterdir()
    }


def test_runs_and_predictions(data):
    runs.main()
    assert {path.stem for path in (data / "runs").iterdir()} == NAMES
    queries = datasets.helpdesk().queries
    for path in (data / "runs").iterdir():
        lines = [line.split() for line in path.read_text().splitlines()]
        assert {fields[5] for fields in lines} == {path.stem} and {fields[1] for fields in lines} == {"Q0"}
        by_rank = {q: [fields[2] for fields in lines if fields[0] == q] for q in queries}
        assert read_run(path) == by_rank, "reading the file gives the order of its ranks"
    assert ratools.evaluate(data / "runs" / "bm25.run", datasets.helpdesk().judgements, ["RR"])["RR"].mean() == 1
    assert list(datasets.answers()[1]) == ["always_abstain", "v1_guess", "v2_sentence", "v3_cut", "v4_abstention"]
    scores = score_answers(data / "answers/predictions/v4_abstention.json", data / "answers/references.json")
    assert scores["exact_match"] == 0.5


@pytest.mark.slow
def test_the_same_bytes_from_the_command_whatever_the_hash_seed(data):
    seen = []
    for seed in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-m", "data.make.runs"]
        subprocess.run(command, env=environment, check=True, capture_output=True)
        seen.append(made(data))
    assert seen[0] == seen[1] and len(seen[0]) == len(NAMES) + 5


def test_with_sentence_vectors(data, capsys):
    vectors.main(encode)
    assert "3 documents, 2 queries" in capsys.readouterr().out
    first = (data / "helpdesk" / "minilm.npz").read_bytes()
    vectors.main(encode)
    assert (data / "helpdesk" / "minilm.npz").read_bytes() == first
    system = Vectors.load(data / "helpdesk" / "minilm.npz")
    assert system.ids == ["d1", "d2", "d3"] and len(system.search("goods back")) == 3
    with np.load(data / "helpdesk" / "minilm.npz", allow_pickle=False) as file:
        assert file["doc_vectors"].dtype == np.float16
    runs.main()
    assert {path.stem for path in (data / "runs").iterdir()} == NAMES | {"minilm"}


def test_vectors_of_other_texts_are_refused(data):
    vectors.main(encode)
    path = data / "helpdesk" / "documents.jsonl"
    path.write_text(path.read_text(encoding="utf-8").replace("black", "white"), encoding="utf-8")
    command = "python -m data.make.vectors"
    with pytest.raises(ValueError, match=f"minilm.npz: made of other texts; run {command}"):
        runs.main()


def test_without_references_only_the_runs_are_made(data):
    (data / "answers" / "references.json").unlink()
    runs.main()
    assert not (data / "answers" / "predictions").exists()


def test_rounding_keeps_file_and_order_together():
    lines = [line.split() for line in trec_lines({"q": {"a": 1.0000004, "b": 1.0, "c": -1e-9}}, "t")]
    assert [(fields[2], fields[4]) for fields in lines] == [("b", "1.000000"), ("a", "1.000000"), ("c", "0.000000")]


def test_predictions_are_json_that_people_can_read(data):
    runs.main()
    text = (data / "answers" / "predictions" / "v2_sentence.json").read_text(encoding="utf-8")
    assert "€ 4.50" in text and json.loads(text)[0]["found_in"] == "d1"

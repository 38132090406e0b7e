"""`ratools explain`: the number of one query, opened up in the terminal."""

import gzip
import json

import pytest

from ratools.__main__ import main
from ratools.evaluation.evaluator import evaluate
from ratools.explanations import explain

QRELS = {"q1": {"a": 2, "b": 0, "c": 3}, "q2": {"z": 1}, "q17": {"a": 1}}
RANKINGS = {"q1": ["a", "b", "c", "x"], "q9": ["c"], "q17": ["y", "a"]}
OTHER = {"q1": ["c", "x"], "q17": ["a"]}


@pytest.fixture
def files(tmp_path):
    """Judgements and two runs, as TREC files."""
    lines = [f"{q} 0 {doc} {grade}" for q, judged in QRELS.items() for doc, grade in judged.items()]
    (tmp_path / "qrels.txt").write_text("\n".join(lines) + "\n")
    for name, rankings in (("here.run", RANKINGS), ("there.run", OTHER)):
        lines = [f"{q} Q0 {doc} {n} {9 - n} t" for q, docs in rankings.items() for n, doc in enumerate(docs, start=1)]
        (tmp_path / name).write_text("\n".join(lines) + "\n")
    return tmp_path


def run(files, capsys, *arguments, qrels="qrels.txt", run="here.run"):
    code = main(["explain", str(files / qrels), str(files / run), *arguments])
    out = capsys.readouterr()
    return code, out.out, out.err


def test_it_prints_the_explanation(files, capsys):
    code, out, err = run(files, capsys, "--query", "q1", "--measure", "nDCG@5")
    assert (code, err) == (0, "")
    assert out.rstrip("\n") == repr(explain("nDCG@5", RANKINGS["q1"], QRELS["q1"]))
    assert "Most is lost by c" in out


@pytest.mark.parametrize("measure", ["AP", "P@3", "RBP(p=0.5)", "IPrec11pt", "Bpref", "mrr"])
def test_its_value_is_the_evaluators(files, capsys, measure):
    table = evaluate(str(files / "here.run"), str(files / "qrels.txt"), [measure])
    code, out, _ = run(files, capsys, "--query", "q17", "-m", measure, "--format", "json")
    assert code == 0
    assert sum(step["term"] for step in json.loads(out)) == pytest.approx(table.iloc[:, 0]["q17"])


def test_min_grade_moves_binary_measures_only(files, capsys):
    assert run(files, capsys, "--query", "q1", "-m", "AP", "--min-grade", "3")[1].startswith("AP(rel=3) = 0.3333\n")
    assert run(files, capsys, "--query", "q1", "-m", "nDCG@5", "--min-grade", "3")[1].startswith("nDCG@5 = 0.8212\n")


def test_two_runs_are_compared(files, capsys):
    code, out, _ = run(files, capsys, "--query", "q1", "-m", "nDCG@5", "--with", str(files / "there.run"))
    assert code == 0
    assert out.startswith("nDCG@5: 0.8212 → 0.7039 (−0.1173)\n")
    assert (
        "largest part of it: a, only here (rank 1), −0.4693, partly made up for by c, from rank 3 to rank 1, +0.352."
        in out
    )


@pytest.mark.parametrize("form", ["csv", "markdown", "json"])
def test_other_forms(files, capsys, form):
    code, out, _ = run(files, capsys, "--query", "q1", "-m", "nDCG", "--format", form)
    assert code == 0 and "gain/discount" in out and "Most is lost" not in out


def test_zipped_and_json_files_with_whole_numbers_for_queries(files, capsys):
    records = [{"query_id": 7, "doc_id": "a", "score": 2}, {"query_id": 7, "doc_id": "b", "score": 1}]
    (files / "q.json").write_text(json.dumps(records))
    (files / "r.json.gz").write_bytes(gzip.compress(json.dumps(records).encode()))
    code, out, _ = run(files, capsys, "--query", "7", "-m", "nDCG", qrels="q.json", run="r.json.gz")
    assert code == 0 and out.startswith("nDCG = 1\n")


BAD = {
    "judged only": (["--query", "q2", "-m", "AP"], "query 'q2' is judged, but"),
    "run only": (["--query", "q9", "-m", "AP"], "nobody judged it"),
    "nearly": (["--query", "q18", "-m", "AP"], "neither in"),
    "suggested": (["--query", "q171", "-m", "AP"], "did you mean 'q17'?"),
    "nothing near": (["--query", "zebra", "-m", "AP"], "there is 'q1'"),
    "measure": (["--query", "q1", "-m", "nDGC@5"], "did you mean nDCG"),
    "cut-off": (["--query", "q1", "-m", "P@0"], "whole number of at least 1"),
    "grade": (["--query", "q1", "-m", "P@1", "--min-grade", "0"], "query 'q1': min_grade must be above 0"),
    "grade above the scale": (["--query", "q1", "-m", "ERR(g_max=1)"], "above g_max=1"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_a_sentence_and_exit_code_2(files, capsys, case):
    arguments, message = BAD[case]
    code, out, err = run(files, capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("ratools: ") and message in err and err.count("\n") == 1


def test_a_missing_file(files, capsys):
    code, _, err = run(files, capsys, "--query", "q1", "-m", "AP", run="nowhere.run")
    assert code == 2 and "there is no such file" in err
    code, _, err = run(files, capsys, "--query", "q1", "-m", "AP", "--with", "nowhere.run")
    assert code == 2 and "there is no such file" in err


def test_help_has_an_example(capsys):
    with pytest.raises(SystemExit) as done:
        main(["explain", "--help"])
    out = capsys.readouterr().out
    assert done.value.code == 0
    assert out.startswith("For rankings: how one number came about, step by step.")
    assert "example: ratools explain qrels.txt bm25.run --query q17 --measure nDCG@5" in out

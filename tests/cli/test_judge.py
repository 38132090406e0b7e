"""`ratools judge`: the page of the judging desk, with and without what notebooks need, and judgements as qrels."""

import http.client
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ratools.__main__ import main
from ratools.assessing.judgement_file import JudgementFile

COMMAND = """
import runpy, sys

class Blocker:
    def find_spec(self, name, *rest):
        if name.partition(".")[0] in {blocked!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Blocker())
sys.argv = {arguments!r}
runpy.run_module("ratools", run_name="__main__")
"""


@pytest.fixture
def files(tmp_path, monkeypatch):
    """A query, two documents and a run; the current folder for the test."""
    monkeypatch.chdir(tmp_path)
    Path("q.csv").write_text("query_id,query\nq1,one\n")
    Path("d.jsonl").write_text('{"doc_id": "a", "text": "x"}\n{"doc_id": "b", "text": "y"}\n')
    Path("a.run").write_text("q1 Q0 a 1 2.0 x\nq1 Q0 b 2 1.0 x\n")
    return tmp_path


def answer(port, method, address, body=None):
    """The text that the page's server answers."""
    connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=10)
    connection.request(method, address, body=body, headers={"Content-Type": "application/json"})
    text = connection.getresponse().read().decode()
    connection.close()
    return text


@pytest.mark.parametrize(
    "blocked", [(), ("anywidget", "ipywidgets", "traitlets", "IPython")], ids=["all", "no widgets"]
)
def test_the_page_takes_a_grade(files, blocked):
    options = "judge a.run --queries q.csv --documents d.jsonl --judge Ada --out j.csv --no-browser".split()
    code = COMMAND.format(blocked=blocked, arguments=["ratools", *options, "--scale", "0=no, 1=yes"])
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    running = subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, text=True)
    try:
        lines = [running.stdout.readline() for _ in range(3)]
        assert lines[0] == "2 pairs left; the pace is known after six.\n" and "j.csv" in lines[2]
        port, token = re.fullmatch(r"Open http://127\.0\.0\.1:(\d+)/\?token=(\S+)\n", lines[1]).groups()
        page = answer(port, "GET", f"/?token={token}")
        state = re.search(r'class="ratools-state"[^>]*>(.*?)</script>', page, re.DOTALL).group(1)
        grade = {"id": "1", "action": "grade", "grade": 1, "turn": json.loads(state)["view"]["turn"]}
        assert json.loads(answer(port, "POST", f"/request?token={token}", json.dumps(grade)))["left"] == 1
    finally:
        running.kill()
        running.wait(10)
        running.stdout.close()
    assert list(JudgementFile("j.csv").grades("Ada").values()) == [1]


def test_judgements_as_trec_qrels(files, capsys):
    file = JudgementFile("j.csv")
    file.append("Ada", "q1", "a", "grade", 3)
    file.append("Ada", "q1", "b", "grade", 0)
    assert main(["judge", "--out", "j.csv", "--qrels", "qrels.txt"]) == 0
    assert capsys.readouterr().out == "2 grades of 1 query in qrels.txt\n"
    assert Path("qrels.txt").read_text().split() == "q1 0 a 3 q1 0 b 0".split()
    assert main(["trec", "qrels.txt", "a.run", "-m", "nDCG@10"]) == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["a.run"], "name --queries FILE and --documents FILE"),
        (["--queries", "q.csv", "--documents", "d.jsonl"], "name at least one run, or --pairs FILE, or --adjudicate"),
        (["no.run", "--queries", "q.csv", "--documents", "d.jsonl"], "no.run: there is no such file"),
        (["a.run", "--queries", "q.csv", "--documents", "d.jsonl", "--scale", "good"], "--scale: write grades with"),
        (["a.run", "--queries", "q.csv", "--documents", "d.jsonl", "--depth", "0"], "depth must be a whole number"),
        (["a.run", "--queries", "q.csv", "--documents", "d.jsonl", "--port", "99999"], "--port 99999: cannot be used"),
        (["--out", "none.csv", "--qrels", "x"], "none.csv: there is no such file"),
    ],
)
def test_what_the_command_refuses(files, capsys, arguments, sentence):
    assert main(["judge", *arguments]) == 2
    assert sentence in capsys.readouterr().err

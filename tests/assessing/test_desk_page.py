"""The judging desk as a local page: only for this machine, only with the token; and the files that it reads."""

import http.client
import json
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from ratools.__main__ import main
from ratools.assessing import judgements
from ratools.assessing.desk_page import DeskServer, read_documents, read_pairs, read_queries
from ratools.assessing.desk_work import DeskWork
from ratools.assessing.judgement_file import JudgementFile

NASTY = "</script><script>window.broken = 1</script>"
QUERIES = {"q1": f"reset {NASTY}"}
DOCS = {"a": f"{NASTY} مرحبا 👩‍👧", "b": ""}


@pytest.fixture
def server(tmp_path):
    running = DeskServer(DeskWork(QUERIES, DOCS, [{"q1": ["a", "b"]}], path=tmp_path / "j.csv"))
    threading.Thread(target=running.serve_forever, daemon=True).start()
    yield running
    running.shutdown()
    running.server_close()


def ask(server, method="GET", path="/", body=None, token=None, **headers):
    """(status, headers, text) of one request."""
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=10)
    address = f"{path}?token={server.token if token is None else token}"
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, address, body=body, headers=headers)
    answer = connection.getresponse()
    found = answer.status, dict(answer.headers), answer.read().decode()
    connection.close()
    return found


def post(server, message, **headers):
    headers = {"Content_Type": "application/json", **headers}
    return ask(server, "POST", "/request", json.dumps(message), **headers)


def test_the_page_and_a_grade(server, tmp_path):
    status, headers, page = ask(server)
    assert status == 200 and "default-src 'none'" in headers["Content-Security-Policy"]
    assert headers["Cache-Control"] == "no-store" and headers["Referrer-Policy"] == "no-referrer"
    assert (
        server.server_address[0] == "127.0.0.1"
        and NASTY not in page
        and "http" not in re.sub(r"//.*|/\*.*?\*/", "", page)
    )
    state = json.loads(re.search(r'class="ratools-state"[^>]*>(.*?)</script>', page, re.DOTALL).group(1))
    assert state["view"]["pair"]["query"] == QUERIES["q1"] and state["settings"]["page"] is True
    status, _, text = post(server, {"id": "1", "action": "grade", "grade": 2, "turn": state["view"]["turn"]})
    assert status == 200 and json.loads(text)["left"] == 1 and json.loads(text)["answered"] == "1"
    assert list(judgements(tmp_path / "j.csv")["q1"].values()) == [2]


def test_who_has_no_token_or_names_another_host_is_refused(server, tmp_path):
    for options in [{"token": ""}, {"token": "x" * 32}, {"token": server.token + "x"}, {"Host": "evil.example"},
                    {"Host": f"evil.example:{server.server_port}"}, {"Host": "127.0.0.1:1"}]:  # fmt: skip
        status, _, text = ask(server, **options)
        assert status == 403 and "reset" not in text, options
        message = json.dumps({"action": "grade", "grade": 1, "turn": 1})
        assert ask(server, "POST", "/request", message, Content_Type="application/json", **options)[0] == 403
    assert not (tmp_path / "j.csv").exists()


def test_requests_that_are_none(server, tmp_path):
    turn = {"action": "grade", "grade": 1, "turn": 1}
    assert post(server, turn, Origin="http://evil.example")[0] == 400
    assert post(server, turn, Content_Type="text/plain")[0] == 400, "another page could send it without asking"
    assert post(server, turn, Content_Length="10000000")[0] == 400
    for message in ([1], "grade", {"action": "format"}, {"action": "grade", "note": 5}):
        assert post(server, message)[0] == 400
    assert ask(server, "POST", "/request", "{", Content_Type="application/json")[0] == 400
    assert ask(server, path="/etc/passwd")[0] == 404 and ask(server, "PUT")[0] == 501
    assert not (tmp_path / "j.csv").exists()


def test_the_page_needs_no_widgets(tmp_path):
    """`pip install ratools` is enough: what notebooks need is not loaded."""
    code = f"""
import sys
for name in ("anywidget", "ipywidgets", "traitlets", "IPython", "matplotlib"):
    sys.modules[name] = None
from ratools.assessing.desk_page import DeskServer
from ratools.assessing.desk_work import DeskWork
server = DeskServer(DeskWork({{"q": "?"}}, {{"d": "x"}}, [{{"q": ["d"]}}], path={str(tmp_path / "j.csv")!r}))
print(server.page("n").count("Judging desk"))
server.server_close()
"""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert done.stderr == "" and int(done.stdout) > 1


QUERY_FILES = {
    "q.csv": 'query_id,query\nq1,"one, two"\n2,three\n',
    "q.tsv": "qid\ttext\nq1\tone, two\n2\tthree\n",
    "q.json": '{"q1": "one, two", "2": "three"}',
    "rows.json": '[{"id": "q1", "query": "one, two"}, {"id": 2, "query": "three"}]',
    "q.jsonl": '{"_id": "q1", "text": "one, two"}\n\n{"_id": 2, "text": "three"}\n',
}


@pytest.mark.parametrize("name", QUERY_FILES)
def test_queries_in_many_files(tmp_path, name):
    (tmp_path / name).write_text(QUERY_FILES[name])
    assert read_queries(tmp_path / name) == {"q1": "one, two", "2": "three"}


def test_documents_in_many_files(tmp_path):
    long = "word " * 100_000
    (tmp_path / "d.jsonl").write_text(
        json.dumps({"doc_id": "a", "title": "T", "text": long}) + '\n{"id": 2, "text": ""}\n'
    )
    (tmp_path / "d.csv").write_text(f'docid,contents\na,"{long}\nline two"\n2,\n')
    (tmp_path / "d.json").write_text('{"a": "text"}')
    assert read_documents(tmp_path / "d.jsonl") == {"a": {"title": "T", "text": long}, "2": {"title": "", "text": ""}}
    assert read_documents(tmp_path / "d.csv")["a"] == {"title": "", "text": f"{long}\nline two"}
    assert read_documents(tmp_path / "d.json") == {"a": "text"}
    (tmp_path / "p.csv").write_text("query,document\nq1,a\nq1,b\nq2,a\nq1,a\n")
    assert read_pairs(tmp_path / "p.csv") == {"q1": ["a", "b"], "q2": ["a"]}


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("q.csv", "a,b\n1,2\n", "q.csv, row 1: needs query_id and query, has a, b"),
        ("q.csv", "query_id,query\n1,x\n1,y\n", "row 2: query '1' is there twice"),
        ("q.json", "{", "q.json: is not JSON"),
        ("q.json", "3", "q.json: must hold an object or a list"),
        ("q.jsonl", '{"id": 1, "text": "x"}\n[1]\n', "every line must be a JSON object"),
        ("q.jsonl", '{"id": 1, "text": "x"}\nx\n', "q.jsonl:2: is not JSON"),
        ("q.csv", "", "the file is empty"),
    ],
)
def test_files_that_do_not_fit(tmp_path, name, content, sentence):
    (tmp_path / name).write_text(content)
    with pytest.raises(ValueError, match=re.escape(name)) as caught:
        read_queries(tmp_path / name)
    assert sentence in str(caught.value)


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("q.csv").write_text("query_id,query\nq1,one\n")
    Path("d.jsonl").write_text('{"doc_id": "a", "text": "x"}\n{"doc_id": "b", "text": "y"}\n')
    Path("a.run").write_text("q1 Q0 a 1 2.0 x\nq1 Q0 b 2 1.0 x\n")
    return tmp_path


def test_ratools_judge_from_the_command_line(files):
    command = [sys.executable, "-m", "ratools", "judge", "a.run", "--queries", "q.csv", "--documents", "d.jsonl",
               "--judge", "Ada", "--out", "j.csv", "--scale", "0=no, 1=yes", "--no-browser"]  # fmt: skip
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    running = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        said = [running.stdout.readline() for _ in range(3)]
        assert said[0] == "2 pairs left; the pace is known after six.\n" and "j.csv" in said[2]
        port, token = re.fullmatch(r"Open http://127\.0\.0\.1:(\d+)/\?token=(\S+)\n", said[1]).groups()
        there = type("There", (), {"server_port": int(port), "token": token})
        state = re.search(r'class="ratools-state"[^>]*>(.*?)</script>', ask(there)[2], re.DOTALL).group(1)
        turn = json.loads(state)["view"]["turn"]
        assert json.loads(post(there, {"id": "1", "action": "grade", "grade": 1, "turn": turn})[2])["left"] == 1
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

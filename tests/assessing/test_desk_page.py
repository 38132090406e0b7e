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

from ratools.assessing import judgements
from ratools.assessing.desk_page import DeskServer, read_documents, read_pairs, read_queries
from ratools.assessing.desk_work import DeskWork

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

"""The judging desk as a local page, for people without a notebook: standard library only, for this machine alone.

The server listens on the loopback address; every request must name this host and carry the token that is in the
address, so that neither another machine nor another page in the browser can read or grade.
"""

import csv
import hmac
import io
import json
import secrets
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from ratools.assessing.desk_work import checked_request, documents_of
from ratools.errors import UsageError
from ratools.evaluation.formats import read_bytes
from ratools.html_shell import SCREEN, html_page
from ratools.words import short

STATIC = Path(__file__).parent / "static"
THEME = Path(__file__).parents[1] / "static" / "theme.css"
LARGEST = 100_000  # bytes of a request
QUERY_IDS = ("query_id", "qid", "id", "_id", "q_id", "query-id")
QUERY_TEXTS = ("query", "text", "question", "title")


class DeskServer(ThreadingHTTPServer):
    """A desk's page on 127.0.0.1; `address` is where to open it."""

    daemon_threads = True

    def __init__(self, work, port=0, highlight=False):
        self.work, self.highlight, self.lock = work, highlight, threading.Lock()
        self.token = secrets.token_urlsafe(24)
        super().__init__(("127.0.0.1", port), Handler)
        self.hosts = {f"{name}:{self.server_port}" for name in ("127.0.0.1", "localhost")}
        self.address = f"http://127.0.0.1:{self.server_port}/?token={self.token}"

    def page(self, nonce):
        """The whole page in one piece."""
        with self.lock:
            state = {"settings": self.work.settings(self.highlight, page=True), "view": self.work.view(), "request": {}}
        css = THEME.read_text(encoding="utf-8") + (STATIC / "desk.css").read_text(encoding="utf-8") + PAGE_STYLE
        code = "".join((STATIC / name).read_text(encoding="utf-8") for name in ("desk.js", "desk_page.js"))
        data = json.dumps(state).replace("<", "\\u003c")
        title, body = f"Judging desk: {self.work.judge}", BODY.format(nonce=nonce, code=code, data=data)
        return html_page(title, body, style=css, head=SCREEN, nonce=nonce)

    def answer(self, message):
        """The view after what the page asked for."""
        with self.lock:
            return self.work.act(checked_request(message))


PAGE_STYLE = """
body { margin: 1.5rem auto; max-width: 820px; padding: 0 1rem; font-family: system-ui, sans-serif; }
@media (max-width: 480px) { body { margin: 0; padding: 0; } }
.rtj-document { height: clamp(200px, 50vh, 640px); }
"""
BODY = """
<main><p>The judging desk needs JavaScript.</p></main>
<script type="application/json" class="ratools-state" nonce="{nonce}">{data}</script>
<script type="module" nonce="{nonce}">
{code}
</script>
"""


class Handler(BaseHTTPRequestHandler):
    """GET / is the page, POST /request takes what the judge does."""

    server_version, sys_version = "ratools", ""

    def do_GET(self):
        if not self._allowed("/"):
            return
        nonce = secrets.token_urlsafe(16)
        policy = (
            f"default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; img-src data:; "
            "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
        self._send(200, "text/html; charset=utf-8", self.server.page(nonce), {"Content-Security-Policy": policy})

    def do_POST(self):
        if not self._allowed("/request"):
            return
        size = self.headers.get("Content-Length", "")
        kind = self.headers.get("Content-Type", "").split(";")[0]
        origin = urlsplit(self.headers.get("Origin", f"http://{self.headers['Host']}")).netloc
        if not size.isdecimal() or int(size) > LARGEST or kind != "application/json" or origin != self.headers["Host"]:
            return self._send(400, "text/plain", "a request must be a small JSON text from this page")
        try:
            view = self.server.answer(json.loads(self.rfile.read(int(size))))
        except ValueError as error:
            return self._send(400, "text/plain; charset=utf-8", str(error))
        self._send(200, "application/json", json.dumps(view))

    def _allowed(self, path):
        """Whether this host was named and the token is right; else the refusal was sent."""
        parts = urlsplit(self.path)
        token = parse_qs(parts.query).get("token", [""])[0]
        right_token = hmac.compare_digest(token.encode(), self.server.token.encode())
        if self.headers.get("Host") not in self.server.hosts or not right_token:
            self._send(403, "text/plain", "open the address that ratools judge printed, with its token")
        elif parts.path != path:
            self._send(404, "text/plain", "there is no such page")
        else:
            return True
        return False

    def _send(self, code, kind, text, headers=None):
        data = text.encode("utf-8", errors="replace")
        self.send_response(code)
        always = {
            "Content-Type": kind,
            "Content-Length": str(len(data)),
            "Cache-Control": "no-store",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
        }
        for name, value in (always | (headers or {})).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        """Nothing: the address with its token would be in every line."""


# Files ---------------------------------------------------------------------------------------------------------------


def read_queries(path):
    """{id: text} of a CSV or TSV with query_id and query, or of JSON: {id: text} or a list of rows."""
    rows = _rows(path)
    if isinstance(rows, dict):
        return rows
    queries = {}
    for number, row in enumerate(rows, start=1):
        ids, text = ([name for name in names if name in row] for names in (QUERY_IDS, QUERY_TEXTS))
        if not ids or not text:
            raise UsageError(f"{path}, row {number}: needs query_id and query, has {', '.join(map(str, row))}")
        if str(row[ids[0]]) in queries:
            raise UsageError(f"{path}, row {number}: query {row[ids[0]]!r} is there twice")
        queries[str(row[ids[0]])] = str(row[text[0]])
    return queries


def read_documents(path):
    """{id: document} of JSON Lines, CSV, TSV or JSON with doc_id, text and perhaps title."""
    rows = _rows(path)
    return rows if isinstance(rows, dict) else documents_of(rows, path)


def _rows(path):
    """A list of dicts, or one dict of JSON."""
    try:
        text = bytes(read_bytes(Path(path))).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError(f"{path}: is not UTF-8 text") from None
    name = str(path).removesuffix(".gz")
    if name.endswith((".csv", ".tsv")):
        csv.field_size_limit(2**31 - 1)  # a document may be long
        return list(csv.DictReader(io.StringIO(text, newline=""), delimiter="\t" if name.endswith(".tsv") else ","))
    if name.endswith(".json"):
        return _parsed(text, path)
    lines = enumerate(text.split("\n"), start=1)
    rows = [_parsed(line, f"{path}:{number}") for number, line in lines if line.strip()]
    if not all(isinstance(row, dict) for row in rows):
        raise UsageError(f'{path}: every line must be a JSON object, such as {{"doc_id": "d1", "text": "…"}}')
    return rows


def _parsed(text, location):
    try:
        value = json.loads(text)
    except ValueError as error:
        raise UsageError(f"{location}: is not JSON: {error}") from None
    if not isinstance(value, (dict, list)):
        raise UsageError(f"{location}: must hold an object or a list, got {short(value)}")
    return value


def read_pairs(path):
    """{query: [document, …]} of a CSV with query and document, such as `ratools gate --to-judge` writes."""
    pairs = {}
    for number, row in enumerate(_rows(path), start=1):
        if not {"query", "document"} <= set(row):
            raise UsageError(
                f"{path}, row {number}: needs the columns query and document, has {', '.join(map(str, row))}"
            )
        pairs.setdefault(row["query"], {})[row["document"]] = None
    return {query: list(docs) for query, docs in pairs.items()}

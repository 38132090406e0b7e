"""A student made of code: joins, starts a server, runs cells and saves files as a browser does."""

import http.cookiejar
import json
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

import websocket


class Student:
    """One browser's worth of cookies, and what a student does with them."""

    def __init__(self, address, name, password="a long password"):
        self.address, self.name, self.password = address, name, password
        self.cookies = http.cookiejar.CookieJar()
        handlers = urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(self.cookies)
        self.browser = urllib.request.build_opener(*handlers)
        self.kernels = {}

    # ------------------------------------------------------------ requests

    def open(self, path, data=None, method=None, seconds=180):
        """Status, address at the end of all redirects, and text; `data` is a form, or with a method JSON."""
        headers = {"Sec-Fetch-Mode": "navigate"} if method is None else {"Sec-Fetch-Mode": "cors"}
        if data is not None or method:
            headers["X-XSRFToken"] = self.token(path)
        if method and data is not None:
            headers["Content-Type"], data = "application/json", json.dumps(data).encode()
        elif data is not None:
            data = urllib.parse.urlencode(data | {"_xsrf": self.token(path)}).encode()
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        try:
            with self.browser.open(request, timeout=seconds) as answer:
                return answer.status, answer.url, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.url, error.read().decode(errors="replace")

    def api(self, method, path, data=None, **options):
        """The JSON that the student's own server answers; anything but success is an error."""
        status, _, text = self.open(f"/user/{self.name}/api/{path}", data, method, **options)
        if status >= 300:
            raise RuntimeError(f"{self.name}: {method} {path} gave {status}: {text[:300]}")
        return json.loads(text) if text else None

    def token(self, path):
        """The value against forged requests that belongs to a path."""
        found = [cookie for cookie in self.cookies if cookie.name == "_xsrf" and path.startswith(cookie.path)]
        return max(found, key=lambda cookie: len(cookie.path)).value if found else ""

    # ------------------------------------------------------------ coming in

    def join(self, code=""):
        """Fill in the login form; the text of the error that it shows, or nothing."""
        self.open("/hub/login")
        fields = {"username": self.name, "code": code, "password": self.password}
        status, _, text = self.open("/hub/login?next=%2Fhub%2Fhome", fields)
        if status < 400:
            return ""
        return text.partition('class="login_error">')[2].partition("</p>")[0] or f"status {status}"

    def start(self, seconds=180):
        """Start the server and wait until JupyterLab answers."""
        end = time.monotonic() + seconds
        self.open("/hub/home")
        while time.monotonic() < end:  # a server that was killed counts as running until the hub looks again
            status, _, text = self.open(f"/hub/api/users/{self.name}/server", {}, "POST")
            if status not in (201, 202) and "already running" not in text and "pending" not in text:
                raise RuntimeError(f"{self.name}: the server did not start, {status}: {text[:300]}")
            status, url, text = self.open(f"/user/{self.name}/lab")
            if status == 200 and f"/user/{self.name}/lab" in url and "jupyter-config-data" in text:
                return
            time.sleep(0.5)
        raise RuntimeError(f"{self.name}: no JupyterLab within {seconds} s, but {status} {url} {text[:300]}")

    # ------------------------------------------------------------ working

    def kernel(self, notebook):
        """The open kernel of a notebook: its id and its socket."""
        if notebook not in self.kernels:
            wanted = {"path": notebook, "name": notebook, "type": "notebook", "kernel": {"name": "python3"}}
            id = self.api("POST", "sessions", wanted)["kernel"]["id"]
            path = f"/user/{self.name}/api/kernels/{id}/channels"
            cookies = [cookie for cookie in self.cookies if path.startswith(cookie.path)]
            cookies.sort(key=lambda cookie: len(cookie.path))
            header = "; ".join(f"{cookie.name}={cookie.value}" for cookie in cookies)
            where = f"{self.address.replace('http', 'ws', 1)}{path}?session_id={uuid.uuid4().hex}"
            where += f"&_xsrf={urllib.parse.quote(self.token(path))}"
            options = {"cookie": header, "origin": self.address, "http_no_proxy": ["*"], "timeout": 180}
            self.kernels[notebook] = websocket.create_connection(where, **options)
        return self.kernels[notebook]

    def run(self, code, notebook="05_ndcg.ipynb", seconds=180):
        """Run code in a notebook's kernel: all that it printed or showed as text; an error in it is a RuntimeError."""
        socket, id, texts, failed = self.kernel(notebook), uuid.uuid4().hex, [], None
        header = {"msg_id": id, "msg_type": "execute_request", "username": "", "session": id, "version": "5.3"}
        content = {"code": code, "silent": False, "store_history": True, "allow_stdin": False, "stop_on_error": True}
        message = {"header": header, "parent_header": {}, "metadata": {}, "content": content, "channel": "shell"}
        socket.send(json.dumps(message))
        end, waiting = time.monotonic() + seconds, {"reply", "idle"}
        while waiting:
            if time.monotonic() > end:
                raise TimeoutError(f"{self.name}: a cell took longer than {seconds} s: {code[:200]}")
            answer = json.loads(socket.recv())
            kind, content = answer["header"]["msg_type"], answer["content"]
            if kind == "status" and content["execution_state"] in ("restarting", "dead", "autorestarting"):
                raise RuntimeError(f"{self.name}: the kernel ended while it ran {code[:200]}")
            if answer["parent_header"].get("msg_id") != id:
                continue
            if kind == "stream":
                texts.append(content["text"])
            elif kind in ("execute_result", "display_data"):
                texts.append(content["data"].get("text/plain", "") + "\n" + content["data"].get("text/html", ""))
            elif kind == "error":
                failed = f"{self.name}: {content['ename']}: {content['evalue']}"
            elif kind == "execute_reply":
                waiting.discard("reply")
            elif kind == "status" and content["execution_state"] == "idle":
                waiting.discard("idle")
        if failed:
            raise RuntimeError(failed)
        return "".join(texts)

    def read(self, path):
        """A file's content: a notebook as a dict, anything else as text."""
        return self.api("GET", f"contents/{path}")["content"]

    def save(self, path, content):
        """Save a file; a dict is a notebook."""
        kind = "notebook" if isinstance(content, dict) else "file"
        format = "json" if kind == "notebook" else "text"
        return self.api("PUT", f"contents/{path}", {"type": kind, "format": format, "content": content})

    def run_notebook(self, path):
        """Run every code cell of one's own copy and save it; how many there were."""
        book = self.read(path)
        cells = [cell for cell in book["cells"] if cell["cell_type"] == "code"]
        for number, cell in enumerate(cells, start=1):
            self.run("".join(cell["source"]), path)
            cell["execution_count"] = number
        self.save(path, book)
        return len(cells)

    def close(self):
        """Close the sockets."""
        for socket in self.kernels.values():
            socket.close()
        self.kernels.clear()

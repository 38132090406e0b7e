"""A real JupyterLab and a real Chromium, started once for all browser tests, and a notebook to hold on to.

    def test_it(open_notebook):
        notebook = open_notebook("00_start_here.ipynb")
        notebook.run_all()
        assert notebook.errors() == []
        notebook.screenshot("light")  # with RATOOLS_PICTURES=1 it is kept in artefacts/

`notebook.page` is Playwright's page, for clicks and keys; `notebook.run_js` sees Lab's own objects, and
`notebook.python(code)` gives the JSON that the kernel prints, once the kernel has heard all that the page had to say.
What the page or the kernel will say a moment later is waited for and then compared: `notebook.becomes(code, wanted)`,
or a function in place of the code. `make_notebook(name, *cells)` makes one for a test, and
`axe(page, selector)` tells what axe-core finds wrong for readers with a screen reader or weak sight. A module with a
fixture `folder` of static pages opens them with `visit(name, way)`, over http or from the file.
`RATOOLS_BROWSER=required` turns a missing Chromium or axe-core from a skip into a failure.
"""

import contextlib
import functools
import http.server
import importlib.util
import io
import itertools
import json
import os
import shutil
import socket
import subprocess
import sys
import tarfile
import threading
import time
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from PIL import Image

ROOT = Path(__file__).parents[2]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
)
# The last flag is a wall: no name resolves, so that nothing could leave the machine even if a page tried.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
]
AXE = "axe-core@4"
COLOURS = ["color-contrast", "link-in-text-block"]
PICTURES = os.environ.get("RATOOLS_PICTURES")  # they take a minute and a half, and are for people to look at
PATIENCE = 30  # seconds that a test waits for what must come, on a machine that may be busy
LAB_SETTINGS = {
    # else cells that are off the screen are not in the page
    "@jupyterlab/notebook-extension/tracker": {"windowingMode": "none"},
    "@jupyterlab/apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
}


def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium():
    """Where Chromium or Chrome is."""
    found = [path for path in map(shutil.which, NAMES) if path] + [path for path in PLACES if Path(path).exists()]
    if found:
        return found[0]
    missing("no Chromium or Chrome found (Debian: apt install chromium); browser tests did not run")


def missing(reason):
    """Skip, or fail where the browser is required."""
    if os.environ.get("RATOOLS_BROWSER") == "required":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def browser(chromium):
    """Chromium, driven by Playwright."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield running
        running.close()


def course_in(root):
    """The course.py of a folder, as a module."""
    spec = importlib.util.spec_from_file_location("course_for_browser", root / "course.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def hermetic(home):
    """An environment in which Jupyter sees none of this user's settings."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("JUPYTER", "PYTEST", "IPYTHON"))}
    folders = ("JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR")
    folders += ("JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    env.update({name: str(home / name.lower()) for name in folders}, JUPYTER_PREFER_ENV_PATH="1")
    env["RATOOLS_PROGRESS"] = str(home / "progress.jsonl")  # or notebook 00 would count what was done in the browser
    for name, settings in LAB_SETTINGS.items():
        path = home / "jupyterlab_settings_dir" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(settings))
    return env


def free_port():
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


@pytest.fixture(scope="session")
def course(tmp_path_factory):
    """A fresh working copy, as a learner would get it: its course.py as a module."""
    root = tmp_path_factory.mktemp("lab") / "a course"
    for part in ("notebooks", "data"):
        if (ROOT / part).exists():
            shutil.copytree(ROOT / part, root / part, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    shutil.copy(ROOT / "course.py", root)
    module = course_in(root)
    module.lay_out()
    return module


@pytest.fixture(scope="session")
def make_notebook(course):
    """A function that puts a notebook where JupyterLab serves it: code as text, or whole cells as dicts."""

    def maker(name, *cells):
        blank = {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": []}
        cells = [blank | ({"source": cell} if isinstance(cell, str) else cell) for cell in cells]
        cells = [cell | {"id": f"cell-{n}"} for n, cell in enumerate(cells)]
        kernel = {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}
        notebook = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
        (course.MY_COURSE / name).write_text(json.dumps(notebook), encoding="utf-8")
        return name

    return maker


@pytest.fixture(scope="session")
def lab(chromium, course, tmp_path_factory):
    """The address of a JupyterLab that serves that copy."""
    home = tmp_path_factory.mktemp("home")
    url = f"http://127.0.0.1:{free_port()}"
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--ip=127.0.0.1", f"--port={urlsplit(url).port}"]
    command += ["--ServerApp.port_retries=0", "--IdentityProvider.token=", "--LabApp.expose_app_in_browser=True"]
    command += [f"--ServerApp.root_dir={course.MY_COURSE}"]
    command += course.prompt_channels([]) + course.saved_widgets([])
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command += ["--allow-root"]
    log = home / "lab.log"
    with log.open("w") as file:
        server = subprocess.Popen(command, cwd=course.MY_COURSE, env=hermetic(home), stdout=file, stderr=file)
        try:
            wait_for(url, server, log)
            yield url
        finally:
            server.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                server.wait(20)
            server.kill()


def wait_for(url, server, log):
    """Return as soon as the server answers; fail with its log if it does not."""
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    for _ in range(600):
        with contextlib.suppress(OSError):
            direct.open(f"{url}/api/status", timeout=5).close()
            return
        if server.poll() is not None:
            break
        time.sleep(0.1)
    pytest.fail(f"JupyterLab did not start:\n{log.read_text()[-3000:]}")


@pytest.fixture(scope="session")
def windows(browser, lab):
    """A function that gives a JupyterLab window without a notebook: loading JupyterLab takes most of a short test."""
    context, idle, names = browser.new_context(), [], itertools.count(1)

    def window():
        while idle:
            page = idle.pop()
            if page.locator(".jp-Dialog").count() == 0:
                page.complaints, page.asked = [], []
                return page
            page.close()
        page = context.new_page()
        page.complaints, page.asked = [], []
        page.on("console", lambda message: is_complaint(message) and page.complaints.append(message.text))
        page.on("pageerror", lambda error: page.complaints.append(error.stack or str(error)))
        page.on("request", lambda request: page.asked.append(request.url))
        page.on("websocket", lambda websocket: page.asked.append(websocket.url))
        page.goto(f"{lab}/lab/workspaces/window-{next(names)}?reset")
        page.wait_for_function("window.jupyterapp !== undefined", timeout=60_000)
        return page

    window.idle = idle
    yield window
    context.close()


front = []  # the page that is in front


def to_front(page):
    """The page, in front of the others: one behind them draws a frame per second, and a click there takes as long."""
    if front != [page]:
        page.bring_to_front()
        front[:] = [page]
    return page


@pytest.fixture(scope="session")
def in_front():
    """`to_front`, for a test that makes a page of its own."""
    return to_front


def take(page, name, **options):
    """A picture of a page in artefacts/, if pictures are wanted."""
    if PICTURES:
        (ROOT / "artefacts").mkdir(exist_ok=True)
        page.screenshot(path=ROOT / "artefacts" / f"{name}.png", **options)


@pytest.fixture(scope="session")
def picture():
    """A function (page, name) that takes a picture of a whole page, if pictures are wanted."""
    return functools.partial(take, full_page=True)


# Until nothing glides or fades any more: a colour on its way is not the colour that a reader sees.
CALM = """async () => {
    const passing = document.getAnimations().filter(one => one.effect.getComputedTiming().endTime < 5000);
    await Promise.allSettled(passing.map(one => one.finished));
}"""
# Which of the page's messages to widgets in the kernel have not been dealt with. A widget sends one at a time and keeps
# what changes meanwhile until the kernel is done with that one, so that a question asked at once would overtake it.
FOLLOW = """app => {
    const waiting = window.waiting = new Set();
    const kernel = window.panel.sessionContext.session.kernel;
    kernel.anyMessage.connect((_, {msg, direction}) => {
        if (direction === 'send' && msg.header.msg_type === 'comm_msg') waiting.add(msg.header.msg_id);
        if (direction === 'recv' && msg.content.execution_state === 'idle') waiting.delete(msg.parent_header.msg_id);
    });
    kernel.statusChanged.connect((_, status) => status.endsWith('restarting') && waiting.clear());
}"""
HEARD = """async (app, seconds) => {
    const pause = ms => new Promise(done => setTimeout(done, ms));
    const end = performance.now() + 1000 * seconds;
    for (let quiet = 0; quiet < 2 && performance.now() < end; quiet = window.waiting.size ? 0 : quiet + 1)
        await pause(10);
    return window.waiting.size;
}"""


def is_complaint(message):
    """Whether the browser complains. Jupyter Server answers 500 when asked for kernels while one starts."""
    listing = urlsplit(message.location.get("url") or "").path in ("/api/kernels", "/api/sessions")
    return message.type == "error" and not (listing and "status of 500" in message.text)


class Notebook:
    """A notebook that is open in JupyterLab, and what the browser complained about meanwhile."""

    def __init__(self, windows, name, width=1200, height=900, dark=False):
        self.name, self.windows, self._page = name, windows, windows()
        self.console_errors, self.addresses = self.page.complaints, self.page.asked
        self.page.set_default_timeout(30_000)
        self.page.set_viewport_size({"width": width, "height": height})
        self.run_js(
            """async (app, name) => {
                await app.restored;
                delete window.broken;
                if (app.shell.leftCollapsed) await app.commands.execute('application:toggle-left-area');
                window.panel = await app.commands.execute('docmanager:open', {path: name, factory: 'Notebook'});
                await window.panel.context.ready;
                await window.panel.sessionContext.ready;
                await window.panel.sessionContext.session.kernel.info;
            }""",
            name,
        )
        self.run_js(FOLLOW)
        if dark is not None:  # None: as the window is
            self.set_theme(dark)

    @property
    def page(self):
        """Playwright's page, in front of the others."""
        return to_front(self._page)

    def run_js(self, function, argument=None):
        """Await a JavaScript function of Lab's app and one argument; `panel` is the notebook's panel."""
        return self.page.evaluate(f"argument => ({function})(window.jupyterapp, argument)", argument)

    def command(self, name, **arguments):
        """Run one of Lab's commands and wait until it is done."""
        self.run_js("async (app, [name, args]) => { await app.commands.execute(name, args); }", [name, arguments])

    def run_all(self):
        """Run every cell and wait for the last; what it shows has then been drawn."""
        self.command("notebook:run-all-cells")
        self.python("")  # after a cell that raises, the command returns while the others still run
        self.settle(outputs=True)

    def run_cells(self, places):
        """Run the cells at these places, in their order, and wait for the last."""
        self.run_js(
            """async (app, places) => {
                const { content } = panel;
                content.deselectAll();
                content.activeCellIndex = places[0];
                for (const place of places) content.select(content.widgets[place]);
                await app.commands.execute('notebook:run-cell');
                content.deselectAll();
            }""",
            places,
        )
        self.python("")
        self.settle(outputs=True)

    def settle(self, outputs=False):
        """Wait until nothing on the page has changed for a moment; with `outputs`, not before all are drawn."""
        self.run_js(
            """async (app, outputs) => {
                const pause = ms => new Promise(done => setTimeout(done, ms));
                const drawn = cell => {
                    if (!cell.outputArea) return true;
                    const nodes = [...cell.outputArea.node.querySelectorAll('.jp-OutputArea-output')];
                    return nodes.length >= cell.outputArea.model.length &&
                        nodes.every(node => node.innerText.trim() || node.querySelector('img, svg, canvas'));
                };
                let end = performance.now() + 15_000;
                while (outputs && performance.now() < end && !panel.content.widgets.every(drawn)) await pause(20);
                let changed = performance.now();
                end = changed + 5000;
                const watch = new MutationObserver(() => { changed = performance.now(); });
                watch.observe(panel.node, {childList: true, subtree: true, attributes: true, characterData: true});
                await new Promise(requestAnimationFrame);
                while (performance.now() < end && performance.now() - changed < 150) await pause(20);
                watch.disconnect();
            }""",
            outputs,
        )

    def python(self, code):
        """Run code in the notebook's kernel, beside its cells and after what the page sent; the JSON that it prints."""
        assert self.run_js(HEARD, PATIENCE) == 0, "the kernel did not deal with what the page sent"
        printed = self.run_js(
            """async (app, code) => {
                const future = panel.sessionContext.session.kernel.requestExecute({ code, store_history: false });
                let printed = '', error = null;
                future.onIOPub = ({ content }) => {
                    printed += content.text ?? '';
                    error = content.evalue ? `${content.ename}: ${content.evalue}` : error;
                };
                await future.done;
                if (error) throw new Error(error);
                return printed;
            }""",
            code,
        )
        return json.loads(printed) if printed.strip() else None

    def processor_ms(self):
        """The processor time that the kernel has used, in milliseconds."""
        return self.python("import time; print(1000 * time.process_time())")

    def becomes(self, code, wanted):
        """Wait until the kernel prints what is wanted, or a function of the test gives it; compare and return it."""
        read = code if callable(code) else lambda: self.python(code)
        end = time.monotonic() + PATIENCE
        while (found := read()) != wanted and time.monotonic() < end:
            self.page.wait_for_timeout(50)
        assert found == wanted
        return found

    def cells(self):
        """All cells as they stand now, in the notebook format."""
        return self.run_js("() => panel.content.model.sharedModel.toJSON().cells")

    def code_cells(self):
        return [cell for cell in self.cells() if cell["cell_type"] == "code"]

    def errors(self):
        """Every error output, as `name: value`."""
        outputs = [output for cell in self.code_cells() for output in cell["outputs"]]
        return [f"{out['ename']}: {out['evalue']}" for out in outputs if out["output_type"] == "error"]

    def text(self):
        """All text outputs of the notebook in one string."""
        found = []
        for output in (output for cell in self.code_cells() for output in cell["outputs"]):
            text = output.get("text", output.get("data", {}).get("text/plain", ""))
            found.append(text if isinstance(text, str) else "".join(text))
        return "\n".join(found)

    def strangers(self):
        """Addresses outside this machine that the page asked for."""
        ours = ("127.0.0.1", "localhost")
        parts = ((address, urlsplit(address)) for address in self.addresses)
        return [a for a, part in parts if part.scheme not in ("data", "blob", "about") and part.hostname not in ours]

    @property
    def dark(self):
        """Whether the theme is a dark one."""
        return self.run_js("() => document.body.dataset.jpThemeLight === 'false'")

    def set_theme(self, dark):
        if dark == self.dark:
            return
        self.command("apputils:change-theme", theme="JupyterLab Dark" if dark else "JupyterLab Light")
        light = "false" if dark else "true"
        self.page.wait_for_selector(f"body[data-jp-theme-light='{light}']", state="attached")

    def screenshot(self, label, width=1200, dark=False):
        """Show the notebook so; where RATOOLS_PICTURES is set, all of it becomes a picture in artefacts/."""
        self.set_theme(dark)
        if self.run_js("app => !app.shell.leftCollapsed"):
            self.command("application:toggle-left-area")
        self.page.set_viewport_size({"width": width, "height": 900})
        self.settle()
        if not PICTURES:
            return
        height = self.run_js("() => panel.content.outerNode?.scrollHeight ?? panel.content.node.scrollHeight")
        self.page.set_viewport_size({"width": width, "height": min(height + 200, 12_000)})
        self.run_js("() => { (panel.content.outerNode ?? panel.content.node).scrollTop = 0; }")
        self.settle()
        take(self.page, f"{Path(self.name).stem}-{label}")
        self.page.set_viewport_size({"width": width, "height": 900})

    def brightness(self):
        """The mean grey of what is on the screen, from 0 (black) to 255."""
        with Image.open(io.BytesIO(self.page.screenshot())) as picture:
            return picture.convert("L").resize((1, 1)).getpixel((0, 0))

    def wide(self, allowed=None):
        """What has to be scrolled sideways, as the beginnings of the HTML: outputs, texts, or the whole notebook."""
        return self.run_js(
            """async (app, allowed) => {
                const outer = panel.content.outerNode ?? panel.content.node;
                const parts = '.jp-RenderedMarkdown, .jp-OutputArea-output, .jp-OutputArea-output *';
                const scrolls = node => node.scrollWidth > node.clientWidth + 1 &&
                    !(allowed && node.outerHTML.startsWith(allowed)) &&
                    ['auto', 'scroll'].includes(getComputedStyle(node).overflowX);
                const found = () => [outer, ...outer.querySelectorAll(parts)].filter(scrolls);
                for (let n = 0; n < 100 && found().length; n++)  // a page may still be on its way to a new width
                    await new Promise(done => setTimeout(done, 100));
                return found().map(node => node.outerHTML.slice(0, 200));
            }""",
            allowed,
        )

    def close(self):
        """Stop the kernel and hand the window back, unless that was done."""
        page, self._page = self._page, None
        if page is None:
            return
        try:
            page.evaluate(
                """async () => {
                    for (const one of [...window.jupyterapp.shell.widgets('main')]) {
                        if (one.sessionContext?.session) await one.sessionContext.shutdown();
                        one.dispose();
                    }
                }"""
            )
            self.windows.idle.append(page)
        except Exception:  # a window in which something went wrong serves nobody
            page.close()
            raise


@pytest.fixture(scope="module")
def open_notebook(windows):
    """A function that opens a notebook by name; what it opened is closed after the test module."""
    with contextlib.ExitStack() as stack:

        def opener(name, **size):
            notebook = Notebook(windows, name, **size)
            stack.callback(notebook.close)
            return notebook

        yield opener


@pytest.fixture(scope="module")
def served(folder):
    """The module's `folder` of pages over http."""
    quiet = type("Quiet", (http.server.SimpleHTTPRequestHandler,), {"log_message": lambda *_: None})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def pages(browser):
    """A function that goes to an address: with one page for all that want the same options, since a new one is dear."""
    opened = {}

    def go(address, width=1060, height=900, **options):
        key = tuple(sorted(options.items()))
        if key not in opened:
            page = opened[key] = browser.new_context(**options).new_page()
            page.on("console", lambda message: page.said.append((message.type, message.text)))
            page.on("pageerror", lambda error: page.said.append(("error", str(error))))
            page.on("request", lambda request: page.asked.append(request.url))
        page = opened[key]
        page.said, page.asked = [], []
        to_front(page)
        page.set_viewport_size({"width": width, "height": height})
        page.goto("about:blank")
        page.goto(address)
        return page

    yield go
    for page in opened.values():
        page.context.close()


@pytest.fixture
def visit(pages, folder, served):
    """A function that opens a page by http or from the file, and fails on any complaint or request elsewhere."""
    visited = []

    def open_page(name, way="file", **options):
        page = pages(f"{served}/{name}" if way == "http" else (folder / name).as_uri(), 900, 1000, **options)
        visited.append(page)
        if options.get("java_script_enabled", True):
            page.wait_for_selector(".ratools")
        return page

    yield open_page
    for page in visited:
        assert [text for kind, text in page.said if kind == "error"] == []
        ours = (served, folder.as_uri(), "data:", "blob:", "about:blank")
        assert [address for address in page.asked if not address.startswith(ours)] == []


@pytest.fixture(scope="session")
def axe(tmp_path_factory):
    """A function (page, selector) → what axe-core (from npm) finds that is serious or critical, as sentences.

    With `colours=True` only what depends on colours: for another theme of a page that was looked at as a whole.
    """
    npm = shutil.which("npm")
    if npm is None:
        missing("no npm found (Debian: apt install npm), so no axe-core: accessibility was not checked")
    folder = tmp_path_factory.mktemp("axe")
    done = subprocess.run([npm, "pack", "--silent", AXE], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        missing(f"npm could not fetch {AXE}: accessibility was not checked")
    with tarfile.open(next(folder.glob("*.tgz"))) as package:
        source = package.extractfile("package/axe.min.js").read().decode()

    def check(page, selector, colours=False):
        if not page.evaluate("'axe' in window"):
            page.evaluate(source)
        page.evaluate(CALM)
        options = {"resultTypes": ["violations"]} | ({"runOnly": COLOURS} if colours else {})
        found = page.evaluate("async (all) => (await axe.run(...all)).violations", [selector, options])
        serious = [one for one in found if one["impact"] in ("serious", "critical")]
        return [f"{one['id']}: {node['html']} {node['failureSummary']}" for one in serious for node in one["nodes"]]

    return check

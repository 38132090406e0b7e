"""The command for everything in the course: `python3 course.py` lists what it can do. Standard library only.

Anything a learner may have to read is one sentence. This file must still parse on Python 3.6, and what `check_python`
needs must run there, or a learner with an old Python would see a traceback instead of its sentence.
"""

import ast
import collections
import contextlib
import csv
import difflib
import errno
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None
    import msvcrt

ROOT = Path(__file__).resolve().parent
LESSONS = ROOT / "notebooks"
EXAMPLES = ROOT / "examples"
HUB = ROOT / "instructor" / "hub"
# The learner's folder; on a server of many students it is elsewhere.
MY_COURSE = Path(os.environ.get("RATOOLS_MY_COURSE") or str(ROOT / "my_course"))
RECORD = MY_COURSE / ".course.json"
START = "00_start_here.ipynb"
LOCK = ROOT / ".venv.lock" if MY_COURSE.parent == ROOT else MY_COURSE.parent / ".my_course.lock"


# ---------------------------------------------------------------- errors, in one sentence each


class CourseError(Exception):
    """What a learner can put right; its text is the one sentence they see."""


class NetworkError(CourseError):
    """The package index did not answer; nothing that was installed has been touched."""


def say(sentence):
    """Print at once, so that it comes before whatever runs next."""
    print(sentence, flush=True)


def check_python(version=sys.version_info, which=shutil.which):
    """Refuse a Python that is too old, and name a way out."""
    if tuple(version) >= (3, 11):
        return
    newer = [name for name in (f"python3.{minor}" for minor in range(14, 10, -1)) if works(which(name))]
    way_out = (
        "install one (from python.org, or with `brew install python`, `apt install python3.11`, `uv python install "
        "3.12`) and start course.py with it, for example `python3.12 course.py lab`"
    )
    if newer:
        way_out = f"you have a newer one too, so run `{newer[0]} course.py` instead"
    raise CourseError(f"The course needs Python 3.11 or newer and this is {version[0]}.{version[1]}: {way_out}.")


def works(python):
    """Whether an interpreter is there and starts: pyenv has commands for versions that are not active."""
    return bool(python) and Environment(ROOT / ".venv").run([python, "-c", "pass"])[0] == 0


DISK_FULL = r"errno 28\b|os error 28\b|no space left|error 112\b|not enough space|quota exceeded"
NO_VENV = r"ensurepip|no module named '?venv"
NOT_ALLOWED = r"permission denied|access is denied|read-only|not permitted|used by another|errno (1|13|30)\b"
OFFLINE = (
    r"connection|connect error|\(connect\)|dns error|name resolution|name or service|getaddrinfo|timed out|"
    r"retrying \(|sslerror|certificate verify|invalid peer certificate|proxyerror|unreachable"
)


def error_from(output, action):
    """The CourseError that the output of a failed program amounts to."""
    if re.search(DISK_FULL, output, re.I) or shutil.disk_usage(ROOT).free < 2**20:
        return CourseError(
            "The disk is full: make room (the course needs about 1 GB), then run the same command again."
        )
    if re.search(NO_VENV, output, re.I):
        return CourseError(
            "This Python cannot make virtual environments: install its venv module (Debian and Ubuntu: `sudo apt "
            "install python3-venv`; a Python from python.org has it), then run the same command again."
        )
    if re.search(NOT_ALLOWED, output, re.I):
        return CourseError(
            f"Writing in {ROOT} is not allowed, or a file there is in use: close other JupyterLab windows, or copy the "
            "course to a folder of your own, then run the same command again."
        )
    if re.search(OFFLINE, output, re.I):
        return NetworkError(
            "The package index could not be reached: check the network (or pip's proxy and index settings), then run "
            "the same command again; after the first set-up the course needs no network."
        )
    lines = [line.strip() for line in output.splitlines() if line.strip() and "WARNING" not in line]
    excerpt = " ".join(lines[-1:] if "Traceback" in output else lines)[-400:] or "nothing"
    return CourseError(f"Sorry, {action} failed; try it again, and if that does not help, this was said: {excerpt}")


# ---------------------------------------------------------------- files and locks


def try_lock(file):
    """Take the lock if it is free. The system frees it when its holder ends, however that ends."""
    try:
        if fcntl:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        else:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    except OSError as error:
        # Some network drives do not support locks; there we go on without.
        return error.errno not in (errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK)
    return True


@contextlib.contextmanager
def lock():
    """One course.py at a time sets things up; a second one says that it waits."""
    with open(LOCK, "w") as file:
        if not try_lock(file):
            say("Another course.py is setting things up; waiting for it.")
            while not try_lock(file):
                time.sleep(0.1)
        yield


def writable(folder):
    """Whether a folder can be written, or made where there is none yet."""
    if not os.path.isabs(folder):
        return False
    while not os.path.lexists(folder):
        folder = os.path.dirname(folder)
    return os.path.isdir(folder) and os.access(folder, os.W_OK)


def read_json(path):
    """A JSON object, or an empty one where there is none that can be read."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}


def write_json(path, content):
    """Write a JSON object, whole or not at all."""
    write(path, json.dumps(content, indent=1).encode())


def write(path, data):
    """Write bytes so that an interruption leaves the old file or the new one, never half of one."""
    os.replace(prepare(path, data), path)


def prepare(path, data):
    """Write beside `path` what is to replace it: a full disk shows before anything has changed."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(data)
    except OSError:
        with contextlib.suppress(OSError):
            part.unlink()
        raise
    return part


def remove(path):
    """Delete a file or a folder, if there is one."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    elif os.path.lexists(path):
        path.unlink()


# ---------------------------------------------------------------- the environments .venv and .venv-EXTRA


def set_up(dev=False, extra=None):
    """The environment .venv (for an extra of course/pyproject.toml: .venv-EXTRA), made or brought up to date."""
    if os.pathsep in str(ROOT):
        raise CourseError(
            f"The folder {ROOT} has a `{os.pathsep}` in its name, which Python cannot work with: rename it."
        )
    environment = Environment(ROOT / (".venv-" + extra if extra else ".venv"))
    with lock():
        environment.bring_back()
        environment.update(dev, extra)
    return environment


def base_python():
    """The interpreter behind this one, also when course.py runs inside another virtual environment."""
    return os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable)


def current_stamp(dev):
    """What an environment depends on: as long as this stays the same, nothing needs installing."""
    import tomllib  # Python 3.11

    needs = [(ROOT / "requirements.txt").read_text(encoding="utf-8")]
    for folder in (ROOT, ROOT / "course"):
        project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        needs += [project.get(key) for key in ("dependencies", "optional-dependencies", "scripts")]
    requirements = hashlib.sha256(json.dumps(needs, sort_keys=True).encode()).hexdigest()
    return {"root": str(ROOT), "python": [sys.version, base_python()], "requirements": requirements, "dev": dev}


# Python compiles what it imports at the first start, a tenth of what is there. Students of a class may not write there.
FOR_STUDENTS = """
import jupyterhub.singleuser.app, jupyterhub.singleuser.extension, jupyterlab.labapp, nbgitpuller
import jupyter_lsp, jupyter_server_terminals, notebook_shim
from jupyter_client.manager import start_new_kernel
manager, client = start_new_kernel()
client.execute_interactive("import matplotlib.pyplot, matplotlib_inline.backend_inline, tqdm.auto", timeout=60)
client.execute_interactive("import ratools_course.lessons.shared.plots, ratools.assessing, cloudpickle", timeout=60)
manager.shutdown_kernel(now=True)
"""
# Jupyter asks for it in order to check addresses in a format that it does not use; to load it takes a second, half of
# JupyterLab's start. Without it that one check is passed over.
LEFT_OUT = "rfc3987-syntax; python_version < '3'\n"


class Environment:
    """A virtual environment that belongs to this command."""

    def __init__(self, folder):
        self.folder = folder
        self.programs = folder / ("Scripts" if os.name == "nt" else "bin")
        self.python = self.programs / ("python.exe" if os.name == "nt" else "python")
        self.stamp = folder / "course.json"  # the `current_stamp` of the last set-up that was finished
        self.aside = folder.with_name(folder.name + ".old")  # the old environment while a new one is made

    def site_packages(self):
        """The folders of its packages."""
        windows = list(self.folder.glob("Lib/site-packages")) if os.name == "nt" else []
        return list(self.folder.glob("lib/python*/site-packages")) + windows

    def variables(self):
        """This process's variables, as if the environment were active and nothing pointed elsewhere."""
        unwanted = ("PYTHONPATH", "PYTHONHOME", "__PYVENV_LAUNCHER__", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT")
        unwanted += ("UV_PYTHON", "PYTHONDONTWRITEBYTECODE")  # without bytecode every start would compile everything
        env = {name: value for name, value in os.environ.items() if name not in unwanted}
        env.update(VIRTUAL_ENV=str(self.folder), PATH=str(self.programs) + os.pathsep + env.get("PATH", ""))
        env.update(PIP_USER="0", PIP_NO_INPUT="1", PIP_DISABLE_PIP_VERSION_CHECK="1", JUPYTER_PREFER_ENV_PATH="1")
        if not writable(os.path.expanduser("~")):
            for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR", "MPLCONFIGDIR"):
                env.setdefault(name, str(self.folder / "home" / name.lower()))
            env.update(UV_NO_CACHE="1", PIP_NO_CACHE_DIR="1")
        return env

    def run(self, command, **variables):
        """Run in the course's folder, quietly; the exit code and the output."""
        options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        options.update(cwd=str(ROOT), env=dict(self.variables(), **variables), encoding="utf-8", errors="replace")
        try:
            result = subprocess.run([str(part) for part in command], **options)
        except OSError as error:
            return 127, str(error)
        return result.returncode, result.stdout

    def start(self, arguments, folder, **variables):
        """Become this environment's Python, in a folder."""
        return hand_over([self.python] + arguments, folder, dict(self.variables(), **variables))

    def update(self, dev, extra):
        """Make it, or bring it up to date, or see that it is."""
        installed, wanted = read_json(self.stamp), current_stamp(dev)
        same = self.python.exists() and all(installed.get(key) == wanted[key] for key in ("root", "python"))
        damaged = same and self.damage()
        sound = same and not damaged
        wanted["dev"] = dev or (sound and bool(installed.get("dev")))
        if sound and installed == wanted:
            return
        started = time.time()
        extras = ",".join(name for name in ("dev" if wanted["dev"] else "", extra) if name)
        # Both packages in one command: what ratools-course needs of ratools is then this folder's, not an index's.
        packages = ["-r", "requirements.txt", "-e", ".", "-e", f"./course[{extras}]" if extras else "./course"]
        try:
            if sound:
                say("Installing what is new since the last start.")
                self.stamp.unlink()
                self.install(packages)
            else:
                reason = "the folder or Python has changed" if installed else "this happens once"
                reason = "something in it is damaged" if damaged else reason
                say(
                    f"Setting up the course in {self.folder.name} ({reason}); on most machines that takes less than a "
                    "minute."
                )
                self.renew(packages)
        except NetworkError:
            if sound:  # nothing was touched
                write_json(self.stamp, installed)
            if not self.works_offline(installed, dev):
                raise
            say("The package index could not be reached: going on with what was installed before, until it can be.")
            return
        self.quiet_lab()
        if extra == "class":
            self.compile_for_students()
        write_json(self.stamp, wanted)  # last: it says that all of the above is done
        remove(self.aside)
        say(f"Ready after {time.time() - started:.0f} s.")

    def renew(self, packages):
        """Make it anew; what was there before comes back if that fails."""
        remove(self.aside)
        if os.path.lexists(self.folder):
            self.folder.rename(self.aside)
        try:
            self.make()
            self.install(packages)
        except BaseException:
            self.bring_back()
            raise

    def bring_back(self):
        """Put the old environment back that stood aside for a new one, unless the new one was finished."""
        if not os.path.lexists(self.aside):
            return
        if not self.stamp.exists():
            remove(self.folder)
            self.aside.rename(self.folder)
        remove(self.aside)

    def make(self):
        """Make it, empty but for uv, which this Python's own pip brings; else with a pip of its own (3 s more)."""
        command = [base_python(), "-m", "venv", "--clear", "--prompt", "ratools"]
        code, _ = self.run(command + ["--without-pip", self.folder])
        if code or self.run(self.pip() + ["install", "--quiet", "--retries", "1", "uv"])[0]:
            code, output = self.run(command + [self.folder])
            if code:
                raise error_from(output, "making the virtual environment")

    def pip(self):
        """The command that installs into it: its own pip, or this Python's while it has none."""
        own = any((folder / "pip").is_dir() for folder in self.site_packages())
        return [self.python, "-m", "pip"] if own else [base_python(), "-m", "pip", "--python", self.python]

    def install(self, packages):
        """Install packages: uv is five times faster, pip is the fallback."""
        settings = pip_settings(self.run(self.pip() + ["config", "list"])[1])
        few_retries, packages = ["--retries", "1"], ["pip"] + packages
        code = 0
        if not shutil.which("uv", path=self.programs):
            code, output = self.run(self.pip() + ["install", "--quiet"] + few_retries + ["uv"])
        if code and isinstance(error_from(output, ""), NetworkError):
            raise error_from(output, "")  # the rest would only fail more slowly
        if not code:
            few_retries = []
            options = ["--no-index"] if settings.get("no-index", "0").lower() in ("1", "true", "yes", "on") else []
            overrides = self.folder / "left_out.txt"
            write(overrides, LEFT_OUT.encode())
            uv = [self.programs / "uv", "pip", "install", "--quiet", "--python", self.python, "--overrides", overrides]
            code, output = self.run(uv + options + packages, **uv_variables(settings))
        if code:
            code, output = self.run(self.pip() + ["install", "--quiet"] + few_retries + packages)
        if code:
            raise error_from(scrub(output, settings), "installing the packages")

    def quiet_lab(self):
        """Lab asks for no news and no updates; a default in the environment, so that the user's own settings win."""
        folder = self.folder / "share" / "jupyter" / "lab" / "settings"
        folder.mkdir(parents=True, exist_ok=True)
        off = {"@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False}}
        write_json(folder / "overrides.json", off)

    def compile_for_students(self):
        """Compile a student's server and kernel once; what is missing each student would compile at every start."""
        self.run([self.python, "-W", "ignore", "-c", FOR_STUDENTS])
        self.run([self.python, "-m", "compileall", "-q", "ratools", "ratools_course"])

    def works_offline(self, installed, dev):
        """Whether the environment of an earlier set-up will do, wherever the folder was then."""
        if not installed or not self.python.exists() or (dev and not installed.get("dev")):
            return False
        for folder in self.site_packages():
            for path in folder.glob("*ratools*.pth"):
                write(path, str(ROOT).encode())
        return not self.damage()

    def damage(self):
        """What is wrong, in a few words, or nothing: files of packages are there, and the basic ones load."""
        for folder in self.site_packages():
            for listing in folder.glob("*.dist-info/RECORD"):
                with listing.open(encoding="utf-8", newline="") as file:
                    for row in csv.reader(file):
                        if len(row) == 3 and row[2] and row[0].endswith((".py", ".so", ".pyd")):
                            with contextlib.suppress(OSError):
                                if os.stat(os.path.join(folder, row[0])).st_size >= int(row[2]):
                                    continue
                            return f"{row[0]} is missing or cut off"
        code, output = self.run([self.python, "-P", "-c", "import numpy, zmq, ratools, ratools_course"])
        return output.strip() or "Python does not start" if code else ""


def hand_over(command, folder, env):
    """Become `command`; on Windows, which cannot, wait for it. Its exit code is ours."""
    command = [str(part) for part in command]
    sys.stdout.flush()
    if os.name != "nt":
        os.chdir(folder)
        os.execve(command[0], command, env)
    child = subprocess.Popen(command, cwd=folder, env=env)
    while True:
        with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C reaches the child too, which decides what it means
            return child.wait()


# ---------------------------------------------------------------- pip's settings, for uv


UV_NAMES = {
    "index-url": "UV_DEFAULT_INDEX",
    "extra-index-url": "UV_INDEX",
    "find-links": "UV_FIND_LINKS",
    "trusted-host": "UV_INSECURE_HOST",
    "cert": "SSL_CERT_FILE",
    "proxy": "ALL_PROXY",
}


def pip_settings(listing):
    """Read pip's settings from `pip config list`: the environment beats [install], which beats [global]."""
    settings = {}
    for section in ("global", "install", ":env:"):
        for name, value in re.findall(rf"^{section}\.([\w-]+)=(.*?)\r?$", listing, re.M):
            try:
                settings[name] = str(ast.literal_eval(value))
            except (SyntaxError, ValueError):
                settings[name] = value
    return settings


def uv_variables(settings):
    """Give uv pip's settings, which it does not read itself; what was set for uv itself stays."""
    variables = {"UV_INDEX_STRATEGY": "unsafe-best-match"}  # as pip does: look into every index
    variables["UV_PYTHON_DOWNLOADS"] = "never"
    for name in set(UV_NAMES) & set(settings):
        separator = "," if name == "find-links" else " "
        variables[UV_NAMES[name]] = settings[name] if name == "cert" else separator.join(settings[name].split())
    return {name: value for name, value in variables.items() if name not in os.environ}


def scrub(text, settings):
    """An installer's words without addresses: they may hold a password, and tell a learner nothing."""
    for word in " ".join(settings.get(name, "") for name in UV_NAMES).split():
        for secret in (word, urlsplit(word).hostname):
            text = text.replace(secret, "[address]") if secret else text
    text = re.sub(r"\b[a-z][a-z0-9+.-]*://[^\s'\"`)>]+", "[address]", text, flags=re.I)
    return re.sub(r"host='[^']*'|\b\d{1,3}(\.\d{1,3}){3}(:\d+)?\b", "[address]", text)


# ---------------------------------------------------------------- notebooks, and the learner's copies


def lessons():
    """The course's notebooks, in order."""
    return sorted(path for path in LESSONS.glob("*.ipynb") if not path.name.startswith("."))


def choose(words):
    """The notebooks meant by `05`, `5`, `05_ndcg`, `05_ndcg.ipynb` or `all`."""
    chosen = []
    for word in words:
        name = word.removesuffix(".ipynb")
        meant = [path for path in lessons() if name in ("all", path.stem) or path.stem.split("_")[0] == name.zfill(2)]
        if not meant:
            raise CourseError(f"There is no notebook {word}; there are {', '.join(path.stem for path in lessons())}.")
        chosen += meant
    return chosen


def read_notebook(path):
    """A notebook as a dict."""
    try:
        book = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(book["cells"], list):
            return book
        raise ValueError
    except (ValueError, KeyError, TypeError, RecursionError):
        remedy = f"`git checkout notebooks/{path.name}` brings it back"
        raise CourseError(f"{path.name} is not a whole notebook any more (a merge conflict?): {remedy}.") from None


def digest(data):
    """A short fingerprint."""
    return hashlib.sha256(data).hexdigest()[:20]


def fresh(path):
    """A lesson as a learner gets it, outputs cleared, and the version of what is written in it."""
    book = read_notebook(path)
    book["metadata"].pop("widgets", None)
    book["metadata"].get("language_info", {}).pop("version", None)
    for cell in book["cells"]:
        cell["metadata"].pop("execution", None)
        if cell["cell_type"] == "code":
            cell.update(outputs=[], execution_count=None)
    data = json.dumps(book, indent=1, ensure_ascii=False, sort_keys=True) + "\n"  # as Jupyter itself would write it
    written = [[cell["cell_type"], "".join(cell["source"]), cell["metadata"]] for cell in book["cells"]]
    return data.encode("utf-8"), digest(json.dumps(written, sort_keys=True).encode())


def lay_out():
    """Bring my_course/ up to date without losing a keystroke; the lines to print about it."""
    first = not MY_COURSE.exists()
    make_folder(MY_COURSE)
    record, news = read_record()
    for lesson in lessons():
        data, version = fresh(lesson)
        entry, target = record[lesson.name], MY_COURSE / lesson.name
        if not target.exists() or (entry["version"] != version and target.read_bytes() != data):
            if target.exists() and not untouched(target, entry):
                target = beside(target, entry)
            write(target, data)
            remember(entry, data)
        entry["version"] = version
        news += remarks(lesson)
    lay_out_examples(record)
    give(record, "course.py", forwarding().encode("utf-8"))
    write_json(RECORD, record)
    return ["Your own copies of the notebooks are in my_course/."] if first else news


def lay_out_examples(record):
    """Put what the lessons link to in my_course/examples/, since JupyterLab opens nothing outside my_course/.

    A file that the learner changed stays as it is; one that was deleted comes back.
    """
    for path in sorted(EXAMPLES.rglob("*")):
        name = path.relative_to(ROOT)
        if not path.is_file() or any(part.startswith((".", "__")) for part in name.parts):
            continue
        for folder in reversed(list(name.parents)[:-1]):
            make_folder(MY_COURSE / folder)
        give(record, name.as_posix(), fresh(path)[0] if path.suffix == ".ipynb" else path.read_bytes())


def give(record, name, data):
    """Put a file into my_course/, unless the learner has one there that is not, byte for byte, ours."""
    entry, target = record[name], MY_COURSE / name
    if not target.exists() or (untouched(target, entry) and target.read_bytes() != data):
        write(target, data)
    if target.read_bytes() == data:
        remember(entry, data)


FORWARDING = '''\
"""Hands over to the course's own course.py: `python3 course.py reset 05` works in this folder, too."""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(HERE, {root!r}))
SCRIPT = os.path.join(ROOT, "course.py")
if not os.path.isfile(SCRIPT):
    sys.exit("The course has moved away from " + ROOT + ": run `python3 course.py lab` in its new folder once.")
if {elsewhere}:
    os.environ["RATOOLS_MY_COURSE"] = HERE
sys.path[0] = ROOT  # not this folder, where a file of yours may be called like a module of Python
sys.argv[0] = SCRIPT
import runpy

runpy.run_path(SCRIPT, run_name="__main__")
'''


def forwarding():
    """The course.py of my_course/, where JupyterLab opens its terminals."""
    elsewhere = MY_COURSE.parent != ROOT
    return FORWARDING.format(root=str(ROOT) if elsewhere else "..", elsewhere=elsewhere)


def make_folder(path):
    """Make a folder if there is none."""
    try:
        path.mkdir(exist_ok=True)
    except FileExistsError:
        name = path.relative_to(MY_COURSE.parent).as_posix()
        raise CourseError(f"{name} is a file where the course needs a folder: rename it, then try again.") from None


def read_record():
    """What we gave: per file its version and the digests of all its bytes; and the line to print if that is damaged."""
    content = read_json(RECORD)
    record = collections.defaultdict(lambda: {"version": None, "given": []})
    record.update((name, entry) for name, entry in content.items() if is_entry(entry))
    if not RECORD.exists() or (record == content and content):
        return record, []
    return record, [
        "my_course/.course.json was damaged and has been rebuilt: your work is safe, but a lesson may be there twice."
    ]


def is_entry(entry):
    """Whether a part of the record has the shape that we write."""
    if not isinstance(entry, dict) or not isinstance(entry.get("version"), (str, type(None))):
        return False
    return isinstance(entry.get("given"), list) and all(isinstance(text, str) for text in entry["given"])


def remember(entry, data):
    """Note that we gave these bytes."""
    entry["given"] = sorted(set(entry["given"]) | {digest(data)})


def untouched(path, entry):
    """Whether a file is, byte for byte, one that we gave."""
    return digest(path.read_bytes()) in entry["given"]


def remarks(lesson):
    """What to know about a learner's copy at every start: that it is damaged, that a newer lesson is beside it."""
    reset_it = f"`python3 course.py reset {lesson.stem.split('_')[0]}`"
    lines = []
    try:
        read_notebook(MY_COURSE / lesson.name)
    except CourseError:
        lines = [f"my_course/{lesson.name} is damaged: {reset_it} gives a fresh one and keeps what is left of yours."]
    names = sorted(path.name for path in MY_COURSE.glob(lesson.stem + ".new*.ipynb"))
    if names:
        lines.append(
            f"{lesson.stem} has a newer version: it is beside yours, as {' and '.join(names)} ({reset_it} takes the "
            "newest and keeps yours; delete what you do not need)."
        )
    return lines


def beside(target, entry):
    """Where a newer lesson goes: 05_ndcg.new.ipynb, or .new2 where the learner works in that one too."""
    for count in range(1, 1000):
        path = target.with_name(f"{target.stem}.new{count if count > 1 else ''}.ipynb")
        if not path.exists() or untouched(path, entry):
            return path
    raise CourseError(
        f"There are a thousand newer versions of {target.name} in my_course/: please move some elsewhere."
    )


def start_over(lesson, record):
    """Give a fresh copy of one lesson and keep the learner's; the line to print about it."""
    data, version = fresh(lesson)
    entry, target, backup = record[lesson.name], MY_COURSE / lesson.name, None
    part = prepare(target, data)
    if target.exists() and not untouched(target, entry):
        make_folder(MY_COURSE / "backups")
        paths = (MY_COURSE / "backups" / f"{lesson.stem}.backup{count}.ipynb" for count in range(1, 100000))
        backup = next(path for path in paths if not path.exists())
        target.rename(backup)
    try:
        os.replace(part, target)
    except OSError:
        if backup:
            backup.rename(target)
        raise
    newer = beside(target, entry)
    if newer.exists():
        newer.unlink()
    entry["version"] = version
    remember(entry, data)
    kept = f"; what you had is kept as {backup.relative_to(MY_COURSE.parent).as_posix()}" if backup else ""
    return f"{target.relative_to(MY_COURSE.parent).as_posix()} is fresh{kept}."


# ---------------------------------------------------------------- commands


def lab(arguments):
    """Open the course in JupyterLab (sets everything up the first time)

    Your own copies of the notebooks live in my_course/, with outputs cleared, and are never overwritten.
    A newer lesson replaces a copy that you have not changed; otherwise it is put beside yours as NAME.new.ipynb.
    A copy that you deleted or renamed comes back at the next start.
    .venv belongs to this command, which rebuilds it when Python or the folder changed.
    --port N, --ip A, --no-browser and every other argument go to JupyterLab.
    """
    environment = set_up()
    with lock():
        lines = lay_out()
    if "JUPYTER_RUNTIME_DIR" not in os.environ and not writable(os.path.expanduser("~")):
        lines.append("Your home folder cannot be written, so JupyterLab keeps its settings in .venv/home.")
    for line in lines + audience(arguments):
        say(line)
    options = ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    options += [f"--ServerApp.root_dir={MY_COURSE}", f"--LabApp.default_url=/lab/tree/{START}"]
    options += prompt_channels(arguments) + saved_widgets(arguments)
    return environment.start(["-m", "jupyterlab"] + options + arguments, MY_COURSE)


def prompt_channels(arguments):
    """The option that lets widgets answer at once; kernels behind a gateway need JupyterLab's own connection."""
    if any("gateway" in word.lower() for word in arguments) or "JUPYTER_GATEWAY_URL" in os.environ:
        return []
    return ["--ServerApp.kernel_websocket_connection_class=ratools_course.learner.prompt_channels.PromptChannels"]


def saved_widgets(arguments):
    """The option that shows a widget without a kernel as it was saved; who chooses another reader of files keeps it."""
    if any("contents_manager" in word for word in arguments):
        return []
    return ["--ServerApp.contents_manager_class=ratools_course.learner.saved_widgets.SavedWidgets"]


def audience(arguments):
    """Who can reach this JupyterLab, where that is more than this machine."""
    ip, token = jupyter_option("ip", arguments), jupyter_option("token", arguments)
    if ip is None or re.match(r"localhost$|127\.|::1$", ip):
        return []
    where = "every network that this machine is part of" if ip in ("0.0.0.0", "::", "*", "") else f"the network of {ip}"
    who = "at all, since no token is asked for," if token in ("", "''", '""') else "who has the link with its token"
    return [
        f"JupyterLab can be reached from {where}: anyone there {who} can run programs on this machine as you (leave "
        "--ip out to keep it to this machine)."
    ]


def jupyter_option(name, arguments):
    """The last value of an option, whichever of Jupyter's classes it is set for (--ip A, --ServerApp.ip=A); or None."""
    values = re.findall(rf"--(?:\w+\.)?{name}[= ](\S*) ", " ".join(arguments) + " ")
    return values[-1] if values else None


# What `test --quick` leaves out; tests/conftest.py has the files.
QUICK = ["-m", "not browser and not slow"]


def test(arguments):
    """Run every test: units, doctests, notebooks, browser (arguments go to pytest)

    For example `python3 course.py test -k ndcg`. Browser tests need Chromium or Chrome; where there is none
    they are skipped and say so.
    --quick leaves out the browser, the comparison with other libraries and all that is slow: a minute.
    """
    quick = "--quick" in arguments
    arguments = (QUICK if quick else []) + from_root([word for word in arguments if word != "--quick"])
    # Two cores: three, since browsers and servers are often waited for, which a quick run has not. It is a wish, which
    # conftest.py grants unless pytest's own options say otherwise.
    workers = "2" if quick else "3"
    return set_up(dev=True).start(["-m", "pytest"] + arguments, ROOT, RATOOLS_WORKERS=workers)


def from_root(arguments):
    """The same arguments for a pytest that runs in ROOT: paths that exist here lead to the same place from there."""
    result = list(arguments)
    for index, word in enumerate(arguments):
        path = word.split("::")[0]
        # Of all options these two take words of one's own, which may well be the name of a folder here.
        is_expression = index > 0 and arguments[index - 1] in ("-k", "-m")
        if not word.startswith("-") and not is_expression and os.path.exists(path):
            path, rest = os.path.realpath(path), word[len(path) :]
            if path.startswith(str(ROOT) + os.sep):
                path = os.path.relpath(path, ROOT)  # pytest reads a `[` further up as a parameter
            result[index] = path + rest
    return result


def bench(arguments):
    """Print the speed of the evaluator beside others, and of the course, on this machine

    Data are made up, processes fresh, values compared before a time is printed; see bench/README.md.
    The peers get an environment of their own; TREC_EVAL=PATH adds NIST's program.
    --only runs the parts that are named: files, dicts, jobs, start, notebooks, board, check, lab, memory.
    --rows 1e5 1e6, --rounds 5 and --tools ratools trec_eval choose less or more. All of it takes half an hour.
    `bench class` is the load test of `class`: 20 scripted students at once; see instructor/hub/README.md.
    """
    if arguments[:1] == ["class"]:
        return in_class("load_test.py", ["bench", "class"], arguments[1:])
    return set_up(dev=True).start([ROOT / "bench" / "speed.py"] + arguments, ROOT)


CLASSROOM = {  # subcommands of `class`, and their modules
    "report": "report.class_report",
    "items": "exams.items",
    "marks": "assignments.marks",
}


def class_(arguments):
    """Teach: a JupyterHub on this machine for a class, a working copy for each student (`class --students 30`)

    Prints an address and a join code; students choose a name with it, or come from a list (--roster FILE.csv).
    It listens on this machine only unless --ip says otherwise. As root every student is a system user of their own
    (rt-NAME) who cannot read the others' folders; not as root all of them would be you, so --ip is refused.
    --memory GB per program, --idle MINUTES until an unused server stops, --port N, --cert and --key FILE for https.
    Ctrl-C ends everything; the same command goes on with the same students' work, which is in my_class/.
    `class remove NAME ...` (or --all) removes the accounts again and keeps the work; `class password NAME` forgets a
    student's password; `class grades ROSTER.csv GRADES.csv` puts scores into the file of a learning platform.
    instructor/hub/README.md says the rest, and what to use for hundreds of students.

    `class report` reads the students' progress files (this class's, or FOLDER's: homes, collected files), no names:
    who was right at the first try, the commonest wrong ideas, guesses; --html PAGE writes a page to project, --watch
    keeps it up to date. `class items FILE.csv` gives the item statistics of a pre- and post-test, `class marks
    FILE.csv` how alike assistants mark (kappa). --help says more.
    """
    if arguments[:1] and arguments[0] in CLASSROOM:
        module = "ratools_course.classroom." + CLASSROOM[arguments[0]]
        return set_up().start(["-m", module] + arguments[1:], Path.cwd())
    return in_class("class_server.py", ["class"], arguments)


def in_class(script, command, arguments):
    """Run a script of the class server in an environment that its students can use, too."""
    if os.name == "nt":
        raise CourseError("JupyterHub does not run on Windows: use WSL or a Linux machine, or let everybody use `lab`.")
    other = shared_python()
    if other:
        variables = Environment(ROOT / ".venv-class").variables()
        return hand_over([other, ROOT / "course.py"] + command + arguments, Path.cwd(), variables)
    return set_up(extra="class").start([HUB / script] + arguments, Path.cwd())


def shared_python():
    """As root, whose Python may be in a private folder: another one that every user can start, if this one is not."""
    if not hasattr(os, "geteuid") or os.geteuid() or any_user_can_start(base_python()):
        return None
    names = [f"/usr/{prefix}bin/python3.{minor}" for prefix in ("local/", "") for minor in range(14, 10, -1)]
    return next((name for name in names if any_user_can_start(name)), None)


def any_user_can_start(python):
    """Whether a user without rights can start a Python, and make environments with it."""
    command = [python, "-I", "-c", "import venv, ensurepip"]
    nobody = {"user": 65534, "group": 65534, "extra_groups": []}
    try:
        return subprocess.call(command, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **nobody) == 0
    except OSError:
        return False


def questions(arguments):
    """For teachers: the quiz bank for Moodle, Canvas and others: `questions --format moodle --out questions.xml`

    --format is moodle (XML, with feedback per option and tolerances), gift, csv, or qti (1.2, for Canvas, made by
    text2qti); --notebook 05 takes only that notebook's. Without --out the questions are printed (qti needs a file).
    What a format cannot hold is told, question by question; an order, for instance, has no place in qti.
    """
    with contextlib.redirect_stdout(sys.stderr):  # what is printed is the questions
        environment = set_up(extra="grading" if "qti" in " ".join(arguments) else None)  # where text2qti is
    return environment.start(["-m", "ratools_course.classroom.questions.exporting"] + arguments, Path.cwd())


def slides(arguments):
    """For teachers: notebooks as talks: `slides 05 --out FOLDER` (01, 02, 05, 08, 09, 10, or all)

    Each talk is one file of HTML (reveal.js) with all that it needs: it shows without a network and without Python.
    Predictions and the ranking board are alive in it. Arrow keys turn the page, S opens the speaker's view.
    What is on a slide stands in the cells' metadata; instructor/GUIDE.md tells how to choose other cells.
    """
    return set_up().start(["-m", "ratools_course.classroom.slides.talks"] + arguments, Path.cwd())


def assignment(arguments):
    """For teachers: an nbgrader course from a notebook's exercises: `assignment 05 --out FOLDER --seed PRIVATE`

    FOLDER lies outside the repository: it gets source/ (with solutions), release/ (for students), nbgrader_config.py
    and private.json. --seed, which you keep, draws the hidden inputs, and other numbers for every student in exercises
    that ask for a number; --bank names a folder of probes and exercises of your own. Put submissions into
    FOLDER/submitted/STUDENT/05_ndcg/, then `assignment 05 --out FOLDER --mark` runs nbgrader's autograde,
    generate_feedback and export. nbgrader is in .venv-grading. instructor/ASSIGNMENTS.md: points, and what a cheat
    can still do.
    """
    module = "ratools_course.classroom.assignments.making"
    return set_up(extra="grading").start(["-m", module] + arguments, Path.cwd())


def exam(arguments):
    """For teachers: an exam with key, in variants: `exam --seed PRIVATE --variants 4 --out FOLDER`

    Numbers are drawn from the seed, answers computed; per variant a sheet and a key, to print. FOLDER and --bank (a
    folder with questions of your own) lie outside the repository. --format moodle, gift, csv or qti writes files for
    a learning platform as well. --pre-post --out FOLDER writes the two forms of the pre- and post-test instead.
    """
    environment = set_up(extra="grading" if "qti" in " ".join(arguments) else None)
    return environment.start(["-m", "ratools_course.classroom.exams.papers"] + arguments, Path.cwd())


def reset(arguments):
    """Give a fresh copy of a notebook and keep yours: `reset 05`

    Takes numbers, names or `all`. What you had goes to my_course/backups/, where nothing is overwritten.
    If the notebook is open in JupyterLab, close it first, or choose File > Reload Notebook from Disk.
    """
    if not arguments:
        raise CourseError(
            f"Which one, as in `reset 05`? There are {', '.join(path.stem for path in lessons())}, or all."
        )
    chosen = choose(arguments)
    with lock():
        make_folder(MY_COURSE)
        record, _ = read_record()
        for lesson in chosen:
            say(start_over(lesson, record))  # before anything else can fail: it names the backup
            write_json(RECORD, record)
    return 0


def notebooks(arguments):
    """For authors: run the notebooks of notebooks/ again, in place (`notebooks 05`: only that one)

    Cell ids stay, times go and widgets get steady ids, so that running twice changes nothing.
    """
    module = "ratools_course.derived.notebooks"
    return set_up().start(["-m", module] + choose(arguments or ["all"]), ROOT)


def build(arguments):
    """For authors: write every file that is computed from others (`--check`: only say which are out of date)

    The README's map and table of measures, notebooks/README.md, notebook 00's map, plans, guide and answer key.
    """
    return set_up().start(["-m", "ratools_course.derived"] + arguments, ROOT)


ALL = (lab, test, bench, reset, notebooks, build, class_, questions, slides, assignment, exam)
COMMANDS = {command.__name__.rstrip("_"): command for command in ALL}


def overview():
    """What course.py can do, a line each."""
    lines = [f"  {name:<10} {command.__doc__.splitlines()[0]}" for name, command in COMMANDS.items()]
    return "\n".join(["python3 course.py COMMAND", ""] + lines + ["", "`python3 course.py COMMAND --help` says more."])


def main(arguments):
    """Find the command, run it, and turn every error that a learner can put right into one sentence."""
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        say(overview())
        return 0
    name, rest = arguments[0], arguments[1:]
    if name not in COMMANDS:
        near = difflib.get_close_matches(name, COMMANDS, 1, 0.4)
        hint = f"did you mean `{near[0]}`?" if near else f"there are {', '.join(COMMANDS)}."
        print(f"There is no command `{name}`; {hint}", file=sys.stderr)
        return 2
    if rest[:1] in (["-h"], ["--help"]):
        say(f"python3 course.py {name}: " + re.sub(r"\n {4}", "\n", COMMANDS[name].__doc__).rstrip())
        return 0
    try:
        check_python()
        return COMMANDS[name](rest)
    except CourseError as error:
        print(error, file=sys.stderr)
    except OSError as error:
        print(error_from(f"{error} errno {error.errno}", f"`course.py {name}`"), file=sys.stderr)
    except KeyboardInterrupt:
        print("\nStopped; the same command goes on from here.", file=sys.stderr)
        return 130
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

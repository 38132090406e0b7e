"""The command for everything in the course: `python3 course.py` lists what it can do. Standard library only.

Anything a learner may have to read is one sentence. This file must still parse on Python 3.6, or a learner
with an old Python would see a syntax error instead of `check_python`'s sentence.
"""

import ast
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
MINE = Path(os.environ.get("RATOOLS_MY_COURSE") or str(ROOT / "my_course"))  # elsewhere on a server of many students
RECORD = MINE / ".course.json"
START = "00_start_here.ipynb"
HUB = ROOT / "instructor" / "hub"
LOCK = ROOT / ".venv.lock" if MINE.parent == ROOT else MINE.parent / ".my_course.lock"


def environment_in(folder):
    """The parts of an environment: itself, its programs, Python, the stamp, the old one while a new one is made."""
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    python = programs / ("python.exe" if os.name == "nt" else "python")
    return folder, programs, python, folder / "course.json", folder.with_name(folder.name + ".old")


VENV, BIN, PYTHON, STAMP, ASIDE = environment_in(ROOT / ".venv")


class Trouble(Exception):
    """What a learner can put right; its text is the one sentence they see."""


class NoNetwork(Trouble):
    """The package index did not answer; nothing that was installed has been touched."""


def say(sentence):
    """Print at once, so that it comes before whatever runs next."""
    print(sentence, flush=True)


# ---------------------------------------------------------------- errors, in one sentence each


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
    raise Trouble(f"The course needs Python 3.11 or newer and this is {version[0]}.{version[1]}: {way_out}.")


def works(python):
    """Whether an interpreter is there and starts: pyenv has commands for versions that are not active."""
    return bool(python) and run([python, "-c", "pass"])[0] == 0


DISK_FULL = r"errno 28\b|os error 28\b|no space left|error 112\b|not enough space|quota exceeded"
NO_VENV = r"ensurepip|no module named '?venv"
NOT_ALLOWED = r"permission denied|access is denied|read-only|not permitted|used by another|errno (1|13|30)\b"
OFFLINE = (
    r"connection|connect error|\(connect\)|dns error|name resolution|name or service|getaddrinfo|timed out|"
    r"retrying \(|sslerror|certificate verify|invalid peer certificate|proxyerror|unreachable"
)


def trouble(text, doing):
    """The Trouble that an error text amounts to."""
    if re.search(DISK_FULL, text, re.I) or shutil.disk_usage(str(ROOT)).free < 2**20:
        return Trouble("The disk is full: make room (the course needs about 1 GB), then run the same command again.")
    if re.search(NO_VENV, text, re.I):
        return Trouble(
            "This Python cannot make virtual environments: install its venv module (Debian and Ubuntu: `sudo apt "
            "install python3-venv`; a Python from python.org has it), then run the same command again."
        )
    if re.search(NOT_ALLOWED, text, re.I):
        return Trouble(
            f"Writing in {ROOT} is not allowed, or a file there is in use: close other JupyterLab windows, or copy the "
            "course to a folder of your own, then run the same command again."
        )
    if re.search(OFFLINE, text, re.I):
        return NoNetwork(
            "The package index could not be reached: check the network (or pip's proxy and index settings), then run "
            "the same command again; after the first set-up the course needs no network."
        )
    lines = [line.strip() for line in text.splitlines() if line.strip() and "WARNING" not in line]
    said = " ".join(lines[-1:] if "Traceback" in text else lines)[-400:] or "nothing"
    return Trouble(f"Sorry, {doing} failed; try it again, and if that does not help, this was said: {said}")


# ---------------------------------------------------------------- the environment in .venv


def base_python():
    """The interpreter behind this one, also when course.py runs inside another virtual environment."""
    return os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable)


def environment():
    """This process's environment, as if .venv were active and nothing pointed elsewhere."""
    unwanted = ("PYTHONPATH", "PYTHONHOME", "__PYVENV_LAUNCHER__", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "UV_PYTHON")
    unwanted += ("PYTHONDONTWRITEBYTECODE",)  # else every start compiles every package again
    env = {name: value for name, value in os.environ.items() if name not in unwanted}
    env.update(VIRTUAL_ENV=str(VENV), PATH=str(BIN) + os.pathsep + env.get("PATH", ""))
    env.update(PIP_USER="0", PIP_NO_INPUT="1", PIP_DISABLE_PIP_VERSION_CHECK="1", JUPYTER_PREFER_ENV_PATH="1")
    if not writable(os.path.expanduser("~")):
        for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR", "MPLCONFIGDIR"):
            env.setdefault(name, str(VENV / "home" / name.lower()))
        env.update(UV_NO_CACHE="1", PIP_NO_CACHE_DIR="1")
    return env


def writable(folder):
    """Whether a folder can be written, or made where there is none yet."""
    if not os.path.isabs(folder):
        return False
    while not os.path.lexists(folder):
        folder = os.path.dirname(folder)
    return os.path.isdir(folder) and os.access(folder, os.W_OK)


def run(command, env=None):
    """Run in the course's folder, quietly; the exit code and all that was printed."""
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    command, env = [str(part) for part in command], env or environment()
    try:
        done = subprocess.run(command, cwd=str(ROOT), env=env, encoding="utf-8", errors="replace", **streams)
    except OSError as error:
        return 127, str(error)
    return done.returncode, done.stdout


def hand_over(command, folder):
    """Become `command`; on Windows, which cannot, wait for it. Its exit code is ours."""
    command = [str(part) for part in command]
    sys.stdout.flush()
    if os.name != "nt":
        os.chdir(str(folder))
        os.execve(command[0], command, environment())
    child = subprocess.Popen(command, cwd=str(folder), env=environment())
    while True:
        with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C reaches the child too, which decides what it means
            return child.wait()


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
    with open(str(LOCK), "w") as file:
        if not try_lock(file):
            say("Another course.py is setting things up; waiting for it.")
            while not try_lock(file):
                time.sleep(0.1)
        yield


def read_json(path):
    """A JSON object, or an empty one where there is none that can be read."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def write(path, data):
    """Write bytes so that an interruption leaves the old file or the new one, never half of one."""
    os.replace(str(prepare(path, data)), str(path))


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


def stamp(dev):
    """What .venv depends on: as long as this stays the same, nothing needs installing."""
    import tomllib  # Python 3.11

    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    project = tomllib.loads(text)["project"]
    needs = [(ROOT / "requirements.txt").read_text(encoding="utf-8")]
    needs += [project.get(key) for key in ("dependencies", "optional-dependencies", "scripts")]
    requirements = hashlib.sha256(json.dumps(needs, sort_keys=True).encode()).hexdigest()
    return {"root": str(ROOT), "python": [sys.version, base_python()], "requirements": requirements, "dev": dev}


def set_up(dev=False, extra=None):
    """Make .venv (for an extra of pyproject.toml: .venv-EXTRA), or bring it up to date, or see that it is."""
    global VENV, BIN, PYTHON, STAMP, ASIDE
    VENV, BIN, PYTHON, STAMP, ASIDE = environment_in(ROOT / (".venv-" + extra if extra else ".venv"))
    if os.pathsep in str(ROOT):
        raise Trouble(f"The folder {ROOT} has a `{os.pathsep}` in its name, which Python cannot work with: rename it.")
    with lock():
        bring_back()
        have, want = read_json(STAMP), stamp(dev)
        same = PYTHON.exists() and all(have.get(key) == want[key] for key in ("root", "python"))
        broken = same and damage()
        sound = same and not broken
        want["dev"] = dev or (sound and bool(have.get("dev")))
        if sound and have == want:
            return
        started = time.time()
        extras = [name for name in ("dev" if want["dev"] else "", extra) if name]
        packages = ["-r", "requirements.txt", "-e", ".[{}]".format(",".join(extras)) if extras else "."]
        try:
            if sound:
                say("Installing what is new since the last start.")
                STAMP.unlink()
                install(packages)
            else:
                reason = "the folder or Python has changed" if have else "this happens once"
                reason = "something in it is damaged" if broken else reason
                say(f"Setting up the course in {VENV.name} ({reason}); on most machines that takes less than a minute.")
                renew(packages)
        except NoNetwork:
            if sound:  # nothing was touched
                write(STAMP, json.dumps(have).encode())
            if not works_as_it_is(have, dev):
                raise
            say("The package index could not be reached: going on with what was installed before, until it can be.")
            return
        quiet_lab()
        if extra == "class":
            compile_for_students()
        write(STAMP, json.dumps(want).encode())  # last: it says that all of the above is done
        remove(ASIDE)
        say(f"Ready after {time.time() - started:.0f} s.")


def renew(packages):
    """Make a new .venv; what was there before comes back if that fails."""
    remove(ASIDE)
    if os.path.lexists(str(VENV)):
        os.rename(str(VENV), str(ASIDE))
    try:
        make_venv()
        install(packages)
    except BaseException:
        bring_back()
        raise


def bring_back():
    """Put the environment back that stood aside for a new one, unless the new one was finished."""
    if not os.path.lexists(str(ASIDE)):
        return
    if not STAMP.exists():
        remove(VENV)
        os.rename(str(ASIDE), str(VENV))
    remove(ASIDE)


def remove(path):
    """Delete a file or a folder, if there is one."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(str(path))
    elif os.path.lexists(str(path)):
        path.unlink()


def works_as_it_is(have, dev):
    """Whether the environment of an earlier set-up will do, wherever the folder was then."""
    if not have or not PYTHON.exists() or (dev and not have.get("dev")):
        return False
    for place in site_packages():
        for path in place.glob("*ratools*.pth"):
            write(path, str(ROOT).encode())
    return not damage()


def site_packages():
    """Where .venv keeps its packages."""
    return list(VENV.glob("lib/python*/site-packages")) + list(VENV.glob("Lib/site-packages"))[: os.name == "nt"]


def damage():
    """What is wrong with .venv, in a few words, or nothing: files of packages are there, and the basic ones load."""
    for place in site_packages():
        for listing in place.glob("*.dist-info/RECORD"):
            with open(str(listing), encoding="utf-8", newline="") as file:
                for row in csv.reader(file):
                    if len(row) == 3 and row[2] and row[0].endswith((".py", ".so", ".pyd")):
                        with contextlib.suppress(OSError):
                            if os.stat(os.path.join(str(place), row[0])).st_size >= int(row[2]):
                                continue
                        return f"{row[0]} is missing or cut off"
    code, said = run([PYTHON, "-P", "-c", "import numpy, zmq, ratools"])
    return said.strip() or "Python does not start" if code else ""


def make_venv():
    """An empty .venv with uv, brought by this Python's own pip; without that, with a pip of its own (3 s more)."""
    make = [base_python(), "-m", "venv", "--clear", "--prompt", "ratools"]
    code, _ = run(make + ["--without-pip", VENV])
    if code or run(pip() + ["install", "--quiet", "--retries", "1", "uv"])[0]:
        code, said = run(make + [VENV])
        if code:
            raise trouble(said, "making the virtual environment")


def pip():
    """The command that installs into .venv: its own pip, or this Python's while it has none."""
    own = any((place / "pip").is_dir() for place in site_packages())
    return [PYTHON, "-m", "pip"] if own else [base_python(), "-m", "pip", "--python", PYTHON]


def install(packages):
    """Install into .venv: uv is five times faster, pip is the fallback."""
    settings = pip_settings(run(pip() + ["config", "list"])[1])
    few_retries, packages = ["--retries", "1"], ["pip"] + packages
    code = 0
    if not shutil.which("uv", path=str(BIN)):
        code, said = run(pip() + ["install", "--quiet"] + few_retries + ["uv"])
    if code and isinstance(trouble(said, ""), NoNetwork):
        raise trouble(said, "")  # the rest would only fail more slowly
    if not code:
        few_retries = []
        options = ["--no-index"] if str(settings.get("no-index", "0")).lower() in ("1", "true", "yes", "on") else []
        write(VENV / "left_out.txt", LEFT_OUT.encode())
        uv = [BIN / "uv", "pip", "install", "--quiet", "--python", PYTHON, "--overrides", VENV / "left_out.txt"]
        code, said = run(uv + options + packages, uv_environment(settings))
    if code:
        code, said = run(pip() + ["install", "--quiet"] + few_retries + packages)
    if code:
        raise trouble(scrub(said, settings), "installing the packages")


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


def compile_for_students():
    """Have a student's server and kernel compiled, once; what is missing each of them would compile at every start."""
    run([PYTHON, "-W", "ignore", "-c", FOR_STUDENTS])
    run([PYTHON, "-m", "compileall", "-q", "ratools", "ratools_course"])


# Jupyter asks for it in order to check addresses in a format that it does not use; to load it takes a second, half of
# JupyterLab's start. Without it that one check is passed over.
LEFT_OUT = "rfc3987-syntax; python_version < '3'\n"
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
    found = {}
    for section in ("global", "install", ":env:"):
        for name, value in re.findall(rf"^{section}\.([\w-]+)=(.*?)\r?$", listing, re.M):
            try:
                found[name] = str(ast.literal_eval(value))
            except (SyntaxError, ValueError):
                found[name] = value
    return found


def uv_environment(settings):
    """Give uv pip's settings, which it does not read itself; what was set for uv itself stays."""
    env = environment()
    for name in set(UV_NAMES) & set(settings):
        value = settings[name]
        if name != "cert":
            value = ("," if name == "find-links" else " ").join(value.split())
        env.setdefault(UV_NAMES[name], value)
    env.setdefault("UV_INDEX_STRATEGY", "unsafe-best-match")  # as pip does: look into every index
    env.setdefault("UV_PYTHON_DOWNLOADS", "never")
    return env


def scrub(text, settings):
    """An installer's words without addresses: they may hold a password, and tell a learner nothing."""
    for word in " ".join(settings.get(name, "") for name in UV_NAMES).split():
        for secret in (word, urlsplit(word).hostname):
            text = text.replace(secret, "[address]") if secret else text
    text = re.sub(r"\b[a-z][a-z0-9+.-]*://[^\s'\"`)>]+", "[address]", text, flags=re.I)
    return re.sub(r"host='[^']*'|\b\d{1,3}(\.\d{1,3}){3}(:\d+)?\b", "[address]", text)


def quiet_lab():
    """Lab asks for no news and no updates; a default in .venv, so that the user's own settings still win."""
    folder = VENV / "share" / "jupyter" / "lab" / "settings"
    folder.mkdir(parents=True, exist_ok=True)
    off = {"@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False}}
    write(folder / "overrides.json", json.dumps(off, indent=2).encode())


# ---------------------------------------------------------------- notebooks, and the learner's copies


def lessons():
    """The course's notebooks, in order."""
    return sorted(path for path in LESSONS.glob("*.ipynb") if not path.name.startswith("."))


def pick(words):
    """The notebooks meant by `05`, `5`, `05_ndcg`, `05_ndcg.ipynb` or `all`."""
    chosen = []
    for word in words:
        name = word[:-6] if word.endswith(".ipynb") else word
        found = [path for path in lessons() if name in ("all", path.stem) or path.stem.split("_")[0] == name.zfill(2)]
        if not found:
            raise Trouble(f"There is no notebook {word}; there are {', '.join(path.stem for path in lessons())}.")
        chosen += found
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
        raise Trouble(f"{path.name} is not a whole notebook any more (a merge conflict?): {remedy}.") from None


def to_bytes(book):
    """A notebook as Jupyter itself would write it."""
    return (json.dumps(book, indent=1, ensure_ascii=False, sort_keys=True) + "\n").encode("utf-8")


def digest(data):
    """A short fingerprint."""
    return hashlib.sha256(data).hexdigest()[:20]


def without_traces(book):
    """Drop when and by which Python the notebook was run."""
    for cell in book["cells"]:
        cell["metadata"].pop("execution", None)
    book["metadata"].get("language_info", {}).pop("version", None)
    return book


def fresh(path):
    """A lesson as a learner gets it, outputs cleared, and the version of what is written in it."""
    book = without_traces(read_notebook(path))
    book["metadata"].pop("widgets", None)
    for cell in book["cells"]:
        if cell["cell_type"] == "code":
            cell.update(outputs=[], execution_count=None)
    written = [[cell["cell_type"], "".join(cell["source"]), cell["metadata"]] for cell in book["cells"]]
    return to_bytes(book), digest(json.dumps(written, sort_keys=True).encode())


def lay_out():
    """Bring my_course/ up to date without losing a keystroke; the lines to print about it."""
    first = not MINE.exists()
    make_folder(MINE)
    record, news = read_record()
    for lesson in lessons():
        data, version = fresh(lesson)
        entry = record.setdefault(lesson.name, {"version": None, "given": []})
        target = MINE / lesson.name
        if target.exists() and (entry["version"] == version or target.read_bytes() == data):
            entry["version"] = version
        else:
            if target.exists() and not untouched(target, entry):
                target = beside(target, entry)
            write(target, data)
            entry["version"] = version
            entry["given"] = sorted(set(entry["given"]) | {digest(data)})
        news += remarks(lesson)
    lay_out_examples(record)
    write(RECORD, json.dumps(record, indent=1).encode())
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
            make_folder(MINE / folder)
        data = fresh(path)[0] if path.suffix == ".ipynb" else path.read_bytes()
        entry, target = record.setdefault(name.as_posix(), {"version": None, "given": []}), MINE / name
        if not target.exists() or (untouched(target, entry) and target.read_bytes() != data):
            write(target, data)
        if target.read_bytes() == data:
            entry["given"] = sorted(set(entry["given"]) | {digest(data)})


def make_folder(path):
    """Make a folder if there is none."""
    try:
        path.mkdir(exist_ok=True)
    except FileExistsError:
        name = path.relative_to(MINE.parent).as_posix()
        raise Trouble(f"{name} is a file where the course needs a folder: rename it, then try again.") from None


def read_record():
    """What we gave, lesson by lesson, and the line to print if the record of that is damaged."""
    found = read_json(RECORD)
    record = {name: entry for name, entry in found.items() if is_entry(entry)}
    if not RECORD.exists() or (record == found and found):
        return record, []
    return record, [
        "my_course/.course.json was damaged and has been rebuilt: your work is safe, but a lesson may be there twice."
    ]


def is_entry(entry):
    """Whether a part of the record has the shape that we write."""
    if not isinstance(entry, dict) or not isinstance(entry.get("version"), (str, type(None))):
        return False
    return isinstance(entry.get("given"), list) and all(isinstance(one, str) for one in entry["given"])


def remarks(lesson):
    """What to know about a learner's copy at every start: that it is damaged, that a newer lesson is beside it."""
    reset_it = f"`python3 course.py reset {lesson.stem.split('_')[0]}`"
    lines = []
    try:
        read_notebook(MINE / lesson.name)
    except Trouble:
        lines = [f"my_course/{lesson.name} is damaged: {reset_it} gives a fresh one and keeps what is left of yours."]
    names = sorted(path.name for path in MINE.glob(lesson.stem + ".new*.ipynb"))
    if names:
        lines.append(
            f"{lesson.stem} has a newer version: it is beside yours, as {' and '.join(names)} ({reset_it} takes the "
            "newest and keeps yours; delete what you do not need)."
        )
    return lines


def untouched(path, entry):
    """Whether a file is, byte for byte, one that we gave."""
    return digest(path.read_bytes()) in entry["given"]


def beside(target, entry):
    """Where a newer lesson goes: 05_ndcg.new.ipynb, or .new2 where the learner works in that one too."""
    for count in range(1, 1000):
        path = target.with_name(f"{target.stem}.new{count if count > 1 else ''}.ipynb")
        if not path.exists() or untouched(path, entry):
            return path
    raise Trouble(f"There are a thousand newer versions of {target.name} in my_course/: please move some elsewhere.")


def start_over(lesson, record):
    """Give a fresh copy of one lesson and keep the learner's; the line to print about it."""
    data, version = fresh(lesson)
    entry = record.setdefault(lesson.name, {"version": None, "given": []})
    target, backup = MINE / lesson.name, None
    part = prepare(target, data)
    if target.exists() and not untouched(target, entry):
        make_folder(MINE / "backups")
        names = (MINE / "backups" / f"{lesson.stem}.backup{count}.ipynb" for count in range(1, 100000))
        backup = next(path for path in names if not path.exists())
        os.rename(str(target), str(backup))
    try:
        os.replace(str(part), str(target))
    except OSError:
        if backup:
            os.rename(str(backup), str(target))
        raise
    new = beside(target, entry)
    if new.exists():
        new.unlink()
    record[lesson.name] = {"version": version, "given": sorted(set(entry["given"]) | {digest(data)})}
    kept = f"; what you had is kept as {backup.relative_to(MINE.parent).as_posix()}" if backup else ""
    return f"{target.relative_to(MINE.parent).as_posix()} is fresh{kept}."


def tidy(book):
    """An executed notebook without what differs from run to run: times, and the random ids of widgets."""
    states = book["metadata"].get("widgets", {}).get("application/vnd.jupyter.widget-state+json", {}).get("state", {})
    random_id = re.compile(r"\b[0-9a-f]{32}\b|(?<=IPY_MODEL_)[0-9a-f]{32}")
    texts = {name: json.dumps(state, sort_keys=True) for name, state in states.items()}
    order, queue = {}, random_id.findall(json.dumps(without_traces(book)["cells"], sort_keys=True))
    while len(order) < len(states):
        for name in queue:  # it grows while we walk: breadth first, from what is shown
            if name in states and name not in order:
                order[name] = f"{len(order) + 1:032x}"
                queue += random_id.findall(texts[name])
        rest = [name for name in states if name not in order]  # never shown: parents first, by what they hold
        inner = {name for parent in rest for name in random_id.findall(texts[parent])}
        queue = sorted(set(rest) - inner or rest, key=lambda name: random_id.sub("", texts[name]))[:1]
    return json.loads(random_id.sub(lambda match: order.get(match.group(), match.group()), json.dumps(book)))


# ---------------------------------------------------------------- commands


def lab(arguments):
    """Open the course in JupyterLab (sets everything up the first time)

    Your own copies of the notebooks live in my_course/, with outputs cleared, and are never overwritten.
    A newer lesson replaces a copy that you have not changed; otherwise it is put beside yours as NAME.new.ipynb.
    A copy that you deleted or renamed comes back at the next start.
    .venv belongs to this command, which rebuilds it when Python or the folder changed.
    --port N, --ip A, --no-browser and every other argument go to JupyterLab.
    """
    set_up()
    with lock():
        for line in lay_out():
            say(line)
    if "JUPYTER_RUNTIME_DIR" not in os.environ and not writable(os.path.expanduser("~")):
        say("Your home folder cannot be written, so JupyterLab keeps its settings in .venv/home.")
    for line in audience(arguments):
        say(line)
    as_root = ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    place = [f"--ServerApp.root_dir={MINE}", f"--LabApp.default_url=/lab/tree/{START}"]
    return hand_over([PYTHON, "-m", "jupyterlab"] + as_root + place + prompt(arguments) + arguments, MINE)


def prompt(arguments):
    """The option that lets widgets answer at once; kernels behind a gateway need JupyterLab's own connection."""
    if any("gateway" in word.lower() for word in arguments) or "JUPYTER_GATEWAY_URL" in os.environ:
        return []
    return ["--ServerApp.kernel_websocket_connection_class=ratools_course.learner.prompt_channels.PromptChannels"]


def audience(arguments):
    """Who can reach this JupyterLab, where that is more than this machine."""
    text = " ".join(arguments) + " "
    ips = re.findall(r"--(?:ip|ServerApp\.ip)[= ](\S*) ", text)
    if not ips or re.match(r"localhost$|127\.|::1$", ips[-1]):
        return []
    everywhere = ips[-1] in ("0.0.0.0", "::", "*", "")
    where = "every network that this machine is part of" if everywhere else f"the network of {ips[-1]}"
    has_token = not re.search(r"--(IdentityProvider|ServerApp|NotebookApp)\.token[= ](''|\"\")? ", text)
    who = "who has the link with its token" if has_token else "at all, since no token is asked for,"
    return [
        f"JupyterLab can be reached from {where}: anyone there {who} can run programs on this machine as you (leave "
        "--ip out to keep it to this machine)."
    ]


# What `test --quick` leaves out; tests/conftest.py has the files.
QUICK = ["-m", "not browser and not slow"]


def test(arguments):
    """Run every test: units, doctests, notebooks, browser (arguments go to pytest)

    For example `python3 course.py test -k ndcg`. Browser tests need Chromium or Chrome; where there is none
    they are skipped and say so.
    --quick leaves out the browser, the comparison with other libraries and all that is slow: a minute.
    """
    set_up(dev=True)
    own_choice = re.compile(r"-[nps]|--(numprocesses|dist|pdb|trace|co$|collect-only)")
    quick = QUICK if "--quick" in arguments else []
    arguments = [word for word in arguments if word != "--quick"]
    # two cores: three, since browsers and servers are often waited for, which a quick run has not
    parallel = [] if any(map(own_choice.match, arguments)) else ["-n", "2" if quick else "3", "--dist", "loadfile"]
    return hand_over([PYTHON, "-m", "pytest"] + parallel + quick + from_root(arguments), ROOT)


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
    set_up(dev=True)
    return hand_over([PYTHON, ROOT / "bench" / "speed.py"] + arguments, ROOT)


CLASSROOM = {  # words of `class`, and their modules
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
        set_up()
        module = "ratools_course.classroom." + CLASSROOM[arguments[0]]
        return hand_over([PYTHON, "-m", module] + arguments[1:], Path.cwd())
    return in_class("class_server.py", ["class"], arguments)


def in_class(script, words, arguments):
    """Run a script of the class server in an environment that its students can use, too."""
    if os.name == "nt":
        raise Trouble("JupyterHub does not run on Windows: use WSL or a Linux machine, or let everybody use `lab`.")
    other = shared_python()
    if other:
        return hand_over([other, ROOT / "course.py"] + words + arguments, Path.cwd())
    set_up(extra="class")
    return hand_over([PYTHON, HUB / script] + arguments, Path.cwd())


def shared_python():
    """As root, whose Python may be in a private folder: another one that every user can start, if this one is not."""
    if not hasattr(os, "geteuid") or os.geteuid() or any_user_can_start(base_python()):
        return None
    names = [f"/usr/{place}bin/python3.{minor}" for place in ("local/", "") for minor in range(14, 10, -1)]
    return next((name for name in names if any_user_can_start(name)), None)


def any_user_can_start(python):
    """Whether a user without rights can start a Python, and make environments with it."""
    command = [python, "-I", "-c", "import venv, ensurepip"]
    nobody = {"user": 65534, "group": 65534, "extra_groups": []}
    try:
        done = subprocess.run(command, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **nobody)
    except OSError:
        return False
    return done.returncode == 0


def questions(arguments):
    """For teachers: the quiz bank for Moodle, Canvas and others: `questions --format moodle --out questions.xml`

    --format is moodle (XML, with feedback per option and tolerances), gift, csv, or qti (1.2, for Canvas, made by
    text2qti); --notebook 05 takes only that notebook's. Without --out the questions are printed (qti needs a file).
    What a format cannot hold is told, question by question; an order, for instance, has no place in qti.
    """
    with contextlib.redirect_stdout(sys.stderr):  # what is printed is the questions
        set_up(extra="grading" if "qti" in " ".join(arguments) else None)  # where text2qti is
    return hand_over([PYTHON, "-m", "ratools_course.classroom.questions.exporting"] + arguments, Path.cwd())


def slides(arguments):
    """For teachers: notebooks as talks: `slides 05 --out FOLDER` (01, 02, 05, 08, 09, 10, or all)

    Each talk is one file of HTML (reveal.js) with all that it needs: it shows without a network and without Python.
    Predictions and the ranking board are alive in it. Arrow keys turn the page, S opens the speaker's view.
    What is on a slide stands in the cells' metadata; instructor/GUIDE.md tells how to choose other cells.
    """
    set_up()
    return hand_over([PYTHON, "-m", "ratools_course.classroom.slides.talks"] + arguments, Path.cwd())


def assignment(arguments):
    """For teachers: an nbgrader course from a notebook's exercises: `assignment 05 --out FOLDER --seed PRIVATE`

    FOLDER lies outside the repository: it gets source/ (with solutions), release/ (for students), nbgrader_config.py
    and private.json. --seed, which you keep, draws the hidden inputs, and other numbers for every student in exercises
    that ask for a number; --bank names a folder of probes and exercises of your own. Put submissions into
    FOLDER/submitted/STUDENT/05_ndcg/, then `assignment 05 --out FOLDER --mark` runs nbgrader's autograde,
    generate_feedback and export. nbgrader is in .venv-grading. instructor/ASSIGNMENTS.md: points, and what a cheat
    can still do.
    """
    set_up(extra="grading")
    return hand_over([PYTHON, "-m", "ratools_course.classroom.assignments.making"] + arguments, Path.cwd())


def exam(arguments):
    """For teachers: an exam with key, in variants: `exam --seed PRIVATE --variants 4 --out FOLDER`

    Numbers are drawn from the seed, answers computed; per variant a sheet and a key, to print. FOLDER and --bank (a
    folder with questions of your own) lie outside the repository. --format moodle, gift, csv or qti writes files for
    a learning platform as well. --pre-post --out FOLDER writes the two forms of the pre- and post-test instead.
    """
    set_up(extra="grading" if "qti" in " ".join(arguments) else None)
    return hand_over([PYTHON, "-m", "ratools_course.classroom.exams.papers"] + arguments, Path.cwd())


def from_root(arguments):
    """The same arguments for a pytest that runs in ROOT: paths that exist here lead to the same place from there."""
    takes_value = ("-k", "-m", "-n", "-o", "-p", "-r", "-W", "--tb", "--dist", "--maxfail", "--durations")
    result = list(arguments)
    for index, word in enumerate(arguments):
        path = word.split("::")[0]
        is_value = index > 0 and arguments[index - 1] in takes_value
        if not word.startswith("-") and not is_value and os.path.exists(path):
            path, rest = os.path.realpath(path), word[len(path) :]
            if path.startswith(str(ROOT) + os.sep):
                path = os.path.relpath(path, str(ROOT))  # pytest reads a `[` further up as a parameter
            result[index] = path + rest
    return result


def reset(arguments):
    """Give a fresh copy of a notebook and keep yours: `reset 05`

    Takes numbers, names or `all`. What you had goes to my_course/backups/, where nothing is overwritten.
    If the notebook is open in JupyterLab, close it first, or choose File > Reload Notebook from Disk.
    """
    if not arguments:
        raise Trouble(f"Which one, as in `reset 05`? There are {', '.join(path.stem for path in lessons())}, or all.")
    chosen = pick(arguments)
    with lock():
        make_folder(MINE)
        record, _ = read_record()
        for lesson in chosen:
            say(start_over(lesson, record))  # before anything else can fail: it names the backup
            write(RECORD, json.dumps(record, indent=1).encode())
    return 0


def notebooks(arguments):
    """For authors: run the notebooks of notebooks/ again, in place (`notebooks 05`: only that one)

    Cell ids stay, times go and widgets get steady ids, so that running twice changes nothing.
    """
    set_up()
    failed = 0
    for path in pick(arguments or ["all"]):
        options = ["--ExecutePreprocessor.record_timing=False", "--ExecutePreprocessor.coalesce_streams=True"]
        target = LESSONS / (".running-" + path.name)
        command = [PYTHON, "-m", "nbconvert", "--to", "notebook", "--execute", "--log-level=ERROR"]
        env = dict(environment(), RATOOLS_PROGRESS=os.devnull)  # an author's run is not a learner's progress
        code, said = run(command + options + [path.relative_to(ROOT), "--output", target.name], env)
        if not code:
            data = to_bytes(tidy(read_notebook(target)))
            say(f"{path.name}: {'unchanged' if data == path.read_bytes() else 'written'}")
            write(path, data)
        else:
            say(f"{path.name} failed and stays as it was:\n{said}")
            failed = 1
        if target.exists():
            target.unlink()
    return failed


def build(arguments):
    """For authors: write every file that is computed from others (`--check`: only say which are out of date)

    The README's map and table of measures, notebooks/README.md, notebook 00's map, plans, guide and answer key.
    """
    set_up()
    return hand_over([PYTHON, "-m", "ratools_course.derived"] + arguments, ROOT)


ALL = (lab, test, bench, reset, notebooks, build, class_, questions, slides, assignment, exam)
COMMANDS = {command.__name__.rstrip("_"): command for command in ALL}


def overview():
    """What course.py can do, a line each."""
    lines = [f"  {name:<10} {command.__doc__.splitlines()[0]}" for name, command in COMMANDS.items()]
    return "\n".join(["python3 course.py COMMAND", ""] + lines + ["", "`python3 course.py COMMAND --help` says more."])


def main(arguments):
    """Find the command, run it, and turn every trouble into one sentence."""
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
    except Trouble as error:
        print(error, file=sys.stderr)
    except OSError as error:
        print(trouble(f"{error} errno {error.errno}", f"`course.py {name}`"), file=sys.stderr)
    except KeyboardInterrupt:
        print("\nStopped; the same command goes on from here.", file=sys.stderr)
        return 130
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The standard library as a collection: large enough, the known names there, nothing done on import."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import ratools
from ratools_course.systems.datasets import stdlib_docs, stdlib_judgements
from ratools_course.systems.datasets.stdlib import MODULES
from ratools_course.systems.lexical import Bm25

ROOT = Path(ratools.__file__).parents[1]


@pytest.fixture(scope="module")
def documents():
    return stdlib_docs()


def test_several_thousand_documents(documents):
    assert 3000 < len(documents) < 8000
    assert list(documents) == sorted(documents)


@pytest.mark.parametrize(
    "name",
    """os.path.split pathlib.Path.read_text sorted str.split dict.get open asyncio.gather random.choice secrets.choice
    json.dumps csv.reader concurrent.futures.ThreadPoolExecutor collections.Counter.most_common heapq.heappush
    bisect.insort_right datetime.datetime.strptime datetime.date.fromisoformat shutil.copytree re.sub math.isnan
    decimal.Decimal.quantize threading.Lock functools.lru_cache tempfile.TemporaryFile
    argparse.ArgumentParser.add_argument pathlib.PurePath.stem concurrent.futures.Executor.map""".split(),
)
def test_known_names(documents, name):
    assert len(documents[name].text) > 10 and documents[name].title == name


def test_one_document_an_object(documents):
    assert "random.Random.choice" not in documents, "random.choice is the same function"
    assert "EnvironmentError" not in documents and "OSError" in documents
    assert not [name for name in documents if any(part.startswith("_") for part in name.split("."))]


def test_nothing_that_acts_on_import_is_in_the_list():
    never = {
        "antigravity",
        "this",
        "idlelib",
        "turtle",
        "turtledemo",
        "tkinter",
        "test",
        "rlcompleter",
        "pdb",
        "doctest",
    }
    assert not {name.split(".")[0] for name in MODULES} & never
    assert len(set(MODULES)) == len(MODULES)


WATCHED = """
import sys, threading
FAMILIES = {{"subprocess", "webbrowser", "shutil", "tempfile", "ftplib", "imaplib", "smtplib", "poplib", "urllib"}}
EVENTS = "os.system os.mkdir os.remove os.rename os.rmdir os.fork os.exec os.posix_spawn os.putenv os.startfile "
EVENTS += "socket.connect socket.bind socket.sendto socket.getaddrinfo"
acts = []
def watch(event, arguments):
    writes = event == "open" and isinstance(arguments[1], str) and set(arguments[1]) & set("wax+")
    if writes or event.split(".")[0] in FAMILIES or event in EVENTS.split():
        acts.append((event, arguments))
sys.dont_write_bytecode = True
sys.path[:0] = [{root!r}]
from tqdm import tqdm
tqdm.monitor_interval = 0  # the progress bar's own thread
from ratools_course.systems.datasets.stdlib import docstrings
sys.addaudithook(watch)
before = threading.active_count()
found = docstrings()
assert threading.active_count() == before, "a thread was started"
never = {{"antigravity", "this", "turtle", "tkinter", "rlcompleter"}} & set(sys.modules)
assert not never, f"imported by another module: {{never}}"
print(len(found), acts)
"""


def test_nothing_acts_on_import():
    """No file is written, no process, socket or thread started, nothing printed, in a fresh Python."""
    command = [sys.executable, "-c", WATCHED.format(root=str(ROOT))]
    quiet = {**os.environ, "TQDM_DISABLE": "1", "PYTHONDONTWRITEBYTECODE": "1"}  # no progress bar, no .pyc files
    done = subprocess.run(command, capture_output=True, text=True, env=quiet)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    count, acts = done.stdout.split(" ", 1)
    assert int(count) > 2000 and acts.strip() == "[]"


def test_without_docstrings_it_says_so():
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); "
    code += "from ratools_course.systems.datasets import stdlib as h; "
    code += "h.MODULES = ['no_such_module']\ntry: h.docstrings()\nexcept ValueError as error: print(error)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "without -OO" in done.stdout


def test_the_shipped_judgements(documents):
    found = stdlib_judgements(documents)
    assert len(found.queries) >= 25 and set(found.judgements) == set(found.queries)
    for query, judged in found.judgements.items():
        assert len(judged) >= 6 and max(judged.values()) >= 2 and 0 in judged.values(), query
    assert len({query.need for query in found.queries.values()}) >= 4
    assert len(found.missing) <= 20, "names that this Python lacks are the exception"


@pytest.mark.slow
def test_indexing_and_answering_take_a_few_seconds(documents):
    found = stdlib_judgements(documents)
    start = time.process_time()
    run = Bm25(documents).run(found.queries)
    assert time.process_time() - start < 10
    assert ratools.evaluate(run, found.judgements, ["nDCG@10"])["nDCG@10"].mean() > 0.2

"""Functions that attack the checker, on purpose or by accident: every check ends, soon, and in little memory."""

import contextlib
import functools
import os
import signal
import subprocess
import sys
import textwrap
import time
import tracemalloc

import pytest

import ratools as rt
from ratools_course import check, solution
from ratools_course.checker import ids, worker
from ratools_course.checker.bank import EXERCISES
from ratools_course.checker.package_use import uses_package

MEGABYTE = 1 << 20
posix = pytest.mark.skipif(os.name != "posix", reason="needs a POSIX system")


def defined(source, name="f"):
    """What a notebook cell defines."""
    space = {"__name__": "__main__"}
    exec(textwrap.dedent(source), space)
    return space[name]


def p(retrieved, relevant, k):
    return sum(doc in relevant for doc in retrieved[:k]) / k


@contextlib.contextmanager
def bounded(seconds, megabytes):
    """What happens inside must end in time, and the kernel's memory must not grow by more."""
    tracemalloc.start()
    start = time.perf_counter()
    try:
        yield
        assert time.perf_counter() - start < seconds
        assert tracemalloc.get_traced_memory()[1] < megabytes * MEGABYTE
    finally:
        tracemalloc.stop()


# The channel ---------------------------------------------------------------------------------------------------------

FLOOD = """
def f(retrieved, relevant, k):
    import os, time
    end = time.time() + 30
    while time.time() < end:
        for place in range(3, 20):
            try:
                os.write(place, {bytes})
            except OSError:
                pass
"""


@posix
@pytest.mark.parametrize(
    "text",
    [
        'b"x" * 60_000',
        'b"x" * 60_000 + b"\\n"',
        'b"[]\\n" * 1000',
        'b"\\xff\\n"',
        'b"[" * 50_000 + b"\\n"',
        'b\'{"type": "number", "value": 1}\\n\'',
        "b'{\"started\": true}\\n'",
        'b\'{"importing": "x"}\\n\'',
        'b\'{"type": "text", "value": "\' + b"x" * 50_000 + b\'"}\\n\'',
    ],
)
def test_a_flood_of_the_channel_is_cut_off(text):
    function = defined(FLOOD.replace("{bytes}", text))
    with bounded(worker.SECONDS + 8, 80):
        result = check("precision_at_k", function)
    assert result.status == "wrong"
    assert "writes into the channel" in result.message


RETURNS = {
    "many long lists": "[list(range(1000))] * 100",
    "lists in lists": "[[[[[list(range(50))] * 50] * 50] * 50] * 50] * 50",
    "a long text": "'x' * 10**7",
    "many long texts": "['x' * 10**5] * 10**4",
    "a dict of lists": "{n: ['y' * 1000] * 1000 for n in range(100)}",
    "a set": "set(range(10**4))",
    "a long name": "type('N' * 10**6, (), {})()",
}


@pytest.mark.parametrize("name", RETURNS)
def test_a_large_value_is_described_in_few_words(name):
    function = defined(f"def f(retrieved, relevant, k):\n    return {RETURNS[name]}")
    with bounded(worker.SECONDS_IN_ALL + 4, 80):
        result = check("precision_at_k", function)
    assert result.status == "wrong" and "where a number is due" in result.message
    assert len(result.message) < 1000


def test_a_list_that_holds_itself():
    function = defined("def f(retrieved, relevant, k):\n    x = []\n    x.append(x)\n    return x")
    result = check("precision_at_k", function)
    assert "returns a list, where a number is due" in result.message


def test_a_long_error_message():
    function = defined("def f(retrieved, relevant, k):\n    raise ValueError('x' * 10**7)")
    with bounded(worker.SECONDS + 8, 80):
        assert len(check("precision_at_k", function).message) < 1000


def test_a_list_of_the_length_that_is_due_is_described_as_a_whole():
    docs = [f"document {n}" for n in range(60)]
    assert [item["value"] for item in worker.describe(docs)["value"]] == docs


# Orphans -------------------------------------------------------------------------------------------------------------

KERNEL = """
from ratools_course import check
def f(retrieved, relevant, k):
    import os
    with open({path!r}, "w") as file:
        file.write(str(os.getpid()))
    {loop}
check("precision_at_k", f)
"""
LOOPS = {
    "a loop": "while True: pass",
    "one long step": "sum(range(10**15))",
    "children": "[os.fork() for _ in range(3)]; sum(range(10**15))",
}


def group(pid):
    """The living processes of a group."""
    found = []
    for entry in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError), open(f"/proc/{entry}/stat") as file:
            state, _, its_group = file.read().rpartition(")")[2].split()[:3]
            found += [entry] if int(its_group) == pid and state != "Z" else []
    return found


@posix
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the worker may last until its time is up")
@pytest.mark.parametrize("loop", LOOPS)
def test_a_killed_kernel_leaves_no_worker(loop, tmp_path):
    path = tmp_path / "pid"
    environment = {**os.environ, "RATOOLS_PROGRESS": str(tmp_path / "progress.jsonl")}
    kernel = subprocess.Popen([sys.executable, "-c", KERNEL.format(path=str(path), loop=LOOPS[loop])], env=environment)
    try:
        pid = _until(lambda: path.exists() and path.read_text(), 30)
        os.kill(kernel.pid, signal.SIGKILL)
        kernel.wait()
        assert _until(lambda: not group(int(pid)), 5)
    finally:
        kernel.kill()


def _until(condition, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.02)
    return condition()


@posix
def test_a_worker_has_a_bound_on_its_time():
    function = defined("def f(x):\n    import resource\n    return list(resource.getrlimit(resource.RLIMIT_CPU))")
    _, [answer], _, _ = worker.run(function, [((1,), {})])
    soft, hard = (item["value"] for item in answer["value"])
    assert 0 < soft <= worker.SECONDS_OF_CPU and 0 < hard <= worker.SECONDS_OF_CPU + 1


def test_a_function_cannot_read_what_the_kernel_sends():
    function = defined("def f(x):\n    import sys, os\n    return [sys.stdin.read(), len(os.read(0, 10))]")
    ended, [answer], _, _ = worker.run(function, [((1,), {})])
    assert ended == "done" and [item["value"] for item in answer["value"]] == ["", 0]


# Imports -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["import slow_module", "from slow_package import part", "__import__('slow_module')"])
def test_a_slow_import_is_not_an_endless_loop(line, tmp_path, monkeypatch):
    (tmp_path / "slow_module.py").write_text("import time\ntime.sleep(1.5)\n", encoding="utf-8")
    (tmp_path / "slow_package").mkdir()
    (tmp_path / "slow_package" / "__init__.py").write_text("", encoding="utf-8")
    (tmp_path / "slow_package" / "part.py").write_text("import time\ntime.sleep(1.5)\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(worker, "SECONDS", 1.0)
    monkeypatch.setattr(worker, "SECONDS_IN_ALL", 1.4)
    code = f"def f(retrieved, relevant, k):\n    {line}\n    return sum(d in relevant for d in retrieved[:k]) / k"
    result = check("precision_at_k", defined(code))
    assert result.status == "right", result.message


@pytest.mark.parametrize("line", ["import no_such_module", "from math import no_such_name"])
def test_an_import_that_fails_each_time_is_no_flood(line):
    code = f"""
    def f(retrieved, relevant, k):
        try:
            {line}
        except ImportError:
            pass
        return sum(doc in relevant for doc in retrieved[:k]) / k
    """
    result = check("precision_at_k", defined(code))
    assert result.status == "right", result.message


def test_an_import_that_never_ends_is_named(tmp_path, monkeypatch):
    (tmp_path / "endless_module.py").write_text("while True:\n    pass\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(worker, "SECONDS_TO_START", 2.0)
    result = check("precision_at_k", defined("def f(retrieved, relevant, k):\n    import endless_module"))
    assert result.status == "wrong" and "imports `endless_module`" in result.message


def test_a_large_library_can_be_imported_inside():
    pytest.importorskip("scipy.stats")
    code = """
    def f(retrieved, relevant, k):
        import scipy.stats
        return sum(doc in relevant for doc in retrieved[:k]) / k
    """
    result = check("precision_at_k", defined(code))
    assert result.status == "right", result.message


# Ours in other clothes -----------------------------------------------------------------------------------------------


class Wrapper:
    def __call__(self, relevances, k):
        return rt.dcg_at_k(relevances, k)


class Carrier:
    def __init__(self, inner):
        self.inner = inner

    def __call__(self, relevances, k):
        return self.inner(relevances, k)

    def method(self, relevances, k):
        return self.inner(relevances, k)


class Child(Wrapper):
    pass


class Static:
    @staticmethod
    def total(relevances, k):
        return rt.dcg_at_k(relevances, k)

    def __call__(self, relevances, k):
        return self.total(relevances, k)


TOOLS = {"dcg": rt.dcg_at_k}


@functools.wraps(len)
def wrapped(relevances, k):
    return TOOLS["dcg"](relevances, k)


def by_default(relevances, k, ours=rt.dcg_at_k):
    return ours(relevances, k)


def outer(relevances, k):
    def inner():
        return rt.dcg_at_k(relevances, k)

    return inner()


def by_a_built_name(relevances, k):
    return getattr(rt, "dcg_" + "at_k")(relevances, k)


def by_vars(relevances, k):
    return vars(rt.metrics.graded)["_".join(["dcg", "at", "k"])](relevances, k)


def imported_by_a_built_name(relevances, k):
    import ratools

    return ratools.__dict__["dcg_at" + "_k"](relevances, k)


def by_eval(relevances, k):
    return eval("rt.dcg" + "_at_k", {"rt": rt})(relevances, k)


OURS = [
    by_a_built_name,
    by_vars,
    imported_by_a_built_name,
    by_eval,
    Wrapper(),
    Carrier(rt.dcg_at_k),
    Carrier(Carrier(rt.dcg_at_k)),
    Carrier(rt.dcg_at_k).method,
    Child(),
    Static(),
    wrapped,
    by_default,
    outer,
    functools.partial(by_default),
    functools.lru_cache(by_default),
    functools.partial(Wrapper()),
]


@pytest.mark.parametrize("place", range(len(OURS)))
def test_ours_in_a_wrapper_is_ours(place):
    assert uses_package(OURS[place], "dcg_at_k")
    result = check("dcg_at_k", OURS[place])
    assert result.status == "wrong" and "That is ours" in result.message


def test_an_object_of_ones_own_is_not_ours():
    from math import log2

    def own(relevances, k):
        return sum(grade / log2(rank + 1) for rank, grade in enumerate(relevances[:k], start=1))

    def asks_for_a_name(relevances, k):
        return own(relevances, getattr(k, "real", k))

    for answer in (own, Carrier(own), Carrier(own).method, functools.partial(own), asks_for_a_name):
        assert not uses_package(answer, "dcg_at_k")
        assert check("dcg_at_k", answer).status == "right"


# Without processes ---------------------------------------------------------------------------------------------------


@pytest.fixture
def no_processes(monkeypatch):
    def refuse(*_, **__):
        raise OSError("there are no processes here")

    monkeypatch.setattr(sys, "platform", "emscripten")
    monkeypatch.setattr(subprocess, "Popen", refuse)
    monkeypatch.setattr(worker, "_talk", refuse)


@pytest.mark.parametrize("id", ids())
def test_every_exercise_can_be_checked_without_processes(id, no_processes):
    assert check(id, defined(solution(id).code, EXERCISES[id].name)).status == "right"


WITHOUT = {
    "prints": ("print(k)", "prints"),
    "raises": ("return retrieved[k]", "IndexError"),
    "asks": ("return input('?')", "calls `input()`"),
    "exits": ("raise SystemExit", "calls `exit()`"),
    "recursion": ("return f(retrieved, relevant, k)", "calls itself without end"),
    "a long list": ("return [list(range(1000))] * 100", "where a number is due"),
    "returns nothing": ("if not retrieved[k:]: return 0", "returns nothing"),
    "a wrong idea": ("return len(relevant & {*retrieved[:k]}) / max(1, len(relevant))", "looks like|behaves like"),
}


@pytest.mark.parametrize("name", WITHOUT)
def test_verdicts_without_processes(name, no_processes):
    body, sentence = WITHOUT[name]
    result = check("precision_at_k", defined(f"def f(retrieved, relevant, k):\n    {body}"))
    assert result.status == "wrong"
    assert any(part in result.message for part in sentence.split("|")), result.message

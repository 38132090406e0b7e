"""Runs a learner's function in a process of its own, which can be killed: the kernel lives on, whatever happens.

`run(function, calls)` is the side of the kernel. The other side is this same file, handed to `python -c`: it imports
nothing of ours, so that it starts in a few hundredths of a second. It makes every call twice, the second time in
reverse order, and writes one line of JSON a call to a channel that the learner's prints cannot reach.
"""

import contextlib
import json
import os
import pickle
import sys

SECONDS = 2.0  # for one call
SECONDS_IN_ALL = 12.0  # for all of them
SECONDS_TO_START = 20.0  # a slow disk or a crowded machine is not the learner's fault
MEMORY = 1 << 29  # bytes beyond what the process has when the first call starts: half a gigabyte
PRINTED = 300  # characters kept of what a call prints
FATAL = ("SystemExit", "KeyboardInterrupt", "Asked", "MemoryError", "RecursionError")  # no further call is made


# The kernel's side ---------------------------------------------------------------------------------------------------


def run(function, calls, seconds=None):
    """Make every call twice, in two orders: (how it ended, answers in order, answers in reverse order).

    `calls` are (arguments, options). It ended as "done", or "timeout", "died", "start" (never got going) or "pickle"
    (the function cannot be sent); then the answers stop at the call that did it, and the last item says why. They also
    stop at an error that the next call would meet as well, such as a lack of memory.
    """
    if sys.platform == "emscripten":  # a kernel in a browser's tab has no processes; the tab itself can be reloaded
        return run_here(function, calls)
    try:
        with _by_value(function):
            message = _dumps((function, calls))
    except Exception as error:  # whatever a learner's globals hold may refuse in its own way
        return "pickle", [], [], str(error)
    head = pickle.dumps({"path": sys.path, "cwd": os.getcwd(), "size": len(message)})
    try:
        ended, lines, why = _talk(head + message, SECONDS if seconds is None else seconds)
    except OSError as error:  # no process could be started
        return "start", [], [], str(error)
    gave_up = bool(lines) and lines[-1].get("name") in FATAL
    if len(lines) > 2 * len(calls) or ended == "done" and len(lines) < 2 * len(calls) and not gave_up:
        ended, lines = "died", lines[: 2 * len(calls) - 1]  # it meddled with the channel, or split in two
    forward, backward = lines[: len(calls)], lines[len(calls) :]
    return ended, forward, backward, why


def _dumps(message):
    """As cloudpickle does, and a helper behind `functools.cache` goes along as a whole."""
    import functools
    import io

    import cloudpickle

    class Pickler(cloudpickle.Pickler):
        def reducer_override(self, value):
            if isinstance(value, functools._lru_cache_wrapper):
                return functools.lru_cache(**value.cache_parameters()), (value.__wrapped__,)
            return super().reducer_override(value)

    buffer = io.BytesIO()
    Pickler(buffer).dump(message)
    return buffer.getvalue()


def run_here(function, calls):
    """The same without a process of its own, and so without protection."""
    tape = Tape()
    with contextlib.redirect_stdout(tape):
        lines = list(answers(function, calls, tape))
    return "done", lines[: len(calls)], lines[len(calls) :], ""


@contextlib.contextmanager
def _by_value(function):
    """Send a function of a module that is not installed (a learner's own file, a test) as a whole, not by its name."""
    import cloudpickle

    module = sys.modules.get(getattr(function, "__module__", None) or "")
    file = getattr(module, "__file__", None) or ""
    if module is None or not file or module.__name__ in ("__main__",) or "site-packages" in file:
        yield
        return
    if module.__name__.split(".")[0] in {*sys.stdlib_module_names, "ratools"}:
        yield
        return
    cloudpickle.register_pickle_by_value(module)
    try:
        yield
    finally:
        cloudpickle.unregister_pickle_by_value(module)


def _talk(message, seconds):
    """Start the process, hand it the message, collect its lines, and be rid of it."""
    import queue
    import subprocess
    import threading
    from pathlib import Path

    own_group = {"start_new_session": True} if os.name == "posix" else {}
    process = subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", Path(__file__).read_text(encoding="utf-8")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
        **own_group,
    )
    inbox = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(process.stdout, inbox), daemon=True).start()
    threading.Thread(target=_speak, args=(process.stdin, message), daemon=True).start()
    try:
        return _collect(inbox, seconds)
    finally:
        _end(process)


def _speak(stream, message):
    try:
        with stream:
            stream.write(message)
    except OSError:
        pass  # it died early, which the other side notices


def _listen(stream, inbox):
    with stream:
        for line in stream:
            inbox.put(line)
    inbox.put(None)


def _collect(inbox, seconds):
    """Every line until the process is done, dead or out of time."""
    import queue
    import time

    lines, deadline, started, last = [], time.monotonic() + SECONDS_TO_START, False, None
    while True:
        try:
            line = inbox.get(timeout=max(0.0, min(deadline, last or deadline) - time.monotonic()))
        except queue.Empty:
            slow = started and time.monotonic() >= last and lines
            return ("slow" if slow else "timeout" if started else "start"), lines, ""
        if line is None:
            return ("died" if started else "start"), lines, ""
        try:
            answer = json.loads(line)
        except ValueError:  # cut off in the middle of a line
            return "died", lines, ""
        if not isinstance(answer, dict):
            return "died", lines, ""
        if "started" in answer:
            started, deadline, last = True, time.monotonic() + seconds, time.monotonic() + SECONDS_IN_ALL
        elif "failed" in answer:
            return "start", lines, answer["failed"]
        elif "done" in answer:
            return "done", lines, ""
        elif "type" not in answer:
            return "died", lines, ""
        else:
            lines.append(answer)
            deadline = time.monotonic() + seconds


def _end(process):
    """Kill the process and what it may have started."""
    import signal

    try:
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    except OSError:
        pass  # gone already
    process.wait()


# The learner's side --------------------------------------------------------------------------------------------------


class Asked(BaseException):
    """The learner's code called input()."""


class Tape:
    """Stands for stdout: keeps the beginning of what is printed, forgets the rest."""

    encoding = "utf-8"

    def __init__(self):
        self.text = ""

    def write(self, text):
        """Keep what fits."""
        if len(self.text) < PRINTED:
            self.text = (self.text + str(text))[:PRINTED]
        return len(text)

    def flush(self):
        """Nothing to do."""

    def isatty(self):
        """It is not."""
        return False


def describe(value):
    """What a function returned, as plain JSON: {"type": …, "value": …}."""
    numpy = type(value).__module__ == "numpy"
    if value is None:
        return {"type": "none"}
    if numpy and getattr(value, "ndim", 1) == 0:
        if getattr(value, "dtype", None) is not None and value.dtype.name in ("float32", "float16"):
            return {"type": "number", "value": float(value), "single": True}
        value = value.item()
    elif numpy and getattr(value, "ndim", 0) == 1:
        value = value.tolist()
    if isinstance(value, bool):
        return {"type": "bool", "value": value}
    if isinstance(value, str):
        return {"type": "text", "value": value[:1000]}
    if isinstance(value, (list, tuple)):
        return {"type": "list", "name": type(value).__name__, "value": [describe(item) for item in value[:1000]]}
    if isinstance(value, dict):
        pairs = list(value.items())[:1000]
        return {"type": "dict", "value": [[describe(key), describe(item)] for key, item in pairs]}
    try:
        if not isinstance(value, complex) and not hasattr(value, "__len__"):
            return {"type": "number", "value": float(value)}
    except OverflowError:
        return {"type": "number", "value": float("inf")}
    except Exception:  # not a number then
        pass
    return {"type": "other", "name": type(value).__name__, "value": _repr(value)}


def _repr(value):
    try:
        return repr(value)[:200]
    except Exception:
        return "?"


def _error(error, function):
    """An exception as plain JSON, with the line of the learner's function that it came from."""
    code, line = getattr(function, "__code__", None), None
    trace = error.__traceback__
    while trace is not None and code is not None:
        if trace.tb_frame.f_code is code:
            line = trace.tb_lineno - code.co_firstlineno + 1
        trace = trace.tb_next
    try:
        text = str(error)[:300]
    except Exception:
        text = ""
    return {"type": "error", "name": type(error).__name__, "value": text, "line": line}


def _limit_memory():
    """Where the system can: so much more than we have now."""
    try:
        import resource

        with open("/proc/self/statm") as file:
            size = int(file.read().split()[0]) * resource.getpagesize()
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        limit = size + MEMORY if hard == resource.RLIM_INFINITY else min(size + MEMORY, hard)
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
    except (ImportError, OSError, ValueError):
        pass  # elsewhere the clock has to do


def _no_input(*_):
    raise Asked()


def _call(function, arguments, options, tape):
    """One call, on copies: what it returned or raised, what it printed, which arguments it changed."""
    import copy

    arguments, options = copy.deepcopy(arguments), copy.deepcopy(options)
    before = copy.deepcopy(arguments)
    tape.text = ""
    try:
        answer = describe(function(*arguments, **options))
    except BaseException as error:  # SystemExit and KeyboardInterrupt too
        answer = _error(error, function)
    if tape.text:
        answer["printed"] = tape.text
    changed = [place for place, pair in enumerate(zip(arguments, before, strict=True)) if not _same(*pair)]
    return {**answer, "changed": changed} if changed else answer


def _same(value, before):
    """Equal, and in the same order."""
    try:
        return bool(value == before) and (not isinstance(value, dict) or list(value) == list(before))
    except Exception:
        return False


def answers(function, calls, tape):
    """What the function answers to every call, in order and then in reverse order."""
    for arguments, options in [*calls, *reversed(calls)]:
        answer = _call(function, arguments, options, tape)
        yield answer
        if answer["type"] == "error" and answer["name"] in FATAL:
            return


def _be_the_worker():
    """Read the message, make the calls, tell, and go."""
    import builtins

    channel = os.fdopen(os.dup(1), "wb", buffering=0)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)

    def tell(answer):
        channel.write(json.dumps(answer).encode() + b"\n")

    head = pickle.load(sys.stdin.buffer)
    sys.path[:] = head["path"]
    os.chdir(head["cwd"])
    sys.stdout = sys.stderr = tape = Tape()
    builtins.input, builtins.exit, builtins.quit = _no_input, sys.exit, sys.exit
    try:
        function, calls = pickle.loads(sys.stdin.buffer.read(head["size"]))
    except BaseException as error:
        tell({"failed": f"{type(error).__name__}: {error}"})
        os._exit(0)
    _limit_memory()
    tell({"started": True})
    me = os.getpid()
    for answer in answers(function, calls, tape):
        if os.getpid() != me:  # the learner's code forked: one of us is enough, and the next call would make it four
            os._exit(0)
        tell(answer)
    tell({"done": True})
    os._exit(0)  # whatever threads were started


if __name__ == "__main__" and not hasattr(sys.modules["__main__"], "__file__"):  # python -c, not python worker.py
    _be_the_worker()

"""Runs a learner's function in a process of its own, which can be killed: the kernel lives on, whatever happens.

`run(function, calls)` is the side of the kernel. The other side is this same file, handed to `python -c`: it imports
nothing of the package, so that it starts in a few hundredths of a second. It makes every call twice, the second time in
reverse order, and writes one line of JSON per call to a channel that the learner's prints cannot reach. Whatever comes
through the channel is bounded: in time, in lines, in bytes. A worker whose kernel is gone ends itself.
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
SECONDS_OF_CPU = 40  # the last resort for a worker that nobody waits for any more
PRINTED = 300  # characters kept of what a call prints
ROOM = 2000  # for the description of one value: its characters, and 10 for each item
DEPTH = 6  # of lists in lists
LINE = 1 << 20  # bytes of one answer
BYTES = 1 << 24  # bytes of all answers together
IMPORTS = 100  # that a function may make on the way
FATAL = ("SystemExit", "KeyboardInterrupt", "Asked", "MemoryError", "RecursionError")  # no further call is made


# The kernel's side ---------------------------------------------------------------------------------------------------


def run(function, calls, seconds=None):
    """Make every call twice, in two orders: (how it ended, answers in order, answers in reverse order).

    `calls` are (arguments, options). It ended as "done", or "timeout", "slow" (all of them together), "import" (of a
    module, which took too long), "died", "flood" (more was written than answers are due), "start" (never got going) or
    "pickle" (the function cannot be sent); then the answers stop at the call that did it, and the last item says why.
    They also stop at an error that the next call would meet as well, such as a lack of memory.
    """
    if sys.platform == "emscripten":  # a kernel in a browser's tab has no processes; the tab itself can be reloaded
        return run_here(function, calls)
    try:
        with _by_value(function):
            message = _dumps((function, calls))
    except Exception as error:  # whatever a learner's globals hold may refuse in its own way
        return "pickle", [], [], str(error)
    head = pickle.dumps({"path": sys.path, "cwd": os.getcwd(), "size": len(message)})
    head = b"%012d" % len(head) + head
    try:
        ended, lines, why = _talk(head + message, SECONDS if seconds is None else seconds, 2 * len(calls))
    except OSError as error:  # no process could be started
        return "start", [], [], str(error)
    gave_up = bool(lines) and lines[-1].get("name") in FATAL
    if ended == "done" and len(lines) < 2 * len(calls) and not gave_up:
        ended = "died"  # it meddled with the channel, or split in two
    if ended in ("died", "flood"):
        lines = lines[: 2 * len(calls) - 1]
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
    import builtins

    tape, asks = Tape(), builtins.input
    try:
        builtins.input = _no_input
        with contextlib.redirect_stdout(tape):
            lines = list(answers(function, calls, tape))
    finally:
        builtins.input = asks
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
    if module.__name__.split(".")[0] in {*sys.stdlib_module_names, "ratools", "ratools_course"}:
        yield
        return
    cloudpickle.register_pickle_by_value(module)
    try:
        yield
    finally:
        cloudpickle.unregister_pickle_by_value(module)


def _talk(message, seconds, due):
    """Start the process, hand it the message, collect the lines that are due, and be rid of it."""
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
        bufsize=0,
        **own_group,
    )
    inbox = queue.Queue(maxsize=64)
    stop = threading.Event()
    listener = threading.Thread(target=_listen, args=(process.stdout, inbox, stop), daemon=True)
    listener.start()
    threading.Thread(target=_speak, args=(process.stdin, message), daemon=True).start()
    try:
        return _collect(inbox, seconds, due)
    finally:
        stop.set()
        _end(process)
        process.stdin.close()


def _speak(stream, message):
    """Hand over the message; the stream stays open, for its end tells the worker that the kernel is gone."""
    view = memoryview(message)
    try:
        while view:
            view = view[stream.write(view) :]
    except (OSError, ValueError):
        pass  # it died early, which the other side notices


def _listen(stream, inbox, stop):
    """Lines into the inbox, which holds few: a flood waits in the pipe, and what comes in all is bounded."""
    import queue

    def put(item):
        while not stop.is_set():
            with contextlib.suppress(queue.Full):
                inbox.put(item, timeout=0.2)
                return

    rest, total = b"", 0
    with stream:
        while not stop.is_set():
            chunk = stream.read(1 << 16)
            total += len(chunk)
            *lines, rest = (rest + chunk).split(b"\n")
            if not chunk or total > BYTES or len(rest) > LINE:
                put(b"" if chunk else None)
                return
            for line in lines:
                put(line)


def _collect(inbox, seconds, due):
    """Every line until the process is done, dead, out of time, or says more than is due."""
    import queue
    import time

    now = time.monotonic
    lines, started, importing, imports = [], False, None, 0
    deadline = last = now() + SECONDS_TO_START
    while True:
        try:
            line = inbox.get(timeout=max(0.0, min(deadline, last) - now()))
        except queue.Empty:
            if not started:
                return "start", lines, ""
            if importing:
                return "import", lines, importing
            return ("slow" if now() >= last and lines else "timeout"), lines, ""
        if line is None:
            return ("died" if started else "start"), lines, ""
        answer = _parsed(line)
        if answer is None or started and "started" in answer:
            return "flood", lines, ""
        if "started" in answer:
            started, deadline, last = True, now() + seconds, now() + SECONDS_IN_ALL
        elif "failed" in answer:
            return "start", lines, str(answer["failed"])
        elif "done" in answer:
            return "done", lines, ""
        elif "importing" in answer:
            importing, imports, began = str(answer["importing"]), imports + 1, now()
            deadline, last = now() + SECONDS_TO_START, last + SECONDS_TO_START
        elif "imported" in answer and importing:
            importing, deadline = None, now() + seconds
            last += now() - began - SECONDS_TO_START
        else:
            lines.append(answer)
            deadline = now() + seconds
        if len(lines) > due or imports > IMPORTS:
            return "flood", lines, ""


def _parsed(line):
    """A line of the channel as a dict of a kind that we know, or None."""
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        return None
    known = {"started", "failed", "done", "importing", "imported", "type"}
    return answer if isinstance(answer, dict) and known & answer.keys() else None


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


def describe(value, room=None, depth=DEPTH):
    """What a function returned, as plain JSON: {"type": …, "value": …}; no more of it than there is room for."""
    room = [ROOM] if room is None else room
    room[0] -= 10
    numpy = type(value).__module__ == "numpy"
    if value is None:
        return {"type": "none"}
    if numpy and getattr(value, "ndim", 1) == 0:
        if getattr(value, "dtype", None) is not None and value.dtype.name in ("float32", "float16"):
            return {"type": "number", "value": float(value), "single": True}
        value = value.item()
    elif numpy and getattr(value, "ndim", 0) == 1:
        value = value[:ROOM].tolist()
    if isinstance(value, bool):
        return {"type": "bool", "value": value}
    if isinstance(value, str):
        text = str(value[: max(0, min(1000, room[0]))])
        room[0] -= len(text)
        return {"type": "text", "value": text}
    if depth and isinstance(value, (list, tuple)):
        items = [describe(item, room, depth - 1) for item in _while_room(value, room)]
        return {"type": "list", "name": type(value).__name__, "value": items}
    if depth and isinstance(value, dict):
        pairs = [
            [describe(key, room, depth - 1), describe(item, room, depth - 1)]
            for key, item in _while_room(value.items(), room)
        ]
        return {"type": "dict", "value": pairs}
    try:
        if not isinstance(value, complex) and not hasattr(value, "__len__"):
            return {"type": "number", "value": float(value)}
    except OverflowError:
        return {"type": "number", "value": float("inf")}
    except Exception:  # not a number then
        pass
    return {"type": "other", "name": type(value).__name__[:100], "value": _repr(value, room)}


def _while_room(items, room):
    for item in items:
        if room[0] <= 0:
            return
        yield item


def _repr(value, room):
    try:
        text = repr(value)[: max(0, min(200, room[0]))]
    except Exception:
        text = "?"
    room[0] -= len(text)
    return text


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
    return {"type": "error", "name": type(error).__name__[:100], "value": text, "line": line}


def _limit_time():
    """Where the system can: nobody's worker ends by itself."""
    try:
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        if hard == resource.RLIM_INFINITY or hard > SECONDS_OF_CPU + 1:
            resource.setrlimit(resource.RLIMIT_CPU, (SECONDS_OF_CPU, SECONDS_OF_CPU + 1))
    except (ImportError, OSError, ValueError):
        pass


def _end_with_the_kernel(stream):
    """Wait in the background for the end of a stream that only the kernel holds open; then end, with all children."""
    import _thread
    import signal

    def wait():
        try:
            while os.read(stream, 1 << 16):
                pass
        finally:
            if os.name == "posix":
                os.killpg(0, signal.SIGKILL)
            os._exit(1)

    _thread.start_new_thread(wait, ())
    with contextlib.suppress(ImportError, AttributeError, OSError):  # and where no other thread gets a turn, a signal
        import fcntl

        fcntl.fcntl(stream, fcntl.F_SETOWN, -os.getpgrp())
        fcntl.fcntl(stream, fcntl.F_SETFL, fcntl.fcntl(stream, fcntl.F_GETFL) | os.O_ASYNC)


def _announce_imports(tell):
    """Tell when an import begins and when it ends: a slow module is not a slow function, and its memory is its own."""
    import builtins

    real, inside, known = builtins.__import__, [], set()

    def announced(name, space=None, local=None, wanted=(), level=0):
        module = sys.modules.get(name)
        loaded = module is not None and all(hasattr(module, attribute) for attribute in wanted or ())
        if inside or loaded or level or (name, *(wanted or ())) in known:
            return real(name, space, local, wanted, level)
        inside.append(name)
        known.add((name, *(wanted or ())))  # one that fails each time is announced once
        tell({"importing": str(name)[:100]})
        _limit_memory(None)
        try:
            return real(name, space, local, wanted, level)
        finally:
            inside.clear()
            _limit_memory(MEMORY)
            tell({"imported": True})

    builtins.__import__ = announced


def _limit_memory(more):
    """Where the system can: so much more than we have now; None lifts the limit."""
    try:
        import resource

        with open("/proc/self/statm") as file:
            size = int(file.read().split()[0]) * resource.getpagesize()
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        limit = hard if more is None else size + more if hard == resource.RLIM_INFINITY else min(size + more, hard)
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
    changed = [index for index, pair in enumerate(zip(arguments, before, strict=True)) if not _same(*pair)]
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


def _exactly(stream, size):
    """So many bytes, or the end of the process."""
    parts = []
    while size:
        part = stream.read(min(size, 1 << 16))
        if not part:
            os._exit(1)
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _be_the_worker():
    """Read the message, make the calls, tell, and go."""
    import builtins

    channel = os.fdopen(os.dup(1), "wb", buffering=0)
    silence = os.open(os.devnull, os.O_RDWR)
    os.dup2(silence, 1)

    def tell(answer):
        channel.write(json.dumps(answer).encode() + b"\n")

    _limit_time()
    incoming = os.fdopen(os.dup(0), "rb", buffering=0)
    os.dup2(silence, 0)
    head = pickle.loads(_exactly(incoming, int(_exactly(incoming, 12))))
    sys.path[:] = head["path"]
    os.chdir(head["cwd"])
    sys.stdout = sys.stderr = tape = Tape()
    builtins.input, builtins.exit, builtins.quit = _no_input, sys.exit, sys.exit
    message = _exactly(incoming, head["size"])
    _end_with_the_kernel(incoming.fileno())
    try:
        function, calls = pickle.loads(message)
    except BaseException as error:
        tell({"failed": f"{type(error).__name__}: {error}"[:1000]})
        os._exit(0)
    _announce_imports(tell)
    _limit_memory(MEMORY)
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

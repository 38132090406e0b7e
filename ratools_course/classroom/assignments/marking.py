"""Marks answers, in a process of its own: JSON in, JSON out. Nothing that a notebook patched is loaded here.

In: {"seed", "assignment", "student", "bank", "varied", "answers": [{"exercise", "points", "answer"}]}, an answer as
`handing_in.packed` makes it. Out: a list of {"points", "status", "why", "misconception", "text", "html"}.

A function comes as a pickle, and opening one may run anything. So two look at it. This process decides by the values
alone: the pickle stays sealed, and is opened in the worker, from which only values come back. A child of this process
opens it too, and looks at the function as `check` does: is it the package's own, which line is wrong? The lower of the
two verdicts counts. A pickle that takes the child over gains nothing that right values would not have given it.
"""

import base64
import json
import linecache
import os
import pickle
import select
import signal
import sys
import time
from contextlib import suppress

from ratools_course import misconceptions
from ratools_course.cards import card, inline
from ratools_course.checker import worker
from ratools_course.checker.bank import EXERCISES
from ratools_course.checker.checking import _fitted, check_number, check_order
from ratools_course.checker.functions import Diagnosis, _not_sent, check_function
from ratools_course.checker.kinds import FunctionExercise, NumberExercise
from ratools_course.checker.verdicts import HEADS, Result, not_attempted
from ratools_course.classroom.assignments.hidden_probes import hidden_tiers
from ratools_course.classroom.assignments.private import key, load_exercises, load_probes
from ratools_course.classroom.assignments.variants import can_vary, numbers

SHARES = {  # of the points
    "right": 1.0,
    "right but for special cases": 0.7,
    "one wrong idea, which has a name": 0.4,
    "more than half of the lines": 0.4,
    "not attempted": 0.0,
    "wrong": 0.0,
}


SECONDS = 240  # for looking at all functions of one submission
LARGEST, LONGEST = 1 << 22, 5000  # bytes of what the child says; characters of one message


def numbers_salt(seed):
    """What the released notebook may know of the seed."""
    return key(seed, "numbers")[:12]


def mark(request, apart=False):
    """Mark every answer of a request; `apart` looks at functions in a child of this process."""
    bank = request.get("bank")
    probes = {}
    if bank:
        load_exercises(bank)
        probes = load_probes(bank)
    tiers = hidden_tiers(key(request["seed"], request["assignment"]), probes)
    answers = request["answers"]
    child = Child(lambda: look_at(answers, tiers)) if apart and hasattr(os, "fork") else None
    decided = [decide(EXERCISES[entry["exercise"]], entry["answer"], request, tiers) for entry in answers]
    looked = child.result(len(answers)) if child else look_at(answers, tiers)
    looked = [verdict if _is_function(answer) else None for answer, verdict in zip(answers, looked, strict=True)]
    return [_marked(*facts) for facts in zip(answers, decided, looked, strict=True)]


def _is_function(entry):
    return isinstance(EXERCISES[entry["exercise"]], FunctionExercise) and "pickle" in entry["answer"]


def _marked(entry, decided, looked):
    """Points and words: of the lower verdict, and of the one that looked where both are the same."""
    exercise = EXERCISES[entry["exercise"]]
    result, share = decided
    if looked and SHARES.get(looked["share"], 0) <= SHARES[share]:
        share = looked["share"] if looked["share"] in SHARES else "wrong"
        known = looked["misconception"] if looked["misconception"] in misconceptions.ids() else None
        status = looked["status"] if looked["status"] in HEADS else "wrong"
        result = Result(exercise.id, status, str(looked["message"])[:LONGEST], known)
    points = round(SHARES[share] * entry["points"], 2)
    reason = f"{points:g} of {entry['points']:g} points: {share}."
    if result.misconception:
        reason += f" The wrong idea is called “{misconceptions.get(result.misconception).title}”."
    html = card(f"<p><strong>{inline(reason)}</strong></p>", "card") + result._repr_html_()
    facts = {"points": points, "status": result.status, "why": share, "misconception": result.misconception}
    return facts | {"text": f"{reason}\n{result!r}", "html": html}


# By values -----------------------------------------------------------------------------------------------------------


class Sealed:
    """A pickle that is opened where this one is: in the worker."""

    def __init__(self, data):
        self.data = data

    def __reduce__(self):
        return pickle.loads, (self.data,)


def decide(exercise, packed, request, tiers):
    """(Result, why it gets its share) of one answer, without opening a pickle."""
    if "unsent" in packed:
        return Result(exercise.id, "wrong", _not_sent("pickle", packed["unsent"])), "wrong"
    if not isinstance(exercise, FunctionExercise) and "pickle" in packed:
        return Result(exercise.id, "wrong", f"That is a {packed.get('kind')}, not what is asked for."), "wrong"
    if isinstance(exercise, FunctionExercise) and "pickle" in packed:
        return _decide_function(exercise, packed, tiers)
    answer = packed.get("plain")
    if answer is None:
        return not_attempted(exercise), "not attempted"
    if isinstance(exercise, FunctionExercise):
        result = check_function(exercise, answer, tiers)
    elif isinstance(exercise, NumberExercise):
        result = _judge_number(exercise, tuple(answer) if isinstance(answer, list) else answer, packed, request)
    else:
        result = check_order(exercise, answer)
        if result.status == "wrong" and _half_in_order(exercise, answer):
            return result, "more than half of the lines"
    return result, share_of(result)


def _decide_function(exercise, packed, tiers):
    """The better of its verdicts without k and, where that may be given, with it."""
    verdicts = []
    for with_k in (False, True)[: 1 + exercise.optional_k]:
        pairs = [pair for tier in tiers(exercise.id, with_k) for pair in tier]
        calls, expected = [call for call, _ in pairs], [value for _, value in pairs]
        ended, forward, backward, why = worker.run(Sealed(base64.b64decode(packed["pickle"])), calls)
        if ended in ("pickle", "start"):
            result = Result(exercise.id, "wrong", _not_sent(ended, why))
        else:
            result = Diagnosis(exercise, None, calls, expected, forward, backward, ended, why).result()
        verdicts.append((result, share_of(result)))
    return max(verdicts, key=lambda verdict: SHARES[verdict[1]])


# By looking ----------------------------------------------------------------------------------------------------------


def look_at(answers, tiers):
    """What `check` says of each function, as plain data; None for what is not a function."""
    return [
        _looked(EXERCISES[entry["exercise"]], entry["answer"], tiers) if _is_function(entry) else None
        for entry in answers
    ]


def _looked(exercise, packed, tiers):
    try:
        result = check_function(exercise, unpacked(packed), tiers)
    except Exception as error:  # opening it runs a student's code
        message = f"This answer could not be opened ({type(error).__name__}: {error}). Please look at it yourself."
        result = Result(exercise.id, "wrong", message)
    facts = {"share": share_of(result), "status": result.status, "message": result.message}
    return facts | {"misconception": result.misconception}


GONE = {"share": "wrong", "status": "wrong", "misconception": None}
GONE["message"] = "The process that looks at functions ended with this submission. Please look at it yourself."


class Child:
    """A child of this process that works something out; what it says is data, and is never believed further."""

    def __init__(self, work):
        self.reader, writer = os.pipe()
        self.id = os.fork()
        if self.id == 0:
            with suppress(BaseException):
                os.setsid()
                data = json.dumps(work()).encode()
                while data:
                    data = data[os.write(writer, data) :]
            os._exit(0)
        os.close(writer)

    def result(self, due):
        """What it found: a list of so many verdicts, or of as many that say why there is none."""
        data, end = b"", time.monotonic() + SECONDS
        while select.select([self.reader], [], [], max(0.0, end - time.monotonic()))[0]:
            part = os.read(self.reader, 1 << 16)
            data += part
            if not part or len(data) > LARGEST:
                break
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.id, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(self.id, 0)
        try:
            verdicts = json.loads(data)
            valid = isinstance(verdicts, list) and len(verdicts) == due
            valid = valid and all(verdict is None or GONE.keys() <= verdict.keys() for verdict in verdicts)
        except (ValueError, AttributeError):
            valid = False
        return verdicts if valid else [GONE] * due


def share_of(result):
    """Why a result gets what it gets."""
    if result.status != "wrong":
        return result.status
    if result.misconception:
        return "one wrong idea, which has a name"
    return "right but for special cases" if result.nearly else "wrong"


def unpacked(packed):
    """The answer itself. Its source comes along, so that the checker can name a line."""
    if packed.get("lines"):
        lines, file = packed["lines"], packed["file"]
        linecache.cache[file] = (sum(map(len, lines)), None, lines, file)
    return pickle.loads(base64.b64decode(packed["pickle"]))


def _judge_number(exercise, answer, packed, request):
    """By the numbers of the student whose submission it is, whatever id stands in it."""
    if not (request.get("varied") and can_vary(exercise)):
        return check_number(exercise, answer)
    salt, typed = numbers_salt(request["seed"]), packed.get("student")
    result = numbers(exercise.id, request["student"], salt).check(answer)
    if result.status == "wrong" and typed and typed.strip().casefold() != request["student"].strip().casefold():
        other = numbers(exercise.id, typed, salt).check(answer)
        if other.status == "right":
            message = f"That is right for the numbers of “{typed}”. This submission is of “{request['student']}”."
            return Result(exercise.id, "wrong", message)
    return result


def _half_in_order(exercise, answer):
    try:
        given = [int(line) for line in answer]
    except (TypeError, ValueError):
        return False
    right = _fitted(exercise, given)
    same = next((n for n, pair in enumerate(zip(given, right, strict=False)) if pair[0] != pair[1]), len(given))
    return same > len(right) / 2 and len(set(given)) == len(given)


def main():
    """Read one request, write one answer; what a student's code prints goes nowhere."""
    channel = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    request = json.loads(sys.stdin.buffer.read())
    json.dump(mark(request, apart=True), channel)
    channel.flush()
    os._exit(0)  # whatever threads an answer has started


if __name__ == "__main__":
    main()

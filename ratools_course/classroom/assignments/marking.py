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
    decided = [decide(EXERCISES[one["exercise"]], one["answer"], request, tiers) for one in answers]
    looked = child.told(len(answers)) if child else look_at(answers, tiers)
    looked = [told if _is_function(one) else None for one, told in zip(answers, looked, strict=True)]
    return [_marked(one, *pair) for one, *pair in zip(answers, decided, looked, strict=True)]


def _is_function(one):
    return isinstance(EXERCISES[one["exercise"]], FunctionExercise) and "pickle" in one["answer"]


def _marked(one, decided, looked):
    """Points and words: of the lower verdict, and of the one that looked where both are the same."""
    exercise = EXERCISES[one["exercise"]]
    result, share = decided
    if looked and SHARES.get(looked["share"], 0) <= SHARES[share]:
        share = looked["share"] if looked["share"] in SHARES else "wrong"
        known = looked["misconception"] if looked["misconception"] in misconceptions.ids() else None
        status = looked["status"] if looked["status"] in HEADS else "wrong"
        result = Result(exercise.id, status, str(looked["message"])[:LONGEST], known)
    points = round(SHARES[share] * one["points"], 2)
    told = f"{points:g} of {one['points']:g} points: {share}."
    if result.misconception:
        told += f" The wrong idea is called “{misconceptions.get(result.misconception).title}”."
    html = card(f"<p><strong>{inline(told)}</strong></p>", "card") + result._repr_html_()
    facts = {"points": points, "status": result.status, "why": share, "misconception": result.misconception}
    return facts | {"text": f"{told}\n{result!r}", "html": html}


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
    found = []
    for with_k in (False, True)[: 1 + exercise.optional_k]:
        pairs = [pair for tier in tiers(exercise.id, with_k) for pair in tier]
        calls, expected = [call for call, _ in pairs], [value for _, value in pairs]
        ended, forward, backward, why = worker.run(Sealed(base64.b64decode(packed["pickle"])), calls)
        if ended in ("pickle", "start"):
            result = Result(exercise.id, "wrong", _not_sent(ended, why))
        else:
            result = Diagnosis(exercise, None, calls, expected, forward, backward, ended, why).result()
        found.append((result, share_of(result)))
    return max(found, key=lambda one: SHARES[one[1]])


# By looking ----------------------------------------------------------------------------------------------------------


def look_at(answers, tiers):
    """What `check` says of each function, as plain data; None for what is no function."""
    return [_looked(EXERCISES[one["exercise"]], one["answer"], tiers) if _is_function(one) else None for one in answers]


def _looked(exercise, packed, tiers):
    try:
        result = check_function(exercise, unpacked(packed), tiers)
    except Exception as error:  # opening it runs a student's code
        told = f"This answer could not be opened ({type(error).__name__}: {error}). Please look at it yourself."
        result = Result(exercise.id, "wrong", told)
    facts = {"share": share_of(result), "status": result.status, "message": result.message}
    return facts | {"misconception": result.misconception}


GONE = {"share": "wrong", "status": "wrong", "misconception": None}
GONE["message"] = "The process that looks at functions ended with this submission. Please look at it yourself."


class Child:
    """A child of this process that works something out; what it says is data, and is never believed further."""

    def __init__(self, work):
        self.ear, mouth = os.pipe()
        self.id = os.fork()
        if self.id == 0:
            with suppress(BaseException):
                os.setsid()
                data = json.dumps(work()).encode()
                while data:
                    data = data[os.write(mouth, data) :]
            os._exit(0)
        os.close(mouth)

    def told(self, due):
        """What it said: a list of so many, or of as many excuses."""
        data, end = b"", time.monotonic() + SECONDS
        while select.select([self.ear], [], [], max(0.0, end - time.monotonic()))[0]:
            part = os.read(self.ear, 1 << 16)
            data += part
            if not part or len(data) > LARGEST:
                break
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.id, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(self.id, 0)
        try:
            told = json.loads(data)
            well = isinstance(told, list) and len(told) == due
            well = well and all(one is None or GONE.keys() <= one.keys() for one in told)
        except (ValueError, AttributeError):
            well = False
        return told if well else [GONE] * due


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
            told = f"That is right for the numbers of “{typed}”. This submission is of “{request['student']}”."
            return Result(exercise.id, "wrong", told)
    return result


def _half_in_order(exercise, answer):
    try:
        given = [int(place) for place in answer]
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

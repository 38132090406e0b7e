"""Marks answers, in a process of its own: JSON in, JSON out. Nothing that a notebook patched is loaded here.

In: {"seed", "assignment", "student", "bank", "varied", "answers": [{"exercise", "points", "answer"}]}, an answer as
`handing_in.packed` makes it. Out: a list of {"points", "status", "why", "misconception", "text", "html"}.
"""

import base64
import json
import linecache
import os
import pickle
import sys

from ratools.classroom.hidden_probes import hidden_tiers
from ratools.classroom.private import key, load_exercises, load_probes
from ratools.classroom.variants import can_vary, numbers
from ratools.teaching import misconceptions
from ratools.teaching.cards import card, inline
from ratools.teaching.exercises.bank import EXERCISES
from ratools.teaching.exercises.checking import _fitted, check_number, check_order
from ratools.teaching.exercises.functions import _not_sent, check_function
from ratools.teaching.exercises.kinds import FunctionExercise, NumberExercise
from ratools.teaching.exercises.verdicts import Result, not_attempted

SHARES = {  # of the points
    "right": 1.0,
    "right but for special cases": 0.7,
    "one wrong idea, which has a name": 0.4,
    "more than half of the lines": 0.4,
    "not attempted": 0.0,
    "wrong": 0.0,
}


def numbers_salt(seed):
    """What the released notebook may know of the seed."""
    return key(seed, "numbers")[:12]


def mark(request):
    """Mark every answer of a request."""
    bank = request.get("bank")
    probes = {}
    if bank:
        load_exercises(bank)
        probes = load_probes(bank)
    tiers = hidden_tiers(key(request["seed"], request["assignment"]), probes)
    return [_safely(one, request, tiers) for one in request["answers"]]


def _safely(one, request, tiers):
    """One answer that cannot be marked costs the others nothing."""
    try:
        return _marked(one, request, tiers)
    except Exception as error:  # unpickling runs a student's code
        told = (
            f"0 points: this answer could not be marked ({type(error).__name__}: {error}). Please look at it yourself."
        )
        return {
            "points": 0.0,
            "status": "wrong",
            "why": "not marked",
            "misconception": None,
            "text": told,
            "html": None,
        }


def _marked(one, request, tiers):
    exercise = EXERCISES[one["exercise"]]
    result, share = judge(exercise, one["answer"], request, tiers)
    points = round(SHARES[share] * one["points"], 2)
    told = f"{points:g} of {one['points']:g} points: {share}."
    if result.misconception:
        told += f" The wrong idea is called “{misconceptions.get(result.misconception).title}”."
    html = card(f"<p><strong>{inline(told)}</strong></p>", "card") + result._repr_html_()
    facts = {"points": points, "status": result.status, "why": share, "misconception": result.misconception}
    return facts | {"text": f"{told}\n{result!r}", "html": html}


def judge(exercise, packed, request, tiers):
    """(Result, why it gets its share) of one answer."""
    if "unsent" in packed:
        return Result(exercise.id, "wrong", _not_sent("pickle", packed["unsent"])), "wrong"
    if "pickle" not in packed:
        return not_attempted(exercise), "not attempted"
    answer = unpacked(packed)
    if answer is None or answer is ...:
        return not_attempted(exercise), "not attempted"
    if isinstance(exercise, FunctionExercise):
        result = check_function(exercise, answer, tiers)
    elif isinstance(exercise, NumberExercise):
        result = _judge_number(exercise, answer, packed, request)
    else:
        result = check_order(exercise, answer)
        if result.status == "wrong" and _half_in_order(exercise, answer):
            return result, "more than half of the lines"
    return result, share_of(result)


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
    json.dump(mark(request), channel)
    channel.flush()
    os._exit(0)  # whatever threads an answer has started


if __name__ == "__main__":
    main()

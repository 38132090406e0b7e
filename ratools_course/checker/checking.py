"""Checkers: `check(id, answer)` says not attempted, right or wrong, and which wrong idea is behind a wrong answer.

A function is run in a worker process (worker.py) on many inputs, the smallest first, in two orders. What comes back is
compared with the measure and with every mutant of it. `hint(id)` helps a little more each time, `solution(id)` shows
code that works.
"""

import ast
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from math import inf, isfinite, trunc

from ratools.errors import UsageError
from ratools.words import count, decimal, literal, nearest
from ratools_course import misconceptions
from ratools_course.cards import card, code_block, inline, plain
from ratools_course.checker.bank import EXERCISES
from ratools_course.checker.cell_history import earlier_function, earlier_value
from ratools_course.checker.edits.arithmetic import explained, slips
from ratools_course.checker.functions import check_function
from ratools_course.checker.kinds import FunctionExercise, NumberExercise, ParsonsExercise
from ratools_course.checker.verdicts import Counterexample, Result, mistaken, not_attempted
from ratools_course.learner import progress_log
from ratools_course.misconceptions import mutants_of
from ratools_course.quizzes.typed_numbers import around_count, is_around, rounded_up


@dataclass(frozen=True, repr=False)
class Hint:
    """One hint, of the exercise or about the learner's own function."""

    exercise: str
    number: int  # from 1
    text: str
    own: bool = False

    @property
    def heading(self):
        """Which hint it is, of how many."""
        return f"Your function, hint {self.number} of 2" if self.own else f"Hint {self.number} of 3"

    def __repr__(self):
        return f"{self.heading} for {self.exercise}: {plain(self.text)}"

    def _repr_html_(self):
        return card(f"<strong>{self.heading}.</strong> {inline(self.text)}", "card")


@dataclass(frozen=True, repr=False)
class Solution:
    """Code that solves an exercise."""

    exercise: str
    code: str

    def __repr__(self):
        return self.code.rstrip("\n")

    def _repr_html_(self):
        return card(
            f"<strong>One solution</strong> of <code>{escape(self.exercise)}</code>{code_block(self.code)}", "card"
        )


# What a notebook calls -----------------------------------------------------------------------------------------------


def ids(kind=None):
    """The ids of all exercises, or of one kind: write, gap, bug, number, predict, parsons.

    >>> "dcg-parsons" in ids("parsons")
    True
    """
    return [exercise.id for exercise in EXERCISES.values() if kind in (None, exercise.kind)]


def get(id):
    """One exercise by its id."""
    if isinstance(id, str) and id in EXERCISES:
        return EXERCISES[id]
    near = nearest(id, EXERCISES, cutoff=0.4)
    suggestion = f"did you mean {near!r}?" if near else "ratools_course.checker.ids() lists them"
    raise UsageError(f"there is no exercise {id!r}: {suggestion}")


def check(exercise_id, answer=...):
    """Check an answer, and keep the result in the progress file.

    >>> check("precision-number-s1", 0.4).status, check("precision-number-s1", ...).status
    ('right', 'not attempted')
    """
    exercise = get(exercise_id)
    result = _check(exercise, answer)
    earlier = earlier_function(answer) if isinstance(exercise, FunctionExercise) else earlier_value(exercise.name)
    if earlier:  # and "replace the ..." would send away from the error
        message = result.message if result.status != "not attempted" else ""
        result = replace(result, message=f"{earlier}\n\n{message}".rstrip())
    _checked.pop(exercise.id, None)
    _checked[exercise.id] = list(enumerate(result.hints, start=1))
    progress_log.record("exercise", exercise.id, result.status, result.misconception, exercise.notebook)
    return result


def _check(exercise, answer):
    if answer is None or answer is ...:
        return not_attempted(exercise)
    if isinstance(exercise, FunctionExercise):
        return check_function(exercise, answer)
    if isinstance(exercise, NumberExercise):
        return check_number(exercise, answer)
    return check_order(exercise, answer)


_given = {}  # exercise: how many hints were asked for in this session
_checked = {}  # exercise: the hints about the learner's own function still to come; the one checked last stands last


def hint(exercise_id=None, n=None):
    """The next hint: about your own function if the check found its line, else of the exercise's three; `n` picks one.

    Without an id it is about the exercise that was checked last. The last hint of a kind stays.

    >>> hint("ndcg-gap-1", 2)
    Hint 2 of 3 for ndcg-gap-1: It is a logarithm to the base 2, of something that is 2 at rank 1 and 4 at rank 3.
    """
    if exercise_id is None and not _checked:
        raise UsageError('nothing was checked yet: say which exercise, for example hint("ndcg_at_k")')
    exercise = get(list(_checked)[-1] if exercise_id is None else exercise_id)
    if n is None and _checked.get(exercise.id):
        own = _checked[exercise.id]  # the last one says what to write: the exercise's would tell less
        return Hint(exercise.id, *(own.pop(0) if len(own) > 1 else own[0]), own=True)
    if n is None:
        n = _given[exercise.id] = min(_given.get(exercise.id, 0) + 1, 3)
    elif n not in (1, 2, 3):
        raise UsageError(f"there are three hints: n must be 1, 2 or 3, got {n!r}")
    return Hint(exercise.id, n, exercise.hints[n - 1])


def solution(exercise_id):
    """A solution that could have been yours; `.code` is its text.

    >>> print(solution("cumulative_gain").code)
    def cumulative_gain(relevances, k):
        return sum(relevances[:k])
    <BLANKLINE>
    """
    exercise = get(exercise_id)
    return Solution(exercise.id, exercise.solution)


def stub(exercise_id):
    """The source of the exercise's stub cell, in which the learner writes."""
    return get(exercise_id).stub


def check_cell(exercise_id):
    """The source of the cell that checks the exercise.

    >>> check_cell("ndcg-gap-1")
    'check("ndcg-gap-1", dcg_with_gap)'
    """
    exercise = get(exercise_id)
    return f'check("{exercise.id}", {exercise.name})'


def cells(exercise_id):
    """Stub and check cell as (source, metadata): what makes a notebook's pair of cells.

    >>> cells("ndcg-gap-1")[1]
    ('check("ndcg-gap-1", dcg_with_gap)', {'ratools': {'exercise': 'ndcg-gap-1', 'role': 'check'}})
    """
    return [
        (source.rstrip("\n"), {"ratools": {"exercise": exercise_id, "role": role}})
        for source, role in ((stub(exercise_id), "stub"), (check_cell(exercise_id), "check"))
    ]


# Numbers -------------------------------------------------------------------------------------------------------------


def check_number(exercise, answer):
    """Compare a number with the right one, and with what wrong ideas and slips give."""
    say = partial(Result, exercise.id)
    value, complaint = _as_number(answer)
    if complaint:
        return say("wrong", complaint)
    truth = exercise.truth()
    if exercise.kind == "predict":
        return say(*_compare_prediction(value, truth, exercise))
    if _is_right(exercise, value, truth):
        return say("right", _right_number(exercise, value, truth))
    shown = str(answer) if type(answer) is int else _shown(value, truth)
    message, misconception = _explained(exercise, value, truth, shown)
    return say("wrong", message, misconception, Counterexample(exercise.arguments, {}, truth, value))


def _is_right(exercise, value, truth):
    """Whether a number is right; of a count also the next whole number, never the one below."""
    if exercise.count:
        return is_around(value, around_count(truth)) or any(abs(value - other) <= 0.05 for other in exercise.equals)
    return abs(value - truth) <= exercise.tolerance


def _right_number(exercise, value, truth):
    if not exercise.count:
        return f"It is {_shown(truth, truth)}."
    more = (
        "" if is_around(value, around_count(truth)) else "You kept more digits than the question gives. With its own, "
    )
    up = f": rounded up, {rounded_up(truth)} {exercise.count}" if truth < rounded_up(truth) else ""
    return f"{more}{'it' if more else 'It'} is {_shown(truth, truth)}{up}."


def _shown(value, truth):
    """A number as a sentence shows it; where the right one is a count, a whole number has no point."""
    return str(int(value)) if isinstance(truth, int) and value == int(value) else decimal(value)


def _as_number(answer):
    """(float, None), or (None, a sentence)."""
    if hasattr(answer, "item") and getattr(answer, "ndim", None) == 0:
        answer = answer.item()  # numpy's scalars
    if isinstance(answer, str):
        return None, f"That is a text, `{literal(answer)}`. Hand in the number itself, without quotation marks."
    if callable(answer):
        return None, "That is a function. This exercise asks for a number."
    if isinstance(answer, tuple) and len(answer) == 2 and all(type(part) is int for part in answer):
        return None, "Python reads a comma as two numbers. Write a decimal point: `0.5`, not `0,5`."
    try:
        value = None if isinstance(answer, (bool, bytes, bytearray)) else float(answer)
    except (TypeError, ValueError):
        value = None
    except OverflowError:
        value = inf
    if value is None:
        return None, f"This exercise asks for a number; you handed in a {type(answer).__name__}."
    return (value, None) if isfinite(value) else (None, f"{value} is not a number that can be compared.")


def _compare_prediction(value, truth, exercise):
    """How near a guess came, and the way to the number."""
    gap, way = value - truth, f"The way there: {exercise.hints[-1]}."
    if not 0 <= value <= 1 and 0 <= truth <= 1:
        return "wrong", f"You said {decimal(value)}, but this measure lies between 0 and 1. Guess again."
    if abs(gap) <= exercise.tolerance:
        near = "exactly" if abs(gap) < 5e-4 else f"only {decimal(abs(gap))} away"
        return "right", f"Close enough for a guess: you said {decimal(value)}, it is {decimal(truth)}, {near}. {way}"
    side = "high" if gap > 0 else "low"
    return "wrong", f"You said {decimal(value)}; it is {decimal(truth)}: {decimal(abs(gap))} too {side}. {way}"


def ideas_behind(exercise, value):
    """The wrong ideas that give this number for the exercise's input."""
    return list(dict.fromkeys(id for wrong, id in _wrong_by_idea(exercise) if abs(value - wrong) <= exercise.tolerance))


def _wrong_by_idea(exercise):
    """(number, misconception) of every wrong version of the measure."""
    for mutant in mutants_of(exercise.measure):
        try:
            yield mutant.function(*exercise.arguments), mutant.id
        except (ValueError, ZeroDivisionError):
            continue


def _explained(exercise, value, truth, shown):
    """What was done, as far as exactly that gives this number: (sentence, misconception or None)."""
    if exercise.count and value == rounded_up(truth) - 1:
        up = " Round up." if truth < rounded_up(truth) else ""
        few = f"with the numbers given it takes {_shown(truth, truth)} {exercise.count}, and {int(value)} are fewer"
        return f"One too few: {few}.{up}", None
    ideas = ideas_behind(exercise, value)
    for wrong, misconception, sentence in exercise.known:
        if _is_near(exercise, value, wrong):
            return _with_other_ideas(sentence, misconception, ideas), misconception
    if ideas:
        return mistaken(ideas), ideas[0]
    loss = _lost_digits(exercise, value, truth)
    if loss:
        return loss, None
    slip = explained(exercise.worked, lambda wrong: _is_near(exercise, value, wrong))
    named = (slip.sentence, "round-early" if slip.kind == "rounded" else None) if slip else None
    sentence, misconception = named or _rounded_wrong(exercise, value) or ("", None)
    impossible = _impossible(exercise, value, shown)
    if not sentence:
        sentence = f'`hint("{exercise.id}")` helps.'
        impossible = impossible or f"{shown} is not it."
    return f"{impossible} {sentence}".lstrip(), misconception


def _is_near(exercise, value, wrong):
    """Whether a number is a certain wrong one; a wrong count may be rounded up or down."""
    if exercise.count:
        return abs(value - wrong) < (1 if value == int(value) else 0.05)
    return abs(value - wrong) <= exercise.tolerance


def _with_other_ideas(sentence, misconception, ideas):
    """A known number's sentence, and the ideas that give this number as well, where the sentence names none."""
    others = [] if misconception else [misconceptions.get(id) for id in ideas]
    return " ".join([sentence, *(f"It may also be this mistake: “{idea.title}”. {idea.right}" for idea in others)])


def _lost_digits(exercise, value, truth):
    """A sentence for the right number in per cent, or rounded too far, or on the way; else None."""
    if exercise.count:
        return None
    if truth and abs(value - 100 * truth) <= 100 * exercise.tolerance:
        return f"That is per cent. As a share it would be {decimal(value / 100)}; the course writes shares."
    for digits in (2, 1):
        if abs(value - round(truth, digits)) < 1e-9:
            return "Close, but rounded too far: give at least three digits after the point."
    if abs(value - trunc(truth * 100) / 100) < 1e-9:
        return "Close, but cut off: give at least three digits after the point."
    if exercise.rounded and any(abs(value - rounded) <= exercise.tolerance for rounded in exercise.rounded()):
        return "Very close. Did you round on the way? Keep all digits until the end."
    return None


def _impossible(exercise, value, shown):
    """Why no such number can come out, or nothing."""
    (lowest, highest), reasons = exercise.limits, exercise.reasons
    if value < lowest - exercise.tolerance:
        return f"{shown} is impossible. {reasons.get('below', 'Nothing that is counted here can be negative.')}"
    if value > highest + exercise.tolerance:
        return f"{shown} is impossible. {reasons.get('above', 'It is a share, and a share is never above 1.')}"
    if "part" in reasons and value != int(value):
        return f"{shown} is impossible. {reasons['part']}"
    return ""


def _rounded_wrong(exercise, value):
    """(sentence, misconception) of the one known wrong number that this is, rounded to two digits; else None."""
    if exercise.count or abs(value - round(value, 2)) > 1e-9:
        return None
    known = [*exercise.known, *((wrong, id, mistaken([id])) for wrong, id in _wrong_by_idea(exercise))]
    known += [(slip.value, None, slip.sentence) for slip in slips(exercise.worked) if slip.kind == "brackets"]
    found = {(sentence, id) for wrong, id, sentence in known if value in (round(wrong, 2), trunc(wrong * 100) / 100)}
    if len(found) != 1:
        return None
    sentence, misconception = found.pop()
    return f"{sentence}\n\nAnd it is rounded: give at least three digits after the point.", misconception


# Orders of lines -----------------------------------------------------------------------------------------------------


def check_order(exercise: ParsonsExercise, answer):
    """Compare an order of lines with the right one; exchangeable lines may stand in either order."""
    say = partial(Result, exercise.id)
    if isinstance(answer, (set, frozenset)):
        return say("wrong", "A set has no order: Python forgets which number you wrote first. Use `[` and `]`: a list.")
    try:
        given = [int(line) for line in answer]
    except (TypeError, ValueError):
        return say("wrong", "Hand in a list of line numbers, such as `[2, 1, 3]`.")
    if not given:
        return not_attempted(exercise)
    for line in given:
        if not 1 <= line <= len(exercise.lines):
            return say("wrong", f"There is no line {line}: the lines are numbered 1 to {len(exercise.lines)}.")
        if given.count(line) > 1:
            return say("wrong", f"Line {line} stands there twice; each line is used once at most.")
    for line, right in zip(given, _fitted(exercise, given), strict=False):
        if line in exercise.distractors:
            misconception, sentence = exercise.distractors[line]
            return say(
                "wrong",
                f"Line {line}, `{exercise.lines[line - 1].strip()}`, is a stranger. {sentence}",
                misconception,
            )
        if line != right:
            position = given.index(line) + 1
            return say(
                "wrong",
                f"The first line out of place is number {position} of your list: line {line}, "
                f"`{exercise.lines[line - 1].strip()}`. {_why_not(exercise, given, position)}",
            )
    if len(given) < len(exercise.order):
        return say("wrong", f"So far so good, but {count(len(exercise.order) - len(given), 'more line')} must follow.")
    if len(given) > len(exercise.order):
        return say("wrong", "The program is complete before your last lines. Which of them does it not need?")
    return say("right", "That is the function, line by line.")


def _fitted(exercise, given):
    """The right order, with exchangeable lines put as they were given."""
    order = list(exercise.order)
    for group in exercise.swaps:
        indices = sorted(order.index(line) for line in group)
        lines = [line for line in given if line in group] + [
            line for line in order if line in group and line not in given
        ]
        for index, line in zip(indices, lines, strict=True):
            order[index] = line
    return order


def _why_not(exercise, given, position):
    """A nudge that is true of this line here: indentation, what is not known yet, what would happen too early."""
    if position == 1:
        return "How does a function begin?"
    above = [exercise.lines[number - 1] for number in given[: position - 1]]
    here, before = exercise.lines[given[position - 1] - 1], above[-1]
    deeper = _indent(here) - _indent(before)
    if deeper > 0 and not before.rstrip().endswith(":"):
        return "It is indented more than the line above it, which opens no block."
    if deeper > 4:
        return "It is indented by more than one step: a line that opens a block is missing above it."
    if deeper <= 0 and before.rstrip().endswith(":"):
        return "The line above it opens a block, and the first line of a block is indented more."
    made = {name for line in above for name in _names(line)[0]}
    ours = {name for number in exercise.order for name in _names(exercise.lines[number - 1])[0]}
    unknown = [name for name in _names(here)[1] if name in ours and name not in made]
    if unknown:
        return f"It uses `{unknown[0]}`, and no line above it has made that yet."
    if here.lstrip().startswith("return"):
        return "A `return` ends the function: nothing that comes after it would be done."
    due = exercise.lines[_fitted(exercise, given)[position - 1] - 1]
    if here.lstrip().startswith("for ") and _indent(due) == _indent(here) and _names(due)[0]:
        return "It could run there, but its loop uses something that must be made before the loop begins."
    return "Another line must come before it."


def _indent(line):
    return len(line) - len(line.lstrip())


def _names(line):
    """The names that a line makes, and those that it needs from lines above it, in the order of the line."""
    text = line.strip()
    nodes = list(ast.walk(ast.parse(f"{text} pass" if text.endswith(":") else text)))
    within = [part.target for node in nodes for part in getattr(node, "generators", ())]
    own = {node.id for target in within for node in ast.walk(target) if isinstance(node, ast.Name)}
    names = [node for node in nodes if isinstance(node, ast.Name) and node.id not in own]
    grown = {node.target for node in nodes if isinstance(node, ast.AugAssign)}
    made = {node.id for node in names if isinstance(node.ctx, ast.Store) and node not in grown}
    made |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    needed = [node for node in names if isinstance(node.ctx, ast.Load) or node in grown]
    return made, [node.id for node in sorted(needed, key=lambda node: node.col_offset)]

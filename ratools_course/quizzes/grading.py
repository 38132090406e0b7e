"""What a question is, and what becomes of an answer or a guess: pure functions, twins of those in static/.

An answer is what the page sends: the option's key (single), a list of keys (multiple), the text that was typed
(numeric) or the items' keys in the order chosen (ordering). A key is the index in the bank's file, from 0. A browser
test proves that both sides say the same of every question. A prediction is a question whose answer is not graded.
"""

import hashlib
from dataclasses import dataclass, field
from itertools import combinations

from ratools.errors import UsageError
from ratools_course.quizzes.typed_numbers import (
    ALMOST,
    around,
    around_count,
    exactly,
    is_around,
    read_number,
    shortened,
    tidy,
)

KINDS = ("single", "multiple", "numeric", "ordering")

# Every sentence that is not in the bank. The page gets them from here, so that both sides speak alike.
PHRASES = {
    "choose": "Choose an answer first.",
    "tick": "Tick at least one answer first.",
    "empty": "Write a number first, such as {example}.",
    "empty-box": "“{box}” has no number yet. Write one, such as {example}.",
    "box": "“{box}”: {problem}",
    "unreadable": "“{answer}” is not a number that can be read. Write it like {example}. It did not count.",
    "between": "It is a number from {low} to {high}. This did not count.",
    "percent": "Did you mean {answer} %? Then write it with the percent sign. It did not count.",
    "coarse": "As far as it goes, that fits. Write at least {digits} decimals. It did not count.",
    "exact": "More exactly, it is {exact}.",
    "missing": "What you ticked is right, but something is still missing.",
    "also-missing": "Besides, something right is not ticked yet.",
    "place": "Place {place}: “{item}” does not belong there.",
}


@dataclass(frozen=True)
class Option:
    """One choice, one recognised wrong number, or one thing to put in order."""

    key: int
    label: str
    right: bool = False
    feedback: str = ""
    misconception: str | None = None
    value: float | None = None
    others: tuple[str, ...] = ()  # further misconceptions that lead to the same number …
    also: tuple[str, ...] = ()  # … and a sentence for each


@dataclass(frozen=True)
class Order:
    """A wrong order that one wrong idea produces, and no other, with its sentence."""

    keys: tuple[int, ...]
    idea: str
    said: str


@dataclass(frozen=True)
class Grade:
    """What an answer gets: `right`, `wrong`, or `unclear`, which does not count as a try."""

    status: str
    feedback: tuple[str, ...] = ()
    misconception: str | None = None
    others: tuple[str, ...] = ()  # where more than one wrong idea leads to this answer


@dataclass(frozen=True)
class Question:
    """One question of the bank, everything in it computed."""

    id: str
    kind: str
    text: str
    notebook: str
    explanation: str = ""
    options: tuple[Option, ...] = ()  # numeric: the recognised wrong numbers; ordering: the items, in the right order
    value: float | None = None
    digits: int = 3
    count: str = ""  # numeric: what is counted, such as queries, where the number is rounded up to whole ones
    otherwise: str = ""
    misconception: str | None = None
    version: str = field(default="", compare=False)  # of its text: answers to another version are not restored
    keep_order: bool = False
    taught: str = ""  # the notebook after which it can be answered
    example: str = ""  # numeric: what may stand in the field
    between: tuple[float, float] | None = None  # a prediction's number lies here, the ends included
    orders: tuple[Order, ...] = ()  # ordering: the wrong orders that one wrong idea produces
    discuss: str = field(default="", compare=False)  # a prediction: what a class talks about once all have guessed

    def shown(self):
        """The options' keys in the order in which they are shown: always the same one."""
        keys = [option.key for option in self.options]
        if self.kind == "ordering":
            return _shuffled(self.id, keys)
        if self.keep_order:
            return keys
        if all(option.value is not None for option in self.options):
            return sorted(keys, key=lambda key: self.options[key].value)  # numbers are easier to find in order
        return _shuffled(self.id, keys)

    def target(self):
        """What counts as the right number."""
        return around_count(self.value) if self.count else around(self.value, self.digits)

    def grade(self, answer):
        """What this answer gets. An answer that no page could send is a ValueError."""
        return {"single": _single, "multiple": _multiple, "numeric": _numeric, "ordering": _ordering}[self.kind](
            self, answer
        )

    def solution(self):
        """An answer that is right; None where none is."""
        right = [option.key for option in self.options if option.right]
        if self.kind == "grades":
            return None
        if self.kind == "numeric":
            return repr(self.value)
        if self.kind == "ordering":
            return [option.key for option in self.options]
        return right if self.kind == "multiple" else right[0]

    def public(self):
        """All that the page needs in order to show and to grade it, the answer included: this is for self-study."""
        facts = {"id": self.id, "kind": self.kind, "text": self.text, "explanation": self.explanation}
        facts["options"] = [
            {
                "key": option.key,
                "label": option.label,
                "right": option.right,
                "feedback": option.feedback,
                "also": list(option.also),
            }
            | (around(option.value, self.digits) if self.kind == "numeric" else {})
            for option in self.options
        ]
        facts["shown"] = self.shown()
        if self.kind == "numeric":
            facts |= self.target()
            facts |= {"digits": self.digits, "otherwise": self.otherwise, "exact": exactly(self.value, self.digits)}
        if self.kind in ("numeric", "grades"):
            facts |= {"example": self.example, "between": list(self.between) if self.between else None}
        facts["orders"] = [{"keys": list(order.keys), "said": [order.said]} for order in self.orders]
        return facts


def _shuffled(seed, keys):
    """A fixed disorder: by hash, which no version of Python changes, and never the given order."""
    mixed = sorted(keys, key=lambda key: hashlib.sha256(f"{seed}:{key}".encode()).digest())
    return mixed[1:] + mixed[:1] if mixed == keys else mixed


# One function per kind ---------------------------------------------------------------------------------------------


def _key(question, answer):
    if isinstance(answer, bool) or not isinstance(answer, int) or not 0 <= answer < len(question.options):
        raise UsageError(
            f"question {question.id!r}: {answer!r} is not an option; its keys are 0 to {len(question.options) - 1}"
        )
    return answer


def _keys(question, answer):
    if not isinstance(answer, (list, tuple)) or len(set(map(repr, answer))) != len(answer):
        raise UsageError(f"question {question.id!r} needs a list of different keys, got {answer!r}")
    return [_key(question, key) for key in answer]


def _single(question, answer):
    if answer is None:
        return Grade("unclear", (PHRASES["choose"],))
    chosen = question.options[_key(question, answer)]
    if chosen.right:
        return Grade("right", (chosen.feedback,) if chosen.feedback else ())
    return _recognised(chosen)


def _recognised(option):
    """A wrong answer that the bank foresaw: its feedback, and the other ideas that lead there as well."""
    return Grade("wrong", (option.feedback, *option.also), option.misconception, option.others)


def _multiple(question, answer):
    ticked = set(_keys(question, answer))
    if not ticked:
        return Grade("unclear", (PHRASES["tick"],))
    shown = [question.options[key] for key in question.shown()]
    wrong = [option for option in shown if option.key in ticked and not option.right]
    missing = any(option.right and option.key not in ticked for option in shown)
    if not wrong and not missing:
        return Grade("right", tuple(_about(option) for option in shown if option.right and option.feedback))
    said = [_about(option) for option in wrong]
    if missing:
        said.append(PHRASES["also-missing" if wrong else "missing"])
    return Grade("wrong", tuple(said), wrong[0].misconception if wrong else question.misconception)


def _about(option):
    return f"“{option.label.rstrip('.')}”: {option.feedback}"


def _numeric(question, answer):
    if not isinstance(answer, str):
        raise UsageError(f"question {question.id!r} needs the number as text, such as '0.25', got {answer!r}")
    read = read_number(answer)
    if read is None:
        return Grade("unclear", (_unread(question, answer),))
    number, decimals = read
    if is_around(number, question.target()):
        exact = PHRASES["exact"].format(exact=exactly(question.value, question.digits))
        return Grade("right", () if abs(number - question.value) < 1e-12 else (exact,))
    for known in question.options:
        if is_around(number, around(known.value, question.digits)):
            return _recognised(known)
    if 0 < question.value <= 1 < number and is_around(number / 100, around(question.value, question.digits)):
        return Grade("unclear", (PHRASES["percent"].format(answer=shortened(answer)),))
    if 1 <= decimals < question.digits and abs(number - question.value) <= 0.5 / 10**decimals + ALMOST:
        return Grade("unclear", (PHRASES["coarse"].format(digits=question.digits),))
    return Grade("wrong", (question.otherwise,))


def _unread(question, answer):
    """What to say to a field without a number that can be read."""
    phrase = PHRASES["unreadable" if tidy(answer) else "empty"]
    return phrase.format(answer=shortened(answer), example=question.example)


def _ordering(question, answer):
    order = _keys(question, answer)
    if len(order) != len(question.options):
        raise UsageError(f"question {question.id!r} has {len(question.options)} items to order, got {answer!r}")
    if order == sorted(order):
        return Grade("right")
    index = next(index for index, key in enumerate(order) if index != key)
    item = question.options[order[index]]
    known = next((wrong for wrong in question.orders if list(wrong.keys) == order), None)
    said = [PHRASES["place"].format(place=index + 1, item=item.label), item.feedback, known.said if known else ""]
    return Grade("wrong", tuple(filter(None, said)), known.idea if known else None)


# Predictions -------------------------------------------------------------------------------------------------------


def take_guess(question, guess):
    """What a guess amounts to and None: its number, key or order; or None and the sentence that asks for another."""
    if question.kind == "single":
        return (None, PHRASES["choose"]) if guess is None else (_key(question, guess), None)
    if question.kind == "ordering":
        _ordering(question, guess)
        return list(guess), None
    if question.kind == "grades":
        return _take_grades(question, guess)
    return _take_number(question, guess)


def _take_grades(question, guess):
    if not isinstance(guess, list) or len(guess) != len(question.options):
        raise UsageError(f"prediction {question.id!r} needs {len(question.options)} grades in a list, got {guess!r}")
    taken = [_take_number(question, typed) for typed in guess]
    for option, typed, (_, problem) in zip(question.options, guess, taken, strict=True):
        if problem:
            phrase = PHRASES["box" if tidy(typed) else "empty-box"]
            return None, phrase.format(box=option.label, problem=problem, example=question.example)
    return [number for number, _ in taken], None


def _take_number(question, guess):
    if not isinstance(guess, str):
        raise UsageError(f"prediction {question.id!r} needs the number as text, such as '0.25', got {guess!r}")
    read = read_number(guess)
    if read is None:
        return None, _unread(question, guess)
    low, high = question.between or (read[0], read[0])
    if not low <= read[0] <= high:
        return None, PHRASES["between"].format(low=f"{low:g}", high=f"{high:g}")
    return read[0], None


def distance(question, taken):
    """How far off a guess was: a signed difference, 0 or 1 for a choice, pairs the other way round for an order.

    None for grades, which cannot be wrong.
    """
    if question.kind == "grades":
        return None
    if question.kind == "numeric":
        return taken - question.value
    if question.kind == "single":
        return int(not question.options[taken].right)
    return sum(above > below for above, below in combinations(taken, 2))

"""What a quiz question is, and what becomes of an answer: pure functions, twins of those in static/quiz.js.

An answer is what the page sends: the option's key (single), a list of keys (multiple), the text that was typed
(numeric) or the items' keys in the order chosen (ordering). A key is the place in the bank's file, from 0. A browser
test proves that both sides say the same of every question.
"""

import hashlib
import math
import re
from dataclasses import dataclass, field

KINDS = ("single", "multiple", "numeric", "ordering")
ALMOST = 1e-9  # so that 0.8335 is within half a thousandth of 0.834, in floats too
LONGEST_NUMBER = 40  # characters

# Every sentence that is not in the bank. The page gets them from here, so that both sides speak alike.
PHRASES = {
    "choose": "Choose an answer first.",
    "tick": "Tick at least one answer first.",
    "empty": "Write a number first. 0.25, 0,25, 25 % and 1/4 are all understood.",
    "unreadable": "“{answer}” is not a number that can be read. Write it like 0.25, 25 % or 1/4. It did not count.",
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


@dataclass(frozen=True)
class Grade:
    """What an answer gets: `right`, `wrong`, or `unclear`, which does not count as a try."""

    status: str
    feedback: tuple[str, ...] = ()
    misconception: str | None = None


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
    otherwise: str = ""
    misconception: str | None = None
    version: str = field(default="", compare=False)  # of its text: answers to another version are not restored
    keep_order: bool = False

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

    def grade(self, answer):
        """What this answer gets. An answer that no page could send is a ValueError."""
        return {"single": _single, "multiple": _multiple, "numeric": _numeric, "ordering": _ordering}[self.kind](
            self, answer
        )

    def solution(self):
        """An answer that is right."""
        right = [option.key for option in self.options if option.right]
        if self.kind == "numeric":
            return repr(self.value)
        if self.kind == "ordering":
            return [option.key for option in self.options]
        return right if self.kind == "multiple" else right[0]

    def public(self):
        """All that the page needs in order to show and to grade it, the answer included: this is for self-study."""
        facts = {"id": self.id, "kind": self.kind, "text": self.text, "explanation": self.explanation}
        facts["options"] = [
            {"key": one.key, "label": one.label, "right": one.right, "feedback": one.feedback}
            | (around(one.value, self.digits) if self.kind == "numeric" else {})
            for one in self.options
        ]
        facts["shown"] = self.shown()
        if self.kind == "numeric":
            facts |= around(self.value, self.digits)
            facts |= {"digits": self.digits, "otherwise": self.otherwise, "exact": exactly(self.value, self.digits)}
        return facts


def _shuffled(seed, keys):
    """A fixed disorder: by hash, which no version of Python changes, and never the given order."""
    mixed = sorted(keys, key=lambda key: hashlib.sha256(f"{seed}:{key}".encode()).digest())
    return mixed[1:] + mixed[:1] if mixed == keys else mixed


# Numbers -----------------------------------------------------------------------------------------------------------


def show_number(value, digits=3):
    """A number as the quiz prints it: short where that is exact, else all its decimals.

    >>> show_number(0.63493), show_number(0.7397), show_number(0.6), show_number(5.0)
    ('0.635', '0.740', '0.6', '5')
    """
    text = f"{value + 0.0:.{digits}f}"
    if "." in text and abs(float(text) - value) < 1e-12:
        text = text.rstrip("0").rstrip(".")
    return text.removeprefix("-") if float(text) == 0 else text


def exactly(value, digits):
    """A number with one decimal more than was asked for, and … where it goes on.

    >>> exactly(0.634930, 3), exactly(0.5, 3)
    ('0.6349…', '0.5')
    """
    short = show_number(value, digits + 1)
    if abs(float(short) - value) < 1e-12:
        return short
    scale = 10 ** (digits + 1)
    return f"{math.trunc(value * scale) / scale:.{digits + 1}f}…"


def around(value, digits):
    """What counts as this number: rounded to `digits` decimals or better, or cut off there."""
    half, scale = 0.5 / 10**digits + ALMOST, 10**digits
    return {"value": value, "low": value - half, "high": value + half, "cut": math.trunc(value * scale) / scale}


def is_around(number, target):
    """Whether a number counts as a target made by `around`.

    >>> [is_around(x, around(0.63493, 3)) for x in (0.635, 0.6349, 0.634, 0.64)]
    [True, True, True, False]
    """
    return target["low"] <= number <= target["high"] or abs(number - target["cut"]) <= ALMOST


_DECIMAL = r"([0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)"
_NUMBER = re.compile(rf"([+-]?) ?{_DECIMAL} ?(%?)")
_FRACTION = re.compile(rf"([+-]?) ?{_DECIMAL} ?/ ?{_DECIMAL}")


def tidy(text):
    """One space where there were several, none at the ends; spelt out, since "space" differs between languages."""
    return re.sub("[ \\t\\r\\n\u00a0\u2009\u202f]+", " ", text).strip(" ")


def read_number(text):
    """The number that was typed and its decimals, as (value, decimals); None if it cannot be read.

    >>> read_number("0,635"), read_number("63.5 %"), read_number(" .635 ")
    ((0.635, 3), (0.635, 3), (0.635, 3))
    >>> read_number("2/3"), read_number("two")
    ((0.6666666666666666, 15), None)
    """
    text = tidy(text).replace("\u2212", "-")
    if len(text) > LONGEST_NUMBER:
        return None
    if found := _NUMBER.fullmatch(text):
        sign, digits, percent = found.groups()
        value, decimals = _float(digits), len(re.split("[.,]", digits + ".")[1]) + 2 * bool(percent)
        value = value / 100 if percent else value
        return (-value if sign == "-" else value), decimals
    if (found := _FRACTION.fullmatch(text)) and _float(found[3]):
        value = _float(found[2]) / _float(found[3])
        return (-value if found[1] == "-" else value), 15
    return None


def _float(digits):
    return float(digits.replace(",", "."))


# One function per kind ---------------------------------------------------------------------------------------------


def _key(question, answer):
    if isinstance(answer, bool) or not isinstance(answer, int) or not 0 <= answer < len(question.options):
        raise ValueError(
            f"question {question.id!r}: {answer!r} is no option; its keys are 0 to {len(question.options) - 1}"
        )
    return answer


def _keys(question, answer):
    if not isinstance(answer, (list, tuple)) or len(set(map(repr, answer))) != len(answer):
        raise ValueError(f"question {question.id!r} needs a list of different keys, got {answer!r}")
    return [_key(question, one) for one in answer]


def _single(question, answer):
    if answer is None:
        return Grade("unclear", (PHRASES["choose"],))
    chosen = question.options[_key(question, answer)]
    said = (chosen.feedback,) if chosen.feedback else ()
    return Grade("right", said) if chosen.right else Grade("wrong", said, chosen.misconception)


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
        raise ValueError(f"question {question.id!r} needs the number as text, such as '0.25', got {answer!r}")
    if not tidy(answer):
        return Grade("unclear", (PHRASES["empty"],))
    read = read_number(answer)
    if read is None:
        return Grade("unclear", (PHRASES["unreadable"].format(answer=_shortened(answer)),))
    number, decimals = read
    if is_around(number, around(question.value, question.digits)):
        exact = PHRASES["exact"].format(exact=exactly(question.value, question.digits))
        return Grade("right", () if abs(number - question.value) < 1e-12 else (exact,))
    for known in question.options:
        if is_around(number, around(known.value, question.digits)):
            return Grade("wrong", (known.feedback,), known.misconception)
    if 0 < question.value <= 1 < number and is_around(number / 100, around(question.value, question.digits)):
        return Grade("unclear", (PHRASES["percent"].format(answer=_shortened(answer)),))
    if 1 <= decimals < question.digits and abs(number - question.value) <= 0.5 / 10**decimals + ALMOST:
        return Grade("unclear", (PHRASES["coarse"].format(digits=question.digits),))
    return Grade("wrong", (question.otherwise,))


def _shortened(answer):
    answer = tidy(answer)
    return answer if len(answer) <= LONGEST_NUMBER else answer[:LONGEST_NUMBER] + "…"


def _ordering(question, answer):
    order = _keys(question, answer)
    if len(order) != len(question.options):
        raise ValueError(f"question {question.id!r} has {len(question.options)} items to order, got {answer!r}")
    if order == sorted(order):
        return Grade("right")
    place = next(place for place, key in enumerate(order) if place != key)
    item = question.options[order[place]]
    said = [PHRASES["place"].format(place=place + 1, item=item.label)]
    return Grade("wrong", (*said, *filter(None, [item.feedback])), item.misconception or question.misconception)

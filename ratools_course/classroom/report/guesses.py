"""A class's guesses at one prediction, as bars to be drawn: numbers in steps, choices, orders, grades."""

import math
from collections import Counter
from dataclasses import dataclass
from numbers import Real

from ratools_course.cards import plain
from ratools_course.quizzes.texts import lettered
from ratools_course.quizzes.typed_numbers import show_number

STEPS = 10  # of a histogram
FEW = 12  # whole numbers get a bar each
ORDERS = 4  # that are shown, of all that were guessed


@dataclass(frozen=True)
class Bar:
    """One bar of a histogram: how many people, and whether the answer lies in it."""

    label: str
    people: float  # a mean, where things are graded
    right: bool = False

    @property
    def shown(self):
        """The number at its end."""
        return f"{self.people:g}" if self.people == int(self.people) else f"{self.people:.1f}"


def histogram(question, guesses):
    """The bars of a prediction and how many guesses are in them; what cannot be a guess at it is left out.

    >>> from ratools_course.quizzes.bank import find_prediction
    >>> bars, people = histogram(find_prediction("02-rank-four"), [0.25, 0.5, 0.5, "?"])
    >>> people, [(bar.label, bar.people, bar.right) for bar in bars if bar.people]
    (3, [('0.2–0.3', 1, False), ('0.5–0.6', 2, True)])
    """
    drawn = {"numeric": _numbers, "single": _choices, "ordering": _orders, "grades": _grades}[question.kind]
    return drawn(question, guesses)


def right_answer(question):
    """The answer in words; nothing where no guess is wrong."""
    if question.kind == "numeric":
        return show_number(question.value, question.digits)
    if question.kind == "single":
        return "; ".join(plain(option.label) for option in question.options if option.right)
    return " – ".join(plain(option.label) for option in question.options) if question.kind == "ordering" else ""


def _is_number(value):
    """Whether a value is a finite number: neither NaN nor an int too large for a float is a guess."""
    try:
        return isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(value)
    except OverflowError:
        return False


def _numbers(question, guesses):
    low, high = question.between or (-math.inf, math.inf)
    kept = sorted(float(guess) for guess in guesses if _is_number(guess) and low <= guess <= high)
    if not kept:
        return (), 0
    if _counts(question):
        whole, people = range(int(low), int(high) + 1), Counter(round(guess) for guess in kept)
        return tuple(Bar(str(number), people[number], number == question.value) for number in whole), len(kept)
    start, step = _scale(question, kept)
    people = Counter(_bar_index(guess, start, step) for guess in kept)
    answer = _bar_index(question.value, start, step)
    lows = [start + index * step for index in range(STEPS)]
    bars = [Bar(f"{low:.4g}–{low + step:.4g}", people[index], index == answer) for index, low in enumerate(lows)]
    return tuple(bars), len(kept)


def _counts(question):
    """Whether it asks for one of a few whole numbers."""
    low, high = question.between or (0, math.inf)
    return 1 < high - low <= FEW and question.value == round(question.value)


def _scale(question, kept):
    """Where the first bar begins and how wide each is: what can be guessed, or what most people did guess."""
    if question.between:
        low, high = question.between
    else:
        low, high = kept[len(kept) // 20], kept[-1 - len(kept) // 20]
        low, high = min(low, question.value), max(high, question.value)
    return low, (high - low or 1) / STEPS


def _bar_index(value, start, step):
    """The index of a value's bar; the outermost bars take what lies beyond them."""
    return min(max(math.floor((value - start) / step + 1e-9), 0), STEPS - 1)


def _choices(question, guesses):
    keys = [guess for guess in guesses if type(guess) is int and 0 <= guess < len(question.options)]
    people = Counter(keys)
    options = [option for _, option in lettered(question)]
    return tuple(Bar(plain(option.label), people[option.key], option.right) for option in options), len(keys)


def _orders(question, guesses):
    keys = list(range(len(question.options)))
    lists = [guess for guess in guesses if isinstance(guess, list) and all(type(key) is int for key in guess)]
    kept = [tuple(guess) for guess in lists if sorted(guess) == keys]
    letters = {option.key: letter for letter, option in lettered(question)}
    common = sorted(Counter(kept).items(), key=lambda item: (-item[1], item[0]))[:ORDERS]
    bars = [Bar(" ".join(letters[key] for key in order), people, list(order) == keys) for order, people in common]
    rest = len(kept) - sum(bar.people for bar in bars)
    return (*bars, *([Bar("others", rest)] if rest else [])), len(kept)


def _grades(question, guesses):
    """The class's mean grade of each thing; no grade is wrong."""
    low, high = question.between
    size = len(question.options)
    lists = [guess for guess in guesses if isinstance(guess, list) and len(guess) == size]
    kept = [grades for grades in lists if all(_is_number(grade) and low <= grade <= high for grade in grades)]
    means = [sum(map(float, grades)) / len(kept) for grades in zip(*kept, strict=True)]
    labels = [f"{plain(option.label)}, mean" for option in question.options]
    return tuple(map(Bar, labels, means)), len(kept)

"""Numbers as people type them and as a quiz shows them; `read_number` has a twin in static/fields.js.

A number may be typed as 0.635, 0,635, 63.5 %, 2/3, ½, 1½ or 1e-3.
"""

import math
import re
from fractions import Fraction

ALMOST = 1e-9  # so that 0.8335 is within half a thousandth of 0.834, in floats too
LONGEST_NUMBER = 40  # characters


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


def around_count(value):
    """What counts as a number of things that it takes: the exact value, to a tenth or better, or rounded up.

    >>> [is_around(x, around_count(445.7165)) for x in (445.7165, 445.7, 446, 445, 447)]
    [True, True, True, False, False]
    """
    half = min(0.05, (value - rounded_up(value) + 1) / 2) + ALMOST  # never as far as the whole number below
    return {"value": value, "low": value - half, "high": value + half, "cut": rounded_up(value)}


def rounded_up(value):
    """The whole number that is enough; a float may miss it by a hair.

    >>> rounded_up(445.7165), rounded_up(1764.0000000000002)
    (446, 1764)
    """
    return math.ceil(round(value, 6))


def is_around(number, target):
    """Whether a number counts as a target made by `around`.

    >>> [is_around(x, around(0.63493, 3)) for x in (0.635, 0.6349, 0.634, 0.64)]
    [True, True, True, False]
    """
    return target["low"] <= number <= target["high"] or abs(number - target["cut"]) <= ALMOST


# What was typed ----------------------------------------------------------------------------------------------------

PARTS = dict(zip("½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞", "1/2 1/3 2/3 1/4 3/4 1/5 2/5 3/5 4/5 1/6 5/6 1/8 3/8 5/8 7/8".split(), strict=True))
_DECIMAL = r"([0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)"
_NUMBER = re.compile(rf"([+-]?) ?{_DECIMAL}(?:[eE]([+-]?[0-9]{{1,2}}))? ?(%?)")
_FRACTION = re.compile(rf"([+-]?) ?{_DECIMAL} ?/ ?{_DECIMAL}")
_PART = re.compile(rf"([+-]?) ?([0-9]*) ?([{''.join(PARTS)}])")


def tidy(text):
    """One space where there were several, none at the ends; spelt out, since "space" differs between languages."""
    return re.sub("[ \\t\\r\\n\u00a0\u2009\u202f]+", " ", text).strip(" ")


def shortened(typed):
    """What was typed, short enough to be quoted."""
    typed = tidy(typed)
    return typed if len(typed) <= LONGEST_NUMBER else typed[:LONGEST_NUMBER] + "…"


def read_number(text):
    """The number that was typed and its decimals, as (value, decimals); None if it cannot be read.

    >>> read_number("0,635"), read_number("63.5 %"), read_number(" .635 "), read_number("635e-3")
    ((0.635, 3), (0.635, 3), (0.635, 3), (0.635, 3))
    >>> read_number("2/3"), read_number("1½"), read_number("two")
    ((0.6666666666666666, 15), (1.5, 15), None)
    """
    text = tidy(text).replace("\u2212", "-").replace("\u2044", "/")
    if len(text) > LONGEST_NUMBER:
        return None
    if match := _NUMBER.fullmatch(text):
        sign, digits, power, percent = match.groups()
        value = _float(f"{digits}e{power or 0}") / (100 if percent else 1)
        decimals = max(0, len(re.split("[.,]", digits + ".")[1]) - int(power or 0) + 2 * bool(percent))
        return (-value if sign == "-" else value), decimals
    if (match := _FRACTION.fullmatch(text)) and _float(match[3]):
        value = _float(match[2]) / _float(match[3])
        return (-value if match[1] == "-" else value), 15
    if match := _PART.fullmatch(text):
        above, below = map(int, PARTS[match[3]].split("/"))
        value = int(match[2] or 0) + above / below
        return (-value if match[1] == "-" else value), 15
    return None


def _float(digits):
    return float(digits.replace(",", "."))


# The example beside a field ----------------------------------------------------------------------------------------


def example_for(value, known=()):
    """A number of the answer's kind, to be written beside the field, and near neither it nor a known wrong one.

    >>> example_for(0.7), example_for(0.25), example_for(1.5), example_for(37.0)
    (0.25, 0.75, 2.5, 25.0)
    """
    scale = 1 if abs(value) <= 1 else 10.0 ** math.floor(math.log10(abs(value)))
    shares = (0.25, 0.4, 0.75, 0.6, 0.15, 0.9) if abs(value) <= 1 else (2.5, 4.5, 7.5, 1.25, 3.5, 6)
    free = [share * scale for share in shares if not is_near(share * scale, value)]
    return next((number for number in free if not any(abs(number - other) < 1e-3 for other in known)), free[0])


def is_near(example, value):
    """Whether an example would give the answer away."""
    return abs(example - value) <= 0.2 * max(abs(value), 1 if abs(value) <= 1 else 0)


def in_forms(example, share):
    """The ways in which an example may be written.

    >>> in_forms(0.25, share=True), in_forms(2.5, share=False), in_forms(25.0, share=False)
    ('0.25, 25 % or 1/4', '2.5 or 5/2', '25')
    """
    part = Fraction(str(example))
    forms = [f"{example:g}", *([f"{100 * example:g} %"] if share else [])]
    forms += [str(part)] if 1 < part.denominator <= 20 else []
    return " or ".join(filter(None, [", ".join(forms[:-1]), forms[-1]]))

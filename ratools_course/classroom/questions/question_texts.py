"""What the formats share: texts as HTML, feedback, and which numbers count as an answer."""

from dataclasses import dataclass
from html import escape

from ratools_course.quizzes.grading import PHRASES
from ratools_course.quizzes.typed_numbers import ALMOST, around, exactly


@dataclass(frozen=True)
class Target:
    """A number that an answer may hit, with what is then said; `key` is None for the right one."""

    value: float
    tolerance: float
    right: bool
    feedback: str
    key: int | None = None


def html(text):
    """Escaped, with `code` as code and a line a line.

    >>> html("`a < b` & c")
    '<code>a &lt; b</code> &amp; c'
    """
    pieces = text.split("`")
    marked = [code(piece) if index % 2 else escape(piece, quote=False) for index, piece in enumerate(pieces)]
    return "".join(marked).replace("\n", "<br>")


def code(text):
    """Code in a line; a page would swallow blanks at its ends and all but one in a row.

    >>> code(" a  b"), code("a b")
    ('<code>&nbsp;a&nbsp;&nbsp;b</code>', '<code>a b</code>')
    """
    fixed = " ".join(text.split(" ")) != " ".join(text.split())
    text = escape(text, quote=False)
    return f"<code>{text.replace(' ', '&nbsp;') if fixed else text}</code>"


def feedback(option):
    """What is said to an option: its own feedback, and the other wrong ideas that lead there."""
    return " ".join(filter(None, (option.feedback, *option.also)))


def targets(question):
    """The numbers that a numeric question recognises, in the order in which they are looked at.

    Rounded to the digits asked for, or cut off there: where the cut-off number is not near enough, it is a target too.
    So is a count rounded up.
    """
    exact = exactly(question.value, question.digits)
    comment = PHRASES["exact"].format(exact=exact) if exact.endswith("…") else ""
    known = _spanned(question.target(), True, comment, None)
    for option in question.options:
        known += _spanned(around(option.value, question.digits), False, feedback(option), option.key)
    return known


def _spanned(span, right, said, key):
    targets = [Target(span["value"], round(span["high"] - span["value"], 12), right, said, key)]
    if not span["low"] <= span["cut"] <= span["high"]:
        targets.append(Target(span["cut"], ALMOST, right, said, key))
    return targets


def hits(number, target):
    """Whether a number counts as a target.

    >>> hits(0.6349, Target(0.635, 0.0005, True, ""))
    True
    """
    return abs(number - target.value) <= target.tolerance


def instruction(question):
    """How to type the number: an LMS reads neither 2/3 nor 63.5 %."""
    digits = f"{question.digits} digit{'s' if question.digits != 1 else ''}"
    if question.count:
        return f"Write the number of {question.count}, rounded up to a whole one."
    example = question.example.split(",")[0].split(" or ")[0]
    return f"Write a decimal number, such as {example}; where it goes on, at least {digits} after the point."


def shares(question):
    """{key: per cent} of a multiple choice: right ones add up to 100, ticking everything gives nothing."""
    right = sum(option.right for option in question.options)
    wrong = len(question.options) - right
    return {option.key: 100 / right if option.right else -100 / wrong for option in question.options}


def mixed(question):
    """Whether the options may be shown in any order."""
    numbers = all(option.value is not None for option in question.options)
    return not question.keep_order and not numbers


def ideas(question):
    """The ids of the wrong ideas that a question can meet."""
    named = [question.misconception, *(option.misconception for option in question.options)]
    others = [idea for option in question.options for idea in option.others]
    orders = [order.idea for order in question.orders]
    return list(dict.fromkeys(filter(None, (*named, *others, *orders))))

"""Numbers and documents in sentences and formulas."""

from numbers import Number

LONGEST = 8  # more summands than this are elided in a formula


def figure(value):
    """A number to be read: four decimals, three digits when it is small, and never a 1 that is not 1.

    >>> figure(2.0), figure(2 / 3), figure(0.001234), figure(0.9999999)
    ('2', '0.6667', '0.00123', '0.9999999')
    """
    if isinstance(value, int) or value == int(value) and abs(value) < 1e15:
        return str(int(value))
    if not 0.01 <= abs(value) < 1e6:
        return f"{value:.3g}"
    shown = next(text for digits in range(4, 18) if float(text := f"{value:.{digits}f}") != round(value) or digits > 16)
    return shown.rstrip("0")


def tex_figure(value):
    """A number in a formula.

    >>> tex_figure(1e-7), tex_figure(0.25)
    ('1 \\\\cdot 10^{-7}', '0.25')
    """
    text = figure(value)
    mantissa, _, exponent = text.partition("e")
    return rf"{mantissa} \cdot 10^{{{int(exponent)}}}" if exponent else text


def equals(value):
    """`= 0.4`, or `≈ 0.6667` where the number shown is rounded."""
    sign = "=" if float(figure(value)) == value else r"\approx"
    return f"{sign} {tex_figure(value)}"


def frac(above, below):
    """A fraction."""
    return rf"\frac{{{above}}}{{{below}}}"


def large_frac(above, below):
    """A fraction that stays legible inside another."""
    return rf"\dfrac{{{above}}}{{{below}}}"


def elided(parts, joiner=" + "):
    """All parts of a sum, or its first five and last two.

    >>> elided(map(str, range(1, 12)))
    '1 + 2 + 3 + 4 + 5 + \\\\cdots + 10 + 11'
    """
    parts = list(parts)
    if len(parts) > LONGEST:
        parts = [*parts[:5], r"\cdots", *parts[-2:]]
    return joiner.join(parts) or "0"


def named(doc, longest=40):
    """A document in a sentence: on one line, not too long; a bare number gets the word before it.

    >>> named("c"), named(12)
    ('c', 'document 12')
    """
    text = " ".join(str(doc).split()) or repr(doc)
    text = text if len(text) <= longest else f"{text[: longest - 1]}…"
    return f"document {text}" if isinstance(doc, Number) else text


def listed(things, most=4):
    """Some of them in words.

    >>> listed("ab"), listed("abcdefg")
    ('a and b', 'a, b, c and 4 more')
    """
    names = [named(thing) for thing in things]
    if len(names) > most:
        names = [*names[: most - 1], f"{len(names) - most + 1} more"]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def count(number, thing):
    """A number with its noun.

    >>> count(1, "document"), count(3, "document")
    ('1 document', '3 documents')
    """
    return f"{number} {thing}" + ("s" if number != 1 else "")


def capital(text):
    """Begin a sentence, but leave a document's own name as it is written."""
    return text.replace("document ", "Document ", 1) if text.startswith("document ") else text

"""Numbers, fractions and sums in the LaTeX of a formula."""

from ratools.words import figure

LONGEST = 8  # more summands than this are elided in a formula


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

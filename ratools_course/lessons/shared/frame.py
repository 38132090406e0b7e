"""The frame of every plot: axes on a white card, a title that is a claim, and a line below that says how to read it.

A plot takes `ax=None` (where to draw) and `title=None` (your own words) and returns the Axes. `describe(ax)` gives the
claim, the line and the numbers in words, and a notebook keeps that with the picture, for those who do not see it.
"""

import functools
import textwrap

import numpy as np

from ratools.errors import UsageError
from ratools.metrics.arguments import as_ranking

# Okabe & Ito's colours, which most colour-blind people can tell apart. Marks, dashes and hatches say it again.
BLUE, VERMILLION, SKY, GREEN, PURPLE = "#0072B2", "#D55E00", "#56B4E9", "#009E73", "#CC79A7"
INK, GREY, PALE = "#1a1a1a", "#6b6b6b", "#e6e6e6"
SIZE = (6.8, 3.5)  # inches: the width of a notebook's column
MARGIN = 0.16  # inches of white around what is drawn: in a dark theme the plot is a card
TEXT = "ratools-text"


def describe(ax):
    """What a plot shows, in words: its claim, the line under it, and the numbers.

    >>> import matplotlib; matplotlib.use("agg")
    >>> describe(finish(axes(None), None, "Half of it is right", "k", "P@k", "One bar per k.", "P@2 is 0.5."))
    'Half of it is right. One bar per k. P@2 is 0.5.'
    """
    text = next((artist for artist in ax.texts if artist.get_gid() == TEXT), None)
    if text is None:
        raise UsageError("these axes hold no plot of the course: there is nothing to describe")
    return text.description


def axes(ax, taller=0.0):
    """The given Axes, or new ones of a notebook's width, on a white card with a margin."""
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt  # here and not above: importing it takes longer than everything else together

    drawing, ax = plt.subplots(figsize=(SIZE[0], SIZE[1] + taller), layout="constrained")
    drawing.get_layout_engine().set(w_pad=MARGIN, h_pad=MARGIN)
    # A notebook crops a picture to what is drawn. This white sheet is drawn, so the margin stays.
    drawing.add_artist(plt.Rectangle((0, 0), 1, 1, transform=drawing.transFigure, color="white", zorder=-10))
    return ax


def finish(ax, title, claim, xlabel, ylabel, text, numbers):
    """Title, labels, the text below; white ground and dark ink, whatever the theme or style."""
    ax.figure.set_facecolor("white")
    ax.set_facecolor("white")
    points = ax.get_position().width * ax.figure.get_figwidth() * 72
    shown = _wrapped(claim if title is None else title, points / 5.4)
    ax.set_title(shown, loc="left", fontsize=11, color=INK, parse_math=title is not None)
    ax.set_xlabel(xlabel, fontsize=9.5, color=INK)
    ax.set_ylabel(ylabel, fontsize=9.5, color=INK)
    ax.tick_params(colors=INK, labelcolor=INK, labelsize=9)
    for side, spine in ax.spines.items():
        spine.set_visible(side in ("left", "bottom"))
        spine.set_color(GREY)
    ax.grid(axis="y", color=PALE, linewidth=0.7)
    ax.set_axisbelow(True)
    for artist in [artist for artist in ax.texts if artist.get_gid() == TEXT]:
        artist.remove()
    below = ax.annotate(
        _wrapped(text, points / 4.1),
        (0, 0),
        xycoords=("axes fraction", ax.xaxis.label),
        xytext=(0, -5),
        textcoords="offset points",
        va="top",
        ha="left",
        fontsize=8,
        color=GREY,
        annotation_clip=False,
        parse_math=False,
    )
    below.set_gid(TEXT)
    below.description = f"{claim if title is None else title}. {text} {numbers}"
    ax.figure._repr_mimebundle_ = functools.partial(_in_words, ax.figure)
    return ax


def _in_words(drawing, **_):
    """What a notebook keeps beside the picture: the plots in words, as plain text and as the picture's alt text."""
    texts = [artist.description for ax in drawing.axes for artist in ax.texts if artist.get_gid() == TEXT]
    words = " ".join(texts)
    return {"text/plain": words}, {"image/png": {"alt": words}}


def _wrapped(text, width):
    return "\n".join(textwrap.wrap(text, max(int(width), 20), break_long_words=False, break_on_hyphens=False))


def legend(ax, **more):
    """The names of what is drawn, on white."""
    look = {"loc": "best", "fontsize": 8.5, "facecolor": "white", "edgecolor": PALE, "framealpha": 0.9} | more
    drawn = ax.legend(labelcolor=INK, **look)
    drawn.set_zorder(5)
    for text in drawn.get_texts():
        text.set_parse_math(False)  # a system may be called what it likes, with $ and all


def rank_ticks(ax, n):
    """Whole ranks on the x axis, each one while there is room."""
    ax.set_xticks(range(1, n + 1) if n <= 20 else np.unique(np.linspace(1, n, 11).astype(int)))


def bar_values(ax, xs, heights, colour=INK):
    """Each bar's height, written above it."""
    for x, height in zip(xs, heights, strict=True):
        ax.annotate(
            _two_decimals(height) if height else "0",
            (x, height),
            xytext=(0, 2),
            textcoords="offset points",
            ha="center",
            fontsize=8,
            color=colour,
        )


def shortened(name, longest):
    """A name on one line, cut to so many letters, at least 4."""
    text = " ".join(str(name).split())
    return text if len(text) <= max(longest, 4) else f"{text[: max(longest, 4) - 1]}…"


def number_list(values, most=10):
    """The first values with two decimals.

    >>> number_list([0.5, 2 / 3, 1]), number_list([0.5, 0.25], most=1)
    ('0.5, 0.67, 1', '0.5 …')
    """
    shown = ", ".join(map(_two_decimals, values[:most]))
    return shown + (" …" if len(values) > most else "")


def _two_decimals(value):
    return f"{value:.2f}".rstrip("0").rstrip(".")


def ranks_to_draw(retrieved):
    """A ranking of at least one document."""
    ranking = as_ranking(retrieved)
    if not ranking:
        raise UsageError("retrieved is empty: there is no rank to draw")
    return ranking

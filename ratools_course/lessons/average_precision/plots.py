"""The plot of this lesson: average precision as an area."""

from numbers import Integral

import numpy as np

from ratools.errors import UsageError
from ratools.metrics import binary
from ratools.metrics.arguments import as_relevant
from ratools.words import listed, short
from ratools_course.lessons.shared import frame
from ratools_course.lessons.shared.frame import BLUE, INK, SKY, VERMILLION


def plot_average_precision(retrieved, relevant, *, hits=None, min_grade=None, ax=None, title=None):
    """Average precision as an area: one step per relevant document, as high as the precision where it was found.

    `hits=2` draws the first two steps only, so that the stairs can grow.
    """
    documents, wanted = frame.ranks_to_draw(retrieved), as_relevant(relevant, min_grade)
    if not wanted:
        raise UsageError("nothing is relevant: there is no step to draw")
    terms = binary.average_precision_terms(documents, wanted)
    ranks = [rank for rank, term in enumerate(terms, start=1) if term]
    if hits is not None and (not isinstance(hits, Integral) or isinstance(hits, bool) or not 0 <= hits <= len(ranks)):
        raise UsageError(f"hits must be a whole number from 0 to {len(ranks)}, the hits there are, got {short(hits)}")
    drawn, width = ranks[:hits], 1 / len(wanted)
    steps, ax = [terms[rank - 1] for rank in drawn], frame.axes(ax)
    left = [index * width for index in range(len(steps))]
    ax.bar(left, steps, width, align="edge", color=SKY, edgecolor=BLUE, linewidth=1.4)
    room = len(wanted) <= 8
    for nth, (rank, step) in enumerate(zip(drawn, steps, strict=True), start=1):
        if room:
            _note(ax, (nth - 0.5) * width, step / 2, f"rank {rank}\n{nth}/{rank} = {step:.2f}")
        elif len(wanted) <= 20:
            _note(ax, (nth - 0.5) * width, step + 0.03, str(rank))
    missed = len(wanted) - len(ranks)
    if missed and len(drawn) == len(ranks):
        ax.bar(
            [len(ranks) * width],
            [0.02],
            missed * width,
            align="edge",
            facecolor="white",
            edgecolor=VERMILLION,
            hatch="////",
            linewidth=1,
        )
        if room:
            _note(ax, (len(ranks) + missed / 2) * width, 0.1, "never found: 0")
    ax.set_xlim(0, 1)
    ax.set_ylim(0, 1.05)
    ticks = range(len(wanted) + 1) if room else np.unique(np.linspace(0, len(wanted), 6).astype(int))
    ax.set_xticks([tick * width for tick in ticks], [f"{tick}/{len(wanted)}" for tick in ticks])
    area = sum(steps) * width
    claim = f"With {len(drawn)} of {len(wanted)} found, the area is {area:.3f}"
    if len(drawn) == len(ranks):
        claim = f"The area is average precision: {area:.3f}"
        claim += f"; {missed} of {len(wanted)} {'was' if missed == 1 else 'were'} never found" if missed else ""
    text = "One step per relevant document: all equally wide, each as high as the precision at its rank."
    text += " The number above a step is that rank." if 8 < len(wanted) <= 20 else ""
    ranks_drawn = f"Steps at rank {listed(map(str, drawn), most=8)}: {frame.number_list(steps)}"
    numbers = f"{ranks_drawn if drawn else 'There is no step yet'}; each is 1/{len(wanted)} wide."
    return frame.finish(ax, title, claim, "share of the relevant documents found", "precision there", text, numbers)


def _note(ax, x, y, words):
    ax.annotate(words, (x, y), ha="center", va="center", fontsize=8.5, color=INK)

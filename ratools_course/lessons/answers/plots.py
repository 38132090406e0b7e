"""The plot of this lesson: answering fewer questions, and how well."""

import itertools

from ratools.errors import UsageError
from ratools.words import figure
from ratools_course.lessons.shared import frame
from ratools_course.lessons.shared.frame import BLUE, VERMILLION


def plot_coverage(curves, *, ax=None, title=None):
    """Answering fewer questions, and how well: {name: [(coverage, share of its answers that is right), …]}."""
    if not curves or not all(len(points) >= 2 for points in curves.values()):
        raise UsageError("curves must be {name: [(coverage, right when it answers), …]} with at least 2 points each")
    ax = frame.axes(ax)
    for (name, points), colour, style in zip(
        curves.items(), itertools.cycle((BLUE, VERMILLION)), itertools.cycle("-:")
    ):
        xs, ys = zip(*sorted(points), strict=True)
        ax.plot(xs, ys, style, color=colour, marker="o", label=frame.shortened(name, 24))
    ax.set_xlim(0, 1.02)
    ax.set_ylim(0, 1.02)
    first, points = next(iter(curves.items()))
    (least, best), (most, all_of_it) = min(points), max(points)
    claim = f"{first}: answering {most:.0%}, {all_of_it:.0%} are right; answering {least:.0%}, {best:.0%}"
    text = "Each point is one threshold on the confidence. To the left it is silent more often."
    numbers = "; ".join(
        f"{name}: " + ", ".join(f"{figure(x)} → {figure(y)}" for x, y in sorted(points))
        for name, points in curves.items()
    )
    frame.legend(ax)
    return frame.finish(
        ax, title, claim, "coverage: share of questions answered", "right when it answers", text, f"{numbers}."
    )

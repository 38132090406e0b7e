"""The plots of this lesson: where scores lie, and F1 over the threshold."""

import itertools

import numpy as np

from ratools.errors import UsageError
from ratools.metrics import scores
from ratools.metrics.arguments import as_scores
from ratools.words import count, figure
from ratools_course.lessons.scores_and_thresholds.thresholds import f1_by_threshold
from ratools_course.lessons.shared import frame
from ratools_course.lessons.shared.frame import BLUE, GREY, INK, PALE, SKY, VERMILLION


def plot_scores(results, *, relevant_at=0.15, nonrelevant_below=0.05, ax=None, title=None):
    """Where the scores lie, the two thresholds, and the grey zone between them."""
    thresholds = {"relevant_at": relevant_at, "nonrelevant_below": nonrelevant_below}
    classes, values = scores.score_classes(results, **thresholds), as_scores(list(results))
    if not values:
        raise UsageError("results is empty: there is no score to draw")
    width = next(step for step in _steps() if max(*values, relevant_at) / step < 40)
    edges = [round(n * width, 12) for n in range(int(max(*values, relevant_at) / width) + 2)]
    kinds = (("nonrelevant", VERMILLION, "///"), ("grey", PALE, "..."), ("relevant", BLUE, None))
    ax, below = frame.axes(ax), np.zeros(len(edges) - 1)
    ax.axvspan(nonrelevant_below, relevant_at, color="#f4f4f4", zorder=0)
    for kind, colour, hatch in kinds:
        mine = [value for value, own in zip(values, classes, strict=True) if own == kind]
        heights, _ = np.histogram(mine, bins=edges)
        there = np.flatnonzero(heights)
        look = {"facecolor": "white", "edgecolor": colour} if hatch else {"facecolor": colour, "edgecolor": "white"}
        look |= {"facecolor": colour, "edgecolor": GREY} if kind == "grey" else {}
        name = f"{'not relevant' if kind == 'nonrelevant' else kind} ({len(mine)})"
        ax.bar(
            np.array(edges)[there],
            heights[there],
            width,
            bottom=below[there],
            align="edge",
            hatch=hatch,
            label=name,
            **look,
        )
        below += heights
    for threshold, line in ((nonrelevant_below, "--"), (relevant_at, "-")):
        ax.axvline(threshold, color=INK, linewidth=1.3, linestyle=line)
        ax.annotate(
            f" {figure(threshold)}",
            (threshold, 1),
            xycoords=("data", "axes fraction"),
            xytext=(1, -2),
            textcoords="offset points",
            va="top",
            fontsize=8.5,
            color=INK,
        )
    ax.yaxis.get_major_locator().set_params(integer=True)
    ax.set_ylim(0, max(below) * 1.18)
    frame.legend(ax)
    tally = {kind: classes.count(kind) for kind, _, _ in kinds}
    grey = f"{tally['grey']} of {count(len(values), 'result')} {'is' if tally['grey'] == 1 else 'are'} grey"
    claim = f"{grey}: neither relevant nor not"
    claim = claim if tally["grey"] else f"No result is grey: {tally['relevant']} of {len(values)} count as relevant"
    text = "From the solid line on a result counts as relevant, left of the dashed line as not relevant."
    numbers = (
        f"From {figure(relevant_at)} on: {tally['relevant']}, relevant; below {figure(nonrelevant_below)}: "
        f"{tally['nonrelevant']}, not relevant; in the grey zone between: {tally['grey']}. Scores from "
        f"{figure(min(values))} to {figure(max(values))}."
    )
    return frame.finish(ax, title, claim, "score", "results", text, numbers)


def _steps():
    """Widths of a bar: 0.05, 0.1, 0.25, 0.5, 1, 2.5, …"""
    power = 1
    while True:
        yield from (0.05 * power, 0.1 * power, 0.25 * power)
        power *= 10


def plot_f1_by_threshold(parts, *, ax=None, title=None):
    """F1 over the threshold for each part of the queries, {name: pages of `first_pages`}; the best place is marked."""
    if not parts:
        raise UsageError("parts is empty: pass a dict {name: pages}")
    curves = {name: f1_by_threshold(pages) for name, pages in parts.items()}
    best = {name: (float(curve.idxmax()), float(curve.max())) for name, curve in curves.items()}
    ax = frame.axes(ax)
    looks = [(BLUE, "o", "-"), (VERMILLION, "s", "--"), (SKY, "D", "-."), (INK, "v", ":")]
    for (name, curve), (colour, mark, line) in zip(curves.items(), itertools.cycle(looks), strict=False):
        ax.plot(curve.index, curve, line, color=colour, linewidth=1.6, drawstyle="steps-post")
        ax.plot(
            *best[name], mark, color=colour, markersize=8, markeredgecolor=INK, label=f"{name}: {best[name][0]:.3f}"
        )
        ax.axvline(best[name][0], color=colour, linewidth=0.9, linestyle=":")
    ax.set_ylim(0, max(value for _, value in best.values()) * 1.3)
    frame.legend(ax)
    claim = f"Best threshold: {', '.join(f'{threshold:.3f} ({name})' for name, (threshold, _) in best.items())}"
    text = (
        "Whatever reaches the threshold is shown. Each line is F1 for every threshold; the mark is its highest place."
    )
    numbers = " ".join(
        f"{name}: highest F1 {value:.3f}, at {threshold:.3f}." for name, (threshold, value) in best.items()
    )
    return frame.finish(ax, title, claim, "threshold", "F1", text, numbers)

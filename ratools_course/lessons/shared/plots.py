"""Plots that several lessons show."""

import pandas as pd

from ratools.errors import UsageError
from ratools.evaluation.comparison import ROUNDING, Comparison
from ratools.words import count, signed
from ratools_course.lessons.shared import frame
from ratools_course.lessons.shared.frame import BLUE, GREY, INK, VERMILLION


def plot_differences(first, second=None, *, names=None, ax=None, title=None):
    """The difference of two systems on each query, sorted: who wins where, and by how much.

    `first` and `second` are the same column of two tables of `evaluate` (or plain lists); or `first` is a result of
    `compare`, of which the largest swings are drawn.
    """
    differences, names, left_out = _differences(first, second, names)
    differences = differences.sort_values(ascending=False, kind="stable")
    values, xs = differences.tolist(), range(len(differences))
    ax = frame.axes(ax)
    for sign, colour, hatch, name in ((1, BLUE, None, names[0]), (-1, VERMILLION, "///", names[1])):
        bars = [(x, value) for x, value in zip(xs, values, strict=True) if value * sign > 0]
        if bars:
            ax.bar(
                *zip(*bars, strict=True),
                color=colour if sign > 0 else "white",
                edgecolor=colour,
                hatch=hatch,
                label=f"{name} better",
            )
    ax.axhline(0, color=INK, linewidth=0.8)
    mean = sum(values) / len(values)
    if not left_out:
        ax.axhline(mean, color=GREY, linewidth=1.2, linestyle=":", label=f"mean {signed(mean, 3)}")
    labels = [frame.shortened(query, 12) for query in differences.index]
    if len(labels) <= 25:
        crowded = sum(map(len, labels)) > 60
        ax.set_xticks(
            xs,
            labels,
            rotation=60 if crowded else 0,
            ha="right" if crowded else "center",
            rotation_mode="anchor" if crowded else None,
            parse_math=False,
        )
    else:
        ax.set_xticks([])
    if ax.get_legend_handles_labels()[0]:
        frame.legend(ax)
    wins, losses = sum(value > 0 for value in values), sum(value < 0 for value in values)
    ties = len(values) - wins - losses
    queries = f"{len(values)} {'query' if len(values) == 1 else 'queries'}"
    claim = f"{names[0]} is better on {wins} of {queries}, {names[1]} on {losses}"
    claim = f"No difference on any of {queries}" if not wins + losses else claim
    claim = f"The {len(values)} largest differences between {names[0]} and {names[1]}" if left_out else claim
    text = f"One bar per query: above the line {names[0]} is better, below it {names[1]}."
    text += f" {count(left_out, 'other')} not drawn." if left_out else ""
    ends = [f"{signed(values[index], 3)} ({labels[index]})" for index in (0, -1)]
    numbers = f"The differences go from {ends[0]} to {ends[1]}; {ties} equal."
    numbers += "" if left_out else f" The mean is {signed(mean, 3)}."
    xlabel = "query" if len(labels) <= 25 else f"{len(labels)} queries"
    return frame.finish(ax, title, claim, xlabel, "difference", text, numbers)


def _differences(first, second, names):
    """Differences by query, the two names, and how many queries are not among them."""
    if isinstance(first, Comparison):
        pairs = first.table[["first", "second"]].drop_duplicates()
        if len(pairs) > 1:
            raise UsageError(f"this comparison has {len(pairs)} pairs of systems; compare two of them")
        column = first.swings.set_index("query")["difference"]
        return column, tuple(pairs.iloc[0]), int(first.table["n"].iloc[0]) - len(column)
    if second is None:
        raise UsageError("plot_differences needs two columns, or a result of compare")
    here, there = (pd.Series(column, dtype=float) for column in (first, second))
    if len(here) != len(there) or len(here.index.symmetric_difference(there.index)):
        raise UsageError(f"the columns are over different queries ({len(here)} and {len(there)} of them)")
    if here.empty or here.isna().any() or there.isna().any():
        raise UsageError("the columns are empty, or a value is missing: give every query a number")
    names = ("A", "B") if names is None else tuple(names)
    if len(names) != 2:
        raise UsageError(f"names must be two, got {names!r}")
    apart = here - there.loc[here.index]
    return apart.where(apart.abs() > ROUNDING, 0.0), names, 0

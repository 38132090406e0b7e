"""The plot of this lesson: the order of systems on two collections."""

import itertools

from ratools.errors import UsageError
from ratools.metrics.arguments import as_number
from ratools.words import figure, short
from ratools_course.lessons.shared import frame
from ratools_course.lessons.shared.frame import BLUE, GREEN, GREY, INK, PURPLE, VERMILLION


def plot_orders(first, second, *, names=("first", "second"), ax=None, title=None):
    """The means of the same systems on two collections, {system: mean}: a line that crosses another is a new order."""
    first, second = dict(first), dict(second)
    systems = [system for system in first if system in second]
    if len(systems) < 2 or len(names) != 2:
        raise UsageError(f"plot_orders needs two systems that both collections have, and two names, got {short(names)}")
    first, second = (
        {name: as_number(means[name], f"the mean of {name}") for name in systems} for means in (first, second)
    )
    pairs = list(itertools.combinations(systems, 2))
    swapped = sum((first[one] - first[other]) * (second[one] - second[other]) < 0 for one, other in pairs)
    ax = frame.axes(ax, taller=0.5)
    for index, system in enumerate(systems):
        look = {"color": (BLUE, VERMILLION, GREEN, PURPLE, INK, GREY)[index % 6], "marker": "osD^vP"[index % 6]}
        ax.plot([0, 1], [first[system], second[system]], label=system, linewidth=1.8, **look)
    ax.set_xticks([0, 1], list(names), parse_math=False)
    ax.set_xlim(-0.12, 1.5)
    ax.set_ylim(bottom=0)
    frame.legend(ax)
    claim = f"{swapped} of {len(pairs)} pairs of systems change places"
    text = "One line per system. Two lines that cross: the order of these two is not the same on both sides."
    numbers = "; ".join(f"{name} {figure(first[name])} and {figure(second[name])}" for name in systems)
    return frame.finish(ax, title, claim, "", "mean", text, f"Means on {names[0]} and {names[1]}: {numbers}.")

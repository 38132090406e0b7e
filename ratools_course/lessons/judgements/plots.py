"""The plot of this lesson: the places of systems by two judgements."""

from ratools.errors import UsageError
from ratools.metrics.arguments import as_number
from ratools.words import figure, listed, short
from ratools_course.lessons.shared import frame
from ratools_course.lessons.shared.frame import GREY, INK, VERMILLION


def plot_places(first, second, *, follow, names=("first", "second"), ax=None, title=None):
    """The places of the same systems by two judgements, {system: mean}, the best on top; one system is followed."""
    first, second = dict(first), dict(second)
    systems = [system for system in first if system in second]
    if len(systems) < 2 or follow not in systems or len(names) != 2:
        raise UsageError(
            f"plot_places needs two names and at least two systems that both judgements have, {short(follow)} among "
            f"them; they share {listed(systems) if systems else 'none'}"
        )
    means = [{name: as_number(side[name], f"the mean of {name}") for name in systems} for side in (first, second)]
    ranks = [1 + sum(side[other] > side[follow] for other in systems) for side in means]
    order = [sorted(systems, key=side.get, reverse=True) for side in means]
    rows = [{name: row for row, name in enumerate(side, start=1)} for side in order]
    ax = frame.axes(ax, taller=0.5)
    for name in systems:
        ours = name == follow
        look = {"color": VERMILLION, "linewidth": 3, "zorder": 3} if ours else {"color": GREY, "linestyle": "--"}
        ax.plot([0, 1], [rows[0][name], rows[1][name]], marker="D" if ours else "o", **look)
        for x, side, align in ((0, rows[0], "right"), (1, rows[1], "left")):
            ax.text(
                x + (0.04 if x else -0.04),
                side[name],
                name,
                ha=align,
                va="center",
                parse_math=False,
                color=INK,
                weight="bold" if ours else "normal",
            )
    ax.set_xticks([0, 1], list(names), parse_math=False)
    ax.set_xlim(-0.55, 1.55)
    ax.set_yticks(range(1, len(systems) + 1))
    ax.set_ylim(len(systems) + 0.6, 0.4)
    here, there = ranks
    moved = f"goes from place {here} to place {there}" if here != there else f"stays in place {here}"
    claim = f"{follow} {moved} of {len(systems)}"
    text = "One line per system, the best on top: only what was judged differs between left and right."
    numbers = "; ".join(f"{name} {figure(means[0][name])} and {figure(means[1][name])}" for name in systems)
    return frame.finish(ax, title, claim, "", "place", text, f"Means by {names[0]} and {names[1]}: {numbers}.")

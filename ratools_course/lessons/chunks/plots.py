"""The plot of this lesson: chunkings with their intervals."""

from ratools.errors import UsageError
from ratools.words import figure
from ratools_course.lessons.shared import frame
from ratools_course.lessons.shared.frame import BLUE, GREY, INK, VERMILLION


def plot_chunkings(table, x="Chroma's omega", y="recall", *, ax=None, title=None):
    """One point per chunking with its intervals: what it brings back (y) against how closely it cuts (x).

    `table`: one row per chunking, with the columns x, x_low, x_high and the same for y.
    """
    missing = [name for axis in (x, y) for name in (axis, f"{axis}_low", f"{axis}_high") if name not in table]
    if missing or not len(table):
        raise UsageError(f"table needs rows, and the columns {', '.join(missing) or x}: see views.shipped_table")
    ax = frame.axes(ax, taller=0.9)
    for number, (name, row) in enumerate(table.iterrows(), start=1):
        cut = "overlap" in str(name)
        colour, mark = (VERMILLION, "s") if cut else (BLUE, "o")
        ax.plot([row[f"{x}_low"], row[f"{x}_high"]], [row[y]] * 2, color=GREY, linewidth=0.8)
        ax.plot([row[x]] * 2, [row[f"{y}_low"], row[f"{y}_high"]], color=GREY, linewidth=0.8)
        look = {"color": colour, "markerfacecolor": "white", "markeredgewidth": 1.8, "markersize": 14, "zorder": 3}
        ax.plot(row[x], row[y], mark, label=f"{number} {frame.shortened(name, 24)}", **look)
        ax.annotate(str(number), (row[x], row[y]), ha="center", va="center", fontsize=8, color=INK, zorder=4)
    top, right = table[y].idxmax(), table[x].idxmax()
    claim = (
        f"{top}: ahead in {y} and in {x}"
        if top == right
        else f"Highest {y}: {top}; highest {x}: {right}; no chunking has both"
    )
    text = "Each point is one chunking (a square: with overlap); the grey lines are 95 % intervals over the questions."
    numbers = "; ".join(f"{name}: {y} {figure(row[y])}, {x} {figure(row[x])}" for name, row in table.iterrows())
    ax.set_ylim(0, 1.02)
    ax.set_xlim(left=0)
    frame.finish(ax, title, claim, x, y, text, f"{numbers}.")
    frame.legend(ax, loc="lower left", ncols=3, fontsize=7.5, handletextpad=0.2, columnspacing=0.8)
    for handle in ax.get_legend().legend_handles:
        handle.set_markersize(6)
    return ax

"""The plot of this lesson: one measure reads the lists of several systems."""

from numbers import Integral

from ratools.errors import UsageError
from ratools.metrics import binary
from ratools.metrics.arguments import as_ranking
from ratools.words import count, figure, listed, short
from ratools_course.lessons.shared import frame
from ratools_course.lessons.shared.frame import BLUE, GREY, INK, PALE, SKY, VERMILLION


def plot_thermometer(systems, relevant, k=5, *, ax=None, title=None):
    """The lists of several systems, {name: ranking}, read off by one measure: P@k."""
    if not systems:
        raise UsageError("systems is empty: hand in {name: ranking}, at least one")
    if not isinstance(k, Integral) or isinstance(k, bool) or k < 1:
        raise UsageError(f"k must be how many places are read, a whole number of at least 1, got {short(k)}")
    values = {name: binary.precision_at_k(ranking, relevant, k) for name, ranking in systems.items()}
    wanted, ax, scale = {*relevant}, frame.axes(ax), k + 1.2
    for row, (name, ranking) in enumerate(systems.items()):
        for column, doc in enumerate(as_ranking(ranking)[:k]):
            hit = doc in wanted
            ax.barh(
                row, 0.86, 0.56, column, color=SKY if hit else "white", edgecolor=BLUE, linewidth=1.8 if hit else 0.8
            )
            ax.text(
                column + 0.43,
                row,
                f"{'✓ ' if hit else ''}{frame.shortened(doc, 6)}",
                ha="center",
                va="center",
                fontsize=9,
                color=INK,
                parse_math=False,
            )
        ax.barh(row, k * 0.6, 0.3, scale, color=PALE, edgecolor=GREY, linewidth=0.6)
        ax.barh(row, k * 0.6 * values[name], 0.3, scale, color=VERMILLION, hatch="///", edgecolor="white")
        ax.text(scale + k * 0.62, row, f"{values[name]:.2f}", va="center", fontsize=9.5, color=INK)
        ax.annotate("", (scale - 0.1, row), (k + 0.1, row), color=INK, arrowprops={"arrowstyle": "->", "color": GREY})
    ax.set_yticks(range(len(systems)), [frame.shortened(name, 18) for name in systems], parse_math=False)
    ax.set_ylim(len(systems) - 0.4, -0.6)
    ax.set_xlim(-0.2, scale + k * 0.78)
    ax.set_xticks([k * 0.43, scale + k * 0.3], ["result list", f"P@{k}"])
    claim = f"One measure reads {count(len(systems), 'list')}, however each was made"
    text = "✓ marks a relevant document. The measure sees the list and the judgements; it does not see the method."
    numbers = "; ".join(
        f"{name} {listed(map(str, as_ranking(ranking)[:k]), most=k)}: {figure(values[name])}"
        for name, ranking in systems.items()
    )
    ax = frame.finish(ax, title, claim, "", "", text, f"P@{k} by list: {numbers}.")
    ax.grid(False)
    return ax

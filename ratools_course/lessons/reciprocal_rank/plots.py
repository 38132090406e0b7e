"""The plot of this lesson: what a first hit is worth at each rank."""

from numbers import Integral

from ratools.errors import UsageError
from ratools.words import figure, short
from ratools_course.lessons.shared import frame
from ratools_course.lessons.shared.frame import BLUE, SKY


def plot_reciprocal_ranks(k=10, *, ax=None, title=None):
    """What a first hit is worth at each rank: 1 / rank."""
    if not isinstance(k, Integral) or isinstance(k, bool) or not 2 <= k <= 15:
        raise UsageError(f"k must be how many ranks to draw, a whole number from 2 to 15, got {short(k)}")
    ranks, ax = range(1, k + 1), frame.axes(ax)
    shares = [1 / rank for rank in ranks]
    ax.bar(ranks, shares, color=SKY, edgecolor=BLUE, width=0.6)
    frame.bar_values(ax, ranks, shares)
    frame.rank_ticks(ax, k)
    ax.set_ylim(0, 1.15)
    claim = f"From rank 1 to 2 the worth is halved; from {k - 1} to {k} it loses {shares[-2] - shares[-1]:.2f}"
    text = "The step from 1 to 2 costs more than all the other steps drawn here together."
    return frame.finish(
        ax, title, claim, "rank of the first hit", "1 / rank", text, f"By rank: {', '.join(map(figure, shares))}."
    )

"""The plots of this lesson: precision and recall as k grows, and their means for several systems."""

import itertools
import re

from ratools.errors import UsageError
from ratools.metrics import binary
from ratools.words import figure, listed
from ratools_course.lessons.shared import frame
from ratools_course.lessons.shared.frame import BLUE, GREY, INK, SKY, VERMILLION


def plot_precision_recall_at_k(retrieved, relevant, *, min_grade=None, ax=None, title=None):
    """P@k and R@k as k grows: recall can only rise, precision does as it likes."""
    documents = frame.ranks_to_draw(retrieved)
    ks = range(1, len(documents) + 1)
    precision, recall = (
        [measure(documents, relevant, k, min_grade=min_grade) for k in ks]
        for measure in (binary.precision_at_k, binary.recall_at_k)
    )
    hits = [k for k, before, here in zip(ks, [0.0, *recall], recall, strict=False) if here > before]
    ax = frame.axes(ax)
    for values, name, colour, mark, line in (
        (precision, "precision@k", BLUE, "o", "-"),
        (recall, "recall@k", VERMILLION, "s", "--"),
    ):
        ax.plot(ks, values, line, color=colour, linewidth=1.8, label=name)
        if len(ks) <= 30:
            faces = [colour if k in hits else "white" for k in ks]
            ax.scatter(ks, values, s=34, marker=mark, c=faces, edgecolors=colour, zorder=3)
    frame.rank_ticks(ax, len(ks))
    ax.set_ylim(-0.03, 1.05)
    frame.legend(ax)
    filled = "A filled mark is a relevant result: there " if len(ks) <= 30 else "At a relevant result "
    text = f"{filled}recall steps up; at every other result it stays, and precision cannot rise."
    where = f"Relevant at rank {listed(map(str, hits), most=8)}" if hits else "No rank holds a relevant document"
    numbers = (
        f"{where}. From k = 1 to {len(ks)}, precision goes from {figure(precision[0])} to "
        f"{figure(precision[-1])}, recall from {figure(recall[0])} to {figure(recall[-1])}."
    )
    text = text if hits else "Both lines lie on the axis."
    return frame.finish(ax, title, _precision_claim(precision, hits), "rank k", "", text, numbers)


def _precision_claim(precision, hits):
    rises = [k for k in range(2, len(precision) + 1) if precision[k - 1] > precision[k - 2]]
    if not hits:
        return "Nothing relevant was retrieved: precision and recall stay at 0"
    if precision[-1] == 1:
        return "Every result is relevant: precision stays at 1, recall grows with each"
    if not rises:
        return "Recall never falls; precision never rises here"
    where = f"rank{'s' if len(rises) > 1 else ''} {listed(map(str, rises))}"
    where = where if len(rises) <= 4 else f"{len(rises)} of {len(precision)} ranks"
    return f"Recall never falls; precision rises at {where}"


def plot_mean_precision_recall(tables, *, ceiling=None, ax=None, title=None):
    """Mean R@k across and mean P@k upwards, one line per system, one mark per k; `ceiling` is drawn behind them.

    `tables` is {system: table of `evaluate`}, each with P@k and R@k for the same k; `ceiling` is such a table, too.
    """
    drawn = {**tables, **({"best possible": ceiling} if ceiling is not None else {})}
    ks = _shared_ks(drawn)
    points = {name: [(table[f"R@{k}"].mean(), table[f"P@{k}"].mean()) for k in ks] for name, table in drawn.items()}
    ax = frame.axes(ax)
    looks = [(BLUE, "o", "-"), (VERMILLION, "s", "--"), (SKY, "D", "-."), (INK, "v", ":")]
    for (name, line_points), (colour, mark, line) in zip(points.items(), itertools.cycle(looks), strict=False):
        if ceiling is not None and name == "best possible":
            colour, mark, line = GREY, "^", ":"
        ax.plot(
            *zip(*line_points, strict=True), line, marker=mark, color=colour, linewidth=1.6, markersize=5.5, label=name
        )
        for k, point in zip(ks, line_points, strict=True):
            ax.annotate(f"k={k}", point, xytext=(5, 3), textcoords="offset points", fontsize=7.5, color=INK)
    ax.set_xlim(0, 1.08)
    ax.set_ylim(0, 1.08)
    frame.legend(ax)
    n = len(next(iter(drawn.values())))
    text = f"Means over {n} {'query' if n == 1 else 'queries'}; each line goes from k = {ks[0]} to k = {ks[-1]}."
    numbers = " ".join(f"{name}: {_values_by_k(ks, line_points)}." for name, line_points in points.items())
    claim = _ahead({name: points[name] for name in tables})
    return frame.finish(ax, title, claim, "mean recall@k", "mean precision@k", text, numbers)


def _shared_ks(tables):
    """The cut-offs at which every table has both P@k and R@k, smallest first."""
    if not tables:
        raise UsageError("tables is empty: pass a dict {system: table of evaluate}")
    shared = set.intersection(*(set(map(str, table.columns)) for table in tables.values()))
    ks = sorted(int(name[2:]) for name in shared if re.fullmatch(r"P@\d+", name) and f"R{name[1:]}" in shared)
    if not ks:
        raise UsageError("the tables share no k with both P@k and R@k: evaluate with measures such as 'P@5' and 'R@5'")
    return ks


def _ahead(points):
    """Which of two systems has more precision and more recall, at every k or at some."""
    if len(points) != 2:
        return "The further up and to the right, the better"
    (one, first), (other, second) = points.items()
    pairs = list(zip(first, second, strict=True))
    better = [mine[0] > yours[0] and mine[1] > yours[1] for mine, yours in pairs]
    worse = [mine[0] < yours[0] and mine[1] < yours[1] for mine, yours in pairs]
    if all(better) or all(worse):
        return f"At every k, {one if all(better) else other} has more precision and more recall"
    return f"In both, {one} is ahead at {sum(better)} of {len(first)} cut-offs, {other} at {sum(worse)}"


def _values_by_k(ks, points):
    return ", ".join(
        f"at {k} recall {recall:.3f} and precision {precision:.3f}"
        for k, (recall, precision) in zip(ks, points, strict=True)
    )

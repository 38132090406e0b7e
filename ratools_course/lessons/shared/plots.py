"""Plots: a ranking or a table in, Axes out. Each title is a claim that is computed from the data.

Every function takes `ax=None` (where to draw) and `title=None` (your own words) and returns the Axes. A line under the
plot says how to read it; `describe(ax)` gives claim, line and numbers in words, and a notebook keeps that with the
picture, for those who do not see it.
"""

import functools
import itertools
import re
import textwrap
from numbers import Integral

import numpy as np
import pandas as pd

from ratools.evaluation.comparison import ROUNDING, Comparison
from ratools.evaluation.resampling import bootstrap_means, resampled_means
from ratools.explanations.steps.graded import ideal_page, most_lost
from ratools.metrics import binary, graded, scores
from ratools.metrics.arguments import as_grades, as_number, as_ranking, as_relevant, as_scores
from ratools.words import count, figure, listed, named, short
from ratools_course.lessons.choose_a_measure.advice import ADVICE, JUDGES, NEED, QUESTIONS
from ratools_course.lessons.scores_and_thresholds.thresholds import (
    calibration_bins,
    expected_calibration_error,
    f1_by_threshold,
)

# Okabe & Ito's colours, which most colour-blind people can tell apart. Marks, dashes and hatches say it again.
BLUE, VERMILLION, SKY, GREEN, PURPLE = "#0072B2", "#D55E00", "#56B4E9", "#009E73", "#CC79A7"
INK, GREY, PALE = "#1a1a1a", "#6b6b6b", "#e6e6e6"
SIZE = (6.8, 3.5)  # inches: the width of a notebook's column
MARGIN = 0.16  # inches of white around what is drawn: in a dark theme the plot is a card
TEXT = "ratools-text"


def describe(ax):
    """What a plot shows, in words: its claim, the line under it, and the numbers.

    >>> import matplotlib; matplotlib.use("agg")
    >>> describe(plot_discount(3)).split(". ")[::2]
    ['At rank 3 a document keeps 0.50 of its gain', 'Share by rank: 1, 0.6309, 0.5.']
    """
    found = next((artist for artist in ax.texts if artist.get_gid() == TEXT), None)
    if found is None:
        raise ValueError("these axes hold no plot of ratools_course.lessons.shared.plots: there is nothing to describe")
    return found.description


def plot_precision_recall_at_k(retrieved, relevant, *, min_grade=None, ax=None, title=None):
    """P@k and R@k as k grows: recall can only rise, precision does as it likes."""
    documents = _documents(retrieved)
    ks = range(1, len(documents) + 1)
    precision, recall = (
        [measure(documents, relevant, k, min_grade=min_grade) for k in ks]
        for measure in (binary.precision_at_k, binary.recall_at_k)
    )
    hits = [k for k, before, here in zip(ks, [0.0, *recall], recall, strict=False) if here > before]
    ax = _axes(ax)
    for values, name, colour, mark, line in (
        (precision, "precision@k", BLUE, "o", "-"),
        (recall, "recall@k", VERMILLION, "s", "--"),
    ):
        ax.plot(ks, values, line, color=colour, linewidth=1.8, label=name)
        if len(ks) <= 30:
            faces = [colour if k in hits else "white" for k in ks]
            ax.scatter(ks, values, s=34, marker=mark, c=faces, edgecolors=colour, zorder=3)
    _ranks(ax, len(ks))
    ax.set_ylim(-0.03, 1.05)
    _legend(ax)
    filled = "A filled mark is a relevant result: there " if len(ks) <= 30 else "At a relevant result "
    text = f"{filled}recall steps up; at every other result it stays, and precision cannot rise."
    where = f"Relevant at rank {listed(map(str, hits), most=8)}" if hits else "No rank holds a relevant document"
    numbers = (
        f"{where}. From k = 1 to {len(ks)}, precision goes from {figure(precision[0])} to "
        f"{figure(precision[-1])}, recall from {figure(recall[0])} to {figure(recall[-1])}."
    )
    text = text if hits else "Both lines lie on the axis."
    return _finish(ax, title, _precision_claim(precision, hits), "rank k", "", text, numbers)


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
    ax = _axes(ax)
    looks = [(BLUE, "o", "-"), (VERMILLION, "s", "--"), (SKY, "D", "-."), (INK, "v", ":")]
    for (name, places), (colour, mark, line) in zip(points.items(), itertools.cycle(looks), strict=False):
        if ceiling is not None and name == "best possible":
            colour, mark, line = GREY, "^", ":"
        ax.plot(*zip(*places, strict=True), line, marker=mark, color=colour, linewidth=1.6, markersize=5.5, label=name)
        for k, place in zip(ks, places, strict=True):
            ax.annotate(f"k={k}", place, xytext=(5, 3), textcoords="offset points", fontsize=7.5, color=INK)
    ax.set_xlim(0, 1.08)
    ax.set_ylim(0, 1.08)
    _legend(ax)
    n = len(next(iter(drawn.values())))
    text = f"Means over {n} {'query' if n == 1 else 'queries'}; each line goes from k = {ks[0]} to k = {ks[-1]}."
    numbers = " ".join(f"{name}: {_pairs(ks, places)}." for name, places in points.items())
    claim = _ahead({name: points[name] for name in tables})
    return _finish(ax, title, claim, "mean recall@k", "mean precision@k", text, numbers)


def _shared_ks(tables):
    """The cut-offs at which every table has both P@k and R@k, smallest first."""
    if not tables:
        raise ValueError("tables is empty: pass a dict {system: table of evaluate}")
    shared = set.intersection(*(set(map(str, table.columns)) for table in tables.values()))
    ks = sorted(int(name[2:]) for name in shared if re.fullmatch(r"P@\d+", name) and f"R{name[1:]}" in shared)
    if not ks:
        raise ValueError("the tables share no k with both P@k and R@k: evaluate with measures such as 'P@5' and 'R@5'")
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


def _pairs(ks, places):
    told = (
        f"at {k} recall {recall:.3f} and precision {high:.3f}" for k, (recall, high) in zip(ks, places, strict=True)
    )
    return ", ".join(told)


def plot_discount(k=10, *, ax=None, title=None):
    """What a gain is worth at each rank: 1 / log2(rank + 1)."""
    if not isinstance(k, Integral) or isinstance(k, bool) or k < 1:
        raise ValueError(f"k must be how many ranks to draw, a whole number of at least 1, got {short(k)}")
    shares, ax = graded.dcg_terms([1] * k), _axes(ax)
    ranks = range(1, k + 1)
    if k <= 15:
        ax.bar(ranks, shares, color=SKY, edgecolor=BLUE, width=0.6)
        _values(ax, ranks, shares)
    else:
        ax.plot(ranks, shares, "o-", color=BLUE, markersize=4 if k <= 30 else 0, linewidth=1.8)
    _ranks(ax, k)
    ax.set_ylim(0, 1.15)
    claim = f"At rank {k} a document keeps {shares[-1]:.2f} of its gain" if k > 1 else "At rank 1 the whole gain counts"
    shown = ", ".join(map(figure, shares[:10])) + (f" … {figure(shares[-1])}" if k > 10 else "")
    text = "The share falls steeply at first, then gently: it is 1 / log2(rank + 1)."
    return _finish(ax, title, claim, "rank", "share of the gain", text, f"Share by rank: {shown}.")


def plot_reciprocal_ranks(k=10, *, ax=None, title=None):
    """What a first hit is worth at each rank: 1 / rank."""
    if not isinstance(k, Integral) or isinstance(k, bool) or not 2 <= k <= 15:
        raise ValueError(f"k must be how many ranks to draw, a whole number from 2 to 15, got {short(k)}")
    ranks, ax = range(1, k + 1), _axes(ax)
    shares = [1 / rank for rank in ranks]
    ax.bar(ranks, shares, color=SKY, edgecolor=BLUE, width=0.6)
    _values(ax, ranks, shares)
    _ranks(ax, k)
    ax.set_ylim(0, 1.15)
    claim = f"From rank 1 to 2 the worth is halved; from {k - 1} to {k} it loses {shares[-2] - shares[-1]:.2f}"
    text = "The step from 1 to 2 costs more than all the other steps drawn here together."
    return _finish(
        ax, title, claim, "rank of the first hit", "1 / rank", text, f"By rank: {', '.join(map(figure, shares))}."
    )


def plot_thermometer(systems, relevant, k=5, *, ax=None, title=None):
    """The lists of several systems, {name: ranking}, read off by one measure: P@k."""
    if not systems:
        raise ValueError("systems is empty: hand in {name: ranking}, at least one")
    if not isinstance(k, Integral) or isinstance(k, bool) or k < 1:
        raise ValueError(f"k must be how many places are read, a whole number of at least 1, got {short(k)}")
    values = {name: binary.precision_at_k(ranking, relevant, k) for name, ranking in systems.items()}
    wanted, ax, scale = {*relevant}, _axes(ax), k + 1.2
    for row, (name, ranking) in enumerate(systems.items()):
        for place, doc in enumerate(as_ranking(ranking)[:k]):
            hit = doc in wanted
            ax.barh(
                row, 0.86, 0.56, place, color=SKY if hit else "white", edgecolor=BLUE, linewidth=1.8 if hit else 0.8
            )
            ax.text(place + 0.43, row, f"{'✓ ' if hit else ''}{_label(doc, 6)}", ha="center", va="center", fontsize=9,
                    color=INK, parse_math=False)  # fmt: skip
        ax.barh(row, k * 0.6, 0.3, scale, color=PALE, edgecolor=GREY, linewidth=0.6)
        ax.barh(row, k * 0.6 * values[name], 0.3, scale, color=VERMILLION, hatch="///", edgecolor="white")
        ax.text(scale + k * 0.62, row, f"{values[name]:.2f}", va="center", fontsize=9.5, color=INK)
        ax.annotate("", (scale - 0.1, row), (k + 0.1, row), color=INK, arrowprops={"arrowstyle": "->", "color": GREY})
    ax.set_yticks(range(len(systems)), [_label(name, 18) for name in systems], parse_math=False)
    ax.set_ylim(len(systems) - 0.4, -0.6)
    ax.set_xlim(-0.2, scale + k * 0.78)
    ax.set_xticks([k * 0.43, scale + k * 0.3], ["result list", f"P@{k}"])
    claim = f"One measure reads {count(len(systems), 'list')}, however each was made"
    text = "✓ marks a relevant document. The measure sees the list and the judgements; it does not see the method."
    told = "; ".join(f"{name} {listed(map(str, as_ranking(one)[:k]), most=k)}: {figure(values[name])}"
                     for name, one in systems.items())  # fmt: skip
    ax = _finish(ax, title, claim, "", "", text, f"P@{k} by list: {told}.")
    ax.grid(False)
    return ax


def plot_gains(retrieved, grades, k=None, *, gain="linear", ax=None, title=None):
    """What each rank adds to DCG, beside what it adds on the ideal page."""
    value = graded.ndcg_at_k(retrieved, grades, k, gain=gain)
    ranking, grades = as_ranking(retrieved), as_grades(grades)
    page, ideal = ranking[:k], [doc for doc in ideal_page(ranking, grades) if grades[doc] > 0][:k]
    own, best = (graded.dcg_terms([grades.get(doc, 0) for doc in docs], gain=gain) for docs in (page, ideal))
    ranks = range(1, max(len(own), len(best), min(k or 0, 10)) + 1)
    if not page and not ideal:
        raise ValueError("nothing was retrieved and nothing is relevant: there is no gain to draw")
    own, best = ([*terms, *[0.0] * (len(ranks) - len(terms))] for terms in (own, best))
    few = len(ranks) <= 10
    ax = _axes(ax, taller=0.5 if few else 0)
    ax.bar([rank - 0.2 for rank in ranks], own, 0.38, color=BLUE, label="this page")
    ax.bar([rank + 0.2 for rank in ranks], best, 0.38, facecolor="white", edgecolor=VERMILLION, hatch="///",
           label="ideal page")  # fmt: skip
    _ranks(ax, len(ranks))
    if few:
        _values(ax, [rank - 0.2 for rank in ranks], own, BLUE)
        _values(ax, [rank + 0.2 for rank in ranks], best, VERMILLION)
        _rows_of_names(ax, {"this page": (page, BLUE), "ideal page": (ideal, VERMILLION)}, 75 // len(ranks))
    ax.set_ylim(0, max([*own, *best]) * 1.16 or 1)
    _legend(ax)
    claim = f"nDCG{'' if k is None else f'@{k}'} = {value:.3f}: {_loss_claim(ranking, grades, k, gain)}"
    text = f"The solid bars add up to a DCG of {figure(sum(own))}, the hatched ones to the ideal's {figure(sum(best))}."
    numbers = f"This page by rank: {_numbers(own)}; the ideal page: {_numbers(best)}."
    return _finish(ax, title, claim, "rank", "gain / discount", text, numbers)


def _loss_claim(ranking, grades, k, gain):
    """Where a page loses most, by the same rule as `explain` and the board."""
    if not any(grades.values()):
        return "nothing is relevant"
    loss = most_lost(ranking, grades, k, gain)
    if loss is None:
        return "no order could give more"
    where = f"at rank {loss.rank} instead of {loss.best}"
    missing = f"not among the first {k}" if loss.doc in ranking else "not on this page"
    return f"most is lost by {named(loss.doc, 24)}, {where if loss.rank else missing}"


def _rows_of_names(ax, rows, longest):
    """Under the ranks, a row of documents for each kind of bar, in its colour."""
    look = {"textcoords": "offset points", "va": "top", "fontsize": 8, "annotation_clip": False, "parse_math": False}
    for line, (name, (docs, colour)) in enumerate(rows.items()):
        below = -20 - 12 * line
        ax.annotate(name, (0, 0), xycoords="axes fraction", xytext=(-6, below), ha="right", color=colour, **look)
        for rank, doc in enumerate(docs, start=1):
            ax.annotate(_label(doc, longest), (rank, 0), xycoords=("data", "axes fraction"), xytext=(0, below),
                        ha="center", color=colour, **look)  # fmt: skip
    ax.xaxis.labelpad = 8 + 12 * len(rows)


def plot_differences(first, second=None, *, names=None, ax=None, title=None):
    """The difference of two systems on each query, sorted: who wins where, and by how much.

    `first` and `second` are the same column of two tables of `evaluate` (or plain lists); or `first` is a result of
    `compare`, of which the largest swings are drawn.
    """
    differences, names, left_out = _differences(first, second, names)
    differences = differences.sort_values(ascending=False, kind="stable")
    values, places = differences.tolist(), range(len(differences))
    ax = _axes(ax)
    for sign, colour, hatch, name in ((1, BLUE, None, names[0]), (-1, VERMILLION, "///", names[1])):
        bars = [(place, value) for place, value in zip(places, values, strict=True) if value * sign > 0]
        if bars:
            ax.bar(*zip(*bars, strict=True), color=colour if sign > 0 else "white", edgecolor=colour, hatch=hatch,
                   label=f"{name} better")  # fmt: skip
    ax.axhline(0, color=INK, linewidth=0.8)
    mean = sum(values) / len(values)
    if not left_out:
        ax.axhline(mean, color=GREY, linewidth=1.2, linestyle=":", label=f"mean {_signed(mean)}")
    labels = [_label(query, 12) for query in differences.index]
    if len(labels) <= 25:
        crowded = sum(map(len, labels)) > 60
        ax.set_xticks(places, labels, rotation=60 if crowded else 0, ha="right" if crowded else "center",
                      rotation_mode="anchor" if crowded else None, parse_math=False)  # fmt: skip
    else:
        ax.set_xticks([])
    if ax.get_legend_handles_labels()[0]:
        _legend(ax)
    wins, losses = sum(value > 0 for value in values), sum(value < 0 for value in values)
    ties = len(values) - wins - losses
    queries = f"{len(values)} {'query' if len(values) == 1 else 'queries'}"
    claim = f"{names[0]} is better on {wins} of {queries}, {names[1]} on {losses}"
    claim = f"No difference on any of {queries}" if not wins + losses else claim
    claim = f"The {len(values)} largest differences between {names[0]} and {names[1]}" if left_out else claim
    text = f"One bar per query: above the line {names[0]} is better, below it {names[1]}."
    text += f" {count(left_out, 'other')} not drawn." if left_out else ""
    numbers = (
        f"The differences go from {_signed(values[0])} ({labels[0]}) to {_signed(values[-1])} ({labels[-1]}); "
        f"{ties} equal."
    )
    numbers += "" if left_out else f" The mean is {_signed(mean)}."
    xlabel = "query" if len(labels) <= 25 else f"{len(labels)} queries"
    return _finish(ax, title, claim, xlabel, "difference", text, numbers)


def _differences(first, second, names):
    """Differences by query, the two names, and how many queries are not among them."""
    if isinstance(first, Comparison):
        pairs = first.table[["first", "second"]].drop_duplicates()
        if len(pairs) > 1:
            raise ValueError(f"this comparison has {len(pairs)} pairs of systems; compare two of them")
        column = first.swings.set_index("query")["difference"]
        return column, tuple(pairs.iloc[0]), int(first.table["n"].iloc[0]) - len(column)
    if second is None:
        raise ValueError("plot_differences needs two columns, or a result of compare")
    one, other = (pd.Series(column, dtype=float) for column in (first, second))
    if len(one) != len(other) or len(one.index.symmetric_difference(other.index)):
        raise ValueError(f"the columns are over different queries ({len(one)} and {len(other)} of them)")
    if one.empty or one.isna().any() or other.isna().any():
        raise ValueError("the columns are empty, or a value is missing: give every query a number")
    names = ("A", "B") if names is None else tuple(names)
    if len(names) != 2:
        raise ValueError(f"names must be two, got {names!r}")
    apart = one - other.loc[one.index]
    return apart.where(apart.abs() > ROUNDING, 0.0), names, 0


def plot_scores(results, *, relevant_at=0.15, nonrelevant_below=0.05, ax=None, title=None):
    """Where the scores lie, the two thresholds, and the grey zone between them."""
    thresholds = {"relevant_at": relevant_at, "nonrelevant_below": nonrelevant_below}
    classes, values = scores.score_classes(results, **thresholds), as_scores(list(results))
    if not values:
        raise ValueError("results is empty: there is no score to draw")
    width = next(step for step in _steps() if max(*values, relevant_at) / step < 40)
    edges = [round(n * width, 12) for n in range(int(max(*values, relevant_at) / width) + 2)]
    kinds = (("nonrelevant", VERMILLION, "///"), ("grey", PALE, "..."), ("relevant", BLUE, None))
    ax, below = _axes(ax), np.zeros(len(edges) - 1)
    ax.axvspan(nonrelevant_below, relevant_at, color="#f4f4f4", zorder=0)
    for kind, colour, hatch in kinds:
        mine = [value for value, own in zip(values, classes, strict=True) if own == kind]
        heights, _ = np.histogram(mine, bins=edges)
        there = np.flatnonzero(heights)
        look = {"facecolor": "white", "edgecolor": colour} if hatch else {"facecolor": colour, "edgecolor": "white"}
        look |= {"facecolor": colour, "edgecolor": GREY} if kind == "grey" else {}
        name = f"{'not relevant' if kind == 'nonrelevant' else kind} ({len(mine)})"
        ax.bar(np.array(edges)[there], heights[there], width, bottom=below[there], align="edge", hatch=hatch,
               label=name, **look)  # fmt: skip
        below += heights
    for threshold, line in ((nonrelevant_below, "--"), (relevant_at, "-")):
        ax.axvline(threshold, color=INK, linewidth=1.3, linestyle=line)
        ax.annotate(f" {figure(threshold)}", (threshold, 1), xycoords=("data", "axes fraction"), xytext=(1, -2),
                    textcoords="offset points", va="top", fontsize=8.5, color=INK)  # fmt: skip
    ax.yaxis.get_major_locator().set_params(integer=True)
    ax.set_ylim(0, max(below) * 1.18)
    _legend(ax)
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
    return _finish(ax, title, claim, "score", "results", text, numbers)


def _steps():
    """Widths of a bar: 0.05, 0.1, 0.25, 0.5, 1, 2.5, …"""
    power = 1
    while True:
        yield from (0.05 * power, 0.1 * power, 0.25 * power)
        power *= 10


def plot_f1_by_threshold(parts, *, ax=None, title=None):
    """F1 over the threshold for each part of the queries, {name: pages of `first_pages`}; the best place is marked."""
    if not parts:
        raise ValueError("parts is empty: pass a dict {name: pages}")
    curves = {name: f1_by_threshold(pages) for name, pages in parts.items()}
    best = {name: (float(curve.idxmax()), float(curve.max())) for name, curve in curves.items()}
    ax = _axes(ax)
    looks = [(BLUE, "o", "-"), (VERMILLION, "s", "--"), (SKY, "D", "-."), (INK, "v", ":")]
    for (name, curve), (colour, mark, line) in zip(curves.items(), itertools.cycle(looks), strict=False):
        ax.plot(curve.index, curve, line, color=colour, linewidth=1.6, drawstyle="steps-post")
        ax.plot(
            *best[name], mark, color=colour, markersize=8, markeredgecolor=INK, label=f"{name}: {best[name][0]:.3f}"
        )
        ax.axvline(best[name][0], color=colour, linewidth=0.9, linestyle=":")
    ax.set_ylim(0, max(value for _, value in best.values()) * 1.3)
    _legend(ax)
    claim = f"Best threshold: {', '.join(f'{place:.3f} ({name})' for name, (place, _) in best.items())}"
    text = (
        "Whatever reaches the threshold is shown. Each line is F1 for every threshold; the mark is its highest place."
    )
    numbers = " ".join(f"{name}: highest F1 {value:.3f}, at {place:.3f}." for name, (place, value) in best.items())
    return _finish(ax, title, claim, "threshold", "F1", text, numbers)


def plot_calibration(scores, labels, *, bins=10, closed="left", ax=None, title=None):
    """Each bin's mean score across, its share of relevant results upwards: on the diagonal a score is a chance."""
    table = calibration_bins(scores, labels, bins, closed)
    error, ax = expected_calibration_error(scores, labels, bins, closed), _axes(ax)
    ax.plot([0, 1], [0, 1], ":", color=GREY, label="score = share relevant")
    for mean, share in zip(table["score"], table["relevant"], strict=True):
        ax.plot([mean, mean], [mean, share], "-", color=VERMILLION, linewidth=1.2)
    ax.plot(table["score"], table["relevant"], "o", color=BLUE, markersize=7, label="a bin")
    ax.set_xlim(-0.03, 1.03), ax.set_ylim(-0.05, 1.08)
    _legend(ax)
    claim = f"{bins} bins, closed on the {closed}: the calibration error is {error:.2f}"
    text = "The calibration error is the mean length of the upright lines, each counted once per result in its bin."
    numbers = f"Mean score and share relevant: {_pairs_of(table)}."
    return _finish(ax, title, claim, "mean score of the bin", "share relevant", text, numbers)


def _pairs_of(table):
    return "; ".join(
        f"{mean:.2f} and {share:.2f}" for mean, share in zip(table["score"], table["relevant"], strict=True)
    )


def plot_precision_recall_curve(retrieved, relevant, *, min_grade=None, ax=None, title=None):
    """Precision against recall: measured at each rank, and interpolated to the best that is still to come."""
    documents, shared = _documents(retrieved), {"min_grade": min_grade}
    ks = range(1, len(documents) + 1)
    measures = (binary.recall_at_k, binary.precision_at_k)
    points = [tuple(measure(documents, relevant, k, **shared) for measure in measures) for k in ks]
    levels = sorted({0.0, *(recall for recall, _ in points)})
    heights = [binary.interpolated_precision(documents, relevant, recall=level, **shared) for level in levels]
    eleven = [binary.interpolated_precision(documents, relevant, recall=level, **shared)
              for level in binary.RECALL_LEVELS]  # fmt: skip
    mean = binary.eleven_point_average(documents, relevant, **shared)
    precision = binary.average_precision(documents, relevant, **shared)
    ax = _axes(ax)
    ax.plot(
        *zip(*points, strict=True), "o-", color=BLUE, linewidth=1, markersize=4.5, label="measured, one mark a rank"
    )
    ax.step(levels, heights, "--", where="pre", color=VERMILLION, linewidth=1.8, label="interpolated")
    ax.plot(binary.RECALL_LEVELS, eleven, "s", color=VERMILLION, markerfacecolor="white", markersize=6,
            label="eleven points")  # fmt: skip
    ax.set_xlim(-0.03, 1.03)
    ax.set_ylim(-0.04, 1.06)
    _legend(ax)
    reach = f"recall ends at {figure(points[-1][0])}"
    claim = f"Interpolation fills the dips: 11-point average {mean:.3f}, AP {precision:.3f}"
    claim = claim if mean > precision else f"11-point average {mean:.3f}, AP {precision:.3f}; {reach}"
    claim = claim if precision else "Nothing relevant was retrieved: there is no curve to speak of"
    text = "Interpolated precision is the best precision that is still to come, at this recall or further on."
    numbers = f"Interpolated precision at recall 0, 0.1, … 1: {_numbers(eleven, most=11)}. Measured {reach}."
    return _finish(ax, title, claim, "recall", "precision", text, numbers)


def plot_average_precision(retrieved, relevant, *, hits=None, min_grade=None, ax=None, title=None):
    """Average precision as an area: one step per relevant document, as high as the precision where it was found.

    `hits=2` draws the first two steps only, so that the stairs can grow.
    """
    documents, wanted = _documents(retrieved), as_relevant(relevant, min_grade)
    if not wanted:
        raise ValueError("nothing is relevant: there is no step to draw")
    terms = binary.average_precision_terms(documents, wanted)
    ranks = [rank for rank, term in enumerate(terms, start=1) if term]
    if hits is not None and (not isinstance(hits, Integral) or isinstance(hits, bool) or not 0 <= hits <= len(ranks)):
        raise ValueError(f"hits must be a whole number from 0 to {len(ranks)}, the hits there are, got {short(hits)}")
    drawn, width = ranks[:hits], 1 / len(wanted)
    steps, ax = [terms[rank - 1] for rank in drawn], _axes(ax)
    left = [place * width for place in range(len(steps))]
    ax.bar(left, steps, width, align="edge", color=SKY, edgecolor=BLUE, linewidth=1.4)
    room = len(wanted) <= 8
    for place, (rank, step) in enumerate(zip(drawn, steps, strict=True), start=1):
        if room:
            _note(ax, (place - 0.5) * width, step / 2, f"rank {rank}\n{place}/{rank} = {step:.2f}")
        elif len(wanted) <= 20:
            _note(ax, (place - 0.5) * width, step + 0.03, str(rank))
    missed = len(wanted) - len(ranks)
    if missed and len(drawn) == len(ranks):
        ax.bar([len(ranks) * width], [0.02], missed * width, align="edge", facecolor="white", edgecolor=VERMILLION,
               hatch="////", linewidth=1)  # fmt: skip
        if room:
            _note(ax, (len(ranks) + missed / 2) * width, 0.1, "never found: 0")
    ax.set_xlim(0, 1)
    ax.set_ylim(0, 1.05)
    ticks = range(len(wanted) + 1) if room else np.unique(np.linspace(0, len(wanted), 6).astype(int))
    ax.set_xticks([tick * width for tick in ticks], [f"{tick}/{len(wanted)}" for tick in ticks])
    area = sum(steps) * width
    found = f"{len(drawn)} of {len(wanted)}"
    claim = f"With {found} found, the area is {area:.3f}"
    if len(drawn) == len(ranks):
        claim = f"The area is average precision: {area:.3f}"
        claim += f"; {missed} of {len(wanted)} {'was' if missed == 1 else 'were'} never found" if missed else ""
    text = "One step per relevant document: all equally wide, each as high as the precision at its rank."
    text += " The number above a step is that rank." if 8 < len(wanted) <= 20 else ""
    where = f"Steps at rank {listed(map(str, drawn), most=8)}: {_numbers(steps)}" if drawn else "There is no step yet"
    numbers = f"{where}; each is 1/{len(wanted)} wide."
    return _finish(ax, title, claim, "share of the relevant documents found", "precision there", text, numbers)


def _note(ax, x, y, words):
    ax.annotate(words, (x, y), ha="center", va="center", fontsize=8.5, color=INK)


def plot_coverage(curves, *, ax=None, title=None):
    """Answering fewer questions, and how well: {name: [(coverage, share of its answers that is right), …]}."""
    if not curves or not all(len(points) >= 2 for points in curves.values()):
        raise ValueError("curves must be {name: [(coverage, right when it answers), …]} with at least 2 points each")
    ax = _axes(ax)
    for (name, points), colour, style in zip(
        curves.items(), itertools.cycle((BLUE, VERMILLION)), itertools.cycle("-:")
    ):
        xs, ys = zip(*sorted(points), strict=True)
        ax.plot(xs, ys, style, color=colour, marker="o", label=_label(name, 24))
    ax.set_xlim(0, 1.02)
    ax.set_ylim(0, 1.02)
    first, points = next(iter(curves.items()))
    (least, best), (most, all_of_it) = min(points), max(points)
    claim = f"{first}: answering {most:.0%}, {all_of_it:.0%} are right; answering {least:.0%}, {best:.0%}"
    text = "Each point is one threshold on the confidence. To the left it is silent more often."
    told = "; ".join(
        f"{name}: " + ", ".join(f"{figure(x)} → {figure(y)}" for x, y in sorted(one)) for name, one in curves.items()
    )
    _legend(ax)
    return _finish(ax, title, claim, "coverage: share of questions answered", "right when it answers", text, f"{told}.")


def plot_chunkings(table, x="Chroma's omega", y="recall", *, ax=None, title=None):
    """One point per chunking with its intervals: what it brings back (y) against how closely it cuts (x).

    `table`: one row per chunking, with the columns x, x_low, x_high and the same for y.
    """
    missing = [name for one in (x, y) for name in (one, f"{one}_low", f"{one}_high") if name not in table]
    if missing or not len(table):
        raise ValueError(f"table needs rows, and the columns {', '.join(missing) or x}: see chunk_views.shipped_table")
    ax = _axes(ax, taller=0.9)
    for number, (name, row) in enumerate(table.iterrows(), start=1):
        cut = "overlap" in str(name)
        colour, mark = (VERMILLION, "s") if cut else (BLUE, "o")
        ax.plot([row[f"{x}_low"], row[f"{x}_high"]], [row[y]] * 2, color=GREY, linewidth=0.8)
        ax.plot([row[x]] * 2, [row[f"{y}_low"], row[f"{y}_high"]], color=GREY, linewidth=0.8)
        look = {"color": colour, "markerfacecolor": "white", "markeredgewidth": 1.8, "markersize": 14, "zorder": 3}
        ax.plot(row[x], row[y], mark, label=f"{number} {_label(name, 24)}", **look)
        ax.annotate(str(number), (row[x], row[y]), ha="center", va="center", fontsize=8, color=INK, zorder=4)
    top, right = table[y].idxmax(), table[x].idxmax()
    claim = (
        f"{top}: ahead in {y} and in {x}"
        if top == right
        else f"Highest {y}: {top}; highest {x}: {right}; no chunking has both"
    )
    text = "Each point is one chunking (a square: with overlap); the grey lines are 95 % intervals over the questions."
    told = "; ".join(f"{name}: {y} {figure(row[y])}, {x} {figure(row[x])}" for name, row in table.iterrows())
    ax.set_ylim(0, 1.02)
    ax.set_xlim(left=0)
    _finish(ax, title, claim, x, y, text, f"{told}.")
    _legend(ax, loc="lower left", ncols=3, fontsize=7.5, handletextpad=0.2, columnspacing=0.8)
    for handle in ax.get_legend().legend_handles:
        handle.set_markersize(6)
    return ax


def plot_bootstrap(differences, *, resamples=10_000, seed=0, ax=None, title=None):
    """Where the mean difference would lie if the queries had been others: bootstrap and its 95 % interval."""
    values = np.array(
        [as_number(value, f"difference {n}") for n, value in enumerate(differences, start=1)], dtype=float
    )
    if len(values) < 2:
        raise ValueError(f"a bootstrap needs at least 2 differences, got {len(values)}")
    means = np.array(resampled_means(values[:, None], resamples, seed))[:, 0]
    low, high = (float(end[0]) for end in bootstrap_means(values[:, None], resamples, seed))
    mean, ax = float(values.mean()), _axes(ax)
    heights, edges = np.histogram(means, bins=40)
    inside = [bool(low <= middle <= high) for middle in (edges[:-1] + edges[1:]) / 2]
    for within, face, hatch, name in ((True, SKY, None, "95 %"), (False, "white", "///", "the other 5 %")):
        bars = [n for n, one in enumerate(inside) if one is within]
        ax.bar(edges[bars], heights[bars], np.diff(edges)[bars], align="edge", facecolor=face, edgecolor=BLUE,
               linewidth=0.6, hatch=hatch, label=name)  # fmt: skip
    ax.axvline(0, color=INK, linewidth=1.2, linestyle="-", label="no difference")
    ax.axvline(mean, color=VERMILLION, linewidth=1.8, linestyle="--", label=f"mean {_signed(mean)}")
    ax.set_ylim(0, max(heights) * 1.35)
    _legend(ax)
    zero = "zero is inside" if low <= 0 <= high else "zero is outside"
    claim = f"95 % of resampled means: {_signed(low)} to {_signed(high)}; {zero}"
    draws = f"{resamples:,}".replace(",", " ")
    text = "The queries are drawn anew, with repeats; each time the mean difference is another. The bars count them."
    numbers = (
        f"Mean difference {_signed(mean, 4)} over {len(values)} queries, 95 % interval {_signed(low, 4)} to "
        f"{_signed(high, 4)}, from {draws} resamples of the queries."
    )
    return _finish(ax, title, claim, "mean difference", "resamples", text, numbers)


def plot_flips(differences, *, samples=10_000, seed=0, ax=None, title=None):
    """The mean difference in worlds where a coin decides each sign: what chance makes, and what was seen."""
    values = np.array(
        [as_number(value, f"difference {n}") for n, value in enumerate(differences, start=1)], dtype=float
    )
    if len(values) < 2:
        raise ValueError(f"flipping signs needs at least 2 differences, got {len(values)}")
    signs = np.random.default_rng(seed).choice((-1.0, 1.0), size=(samples, len(values)))
    means, seen, ax = signs @ values / len(values), float(values.mean()), _axes(ax)
    far = np.abs(means) >= abs(seen) - ROUNDING * np.abs(values).mean()
    reach = float(np.abs(means).max()) or 1.0
    width = abs(seen) / max(1, round(20 * abs(seen) / reach)) or reach / 20  # a bar ends where ours begins
    bars = int(np.ceil(reach / width)) + 1
    edges = width * np.arange(-bars, bars + 1)
    for chosen, face, hatch, name in ((~far, SKY, None, "nearer to 0"), (far, "white", "///", "as far as seen")):
        outwards = np.sign(means) * 1e-9 * width * (1 if chosen is far else -1)
        heights, _ = np.histogram((means + outwards)[chosen], bins=edges)
        ax.bar(edges[:-1], heights, np.diff(edges), align="edge", facecolor=face, edgecolor=BLUE, linewidth=0.6,
               hatch=hatch, label=name)  # fmt: skip
    for place in {seen, -seen}:
        ax.axvline(place, color=VERMILLION, linewidth=1.8, linestyle="--", label="seen" if place == seen else None)
    ax.set_ylim(0, ax.get_ylim()[1] * 1.25)
    _legend(ax)
    worlds = f"{samples:,}".replace(",", " ")
    claim = f"In {100 * far.mean():.0f} % of the worlds with swapped names, the gap is as large as ours"
    text = f"Each of {worlds} worlds swaps the two names on a query by a coin; the bars count their mean differences."
    numbers = (
        f"The mean difference seen is {_signed(seen, 4)} over {len(values)} queries; {int(far.sum())} of {worlds} "
        f"worlds are at least as far from 0."
    )
    return _finish(ax, title, claim, "mean difference", "worlds", text, numbers)


def plot_orders(first, second, *, names=("first", "second"), ax=None, title=None):
    """The means of the same systems on two collections, {system: mean}: a line that crosses another is a new order."""
    first, second = dict(first), dict(second)
    systems = [system for system in first if system in second]
    if len(systems) < 2 or len(names) != 2:
        raise ValueError(f"plot_orders needs two systems that both collections have, and two names, got {short(names)}")
    first, second = ({one: as_number(means[one], f"the mean of {one}") for one in systems} for means in (first, second))
    ax, swapped = _axes(ax, taller=0.5), set()
    for one, other in itertools.combinations(systems, 2):
        if (first[one] - first[other]) * (second[one] - second[other]) < 0:
            swapped |= {frozenset((one, other))}
    for place, system in enumerate(systems):
        look = {"color": (BLUE, VERMILLION, GREEN, PURPLE, INK, GREY)[place % 6], "marker": "osD^vP"[place % 6]}
        ax.plot([0, 1], [first[system], second[system]], label=system, linewidth=1.8, **look)
    ax.set_xticks([0, 1], list(names), parse_math=False), ax.set_xlim(-0.12, 1.5), ax.set_ylim(bottom=0)
    _legend(ax)
    pairs = len(systems) * (len(systems) - 1) // 2
    claim = f"{len(swapped)} of {pairs} pairs of systems change places"
    text = "One line per system. Two lines that cross: the order of these two is not the same on both sides."
    told = "; ".join(f"{one} {figure(first[one])} and {figure(second[one])}" for one in systems)
    return _finish(ax, title, claim, "", "mean", text, f"Means on {names[0]} and {names[1]}: {told}.")


def plot_places(first, second, *, follow, names=("first", "second"), ax=None, title=None):
    """The places of the same systems by two judgements, {system: mean}, the best on top; one system is followed."""
    first, second = dict(first), dict(second)
    systems = [system for system in first if system in second]
    if len(systems) < 2 or follow not in systems or len(names) != 2:
        raise ValueError(
            f"plot_places needs two names and at least two systems that both judgements have, {short(follow)} among "
            f"them; they share {listed(systems) if systems else 'none'}"
        )
    means = [{one: as_number(side[one], f"the mean of {one}") for one in systems} for side in (first, second)]
    places = [{one: 1 + sum(side[other] > side[one] for other in systems) for one in systems} for side in means]
    order = [sorted(systems, key=side.get, reverse=True) for side in means]
    rows = [{one: row for row, one in enumerate(side, start=1)} for side in order]
    ax = _axes(ax, taller=0.5)
    for one in systems:
        ours = one == follow
        look = {"color": VERMILLION, "linewidth": 3, "zorder": 3} if ours else {"color": GREY, "linestyle": "--"}
        ax.plot([0, 1], [rows[0][one], rows[1][one]], marker="D" if ours else "o", **look)
        for x, side, align in ((0, rows[0], "right"), (1, rows[1], "left")):
            ax.text(x + (0.04 if x else -0.04), side[one], one, ha=align, va="center", parse_math=False,
                    color=INK, weight="bold" if ours else "normal")  # fmt: skip
    ax.set_xticks([0, 1], list(names), parse_math=False), ax.set_xlim(-0.55, 1.55)
    ax.set_yticks(range(1, len(systems) + 1)), ax.set_ylim(len(systems) + 0.6, 0.4)
    here, there = places[0][follow], places[1][follow]
    moved = f"goes from place {here} to place {there}" if here != there else f"stays in place {here}"
    claim = f"{follow} {moved} of {len(systems)}"
    text = "One line per system, the best on top: only what was judged differs between left and right."
    told = "; ".join(f"{one} {figure(means[0][one])} and {figure(means[1][one])}" for one in systems)
    return _finish(ax, title, claim, "", "place", text, f"Means by {names[0]} and {names[1]}: {told}.")


def plot_decision_tree(*, ax=None, title=None):
    """The three questions that lead from a need to a first and a second measure."""
    ax = _axes(ax, taller=0.7)
    ax.set_xlim(0, 1), ax.set_ylim(-0.45, 6.05)
    ax.set_xticks([]), ax.set_yticks([])
    leaves = {key: 5.2 - at for at, key in enumerate(ADVICE)}
    for x, (question, _) in zip((0.02, 0.2, 0.43), QUESTIONS.values(), strict=True):
        ax.text(x, 5.75, f"{question} …", fontsize=8.5, color=GREY, va="center", style="italic")
    ax.text(0.71, 5.75, "first, then second", fontsize=8.5, color=GREY, va="center", style="italic")
    for judge in JUDGES:
        ours = {key: y for key, y in leaves.items() if key[0] == judge}
        several = sum(y for key, y in ours.items() if key[1] == NEED[1]) / 2
        middle = sum(ours.values()) / 3
        _box(ax, 0.02, middle, judge)
        for need, y in ((NEED[0], max(ours.values())), (NEED[1], several)):
            _branch(ax, 0.135, middle, 0.2, y)
            _box(ax, 0.2, y, need)
        for (_, need, view), y in ours.items():
            told = ADVICE[judge, need, view]
            if view is None:
                _branch(ax, 0.375, y, 0.71, y)
            else:
                _branch(ax, 0.375, several, 0.43, y)
                _box(ax, 0.43, y, view)
                _branch(ax, 0.655, y, 0.71, y)
            _box(ax, 0.71, y, f"{told.first.replace(' with a large k', ', k large')},\nthen {told.second}", BLUE)
    claim = "Three questions about the user lead to a first and a second measure"
    text = "For one good answer the third question makes no difference. k is how far people look."
    paths = "; ".join(
        f"{', '.join(filter(None, key))}: {told.first}, then {told.second}" for key, told in ADVICE.items()
    )
    ax = _finish(ax, title, claim, "", "", text, f"The paths: {paths}.")
    for spine in ax.spines.values():
        spine.set_visible(False)
    return ax


def _box(ax, x, y, text, colour=INK):
    look = {"boxstyle": "round,pad=0.35", "facecolor": "white", "edgecolor": colour, "linewidth": 1.2}
    ax.text(x + 0.012, y, text, fontsize=8.5, color=INK, va="center", ha="left", bbox=look, parse_math=False, zorder=3)


def _branch(ax, x, y, to_x, to_y):
    """From inside a box straight to its right, then to the next; the boxes, drawn above, hide the ends."""
    ax.plot([x - 0.1, x, to_x + 0.03], [y, y, to_y], color=GREY, linewidth=1, zorder=1)


# Shared --------------------------------------------------------------------------------------------------------------


def _documents(retrieved):
    documents = as_ranking(retrieved)
    if not documents:
        raise ValueError("retrieved is empty: there is no rank to draw")
    return documents


def _axes(ax, taller=0.0):
    """The given Axes, or new ones of a notebook's width, on a white card with a margin."""
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt  # here and not above: importing it takes longer than everything else together

    drawing, ax = plt.subplots(figsize=(SIZE[0], SIZE[1] + taller), layout="constrained")
    drawing.get_layout_engine().set(w_pad=MARGIN, h_pad=MARGIN)
    # A notebook crops a picture to what is drawn. This white sheet is drawn, so the margin stays.
    drawing.add_artist(plt.Rectangle((0, 0), 1, 1, transform=drawing.transFigure, color="white", zorder=-10))
    return ax


def _finish(ax, title, claim, xlabel, ylabel, text, numbers):
    """Title, labels, the text below; white ground and dark ink, whatever the theme or style."""
    ax.figure.set_facecolor("white")
    ax.set_facecolor("white")
    points = ax.get_position().width * ax.figure.get_figwidth() * 72
    shown = _wrapped(claim if title is None else title, points / 5.4)
    ax.set_title(shown, loc="left", fontsize=11, color=INK, parse_math=title is not None)
    ax.set_xlabel(xlabel, fontsize=9.5, color=INK)
    ax.set_ylabel(ylabel, fontsize=9.5, color=INK)
    ax.tick_params(colors=INK, labelcolor=INK, labelsize=9)
    for side, spine in ax.spines.items():
        spine.set_visible(side in ("left", "bottom"))
        spine.set_color(GREY)
    ax.grid(axis="y", color=PALE, linewidth=0.7)
    ax.set_axisbelow(True)
    for artist in [artist for artist in ax.texts if artist.get_gid() == TEXT]:
        artist.remove()
    below = ax.annotate(_wrapped(text, points / 4.1), (0, 0), xycoords=("axes fraction", ax.xaxis.label),
                        xytext=(0, -5), textcoords="offset points", va="top", ha="left", fontsize=8, color=GREY,
                        annotation_clip=False, parse_math=False)  # fmt: skip
    below.set_gid(TEXT)
    below.description = f"{claim if title is None else title}. {text} {numbers}"
    ax.figure._repr_mimebundle_ = functools.partial(_in_words, ax.figure)
    return ax


def _in_words(drawing, **_):
    """What a notebook keeps beside the picture: the plots in words, as plain text and as the picture's alt text."""
    texts = [artist.description for ax in drawing.axes for artist in ax.texts if artist.get_gid() == TEXT]
    words = " ".join(texts)
    return {"text/plain": words}, {"image/png": {"alt": words}}


def _wrapped(text, width):
    return "\n".join(textwrap.wrap(text, max(int(width), 20), break_long_words=False, break_on_hyphens=False))


def _legend(ax, **more):
    look = {"loc": "best", "fontsize": 8.5, "facecolor": "white", "edgecolor": PALE, "framealpha": 0.9} | more
    legend = ax.legend(labelcolor=INK, **look)
    legend.set_zorder(5)
    for text in legend.get_texts():
        text.set_parse_math(False)  # a system may be called what it likes, with $ and all


def _ranks(ax, n):
    """Whole ranks on the x axis, each one while there is room."""
    ax.set_xticks(range(1, n + 1) if n <= 20 else np.unique(np.linspace(1, n, 11).astype(int)))


def _values(ax, places, values, colour=INK):
    for place, value in zip(places, values, strict=True):
        ax.annotate(f"{value:.2f}".rstrip("0").rstrip(".") if value else "0", (place, value), xytext=(0, 2),
                    textcoords="offset points", ha="center", fontsize=8, color=colour)  # fmt: skip


def _label(thing, longest):
    text = " ".join(str(thing).split())
    return text if len(text) <= max(longest, 4) else f"{text[: max(longest, 4) - 1]}…"


def _numbers(values, most=10):
    shown = ", ".join(f"{value:.2f}".rstrip("0").rstrip(".") for value in values[:most])
    return shown + (" …" if len(values) > most else "")


def _signed(value, digits=3):
    text = f"{value:+.{digits}f}".replace("-", "−")
    return text if value and float(text[1:]) else text[1:]

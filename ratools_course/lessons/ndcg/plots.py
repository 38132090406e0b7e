"""The plots of this lesson: the discount, and what each rank adds to DCG."""

from numbers import Integral

from ratools.errors import UsageError
from ratools.explanations.steps.graded import ideal_page, most_lost
from ratools.metrics import graded
from ratools.metrics.arguments import as_grades, as_ranking
from ratools.words import figure, named, short
from ratools_course.lessons.shared import frame
from ratools_course.lessons.shared.frame import BLUE, SKY, VERMILLION


def plot_discount(k=10, *, ax=None, title=None):
    """What a gain is worth at each rank: 1 / log2(rank + 1)."""
    if not isinstance(k, Integral) or isinstance(k, bool) or k < 1:
        raise UsageError(f"k must be how many ranks to draw, a whole number of at least 1, got {short(k)}")
    shares, ax = graded.dcg_terms([1] * k), frame.axes(ax)
    ranks = range(1, k + 1)
    if k <= 15:
        ax.bar(ranks, shares, color=SKY, edgecolor=BLUE, width=0.6)
        frame.bar_values(ax, ranks, shares)
    else:
        ax.plot(ranks, shares, "o-", color=BLUE, markersize=4 if k <= 30 else 0, linewidth=1.8)
    frame.rank_ticks(ax, k)
    ax.set_ylim(0, 1.15)
    claim = f"At rank {k} a document keeps {shares[-1]:.2f} of its gain" if k > 1 else "At rank 1 the whole gain counts"
    shown = ", ".join(map(figure, shares[:10])) + (f" … {figure(shares[-1])}" if k > 10 else "")
    text = "The share falls steeply at first, then gently: it is 1 / log2(rank + 1)."
    return frame.finish(ax, title, claim, "rank", "share of the gain", text, f"Share by rank: {shown}.")


def plot_gains(retrieved, grades, k=None, *, gain="linear", ax=None, title=None):
    """What each rank adds to DCG, beside what it adds on the ideal page."""
    value = graded.ndcg_at_k(retrieved, grades, k, gain=gain)
    ranking, grades = as_ranking(retrieved), as_grades(grades)
    page, ideal = ranking[:k], [doc for doc in ideal_page(ranking, grades) if grades[doc] > 0][:k]
    own, best = (graded.dcg_terms([grades.get(doc, 0) for doc in docs], gain=gain) for docs in (page, ideal))
    ranks = range(1, max(len(own), len(best), min(k or 0, 10)) + 1)
    if not page and not ideal:
        raise UsageError("nothing was retrieved and nothing is relevant: there is no gain to draw")
    own, best = ([*terms, *[0.0] * (len(ranks) - len(terms))] for terms in (own, best))
    few = len(ranks) <= 10
    ax = frame.axes(ax, taller=0.5 if few else 0)
    ax.bar([rank - 0.2 for rank in ranks], own, 0.38, color=BLUE, label="this page")
    ax.bar(
        [rank + 0.2 for rank in ranks],
        best,
        0.38,
        facecolor="white",
        edgecolor=VERMILLION,
        hatch="///",
        label="ideal page",
    )
    frame.rank_ticks(ax, len(ranks))
    if few:
        frame.bar_values(ax, [rank - 0.2 for rank in ranks], own, BLUE)
        frame.bar_values(ax, [rank + 0.2 for rank in ranks], best, VERMILLION)
        _rows_of_names(ax, {"this page": (page, BLUE), "ideal page": (ideal, VERMILLION)}, 75 // len(ranks))
    ax.set_ylim(0, max([*own, *best]) * 1.16 or 1)
    frame.legend(ax)
    claim = f"nDCG{'' if k is None else f'@{k}'} = {value:.3f}: {_loss_claim(ranking, grades, k, gain)}"
    text = f"The solid bars add up to a DCG of {figure(sum(own))}, the hatched ones to the ideal's {figure(sum(best))}."
    numbers = f"This page by rank: {frame.number_list(own)}; the ideal page: {frame.number_list(best)}."
    return frame.finish(ax, title, claim, "rank", "gain / discount", text, numbers)


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
            ax.annotate(
                frame.shortened(doc, longest),
                (rank, 0),
                xycoords=("data", "axes fraction"),
                xytext=(0, below),
                ha="center",
                color=colour,
                **look,
            )
    ax.xaxis.labelpad = 8 + 12 * len(rows)

"""Notebook 07: a verdict on dice that a learner rolls, and the closed box on α-nDCG and calibration, computed too."""

from dataclasses import dataclass
from math import fsum
from numbers import Real

import pandas as pd

import ratools as rt
from ratools_course.cards import More
from ratools_course.checker.verdicts import Result
from ratools_course.lessons.scores_and_thresholds.thresholds import (
    CALIBRATION,
    calibration_bins,
    expected_calibration_error,
    scorer_table,
)
from ratools_course.widgets.explorers import BLUE, GREY, VERMILLION, svg, svg_label

CHAIN = {"a": {1, 2}, "b": {3, 4}, "x": {2, 3}}  # the smallest page that beats the greedy ideal: a, b, x
LOOPS = ("score_classes", "category_entropy", "subtopic_recall_at_k", "score_distribution", "matches_by_category")


# Dice ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class DiceReport:
    """A verdict on two scorers that a learner built, and once they are right, what the report says of them."""

    result: Result
    table: pd.DataFrame | None

    def __repr__(self):
        return repr(self.result) if self.table is None else f"{self.result!r}\n\n{self.table.round(3)}"

    def _repr_html_(self):
        shown = "" if self.table is None else self.table.round(3).to_html(border=0)
        return self.result._repr_html_() + shown


def dice_report(dice, backwards, grades):
    """A scorer that rolls dice, and the same turned round: are they what they should be, and how good are they?"""
    status, told = _dice_verdict(dice, backwards)
    scorers = {"dice": dice, "backwards": backwards}
    return DiceReport(Result("dice", status, told), scorer_table(scorers, grades) if status == "right" else None)


def _dice_verdict(dice, backwards):
    """The status of a `Result`, and its words."""
    missing = [name for name, some in (("dice", dice), ("backwards", backwards)) if ... in some.values()]
    if missing:
        return "not attempted", f"Replace the `...` of `{'` and `'.join(missing)}`, then run this cell again."
    if not all(isinstance(score, Real) for some in (dice, backwards) for score in some.values()):
        return (
            "wrong",
            "A score is a number. `random.random()` gives one; without its brackets it is a function.",
        )
    if len(set(dice.values())) < len(dice) / 2:
        return "wrong", "Many products share a score. Each needs its own: `random.random()`, called inside the braces."
    if not all(0 <= score <= 1 for score in dice.values()):
        return "wrong", "The scores of `dice` should lie between 0 and 1, as those of the report do."
    if any(abs(backwards[product] - (1 - score)) > 1e-9 for product, score in dice.items()):
        turned = sorted(backwards, key=backwards.get) == sorted(dice, key=dice.get, reverse=True)
        why = "The order is turned round, but the scores should still lie between 0 and 1:" if turned else (
            "That is another order, not the first one turned round:")  # fmt: skip
        return "wrong", f"{why} take 1 minus the score that `dice` gave to the product."
    return "right", "Two searches that know nothing, in opposite orders. Run the cell again: it rolls again."


# The closed box ------------------------------------------------------------------------------------------------------


def more_on_scores(results, subtopics, documents):
    """The closed box of notebook 07: α-nDCG with its greedy ideal on a page, calibration under two bin rules."""
    page, k = [one["doc_id"] for one in results], len(results)
    beaten = rt.alpha_ndcg_at_k(list(CHAIN), CHAIN)
    errors = [expected_calibration_error(*CALIBRATION, closed=side) for side in ("left", "right")]
    return More(
        "α-nDCG and its greedy ideal; calibration in one picture; loops to write",
        (
            "**α-nDCG**, `rt.alpha_ndcg_at_k`, is nDCG that tires of repetition. A meaning is worth 1 the first time, "
            "then 1/2, 1/4, … (α = 0.5). The page for *banda deportiva*, and beside it the ideal page:",
            alpha_table(page, subtopics, documents),
            f"The sums are {fsum(rt.alpha_dcg_terms(page, subtopics)):.3f} and "
            f"{fsum(rt.alpha_dcg_terms(rt.alpha_ideal(subtopics, k), subtopics)):.3f}, so α-nDCG is "
            f"{rt.alpha_ndcg_at_k(page, subtopics, k):.3f}. Three results against sweat in a row, ranks 2 to 4, cost "
            "most.",
            "The ideal is **greedy**: at each rank it takes what is worth most just then. That need not be the best "
            "order. Let x mean {2, 3}, a {1, 2} and b {3, 4}: greedy may begin with x, and then a and b repeat. The "
            f"page a, b, x scores {beaten:.3f}, above 1.",
            "**Calibration.** Scores would compare if they were *chances*: of the results with a score near 0.7, seven "
            "in ten relevant. Put ten results into ten bins. A dot is a bin; on the dotted line it keeps its promise. "
            "The mean length of the red lines, each counted once per result, is the *expected calibration error*.",
            calibration_picture(*CALIBRATION),
            f"Same results, same bins: {errors[0]:.2f} or {errors[1]:.2f}. Seven scores lie on an edge, and an edge "
            "belongs to the bin above it (first rule) or below it (second rule). That changes who shares a bin:",
            calibration_table(*CALIBRATION),
            "Most of the difference is one result: the relevant 0.30 shares a bin with 0.35, or it stands alone, far "
            "from its share, 1. So say which rule you used.",
            f"**To write,** with `hint`, `check` and `solution`: {', '.join(f'`{name}`' for name in LOOPS)}.",
        ),
    )  # fmt: skip


# α-nDCG --------------------------------------------------------------------------------------------------------------


def alpha_table(page, subtopics, documents):
    """A page beside its greedy ideal, rank by rank: what each result serves, and what it adds to α-DCG."""
    ideal = rt.alpha_ideal(subtopics, len(page))
    columns = {"rank": range(1, len(page) + 1), "product": [documents[doc].note for doc in page]}
    for docs, of in ((page, ""), (ideal, "ideal ")):
        columns[f"{of}serves"] = [", ".join(sorted(subtopics.get(doc, ()))) for doc in docs]
        columns[f"{of}adds"] = rt.alpha_dcg_terms(docs, subtopics)
    return pd.DataFrame(columns)


# Calibration ---------------------------------------------------------------------------------------------------------


def _distances(scores, labels, closed):
    """For each score how far its bin's mean score lies from its bin's share of relevant results."""
    bins = calibration_bins(scores, labels, closed=closed)
    edges = [n / 10 for n in range(1, 10)]
    places = [sum(score >= edge if closed == "left" else score > edge for edge in edges) for score in scores]
    return [abs(bins["score"][place] - bins["relevant"][place]) for place in places]


def calibration_table(scores, labels):
    """Each result, and the distance of its bin under both rules; the means are the two calibration errors."""
    left, right = (_distances(scores, labels, side) for side in ("left", "right"))
    table = pd.DataFrame({"score": [f"{score:.2f}" for score in scores], "relevant": list(map(str, labels)),
                          "distance, edge opens": left, "distance, edge closes": right})  # fmt: skip
    table["changes"] = ["yes" if abs(one - two) > 1e-9 else "" for one, two in zip(left, right, strict=True)]
    table.loc[len(table)] = ["mean", "", fsum(left) / len(left), fsum(right) / len(right), ""]
    return table


def calibration_picture(scores, labels):
    """Two diagrams beside each other, one per bin rule: mean score across, share of relevant results upwards."""
    parts, size, titles = [], 190, {"left": "an edge opens a bin", "right": "an edge closes a bin"}
    upright = svg_label(0, 0, "share relevant", "middle", size=11)
    far = dict(zip(scores, zip(*(_distances(scores, labels, side) for side in titles), strict=True), strict=True))
    moved = max(far, key=lambda score: abs(far[score][0] - far[score][1]))
    for place, (closed, title) in enumerate(titles.items()):
        bins, x0, y0 = calibration_bins(scores, labels, closed=closed), 42 + 260 * place, 220
        error = expected_calibration_error(scores, labels, closed=closed)
        parts += [
            _line((x0, y0), (x0 + size, y0), GREY), _line((x0, y0), (x0, y0 - size), GREY),
            _line((x0, y0), (x0 + size, y0 - size), GREY, ' stroke-dasharray="2 4"'),
            svg_label(x0, 18, f"{title}: {error:.2f}", size=13),
            svg_label(x0 + size / 2, y0 + 30, "mean score of the bin", anchor="middle", size=11),
            f'<g transform="translate({x0 - 14} {y0 - 95}) rotate(-90)">{upright}</g>',
        ]  # fmt: skip
        parts += [svg_label(x0 + size * end, y0 + 15, str(end), anchor="middle", size=11) for end in (0, 1)]
        parts += [svg_label(x0 - 6, y0 - size * end + 4, str(end), anchor="end", size=11) for end in (0, 1)]
        named = bins["score"].sub(moved).abs().idxmin()
        mean, share = bins.loc[named, ["score", "relevant"]]
        parts.append(svg_label(x0 + size * mean - 8, y0 - size * share + 4, f"{moved:.2f}", "end", size=11))
        for mean, share in zip(bins["score"], bins["relevant"], strict=True):
            x, low, high = (round(value, 1) for value in (x0 + size * mean, y0 - size * mean, y0 - size * share))
            parts.append(_line((x, low), (x, high), VERMILLION))
            parts.append(f'<circle cx="{x}" cy="{high}" r="4.5" fill="{BLUE}"/>')
    told = "; ".join(f"{titles[side]}: error {expected_calibration_error(scores, labels, closed=side):.2f}"
                     for side in titles)  # fmt: skip
    return svg(510, 256, f"Calibration under two bin rules. {told}", parts)


def _line(start, end, colour, more=""):
    ends = f'x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}"'
    return f'<line {ends} stroke="{colour}" stroke-width="1.6"{more}/>'

"""Notebook 07: a verdict on dice that a learner rolls, and the closed box on α-nDCG and calibration, computed too."""

from dataclasses import dataclass
from math import fsum
from numbers import Real
from pathlib import Path

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
from ratools_course.lessons.shared.texts import read_texts
from ratools_course.widgets.explorers import BLUE, GREY, VERMILLION, svg, svg_label

TEXTS = read_texts(Path(__file__).parent)
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
    status, message = _dice_verdict(dice, backwards)
    scorers = {"dice": dice, "backwards": backwards}
    return DiceReport(Result("dice", status, message), scorer_table(scorers, grades) if status == "right" else None)


def _dice_verdict(dice, backwards):
    """The status of a `Result`, and its message."""
    messages, scorers = TEXTS["dice"], {"dice": dice, "backwards": backwards}
    missing = [f"`{name}`" for name, scores in scorers.items() if ... in scores.values()]
    if missing:
        return "not attempted", messages["open"].format(names=" and ".join(missing))
    if not all(isinstance(score, Real) for scores in scorers.values() for score in scores.values()):
        return "wrong", messages["no_number"]
    if len(set(dice.values())) < len(dice) / 2:
        return "wrong", messages["shared"]
    if not all(0 <= score <= 1 for score in dice.values()):
        return "wrong", messages["outside"]
    if any(abs(backwards[product] - (1 - score)) > 1e-9 for product, score in dice.items()):
        turned = sorted(backwards, key=backwards.get) == sorted(dice, key=dice.get, reverse=True)
        return "wrong", messages["turned" if turned else "other_order"]
    return "right", messages["right"]


# The closed box ------------------------------------------------------------------------------------------------------


def more_on_scores(results, subtopics, documents):
    """The closed box of notebook 07: α-nDCG with its greedy ideal on a page, calibration under two bin rules."""
    page, k = [result["doc_id"] for result in results], len(results)
    texts = TEXTS["more_on_scores"]
    page_sum, ideal_sum = (fsum(rt.alpha_dcg_terms(docs, subtopics)) for docs in (page, rt.alpha_ideal(subtopics, k)))
    edge_opens, edge_closes = (expected_calibration_error(*CALIBRATION, closed=side) for side in ("left", "right"))
    parts = (
        texts["alpha"],
        alpha_table(page, subtopics, documents),
        texts["sums"].format(page=page_sum, ideal=ideal_sum, ratio=rt.alpha_ndcg_at_k(page, subtopics, k)),
        texts["greedy"].format(score=rt.alpha_ndcg_at_k(list(CHAIN), CHAIN)),
        texts["calibration"],
        calibration_picture(*CALIBRATION),
        texts["rules"].format(edge_opens=edge_opens, edge_closes=edge_closes),
        calibration_table(*CALIBRATION),
        texts["one_result"],
        texts["to_write"].format(names=", ".join(f"`{name}`" for name in LOOPS)),
    )
    return More(texts["title"], parts)


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
    numbers = [sum(score >= edge if closed == "left" else score > edge for edge in edges) for score in scores]
    return [abs(bins["score"][number] - bins["relevant"][number]) for number in numbers]


def calibration_table(scores, labels):
    """Each result, and the distance of its bin under both rules; the means are the two calibration errors."""
    left, right = (_distances(scores, labels, side) for side in ("left", "right"))
    table = pd.DataFrame(
        {
            "score": [f"{score:.2f}" for score in scores],
            "relevant": list(map(str, labels)),
            "distance, edge opens": left,
            "distance, edge closes": right,
        }
    )
    table["changes"] = ["yes" if abs(a - b) > 1e-9 else "" for a, b in zip(left, right, strict=True)]
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

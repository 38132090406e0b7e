"""What can be turned in this lesson: two thresholds on a list of scores."""

import ipywidgets as widgets

from ratools.metrics import binary
from ratools.metrics.scores import BIN_NAMES, retrieval_report, score_classes, score_distribution
from ratools_course.widgets.explorers import BLUE, GREY, INK, TABLE, Explorer, beside, svg, svg_label

WIDE = {"description_width": "8.5rem"}


def explore_thresholds(
    results, relevant_at=0.15, nonrelevant_below=0.05, task="Make the grey zone empty. What did it cost?", grades=None
):
    """Two thresholds on a list of scores: what counts as relevant, what does not, what is left grey.

    With `grades`, {document: grade}, it tells what they say of the same list, and when the report has become perfect.
    """
    distribution = score_distribution(results)
    top = max(0.6, *(result["score"] if isinstance(result, dict) else result for result in results)) if results else 0.6
    high = widgets.FloatSlider(relevant_at, min=0, max=top, step=0.01, description="relevant from", style=WIDE)
    low = widgets.FloatSlider(
        nonrelevant_below, min=0, max=top, step=0.01, description="not relevant below", style=WIDE
    )
    controls = {"relevant_at": high, "nonrelevant_below": low}
    return Explorer(
        task, controls, lambda **thresholds: _threshold_picture(results, distribution, grades, **thresholds)
    )


def _threshold_picture(results, distribution, grades, relevant_at, nonrelevant_below):
    if nonrelevant_below > relevant_at:
        return (
            f"<p><b>{nonrelevant_below:.2f} lies above {relevant_at:.2f}.</b> A score cannot be both relevant and not: "
            "move one of the two back.</p>"
        )
    classes = score_classes(results, relevant_at=relevant_at, nonrelevant_below=nonrelevant_below)
    counts = {name: classes.count(name) for name in ("relevant", "grey", "nonrelevant")}
    rows = "".join(f"<tr><td>{name}</td><td>{count}</td></tr>" for name, count in counts.items())
    words = f"{TABLE}<tr><th>class</th><th>results</th></tr>{rows}</table>"
    if all(isinstance(result, dict) and "doc_id" in result for result in results):
        report = retrieval_report(results, relevant_at=relevant_at, nonrelevant_below=nonrelevant_below)
        words += (
            f"<p>precision {report['precision']:.3f}, recall {report['recall']:.3f}, average precision "
            f"{report['average_precision']:.3f}. Recall is 1 as soon as anything counts as relevant: the score is its "
            "own judge.</p>"
        )
        words += _by_the_grades(report, [result["doc_id"] for result in results], grades) if grades and results else ""
    return beside(words, _histogram(distribution, relevant_at, nonrelevant_below))


def _by_the_grades(report, page, grades):
    """What people say of the same page, and whether the report is perfect."""
    precision = binary.precision_at_k(page, grades, len(page))
    recall, average = binary.recall_at_k(page, grades, len(page)), binary.average_precision(page, grades)
    numbers = f"precision {precision:.3f}, recall {recall:.3f}, average precision {average:.3f}"
    solved = report["precision"] == report["recall"] == report["average_precision"] == 1
    perfect = "Solved: every number of the report is perfect. No result has moved, no grade either."
    return f"<p>By the grades: {numbers}.</p>" + (f"<p><b>{perfect}</b></p>" if solved else "")


def _histogram(distribution, relevant_at, nonrelevant_below):
    """Bars of counts; the grey zone is a grey band, its ends are labelled above the bars."""
    width, height, left, bottom, top = 380, 210, 12, 34, 46
    most = max(*distribution.values(), 1)
    step = (width - left - 10) / len(BIN_NAMES)

    def across(score):
        return left + step * min(score * 10, len(BIN_NAMES) - 0.5)

    low, high = across(nonrelevant_below), across(relevant_at)
    band = f'x="{low:.1f}" y="{top - 8}" width="{high - low:.1f}" height="{height - bottom - top + 8}"'
    parts = [f'<rect {band} fill="{GREY}" opacity="0.3"/>']
    for index, (name, count) in enumerate(distribution.items()):
        x, tall = left + index * step, (height - bottom - top - 14) * count / most
        box = f'x="{x + 6:.1f}" y="{height - bottom - tall:.1f}" width="{step - 12:.1f}" height="{tall:.1f}"'
        parts.append(f'<rect {box} fill="{BLUE}" opacity="0.85"/>')
        # beside the middle, where thresholds stand
        parts.append(svg_label(x + 8, height - bottom - tall - 4, str(count)))
        parts.append(svg_label(x + step / 2, height - bottom + 15, name, anchor="middle", size=10))
    for x, y, words, dash in (
        (high, 30, "relevant from here on", ""),
        (low, 13, "not relevant below", ' stroke-dasharray="5 3"'),
    ):
        ends = f'x1="{x:.1f}" x2="{x:.1f}" y1="{y - 8}" y2="{height - bottom}"'
        parts.append(f'<line {ends} style="stroke:{INK}" stroke-width="2"{dash}/>')
        parts.append(svg_label(x + 5, y, words) if x < width - 130 else svg_label(x - 5, y, words, anchor="end"))
    return svg(width, height, "How many results have which score, and the grey zone between two thresholds", parts)

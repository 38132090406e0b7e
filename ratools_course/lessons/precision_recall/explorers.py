"""What can be turned in this lesson: k, under precision and recall."""

from html import escape

import ipywidgets as widgets

from ratools.errors import UsageError
from ratools.metrics import binary
from ratools.metrics.arguments import as_ranking, as_relevant
from ratools_course.widgets.explorers import BLUE, FAINT, INK, TABLE, VERMILLION, Explorer, beside, svg, svg_label


def explore_precision_recall(
    retrieved, relevant, k=5, task="Find a k at which precision rises.", titles=None, places=0
):
    """Slide k down a ranking, or a page of `places`, and watch precision and recall; `titles` is shown for ids."""
    documents, wanted = list(as_ranking(retrieved)), as_relevant(relevant)
    last = max(len(documents), places)
    if not last:
        raise UsageError("retrieved is empty: the explorer needs at least one document, or places, to slide over")
    if not 1 <= k <= last:
        raise UsageError(f"k must be between 1 and {last}, the number of documents or places, got {k!r}")
    slider = widgets.IntSlider(k, min=1, max=last, description="k", continuous_update=True)
    curve = [
        (binary.precision_at_k(documents, wanted, i), binary.recall_at_k(documents, wanted, i))
        for i in range(1, last + 1)
    ]
    return Explorer(task, {"k": slider}, lambda k: _precision_recall_picture(documents, wanted, curve, k, titles or {}))


def _precision_recall_picture(documents, wanted, curve, k, titles):
    hits, empty = sum(document in wanted for document in documents[:k]), max(k - len(documents), 0)
    precision, recall = curve[k - 1]
    page = [(titles.get(doc, doc), doc in wanted) for doc in documents]
    page += [("(an empty place)", False)] * (len(curve) - len(documents))
    rows = [
        f'<tr style="opacity:{1 if rank <= k else 0.55}"><td>{rank}</td><td>{escape(str(name))}</td>'
        f"<td style='white-space:nowrap'>{'● relevant' if good else '○'}</td></tr>"
        for rank, (name, good) in enumerate(page, start=1)
    ]
    left = f"; empty places: {empty}" if empty else ""
    share = f"{hits}/{len(wanted)} = {recall:.3f}</b>: of {len(wanted)} relevant, {hits} shown."
    words = (
        f"<p><b>P@{k} = {hits}/{k} = {precision:.3f}</b>: of {k - empty} shown, {hits} relevant{left}.<br>"
        f"<b>R@{k} = {share if wanted else '0</b> by convention: nothing is relevant here.'}</p>"
    )
    table = f"{TABLE}<tr><th>rank</th><th>document</th><th></th></tr>{''.join(rows)}</table>"
    return beside(words + table, _curves(curve, k))


def _curves(curve, k):
    """P@k as circles, R@k as squares, over k; the chosen k is marked."""
    width, height, left, bottom = 380, 210, 36, 30
    n = len(curve)

    def point(i, value):
        x = left + (width - left - 60) * (i / max(n - 1, 1))
        return x, (height - bottom) - (height - bottom - 14) * value

    parts = []
    for level in (0, 0.5, 1):
        _, y = point(0, level)
        parts.append(f'<line x1="{left}" x2="{width - 50}" y1="{y}" y2="{y}" stroke="{FAINT}"/>')
        parts.append(svg_label(left - 11, y + 4, f"{level:g}", anchor="end"))
    for series, (name, colour) in enumerate((("P@k", BLUE), ("R@k", VERMILLION))):
        points = [point(i, pair[series]) for i, pair in enumerate(curve)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dash = "" if series == 0 else ' stroke-dasharray="5 3"'
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>')
        parts += [_mark(x, y, colour, series, large=i == k - 1) for i, (x, y) in enumerate(points)]
        parts.append(svg_label(points[-1][0] + 9, points[-1][1] + 4, f"{'●■'[series]} {name}"))
    for i in range(n):
        if n <= 12 or i % 5 == 0:
            parts.append(svg_label(point(i, 0)[0], height - bottom + 16, str(i + 1), anchor="middle"))
    parts.append(svg_label((left + width - 60) / 2, height - 2, "k", anchor="middle"))
    precision, recall = curve[k - 1]
    return svg(width, height, f"P and R for every k; at {k} they are {precision:.3f} and {recall:.3f}", parts)


def _mark(x, y, colour, series, large):
    size = 6 if large else 3
    ring = f' stroke="{INK}" stroke-width="2"' if large else ""
    if series == 0:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size}" fill="{colour}"{ring}/>'
    return f'<rect x="{x - size:.1f}" y="{y - size:.1f}" width="{2 * size}" height="{2 * size}" fill="{colour}"{ring}/>'

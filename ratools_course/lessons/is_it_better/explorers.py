"""What can be turned in this lesson: how many of the queries are asked, and which."""

from html import escape

import ipywidgets as widgets
import numpy as np

from ratools.errors import UsageError
from ratools.evaluation.student import t_interval
from ratools_course.widgets.explorers import BLUE, GREY, INK, VERMILLION, Explorer, beside, svg, svg_label


def explore_sample(differences, names=("first", "second"), n=12, task="Draw again until the other system wins."):
    """Slide how many of the queries are asked, and draw them again: the mean difference and its 95 % interval."""
    values = np.asarray(list(differences), dtype=np.float64)
    if len(values) < 3 or not np.isfinite(values).all():
        raise UsageError("the explorer needs at least 3 differences, one per query, and none may be missing")
    if not 2 <= n <= len(values):
        raise UsageError(f"n must be between 2 and {len(values)}, the number of queries, got {n!r}")
    if len(names) != 2:
        raise UsageError(f"names must be two, got {names!r}")
    size = widgets.IntSlider(n, min=2, max=len(values), description="queries", continuous_update=True)
    draw = widgets.IntSlider(1, min=1, max=20, description="draw", continuous_update=True)
    return Explorer(task, {"n": size, "draw": draw}, lambda n, draw: _sample_picture(values, names, n, draw))


def _sample_picture(values, names, n, draw):
    chosen = np.random.default_rng(draw).permutation(len(values))[:n]
    drawn = values[chosen]
    mean, (low, high) = float(drawn.mean()), (float(end[0]) for end in t_interval(drawn[:, None]))
    first, second = (escape(str(name)) for name in names)
    ahead = "Nobody is ahead" if abs(mean) < 1e-12 else f"{first if mean > 0 else second} is ahead"
    zero = "0 is inside: these queries do not decide it" if low <= 0 <= high else "0 is outside"
    words = (
        f"<p>{n} of {len(values)} queries, draw {draw}. Mean difference <b>{mean:+.3f}</b>: <b>{ahead}.</b><br>"
        f"95 % interval [{low:+.3f}, {high:+.3f}]; {zero}.</p><p>A dot is a query; the bar is the interval.</p>"
    )
    return beside(words, _sample_line(values, set(chosen.tolist()), mean, low, high, names))


def _sample_line(values, chosen, mean, low, high, names):
    """Every query as a dot, full if it was drawn; below them the interval with its mean, and the line of 0."""
    width, height, edge = 380, 150, 14
    reach = max(float(np.abs(values).max()), abs(low), abs(high)) or 1.0

    def at(value):
        return width / 2 + (width / 2 - edge) * value / reach

    parts = [f'<line x1="{width / 2}" x2="{width / 2}" y1="18" y2="{height - 16}" stroke="{INK}"/>']
    for index, value in enumerate(values):
        full = index in chosen
        look = f'fill="{BLUE}"' if full else f'fill="none" stroke="{GREY}"'
        parts.append(f'<circle cx="{at(value):.1f}" cy="{30 + 9 * (index % 7)}" r="3.2" {look}/>')
    y = height - 34
    parts.append(
        f'<line x1="{at(low):.1f}" x2="{at(high):.1f}" y1="{y}" y2="{y}" stroke="{VERMILLION}" stroke-width="5"/>'
    )
    parts.append(f'<rect x="{at(mean) - 4:.1f}" y="{y - 8}" width="8" height="16" fill="{VERMILLION}" stroke="{INK}"/>')
    parts.append(svg_label(width / 2, height - 2, "0", anchor="middle"))
    parts.append(svg_label(4, 12, f"← {names[1]} better"))
    parts.append(svg_label(width - 4, 12, f"{names[0]} better →", anchor="end"))
    title = f"{len(chosen)} of {len(values)} differences drawn; mean {mean:+.3f}, interval {low:+.3f} to {high:+.3f}"
    return svg(width, height, title, parts)

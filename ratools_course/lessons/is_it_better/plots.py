"""The plot of this lesson: the mean difference where a coin decides each sign."""

import numpy as np

from ratools.errors import UsageError
from ratools.evaluation.comparison import ROUNDING
from ratools.metrics.arguments import as_number
from ratools.words import signed
from ratools_course.lessons.shared import frame
from ratools_course.lessons.shared.frame import BLUE, SKY, VERMILLION


def plot_flips(differences, *, samples=10_000, seed=0, ax=None, title=None):
    """The mean difference in worlds where a coin decides each sign: what chance makes, and what was seen."""
    values = np.array(
        [as_number(value, f"difference {n}") for n, value in enumerate(differences, start=1)], dtype=float
    )
    if len(values) < 2:
        raise UsageError(f"flipping signs needs at least 2 differences, got {len(values)}")
    signs = np.random.default_rng(seed).choice((-1.0, 1.0), size=(samples, len(values)))
    means, seen, ax = signs @ values / len(values), float(values.mean()), frame.axes(ax)
    far = np.abs(means) >= abs(seen) - ROUNDING * np.abs(values).mean()
    reach = float(np.abs(means).max()) or 1.0
    width = abs(seen) / max(1, round(20 * abs(seen) / reach)) or reach / 20  # a bar ends where ours begins
    bars = int(np.ceil(reach / width)) + 1
    edges = width * np.arange(-bars, bars + 1)
    for chosen, face, hatch, name in ((~far, SKY, None, "nearer to 0"), (far, "white", "///", "as far as seen")):
        outwards = np.sign(means) * 1e-9 * width * (1 if chosen is far else -1)
        heights, _ = np.histogram((means + outwards)[chosen], bins=edges)
        ax.bar(
            edges[:-1],
            heights,
            np.diff(edges),
            align="edge",
            facecolor=face,
            edgecolor=BLUE,
            linewidth=0.6,
            hatch=hatch,
            label=name,
        )
    for mean in {seen, -seen}:
        ax.axvline(mean, color=VERMILLION, linewidth=1.8, linestyle="--", label="seen" if mean == seen else None)
    ax.set_ylim(0, ax.get_ylim()[1] * 1.25)
    frame.legend(ax)
    worlds = f"{samples:,}".replace(",", " ")
    claim = f"In {100 * far.mean():.0f} % of the worlds with swapped names, the gap is as large as ours"
    text = f"Each of {worlds} worlds swaps the two names on a query by a coin; the bars count their mean differences."
    numbers = (
        f"The mean difference seen is {signed(seen, 4)} over {len(values)} queries; {int(far.sum())} of {worlds} "
        f"worlds are at least as far from 0."
    )
    return frame.finish(ax, title, claim, "mean difference", "worlds", text, numbers)

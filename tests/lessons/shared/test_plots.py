"""Plots that several lessons show. What all plots share: shared/test_frame.py."""

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest

from ratools.evaluation.comparison import compare
from ratools_course.lessons.shared import frame, plots

mpl.use("agg")

A = pd.Series([0.50, 0.60, 0.70, 0.80, 0.40, 0.55, 0.65, 0.75], index=[f"q{n}" for n in range(8)])
B = pd.Series([0.45, 0.50, 0.72, 0.70, 0.35, 0.55, 0.50, 0.60], index=A.index)

DRAWN = {
    "differences": lambda **more: plots.plot_differences(A, B, names=("bm25", "dense"), **more),
}
CLAIMS = {
    "differences": "bm25 is better on 6 of 8 queries, dense on 1",
}


def test_differences_are_sorted_and_signed(claim, heights):
    ax = DRAWN["differences"]()
    wins, losses = heights(ax, "bm25 better"), heights(ax, "dense better")
    assert wins == sorted(wins, reverse=True) and len(wins) == 6 and losses == [pytest.approx(-0.02)]
    assert [tick.get_text() for tick in ax.get_xticklabels()][-1] == "q2"
    assert "The mean is +0.073" in frame.describe(ax)
    shuffled = plots.plot_differences(A, B.sample(frac=1, random_state=1), names=("bm25", "dense"))
    assert frame.describe(shuffled) == frame.describe(ax)
    assert claim(plots.plot_differences([0.1 + 0.2, 1], [0.3, 1])) == "No difference on any of 2 queries"
    assert claim(plots.plot_differences(A, A)) == "No difference on any of 8 queries"


def test_a_comparison_shows_its_largest_swings(claim):
    comparison = compare({"bm25": A.to_frame("AP"), "dense": B.to_frame("AP")}, "AP", resamples=100)
    ax = plots.plot_differences(comparison)
    assert claim(ax) == "The 3 largest differences between bm25 and dense"
    assert "5 others not drawn." in frame.describe(ax)
    all_of_them = compare({"bm25": A.to_frame("AP"), "dense": B.to_frame("AP")}, "AP", swings=8, resamples=100)
    assert claim(plots.plot_differences(all_of_them)) == CLAIMS["differences"]


def test_names_that_look_like_formulas(claim):
    ax = plots.plot_differences({"$q^{$": 1.0}, {"$q^{$": 0.5}, names=("$a^{$", "b"))
    ax.figure.canvas.draw()
    assert claim(ax) == "$a^{$ is better on 1 of 1 query, b on 0"


BAD = {
    "one column": (lambda: plots.plot_differences(A), "needs two columns"),
    "unequal": (lambda: plots.plot_differences(A, B[:3]), "different queries"),
    "gap": (lambda: plots.plot_differences([1.0, np.nan], [1.0, 2.0]), "a value is missing"),
    "three names": (lambda: plots.plot_differences(A, B, names=("a", "b", "c")), "names must be two"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_gets_a_sentence(name):
    call, message = BAD[name]
    with pytest.raises(ValueError, match=message):
        call()

"""The flipped signs, drawn, are those of the randomisation test. What all plots share: shared/test_frame.py."""

import matplotlib as mpl
import pandas as pd
import pytest

from ratools_course.lessons.is_it_better import plots

mpl.use("agg")

A = pd.Series([0.50, 0.60, 0.70, 0.80, 0.40, 0.55, 0.65, 0.75], index=[f"q{n}" for n in range(8)])
B = pd.Series([0.45, 0.50, 0.72, 0.70, 0.35, 0.55, 0.50, 0.60], index=A.index)

DRAWN = {
    "flips": lambda **more: plots.plot_flips(A - B, samples=500, **more),
}
CLAIMS = {}


def test_the_flips_count_the_worlds_of_the_randomisation_test(claim):
    ax = plots.plot_flips(A - B, samples=20_000)
    bars = [bar for container in ax.containers for bar in container]
    assert sum(bar.get_height() for bar in bars) == 20_000
    far = sum(bar.get_height() for bar in ax.containers[1])
    assert far / 20_000 == pytest.approx(8 / 256, abs=0.005)
    assert claim(ax) == "In 3 % of the worlds with swapped names, the gap is as large as ours"
    assert claim(plots.plot_flips([0.0, 0.0], samples=50)).startswith("In 100 %")


BAD = {
    "one flip": (lambda: plots.plot_flips([0.1]), "at least 2 differences"),
    "text for a difference": (lambda: plots.plot_flips([0.1, "x"]), "difference 2 must be a number"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_gets_a_sentence(name):
    call, message = BAD[name]
    with pytest.raises(ValueError, match=message):
        call()

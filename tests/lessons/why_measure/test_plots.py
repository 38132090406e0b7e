"""The thermometer shows what the measure says. What all plots share: shared/test_frame.py."""

import matplotlib as mpl
import pytest

from ratools_course.lessons.shared import frame
from ratools_course.lessons.why_measure import plots

mpl.use("agg")

THREE = {"meaning": [1, 5, 8, 12, 3], "keyword": [1, 3, 8, 15, 20], "hybrid": [1, 5, 3, 8, 15]}
S1_RELEVANT = {1, 3, 8, 15, 20}  # S1.1

DRAWN = {
    "thermometer": lambda **more: plots.plot_thermometer(THREE, S1_RELEVANT, 5, **more),
}
CLAIMS = {
    "thermometer": "One measure reads 3 lists, however each was made",
}


def test_the_thermometer_shows_what_the_measure_says():
    ax = DRAWN["thermometer"]()
    told = [artist.get_text() for artist in ax.texts]
    assert [one for one in told if "." in one and len(one) == 4] == ["0.60", "1.00", "0.80"]
    assert sum(one.startswith("✓") for one in told) == 3 + 5 + 4 + 1  # and once in the line below
    assert "meaning 1, 5, 8, 12 and 3: 0.6; keyword 1, 3, 8, 15 and 20: 1; hybrid" in frame.describe(ax)
    short = plots.plot_thermometer({"$a^{$": ["x"]}, {"x"}, 4)
    short.figure.canvas.draw()
    assert "0.25" in [artist.get_text() for artist in short.texts]


BAD = {
    "no systems": (lambda: plots.plot_thermometer({}, {"a"}), "systems is empty"),
    "no place": (lambda: plots.plot_thermometer({"a": ["x"]}, {"x"}, 0), "whole number of at least 1, got 0$"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_gets_a_sentence(name):
    call, message = BAD[name]
    with pytest.raises(ValueError, match=message):
        call()

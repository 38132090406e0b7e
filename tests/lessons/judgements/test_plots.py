"""The places of systems by two judgements, drawn. What all plots share: shared/test_frame.py."""

import matplotlib as mpl
import pytest

from ratools_course.lessons.judgements import plots

mpl.use("agg")

HERE, THERE = {"one": 0.5, "two": 0.4, "three": 0.3}, {"one": 0.6, "two": 0.1, "three": 0.2}

DRAWN = {
    "places": lambda **more: plots.plot_places(HERE, THERE, follow="two", names=("here", "there"), **more),
}
CLAIMS = {
    "places": "two goes from place 2 to place 3 of 3",
}


def test_a_system_is_followed_from_place_to_place(claim):
    lines = plots.plot_places(HERE, THERE, follow="two").get_lines()
    assert [list(line.get_ydata()) for line in lines] == [[1, 1], [2, 3], [3, 2]]
    assert [line.get_linewidth() for line in lines].index(3) == 1
    assert claim(plots.plot_places(HERE, HERE, follow="one")) == "one stays in place 1 of 3"
    assert claim(plots.plot_places({"a": 0.5, "b": 0.5}, {"a": 0.1, "b": 0.1}, follow="b")) == "b stays in place 1 of 2"


def test_bad_input_gets_a_sentence():
    with pytest.raises(ValueError, match="'four' among them"):
        plots.plot_places(HERE, THERE, follow="four")

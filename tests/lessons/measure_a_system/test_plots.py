"""The order of systems on two collections, drawn. What all plots share: shared/test_frame.py."""

import matplotlib as mpl
import pytest

from ratools_course.lessons.measure_a_system import plots

mpl.use("agg")

HERE, THERE = {"one": 0.5, "two": 0.4, "three": 0.3}, {"one": 0.6, "two": 0.1, "three": 0.2}

DRAWN = {
    "orders": lambda **more: plots.plot_orders(HERE, THERE, names=("here", "there"), **more),
}
CLAIMS = {
    "orders": "1 of 3 pairs of systems change places",
}


def test_an_order_is_new_where_two_lines_cross(claim):
    lines = plots.plot_orders(HERE, THERE).get_lines()
    assert [list(line.get_ydata()) for line in lines] == [[0.5, 0.6], [0.4, 0.1], [0.3, 0.2]]
    assert claim(plots.plot_orders(HERE, HERE)).startswith("0 of 3")
    assert claim(plots.plot_orders({"one": 0.5, "two": 0.5}, {"one": 0.5, "two": 0.4})).startswith("0 of 1")


def test_bad_input_gets_a_sentence():
    with pytest.raises(ValueError, match="two systems that both collections have"):
        plots.plot_orders({"one": 0.5}, THERE)

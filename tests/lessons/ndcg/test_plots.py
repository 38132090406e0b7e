"""Gains and discounts as they are drawn are those of the measure. What all plots share: shared/test_frame.py."""

import itertools
import re

import matplotlib as mpl
import pytest

import ratools as rt
from ratools_course import explain
from ratools_course.lessons.ndcg import plots
from ratools_course.lessons.shared import frame

mpl.use("agg")
import matplotlib.pyplot as plt

PAGE, GRADES = list("abcde"), {"a": 2, "b": 0, "c": 3, "d": 2, "e": 1}

DRAWN = {
    "discount": lambda **more: plots.plot_discount(10, **more),
    "gains": lambda **more: plots.plot_gains(PAGE, GRADES, 5, **more),
}
CLAIMS = {
    "discount": "At rank 10 a document keeps 0.29 of its gain",
    "gains": "nDCG@5 = 0.834: most is lost by c, at rank 3 instead of 1",
}


def test_gains_are_the_terms_of_dcg(claim, heights):
    ax = DRAWN["gains"]()
    assert heights(ax, "this page") == rt.dcg_terms([2, 0, 3, 2, 1])
    assert heights(ax, "ideal page") == [*rt.dcg_terms([3, 2, 2, 1]), 0]
    assert "to a DCG of 4.7482, the hatched ones to the ideal's 5.6925" in frame.describe(ax)
    assert claim(plots.plot_gains(["a"], {"a"}, 3)) == "nDCG@3 = 1.000: no order could give more"
    assert claim(plots.plot_gains(["x"], {"a": 0})) == "nDCG = 0.000: nothing is relevant"
    assert claim(plots.plot_gains([], {"a": 1})) == "nDCG = 0.000: most is lost by a, not on this page"
    assert (
        claim(plots.plot_gains(["x", "a"], {"a": 1}, 1)) == "nDCG@1 = 0.000: most is lost by a, not among the first 1"
    )
    exp = plots.plot_gains(PAGE, GRADES, 5, gain="exp")
    assert heights(exp, "this page") == rt.dcg_terms([2, 0, 3, 2, 1], gain="exp")


def test_each_bar_has_its_own_document_under_it():
    """The page's documents in one row, the ideal's in another, each in the colour of its bars."""
    ax = plots.plot_gains(["x", "a", "b"], {"a": 1, "b": 3, "lost": 2})
    rows = {
        colour: [t.get_text() for t in ax.texts if t.get_color() == colour and not t.get_text()[0].isdigit()]
        for colour in (frame.BLUE, frame.VERMILLION)
    }
    assert rows == {frame.BLUE: ["this page", "x", "a", "b"], frame.VERMILLION: ["ideal page", "b", "lost", "a"]}
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["1", "2", "3"]


@pytest.mark.slow
def test_the_loss_is_named_as_explain_names_it(claim):
    for page in itertools.permutations(PAGE, 4):
        named = re.match("Most is lost by (.)|No order", explain("nDCG@3", page, GRADES).sentence).group(1)
        told = re.search("most is lost by (.)|no order", claim(plots.plot_gains(page[:4], GRADES, 3))).group(1)
        assert named == told
        plt.close("all")


def test_discount_is_the_measures_own(claim):
    ax = plots.plot_discount(5)
    assert [bar.get_height() for bar in ax.containers[0]] == rt.dcg_terms([1] * 5)
    assert claim(plots.plot_discount(1)) == "At rank 1 the whole gain counts"
    assert plots.plot_discount(100).lines[0].get_ydata().tolist() == rt.dcg_terms([1] * 100)


def test_names_that_look_like_formulas_or_are_long():
    ax = plots.plot_gains(["$a^{$", "x" * 300, "b_{"], {"$a^{$": 1, "x" * 300: 2})
    ax.figure.canvas.draw()


BAD = {
    "no gain": (lambda: plots.plot_gains([], {}), "no gain to draw"),
    "k of nothing": (lambda: plots.plot_discount(None), "k must be"),
    "k of zero": (lambda: plots.plot_discount(0), "whole number of at least 1, got 0$"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_gets_a_sentence(name):
    call, message = BAD[name]
    with pytest.raises(ValueError, match=message):
        call()

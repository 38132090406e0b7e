"""The choice of a measure, and the patience of a reader. What all explorers share: shared/test_every_explorer.py."""

import re

import pytest

import ratools as rt
from ratools.evaluation.catalogue import parse
from ratools_course.lessons.choose_a_measure import explorers
from ratools_course.lessons.choose_a_measure.advice import ADVICE

PAGES = {"short": list("abxyzuvwst"), "long": list("xabcdeuvst")}  # hits at 1, 2; and at 2 to 6
HITS = set("abcde")

EXPLORERS = {
    "patience": lambda: explorers.explore_patience({"<i>a</i>": ["<b>bold</b>"], "b": ["c"]}, {"c"}),
    "choice": lambda: explorers.choose_measure("<u>task</u>"),
}


def test_the_choice_of_a_measure(words, turn):
    chooser = explorers.choose_measure()
    assert "nDCG@3, then RR(rel=3)" in words(chooser)
    turn(chooser, judges="yes or no")
    assert "RR, then Success@1" in words(chooser)
    turn(chooser, need="several")
    assert words(chooser).strip().startswith("P@k")
    turn(chooser, view="nothing may be missed")
    assert "R@k with a large k" in words(chooser)
    turn(chooser, judges="grades", view="the first page")
    assert words(chooser).strip().startswith("nDCG@k")
    assert len(ADVICE) == 6


def test_measures_that_are_advised_can_be_computed():
    for told in ADVICE.values():
        measure = f"{told.first}, then {told.second}"
        for name in re.findall(r"[A-Za-z]+(?:\([^)]*\))?@?(?:\d+|k)?", measure):
            if name.rstrip("@k0123456789") in {"RR", "Success", "P", "AP", "R", "nDCG"} or "(" in name:
                assert parse(name.replace("@k", "@10"))


@pytest.mark.parametrize("p", [0.05, 0.5, 0.72, 0.73, 0.95])
def test_patience_follows_the_slider(p, words, turn):
    explorer = explorers.explore_patience(PAGES, HITS)
    turn(explorer, p=p)
    values = {name: rt.rbp(page, HITS, p=p) for name, page in PAGES.items()}
    for name, value in values.items():
        assert f"{name}: RBP = {value:.3f}" in words(explorer)
    assert f"{max(values, key=values.get)} is ahead" in words(explorer)
    assert f"looks at {1 / (1 - p):.1f} results" in words(explorer)


def test_the_patience_task_can_be_solved(words, turn):
    explorer, ahead = explorers.explore_patience(PAGES, HITS), []
    for hundredths in range(5, 96):
        turn(explorer, p=hundredths / 100)
        ahead.append("long is ahead" in words(explorer))
    assert ahead == sorted(ahead) and ahead[0] is False and ahead[-1] is True


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: explorers.explore_patience({"a": ["x"]}, {"x"}), "two rankings"),
        (lambda: explorers.explore_patience({"a": ["x"], "b": ["y"]}, {"x"}, p=1), "got 1"),
    ],
)
def test_refused(wrong, message):
    with pytest.raises(ValueError, match=message):
        wrong()

"""Precision and recall follow the slider. What all explorers share: shared/test_every_explorer.py."""

import time

import pytest

import ratools as rt
from ratools_course.lessons.precision_recall import explorers

RUN = [f"d{n}" for n in range(1, 11)]
RELEVANT = {"d1", "d4", "d6", "x", "y"}

EXPLORERS = {
    "precision and recall": lambda: explorers.explore_precision_recall(["<script>alert(1)</script>", "ב"], {"ב"}, k=1),
}


@pytest.mark.parametrize("k", range(1, 11))
def test_precision_and_recall_follow_the_slider(k, words, turn):
    explorer = explorers.explore_precision_recall(RUN, RELEVANT)
    turn(explorer, k=k)
    assert f"= {rt.precision_at_k(RUN, RELEVANT, k):.3f}" in words(explorer)
    assert f"R@{k} =" in words(explorer) and f"= {rt.recall_at_k(RUN, RELEVANT, k):.3f}" in words(explorer)
    assert explorer.html.count("opacity:1") == k


def test_a_short_page_has_empty_places_which_precision_counts(words):
    shown = words(explorers.explore_precision_recall(["a", "x"], {"a", "b"}, k=5, places=5))
    assert "P@5 = 1/5 = 0.200 : of 2 shown, 1 relevant; empty places: 3." in shown
    assert "R@5 = 1/2 = 0.500" in shown and "5 (an empty place) ○" in shown
    nothing = words(explorers.explore_precision_recall([], {"a"}, k=10, places=10))
    assert "P@10 = 0/10 = 0.000" in nothing and "of 0 shown, 0 relevant; empty places: 10." in nothing


def test_where_nothing_is_relevant_recall_is_a_convention_and_no_share(words):
    shown = words(explorers.explore_precision_recall(["a", "x"], {"a": 0}, k=1))
    assert "by convention: nothing is relevant here" in shown and "0/0" not in shown


def test_titles_stand_for_ids_even_where_two_are_alike(words):
    titles = {"d1": "Refunds", "d2": "Refunds", "x": "never shown"}
    shown = words(explorers.explore_precision_recall(RUN, RELEVANT, titles=titles))
    assert "1 Refunds ● relevant 2 Refunds ○ 3 d3 ○" in shown and "never" not in shown


def test_a_turn_is_answered_within_50_ms(turn):
    explorer = explorers.explore_precision_recall([f"d{n}" for n in range(50)], RELEVANT)
    times = []
    for k in range(1, 26):
        start = time.process_time()
        turn(explorer, k=k)
        times.append(time.process_time() - start)
    assert sorted(times)[12] < 0.05


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: explorers.explore_precision_recall([], {"a"}), "retrieved is empty"),
        (lambda: explorers.explore_precision_recall(["a"], {"a"}, k=2), "between 1 and 1.*got 2"),
        (lambda: explorers.explore_precision_recall("abc", {"a"}), "retrieved must be a list"),
    ],
)
def test_refused(wrong, message):
    with pytest.raises(ValueError, match=message):
        wrong()

"""Dice that a learner rolls, and the closed box at the end of notebook 07."""

import random
import re

import pytest

import ratools as rt
from ratools_course.lessons.scores_and_thresholds.thresholds import CALIBRATION
from ratools_course.lessons.scores_and_thresholds.views import (
    CHAIN,
    alpha_table,
    calibration_table,
    dice_report,
    more_on_scores,
)
from ratools_course.systems.datasets import products, shop

PAGE = [one["doc_id"] for one in products("band")]
TOPICS = shop().subtopics["band"]


def test_the_box_is_closed_and_holds_tables_and_a_picture():
    html = more_on_scores(products("band"), TOPICS, shop().documents)._repr_html_()
    assert html.startswith("<details style") and not re.match(r"<details[^>]* open", html)
    assert html.count("<table") == 2 and html.count("<svg") == 1 and html.count("<circle") == 9 + 8
    assert "error 0.24" in html and "error 0.31" in html


def test_its_words_say_the_numbers_for_a_terminal():
    told = repr(more_on_scores(products("band"), TOPICS, shop().documents))
    for part in ("3.214 and 3.451, so α-nDCG is 0.931", "scores 1.018, above 1", "0.24 or 0.31", "matches_by_category"):
        assert part in told
    assert "<svg" not in told


def test_the_table_adds_up_to_alpha_ndcg():
    table = alpha_table(PAGE, TOPICS, shop().documents)
    assert table["adds"].sum() / table["ideal adds"].sum() == pytest.approx(rt.alpha_ndcg_at_k(PAGE, TOPICS, len(PAGE)))
    assert table["serves"].tolist()[1:4] == ["sweat"] * 3


def test_a_page_beats_the_greedy_ideal():
    assert rt.alpha_ideal(CHAIN) == ["x", "b", "a"]
    assert rt.alpha_ndcg_at_k(["a", "b", "x"], CHAIN) == pytest.approx(1.018, abs=5e-4)


def test_the_distances_average_to_both_errors_and_one_result_makes_most_of_it():
    table = calibration_table(*CALIBRATION)
    means = table.iloc[-1]
    assert [means["distance, edge opens"], means["distance, edge closes"]] == pytest.approx([0.24, 0.31])
    rows = table.iloc[:-1].set_index("score")
    apart = rows["distance, edge closes"] - rows["distance, edge opens"]
    assert apart.idxmax() == "0.30" and apart["0.30"] == pytest.approx(0.525) and apart.sum() == pytest.approx(0.7)


def test_dice_and_their_reverse_are_perfect_by_their_own_scores():
    grades, rng = shop().judgements["phone"], random.Random(5)
    dice = {product: rng.random() for product in shop().documents}
    backwards = {product: 1 - score for product, score in dice.items()}
    report = dice_report(dice, backwards, grades)
    assert report.result.status == "right"
    assert report.table["AP by its own scores"].tolist() == [1, 1]
    assert report.table["AP by the grades"].tolist() == pytest.approx([0.099, 0.108], abs=5e-4)
    assert "AP by the grades" in report._repr_html_() and "0.099" in repr(report)


@pytest.mark.parametrize(
    ("dice", "backwards", "status", "words"),
    [
        (lambda p: ..., lambda p, d: ..., "not attempted", "`dice` and `backwards`"),
        (lambda p: random.random(), lambda p, d: ..., "not attempted", "the `...` of `backwards`"),
        (lambda p: random.random, lambda p, d: 1, "wrong", "without its brackets"),
        (lambda p: 0.4, lambda p, d: 0.6, "wrong", "called inside the braces"),
        (lambda p: random.uniform(1, 6), lambda p, d: 1 - d, "wrong", "between 0 and 1"),
        (lambda p: random.random(), lambda p, d: -d, "wrong", "turned round, but"),
        (lambda p: random.random(), lambda p, d: 1 - random.random(), "wrong", "another order"),
        (lambda p: random.random(), lambda p, d: d, "wrong", "another order"),
    ],
)
def test_dice_that_are_not_yet_right_hear_why(dice, backwards, status, words):
    rolled = {product: dice(product) for product in shop().documents}
    report = dice_report(rolled, {one: backwards(one, score) for one, score in rolled.items()}, {})
    assert report.result.status == status and words in report.result.message and report.table is None

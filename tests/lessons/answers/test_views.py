"""The tables of notebook 12, and what its predictions say of them."""

import pytest

from ratools.metrics.answers import ABSTENTION
from ratools_course.lessons.answers import views as answer_views
from ratools_course.lessons.shared.answers import stage_table
from ratools_course.systems.datasets import answers

GOLD = [
    {"question_id": "a1", "question": "How long?", "answer": ["14 days", "two weeks"], "spans": [["d1", 0, 7]]},
    {"question_id": "a2", "question": "Why?", "answer": ABSTENTION, "spans": []},
]
SAID = [
    {
        "question_id": "a1",
        "answer": "two weeks",
        "confidence": 0.9,
        "retrieved": ["d1"],
        "found_in": "d1",
        "sentence": [0, 9],
    },
    {
        "question_id": "a2",
        "answer": "blue",
        "confidence": 0.2,
        "retrieved": ["d1"],
        "found_in": "d1",
        "sentence": [0, 9],
    },
]


@pytest.fixture(scope="module")
def report():
    return answers("report")


def test_what_the_predictions_say(report):
    references, systems = report
    table = answer_views.systems_table(systems, references)
    assert table.loc["v3_cut", "right answers"] == 13 and table.loc["v4_abstention", "right answers"] == 12
    assert table["EM"].round(2).loc[["v3_cut", "v4_abstention"]].tolist() == [0.26, 0.40]
    order = list(table.sort_values("EM", ascending=False).index)
    assert order[:3] == ["v4_abstention", "always_abstain", "v3_cut"]
    stages = stage_table(systems, references)["v4"]
    assert stages["wrong cut"] == 10 > stages["not retrieved"] == 7 > stages["wrong sentence"] == 4
    assert stages["wrongly abstained"] + stages["answered the impossible"] == 9 and stages["rightly abstained"] == 8


def test_confidence_keeps_its_promise_on_one_half_only(report):
    for half, better in (("develop", True), ("report", False)):
        references, systems = answers(half)
        all_of_it, few = (answer_views.at_threshold(systems["v3_cut"], references, step) for step in (0, 0.8))
        assert few["coverage"] < all_of_it["coverage"]
        assert (few["right when it answers"] > all_of_it["right when it answers"]) == better


def test_small_tables():
    assert answer_views.systems_table({"s": SAID}, GOLD).loc["s"].tolist() == [0.5, 0.5, 0.0, 1]
    assert answer_views.at_threshold(SAID, GOLD, 0.5) == {
        "coverage": 0.5, "right when it answers": 1.0, "exact match": 1.0,
    }  # fmt: skip
    assert answer_views.at_threshold(SAID, GOLD, 1)["right when it answers"] is None
    assert answer_views.guessing_scores(SAID, GOLD) == {
        "right": 1.0, "right when it answers": 1.0, "right minus wrong": 1.0,
    }  # fmt: skip
    assert answer_views.at_most(SAID, GOLD)["exact match at most"].tolist() == [0.5, 0.5, 0.5, 0.5, 1.0]

"""Which stage failed, and how sure a mean is."""

import numpy as np
import pytest

from ratools.metrics.answers import ABSTENTION
from ratools_course.systems.answer_scoring import STAGES, answer_scores, mean_interval, score_rows, stage_failures

GOLD = {"question_id": "a1", "answer": ["14 days", "two weeks"], "spans": [["d1", 28, 35], ["d3", 5, 12]]}
NONE = {"question_id": "a2", "answer": ABSTENTION, "spans": []}
SAID = {"question_id": "a1", "answer": "14 days", "retrieved": ["d2", "d1"], "found_in": "d1", "sentence": [21, 60]}


@pytest.mark.parametrize(
    ("change", "stage"),
    [
        ({}, "right"),
        ({"answer": "Two  weeks"}, "right"),
        ({"found_in": "d3", "sentence": [0, 12], "retrieved": ["d3"]}, "right"),  # the second place will do
        ({"retrieved": [["d1", 20, 35]]}, "right"),
        ({"sentence": [0, 20]}, "right elsewhere"),
        ({"retrieved": []}, "right elsewhere"),
        ({"answer": "3 days", "retrieved": ["d2"]}, "not retrieved"),
        ({"answer": "3 days", "retrieved": None}, "not retrieved"),
        ({"answer": "3 days", "retrieved": [["d1", 0, 34]]}, "not in a chunk"),  # half-open: one letter is missing
        ({"answer": "3 days", "retrieved": [["d1", 0, 30], ["d1", 29, 90]]}, "not in a chunk"),  # cut in two
        ({"answer": "3 days", "sentence": [29, 60]}, "wrong sentence"),
        ({"answer": "3 days", "found_in": "d2"}, "wrong sentence"),
        ({"answer": "3 days"}, "wrong cut"),
        ({"answer": "3 days", "sentence": None}, "wrong answer"),
        ({"answer": ABSTENTION, "sentence": None, "found_in": None}, "wrongly abstained"),
        ({"answer": ABSTENTION, "sentence": None, "retrieved": ["d2"]}, "not retrieved"),
    ],
)
def test_stages(change, stage):
    assert stage_failures([SAID | change], [GOLD]) == [stage] and stage in STAGES


def test_questions_without_an_answer():
    said = SAID | {"question_id": "a2"}
    assert stage_failures([said, SAID], [NONE, GOLD]) == ["answered the impossible", "right"]
    assert stage_failures([said | {"answer": f" {ABSTENTION}"}], [NONE]) == ["rightly abstained"]
    assert stage_failures([said | {"answer": "No."}], [NONE | {"answer": "No."}], "No.") == ["rightly abstained"]


def test_normalisation_is_passed_on():
    said = [SAID | {"answer": "the 14 days!"}]
    assert stage_failures(said, [GOLD]) == ["wrong cut"] and stage_failures(said, [GOLD], normalize="squad") == [
        "right"
    ]


def test_what_does_not_fit_is_named():
    with pytest.raises(ValueError, match="1 predictions for 2 references"):
        stage_failures([SAID], [GOLD, NONE])
    with pytest.raises(ValueError, match="prediction 'a1' stands beside reference 'a2'"):
        stage_failures([SAID], [NONE])
    with pytest.raises(ValueError, match="question 'a1' has no spans"):
        stage_failures([SAID], [GOLD | {"spans": []}])


def test_scores_and_intervals():
    scores = answer_scores([SAID, SAID | {"answer": ABSTENTION}], [GOLD, NONE])
    assert scores == {"exact_match": [1, 1], "f1": [1.0, 1.0], "abstention_accuracy": [1]}
    assert mean_interval([1, 1, 1]) == (1, 1, 1)
    wide = mean_interval([0, 1], -np.inf, np.inf)  # t = 12.706 for one degree of freedom, s / √n = ½
    assert wide == pytest.approx((0.5, -5.8531, 6.8531), abs=1e-4)
    assert mean_interval([0, 1]) == (0.5, 0, 1), "a share lies between 0 and 1"
    with pytest.raises(ValueError, match="1 scores have no interval"):
        mean_interval([1])
    rows = score_rows({"s": [SAID, SAID | {"answer": "x"}] * 2}, [GOLD, NONE] * 2)
    assert [(row["measure"], row["mean"], row["questions"]) for row in rows] == [
        ("exact_match", 0.5, 4),
        ("f1", 0.5, 4),
        ("abstention_accuracy", 0, 2),
    ]

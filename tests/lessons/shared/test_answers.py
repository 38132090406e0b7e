"""Systems that answer, side by side: one question opened, and the stages counted."""

import pytest

from ratools.metrics.answers import ABSTENTION
from ratools_course.lessons.shared.answers import one_question, stage_table

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


def test_one_question():
    table = one_question({"s": SAID}, GOLD, "a1")
    assert list(table.columns) == ["answer", "EM", "F1"]
    staged = one_question({"s": SAID}, GOLD, "a2", stages=True)
    assert staged["stage"].tolist() == ["", "answered the impossible"]
    assert table.loc["(accepted)", "answer"] == "14 days | two weeks" and table.loc["s", "EM"] == 1
    with pytest.raises(ValueError, match="no question 'a9'"):
        one_question({"s": SAID}, GOLD, "a9")


def test_stages_that_happened_are_counted():
    assert stage_table({"s": SAID}, GOLD)["s"].to_dict() == {"right": 1, "answered the impossible": 1}

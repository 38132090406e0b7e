"""What two thresholds do to a report. What all explorers share: shared/test_every_explorer.py."""

import pytest

from ratools_course.lessons.scores_and_thresholds import explorers

SHOP = [{"doc_id": n, "score": score, "category": "c"} for n, score in enumerate([0.35, 0.22, 0.12, 0.04, 0.01])]

EXPLORERS = {
    "thresholds": lambda: explorers.explore_thresholds(SHOP),
}


def test_thresholds(words, turn):
    explorer = explorers.explore_thresholds(SHOP)
    assert "relevant 2 grey 1 nonrelevant 2" in words(explorer)
    turn(explorer, relevant_at=0.05)
    assert "relevant 3 grey 0 nonrelevant 2" in words(explorer)
    turn(explorer, nonrelevant_below=0.3)
    assert "lies above" in words(explorer)
    assert "relevant 1 grey 0 nonrelevant 1" in words(explorers.explore_thresholds([0.5, 0.01]))


def test_a_perfect_report_of_a_page_that_did_not_change(words, turn):
    explorer = explorers.explore_thresholds(SHOP, grades={0: 2, 7: 1})
    assert "By the grades: precision 0.200, recall 0.500, average precision 0.500" in words(explorer)
    assert "Solved" not in words(explorer)
    turn(explorer, nonrelevant_below=0.01, relevant_at=0.01)
    assert "precision 1.000, recall 1.000, average precision 1.000" in words(explorer) and "Solved" in words(explorer)
    assert "By the grades: precision 0.200, recall 0.500, average precision 0.500" in words(explorer)
    turn(explorer, relevant_at=0.5)
    assert "Solved" not in words(explorer)
    assert "grades" not in words(explorers.explore_thresholds([], grades={0: 1}))


def test_refused():
    with pytest.raises(ValueError, match="rank 1 is -1"):
        explorers.explore_thresholds([-1])

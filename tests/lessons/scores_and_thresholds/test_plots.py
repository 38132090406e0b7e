"""Scores are drawn as the report counts them. What all plots share: shared/test_frame.py."""

import matplotlib as mpl
import pandas as pd
import pytest

import ratools as rt
from ratools_course.lessons.scores_and_thresholds import plots
from ratools_course.lessons.shared import frame

mpl.use("agg")

SCORES = [0.35, 0.22, 0.12, 0.04, 0.01]
PAGES = {
    name: pd.DataFrame({"query": "q", "score": [0.9, 0.5, 0.4, 0.1], "relevant": relevant})
    for name, relevant in (("first", [True, True, False, False]), ("second", [True, False, True, False]))
}

DRAWN = {
    "scores": lambda **more: plots.plot_scores(SCORES, **more),
    "f1 by threshold": lambda **more: plots.plot_f1_by_threshold(PAGES, **more),
}
CLAIMS = {
    "scores": "1 of 5 results is grey: neither relevant nor not",
    "f1 by threshold": "Best threshold: 0.500 (first), 0.400 (second)",
}


def test_scores_are_counted_as_the_report_counts_them(claim):
    ax = DRAWN["scores"]()
    names = [one.get_label() for one in ax.containers]
    assert names == ["not relevant (2)", "grey (1)", "relevant (2)"]
    on_the_border = plots.plot_scores([0.15, 0.05, 0.1, 0.2, 0.0])
    for container, name in zip(on_the_border.containers, ("nonrelevant", "grey", "relevant"), strict=True):
        assert sum(bar.get_height() for bar in container) == rt.score_classes([0.15, 0.05, 0.1, 0.2, 0.0]).count(name)
        for bar in container:  # a score on a threshold is drawn on the side that it counts for
            assert name != "relevant" or bar.get_x() >= 0.15
            assert name != "grey" or 0.05 <= bar.get_x() < 0.15
    assert claim(plots.plot_scores([0.9, 0.01])) == "No result is grey: 1 of 2 count as relevant"
    results = [{"doc_id": n, "score": score} for n, score in enumerate(SCORES)]
    assert frame.describe(plots.plot_scores(results)) == frame.describe(ax)
    assert plots.plot_scores([3.0, 250.0], relevant_at=100, nonrelevant_below=10).has_data()


def test_bad_input_gets_a_sentence():
    with pytest.raises(ValueError, match="results is empty"):
        plots.plot_scores([])

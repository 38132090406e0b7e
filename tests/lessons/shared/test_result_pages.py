"""Pages side by side: the titles are those of the collection, the means are over all queries."""

import pytest

from ratools_course.lessons.shared.result_pages import means, side_by_side
from ratools_course.systems.datasets import Collection, Document, Query

SMALL = Collection(
    {"a": Document("An answer", ""), "x": Document("x" * 80, ""), "b": Document("Better", "")},
    {"q1": Query("one"), "q2": Query("two")},
    {"q1": {"a": 1, "x": 0, "b": 3}, "q2": {"a": 0, "b": 2}},
    None,
)
SYSTEMS = {"first": {"q1": ["x", "a"], "q2": ["b"]}, "second": {"q1": ["b", "a", "x"]}}


def test_a_page_beside_another():
    table = side_by_side(SMALL, SYSTEMS, "q1", k=3)
    assert table["second"].tolist()[:2] == ["✓ Better", "✓ An answer"] and table["first"].tolist()[2] == "–"
    assert list(table.index) == [1, 2, 3] and table.columns.name == "one"
    shown = table._repr_html_()
    assert '<th style="text-align: left">one</th>' in shown and "x" * 80 in shown


def test_means_are_over_all_queries():
    table = means(SMALL, SYSTEMS, ["P@1"])
    assert table.loc["first", "P@1"] == 0.5 and table.loc["second", "P@1"] == 0.5  # unanswered counts


def test_an_unknown_query_is_refused():
    with pytest.raises(ValueError, match="there is no query 'q3'; did you mean"):
        side_by_side(SMALL, SYSTEMS, "q3")

"""What two systems show first, and how much of it helps; and the ten queries of the notebook tell their story."""

import pytest

import ratools as rt
from ratools_course.lessons.why_measure.views import count_helpful, first_results
from ratools_course.quizzes import bank
from ratools_course.systems.datasets import Collection, Document, Query, helpdesk

SMALL = Collection(
    {"a": Document("An answer", ""), "x": Document("x" * 80, ""), "b": Document("Better", "")},
    {"q1": Query("one"), "q2": Query("two")},
    {"q1": {"a": 1, "x": 0, "b": 3}, "q2": {"a": 0, "b": 2}},
    None,
)
SYSTEMS = {"first": {"q1": ["x", "a"], "q2": ["b"]}, "second": {"q1": ["b", "a", "x"]}}


def test_titles_and_counts():
    table = first_results(SMALL, SYSTEMS, ["q1", "q2"])
    assert table.loc["one", "second"] == "Better" and table.loc["two"].tolist() == ["Better", "–"]
    assert "x" * 80 in table._repr_html_() and "text-align: left" in table._repr_html_()
    assert count_helpful(SMALL, SYSTEMS, ["q1", "q2"], k=2).to_numpy().tolist() == [[1, 2], [1, 0], [2, 2]]
    assert count_helpful(SMALL, SYSTEMS, ["q1"], k=1).loc["in all"].tolist() == [0, 1]


@pytest.mark.parametrize("look", [first_results, count_helpful])
def test_an_unknown_query_is_refused(look):
    with pytest.raises(ValueError, match="there is no query 'q3'; did you mean"):
        look(SMALL, SYSTEMS, ["q3"])


TEN = ["q25", "q12", "q39", "q17", "q46", "q13", "q54", "q16", "q71", "q38"]


@pytest.fixture(scope="module")
def desk():
    return helpdesk()


@pytest.fixture(scope="module")
def two():
    runs = rt.data_dir() / "runs"
    return {"keyword search": runs / "bm25.run", "meaning search": runs / "minilm.run"}


def test_the_ten_queries_have_two_winners(desk, two):
    five, one = (count_helpful(desk, two, TEN, k).loc["in all"] for k in (5, 1))
    assert five["meaning search"] > five["keyword search"] and one["keyword search"] > one["meaning search"]
    told = bank.find_prediction("01-by-looking").explanation
    assert f"{five['meaning search']} helpful documents among its 50, keyword search {five['keyword search']}" in told


def test_the_page_behind_a_high_recall(desk, two):
    """The prediction 01-empty-page."""
    page = [line.split()[2] for line in two["meaning search"].read_text().splitlines() if line.startswith("q59 ")]
    relevant = {doc for doc, grade in desk.judgements["q59"].items() if grade > 0}
    ranks = sorted(page.index(doc) + 1 for doc in relevant if doc in page)
    assert ranks == [7, 8, 13, 16, 22, 95] and len(relevant) == 7 and len(page) == 100

"""A page as a table, and beside its ideal."""

import pytest

import ratools as rt
from ratools.evaluation.formats import read_run
from ratools_course.lessons.ndcg.views import beside_ideal, page_table, ratio_table, relevant_ranks
from ratools_course.systems.datasets import async_page, helpdesk, three_queries


def test_the_pages_of_notebook_05():
    titles, page, grades = async_page()
    assert list(page_table(page, titles)["document"])[:2] == [
        "Async programming in Python: a tutorial",
        "Python news of the month",
    ]
    table = beside_ideal(page, grades, titles)
    assert list(table["grade"]) == [3, 0, 0, 2, 0, 2, 0, 1]
    assert list(table["ideal grade"]) == [3, 2, 2, 1, 1, "–", "–", "–"]
    assert table["ideal document"][5] == titles["worker-hangs"] and table["ideal document"][6] == "–"


def test_the_ideal_may_be_longer_than_the_page():
    table = beside_ideal(["a"], {"a": 1, "b": 3, "c": 0})
    assert table.to_numpy().tolist() == [["a", 1, "b", 3], ["–", "–", "a", 1]]


def test_a_page_without_titles_shows_its_documents():
    assert list(page_table(["b", "a"])["document"]) == ["b", "a"]
    assert page_table(["b", "a"]).index.tolist() == [1, 2]


def test_the_mean_of_the_ratios_is_not_the_ratio_of_the_sums():
    collection, results = three_queries()
    table = ratio_table(results, collection.judgements, 5)
    queries = table.loc[list(results)].astype(float)
    ratios = queries["DCG@5"] / queries["IDCG@5"]
    assert queries["nDCG@5"].to_list() == pytest.approx(ratios.to_list(), abs=1e-4)
    told = table["nDCG@5"].loc[["mean of the ratios", "ratio of the sums"]].astype(float).to_list()
    assert told == pytest.approx([ratios.mean(), queries["DCG@5"].sum() / queries["IDCG@5"].sum()], abs=1e-4)
    assert [round(one, 3) for one in told] == [0.725, 0.687]


def test_where_the_relevant_documents_of_a_failed_query_stand():
    """Notebook 05 opens q19, "delete my account"."""
    run, desk = read_run(rt.data_dir() / "runs" / "bm25.run"), helpdesk()
    titles = {doc: one.title for doc, one in desk.documents.items()}
    table = relevant_ranks(run["q19"], desk.judgements["q19"], titles)
    assert table["grade"].tolist() == sorted(table["grade"], reverse=True) and len(table) == 3
    assert table["rank"].iloc[0] == 32 and min(rank for rank in table["rank"] if rank != "–") > 10
    answer = max(desk.judgements["q19"], key=desk.judgements["q19"].get)
    assert titles[answer] == table.index[0] and "delete" not in desk.documents[answer].text.lower()


def test_nothing_relevant_and_nothing_retrieved():
    assert len(relevant_ranks(["a"], {"a": 0})) == 0
    assert relevant_ranks([], {"a": 1})["rank"].tolist() == ["–"]

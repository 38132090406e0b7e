"""From a search function to a run: what people's functions return, what goes wrong, and going on where it stopped."""

import json

import numpy as np
import pandas as pd
import pytest

import ratools as rt
from ratools.assessing import collect, save_qrels, save_run

QUERIES = {"q1": "cancel my plan", "q2": "reset password", "q3": "invoice"}
QRELS = {"q1": {"d1": 1}, "q2": {"d1": 0, "d2": 2}, "q3": {"d9": 1}}
FORMS = {
    "ids": lambda query: ["d2", "d1"],
    "pairs": lambda query: [("d2", 0.1), ("d1", 0.9)],
    "lists as pairs": lambda query: [["d2", 0.1], ["d1", 0.9]],
    "dicts with doc_id": lambda query: [{"doc_id": "d2", "score": 3}, {"doc_id": "d1", "score": 4}],
    "dicts with id": lambda query: [{"id": "d2"}, {"id": "d1"}],
    "a generator": lambda query: (doc for doc in ("d2", "d1")),
    "an array": lambda query: np.array(["d2", "d1"]),
    "with k": lambda query, k: ["d2", "d1", "d3"][: k - 1],
    "with top_k by name": lambda query, *, top_k=10: ["d2", "d1", "d3"][: top_k - 1],
    "with another second argument": lambda query, index=None: ["d2", "d1"],
}


@pytest.mark.parametrize("form", FORMS)
def test_what_search_functions_return(form):
    run = collect(FORMS[form], QUERIES, k=3)
    assert dict(run) == {query: ["d2", "d1"] for query in QUERIES}, "the order returned is the ranking"
    assert set(run.seconds) == set(QUERIES) and all(second >= 0 for second in run.seconds.values())
    table = rt.evaluate(run, QRELS, ["RR"])
    assert table["RR"].tolist() == [0.5, 1.0, 0.0]


def test_queries_as_a_table_and_as_the_courses_own():
    from ratools_course.systems.datasets import helpdesk

    frame = pd.DataFrame({"query_id": ["q1", "q2"], "query": ["a", "b"]})
    assert set(collect(lambda query: [query], frame)) == {"q1", "q2"}
    assert len(collect(lambda query: ["d001"], helpdesk().queries)) == len(helpdesk().queries)


def test_a_query_that_raises_is_kept_apart_from_one_that_finds_nothing():
    def search(query):
        if query == "invoice":
            raise TimeoutError("the index did not answer")
        return [] if "password" in query else ["d1"]

    run = collect(search, QUERIES)
    assert dict(run) == {"q1": ["d1"], "q2": []}
    assert run.failed == {"q3": "TimeoutError: the index did not answer"}
    assert "1 query found nothing (q2)" in repr(run) and "q3: TimeoutError" in repr(run)


def test_chunks_of_one_document_collapse_to_the_best_ranked():
    run = collect(lambda query: ["d1", "d2", "d1", "d1", "d3"], {"q1": "x"}, k=2)
    assert run["q1"] == ["d1", "d2"] and run.repeated == {"q1": 2} and "2 repeated documents" in repr(run)


def test_an_endless_generator_is_cut():
    def search(query):
        n = 0
        while True:
            n += 1
            yield f"d{n}"

    assert collect(search, {"q1": "x"}, k=5)["q1"] == ["d1", "d2", "d3", "d4", "d5"]


@pytest.mark.parametrize(
    ("search", "words"),
    [(lambda query: "d1", ["'q1'", "ranked list", "'d1'"]), (lambda query: {"d1": 0.5}, ["no ranking", "sorted pairs"]),
     (lambda query: None, ["'q1'", "None"]), (lambda query: [("d1", 0.5), (None, 0.4)], ["rank 2"]),
     (lambda query: [{"name": "d1"}], ["rank 1", "doc_id or id"]), ("search", ["function"])],
)  # fmt: skip
def test_answers_that_are_no_answers(search, words):
    with pytest.raises(ValueError) as refusal:
        collect(search, QUERIES)
    assert all(word in str(refusal.value) for word in words), refusal.value


@pytest.mark.parametrize(
    ("queries", "words"),
    [({}, "no queries"), (["a"], "dict"), ({"q1": 7}, "'q1'"), (pd.DataFrame({"a": [1]}), "query_id and query"),
     (pd.DataFrame({"query_id": [1, 1], "query": ["a", "b"]}), "twice")],
)  # fmt: skip
def test_queries_that_are_refused(queries, words):
    with pytest.raises(ValueError, match=words):
        collect(lambda query: [], queries)
    with pytest.raises(ValueError, match="at least 1"):
        collect(lambda query: [], QUERIES, k=0)


# Saved as they come


def test_a_second_call_goes_on_where_the_first_stopped(tmp_path):
    path, asked = tmp_path / "answers.jsonl", []

    def search(query):
        asked.append(query)
        if len(asked) == 2:
            raise KeyboardInterrupt
        return ["d1", "d1", "d2"]

    with pytest.raises(KeyboardInterrupt):
        collect(search, QUERIES, path=path)
    with path.open("a") as file:
        file.write('{"query": "q2", "text": "reset pas')  # killed while it wrote
    run = collect(search, QUERIES, path=path)
    assert asked == ["cancel my plan", "reset password", "reset password", "invoice"]
    assert dict(run) == {query: ["d1", "d2"] for query in QUERIES} and len(run.repeated) == 3
    third = collect(lambda query: pytest.fail("asked again"), QUERIES, path=path)
    assert dict(third) == dict(run) and third.seconds == run.seconds


def test_what_failed_is_asked_again(tmp_path):
    path, broken = tmp_path / "answers.jsonl", [True]

    def search(query):
        if broken[0]:
            raise RuntimeError("down")
        return ["d1"]

    assert len(collect(search, QUERIES, path=path).failed) == 3
    broken[0] = False
    assert not collect(search, QUERIES, path=path).failed


def test_a_file_of_another_question_is_refused(tmp_path):
    path = tmp_path / "answers.jsonl"
    collect(lambda query: ["d1"], QUERIES, path=path)
    with pytest.raises(ValueError, match=r"answers.jsonl:1: query 'q1' was asked with k=100"):
        collect(lambda query: ["d1"], QUERIES, k=5, path=path)
    with pytest.raises(ValueError, match="was asked with the text 'cancel my plan'"):
        collect(lambda query: ["d1"], {"q1": "other"}, path=path)
    path.write_text("not json\n" + json.dumps({}) + "\n")
    with pytest.raises(ValueError, match=r"answers.jsonl:1: not an answer"):
        collect(lambda query: ["d1"], QUERIES, path=path)
    with pytest.raises(ValueError, match="str or an int"):
        collect(lambda query: [1.5], QUERIES, path=tmp_path / "floats.jsonl")


# TREC files


def test_files_are_read_back_as_they_were(tmp_path):
    run = collect(lambda query: ["d2", "d1", "d9"], QUERIES)
    save_run(run, tmp_path / "my.run")
    save_qrels(QRELS, tmp_path / "my.qrels")
    pd.testing.assert_frame_equal(
        rt.evaluate(tmp_path / "my.run", tmp_path / "my.qrels"), rt.evaluate(run, QRELS), check_names=False
    )


def test_a_name_with_a_blank_is_refused_and_nothing_is_lost(tmp_path):
    path = tmp_path / "my.run"
    save_run({"q1": ["d1"]}, path)
    before = path.read_bytes()
    with pytest.raises(ValueError, match="'d 2' is empty or holds white space"):
        save_run({"q1": ["d1", "d 2"]}, path)
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]
    with pytest.raises(ValueError, match="cannot be written"):
        save_run({"q1": ["d1"]}, tmp_path / "no" / "such.run")

"""Valid input that looks wrong: unmatched ids, scores that say nothing."""

import warnings

import pandas as pd
import pytest

import ratools as rt
from ratools.__main__ import main
from ratools.evaluation.input_warnings import different_spelling, score_warnings

QRELS = {"q1": {"d1": 1, "d2": 0}, "q2": {"d3": 2}, "q3": {"d4": 1}}


def warned(run, qrels=QRELS, **options):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        rt.evaluate(run, qrels, "AP", **options)
    return [str(warning.message) for warning in caught]


@pytest.mark.parametrize(
    ("ids", "others", "found"),
    [
        (["D1"], ["d1"], ("D1", "d1", "in case")),
        (["d1 "], ["d1"], ("d1 ", "d1", "in white space")),
        ([7], ["7"], (7, "7", "in type")),
        (["007"], ["7"], ("007", "7", "in leading zeros")),
        (["msmarco_doc_17"], ["17"], ("msmarco_doc_17", "17", "by a prefix")),
        (["17"], ["d17", "d18"], ("17", "d17", "by a prefix")),
        (["d1.txt"], ["d1"], ("d1.txt", "d1", "by what is added")),
        (["d1"], ["d1#3"], ("d1", "d1#3", "by what is added")),
        (["b", "B2"], ["x", "b2"], ("B2", "b2", "in case")),
        (["117"], ["17"], None),
        (["d1"], ["d12"], None),
        (["x"], ["y"], None),
        ([""], ["y"], None),
        (["ad1"], ["d1"], None),
    ],
)
def test_spellings(ids, others, found):
    assert different_spelling(ids, others) == found


def test_nothing_in_common_is_warned_of_with_an_id_of_each():
    (sentence,) = warned({"q1": ["x1", "x2"], "q2": ["x3"]})
    assert sentence == (
        "no document of the run is judged, so every measure of relevance is 0: for query 'q1' the run has 'x1', the "
        "judgements 'd1'"
    )
    (sentence,) = warned({"q1": {"D2": 1.5, "D1": 0.5}, "q2": {"D9": 1}})
    assert sentence.endswith("for query 'q1' the run has 'D1', the judgements 'd1', which differ in case")


def test_in_some_queries_only():
    (sentence,) = warned({"q1": ["d1"], "q2": ["d3 "], "q3": ["D4"]})
    assert sentence == (
        "in 2 of 3 queries (q2 and q3) no result is judged: for query 'q2' the run has 'd3 ', the judgements 'd3', "
        "which differ in white space"
    )
    (sentence,) = warned({"q1": {1: 0.5}, "q2": {"3": 0.5}}, {"q1": {1: 1}, "q2": {3: 1}})
    assert "for query 'q2' the run has '3', the judgements 3, which differ in type" in sentence


def test_where_nothing_is_odd_nothing_is_said():
    assert warned({"q1": ["d1"], "q2": ["x"], "q3": ["y"]}) == [], "unjudged results are common"
    assert warned({"q1": ["d1"], "q2": [], "q9": ["D1"]}) == []
    assert warned({"q1": ["d1"], "q2": ["d3.run"]}) == [], "another document, with a name that begins alike"
    assert warned({"q1": ["d1"]}, queries="run") == []


def test_predictions_are_warned_of_too():
    qrels = pd.DataFrame({"query_id": ["q1"], "doc_id": ["a"], "score": [1]})
    with pytest.warns(UserWarning, match="the run has 'A', the judgements 'a', which differ in case") as caught:
        rt.evaluate_predictions({"q1": [("A", 0.9)]}, qrels)
    assert caught[0].filename == __file__, "the line that called is named"
    with pytest.warns(UserWarning) as caught:
        rt.evaluate({"q1": ["A"]}, {"q1": {"a": 1}}, "AP")
    assert caught[0].filename == __file__


@pytest.fixture
def write(tmp_path):
    def make(text, name="a.run"):
        (tmp_path / name).write_text(text, encoding="utf-8")
        return tmp_path / name

    return make


AGAINST = "q1 Q0 a 1 0.1 t\nq1 Q0 b 2 0.2 t\nq2 Q0 a 1 9 t\nq2 Q0 b 2 8 t\n"
EQUAL = "q1 Q0 a 1 1 t\nq1 Q0 b 2 1 t\nq2 Q0 a 1 1 t\n"


def test_scores_against_ranks_and_equal_scores(write):
    (sentence,) = score_warnings(write(AGAINST))
    assert (
        sentence == "the scores of 1 of the first 2 queries contradict the ranks beside them; scores decide the order"
    )
    (sentence,) = score_warnings(write(EQUAL))
    assert sentence == "the scores of 1 of the first 2 queries are all equal, so that document ids decide the order"
    frame = pd.DataFrame({"qid": ["q1", "q1"], "docno": ["a", "b"], "rank": [1, 2], "score": [0.1, 0.2]})
    assert score_warnings(frame) == [
        "the scores of 1 of 1 query contradict the ranks beside them; scores decide the order"
    ]
    assert rt.evaluate(frame, {"q1": {"a": 1}}, "AP").attrs["warnings"] == score_warnings(frame)
    for run in ({"q1": ["a", "b"]}, frame.drop(columns="rank"), write("no run"), write("").parent, "missing"):
        assert score_warnings(run) == []
    assert score_warnings(write("q1 Q0 a 1 2 t\nq1 Q0 b 2 1 t\nq1 Q0 c x high t\n")) == []


def test_the_command_line_says_so(write, capsys):
    qrels = str(write("q1 0 a 1\n", "qrels"))
    assert main(["trec", qrels, str(write(AGAINST)), "-m", "AP"]) == 0
    out, err = capsys.readouterr()
    assert "a: the scores of 1 of the first 2 queries contradict" in out and err == ""
    for form in ("json", "csv", "trec"):
        assert main(["trec", qrels, str(write(AGAINST)), "-m", "AP", "--format", form]) == 0
        out, err = capsys.readouterr()
        assert "contradict" not in out and "contradict" in err
    run = str(write("q1 Q0 A 1 1 t\n"))
    for form in ("table", "trec"):
        assert main(["trec", qrels, run, "-m", "AP", "--format", form]) == 0
        assert f"ratools: {run}: no document of the run is judged" in capsys.readouterr().err

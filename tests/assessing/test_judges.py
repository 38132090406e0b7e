"""How far judges agree, a judge that is a program, and what another judge does to the order of systems."""

import time

import numpy as np
import pytest

from ratools.assessing import agreement, compare_judges, judge_with, pool
from ratools.assessing.judgement_file import JudgementFile
from ratools.metrics.agreement import cohen_kappa, krippendorff_alpha

ADA = {"a": 3, "b": 2, "c": 0, "d": 0, "e": 1}
BEN = {"a": 3, "b": 0, "c": 0, "d": 1, "e": 1}
CY = {"a": 2, "b": 2, "d": 0}
RUNS = {"bm25": {"q1": ["a", "b", "c"], "q2": ["d", "e"]}, "dense": {"q1": ["c", "a"], "q2": ["e"]}}
TEXTS = {"q1": "reset my password", "q2": "invoice"}
DOCS = {"a": "how to reset a password", "b": "password rules", "c": "prices", "d": "the invoice", "e": ""}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "judgements.csv"


def graded(path, **judges):
    file = JudgementFile(path)
    for judge, grades in judges.items():
        for doc, grade in grades.items():
            file.append(judge, "q1", doc, "grade", grade)
    return file


def test_agreement_of_two(path):
    file = graded(path, Ada=ADA, Ben=BEN)
    file.append("Ada", "q1", "a", "again", 2)
    found = agreement(path)
    [row] = found.table.to_dict("records")
    one, other = list(ADA.values()), list(BEN.values())
    assert (row["first"], row["second"], row["pairs"], row["alike"]) == ("Ada", "Ben", 5, 3 / 5)
    assert row["kappa"] == cohen_kappa(one, other) and row["kappa_linear"] == cohen_kappa(one, other, weights="linear")
    assert found.alpha is None and found.own == {"Ada": (1, 0), "Ben": (0, 0)}
    table = found.confusion["Ada", "Ben"]
    assert table.loc[2, 0] == 1 and table.loc[0, 0] == 1 and table.to_numpy().sum() == 5
    assert table.index.tolist() == table.columns.tolist() == [0, 1, 2, 3], "grades that nobody gave are there, too"
    assert found.differ[["document", "Ada", "Ben", "apart"]].values.tolist() == [["b", 2, 0, 2], ["d", 0, 1, 1]]
    assert "Ada graded 1 pair twice, 0 alike" in repr(found) and "Furthest apart" in repr(found)


def test_agreement_of_three_who_did_not_judge_the_same(path):
    graded(path, Ada=ADA, Ben=BEN, Cy=CY)
    found = agreement(path)
    assert found.table[["first", "second", "pairs"]].values.tolist() == [
        ["Ada", "Ben", 5], ["Ada", "Cy", 3], ["Ben", "Cy", 3]]  # fmt: skip
    rows = [[given.get(doc) for doc in ADA] for given in (ADA, BEN, CY)]
    assert found.alpha == krippendorff_alpha(rows, level="ordinal") and "Krippendorff" in repr(found)
    assert agreement(path, judges=["Cy", "Ada"]).table[["first", "second"]].values.tolist() == [["Cy", "Ada"]]


def test_judges_who_never_differ(path):
    graded(path, Ada=dict.fromkeys("abc", 1), Ben=dict.fromkeys("abc", 1))
    found = agreement(path)
    assert found.table["alike"].tolist() == [1.0] and found.differ.empty and "NaN" in repr(found)
    assert found.table[["kappa", "kappa_linear"]].isna().all(axis=None), "chance would do the same"


def test_agreement_takes_two_who_judged_the_same(path):
    graded(path, Ada={"a": 1})
    with pytest.raises(ValueError, match="agreement takes two judges, there is Ada"):
        agreement(path)
    graded(path, Ben={"b": 1})
    with pytest.raises(ValueError, match="no two judges graded the same pair; deal out an overlap"):
        agreement(path)
    with pytest.raises(ValueError, match="'Zoe' graded nothing; there are Ada and Ben"):
        agreement(path, judges=["Ada", "Zoe"])
    with pytest.raises(ValueError, match="no such file"):
        agreement(path.with_name("other.csv"))


def overlap(query, document):
    return min(len({*query.split()} & {*document.split()}), 3)


def test_a_program_judges_a_pool_by_its_texts(path):
    whole = pool(RUNS, queries=TEXTS, documents=DOCS)
    assert judge_with(overlap, whole, path, "overlap-rule") == (5, 0)
    assert JudgementFile(path).grades("overlap-rule") == {
        ("q1", "a"): 2, ("q1", "b"): 1, ("q1", "c"): 0, ("q2", "d"): 1, ("q2", "e"): 0}  # fmt: skip
    assert JudgementFile(path).depth() == 10
    assert judge_with(overlap, whole, path, "overlap-rule") == (0, 0), "nothing is judged twice"
    larger = pool({**RUNS, "new": {"q2": ["c"]}}, queries=TEXTS, documents=DOCS)
    assert judge_with(overlap, larger, path, "overlap-rule") == (1, 0), "only what is new"


def test_a_plain_dict_is_a_pool_and_ids_need_not_be_text(path):
    assert judge_with(lambda query, doc: np.int64(doc % 4), {1: [5, 6]}, path, "rule") == (2, 0)
    assert judge_with(lambda query, doc: 1, {1: [5, 6]}, path, "rule") == (0, 0)
    assert JudgementFile(path).grades("rule") == {("1", "5"): 1, ("1", "6"): 2}


def test_failures_are_noted_and_tried_again(path):
    whole, broken = pool(RUNS, queries=TEXTS, documents=DOCS), [True]

    def moody(query, document):
        if broken[0] and "password" in document:
            raise ConnectionError("no line")
        return 7 if broken[0] and not document else 1

    assert judge_with(moody, whole, path, "model") == (2, 3)
    notes = {row["document"]: row["note"] for row in JudgementFile(path).rows() if row["action"] == "failed"}
    assert notes == {"a": "ConnectionError: no line", "b": "ConnectionError: no line",
                     "e": "ValueError: 7 is not on the scale 0, 1, 2, 3"}  # fmt: skip
    broken[0] = False
    assert judge_with(moody, whole, path, "model") == (3, 0)
    assert len(JudgementFile(path).grades("model")) == 5


def test_an_interrupted_program_goes_on(path):
    whole, calls = pool(RUNS, queries=TEXTS, documents=DOCS), []

    def stopped(query, document):
        calls.append(document)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return 1

    with pytest.raises(KeyboardInterrupt):
        judge_with(stopped, whole, path, "model")
    assert judge_with(stopped, whole, path, "model") == (3, 0) and len(calls) == 6


def test_a_limited_pace(path):
    started = time.monotonic()
    judge_with(lambda query, doc: 0, {"q": ["a", "b", "c"]}, path, "slow", per_minute=600)
    assert time.monotonic() - started >= 0.2


def test_what_is_no_judge(path):
    whole = pool(RUNS)
    for function, judge, per_minute, sentence in [
        ("rule", "r", None, "function must take a query and a document"),
        (overlap, "", None, "judge must be a name"),
        (overlap, "r", 0, "per_minute must be above 0"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            judge_with(function, whole, path, judge, per_minute=per_minute)
    assert not path.exists()


def test_the_order_of_systems_by_another_judge(path):
    runs = {"up": {"q1": ["a", "b", "c"]}, "down": {"q1": ["c", "b", "a"]}, "last": {"q1": ["x", "y", "b"]}}
    graded(path, Ada={"a": 3, "b": 1, "c": 0, "z": 3}, Rule={"a": 0, "b": 1, "c": 3})
    found = compare_judges(path, runs, "nDCG@3", same_method={"Rule": ["down"]})
    assert found.means["Ada"].idxmax() == "up" and found.means["Rule"].idxmax() == "down"
    [row] = found.orders.to_dict("records")
    assert row["pairs"] == 3, "only what both judged"
    assert row["tau"] == pytest.approx(1 / 3) and row["tau_ap"] == pytest.approx(0.0)
    [swap] = found.swaps
    assert swap.startswith("up is ahead of down by Ada's grades") and "behind by Rule's" in swap
    [warning] = found.warnings
    assert warning.startswith("Rule works by the same method as down") and warning in repr(found)


def test_tau_ap_takes_the_first_judge_as_the_reference(path):
    """It is not symmetric: a system that the other judge lifts from the last place to the first costs most."""
    runs = {name: {"q1": [name]} for name in "abc"}
    graded(path, Ada={"a": 3, "b": 2, "c": 1}, Ben={"a": 2, "b": 1, "c": 3})
    measure = "nDCG@1"
    [row] = compare_judges(path, runs, measure).orders.to_dict("records")
    [back] = compare_judges(path, runs, measure, judges=["Ben", "Ada"]).orders.to_dict("records")
    assert row["tau"] == back["tau"] == pytest.approx(-1 / 3)
    assert row["tau_ap"] == pytest.approx(-0.5) and back["tau_ap"] == pytest.approx(0.0)


def test_what_cannot_be_compared(path):
    graded(path, Ada={"a": 3}, Ben={"b": 2})
    with pytest.raises(ValueError, match="at least two runs"):
        compare_judges(path, {"one": {"q1": ["a"]}})
    with pytest.raises(ValueError, match="Ada and Ben judged no pair in common"):
        compare_judges(path, RUNS)
    graded(path, Ben={"a": 2})
    with pytest.raises(ValueError, match="same_method names the judge 'Zoe'"):
        compare_judges(path, RUNS, same_method={"Zoe": ["bm25"]})
    with pytest.raises(ValueError, match="same_method names the system 'splade'"):
        compare_judges(path, RUNS, same_method={"Ada": ["splade"]})

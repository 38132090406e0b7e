"""Notebook 14: what its predictions, samples and model answer say of the data."""

import numpy as np
import pytest

import ratools as rt
from ratools.evaluation.student import moments, t_quantile
from ratools.metrics.answers import ABSTENTION
from ratools_course import check
from ratools_course.checker.bank import EXERCISES
from ratools_course.lessons.capstone import assessment as capstone
from ratools_course.lessons.capstone import views as capstone_steps
from ratools_course.systems.answer_scoring import stage_failures
from ratools_course.systems.datasets import capstone as read


@pytest.fixture(scope="module")
def data():
    return read()


def exact(data, name):
    pairs = zip(data.answers[name], data.references, strict=True)
    return [rt.exact_match(said["answer"], gold["answer"]) for said, gold in pairs]


def test_the_answers_that_the_texts_tell_of(data):
    a, b = exact(data, "A"), exact(data, "B")
    assert round(sum(a) / 48, 2) == 0.33 and round(sum(b) / 48, 2) == 0.17 and len(a) == 48
    assert sum(gold["answer"] == ABSTENTION for gold in data.references) == 10
    _, _, deviation = moments((np.array(b, dtype=float) - np.array(a, dtype=float))[:, None])
    assert round(float(deviation[0]), 3) == 0.377
    before, after = (stage_failures(data.answers[name], data.references) for name in "AB")
    pairs = list(zip(before, after, strict=True))
    assert before.count("right") == 6 and pairs.count(("right", "wrong cut")) == 5


def test_both_versions_side_by_side(data):
    table = capstone_steps.side_by_side(data, capstone_steps.MEASURES, 0.05)
    rows = ["B − A", "from", "to", "B wins", "A wins", "questions", "with margin 0.05"]
    assert table.loc[rows, "nDCG@10"].tolist() == ["0.224", "0.139", "0.309", 28, 3, 48, "passed"]
    assert table.loc[rows, "exact match"].tolist() == ["-0.167", "-0.276", "-0.057", 0, 8, 48, "stopped"]
    assert table.loc["with margin 0.05", "abstention"] == "cannot tell"
    assert "with margin 0.05" not in capstone_steps.side_by_side(data, ["F1"]).index
    assert round(t_quantile(47), 2) == 2.01, "the factor in lower-end-gap"
    with pytest.raises(ValueError, match="no measure 'P@5'"):
        capstone_steps.per_question(data, "P@5")


def test_as_many_answers_hold_an_accepted_one(data):
    assert capstone_steps.holding_an_answer(data) == {"A": 8, "B": 8}, "what the model answer says"


def test_with_the_pool_everything_on_top_is_judged(data):
    judged = capstone_steps.all_judgements(data)
    for run in data.runs.values():
        assert (rt.evaluate(run, judged, ["Judged@10"])["Judged@10"] == 1).all()


def test_a_pair_that_was_left_open_keeps_the_readers_grade(data):
    judged = capstone_steps.all_judgements(data, {"q10": {"k12": 1}})
    assert judged["q10"] == data.pool_grades["q10"] | {"k12": 1}
    assert judged["q19"] == data.pool_grades["q19"] and data.pool_grades["q10"]["k12"] == 0


def test_two_opinions_are_shown_side_by_side(data):
    mine = {"q10": {"k12": 1, "k14": 3}, "q01": {"k01": 2}}  # the reader: 0 and 3, and q01 was not left to you
    rows = capstone_steps.two_opinions(data, mine).to_numpy().tolist()
    assert rows == [["How long until I get my deposit back?", "Bringing a bike back", 1, 0]]


def test_the_loss_comes_with_the_cutter(data):
    means = capstone_steps.changes_apart(data)["exact match"].round(2)
    assert means.to_dict() == {
        "A's search, A's cutter": 0.33, "A's search, B's cutter": 0.17,
        "B's search, A's cutter": 0.33, "B's search, B's cutter": 0.17,
    }  # fmt: skip


def test_the_chunks_lose_nothing(data):
    reads, places = capstone_steps.reading_list(data)
    held = EXERCISES["held-bug"].reference
    assert len(places) == 38
    stages = {name: stage_failures(data.answers[name], data.references) for name in "AB"}
    for name, count in {"A": 28, "B": 35}.items():
        assert sum(map(held, reads[name], places)) == count == 38 - stages[name].count("not retrieved")
        assert "not in a chunk" not in stages[name]
    assert stages["B"].count("wrong cut") == stages["B"].count("rightly abstained") == 8, "stage-at-most"
    lost = capstone_steps.moved(data).query("`in A` == 'right'")["in B"]
    assert lost["q11"] == "wrong cut" and lost["q10"] == "wrong sentence" and len(lost) == 6


@pytest.mark.parametrize(
    "exercise, value, told",
    [
        ("stage-at-most", 8 / 48, "two eights"),
        ("stage-at-most", 16, "divide by all 48"),
        ("stage-at-most", 16 / 40, "counts all 48"),
        ("capstone-queries", (2.8 * 0.377 / 0.1) ** 2, "a margin of 0.1"),
        ("capstone-queries", (1.96 + 0.84 * 0.377 / 0.05) ** 2, "Brackets"),
        ("capstone-queries", 450, "Near enough for a plan"),
    ],
)
def test_near_misses_get_a_sentence_of_their_own(exercise, value, told):
    result = check(exercise, value)
    assert result.status == "wrong" and told in result.message


def test_a_gate_that_stops_at_every_loss_is_known():
    def gate_code(interval, margin):
        low, high = interval
        return 1 if high < 0 else 0 if low > -margin else 3

    assert check("gate-code", gate_code).misconception == "any-loss-stops"


def test_judging_may_come_before_the_choice_of_measures():
    assert check("evaluation-parsons", [4, 3, 2, 7, 1, 6]).status == "right"
    assert check("evaluation-parsons", [4, 1, 2, 3, 7, 6]).status == "wrong"


# The plan ------------------------------------------------------------------------------------------------------------


def test_a_plan_is_kept_and_a_change_of_it_is_told(tmp_path):
    path = tmp_path / "my_plan.jsonl"
    empty = capstone_steps.commit_plan(path=path)
    assert "Nothing committed yet: replace each ... and run" in repr(empty)
    assert not path.exists() and empty.margin == 0.05
    half = capstone_steps.commit_plan("visitors", "silence", "F1", path=path)
    assert "(second, margin)" in repr(half) and not path.exists()
    capstone_steps.commit_plan("visitors", "wrong answer", "nDCG@10", "exact match", 0.05, path=path)
    again = capstone_steps.commit_plan(path=path)
    assert again.first == "nDCG@10" and "Committed" in repr(again) and "Would nDCG@10 notice it?" in repr(again)
    assert len(path.read_text(encoding="utf-8").splitlines()) == 1
    changed = capstone_steps.commit_plan("visitors", "wrong answer", "exact match", "nDCG@10", 0.2, path=path)
    assert "margin 0.05 → 0.2" in repr(changed) and "not your first plan" in repr(changed)
    assert "notice it?" not in repr(changed)
    assert "Had you seen a result by then?" in repr(changed)
    half = capstone_steps.commit_plan("visitors", "silence", margin=0.3, path=path)
    assert half.values == changed.values and "still open (first, second)" in repr(half)
    with path.open("a", encoding="utf-8") as file:
        file.write("torn {\n[]\n")
    assert capstone_steps.commit_plan(path=path).values == changed.values


@pytest.mark.parametrize(
    "values, told",
    [
        (("", "silence", "F1", "R@10", 0.05), "used_by must say who"),
        (("us", "wrong answers", "F1", "R@10", 0.05), "did you mean 'wrong answer'"),
        (("us", "silence", "EM", "R@10", 0.05), "first must be one of"),
        (("us", "silence", ["F1", "EM"], "R@10", 0.05), "first must be one of"),
        (("us", "silence", "F1", "F1", 0.05), "choose two measures"),
        (("us", "silence", "F1", "R@10", 5), "margin must be a number between 0 and 1"),
        (("us", "silence", "F1", "R@10", True), "margin must be"),
    ],
)
def test_a_plan_that_cannot_be(values, told, tmp_path):
    with pytest.raises(ValueError, match=told):
        capstone_steps.commit_plan(*values, path=tmp_path / "plan.jsonl")
    assert not list(tmp_path.iterdir())


def test_your_plan_beside_the_result(data):
    plan = capstone_steps.Plan(("us", "silence", "F1", "R@10", 0.3), "today")
    table = capstone_steps.beside_plan(plan, data)
    assert list(table) == ["first: F1", "second: R@10"] and set(table.loc["with margin 0.3"]) == {"passed"}


# The write-up --------------------------------------------------------------------------------------------------------


def test_marks_are_added_up():
    full = {name: criterion["points"] for name, criterion in capstone.RUBRIC.items()}
    assert repr(capstone.mark(full)) == "20 of 20 points."
    told = repr(capstone.mark(full | {"the stage": 1}))
    assert told.startswith("17 of 20 points. Still to win:") and "tests the two changes apart" in told
    assert "Not marked yet" in repr(capstone.mark(full | {"the stage": ...}))
    with pytest.raises(ValueError, match="0 to 4 points"):
        capstone.mark(full | {"the stage": 5})
    with pytest.raises(ValueError, match="give points for"):
        capstone.mark({"stage": 1})
    with pytest.raises(ValueError, match="marks must be {criterion: points}"):
        capstone.mark([3, 3, 4, 3, 4, 3])


def test_the_rubric_and_its_samples():
    assert "20 points" in repr(capstone.rubric())
    for sample in capstone.SAMPLES.values():
        assert sample["marks"].keys() == capstone.RUBRIC.keys()
        assert all(0 <= points <= capstone.RUBRIC[name]["points"] for name, points in sample["marks"].items())
    assert "2 points" in repr(capstone.samples()) and "15 points" in repr(capstone.samples())
    assert "<strong>Decision.</strong>" in capstone.model_answer()._repr_html_()
    assert f"some {round(EXERCISES['capstone-queries'].truth(), -1):.0f} real questions" in capstone.MODEL

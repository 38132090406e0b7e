"""Marks without nbgrader: what an answer gets, why, and what an attack on the marking gains."""

import base64
import json
import os
import pickle
import subprocess
import sys
from fractions import Fraction

import pytest

from ratools_course.checker.bank import EXERCISES
from ratools_course.classroom.assignments import making, marking, private, variants
from ratools_course.classroom.assignments.handing_in import packed

SEED = "a private seed"


def defined(source, name):
    """What a cell defines."""
    space = {"__name__": "__main__"}
    exec(compile(source, "<cell>", "exec"), space)
    return space[name]


def marked(exercise, answer, points=4, student="maria", **more):
    """The mark of one answer, as the process that marks gives it."""
    request = {"seed": SEED, "assignment": "05_ndcg", "student": student, "bank": None, "varied": True} | more
    request["answers"] = [{"exercise": exercise, "points": points, "answer": answer}]
    [mark] = marking.mark(json.loads(json.dumps(request)))
    return mark


def cell(source, name="dcg_at_k"):
    return packed(defined(source, name))


def test_a_right_function_gets_all_points():
    mark = marked("dcg_at_k", cell(EXERCISES["dcg_at_k"].solution))
    assert (mark["points"], mark["why"], mark["misconception"]) == (4, "right", None)


def test_a_wrong_idea_gets_its_share_and_its_name():
    source = "def dcg_at_k(relevances, k):\n    return sum(g / r for r, g in enumerate(relevances[:k], 1))"
    mark = marked("dcg_at_k", cell(source))
    assert (mark["points"], mark["misconception"]) == (1.6, "discount-is-rank")
    assert "“The discount is the rank itself”" in mark["text"] and "The discount is the rank itself" in mark["html"]


def test_special_cases_cost_less_than_the_rest():
    source = EXERCISES["ndcg_at_k"].solution.replace(" if any(ideal) else 0.0", "")
    mark = marked("ndcg_at_k", cell(source, "ndcg_at_k"))
    assert (mark["points"], mark["why"]) == (2.8, "right but for special cases")


@pytest.mark.parametrize(
    "source, told",
    [
        ("import ratools\ndef dcg_at_k(relevances, k): return ratools.dcg_at_k(relevances, k)", "That is ours"),
        ("def dcg_at_k(relevances, k):\n    while True: pass", "a loop that never ends"),
        ("def dcg_at_k(relevances, k):\n    raise RuntimeError('no')", "RuntimeError: no"),
        ("import os\ndef dcg_at_k(relevances, k): os._exit(0)", "ended the whole process"),
        ("def dcg_at_k(relevances, k): return 4.0", "knows the example"),
        ("def dcg_at_k(relevances, k): ...", "Not attempted"),
    ],
)
def test_what_gets_nothing_and_why(source, told):
    mark = marked("dcg_at_k", cell(source))
    assert mark["points"] == 0 and told in mark["text"]


def test_an_answer_that_is_missing_or_cannot_be_sent_gets_nothing():
    import threading

    assert marked("dcg_at_k", packed(None))["why"] == "not attempted"
    lock = threading.Lock()
    mark = marked("dcg_at_k", packed(lambda relevances, k: lock))
    assert mark["points"] == 0 and "cannot be copied" in mark["text"]


def test_lines_in_order_get_a_share():
    right = list(EXERCISES["dcg-parsons"].order)
    assert marked("dcg-parsons", packed(right), 2)["points"] == 2
    assert marked("dcg-parsons", packed([*right[:5], right[6], right[5]]), 2)["points"] == 0.8
    assert marked("dcg-parsons", packed(right[::-1]), 2)["points"] == 0


def test_a_number_is_marked_by_the_numbers_of_whose_submission_it_is():
    salt = marking.numbers_salt(SEED)
    mine, theirs = (variants.numbers("ndcg-number-s1", name, salt).truth() for name in ("maria", "jo"))
    assert marked("ndcg-number-s1", packed(mine, "Maria"), 2)["points"] == 2
    mark = marked("ndcg-number-s1", packed(theirs, "jo"), 2)
    assert mark["points"] == 0 and "right for the numbers of “jo”" in mark["text"]
    assert marked("ndcg-number-s1", packed(EXERCISES["ndcg-number-s1"].truth()), 2, varied=False)["points"] == 2


def test_an_answer_that_breaks_the_marking_costs_the_others_nothing():
    bad = {"pickle": "AAAA", "file": "", "lines": []}
    mark = marked("dcg_at_k", bad)
    assert mark["points"] == 0 and "look at it yourself" in mark["text"]


TAKEN_OVER = """
import sys
from ratools_course.checker.verdicts import Result
for module in [one for name, one in sys.modules.items() if name == "__main__" or name.startswith("ratools")]:
    for name in ("check_function", "check_number", "check_order"):
        if hasattr(module, name):
            setattr(module, name, lambda exercise, *rest: Result(exercise.id, "right", "All is well."))
    if hasattr(module, "SHARES"):
        module.SHARES.update(dict.fromkeys(module.SHARES, 1.0))
"""


class Trojan:
    """A pickle that changes the process in which it is opened."""

    def __init__(self, code):
        self.code = code

    def __reduce__(self):
        return exec, (self.code,)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="without fork the pickle is opened by the process that decides")
@pytest.mark.parametrize("code", [TAKEN_OVER, "import os; os._exit(0)", "raise SystemExit"])
def test_a_pickle_that_takes_the_process_over_gains_nothing_and_costs_the_others_nothing(code):
    trojan = {"pickle": base64.b64encode(pickle.dumps(Trojan(code))).decode(), "file": "", "lines": []}
    answers = [("dcg_at_k", trojan), ("dcg-parsons", packed(list(EXERCISES["dcg-parsons"].order)))]
    request = {"seed": SEED, "assignment": "a", "student": "s", "bank": None, "varied": False}
    request["answers"] = [{"exercise": id, "points": 2, "answer": answer} for id, answer in answers]
    command = [sys.executable, "-P", "-m", "ratools_course.classroom.assignments.marking"]
    done = subprocess.run(command, input=json.dumps(request).encode(), capture_output=True, timeout=300)
    assert [mark["points"] for mark in json.loads(done.stdout)] == [0, 2], done.stderr.decode()


def test_answers_go_as_plain_data_where_they_can():
    import numpy as np

    for answer in (0.5, 3, "0.5", [1, 2], (1, 2), np.float32(0.5), np.array([1, 2]), Fraction(1, 2)):
        assert "plain" in packed(answer) and json.dumps(packed(answer))
    assert marked("ndcg-number-s1", packed(len), 2)["points"] == 0
    assert "not a function" in marked("dcg_at_k", packed(0.5))["text"]


def test_a_private_exercise_is_in_the_assignment_without_a_check(tmp_path):
    solution = '"""\\ndef my_gain(relevances, k):\\n    return sum(relevances[:k])\\n"""'
    (tmp_path / "mine.py").write_text(
        "from ratools_course.checker.kinds import write\n"
        'write(id="my-gain", notebook="05_ndcg", signature="relevances, k", example=([3, 2, 0], 2), '
        f'solution={solution}, hints=("a", "b", "c"), measure="cumulative_gain", name="my_gain", '
        'sentence="The gains, added.")\n'
    )
    try:
        making.PRIVATE.update(private.load_exercises(tmp_path))
        assert "my-gain" in making.PRIVATE
        name, exercises = making.chosen("05")
        assert exercises[-1].id == "my-gain"
        book, plan = making.notebook_of(name, exercises[-1:])
        assert [one.metadata["nbgrader"]["grade_id"] for one in book.cells][2:] == ["e1-task", "e1-answer", "e1-mark"]
        assert (
            marked("my-gain", cell("def my_gain(relevances, k): return sum(relevances[:k])", "my_gain"))["points"] == 4
        )
        with pytest.raises(ValueError, match="an id of its own"):
            private.load_exercises(tmp_path)
    finally:
        making.PRIVATE.discard("my-gain")
        EXERCISES.pop("my-gain", None)

"""Assignments without nbgrader: hidden inputs, other numbers for everybody, marks, what stays private."""

import base64
import json
import os
import pickle
import re
import subprocess
import sys
from fractions import Fraction

import nbformat
import pytest

from ratools_course.checker.bank import EXERCISES
from ratools_course.checker.functions import answered_calls
from ratools_course.checker.kinds import FunctionExercise, NumberExercise
from ratools_course.classroom.assignments import hidden_probes, marking, nbgrader_step, private, variants
from ratools_course.classroom.assignments import making as assignments
from ratools_course.classroom.assignments.handing_in import MIME, packed
from ratools_course.misconceptions.inputs import same

FUNCTIONS = [one for one in EXERCISES.values() if isinstance(one, FunctionExercise)]
SEED = "a private seed"


def defined(source, name):
    """What a cell defines."""
    space = {"__name__": "__main__"}
    exec(compile(source, "<cell>", "exec"), space)
    return space[name]


# Hidden inputs -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", [one.id for one in FUNCTIONS])
def test_a_right_solution_is_right_on_hidden_inputs_and_these_are_others(id):
    exercise = EXERCISES[id]
    public = [repr(call) for call, _ in answered_calls(id, False)]
    tiers = hidden_probes.hidden_tiers("key one")(id, False)
    calls = [pair for tier in tiers for pair in tier]
    solution = defined(exercise.solution, exercise.name)
    for (arguments, options), expected in calls:
        assert same(solution(*arguments, **options), expected, 1e-9)
    new = [call for call, _ in tiers[2] if repr(call) not in public]
    assert len(new) >= len(tiers[2]) / 4, "most of what is drawn is not in the public list"
    assert repr(tiers[2]) != repr(hidden_probes.hidden_tiers("key two")(id, False)[2])
    assert repr(tiers) == repr(hidden_probes.hidden_tiers("key one")(id, False)), "the same for everybody"


# Other numbers -------------------------------------------------------------------------------------------------------


def test_number_exercises_vary():
    """An exercise without a maker keeps its numbers; nearly all have one."""
    asked = {one.id for one in EXERCISES.values() if isinstance(one, NumberExercise) and one.kind == "number"}
    assert set(variants.MAKERS) <= asked
    assert len(variants.MAKERS) >= 0.8 * len(asked)


@pytest.mark.parametrize("id", variants.MAKERS)
def test_numbers_differ_between_students_and_stay_with_each(id):
    mine = [variants.numbers(id, f"student {n}", "salt") for n in range(40)]
    assert len({one.question for one in mine}) >= 4
    for n, one in enumerate(mine):
        again = variants.numbers(id, f" Student {n}", "salt")
        assert (again.question, again.truth()) == (one.question, one.truth())
        assert one.check(one.truth()).status == "right"
        assert one.check(one.truth() + 10 * one.tolerance).status == "wrong"
        assert one.check(...).status == "not attempted"
        assert abs(one.truth() - EXERCISES[id].truth()) > EXERCISES[id].tolerance, "never the course's own number"


def test_numbers_name_the_wrong_idea_and_want_a_student():
    found = set()
    for n in range(30):
        one = variants.numbers("library-recall", f"s{n}", "salt")
        brought, useful, _ = map(int, re.findall(r"\d+", one.question))
        found.add(one.check(useful / brought).misconception)
    assert "recall-over-k" in found
    with pytest.raises(ValueError, match="your id"):
        variants.numbers("library-recall", " ", "salt")


# Marks ---------------------------------------------------------------------------------------------------------------


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
for module in [one for name, one in sys.modules.items() if name == "__main__" or name.startswith("ratools.")]:
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


# The step in nbgrader ------------------------------------------------------------------------------------------------


def step(tmp_path, outputs, marks=()):
    """What the step makes of one cell with these outputs; `marks` is what the other process would say."""
    path = tmp_path / "private.json"
    plan = {"e1-mark": {"exercise": "dcg_at_k", "points": 4}}
    path.write_text(json.dumps({"seed": SEED, "bank": None, "varied": False, "assignments": {"a": plan}}))
    one = nbgrader_step.MarkAnswers(private_file=str(path))
    one.ask = lambda request: list(marks)
    code = nbformat.v4.new_code_cell("", outputs=outputs, metadata={"nbgrader": {"grade_id": "e1-mark"}})
    book, _ = one.preprocess(nbformat.v4.new_notebook(cells=[code]), {"nbgrader": {"assignment": "a", "student": "s"}})
    shown, points = book.cells[0].outputs
    return shown["data"]["text/plain"], float(points["data"]["text/plain"])


def result(text):
    return nbformat.v4.new_output("execute_result", {"text/plain": text}, execution_count=1)


def test_a_cell_that_hands_nothing_in_gets_nothing(tmp_path):
    """nbgrader alone would give full points to a cell without output, and believe a number that is there."""
    assert step(tmp_path, []) == (nbgrader_step.NOTHING, 0)
    assert step(tmp_path, [result("4.0")])[1] == 0
    error = nbformat.v4.new_output("error", ename="NameError", evalue="no", traceback=[])
    assert "NameError" in step(tmp_path, [error])[0]


def test_what_the_kernel_printed_does_not_count_beside_the_mark(tmp_path):
    handed_in = nbformat.v4.new_output("display_data", {MIME: packed(None), "text/plain": ""})
    mark = {"points": 1.6, "text": "told", "html": None}
    assert step(tmp_path, [handed_in, result("4.0")], [mark]) == ("told", 1.6)


def test_a_marking_process_that_fails_is_told_and_gives_nothing(tmp_path, monkeypatch):
    one = nbgrader_step.MarkAnswers()
    monkeypatch.setattr(nbgrader_step.sys, "executable", "/bin/false")
    [mark] = one.ask({"student": "s", "answers": [{"exercise": "dcg_at_k", "points": 4, "answer": {}}]})
    assert mark["points"] == 0 and "look at it yourself" in mark["text"]


# The notebook --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", ["01", "02", "05", "11"])
def test_the_source_has_every_exercise_with_solution_check_and_mark(number):
    name, exercises = assignments.chosen(number)
    book, plan = assignments.notebook_of(name, exercises, "salt")
    nbformat.validate(book)
    ids = [one.metadata["nbgrader"]["grade_id"] for one in book.cells]
    assert len(set(ids)) == len(ids)
    assert [task["exercise"] for task in plan.values()] == [one.id for one in exercises]
    answers = [one for one in book.cells if one.metadata["nbgrader"]["grade_id"].endswith("-answer")]
    for code, exercise in zip(answers, exercises, strict=True):
        before, inside, after = re.split(r"### (?:BEGIN|END) SOLUTION\n?", code.source)
        assert not after and code.metadata["nbgrader"]["solution"]
        if variants.can_vary(exercise):
            assert before == f"{exercise.name} = ...\n"
        else:
            assert before == exercise.stub and inside == exercise.solution
    marks = [one for one in book.cells if one.metadata["nbgrader"]["grade"]]
    assert sum(one.metadata["nbgrader"]["points"] for one in marks) == sum(task["points"] for task in plan.values())
    assert all(re.search(r"BEGIN HIDDEN TESTS.*hand_in.*END HIDDEN TESTS", one.source, re.S) for one in marks)
    assert SEED not in json.dumps(book)


def test_conventions_that_hidden_tests_ask_for_are_stated():
    assert "where nothing is relevant: 0.0" in assignments._conventions(EXERCISES["ndcg_at_k"])
    left_out = assignments._conventions(EXERCISES["ndcg-gap-3"])
    assert "relevant" not in left_out and "judged" not in left_out


# Private -------------------------------------------------------------------------------------------------------------


def test_nothing_private_goes_into_the_repository(tmp_path, capsys):
    inside = str(private.repository() / "somewhere")
    link = tmp_path / "link"
    link.symlink_to(private.repository())
    for words in (["--out", inside], ["--out", str(link / "x")], ["--out", str(tmp_path), "--bank", inside]):
        assert assignments.main(["05", *words]) == 2
        assert "which is public" in capsys.readouterr().err
    assert assignments.main(["05", "--out", str(tmp_path / "c"), "--seed", "short"]) == 2
    assert "at least 8 characters" in capsys.readouterr().err
    assert not (tmp_path / "c").exists()


def test_a_course_keeps_its_seed_and_gets_one_if_none_is_given(tmp_path):
    assignments.write_course(tmp_path / "c", "05", only=["cumulative_gain"])
    first = json.loads((tmp_path / "c" / "private.json").read_text())
    assignments.write_course(tmp_path / "c", "04")
    second = json.loads((tmp_path / "c" / "private.json").read_text())
    assert len(first["seed"]) >= 16 and second["seed"] == first["seed"] and not second["varied"]
    assert set(second["assignments"]) == {"05_ndcg", "04_average_precision"}
    with pytest.raises(ValueError, match="another seed"):
        assignments.write_course(tmp_path / "c", "03", seed="another private seed")
    released = (tmp_path / "c" / "nbgrader_config.py").read_text() + str(
        list((tmp_path / "c" / "source").rglob("*.ipynb"))
    )
    assert first["seed"] not in released


def test_a_private_bank_brings_probes_and_says_what_is_wrong_with_one(tmp_path):
    (tmp_path / "probes.toml").write_text("[[probe]]\nexercise = 'dcg_at_k'\narguments = '([1, 2, 3, 9], 4)'\n")
    probes = private.load_probes(tmp_path)
    assert probes == {"dcg_at_k": [(([1, 2, 3, 9], 4), {})]}
    calls = [call for tier in hidden_probes.hidden_tiers("k", probes)("dcg_at_k", False) for call, _ in tier]
    assert (([1, 2, 3, 9], 4), {}) in calls
    for text, told in (
        ("exercise = 'dcg'", "there is no exercise 'dcg'"),
        ("exercise = 'dcg_at_k'", "cannot take that"),
    ):
        (tmp_path / "probes.toml").write_text(f"[[probe]]\n{text}\narguments = '(3,)'\n")
        with pytest.raises(ValueError, match=told):
            private.load_probes(tmp_path)


def test_a_notebook_or_an_exercise_that_is_not_there_gets_a_sentence(tmp_path, capsys):
    for words, told in ((["99"], "there is no notebook"), (["05", "--exercise", "dcg"], "has no exercise 'dcg'")):
        assert assignments.main([*words, "--out", str(tmp_path / "c")]) == 2
        assert told in capsys.readouterr().err


def test_a_private_exercise_is_in_the_assignment_without_a_check(tmp_path):
    solution = '"""\\ndef my_gain(relevances, k):\\n    return sum(relevances[:k])\\n"""'
    (tmp_path / "mine.py").write_text(
        "from ratools_course.checker.kinds import write\n"
        'write(id="my-gain", notebook="05_ndcg", signature="relevances, k", example=([3, 2, 0], 2), '
        f'solution={solution}, hints=("a", "b", "c"), '
        'measure="cumulative_gain", name="my_gain", sentence="The gains, added.")\n'
    )
    try:
        assignments.PRIVATE.update(private.load_exercises(tmp_path))
        assert "my-gain" in assignments.PRIVATE
        name, exercises = assignments.chosen("05")
        assert exercises[-1].id == "my-gain"
        book, plan = assignments.notebook_of(name, exercises[-1:])
        assert [one.metadata["nbgrader"]["grade_id"] for one in book.cells][2:] == ["e1-task", "e1-answer", "e1-mark"]
        assert (
            marked("my-gain", cell("def my_gain(relevances, k): return sum(relevances[:k])", "my_gain"))["points"] == 4
        )
        with pytest.raises(ValueError, match="an id of its own"):
            private.load_exercises(tmp_path)
    finally:
        assignments.PRIVATE.discard("my-gain")
        EXERCISES.pop("my-gain", None)

"""The third hint is not yet the solution: the line that decides is still to be written."""

import ast
import re

import pytest

from ratools_course import checker as exercises
from ratools_course.checker.bank import EXERCISES
from ratools_course.checker.kinds import FunctionExercise, NumberExercise


def squeezed(code):
    return re.sub(r"\s+", "", code)


def decisive(exercise):
    """What a learner is to find: the gaps' fillings, the lines that a bug changes, or what is returned at last."""
    solved = exercise.solution.splitlines()
    given = exercise.stub.splitlines()
    if exercise.kind == "gap":
        rules = [re.escape(line).replace("____", "(.+)") for line in given if "____" in line.partition("#")[0]]
        found = [re.fullmatch(rule, line) for rule in rules for line in solved]
        return [group for one in found if one for group in one.groups()]
    if exercise.kind == "bug":
        return [line.strip() for line in solved if line not in given]
    returned = [node.value for node in ast.walk(ast.parse(exercise.solution)) if isinstance(node, ast.Return)]
    return [ast.unparse(value) for value in returned if isinstance(value, (ast.BinOp, ast.ListComp))][-1:]


FUNCTIONS = [one for one in EXERCISES.values() if isinstance(one, FunctionExercise)]
NUMBERS = [one for one in EXERCISES.values() if isinstance(one, NumberExercise) and one.kind == "number"]


@pytest.mark.parametrize("exercise", FUNCTIONS, ids=lambda one: one.id)
def test_a_third_hint_leaves_the_decisive_line(exercise):
    told, parts = squeezed(exercise.hints[2]), decisive(exercise)
    spans = [squeezed(span) for span in re.findall("`([^`]+)`", exercise.hints[2])]
    assert "return" not in [span[:6] for span in spans]
    assert not parts or not all(squeezed(part) in told for part in parts), exercise.hints[2]
    body = [line for line in exercise.solution.splitlines()[1:] if line.strip()]
    assert not all(any(squeezed(line) in span for span in spans) for line in body)


@pytest.mark.parametrize("exercise", NUMBERS, ids=lambda one: one.id)
def test_a_third_hint_is_not_the_number(exercise):
    text = exercise.hints[2].replace("·", "*")
    for sum_ in re.findall(r"[(\d][\d\s.+*/()-]*[\d)]", text):
        try:
            value = eval(sum_)
        except (SyntaxError, TypeError):
            continue
        assert abs(value - exercise.truth()) > exercise.tolerance, exercise.hints[2]


def test_there_is_something_to_look_at():
    assert len(FUNCTIONS) > 35 and len(NUMBERS) > 4
    assert sum(bool(decisive(one)) for one in FUNCTIONS) > 20
    assert decisive(EXERCISES["ap-gap-3"]) == ["1", "hits / rank", "len(relevant)"]
    assert exercises.ids("bug")

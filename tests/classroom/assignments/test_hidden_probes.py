"""Hidden inputs: solutions are right on them, they are not the public ones, and a private bank adds to them."""

import pytest

from ratools_course.checker.bank import EXERCISES
from ratools_course.checker.functions import answered_calls
from ratools_course.checker.kinds import FunctionExercise
from ratools_course.classroom.assignments import hidden_probes
from ratools_course.misconceptions.inputs import same

FUNCTIONS = [id for id, exercise in EXERCISES.items() if isinstance(exercise, FunctionExercise)]


@pytest.mark.parametrize("id", FUNCTIONS)
def test_a_right_solution_is_right_on_hidden_inputs_and_these_are_others(id):
    exercise = EXERCISES[id]
    public = [repr(call) for call, _ in answered_calls(id, False)]
    tiers = hidden_probes.hidden_tiers("key one")(id, False)
    calls = [pair for tier in tiers for pair in tier]
    namespace = {"__name__": "__main__"}
    exec(compile(exercise.solution, "<cell>", "exec"), namespace)
    solution = namespace[exercise.name]
    for (arguments, options), expected in calls:
        assert same(solution(*arguments, **options), expected, 1e-9)
    new = [call for call, _ in tiers[2] if repr(call) not in public]
    assert len(new) >= len(tiers[2]) / 4, "most of what is drawn is not in the public list"
    assert repr(tiers[2]) != repr(hidden_probes.hidden_tiers("key two")(id, False)[2])
    assert repr(tiers) == repr(hidden_probes.hidden_tiers("key one")(id, False)), "the same for everybody"

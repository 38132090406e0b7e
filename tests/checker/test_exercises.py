"""Every exercise: its solution is right, its stub not attempted, each wrong idea named; and nothing kills the kernel.

What many cases share runs the function here instead of in the worker (`here`), which a few cases prove to be the same.
"""

import ast
import contextlib
import inspect
import os
import re
import sys
import threading
import time
from fractions import Fraction
from functools import partial, reduce
from math import log2
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ratools as rt
from ratools_course import check, hint, misconceptions, solution
from ratools_course import checker as exercises
from ratools_course.checker import checking, worker
from ratools_course.checker.bank import EXERCISES
from ratools_course.checker.functions import answered_calls, exercise_mutants
from ratools_course.checker.kinds import FunctionExercise, NumberExercise, compute
from ratools_course.checker.package_use import uses_package
from ratools_course.lessons import lesson
from ratools_course.misconceptions import mutants_of
from ratools_course.misconceptions.inputs import OPTIONAL_CUT, draw_call, probes, same

FUNCTIONS = [one for one in EXERCISES.values() if isinstance(one, FunctionExercise)]
every = pytest.mark.parametrize("id", exercises.ids())
every_function = pytest.mark.parametrize("exercise", FUNCTIONS, ids=lambda one: one.id)
SIX = "precision_at_k recall_at_k reciprocal_rank mean_reciprocal_rank dcg_at_k ndcg_at_k".split()
MORE = """f_score_at_k success_at_k r_precision average_precision mean_average_precision cumulative_gain ideal_dcg_at_k
rbp err_at_k bpref judged_at_k condensed category_entropy subtopic_recall_at_k token_iou token_precision token_recall
token_f1 precision_omega span_recall span_precision span_iou exact_match f1_score abstention_accuracy score_classes
score_distribution matches_by_category cohen_kappa kendall_tau""".split()
LADDER = """ndcg-gap-1 ndcg-gap-3 dcg_at_k ideal_dcg_at_k ndcg_at_k dcg-parsons ndcg-bug ndcg-number-s1
ndcg-predict-swap""".split()


@pytest.fixture
def here(monkeypatch):
    monkeypatch.setattr(worker, "run", worker.run_here)


def defined(source, name):
    """What a notebook cell defines."""
    space = {"__name__": "__main__"}
    exec(source, space)
    return space[name]


def test_the_promised_exercises_are_there():
    assert set(SIX + MORE + LADDER) <= set(exercises.ids())
    assert {EXERCISES[id].notebook for id in LADDER} == {"05_ndcg"}
    assert {one.kind for one in EXERCISES.values()} == {"write", "gap", "bug", "number", "predict", "parsons"}
    assert exercises.ids("predict") == ["ndcg-predict-swap"]


def test_an_exercise_belongs_to_the_lesson_of_its_folder_or_to_the_notebook_that_it_names():
    parts = {"name": "half", "question": "Half?", "solution": "half = 0.5", "hints": ("a", "b", "c"), "truth": float}
    assert all((lesson(one.notebook).folder / "exercises.py").is_file() for one in EXERCISES.values())
    with pytest.raises(ValueError, match="exercise 'half-1' is not in a lesson's folder: .* notebook="):
        compute(id="half-1", **parts)
    try:
        compute(id="half-1", notebook="99_mine", **parts)
        assert EXERCISES["half-1"].notebook == "99_mine"
        with pytest.raises(ValueError, match="there are two exercises 'half-1'"):
            compute(id="half-1", notebook="99_mine", **parts)
    finally:
        EXERCISES.pop("half-1", None)


# Right, and not attempted --------------------------------------------------------------------------------------------


@every
def test_the_solution_is_right(id, here):
    answer = defined(solution(id).code, EXERCISES[id].name)
    result = check(id, answer)
    assert result.status == "right", result.message
    assert result.misconception is None and result.counterexample is None


@every
def test_the_stub_is_not_attempted_and_raises_nothing(id):
    answer = defined(exercises.stub(id), EXERCISES[id].name)
    result = check(id, answer)
    assert result.status == "not attempted"
    assert f'hint("{id}")' in result.message
    for nothing in (..., None):
        assert check(id, nothing).status == "not attempted"


@every
def test_a_solution_is_short_standalone_and_in_style(id):
    code, exercise = solution(id).code, EXERCISES[id]
    assert len(code.splitlines()) <= 20
    assert max(map(len, code.splitlines())) <= 120
    modules = {node.module for node in ast.walk(ast.parse(code)) if isinstance(node, ast.ImportFrom)}
    modules |= {name.name for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Import) for name in node.names}
    assert modules <= {"math", "collections", "itertools"}
    if isinstance(exercise, FunctionExercise):
        heads = [
            [
                node.args
                for node in ast.parse(text).body
                if isinstance(node, ast.FunctionDef) and node.name == exercise.name
            ]
            for text in (code, exercises.stub(id), f"def {exercise.name}({exercise.signature}): ...")
        ]
        assert ast.dump(heads[0][0]) == ast.dump(heads[1][0]) == ast.dump(heads[2][0])


@pytest.mark.parametrize("id", [one.id for one in FUNCTIONS if one.kind == "write"])
def test_a_write_exercise_has_the_packages_parameters(id):
    exercise = EXERCISES[id]
    ours = list(inspect.signature(exercise.reference or getattr(rt, exercise.measure)).parameters)
    theirs = [
        name.split("=")[0].strip() for name in exercise.signature.split(", ") if name.split("=")[0].isidentifier()
    ]
    assert [name for name in ours if name in theirs] == theirs
    assert exercise.name == (exercise.reference.__name__ if exercise.reference else exercise.measure)


@pytest.mark.slow
@every_function
@settings(max_examples=40, deadline=None, derandomize=True)
@given(rng=st.randoms(use_true_random=True))  # it draws a seed only, and so is quick
def test_the_solution_equals_the_measure(exercise, rng):
    function = defined(exercise.solution, exercise.name)
    arguments, options = draw_call(exercise.domain or exercise.measure, rng)
    assert same(function(*arguments, **options), exercise.truth(arguments, options))


@every_function
def test_probes_are_valid_input_only(exercise):
    calls = [call for call, _ in answered_calls(exercise.id, False)]
    if exercise.optional_k:
        calls += [call for call, _ in answered_calls(exercise.id, True)]
    for arguments, options in calls:
        exercise.truth(arguments, options)  # which refuses what is not
        for value in arguments:
            if (
                isinstance(value, list)
                and all(isinstance(item, str) for item in value)
                and "retrieved" in exercise.signature
            ):
                assert "tokens" in exercise.signature or len(set(value)) == len(value)
            if isinstance(value, dict) and all(isinstance(item, int) for item in value.values()):
                assert min(value.values(), default=0) >= (-1 if exercise.id == "judged-negative-bug" else 0)
            assert value is not None
    assert len(calls) > 30


# Every wrong idea by its name ----------------------------------------------------------------------------------------

PAIRS = [
    pytest.param(one, mutant, id=f"{one.id}-{mutant.function.__name__}")
    for one in FUNCTIONS
    for mutant in exercise_mutants(one)
]


def in_disguise(exercise, mutant):
    """A mutant as a learner's function."""
    space = {"wrong": mutant.function, "fixed": exercise.fixed, "__name__": "__main__"}
    if exercise.optional_k:
        return eval("lambda *a, k=None, **o: wrong(*a, k=k, **o, **fixed)", space)
    return eval("lambda *a, **o: wrong(*a, **o, **fixed)", space)


@pytest.mark.slow
@pytest.mark.parametrize(("exercise", "mutant"), PAIRS)
def test_every_mutant_is_named_by_its_own_id(exercise, mutant, here):
    result = check(exercise.id, in_disguise(exercise, mutant))
    assert result.status == "wrong"
    assert result.misconception == mutant.id
    idea = misconceptions.get(mutant.id)
    for part in (idea.title, idea.right, idea.question, "your function says", "it should be"):
        assert part in result.message
    example = result.counterexample
    assert not same(example.got, example.expected)
    assert same(example.got, mutant.function(*example.arguments, **example.options, **exercise.fixed))
    assert same(example.expected, exercise.truth(example.arguments, example.options))


@pytest.mark.slow
@every_function
def test_probes_tell_all_mutants_apart(exercise):
    """From the truth and from each other, unless they bear the same name; and `outside` holds only what must be."""
    pairs = answered_calls(exercise.id, False) + (answered_calls(exercise.id, True) if exercise.optional_k else [])
    seen = [("the truth", [value for _, value in pairs])]
    for mutant in exercise_mutants(exercise):
        values = [mutant.function(*arguments, **options, **exercise.fixed) for (arguments, options), _ in pairs]
        for name, others in seen:
            assert name == mutant.id or any(not same(a, b) for a, b in zip(values, others, strict=True)), (mutant, name)
        seen.append((mutant.id, values))
    assert not exercise.ideas or exercise.reference, "of a measure, the bank holds the wrong versions"
    known = {mutant.id for mutant in mutants_of(exercise.measure)}
    assert exercise.outside <= known
    for mutant in mutants_of(exercise.measure):
        if mutant.id in exercise.outside:
            assert all(same(mutant.function(*a, **o, **exercise.fixed), value) for (a, o), value in pairs), mutant


@pytest.mark.slow
@pytest.mark.parametrize("id", ["ndcg_at_k", "average_precision"])
def test_the_smallest_counterexample_of_the_idea_is_what_is_shown(id, here):
    for mutant in exercise_mutants(EXERCISES[id]):
        found = check(id, in_disguise(EXERCISES[id], mutant)).counterexample
        arguments = (*found.arguments, *([found.options["k"]] if "k" in found.options else []))
        assert arguments == mutant.counterexample


OVER_FOUND = """
def f(retrieved, relevant):
    hits = [rank for rank, doc in enumerate(retrieved, 1) if doc in relevant]
    return sum(n / rank for n, rank in enumerate(hits, 1)) / len(hits) if hits else 0
"""


def test_the_voice():
    over_found = defined(OVER_FOUND, "f")
    result = check("average_precision", over_found)
    assert result.message == (
        'For `retrieved = ["a"]`, `relevant = {"a", "b"}` your function says 1.0; it should be 0.5.\n\n'
        "It looks like this mistake: “Average only over what was found”. AP divides by all relevant documents. A miss "
        "is a zero in the mean, not an absence.\n\n"
        "Who would you rather hire, a system that finds one of two, or both?"
    )
    assert repr(result).startswith("✗ average_precision: Not yet. For retrieved")
    assert result == check("average_precision", over_found)


def test_an_unknown_mistake_gets_the_smallest_failing_input():
    result = check("precision_at_k", lambda retrieved, relevant, k: len(relevant) / (k + 3))
    assert result.misconception is None
    assert "should be" in result.message and "by hand" in result.message
    assert result.counterexample.arguments == (["a"], {"a"}, 1)


# Right functions, written differently --------------------------------------------------------------------------------


def numpy_dcg(relevances, k):
    gains = np.asarray(relevances, dtype=float)[:k]
    return np.sum(gains / np.log2(np.arange(2, gains.size + 2)))


def recursive_rr(retrieved, relevant, rank=1):
    if not retrieved:
        return 0
    return 1 / rank if retrieved[0] in relevant else recursive_rr(retrieved[1:], relevant, rank + 1)


def helper_gain(pair):
    rank, grade = pair
    return grade / log2(rank + 1)


def dcg_with_a_helper(relevances, k):
    return sum(map(helper_gain, enumerate(relevances[:k], 1)))


class Precision:
    def __call__(self, retrieved, relevant, k):
        return len(relevant.intersection(retrieved[:k])) / k


def while_loop(retrieved, relevant, k):
    hits = place = 0
    while place < min(k, len(retrieved)):
        hits += retrieved[place] in relevant
        place += 1
    return hits / k


def noisy(retrieved, relevant, k):
    print("looking at", retrieved)
    return sum(doc in relevant for doc in retrieved[:k]) / k + 1e-13


def numpy_ndcg(retrieved, relevance_scores, k):
    found = np.array([relevance_scores.get(doc, 0) for doc in retrieved])[:k]
    ideal = np.sort(list(relevance_scores.values()))[::-1][:k]
    discount = lambda gains: (gains / np.log2(np.arange(len(gains)) + 2)).sum()  # noqa: E731
    return np.float32(1) * 0 + np.float64(discount(found) / discount(ideal) if np.any(ideal) else 0)


STYLES = {
    "numpy sum": ("dcg_at_k", numpy_dcg),
    "numpy scalars": ("ndcg_at_k", numpy_ndcg),
    "recursion": ("reciprocal_rank", recursive_rr),
    "a helper function": ("dcg_at_k", dcg_with_a_helper),
    "a generator": ("dcg_at_k", lambda g, k: sum(x / log2(i + 2) for i, x in enumerate(g[:k]))),
    "reduce": ("cumulative_gain", lambda g, k: reduce(lambda a, b: a + b, g[:k], 0)),
    "fractions": ("recall_at_k", lambda r, g, k: Fraction(sum(d in g for d in r[:k]), len(g) or 1)),
    "an object that can be called": ("precision_at_k", Precision()),
    "a while loop": ("precision_at_k", while_loop),
    "prints, and floats a little off": ("precision_at_k", noisy),
    "int for 0 and 1": ("success_at_k", lambda r, g, k: 1 if set(r[:k]) & set(g) else 0),
    "other names, default k": ("recall_at_k", lambda a, b, c=10: len(set(a[:c]) & b) / len(b) if b else 0),
    "star arguments": ("recall_at_k", lambda *a: len(set(a[0][: a[2]]) & a[1]) / max(1, len(a[1]))),
    "partial": ("precision_at_k", partial(lambda extra, r, g, k: sum(d in g for d in r[:k]) / k, 0)),
    "with k": (
        "average_precision",
        lambda retrieved, relevant, k=None: (
            sum(
                sum(d in relevant for d in retrieved[: i + 1]) / (i + 1)
                for i, d in enumerate(retrieved[:k])
                if d in relevant
            )
            / max(1, len(relevant))
        ),
    ),
    "k demanded": (
        "reciprocal_rank",
        lambda retrieved, relevant, k: max(
            [1 / (i + 1) for i, d in enumerate(retrieved[:k]) if d in relevant], default=0
        ),
    ),
    "a tuple for a list": ("condensed", lambda docs, judged: tuple(filter(judged.__contains__, docs))),
    "an array for a list": ("condensed", lambda docs, judged: np.array([d for d in docs if d in judged])),
    "a Counter for a dict": (
        "matches_by_category",
        lambda results: __import__("collections").Counter(one["category"] for one in results),
    ),
    "building on others of ours": (
        "f_score_at_k",
        lambda r, g, k, beta: (lambda p, q: (1 + beta**2) * p * q / (beta**2 * p + q) if p + q else 0)(
            rt.precision_at_k(r, g, k), rt.recall_at_k(r, g, k)
        ),
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES)
def test_right_in_another_style(style):
    id, function = STYLES[style]
    result = check(id, function)
    assert result.status == "right", result.message


def test_a_function_that_cannot_be_inspected(here):
    class Odd:
        __signature__ = "none"

        def __call__(self, relevances, k):
            return sum(relevances[:k])

    assert check("cumulative_gain", Odd()).status == "right"


# Ours ----------------------------------------------------------------------------------------------------------------

from ratools import dcg_at_k as ours  # noqa: E402
from ratools.metrics import graded  # noqa: E402


def imports_inside(relevances, k):
    import ratools

    return ratools.dcg_at_k(relevances, k)


def through_a_helper(relevances, k):
    return imports_inside(relevances, k)


OURS = [
    rt.dcg_at_k,
    ours,
    partial(rt.dcg_at_k),
    lambda g, k: rt.dcg_at_k(g, k),
    lambda g, k: ours(g, k),
    lambda g, k: graded.dcg_at_k(g, k),
    lambda g, k: sum(rt.dcg_terms(g, k)),
    imports_inside,
    through_a_helper,
    rt.ndcg_at_k,
]


@pytest.mark.parametrize("place", range(len(OURS)))
def test_ours_is_recognised(place):
    result = check("dcg_at_k", OURS[place])
    assert result.status == "wrong"
    assert "That is ours" in result.message and "Now write yours" in result.message


def test_ours_by_a_closure():
    def wrap(function):
        return lambda g, k: function(g, k)

    assert uses_package(wrap(rt.dcg_at_k), "dcg_at_k")
    assert not uses_package(wrap(numpy_dcg), "dcg_at_k")


# Everything else that can be the matter ------------------------------------------------------------------------------


def never_ends(retrieved, relevant, k):
    while True:
        with contextlib.suppress(BaseException):
            time.sleep(10)


def ends_at_small_k(retrieved, relevant, k):
    while k > 2:
        pass
    return sum(doc in relevant for doc in retrieved[:k]) / k


def eats_memory(retrieved, relevant, k):
    hoard = []
    while True:
        hoard.append(bytearray(10**8))


def crashes(retrieved, relevant, k):
    import ctypes

    ctypes.string_at(0)


def prints(retrieved, relevant, k):
    print(sum(doc in relevant for doc in retrieved[:k]) / k)


def floods(retrieved, relevant, k):
    while True:
        print("x" * 10_000)


def some_paths(retrieved, relevant, k):
    hits = sum(doc in relevant for doc in retrieved[:k])
    if hits:
        return hits / k


def remembers(retrieved, relevant, k, seen=[]):  # noqa: B006
    seen.extend(doc for doc in retrieved[:k] if doc in relevant)
    return len(seen) / k


def sorts_in_place(retrieved, relevant, k):
    hits = sum(doc in relevant for doc in retrieved[:k])
    retrieved.sort()
    retrieved.append("me")
    return hits / k


def sorts_first(retrieved, relevant, k):
    retrieved.sort(reverse=True)
    return sum(doc in relevant for doc in retrieved[:k]) / k


def p(retrieved, relevant, k):
    return sum(doc in relevant for doc in retrieved[:k]) / k


LOCK = threading.Lock()
EXAMPLE = EXERCISES["precision_at_k"].example

HOSTILE = {
    "a loop": (never_ends, "after 2 seconds"),
    "a loop for some": (ends_at_small_k, r"`k = 3` your function had not come back"),
    "a long sum": (lambda r, g, k: sum(range(10**15)), "after 0.5 seconds"),
    "a long flood": (floods, "after 0.5 seconds"),
    "exit": (lambda r, g, k: sys.exit(1), r"calls `exit\(\)`"),
    "exit, the builtin": (lambda r, g, k: exit(), r"calls `exit\(\)`"),
    "os._exit": (lambda r, g, k: os._exit(0), "ended the whole process"),
    "a crash": (crashes, "ended the whole process"),
    "input": (lambda r, g, k: float(input("?")), r"calls `input\(\)`"),
    "memory": (eats_memory, "more than half a gigabyte|after 2 seconds"),
    "one big bite": (lambda r, g, k: "x" * 10**13, "more than half a gigabyte"),
    "recursion": (lambda r, g, k: (lambda f: f(f))(lambda f: f(f)), "calls itself without end"),
    "a keyboard interrupt": (lambda r, g, k: (_ for _ in ()).throw(KeyboardInterrupt), "interrupts itself"),
    "prints": (prints, r"prints `1\.0` and returns nothing.*`return` instead of `print`"),
    "nothing": (lambda r, g, k: p(r, g, k) and None, "ends without a `return`|returns nothing"),
    "nothing on some paths": (some_paths, "One path through it ends without a `return` that gives a value"),
    "text": (lambda r, g, k: f"{p(r, g, k):.2f}", 'returns a text.*`"1.00"`'),
    "words": (lambda r, g, k: "good" if p(r, g, k) else "bad", "returns a text.*return the number itself"),
    "bool": (lambda r, g, k: p(r, g, k) > 0.4, r"returns a bool.*`float\(True\)` makes a number of it"),
    "another bool": (lambda r, g, k: p(r, g, k) < 0.4, r"returns a bool.*`float\(False\)` is another number"),
    "numpy bool": (lambda r, g, k: np.bool_(p(r, g, k) > 0.4), "returns a bool"),
    "nan": (lambda r, g, k: p(r, g, k) if k < 3 else float("nan"), "says nan"),
    "infinity": (lambda r, g, k: float("inf"), "says inf"),
    "a list": (lambda r, g, k: [p(r, g, k)], "returns a list, where a number is due"),
    "a generator": (lambda r, g, k: (x for x in r), "returns a generator, where a number is due"),
    "complex": (lambda r, g, k: 1j * p(r, g, k), "returns a complex"),
    "per cent": (lambda r, g, k: 100 * p(r, g, k), "per cent.*Leave out the factor 100"),
    "rounded": (lambda r, g, k: round(p(r, g, k), 2), "rounded to 2 digits.*Round when you show"),
    "rounded a lot": (lambda r, g, k: round(p(r, g, k), 1), "rounded to 1 digit:"),
    "rounded a little": (lambda r, g, k: round(p(r, g, k), 4), "rounded to 4 digits"),
    "changes its arguments": (sorts_in_place, "values are right, but.*changes `retrieved`"),
    "changes and errs": (sorts_first, "your function says.*changes `retrieved`"),
    "empties the set": (lambda r, g, k: (p(r, g, k), g.clear())[0], "changes `relevant`"),
    "remembers": (remembers, "at one time and .* at another.*between calls"),
    "rolls dice": (lambda r, g, k: __import__("random").random(), "at one time and"),
    "the example only": (lambda r, g, k: 2 / 3 if (r, g, k) == EXAMPLE else 0.0, "knows the example"),
    "a constant": (lambda r, g, k: 2 / 3, "knows the example .* nothing else"),
    "a table of the example": (lambda r, g, k: {("axby", 3): 2 / 3}["".join(r), k], "nothing else.*stops with"),
    "an error": (lambda r, g, k: p(r, g, k) / (k - 1), r"`k = 1` your function stops with `ZeroDivisionError: "),
    "an error with a line": (defined("def f(r, g, k):\n    x = 1\n    return r[k]", "f"), r"IndexError.*its line 3"),
    "an unknown name": (defined("def f(r, g, k):\n    return hitz / k", "f"), "NameError: name 'hitz' is not defined"),
    "too few arguments": (lambda retrieved, relevant: 1, r"takes `\(retrieved, relevant\)`.*precision_at_k\("),
    "too many": (lambda a, b, c, d: 1, "needs these arguments"),
    "a number": (0.5, "That is a float, not a function.*without calling it"),
    "a string": ("p", "That is a str, not a function"),
    "a lock": (lambda r, g, k, lock=LOCK: p(r, g, k), "cannot be sent.*a widget, an open file or a lock"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_what_can_be_the_matter(name, monkeypatch):
    function, sentence = HOSTILE[name]
    if name in ("a loop for some", "a long sum", "a long flood"):  # they do work all the time
        monkeypatch.setattr(worker, "SECONDS", 0.5)
    start = time.perf_counter()
    result = check("precision_at_k", function)
    assert time.perf_counter() - start < 20
    assert result.status == "wrong"
    assert re.search(sentence, result.message, re.DOTALL), result.message
    assert result.message.count("`") % 2 == 0
    assert " at 0x" not in repr(result) and "lambda" not in result.message


@pytest.mark.parametrize(
    "body",
    [
        "...",
        "pass",
        "return None",
        "return",
        "return ...",
        "raise NotImplementedError",
        "raise NotImplementedError()",
        'raise NotImplementedError("todo")',
        '"""Doc."""',
        '"""Doc."""\n    ...',
        '"""Doc."""\n    pass',
        "pass\n    pass",
    ],
)
def test_an_empty_body_is_not_attempted(body):
    assert (
        check("precision_at_k", defined(f"def f(retrieved, relevant, k):\n    {body}", "f")).status == "not attempted"
    )


@pytest.mark.parametrize(
    "body",
    [
        "return 0",
        "return 0.0",
        'return "todo"',
        "return k",
        "raise ValueError",
        "print(k)",
        "x = None\n    return x or 0",
    ],
)
def test_a_body_that_does_something_is_an_attempt(body, here):
    assert check("precision_at_k", defined(f"def f(retrieved, relevant, k):\n    {body}", "f")).status == "wrong"


def test_gaps_left_are_not_an_attempt_that_runs():
    half = exercises.stub("ndcg-gap-3").replace("____", "log2(rank + 1)", 1)
    result = check("ndcg-gap-3", defined(half, "ndcg_with_gaps"))
    assert result.status == "wrong" and "gap is still open" in result.message


def test_a_gap_filled_with_the_wrong_idea_is_named():
    for text, name in [("log2(rank + 2)", "discount-shifted"), ("rank", "discount-is-rank"), ("1", "cg-sees-order")]:
        function = defined(exercises.stub("ndcg-gap-1").replace("____", text), "dcg_with_gap")
        assert check("ndcg-gap-1", function).misconception == name
    function = defined(exercises.stub("ndcg-gap-1").replace("____", "log2(rank)"), "dcg_with_gap")
    result = check("ndcg-gap-1", function)
    assert "ZeroDivisionError" in result.message and "log2(1) is 0" in result.message


def test_the_bug_unmended_but_touched_is_named():
    stub, line = exercises.stub("ndcg-bug"), "ideal = sorted(relevance_scores.values(), reverse=True)"
    assert line in stub
    touched = stub.replace(line, "best = sorted(relevance_scores.values())\n    ideal = best[::-1]")
    assert check("ndcg-bug", defined(touched, "ndcg_with_bug")).misconception == "idcg-not-cut"
    other = stub.replace(line, "ideal = sorted(found, reverse=True)")
    assert check("ndcg-bug", defined(other, "ndcg_with_bug")).misconception == "idcg-from-retrieved"


def test_an_idea_is_named_although_the_function_divides_by_zero():
    code = solution("ndcg-gap-3").code.replace("sorted(relevance_scores.values(), reverse=True)", "sorted(found)[::-1]")
    result = check("ndcg-gap-3", defined(code, "ndcg_with_gaps"))
    assert result.misconception == "idcg-from-retrieved" and "log2" not in result.message


def test_a_division_by_zero_without_an_idea_is_told_as_such():
    code = solution("ndcg_at_k").code.replace("start=1", "start=0").replace("dcg(found) / dcg(ideal)", "dcg(found)")
    result = check("ndcg_at_k", defined(code, "ndcg_at_k"))
    assert "ZeroDivisionError" in result.message and "log2(1)" in result.message


def test_dividing_by_the_weight_is_named():
    code = solution("ndcg-gap-1").code.replace("discount = log2(rank + 1)", "discount = 1 / log2(rank + 1)")
    assert check("ndcg-gap-1", defined(code, "dcg_with_gap")).misconception == "discount-inverted"


@pytest.mark.slow
def test_the_worker_says_what_the_same_calls_say_here():
    for id in SIX:
        function = defined(solution(id).code, EXERCISES[id].name)
        calls = [call for call, _ in answered_calls(id, False)]
        assert worker.run(function, calls) == worker.run_here(function, calls)
        assert check(id, function).status == "right"


def test_the_worker_loads_neither_pandas_nor_widgets_nor_us():
    probe = defined("def f(x):\n    import sys\n    return [name for name in sys.modules if '.' not in name]", "f")
    _, [answer], _, _ = worker.run(probe, [((1,), {})])
    loaded = {item["value"] for item in answer["value"]}
    assert not loaded & {"pandas", "numpy", "ipywidgets", "IPython", "ratools", "matplotlib"}


def test_without_processes_it_runs_here(monkeypatch):
    monkeypatch.setattr(sys, "platform", "emscripten")
    monkeypatch.setattr(worker, "_talk", None)
    assert check("precision_at_k", p).status == "right"
    assert check("precision_at_k", prints).status == "wrong"
    assert "calls `exit()`" in check("precision_at_k", lambda r, g, k: sys.exit()).message


def test_no_process_can_be_started(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/no/python/here")
    result = check("precision_at_k", p)
    assert result.status == "wrong" and "could not be started" in result.message


@pytest.mark.slow
def test_the_kernel_lives_and_nothing_is_left_behind():
    before = threading.active_count()
    check("precision_at_k", never_ends)
    time.sleep(0.3)
    assert threading.active_count() <= before + 1
    assert check("precision_at_k", p).status == "right"


def test_a_check_is_quick():
    function, times = defined(solution("ndcg_at_k").code, "ndcg_at_k"), []
    for _ in range(5):
        start = time.perf_counter()
        assert check("ndcg_at_k", function).status == "right"
        times.append(time.perf_counter() - start)
    assert min(times) < 0.8  # under 0.1 s on a quiet machine; here others may be at work


# Numbers, guesses, orders --------------------------------------------------------------------------------------------

NUMBERS = [one for one in EXERCISES.values() if isinstance(one, NumberExercise) and one.kind == "number"]


@pytest.mark.parametrize("exercise", NUMBERS, ids=lambda one: one.id)
def test_a_right_number_in_any_clothes(exercise):
    truth = exercise.truth()
    for answer in (truth, np.float64(truth), np.float32(truth), round(truth, 3), Fraction(truth), np.array(truth)):
        assert check(exercise.id, answer).status == "right", answer


@pytest.mark.parametrize("exercise", NUMBERS, ids=lambda one: one.id)
def test_known_wrong_numbers_are_wrong_and_named(exercise):
    for value, misconception, sentence in exercise.known:
        result = check(exercise.id, value)
        assert (result.status, result.misconception) == ("wrong", misconception)
        assert sentence in result.message


NDCG_NUMBERS = [
    (0.739678, "ndcg-is-one-formula"),
    (0.740, "ndcg-is-one-formula"),
    (0.9059, "idcg-from-retrieved"),
    (3.861353, "ndcg-is-dcg"),
    (0.874, None),
    (0.812, None),
    (0.804, "cutoff-forgotten"),
]


@pytest.mark.parametrize(("value", "misconception"), NDCG_NUMBERS)
def test_the_numbers_of_the_worked_page(value, misconception):
    result = check("ndcg-number-s1", value)
    assert (result.status, result.misconception) == ("wrong", misconception)
    assert "is not it" not in result.message


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (63.5155, "per cent"),
        (0.64, "rounded too far"),
        (0.6, "rounded too far"),
        (0.63, "cut off"),
        (3.86, "above the line"),
        (6.08, "below the line"),
        ("0.635", "a text"),
        (True, "a bool"),
        (float("nan"), "nan is not a number"),
        ([0.635], "a list"),
        (len, "a function"),
        (0.1, "0.1 is not it"),
        (0.638, "round on the way"),
        (object(), "asks for a number"),
        ((0, 635), "a decimal point"),
        ((1, 2, 3), "a tuple"),
    ],
)
def test_numbers_that_are_not_it(answer, sentence):
    result = check("ndcg-number-s1", answer)
    assert result.status == "wrong"
    assert sentence in result.message


def test_pythons_message_in_plain_words():
    def first_of_a_set(retrieved, relevant):
        return 1 / (retrieved.index(relevant[0]) + 1)

    def compared_with_none(retrieved, relevant, k=None):
        return next((1 / rank for rank, doc in enumerate(retrieved, 1) if rank <= k and doc in relevant), 0)

    assert "A set has no order" in check("reciprocal_rank", first_of_a_set).message
    assert "`k=None` means that all ranks count" in check("reciprocal_rank", compared_with_none).message


def test_nearly_a_whole_number_is_not_one():
    result = check("rank-bug", lambda scores: [1 / score if score else None for score in scores])
    assert "says [92.99999999999999]; it should be [93]. Very near, but a whole number is due." in result.message


def test_a_decimal_is_a_number():
    from decimal import Decimal

    assert check("ndcg-number-s1", Decimal("0.635")).status == "right"


def test_a_prediction_is_told_how_far_it_is():
    truth = rt.ndcg_at_k(["b", "a"], {"a": 3, "b": 2}, 2)
    assert check("ndcg-predict-swap", 0.5).message.startswith("You said 0.5; it is 0.9134: 0.4134 too low.")
    assert "too high" in check("ndcg-predict-swap", 1).message
    assert "exactly" in check("ndcg-predict-swap", truth).message
    assert "between 0 and 1" in check("ndcg-predict-swap", 85).message
    assert check("ndcg-predict-swap", 0.9).status == "right"
    assert check("ndcg-predict-swap", ...).status == "not attempted"


@pytest.mark.parametrize("order", [[5, 8, 2, 7, 4, 1, 3], (5, 8, 2, 4, 7, 1, 3), ["5", "8", "2", "7", "4", "1", "3"]])
def test_equivalent_orders_are_right(order):
    assert check("dcg-parsons", order).status == "right"


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        ([8, 5, 2, 7, 4, 1, 3], "number 1 of your list: line 8"),
        ([5, 2, 8, 7, 4, 1, 3], "number 2 of your list: line 2"),
        ([5, 8, 2, 1, 7, 4, 3], "number 4 of your list: line 1"),
        ([5, 8, 7, 4, 2, 1, 3], "opens no block"),
        ([5, 8, 6, 7, 4, 1, 3], "is a stranger"),
        ([5, 8, 2, 7, 4, 1], "1 more line must follow"),
        ([5, 8, 2, 7, 4, 1, 3, 6], "complete before"),
        ([5, 8, 2, 7, 7, 1, 3], "twice"),
        ([5, 8, 2, 9], "There is no line 9"),
        (7, "a list of line numbers"),
        (["first"], "a list of line numbers"),
    ],
)
def test_orders_that_are_not_it(order, sentence):
    result = check("dcg-parsons", order)
    assert result.status == "wrong"
    assert sentence in result.message


def test_the_stranger_is_a_misconception():
    assert check("dcg-parsons", [5, 8, 6, 7, 4, 1, 3]).misconception == "rank-from-zero"
    assert check("dcg-parsons", []).status == "not attempted"


def test_the_parsons_order_is_a_program():
    exercise = EXERCISES["dcg-parsons"]
    text = "from math import log2\n" + "\n".join(exercise.lines[place - 1] for place in exercise.order)
    assert defined(text, "dcg_at_k")([3, 0, 2], 3) == 4.0


# Hints, solutions, displays ------------------------------------------------------------------------------------------


@every
def test_three_hints_each_call_the_next(id, monkeypatch):
    monkeypatch.setattr(checking, "_given", {})
    monkeypatch.setattr(checking, "_checked", {})  # nothing was found about a function of ours
    texts = [hint(id).text for _ in range(4)]
    assert len(set(texts[:3])) == 3 and texts[3] == texts[2]
    assert hint(id, 1).text == texts[0]
    assert all(text.count("`") % 2 == 0 for text in texts)
    with pytest.raises(ValueError, match="1, 2 or 3"):
        hint(id, 4)


@every
def test_displays_are_text_and_safe_html(id):
    for shown in (hint(id, 2), solution(id), check(id, ...)):
        assert " at 0x" not in repr(shown)
        assert "<script" not in shown._repr_html_() and "ratools-card" in shown._repr_html_()
    assert repr(solution(id)) + "\n" == solution(id).code


def test_what_comes_from_a_learner_is_escaped():
    result = check("precision_at_k", lambda r, g, k: "<script>alert(1)</script>`<b>`")
    assert "<script>" not in result._repr_html_() and "<b>" not in result._repr_html_()
    assert "&lt;script&gt;" in result._repr_html_()
    result = check("dcg-parsons", ["<img src=x>"])
    assert "<img" not in result._repr_html_()


def test_status_is_told_in_words_not_by_colour_alone():
    assert "Right." in check("precision-number-s1", 0.4)._repr_html_()
    assert "Not yet." in check("precision-number-s1", 0.5)._repr_html_()
    assert "role='status'" in check("precision-number-s1", 0.5)._repr_html_()


def test_results_are_frozen():
    result = check("precision-number-s1", 0.4)
    with pytest.raises(AttributeError):
        result.status = "wrong"


def test_unknown_ids():
    for call in (check, hint, solution, exercises.stub, exercises.check_cell):
        with pytest.raises(ValueError, match="did you mean 'ndcg_at_k'"):
            call("ndgc_at_k")
    with pytest.raises(ValueError, match="ids\\(\\) lists them"):
        check("§§§")


@every
def test_cells_carry_what_fills_them(id):
    (stub, of_stub), (cell, of_check) = exercises.cells(id)
    assert of_stub == {"ratools": {"exercise": id, "role": "stub"}}
    assert of_check == {"ratools": {"exercise": id, "role": "check"}}
    space = {"check": check, "__name__": "__main__"}
    exec(stub, space)
    assert eval(cell, space).status == "not attempted"


def test_optional_k_is_declared_where_the_domain_has_it():
    assert {one.measure for one in FUNCTIONS if one.optional_k} <= OPTIONAL_CUT
    for measure in OPTIONAL_CUT:
        assert probes(measure, True) != probes(measure)


@pytest.mark.parametrize(
    ("id", "code"),
    [
        ("average_precision", "retrieved[:10]"),
        ("reciprocal_rank", "retrieved[:10]"),
        ("recall_at_k", "retrieved[:10][:k]"),
    ],
)
def test_a_function_that_stops_at_10_is_found_out(id, code):
    whole = solution(id).code
    short = whole.replace("retrieved[:k]", code) if "[:k]" in code else whole.replace("(retrieved", f"({code}", 2)
    short = short.replace(f"def {id}({code}", f"def {id}(retrieved")
    assert code in short
    assert check(id, defined(short, id)).status == "wrong"


def test_a_cached_helper_goes_along():
    code = (
        "import functools\nfrom math import log2\n\n@functools.cache\n"
        "def discount(rank):\n    return log2(rank + 1)\n\n"
        "def dcg_at_k(relevances, k):\n    return sum(g / discount(r) for r, g in enumerate(relevances[:k], start=1))\n"
    )
    assert check("dcg_at_k", defined(code, "dcg_at_k")).status == "right"


def test_32_bit_floats_are_numbers():
    code = solution("precision_at_k").code + "\nimport numpy as np\nplain = precision_at_k\n"
    code += "def precision_at_k(retrieved, relevant, k):\n    return np.float32(plain(retrieved, relevant, k))\n"
    assert check("precision_at_k", defined(code, "precision_at_k")).status == "right"


@pytest.mark.slow
def test_a_slow_function_is_not_called_endless():
    code = "import time\n" + solution("precision_at_k").code.replace("    ", "    time.sleep(0.006)\n    ", 1)
    assert check("precision_at_k", defined(code, "precision_at_k")).status == "right"


def test_infinity_and_tuples_are_told_as_such():
    endless = "def reciprocal_rank(retrieved, relevant):\n    for rank, doc in enumerate(retrieved, start=1):\n"
    endless += "        if doc in relevant:\n            return 1 / rank\n    return float('inf')\n"
    assert "depends on what was asked" not in check("reciprocal_rank", defined(endless, "reciprocal_rank")).message
    pair = "def precision_at_k(retrieved, relevant, k):\n    return sum(d in relevant for d in retrieved[:k]) / k,\n"
    message = check("precision_at_k", defined(pair, "precision_at_k")).message
    assert "a tuple" in message and "comma" in message


FORKS = """
import os, time
def precision_at_k(retrieved, relevant, k):
    if os.fork() == 0:
        with open({path!r}, "a") as file:
            file.write(f"{{os.getpid()}} ")
        time.sleep(60)
    return sum(document in relevant for document in retrieved[:k]) / k
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs fork and /proc")
def test_a_fork_that_lives_on_changes_no_verdict_and_is_ended(tmp_path):
    path = tmp_path / "forks"
    start = time.perf_counter()
    result = check("precision_at_k", defined(FORKS.format(path=str(path)), "precision_at_k"))
    assert result.status == "right" and time.perf_counter() - start < 20
    forks = path.read_text().split()
    assert forks
    time.sleep(0.5)
    assert [fork for fork in forks if running(fork)] == []


def running(process):
    """Whether a process is alive, and not only waiting to be counted as dead."""
    stat = Path(f"/proc/{process}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] not in "ZX"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="only POSIX systems can fork")
def test_a_function_that_forks_does_not_break_the_check():
    code = "import os\ndef precision_at_k(retrieved, relevant, k):\n    os.fork()\n    return 0.5\n"
    assert check("precision_at_k", defined(code, "precision_at_k")).status == "wrong"


@pytest.mark.parametrize("answer", [10**400, float("inf"), b"1", True, [], {}, complex(1, 2)])
def test_odd_numbers_are_told_and_do_not_raise(answer):
    assert check("precision-number-s1", answer).status == "wrong"


def test_an_odd_id_gets_a_sentence():
    with pytest.raises(ValueError, match="there is no exercise"):
        check([], 1)

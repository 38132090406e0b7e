"""Whether a function is begun, with and without its source; names that are not defined; hints without an id."""

import runpy
from pathlib import Path

import pytest

from ratools_course import check, hint
from ratools_course import checker as exercises
from ratools_course.checker import checking, sources
from ratools_course.checker.bank import EXERCISES
from ratools_course.checker.kinds import FunctionExercise

cell = runpy.run_path(Path(__file__).with_name("held_back.py"))["cell"]
FUNCTIONS = [one for one in EXERCISES.values() if isinstance(one, FunctionExercise)]


def test_the_source_is_found():
    tree, lines = sources.definition(cell("x = 1\n\n\ndef f(a):\n    # why\n    return a", "f"))
    assert tree.lineno == 1 and tree.body[0].lineno == 3 and lines[2] == "    return a"
    assert sources.definition(cell("f = lambda a: a", "f")) is not None
    assert sources.definition(len) is None and sources.definition(3) is None
    space = {}
    exec("def f(a): return a", space)
    assert sources.definition(space["f"]) is None


EMPTY = [
    "...",
    "pass",
    "return None",
    "return",
    "return ...",
    "raise NotImplementedError",
    '"""Doc."""',
    "raise NotImplementedError()",
    'raise NotImplementedError("todo")',
    '"""Doc."""\n    ...',
    '"""Doc."""\n    pass',
    "pass\n    pass",
    "# nothing yet\n    ...",
]
BEGUN = [
    "return 0",
    "return 0.0",
    'return "todo"',
    "return k",
    "raise ValueError",
    "print(k)",
    "x = k",
    "x = None\n    return x or 0",
    'return {"a": ...}',
]


@pytest.mark.slow
@pytest.mark.parametrize("with_source", [True, False])
@pytest.mark.parametrize("body", EMPTY + BEGUN)
def test_a_body_is_begun_or_not(body, with_source, monkeypatch):
    if not with_source:
        monkeypatch.setattr(sources.inspect, "getsource", None)
    function = cell(f"def f(retrieved, relevant, k):\n    {body}", "f")
    expected = "not attempted" if body in EMPTY else "wrong"
    assert check("precision_at_k", function).status == expected


@pytest.mark.parametrize("with_source", [True, False])
@pytest.mark.parametrize("exercise", FUNCTIONS, ids=lambda one: one.id)
def test_every_stub_is_not_attempted(exercise, with_source, monkeypatch):
    if not with_source:
        monkeypatch.setattr(sources.inspect, "getsource", None)
    function = cell(exercise.stub.replace("\n    ", "\n    # mine\n    ", 1), exercise.name)
    assert check(exercise.id, function).status == "not attempted"


def test_the_open_gap_is_named():
    stub = exercises.stub("ndcg-gap-3")
    filled = stub.replace("____", "log2(rank + 1)", 1).replace("____", "relevance_scores.values()", 1)
    result = check("ndcg-gap-3", cell(filled, "ndcg_with_gaps"))
    assert result.status == "wrong"
    assert "One of three gaps is still open: line 8, `return dcg(found) / ____`." in result.message
    one = check("ndcg-gap-3", cell(stub.replace("____", "1", 1), "ndcg_with_gaps")).message
    assert "Two of three gaps are still open: line 7, `ideal = sorted(____, reverse=True)`; line 8" in one


def test_parameters_are_read_from_the_signature():
    assert EXERCISES["abstention_accuracy"].parameters == ["predictions", "references", "abstention_token"]
    assert EXERCISES["f_score_at_k"].parameters == ["retrieved", "relevant", "k", "beta"]


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("sum(g / log2(r + 2) for r, g in enumerate(relevances[:k]))", "from math import log2"),
        ("np.sum(relevances[:k])", "import numpy as np"),
        ("math.log2(k)", "import math"),
    ],
)
def test_a_name_that_must_be_imported(body, line):
    message = check("dcg_at_k", cell(f"def dcg_at_k(relevances, k):\n    return {body}", "dcg_at_k")).message
    assert f"Write `{line}` above it" in message


def test_a_name_that_nobody_knows_gets_no_import():
    message = check("dcg_at_k", cell("def dcg_at_k(relevances, k):\n    return discounts", "dcg_at_k")).message
    assert "'discounts' is not defined" in message and "import" not in message


def test_a_hint_without_an_id_is_about_what_was_checked_last(monkeypatch):
    monkeypatch.setattr(checking, "_checked", {})
    monkeypatch.setattr(checking, "_given", {})
    with pytest.raises(ValueError, match="nothing was checked yet"):
        hint()
    check("precision-number-s1", 0.1)
    check("ndcg_at_k", ...)
    check("precision-number-s1", 0.2)
    assert hint().exercise == "precision-number-s1"
    check("ndcg_at_k", ...)
    assert (hint().exercise, hint().number) == ("ndcg_at_k", 2)
    assert hint(n=3).number == 3

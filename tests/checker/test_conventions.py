"""Every convention is a probe of every exercise that it touches, or the exercise's stub says that it is left out."""

import pytest

from ratools_course import check
from ratools_course import checker as exercises
from ratools_course.checker.bank import EXERCISES
from ratools_course.checker.conventions import CONVENTIONS, FAMILIES, shape, situations, touched
from ratools_course.checker.functions import answered_calls
from ratools_course.checker.kinds import FunctionExercise

FUNCTIONS = [one for one in EXERCISES.values() if isinstance(one, FunctionExercise)]
PROBED, OUTSIDE, UNTOUCHED, MISSING = "probed", "outside", "–", "missing"
# labels, answers, differences, intervals: no convention touches them
NONE_TO_PROBE = ("cohen_kappa", "abstention_accuracy", "lower-end-gap", "gate-code")


def defined(source, name):
    """What a notebook cell defines."""
    space = {"__name__": "__main__"}
    exec(source, space)
    return space[name]


def pairs(exercise):
    return answered_calls(exercise.id, False) + (answered_calls(exercise.id, True) if exercise.optional_k else [])


def table():
    """{exercise: {convention: how it is dealt with}}, computed from the bank."""
    rows = {}
    for exercise in FUNCTIONS:
        met = {name for call, _ in pairs(exercise) for name in situations(exercise, call)}
        rows[exercise.id] = {name: _cell(exercise, name, met) for name in CONVENTIONS}
    return rows


def _cell(exercise, name, met):
    if name not in touched(exercise):
        return UNTOUCHED
    if name in exercise.without:
        return OUTSIDE
    return PROBED if name in met else MISSING


def test_every_convention_is_probed_or_left_out_and_the_stub_says_so():
    rows = table()
    for exercise in FUNCTIONS:
        cells = rows[exercise.id]
        assert MISSING not in cells.values(), (exercise.id, cells)
        assert PROBED in cells.values() or exercise.id in NONE_TO_PROBE, exercise.id
        for name, sentence in exercise.without.items():
            assert cells[name] == OUTSIDE and sentence in exercises.stub(exercise.id), (exercise.id, name)
            assert not any(name in situations(exercise, call) for call, _ in pairs(exercise))
    assert sum(cell == PROBED for cells in rows.values() for cell in cells.values()) > 130


def test_every_convention_touches_something_and_every_exercise_has_a_family():
    for exercise in FUNCTIONS:
        assert shape(exercise) in FAMILIES
    assert {name for exercise in FUNCTIONS for name in touched(exercise)} == set(CONVENTIONS)


RELEVANCE = """precision_at_k recall_at_k f_score_at_k success_at_k r_precision reciprocal_rank mean_reciprocal_rank
average_precision mean_average_precision cumulative_gain dcg_at_k ideal_dcg_at_k ndcg_at_k rbp err_at_k bpref
subtopic_recall_at_k ndcg-bug precision-bug mrr-bug""".split()


@pytest.mark.parametrize("id", RELEVANCE)
def test_nothing_relevant_is_zero_and_is_tried(id):
    exercise = EXERCISES[id]
    values = [value for call, value in pairs(exercise) if "nothing relevant" in situations(exercise, call)]
    single = [value for value in values if not id.startswith(("mean", "mrr"))]
    assert values and all(value == 0 for value in single)


NDCG = """
from math import log2
def f(retrieved, relevance_scores, k):
    dcg = lambda grades: sum(grade / log2(rank + 1) for rank, grade in enumerate(grades[:k], start=1))
    found = [relevance_scores.get(doc, 0) for doc in retrieved]
    ideal = sorted(relevance_scores.values(), reverse=True)
    {end}
"""
RECALL = "def f(retrieved, relevant, k):\n    {end}"
HITS = "len(relevant & {*retrieved[:k]})"
UNGUARDED = {
    "ndcg without a guard": ("ndcg_at_k", NDCG, "return dcg(found) / dcg(ideal)", "Nothing is relevant there"),
    "ndcg 1 without an ideal": (
        "ndcg_at_k",
        NDCG,
        "return dcg(found) / dcg(ideal) if any(ideal) else 1.0",
        "Where nothing is relevant, the score is 1",
    ),
    "ndcg nan": ("ndcg_at_k", NDCG, "return dcg(found) / dcg(ideal) if any(ideal) else float('nan')", "says nan"),
    "ndcg guards the list only": (
        "ndcg_at_k",
        NDCG,
        "return dcg(found) / dcg(ideal) if found else 0",
        "Nothing is relevant there",
    ),
    "ndcg guards the dict only": (
        "ndcg_at_k",
        NDCG,
        "return dcg(found) / dcg(ideal) if ideal else 0",
        "Nothing is relevant there",
    ),
    "ndcg an empty list is 1": (
        "ndcg_at_k",
        NDCG,
        "return dcg(found) / dcg(ideal) if found and any(ideal) else 1.0 * (not found)",
        "the list is empty",
    ),
    "ndcg without get": (
        "ndcg_at_k",
        NDCG.replace("relevance_scores.get(doc, 0)", "relevance_scores[doc]"),
        "return dcg(found) / dcg(ideal) if any(ideal) else 0",
        "has no grade",
    ),
    "recall without a guard": ("recall_at_k", RECALL, f"return {HITS} / len(relevant)", "Nothing is relevant there"),
    "recall 1 of nothing": (
        "recall_at_k",
        RECALL,
        f"return {HITS} / len(relevant) if relevant else 1",
        "Where nothing is relevant, the score is 1",
    ),
    "recall indexes": (
        "recall_at_k",
        RECALL,
        "return sum(retrieved[i] in relevant for i in range(k)) / max(1, len(relevant))",
        "The list is shorter than k there",
    ),
    "precision fails on an empty list": (
        "precision_at_k",
        RECALL,
        f"retrieved[0]; return {HITS} / k",
        "the list is empty",
    ),
    "precision sorts the ids": (
        "precision_at_k",
        RECALL,
        "return sum(d in relevant and d == d + '' for d in retrieved[:k]) / k",
        "no plain texts there",
    ),
}


@pytest.mark.parametrize("name", UNGUARDED)
def test_a_function_that_is_right_but_for_a_convention(name):
    id, code, end, sentence = UNGUARDED[name]
    result = check(id, defined(code.replace("{end}", end), "f"))
    assert result.status == "wrong"
    assert sentence in result.message
    assert "log2(1)" not in result.message
    arguments = result.counterexample.arguments
    assert sum(len(part) for part in arguments[:2]) <= 4, "a small input is shown"
    if "stops with" in result.message or "Everywhere else" in result.message:
        assert result.misconception is None


def test_the_first_mistake_of_the_course_is_shown_on_a_page_without_empty_places():
    source = EXERCISES["worth-reading"].stub.replace("____", "len(helpful)")
    found = check("worth-reading", defined(source, "worth_reading"))
    page, _, k = found.counterexample.arguments
    assert found.misconception == "precision-is-recall" and len(page) >= k

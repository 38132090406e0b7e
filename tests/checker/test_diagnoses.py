"""A diagnosis is given only where that idea gives exactly that answer and the truth does not; two are both offered."""

import dataclasses
import importlib
import sys
from math import trunc

import pytest

from ratools_course import check, misconceptions, solution
from ratools_course.checker import checking, functions, worker
from ratools_course.checker.bank import EXERCISES
from ratools_course.checker.edits import arithmetic
from ratools_course.checker.functions import answered_calls, exercise_mutants, fitting_calls
from ratools_course.checker.kinds import FunctionExercise, NumberExercise
from ratools_course.misconceptions import mutants_of
from ratools_course.misconceptions.inputs import same
from tests.checker.test_subtly_wrong import WRONG, written

NUMBERS = [one for one in EXERCISES.values() if isinstance(one, NumberExercise) and one.kind == "number"]
FUNCTIONS = [one for one in EXERCISES.values() if isinstance(one, FunctionExercise)]
ROUNDING = ("Did you round on the way?", "rounded too far")


@pytest.fixture
def here(monkeypatch):
    monkeypatch.setattr(worker, "run", worker.run_here)


def values_of(exercise, id):
    """What an idea gives for the exercise's input, in all its versions."""
    return [one.function(*exercise.arguments) for one in mutants_of(exercise.measure) if one.id == id]


def value_has(exercise, result, value):
    """Whether the idea that a verdict names gives this number, or one that is this number in two digits."""
    wrong = [known[0] for known in exercise.known if known[1] == result.misconception]
    wrong += values_of(exercise, result.misconception)
    if result.misconception == "round-early":
        wrong += [slip.value for slip in arithmetic.slips(exercise.worked) if slip.kind == "rounded"]
    if "And it is rounded" in result.message:
        return any(value in (round(one, 2), trunc(one * 100) / 100) for one in wrong)
    return any(abs(one - value) <= exercise.tolerance for one in wrong)


# Numbers -------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("exercise", NUMBERS, ids=lambda one: one.id)
def test_no_number_is_blamed_on_an_idea_that_does_not_give_it(exercise):
    truth, near = exercise.truth(), exercise.tolerance
    for place in range(4001):
        value = place / 2000
        result = checking.check_number(exercise, value)
        assert (result.status == "right") == (abs(value - truth) <= near)
        listed = [known for known in exercise.known if abs(known[0] - value) <= near]
        if result.misconception and not listed:
            assert value_has(exercise, result, value)
        if ROUNDING[0] in result.message:
            assert any(abs(one - value) <= near for one in exercise.rounded())
        if ROUNDING[1] in result.message:
            assert value in (round(truth, 1), round(truth, 2))


@pytest.mark.parametrize("exercise", NUMBERS, ids=lambda one: one.id)
def test_all_ideas_that_give_a_number_are_offered(exercise):
    for mutant in mutants_of(exercise.measure):
        try:
            value = mutant.function(*exercise.arguments)
        except (ValueError, ZeroDivisionError):
            continue
        result = checking.check_number(exercise, value)
        if result.status == "right" or any(abs(known[0] - value) <= exercise.tolerance for known in exercise.known):
            continue
        assert f"“{misconceptions.get(mutant.id).title}”" in result.message
        assert "ooks like" in result.message


def test_known_numbers_are_wrong_numbers():
    for exercise in NUMBERS:
        for value, id, _ in exercise.known:
            assert abs(value - exercise.truth()) > exercise.tolerance
            assert id is None or id in misconceptions.ids()


def test_a_discount_of_rank_plus_one_is_not_called_rounding():
    for value in (0.626, 0.6264):
        result = check("ndcg-number-s1", value)
        assert result.status == "wrong" and "rank + 1" in result.message and "logarithm" in result.message
        assert not any(sentence in result.message for sentence in ROUNDING)


# Functions -----------------------------------------------------------------------------------------------------------


UNFINISHED = "def dcg_at_k(relevances, k):\n    ...\n"
BUILT_ON_IT = "def ideal_dcg_at_k(grades, k):\n    return dcg_at_k(sorted(grades.values(), reverse=True), k)\n"


def test_a_function_that_calls_a_stub_hears_which():
    space = {}
    exec(UNFINISHED + BUILT_ON_IT, space)
    result = check("ideal_dcg_at_k", space["ideal_dcg_at_k"])
    assert result.status == "wrong" and "calls `dcg_at_k`" in result.message and "not written yet" in result.message
    exec("import ratools as rt\n" + BUILT_ON_IT.replace("dcg_at_k(s", "rt.dcg_at_k(s"), space)
    assert "not written yet" not in check("ideal_dcg_at_k", space["ideal_dcg_at_k"]).message
    exec(BUILT_ON_IT + EXERCISES["dcg_at_k"].solution, space)
    assert check("ideal_dcg_at_k", space["ideal_dcg_at_k"]).status == "right"


def said(function, call):
    """What a function answers, or "an error"."""
    try:
        return function(*call[0], **call[1])
    except Exception:
        return "an error"


@pytest.mark.slow
@pytest.mark.parametrize("name", WRONG)
def test_no_function_is_blamed_on_an_idea_that_differs(name, here):
    id, code = WRONG[name]
    exercise = EXERCISES[id]
    function = written(exercise, code)
    result = check(id, function)
    if result.misconception in (None, "round-early"):
        return
    versions = [one for one in exercise_mutants(exercise) if one.id == result.misconception]
    pairs = fitting_calls(exercise, function)
    answers = [said(function, call) for call, _ in pairs]
    wrongs = [[said(one.function, (call[0], {**call[1], **exercise.fixed})) for call, _ in pairs] for one in versions]
    assert any(
        all(same(a, w) or a == "an error" and w == 0 for a, w in zip(answers, wrong, strict=True)) for wrong in wrongs
    )
    assert any(not same(a, value) for a, (_, value) in zip(answers, pairs, strict=True))


@pytest.mark.parametrize("exercise", FUNCTIONS, ids=lambda one: one.id)
def test_two_ideas_that_fit_are_both_offered(exercise, here, monkeypatch):
    mutants = exercise_mutants(exercise)
    if not mutants:
        pytest.skip("no wrong idea shows here")
    first = mutants[0]
    other = next(id for id in misconceptions.ids() if id != first.id)
    both = [first, dataclasses.replace(first, id=other)]
    monkeypatch.setattr(functions, "exercise_mutants", lambda _: both)
    wrong = first.function
    body = (
        "lambda *a, k=None, **o: wrong(*a, k=k, **o, **fixed)"
        if exercise.optional_k
        else "lambda *a, **o: wrong(*a, **o, **fixed)"
    )
    result = check(exercise.id, eval(body, {"wrong": wrong, "fixed": exercise.fixed, "__name__": "__main__"}))
    assert result.misconception == first.id
    assert "one of these mistakes" in result.message
    for id in (first.id, other):
        assert f"“{misconceptions.get(id).title}”" in result.message
        assert misconceptions.get(id).right in result.message


def test_an_idea_is_quoted_never_stated(here):
    for exercise in FUNCTIONS:
        for mutant in exercise_mutants(exercise)[:3]:
            body = "lambda *a, **o: wrong(*a, **o, **fixed)"
            function = eval(body, {"wrong": mutant.function, "fixed": exercise.fixed, "__name__": "__main__"})
            idea, message = misconceptions.get(mutant.id), check(exercise.id, function).message
            if "ooks like" in message:
                shown, quoted, question = message.split("\n\n")[:3]
                assert quoted.startswith(f"It looks like this mistake: “{idea.title}”. {idea.right}")
                assert question == idea.question and mutant.function.__doc__ not in message


DIVIDED_BY_FOUND = """
found = [relevance_scores[doc] for doc in retrieved[:k] if relevance_scores.get(doc, 0) > 0]
return dcg([relevance_scores.get(doc, 0) for doc in retrieved], k) / len(found)
"""


def test_divided_by_the_number_found_hears_nothing_of_logarithms():
    result = check("ndcg_at_k", written(EXERCISES["ndcg_at_k"], DIVIDED_BY_FOUND))
    assert result.status == "wrong" and "log2(1)" not in result.message
    assert result.misconception, "the bank knows this one"


def test_a_division_that_fails_without_a_hit_is_told_so():
    code = """
    hits = sum(d in relevant for d in retrieved[:k])
    p, r = hits / k, hits / max(1, len(relevant))
    return (1 + beta**2) * p * r / (beta**2 * p + r)
    """
    result = check("f_score_at_k", written(EXERCISES["f_score_at_k"], code))
    assert "There is no hit there" in result.message and "It should be 0.0." in result.message


def test_a_division_that_fails_without_a_judged_result_hears_nothing_of_relevance():
    code = """
    page = [doc for doc in retrieved[:k] if judgements.get(doc, -1) >= 0]
    return sum(doc in judgements for doc in page) / len(page)
    """
    result = check("judged-negative-bug", written(EXERCISES["judged-negative-bug"], code))
    assert "None of the results shown was judged there. It should be 0.0." in result.message
    assert "relevant" not in result.message


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("return [doc for doc in retrieved[:k] if doc in relevant] / k", "len(…)"),
        ("return sum(doc in relevant for doc in retrieved[:k]) / relevant", "len(relevant)"),
        ("return len(retrieved[:k] & relevant) / k", "set(retrieved[:k])"),
        ("return sum(0 + doc in relevant for doc in retrieved[:k]) / k", "brackets round"),
        ("return len(relevant[:k]) / k", "it has no first k"),
    ],
)
def test_a_type_error_is_told_its_own_cause(line, told, here):
    names = {}
    exec(f"def precision_at_k(retrieved, relevant, k):\n    {line}", names)
    said = check("precision_at_k", names["precision_at_k"]).message
    assert told in said and ("it has no first k" in said) == ("relevant[:k]" in line)


@pytest.mark.parametrize(
    ("line", "told", "untold"),
    [
        ("return dcg_at_k(retrieved, k)", "A document is no number", "a list has no value"),
        ("return dcg_at_k([relevance_scores.get(doc) for doc in retrieved], k)", "gives `None` for", "its keys"),
        ("return sum(relevance_scores.values().sort())", "`sorted(…)` takes the values", "its keys"),
        ("total = total + 1\n    return total", "`total` has no value yet", "its keys"),
    ],
)
def test_an_error_in_ndcg_is_told_its_own_cause(line, told, untold, here):
    names = {}
    exec(f"{solution('dcg_at_k').code}\n\ndef ndcg_at_k(retrieved, relevance_scores, k):\n    {line}", names)
    said = check("ndcg_at_k", names["ndcg_at_k"]).message
    assert told in said and untold not in said


def test_a_list_counts_from_zero(here):
    names = {}
    code = "total = 0\n    for i in range(1, k + 1):\n        total += relevances[i] / (i + 1)\n    return total"
    exec(f"def dcg_at_k(relevances, k):\n    {code}", names)
    assert "rank 1 is `relevances[0]`" in check("dcg_at_k", names["dcg_at_k"]).message


def test_a_count_is_shown_without_a_point():
    assert check("pair-search", 0).message == "It is 0."
    assert check("pair-search", 17).message.startswith("17 is not it.")


def test_log_of_one_is_still_told_where_it_is_the_cause():
    code = "return sum(g / log2(rank) for rank, g in enumerate(relevances[:k], start=1))"
    assert "log2(1) is 0" in check("dcg_at_k", written(EXERCISES["dcg_at_k"], code)).message


def test_the_last_resort_is_two_inputs_that_differ_in_one_thing():
    result = check("precision_at_k", lambda retrieved, relevant, k: len(relevant) / (k + 3))
    first, second = result.message.split("\n\n")
    assert "your function says" in first and "it should be" in first
    assert second.startswith("With `") and "instead, and all else the same, it says" in second
    assert "by hand" in second and 'hint("precision_at_k")' in second


def test_probes_are_sorted_so_that_the_first_failure_is_small():
    for exercise in FUNCTIONS:
        calls = [call for call, _ in answered_calls(exercise.id, False)][1:31]
        assert all(len(repr(call)) < 200 for call in calls), exercise.id


OTHERS_IDEAS = {
    "abstention-is-accuracy": (
        "abstention_accuracy",
        lambda predictions, references, abstention_token="It is not mentioned in the document.": (
            sum(said == gold for said, gold in zip(predictions, references, strict=True)) / len(predictions)
        ),
    ),
    "repeats-are-hits": (
        "token_precision",
        lambda retrieved, expected: (
            sum(token in expected for token in retrieved) / len(retrieved) if retrieved else 0.0
        ),
    ),
    "ends-are-included": (
        "span_recall",
        lambda retrieved, expected: len(positions(retrieved) & positions(expected)) / (len(positions(expected)) or 1),
    ),
    "iou-one-side": ("token_iou", lambda said, gold: len({*said} & {*gold}) / len({*gold})),
    "iou-is-f1": ("token_iou", lambda said, gold: 2 * len({*said} & {*gold}) / (len({*said}) + len({*gold}))),
}


def positions(spans):
    return {place for start, end in spans for place in range(start, end + 1)}


@pytest.mark.parametrize("id", OTHERS_IDEAS)
def test_ideas_that_learners_had_are_named(id, here):
    exercise, function = OTHERS_IDEAS[id]
    result = check(exercise, function)
    assert result.status == "wrong" and misconceptions.get(id).title in result.message


# What learners of notebooks 07, 11 and 13 wrote -----------------------------------------------------------------------

CLASSES = """
def classes_of(results):
    classes = []
    for score in results:
        if {}:
            classes.append("relevant")
        elif {}:
            classes.append("nonrelevant")
        else:
            classes.append("grey")
    return classes
"""


def learners(tmp_path, monkeypatch, source):
    """A function with a source that can be read."""
    (tmp_path / "learners_cell.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "learners_cell", raising=False)
    return importlib.import_module("learners_cell")


@pytest.mark.parametrize(
    ("conditions", "shown"),
    [(("score >= 0.15", "score <= 0.04"), "[0.049]"), (("round(score, 2) >= 0.15", "score < 0.05"), "[0.149]")],
)
def test_what_is_just_below_a_threshold_is_shown_alone(conditions, shown, tmp_path, monkeypatch):
    cell = learners(tmp_path, monkeypatch, CLASSES.format(*conditions))
    assert f"For `results = {shown}` your function says" in check("classes-gap", cell.classes_of).message


def test_sets_are_named_where_lists_were_joined(here):
    told = check("token_iou", lambda retrieved, expected: len(retrieved & expected) / len(set(expected))).message
    assert "`set(…)` makes a set of a list" in told


def test_an_error_says_what_should_have_come_out():
    def map_with_bug(results, ground_truth):
        scores = []
        for query in results:
            hits, total = 0, 0.0
            for rank, doc in enumerate(results[query], start=1):
                if doc in ground_truth[query]:
                    hits += 1
                    total += hits / rank
            scores.append(total / len(ground_truth[query]))
        return sum(scores) / len(scores) if scores else 0.0

    told = check("failed-queries-bug", map_with_bug).message
    assert "Nothing is relevant there. It should be 0.0. Everything else comes out right." in told


def test_taking_every_chunk_is_told_in_words_about_chunks(tmp_path, monkeypatch):
    source = solution("omega-touching-bug").code.replace("start < last and end > first", "start < last or end > first")
    told = check("omega-touching-bug", learners(tmp_path, monkeypatch, source).omega_with_bug).message
    assert "Which of the chunks hold a part of the answer, and which of them were counted?" in told


def test_an_idea_is_known_though_it_divides_by_nothing_in_a_special_case(here):
    def recall(prediction, reference):
        said, gold = prediction.lower().split(), reference.lower().split()
        return sum(min(said.count(word), gold.count(word)) for word in set(gold)) / len(gold)

    result = check("f1_score", recall)
    assert result.misconception == "f1-is-recall"
    assert "ZeroDivisionError" not in result.message

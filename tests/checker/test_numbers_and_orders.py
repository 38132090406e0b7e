"""Verdicts on numbers and on orders of lines: they say what was done, why a number is impossible, and nothing false."""

import ast
from itertools import pairwise
from math import ceil, floor, log2

import pytest

from ratools_course import check, misconceptions
from ratools_course.checker import checking
from ratools_course.checker.bank import EXERCISES
from ratools_course.checker.edits import arithmetic
from ratools_course.checker.kinds import NumberExercise, ParsonsExercise
from ratools_course.classroom.assignments.variants import all_variants, numbers

NUMBERS = [one for one in EXERCISES.values() if isinstance(one, NumberExercise) and one.kind == "number"]
WORKED = [one for one in NUMBERS if one.worked]
PARSONS = [one for one in EXERCISES.values() if isinstance(one, ParsonsExercise)]


def dcg(grades):
    return sum(grade / log2(rank + 1) for rank, grade in enumerate(grades, start=1))


IDEAL = dcg([3, 2, 2, 1, 1])
LENGTH = 1 - 0.75 + 0.75 * 2

# What learners wrote, and what the verdict must say of it.
SLIPS = [
    ("library-recall", 7, "how many she brought"),
    ("library-recall", 6 / 50, "`6 / 50`"),
    ("library-recall", 7 * 50, "350 is impossible"),
    ("library-first", 7, "how soon the first one comes"),
    ("precision-number-s1", 4 / 8, "That is P@8"),
    ("mrr-number-s1", 1.25, "1.25 is impossible. No reciprocal rank is above 1"),
    ("mrr-number-s1", 1.25, "You divided by 2. By how many should it be?"),
    ("ap-number-s0", (1 + 1 / 3) / 2, "“Each hit adds 1/rank to AP”"),
    ("ap-number-s0", 1 + 2 / 3 / 2, "`1 / 1 + 2 / 3 / 2`: a pair of brackets is missing"),
    ("ap-number-s0", 1.33, "a pair of brackets is missing"),
    ("ap-number-s0", (1 + 0.67) / 2, "0.67 for 2/3"),
    ("map-number", round((0.83 + 0.39) / 3, 4), "rounding on the way"),
    ("map-number", 5 / 6 + 7 / 18 / 3, "a pair of brackets is missing"),
    ("ndcg-number-s1", (3 + 2 / log2(4)) / IDEAL, "divided by log2(4)"),
    ("ndcg-number-s1", dcg([1, 23, 45, 4, 67]) / IDEAL, "documents' numbers"),
    ("ndcg-number-s1", dcg([1, 23, 45, 4, 67]) / dcg([67, 45, 23, 4, 1]), "documents' numbers"),
    ("ndcg-number-s1", 0.0, "the grades where it expects the documents"),
    ("ndcg-number-s1", dcg([3, 0, 0, 2, 0, 2, 0, 1]) / IDEAL, "k = 8, or more"),
    ("bm25-number", 1.6 * 2 * 2.2 / 2 + 1.2 * LENGTH, "a pair of brackets is missing"),
    ("bm25-number", 1.6 * 2 * 2.2 / (2 + 1.2 * 1 - 0.75 + 0.75 * 2), "a pair of brackets is missing"),
    ("bm25-number", 1.6 * 2 * 2.2 / 2 + 1.2 * 1 - 0.75 + 0.75 * 2, "brackets are missing"),
    ("bm25-number", 1.6 * 2 * 1.2 + 1 / (2 + 1.2 * LENGTH), "`(1.2 + 1)`"),
    ("bm25-number", 1.6 * 2 * 2.2 / (2 + 1.2 * (1 - 0.75 + 0.75 * 0.5)), "half as long as the average"),
    ("iou-number-s3", 3 / 8, "8 is not"),
    ("iou-number-s3", 2 / 12, "all twelve words"),
    ("iou-number-s3", 1 / 9, "6 as well: the start is included"),
    ("iou-number-s3", 4 / 11, "That is F1"),
    ("iou-number-s3", 0.18, "“The union is the sum of both sides”"),
    ("iou-number-s3", 0.3, "“The end of a span is its last position”"),
    ("omega-number-s3", 0.18, "`0.4 * (0.25 + 0.4 / 2)`: there the bracket closes too late"),
    ("omega-number-s3", 0.3, "`0.4 * 0.25 + 0.4 / 2`: a pair of brackets is missing"),
    ("f1-number-s2", 0.67, "“F1 is the ordinary mean of precision and recall”"),
    ("f1-number-s2", 0.67, "give at least three digits"),
    ("capstone-queries", 48, "how many questions there are today"),
    ("capstone-queries", 422.24, "`(1.96 + 0.84) * 0.377 / 0.05 ** 2`: a pair of brackets is missing"),
    ("capstone-queries", 422, "a pair of brackets is missing"),
]


@pytest.mark.parametrize(("id", "value", "said"), SLIPS)
def test_a_slip_is_said(id, value, said):
    result = check(id, value)
    assert result.status == "wrong" and said in result.message
    assert "is not it" not in result.message


def test_the_longer_page_is_not_called_by_another_cutoff():
    assert "nDCG@10" not in check("ndcg-number-s1", dcg([3, 0, 0, 2, 0, 2, 0, 1]) / IDEAL).message


@pytest.mark.parametrize("exercise", WORKED, ids=lambda one: one.id)
def test_a_slip_is_named_only_where_it_gives_that_number(exercise):
    """Every expression that a verdict quotes as what was computed has that value, computed here by Python itself."""
    assert abs(eval(exercise.worked) - exercise.truth()) < 1e-9
    for slip in arithmetic.slips(exercise.worked):
        result = checking.check_number(exercise, slip.value)
        if result.message.count("That is `") == 1 and " ^ " not in result.message:
            written = result.message.partition("That is `")[2].partition("`")[0]
            assert eval(written) == pytest.approx(slip.value, abs=max(exercise.tolerance, 1 if exercise.count else 0))
        if result.status == "wrong":
            assert result.misconception is None or result.misconception in misconceptions.ids()


def test_slips_of_two_kinds_with_one_number_are_not_named():
    for exercise in WORKED:
        made = arithmetic.slips(exercise.worked)
        for slip in made:
            kinds = {other.kind for other in made if abs(other.value - slip.value) < 1e-9}
            found = arithmetic.explained(exercise.worked, lambda value, slip=slip: abs(value - slip.value) < 1e-9)
            assert (found is None) == (len(kinds) > 1) or slip.kind not in arithmetic.SHARED


def test_known_numbers_with_two_sentences_do_not_overlap():
    for exercise in NUMBERS:
        known = sorted((wrong, sentence) for wrong, _, sentence in exercise.known)
        for (lower, first), (upper, second) in pairwise(known):
            assert first == second or upper - lower > 2 * exercise.tolerance, (exercise.id, lower, upper)


@pytest.mark.parametrize("exercise", NUMBERS, ids=lambda one: one.id)
def test_an_impossible_number_says_why(exercise):
    lowest, highest = exercise.limits
    assert "-0.37 is impossible. Nothing that is counted here can be negative." in check(exercise.id, -0.37).message
    if highest < 1e9:
        said = check(exercise.id, highest + 13.37).message
        assert f"{highest + 13.37:g} is impossible. " in said
        assert exercise.reasons.get("above", "a share is never above 1") in said
    assert lowest == 0 <= exercise.truth() <= highest


def test_a_number_of_things_is_whole():
    assert "0.5 is impossible" in check("pair-search", 0.5).message
    assert "whole number" in check("pair-search", 0.5).message
    assert "998 numbers" in check("pair-search", 1500).message


def test_a_number_is_shown_as_it_was_written():
    assert check("library-recall", 5).message.startswith("5 is impossible")
    assert check("capstone-queries", 447).message.startswith("447 is not it")


# Counts of queries ---------------------------------------------------------------------------------------------------


def test_a_count_is_the_exact_value_or_rounded_up():
    exact = ((1.96 + 0.84) * 0.377 / 0.05) ** 2
    for value in (exact, 445.72, 445.7, 446, 446.0):
        assert check("capstone-queries", value).status == "right"
    few = check("capstone-queries", 445)
    assert few.status == "wrong" and few.message.startswith("One too few") and few.message.endswith("Round up.")
    for value in (444, 447, 445.4):
        assert check("capstone-queries", value).status == "wrong"


def test_a_count_with_more_digits_than_the_question_gives_is_right():
    result = check("capstone-queries", 444.83)
    assert result.status == "right" and "more digits than the question gives" in result.message


@pytest.mark.parametrize("id", [id for id in all_variants() if EXERCISES[id].count])
def test_drawn_counts_are_rounded_up_as_well(id):
    told = 0
    for n in range(40):
        one = numbers(id, f"student {n}", "salt")
        truth = round(one.truth(), 6)
        assert one.check(one.truth()).status == one.check(ceil(truth)).status == "right"
        assert one.check(ceil(truth) - 1).message.startswith("One too few")
        if truth != floor(truth):
            told += "Round up" in one.check(floor(truth)).message
    assert told


def test_drawn_numbers_know_the_slips_of_their_own_sum():
    for id in ("map-number", "bm25-number", "capstone-queries", "stage-at-most"):
        for n in range(20):
            one = numbers(id, f"student {n}", "salt")
            assert eval(one.worked) == pytest.approx(one.truth())
    one = numbers("capstone-queries", "student 1", "salt")
    written = one.worked.replace("((", "(").replace(") ** 2", " ** 2")
    assert f"`{written}`: a pair of brackets is missing" in one.check(eval(written)).message


# Orders of lines -----------------------------------------------------------------------------------------------------

LOOP_TOO_EARLY = [
    (one, index)
    for one in PARSONS
    for index in range(1, len(one.order) - 1)
    if one.lines[one.order[index + 1] - 1].lstrip().startswith("for ")
    and one.lines[one.order[index] - 1].count(" = ") == 1
]


@pytest.mark.parametrize(("exercise", "index"), LOOP_TOO_EARLY, ids=lambda one: getattr(one, "id", one))
def test_a_loop_before_what_it_adds_to(exercise, index):
    given = list(exercise.order)
    given[index], given[index + 1] = given[index + 1], given[index]
    said = check(exercise.id, given).message
    assert "must be made before the loop begins" in said
    assert "What must have happened" not in said, "the loop itself could run"


def test_there_are_such_loops():
    assert len(LOOP_TOO_EARLY) >= 8


@pytest.mark.parametrize("exercise", PARSONS, ids=lambda one: one.id)
def test_what_is_said_of_a_line_is_true(exercise):
    """Each line in turn is drawn forward to each earlier position."""
    order = list(exercise.order)
    for source in range(2, len(order)):
        for target in range(1, source):
            given = [*order[:target], order[source], *order[target:source], *order[source + 1 :]]
            result = check(exercise.id, given)
            if result.status == "right":
                continue
            position = int(result.message.partition("number ")[2].partition(" ")[0])
            above = [exercise.lines[number - 1] for number in given[: position - 1]]
            line = exercise.lines[given[position - 1] - 1]
            indents = [len(one) - len(one.lstrip()) for one in (above[-1], line)]
            if "no line above it has made" in result.message:
                name = result.message.partition("It uses `")[2].partition("`")[0]
                assert name in line and not any(name in made_by(one) for one in above)
            if "opens no block" in result.message:
                assert indents[1] > indents[0] and not above[-1].endswith(":")
            if "is indented more" in result.message.partition("opens a block")[2]:
                assert indents[1] <= indents[0] and above[-1].endswith(":")
            if "more than one step" in result.message:
                assert indents[1] >= indents[0] + 8
            if "`return` ends" in result.message:
                assert line.lstrip().startswith("return")


def made_by(line):
    """The names that a line makes."""
    text = line.strip() + (" pass" if line.endswith(":") else "")
    nodes = list(ast.walk(ast.parse(text)))
    stored = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return stored | {node.arg for node in nodes if isinstance(node, ast.arg)}


def test_a_set_is_said_to_have_no_order():
    for answer in ({5, 8, 2, 7, 4, 1, 3}, frozenset({1, 2})):
        result = check("dcg-parsons", answer)
        assert result.status == "wrong" and result.message.startswith("A set has no order")

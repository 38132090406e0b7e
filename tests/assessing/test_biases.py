"""A judge that is a program: does it look at the place, at the length, at who is of its own kind?"""

import math

import pandas as pd
import pytest

from ratools.assessing import length_bias, position_bias, style_bias

PAIRS = [("reset", "reset a password", "our office"), ("plan", "an invoice", "change a plan"), ("pay", "a", "b")]
ZERO = [("reset", "an invoice"), ("plan", "our office in Bonn")]
FILLERS = ["about us", "the weather", "a long walk"]


def has_it(query, document):
    return int(query in document.split())


def fair(query, first, second):
    ahead = has_it(query, first) - has_it(query, second)
    return "first" if ahead > 0 else "second" if ahead < 0 else "tie"


# Position ----------------------------------------------------------------------------------------------------------


def test_a_judge_without_a_liking_for_a_place_turns_nothing():
    found = position_bias(fair, PAIRS, names=("A", "B"))
    assert found.columns.tolist() == ["A", "B", "tie", "pairs"]
    assert found.index.tolist() == ["A first", "B first", "same both ways"]
    assert found.to_numpy().tolist() == [[1, 1, 1, 3]] * 3


@pytest.mark.parametrize(("place", "rows"), [
    ("first", [[3, 0, 0, 3], [0, 3, 0, 3], [0, 0, 0, 0]]), ("second", [[0, 3, 0, 3], [3, 0, 0, 3], [0, 0, 0, 0]])
])  # fmt: skip
def test_a_judge_who_always_names_one_place_turns_every_verdict(place, rows):
    assert position_bias(lambda *texts: place, PAIRS).to_numpy().tolist() == rows


def test_a_place_that_decides_only_where_both_are_equal():
    def takes_the_first(*texts):
        return "first" if fair(*texts) == "tie" else fair(*texts)

    assert position_bias(takes_the_first, PAIRS).to_numpy().tolist() == [[2, 1, 0, 3], [1, 2, 0, 3], [1, 1, 0, 2]]


def test_a_verdict_that_becomes_a_tie_has_turned():
    def tie_if_swapped(query, first, second):
        return "first" if first == "reset a password" else "tie"

    assert position_bias(tie_if_swapped, PAIRS[:1]).to_numpy().tolist() == [[1, 0, 0, 1], [0, 0, 1, 1], [0, 0, 0, 0]]


def test_the_judge_gets_query_first_second():
    asked = []
    position_bias(lambda *texts: asked.append(texts) or "tie", PAIRS[:1])
    assert asked == [("reset", "reset a password", "our office"), ("reset", "our office", "reset a password")]


def test_pairs_may_come_from_anywhere_once():
    assert position_bias(fair, iter(map(list, PAIRS))).loc["same both ways", "pairs"] == 3


@pytest.mark.parametrize("said", ["A", "First", None, 1, True, ["first"]])
def test_a_verdict_that_is_none_names_the_pair(said):
    with pytest.raises(
        ValueError, match=r"must say 'first', 'second' or 'tie', got .*'plan' and 'an invoice', 'change"
    ):
        position_bias(lambda query, *_: said if query == "plan" else "tie", PAIRS)


def test_a_judge_that_fails_names_the_pair_and_keeps_the_cause():
    def busy(*texts):
        raise TimeoutError("no answer")

    with pytest.raises(ValueError, match="failed on query 'reset' and .*TimeoutError: no answer") as caught:
        position_bias(busy, PAIRS)
    assert isinstance(caught.value.__cause__, TimeoutError)
    with pytest.raises(ValueError, match="failed on query 'reset' and 'an invoice': TimeoutError"):
        length_bias(busy, ZERO, FILLERS, added=(0,))


@pytest.mark.parametrize(("pairs", "told"), [
    ([], "no pairs"), (iter(()), "no pairs"), ([("q", "a")], r"pairs\[0\] must be \(query, one, other\)"),
    ([*PAIRS, ("q", "a", 7)], r"pairs\[3\]"), (["abc"], r"pairs\[0\]"), ([None], r"pairs\[0\]"),
])  # fmt: skip
def test_pairs_that_are_none(pairs, told):
    with pytest.raises(ValueError, match=told):
        position_bias(fair, pairs)


@pytest.mark.parametrize("names", [("A", "A"), ("A",), "ABC", (1, 2), ("A", "tie"), ("pairs", "A")])
def test_names_that_would_be_mixed_up(names):
    with pytest.raises(ValueError, match="names must be two different names"):
        position_bias(fair, PAIRS, names)


# Length ------------------------------------------------------------------------------------------------------------


def test_a_judge_who_reads_only_what_matters_does_not_move():
    found = length_bias(has_it, [*ZERO, ("reset", "to reset it")], FILLERS, added=(0, 1, 3))
    assert found.index.tolist() == [0, 1, 3] and found["praised"].tolist() == [1 / 3] * 3
    assert found["mean grade"].tolist() == [1 / 3] * 3 and found["words"].is_monotonic_increasing


def test_a_judge_who_counts_characters_is_found_out():
    found = length_bias(lambda query, document: len(document) // 12, ZERO, ["x" * 12], added=(0, 1))
    assert found["praised"].tolist() == [0.5, 1.0], "10 characters and 18, then 24 and 32"
    assert found["mean grade"].tolist() == [0.5, 2.0] and found["words"].tolist() == [3.0, 4.0]


def test_what_is_appended_stands_behind_and_more_begins_with_the_same():
    read = []
    length_bias(lambda query, document: read.append(document) or 0, ZERO[:1], FILLERS, added=(0, 1, 3), seed=4)
    assert read[0] == "an invoice" and read[2].startswith(read[1]) and read[1].startswith("an invoice\n\n")
    assert sorted(read[2].split("\n\n")) == sorted(["an invoice", *FILLERS])


def test_the_draw_is_the_same_for_the_same_seed():
    def by_first_letter(query, document):
        return ord(document.split("\n\n")[-1][0])

    one, same, other = (length_bias(by_first_letter, ZERO, FILLERS, added=(1,), seed=seed) for seed in (1, 1, 5))
    pd.testing.assert_frame_equal(one, same)
    assert not one.equals(other)


def test_fillers_by_query_and_never_the_document_itself():
    read = []
    fillers = {"reset": ["an invoice", "about us"], "plan": ["the weather"]}
    length_bias(lambda query, document: read.append(document) or 0, ZERO, fillers, added=(1,))
    assert read == ["an invoice\n\nabout us", "our office in Bonn\n\nthe weather"]
    with pytest.raises(ValueError, match="query 'reset': 2 texts are to be appended and there are 1 in fillers"):
        length_bias(has_it, ZERO, fillers, added=(0, 2))
    with pytest.raises(ValueError, match="query 'plan': 1 texts are to be appended and there are 0"):
        length_bias(has_it, ZERO, {"reset": ["about us"]}, added=(1,))


@pytest.mark.parametrize("grade", ["2", None, True, math.nan, math.inf, [1]])
def test_a_grade_that_is_none_names_the_pair(grade):
    with pytest.raises(ValueError, match="must return a grade.*got .*'plan' and 'our office in Bonn'"):
        length_bias(lambda query, _: grade if query == "plan" else 0, ZERO, FILLERS, added=(0,))


@pytest.mark.parametrize(("arguments", "told"), [
    ((has_it, [], FILLERS), "no pairs"), ((has_it, ZERO, "about us"), "one str"), ((has_it, ZERO, [1] * 9), "got 1"),
    ((has_it, ZERO, FILLERS, ()), "added must be"), ((has_it, ZERO, FILLERS, (-1,)), "added must be"),
    ((has_it, ZERO, FILLERS, (True,)), "added must be"), (("gpt", ZERO, FILLERS, (0,)), "must be a function"),
])  # fmt: skip
def test_what_length_bias_refuses(arguments, told):
    with pytest.raises(ValueError, match=told):
        length_bias(*arguments)


# Its own kind ------------------------------------------------------------------------------------------------------

READERS = {"q1": {"a": 0, "b": 0, "c": 2, "e": 0}, "q2": {"d": 0, "f": -1}}
RUNS = {"words": {"q1": ["a", "e", "c"], "q2": ["d", "f"]}, "meaning": {"q1": ["b", "c", "a"]}}
BY_WORDS = {"q1": {"a": 3, "b": 0, "c": 1, "e": 1}, "q2": {"d": 0, "f": 3}}
BY_MEANING = {"q1": {"a": 0, "b": 2, "c": 1, "e": 0}, "q2": {"d": 0, "f": 0}}


def test_whose_mistakes_are_forgiven():
    found = style_bias({"by words": BY_WORDS, "by meaning": BY_MEANING}, READERS, RUNS, depth=2)
    assert found.columns.tolist() == ["graded 0", "by words", "by meaning"]
    assert found.loc["words"].tolist() == [3, 2 / 3, 0], "a, e and d; f was never read, c is relevant"
    assert found.loc["meaning"].tolist() == [1, 0, 1], "b; a is below the second place"


def test_a_judge_who_agrees_with_readers_forgives_nobody():
    found = style_bias({"readers": READERS}, READERS, RUNS)
    assert found["readers"].tolist() == [0, 0] and found["graded 0"].tolist() == [3, 2]


def test_only_pairs_that_all_judges_graded_count():
    part = {"q1": {"a": 1, "e": -1}}
    found = style_bias({"by words": BY_WORDS, "part": part}, READERS, RUNS | {"none": {"q2": ["d"]}})
    assert found.loc["words"].tolist() == [1, 1, 1]
    assert found.loc["none", "graded 0"] == 0 and found.loc["none", ["by words", "part"]].isna().all()


def test_what_readers_never_read_is_not_a_mistake():
    found = style_bias({"by words": {"q1": {"a": 1, "z": 3}}}, READERS, {"words": {"q1": ["z", "a"]}})
    assert found.loc["words"].tolist() == [1, 1]


@pytest.mark.parametrize(("arguments", "told"), [
    (({}, READERS, RUNS), "judges must be"), (({"w": BY_WORDS}, READERS, {}), "runs must be"),
    (({"w": BY_WORDS}, READERS, [RUNS["words"]]), "runs must be"), (({"w": BY_WORDS}, READERS, RUNS, 0), "depth"),
    (({"w": {"q9": {"a": 1}}}, READERS, RUNS), "graded 0 by the readers and graded at all by w; are the ids the same"),
])  # fmt: skip
def test_what_style_bias_refuses(arguments, told):
    with pytest.raises(ValueError, match=told):
        style_bias(*arguments)

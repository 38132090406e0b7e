"""The ranking board from Python's side; tests/browser/test_board.py looks at it from the page's."""

import json
import time

import numpy as np
import pytest
import traitlets
from hypothesis import given, settings
from hypothesis import strategies as st

import ratools as rt
from ratools_course import RankingBoard, explain

DOCS = {
    "d1": "Asyncio in ten minutes",
    "d2": "Java threading guide",
    "d3": "The asyncio tutorial",
    "d4": "Await, gather, timeout",
    "d5": "Event loops, a talk",
}
GRADES = {"d1": 2, "d2": 0, "d3": 3, "d4": 2, "d5": 1}
TASK = {"measure": "nDCG@5", "goal": 0.99, "moves": 2}
NASTY = ["<script>alert('x')</script>", "\"quoted\" & 'single'", "مرحبا بالعالم", "w" * 300, "line\nbreak\ttab"]


@pytest.fixture
def board():
    return RankingBoard(DOCS, GRADES, k=5, query="python async tutorial", challenge=TASK)


def page_value(board, gain=None):
    """DCG and IDCG from what the page is told, as the JavaScript sums them."""
    state = json.loads(json.dumps(board.static_state()))

    def dcg(places):
        pairs = zip(places[: state["k"]], state["discounts"], strict=False)
        return sum(state["cards"][place]["gains"][gain or state["gain"]] / discount for place, discount in pairs)

    return dcg(state["order"]), dcg(state["ideal"])


def cards_of(board):
    """{document: its card}."""
    return dict(zip(board.documents, board.cards, strict=True))


# The top of a run --------------------------------------------------------------------------------------------------

LONG = [f"d{n}" for n in range(1, 31)]
JUDGED = {"d2": 3, "d5": 1, "d9": 0, "d14": 2, "d30": 1, "never": 3}


def test_a_board_of_a_run_has_the_measures_of_the_whole_run():
    board = RankingBoard.of({"q7": LONG, "q1": ["x"]}, {"q7": JUDGED}, "q7", k=10, titles={"d2": "Second"})
    assert (board.order, board.tail) == (LONG[:10], LONG[10:])
    assert board.query == "q7" and board.cards[1]["title"] == "Second" and board.cards[0]["title"] == "d1"
    table = rt.evaluate({"q7": LONG}, {"q7": JUDGED}, ["nDCG@10", "P@10", "R@10", "RR", "AP"])
    for name in ("nDCG@10", "P@10", "R@10", "RR", "AP"):
        assert board.values[name] == pytest.approx(table.loc["q7", name], abs=1e-12)
    assert board.values["AP"] > rt.average_precision(LONG[:10], JUDGED), "d14 and d30 count, though not on the page"
    board.move("d2", 10)
    moved = [*LONG[:1], *LONG[2:10], "d2", *LONG[10:]]
    assert board.values["AP"] == rt.average_precision(moved, JUDGED)
    assert "The first 10 of 30 results; measures are of all 30." in board.text()
    assert "the first 10 of 30" not in RankingBoard.of({"q": LONG[:4]}, {"q": JUDGED}, "q").text().lower()


def test_the_page_is_told_what_the_tail_adds():
    board = RankingBoard.of({"q7": LONG}, {"q7": JUDGED}, "q7", top=4)
    assert [one["rank"] for one in board.below] == [5, 14, 30] and board.returned == 30 and board.k == 4
    assert board.below[1]["gains"] == {"linear": 2.0, "exp": 3.0} and board.below[1]["discount"] == np.log2(15)
    hits = 1  # d2
    tail = sum((hits + n) / one["rank"] for n, one in enumerate(board.below, start=1))
    assert board.values["AP"] == pytest.approx((1 / 2 + tail) / 5)
    assert RankingBoard.of({"q": list("xyza")}, {"q": {"a": 1}}, "q", top=2).values["RR"] == 1 / 4


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: RankingBoard.of({"q7": LONG}, {"q7": JUDGED}, "q8"), "neither in the run nor in the judgements"),
        (lambda: RankingBoard.of({"q7": [], "q": ["a"]}, {"q7": JUDGED}, "q7"), "the run returns nothing"),
        (lambda: RankingBoard.of({"q7": LONG}, {"q7": JUDGED}, "q7", top=21), "from 1 to 20, got 21"),
        (
            lambda: RankingBoard.of({"q7": LONG}, {"q7": JUDGED}, "q7", k=11),
            "from 1 to 10, got 11 .the cut-off lies on",
        ),
        (lambda: RankingBoard(["a"], {"a": 1}, tail=["a"]), "'a' stands on the page and in the tail"),
    ],
)
def test_what_the_top_of_a_run_cannot_be(call, message):
    with pytest.raises(ValueError, match=message):
        call()
    board = RankingBoard.of({"q7": LONG}, {"q7": JUDGED}, "q7")
    with pytest.raises(traitlets.TraitError, match="the cut-off lies on the page"):
        board.k = 20


# Values ------------------------------------------------------------------------------------------------------------


def test_the_values_are_the_metrics(board):
    shown = {name: round(value, 3) for name, value in board.values.items()}
    assert shown == {
        "nDCG@5": 0.834,
        "DCG@5": 4.748,
        "IDCG@5": 5.693,
        "P@5": 0.8,
        "R@5": 1.0,
        "RR": 1.0,
        "AP": 0.804,
    }


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_what_the_page_is_told_gives_the_same_sums(data):
    grades = data.draw(st.dictionaries(st.integers(0, 30), st.integers(-1, 5), min_size=1, max_size=12))
    docs = data.draw(st.permutations(sorted({*list(grades)[:6], 50, 51})))
    board = RankingBoard(
        docs, grades, k=data.draw(st.integers(1, 12)), gain=data.draw(st.sampled_from(["linear", "exp"]))
    )
    found, ideal = page_value(board)
    values = list(board.values.values())
    assert values[1] == pytest.approx(found, abs=1e-12)
    assert values[2] == pytest.approx(ideal, abs=1e-12)
    assert board.relevant == sum(grade > 0 for grade in grades.values())


@pytest.mark.parametrize("measure", ["RR", "AP", "P@2", "nDCG@2"])
def test_the_text_begins_with_the_measure_of_the_task(measure):
    board = RankingBoard(["x", "y", "a"], {"a": 1}, k=2, challenge={"measure": measure, "goal": 0.4})
    assert board.text().splitlines()[-1].startswith(f"{measure} ")
    assert f"<p><b>{measure} " in board.text_html()
    assert RankingBoard(["a"], {"a": 1}).text().splitlines()[-1].startswith("nDCG@5 ")


def test_its_titles_are_those_that_explain_takes():
    board = RankingBoard({"x": "One", "a": "Two"}, {"a": 1, "z": 2}, k=2, titles={"z": "Zed"})
    assert board.titles == {"x": "One", "a": "Two", "z": "Zed"}
    told = explain("nDCG@2", board.order, board.grades, titles=board.titles)
    assert list(told.steps["title"]) == ["One", "Two"] and told.sentence.startswith("Most is lost by Zed")


def test_a_relevant_document_that_is_not_on_the_board_counts_in_the_ideal():
    board = RankingBoard(["a", "b"], {"a": 1, "missed": 3}, k=2)
    assert board.ideal == ["missed", "a"]
    assert cards_of(board)["missed"]["here"] is False
    assert board.values["nDCG@2"] == rt.ndcg_at_k(["a", "b"], {"a": 1, "missed": 3}, 2) < 0.3
    assert "missed (3, not on this page)" in board.text()


def test_among_equals_the_ideal_keeps_the_order_of_the_page():
    assert RankingBoard(["b", "a"], {"a": 1, "b": 1, "c": 1}).ideal == ["b", "a", "c"]


def test_an_unjudged_document_gains_nothing_and_is_not_in_the_ideal():
    board = RankingBoard(["x", "pooled", "a"], {"a": 1, "pooled": -1})
    words = {doc: (card["word"], card["grade"], card["judged"]) for doc, card in cards_of(board).items()}
    assert words == {
        "x": ("not judged", "?", False),
        "pooled": ("not judged", "?", False),
        "a": ("relevant", "1", True),
    }
    assert board.ideal == ["a"]


def test_nothing_relevant_is_zero_not_an_error():
    assert set(RankingBoard(["a"], {"a": 0}).values.values()) == {0.0}


@pytest.mark.parametrize(
    ("grades", "words"),
    [
        ({"a": 3, "b": 2, "c": 1, "d": 0}, ["perfect", "good", "okay", "not relevant"]),
        ({"a": 1, "b": 0}, ["relevant", "not relevant"]),
        ({"a": 4, "b": 1}, ["grade 4", "grade 1"]),
        ({"a": 0.5, "b": 0}, ["grade 0.5", "not relevant"]),
    ],
)
def test_grades_have_words_on_the_usual_scales(grades, words):
    assert [card["word"] for card in RankingBoard(list(grades), grades).cards] == words


def test_numpy_ids_and_grades_become_plain():
    board = RankingBoard(np.array([3, 1]), {np.int64(1): np.int64(2)})
    assert board.order == [3, 1] and all(type(doc) is int for doc in board.order)
    json.dumps(board.static_state(), allow_nan=False)


ODD = [2**60, 2**60 + 1, (1, "a"), 1, "1", "x", frozenset({3}), 0.5, None]


def test_any_hashable_id_will_do_and_the_page_sees_places_only():
    grades = {2**60: 0, 2**60 + 1: 3, (1, "a"): 2, 1: 0, "1": 1, None: 2, 2**70: 3}
    board = RankingBoard(ODD, grades, k=5)
    state = json.loads(json.dumps(board.static_state()))
    assert state["order"] == state["start"] == list(range(9)) and state["ideal"][:2] == [1, 9]
    assert page_value(board) == pytest.approx(list(board.values.values())[1:3])
    assert board.values["nDCG@5"] == rt.ndcg_at_k(ODD, grades, 5) < 1
    board.move("1", 1)
    assert board.order == ["1", *ODD[:4], *ODD[5:]]
    board.set_state({"order": [4, 1, 0, 2, 3, 5, 6, 7, 8], "history": [[*range(9)]], "moves": 1})
    assert board.order == ["1", ODD[1], ODD[0], *ODD[2:4], *ODD[5:]] and board.history == [ODD]
    assert [card["title"] for card in board.cards[3:5]] == ["1", "'1'"]  # two titles that would look alike


@pytest.mark.parametrize(
    "order", [[0, 0, 2, 3, 4], [1, 2, 3, 4, 5], [0, 1], [True, 0, 2, 3, 4], [0.0, 1, 2, 3, 4], "01234", None]
)
def test_wrong_places_from_the_page_change_nothing(board, order):
    before = board.static_state()
    for state in ({"order": order}, {"history": [order]}, {"history": order, "moves": 3}):
        board.set_state(state)
    assert board.static_state() == before


# Moving ------------------------------------------------------------------------------------------------------------


def test_a_move_goes_any_distance_and_counts_once(board):
    before = board.values["nDCG@5"]
    board.move("d3", 1)
    assert board.order == ["d3", "d1", "d2", "d4", "d5"]
    assert (board.moves, board.history) == (1, [["d1", "d2", "d3", "d4", "d5"]])
    assert board.values["nDCG@5"] > before


def test_a_move_to_the_same_place_is_none(board):
    board.move("d3", 3)
    assert board.moves == 0 and board.history == []


def test_undo_and_reset(board):
    board.move("d3", 1)
    board.move("d2", 5)
    board.undo()
    assert board.order == ["d3", "d1", "d2", "d4", "d5"] and board.moves == 1
    board.stage, board.step = 1, 2
    board.reset()
    assert (board.order, board.moves, board.history, board.stage, board.step) == (list(DOCS), 0, [], 0, 0)
    board.undo()
    assert board.order == list(DOCS)


def test_observers_read_values_that_fit_the_new_order(board):
    heard = []
    board.observe(lambda change: heard.append(board.values[f"nDCG@{board.k}"]), ["order", "k", "gain"])
    board.set_state({"order": [2, 0, 3, 4, 1], "moves": 1, "history": [[0, 1, 2, 3, 4]]})
    board.set_state({"gain": "exp"})
    board.set_state({"k": 1})
    assert heard == [1.0, 1.0, 1.0]


def test_the_arguments_are_not_changed():
    docs, grades, task = list(DOCS), dict(GRADES), dict(TASK)
    board = RankingBoard(docs, grades, challenge=task)
    board.move("d3", 1)
    assert (docs, grades, task) == (list(DOCS), GRADES, TASK)


# Challenge ---------------------------------------------------------------------------------------------------------


def test_the_challenge_is_solved_within_its_moves(board):
    assert not board.solved
    board.move("d3", 1)
    assert board.values["nDCG@5"] < 0.99 and not board.solved
    board.move("d2", 5)
    assert board.solved and board.fewest_moves() == 2
    board.move("d5", 5)
    board.move("d2", 5)
    assert board.values["nDCG@5"] > 0.99 and not board.solved  # four moves are too many


def test_a_task_for_two_moves_cannot_be_met_by_one():
    with pytest.raises(ValueError, match="one move is enough to reach nDCG@5 ≥ 0.95: the best of them gives 0.9679"):
        RankingBoard(DOCS, GRADES, challenge=TASK | {"goal": 0.95})
    assert RankingBoard(DOCS, GRADES, challenge=TASK | {"goal": 0.95, "moves": 1}).fewest_moves() == 1
    assert RankingBoard(DOCS, GRADES, challenge={"measure": "nDCG@5", "goal": 0.95}).challenge["moves"] is None


def test_fewest_moves_searches_as_far_as_asked():
    board = RankingBoard(list("abcdef"), {"f": 3, "e": 2, "d": 1}, challenge={"measure": "nDCG@6", "goal": 1.0})
    assert board.fewest_moves(at_most=1) is None
    assert board.fewest_moves(at_most=3) == 3


def test_a_challenge_keeps_its_own_cut_off_and_gain():
    task = {"measure": "nDCG@5", "goal": 0.95}
    board = RankingBoard(DOCS, GRADES, gain="exp", challenge=task)
    board.k, board.gain = 1, "linear"
    assert board.challenge["gain"] == "exp" and board.challenge["k"] == 5
    board.order = ["d1", "d3", "d4", "d5", "d2"]
    assert board.solved == (rt.ndcg_at_k(board.order, GRADES, 5, gain="exp") >= 0.95)


@pytest.mark.parametrize("measure", ["nDCG@3", "P@3", "R@3", "RR", "AP", "AP@2", "nDCG(gain='exp')@5", "ndcg_cut_5"])
def test_challenges_in_every_measure_of_the_board(measure):
    board = RankingBoard(["x", "y", "a", "b"], {"a": 2, "b": 1}, challenge={"measure": measure, "goal": 0.6})
    assert not board.solved
    board.order = ["a", "b", "x", "y"]
    assert board.solved


def test_documents_that_are_not_on_the_page_have_titles_too():
    board = RankingBoard({"a": "About"}, {"a": 1, "b": 3}, titles={"a": "unused", "b": "Begin"})
    assert [card["title"] for card in board.cards] == [
        "About",
        "Begin",
    ] and "Begin (3, not on this page)" in board.text()
    board = RankingBoard.of(
        {"q": ["a", "x"]}, {"q": {"a": 1, "b": 3}}, "q", titles={"b": "Begin"}, typed="where to begin"
    )
    assert "“where to begin”" in board.text() and "Begin (3, not on this page)" in board.text()
    assert RankingBoard.of({"q": ["a"]}, {"q": {"a": 1}}, "q").query == "q"


OTHER_GAIN = {"measure": "nDCG@5", "above": "nDCG(gain='exp')@5", "by": 0.1}


def test_a_challenge_compares_two_measures():
    """A page on which exponential gain is lower: the best document stands low."""
    board = RankingBoard(list("abcdef"), {"a": 3, "d": 2, "f": 2}, challenge=OTHER_GAIN)
    assert not board.solved and board.fewest_moves() == 2
    board.order = ["d", "f", "b", "c", "a", "e"]
    gap = rt.ndcg_at_k(board.order, board.grades, 5) - rt.ndcg_at_k(board.order, board.grades, 5, gain="exp")
    assert board.solved and gap > 0.1
    asked = "nDCG@5 with linear gain is higher than nDCG@5 with exponential gain, by at least 0.1."
    assert f"Task: find a page on which {asked}" in board.text()


def test_a_challenge_compares_two_cut_offs():
    fall = {"measure": "nDCG@1", "above": "nDCG@3", "by": 0.2}
    board = RankingBoard(["x", "a", "b", "c"], {"a": 3, "b": 2, "c": 2}, challenge=fall)
    assert "nDCG@1 is higher than nDCG@3, by at least 0.2." in board.text()
    board.order = ["a", "x", "b", "c"]
    assert board.solved == (rt.ndcg_at_k(board.order, board.grades, 3) <= 0.8) is True


# Refusals ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("docs", "grades", "options", "message"),
    [
        ([], GRADES, {}, "docs is empty"),
        ({}, GRADES, {}, "docs is empty"),
        ("d1", GRADES, {}, "docs must be a list"),
        ({"d1", "d2"}, GRADES, {}, "has no order"),
        (["d1", "d1"], GRADES, {}, "in docs twice"),
        ([f"d{i}" for i in range(21)], GRADES, {}, "at most 20 documents, got 21"),
        ([["d1"]], {"d1": 1}, {}, "must be a hashable value"),
        ([float("nan")], {"d1": 1}, {}, "must be a hashable value"),
        (["d1"], {}, {}, "grades is empty"),
        (["d1"], ["d1"], {}, "grades must be a dict"),
        (["d1"], {"d1": "high"}, {}, "the grade of document 'd1' must be a number"),
        (["d1"], {"d1": float("nan")}, {}, "finite"),
        (["d1"], {"d1": 101}, {}, "up to 100"),
        (["1"], {1: 2}, {}, "convert one of them"),
        (DOCS, GRADES, {"k": 0}, r"from 1 to 100, got 0 \(k=len\(docs\) reads the whole page\)"),
        (DOCS, GRADES, {"k": None}, "from 1 to 100, got None"),
        (DOCS, GRADES, {"k": 101}, "from 1 to 100"),
        (DOCS, GRADES, {"k": True}, "k must be a whole number"),
        (DOCS, GRADES, {"gain": "exponential"}, "gain must be 'linear' or 'exp'"),
        (DOCS, GRADES, {"query": None}, "query must be a text"),
    ],
)
def test_what_a_board_cannot_be_made_of(docs, grades, options, message):
    with pytest.raises(ValueError, match=message):
        RankingBoard(docs, grades, **options)


@pytest.mark.parametrize(
    ("challenge", "message"),
    [
        ("nDCG@5", "challenge must be a dict"),
        ({"goal": 1}, "challenge must be a dict"),
        (TASK | {"time": 3}, "challenge must be a dict"),
        (TASK | {"measure": "nDGC@5"}, "did you mean nDCG"),
        (TASK | {"measure": "ERR@5"}, "cannot follow ERR@5"),
        (TASK | {"measure": "P(rel=2)@5"}, "cannot follow"),
        (TASK | {"goal": 1.2}, "at most 1"),
        (TASK | {"goal": "high"}, "must be a number"),
        (TASK | {"moves": 0}, "at least 1"),
        (TASK | {"moves": True}, "at least 1"),
        (TASK | {"moves": 1.5}, "at least 1"),
        (TASK | {"goal": 0.5}, "nothing left to do"),
        ({"measure": "P@5", "goal": 1.0}, "the best is 0.8"),
        ({"measure": "P@5", "above": "P@3"}, "challenge must be a dict"),
        ({"measure": "P@5", "above": "ERR@5", "by": 0.1}, "cannot follow ERR@5"),
        ({"measure": "P@5", "above": "P@3", "by": 0}, "above 0"),
        ({"measure": "R@5", "above": "P@5", "by": 0.1}, "the board starts with R@5 0.1 above P@5"),
        (
            {"measure": "nDCG@5", "above": "nDCG@1", "by": 0.9, "moves": 1},
            "no page that 1 or fewer moves lead to has nDCG@5 0.9 above",
        ),
    ],
)
def test_what_a_challenge_cannot_be(challenge, message):
    with pytest.raises(ValueError, match=message):
        RankingBoard(DOCS, GRADES, challenge=challenge)


BAD_STATES = [
    ({"order": ["d1", "d2", "d3", "d4", "zzz"]}, "document 'zzz' is not on the board"),
    ({"order": ["d1", "d2"]}, "document 'd3' is missing"),
    ({"order": ["d1", "d1", "d2", "d3", "d4"]}, "twice"),
    ({"order": [["d1"], {}, None, 1, 2]}, "hashable"),
    ({"order": "d1"}, "missing"),
    ({"order": None}, "list"),
    ({"k": 0}, "from 1 to 100"),
    ({"k": "5"}, "from 1 to 100"),
    ({"speed": "furious"}, "speed must be 'slow' or 'normal' or 'fast'"),
    ({"speed": None}, "speed must be"),
    ({"k": None}, "k|None"),
    ({"gain": None}, "gain"),
    ({"gain": "cubic"}, "linear"),
    ({"gain": []}, "linear"),
    ({"stage": 4}, "stage"),
    ({"stage": "two"}, "stage"),
    ({"step": -1}, "step"),
    ({"moves": -1}, "moves"),
    ({"history": [["d1"]]}, "missing"),
    ({"history": [7]}, "list"),
]


@pytest.mark.parametrize(("state", "message"), BAD_STATES)
def test_wrong_values_are_refused_in_a_sentence(board, state, message):
    [(name, value)] = state.items()
    before = getattr(board, name)
    with pytest.raises(traitlets.TraitError, match=message):
        setattr(board, name, value)
    assert getattr(board, name) == before


@pytest.mark.parametrize(("state", "_message"), BAD_STATES)
def test_wrong_messages_from_the_page_change_nothing(board, state, _message):
    before = board.static_state()
    board.set_state(state)
    assert board.static_state() == before


@pytest.mark.parametrize("name", ["cards", "ideal", "discounts", "relevant", "challenge", "start", "query"])
def test_the_page_cannot_change_what_documents_are_worth(board, name):
    before = board.static_state()
    board.set_state({name: None})
    assert board.static_state() == before


@pytest.mark.parametrize(("doc", "rank"), [("zzz", 1), ("d1", 0), ("d1", 6), ("d1", None), ("d1", "top")])
def test_a_move_that_cannot_be_made(board, doc, rank):
    with pytest.raises(ValueError, match="not on the board|whole number"):
        board.move(doc, rank)


def test_fewest_moves_needs_a_challenge():
    with pytest.raises(ValueError, match="no challenge"):
        RankingBoard(DOCS, GRADES).fewest_moves()


# Text --------------------------------------------------------------------------------------------------------------


def test_the_text_form(board):
    assert board.text() == repr(board)
    assert board.text().splitlines() == [
        "“python async tutorial”",
        "Task: reach nDCG@5 ≥ 0.99 in at most 2 moves.",
        "rank  document                grade  gain  discount  gain/discount   sum",
        "   1  Asyncio in ten minutes  2         2      1.00           2.00  2.00",
        "   2  Java threading guide    0         0      1.58           0.00  2.00",
        "   3  The asyncio tutorial    3         3      2.00           1.50  3.50",
        "   4  Await, gather, timeout  2         2      2.32           0.86  4.36",
        "   5  Event loops, a talk     1         1      2.58           0.39  4.75",
        "ideal: The asyncio tutorial (3), Asyncio in ten minutes (2), Await, gather, timeout (2), "
        "Event loops, a talk (1), Java threading guide (0)",
        "nDCG@5 0.834  DCG@5 4.748  IDCG@5 5.693  P@5 0.800  R@5 1.000  RR 1.000  AP 0.804",
    ]


def test_below_the_cut_nothing_is_summed():
    lines = RankingBoard(DOCS, GRADES, k=2).text().splitlines()
    assert lines[3] == "   3  The asyncio tutorial    3"


def test_the_html_form_is_a_table_with_the_same_numbers(board):
    html = board.text_html()
    assert html.count("<tr>") == 7  # head, five documents, the ideal
    assert all(f"{value:.3f}" in html for value in board.values.values())


def test_nasty_titles_stay_text():
    docs = dict(enumerate(NASTY))
    board = RankingBoard(docs, {0: 3, 1: 1}, query=NASTY[0])
    assert "<script>" not in board.text_html() and "&lt;script&gt;" in board.text_html()
    assert len(board.text().splitlines()) == 9  # no title broke its line
    state = board.static_html().split('class="ratools-state">')[1].split("</script>")[0]
    assert [card["title"] for card in json.loads(state)["cards"]] == NASTY


def test_a_board_is_made_and_shown_quickly():
    docs, grades = list(range(20)), {doc: doc % 4 for doc in range(200)}
    times = []
    for _ in range(5):
        start = time.process_time()
        RankingBoard(docs, grades)._repr_mimebundle_()
        times.append(time.process_time() - start)
    assert min(times) < 0.1


# Before nDCG is taught ---------------------------------------------------------------------------------------------


def test_a_board_can_leave_ndcg_out():
    task = {"measure": "P@5", "above": "RR", "by": 0.2}
    board = RankingBoard([*DOCS, "d6"], GRADES | {"d6": 0}, query="python async", challenge=task, ndcg=False)
    assert set(board.values) == {"P@5", "R@5", "RR", "AP"}
    for text in (board.text(), board.text_html()):
        assert "RR 1.000" in text and not any(word in text for word in ("DCG", "gain", "discount", "ideal"))
    assert board.static_state()["ndcg"] is False and RankingBoard(DOCS, GRADES).ndcg


@pytest.mark.parametrize("task", [TASK, {"measure": "RR", "above": "nDCG@5", "by": 0.1}])
def test_a_board_without_ndcg_sets_no_task_about_it(task):
    with pytest.raises(ValueError, match="leaves nDCG out"):
        RankingBoard(DOCS, GRADES, challenge=task, ndcg=False)

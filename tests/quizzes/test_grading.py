"""Questions made for a test: what each answer gets, in full, and what the page is sent."""

import pytest

from ratools_course.quizzes.grading import PHRASES, Grade, Option, Order, Question, distance, take_guess

RIGHT, WRONG = Option(0, "yes.", right=True, feedback="Yes."), Option(1, "no", feedback="No.", misconception="m")


def single(*options, **more):
    return Question("s", "single", "Which?", "x", options=options, **more)


def numeric(value, **more):
    return Question("n", "numeric", "How much?", "x", value=value, otherwise="No.", example="0.25", **more)


def test_one_choice():
    also = Option(1, "no", feedback="No.", misconception="m", others=("o",), also=("Or no.",))
    asked = single(RIGHT, also)
    assert asked.grade(None) == Grade("unclear", (PHRASES["choose"],))
    assert asked.grade(0) == Grade("right", ("Yes.",))
    assert asked.grade(1) == Grade("wrong", ("No.", "Or no."), "m", ("o",))
    assert single(Option(0, "yes", right=True), WRONG).grade(0) == Grade("right", ())
    assert [repr(distance(asked, key)) for key in (0, 1)] == ["0", "1"]


def test_several_choices():
    silent, wrong = Option(1, "so", right=True), Option(2, "no", feedback="No.", misconception="m")
    options = (RIGHT, silent, wrong)
    asked = Question("m", "multiple", "Which?", "x", options=options, keep_order=True, misconception="all")
    assert asked.grade([1, 0]) == Grade("right", ("“yes”: Yes.",))
    assert asked.grade([0]) == Grade("wrong", (PHRASES["missing"],), "all")
    assert asked.grade([0, 1, 2]) == Grade("wrong", ("“no”: No.",), "m")
    assert asked.grade([2]) == Grade("wrong", ("“no”: No.", PHRASES["also-missing"]), "m")
    assert asked.grade([]) == Grade("unclear", (PHRASES["tick"],))


COARSE = Grade("unclear", (PHRASES["coarse"].format(digits=3),))
EXACT = Grade("right", ("More exactly, it is 0.6666….",))
NO = Grade("wrong", ("No.",))


@pytest.mark.parametrize(
    ("value", "typed", "grade"),
    [
        (2 / 3, "2/3", Grade("right")),
        (2 / 3, "0.667", EXACT),
        (2 / 3, "0.666", EXACT),
        (2 / 3, "0.7", COARSE),
        (2 / 3, "1", NO),  # it has no decimals
        (2 / 3, "0.1", NO),
        (0.65, "0.6", COARSE),  # half a tenth, and a little more in floats
        (0.6545, "0.6", NO),
        (0.5, "37", NO),  # not 50, so that no percent sign is missing
        (0.01, "1", NO),
    ],
)
def test_one_number(value, typed, grade):
    assert numeric(value).grade(typed) == grade


def test_zero_percent_is_not_asked_for():
    assert numeric(0.0, digits=1).grade("3") == NO


def test_numbers_are_shown_in_order_only_if_all_options_are_numbers():
    values = [3.0, 1.0, 2.0, 0.5]
    options = [Option(key, str(value), value=value) for key, value in enumerate(values)]
    assert single(*options).shown() == [3, 1, 2, 0]
    assert sorted(single(*options[:3], Option(3, "none of them")).shown()) == [0, 1, 2, 3]


def test_a_guess_of_one_number():
    assert take_guess(numeric(0.5), "0.25") == (0.25, None) and distance(numeric(0.5), 0.25) == -0.25
    assert take_guess(numeric(0.5, between=(0, 1)), "2") == (None, PHRASES["between"].format(low=0, high=1))
    with pytest.raises(ValueError, match="'n' needs the number as text"):
        take_guess(numeric(0.5), 0.25)


def test_a_guess_of_several_parts():
    options = tuple(Option(key, label) for key, label in enumerate("abc"))
    order = Question("o", "ordering", "In which order?", "x", options=options)
    assert take_guess(order, (2, 0, 1)) == ([2, 0, 1], None) and distance(order, [2, 0, 1]) == 2
    with pytest.raises(ValueError, match="'o' needs a list of different keys"):
        take_guess(order, [0, 0, 1])
    grades = Question("g", "grades", "How good?", "x", options=options[:2], between=(0, 10), example="5")
    assert take_guess(grades, ["4", "8,5"]) == ([4.0, 8.5], None) and distance(grades, [4.0, 8.5]) is None
    for guess in (["4"], ["4", "5", "6"], ("4", "5"), "45"):
        with pytest.raises(ValueError, match="'g' needs 2 grades in a list"):
            take_guess(grades, guess)
    assert grades.solution() is None


def test_what_the_page_is_sent():
    known = Option(0, "0.5", feedback="Half.", value=0.5, also=("Or half.",))
    asked = numeric(2 / 3, options=(known,), explanation="Two of three.", between=(0, 1))
    sent = asked.public()
    (option,) = sent.pop("options")
    assert option == {
        "key": 0,
        "label": "0.5",
        "right": False,
        "feedback": "Half.",
        "also": ["Or half."],
        "value": 0.5,
        "low": pytest.approx(0.4995),
        "high": pytest.approx(0.5005),
        "cut": 0.5,
    }
    assert sent == {
        "id": "n",
        "kind": "numeric",
        "text": "How much?",
        "explanation": "Two of three.",
        "shown": [0],
        "value": 2 / 3,
        "low": pytest.approx(2 / 3 - 0.0005),
        "high": pytest.approx(2 / 3 + 0.0005),
        "cut": 0.666,
        "digits": 3,
        "otherwise": "No.",
        "exact": "0.6666…",
        "example": "0.25",
        "between": [0, 1],
        "orders": [],
    }
    assert numeric(0.5).public()["between"] is None


def test_what_the_page_is_sent_of_other_kinds():
    sent = single(RIGHT, WRONG, keep_order=True).public()
    assert sent.keys() == {"id", "kind", "text", "explanation", "options", "shown", "orders"}
    assert sent["options"][1] == {"key": 1, "label": "no", "right": False, "feedback": "No.", "also": []}
    items = (Option(0, "first"), Option(1, "second"))
    order = Question("o", "ordering", "?", "x", options=items, orders=(Order((1, 0), "m", "Turned."),))
    assert order.public()["orders"] == [{"keys": [1, 0], "said": ["Turned."]}] and order.shown() == [1, 0]
    grades = Question("g", "grades", "How good?", "x", options=items, between=(0, 10), example="5")
    assert (grades.public()["between"], grades.public()["example"]) == ([0, 10], "5")

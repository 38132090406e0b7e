"""Numbers as people type them, at the borders; `test_quizzes.py` has the many ways of typing one."""

from ratools_course.quizzes.typed_numbers import (
    LONGEST_NUMBER,
    around,
    exactly,
    example_for,
    in_forms,
    is_around,
    is_near,
    read_number,
    shortened,
    show_number,
    tidy,
)


def test_shown_without_decimals_or_with_a_sign():
    assert [show_number(10.0, 0), show_number(-0.5), show_number(-0.0)] == ["10", "-0.5", "0"]
    assert exactly(0.7625, 3) == "0.7625"


def test_half_a_unit_counts_in_floats_too():
    assert is_around(0.8335, around(0.834, 3)) and is_around(0.8345, around(0.834, 3))
    target = {"low": 0.25, "high": 0.5, "cut": 0.75}
    assert [is_around(number, target) for number in (0.24, 0.25, 0.5, 0.51, 0.75)] == [False, True, True, False, True]


def test_the_longest_number():
    longest = "0." + "5" * (LONGEST_NUMBER - 2)
    assert shortened(longest) == longest and read_number(longest) is not None
    assert shortened(longest + "5") == longest + "…" and read_number(longest + "5") is None
    assert tidy("  X  5 X ") == "X 5 X"


def examples(value):
    """Every example in turn: each is asked for when those before it are known."""
    known = []
    while (example := example_for(value, known)) not in known:
        known.append(example)
    assert example == known[0], "when all are known, the first"
    return known


def test_every_example():
    assert examples(0.0) == [0.25, 0.4, 0.75, 0.6, 0.9]
    assert examples(1.0) == [0.25, 0.4, 0.75, 0.6, 0.15]
    assert examples(10.0) == examples(-10.0) == [25, 45, 75, 12.5, 35, 60]
    assert examples(25.0) == [45, 75, 12.5, 35, 60]


def test_what_is_near():
    assert is_near(0.2, 0.0) and not is_near(0.3, 0.0)
    assert is_near(11, 10) and is_near(-11, -10) and not is_near(13, 10)


def test_fractions_up_to_twentieths():
    assert in_forms(0.05, share=False) == "0.05 or 1/20"
    assert in_forms(0.04, share=True) == "0.04 or 4 %"

"""Exercises: pairs, swapped names, many tests, how many queries."""

from itertools import product
from math import inf, sqrt
from operator import mul

from ratools.evaluation.comparison import holm, randomisation_test
from ratools_course.checker.kinds import FunctionExercise, arrange, compute, fill


def _wins(new, old):
    """On how many queries the new system has the higher score."""
    return sum(new[query] > old[query] for query in new)


def _wins_by_line(new, old):
    """Compares line by line."""
    return sum(one > other for one, other in zip(new.values(), old.values(), strict=True))


fill(
    id="pairs-bug",
    name="wins_with_bug",
    signature="new, old",
    example=({"q1": 0.2, "q2": 0.8}, {"q2": 0.8, "q1": 0.2}),
    stub="""
def wins_with_bug(new, old):
    wins = 0
    for one, other in zip(new.values(), old.values()):
        if one > other:
            wins += 1
    return wins
""",
    solution="""
def wins_with_bug(new, old):
    wins = 0
    for query in new:
        if new[query] > old[query]:
            wins += 1
    return wins
""",
    hints=(
        "Two equal runs, `{'q1': 0.2, 'q2': 0.8}` and `{'q2': 0.8, 'q1': 0.2}`: who wins where, by this function?",
        "`zip` puts the first score beside the first, the second beside the second. Are these scores of the same "
        "query?",
        "Loop over the queries of `new` and look up the score of that query in both.",
    ),
    kind="bug",
    domain="score-pairs",
    reference=_wins,
    exact=True,
    ideas=(("pairs-misaligned", _wins_by_line, ({"q1": 0.5, "q2": 0.5}, {"q2": 0.25, "q1": 0.5})),),
    notes={
        "KeyError": "Which name do you look up there? A loop over the dict itself gives its queries.",
        "TypeError": "A loop over a dict gives its queries; the score of a query is `new[query]`.",
    },
)


def _p_value(differences):
    """The share of worlds as far from 0 as ours; without a difference there is one world, ours."""
    return randomisation_test(differences) if differences else 1.0


def _p_on_one_side(differences):
    """Counts only the worlds in which the same system is as far ahead."""
    worlds = [sum(map(mul, signs, differences)) for signs in product((1, -1), repeat=len(differences))]
    return sum(total >= abs(sum(differences)) for total in worlds) / len(worlds)


fill(
    id="worlds-gap",
    name="p_with_gaps",
    signature="differences",
    example=([0.5, 0.25, 0.25],),
    stub="""
from itertools import product


def p_with_gaps(differences):
    seen = abs(sum(differences))
    as_far, worlds = 0, 0
    for signs in product([1, -1], repeat=len(differences)):
        total = sum(____ * one for ____, one in zip(signs, differences))
        worlds += 1
        if ____ >= seen:
            as_far += 1
    return ____
""",
    solution="""
from itertools import product


def p_with_gaps(differences):
    seen = abs(sum(differences))
    as_far, worlds = 0, 0
    for signs in product([1, -1], repeat=len(differences)):
        total = sum(sign * one for sign, one in zip(signs, differences))
        worlds += 1
        if abs(total) >= seen:
            as_far += 1
    return as_far / worlds
""",
    hints=(
        "In the table, what did you do with the differences of one world, and which worlds did you count?",
        "Each difference is multiplied by its sign. A world counts if it is as far from 0 as ours, on either side.",
        "The first two gaps hold one and the same name, that of a sign. The third asks for a distance from 0, and the "
        "last is a share: counted worlds of all worlds.",
    ),
    domain="differences",
    reference=_p_value,
    ideas=(("one-sided-later", _p_on_one_side, ([0.5],)),),
    notes={
        "TypeError": "`signs` holds all signs of one world; each difference needs one of them.",
        "NameError": "The same name must stand before and after `for`: one sign per difference.",
        "ZeroDivisionError": "You divide by a number that may be 0. How many worlds are there?",
    },
)

arrange(
    id="shuffle-parsons",
    name="order",
    lines=[
        "        if abs(total) >= abs(sum(differences)):",
        "def p_by_shuffling(differences, worlds=10_000):",
        "    return (as_far + 1) / (worlds + 1)",
        "        if total >= sum(differences):",
        "    for world in range(worlds):",
        "            as_far += 1",
        "    as_far = 0",
        "        total = sum(random.choice([1, -1]) * one for one in differences)",
    ],
    order=(2, 7, 5, 8, 1, 6, 3),
    hints=(
        "What must exist before it can be counted up? What happens once per world, what once at the end?",
        "Two lines begin with `if`; one is a stranger. Which one also counts the worlds in which the other system is "
        "as far ahead?",
        "Head, counter, loop; in the loop the total of one world, the question, the count; at the end the share.",
    ),
    distractors={
        4: (
            "one-sided-later",
            "It counts only the worlds in which the same system is as far ahead. You would have been as surprised by "
            "the other one.",
        )
    },
)


def _bonferroni(p_values):
    """Multiplies every p by the number of tests."""
    return [min(1.0, len(p_values) * p) for p in p_values]


FunctionExercise(
    id="holm",
    kind="write",
    name="holm",
    stub='''def holm(p_values):
    """Holm's correction: one corrected p per test, in the order given.

    Smallest p times n, the next times n - 1, ...; never falling, never above 1.
    Example: holm([0.01, 0.04, 0.03]) is [0.03, 0.06, 0.06].
    """
    ...
''',
    solution="""def holm(p_values):
    n = len(p_values)
    corrected = [0.0] * n
    highest = 0.0
    by_size = sorted(range(n), key=lambda place: p_values[place])
    for step, place in enumerate(by_size):
        highest = max(highest, (n - step) * p_values[place])
        corrected[place] = min(1.0, highest)
    return corrected
""",
    hints=(
        "Walk from the smallest p to the largest. How many tests are left at each step?",
        "Sort the *places*, not the values: `sorted(range(n), key=lambda place: p_values[place])`. Then you can put "
        "each result where it belongs.",
        "At step 0, 1, 2 … the factor is `n - step`. Keep the highest product so far; it is what you store, but at "
        "most 1.",
    ),
    signature="p_values",
    example=([0.01, 0.04, 0.03],),
    domain="p-values",
    reference=holm,
    ideas=(("many-looks", list, ([0.01, 0.01],)), ("holm-all-by-n", _bonferroni, ([0.01, 0.03],))),
    notes={
        "IndexError": "A place is missing in your list of results. Begin with one entry per test: `[0.0] * n`.",
        "ZeroDivisionError": "Nothing needs to be divided here. Without any test the result is an empty list.",
        "ValueError": "`max` and `min` need something to compare. Without any test the result is an empty list.",
    },
)

SPREAD, WANTED = 0.3, 0.02


def _queries():
    return round((2.8 * SPREAD / WANTED) ** 2)


compute(
    id="queries-number",
    name="needed",
    question=(
        "Two other systems: their differences per query have a standard deviation of 0.3. How many queries does it "
        "take to see a true difference of 0.02, four times in five?"
    ),
    truth=_queries,
    solution="needed = (2.8 * 0.3 / 0.02) ** 2\n",
    hints=(
        "Which two numbers of the formula does the text give you?",
        "The standard deviation stands above the line, the difference to be seen below it. Then the square.",
        "2.8 times the standard deviation, divided by the difference; that number times itself.",
    ),
    known=(
        (2.8 * SPREAD / WANTED, None, "That is the number before it is squared."),
        ((2.8 * 0.204 / WANTED) ** 2, None, "0.204 is the spread of Mira's differences. Here it is 0.3."),
        ((2.8 * WANTED / SPREAD) ** 2, None, "That is upside down: a larger spread must cost more queries, not fewer."),
        (
            (SPREAD / WANTED) ** 2,
            None,
            "The factor 2.8 is missing: without it you would see the difference about once in six times.",
        ),
        (SPREAD / WANTED, None, "The factor 2.8 is missing, and the square."),
        ((1.96 * SPREAD / WANTED) ** 2, None, "With 1.96 alone you see it every second time; add the 0.84."),
        (2.8 * SPREAD / WANTED**2, None, "You squared only what is below the line. The square is over everything."),
        (2.8**2 * SPREAD / WANTED, None, "You squared the 2.8 only. The square is over everything."),
        (2.8 * (SPREAD / WANTED) ** 2, None, "The 2.8 is inside the square, too."),
        ((2 * 2.8 * SPREAD / WANTED) ** 2, None, "No further factor 2: the differences are per query already."),
        ((2.8 * sqrt(SPREAD) / WANTED) ** 2, None, "0.3 is the standard deviation already, not its square."),
    ),
    limits=(0, inf),
    count="queries",
    equals=((2.8016 * SPREAD / WANTED) ** 2, 1766),  # with four digits of 1.96 + 0.84
)

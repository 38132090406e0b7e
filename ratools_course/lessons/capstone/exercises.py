"""Exercises: the steps of an evaluation that have one right answer."""

from math import inf, sqrt
from statistics import mean, stdev

from ratools_course.checker.kinds import FunctionExercise, arrange, compute, fill

arrange(
    id="evaluation-parsons",
    name="order",
    lines=[
        "    verdict = gate(judged, old, new, margins)",
        "    measures, margins = choose(use)",
        "    judged = judge_blind(pool(old, new))",
        "def evaluate_change(old, new, use):",
        "    measures, margins = choose(look_at_results(old, new))",
        "    return recommend(verdict, stage)",
        "    stage = where_answers_are_lost(old, new, judged)",
    ],
    order=(4, 2, 3, 1, 7, 6),
    hints=(
        "What must be fixed before anybody has seen who wins?",
        "Two lines choose measures and margins. Which of them could be bent by the result?",
        "`def`; choose by the use, and judge without knowing the system, in either order; then the verdict and the "
        "stage, in either order; last the recommendation.",
    ),
    swaps=(frozenset({2, 3}), frozenset({1, 7})),
    distractors={5: ("tuned-on-test", "Chosen after a look at the results, it is the measure on which somebody wins.")},
)


T = 2.01  # Student's t for 48 pairs, 95 %
DEVIATION = stdev([-1] * 8 + [0] * 40)  # of the differences in exact match, 0.377, before it is rounded


def _lower_end(differences):
    """The lower end of the paired interval."""
    return mean(differences) - T * stdev(differences) / sqrt(len(differences))


fill(
    id="lower-end-gap",
    name="lower_end",
    signature="differences",
    example=([0.5, 0.25, 0.0, 0.25],),
    stub="""
from math import sqrt


def lower_end(differences):
    n = len(differences)
    mean = sum(differences) / n
    variance = sum((one - mean) ** 2 for one in differences) / (____)
    error = sqrt(variance / (____))
    return mean - 2.01 * ____
""",
    solution="""
from math import sqrt


def lower_end(differences):
    n = len(differences)
    mean = sum(differences) / n
    variance = sum((one - mean) ** 2 for one in differences) / (n - 1)
    error = sqrt(variance / n)
    return mean - 2.01 * error
""",
    hints=(
        "How far do the differences scatter around their mean? And what does it do to the mean that there are many?",
        "The variance of n numbers around their own mean is divided by one less than n. The error of a mean shrinks "
        "with the number of queries.",
        "The first gap is n - 1, the second is how many differences there are, the third is the name that the line "
        "above defines.",
    ),
    domain="paired-differences",
    reference=_lower_end,
    notes={"NameError": "A gap needs a name that exists: `n`, `mean`, `variance`, `error`."},
)


def gate_code(interval, margin):
    """0 passed, 1 stopped, 3 cannot tell."""
    low, high = interval
    return 0 if low > -margin else 1 if high < 0 else 3


def _gate_by_mean(interval, margin):
    """Looks at the middle of the interval only."""
    low, high = interval
    return 0 if (low + high) / 2 > -margin else 1 if high < 0 else 3


def _gate_stops_first(interval, margin):
    """Stops at every loss that shows, and asks for the margin afterwards."""
    low, high = interval
    return 1 if high < 0 else 0 if low > -margin else 3


FunctionExercise(
    id="gate-code",
    kind="write",
    name="gate_code",
    stub='''def gate_code(interval, margin):
    """What the gate says of new - old, from the interval of the difference, (low, high).

    0 (passed) if the low end is above -margin; else 1 (stopped) if the high end
    is below 0; else 3 (cannot tell).
    Example: gate_code((-0.02, 0.03), 0.05) is 0.
    """
    ...
''',
    solution="""def gate_code(interval, margin):
    low, high = interval
    if low > -margin:
        return 0
    if high < 0:
        return 1
    return 3
""",
    hints=(
        "Three cases, in this order: passed, stopped, cannot tell. Which ends of the interval does each look at?",
        "Passed: even the worst value that the interval holds is a loss smaller than the margin.",
        "`if low > -margin:` gives 0; then `if high < 0:` gives 1; what is left gives 3.",
    ),
    signature="interval, margin",
    example=((-0.02, 0.03), 0.05),
    domain="intervals",
    reference=gate_code,
    exact=True,
    notes={"TypeError: 'tuple'": "`interval` holds two numbers. Take them apart first: `low, high = interval`."},
    ideas=(
        ("mean-passes-the-gate", _gate_by_mean, ((-0.25, 0.0), 0.2)),
        ("any-loss-stops", _gate_stops_first, ((-0.1, -0.05), 0.2)),
    ),
)

compute(
    id="capstone-queries",
    name="questions",
    question=(
        "The differences in exact match have a standard deviation of 0.377. How many questions does it take until a "
        "system that is truly equal passes a gate with the margin 0.05 four times in five? ((1.96 + 0.84) times the "
        "deviation, over the margin, squared)"
    ),
    truth=lambda: ((1.96 + 0.84) * 0.377 / 0.05) ** 2,
    solution="questions = ((1.96 + 0.84) * 0.377 / 0.05) ** 2\n",
    hints=(
        "Which of the three numbers stands below the line?",
        "2.8 times the deviation, divided by the margin; and then?",
        "Do not forget the square: half the margin takes four times the questions.",
    ),
    known=(
        (2.8 * 0.377 / 0.05, None, "Square the whole fraction: half the margin takes four times the questions."),
        (
            (1.96 * 0.377 / 0.05) ** 2,
            None,
            "That leaves out the 0.84: with so few, a system that is truly equal passes only every second time.",
        ),
        (
            (2.8 * 0.377 / 0.1) ** 2,
            None,
            "That is for a margin of 0.1. Here it is 0.05: half the margin takes four times the questions.",
        ),
        (
            (1.96 + 0.84 * 0.377 / 0.05) ** 2,
            None,
            "Brackets: first add 1.96 and 0.84, then multiply the sum by the deviation.",
        ),
        (450, None, "Near enough for a plan. For the check, give it to the nearest question."),
        (48, None, "48 is how many questions there are today. How many would the gate need?"),
    ),
    limits=(0, inf),
    count="questions",
    equals=(((1.96 + 0.84) * DEVIATION / 0.05) ** 2,),
)

compute(
    id="stage-at-most",
    name="at_most",
    question=(
        "Of B's 48 questions, none is answered rightly, 8 are rightly abstained, and 8 end at the cut. What would B's "
        "exact match be at most if its cutter never failed, and nothing else changed?"
    ),
    truth=lambda: (0 + 8 + 8) / 48,
    solution="at_most = (0 + 8 + 8) / 48\n",
    hints=(
        "Which rows of the table count as right for exact match? There are two.",
        "Right, and rightly abstained; then those that a better cutter could win. Of how many questions?",
        "Eight that are right today, and eight more, over all 48 questions.",
    ),
    known=(
        (
            8 / 48,
            None,
            "There are two eights: those that are right today, by silence, and those that a perfect cutter could win.",
        ),
        (16, None, "That is a number of questions. Exact match is a share: divide by all 48."),
        (16 / 40, None, "Exact match counts all 48 questions, those that are rightly abstained too."),
        (8 / 38, None, "Exact match counts all 48 questions, those without an answer too."),
        (16 / 38, None, "Exact match counts all 48 questions, those without an answer too."),
        (
            (8 + 8 + 12) / 48,
            "stage-loss-comes-back",
            "You gave the cutter the wrong sentences, too. It can only cut what it is given.",
        ),
    ),
)


def _held(chunks, places):
    """Whether one of the chunks holds one of the places whole."""
    return int(any(c[0] == p[0] and c[1] <= p[1] and p[2] <= c[2] for c in chunks for p in places))


def _held_end_included(chunks, places):
    """Takes the end of a chunk for its last position, and that of a place for the first one after it."""
    return int(any(c[0] == p[0] and c[1] <= p[1] and p[2] <= c[2] + 1 for c in chunks for p in places))


fill(
    id="held-bug",
    name="held_with_bug",
    signature="chunks, places",
    example=([("k1", 0, 40)], [("k1", 30, 36)]),
    stub="""
def held_with_bug(chunks, places):
    for document, start, end in chunks:
        for where, first, last in places:
            if document == where and start <= first and last <= end + 1:
                return 1
    return 0
""",
    solution="""
def held_with_bug(chunks, places):
    for document, start, end in chunks:
        for where, first, last in places:
            if document == where and start <= first and last <= end:
                return 1
    return 0
""",
    hints=(
        "A chunk [0, 4) and a place [3, 5): which of its two letters does the chunk hold?",
        "`end` is the first position that is no longer in the chunk, as in a slice. Where does the line forget it?",
        "Both ends are left out, of the chunk and of the place. So they can be compared as they are, without + 1.",
    ),
    kind="bug",
    domain="chunks-and-places",
    reference=_held,
    exact=True,
    ideas=(("ends-are-included", _held_end_included, ([("a", 0, 2)], [("a", 1, 2), ("a", 1, 3)])),),
)

"""Exercises of notebook 14_capstone: the steps of an evaluation that have one right answer."""

from ratools.teaching.exercises.kinds import arrange, compute, fill

NOTEBOOK = "14_capstone"

arrange(
    "evaluation-parsons", NOTEBOOK, "order",
    [
        "    verdict = gate(judged, old, new, margins)",
        "    measures, margins = choose(use)",
        "    judged = judge_blind(pool(old, new))",
        "def evaluate_change(old, new, use):",
        "    measures, margins = choose(look_at_results(old, new))",
        "    return recommend(verdict, stage)",
        "    stage = where_answers_are_lost(old, new, judged)",
    ],
    (4, 2, 3, 1, 7, 6),
    "What must be fixed before anybody has seen who wins?",
    "Two lines choose measures and margins. Which of them could be bent by the result?",
    "`def`, choose by the use, judge without knowing the system; then the verdict and the stage, in either order; "
    "last the recommendation.",
    swaps=(frozenset({1, 7}),),
    strangers={5: ("tuned-on-test", "Chosen after a look at the results, it is the measure on which somebody wins.")},
)  # fmt: skip


def _ahead(differences):
    """The share of queries on which the new version is ahead."""
    return sum(one > 0 for one in differences) / len(differences) if differences else 0.0


fill(
    "ahead-bug", NOTEBOOK, "", "share_ahead", "differences", ([0.5, 0.0, -0.25, 0.0],),
    """
def share_ahead(differences):
    ahead = [one for one in differences if one >= 0]
    return len(ahead) / len(differences) if differences else 0.0
""",
    """
def share_ahead(differences):
    ahead = [one for one in differences if one > 0]
    return len(ahead) / len(differences) if differences else 0.0
""",
    "Two versions that are the same in everything: on how many queries is the new one ahead, by this function?",
    "What does `>=` do with a difference of 0?",
    "A query on which both are equal is nobody's win: the difference must be above 0.",
    kind="bug", domain="differences", reference=_ahead,
)  # fmt: skip

compute(
    "capstone-queries", NOTEBOOK, "questions",
    "The differences in exact match have a standard deviation of 0.377. How many questions does it take until a system "
    "that is truly equal passes a gate with the margin 0.05 four times in five? ((1.96 + 0.84) times the deviation, "
    "over the margin, squared)",
    lambda: ((1.96 + 0.84) * 0.377 / 0.05) ** 2,
    "questions = ((1.96 + 0.84) * 0.377 / 0.05) ** 2\n",
    "Which of the three numbers stands below the line?",
    "2.8 times the deviation, divided by the margin; and then?",
    "Do not forget the square: half the margin takes four times the questions.",
    tolerance=2,
    known=((2.8 * 0.377 / 0.05, None, "That is before squaring: half the margin takes four times the questions."),),
)  # fmt: skip

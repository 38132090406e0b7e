"""The plot of this lesson: the decision tree."""

from ratools_course.lessons.choose_a_measure.advice import ADVICE, JUDGES, NEED, QUESTIONS
from ratools_course.lessons.shared import frame
from ratools_course.lessons.shared.frame import BLUE, GREY, INK


def plot_decision_tree(*, ax=None, title=None):
    """The three questions that lead from a need to a first and a second measure."""
    ax = frame.axes(ax, taller=0.7)
    ax.set_xlim(0, 1)
    ax.set_ylim(-0.45, 6.05)
    ax.set_xticks([])
    ax.set_yticks([])
    leaves = {answers: 5.2 - row for row, answers in enumerate(ADVICE)}
    for x, (question, _) in zip((0.02, 0.2, 0.43), QUESTIONS.values(), strict=True):
        ax.text(x, 5.75, f"{question} …", fontsize=8.5, color=GREY, va="center", style="italic")
    ax.text(0.71, 5.75, "first, then second", fontsize=8.5, color=GREY, va="center", style="italic")
    for judge in JUDGES:
        ours = {answers: y for answers, y in leaves.items() if answers[0] == judge}
        several = sum(y for answers, y in ours.items() if answers[1] == NEED[1]) / 2
        middle = sum(ours.values()) / 3
        _box(ax, 0.02, middle, judge)
        for need, y in ((NEED[0], max(ours.values())), (NEED[1], several)):
            _branch(ax, 0.135, middle, 0.2, y)
            _box(ax, 0.2, y, need)
        for (_, need, view), y in ours.items():
            advice = ADVICE[judge, need, view]
            if view is None:
                _branch(ax, 0.375, y, 0.71, y)
            else:
                _branch(ax, 0.375, several, 0.43, y)
                _box(ax, 0.43, y, view)
                _branch(ax, 0.655, y, 0.71, y)
            _box(ax, 0.71, y, f"{advice.first.replace(' with a large k', ', k large')},\nthen {advice.second}", BLUE)
    claim = "Three questions about the user lead to a first and a second measure"
    text = "For one good answer the third question makes no difference. k is how far people look."
    paths = "; ".join(
        f"{', '.join(filter(None, answers))}: {advice.first}, then {advice.second}"
        for answers, advice in ADVICE.items()
    )
    ax = frame.finish(ax, title, claim, "", "", text, f"The paths: {paths}.")
    for spine in ax.spines.values():
        spine.set_visible(False)
    return ax


def _box(ax, x, y, text, colour=INK):
    look = {"boxstyle": "round,pad=0.35", "facecolor": "white", "edgecolor": colour, "linewidth": 1.2}
    ax.text(x + 0.012, y, text, fontsize=8.5, color=INK, va="center", ha="left", bbox=look, parse_math=False, zorder=3)


def _branch(ax, x, y, to_x, to_y):
    """From inside a box straight to its right, then to the next; the boxes, drawn above, hide the ends."""
    ax.plot([x - 0.1, x, to_x + 0.03], [y, y, to_y], color=GREY, linewidth=1, zorder=1)

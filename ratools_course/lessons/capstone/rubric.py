"""Notebook 14: what the write-up is marked by, a mark of your own, two marked samples, a model answer."""

from ratools.words import short
from ratools_course.cards import Words

RUBRIC = {  # criterion: (points, what earns them)
    "use and cost": (3, "Says who uses the system for what, and which error costs them most."),
    "measures chosen first": (3, "Names a first and a second measure with their reason, fixed before the results."),
    "numbers with intervals": (4, "Gives each difference with its interval and the number of queries; no bare means."),
    "what to doubt": (3, "Names unjudged results, queries without an answer, and who wrote the questions."),
    "the stage": (4, "Says at which stage answers are lost, with counts, and tests the two changes apart."),
    "the decision": (3, "Recommends something that can be done on Monday, and says what would change your mind."),
}
SAMPLES = {
    "a first draft": (
        "B is better. Its nDCG@10 is 0.79, that of A only 0.57, so the new search finds much more. Answers got a bit "
        "worse, but that can be fixed later. We should ship B.",
        {"use and cost": 0, "measures chosen first": 0, "numbers with intervals": 1, "what to doubt": 0, "the stage": 0,
         "the decision": 1},
        "The winner by one measure is taken for the better system. Nobody is asked what the system is for; the loss of "
        "all six right answers is called a bit.",
    ),
    "a careful one": (
        "Customers ask the assistant and act on what it says; a wrong answer costs a trip or a fine. So exact match "
        "comes first, nDCG@10 second, both fixed before we looked. B finds more (nDCG@10 +0.22 [0.14, 0.31], 48 "
        "queries) and answers worse (exact match −0.17 [−0.28, −0.06]). Five of A's six right answers end at the cut "
        "in B. We do not ship B as the assistant.",
        {"use and cost": 3, "measures chosen first": 3, "numbers with intervals": 4, "what to doubt": 0, "the stage": 3,
         "the decision": 2},
        "Clear, and each number has its interval. It never asks who judged and who wrote the questions, and does not "
        "try B's search with A's cutter, which would have told the two changes apart.",
    ),
}  # fmt: skip
MODEL = """
**Use.** Customers ask before they ride, and act on the answer. A wrong answer costs them a fine or a trip;
silence costs a phone call. So the share of right answers comes first, and nDCG@10 second, for the search page.
We fixed both, and a margin of 0.05, before the results.

**Results** over 48 questions. B's search is better: nDCG@10 0.57 → 0.79, +0.22 [0.14, 0.31]. Its answers are
worse: exact match 0.33 → 0.17, −0.17 [−0.28, −0.06]. Always abstaining would have 0.21.

**Why.** B changed two things. With A's cutter, B's search answers as well as A (exact match 0.33): the search
is not what fails. Five of A's six right answers become a wrong cut in B, because B hands over whole sentences.
Eight answers of either version contain an accepted answer, so for a reader part of the loss is form, and not
content.

**What to doubt.** One hand wrote pages, questions and grades. Three queries have no relevant page. The example
was looked for: these intervals describe it and confirm nothing. 48 questions show differences of this size, and
no small ones.

**Decision.** Take B's search for the search page. Keep A's cutter in the assistant. Before the next attempt,
collect some 450 real questions from the log, which is what a margin of 0.05 takes; if B's search with A's cutter
then passes the gate on exact match, ship it.
"""


def rubric():
    """What the recommendation is marked by."""
    total = sum(points for points, _ in RUBRIC.values())
    lines = [f"**{name}** ({points}): {words}" for name, (points, words) in RUBRIC.items()]
    return Words("\n\n".join([f"{total} points.", *lines]))


def mark(marks):
    """Your marks for a recommendation, added up: {criterion: points}; what earns points and is still missing."""
    if not isinstance(marks, dict):
        raise ValueError(f"marks must be {{criterion: points}}, as in {{'use and cost': 2, …}}, got {short(marks)}")
    if any(points is ... for points in marks.values()):
        return Words("Not marked yet: write first, then put your points in place of the `...`, and run this again.")
    if marks.keys() != RUBRIC.keys():
        raise ValueError(f"give points for {', '.join(RUBRIC)}, got {', '.join(map(str, marks))}")
    for name, points in marks.items():
        if isinstance(points, bool) or not isinstance(points, (int, float)) or not 0 <= points <= RUBRIC[name][0]:
            raise ValueError(f"{name} has 0 to {RUBRIC[name][0]} points, got {short(points)}")
    total = sum(points for points, _ in RUBRIC.values())
    missing = [f"**{name}**: {RUBRIC[name][1]}" for name, points in marks.items() if points < RUBRIC[name][0]]
    told = f"{sum(marks.values()):g} of {total} points." + (" Still to win:" if missing else "")
    return Words("\n\n".join([told, *missing]))


def samples():
    """Two recommendations that were marked by the rubric, and why."""
    parts = []
    for name, (words, marks, why) in SAMPLES.items():
        told = ", ".join(f"{criterion} {marks[criterion]} of {RUBRIC[criterion][0]}" for criterion in RUBRIC)
        parts.append(f"**{name.capitalize()}.** *{words}*\n\n{sum(marks.values())} points: {told}. {why}")
    return Words("\n\n".join(parts))


def model_answer():
    """One good recommendation; write your own first."""
    return Words(MODEL)

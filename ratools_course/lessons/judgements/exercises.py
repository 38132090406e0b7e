"""Exercises: holes in the judgements, and judges."""

from ratools_course.checker.kinds import arrange, fill, write

write(
    id="judged_at_k",
    signature="retrieved, judgements, k",
    example=(["a", "x", "b"], {"a": 1, "b": 0}, 2),
    solution="""
def judged_at_k(retrieved, judgements, k):
    top = retrieved[:k]
    return sum(doc in judgements for doc in top) / len(top)
""",
    hints=(
        "Of the results that are shown, how many did anyone ever look at?",
        "A document is judged when it is in `judgements`, even with grade 0. If fewer than k came back, there are "
        "fewer.",
        "`top = retrieved[:k]`, then the share of `top` that is in `judgements`.",
    ),
    outside=frozenset({"negative-is-judged"}),
    without={"an empty list": "At least one document was returned."},
)

write(
    id="condensed",
    signature="retrieved, judgements",
    example=(["a", "x", "b"], {"a": 1, "b": 0}),
    solution="""
def condensed(retrieved, judgements):
    return [doc for doc in retrieved if doc in judgements]
""",
    hints=(
        "Which documents does nobody know anything about?",
        "Keep what was judged, relevant or not, in its order.",
        "A list with a condition, `[… for … in … if …]`: keep a document if it is in `judgements`, whatever its grade.",
    ),
)

write(
    id="bpref",
    signature="retrieved, judgements",
    example=(["x", "n", "a"], {"a": 1, "b": 1, "n": 0, "m": 0}),
    solution="""
def bpref(retrieved, judgements):
    relevant = sum(grade > 0 for grade in judgements.values())
    nonrelevant = len(judgements) - relevant
    if relevant == 0:
        return 0.0
    total, above = 0.0, 0
    for doc in retrieved:
        if doc not in judgements:
            continue
        if judgements[doc] == 0:
            above += 1
        elif above == 0:
            total += 1
        else:
            total += 1 - min(above, relevant) / min(nonrelevant, relevant)
    return total / relevant
""",
    hints=(
        "For each relevant document: how many documents *judged* non-relevant stand above it? Unjudged ones do not "
        "count.",
        "Walk down the list and count the judged non-relevant ones. A relevant one adds 1 − min(above, R) / min(N, R).",
        "Skip unjudged documents; with `above == 0` add 1; at the end divide by all relevant ones, found or not.",
    ),
    notes={"ZeroDivisionError": "With no document judged non-relevant, min(N, R) is 0; but then nothing stands above."},
)

write(
    id="cohen_kappa",
    signature="first_labels, second_labels",
    example=([1, 1, 0, 0], [1, 0, 0, 0]),
    solution="""
def cohen_kappa(first_labels, second_labels):
    n = len(first_labels)
    observed = sum(a == b for a, b in zip(first_labels, second_labels)) / n
    by_chance = sum(first_labels.count(x) * second_labels.count(x) for x in set(first_labels)) / n**2
    return (observed - by_chance) / (1 - by_chance)
""",
    hints=(
        "How often do they agree? How often would they agree if each kept their habits but threw dice?",
        "For each label: the first judge's share times the second judge's share, added up, is the agreement by chance.",
        "Kappa is how far they are above chance, as a share of how far they could be above it. Chance leaves 1 − by "
        "chance.",
    ),
    outside=frozenset({"weights-ignored"}),
    without=dict.fromkeys(("one label", "an empty list"), "The judges use more than one label between them."),
)

write(
    id="kendall_tau",
    signature="first_ranking, second_ranking",
    example=(["a", "b", "c"], ["b", "a", "c"]),
    solution="""
from itertools import combinations


def kendall_tau(first_ranking, second_ranking):
    total = 0
    pairs = list(combinations(first_ranking, 2))
    for a, b in pairs:
        total += 1 if second_ranking.index(a) < second_ranking.index(b) else -1
    return total / len(pairs)
""",
    hints=(
        "Take any two things. Do both rankings agree which of them comes first?",
        "Look at all pairs: +1 where the orders agree, −1 where they do not, divided by the number of pairs.",
        "`combinations(first_ranking, 2)` gives the pairs in the first order; compare their `index` in the second.",
    ),
    without={"fewer than two": "There are at least two things."},
)

fill(
    id="judged-negative-bug",
    measure="judged_at_k",
    name="judged_with_bug",
    signature="retrieved, judgements, k",
    example=(["a", "x", "b"], {"a": 1, "b": 0}, 2),
    stub="""
def judged_with_bug(retrieved, judgements, k):
    page = retrieved[:k]
    judged = [doc for doc in page if doc in judgements]
    return len(judged) / len(page)
""",
    solution="""
def judged_with_bug(retrieved, judgements, k):
    page = retrieved[:k]
    judged = [doc for doc in page if judgements.get(doc, -1) >= 0]
    return len(judged) / len(page)
""",
    hints=(
        "A grade of −1 marks a document that was pooled, and that nobody got round to reading. Is it judged?",
        "Which documents are in the dict, and which of them have a grade?",
        "Ask for the grade with `judgements.get(doc, -1)`: below 0 means that nobody judged it.",
    ),
    kind="bug",
    domain="pooled_judged_at_k",
    without={"an empty list": "At least one document was returned."},
)

arrange(
    id="kappa-parsons",
    name="order",
    lines=[
        "    by_chance = sum(first.count(x) * second.count(x) for x in set(first)) / n**2",
        "    return (alike - by_chance) / (1 - by_chance)",
        "    n = len(first)",
        "def cohen_kappa(first, second):",
        "    return alike - by_chance",
        "    alike = sum(a == b for a, b in zip(first, second)) / n",
    ],
    order=(4, 3, 6, 1, 2),
    hints=(
        "What must be known before it can be divided by? Which two shares does the last line compare?",
        "Two lines begin with `return`. Perfect agreement must give 1, also where chance is 0.5.",
        "`def`, then n, then the share of equal labels and the share that chance would give, in either order; last the "
        "line with two differences in it.",
    ),
    swaps=(frozenset({6, 1}),),
    distractors={5: (None, "That is 1 only where chance never agrees. Divide by what was left to win beyond chance.")},
)

"""Exercises: precision and recall."""

import ratools
from ratools_course.checker.kinds import arrange, compute, fill, write

PAGE = ["a", "x", "b", "y"]
FOUND = {"a", "b", "c"}
A_SET = "`relevant` is a set: it has no first k, and `in` asks about one document at a time, as in `doc in relevant`."
TYPES = {
    "TypeError: for &": "`&` needs a set on both sides: `set(retrieved[:k])` makes one of the list.",
    "TypeError: and 'set'": "`relevant` is a set; `len(relevant)` is the number of documents in it.",
    "TypeError: 'set' object": A_SET,
    "TypeError: unhashable": A_SET,
    "TypeError: 'list' and": "There is a list where a number is needed: `len(…)` counts what is in it.",
    "TypeError: 'int' and 'str'": "Python adds before it asks `in`: put brackets round `doc in relevant`.",
}
OTHER_TABLE = "Do you look into the table further up? Use what the function is given: count in `retrieved[:k]`."
EMPTY_PLACES = {"k beyond the list": "A place that stays empty is no hit: there are still k places."}

write(
    id="precision_at_k",
    signature="retrieved, relevant, k",
    example=(PAGE, FOUND, 3),
    solution="""
def precision_at_k(retrieved, relevant, k):
    hits = sum(doc in relevant for doc in retrieved[:k])
    return hits / k
""",
    hints=(
        "Of the k places that the user looks at, how many hold something relevant?",
        "Cut the list with `retrieved[:k]`, count the documents that are in `relevant`, divide by the number of "
        "places.",
        "`sum(doc in relevant for doc in retrieved[:k])` counts the hits. Then divide: a place without a hit, or "
        "without a document, still counts as a place.",
    ),
    notes={**EMPTY_PLACES, **TYPES, "KeyError": OTHER_TABLE},
)

write(
    id="recall_at_k",
    signature="retrieved, relevant, k",
    example=(PAGE, FOUND, 3),
    solution="""
def recall_at_k(retrieved, relevant, k):
    if not relevant:
        return 0.0
    hits = sum(doc in relevant for doc in retrieved[:k])
    return hits / len(relevant)
""",
    hints=(
        "Of all that is relevant, how much does the user get to see among the first k?",
        "The numerator is precision's. The denominator is not: how many relevant documents are there in all?",
        "`sum(doc in relevant for doc in retrieved[:k])` counts the hits. Divide by the number of all relevant "
        "documents; if there is none, return 0.0 before you divide.",
    ),
    outside=frozenset({"duplicates-count"}),
    notes={**TYPES, "KeyError": OTHER_TABLE},
)

write(
    id="f_score_at_k",
    signature="retrieved, relevant, k, beta=1.0",
    example=(PAGE, FOUND, 4),
    solution="""
def f_score_at_k(retrieved, relevant, k, beta=1.0):
    hits = sum(doc in relevant for doc in retrieved[:k])
    if hits == 0:
        return 0.0
    precision = hits / k
    recall = hits / len(relevant)
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)
""",
    hints=(
        "It is the harmonic mean of precision and recall. What should it be when there is no hit at all?",
        "Compute precision and recall first. With no hits both are 0 and the formula divides by 0: return 0.0 before "
        "it.",
        "Above the line: `1 + beta**2` times both. Below it, added: the recall, and the precision times `beta**2`.",
    ),
    options={"beta": 2},
    notes={"no hit": "Then precision and recall are both 0."},
)

write(
    id="success_at_k",
    signature="retrieved, relevant, k",
    example=(["x", "a"], FOUND, 2),
    solution="""
def success_at_k(retrieved, relevant, k):
    for doc in retrieved[:k]:
        if doc in relevant:
            return 1.0
    return 0.0
""",
    hints=(
        "When would you say that the search was not in vain?",
        "Look through the first k. As soon as one is relevant the answer is 1; after the loop it is 0.",
        "`doc in relevant` is true or false for one document; `any(…)` tells whether it is true for one of many. "
        "`float` makes a number of that.",
    ),
)

write(
    id="r_precision",
    signature="retrieved, relevant",
    example=(PAGE, FOUND),
    solution="""
def r_precision(retrieved, relevant):
    places = len(relevant)
    if places == 0:
        return 0.0
    hits = sum(doc in relevant for doc in retrieved[:places])
    return hits / places
""",
    hints=(
        "It is precision at one particular rank. Which one?",
        "R is the number of relevant documents; take precision at k = R.",
        "`places = len(relevant)`, then precision as always: hits among the first `places`, divided by `places`.",
    ),
)

fill(
    id="precision-gap-1",
    measure="precision_at_k",
    name="precision_with_gap",
    signature="retrieved, relevant, k",
    example=(PAGE, FOUND, 3),
    stub="""
def precision_with_gap(retrieved, relevant, k):
    hits = sum(doc in relevant for doc in retrieved[:k])
    return hits / ____
""",
    solution="""
def precision_with_gap(retrieved, relevant, k):
    hits = sum(doc in relevant for doc in retrieved[:k])
    return hits / k
""",
    hints=(
        "How many places did the user look at?",
        "It is not the number of relevant documents, and not the number that came back.",
        "One of the three parameters says how many places there were, filled or not.",
    ),
)

fill(
    id="precision-bug",
    measure="precision_at_k",
    name="precision_with_bug",
    signature="retrieved, relevant, k",
    example=(PAGE, FOUND, 3),
    stub="""
def precision_with_bug(retrieved, relevant, k):
    top = retrieved[:k]
    hits = sum(doc in relevant for doc in top)
    return hits / len(top)
""",
    solution="""
def precision_with_bug(retrieved, relevant, k):
    top = retrieved[:k]
    hits = sum(doc in relevant for doc in top)
    return hits / k
""",
    hints=(
        "Try a system that returns a single document, and k = 10.",
        "Which line rewards a system for returning less?",
        "The last line divides by what came back. How many places were there to fill?",
    ),
    kind="bug",
)

compute(
    id="precision-number-s1",
    name="p_at_5",
    question="Retrieved 1, 23, 45, 4, 67, 6, 89, 12; relevant are 1, 4, 6, 12, 15. What is P@5?",
    truth=lambda: ratools.precision_at_k([1, 23, 45, 4, 67, 6, 89, 12], {1, 4, 6, 12, 15}, 5),
    solution="""
retrieved, relevant = [1, 23, 45, 4, 67, 6, 89, 12], {1, 4, 6, 12, 15}
p_at_5 = sum(doc in relevant for doc in retrieved[:5]) / 5
""",
    hints=(
        "Count only what stands on the first five places.",
        "1 and 4 are the hits.",
        "Two hits. On how many places did the user look for them? Divide by that.",
    ),
    measure="precision_at_k",
    arguments=([1, 23, 45, 4, 67, 6, 89, 12], {1, 4, 6, 12, 15}, 5),
    known=(
        (0.6, None, "6 is relevant, but it stands at rank 6: the user who looks at five does not see it."),
        (2, None, "That is how many hits there are. Precision is a share: divide by the places."),
        (2 / 8, None, "Eight came back, but P@5 looks at five places. Divide by those."),
        (
            ratools.precision_at_k([1, 23, 45, 4, 67, 6, 89, 12], {1, 4, 6, 12, 15}, 8),
            "cutoff-forgotten",
            "That is P@8: four hits among all eight. P@5 looks at the first five only, above the line and below it.",
        ),
    ),
    reasons={"above": "There are at most as many hits as places: no precision is above 1."},
)

arrange(
    id="precision-parsons",
    name="order",
    lines=[
        "            hits += 1",
        "    for doc in retrieved[:k]:",
        "    return hits / k",
        "def precision_at_k(retrieved, relevant, k):",
        "    return hits / len(relevant)",
        "        if doc in relevant:",
        "    hits = 0",
    ],
    order=(4, 7, 2, 6, 1, 3),
    hints=(
        "What must exist before the loop can add to it? What may be added only after a question?",
        "Two lines return something. Which of them answers: how many of the places that she looked at were good?",
        "It begins with `def` and `hits = 0`. In the loop the `if` comes first; the line indented most stands below "
        "it. The other `return` stays out.",
    ),
    distractors={
        5: (
            "precision-is-recall",
            "That line divides by all documents that would have helped. How many places did the reader look at?",
        )
    },
)

compute(
    id="pair-search",
    name="how_many",
    question="P@10 = 0.3 means three hits. For how many R from 3 to 1000 is 3 / R equal to 0.9?",
    truth=lambda: 0,
    solution="""
how_many = len([R for R in range(3, 1001) if 3 / R == 0.9])
""",
    hints=(
        "Go through the numbers 3, 4, 5, … and ask each of them: is 3 divided by you equal to 0.9?",
        "`[R for R in range(3, 1001) if …]` collects those that say yes; `len(…)` counts them.",
        "Look at the first few by hand: 3/3, 3/4, 3/5. Does any of them equal 0.9, and do the later ones come nearer?",
    ),
    known=(
        *(
            (would_fit, "impossible-pair", "That R would fit, but documents come whole. How many whole R fit?")
            for would_fit in (3 / 0.9, 3.33, 3.3)
        ),
        (2, None, "Are they equal to 0.9, or only near it? Print 3 / R for each of them."),
        (1, None, "Which one is it? Put it into 3 / R and look at what comes out."),
        (3, "impossible-pair", "The question is how many R fit. With R = 3 itself, recall would be 3 / 3."),
        (4, "impossible-pair", "The question is how many R fit. With R = 4, recall would be 3 / 4."),
        (998, None, "That is how many numbers you looked at. How many of them make 3 / R equal to 0.9?"),
    ),
    limits=(0, 998),
    reasons={
        "above": "From 3 to 1000 there are only 998 numbers.",
        "part": "The question is how many R fit: that is a whole number.",
    },
)

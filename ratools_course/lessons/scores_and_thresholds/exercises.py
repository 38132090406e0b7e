"""Exercises: scores, thresholds, categories."""

from ratools_course.checker.kinds import arrange, fill, write

write(
    id="category_entropy",
    signature="categories",
    example=(["shoes", "shoes", "hats", "bags"],),
    solution="""
from math import log2


def category_entropy(categories):
    total = 0.0
    for category in set(categories):
        share = categories.count(category) / len(categories)
        total -= share * log2(share)
    return total
""",
    hints=(
        "What share of the results has each category?",
        "For every category add −p · log2(p), where p is its share.",
        "Loop over `set(categories)`; `share = categories.count(category) / len(categories)`.",
    ),
    notes={"ValueError": "log2(0) has no value: only categories that occur have a share."},
)

write(
    id="subtopic_recall_at_k",
    signature="retrieved, subtopics, k",
    example=(["b", "a", "d"], {"a": {1}, "b": {1, 2}, "d": {3}}, 2),
    solution="""
def subtopic_recall_at_k(retrieved, subtopics, k):
    everything = set()
    for topics in subtopics.values():
        everything |= topics
    covered = set()
    for doc in retrieved[:k]:
        covered |= subtopics.get(doc, set())
    return len(covered) / len(everything) if everything else 0.0
""",
    hints=(
        "How many different subtopics are there, and how many of them do the first k documents cover?",
        "Collect two sets: all subtopics, and those of the first k documents. A document may have none.",
        "`covered |= subtopics.get(doc, set())` for each of `retrieved[:k]`.",
    ),
    notes={"KeyError": "That document covers nothing that is known. `subtopics.get(doc, set())` gives the empty set."},
)

write(
    id="score_classes",
    signature="results",
    example=([0.31, 0.1, 0.04],),
    solution="""
def score_classes(results):
    classes = []
    for score in results:
        if score >= 0.15:
            classes.append("relevant")
        elif score < 0.05:
            classes.append("nonrelevant")
        else:
            classes.append("grey")
    return classes
""",
    hints=(
        "There are three classes, not two: at least 0.15, below 0.05, and what lies between.",
        "For each score append “relevant”, “nonrelevant” or “grey”. Is 0.15 itself relevant? Is 0.05 itself "
        "nonrelevant?",
        "Ask first for `score >= 0.15`, then for the other end. What is left is grey.",
    ),
    notes={"TypeError": "Each item of `results` is a plain number here, the score itself."},
)

fill(
    id="classes-gap",
    measure="score_classes",
    name="classes_of",
    signature="results",
    example=([0.31, 0.1, 0.04],),
    stub="""
def classes_of(results):
    classes = []
    for score in results:
        if ____:
            classes.append("relevant")
        elif ____:
            classes.append("nonrelevant")
        else:
            classes.append("grey")
    return classes
""",
    solution="""
def classes_of(results):
    classes = []
    for score in results:
        if score >= 0.15:
            classes.append("relevant")
        elif score < 0.05:
            classes.append("nonrelevant")
        else:
            classes.append("grey")
    return classes
""",
    hints=(
        "There are three classes, not two: at least 0.15, below 0.05, and what lies between.",
        "Each gap is a comparison of `score` with a threshold. Is 0.15 itself relevant? Is 0.05 itself nonrelevant?",
        "*At least* includes the border, *below* does not.",
    ),
    notes={"TypeError": "Each item of `results` is a plain number here; compare `score`, one of them, with a number."},
)

write(
    id="score_distribution",
    signature="results",
    example=([0.02, 0.1, 0.19, 0.93],),
    solution="""
def score_distribution(results):
    bins = {"0.0-0.1": 0, "0.1-0.2": 0, "0.2-0.3": 0, "0.3-0.4": 0, "0.4-0.5": 0, "0.5+": 0}
    names = list(bins)
    for score in results:
        place = sum(score >= edge for edge in (0.1, 0.2, 0.3, 0.4, 0.5))
        bins[names[place]] += 1
    return bins
""",
    hints=(
        "Six bins, also the empty ones. To which bin does 0.1 belong, the one it closes or the one it opens?",
        "Start with all six names at 0. For each score count how many of the edges 0.1 … 0.5 it has reached.",
        "`score >= edge` is true or false, and `sum(…)` counts the true ones over all edges: that is the number of "
        "the bin, from 0.",
    ),
)

write(
    id="matches_by_category",
    signature="results",
    example=([{"doc_id": 1, "score": 0.3, "category": "hats"}, {"doc_id": 2, "score": 0.01, "category": "bags"}],),
    solution="""
def matches_by_category(results):
    counts = {}
    for result in results:
        counts[result["category"]] = counts.get(result["category"], 0) + 1
    return counts
""",
    hints=(
        "Each result is a dict with a category. How many results has each?",
        "All results count, whatever their score.",
        "`counts.get(name, 0)` is the count so far, 0 at first.",
    ),
)


def _hits_in_a_circle(scores):
    """Rank by rank whether it is a hit, when relevance is read off the score that ranks."""
    return [scores[doc] >= 0.15 for doc in sorted(scores, key=scores.get, reverse=True)]


fill(
    id="circle-gap",
    name="circle_hits",
    signature="scores",
    example=({"case": 0.1, "phone": 0.3, "lamp": 0.05, "charger": 0.2},),
    stub="""
def circle_hits(scores):
    ranking = sorted(scores, key=scores.get, reverse=____)
    relevant = {doc for doc in scores if ____}
    return [doc in relevant for doc in ranking]
""",
    solution="""
def circle_hits(scores):
    ranking = sorted(scores, key=scores.get, reverse=True)
    relevant = {doc for doc in scores if scores[doc] >= 0.15}
    return [doc in relevant for doc in ranking]
""",
    hints=(
        "Which document does a search put on top? And which ones does the report call relevant?",
        "`sorted` begins with the lowest score unless you tell it otherwise. Relevant is what has a score of at least "
        "0.15.",
        "`reverse` is True or False. The other gap compares `scores[doc]` with 0.15, which itself counts.",
    ),
    domain="score-dicts",
    reference=_hits_in_a_circle,
    notes={
        "NameError": "Inside the braces there are two names: `doc`, a document, and `scores`, which has its score.",
        "TypeError": "`doc` is a document's name, `scores[doc]` its score; `reverse` is True or False.",
    },
)


def _best_accuracy(scores, labels):
    """The highest share of right decisions that a threshold reaches: at or above it is shown, the rest is hidden."""
    pairs, levels = list(zip(scores, labels, strict=True)), [*set(scores), float("inf")]
    return max(sum((score >= level) == bool(label) for score, label in pairs) for level in levels) / len(pairs)


fill(
    id="threshold-bug",
    name="best_accuracy",
    signature="scores, labels",
    example=([0.9, 0.5, 0.5], [1, 1, 0]),
    stub="""
def best_accuracy(scores, labels):
    rows = sorted(zip(scores, labels), reverse=True)
    right = labels.count(0)  # nothing is shown yet: right about every useless result
    best = right
    for place, (score, label) in enumerate(rows, start=1):
        right += 1 if label else -1  # now this one is shown, too
        best = max(best, right)
    return best / len(rows)
""",
    solution="""
def best_accuracy(scores, labels):
    rows = sorted(zip(scores, labels), reverse=True)
    right = labels.count(0)  # nothing is shown yet: right about every useless result
    best = right
    for place, (score, label) in enumerate(rows, start=1):
        right += 1 if label else -1  # now this one is shown, too
        if place == len(rows) or rows[place][0] < score:
            best = max(best, right)
    return best / len(rows)
""",
    hints=(
        "Two results have the score 0.5, one relevant and one not. What does the function say, and which threshold "
        "shows only one of them?",
        "The loop looks at `best` after every row, also between two rows of equal score. No threshold cuts there.",
        "Take the maximum only where the next row, `rows[place]`, has a lower score, or where there is no next row. "
        "Or try each different score as a threshold.",
    ),
    kind="bug",
    domain="labelled-scores",
    reference=_best_accuracy,
    notes={"IndexError": "After the last row there is no next one: ask for `place == len(rows)` first."},
)

arrange(
    id="honest-parsons",
    name="order",
    lines=[
        "    threshold = best_threshold(first)",
        "    return f1(second, threshold)",
        "    mixed = random.sample(queries, len(queries))",
        "    threshold = best_threshold(queries)",
        "def honest_f1(queries):",
        "    first, second = mixed[: len(mixed) // 2], mixed[len(mixed) // 2 :]",
    ],
    order=(5, 3, 6, 1, 2),
    hints=(
        "Which queries may the threshold know, and which must it never have seen?",
        "First mix the queries, then cut them into two halves. One half chooses, the other tests.",
        "Head, mix, cut; then the line that chooses on the first half; at the end F1 of the second half.",
    ),
    distractors={4: ("tuned-on-test", "There the second half has helped to choose, and tests nothing any more.")},
)

"""Exercises: average precision."""

import ratools
from ratools_course.checker.kinds import arrange, compute, fill, write

SOMETHING_RELEVANT = {"nothing relevant": "Every query here has a relevant document."}
OUTSIDE = frozenset({"ap-over-min-rk", "cutoff-forgotten", "empty-is-1", "duplicates-count"})
TWO_QUERIES = ({"q1": ["a", "x"], "q2": ["x", "b"]}, {"q1": {"a"}, "q2": {"b"}})

write(
    id="average_precision",
    signature="retrieved, relevant",
    example=(["a", "x", "b"], {"a", "b", "c", "d"}),
    solution="""
def average_precision(retrieved, relevant):
    hits, total = 0, 0.0
    for rank, doc in enumerate(retrieved, start=1):
        if doc in relevant:
            hits += 1
            total += hits / rank
    return total / len(relevant) if relevant else 0.0
""",
    hints=(
        "At each hit, how precise has the list been so far? And whose mean is it: of the hits, or of all that is "
        "relevant?",
        "Keep a running count of hits. At each hit add `hits / rank`. Divide at the end.",
        "`hits` grows before it is used. At the end divide by the number of all relevant documents: one that was "
        "never found counts 0.",
    ),
    optional_k=True,
    outside=frozenset({"duplicates-count"}),
)

write(
    id="mean_average_precision",
    signature="results, ground_truth",
    example=TWO_QUERIES,
    solution="""
def mean_average_precision(results, ground_truth):
    scores = []
    for query, retrieved in results.items():
        hits, total = 0, 0.0
        for rank, doc in enumerate(retrieved, start=1):
            if doc in ground_truth[query]:
                hits += 1
                total += hits / rank
        scores.append(total / len(ground_truth[query]) if ground_truth[query] else 0.0)
    return sum(scores) / len(scores)
""",
    hints=(
        "You can already do it for one query. Both arguments are dicts by query: `results[query]` is the list that "
        "came back, `ground_truth[query]` what is relevant.",
        "Compute the average precision of every query, failed ones too, and take the mean.",
        "Append each query's AP to a list, failed queries too, and take the mean of the list.",
    ),
    optional_k=True,
    outside=frozenset({"skip-missing-queries"}),
)

fill(
    id="ap-gap-3",
    measure="average_precision",
    name="ap_with_gaps",
    signature="retrieved, relevant",
    example=(["a", "x", "b"], set("abcd")),
    stub="""
def ap_with_gaps(retrieved, relevant):
    hits, total = 0, 0.0
    for rank, doc in enumerate(retrieved, start=____):
        if doc in relevant:
            hits += 1
            total += ____
    return total / ____
""",
    solution="""
def ap_with_gaps(retrieved, relevant):
    hits, total = 0, 0.0
    for rank, doc in enumerate(retrieved, start=1):
        if doc in relevant:
            hits += 1
            total += hits / rank
    return total / len(relevant)
""",
    hints=(
        "Which rank has the first result? What is the precision at a hit? Over what is the mean taken?",
        "Ranks start at 1; the precision at this rank is hits so far divided by the rank.",
        "The precision at a hit is `hits / rank`. The mean is over all relevant documents, found or not.",
    ),
    outside=OUTSIDE,
    without=SOMETHING_RELEVANT,
)

fill(
    id="ap-bug",
    measure="average_precision",
    name="ap_with_bug",
    signature="retrieved, relevant",
    example=(["a", "x", "b"], set("abcd")),
    stub="""
def ap_with_bug(retrieved, relevant):
    found, average = 0, 0.0
    for position, document in enumerate(retrieved):
        if document in relevant:
            found += 1
            average += found / (position + 1)
    if found > 0:
        average = average / found
    return average
""",
    solution="""
def ap_with_bug(retrieved, relevant):
    found, average = 0, 0.0
    for position, document in enumerate(retrieved):
        if document in relevant:
            found += 1
            average += found / (position + 1)
    average = average / len(relevant)
    return average
""",
    hints=(
        "Two documents are relevant, one of them is found, on top. What should the score be, and what is it here?",
        "`position + 1` is the rank, and the loop adds up the right precisions. What happens to the sum afterwards?",
        "A document that was never found should count as a zero in the mean. In this function it never enters the "
        "mean at all: which number of documents would let it in?",
    ),
    kind="bug",
    outside=OUTSIDE,
    without=SOMETHING_RELEVANT,
)

arrange(
    id="ap-parsons",
    name="order",
    lines=[
        "    return sum(precisions) / len(relevant)",
        "    precisions = [hits / rank for hits, rank in enumerate(ranks, start=1)]",
        "def average_precision(retrieved, relevant):",
        "    precisions = [1 / rank for rank in ranks]",
        "    ranks = [rank for rank, doc in enumerate(retrieved, start=1) if doc in relevant]",
    ],
    order=(3, 5, 2, 1),
    hints=(
        "Which line needs nothing but what the function is given?",
        "Two lines make `precisions`, and only one of them belongs. What is the precision at the second hit, if it "
        "stands at rank 3?",
        "It begins with `def` and ends with `return`. The ranks of the hits must be known before there is a precision "
        "at each.",
    ),
    distractors={4: ("ap-of-reciprocals", "There a second hit at rank 3 adds 1/3. By then two of three were hits.")},
)

compute(
    id="ap-number-s0",
    name="ap",
    question="A list reads relevant, not, relevant, not, not; nothing else is relevant. What is its average precision?",
    truth=lambda: ratools.average_precision(["a", "x", "b", "y", "z"], {"a", "b"}),
    solution="ap = (1 / 1 + 2 / 3) / 2\n",
    hints=(
        "What is the precision at each of the two hits?",
        "1/1 at rank 1 and 2/3 at rank 3.",
        "Add the two precisions and divide by the number of relevant documents. Do not round 2/3 on the way.",
    ),
    measure="average_precision",
    arguments=(["a", "x", "b", "y", "z"], {"a", "b"}),
    known=(
        ((1 + 0.67) / 2, "round-early", "That comes of writing 0.67 for 2/3. Round once, at the end."),
        (5 / 3, None, "That is the sum of the two precisions. A mean divides it by how many there are."),
        (2 / 5, "map-is-mean-p", "That is the precision of the whole list, P@5. It does not ask where the hits stand."),
        (2 / 3, None, "2/3 is the precision at the last hit alone. The first hit counts as well."),
        (1.0, None, "That is the precision at the first hit alone. The second hit counts as well."),
    ),
    reasons={"above": "Each precision is at most 1, and so is their mean."},
)

THREE_ANSWERS = {"backup": ["a", "x", "b"], "domain": ["x", "a", "b"], "router": ["x"]}
THREE_TRUTHS = {"backup": ["a", "b"], "domain": ["a", "b", "c"], "router": ["a"]}

compute(
    id="map-number",
    name="map_of_three",
    question="The three queries have the AP 5/6, 7/18 and 0. What is the MAP?",
    truth=lambda: ratools.mean_average_precision(THREE_ANSWERS, THREE_TRUTHS),
    solution="map_of_three = (5 / 6 + 7 / 18 + 0) / 3\n",
    hints=(
        "MAP is a mean over queries. How many queries were asked?",
        "The router's query found nothing useful. Does it leave the mean, or does it stay, with 0?",
        "Add the three AP, the 0 as well, and divide by the number of queries.",
    ),
    known=(
        (11 / 18, "skip-failed-queries", "That is the mean over the two queries that found something."),
        (11 / 9, None, "That is the sum of the three. A mean divides it by the number of queries."),
        (7 / 18, None, "Is that the mean of the column Rprec? MAP is the mean of the column AP."),
        (0.5, None, "That is the mean of the column RR. MAP is the mean of the column AP."),
    ),
    reasons={"above": "No AP is above 1, so their mean, the MAP, is not above 1 either."},
)

"""Exercises: reciprocal rank."""

import ratools
from ratools_course.checker.kinds import arrange, compute, fill, write

write(
    id="reciprocal_rank",
    signature="retrieved, relevant",
    example=(["x", "y", "a", "b"], {"a", "b"}),
    solution="""
def reciprocal_rank(retrieved, relevant):
    for rank, doc in enumerate(retrieved, start=1):
        if doc in relevant:
            return 1 / rank
    return 0.0
""",
    hints=(
        "How far must the user read until the first relevant document? What if there is none?",
        "Walk down the list with `enumerate(retrieved, start=1)`. At the first hit you know the answer.",
        "Return inside the loop, as soon as you see a hit. What stands after the loop is for a list without one.",
    ),
    optional_k=True,
    notes={
        "ZeroDivisionError": "Which rank has the first result in your loop? `enumerate` starts at 0 unless told.",
        "ValueError": "`index` and `min` stop where there is nothing to find. What should the score be there?",
        "IndexError": "Your loop runs past the end of the list. Rank 1 is `retrieved[0]`; and what if no document "
        "is relevant?",
    },
)

TWO_QUERIES = ({"q1": ["a", "x"], "q2": ["x", "b"]}, {"q1": {"a"}, "q2": {"b"}})
MRR_SOLUTION = """
def mean_reciprocal_rank(results, ground_truth):
    total = 0
    for query in {queries}:
        for rank, doc in enumerate({docs}, start=1):
            if doc in ground_truth[query]:
                total += 1 / rank
                break
    return total / len({queries})
"""
STRICT = MRR_SOLUTION.format(queries="ground_truth", docs="results.get(query, [])")

write(
    id="mean_reciprocal_rank",
    signature="results, ground_truth",
    example=TWO_QUERIES,
    solution=MRR_SOLUTION.format(queries="results", docs="results[query]"),
    hints=(
        "What is the reciprocal rank of each query, and what is their mean?",
        "Loop over the queries, add each one's 1/rank of the first hit, divide by the number of queries. No hit adds "
        "0.",
        "After the first hit of a query, `break`. At the end divide the total by the number of queries: failed ones "
        "count.",
    ),
    optional_k=True,
    outside=frozenset({"skip-missing-queries"}),
)

write(
    id="mean_reciprocal_rank-missing",
    signature="results, ground_truth",
    example=({"q1": ["a"]}, {"q1": {"a"}, "q2": {"b"}}),
    solution=STRICT,
    hints=(
        "The system did not answer q2. Over how many queries do you average?",
        "Loop over `ground_truth`, not over `results`: it lists what was asked.",
        "`results.get(query, [])` is an empty list for a query without an answer; its score is 0.",
    ),
    measure="mean_reciprocal_rank",
    domain="mean_reciprocal_rank-missing",
    fixed={"missing": "zero"},
    sentence="The mean RR over all queries that were asked; an unanswered one counts 0.",
    notes={
        "KeyError": "That query was asked, but it is not in `results`: the system did not answer it.",
        "TypeError": "What do you hand over for a query that is not in `results`? `results.get(query)` is None there. "
        "And does each function of your own return a number, also without a hit?",
    },
)

fill(
    id="mrr-gap-missing",
    measure="mean_reciprocal_rank",
    name="mrr_with_gaps",
    signature="results, ground_truth",
    example=({"q1": ["a"]}, {"q1": {"a"}, "q2": {"b"}}),
    stub="""
def mrr_with_gaps(results, ground_truth):
    total = 0
    for query in ____:
        for rank, doc in enumerate(results.get(query, ____), start=1):
            if doc in ground_truth[query]:
                total += 1 / rank
                break
    return total / len(____)
""",
    solution=STRICT.replace("mean_reciprocal_rank", "mrr_with_gaps"),
    hints=(
        "Which of the two dicts lists everything that was asked? And what came back for a query without an answer?",
        "Loop over what was asked, and divide by how many were asked. `results.get(query, …)` gives its second "
        "argument where the query is missing.",
        "What was asked stands in `ground_truth`. For a query without an answer `enumerate` needs a list with nothing "
        "in it.",
    ),
    domain="mean_reciprocal_rank-missing",
    fixed={"missing": "zero"},
    notes={
        "KeyError": "That query stands in one of the dicts only. Which one lists all that were asked?",
        "TypeError: is not iterable": "`enumerate` needs a list, also for a query that is not in `results`.",
        "TypeError: has no len": "`len(…)` counts what is in a dict or a list. How many queries were asked?",
        "TypeError: unhashable": "`.items()` gives pairs. A loop over the dict itself gives the queries.",
    },
)

fill(
    id="mrr-bug",
    measure="mean_reciprocal_rank",
    name="mrr_with_bug",
    signature="results, ground_truth",
    example=TWO_QUERIES,
    stub="""
def mrr_with_bug(results, ground_truth):
    scores = []
    for query in results:
        for rank, doc in enumerate(results[query], start=1):
            if doc in ground_truth[query]:
                scores.append(1 / rank)
                break
    return sum(scores) / len(scores) if scores else 0.0
""",
    solution="""
def mrr_with_bug(results, ground_truth):
    scores = []
    for query in results:
        score = 0.0
        for rank, doc in enumerate(results[query], start=1):
            if doc in ground_truth[query]:
                score = 1 / rank
                break
        scores.append(score)
    return sum(scores) / len(scores)
""",
    hints=(
        "Two queries: one hit at rank 1, one without any hit. What does the function say, and what should it say?",
        "What is appended for a query without a hit?",
        "Give each query a score before its inner loop begins, and append once per query, hit or no hit.",
    ),
    kind="bug",
    outside=frozenset({"skip-missing-queries"}),
)

S1_RESULTS = {"python": [1, 23, 45, 4, 67, 6, 89, 12], "docker": [2, 7, 34, 56, 8], "redis": [78, 3, 9, 45, 11]}
S1_TRUTH = {"python": {1, 4, 6, 12, 15}, "docker": {2, 7, 8}, "redis": {3, 9, 11, 14}}

compute(
    id="mrr-number-s1",
    name="mrr",
    question="Three queries have their first hit at ranks 1, 1 and 2. What is the MRR?",
    truth=lambda: ratools.mean_reciprocal_rank(S1_RESULTS, S1_TRUTH),
    solution="mrr = (1 / 1 + 1 / 1 + 1 / 2) / 3\n",
    hints=(
        "What is the reciprocal rank of each query?",
        "1, 1 and one half: now the mean.",
        "Add the three and divide by the number of queries.",
    ),
    known=(
        (0.75, "mrr-is-mean-rank", "That is one divided by the mean rank: 3 / (1 + 1 + 2)."),
        (4 / 3, "mrr-is-mean-rank", "That is the mean rank. MRR is the mean of the *reciprocals*."),
        (6 / 5, "mrr-is-mean-rank", "That is one divided by the MRR. Leave the mean of the reciprocals as it is."),
        (5 / 2, None, "That is the sum of the three reciprocal ranks. Divide it by the number of queries."),
        (11 / 18, None, "That is the MRR of the ranks 3, 1 and 2. Here they are 1, 1 and 2."),
    ),
    reasons={"above": "No reciprocal rank is above 1, so their mean, the MRR, is not above 1 either."},
)


def _ranks_of(scores):
    """The rank behind each reciprocal rank, None where there was no hit."""
    return [round(1 / score) if score else None for score in scores]


fill(
    id="rank-bug",
    name="ranks_with_bug",
    signature="scores",
    example=([0.5, 0.0, 1.0],),
    stub="""
def ranks_with_bug(scores):
    ranks = []
    for score in scores:
        if score == 0:
            ranks.append(None)
        else:
            ranks.append(int(1 / score))
    return ranks
""",
    solution="""
def ranks_with_bug(scores):
    ranks = []
    for score in scores:
        if score == 0:
            ranks.append(None)
        else:
            ranks.append(round(1 / score))
    return ranks
""",
    hints=(
        "Try small ranks, then larger ones: what are `1 / (1 / 4)` and `1 / (1 / 93)`?",
        "`1 / (1 / 93)` is a little below 93, because the computer keeps only some 16 digits of 1/93. "
        "What does `int` do with a number just below 93?",
        "`int` cuts off everything behind the point. You want the nearest whole number.",
    ),
    kind="bug",
    domain="reciprocal-ranks",
    reference=_ranks_of,
    exact=True,
    notes={"ZeroDivisionError": "You divide by 0 there. A query without a hit has the score 0, and its rank is None."},
)

arrange(
    id="mrr-parsons",
    name="order",
    lines=[
        "        scores.append(score)",
        "    return sum(scores) / len(scores)",
        "    scores = []",
        "        if score > 0: scores.append(score)",
        "    for query in results:",
        "        score = reciprocal_rank(results[query], ground_truth[query])",
        "def mean_reciprocal_rank(results, ground_truth):",
    ],
    order=(7, 3, 5, 6, 1, 2),
    hints=(
        "What must exist before the loop can add to it? What happens once per query, what once at the end?",
        "One of the two lines that put a score into the list is a stranger. What does it do with a score of 0?",
        "It begins with `def` and `scores = []`. In the loop, first the score of the query, then the line that keeps "
        "it, whatever it is; the mean comes last.",
    ),
    distractors={
        4: ("skip-failed-queries", "It keeps only scores above 0, so a query without a hit drops out of the mean."),
    },
)

"""Wrong ideas about comparing two systems."""

from ratools.metrics.binary import precision_at_k
from ratools.teaching.misconceptions.records import CHAPTER, document, misconception, table, thread


def one_query_and_two_more():
    """P@5 on the first query settles it. Then two more queries come in."""
    relevant = {1, 3, 8, 15, 20}
    meaning = [[1, 5, 8, 12, 3], [8, 20, 1, 3, 6], [15, 8, 3, 20, 1]]
    keyword = [[1, 3, 8, 15, 20], [4, 8, 9, 20, 2], [3, 7, 6, 5, 15]]
    rows = [
        {
            "query": f"query {n}",
            "keyword": precision_at_k(one, relevant, 5),
            "meaning": precision_at_k(two, relevant, 5),
        }
        for n, (one, two) in enumerate(zip(keyword, meaning, strict=True), start=1)
    ]
    return table(
        [*rows, {"query": "mean", **{name: sum(row[name] for row in rows) / 3 for name in ("keyword", "meaning")}}]
    )


misconception(
    "one-query-decides",
    "One query shows which system is better",
    wrong="The system that wins on a query is the better system.",
    tempts="You saw it win, with your own eyes and with a number.",
    right="Systems take turns at winning. Count over many queries before you name a winner.",
    question="Would the next query give you the same winner?",
    demonstration=one_query_and_two_more,
    sources=[
        document(CHAPTER, "declares one method, BM25, the better one after a single query", "document", "unknown")
    ],
)


def equal_means():
    """Two systems with the same mean: one is even, the other brilliant or useless."""
    first, second = [0.5, 0.5, 0.5, 0.5], [1.0, 0.0, 1.0, 0.0]
    wins = sum(b > a for a, b in zip(first, second, strict=True))
    losses = sum(b < a for a, b in zip(first, second, strict=True))
    means = {"mean of A": sum(first) / 4, "mean of B": sum(second) / 4}
    return table([{**means, "B wins": wins, "B loses": losses, "worst of A": min(first), "worst of B": min(second)}])


misconception(
    "mean-hides",
    "Systems with equal means are equal",
    wrong="Two systems with the same mean are equally good.",
    tempts="The mean is the number in the table.",
    right="One may win half of the queries and lose the other half. Look at the queries.",
    question="On how many queries do the two differ?",
    demonstration=equal_means,
)


def two_hundredths_better():
    """Eight queries, 0.02 better on average. How often would chance alone give that much?"""
    from ratools.evaluation.comparison import randomisation_test

    differences = [0.10, -0.08, 0.12, -0.06, 0.09, -0.07, 0.11, -0.05]
    mean, chance = sum(differences) / len(differences), randomisation_test(differences)
    return table([{"queries": 8, "mean difference": mean, "B better on": 4, "p (randomisation)": chance}])


misconception(
    "difference-is-real",
    "0.02 better is better",
    wrong="The system with the higher mean is the better system.",
    tempts="0.52 is more than 0.50.",
    right="Another set of queries might turn it round. A paired test says how surprising the difference is.",
    question="If you drew other queries tomorrow, would you bet on the same winner?",
    demonstration=two_hundredths_better,
)


def one_run_listed_backwards():
    """Two equal runs; the second lists its queries backwards. Compared line by line, they differ."""
    first, second = {"q1": 0.2, "q2": 0.8}, {"q2": 0.8, "q1": 0.2}
    by_line = [round(b - a, 12) for a, b in zip(first.values(), second.values(), strict=True)]
    by_query = [second[query] - first[query] for query in first]
    return table(
        [
            {"pairs made": "line by line", "first difference": by_line[0], "second difference": by_line[1]},
            {"pairs made": "by query", "first difference": by_query[0], "second difference": by_query[1]},
        ]
    )


misconception(
    "pairs-misaligned",
    "The n-th scores of two runs belong together",
    wrong="Two lists of scores can be compared line by line.",
    tempts="Both come from the same queries, and the means are right in any order.",
    right="A paired test needs pairs: join the two by query id, never by position.",
    question="Sort one of the lists. Should the p value change?",
    demonstration=one_run_listed_backwards,
    sources=[
        thread(
            "terrier-org/pyterrier#64",
            "runs that came in different orders were compared line by line: wins, losses and p values were wrong",
            "library",
            "unknown",
        ),
    ],
)

"""Wrong ideas about comparing two systems."""

from ratools.metrics.binary import precision_at_k
from ratools_course.misconceptions.records import CHAPTER, document, misconception, table, thread


def one_query_and_two_more():
    """P@5 on the first query settles it. Then two more queries come in."""
    relevant = {1, 3, 8, 15, 20}
    meaning = [[1, 5, 8, 12, 3], [8, 20, 1, 3, 6], [15, 8, 3, 20, 1]]
    keyword = [[1, 3, 8, 15, 20], [4, 8, 9, 20, 2], [3, 7, 6, 5, 15]]
    rows = [
        {
            "query": f"query {n}",
            "keyword": precision_at_k(first, relevant, 5),
            "meaning": precision_at_k(second, relevant, 5),
        }
        for n, (first, second) in enumerate(zip(keyword, meaning, strict=True), start=1)
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


A = [0.50, 0.60, 0.70, 0.80, 0.40, 0.55, 0.65, 0.75]
B = [0.45, 0.50, 0.72, 0.70, 0.35, 0.55, 0.50, 0.60]


def two_intervals_and_one():
    """Eight queries. Each system's 95 % interval, and that of the differences."""
    import numpy as np

    from ratools.evaluation.student import t_interval

    rows = {"A": A, "B": B, "A − B": [a - b for a, b in zip(A, B, strict=True)]}
    ends = {name: t_interval(np.array(values)[:, None]) for name, values in rows.items()}
    return table(
        {"of": name, "mean": sum(values) / 8, "from": float(ends[name][0][0]), "to": float(ends[name][1][0])}
        for name, values in rows.items()
    )


misconception(
    "overlap-is-a-test",
    "Intervals that overlap mean no difference",
    wrong="Two systems whose intervals overlap cannot be told apart.",
    tempts="The error bars stand side by side in every paper, and the eye compares them.",
    right=(
        "Those intervals tell how much queries differ. The systems met the same queries: take the difference per "
        "query, and ask whether *its* interval holds 0."
    ),
    question="A hard query is hard for both systems. Which of the intervals knows that?",
    demonstration=two_intervals_and_one,
)


def a_thousand_changes():
    """1000 changes are tested at 5 %. 100 of them help, and the test finds half of those."""
    useless, helpful = 900, 100
    false, true = 0.05 * useless, 0.5 * helpful
    return table(
        [
            {
                "changes": 1000,
                "that help": helpful,
                "found: they help": true,
                "found: pure luck": false,
                "luck among the found": false / (false + true),
            }
        ]
    )


misconception(
    "p-is-chance-of-luck",
    "p is the probability that it was luck",
    wrong="p = 0.03 means that with 97 % probability the new system is better.",
    tempts="It sounds like the same sentence turned round, and it is what one would like to know.",
    right=(
        "p tells how often chance alone would make such a gap *if the systems were equal*. How probable it is that "
        "they are equal depends on how many of your changes ever help."
    ),
    question="Of all changes that you tried, how many were any good?",
    demonstration=a_thousand_changes,
)


def four_wins_of_four():
    """Four queries, each won clearly; and forty on which nothing moves by more than a hair."""
    from ratools.evaluation.comparison import randomisation_test

    clear, hair = [0.3] * 4, [0.001, -0.001] * 20
    return table(
        {"queries": len(d), "mean difference": sum(d) / len(d), "largest": max(d), "p (randomisation)": p}
        for d, p in ((clear, randomisation_test(clear)), (hair, randomisation_test(hair, samples=2000)))
    )


misconception(
    "not-significant-is-equal",
    "Not significant means equal",
    wrong="If the test finds nothing, there is nothing to find.",
    tempts="A test that was passed sounds like a verdict.",
    right=(
        "A test can stay silent because there is nothing, or because there are too few queries. The interval tells "
        "which: to show that two systems are near each other it must be short."
    ),
    question="How large a loss would your test have noticed?",
    demonstration=four_wins_of_four,
)


def looks_and_alarms():
    """Nothing is better than anything else. How often does one of several independent tests at 5 % say so?"""
    return table({"tests": n, "at least one alarm": 1 - 0.95**n} for n in (1, 5, 15, 36))


misconception(
    "many-looks",
    "Every p below 0.05 is a find",
    wrong="Test all pairs, and report those with p below 0.05.",
    tempts="Each test by itself is done as it should be.",
    right="One test in twenty gives an alarm for nothing. Correct for all that you looked at: Holm, or BH.",
    question="How many tests did you make before this one?",
    demonstration=looks_and_alarms,
)


def three_corrected():
    """Three tests: the p of each, all times 3, and by Holm."""
    from ratools.evaluation.comparison import holm

    values = [0.01, 0.02, 0.04]
    return table(
        {"p": p, "times 3": min(1, 3 * p), "Holm": corrected} for p, corrected in zip(values, holm(values), strict=True)
    )


misconception(
    "holm-all-by-n",
    "Holm multiplies every p by the number of tests",
    wrong="To correct for n tests, multiply each p by n.",
    tempts="That is a correction too (Bonferroni's), and for the smallest p both give the same.",
    right="Only the smallest p competes with all n tests. The next is multiplied by n − 1, then n − 2, and so on.",
    question="By what does Holm multiply the second smallest p?",
    demonstration=three_corrected,
)


def one_side_or_two():
    """Five queries, all won. Count the worlds as far ahead on one side, or on both."""
    return table([{"queries won": "5 of 5", "p, one side": 1 / 2**5, "p, both sides": 2 / 2**5}])


misconception(
    "one-sided-later",
    "Only the winner's side counts",
    wrong="The new system is ahead, so only worlds in which it is as far ahead are counted.",
    tempts="You want to know whether it is better, not whether it is worse.",
    right="Before you looked, a gap on the other side would have surprised you as much. Count both sides.",
    question="What would you have done with as large a gap the other way round?",
    demonstration=one_side_or_two,
)


def best_of_five_on_ten():
    """Five settings that differ by luck only, on ten queries; the best is tested on ten others."""
    import random

    rng, here, there = random.Random(4), [], []
    for _ in range(200):
        scores = [[rng.random() for _ in range(20)] for _ in range(5)]
        best = max(scores, key=lambda setting: sum(setting[:10]))
        here.append(sum(best[:10]) / 10 - 0.5), there.append(sum(best[10:]) / 10 - 0.5)
    return table(
        [{"trials": 200, "gain where it was chosen": sum(here) / 200, "gain on other queries": sum(there) / 200}]
    )


misconception(
    "tuned-on-test",
    "The setting that won keeps its lead",
    wrong="Try several settings on the test queries and report the best one's score.",
    tempts="It is a real score of a real system, and nothing was invented.",
    right="The best of several is in part the luckiest. Choose on some queries, report on others.",
    question="Which queries has your setting never seen?",
    demonstration=best_of_five_on_ten,
)


def sums_of_scores_and_of_ranks():
    """Two systems, three documents. BM25 counts in tens, a cosine ends at 1: the sum of scores follows BM25 alone."""
    bm25, cosine = {"a": 12.0, "b": 11.0, "c": 3.0}, {"b": 0.9, "c": 0.8, "a": 0.2}
    ranks = [{doc: rank for rank, doc in enumerate(page, start=1)} for page in (bm25, cosine)]
    return table(
        {
            "document": doc,
            "BM25": bm25[doc],
            "cosine": cosine[doc],
            "sum of scores": bm25[doc] + cosine[doc],
            "sum of 1/(60 + rank)": sum(1 / (60 + by_doc[doc]) for by_doc in ranks),
        }
        for doc in bm25
    )


misconception(
    "add-raw-scores",
    "Scores of two systems can be added",
    wrong="To join two systems, add the scores that they give to a document.",
    tempts="Both are called score, and higher is better in both.",
    right="Their scales have nothing in common: the larger one decides alone. Join ranks, or rescale first.",
    question="One system scores from 0 to 30, the other from 0 to 1. Who decides the sum?",
    demonstration=sums_of_scores_and_of_ranks,
)


def one_document_asked_twice():
    """One document, asked for in its own words and in a customer's: how many words does keyword search see?"""
    document = set("when an account holder has passed away".split())
    queries = {"by its author": "account holder passed away", "by a customer": "my father died"}
    return table(
        {"query": text, "written": who, "words in common": len(document & set(text.split()))}
        for who, text in queries.items()
    )


misconception(
    "test-is-neutral",
    "A test set favours nobody",
    wrong="The queries are given, and the same for all systems, so the comparison is fair.",
    tempts="Every system gets the same queries and the same judgements.",
    right=(
        "Somebody wrote the queries. Written from the documents, they share their words, or avoid them on purpose; "
        "each helps one kind of system. Ask who wrote them, and report the groups apart."
    ),
    question="Would the people who use the search have typed these queries?",
    demonstration=one_document_asked_twice,
)

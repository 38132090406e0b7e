"""Exercises: bugs that were met in real libraries."""

from ratools_course.checker.kinds import arrange, fill

arrange(
    id="recall-once-parsons",
    name="order",
    lines=[
        "    return len(hits) / len(relevant)",
        "    hits = [doc for doc in page if doc in relevant]",
        "def recall_at_k(retrieved, relevant, k):",
        "    hits = set(page) & set(relevant)",
        "    page = retrieved[:k]",
    ],
    order=(3, 5, 4, 1),
    hints=(
        "Recall asks how many of the relevant documents were found. Can a document be found twice?",
        "Two lines make `hits`. Try both in your head on the page a, a with one relevant document.",
        "It begins with `def`, then cuts the page, and ends with `return`. The line with `set` keeps a document once.",
    ),
    distractors={2: ("duplicates-count", "A list keeps a document as often as it comes back: a, a would be two hits.")},
)

fill(
    id="short-ideal-bug",
    measure="ndcg_at_k",
    name="ndcg_of_short_lists",
    signature="retrieved, relevance_scores, k",
    example=(["b", "a"], {"a": 3, "b": 2}, 2),
    stub="""
from math import log2


def ndcg_of_short_lists(retrieved, relevance_scores, k):
    def dcg(grades):
        return sum(grade / log2(rank + 1) for rank, grade in enumerate(grades, start=1))

    found = [relevance_scores.get(doc, 0) for doc in retrieved[:k]]
    ideal = sorted(relevance_scores.values(), reverse=True)[: len(found)]
    return dcg(found) / dcg(ideal) if any(ideal) else 0.0
""",
    solution="""
from math import log2


def ndcg_of_short_lists(retrieved, relevance_scores, k):
    def dcg(grades):
        return sum(grade / log2(rank + 1) for rank, grade in enumerate(grades, start=1))

    found = [relevance_scores.get(doc, 0) for doc in retrieved[:k]]
    ideal = sorted(relevance_scores.values(), reverse=True)[:k]
    return dcg(found) / dcg(ideal) if any(ideal) else 0.0
""",
    hints=(
        "One result came back, two documents are relevant, and two were asked for. Is that page perfect?",
        "How many places has the page that the user asked for, and how many has its ideal?",
        "The ideal does not care how many results came back. Cut it at the number that was asked for.",
    ),
    kind="bug",
)

fill(
    id="failed-queries-bug",
    measure="mean_average_precision",
    name="map_with_bug",
    signature="results, ground_truth",
    example=({"q1": ["a", "x"], "q2": ["x", "b"]}, {"q1": {"a"}, "q2": {"b"}}),
    stub="""
def map_with_bug(results, ground_truth):
    scores = []
    for query in results:
        hits, total = 0, 0.0
        for rank, doc in enumerate(results[query], start=1):
            if doc in ground_truth[query]:
                hits += 1
                total += hits / rank
        if hits > 0:
            scores.append(total / len(ground_truth[query]))
    return sum(scores) / len(scores) if scores else 0.0
""",
    solution="""
def map_with_bug(results, ground_truth):
    scores = []
    for query in results:
        hits, total = 0, 0.0
        for rank, doc in enumerate(results[query], start=1):
            if doc in ground_truth[query]:
                hits += 1
                total += hits / rank
        scores.append(total / len(ground_truth[query]) if ground_truth[query] else 0.0)
    return sum(scores) / len(scores) if scores else 0.0
""",
    hints=(
        "Two queries: one has its hit on top, the other finds nothing. What does the function say, and what should it "
        "say?",
        "Which queries get into `scores`?",
        "Every query that was asked gets a score. One without a hit, and one without a relevant document, scores 0.",
    ),
    kind="bug",
    outside=frozenset({"skip-missing-queries"}),
)

"""Wrong ideas about scores and thresholds."""

import random
from collections import Counter

import ratools as rt
from ratools.metrics import scores
from ratools.metrics.arguments import as_result_categories, as_results, as_scores, as_thresholds
from ratools_course.misconceptions.records import REPORT, document, misconception, mutant, table


def a_random_scorer_is_perfect():
    """Random scores; relevant is what scores at least 0.15. The ruler was made from what it measures."""
    rng = random.Random(0)
    scores = {f"d{n}": rng.random() for n in range(10)}
    retrieved = sorted(scores, key=scores.get, reverse=True)
    relevant = {doc for doc, score in scores.items() if score >= 0.15}
    values = {
        "AP": rt.average_precision(retrieved, relevant),
        "nDCG": rt.ndcg_at_k(retrieved, relevant),
        "RR": rt.reciprocal_rank(retrieved, relevant),
    }
    return table([{"scorer": "random numbers", **values}])


misconception(
    "threshold-truth",
    "A high score is relevance",
    wrong="What scores above a threshold is relevant.",
    tempts="It needs no judges.",
    right="The score that ranks cannot also be the truth: every scorer, a random one too, is then perfect.",
    question="What would a system have to do to score below 1?",
    demonstration=a_random_scorer_is_perfect,
    sources=[
        document(REPORT, "relevant means score ≥ 0.15, by the score that ranks", "document", "unknown"),
    ],
)


def score_classes_closed_right(results, *, relevant_at=0.15, nonrelevant_below=0.05):
    """A score on the threshold falls into the lower class."""
    values, (low, high) = as_scores(results), as_thresholds(nonrelevant_below, relevant_at)
    return ["relevant" if value > high else "grey" if value > low else "nonrelevant" for value in values]


def score_distribution_closed_right(results):
    """A score on an edge falls into the bin below, as in pandas' cut."""
    values = as_scores(results)
    counts = Counter(sum(value > edge for edge in scores.BIN_EDGES) for value in values)
    return {name: counts[index] for index, name in enumerate(scores.BIN_NAMES)}


misconception(
    "boundary-below",
    "A score on the threshold belongs to the lower class",
    wrong="A score on the threshold falls into the lower class.",
    tempts="pandas' cut closes its bins on the right, and > is as quick to type as ≥.",
    right="Here a boundary belongs to the upper class: score ≥ 0.15 is relevant, 0.1 opens its bin.",
    question="Your definition says “at least 0.15”. Is 0.15 at least 0.15?",
    mutants=[
        mutant("score_classes", score_classes_closed_right, [0.15]),
        mutant("score_distribution", score_distribution_closed_right, [0.1]),
    ],
    sources=[
        document("the documentation of pandas.cut", "its bins are closed on the right by default: (1, 2]", "variant"),
    ],
)


def score_classes_without_grey(results, *, relevant_at=0.15, nonrelevant_below=0.05):
    """What is not relevant is non-relevant: no grey zone."""
    values, (_, high) = as_scores(results), as_thresholds(nonrelevant_below, relevant_at)
    return ["relevant" if value >= high else "nonrelevant" for value in values]


def retrieval_report_without_grey(results, *, relevant_at=0.15, nonrelevant_below=0.05):
    """Counts the grey zone as non-relevant."""
    results = as_results(results)
    report = scores.retrieval_report(results, relevant_at=relevant_at, nonrelevant_below=nonrelevant_below)
    return {**report, "nonrelevant_count": report["retrieved_count"] - report["relevant_count"]}


misconception(
    "grey-is-nonrelevant",
    "What is not relevant is non-relevant",
    wrong="There are two classes: relevant and the rest.",
    tempts="Most questions have two answers.",
    right="Between the thresholds lies a grey zone that counts as neither.",
    question="What do you know about a document that scores 0.1?",
    mutants=[
        mutant("score_classes", score_classes_without_grey, [0.1]),
        mutant("retrieval_report", retrieval_report_without_grey, [{"doc_id": 1, "score": 0.1, "category": "hats"}]),
    ],
)


NOISY_FAN = [(0.481, True), (0.168, True), (0.148, False), (0.147, False)]
SENDING_EMAILS = [(0.810, False), (0.703, True), (0.482, False), (0.366, False)]


def one_threshold_two_queries():
    """The first four results of two queries on the help centre, by one system. One threshold, 0.4, for both."""
    rows = []
    for query, page in (("noisy fan", NOISY_FAN), ("how many emails can I send per hour", SENDING_EMAILS)):
        shown = [good for score, good in page if score >= 0.4]
        rows.append(
            {
                "query": query,
                "lowest score of a relevant one": min(score for score, good in page if good),
                "highest of a useless one": max(score for score, good in page if not good),
                "shown from 0.4 on": len(shown),
                "relevant among them": sum(shown),
            }
        )
    return table(rows)


misconception(
    "scores-compare",
    "A score means the same for every query",
    wrong="A result with 0.8 is better than one with 0.5, whatever was asked and whichever system gave it.",
    tempts="They are numbers on one scale, and often they are even called similarities.",
    right="A score orders the results of one query by one system. Between queries or systems it promises nothing.",
    question="Short query or long, rare words or common ones: would the best result get the same score?",
    demonstration=one_threshold_two_queries,
)


def three_of_five_are_technology():
    """Five results: 3, 1 and 1. The catalogue has 34, 11, 8 and 7 products of these categories."""
    page = {"Tecnología": 3, "Ropa": 1, "Cosméticos": 1, "Hogar": 0}
    catalogue = {"Tecnología": 34, "Ropa": 11, "Cosméticos": 8, "Hogar": 7}
    return table(
        [
            {
                "category": name,
                "results": count,
                "share of the page": count / 5,
                "of the catalogue": catalogue[name] / 60,
            }
            for name, count in page.items()
        ]
    )


misconception(
    "counts-without-base-rate",
    "The category with the most results is favoured",
    wrong="Three of five results are technology, so the search prefers technology.",
    tempts="It is the tallest bar.",
    right="Compare with a base rate: its share of the catalogue, or better, of what is relevant.",
    question="What would a search show that draws products blindly?",
    demonstration=three_of_five_are_technology,
    sources=[
        document(
            REPORT, "counts matches by category, to see bias, without the catalogue's shares", "document", "unknown"
        ),
    ],
)


def matches_of_relevant_only(results):
    """Counts only what reached the threshold."""
    categories = as_result_categories(results)
    kept = Counter(name for name, result in zip(categories, results, strict=True) if result.get("score", 0) >= 0.15)
    return dict(kept.most_common())


misconception(
    "categories-of-relevant",
    "Only relevant results have a category",
    wrong="The matches by category count what reached the threshold.",
    tempts="“Matches” sounds like “relevant”.",
    right="All results are counted: the question is what the page is made of.",
    question="Which results does the user see?",
    mutants=[
        mutant("matches_by_category", matches_of_relevant_only, [{"doc_id": 1, "score": 0.1, "category": "hats"}]),
    ],
)

"""Scores and thresholds: the rows of `ratools/metrics/scores.py`."""

from ratools.evaluation.catalogue.examples import BINS, EDGES, SHOP, SHOP_REPORT
from ratools.evaluation.catalogue.row import Measure, case
from ratools.metrics import scores

TITLE = "Scores and thresholds"

ROWS = (
    Measure(
        "score classes",
        scores.score_classes,
        "relevant, grey or non-relevant, by two thresholds",
        "this course",
        range=None,
        golden=[
            case(["relevant", "grey", "grey", "nonrelevant"], "boundaries", [0.15, 0.1, 0.05, 0.04]),
            case(["grey"], "a float a little below 0.15", [1.15 - 1.0]),
        ],
    ),
    Measure(
        "score histogram",
        scores.score_distribution,
        "how many results fall into each band of scores",
        "this course",
        range=None,
        golden=[
            case(dict(zip(BINS, [2, 1, 1, 1, 0, 0], strict=True)), "by hand", SHOP),
            case(dict(zip(BINS, [1, 1, 1, 1, 1, 2], strict=True)), "an edge opens its bin", EDGES),
        ],
    ),
    Measure(
        "results by category",
        scores.matches_by_category,
        "how many results each category has",
        "this course",
        range=None,
        golden=[
            case({"Tecnología": 3, "Ropa": 1, "Cosméticos": 1}, "by hand", SHOP),
        ],
    ),
    Measure(
        "threshold report",
        scores.retrieval_report,
        "counts, P, R and AP that score thresholds give",
        "this course",
        range=None,
        golden=[
            case(SHOP_REPORT, "by hand", SHOP),
        ],
    ),
)

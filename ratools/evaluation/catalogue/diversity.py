"""Diversity: the rows of `ratools/metrics/diversity.py`."""

from math import inf, log2

from ratools.evaluation.catalogue.examples import INTENTS, PAGE
from ratools.evaluation.catalogue.row import Measure, case
from ratools.metrics import diversity

TITLE = "Diversity"

ROWS = (
    Measure(
        "α-nDCG",
        diversity.alpha_ndcg_at_k,
        "nDCG in which a subtopic gains less each time it comes again",
        "Clarke et al. 2008",
        range=(0, inf),
        binary=False,
        by_subtopic=True,
        also=("alpha_ndcg", "alpha-ndcg"),
        golden=[
            case(0.890499, "ndeval", PAGE, INTENTS, 3),
            case(0.613147, "by hand: 1 / (1 + 1/log2 3)", ["a"], {"a": {1}, "b": {2}}, 2),
            case(0.619906, "by hand: 1.63 / 2.63", list("abc"), {"a": {1}, "b": {2}, "c": {1, 3}}, 2),
        ],
    ),
    Measure(
        "terms of α-DCG",
        diversity.alpha_dcg_terms,
        "what each rank adds to α-DCG",
        "Clarke et al. 2008",
        range=None,
        part_of="alpha_ndcg_at_k",
        golden=[
            case([2, 0.5 / log2(3), 0.25, 0, 1 / log2(6)], "by hand", PAGE, INTENTS),
        ],
    ),
    Measure(
        "ideal of α-nDCG",
        diversity.alpha_ideal,
        "the order that α-nDCG takes for the best",
        "Clarke et al. 2008",
        range=None,
        part_of="alpha_ndcg_at_k",
        golden=[
            case(["b", "d", "c", "a"], "by hand: ties by falling id", INTENTS),
        ],
    ),
    Measure(
        "ERR-IA",
        diversity.err_ia,
        "mean over intents of ERR",
        "Chapelle et al. 2011; Agrawal et al. 2009",
        binary=False,
        by_subtopic=True,
        also=("err_ia",),
        golden=[
            case(0.402778, "by hand; ndeval's other scale gives .604167", PAGE, INTENTS, 3),
        ],
    ),
    Measure(
        "subtopic recall",
        diversity.subtopic_recall_at_k,
        "share of the subtopics that the first k cover",
        "Zhai, Cohen & Lafferty 2003",
        binary=False,
        by_subtopic=True,
        also=("strecall", "strec", "s-recall"),
        golden=[
            case(2 / 3, "by hand", PAGE, INTENTS, 3),
            case(2 / 3, "by hand", PAGE, INTENTS, 1),
        ],
    ),
    Measure(
        "category entropy",
        diversity.category_entropy,
        "how evenly results spread over categories, in bits",
        "Shannon 1948",
        range=(0, inf),
        golden=[
            case(1.521928, "by hand", {"a": 2, "b": 2, "c": 1}),
            case(0.960230, "by hand", list("aabbc"), normalised=True),
            case(0.0, "one category", ["a", "a"], normalised=True),
        ],
    ),
)

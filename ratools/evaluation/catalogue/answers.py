"""Answers: the rows of `ratools/metrics/answers.py`."""

from ratools.evaluation.catalogue.examples import ABSTENTION_REPORT, NO, NO_SHARE, PREDICTIONS, REFERENCES
from ratools.evaluation.catalogue.row import Measure, case
from ratools.metrics import answers

TITLE = "Answers"

ROWS = (
    Measure(
        "EM",
        answers.exact_match,
        "whether the answer is the reference, apart from case and spacing",
        "Rajpurkar et al. 2016",
        golden=[
            case(1, "case", "SparseSwaps", "sparseSwaps"),
            case(1, "spaces", "  new   york ", "New York"),
            case(0, "by hand", "paris texas", "paris"),
            case(0, "by hand", "3.5", "35"),
            case(1, "SQuAD", "3.5", "35", normalize="squad"),
            case(1, "SQuAD", "-5", "5", normalize="squad"),
            case(0, "SQuAD", "1000.0", "1000", normalize="squad"),
            case(1, "SQuAD: nothing is left of either", "the", "A", normalize="squad"),
            case(0, "SQuAD: composed and decomposed", "caf\u00e9", "cafe\u0301", normalize="squad"),
            case(0, "SQuAD: curly quotes survive", "\u201cyes\u201d", "yes", normalize="squad"),
            case(1, "the best of several references", "NYC", ["New York", "nyc"]),
            case(1, "both empty", "", ""),
        ],
    ),
    Measure(
        "answer F1",
        answers.f1_score,
        "words shared with the reference, every occurrence counted",
        "Rajpurkar et al. 2016",
        golden=[
            case(2 / 3, "by hand", "SparseSwaps algorithm", "SparseSwaps"),
            case(1 / 3, "by hand: 2 · 1 / 6", "Paris Paris Paris Paris Paris", "Paris"),
            case(1.0, "SQuAD", "the Paris", "Paris", normalize="squad"),
            case(2 / 3, "the best of several references", "blue", ["red", "dark blue"]),
            case(1.0, "both empty", "", ""),
            case(0.0, "one empty", "", "a"),
        ],
    ),
    Measure(
        "abstention accuracy",
        answers.abstention_accuracy,
        "share of the impossible questions on which the system abstained",
        "this course",
        golden=[
            case(0.75, "by hand: 3 of 4", PREDICTIONS, REFERENCES),
            case(1.0, "always abstaining", [NO] * 10, REFERENCES),
        ],
    ),
    Measure(
        "abstention report",
        answers.abstention_report,
        "abstaining from every side: accuracy, precision, recall, F1, coverage",
        "this course",
        range=None,
        golden=[
            case(ABSTENTION_REPORT, "by hand", PREDICTIONS, REFERENCES),
            case(NO_SHARE, "shares of nothing", ["blue"], [NO]),
        ],
    ),
)

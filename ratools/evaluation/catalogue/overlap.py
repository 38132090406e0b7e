"""Overlap of chunks: the rows of `ratools/metrics/overlap.py`."""

from ratools.evaluation.catalogue.examples import CHUNKS, EXPECTED, RETRIEVED, WORDS
from ratools.evaluation.catalogue.row import Measure, case
from ratools.metrics import overlap

TITLE = "Overlap of chunks"

ROWS = (
    Measure(
        "token precision",
        overlap.token_precision,
        "share of the retrieved tokens that belongs to the answer",
        "Smith & Troynikov 2024",
        golden=[
            case(3 / 5, "by hand", RETRIEVED, EXPECTED),
            case(4 / 6, "by hand", RETRIEVED, EXPECTED, tokens="multiset"),
            case(3 / 6, "by hand", RETRIEVED, EXPECTED, tokens="mixed"),
            case(4 / 6, "by hand: two overlapping chunks", WORDS[0:6] + WORDS[3:9], EXPECTED),
        ],
    ),
    Measure(
        "token recall",
        overlap.token_recall,
        "share of the answer's tokens that was retrieved",
        "Smith & Troynikov 2024",
        golden=[
            case(3 / 4, "by hand", RETRIEVED, EXPECTED),
            case(4 / 5, "by hand", RETRIEVED, EXPECTED, tokens="multiset"),
            case(3 / 5, "by hand", RETRIEVED, EXPECTED, tokens="mixed"),
        ],
    ),
    Measure(
        "token IoU",
        overlap.token_iou,
        "common tokens as a share of all tokens, retrieved or expected",
        "Jaccard 1901",
        golden=[
            case(3 / 6, "by hand", RETRIEVED, EXPECTED),
            case(4 / 7, "by hand", RETRIEVED, EXPECTED, tokens="multiset"),
            case(3 / 6, "by hand", RETRIEVED, EXPECTED, tokens="mixed"),
        ],
    ),
    Measure(
        "token F1",
        overlap.token_f1,
        "harmonic mean of token precision and token recall",
        "van Rijsbergen 1979",
        golden=[
            case(2 / 3, "by hand: 2 · 3 / (5 + 4)", RETRIEVED, EXPECTED),
        ],
    ),
    Measure(
        "precision Ω",
        overlap.precision_omega,
        "token precision, times the mean of IoU and recall",
        "this course",
        golden=[
            case(0.375, "by hand: 3/5 · (1/2 + 3/4) / 2", RETRIEVED, EXPECTED),
        ],
    ),
    Measure(
        "span precision",
        overlap.span_precision,
        "share of the retrieved text that belongs to the answer; a stretch retrieved twice costs twice",
        "Smith & Troynikov 2024",
        golden=[
            case(2 / 6, "by hand", [(6, 12)], [(3, 8)]),
            case(5 / 12, "by hand: the overlap is paid twice", CHUNKS[:2], [(3, 8)]),
        ],
    ),
    Measure(
        "span recall",
        overlap.span_recall,
        "share of the answer's text that was retrieved",
        "Smith & Troynikov 2024",
        golden=[
            case(2 / 5, "by hand", [(6, 12)], [(3, 8)]),
            case(1.0, "by hand: covered, once and for all", CHUNKS[:2], [(3, 8)]),
            case(2 / 5, "by hand: the gap is not covered", [(0, 1), (4, 5)], (0, 5)),
        ],
    ),
    Measure(
        "span IoU",
        overlap.span_iou,
        "shared text as a share of all text, retrieved or expected",
        "Smith & Troynikov 2024",
        golden=[
            case(2 / 9, "by hand", [(6, 12)], [(3, 8)]),
            case(5 / 12, "by hand", CHUNKS[:2], [(3, 8)]),
        ],
    ),
    Measure(
        "span F1",
        overlap.span_f1,
        "harmonic mean of span precision and span recall",
        "van Rijsbergen 1979",
        golden=[
            case(4 / 11, "by hand", [(6, 12)], [(3, 8)]),
        ],
    ),
    Measure(
        "span precision Ω",
        overlap.span_precision_omega,
        "span precision, times the mean of IoU and recall",
        "this course",
        golden=[
            case(0.295139, "by hand", CHUNKS[:2], [(3, 8)]),
        ],
    ),
    Measure(
        "precision Ω in Chroma's sense",
        overlap.precision_omega_chroma,
        "precision if every chunk that overlaps the answer came back, and nothing else",
        "Smith & Troynikov 2024",
        golden=[
            case(5 / 12, "by hand: all three chunks overlap the answer", CHUNKS, [(3, 8)]),
            case(1.0, "touching is not overlapping", [(0, 3), (3, 8)], [(3, 8)]),
        ],
    ),
)

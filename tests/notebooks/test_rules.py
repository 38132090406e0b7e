"""How a notebook of the course reads, as far as a machine can tell."""

import re
import sys
from pathlib import Path

import pytest

from ratools.teaching import misconceptions
from ratools.teaching.lessons import LESSONS, existing
from ratools.teaching.quizzes import bank

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
from facts import FACTS  # noqa: E402
from reading import (  # noqa: E402
    MINUTES,
    NUMBER,
    calls,
    cells,
    code,
    exercises,
    minutes,
    outputs,
    plain_prose,
    prose,
    shown_numbers,
    value,
)

REVISED = (
    "00_start_here",
    "01_why_measure",
    "02_precision_recall",
    "03_reciprocal_rank",
    "04_average_precision",
    "05_ndcg",
    "06_choose_a_measure",
    "07_scores_and_thresholds",
    "10_judgements",
    "12_answers",
    "13_spot_the_error",
    "09_is_it_better",
    "08_measure_a_system",

"""The house rules that a machine can check: imports point one way, formulas stay short, importing stays cheap."""

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import ratools

PACKAGE = Path(ratools.__file__).parent
FLOORS = ["metrics", "evaluation", "systems", "teaching", "assessing"]  # each may use those before it
ROOMS = {  # of teaching, likewise: a room may use those with a lower number, and itself
    **dict.fromkeys(["lessons", "cards", "forms", "hit_ranks", "advice", "targets", "thresholds"], 0),
    **dict.fromkeys(["misconceptions", "map_view", "environment", "glossary_view"], 1),
    **dict.fromkeys(["posed", "progress_log"], 2),
    **dict.fromkeys(["exercises", "quizzes", "explanations", "progress_view"], 3),
    **dict.fromkeys(["widgets", "plots", "tables", "looking", "inventions", "sheet", "pages"], 4),
    "measuring": 5,

"""Plots: the claim in the title, the text below and the numbers drawn are those of the measures."""

import io
import itertools
import pickle
import re
import subprocess
import sys

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest

import ratools as rt
from ratools.evaluation.comparison import compare
from ratools.evaluation.resampling import bootstrap_means
from ratools.teaching import explain, plots

mpl.use("agg")
import matplotlib.pyplot as plt

TEN = [f"d{n}" for n in range(1, 11)]
FIVE = {"d1", "d4", "d6", "u", "v"}  # S1.4: hits at 1, 4, 6 of 10, five relevant
PAGE, GRADES = list("abcde"), {"a": 2, "b": 0, "c": 3, "d": 2, "e": 1}
A = pd.Series([0.50, 0.60, 0.70, 0.80, 0.40, 0.55, 0.65, 0.75], index=[f"q{n}" for n in range(8)])
B = pd.Series([0.45, 0.50, 0.72, 0.70, 0.35, 0.55, 0.50, 0.60], index=A.index)
SCORES = [0.35, 0.22, 0.12, 0.04, 0.01]

RUNS = {"one": {"q1": list("abxy"), "q2": list("dx")}, "other": {"q1": list("xayb"), "q2": list("xyd")}}
TABLES = {
    name: rt.evaluate(run, {"q1": set("abc"), "q2": {"d"}}, ["P@1", "R@1", "P@2", "R@2", "P@4", "R@4", "P@9"])
    for name, run in RUNS.items()
}
THREE = {"meaning": [1, 5, 8, 12, 3], "keyword": [1, 3, 8, 15, 20], "hybrid": [1, 5, 3, 8, 15]}
S1_RELEVANT = {1, 3, 8, 15, 20}  # S1.1

PAGES = {
    name: pd.DataFrame({"query": "q", "score": [0.9, 0.5, 0.4, 0.1], "relevant": relevant})
    for name, relevant in (("first", [True, True, False, False]), ("second", [True, False, True, False]))
}
HERE, THERE = {"one": 0.5, "two": 0.4, "three": 0.3}, {"one": 0.6, "two": 0.1, "three": 0.2}

DRAWN = {
    "precision and recall": lambda **more: plots.plot_precision_recall_at_k(TEN, FIVE, **more),
    "means": lambda **more: plots.plot_mean_precision_recall(TABLES, **more),
    "discount": lambda **more: plots.plot_discount(10, **more),
    "reciprocal ranks": lambda **more: plots.plot_reciprocal_ranks(10, **more),
    "thermometer": lambda **more: plots.plot_thermometer(THREE, S1_RELEVANT, 5, **more),
    "gains": lambda **more: plots.plot_gains(PAGE, GRADES, 5, **more),
    "differences": lambda **more: plots.plot_differences(A, B, names=("bm25", "dense"), **more),
    "scores": lambda **more: plots.plot_scores(SCORES, **more),
    "f1 by threshold": lambda **more: plots.plot_f1_by_threshold(PAGES, **more),
    "calibration": lambda **more: plots.plot_calibration([0.9, 0.7, 0.2], [1, 0, 0], bins=5, **more),
    "curve": lambda **more: plots.plot_precision_recall_curve(TEN, FIVE, **more),
    "average precision": lambda **more: plots.plot_average_precision(TEN, FIVE, **more),
    "tree": lambda **more: plots.plot_decision_tree(**more),
    "coverage": lambda **more: plots.plot_coverage(
        {"v3": [(1.0, 0.25), (0.5, 0.4)], "v1": [(1.0, 0.1), (0.5, 0.2)]}, **more
    ),
    "chunkings": lambda **more: plots.plot_chunkings(
        pd.DataFrame(
            {
                "recall": [0.9, 0.5],
                "recall_low": [0.8, 0.4],
                "recall_high": [1.0, 0.6],
                "omega": [0.1, 0.4],
                "omega_low": [0.0, 0.3],
                "omega_high": [0.2, 0.5],
            },
            index=["whole", "half, overlap 2"],
        ),
        "omega",
        **more,
    ),
    "bootstrap": lambda **more: plots.plot_bootstrap(A - B, resamples=500, **more),
    "orders": lambda **more: plots.plot_orders(HERE, THERE, names=("here", "there"), **more),
    "flips": lambda **more: plots.plot_flips(A - B, samples=500, **more),
}
CLAIMS = {
    "orders": "1 of 3 pairs of systems change places",

"""The decision tree, drawn. What all plots share: shared/test_frame.py."""

import matplotlib as mpl

from ratools_course.lessons.choose_a_measure import plots

mpl.use("agg")

DRAWN = {
    "tree": lambda **more: plots.plot_decision_tree(**more),
}
CLAIMS = {
    "tree": "Three questions about the user lead to a first and a second measure",
}

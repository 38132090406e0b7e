"""Coverage, drawn. What all plots share: shared/test_frame.py."""

import matplotlib as mpl

from ratools_course.lessons.answers import plots

mpl.use("agg")

DRAWN = {
    "coverage": lambda **more: plots.plot_coverage(
        {"v3": [(1.0, 0.25), (0.5, 0.4)], "v1": [(1.0, 0.1), (0.5, 0.2)]}, **more
    ),
}
CLAIMS = {
    "coverage": "v3: answering 100%, 25% are right; answering 50%, 40%",
}

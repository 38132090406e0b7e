"""Chunkings, drawn. What all plots share: shared/test_frame.py."""

import matplotlib as mpl
import pandas as pd

from ratools_course.lessons.chunks import plots

mpl.use("agg")

DRAWN = {
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
}
CLAIMS = {
    "chunkings": "Highest recall: whole; highest omega: half, overlap 2; no chunking has both",
}

"""What a first hit is worth, as it is drawn. What all plots share: shared/test_frame.py."""

import matplotlib as mpl
import pytest

from ratools_course.lessons.reciprocal_rank import plots

mpl.use("agg")

DRAWN = {
    "reciprocal ranks": lambda **more: plots.plot_reciprocal_ranks(10, **more),
}
CLAIMS = {
    "reciprocal ranks": "From rank 1 to 2 the worth is halved; from 9 to 10 it loses 0.01",
}


def test_bad_input_gets_a_sentence():
    with pytest.raises(ValueError, match="from 2 to 15, got 1"):
        plots.plot_reciprocal_ranks(1)

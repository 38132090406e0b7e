"""The stairs: their area is average precision. What all plots share: shared/test_frame.py."""

import matplotlib as mpl
import pytest

import ratools as rt
from ratools_course.lessons.average_precision import plots
from ratools_course.lessons.shared import frame

mpl.use("agg")

TEN = [f"d{n}" for n in range(1, 11)]
FIVE = {"d1", "d4", "d6", "u", "v"}  # S1.4: hits at 1, 4, 6 of 10, five relevant

DRAWN = {
    "average precision": lambda **more: plots.plot_average_precision(TEN, FIVE, **more),
}
CLAIMS = {
    "average precision": "The area is average precision: 0.400; 2 of 5 were never found",
}


def test_the_area_of_the_stairs_is_average_precision():
    for run, relevant in ((TEN, FIVE), (list("axb"), set("ab")), (list("xab"), set("abcd")), (["x"], {"a"})):
        ax = plots.plot_average_precision(run, relevant)
        bars = ax.containers[0]
        area = sum(bar.get_width() * bar.get_height() for bar in bars)
        assert area == pytest.approx(rt.average_precision(run, relevant))
        assert len(bars) == len(set(run) & relevant)
        assert all(bar.get_width() == pytest.approx(1 / len(relevant)) for bar in bars), "missed ones keep their place"
        assert not bars or bars[0].get_x() == 0


def test_the_stairs_grow_hit_by_hit(claim):
    areas = []
    for hits in range(4):
        ax = plots.plot_average_precision(TEN, FIVE, hits=hits)
        areas.append(sum(bar.get_width() * bar.get_height() for bar in ax.containers[0]))
    assert areas == pytest.approx([0, 1 / 5, (1 + 1 / 2) / 5, (1 + 1 / 2 + 1 / 2) / 5])
    assert claim(plots.plot_average_precision(TEN, FIVE, hits=1)) == "With 1 of 5 found, the area is 0.200"
    assert claim(plots.plot_average_precision(list("axb"), set("ab"))) == "The area is average precision: 0.833"
    assert "rank 1 and 4" in frame.describe(plots.plot_average_precision(TEN, FIVE, hits=2))


@pytest.mark.parametrize("hits", [-1, 4, 1.5, True, "1"])
def test_stairs_have_as_many_steps_as_the_page_has_hits(hits):
    with pytest.raises(ValueError, match="hits must be a whole number from 0 to 3"):
        plots.plot_average_precision(TEN, FIVE, hits=hits)
    with pytest.raises(ValueError, match="nothing is relevant"):
        plots.plot_average_precision(TEN, set())


def test_many_steps_are_labelled_by_rank_alone():
    wanted = {"d1", "d9", *(f"u{n}" for n in range(9))}
    ax = plots.plot_average_precision(TEN, wanted)
    assert [text.get_text() for text in ax.texts][:2] == ["1", "9"]
    assert "number above a step is that rank" in frame.describe(ax)

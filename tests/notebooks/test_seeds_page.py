"""notebooks/README.md: every point of the sources, and where it is taught."""

from pathlib import Path

import pytest

from ratools_course.derived import seeds

TAUGHT = seeds.taught(Path(__file__).parents[2] / "notebooks")


@pytest.mark.parametrize("seed", seeds.every_id())
def test_every_point_is_taught(seed):
    assert TAUGHT.get(seed), f"no cell teaches {seed}"


def test_no_cell_names_a_point_that_is_not_there():
    assert set(TAUGHT) <= set(seeds.every_id())

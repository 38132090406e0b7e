"""notebooks/README.md: every point of the sources, and where it is taught."""

import pytest

from ratools.teaching import seeds


def test_the_page_is_made_from_the_notebooks():
    written = (seeds.notebooks_dir() / "README.md").read_text(encoding="utf-8")
    assert written == seeds.page(), "python -m ratools.teaching.seeds"


@pytest.mark.parametrize("seed", seeds.every_id())
def test_every_point_is_taught(seed):
    assert seeds.taught().get(seed), f"no cell teaches {seed}"


def test_no_cell_names_a_point_that_is_not_there():
    assert set(seeds.taught()) <= set(seeds.every_id())

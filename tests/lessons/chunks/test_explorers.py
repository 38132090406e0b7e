"""A text that is cut: the measures are those of the cut. What all explorers share: shared/test_every_explorer.py."""

import html

import pytest

import ratools as rt
from ratools_course.lessons.chunks import explorers
from ratools_course.systems.chunking import fixed_chunks

EXPLORERS = {
    "chunks": lambda: explorers.explore_chunks("<b>bold</b>" * 30, (100, 180), task="<u>task</u>"),
}


@pytest.mark.parametrize(("size", "overlap"), [(50, 0), (200, 50), (1000, 75)])
def test_chunks_show_the_measures_of_the_cut(size, overlap, words, turn):
    explorer = explorers.explore_chunks("x" * 2000, (390, 530))
    turn(explorer, size=size, overlap=overlap)
    chunks = fixed_chunks("x" * 2000, size, overlap=size * overlap // 100)
    held = [(start, end) for start, end in chunks if start < 530 and end > 390]
    told = words(explorer)
    assert f"{len(chunks)} chunks" in told and explorer.html.count(f'fill="{explorers.VERMILLION}"') == len(held)
    assert f"Chroma's omega {rt.precision_omega_chroma(chunks, [(390, 530)]):.3f}" in html.unescape(told)
    assert f"best single chunk {max(rt.span_recall([one], [(390, 530)]) for one in held):.3f}" in told


def test_refused():
    with pytest.raises(ValueError, match="inside the text of 3 characters"):
        explorers.explore_chunks("abc", (1, 9))

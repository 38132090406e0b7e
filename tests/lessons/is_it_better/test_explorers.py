"""A sample of queries: its mean and its interval. What all explorers share: shared/test_every_explorer.py."""

import numpy as np
import pytest

import ratools as rt
from ratools.evaluation.student import t_interval
from ratools_course.lessons.is_it_better import explorers
from ratools_course.systems.datasets import helpdesk

EXPLORERS = {
    "sample": lambda: explorers.explore_sample([0.1, -0.2, 0.3], ("<i>a</i>", "<b>bold</b>"), n=2, task="<u>t</u>"),
}


@pytest.mark.parametrize(("n", "draw"), [(3, 1), (5, 7), (8, 20)])
def test_a_sample_shows_its_own_mean_and_interval(n, draw, words, turn):
    values = np.array([0.5, -0.25, 0.25, 0.0, -0.5, 0.75, 0.25, -0.125])
    explorer = explorers.explore_sample(values, ("new", "old"), n=4)
    turn(explorer, n=n, draw=draw)
    drawn = values[np.random.default_rng(draw).permutation(8)[:n]]
    low, high = (float(end[0]) for end in t_interval(drawn[:, None]))
    assert f"{n} of 8 queries" in words(explorer) and f"Mean difference {drawn.mean():+.3f}" in words(explorer)
    assert f"[{low:+.3f}, {high:+.3f}]" in words(explorer)
    assert ("0 is inside" in words(explorer)) == (low <= 0 <= high)
    assert explorer.html.count(f'fill="{explorers.BLUE}"') == n and explorer.html.count("<circle") == 8


def test_the_task_of_the_sample_can_be_solved_on_the_helpdesk(words, turn):
    judged = {query: grades for query, grades in helpdesk().judgements.items() if query <= "q48"}
    topic, keyword = (
        rt.evaluate(rt.data_dir() / "runs" / f"{name}.run", judged, ["nDCG@10"])["nDCG@10"] for name in ("lsa", "bm25")
    )
    explorer, ahead = explorers.explore_sample(topic - keyword, ("topic", "keyword")), []
    for draw in range(1, 21):
        turn(explorer, n=12, draw=draw)
        ahead.append("keyword is ahead" in words(explorer))
    assert sum(ahead) == 10
    turn(explorer, n=48)
    assert "topic is ahead" in words(explorer)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: explorers.explore_sample([0.1, 0.2]), "at least 3"),
        (lambda: explorers.explore_sample([0.1, 0.2, 0.3], n=4), "between 2 and 3"),
        (lambda: explorers.explore_sample([0.1, 0.2, 0.3], ("a",), n=2), "names must be two"),
    ],
)
def test_refused(wrong, message):
    with pytest.raises(ValueError, match=message):
        wrong()

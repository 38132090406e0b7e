"""First hits that are moved, and two tasks solved. What all explorers share: shared/test_every_explorer.py."""

from ratools_course.lessons.reciprocal_rank import explorers

EXPLORERS = {
    "first hits": lambda: explorers.explore_first_hits(task="<u>task</u>"),
    "failed queries": lambda: explorers.explore_failed_queries(),
}


def test_a_new_way_to_the_same_mrr(words, turn):
    explorer = explorers.explore_first_hits(known=[[2, 2, 2, 2], [1, 1, None, None], [1, 2, 3, 6]])
    assert "this way is known already" in words(explorer)
    turn(explorer, query_1=1)
    assert "MRR is 0.625: 0.125 too high" in words(explorer)
    turn(explorer, query_4=0)
    assert "Solved" in words(explorer) and "Never found: 1" in words(explorer)
    turn(explorer, query_1=6, query_2=3, query_3=1, query_4=2)
    assert "this way is known already" in words(explorer), "the order of the queries does not matter"


def test_a_worse_result_and_a_higher_number(words, turn):
    explorer = explorers.explore_failed_queries([1, 2, 10, 2])
    assert "Reported MRR: 0.525 , the mean over 4 queries" in words(explorer)
    turn(explorer, query_2=5, leave_out=True)
    assert "Can a result be worse than late?" in words(explorer)
    turn(explorer, query_2=2, query_3=0, leave_out=False)
    assert "Reported MRR: 0.500" in words(explorer) and "Solved" not in words(explorer)
    turn(explorer, leave_out=True)
    assert "Solved" in words(explorer) and "from 0.525 to 0.667" in words(explorer) and "left out" in words(explorer)
    turn(explorer, query_2=1)
    assert "honest work" in words(explorer)
    turn(explorer, query_1=0, query_2=0, query_4=0)
    assert "Reported MRR: 0.000 , the mean over 0 queries" in words(explorer)

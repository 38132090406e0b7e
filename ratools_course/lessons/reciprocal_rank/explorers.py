"""What can be turned in this lesson: the rank of each first hit, and which queries are left out of the mean."""

import ipywidgets as widgets

from ratools_course.lessons.reciprocal_rank.views import as_ranks, mean_of_reciprocals
from ratools_course.widgets.explorers import TABLE, Explorer, share_bar

NEVER = "never"


def explore_first_hits(
    ranks=(2, 2, 2, 2), goal=0.5, known=(), task="Make an MRR of 0.5 in a way that is not in the table."
):
    """Move each query's first hit, and watch the MRR; `known` holds the ways to the goal that do not count."""
    start = as_ranks(ranks)
    taken = [_sorted_ranks(as_ranks(way)) for way in known]
    controls = _rank_sliders(start)
    return Explorer(task, controls, lambda **ranks: _first_hits_picture(_or_none(ranks), goal, taken))


def explore_failed_queries(
    ranks=(1, 2, 10, 2), task="Tick the box. Then make one result worse, so that the reported number rises."
):
    """Move each query's first hit, and leave those without one out of the mean, or not."""
    start = as_ranks(ranks)
    box = widgets.Checkbox(False, description="leave out queries without a hit", indent=False, layout={"width": "auto"})
    controls = {**_rank_sliders(start), "leave_out": box}

    def draw(leave_out, **ranks):
        return _failed_queries_picture(start, _or_none(ranks), leave_out)

    return Explorer(task, controls, draw)


def _rank_sliders(ranks):
    last = max([10, *(rank for rank in ranks if rank)])
    options = [*((str(rank), rank) for rank in range(1, last + 1)), (NEVER, 0)]  # no slider takes None
    return {
        f"query_{n}": widgets.SelectionSlider(options=options, value=rank or 0, description=f"query {n}")
        for n, rank in enumerate(ranks, start=1)
    }


def _or_none(ranks):
    """What the sliders say; 0 stands for never."""
    return [rank or None for rank in ranks.values()]


def _sorted_ranks(ranks):
    return sorted(ranks, key=lambda rank: rank or float("inf"))


def _first_hits_table(ranks, left_out=()):
    rows = [
        f"<tr><td>query {n}</td><td>{rank or NEVER}</td><td>{f'1/{rank}' if rank else '0'}</td>"
        f"<td>{share_bar(1 / rank if rank else 0)}</td><td>{'left out' if n in left_out else ''}</td></tr>"
        for n, rank in enumerate(ranks, start=1)
    ]
    head = "<tr><th></th><th>first hit</th><th>RR</th><th></th><th></th></tr>"
    return f"{TABLE}{head}{''.join(rows)}</table>"


def _first_hits_picture(ranks, goal, taken):
    value, hits = mean_of_reciprocals(ranks), [rank for rank in ranks if rank]
    mean_rank = f"{sum(hits) / len(hits):.2f}" if hits else "none"
    never = len(ranks) - len(hits)
    if abs(value - goal) > 1e-9:
        verdict = f"MRR is {value:.3f}: {abs(value - goal):.3f} too {'high' if value > goal else 'low'}."
    elif _sorted_ranks(ranks) in taken:
        verdict = f"MRR is {goal:g}, but this way is known already. Find another."
    else:
        verdict = f"Solved: MRR is {goal:g}, and this way is new."
    return (
        f"{_first_hits_table(ranks)}<p>Mean rank of those found: {mean_rank}. Never found: {never}.</p>"
        f"<p><b>{verdict}</b></p>"
    )


def _failed_queries_picture(start, ranks, leave_out):
    counted = [rank for rank in ranks if rank or not leave_out]
    before, value = mean_of_reciprocals(start), mean_of_reciprocals(counted) if counted else 0.0
    left_out = [n for n, rank in enumerate(ranks, start=1) if leave_out and rank is None]
    ways = [(old or float("inf"), new or float("inf")) for old, new in zip(start, ranks, strict=True)]
    worse, better = sum(new > old for old, new in ways), sum(new < old for old, new in ways)
    if worse and not better and value > before:
        verdict = f"Solved: nobody got a better result, and the number rose from {before:.3f} to {value:.3f}."
    elif better:
        verdict = "A result got better: that is honest work. The task asks for a rise without it."
    elif worse and leave_out:
        verdict = f"At the start it was {before:.3f}. A late hit still counts. Can a result be worse than late?"
    else:
        verdict = f"At the start it was {before:.3f}."
    queries = "1 query" if len(counted) == 1 else f"{len(counted)} queries"
    reported = f"<p>Reported MRR: <b>{value:.3f}</b>, the mean over {queries}.</p>"
    return f"{_first_hits_table(ranks, left_out)}{reported}<p><b>{verdict}</b></p>"

"""Things to turn: precision and recall over k, first hits, definitions, thresholds, a choice, patience, queries drawn,
chunks cut.

Each is ipywidgets controls over one HTML string: no mathematics here, the numbers come from `ratools.metrics` and
`ratools.evaluation`. Data is escaped. A reader without a kernel sees the picture as it was when the notebook ran.
"""

from collections.abc import Mapping
from html import escape

import anywidget
import ipywidgets as widgets
import numpy as np

from ratools.evaluation.student import t_interval
from ratools.metrics import binary, graded
from ratools.metrics import overlap as spans
from ratools.metrics.arguments import as_ranking, as_relevant, as_spans
from ratools.metrics.scores import BIN_NAMES, retrieval_report, score_classes, score_distribution
from ratools_course.lessons.choose_a_measure.advice import JUDGES, NEED, QUESTIONS, advise
from ratools_course.lessons.reciprocal_rank.views import as_ranks, mean_of_reciprocals
from ratools_course.misconceptions.bank.measures.ndcg import ndcg_ideal_from_list
from ratools_course.misconceptions.bank.measures.precision_recall import (
    precision_over_returned,
    recall_capped,
    recall_is_hit_rate,
)
from ratools_course.systems.chunking import fixed_chunks
from ratools_course.widgets.static_files import script

BLUE, VERMILLION, GREY = "#0072B2", "#D55E00", "#8a8f98"  # Okabe–Ito, and a neutral
INK, FAINT, PAPER = "var(--jp-ui-font-color1, #222)", "var(--jp-border-color2, #ccc)", "var(--jp-layout-color0, #fff)"


TABLE = '<table style="border-spacing:0.7rem 0.15rem;text-align:left">'


class SliderNames(anywidget.AnyWidget):
    """Shows nothing: tells a screen reader what the controls leave out, and keeps a list's keys from JupyterLab."""

    _esm = script("slider_names.js")


class Explorer(widgets.VBox):
    """Controls, and a picture that follows them. `draw(**values)` gives the picture; `text` is the same in words."""

    def __init__(self, task, controls, draw):
        self._controls, self._draw = controls, draw
        self._picture = widgets.HTML()
        for control in controls.values():
            control.observe(self._redraw, names="value")
        self._task = task
        self._redraw()
        head = [widgets.HTML(f"<div><b>Task.</b> {escape(task)}</div>")] if task else []
        super().__init__([*head, *controls.values(), self._picture, SliderNames()])

    def _redraw(self, change=None):
        self._picture.value = self._draw(**self.values)

    @property
    def values(self):
        """What the controls say."""
        return {name: control.value for name, control in self._controls.items()}

    @property
    def html(self):
        """The picture as it stands."""
        return self._picture.value

    def __repr__(self):
        settings = ", ".join(f"{name}={value!r}" for name, value in self.values.items())
        return f"{type(self).__name__}({settings})"

    def _repr_mimebundle_(self, **kwargs):
        live = super()._repr_mimebundle_(**kwargs)
        data, metadata = live if isinstance(live, tuple) else (live or {}, {})
        task = f"<p><b>Task.</b> {escape(self._task)}</p>" if self._task else ""
        return {**data, "text/plain": repr(self), "text/html": f"{task}{self.html}"}, metadata


# Precision and recall over k -----------------------------------------------------------------------------------------


def explore_precision_recall(
    retrieved, relevant, k=5, task="Find a k at which precision rises.", titles=None, places=0
):
    """Slide k down a ranking, or a page of `places`, and watch precision and recall; `titles` is shown for ids."""
    documents, wanted = list(as_ranking(retrieved)), as_relevant(relevant)
    last = max(len(documents), places)
    if not last:
        raise ValueError("retrieved is empty: the explorer needs at least one document, or places, to slide over")
    if not 1 <= k <= last:
        raise ValueError(f"k must be between 1 and {last}, the number of documents or places, got {k!r}")
    slider = widgets.IntSlider(k, min=1, max=last, description="k", continuous_update=True)
    curve = [
        (binary.precision_at_k(documents, wanted, i), binary.recall_at_k(documents, wanted, i))
        for i in range(1, last + 1)
    ]
    return Explorer(task, {"k": slider}, lambda k: _precision_recall_picture(documents, wanted, curve, k, titles or {}))


def _precision_recall_picture(documents, wanted, curve, k, titles):
    hits, empty = sum(document in wanted for document in documents[:k]), max(k - len(documents), 0)
    precision, recall = curve[k - 1]
    page = [(titles.get(doc, doc), doc in wanted) for doc in documents]
    page += [("(an empty place)", False)] * (len(curve) - len(documents))
    rows = [
        f'<tr style="opacity:{1 if rank <= k else 0.55}"><td>{rank}</td><td>{escape(str(name))}</td>'
        f"<td style='white-space:nowrap'>{'● relevant' if good else '○'}</td></tr>"
        for rank, (name, good) in enumerate(page, start=1)
    ]
    left = f"; empty places: {empty}" if empty else ""
    share = f"{hits}/{len(wanted)} = {recall:.3f}</b>: of {len(wanted)} relevant, {hits} shown."
    words = (
        f"<p><b>P@{k} = {hits}/{k} = {precision:.3f}</b>: of {k - empty} shown, {hits} relevant{left}.<br>"
        f"<b>R@{k} = {share if wanted else '0</b> by convention: nothing is relevant here.'}</p>"
    )
    table = f"{TABLE}<tr><th>rank</th><th>document</th><th></th></tr>{''.join(rows)}</table>"
    return _beside(words + table, _curves(curve, k))


def _curves(curve, k):
    """P@k as circles, R@k as squares, over k; the chosen k is marked."""
    width, height, left, bottom = 380, 210, 36, 30
    n = len(curve)

    def place(i, value):
        x = left + (width - left - 60) * (i / max(n - 1, 1))
        return x, (height - bottom) - (height - bottom - 14) * value

    parts = []
    for level in (0, 0.5, 1):
        _, y = place(0, level)
        parts.append(f'<line x1="{left}" x2="{width - 50}" y1="{y}" y2="{y}" stroke="{FAINT}"/>')
        parts.append(_label(left - 11, y + 4, f"{level:g}", anchor="end"))
    for series, (name, colour) in enumerate((("P@k", BLUE), ("R@k", VERMILLION))):
        points = [place(i, pair[series]) for i, pair in enumerate(curve)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dash = "" if series == 0 else ' stroke-dasharray="5 3"'
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>')
        parts += [_mark(x, y, colour, series, large=i == k - 1) for i, (x, y) in enumerate(points)]
        parts.append(_label(points[-1][0] + 9, points[-1][1] + 4, f"{'●■'[series]} {name}"))
    for i in range(n):
        if n <= 12 or i % 5 == 0:
            parts.append(_label(place(i, 0)[0], height - bottom + 16, str(i + 1), anchor="middle"))
    parts.append(_label((left + width - 60) / 2, height - 2, "k", anchor="middle"))
    precision, recall = curve[k - 1]
    return _svg(width, height, f"P and R for every k; at {k} they are {precision:.3f} and {recall:.3f}", parts)


def _mark(x, y, colour, series, large):
    size = 6 if large else 3
    ring = f' stroke="{INK}" stroke-width="2"' if large else ""
    if series == 0:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size}" fill="{colour}"{ring}/>'
    return f'<rect x="{x - size:.1f}" y="{y - size:.1f}" width="{2 * size}" height="{2 * size}" fill="{colour}"{ring}/>'


# First hits ----------------------------------------------------------------------------------------------------------

NEVER = "never"


def explore_first_hits(
    ranks=(2, 2, 2, 2), goal=0.5, known=(), task="Make an MRR of 0.5 in a way that is not in the table."
):
    """Move each query's first hit, and watch the MRR; `known` holds the ways to the goal that do not count."""
    start = as_ranks(ranks)
    taken = [_sorted_ranks(as_ranks(way)) for way in known]
    controls = _rank_sliders(start)
    return Explorer(task, controls, lambda **places: _first_hits_picture(_moved(places), goal, taken))


def explore_failed_queries(
    ranks=(1, 2, 10, 2), task="Tick the box. Then make one result worse, so that the reported number rises."
):
    """Move each query's first hit, and leave those without one out of the mean, or not."""
    start = as_ranks(ranks)
    box = widgets.Checkbox(False, description="leave out queries without a hit", indent=False, layout={"width": "auto"})
    controls = {**_rank_sliders(start), "leave_out": box}

    def draw(leave_out, **places):
        return _failed_queries_picture(start, _moved(places), leave_out)

    return Explorer(task, controls, draw)


def _rank_sliders(ranks):
    last = max([10, *(rank for rank in ranks if rank)])
    options = [*((str(rank), rank) for rank in range(1, last + 1)), (NEVER, 0)]  # no slider takes None
    return {
        f"query_{n}": widgets.SelectionSlider(options=options, value=rank or 0, description=f"query {n}")
        for n, rank in enumerate(ranks, start=1)
    }


def _moved(places):
    return [rank or None for rank in places.values()]


def _sorted_ranks(ranks):
    return sorted(ranks, key=lambda rank: rank or float("inf"))


def _first_hits_table(ranks, left_out=()):
    rows = [
        f"<tr><td>query {n}</td><td>{rank or NEVER}</td><td>{f'1/{rank}' if rank else '0'}</td>"
        f"<td>{_bar(1 / rank if rank else 0)}</td><td>{'left out' if n in left_out else ''}</td></tr>"
        for n, rank in enumerate(ranks, start=1)
    ]
    head = "<tr><th></th><th>first hit</th><th>RR</th><th></th><th></th></tr>"
    return f"{TABLE}{head}{''.join(rows)}</table>"


def _first_hits_picture(ranks, goal, taken):
    value, found = mean_of_reciprocals(ranks), [rank for rank in ranks if rank]
    mean_rank = f"{sum(found) / len(found):.2f}" if found else "none"
    never = len(ranks) - len(found)
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


# Definitions side by side --------------------------------------------------------------------------------------------

# family: [(name, who computes it so, what it assumes, function of (retrieved, grades, k))]
DEFINITIONS = {
    "precision": [
        ("÷ k", "trec_eval, ratools", "an empty place is a miss", binary.precision_at_k),
        ("÷ returned", "TruLens", "returning less is no fault", precision_over_returned),
    ],
    "recall": [
        ("÷ R", "trec_eval, ratools", "every relevant document counts", binary.recall_at_k),
        ("÷ min(R, k)", "asked of several libraries", "1 must be reachable at every k", recall_capped),
        ("any hit", "Haystack's default", "one hit is as good as all", recall_is_hit_rate),
    ],
    "average precision": [
        ("÷ R", "trec_eval, ratools", "a miss counts as 0", binary.average_precision),
        ("÷ found", "Ragas, DeepEval, torchmetrics", "a miss costs nothing",
         lambda run, grades, k: binary.average_precision(run, grades, k, denominator="found")),
        ("÷ min(R, k)", "some recommender libraries", "k places cannot hold R documents",
         lambda run, grades, k: binary.average_precision(run, grades, k, denominator="capped")),
    ],
    "nDCG": [
        ("grade, ideal of all judged", "trec_eval, ratools", "a grade is its worth", graded.ndcg_at_k),
        ("2^grade − 1", "gdeval, many ranking papers", "a top document is worth far more",
         lambda run, grades, k: graded.ndcg_at_k(run, grades, k, gain="exp")),
        ("ideal of the retrieved", "scikit-learn, which is given no others", "what was missed costs nothing",
         ndcg_ideal_from_list),
        ("not cut at k", "LlamaIndex", "the page may be endless", lambda run, grades, k: graded.ndcg_at_k(run, grades)),
    ],
}  # fmt: skip
RANKINGS = {
    "a, x, b of four relevant": (["a", "x", "b"], {"a": 1, "b": 1, "c": 1, "d": 1}),
    "everything found, badly ordered": (["x", "y", "a", "b", "c"], {"a": 3, "b": 2, "c": 1}),
    "one of two, at the top": (["a"], {"a": 1, "b": 1}),
    "graded, with a miss": (["b", "x", "a", "y"], {"a": 3, "b": 1, "c": 2, "y": 0}),
}


def explore_definitions(
    rankings=None, task="Find a ranking and a k on which two definitions of one name differ most.", measures=None
):
    """One ranking, every definition that libraries use under one name, and what separates them.

    `rankings` is {name: (retrieved, relevant)}; `measures=["average precision"]` leaves the others out.
    """
    measures = list(DEFINITIONS if measures is None else measures)
    if not measures or not set(measures) <= set(DEFINITIONS):
        raise ValueError(f"measures must be some of {', '.join(DEFINITIONS)}, got {measures!r}")
    rankings = RANKINGS if rankings is None else rankings
    if not rankings:
        raise ValueError("rankings is empty: pass a dict {name: (retrieved, grades)}")
    checked = {name: (list(as_ranking(run)), _as_grades(relevant)) for name, (run, relevant) in rankings.items()}
    longest = max(len(run) for run, _ in checked.values())
    alone = {"display": "none"} if len(measures) == 1 else {}
    controls = {
        "name": widgets.Dropdown(options=measures, description="measure", layout=alone),
        "which": widgets.Dropdown(options=list(checked), description="ranking"),
        "k": widgets.Dropdown(options=range(1, max(5, longest) + 1), value=5, description="k"),
    }
    return Explorer(task, controls, lambda name, which, k: _definitions_picture(name, *checked[which], k))


def _as_grades(relevant):
    """A dict of grades as it is; of a set or a list, every document has the grade 1."""
    return dict(relevant) if isinstance(relevant, Mapping) else dict.fromkeys(relevant, 1)


def _definitions_picture(name, run, grades, k):
    values = [(title, who, why, function(run, grades, k)) for title, who, why, function in DEFINITIONS[name]]
    yes_or_no = set(grades.values()) <= {0, 1}

    def named(doc):
        mark = ("●" if grades.get(doc) else "○") if yes_or_no else f"({grades.get(doc, '?')})"
        return f"{escape(str(doc))} {mark}"

    head = "Retrieved (● relevant, ○ not)" if yes_or_no else "Retrieved, with grades"
    shown = ", ".join(map(named, run))
    missed = ", ".join(named(doc) for doc, grade in grades.items() if doc not in run and grade > 0)
    rows = [
        f"<tr><td><b>{escape(title)}</b></td><td>{value:.4f}</td><td>{_bar(value)}</td><td>{escape(why)}</td>"
        f"<td>{escape(who)}</td></tr>"
        for title, who, why, value in values
    ]
    numbers = [value for *_, value in values]
    spread = max(numbers) - min(numbers)
    verdict = (
        f"The same name, {spread:.4f} apart."
        if spread > 1e-12
        else "Here they agree. Change k or the ranking to part them."
    )
    return (
        f"<p>{head}: {shown}. Relevant and never found: {missed or 'none'}.</p>"
        f"{TABLE}<tr><th>definition</th><th>value</th><th></th><th>it assumes that</th><th>as in</th></tr>"
        f"{''.join(rows)}</table><p><b>{verdict}</b></p>"
    )


def _bar(value):
    length = 90 * min(max(value, 0), 1)
    box = f'<rect x="0" y="2" width="{length:.1f}" height="10" fill="{BLUE}"/>'
    frame = f'<rect x="0" y="2" width="90" height="10" fill="none" stroke="{FAINT}"/>'
    return _svg(92, 14, f"{value:.4f} of 1", [frame, box])


# Thresholds ----------------------------------------------------------------------------------------------------------


def explore_thresholds(
    results, relevant_at=0.15, nonrelevant_below=0.05, task="Make the grey zone empty. What did it cost?", grades=None
):
    """Two thresholds on a list of scores: what counts as relevant, what does not, what is left grey.

    With `grades`, {document: grade}, it tells what they say of the same list, and when the report has become perfect.
    """
    distribution = score_distribution(results)
    top = max(0.6, *(one["score"] if isinstance(one, dict) else one for one in results)) if results else 0.6
    high = widgets.FloatSlider(relevant_at, min=0, max=top, step=0.01, description="relevant from", style=WIDE)
    low = widgets.FloatSlider(
        nonrelevant_below, min=0, max=top, step=0.01, description="not relevant below", style=WIDE
    )
    controls = {"relevant_at": high, "nonrelevant_below": low}
    return Explorer(
        task, controls, lambda **thresholds: _threshold_picture(results, distribution, grades, **thresholds)
    )


WIDE = {"description_width": "8.5rem"}


def _threshold_picture(results, distribution, grades, relevant_at, nonrelevant_below):
    if nonrelevant_below > relevant_at:
        return (
            f"<p><b>{nonrelevant_below:.2f} lies above {relevant_at:.2f}.</b> A score cannot be both relevant and not: "
            "move one of the two back.</p>"
        )
    classes = score_classes(results, relevant_at=relevant_at, nonrelevant_below=nonrelevant_below)
    counts = {name: classes.count(name) for name in ("relevant", "grey", "nonrelevant")}
    rows = "".join(f"<tr><td>{name}</td><td>{count}</td></tr>" for name, count in counts.items())
    words = f"{TABLE}<tr><th>class</th><th>results</th></tr>{rows}</table>"
    if all(isinstance(one, dict) and "doc_id" in one for one in results):
        report = retrieval_report(results, relevant_at=relevant_at, nonrelevant_below=nonrelevant_below)
        words += (
            f"<p>precision {report['precision']:.3f}, recall {report['recall']:.3f}, average precision "
            f"{report['average_precision']:.3f}. Recall is 1 as soon as anything counts as relevant: the score is its "
            "own judge.</p>"
        )
        words += _by_the_grades(report, [one["doc_id"] for one in results], grades) if grades and results else ""
    return _beside(words, _histogram(distribution, relevant_at, nonrelevant_below))


def _by_the_grades(report, page, grades):
    """What people say of the same page, and whether the report is perfect."""
    precision = binary.precision_at_k(page, grades, len(page))
    recall, average = binary.recall_at_k(page, grades, len(page)), binary.average_precision(page, grades)
    told = f"<p>By the grades: precision {precision:.3f}, recall {recall:.3f}, average precision {average:.3f}.</p>"
    if report["precision"] == report["recall"] == report["average_precision"] == 1:
        return (
            f"{told}<p><b>Solved: every number of the report is perfect. No result has moved, no grade either.</b></p>"
        )
    return told


def _histogram(distribution, relevant_at, nonrelevant_below):
    """Bars of counts; the grey zone is a grey band, its ends are labelled above the bars."""
    width, height, left, bottom, top = 380, 210, 12, 34, 46
    most = max(*distribution.values(), 1)
    step = (width - left - 10) / len(BIN_NAMES)

    def across(score):
        return left + step * min(score * 10, len(BIN_NAMES) - 0.5)

    low, high = across(nonrelevant_below), across(relevant_at)
    band = f'x="{low:.1f}" y="{top - 8}" width="{high - low:.1f}" height="{height - bottom - top + 8}"'
    parts = [f'<rect {band} fill="{GREY}" opacity="0.3"/>']
    for place, (name, count) in enumerate(distribution.items()):
        x, tall = left + place * step, (height - bottom - top - 14) * count / most
        box = f'x="{x + 6:.1f}" y="{height - bottom - tall:.1f}" width="{step - 12:.1f}" height="{tall:.1f}"'
        parts.append(f'<rect {box} fill="{BLUE}" opacity="0.85"/>')
        parts.append(_label(x + 8, height - bottom - tall - 4, str(count)))  # beside the middle, where thresholds stand
        parts.append(_label(x + step / 2, height - bottom + 15, name, anchor="middle", size=10))
    for x, y, words, dash in (
        (high, 30, "relevant from here on", ""),
        (low, 13, "not relevant below", ' stroke-dasharray="5 3"'),
    ):
        ends = f'x1="{x:.1f}" x2="{x:.1f}" y1="{y - 8}" y2="{height - bottom}"'
        parts.append(f'<line {ends} style="stroke:{INK}" stroke-width="2"{dash}/>')
        parts.append(_label(x + 5, y, words) if x < width - 130 else _label(x - 5, y, words, anchor="end"))
    return _svg(width, height, "How many results have which score, and the grey zone between two thresholds", parts)


# Which measure? ------------------------------------------------------------------------------------------------------


def choose_measure(task="Choose for an FAQ bot, for a shop, for a lawyer. Which of your three answers do you doubt?"):
    """Three questions about the reader, and the measure that follows from the answers."""
    controls = {name: _choice(*question) for name, question in QUESTIONS.items()}
    controls["judges"].value = JUDGES[1]  # where none of the course's teams ends, so that no answer is in view
    return Explorer(task, controls, _advice)


def _choice(description, options):
    style = {"description_width": "8rem", "button_width": "12rem"}
    return widgets.ToggleButtons(options=options, description=description, style=style)


def _advice(judges, need, view):
    told = advise(judges, need, view)
    ignored = "<p>(For one good answer the third question makes no difference.)</p>" if need == NEED[0] else ""
    return (
        f"<h4>{escape(told.first)}, then {escape(told.second)}</h4><p>{escape(told.why)}</p>"
        f"<p><b>It does not see</b> {escape(told.blind)}.</p>"
        f"<p><b>A target that is often named:</b> {escape(told.target)}. "
        f"What an error costs decides yours.</p>{ignored}"
    )


# A reader's patience -------------------------------------------------------------------------------------------------


def explore_patience(pages, relevant, p=0.8, task="Find the patience at which the two pages change places."):
    """Slide a reader's patience p, and watch what each page gives per result read: rank-biased precision."""
    if not isinstance(pages, dict) or len(pages) != 2:
        raise ValueError("pages must be a dict of two rankings, {name: [documents]}: they are to be compared")
    if not 0.05 <= p <= 0.95:
        raise ValueError(f"p must be between 0.05 and 0.95, got {p!r}")
    pages = {str(name): list(as_ranking(page)) for name, page in pages.items()}
    wanted = as_relevant(relevant)
    slider = widgets.FloatSlider(p, min=0.05, max=0.95, step=0.01, description="p", continuous_update=True)
    return Explorer(task, {"p": slider}, lambda p: _patience_picture(pages, wanted, p))


def _patience_picture(pages, wanted, p):
    gives = {name: graded.rbp(page, wanted, p=p) for name, page in pages.items()}
    (one, first), (two, second) = gives.items()
    ahead = "Both are worth the same" if abs(first - second) < 5e-4 else f"{one if first > second else two} is ahead"
    values = "".join(f"<li>{escape(name)}: RBP = <b>{value:.3f}</b></li>" for name, value in gives.items())
    words = (
        f"<p>With patience p = {p:.2f} a reader looks at {1 / (1 - p):.1f} results on average; "
        f"{p:.0%} of those who see a result go on to the next.</p><ul>{values}</ul><p><b>{escape(ahead)}.</b></p>"
    )
    return _beside(words, "".join(_read_on(name, page, wanted, p) for name, page in pages.items()))


def _read_on(name, page, wanted, p):
    """One page: how many readers see each rank; full bars with a dot are hits."""
    width, height, bottom, top = 380, 118, 32, 22
    step = width / len(page)
    parts = [_label(0, 13, name)]
    for place, doc in enumerate(page):
        tall, hit = (height - bottom - top) * p**place, doc in wanted
        box = f'x="{place * step + 3:.1f}" y="{height - bottom - tall:.1f}" width="{step - 6:.1f}" height="{tall:.1f}"'
        fill = f'fill="{BLUE}"' if hit else f'fill="none" stroke="{GREY}"'
        parts.append(f"<rect {box} {fill}/>")
        parts.append(_label((place + 0.5) * step, height - bottom + 14, "●" if hit else "○", anchor="middle"))
        parts.append(_label((place + 0.5) * step, height - 3, str(place + 1), anchor="middle", size=11))
    hits = ", ".join(str(rank) for rank, doc in enumerate(page, start=1) if doc in wanted) or "none"
    title = f"{name}: the share of readers that sees each rank, falling by the factor {p:.2f}; hits at {hits}"
    return f"<div>{_svg(width, height, title, parts)}</div>"


# Fewer queries -------------------------------------------------------------------------------------------------------


def explore_sample(differences, names=("first", "second"), n=12, task="Draw again until the other system wins."):
    """Slide how many of the queries are asked, and draw them again: the mean difference and its 95 % interval."""
    values = np.asarray(list(differences), dtype=np.float64)
    if len(values) < 3 or not np.isfinite(values).all():
        raise ValueError("the explorer needs at least 3 differences, one per query, and none may be missing")
    if not 2 <= n <= len(values):
        raise ValueError(f"n must be between 2 and {len(values)}, the number of queries, got {n!r}")
    if len(names) != 2:
        raise ValueError(f"names must be two, got {names!r}")
    size = widgets.IntSlider(n, min=2, max=len(values), description="queries", continuous_update=True)
    draw = widgets.IntSlider(1, min=1, max=20, description="draw", continuous_update=True)
    return Explorer(task, {"n": size, "draw": draw}, lambda n, draw: _sample_picture(values, names, n, draw))


def _sample_picture(values, names, n, draw):
    chosen = np.random.default_rng(draw).permutation(len(values))[:n]
    drawn = values[chosen]
    mean, (low, high) = float(drawn.mean()), (float(end[0]) for end in t_interval(drawn[:, None]))
    first, second = (escape(str(name)) for name in names)
    ahead = "Nobody is ahead" if abs(mean) < 1e-12 else f"{first if mean > 0 else second} is ahead"
    zero = "0 is inside: these queries do not decide it" if low <= 0 <= high else "0 is outside"
    words = (
        f"<p>{n} of {len(values)} queries, draw {draw}. Mean difference <b>{mean:+.3f}</b>: <b>{ahead}.</b><br>"
        f"95 % interval [{low:+.3f}, {high:+.3f}]; {zero}.</p><p>A dot is a query; the bar is the interval.</p>"
    )
    return _beside(words, _sample_line(values, set(chosen.tolist()), mean, low, high, names))


def _sample_line(values, chosen, mean, low, high, names):
    """Every query as a dot, full if it was drawn; below them the interval with its mean, and the line of 0."""
    width, height, edge = 380, 150, 14
    reach = max(float(np.abs(values).max()), abs(low), abs(high)) or 1.0

    def at(value):
        return width / 2 + (width / 2 - edge) * value / reach

    parts = [f'<line x1="{width / 2}" x2="{width / 2}" y1="18" y2="{height - 16}" stroke="{INK}"/>']
    for place, value in enumerate(values):
        full = place in chosen
        look = f'fill="{BLUE}"' if full else f'fill="none" stroke="{GREY}"'
        parts.append(f'<circle cx="{at(value):.1f}" cy="{30 + 9 * (place % 7)}" r="3.2" {look}/>')
    y = height - 34
    parts.append(
        f'<line x1="{at(low):.1f}" x2="{at(high):.1f}" y1="{y}" y2="{y}" stroke="{VERMILLION}" stroke-width="5"/>'
    )
    parts.append(f'<rect x="{at(mean) - 4:.1f}" y="{y - 8}" width="8" height="16" fill="{VERMILLION}" stroke="{INK}"/>')
    parts.append(_label(width / 2, height - 2, "0", anchor="middle"))
    parts.append(_label(4, 12, f"← {names[1]} better"))
    parts.append(_label(width - 4, 12, f"{names[0]} better →", anchor="end"))
    title = f"{len(chosen)} of {len(values)} differences drawn; mean {mean:+.3f}, interval {low:+.3f} to {high:+.3f}"
    return _svg(width, height, title, parts)


# Where a text is cut --------------------------------------------------------------------------------------------------


def explore_chunks(text, answer, size=200, overlap=0, task="Find a size at which one chunk holds the whole answer."):
    """Slide the size and the overlap of fixed chunks, and watch what each does to the answer's place in the text."""
    [answer] = as_spans(answer, "answer")
    if not answer[1] <= len(text) or answer[0] == answer[1]:
        raise ValueError(f"answer must be one span inside the text of {len(text)} characters, got {answer!r}")
    sizes = widgets.IntSlider(size, min=50, max=1000, step=50, description="size", continuous_update=True)
    share = widgets.IntSlider(overlap, min=0, max=75, step=25, description="overlap %", continuous_update=True)
    return Explorer(
        task, {"size": sizes, "overlap": share}, lambda size, overlap: _chunks_picture(text, answer, size, overlap)
    )


def _chunks_picture(text, answer, size, overlap):
    chunks = fixed_chunks(text, size, overlap=size * overlap // 100)
    held = [chunk for chunk in chunks if spans.span_recall([chunk], answer)]
    best = max(spans.span_recall([chunk], answer) for chunk in held)
    rows = {
        "recall of the best single chunk": best,
        "precision of all that hold a part": spans.span_precision(held, answer),
        "precision · (IoU + recall) / 2": spans.span_precision_omega(held, answer),
        "Chroma's omega": spans.precision_omega_chroma(chunks, answer),
    }
    values = "".join(f"<tr><td>{escape(name)}</td><td><b>{value:.3f}</b></td></tr>" for name, value in rows.items())
    parts = "1 chunk holds" if len(held) == 1 else f"{len(held)} chunks hold"
    words = f"<p>{len(chunks)} chunks; {parts} a part of the answer.</p>{TABLE}{values}</table>"
    return _beside(words, _chunks_line(text, answer, held))


def _chunks_line(text, answer, held):
    """The neighbourhood of the answer: the answer as a bar, below it the chunks that hold a part of it."""
    width, row, edge = 380, 13, 4
    low, high = min(answer[0], *(start for start, _ in held)), max(answer[1], *(end for _, end in held))

    def bar(span, y, look):
        left, right = (edge + (width - 2 * edge) * (place - low) / (high - low) for place in span)
        return f'<rect x="{left:.1f}" y="{y}" width="{right - left:.1f}" height="{row - 4}" {look}/>'

    drawn = [bar(answer, 18, f'fill="{BLUE}"'), _label(edge, 12, "the answer, and the chunks that hold a part of it")]
    for place, chunk in enumerate(held):
        drawn.append(bar(chunk, 36 + row * place, f'fill="{VERMILLION}" fill-opacity="0.45" stroke="{INK}"'))
    height = 60 + row * len(held)
    drawn.append(_label(edge, height - 4, f"character {low:,}", size=11))
    drawn.append(_label(width - edge, height - 4, f"{high:,}", anchor="end", size=11))
    title = f"answer from {answer[0]} to {answer[1]}; chunks " + ", ".join(f"{start} to {end}" for start, end in held)
    return _svg(width, height, title, drawn)


# Drawing -------------------------------------------------------------------------------------------------------------


def _svg(width, height, title, parts):
    return (
        f'<svg viewBox="0 0 {width} {height}" width="{width}" role="img" aria-label="{escape(title)}" '
        f'style="max-width:100%;height:auto;vertical-align:middle">{"".join(parts)}</svg>'
    )


def _label(x, y, words, anchor="start", colour=INK, size=12):
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" style="fill:{colour};'
        f'paint-order:stroke;stroke:{PAPER};stroke-width:3px">{escape(words)}</text>'
    )


def _beside(left, right):
    row = "display:flex;flex-wrap:wrap;gap:1.5rem;align-items:flex-start"
    return f'<div style="{row}"><div style="max-width:26rem">{left}</div><div>{right}</div></div>'

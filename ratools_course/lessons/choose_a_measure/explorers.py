"""What can be turned in this lesson: the answers that lead to a measure, and a reader's patience."""

from html import escape

import ipywidgets as widgets

from ratools.errors import UsageError
from ratools.metrics import graded
from ratools.metrics.arguments import as_ranking, as_relevant
from ratools_course.lessons.choose_a_measure.advice import JUDGES, NEED, QUESTIONS, advise
from ratools_course.widgets.explorers import BLUE, GREY, Explorer, beside, svg, svg_label


def choose_measure(task="Choose for an FAQ bot, for a shop, for a lawyer. Which of your three answers do you doubt?"):
    """Three questions about the reader, and the measure that follows from the answers."""
    controls = {name: _choice(*question) for name, question in QUESTIONS.items()}
    controls["judges"].value = JUDGES[1]  # where none of the course's teams ends, so that no answer is in view
    return Explorer(task, controls, _advice)


def _choice(description, options):
    style = {"description_width": "8rem", "button_width": "12rem"}
    return widgets.ToggleButtons(options=options, description=description, style=style)


def _advice(judges, need, view):
    advice = advise(judges, need, view)
    ignored = "<p>(For one good answer the third question makes no difference.)</p>" if need == NEED[0] else ""
    return (
        f"<h4>{escape(advice.first)}, then {escape(advice.second)}</h4><p>{escape(advice.why)}</p>"
        f"<p><b>It does not see</b> {escape(advice.blind)}.</p>"
        f"<p><b>A target that is often named:</b> {escape(advice.target)}. "
        f"What an error costs decides yours.</p>{ignored}"
    )


def explore_patience(pages, relevant, p=0.8, task="Find the patience at which the two pages change places."):
    """Slide a reader's patience p, and watch what each page gives per result read: rank-biased precision."""
    if not isinstance(pages, dict) or len(pages) != 2:
        raise UsageError("pages must be a dict of two rankings, {name: [documents]}: they are to be compared")
    if not 0.05 <= p <= 0.95:
        raise UsageError(f"p must be between 0.05 and 0.95, got {p!r}")
    pages = {str(name): list(as_ranking(page)) for name, page in pages.items()}
    wanted = as_relevant(relevant)
    slider = widgets.FloatSlider(p, min=0.05, max=0.95, step=0.01, description="p", continuous_update=True)
    return Explorer(task, {"p": slider}, lambda p: _patience_picture(pages, wanted, p))


def _patience_picture(pages, wanted, p):
    gives = {name: graded.rbp(page, wanted, p=p) for name, page in pages.items()}
    (first_name, first), (second_name, second) = gives.items()
    ahead = f"{first_name if first > second else second_name} is ahead"
    ahead = "Both are worth the same" if abs(first - second) < 5e-4 else ahead
    values = "".join(f"<li>{escape(name)}: RBP = <b>{value:.3f}</b></li>" for name, value in gives.items())
    words = (
        f"<p>With patience p = {p:.2f} a reader looks at {1 / (1 - p):.1f} results on average; "
        f"{p:.0%} of those who see a result go on to the next.</p><ul>{values}</ul><p><b>{escape(ahead)}.</b></p>"
    )
    return beside(words, "".join(_read_on(name, page, wanted, p) for name, page in pages.items()))


def _read_on(name, page, wanted, p):
    """One page: how many readers see each rank; full bars with a dot are hits."""
    width, height, bottom, top = 380, 118, 32, 22
    step = width / len(page)
    parts = [svg_label(0, 13, name)]
    for index, doc in enumerate(page):
        tall, hit = (height - bottom - top) * p**index, doc in wanted
        box = f'x="{index * step + 3:.1f}" y="{height - bottom - tall:.1f}" width="{step - 6:.1f}" height="{tall:.1f}"'
        fill = f'fill="{BLUE}"' if hit else f'fill="none" stroke="{GREY}"'
        parts.append(f"<rect {box} {fill}/>")
        parts.append(svg_label((index + 0.5) * step, height - bottom + 14, "●" if hit else "○", anchor="middle"))
        parts.append(svg_label((index + 0.5) * step, height - 3, str(index + 1), anchor="middle", size=11))
    hits = ", ".join(str(rank) for rank, doc in enumerate(page, start=1) if doc in wanted) or "none"
    title = f"{name}: the share of readers that sees each rank, falling by the factor {p:.2f}; hits at {hits}"
    return f"<div>{svg(width, height, title, parts)}</div>"

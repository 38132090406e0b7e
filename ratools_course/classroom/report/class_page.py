"""The class's page: one file of HTML to project, large, light or dark, which asks for nothing else.

The answers of predictions are closed until they are opened: the page may stand on the wall while people still guess.
"""

import os
import textwrap
import time
from html import escape
from pathlib import Path

from ratools.html_shell import SCREEN, html_page
from ratools_course import misconceptions
from ratools_course.cards import inline, plain
from ratools_course.classroom.report.class_report import SMALLEST, WARNING

STYLE = Path(__file__).with_name("class_page.css")
# Opened answers stay open over a reload; reading on paper or without scripts loses nothing.
SCRIPT = """
const key = "ratools-class", open = new Set(JSON.parse(sessionStorage.getItem(key) || "[]"));
for (const one of document.querySelectorAll("details")) {
  one.open = open.has(one.id);
  one.addEventListener("toggle", () => {
    one.open ? open.add(one.id) : open.delete(one.id);
    sessionStorage.setItem(key, JSON.stringify([...open]));
  });
}
const seconds = Number(document.body.dataset.reload);
if (seconds) setTimeout(() => location.reload(), 1000 * seconds);
"""


def write_page(report, path, reload=0):
    """Write the page in one piece, so that a browser never reads half of one; its path."""
    path = Path(path)
    part = path.with_name(path.name + ".part")
    part.write_text(as_page(report, reload), encoding="utf-8")
    os.replace(part, path)
    return path


def as_page(report, reload=0):
    """The page; with `reload` it loads itself again after so many seconds."""
    lessons = [] if report.small else report.notebooks
    links = "".join(f'<a href="#nb{lesson.number}">{lesson.number} {escape(lesson.title)}</a> ' for lesson in lessons)
    parts = [_small()] if report.small else [_hardest(report), *(_notebook(report, lesson) for lesson in lessons)]
    title, style = "What does the class say?", STYLE.read_text(encoding="utf-8")
    body = f"""
<main>
<header><h1>{title}</h1>
<p>{escape(report.summary())} At {time.strftime("%H:%M")}{", and going on" if reload else ""}.</p>
<nav aria-label="notebooks">{links}</nav></header>
{"".join(parts)}
<footer><p>{escape(WARNING)} Fewer than {SMALLEST} people are not broken down; there are no names here.</p></footer>
</main>
<script>{SCRIPT}</script>
"""
    return html_page(title, body, style=style, head=SCREEN, attributes=f'data-reload="{reload:g}"')


def _small():
    return f"<p>Fewer than {SMALLEST} people so far: nothing is broken down.</p>"


def _hardest(report):
    if not report.hardest:
        return ""
    rows = "".join(
        f"<li><a href='#{escape(_mark(row))}'>{escape(row.id)}</a>: {_first(row)}</li>" for row in report.hardest
    )
    return f"<section><h2>Talk about these first</h2><ol>{rows}</ol></section>"


def _mark(row):
    return f"{row.kind}-{row.id}"


def _first(row):
    return f"{row.first} of {row.tried} right at the first try"


def _notebook(report, lesson):
    tasks = "".join(_task(row) for row in report.tasks if row.notebook == lesson.name)
    guesses = "".join(_guessed(row) for row in report.guesses if row.notebook == lesson.name)
    heading = f"{lesson.number} {escape(lesson.title)}"
    return f'<section id="nb{lesson.number}"><h2>{heading}</h2>{guesses}{tasks}</section>'


def _task(row):
    asked = f"<p>{inline(row.asked)}</p>" if row.asked else ""
    head = f"<h3><small>{row.kind}</small> {escape(row.id)}</h3>{asked}"
    if row.small:
        return f"<article>{head}<p class='soft'>fewer than {SMALLEST} people so far</p></article>"
    bars = _share("first try", row.first, row.tried) + _share("by now", row.end, row.tried)
    looked = f"<p class='soft'>{row.looked} asked to be shown the answer</p>" if row.looked else ""
    return f'<article id="{escape(_mark(row))}">{head}{bars}{looked}{_ideas(row)}</article>'


def _share(name, part, whole):
    width = 100 * part / whole
    return (
        f'<div class="share"><span>{name}</span><div role="img" aria-label="{part} of {whole}">'
        f'<i style="width:{width:.1f}%"></i></div><b>{part} of {whole}</b></div>'
    )


def _ideas(row):
    items = "".join(
        f"<li><b>{people}</b> × “{inline(misconceptions.get(idea).title)}”</li>" for idea, people in row.ideas
    )
    return f"<p class='soft'>Mistaken ideas behind wrong answers:</p><ul class='ideas'>{items}</ul>" if items else ""


def _guessed(row):
    head = f"<h3><small>what we guessed</small> {escape(row.id)}</h3><p>{inline(row.asked)}</p>"
    if row.small:
        return f"<article>{head}<p class='soft'>fewer than {SMALLEST} people so far</p></article>"
    discuss = f"<p class='discuss'>{inline(row.discuss)}</p>" if row.discuss else ""
    answer = f"<p><strong>{inline(row.answer)}</strong></p>" if row.answer else ""
    details = (
        f'<details id="answer-{escape(row.id)}"><summary>Answer, and a question to discuss</summary>{answer}'
        f"<p>{inline(row.explanation)}</p>{discuss}</details>"
    )
    return f"<article class='guess'>{head}{_drawn(row)}{details}</article>"


# The histogram -----------------------------------------------------------------------------------------------------

ROW, NAMES, LONG, TAIL = 44, 480, 440, 200  # heights and widths in the picture's own units
WIDE = 36  # characters of a label's line


def _drawn(row):
    """Bars across, a line each: labels of any length stay readable. The mark of the answer shows when it is opened."""
    most = max(bar.people for bar in row.bars) or 1
    lines = "".join(_line(index, bar, most) for index, bar in enumerate(row.bars))
    words = "; ".join(f"{bar.label}: {bar.shown}" for bar in row.bars)
    size = f'viewBox="0 0 {NAMES + LONG + TAIL} {ROW * len(row.bars)}"'
    return f'<svg {size} role="img" aria-label="{escape(f"{row.people} guesses. {plain(words)}", True)}">{lines}</svg>'


def _line(index, bar, most):
    middle, width = ROW * index + ROW / 2, LONG * bar.people / most
    mark = f'<text class="answer" x="{NAMES + width + 62:.1f}" y="{middle + 8:g}">◀ answer</text>' if bar.right else ""
    right = ' class="right"' if bar.right else ""
    return (
        f'{_label(bar.label, middle)}<rect x="{NAMES}" y="{ROW * index + 5}" width="{max(width, 2):.1f}" '
        f'height="{ROW - 10}"{right}/><text x="{NAMES + width + 12:.1f}" y="{middle + 8:g}">{bar.shown}</text>{mark}'
    )


def _label(text, middle):
    """The name of a bar, in one line or two."""
    lines = textwrap.wrap(text, WIDE, max_lines=2, placeholder=" …") or [""]
    size, heights = ("", [8]) if len(lines) == 1 else (' class="two"', [-3, 17])
    return "".join(
        f'<text{size} x="{NAMES - 12}" y="{middle + height:g}" text-anchor="end">{escape(line)}</text>'
        for line, height in zip(lines, heights, strict=True)
    )

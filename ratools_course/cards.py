"""Cards, and text for them: plain text with `code`, *emphasis* and **bold** becomes safe HTML.

Everything that comes from data or from a learner goes through `escape`. Colours are Jupyter's own variables with
fallbacks, so that a card is readable in a light theme, in a dark one and outside of Jupyter.
"""

import re
from dataclasses import dataclass
from html import escape
from textwrap import indent

CARD = (
    "border:1px solid var(--jp-border-color2,#bdbdbd);border-left:0.4em solid {colour};border-radius:3px;"
    "padding:0.5em 1em;margin:0.3em 0;max-width:56em;color:var(--jp-content-font-color1,inherit);"
    "background:var(--jp-layout-color1,transparent);line-height:1.5"
)
COLOURS = {"right": "#009E73", "wrong": "#D55E00", "not attempted": "#999999", "card": "#0072B2"}  # Okabe–Ito
EMPHASIS = r"\S|\S.*?\S"  # one letter first, or *a* and *b* would be one stretch


def inline(text):
    """One paragraph as HTML.

    >>> inline("Not `<b>` but **bold**, and *this*.")
    'Not <code>&lt;b&gt;</code> but <strong>bold</strong>, and <em>this</em>.'
    """
    parts = text.split("`")
    for index, part in enumerate(parts):
        part = escape(part)
        if index % 2:
            parts[index] = f"<code>{part}</code>"
        else:
            part = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", part)
            parts[index] = re.sub(rf"\*({EMPHASIS})\*", r"<em>\1</em>", part)
    return "".join(parts)


def paragraph(html):
    """HTML as a paragraph of a card."""
    return f"<p style='margin:0.3em 0'>{html}</p>"


def paragraphs(text):
    """Paragraphs, parted by an empty line, as HTML."""
    return "".join(paragraph(inline(part)) for part in text.split("\n\n"))


def plain(text):
    """The same without its marks, for a terminal.

    >>> plain("**Right.** `k` is *given*, *a* and *b* are not.")
    'Right. k is given, a and b are not.'
    """
    parts = text.split("`")
    for index in range(0, len(parts), 2):
        parts[index] = re.sub(rf"\*\*(.+?)\*\*|\*({EMPHASIS})\*", lambda m: m[1] or m[2], parts[index])
    return "".join(parts)


def card(body, kind):
    """A frame around HTML; `kind` picks the colour of its edge (the words say the same)."""
    return f"<div class='ratools-card' style='{CARD.format(colour=COLOURS[kind])}'>{body}</div>"


def code_block(code):
    """Source code, as it is."""
    style = "margin:0.3em 0;padding:0.5em;overflow-x:auto;background:var(--jp-layout-color2,#f5f5f5)"
    inner = "background:none;padding:0;white-space:pre"  # Lab paints and wraps code, line by line
    return f"<pre style='{style}'><code style='{inner}'>{escape(code)}</code></pre>"


class Words:
    """Words for a notebook and for a terminal."""

    def __init__(self, words):
        self.words = words.strip()

    def __repr__(self):
        return plain(self.words)

    def _repr_html_(self):
        return card(paragraphs(self.words), "card")


@dataclass(frozen=True, repr=False)
class More:
    """A closed box at the end of a notebook: texts, tables and pictures, behind one line that opens it."""

    title: str
    parts: tuple  # a text with `code`, *emphasis* and **bold**; a DataFrame; a picture as SVG

    def __repr__(self):
        shown = [part for part in self.parts if not str(part).startswith("<svg")]
        return "\n\n".join([f"More: {self.title}", *(indent(_part_text(part), "  ") for part in shown)])

    def _repr_html_(self):
        body = "".join(map(_part, self.parts))
        frame = "max-width:56em;line-height:1.5;color:var(--jp-content-font-color1,inherit)"
        return f"<details style='{frame}'><summary><b>More:</b> {inline(self.title)}</summary>{body}</details>"


def _part_text(part):
    return part.round(3).to_string(index=False) if hasattr(part, "to_string") else plain(part)


def _part(part):
    """One part of a box as HTML."""
    if hasattr(part, "to_html"):
        return part.to_html(index=False, border=0, float_format=lambda value: f"{value:.3f}")
    return f"<p>{part}</p>" if part.startswith("<svg") else f"<p>{inline(part)}</p>"

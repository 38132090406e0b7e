"""Little helpers for cards and answers: plain text with `code`, *emphasis* and **bold** becomes safe HTML.

Everything that comes from data or from a learner goes through `escape`. Colours are Jupyter's own variables with
fallbacks, so that a card is readable in a light theme, in a dark one and outside of Jupyter.
"""

import re
from html import escape

CARD = (
    "border:1px solid var(--jp-border-color2,#bdbdbd);border-left:0.4em solid {colour};border-radius:3px;"
    "padding:0.5em 1em;margin:0.3em 0;max-width:56em;color:var(--jp-content-font-color1,inherit);"
    "background:var(--jp-layout-color1,transparent);line-height:1.5"
)
COLOURS = {"right": "#009E73", "wrong": "#D55E00", "not attempted": "#999999", "card": "#0072B2"}  # Okabe–Ito


def inline(text):
    """One paragraph as HTML.

    >>> inline("Not `<b>` but **bold**, and *this*.")
    'Not <code>&lt;b&gt;</code> but <strong>bold</strong>, and <em>this</em>.'
    """
    parts = text.split("`")
    for place, part in enumerate(parts):
        part = escape(part)
        if place % 2:
            parts[place] = f"<code>{part}</code>"
        else:
            part = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", part)
            parts[place] = re.sub(r"\*(\S(?:.*?\S)?)\*", r"<em>\1</em>", part)
    return "".join(parts)


def paragraphs(text):
    """Paragraphs, parted by an empty line, as HTML."""
    return "".join(f"<p style='margin:0.3em 0'>{inline(part)}</p>" for part in text.split("\n\n"))


def plain(text):
    """The same without its marks, for a terminal.

    >>> plain("**Right.** `k` is *given*.")
    'Right. k is given.'
    """
    parts = text.split("`")
    for place in range(0, len(parts), 2):
        parts[place] = re.sub(r"\*\*(.+?)\*\*|\*(\S(?:.*?\S)?)\*", lambda m: m[1] or m[2], parts[place])
    return "".join(parts)


def card(body, kind):
    """A frame around HTML; `kind` picks the colour of its edge (the words say the same)."""
    return f"<div class='ratools-card' style='{CARD.format(colour=COLOURS[kind])}'>{body}</div>"


def code_block(code):
    """Source code, as it is."""
    style = "margin:0.3em 0;padding:0.5em;overflow-x:auto;background:var(--jp-layout-color2,#f5f5f5)"
    return f"<pre style='{style}'><code>{escape(code)}</code></pre>"


# Values as a learner would type them ---------------------------------------------------------------------------------


def literal(value):
    """A value as Python source, sets in order and texts in double quotes.

    >>> literal({"b", "a"}), literal([("x", 1.0)]), literal({"q": {2, 1}})
    ('{"a", "b"}', '[("x", 1.0)]', '{"q": {1, 2}}')
    """
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    if isinstance(value, dict):
        return "{" + ", ".join(f"{literal(key)}: {literal(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(sorted(map(literal, value))) + "}" if value else "set()"
    if isinstance(value, list):
        return "[" + ", ".join(map(literal, value)) + "]"
    if isinstance(value, tuple):
        return "(" + ", ".join(map(literal, value)) + ("," if len(value) == 1 else "") + ")"
    return repr(value)


def number(value, beside=None):
    """A number with four digits after the point, or as many as it needs to differ from the one beside it.

    >>> number(0.5), number(2 / 3), number(0.63093, 0.6309297)
    ('0.5', '0.6667', '0.63093')
    """
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return literal(value)
    if value == 0 or not (1e-4 <= abs(value) < 1e9):
        return repr(float(value))
    for digits in range(4, 17):
        text = f"{value:.{digits}f}"
        if beside is None or not isinstance(beside, (int, float)) or text != f"{beside:.{digits}f}":
            break
    text = text.rstrip("0")
    return text + "0" if text.endswith(".") else text

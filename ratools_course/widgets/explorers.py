"""Explorers: controls over a picture that follows them, and how such a picture is drawn. The lessons make their own.

An explorer is ipywidgets controls over one HTML string. A reader without a kernel sees the picture as it was when the
notebook ran. Whoever draws escapes the data; `svg` and `svg_label` do so themselves.
"""

from html import escape

import anywidget
import ipywidgets as widgets

from ratools_course.widgets.static_files import script

BLUE, VERMILLION, GREY = "#0072B2", "#D55E00", "#8a8f98"  # Okabe–Ito, and a neutral
INK, FAINT, PAPER = "var(--jp-ui-font-color1, #222)", "var(--jp-border-color2, #ccc)", "var(--jp-layout-color0, #fff)"
TABLE = '<table style="border-spacing:0.7rem 0.15rem;text-align:left">'


class SliderNames(anywidget.AnyWidget):
    """Shows nothing: tells a screen reader what the controls leave out, and keeps a list's keys from JupyterLab."""

    _esm = script("slider_names.js")


class Explorer(widgets.VBox):
    """Controls, and a picture that follows them. `draw(**values)` gives the picture as HTML."""

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


def svg(width, height, title, parts):
    """A picture of SVG elements; `title` says it in words."""
    return (
        f'<svg viewBox="0 0 {width} {height}" width="{width}" role="img" aria-label="{escape(title)}" '
        f'style="max-width:100%;height:auto;vertical-align:middle">{"".join(parts)}</svg>'
    )


def svg_label(x, y, words, anchor="start", colour=INK, size=12):
    """Words in a picture, readable on lines and bars."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" style="fill:{colour};'
        f'paint-order:stroke;stroke:{PAPER};stroke-width:3px">{escape(words)}</text>'
    )


def share_bar(value):
    """A value from 0 to 1 as a small bar in a frame."""
    length = 90 * min(max(value, 0), 1)
    box = f'<rect x="0" y="2" width="{length:.1f}" height="10" fill="{BLUE}"/>'
    frame = f'<rect x="0" y="2" width="90" height="10" fill="none" stroke="{FAINT}"/>'
    return svg(92, 14, f"{value:.4f} of 1", [frame, box])


def beside(left, right):
    """Two pieces of HTML beside each other; on a narrow page one below the other."""
    row = "display:flex;flex-wrap:wrap;gap:1.5rem;align-items:flex-start"
    return f'<div style="{row}"><div style="max-width:26rem">{left}</div><div>{right}</div></div>'

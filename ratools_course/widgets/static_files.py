"""The JavaScript and CSS of the course's widgets, in static/."""

from pathlib import Path

from ratools import forms

STATIC = Path(__file__).resolve().parent / "static"


def script(name):
    """The text of a file in static/."""
    return forms.script(name, STATIC)


def style(name):
    """The CSS that all widgets share, then the widget's own."""
    return forms.style(name, STATIC)

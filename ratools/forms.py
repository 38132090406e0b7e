"""Widgets in three forms from one state: live, alive on a page without a kernel, and as text.

How a widget is written:

    class Counter(NotebookWidget):
        _esm = script("counter.js", FOLDER)      # `export default {render({model, el}) {…}}`
        _css = style("counter.css", FOLDER)      # theme.css, then counter.css
        from_page = {"count"}                    # what the page may change; everything else is Python's alone

        count = traitlets.Int(0).tag(sync=True)  # state: traits with sync=True, made of plain JSON values

        def text(self):                          # for a terminal; the same words every time
            return f"Counter: {self.count}"

        def text_html(self):                     # for a reader without a kernel; data escaped with `escape`
            return f"<table><tr><td>Counter</td><td>{self.count}</td></tr></table>"

The JavaScript puts one element of its own into `el`, with the class `ratools` (it carries the colours of the light and
the dark theme, see theme.css), uses `textContent` for all that comes from data, and no ids: two widgets, and two views
of one widget, may stand on one page. It uses `model.get`, `set`, `save_changes`, `on` and `off`, and no others.
Whatever takes the focus carries `data-lm-suppress-shortcuts="true"`, or Lab takes its keys for shortcuts: d, d deletes
the cell.

The live form is anywidget's. The static form hands the same module a small model of ours (loader.js), over http and
from a file alike. The text form is what a notebook keeps for those who open it unrun or untrusted.
"""

import functools
import json
from html import escape
from pathlib import Path

try:
    import anywidget
    import traitlets
except ModuleNotFoundError:
    raise ImportError("widgets in a notebook need anywidget: pip install anywidget") from None

from ratools.html_shell import SCREEN, html_page

STATIC = Path(__file__).resolve().parent / "static"


@functools.cache
def script(name, folder=STATIC):
    """The text of a file in a folder of JavaScript and CSS."""
    return (folder / name).read_text(encoding="utf-8")


def style(name, folder=STATIC):
    """The CSS that all widgets share, then the widget's own."""
    return script("theme.css") + script(name, folder)


class NotebookWidget(anywidget.AnyWidget):
    """A widget with a live, a static and a text form; see the top of this file for how one is written."""

    _esm = "export default {render() {}}\n"
    _css = "\n"
    from_page = frozenset()

    def text(self):
        """What a terminal shows."""
        raise NotImplementedError(f"{type(self).__name__} needs a method text()")

    def text_html(self):
        """What a notebook shows when there is no kernel: plain HTML, data escaped."""
        raise NotImplementedError(f"{type(self).__name__} needs a method text_html()")

    def static_state(self):
        """The state that the JavaScript needs: every trait of our own that is synced with the page."""
        names = set(self.trait_names(sync=True)) - set(anywidget.AnyWidget.class_trait_names())
        return {name: self._as_json(name) for name in sorted(names) if not name.startswith("_")}

    def _as_json(self, name):
        value, to_json = getattr(self, name), self.trait_metadata(name, "to_json")
        return to_json(value, self) if to_json else value

    def __repr__(self):
        return self.text()

    def _repr_mimebundle_(self, **kwargs):
        live = super()._repr_mimebundle_(**kwargs)
        data, metadata = live if isinstance(live, tuple) else (live or {}, {})
        return {**data, "text/plain": self.text(), "text/html": self.text_html()}, metadata

    def set_state(self, sync_data):
        """Take what the page sends; what cannot be taken is answered with the values that hold."""
        known = {name: value for name, value in sync_data.items() if name in self.keys}
        if any(self._refuses(name, value) for name, value in known.items()):
            self.send_state(list(known))  # all or nothing: one move is several traits
        else:
            super().set_state(known)

    def _refuses(self, name, value):
        try:
            from_json = self.trait_metadata(name, "from_json")
            value = from_json(value, self) if from_json else value
            self.traits()[name]._validate(self, value)  # before ipywidgets: it would echo a wrong value to all views
        except traitlets.TraitError:
            return True
        return name not in self.from_page

    def static_html(self, inline=True):
        """An HTML fragment that is alive without a kernel, and the text form where there is no JavaScript.

        With `inline=False` the code is left out: the page then needs `static_code(widget, …)` once.
        """
        name = escape(type(self).__name__)
        state = f'<script type="application/json" class="ratools-state">{_json(self.static_state())}</script>'
        fragment = f'<div class="ratools-static" data-ratools="{name}">{self.text_html()}{state}</div>'
        return fragment + (static_code(self) if inline else "")


def static_code(*widgets):
    """The styles, the modules and the loader that the static forms of these widgets need, each once."""
    kinds = {type(widget).__name__: widget for widget in widgets}
    parts = [_code(name, widget) for name, widget in kinds.items()]
    return "".join(parts) + f"<script>{script('loader.js')}</script>"


def _code(name, widget):
    css, module = str(widget._css).replace("</", "<\\/"), _json(str(widget._esm))
    return f'<style>{css}</style><script type="application/json" data-ratools-code="{escape(name)}">{module}</script>'


def static_page(*widgets, title="ratools"):
    """A complete HTML page with these widgets, alive without a kernel; it asks for nothing else."""
    shown = "\n".join(widget.static_html(inline=False) for widget in widgets)
    body = f"<main>\n<h1>{escape(title)}</h1>\n{shown}\n</main>\n{static_code(*widgets)}"
    return html_page(title, body, style=PAGE_STYLE, head=SCREEN)


PAGE_STYLE = """
body { margin: 1.5rem auto; max-width: 64rem; padding: 0 1rem; font-family: system-ui, sans-serif; }
.ratools-static { margin: 1.5rem 0; }
"""


def _json(value):
    """JSON that nothing can break out of: no `<` remains, so no `</script>` and no `<!--`."""
    return json.dumps(value, allow_nan=False).replace("<", "\\u003c")

"""The three forms of a widget, on a small one made for the test."""

import json
import re
from html.parser import HTMLParser

import pytest
import traitlets

from ratools import forms
from ratools.forms import NotebookWidget, static_code, static_page

NASTY = "</script><script>alert(1)</script><!-- \" ' & \u2028 مرحبا"


class Counter(NotebookWidget):
    _esm = "export default {render({model, el}) { el.textContent = model.get('name') }}\n"
    _css = ".counter {}\n"
    from_page = frozenset({"count"})

    name = traitlets.Unicode("").tag(sync=True)
    count = traitlets.Int(0).tag(sync=True)
    secret = traitlets.Int(7)

    def text(self):
        return f"Counter {self.name}: {self.count}"

    def text_html(self):
        return f"<table><tr><td>{forms.escape(self.name)}</td><td>{self.count}</td></tr></table>"


class Scripts(HTMLParser):
    """The scripts of a page as a browser would cut them out, and all other tags."""

    def __init__(self, text):
        super().__init__()
        self.scripts, self.tags, self.inside = [], [], False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.inside = tag == "script"
        self.tags.append(tag)
        if self.inside:
            self.scripts.append((dict(attrs), ""))

    def handle_endtag(self, tag):
        self.inside = False

    def handle_data(self, data):
        if self.inside:
            attrs, text = self.scripts[-1]
            self.scripts[-1] = (attrs, text + data)


def test_a_notebook_keeps_live_view_table_and_text():
    data, _ = Counter(name="a", count=2)._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert data["text/plain"] == "Counter a: 2"
    assert data["text/html"].startswith("<table>")


def test_the_text_form_is_the_same_every_time():
    one, two = Counter(name="a"), Counter(name="a")
    assert repr(one) == repr(two) == "Counter a: 0"
    assert "0x" not in repr(one)


def test_static_state_is_what_is_synced_and_ours():
    assert Counter(name="a").static_state() == {"name": "a", "count": 0}


def test_nothing_breaks_out_of_the_static_form():
    page = Scripts(static_page(Counter(name=NASTY), title=NASTY))
    states = [text for attrs, text in page.scripts if attrs.get("class") == "ratools-state"]
    assert [json.loads(text)["name"] for text in states] == [NASTY]
    assert len(page.scripts) == 3  # state, module, loader: none came out of the data
    assert page.tags.count("html") == 1


def test_nan_is_refused_rather_than_written_as_broken_json():
    class Odd(Counter):
        value = traitlets.Float(float("nan")).tag(sync=True)

    with pytest.raises(ValueError, match="JSON"):
        Odd().static_html()


def test_the_code_stands_once_for_widgets_of_one_kind():
    code = static_code(Counter(), Counter())
    assert code.count('data-ratools-code="Counter"') == 1
    assert Counter().static_html().count('data-ratools-code="Counter"') == 1
    assert Counter().static_html(inline=False).count('data-ratools-code="Counter"') == 0


def test_the_static_form_asks_for_nothing():
    page = static_page(Counter(name="a"))
    assert not re.search(r"(src|href)=(?!\"data:)|@import|url\(|https?://", page)


def test_the_table_is_in_the_page_for_readers_without_javascript():
    assert "<td>a</td>" in Counter(name="a").static_html()


def test_the_page_changes_only_what_it_may():
    widget = Counter(name="a")
    widget.set_state({"count": 3, "nonsense": 1})
    widget.set_state({"count": 4, "name": "b"})
    assert (widget.count, widget.name) == (3, "a")


def test_a_wrong_message_changes_nothing_and_is_answered_with_the_truth():
    widget, sent = Counter(name="a", count=1), []
    widget.send_state = sent.append
    widget._send = lambda message, **_: sent.append(message)  # the echo to all views
    widget.set_state({"count": "many"})
    assert widget.count == 1
    assert sent == [["count"]]


def test_an_observers_own_error_is_not_hidden():
    widget = Counter()

    def stumble(change):
        raise KeyError("theirs")

    widget.observe(stumble, "count")
    with pytest.raises(KeyError):
        widget.set_state({"count": 2})


def test_a_subclass_without_its_text_is_told_so():
    class Mute(NotebookWidget):
        pass

    with pytest.raises(NotImplementedError, match=r"Mute needs a method text\(\)"):
        repr(Mute())

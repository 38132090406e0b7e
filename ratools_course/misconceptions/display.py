"""A wrong idea on a card: why it tempts, the right idea, both numbers on one example, and where it was met."""

from dataclasses import dataclass
from html import escape

import ratools
from ratools.words import decimal, literal
from ratools_course.cards import card, inline, plain
from ratools_course.misconceptions.lookup import get
from ratools_course.misconceptions.records import Misconception

NAMES = ("Kendall's",)  # they keep their capital letter


def show(id):
    """A card: the wrong idea, why it tempts, the right one, and both on the smallest example.

    >>> show("beta-backwards")
    A larger β counts precision more (beta-backwards)
    Wrong: With β = 2, precision counts twice as much as recall.
    Tempting, because β² stands beside precision in the denominator.
    Right: In the denominator the other one wins: β² · P + R makes F follow recall.
    f_score_at_k(["a"], {"a"}, 2, beta=2): wrong 0.5556, right 0.8333
    """
    return Card(get(id))


@dataclass(frozen=True, repr=False)
class Card:
    """A misconception on display."""

    misconception: Misconception

    def comparison(self):
        """(call as text, wrong value, right value) on the card's example or the counterexample, or None."""
        if not self.misconception.mutants:
            return None
        mutant = self.misconception.mutants[0]
        arguments, options = self.misconception.counterexample
        if self.misconception.example:
            arguments, options = self.misconception.example, {}
        wrong = mutant.function(*arguments, **options)
        right = getattr(ratools, mutant.measure)(*arguments, **options)
        return call_text(mutant.measure, arguments, options), wrong, right

    def __repr__(self):
        it, compared = self.misconception, self.comparison()
        lines = [f"{it.title} ({it.id})", f"Wrong: {it.wrong}", f"Tempting, because {_lower(it.tempts)}"]
        lines.append(f"Right: {it.right}")
        if compared:
            call, wrong, right = compared
            lines.append(f"{call}: wrong {decimal(wrong, right)}, right {decimal(right, wrong)}")
        if it.demonstration:
            lines += [it.demonstration.__doc__, it.demonstration().to_string(index=False, float_format=decimal)]
        lines += ["Where it was met:", *(f"- {source.sentence}" for source in it.sources)] if it.sources else []
        return plain("\n".join(lines))

    def _repr_html_(self):
        it = self.misconception
        head = f"<strong>{escape(it.title)}</strong> <code>{escape(it.id)}</code>"
        body = [f"<div>{head}</div>", self._side_by_side(), f"<p><em>Why it tempts.</em> {inline(it.tempts)}</p>"]
        if it.demonstration:
            shown = it.demonstration().to_html(index=False, border=0, float_format=decimal)
            body.append(f"<p>{escape(it.demonstration.__doc__)}</p>{shown}")
        if it.sources:
            body.append(f"<p><em>Where it was met:</em></p>{_listed(it.sources)}")
        return card("".join(body), "card")

    def _side_by_side(self):
        """The two ideas as two columns, each with its number."""
        it, compared = self.misconception, self.comparison()
        cells = [("Wrong", it.wrong), ("Right", it.right)]
        style = "text-align:left;vertical-align:top;white-space:normal;width:50%"
        head = "".join(f"<th scope='col' style='{style}'>{name}</th>" for name, _ in cells)
        rows = "".join(f"<td style='{style}'>{inline(text)}</td>" for _, text in cells)
        if not compared:
            return f"<table><thead><tr>{head}</tr></thead><tbody><tr>{rows}</tr></tbody></table>"
        call, wrong, right = compared
        values = (decimal(wrong, right), decimal(right, wrong))
        numbers = "".join(f"<td style='{style}'><strong>{escape(value)}</strong></td>" for value in values)
        caption = f"<caption style='text-align:left;padding:0.5em 0'><code>{escape(call)}</code></caption>"
        body = f"<tr>{rows}</tr><tr>{numbers}</tr>"
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _listed(sources):
    """Sources as a list in HTML; of more than five, the first three, and the others behind a click."""
    items = [f"<li>{_linked(source)}</li>" for source in sources]
    if len(items) <= 5:
        return f"<ul>{''.join(items)}</ul>"
    folded = f"<details><summary>and {len(items) - 3} more</summary><ul>{''.join(items[3:])}</ul></details>"
    return f"<ul>{''.join(items[:3])}</ul>{folded}"


def _linked(source):
    """A source as HTML; a thread that we have read is linked."""
    sentence = inline(source.sentence)
    if source.kind != "thread" or not source.checked:
        return sentence
    repository, thread_number = source.where.split("#")
    address = f"https://github.com/{repository}/issues/{thread_number}"
    link = f"<a href='{address}' style='text-decoration:underline'>{source.where}</a>"
    return sentence.replace(source.where, link, 1)


def call_text(measure, arguments, options):
    """A call as a learner would type it.

    >>> call_text("recall_at_k", (["a"], {"b", "a"}, 1), {})
    'recall_at_k(["a"], {"a", "b"}, 1)'
    """
    given = [*map(literal, arguments), *(f"{name}={literal(value)}" for name, value in options.items())]
    return f"{measure}({', '.join(given)})"


def _lower(sentence):
    """A sentence as the second half of another; names and symbols keep their capitals."""
    first = sentence.split()[0]
    kept = first in NAMES or first.isupper() and len(first) > 1
    return sentence if kept else sentence[0].lower() + sentence[1:]

"""A question as text: for a terminal, as HTML for a page without scripts, and an answer given by its letters."""

import re
import textwrap
from html import escape
from string import ascii_uppercase


def question_text(head, question):
    """The question behind its number, with lettered options, and no answer."""
    options = [_wrapped(f"   {letter}  ", option.label) for letter, option in lettered(question)]
    if question.kind == "grades":
        options = [_wrapped("   ", f"{option.label}: {ends(question)}") for option in question.options]
    return "\n".join([_wrapped(head, question.text), *(options or ["   (a number)"])])


def question_html(question):
    """The same as HTML."""
    options = "".join(f"<li>{marked_up(option.label)}</li>" for _, option in lettered(question))
    if question.kind == "grades":
        graded = "".join(f"<li>{marked_up(f'{option.label}: {ends(question)}')}</li>" for option in question.options)
        return f"<p>{marked_up(question.text)}</p><ul>{graded}</ul>"
    return f"<p>{marked_up(question.text)}</p>" + (f'<ol type="A">{options}</ol>' if options else "")


def ends(question):
    """What may be typed, in words."""
    return "a number from {:g} to {:g}".format(*question.between)


def answer_html(question):
    """The right answer and its explanation, hidden until they are opened."""
    answer = f"<p><strong>{marked_up(_right_answer(question))}</strong></p>"
    explanation = f"<p>{marked_up(question.explanation)}</p>" if question.explanation else ""
    return f"<details><summary>Answer</summary>{answer}{explanation}</details>"


def lettered(question):
    """(letter, option) as shown; a number to type has none."""
    if question.kind in ("numeric", "grades"):
        return []
    return list(zip(ascii_uppercase, (question.options[key] for key in question.shown()), strict=False))


def keys_of_letters(question, answer):
    """Letters become keys; anything else stays what it is."""
    keys = {letter: option.key for letter, option in lettered(question)}
    letters = re.findall(r"\w", answer.upper()) if isinstance(answer, str) and keys else []
    if not letters or not set(letters) <= keys.keys():
        return answer
    chosen = [keys[letter] for letter in letters]
    return chosen[0] if question.kind == "single" and len(chosen) == 1 else chosen


def marked_up(text):
    """Escaped, with `code` as code; each piece of data keeps its own direction of writing."""
    pieces = text.split("`")
    marked = [f"<code>{escape(piece)}</code>" if index % 2 else escape(piece) for index, piece in enumerate(pieces)]
    return f"<bdi>{''.join(marked)}</bdi>"


def _wrapped(head, text):
    return textwrap.fill(text, 100, initial_indent=head, subsequent_indent=" " * len(head))


def _right_answer(question):
    if question.kind == "numeric":
        return question.public()["exact"]
    if question.kind == "ordering":
        letters = {option.key: letter for letter, option in lettered(question)}
        return ", ".join(letters[key] for key in question.solution())
    return "; ".join(f"{letter}: {option.label}" for letter, option in lettered(question) if option.right)

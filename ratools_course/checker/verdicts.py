"""What a check hands back."""

from dataclasses import dataclass

from ratools_course import misconceptions
from ratools_course.cards import card, inline, paragraph, paragraphs, plain

HEADS = {"right": "Right.", "wrong": "Not yet.", "not attempted": "Not attempted yet."}
MARKS = {"right": "✓", "wrong": "✗", "not attempted": "○"}


@dataclass(frozen=True)
class Counterexample:
    """An input on which the answer is wrong, with what was expected and what came."""

    arguments: tuple
    options: dict
    expected: object
    got: object


@dataclass(frozen=True, repr=False)
class Result:
    """What a check found."""

    exercise: str
    status: str  # "not attempted", "right" or "wrong"
    message: str  # plain text with `code`, *emphasis*, and empty lines between paragraphs
    misconception: str | None = None
    counterexample: Counterexample | None = None
    hints: tuple[str, ...] = ()  # about the learner's own lines; `hint()` gives them before the exercise's
    nearly: bool = False  # a wrong function that is right wherever no convention decides

    def __repr__(self):
        return f"{MARKS[self.status]} {self.exercise}: {HEADS[self.status]} {plain(self.message)}"

    def _repr_html_(self):
        first, *rest = self.message.split("\n\n")
        head = f"<span aria-hidden='true'>{MARKS[self.status]}</span> <strong>{HEADS[self.status]}</strong>"
        body = paragraph(f"{head} {inline(first)}") + "".join(map(paragraphs, rest))
        return card(f"<div role='status'>{body}</div>", self.status)


def mistaken(ids):
    """What a verdict says of the wrong ideas that fit: the mistake in quotation marks, the right idea, a question."""
    ideas = [misconceptions.get(id) for id in ids]
    named = misconceptions.looks_like(ideas[0].id)
    if len(ideas) > 1:
        named = f"It looks like one of these mistakes: {', or '.join(f'“{idea.title}”' for idea in ideas)}."
    right = " ".join(dict.fromkeys(idea.right for idea in ideas))
    return f"{named} {right}\n\n{ideas[0].question}"


def not_attempted(exercise):
    """The result for an untouched stub, with what to do."""
    what = {"gap": "Replace each `____`", "bug": "Fix the function"}.get(exercise.kind, "Replace the `...`")
    help_ = f'`hint("{exercise.id}")` helps.'
    message = f"{what} in the cell above, run it, then run this one. {help_}"
    return Result(exercise.id, "not attempted", message)

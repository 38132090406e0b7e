"""How far you are: `progress()` for all notebooks, `progress("05")` for one, with what is still open in it."""

from dataclasses import dataclass
from html import escape

from ratools.words import count, listed
from ratools_course.learner import progress_log
from ratools_course.learner.task_list import tasks
from ratools_course.lessons import LESSONS, lesson

KINDS = ("exercise", "table", "question")  # what is graded


def progress(notebook=None):
    """How far you are: a bar per notebook; or, for one notebook, what is right, what is open, what is next."""
    chosen = [item.name for item in LESSONS] if notebook is None else [lesson(notebook).name]
    best, tries, slips = {}, {}, {}
    for line in progress_log.lines():
        kind = next((kind for kind in KINDS if kind in line), None)
        if kind is None:
            continue  # a prediction is kept, and never right or wrong
        key = (kind, line[kind])
        if line["status"] not in progress_log.OPEN:
            tries[key] = tries.get(key, 0) + 1
        best[key] = max(best.get(key, "not attempted"), line["status"], key=progress_log.STATUSES["question"].index)
        if line.get("misconception"):
            slips[key] = line["misconception"]
    rows = tuple(_row(key, name, best, tries, slips) for key, name in tasks().items() if name in chosen)
    return Progress(rows, tuple(chosen), notebook is not None)


def _row(key, notebook, best, tries, slips):
    """What is known of one task."""
    facts = {"status": best.get(key, "not attempted"), "tries": tries.get(key, 0), "misconception": slips.get(key)}
    return {"notebook": notebook, "kind": key[0], "id": key[1], **facts}


@dataclass(frozen=True, repr=False)
class Progress:
    """What was done, task by task; shows a bar per notebook, or one line for one notebook."""

    rows: tuple[dict, ...]
    lessons: tuple[str, ...]
    single: bool = False

    @property
    def table(self):
        """A DataFrame: one row per task."""
        import pandas as pd

        return pd.DataFrame(self.rows, columns=["notebook", "kind", "id", "status", "tries", "misconception"])

    @property
    def notebooks(self):
        """{notebook: (right, tried, all)}."""
        return {name: _counted([row for row in self.rows if row["notebook"] == name]) for name in self.lessons}

    @property
    def open(self):
        """The ids of the tasks that are not right yet, in the order of the notebook."""
        return [row["id"] for row in self.rows if row["status"] != "right"]

    def __repr__(self):
        if self.single:
            return _line(self.rows, self.lessons[0]).text
        titles = [_title(name) for name in self.lessons]
        width = max(map(len, titles), default=0)
        return "\n".join(
            f"{title:<{width}}  {_bar(counts[0], counts[2])}  {_words(*counts)}"
            for title, counts in zip(titles, self.notebooks.values(), strict=True)
        )

    def _repr_html_(self):
        if self.single:
            return _line(self.rows, self.lessons[0]).html
        head = "".join(
            f"<th scope='col' style='text-align:left'>{name}</th>" for name in ("notebook", "right", "tasks")
        )
        body = "".join(_bar_row(name, counts) for name, counts in self.notebooks.items())
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


# One notebook --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """One sentence on one notebook, as text and as HTML."""

    text: str
    html: str


def _line(rows, name):
    """`06 Choose a measure: 6 of 8 exercises, 2 of 3 tables, quiz 7 of 10. Open: …. Next: 07 …`"""
    exercises, tables, questions = ([row for row in rows if row["kind"] == kind] for kind in KINDS)
    done = [f"{_counted(some)[0]} of {count(len(some), some[0]['kind'])}" for some in (exercises, tables) if some]
    if questions:
        done.append(f"quiz {_counted(questions)[0]} of {len(questions)}")
    names = [*map(_open_name, filter(_is_open, [*exercises, *tables])), *_open_questions(questions)]
    state = f"Open: {', '.join(names)}." if names else "Nothing is open." if rows else ""
    text = f"{_title(name)}: {', '.join(done) or 'nothing to be checked here'}. {state}".strip()
    after = next((item for item in LESSONS if item.name > name), None)
    if after is None:
        return Line(text, f"<p>{escape(text)}</p>")
    style = "text-decoration:underline"  # inside a sentence, colour alone does not tell a link
    link = f'<a href="{escape(after.file)}" style="{style}">{escape(_title(after.name))}</a>'
    return Line(f"{text} Next: {_title(after.name)} ({after.file}).", f"<p>{escape(text)} Next: {link}.</p>")


def _open_name(row):
    name = f"table {row['id']}" if row["kind"] == "table" else row["id"]
    return f"{name} (tried)" if row["status"] == "wrong" else name


def _open_questions(questions):
    """Which questions of a quiz are open, by the numbers that the quiz shows; nothing if none is."""
    numbers = [str(number) for number, row in enumerate(questions, start=1) if _is_open(row)]
    if len(numbers) == len(questions) > 1:
        return ["the whole quiz"]
    every = listed(numbers, most=len(numbers))
    return [f"quiz {'question' if len(numbers) == 1 else 'questions'} {every}"] if numbers else []


def _is_open(row):
    return row["status"] != "right"


def _title(name):
    """`05 nDCG`."""
    return f"{lesson(name).number} {lesson(name).title}"


# All notebooks -------------------------------------------------------------------------------------------------------


def _counted(rows):
    """(right, tried, all)."""
    right = sum(row["status"] == "right" for row in rows)
    return right, sum(row["status"] not in progress_log.OPEN for row in rows), len(rows)


def _bar_row(name, counts):
    words = escape(_words(*counts))
    link = f'<a href="{escape(lesson(name).file)}">{escape(_title(name))}</a>'
    first = f"<th scope='row' style='text-align:left'>{link}</th>"
    bar = _html_bar(counts[0], counts[2], words) if counts[2] else ""
    return f"<tr>{first}<td>{bar}</td><td style='text-align:left'>{words}</td></tr>"


def _html_bar(right, everything, words):
    style = "width:12em;max-width:15vw;height:0.8em;border:1px solid var(--jp-border-color1,#777);display:inline-block"
    fill = f"width:{100 * right / everything:.0f}%;height:100%;background:#0072B2"
    return f"<div role='img' aria-label='{words}' style='{style}'><div style='{fill}'></div></div>"


def _bar(right, everything, width=12):
    full = right * width // everything if everything else 0
    return "█" * full + "░" * (width - full) if everything else " " * width


def _words(right, tried, everything):
    if not everything:
        return "nothing to be checked"
    open_ones = f", {tried - right} tried" if tried > right else ""
    return f"{right} of {everything} right{open_ones}"

"""A table with empty cells that a learner completes, cell by cell, from the entries that its column has.

The tables of a lesson stand in the tables.toml of its folder. What is chosen and checked in them is kept in the
progress log and comes back when the cell is run again; a table of one's own (`Blanks`) is not kept.
"""

import functools
import hashlib
import json
import tomllib
from dataclasses import dataclass
from html import escape

import ipywidgets as widgets

from ratools.errors import UsageError
from ratools.words import did_you_mean
from ratools_course.cards import card
from ratools_course.learner import progress_log
from ratools_course.lessons import LESSONS
from ratools_course.widgets.explorers import SliderNames

OPEN = "choose …"
LOOK = (  # on a narrow page the list stands under its label
    "<style>.ratools-blanks .widget-dropdown{flex-wrap:wrap;height:auto}"
    ".ratools-blanks .widget-dropdown>select{flex:1 1 20rem;min-width:0;height:1.9rem}"
    ".ratools-blanks .widget-label{text-align:left}"
    # ipywidgets draws the arrow dark in both themes
    '[data-jp-theme-light=false] .ratools-blanks select{background-image:url("data:image/svg+xml,%3Csvg '
    "xmlns='http://www.w3.org/2000/svg' viewBox='0 0 18 18'%3E%3Cpath fill='%23ddd' "
    "d='M5.2 5.9 9 9.7l3.8-3.8L14 7.1l-5 5-5-5z'/%3E%3C/svg%3E\")}</style>"
)


@dataclass(frozen=True)
class Blanks:
    """A table to complete: the rows' names, the right entry of each cell, and a sentence per row for who is stuck."""

    of: str  # what a row is
    rows: dict[str, dict[str, str]]
    hints: dict[str, str]

    @property
    def columns(self):
        return list(next(iter(self.rows.values())))

    def entries(self, column):
        """What can be chosen in a column, in the order of the alphabet, so that the order tells nothing."""
        return sorted({row[column] for row in self.rows.values()}, key=str.lower)

    @property
    def version(self):
        """What tells whether an answer was given to this table, or to an earlier one of its name."""
        return hashlib.sha256(json.dumps(self.rows, sort_keys=True).encode()).hexdigest()[:12]


def read_tables(path):
    """{name: Blanks} of a tables.toml; a ValueError says what is wrong with the file."""
    try:
        described = tomllib.loads(path.read_text(encoding="utf-8"))
        return {name: _read_table(name, **table) for name, table in described.items()}
    except (TypeError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from None


def _read_table(name, of, row):
    if any(line.keys() != {"name", "hint", "entry"} for line in row):
        raise ValueError(f"{name}: every row needs name, hint and entry, and nothing else")
    rows = {line["name"]: line["entry"] for line in row}
    if len(rows) != len(row) or len({tuple(cells) for cells in rows.values()}) != 1:
        raise ValueError(f"{name}: its rows must have different names and the same columns")
    for column in row[0]["entry"]:
        if len({cells[column] for cells in rows.values()}) != len(rows):
            raise ValueError(f"{name}: an entry of {column!r} stands in two rows")
    return Blanks(of, rows, {line["name"]: line["hint"] for line in row})


@functools.cache
def course_tables():
    """{name: Blanks} of all lessons."""
    tables = {}
    for lesson in LESSONS:
        path = lesson.folder / "tables.toml"
        for name, blanks in read_tables(path).items() if path.is_file() else ():
            if name in tables:
                raise ValueError(f"{path}: another lesson has a table {name!r}, too")
            tables[name] = blanks
    return tables


class CompleteTable(widgets.VBox):
    """Cells to choose and a button that says which are right; `values` is what stands there.

    With a `name` it is one of the course's, whose answers are kept.
    """

    def __init__(self, blanks, task="", name=None):
        self._blanks, self._task, self._name = blanks, task, name
        self._missed = set()  # the cells that an earlier check found wrong
        self._cells = {
            (row, column): widgets.Dropdown(
                options=[OPEN, *blanks.entries(column)],
                value=OPEN,
                description=column,
                style={"description_width": "11rem"},
                layout={"width": "auto", "max_width": "38rem"},
            )
            for row in blanks.rows
            for column in blanks.columns
        }
        self._button = widgets.Button(description="Check the table", tooltip="Say which cells are right")
        self._button.on_click(lambda _: self.check())
        self._verdict = widgets.HTML()
        self._verdict.add_class("ratools-verdict")
        parts = [widgets.HTML(f"<div><b>Task.</b> {escape(task)}</div>")] if task else []
        for row in blanks.rows:
            cells = [self._cells[row, column] for column in blanks.columns]
            title = f"<div class='ratools-row' style='margin-top:0.5em'><b>{escape(row)}</b></div>"
            parts += [widgets.HTML(title), *cells]
        super().__init__([widgets.HTML(LOOK), *parts, self._button, self._verdict, SliderNames()])
        self.add_class("ratools-blanks")
        self._restore()
        for cell, box in self._cells.items():
            box.observe(functools.partial(self._keep_cell, cell), "value")

    @property
    def values(self):
        """What was chosen: {row: {column: entry or None}}."""
        chosen = {cell: None if box.value == OPEN else box.value for cell, box in self._cells.items()}
        return {row: {column: chosen[row, column] for column in self._blanks.columns} for row in self._blanks.rows}

    def choose(self, row, column, entry):
        """Choose by hand."""
        self._cells[row, column].value = entry

    def check(self):
        """Say how many cells are right; where a cell is wrong again, also where its entry belongs."""
        self._keep(self._judge())

    def _judge(self):
        """The verdict on what stands there; its status."""
        right, wrong, empty = self._sorted()
        total = len(self._cells)
        said = [f"<p><b>{right} of {total} right.</b>{_still_open(empty)}</p>"]
        for row in self._blanks.rows:
            about = [self._about(*cell) for cell in wrong if cell[0] == row]
            said += [f"<p>{'<br>'.join(about)}<br>{escape(self._blanks.hints[row])}</p>"] if about else []
        self._missed |= {(row, column) for row, column, _ in wrong}
        if right == total:
            said = [f"<p><b>All {total} right.</b></p>"]
        kind = "right" if right == total else "wrong" if wrong else "not attempted"
        self._verdict.value = card("".join(said), kind)
        return kind

    def _sorted(self):
        chosen = [(row, column, entry) for row, cells in self.values.items() for column, entry in cells.items()]
        wrong = [cell for cell in chosen if cell[2] is not None and cell[2] != self._blanks.rows[cell[0]][cell[1]]]
        empty = [cell[:2] for cell in chosen if cell[2] is None]
        return len(chosen) - len(wrong) - len(empty), wrong, empty

    def _about(self, row, column, entry):
        belongs = next(other for other, cells in self._blanks.rows.items() if cells[column] == entry)
        again = (row, column) in self._missed
        named = belongs if belongs.startswith("“") else f"“{belongs}”"
        told = f"fits {escape(named)} better" if again else "fits another row better"
        return f"✗ <b>{escape(row)}</b>, {escape(column)}: “{escape(entry)}” {told}."

    # Kept answers

    def _keep_cell(self, cell, change):
        self._keep("not attempted", cell=cell, entry=None if change["new"] == OPEN else change["new"])

    def _keep(self, status, **what):
        """One line in the progress log: a cell that was chosen, or a check."""
        if self._name is not None:
            progress_log.record("table", self._name, status, version=self._blanks.version, **what)

    def _restore(self):
        """Choose and check again what the progress log tells, in its order."""
        for line in progress_log.lines([self._name]) if self._name is not None else ():
            if line.get("table") != self._name or line.get("version") != self._blanks.version:
                continue
            if "cell" not in line:
                self._judge()
                continue
            cell, entry = line["cell"], line.get("entry")
            box = self._cells.get(tuple(cell)) if isinstance(cell, list) and all(map(_is_text, cell)) else None
            if box is not None and (entry is None or entry in box.options):
                box.value = OPEN if entry is None else entry

    @property
    def verdict(self):
        """What the last check said, as HTML."""
        return self._verdict.value

    def __repr__(self):
        done = sum(entry is not None for cells in self.values.values() for entry in cells.values())
        return f"{type(self).__name__}({done} of {len(self._cells)} cells chosen)"

    def _repr_mimebundle_(self, **kwargs):
        live = super()._repr_mimebundle_(**kwargs)
        data, metadata = live if isinstance(live, tuple) else (live or {}, {})
        return {**data, "text/plain": repr(self), "text/html": self._static()}, metadata

    def _static(self):
        """For a reader without a kernel: the rows, and what there is to choose from."""
        blanks = self._blanks
        task = f"<p><b>Task.</b> {escape(self._task)}</p>" if self._task else ""
        rows = "".join(f"<li>{escape(row)}</li>" for row in blanks.rows)
        choices = "".join(
            f"<li><b>{escape(column)}</b>: {escape(' · '.join(blanks.entries(column)))}</li>"
            for column in blanks.columns
        )
        return f"{task}<p>For each {escape(blanks.of)}:</p><ul>{rows}</ul><p>choose</p><ul>{choices}</ul>"


def _is_text(value):
    return isinstance(value, str)


def _still_open(empty):
    """How many cells are open; if one or two, which."""
    which = f": {' and '.join(f'{row}, {column}' for row, column in empty)}" if len(empty) <= 2 else ""
    return f" {len(empty)} still open{escape(which)}." if empty else ""


def complete_table(table, task="Complete the table. Each entry of a column is used once."):
    """A table of this course by its name, or one of your own as `Blanks`, to be completed."""
    if isinstance(table, Blanks):
        return CompleteTable(table, task)
    tables = course_tables()
    if table not in tables:
        raise UsageError(f"there is no table {table!r}: {', '.join(tables)}{did_you_mean(str(table), tables)}")
    return CompleteTable(tables[table], task, table)

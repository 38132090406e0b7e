"""The measures of notebooks 02 to 06 on one page, made from the catalogue and the docstrings: none is typed twice."""

import inspect
import re
from dataclasses import dataclass
from html import escape
from math import log2
from pathlib import Path

from ratools.errors import UsageError
from ratools.evaluation.catalogue import MEASURES
from ratools.html_shell import html_page
from ratools_course.lessons.choose_a_measure.advice import ADVICE, QUESTIONS
from ratools_course.lessons.shared.texts import read_texts

SECTIONS = {
    "Relevant or not": "P R F Success Rprec",
    "The first hit": "RR MRR",
    "Every hit": "AP MAP",
    "Grades": "DCG IDCG nDCG",
    "Readers": "RBP ERR",
}
TEXTS = read_texts(Path(__file__).parent)["sheet"]


@dataclass(frozen=True)
class Line:
    """One measure on the sheet."""

    name: str
    question: str
    formula: str
    trap: str
    range: str


def sheet_lines():
    """{section: lines}, read from the catalogue's rows and their functions' docstrings."""
    rows = {row.name: row for row in MEASURES}
    return {section: [_line(rows[name]) for name in names.split()] for section, names in SECTIONS.items()}


def _line(row):
    """A docstring is sentence, formula, examples, and a paragraph of trap and citation."""
    parts = re.split(r"\n\s*\n", inspect.cleandoc(row.reference.__doc__))
    formula = _one_line(parts[1]).partition(";")[0]
    trap = _one_line("\n".join(parts[-1].splitlines()[:-1])).removeprefix("Trap: ")  # its last line is the citation
    question = re.sub(r": `.*", ".", _one_line(parts[0]))  # what a function's arguments hold is nothing for paper
    return Line(row.name, question, formula, trap, row.range_in_words)


def _one_line(text):
    return " ".join(text.split())


class FormulaSheet:
    """The page: in a notebook as a table, in a terminal as text, and as HTML to print."""

    def __init__(self):
        self.sections = sheet_lines()

    def __repr__(self):
        lines = ["Formula sheet"]
        for section, measures in self.sections.items():
            lines += ["", section, *(f"  {line.formula}" for line in measures)]
        return "\n".join([*lines, "", TEXTS["letters"]])

    def _repr_html_(self):
        inside = f"<style>{STYLE}</style>{self._body()}"
        return f'<div style="overflow-x: auto"><div class="ratools-sheet" style="max-width:60em">{inside}</div></div>'

    def _body(self):
        head = "".join(f"<th scope='col'>{name}</th>" for name in ("formula", "what it says", "trap"))
        rows = []
        for section, measures in self.sections.items():
            rows.append(f"<tr><th class='part' scope='colgroup' colspan='3'>{escape(section)}</th></tr>")
            rows += [_row(line) for line in measures]
        habits = "".join(f"<li>{escape(habit)}</li>" for habit in TEXTS["habits"])
        return (
            f"<p>{escape(TEXTS['letters'])}</p><table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
            f"{_discounts()}{_which()}<ul>{habits}</ul>"
        )

    def page(self):
        """A whole HTML page for one sheet of A4."""
        body = (
            f"<main class='ratools-sheet'><h1>{TEXTS['title']}</h1>{self._body()}"
            f"<footer>{TEXTS['footer']}</footer></main>"
        )
        return html_page("Formula sheet: ranking measures", body, style=STYLE + PAGE)


def _row(line):
    outside = "" if line.range == "0 to 1" else f" ({line.range})"
    return (
        f"<tr><td class='formula'>{_marked(line.formula)}{outside}</td><td>{_marked(line.question)}</td>"
        f"<td>{_marked(line.trap)}</td></tr>"
    )


def _marked(text):
    """Docstrings' `code` and *emphasis*, indices and powers, as HTML."""
    parts = re.split(r"`+", escape(text, quote=False))
    for index, part in enumerate(parts):
        if index % 2:
            parts[index] = f"<code>{part}</code>"
            continue
        part = re.sub(r"\*(\w+)\*", r"<em>\1</em>", part)
        part = re.sub(r"\b(g|F|R|gain)_(\w+)", r"\1<sub>\2</sub>", part)
        parts[index] = re.sub(r"\^\(([^)]*)\)|\^(\w+(?:<sub>\w+</sub>)?)", lambda m: f"<sup>{m[1] or m[2]}</sup>", part)
    return "".join(parts)


def _discounts():
    ranks = range(1, 11)
    head = "".join(f"<th scope='col'>{rank}</th>" for rank in ranks)
    shares = "".join(f"<td>{1 / log2(rank + 1):.3f}</td>" for rank in ranks)
    return (
        f"<table class='discounts'><tr><th scope='row'>rank i</th>{head}</tr>"
        f"<tr><th scope='row'>1 / log2(i + 1)</th>{shares}</tr></table>"
    )


def _cells(answers):
    return "".join(f"<td>{escape(answer or '–')}</td>" for answer in answers)


def _which():
    head = "".join(f"<th scope='col'>{question} …</th>" for question, _ in QUESTIONS.values())
    rows = "".join(
        f"<tr>{_cells(key)}<td><b>{escape(advice.first)}</b></td><td>{escape(advice.second)}</td></tr>"
        for key, advice in ADVICE.items()
    )
    return (
        f"<table class='which'><thead><tr>{head}<th scope='col'>measure first</th><th scope='col'>and second</th></tr>"
        f"</thead><tbody>{rows}</tbody></table>"
    )


STYLE = """
.ratools-sheet table{border-collapse:collapse;width:100%;margin:0.4em 0;font-size:inherit}
.ratools-sheet th,.ratools-sheet td{text-align:left!important;vertical-align:top;padding:0.2em 0.5em;
border-bottom:1px solid #9996;white-space:normal}
.ratools-sheet th.part{padding-top:0.5em;border-bottom:2px solid #0072B2}
.ratools-sheet td.formula{min-width:15em}
.ratools-sheet ul{margin:0.3em 0;padding-left:1.4em}
.ratools-sheet .discounts th,.ratools-sheet .discounts td{text-align:right!important}
"""
PAGE = """
@page{size:A4;margin:10mm}
html{background:#fff;color:#000}
body{margin:0 auto;max-width:190mm;font:7.9pt/1.24 "DejaVu Sans","Segoe UI",Helvetica,Arial,sans-serif}
h1{font-size:14pt;margin:0 0 1mm}
p{margin:0.8mm 0}
.ratools-sheet th,.ratools-sheet td{padding:0.25mm 1.2mm}
.ratools-sheet th.part{padding-top:1.2mm}
.ratools-sheet td.formula{min-width:0;width:36%;font-weight:600}
.ratools-sheet sub,.ratools-sheet sup{line-height:0;font-size:75%}
code{font-size:7.8pt}
footer{color:#444;font-size:7pt;margin-top:1mm}
"""


def formula_sheet():
    """The formulas of notebooks 02 to 06 on one page."""
    return FormulaSheet()


def write_formula_sheet(path="formula_sheet.html"):
    """Write the sheet as a page to print, and say where it is."""
    path = Path(path)
    if path.is_dir():
        raise UsageError(f"{path} is a folder: name the file too, as in {path / 'formula_sheet.html'}")
    path.write_text(FormulaSheet().page(), encoding="utf-8")
    return TEXTS["written"].format(path=path)

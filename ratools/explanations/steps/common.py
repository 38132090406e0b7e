"""What all explanations share: the case, its steps, the arguments, sums.

A step function has the name and the arguments of the measure it explains, plus a `case`: the name that was asked for
and the value that the measure itself gave. Terms come from the measures' own `*_terms` functions.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from itertools import accumulate
from math import fsum

from ratools.explanations.tex import equals, frac
from ratools.metrics.arguments import as_grades, as_judgements, as_ranking, as_relevant


@dataclass(frozen=True)
class Case:
    """What was asked: the measure's name, its value, and the grades as they were given."""

    name: str
    value: float
    grades: Mapping | None = None
    min_grade: float | None = None

    @property
    def tex(self):
        """The name as text; \\_ stands outside of it, where every MathJax can read it."""
        return r"\_".join(rf"\text{{{part}}}" for part in self.name.split("_"))


@dataclass(frozen=True)
class Worked:
    """Steps as rows, the formula in LaTeX, the sentence; `key` is the column that identifies rows."""

    rows: list
    formula: str
    sentence: str
    key: str = "document"


WORKED: dict[str, Callable] = {}


def explains(*names, clean):
    """Register a function as the explanation of these measures; `clean` converts their arguments for it."""

    def register(function):
        @wraps(function)
        def worked(*arguments, case, **options):
            arguments, options = clean(*arguments, **options)
            return function(*arguments, **options, case=case)

        worked.clean = clean
        WORKED.update(dict.fromkeys(names, worked))
        return function

    return register


# Arguments: as the measures themselves convert them ------------------------------------------------------------------


def ranking_and_relevant(retrieved, relevant, *k, min_grade=None, duplicates="error", **options):
    """A list and a set."""
    retrieved = as_ranking(retrieved, duplicates)
    return (retrieved, as_relevant(relevant, min_grade, retrieved), *k), options


def ranking_and_judgements(retrieved, judgements, *k, min_grade=None, duplicates="error", **options):
    """A list and a dict that keeps the signs of its grades."""
    retrieved = as_ranking(retrieved, duplicates)
    return (retrieved, as_judgements(judgements, min_grade, retrieved), *k), options


def ranking_and_grades(retrieved, grades, *k, duplicates="error", **options):
    """A list and a dict of grades to gain from."""
    retrieved = as_ranking(retrieved, duplicates)
    return (retrieved, as_grades(grades, retrieved), *k), options


# Sums ----------------------------------------------------------------------------------------------------------------


def running(terms):
    """The sums so far, each exact to the last digit."""
    return [fsum(terms[: n + 1]) for n in range(len(terms))] if len(terms) < 5000 else list(accumulate(terms))


def with_terms(rows, terms):
    """The rows with term and running sum, and the column note last if any row has a note."""
    noted = any(row.get("note") for row in rows)
    finished = []
    for row, term, total in zip(rows, terms, running(terms), strict=True):
        note = {"note": row.get("note", "")} if noted else {}
        finished.append({name: value for name, value in row.items() if name != "note"})
        finished[-1] |= {"term": float(term), "sum": total, **note}
    return finished


def shared_out(value, weights):
    """The value, split in proportion to the weights: the terms of a measure that depends on their sum alone."""
    total = fsum(weights)
    return [value * (weight / total) if total else 0.0 for weight in weights]


def fraction_formula(case, above, part, whole):
    """A measure that is part / whole; with nothing below the line it is 0 by definition."""
    if not whole:
        return f"{case.tex} = 0"
    steps = frac(part, whole) if above in (str(part), "0") else f"{frac(above, whole)} = {frac(part, whole)}"
    return f"{case.tex} = {steps} {equals(case.value)}"

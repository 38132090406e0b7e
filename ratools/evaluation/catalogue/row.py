"""What a row of the catalogue holds."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import isinf
from typing import NamedTuple


class Golden(NamedTuple):
    """A known value, and where it comes from."""

    value: object
    source: str
    arguments: tuple
    options: dict


def case(value, source, *arguments, **options):
    """A golden case as it is called: `case(0.4, "trec_eval", retrieved, relevant, 5, min_grade=2)`."""
    return Golden(value, source, arguments, options)


@dataclass(frozen=True, eq=False)
class Measure:
    """One row: all that evaluator, command line, README and tests know about a function of the package."""

    name: str
    reference: Callable  # the formula, in ratools.metrics
    meaning: str
    citation: str
    golden: list
    range: tuple | None = (0, 1)  # None: it gives a list or a report
    tries: list | tuple = ()  # names to try it by in `evaluate`; only a measure of a run and judgements has them
    at: str | None = "k"  # what stands behind the @ of such a name: a cut-off k, a recall level, or nothing
    binary: bool = True  # relevant or not, so that rel= (min_grade) applies
    also: tuple = ()  # other names
    by_subtopic: bool = False  # of a run and judgements by subtopic; `evaluate` knows it by name, too
    part_of: str = ""  # the function of which this one gives the terms or the ideal

    @property
    def twin(self):
        """The fast version for all queries at once, which bears the same name; None where there is none."""
        from ratools.evaluation import batch  # here, because it needs numpy and the catalogue does not

        return getattr(batch, self.reference.__name__, None)

    @cached_property
    def options(self):
        """The options that its name takes in brackets, besides rel."""
        taken = ("min_grade", "duplicates", self.at)
        parameters = inspect.signature(self.reference).parameters.values()
        return tuple(p.name for p in parameters if p.kind is p.KEYWORD_ONLY and p.name not in taken)

    @property
    def range_in_words(self):
        if self.range is None:
            return "–"
        low, high = self.range
        return f"{low} and up" if isinf(high) else f"{low} to {high}".replace("-", "−")

"""What a wrong idea is: texts, wrong versions of measures, a demonstration, sources. `misconception(...)` records one.

The families' files hold one block per idea: its wrong functions and its demonstration, then one call of
`misconception` that names them. Nothing about an idea stands anywhere else.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

ERRED = {  # who erred, and how a card puts it
    "library": "{where}: {shows}",
    "document": "{where}: {shows}",
    "user": "asked of {where}, which is right: {shows}",
    "variant": "{where}: {shows} (a variant, nobody erred)",
    "warns": "warned of in {where}: {shows}",
    "nobody": "{where}: {shows} (nobody erred)",
}
AT_FAULT = ("library", "document")
LAST_READ = "September 2026"  # threads and code
WHERE = {  # what tells a reader where to look
    "thread": re.compile(r"[\w.-]+/[\w.-]+#\d+"),
    "code": re.compile(r"[\w.-]+/[\w.-]+"),
    "paper": re.compile(r"\S.* \d{4}"),
    "document": re.compile(r"(an?|the) \S.*"),
}


@dataclass(frozen=True)
class Source:
    """Where an idea was met: a thread, code, a paper or another document."""

    kind: str
    where: str  # owner/name#number, owner/name, authors and year, or what the document is
    shows: str
    erred: str  # a key of ERRED
    repaired: str = ""  # where somebody erred: "no", "unknown", or when and where
    path: str = ""  # of the code
    version: str = ""  # of the code: a commit, a release, or the month in which it was read
    checked: bool = True  # read by us, not hearsay

    def __post_init__(self):
        for wrong, remedy in self._faults():
            if wrong:
                raise ValueError(f"the source {self.where!r} is incomplete: {remedy}")

    def _faults(self):
        """(whether something is missing, what to do about it)."""
        yield self.kind not in WHERE, f"kind must be one of {', '.join(WHERE)}, got {self.kind!r}"
        yield not WHERE[self.kind].fullmatch(self.where), f"a {self.kind} is found by {WHERE[self.kind].pattern!r}"
        yield not self.shows.strip() or self.shows.endswith("."), "say what it shows, without a full stop"
        yield self.erred not in ERRED, f"erred must be one of {', '.join(ERRED)}, got {self.erred!r}"
        at_fault = self.erred in AT_FAULT
        yield at_fault and not self.repaired, "say whether it was repaired: 'no', 'unknown', or when and where"
        yield bool(self.repaired) and not at_fault, "nobody is at fault, so nothing was repaired"
        yield self.kind == "code" and not (self.path and self.version), "code has a path and a version"

    @property
    def sentence(self):
        """What a card says of it."""
        sentence = ERRED[self.erred].format(where=self.where, shows=self.shows)
        location = f" [{', '.join(filter(None, (self.path, self.version)))}]" if self.path else ""
        fate = {"": "", "no": f"; not repaired by {LAST_READ}", "unknown": ""}.get(
            self.repaired, f"; repaired {self.repaired}"
        )
        return sentence + location + fate + ("" if self.checked else " (not checked)")


def thread(where, shows, erred, repaired="", **code):
    """An issue or a pull request: owner/name#number."""
    return Source("thread", where, shows, erred, repaired, **code)


def code(repository, path, version, shows, erred, repaired=""):
    """A file of a repository."""
    return Source("code", repository, shows, erred, repaired, path, version)


def paper(authors_and_year, shows, erred, *, checked=True):
    """A publication."""
    return Source("paper", authors_and_year, shows, erred, checked=checked)


def document(what, shows, erred, repaired=""):
    """A report, a course, a page of documentation."""
    return Source("document", what, shows, erred, repaired)


CHAPTER = "a German course chapter on ranking metrics"
REPORT = "a Spanish guide to reading a retrieval system's report"


@dataclass(frozen=True)
class Mutant:
    """One wrong version of one measure."""

    id: str  # of the misconception; one misconception can have several mutants
    measure: str  # the name of the function in ratools that it gets wrong
    function: Callable
    counterexample: tuple  # the smallest arguments on which it differs from the measure
    options: dict = field(default_factory=dict)

    def __repr__(self):
        return f"Mutant({self.id!r}, {self.function.__name__})"


def mutant(measure, function, *counterexample, **options):
    """A wrong version of a measure, with the smallest input on which it shows."""
    return Mutant("", measure, function, counterexample, options)


@dataclass(frozen=True)
class Misconception:
    """One wrong idea."""

    id: str
    title: str  # the idea as its holder would put it; a checker quotes it: It looks like this mistake: “…”.
    wrong: str  # the idea in a sentence
    tempts: str
    right: str
    question: str  # asked back by a checker
    mutants: tuple[Mutant, ...] = field(default=(), repr=False)
    demonstration: Callable | None = field(default=None, repr=False)
    sources: tuple[Source, ...] = field(default=(), repr=False)
    beyond: Callable | None = field(default=None, repr=False)  # measure → calls where it shows, outside the usual ones
    example: tuple | None = None  # arguments for the card, where the smallest counterexample is not the most telling

    @property
    def measure(self):
        """The measure that it gets wrong first, or None."""
        return self.mutants[0].measure if self.mutants else None

    @property
    def counterexample(self):
        """The smallest (arguments, options) on which it shows, or None."""
        return (self.mutants[0].counterexample, self.mutants[0].options) if self.mutants else None


RECORDS: dict[str, Misconception] = {}


def misconception(id, title, *, mutants=(), sources=(), **parts):
    """Record one wrong idea."""
    if id in RECORDS:
        raise ValueError(f"there already is a misconception {id!r}: choose another id")
    mutants = tuple(replace(mutant, id=id) for mutant in mutants)
    RECORDS[id] = Misconception(id, title, mutants=mutants, sources=tuple(sources), **parts)


def table(rows):
    """A list of dicts as a DataFrame."""
    import pandas as pd

    return pd.DataFrame(rows)

"""What an exercise is: stub, hints, solution, and how an answer is probed; and short ways to write one down.

A solution is what a learner could have written: short, standalone, and proved equal to the measure by the tests. The
inputs that a function is tried on come from misconceptions/inputs.py; `outside` names the wrong ideas that cannot
show there, and `without` the conventions (conventions.py) that an exercise leaves out, with the sentence of its stub.
"""

import inspect
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from textwrap import fill as fill_text

import ratools
from ratools.words import decimal
from ratools_course.checker.edits.arithmetic import worked_expression
from ratools_course.lessons import lesson
from ratools_course.misconceptions import call_text

WIDTH = 88  # of a stub's lines: a cell of JupyterLab shows them without scrolling
EXERCISES: dict[str, "Exercise"] = {}


def _notebook_being_defined(id):
    """The notebook of the lesson whose exercises.py is on the call stack: the folder names its lesson."""
    frame = sys._getframe(1)
    while frame:
        module = re.fullmatch(r"ratools_course\.lessons\.(\w+)\.exercises", frame.f_globals.get("__name__", ""))
        if module:
            return lesson(module[1]).name
        frame = frame.f_back
    raise ValueError(f'exercise {id!r} is not in a lesson\'s folder: say where it belongs, notebook="05_ndcg"')


@cache
def _parameters(signature):
    space = {}
    exec(f"def head({signature}): ...", space)
    return list(inspect.signature(space["head"]).parameters)


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """What every exercise has. `name` is the variable or function that the stub defines and the check hands in."""

    id: str
    kind: str  # write, gap, bug, number, predict, parsons
    name: str
    stub: str = field(repr=False)
    solution: str = field(repr=False)
    hints: tuple[str, str, str] = field(repr=False)
    notebook: str = ""  # "05_ndcg"; without it that of the lesson whose exercises.py defines the exercise

    def __post_init__(self):
        object.__setattr__(self, "notebook", self.notebook or _notebook_being_defined(self.id))
        if self.id in EXERCISES:
            raise ValueError(f"there are two exercises {self.id!r}")
        EXERCISES[self.id] = self


@dataclass(frozen=True, kw_only=True)
class FunctionExercise(Exercise):
    """Write, complete or fix a function."""

    measure: str = ""
    signature: str = ""
    example: tuple = ()  # the arguments that the stub shows
    options: dict = field(default_factory=dict)  # given with the example
    fixed: dict = field(default_factory=dict)  # what makes the measure the one that is asked for
    domain: str = ""  # of inputs.py, where it is not the measure's own
    optional_k: bool = False  # tried with k too, if the function takes it
    outside: frozenset = frozenset()
    without: dict = field(default_factory=dict)  # convention: the sentence by which the stub leaves it out
    notes: dict = field(default_factory=dict)  # error, "error everywhere" or situation: a word about its usual cause
    reference: Callable | None = None  # what it should do, where that is not a measure of the package
    ideas: tuple = ()  # then its wrong versions: (misconception, function, the smallest input on which it shows)
    exact: bool = False  # whole numbers: 92.99999999999999 is not 93

    @property
    def parameters(self):
        """The names of its parameters, in order."""
        return _parameters(self.signature)

    def truth(self, arguments, options):
        """What the measure says."""
        if self.reference:
            return self.reference(*arguments, **options)
        return getattr(ratools, self.measure)(*arguments, **options, **self.fixed)


@dataclass(frozen=True, kw_only=True)
class NumberExercise(Exercise):
    """Compute or predict a number."""

    truth: Callable = None
    question: str = ""
    measure: str = ""  # its mutants give the wrong numbers that are recognised …
    arguments: tuple = ()
    known: tuple = ()  # … beside these: (number, misconception or None, sentence)
    rounded: Callable | None = None  # gives what comes of rounding on the way
    tolerance: float = 0.0005
    limits: tuple = (0, 1)  # nothing else is possible …
    reasons: dict = field(default_factory=dict)  # … "below" or "above" them, or for a "part": why
    count: str = ""  # what is counted, such as queries, where the number is rounded up to whole ones
    equals: tuple = ()  # right as well: what comes of the same way with figures that are not rounded

    @property
    def worked(self):
        """The right expression, where the solution is plain arithmetic: its slips are recognised (edits/)."""
        return worked_expression(self.solution)


@dataclass(frozen=True, kw_only=True)
class ParsonsExercise(Exercise):
    """Put lines in order. A line that is not in `order` is a distractor; each of `swaps` goes in any order."""

    lines: tuple[str, ...] = ()
    order: tuple[int, ...] = ()
    swaps: tuple[frozenset, ...] = ()
    distractors: dict = field(default_factory=dict)  # line number: (misconception, sentence)


# Ways to write one down ----------------------------------------------------------------------------------------------


def write(*, id, signature, example, solution, hints, options=None, measure=None, name=None, sentence=None, **more):
    """An exercise that asks for a whole function; `id` is the measure's name unless `measure` is given."""
    measure, options = measure or id, options or {}
    name = name or measure
    function = getattr(ratools, measure)
    value = function(*example, **options, **more.get("fixed", {}))
    sentence = sentence or function.__doc__.splitlines()[0]
    first_line = fill_text(f'"""{sentence}', WIDTH, initial_indent="    ", subsequent_indent="    ")
    left_out = "".join(f"    {sentence}\n" for sentence in dict.fromkeys(more.get("without", {}).values()))
    stub = (
        f"def {name}({signature}):\n{first_line}\n\n{left_out}"
        f"    Example: {call_text(name, example, options)} is {decimal(value)}.\n"
        f'    """\n    ...\n'
    )
    FunctionExercise(
        id=id,
        kind="write",
        name=name,
        stub=stub,
        solution=_lines(solution),
        hints=hints,
        measure=measure,
        signature=signature,
        example=example,
        options=options,
        **more,
    )


def fill(*, name, signature, stub, solution, kind="gap", **more):
    """An exercise that gives a function with gaps, or with a bug; its docstring says what is left out."""
    left_out = " ".join(dict.fromkeys(more.get("without", {}).values()))
    head = f"def {name}({signature}):\n"
    stub = stub.replace(head, f'{head}    """{left_out}"""\n') if left_out else stub
    FunctionExercise(kind=kind, name=name, signature=signature, stub=_lines(stub), solution=_lines(solution), **more)


def compute(*, name, question, solution, kind="number", **more):
    """An exercise that asks for a number."""
    asked = fill_text(question, WIDTH, initial_indent="# ", subsequent_indent="# ")
    stub = f"{asked}\n{name} = ...\n"
    NumberExercise(kind=kind, name=name, question=question, stub=stub, solution=_lines(solution), **more)


def arrange(*, name, lines, order, **more):
    """An exercise that asks for the order of lines, numbered from 1."""
    shown = "".join(f"# {number}  {line}\n" for number, line in enumerate(lines, start=1))
    stub = f"{shown}\n{name} = ...  # a list of line numbers, for example [2, 1, 3]; one line may be a stranger\n"
    ordered = "".join(f"# {lines[number - 1]}\n" for number in order)
    ParsonsExercise(
        kind="parsons",
        name=name,
        stub=stub,
        solution=f"{name} = {list(order)}\n{ordered}",
        lines=tuple(lines),
        order=tuple(order),
        **more,
    )


def _lines(text):
    """Source that begins with its first line and ends with a line break."""
    return text.strip("\n") + "\n"

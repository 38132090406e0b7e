"""What an exercise is: stub, hints, solution, and how an answer is probed; and short ways to write one down.

A solution is what a learner could have written: short, standalone, and proved equal to the measure by the tests. The
inputs that a function is tried on come from misconceptions/inputs.py; `outside` names the wrong ideas that cannot
show there, and `without` the conventions (conventions.py) that an exercise leaves out, with the sentence of its stub.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from textwrap import fill as fill_text

import ratools
from ratools.words import decimal
from ratools_course.misconceptions import call_text

WIDTH = 88  # of a stub's lines: a cell of JupyterLab shows them without scrolling
EXERCISES: dict[str, "Exercise"] = {}


@cache
def _parameters(signature):
    space = {}
    exec(f"def head({signature}): ...", space)
    return list(inspect.signature(space["head"]).parameters)


@dataclass(frozen=True)
class Exercise:
    """What every exercise has. `name` is the variable or function that the stub defines and the check hands in."""

    id: str
    kind: str  # write, gap, bug, number, predict, parsons
    notebook: str
    name: str
    stub: str = field(repr=False)
    solution: str = field(repr=False)
    hints: tuple[str, str, str] = field(repr=False)

    def __post_init__(self):
        if self.id in EXERCISES:
            raise ValueError(f"there are two exercises {self.id!r}")
        EXERCISES[self.id] = self


@dataclass(frozen=True)
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
    reference: Callable | None = None  # what it should do, where that is no measure of the package
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


@dataclass(frozen=True)
class NumberExercise(Exercise):
    """Compute or predict a number."""

    truth: Callable = None
    question: str = ""
    measure: str = ""  # its mutants give the wrong numbers that are recognised …
    arguments: tuple = ()
    known: tuple = ()  # … beside these: (number, misconception or None, sentence)
    rounded: Callable | None = None  # gives what comes of rounding on the way
    tolerance: float = 0.0005


@dataclass(frozen=True)
class ParsonsExercise(Exercise):
    """Put lines in order. A line that is not in `order` does not belong; `swaps` may change places."""

    lines: tuple[str, ...] = ()
    order: tuple[int, ...] = ()
    swaps: tuple[frozenset, ...] = ()
    strangers: dict = field(default_factory=dict)  # line number: (misconception, sentence)


# Ways to write one down ----------------------------------------------------------------------------------------------


def write(id, notebook, signature, example, solution, *hints, options=None, measure=None, name=None, **more):
    """An exercise that asks for a whole function."""
    measure, options = measure or id, options or {}
    name = name or measure
    fixed = more.get("fixed", {})
    value = getattr(ratools, measure)(*example, **options, **fixed)
    sentence = more.pop("sentence", None) or getattr(ratools, measure).__doc__.splitlines()[0]
    first_line = fill_text(f'"""{sentence}', WIDTH, initial_indent="    ", subsequent_indent="    ")
    left_out = "".join(f"    {sentence}\n" for sentence in dict.fromkeys(more.get("without", {}).values()))
    stub = (
        f"def {name}({signature}):\n{first_line}\n\n{left_out}"
        f"    Example: {call_text(name, example, options)} is {decimal(value)}.\n"
        f'    """\n    ...\n'
    )
    FunctionExercise(
        id=id, kind="write", notebook=notebook, name=name, stub=stub, solution=solution.strip("\n") + "\n",
        hints=hints, measure=measure, signature=signature, example=example, options=options, **more,
    )  # fmt: skip


def fill(id, notebook, measure, name, signature, example, stub, solution, *hints, kind="gap", **more):
    """An exercise that gives a function with gaps, or with a bug; its docstring says what is left out."""
    left_out = " ".join(dict.fromkeys(more.get("without", {}).values()))
    head = f"def {name}({signature}):\n"
    stub = stub.replace(head, f'{head}    """{left_out}"""\n') if left_out else stub
    FunctionExercise(
        id=id, kind=kind, notebook=notebook, name=name, stub=stub.strip("\n") + "\n", hints=hints,
        solution=solution.strip("\n") + "\n", measure=measure, signature=signature, example=example, **more,
    )  # fmt: skip


def compute(id, notebook, name, question, truth, solution, *hints, kind="number", **more):
    """An exercise that asks for a number."""
    asked = fill_text(question, WIDTH, initial_indent="# ", subsequent_indent="# ")
    stub = f"{asked}\n{name} = ...\n"
    NumberExercise(
        id=id, kind=kind, notebook=notebook, name=name, stub=stub, solution=solution.strip("\n") + "\n", hints=hints,
        truth=truth, question=question, **more,
    )  # fmt: skip


def arrange(id, notebook, name, lines, order, *hints, **more):
    """An exercise that asks for the order of lines."""
    shown = "".join(f"# {place}  {line}\n" for place, line in enumerate(lines, start=1))
    stub = f"{shown}\n{name} = ...  # a list of line numbers, for example [2, 1, 3]; one line may be a stranger\n"
    built = "".join(f"# {lines[place - 1]}\n" for place in order)
    ParsonsExercise(
        id=id, kind="parsons", notebook=notebook, name=name, stub=stub, solution=f"{name} = {list(order)}\n{built}",
        hints=hints, lines=tuple(lines), order=tuple(order), **more,
    )  # fmt: skip

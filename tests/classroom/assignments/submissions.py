"""Seven submissions to one assignment: right, half right, empty, crashing, endless, and two that cheat."""

import json

import nbformat

from ratools_course.checker.bank import EXERCISES
from ratools_course.classroom.assignments.marking import numbers_salt
from ratools_course.classroom.assignments.variants import can_vary, numbers

OURS = """
import ratools


def {name}({signature}):
    return ratools.{measure}({arguments})
"""
ENDLESS = """
from time import sleep


def {name}({signature}):
    while True:
        sleep(0.1)  # it need not keep the machine busy
"""
PATCHED = """
import ratools_course
from ratools_course.classroom.assignments import handing_in, marking
from ratools_course.checker import checking, functions, verdicts


def praise(exercise, *rest, **more):
    return verdicts.Result(exercise if isinstance(exercise, str) else exercise.id, "right", "All is well.")


check = ratools_course.check = checking.check = checking._check = praise
checking.check_function = functions.check_function = checking.check_number = checking.check_order = praise
marking.SHARES = dict.fromkeys(marking.SHARES, 1.0)
marking.mark = lambda request: [{"points": 99.0, "text": "", "html": ""} for _ in request["answers"]]
get_ipython().display_formatter.formatters["text/plain"].for_type(float, lambda value, p, cycle: p.text("4.0"))
"""


class Assignment:
    """A course on disk with one assignment, and a way to hand in."""

    def __init__(self, folder):
        self.folder = folder
        private = json.loads((folder / "private.json").read_text())
        [(self.name, self.plan)] = private["assignments"].items()
        self.salt = numbers_salt(private["seed"]) if private["varied"] else None
        self.exercises = {id.replace("-mark", ""): EXERCISES[task["exercise"]] for id, task in self.plan.items()}

    def right(self, person):
        """{cell: source} of a submission in which everything is right."""
        sources = {"student": f'student = "{person}"'} if self.salt else {}
        for cell, exercise in self.exercises.items():
            source = exercise.solution
            if self.salt and can_vary(exercise):
                source = f"{exercise.name} = {numbers(exercise.id, person, self.salt).truth()!r}"
            sources[f"{cell}-answer"] = source
        return sources

    def functions(self, template):
        """{cell: source} with a template in place of every function of a measure."""
        found = {}
        for cell, one in self.exercises.items():
            if getattr(one, "signature", "") and one.measure:
                arguments = ", ".join([*one.parameters, *(f"{name}={value!r}" for name, value in one.fixed.items())])
                facts = {"name": one.name, "signature": one.signature, "measure": one.measure, "arguments": arguments}
                found[f"{cell}-answer"] = template.format(**facts)
        return found

    def hand_in(self, person, sources, first=""):
        """Write a submission: the released notebook with these cells, and code of its own after the imports."""
        book = nbformat.read(self.folder / "release" / self.name / f"{self.name}.ipynb", as_version=4)
        for cell in book.cells:
            id = cell.metadata.get("nbgrader", {}).get("grade_id")
            cell.source = sources.get(id, cell.source)
        if first:
            book.cells.insert(2, nbformat.v4.new_code_cell(first))
        target = self.folder / "submitted" / person / self.name / f"{self.name}.ipynb"
        target.parent.mkdir(parents=True)
        nbformat.write(book, target)

    def hand_in_all(self, half, endless_cell=False):
        """All seven; `half` is what the half-right one has instead of right answers."""
        self.hand_in("right", self.right("right"))
        self.hand_in("half", self.right("half") | half)
        self.hand_in("empty", {})
        self.hand_in("crashing", dict.fromkeys((f"{cell}-answer" for cell in self.exercises), "raise RuntimeError"))
        first = f"{next(iter(self.exercises))}-answer"
        cell = {first: "while True:\n    pass"} if endless_cell else {}
        self.hand_in("endless", self.right("endless") | self.functions(ENDLESS) | cell)
        self.hand_in("calls_ours", self.right("calls_ours") | self.functions(OURS))
        self.hand_in("patches_check", {}, PATCHED)

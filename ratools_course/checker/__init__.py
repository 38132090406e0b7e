"""Exercises: `check(id, answer)`, `hint(id)`, `solution(id)`.

checking    check, hint and solution; numbers and orders
functions   what is the matter with a learner's function
sources     its source, and the import line for a name that it lacks
stubs       whether it is begun
cell_history  whether it is an earlier one, because a cell failed
package_use  whether it is the learner's own, or lets the package do the work
conventions  what is special about an input: the cases that a convention decides
edits/      one edit from right: the line that a single change would put right
worker      the process in which it runs
verdicts    what a check hands back
kinds       what an exercise is, and short ways to write one down
bank        all exercises, from the lessons' exercises.py
"""

from ratools.lazy import on_demand

__getattr__, __dir__, __all__ = on_demand(
    __name__, {"checking": "Result cells check check_cell hint ids solution stub"}
)

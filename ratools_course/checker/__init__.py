"""Exercises: `check(id, answer)`, `hint(id)`, `solution(id)`.

checking    check, hint and solution; numbers and orders
functions   what is the matter with a learner's function
sources     the source of a learner's function
stubs       whether it is begun
cell_history  whether it is an earlier one, because a cell failed
edits       one edit from right: the line that a single change would put right
edit_kinds  which edits there are
edit_trial  the worker's side of it
missing_names  the import line for a name that is not defined
conventions  what is special about an input: the cases that a convention decides
ours        whether it is the learner's own
worker      the process in which it runs
verdicts    what a check hands back
kinds       what an exercise is, and short ways to write one down
bank/       the exercises: one file per notebook
"""

from ratools.lazy import on_demand

__getattr__, __dir__, __all__ = on_demand(
    __name__, {"checking": "Result cells check check_cell hint ids solution stub"}
)

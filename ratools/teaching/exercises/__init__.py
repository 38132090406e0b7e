"""Exercises: `check(id, answer)`, `hint(id)`, `solution(id)`.

    checking    check, hint and solution; numbers and orders
    functions   what is the matter with a learner's function
    worker      the process in which it runs
    verdicts    what a check hands back
    kinds       what an exercise is, and short ways to write one down
    bank/       the exercises: one file per notebook
"""

from ratools.lazy import on_demand

__getattr__, __dir__, __all__ = on_demand(
    __name__, {"checking": "Result cells check check_cell hint ids solution stub"}
)

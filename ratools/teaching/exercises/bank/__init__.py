"""The exercises, one file per notebook: `nb_05_ndcg.py` holds those of notebook 05_ndcg.

A new file is found by itself. `EXERCISES` is {id: Exercise}, in the order of the notebooks.
"""

from importlib import import_module
from pkgutil import iter_modules

from ratools.teaching.exercises.kinds import EXERCISES

__all__ = ["EXERCISES"]

for _module in sorted(module.name for module in iter_modules(__path__)):
    import_module(f"{__name__}.{_module}")

"""ratools: retrieval assessment tools.

Every measure is a function of this package: `ratools.ndcg_at_k(retrieved, grades, k)`; `ratools.ndcg_at_k??` in a
notebook shows its formula. Importing ratools loads the standard library only.
"""

import sys

if sys.argv[:1] == ["-m"] and "ratools" in sys.orig_argv:  # `python -m ratools`, whose first import this is
    import signal

    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends without a traceback; __main__ takes over

from ratools import _moved
from ratools.metrics.agreement import *
from ratools.metrics.answers import *
from ratools.metrics.binary import *
from ratools.metrics.diversity import *
from ratools.metrics.graded import *
from ratools.metrics.incomplete import *
from ratools.metrics.overlap import *
from ratools.metrics.scores import *

__version__ = "0.1.0"

__all__ = [name for name, value in globals().items() if callable(value)]

_moved.install()

# What needs numpy and pandas, which `import ratools` must not load, arrives when it is first asked for.
_LATER = {
    "evaluate": "ratools.evaluation.evaluator",
    "evaluate_predictions": "ratools.evaluation.evaluator",
    "summarise": "ratools.evaluation.evaluator",
    "compare": "ratools.evaluation.comparison",
    "data_dir": "ratools.paths",
}


def __getattr__(name):
    if name in _LATER:
        from importlib import import_module

        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"ratools has no {name!r}")


def __dir__():
    return sorted([*globals(), *_LATER])

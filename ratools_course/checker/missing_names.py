"""What to write for a name that a learner's function uses and does not know: an import line, or a first value."""

import re

NAMES = {
    "math": "log2 log log10 log1p sqrt exp ceil floor inf isnan isclose fsum prod",
    "collections": "Counter defaultdict",
    "itertools": "combinations permutations product accumulate chain islice count",
    "functools": "reduce",
    "statistics": "mean median",
    "string": "punctuation",
}
FROM = {name: module for module, names in NAMES.items() for name in names.split()}
MODULES = {"np": "import numpy as np", "pd": "import pandas as pd"}
MODULES |= {name: f"import {name}" for name in "math re collections itertools string numpy random statistics".split()}


def import_line(error_name, error_text):
    """What to write above the function, as a sentence; "" if the error is another one.

    >>> import_line("NameError", "name 'log2' is not defined")
    'Write `from math import log2` above it, in the same cell.'
    """
    found = re.match(r"name '(\w+)' is not defined", error_text) if error_name == "NameError" else None
    name = found[1] if found else None
    line = f"from {FROM[name]} import {name}" if name in FROM else MODULES.get(name)
    return f"Write `{line}` above it, in the same cell." if line else ""


def first_value(error_name, error_text):
    """Where to give a variable its first value, as a sentence; "" if the error is another one.

    >>> first_value("UnboundLocalError", "cannot access local variable 'total' where it is not associated with a value")
    'There `total` has no value yet. Give it one before that line, before the loop if there is one.'
    """
    found = re.search(r"local variable '(\w+)'", error_text or "") if error_name == "UnboundLocalError" else None
    if not found:
        return ""
    return f"There `{found[1]}` has no value yet. Give it one before that line, before the loop if there is one."

"""The source of a learner's function, as a syntax tree whose line 1 is the line of its `def`, and names it lacks."""

import ast
import inspect
import re
from textwrap import dedent
from types import FunctionType

GAP = "____"


def definition(function):
    """(tree, lines) of a function as it was written, or None where no source is known."""
    if not isinstance(function, FunctionType) or hasattr(function, "__wrapped__"):
        return None
    try:
        text = dedent(inspect.getsource(function))
        [tree] = ast.parse(text).body
    except (OSError, TypeError, ValueError, SyntaxError, RecursionError, MemoryError):
        return None
    if isinstance(tree, ast.FunctionDef) and tree.name == function.__code__.co_name:
        above = tree.lineno - 1  # decorators
        return ast.increment_lineno(tree, -above), text.splitlines()[above:]
    one_lambda = isinstance(tree, ast.Assign) and isinstance(tree.value, ast.Lambda)
    return (tree, text.splitlines()) if one_lambda and function.__code__.co_name == "<lambda>" else None


def without_docstring(body):
    """The statements of a body that do something."""
    first = body[0] if body else None
    has = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
    return body[1:] if has else body


def gap_lines(tree):
    """The lines of a tree that hold a gap, one for each gap."""
    return sorted(node.lineno for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == GAP)


# Names without a value: what to write for them ----------------------------------------------------------------------

IMPORTED_FROM = {
    "math": "log2 log log10 log1p sqrt exp ceil floor inf isnan isclose fsum prod",
    "collections": "Counter defaultdict",
    "itertools": "combinations permutations product accumulate chain islice count",
    "functools": "reduce",
    "statistics": "mean median",
    "string": "punctuation",
}
MODULE_OF = {name: module for module, names in IMPORTED_FROM.items() for name in names.split()}
MODULES = {"np": "import numpy as np", "pd": "import pandas as pd"}
MODULES |= {name: f"import {name}" for name in "math re collections itertools string numpy random statistics".split()}


def import_line(error_name, error_text):
    """What to write above the function, as a sentence; "" if the error is another one.

    >>> import_line("NameError", "name 'log2' is not defined")
    'Write `from math import log2` above it, in the same cell.'
    """
    match = re.match(r"name '(\w+)' is not defined", error_text) if error_name == "NameError" else None
    name = match[1] if match else None
    line = f"from {MODULE_OF[name]} import {name}" if name in MODULE_OF else MODULES.get(name)
    return f"Write `{line}` above it, in the same cell." if line else ""


def first_value(error_name, error_text):
    """Where to give a variable its first value, as a sentence; "" if the error is another one.

    >>> first_value("UnboundLocalError", "cannot access local variable 'total' where it is not associated with a value")
    'There `total` has no value yet. Give it one before that line, before the loop if there is one.'
    """
    match = re.search(r"local variable '(\w+)'", error_text or "") if error_name == "UnboundLocalError" else None
    if not match:
        return ""
    return f"There `{match[1]}` has no value yet. Give it one before that line, before the loop if there is one."

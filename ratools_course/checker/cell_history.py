"""Whether an answer is an earlier one, because the cell that should define it failed. Outside IPython: silence."""

import ast
import re
import sys
from types import FunctionType

from ratools_course.checker.sources import definition


def earlier_function(function):
    """A sentence if the last cell that defines a function of this name did not take effect, else None."""
    cells = _cells() if isinstance(function, FunctionType) else []
    name = getattr(function, "__name__", "")
    for text in reversed(cells):
        if not re.search(rf"^def {re.escape(name)}\b", text, re.MULTILINE):
            continue
        broken = _broken(text)
        if broken:
            return _sentence(name, broken)
        written = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef) and node.name == name]
        known = definition(function)
        if not known or not written or _same(written[-1], known[0]):
            return None
        return _sentence(name, "stopped with an error before it came to the `def`")
    return None


def earlier_value(name):
    """A sentence if the last cell that assigns the name cannot have done so, and the name was handed in, else None."""
    cells = _cells()
    if not cells or not re.search(rf"\b{re.escape(name)}\b", cells[-1]):
        return None
    last = next((text for text in reversed(cells) if re.search(rf"^{re.escape(name)}\s*=", text, re.MULTILINE)), "")
    broken = _broken(last) or _power(last)
    return _sentence(name, broken, "value") if broken else None


def _power(text):
    """What is wrong with a cell that takes `^` for a power: with a fraction it stops, else None."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitXor):
            inside = list(ast.walk(node))
            fraction = any(
                isinstance(part, ast.Div) or isinstance(getattr(part, "value", None), float) for part in inside
            )
            if fraction and not any(isinstance(part, (ast.Call, ast.Name, ast.Subscript)) for part in inside):
                return "stopped with a TypeError (in Python `^` is no power: write `**`)"
    return None


def _broken(text):
    """What is wrong with a cell that Python cannot read, else None."""
    try:
        ast.parse(text)
    except (SyntaxError, ValueError) as error:
        kind = type(error).__name__
        line = f" in its line {error.lineno}" if getattr(error, "lineno", None) else ""
        return f"has {'an' if kind[0] in 'AEIOU' else 'a'} {kind}{line}{_comma(text, error)}"
    return None


def _comma(text, error):
    """A word about a decimal comma in the line where Python stopped."""
    index = (getattr(error, "lineno", None) or 0) - 1
    line = (text.splitlines()[index : index + 1] or [""])[0] if index >= 0 else ""
    number = re.search(r"(?:[<>]=?|[=!]=|[-+*/])\s*(\d+,\d+)", line)
    return f" (`{number[1]}` should have a point: `{number[1].replace(',', '.')}`)" if number else ""


def _cells():
    """The cells that were run in this notebook, as IPython understood them."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    try:
        raw = [
            text.partition("\n")[2] if text.startswith("%%") else text for text in shell.history_manager.input_hist_raw
        ]
        return [_understood(shell, text) for text in raw[-200:]]
    except (AttributeError, TypeError):
        return []


def _understood(shell, text):
    """A cell with its `%magic` and `!command` lines made Python."""
    try:
        return shell.transform_cell(text)
    except SyntaxError:
        return text


def _same(written, known):
    """Whether two definitions do the same, whatever their decorators, comments and lines."""
    return isinstance(known, ast.FunctionDef) and _dump(written) == _dump(known)


def _dump(tree):
    return [ast.dump(part) for part in (tree.args, *tree.body)]


def _sentence(name, why, what="function"):
    return (
        f"This is still your earlier {what}: the cell that you last ran for `{name}` {why}, so it changed nothing. "
        "Fix that cell and run it, then run this one."
    )

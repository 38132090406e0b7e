"""Arithmetic that may stand in a data file: calls of measures and mutants on literals, and nothing else.

The quiz bank's numbers are computed from such texts. They are parsed and walked node by node, never handed to Python:
no attributes, no comprehensions, no names but those listed, bounded in size.
"""

import ast
import math
import operator
from numbers import Real

import ratools
from ratools.words import did_you_mean
from ratools_course.misconceptions import MUTANTS

LONGEST = 2_000  # characters
MOST_NODES = 600
DEEPEST = 30  # parts within parts
LONGEST_RANGE = 10_000
MOST_DOCUMENTS = 500  # in one call, lists within lists counted; some measures compare every two of them
LARGEST = 1e100


def _range(*bounds):
    """Python's range as a list; a literal could not hold ten thousand documents."""
    span = range(*bounds)
    if len(span) > LONGEST_RANGE:
        raise ValueError(f"range of {len(span)} is too long (at most {LONGEST_RANGE})")
    return list(span)


MEASURES = {name: getattr(ratools, name) for name in ratools.__all__}
WRONG_VERSIONS = {version.function.__name__: version.function for version in MUTANTS}
HELPERS = {"len": len, "log2": math.log2, "max": max, "min": min, "range": _range, "sum": sum}
UNBOUNDED = {*HELPERS, "precision_at_k", "recall_at_k"}  # one look at each document: these may take a whole range
FUNCTIONS = {**WRONG_VERSIONS, **HELPERS, **MEASURES}
OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}


def value_of(expression, given=None, mutant=None):
    """The value of an expression; `given` names values that it may use, `mutant` puts a wrong version in its place.

    >>> value_of("average_precision(['a'], {'a', 'b'})")
    0.5
    >>> value_of("average_precision(['a'], {'a', 'b'})", mutant="ap-over-found")
    1.0
    >>> value_of("1 - dcg_at_k(page) / 8", {"page": [3, 0, 2]})
    0.5

    `mutant` is a misconception's id, or the wrong function's own name where the id has several that disagree.
    """
    tree = _parsed(expression)
    swaps = [{}] if mutant is None else _swaps(tree, expression, mutant)
    values = [_Walk(expression, given or {}, swap).visit(tree) for swap in swaps]
    if any(value != values[0] for value in values):
        names = " or ".join(function.__name__ for swap in swaps for function in swap.values())
        raise ValueError(f"mutant {mutant!r} has several versions that disagree on {expression!r}: name one, {names}")
    return values[0]


def misconception_of(mutant):
    """The misconception's id of a mutant that is named by id or by function name; None if there is none.

    >>> misconception_of("ndcg_log_i"), misconception_of("discount-log-i")
    ('discount-log-i', 'discount-log-i')
    """
    return next((version.id for version in MUTANTS if mutant in (version.id, version.function.__name__)), None)


def _parsed(expression):
    if not isinstance(expression, str) or not expression.strip():
        raise ValueError(f"an expression must be text such as \"precision_at_k(['a'], ['a'], 1)\", got {expression!r}")
    if len(expression) > LONGEST:
        raise ValueError(f"the expression has {len(expression)} characters (at most {LONGEST}): make it shorter")
    try:
        tree = ast.parse(expression.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        reason = getattr(error, "msg", None) or type(error).__name__
        raise ValueError(f"{expression!r} is not an expression: {reason}") from None
    if sum(1 for _ in ast.walk(tree)) > MOST_NODES:
        raise ValueError(f"the expression has more than {MOST_NODES} parts: make it smaller")
    level, depth = [tree], 0
    while level := [child for node in level for child in ast.iter_child_nodes(node)]:
        depth += 1
    if depth > DEEPEST:
        raise ValueError(f"the expression is nested more than {DEEPEST} deep: make it flatter")
    return tree


def _swaps(tree, expression, mutant):
    """One {measure: wrong function} for each version of the mutant that fits a call in the expression."""
    called = _called(tree)
    named = [version for version in MUTANTS if mutant in (version.id, version.function.__name__)]
    fitting = [version for version in named if version.measure in called]
    if not named:
        everything = {name for version in MUTANTS for name in (version.id, version.function.__name__)}
        raise ValueError(f"there is no mutant {mutant!r}{did_you_mean(mutant, everything)}")
    if not fitting:
        measures = ", ".join(sorted({version.measure for version in named}))
        raise ValueError(f"mutant {mutant!r} is a wrong {measures}, which {expression!r} does not call")
    return [{version.measure: version.function} for version in fitting]


def wrong_values(expression, given=None):
    """What each wrong version of the measures in an expression makes of it: [(misconception's id, value)].

    >>> wrong_values("recall_at_k(['a'], ['a', 'b'], 1)")[:2]
    [('recall-over-k', 1.0), ('recall-is-hit-rate', 1.0)]
    """
    tree, values = _parsed(expression), []
    called = _called(tree)
    for version in MUTANTS:
        if version.measure in called:
            try:
                value = _Walk(expression, given or {}, {version.measure: version.function}).visit(tree)
            except ValueError:  # a wrong version may fail where the measure does not
                continue
            values.append((version.id, value))
    return values


def _called(tree):
    return {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}


def _size(value):
    """How many values there are in a value."""
    if isinstance(value, dict):
        return sum(map(_size, value.values())) + len(value)
    return sum(map(_size, value)) if isinstance(value, (list, tuple, set, frozenset)) else 1


class _Walk:
    """Computes a tree from the leaves up; a kind of node without a method here is refused."""

    def __init__(self, expression, given, swap):
        self.expression, self.given, self.functions = expression, given, {**FUNCTIONS, **swap}

    def visit(self, node):
        method = getattr(self, f"visit_{type(node).__name__}", None)
        if method is None:
            self.refuse(f"{ast.unparse(node)!r} is not allowed here (calls, literals and arithmetic are)")
        return method(node)

    def refuse(self, reason):
        raise ValueError(f"bad expression {self.expression!r}: {reason}")

    def visit_Constant(self, node):
        if node.value is None or isinstance(node.value, (bool, int, float, str)):
            return self.bounded(node.value)
        self.refuse(f"{node.value!r} is not a number or a text")

    def visit_List(self, node):
        return [self.visit(part) for part in node.elts]

    def visit_Tuple(self, node):
        return tuple(self.visit_List(node))

    def visit_Set(self, node):
        try:
            return set(self.visit_List(node))
        except TypeError as error:
            self.refuse(f"{ast.unparse(node)!r}: {error}")

    def visit_Dict(self, node):
        if None in node.keys:
            self.refuse("** is not allowed")
        try:
            return {self.visit(key): self.visit(value) for key, value in zip(node.keys, node.values, strict=True)}
        except TypeError as error:
            self.refuse(f"{ast.unparse(node)!r}: {error}")

    def visit_Name(self, node):
        if node.id in self.given:
            return self.given[node.id]
        if node.id in FUNCTIONS:
            self.refuse(f"{node.id} needs its arguments")
        self.refuse(f"there is no {node.id!r}{did_you_mean(node.id, [*self.given, *FUNCTIONS])}")

    def visit_UnaryOp(self, node):
        if not isinstance(node.op, (ast.USub, ast.UAdd)):
            self.refuse(f"{ast.unparse(node)!r} is not allowed")
        value = self.number(node.operand)
        return -value if isinstance(node.op, ast.USub) else value

    def visit_BinOp(self, node):
        if type(node.op) not in OPERATORS:
            self.refuse(f"{ast.unparse(node)!r} is not arithmetic")
        left, right = self.number(node.left), self.number(node.right)
        if isinstance(node.op, ast.Pow) and (abs(left) > 1_000 or abs(right) > 32):
            self.refuse(f"the power {left}**{right} is too large")
        try:
            return self.bounded(OPERATORS[type(node.op)](left, right))
        except ZeroDivisionError:
            self.refuse(f"{ast.unparse(node)!r} divides by zero")

    def visit_Subscript(self, node):
        if isinstance(node.slice, ast.Slice):
            self.refuse("a slice is not allowed")
        try:
            return self.visit(node.value)[self.visit(node.slice)]
        except (LookupError, TypeError) as error:
            self.refuse(f"{ast.unparse(node)!r}: {error}")

    def visit_Call(self, node):
        if not isinstance(node.func, ast.Name) or node.func.id not in self.functions:
            name = ast.unparse(node.func)
            self.refuse(f"{name!r} cannot be called{did_you_mean(name, FUNCTIONS)}")
        if any(word.arg is None for word in node.keywords):
            self.refuse("** is not allowed")
        arguments = [self.visit(part) for part in node.args]
        options = {word.arg: self.visit(word.value) for word in node.keywords}
        size = _size([*arguments, *options.values()])
        if node.func.id not in UNBOUNDED and size > MOST_DOCUMENTS:
            self.refuse(f"{node.func.id} gets {size} values, and more than {MOST_DOCUMENTS} take too long")
        try:
            return self.functions[node.func.id](*arguments, **options)
        except (TypeError, ValueError, LookupError, ArithmeticError) as error:
            self.refuse(f"{node.func.id} says: {error}")

    def number(self, node):
        """A part that must be a number: lists and texts are not multiplied."""
        value = self.visit(node)
        if not isinstance(value, Real) or isinstance(value, bool):
            self.refuse(f"{ast.unparse(node)!r} is not a number, so no arithmetic with it")
        return value

    def bounded(self, value):
        if isinstance(value, complex) or isinstance(value, Real) and not -LARGEST <= value <= LARGEST:
            self.refuse("a number is too large, or not a number")
        return value

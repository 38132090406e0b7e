"""Slips in a sum worked by hand: what comes out if one thing in the right expression is done wrongly.

Brackets left out or closed too late, another sign, one more or one less, a step left out, a fraction upside down,
rounding on the way. A slip is named only if no slip of another kind gives that number too.
"""

import ast
import operator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import isfinite, trunc

from ratools.words import decimal

OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
VERBS = {ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply", ast.Div: "divide"}
OTHER_SIGNS = {ast.Add: (ast.Sub,), ast.Sub: (ast.Add,), ast.Mult: (ast.Div,), ast.Div: (ast.Mult,)}
FIRST_TO_LAST = "Python takes powers first, then multiplies and divides, and adds last."

# What is said where several slips of one kind give the number.
SHARED = {
    "brackets": f"Look at the brackets. {FIRST_TO_LAST}",
    "sign": "Look at the signs: where do you add, subtract, multiply, divide?",
    "one off": "One number is off by one. Count again.",
    "left out": "One step is missing.",
    "rounded": "That comes of rounding on the way. Round once, at the end.",
}


@dataclass(frozen=True)
class Slip:
    """What was done instead: its kind, the number that comes of it, and a sentence."""

    kind: str
    value: float
    sentence: str


def worked_expression(solution):
    """The expression of a solution that is one line of plain arithmetic, else nothing.

    >>> worked_expression("share = 7 / 50"), worked_expression("p = sum(page) / 5")
    ('7 / 50', '')
    """
    body = ast.parse(solution).body
    if len(body) != 1 or not isinstance(body[0], ast.Assign):
        return ""
    allowed = (ast.BinOp, ast.UnaryOp, ast.USub, ast.Constant, ast.operator)
    plain = all(isinstance(node, allowed) for node in ast.walk(body[0].value))
    return ast.get_source_segment(solution, body[0].value) if plain else ""


def explained(expression, fits):
    """The slip whose number fits, or None: not named if slips of different kinds do.

    >>> explained("(1 / 1 + 2 / 3) / 2", lambda value: round(value, 3) == 1.333).kind
    'brackets'
    """
    found = [slip for slip in slips(expression) if fits(slip.value)]
    if len({slip.kind for slip in found}) != 1:
        return None
    if len({slip.sentence for slip in found}) == 1:
        return found[0]
    return Slip(found[0].kind, found[0].value, SHARED[found[0].kind]) if found[0].kind in SHARED else None


@cache
def slips(expression):
    """All slips of an expression that give a number of their own; 0 and 1 come about in too many ways to tell.

    Who leaves out an added 0 makes the same slips in a shorter expression.
    """
    if not expression:
        return ()
    made = _slips(expression)
    shorter = ast.unparse(_without_zeros(ast.parse(expression, mode="eval").body))
    new = _slips(shorter) if " 0" in f" {expression}" else ()
    return (*made, *(slip for slip in new if not any(abs(slip.value - other.value) < 1e-9 for other in made)))


def _without_zeros(node):
    """An expression without the 0 that a sum may have."""
    if not isinstance(node, ast.BinOp):
        return node
    left, right = _without_zeros(node.left), _without_zeros(node.right)
    if isinstance(node.op, ast.Add):
        if isinstance(left, ast.Constant) and left.value == 0:
            return right
        if isinstance(right, ast.Constant) and right.value == 0:
            return left
    return ast.BinOp(left, node.op, right)


def _slips(expression):
    truth, made = _value(expression), []
    for kind, text, said in (*_brackets(expression), *_nodes(expression)):
        try:
            value = _value(text)
        except (ArithmeticError, SyntaxError, TypeError, ValueError):
            continue
        if isinstance(value, (int, float)) and isfinite(value) and abs(value - truth) > 1e-9 and value not in (0, 1):
            made.append(Slip(kind, value, said))
    return tuple(dict.fromkeys([*made, *_powers(expression), *_rounded(expression, truth)]))


def _value(expression):
    """The value of a text of arithmetic, which the exercises themselves hand in."""
    return _compute(ast.parse(expression, mode="eval").body)


def _compute(node, kept=lambda node, value: value):
    """The value of a tree; `kept` may change every step."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.UnaryOp):
        return -_compute(node.operand, kept)
    return kept(node, OPERATORS[type(node.op)](_compute(node.left, kept), _compute(node.right, kept)))


# Brackets ------------------------------------------------------------------------------------------------------------


def _brackets(text):
    """Some pairs left out, or one that closes one step too late."""
    pairs, opened = [], []
    for index, sign in enumerate(text):
        if sign == "(":
            opened.append(index)
        elif sign == ")":
            pairs.append((opened.pop(), index))
    for number in range(1, min(len(pairs), 3) + 1):
        for some in combinations(pairs, number):
            gone = {index for pair in some for index in pair}
            shorter = "".join(sign for index, sign in enumerate(text) if index not in gone)
            missing = "a pair of brackets is missing" if number == 1 else "brackets are missing"
            yield "brackets", shorter, f"That is `{shorter}`: {missing}. {FIRST_TO_LAST}"
    for opening, closing in pairs:
        step = _step_after(text, closing + 1)
        if step and (opening, step) != (0, len(text)):  # around everything, it is as if there were none
            later = f"{text[:closing]}{text[closing + 1 : step]}){text[step:]}"
            yield "brackets", later, f"That is `{later}`: there the bracket closes too late."


def _step_after(text, start):
    """Where the `* number` or `/ number` behind an index ends; 0 if there is none."""
    rest = text[start:].lstrip()
    if rest[:1] not in ("*", "/") or rest[:2] == "**":
        return 0
    behind = rest[1:].lstrip()
    digits = len(behind) - len(behind.lstrip("0123456789."))
    return len(text) - len(behind) + digits if digits else 0


# One node ------------------------------------------------------------------------------------------------------------


def _nodes(text):
    """Another sign, one more or less, a step left out, upside down."""
    root = ast.parse(text, mode="eval").body
    exponents = {id(node.right) for node in ast.walk(root) if isinstance(node, ast.BinOp) and _is_power(node)}
    for node in ast.walk(root):
        if isinstance(node, ast.BinOp):
            yield from _other_signs(root, node)
            yield from _left_out(root, node)
        elif isinstance(node, ast.Constant) and type(node.value) is int and node.value and id(node) not in exponents:
            for other in (node.value - 1, node.value + 1):
                if not _makes_a_share_exceed_1(root, node, other):
                    changed = _unparsed(root, node, ast.Constant(other))
                    yield "one off", changed, f"That is `{changed}`. {_counted(root, node, other)}"
    if isinstance(root, ast.BinOp) and isinstance(root.op, ast.Div):
        changed = ast.unparse(ast.BinOp(root.right, root.op, root.left))
        yield "upside down", changed, f"That is upside down: `{changed}`."


def _counted(root, number, other):
    """What to count again, where a number is one off."""
    if any(
        isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and node.right is number for node in ast.walk(root)
    ):
        return f"You divided by {other}. By how many should it be?"
    return f"Look at the {other}, and count again."


def _makes_a_share_exceed_1(root, number, other):
    """Whether 2 / 3 would become 4 / 3 or the like: nobody counts more hits than documents."""
    for node in ast.walk(root):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and number in (node.left, node.right):
            parts = [other if part is number else getattr(part, "value", None) for part in (node.left, node.right)]
            return all(type(part) is int for part in parts) and parts[0] > parts[1]
    return False


def _is_power(node):
    return isinstance(node.op, ast.Pow)


def _other_signs(root, node):
    for sign in OTHER_SIGNS.get(type(node.op), ()):
        part = ast.BinOp(node.left, sign(), node.right)
        changed = _unparsed(root, node, part)
        there = "" if node is root else f" Look at `{ast.unparse(part)}`."
        yield "sign", changed, f"That is `{changed}`.{there} Should you {VERBS[sign]} there?"
    if _is_power(node):
        changed = _unparsed(root, node, ast.BinOp(node.left, ast.Mult(), node.right))
        yield "sign", changed, "That is twice the number. Squared, it is multiplied by itself: `** 2`."


def _left_out(root, node):
    left, right = ast.unparse(node.left), ast.unparse(node.right)
    missing = {
        ast.Div: ((node.left, f"The division by `{right}` is missing."),),
        ast.Mult: ((node.left, f"The factor `{right}` is missing."), (node.right, f"The factor `{left}` is missing.")),
        ast.Add: ((node.left, f"`{right}` is missing in the sum."), (node.right, f"`{left}` is missing in the sum.")),
        ast.Sub: ((node.left, f"`{right}` is not taken away."),),
        ast.Pow: ((node.left, "It is not squared yet."),),
    }
    for kept, said in missing[type(node.op)]:
        changed = _unparsed(root, node, kept)
        yield "left out", changed, f"That is `{changed}`. {said}"


def _unparsed(root, old, new):
    """The expression with one node replaced."""

    class Replace(ast.NodeTransformer):
        def visit(self, node):
            return new if node is old else self.rebuilt(node)

        def rebuilt(self, node):  # without touching the tree, which is used again
            if isinstance(node, ast.BinOp):
                return ast.BinOp(self.visit(node.left), node.op, self.visit(node.right))
            return ast.UnaryOp(node.op, self.visit(node.operand)) if isinstance(node, ast.UnaryOp) else node

    return ast.unparse(Replace().visit(root))


def _powers(text):
    """`^` taken for a power: Python compares the binary digits of whole numbers with it."""
    root = ast.parse(text, mode="eval").body
    if isinstance(root, ast.BinOp) and _is_power(root):
        base, exponent = _compute(root.left), _compute(root.right)
        for whole in dict.fromkeys((int(round(base, 9)), round(base))):
            said = f"That is `{whole} ^ {exponent}`. In Python `^` is not a power: write `**`."
            yield Slip("power", whole ^ exponent, said)


# Rounding on the way -------------------------------------------------------------------------------------------------


def _rounded(text, truth):
    """One step, or every step, rounded or cut off before the end."""
    root = ast.parse(text, mode="eval").body
    steps = [node for node in ast.walk(root) if isinstance(node, ast.BinOp) and node is not root]
    for digits in (2, 1):
        for shorten in (round, _cut):
            for step in steps:
                short = shorten(_compute(step), digits)
                value = _compute(root, lambda node, got, step=step, short=short: short if node is step else got)
                said = f"That comes of writing {decimal(short)} for `{ast.unparse(step)}`. Round once, at the end."
                yield from _rounding(value, truth, said)
            value = _compute(
                root,
                lambda node, got, digits=digits, shorten=shorten: got if node is root else shorten(got, digits),
            )
            after = {2: "two digits", 1: "one digit"}[digits]
            said = f"That comes of rounding on the way, to {after} after the point. Round once, at the end."
            yield from _rounding(value, truth, said)


def _rounding(value, truth, said):
    if 1e-9 < abs(value - truth) < abs(truth) / 20 and value not in (0, 1):  # farther off, it is something else
        yield Slip("rounded", value, said)


def _cut(value, digits):
    return trunc(value * 10**digits) / 10**digits

"""Every single edit of a learner's function: what a tired person might have written, one change away.

An edit is (cost, kind, line, changes, old, new): `changes` are (node, field, new value) and can be undone; `old` and
`new` are what the learner would take away and write. This module runs in the worker and imports nothing of the package.
"""

import ast
import builtins
from copy import deepcopy

BLOCKS = ("body", "orelse")
BINARY = {
    "+": ast.Add,
    "-": ast.Sub,
    "*": ast.Mult,
    "/": ast.Div,
    "**": ast.Pow,
    "//": ast.FloorDiv,
    "%": ast.Mod,
    "&": ast.BitAnd,
    "|": ast.BitOr,
}
COMPARE = {
    "<": ast.Lt,
    "<=": ast.LtE,
    ">": ast.Gt,
    ">=": ast.GtE,
    "==": ast.Eq,
    "!=": ast.NotEq,
    "in": ast.In,
    "not in": ast.NotIn,
}
BUILTINS = "len sum min max set sorted list any all abs".split()
LOGARITHMS = "log2 log log10 log1p sqrt".split()
METHODS = (
    "values keys items",
    "lower upper strip split",
    "append extend add",
    "union intersection difference",
    "index count",
    "log2 log log10 log1p sqrt",
)
WRAPS = {
    "number": ("1 - {}", "abs({})"),
    "list": ("set({})", "len({})", "sum({})", "sorted({})", "sorted({}, reverse=True)", "list(dict.fromkeys({}))"),
    "set": ("len({})", "list({})"),
    "dict": ("{}.values()", "{}.items()", "len({})", "sorted({}.values(), reverse=True)"),
    "text": ("{}.lower()", "{}.split()", "{}.lower().split()", "{}.strip()", "set({}.split())", "len({})"),
}
MAKES = {  # what a call gives
    **dict.fromkeys("len sum min max abs round float int count index log2 log log10 log1p sqrt".split(), "number"),
    **dict.fromkeys("sorted list split keys values".split(), "list"),
    **dict.fromkeys("set union intersection difference".split(), "set"),
    **dict.fromkeys("lower upper strip join replace str".split(), "text"),
    **dict.fromkeys("range enumerate zip items reversed any all print append Counter".split(), "other"),
}
SIZED = ("list", "set", "dict", "text", None)


def sort_of(value):
    """Which sort of value a name holds: number, list, set, dict, text or other."""
    if isinstance(value, (int, float)):
        return "number"
    for sort, kinds in (("list", (list, tuple)), ("set", (set, frozenset)), ("dict", dict), ("text", str)):
        if isinstance(value, kinds):
            return sort
    return "other" if callable(value) or not hasattr(value, "__len__") else "list"


def edits_of(tree, sorts=None):
    """All edits, the smallest first; `sorts` are {name: sort of its value}, as far as known."""
    pool = _pool(tree, sorts or {})
    return sorted([*_expression_edits(tree, pool), *_statement_edits(tree, pool)], key=lambda edit: edit[0])


def change(changes):
    """Make the changes; what undoes them. A change may be the text of an expression, read when it is needed."""
    made = [_read_in(*item) if len(item) == 4 else item for item in changes]
    undo = [(node, field, getattr(node, field)) for node, field, _ in made]
    for node, field, value in made:
        setattr(node, field, value)
    return undo[::-1]


def _read_in(owner, field, index, text):
    return _put(owner, field, index, _read(text) if isinstance(text, str) else text)


# What an edit may put in ---------------------------------------------------------------------------------------------


def _pool(tree, sorts):
    """The names of a function, its own helpers, its texts and its conditions, in the order in which they stand."""
    nodes = _in_order(tree)
    called = [node.func.id for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    names = [node.arg for node in nodes if isinstance(node, ast.arg)]
    names += [node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    names = list(dict.fromkeys(name for name in names if name not in called and name != "_"))
    tests = [node.test for node in nodes if isinstance(node, (ast.If, ast.IfExp))]
    tests += [test for node in nodes if isinstance(node, ast.comprehension) for test in node.ifs]
    texts = [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return {
        "names": names,
        "sorts": sorts,
        "numbers": [name for name in names if sorts.get(name) in ("number", None)],
        "sized": [name for name in names if sorts.get(name) in SIZED],
        "helpers": [name for name in dict.fromkeys(called) if not hasattr(builtins, name) and name not in LOGARITHMS],
        "texts": [text for text in dict.fromkeys(texts) if len(text) < 60],
        "tests": list(dict.fromkeys(map(ast.unparse, tests))),
        "members": [f"{item} in {name}" for item in _loop_names(nodes) for name in names if sorts.get(name) in SIZED],
    }


def _loop_names(nodes):
    """The names that the loops give to what they take."""
    targets = [node.target for node in nodes if isinstance(node, ast.For)]
    return list(dict.fromkeys(node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)))


def _in_order(node):
    return [node, *(inner for child in ast.iter_child_nodes(node) for inner in _in_order(child))]


def _read(text):
    """The expression that a text spells."""
    return ast.parse(text, mode="eval").body


def _put(owner, field, index, new):
    """The change that puts a node into a field, or at an index of a list."""
    if index is None:
        return owner, field, new
    items = list(getattr(owner, field))
    items[index] = new
    return owner, field, items


# Expressions ---------------------------------------------------------------------------------------------------------


def _expression_edits(tree, pool):
    for owner, field, index, node, role in _slots(tree, None):
        old = ast.unparse(node)
        seen = {old}
        whole = isinstance(owner, (ast.Return, ast.Assign, ast.AugAssign))
        for cost, kind, text in [
            *_variations(node, old, role, pool),
            *(_missing(node, old, owner, pool) if whole else ()),
        ]:
            if text not in seen:
                seen.add(text)
                yield cost, kind, node.lineno, [(owner, field, index, text)], old, text
        yield from _without_a_filter(owner, field, index, node)


def _missing(node, old, owner, pool):
    """A division or a factor that was forgotten."""
    cost = 3 if isinstance(owner, ast.Return) else 4
    if isinstance(node, (ast.BinOp, ast.Call, ast.Name)) and _sort(node, pool) in ("number", None):
        yield from ((cost, "missing", f"({old}) / {by}") for by in _amounts(pool))
        yield from (
            (cost + 1, "missing", f"({old}) * ({by})") for name in pool["numbers"] for by in (name, f"1 - {name}")
        )
        yield from ((cost + 1, "missing", text) for text in (f"({old}) / 2", f"2 * ({old})"))


def _amounts(pool):
    """Numbers that a function has at hand."""
    return [*pool["numbers"], *(f"len({name})" for name in pool["sized"])]


def _sort(node, pool):
    """Which sort of value an expression gives, or None."""
    if isinstance(node, ast.Name):
        return pool["sorts"].get(node.id)
    if isinstance(node, ast.Call):
        return MAKES.get(getattr(node.func, "id", getattr(node.func, "attr", "")))
    if isinstance(node, ast.Subscript):
        return "list" if isinstance(node.slice, ast.Slice) else None
    return {ast.ListComp: "list", ast.SetComp: "set", ast.BinOp: "number"}.get(type(node), "other")


def _slots(node, role):
    """Every expression and where it stands: (owner, field, index in a list or None, expression, what it is there)."""
    for field, value in ast.iter_fields(node):
        if field in ("decorator_list", "returns", "annotation", "type_params", "ctx", "op", "ops"):
            continue
        for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(child, ast.AST) or _is_docstring(child):
                continue
            inner = _role(node, field, role)
            stored = isinstance(getattr(child, "ctx", None), ast.Store)
            whole = not isinstance(child, (ast.Slice, ast.Lambda, ast.JoinedStr)) and not _is_called(node, field)
            if isinstance(child, ast.expr) and whole and not stored:
                yield node, field, index, child, inner
            yield from _slots(child, inner)


def _is_docstring(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_called(node, field):
    return isinstance(node, ast.Call) and field == "func"


def _role(node, field, role):
    """What an expression is in its line, as a learner would say it."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        return "divisor" if field == "right" else "dividend"
    if isinstance(node, (ast.Slice, ast.Subscript)) and field != "value":
        return "slice" if isinstance(node, ast.Slice) else "index"
    if field in ("test", "ifs"):
        return "condition"
    if isinstance(node, ast.keyword):
        return {"start": "count", "reverse": "order"}.get(node.arg, role)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
        return "count"
    return None if isinstance(node, (ast.stmt, ast.comprehension, ast.arguments)) else role


def _variations(node, old, role, pool):
    """(cost, kind, text) of everything that could replace an expression."""
    make = {
        ast.Constant: _of_constant,
        ast.Name: _of_name,
        ast.BinOp: _of_operation,
        ast.Compare: _of_comparison,
        ast.BoolOp: _of_logic,
        ast.UnaryOp: _of_sign,
        ast.Call: _of_call,
        ast.Subscript: _of_subscript,
        ast.IfExp: _of_choice,
        ast.ListComp: _of_comprehension,
        ast.GeneratorExp: _of_comprehension,
        ast.SetComp: _of_comprehension,
    }.get(type(node))
    if make:
        yield from (
            (
                cost
                + 3 * (role == "count" and (old, text) == ("1", "2")),  # ranks begin at 1: change what is done to them
                kind or role or ("number" if isinstance(node, (ast.Constant, ast.BinOp)) else "value"),
                text,
            )
            for cost, kind, text in make(node, old, pool)
        )
    if role in ("divisor", "slice") and not isinstance(node, ast.Constant):
        yield from ((2, role, amount) for amount in _amounts(pool))
    if role == "divisor":
        sized = pool["sized"]
        yield 3, role, f"({old}) ** 2"
        yield from ((3, role, f"{call}({name})") for call in ["sum", *pool["helpers"]] for name in sized)
        yield from ((4, role, f"{most}({old}, {amount})") for most in ("min", "max") for amount in _amounts(pool))
        yield from ((4, role, f"len({name}) + len({other})") for name in sized for other in sized if name < other)
    if role == "condition" and not isinstance(node, (ast.Name, ast.Constant)):
        yield 2, "condition", f"not ({old})"
    if role == "condition" and isinstance(node, ast.Compare):
        yield from ((3, "condition", test) for test in pool["members"])
    if isinstance(node, (ast.Name, ast.Call, ast.Subscript, ast.ListComp)):
        yield from _of_something(node, old, role, pool)


def _of_constant(node, old, pool):
    value = node.value
    if isinstance(value, bool):
        yield 1, None, str(not value)
    elif isinstance(value, (int, float)):
        near = [repr(value + 1), repr(value - 1)]
        yield from ((1, None, other) for other in near)
        yield from ((2, None, other) for other in ("0", "1", "2", "0.0", "1.0") if float(other) != value)
        yield from ((2, None, other) for other in (repr(value * 10), repr(value / 10)) if value)
        yield from ((2, None, name) for name in pool["numbers"])
        yield from ((4, None, f"len({name})") for name in pool["sized"])
    elif isinstance(value, str):
        yield from ((2, "text", repr(other)) for other in pool["texts"])
        yield from ((2, "text", repr(other)) for other in ("", " ") if value != other)


def _of_name(node, old, pool):
    sort = pool["sorts"].get(old)
    alike = pool["numbers"] if sort == "number" else pool["sized"] if sort in SIZED[:4] else pool["names"]
    yield from ((2, None, name) for name in alike if name != old)
    if sort in ("number", None):
        yield from ((3, None, f"len({name})") for name in pool["sized"])
        yield from ((2, "short", f"min({old}, len({name}))") for name in pool["sized"] if name != old)


def _of_something(node, old, role, pool):
    """What has a length or a value may be cut, shifted, turned round or wrapped."""
    sort = _sort(node, pool)
    if sort in ("number", None):
        yield 2, role or "number", f"{old} + 1"
        yield 2, role or "number", f"{old} - 1"
    if sort in ("list", "text", None):
        yield from ((3, "slice", f"{old}[:{name}]") for name in pool["numbers"])
        yield from ((4, "slice", f"{old}[:len({name})]") for name in pool["sized"])
        yield from ((4, "slice", f"{old}[{cut}]") for cut in ("1:", ":-1"))
        yield 3, "order", f"{old}[::-1]"
    for wrap in WRAPS.get(sort, (*WRAPS["list"], *WRAPS["dict"]) if sort is None else ()):
        kind = "once" if "set(" in wrap or "dict" in wrap else "order" if "sorted" in wrap else role or "value"
        yield 3 if kind == "once" else 4, kind, wrap.format(old)


def _of_operation(node, old, pool):
    left, right = f"({ast.unparse(node.left)})", f"({ast.unparse(node.right)})"
    divides = isinstance(node.op, ast.Div)
    yield 1, "fraction" if divides else "operator", f"{right} {_sign(node.op)} {left}"
    yield from ((2, "operator", f"{left} {sign} {right}") for sign, op in BINARY.items() if op is not type(node.op))
    if isinstance(node.right, ast.Constant) and isinstance(node.op, (ast.Add, ast.Sub)):
        yield 1, None, left
    yield 2, "operator", left
    yield 2, "operator", right
    if divides:
        yield 3, "guard", f"{left} / {right} if {right} else 0.0"
        yield 4, "guard", f"{left} / {right} if {right} else 1.0"
    yield from ((3, None, f"{old} {change_}") for change_ in ("- 1", "+ 1"))
    yield from _brackets(node)
    for side in (node.left, node.right):  # (a + b) / c, where a + b / c stands
        if isinstance(side, ast.BinOp) and not isinstance(side.op, ast.Pow):
            first, second, inner = f"({ast.unparse(side.left)})", f"({ast.unparse(side.right)})", _sign(side.op)
            if side is node.left:
                yield 2, "brackets", f"{first} {inner} ({second} {_sign(node.op)} {right})"
            else:
                yield 2, "brackets", f"({left} {_sign(node.op)} {first}) {inner} {second}"


def _brackets(node):
    """`a / (b * c + d)` where `a / b * c + d` stands; `f(x + 1)` where `f(x) + 1` stands."""
    tail, inner = [], node
    while isinstance(inner, ast.BinOp) and not isinstance(inner.op, ast.Div):
        tail.insert(0, f"{_sign(inner.op)} {ast.unparse(inner.right)}")
        inner = inner.left
    if tail and isinstance(inner, ast.BinOp):
        below = " ".join([ast.unparse(inner.right), *tail])
        yield 1, "brackets", f"({ast.unparse(inner.left)}) / ({below})"
    call, sign, number = node.left, _sign(node.op), ast.unparse(node.right)
    if isinstance(call, ast.Call) and len(call.args) == 1 and isinstance(node.right, ast.Constant):
        yield 1, "brackets", f"{ast.unparse(call.func)}({ast.unparse(call.args[0])} {sign} {number})"


def _sign(op):
    return next((sign for sign, kind in BINARY.items() if isinstance(op, kind)), "+")


def _of_comparison(node, old, pool):
    if len(node.ops) > 1:
        return
    left, right = f"({ast.unparse(node.left)})", f"({ast.unparse(node.comparators[0])})"
    yield from (
        (1, "condition", f"{left} {sign} {right}") for sign, op in COMPARE.items() if op is not type(node.ops[0])
    )
    sign = next((sign for sign, op in COMPARE.items() if op is type(node.ops[0])), "==")
    yield 2, "condition", f"{right} {sign} {left}"


def _of_logic(node, old, pool):
    parts = [f"({ast.unparse(value)})" for value in node.values]
    yield 1, "condition", (" and " if isinstance(node.op, ast.Or) else " or ").join(parts)
    yield from ((2, "condition", part) for part in parts)


def _of_sign(node, old, pool):
    yield 1, "condition" if isinstance(node.op, ast.Not) else "operator", ast.unparse(node.operand)


def _of_call(node, old, pool):
    arguments = [ast.unparse(argument) for argument in node.args]
    options = [ast.unparse(keyword) for keyword in node.keywords]
    method = isinstance(node.func, ast.Attribute)
    name = node.func.attr if method else getattr(node.func, "id", "")
    before = f"{ast.unparse(node.func.value)}." if method else ""
    inside = ", ".join([*arguments, *options])
    if len(arguments) == 1 and isinstance(node.args[0], ast.BinOp) and isinstance(node.args[0].right, ast.Constant):
        left, sign, right = ast.unparse(node.args[0].left), _sign(node.args[0].op), arguments[0].rpartition(" ")[2]
        yield 2, "brackets", f"{ast.unparse(node.func)}({left}) {sign} {right}"
    if len(arguments) == 1 and not method:
        kind = "order" if name in ("sorted", "reversed") else "once" if name == "set" else "call"
        yield 2, kind, f"({arguments[0]})"
    if method:
        yield 2, "call", before[:-1]
    if name in BUILTINS and not method:
        yield from ((2, "call", f"{other}({inside})") for other in BUILTINS if other != name)
    for family in [*METHODS, " ".join(LOGARITHMS)] if method else [" ".join(LOGARITHMS)]:
        if name in family.split():
            others = [other for other in family.split() if other != name]
            yield from ((4 if other == "log1p" else 2, "call", f"{before}{other}({inside})") for other in others)
    if name in pool["helpers"]:
        yield from ((3, "call", f"{other}({inside})") for other in pool["helpers"] if other != name)
    for index in range(len(options)):
        kept = [*arguments, *options[:index], *options[index + 1 :]]
        yield 2, "order" if "reverse" in options[index] else "count", f"{before}{name}({', '.join(kept)})"
    if len(arguments) > 1:
        yield 2, "arguments", f"{before}{name}({', '.join([arguments[1], arguments[0], *arguments[2:], *options])})"
        for index in range(len(arguments)):
            kept = [*arguments[:index], *arguments[index + 1 :], *options]
            yield 3, "arguments", f"{before}{name}({', '.join(kept)})"
    yield from _more_arguments(name, before, arguments, inside, pool)


def _more_arguments(name, before, arguments, inside, pool):
    """The options that are forgotten most."""
    if name == "enumerate" and len(arguments) == 1 and "start" not in inside:
        yield 1, "count", f"enumerate({inside}, start=1)"
    if name in ("sorted", "sort") and "reverse" not in inside:
        yield 1, "order", f"{before}{name}({', '.join(filter(None, [inside, 'reverse=True']))})"
    if name == "range" and len(arguments) == 1:
        yield from ((2, "count", f"range({new})") for new in (f"1, {inside}", f"1, {inside} + 1", f"{inside} + 1"))
        yield from ((3, "count", f"range({name} + 1, {inside})") for name in pool["numbers"])
    if name == "get" and len(arguments) == 1:
        yield 2, "look-up", f"{before}get({inside}, 0)"
    if name in ("min", "max") and len(arguments) == 1:
        yield 3, "guard", f"{name}({inside}, default=0)"
    if name == "zip" and len(arguments) == 2:
        yield 3, "arguments", f"zip({inside}, strict=False)"


def _of_subscript(node, old, pool):
    value, index = ast.unparse(node.value), ast.unparse(node.slice)
    if isinstance(node.slice, ast.Slice):
        yield 1, "slice", value
        for name in pool["numbers"]:
            yield 2, "slice", f"{value}[:{name}]"
            yield 3, "slice", f"{value}[{name}:]"
            yield 3, "slice", f"{value}[:{name} + 1]"
            yield 3, "slice", f"{value}[:{name} - 1]"
    else:
        yield 1, "look-up", f"{value}.get({index}, 0)"
        yield 3, "look-up", f"{value}.get({index}, [])"
        yield 3, "look-up", f"{value}.get({index}, set())"


def _of_choice(node, old, pool):
    test, body, orelse = (ast.unparse(part) for part in (node.test, node.body, node.orelse))
    yield 2, "condition", f"({orelse}) if ({test}) else ({body})"
    yield 2, "condition", body
    yield 2, "condition", orelse


def _of_comprehension(node, old, pool):
    inside = old[1:-1]
    yield from ((2, "once", f"{a}{inside}{b}") for a, b in ("[]", "{}"))
    yield 3, "once", f"(list({{{inside}}}))"
    last = node.generators[-1]
    if last.ifs:
        head, _, _ = inside.rpartition(" if ")
        yield 2, "condition", f"{old[0]}{head}{old[-1]}"
    else:
        tests = [*pool["tests"], *(f"{ast.unparse(last.target)} in {name}" for name in pool["names"])]
        yield from ((4, "condition", f"{old[0]}{inside} if {test}{old[-1]}") for test in tests)


def _without_a_filter(owner, field, index, node):
    """`[x[d] for d in docs if d in x]` without its filter, and with `x.get(d, 0)`."""
    if not isinstance(node, (ast.ListComp, ast.GeneratorExp)):
        return
    for number, generator in enumerate(node.generators):
        for test in generator.ifs:
            if not _asks_for_membership(test, ast.In):
                continue
            new = deepcopy(node)
            new.generators[number].ifs = []
            new = _Lenient(ast.unparse(test.comparators[0])).visit(new)
            yield 2, "filter", test.lineno, [(owner, field, index, new)], ast.unparse(node), ast.unparse(new)


def _asks_for_membership(test, op):
    return isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], op)


class _Lenient(ast.NodeTransformer):
    """Looks up with `.get(key, 0)` in one dict."""

    def __init__(self, name):
        self.name = name

    def visit_Subscript(self, node):
        """`x[d]` becomes `x.get(d, 0)`."""
        self.generic_visit(node)
        if ast.unparse(node.value) != self.name or isinstance(node.slice, ast.Slice):
            return node
        return _read(f"{self.name}.get({ast.unparse(node.slice)}, 0)")


# Statements ----------------------------------------------------------------------------------------------------------


def _statement_edits(tree, pool):
    if not isinstance(tree, ast.FunctionDef):
        return
    for owner, field, chain, in_loop in _blocks(tree, [], False):
        statements = getattr(owner, field)
        for index, statement in enumerate(statements):
            if not _is_docstring(statement) or index:
                yield from _of_statement(owner, field, index, statement, pool, in_loop)
                yield from _moved_out(owner, field, index, statement, chain)
                yield from _moved_in(owner, field, index, statement)
        yield from _swapped(owner, field, statements)
        if in_loop and not isinstance(statements[-1], (ast.Break, ast.Continue, ast.Return)):
            line = statements[-1].lineno
            yield 3, "stop", line, [(owner, field, [*statements, ast.Break()])], "", "break"
    yield from _ends(tree, pool)
    yield from _reset(tree)


def _blocks(owner, chain, in_loop):
    """Every block: (owner, field, [(owner, field, index) of what it stands in], whether a loop is around it)."""
    for field in BLOCKS:
        statements = getattr(owner, field, None)
        if not isinstance(statements, list) or not statements:
            continue
        looping = in_loop or isinstance(owner, (ast.For, ast.While))
        yield owner, field, chain, looping
        for index, statement in enumerate(statements):
            inner = isinstance(statement, ast.FunctionDef)
            yield from _blocks(statement, [] if inner else [*chain, (owner, field, index)], looping and not inner)


def _head(statement):
    return ast.unparse(statement).splitlines()[0]


def _where(owner, field):
    return "loop" if isinstance(owner, (ast.For, ast.While)) else "`else`" if field == "orelse" else "`if`"


def _moved_out(owner, field, index, statement, chain):
    """A line of a block, before or after what the block belongs to, or what that belongs to."""
    statements = getattr(owner, field)
    rest = [*statements[:index], *statements[index + 1 :]] or ([ast.Pass()] if field == "body" else [])
    left = _where(owner, field)
    for depth, (around, name, at) in enumerate(reversed(chain)):
        outside, last, first = getattr(around, name), index == len(statements) - 1, index == 0
        after = [*outside[: at + 1], statement, *outside[at + 1 :]]
        changes = [(owner, field, rest), (around, name, after)]
        yield 2 + (not last), f"out of the {left}, after", statement.lineno, changes, _head(statement), ""
        if not isinstance(statement, (ast.Return, ast.Break, ast.Continue)):
            changes = [(owner, field, rest), (around, name, [*outside[:at], statement, *outside[at:]])]
            yield 2 + (not first), f"out of the {left}, before", statement.lineno, changes, _head(statement), ""
        if depth:
            return
        left = "loop" if "loop" in (left, _where(around, name)) else left


def _moved_in(owner, field, index, statement):
    """A line that stands beside a block, into it."""
    statements = getattr(owner, field)
    rest = [*statements[:index], *statements[index + 1 :]]
    before = statements[index - 1] if index else None
    after = statements[index + 1] if index + 1 < len(statements) else None
    while isinstance(before, (ast.For, ast.While, ast.If)):
        changes = [(before, "body", [*before.body, statement]), (owner, field, rest)]
        yield 2, f"into the {_where(before, 'body')}, last", statement.lineno, changes, _head(statement), ""
        before = before.body[-1]
    while isinstance(after, (ast.For, ast.While, ast.If)):
        changes = [(after, "body", [statement, *after.body]), (owner, field, rest)]
        yield 2, f"into the {_where(after, 'body')}, first", statement.lineno, changes, _head(statement), ""
        after = after.body[0]


def _swapped(owner, field, statements):
    for index in range(len(statements) - 1):
        first, second = statements[index : index + 2]
        if _is_docstring(first) or isinstance(first, ast.FunctionDef):
            continue
        new = [*statements[:index], second, first, *statements[index + 2 :]]
        yield 0.5, "swapped", first.lineno, [(owner, field, new)], _head(first), _head(second)


def _of_statement(owner, field, index, statement, pool, in_loop):
    """What can be done to one statement where it stands."""
    statements, line, old = getattr(owner, field), statement.lineno, _head(statement)

    def instead(*new):
        return [(owner, field, [*statements[:index], *new, *statements[index + 1 :]] or [ast.Pass()])]

    yield 3, "needless", line, instead(), old, ""
    if isinstance(statement, ast.AugAssign):
        for sign in ("+", "-", "*", "/"):
            if not isinstance(statement.op, BINARY[sign]):
                new = ast.AugAssign(statement.target, BINARY[sign](), statement.value)
                yield 2, "operator", line, instead(new), old, ast.unparse(new)
        new = ast.Assign([statement.target], statement.value)
        yield 2, "update", line, instead(new), old, ast.unparse(ast.fix_missing_locations(new))
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
        for sign in ("+", "-", "*"):
            new = ast.AugAssign(statement.targets[0], BINARY[sign](), statement.value)
            yield 2, "update", line, instead(new), old, ast.unparse(new)
    target = getattr(statement, "target", None) or (getattr(statement, "targets", None) or [None])[0]
    if isinstance(target, ast.Name) and isinstance(statement, (ast.Assign, ast.AugAssign)):
        for name in pool["names"]:
            if name != target.id:
                new = ast.Name(name, ast.Store())
                change_ = (
                    (statement, "targets", [new]) if isinstance(statement, ast.Assign) else (statement, "target", new)
                )
                yield 3, "target", line, [change_], target.id, name
    if isinstance(target, ast.Tuple) and len(target.elts) == 2:
        new = ast.Tuple(target.elts[::-1], ast.Store())
        change_ = (statement, "targets", [new]) if isinstance(statement, ast.Assign) else (statement, "target", new)
        yield 2, "target", line, [change_], ast.unparse(target), ast.unparse(new)
    if isinstance(statement, ast.Expr) and not _is_docstring(statement):
        value = statement.value
        shown = isinstance(value, ast.Call) and getattr(value.func, "id", "") == "print" and len(value.args) == 1
        new = ast.Return(value.args[0] if shown else value)
        yield 2, "return", line, instead(new), old, ast.unparse(new)
    if isinstance(statement, ast.If):
        yield from _of_if(owner, field, index, statement, instead, pool)
    if isinstance(statement, (ast.AugAssign, ast.Assign)) and in_loop:
        for test in pool["tests"]:
            new = ast.If(_read(test), [statement], [])
            yield 5, "only if", line, instead(new), old, f"if {test}:"
    if not isinstance(statement, (ast.For, ast.While, ast.If, ast.FunctionDef)):
        for divisor in _divisors(statement):
            for value in ("0.0", "1.0"):
                new = ast.If(_read(f"not ({divisor})"), [ast.Return(_read(value))], [])
                yield 3, "guard", line, instead(new, statement), "", f"if {divisor} == 0: return {value}"


def _divisors(statement):
    divisions = [node for node in _in_order(statement) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)]
    return list(dict.fromkeys(ast.unparse(node.right) for node in divisions))


def _of_if(owner, field, index, statement, instead, pool):
    line, old = statement.lineno, _head(statement)
    if statement.orelse:
        bare = ast.If(statement.test, statement.body, [])
        yield 3, "else", statement.orelse[0].lineno, instead(bare), "else", ""
        yield 3, "else, beside", statement.orelse[0].lineno, instead(bare, *statement.orelse), "else", ""
        for test in pool["members"]:
            if not (len(statement.orelse) == 1 and isinstance(statement.orelse[0], ast.If)):
                narrower = ast.If(_read(test), statement.orelse, [])
                changes = instead(ast.If(statement.test, statement.body, [narrower]))
                yield 3, "else, narrower", statement.orelse[0].lineno, changes, "else:", f"elif {test}:"
    elif index + 1 < len(getattr(owner, field)) and isinstance(getattr(owner, field)[index + 1], ast.If):
        statements = getattr(owner, field)
        joined = ast.If(statement.test, statement.body, [statements[index + 1]])
        new = [*statements[:index], joined, *statements[index + 2 :]]
        yield 3, "elif", statements[index + 1].lineno, [(owner, field, new)], "if", "elif"
    yield 4, "condition", line, instead(*statement.body), old, ""
    if _asks_for_membership(statement.test, ast.In):
        lenient = _Lenient(ast.unparse(statement.test.comparators[0]))
        yield 3, "filter", line, instead(*[lenient.visit(deepcopy(inner)) for inner in statement.body]), old, ""
    if _asks_for_membership(statement.test, ast.NotIn) and isinstance(statement.body[-1], ast.Continue):
        lenient = _Lenient(ast.unparse(statement.test.comparators[0]))
        statements = getattr(owner, field)
        rest = [lenient.visit(deepcopy(later)) for later in statements[index + 1 :]]
        yield 3, "filter", line, [(owner, field, [*statements[:index], *rest])], old, ""


def _reset(tree):
    """A name that begins before a loop with a constant begins anew each time round."""
    begun = {}
    for statement in [node for node in _in_order(tree) if isinstance(node, ast.Assign)]:
        target, value = statement.targets[0], statement.value
        pairs = zip(target.elts, value.elts, strict=False) if _are_pairs(target, value) else [(target, value)]
        begun |= {name.id: new for name, new in pairs if isinstance(name, ast.Name) and isinstance(new, ast.Constant)}
    for loop in [node for node in _in_order(tree) if isinstance(node, ast.For)]:
        for name, value in begun.items():
            new = ast.Assign([ast.Name(name, ast.Store())], value)
            text = f"{name} = {ast.unparse(value)}"
            yield 3, "reset", loop.lineno, [(loop, "body", [new, *loop.body])], "", text


def _are_pairs(target, value):
    return isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)


def _ends(tree, pool):
    """A return at the end, a guard at the beginning."""
    last, body = tree.body[-1], tree.body
    if not isinstance(last, ast.Return):
        for value in ["0.0", *pool["names"], "[]", "{}"]:
            changes = [(tree, "body", [*body, ast.Return(_read(value))])]
            yield 2, "end", last.end_lineno, changes, "", f"return {value}"
    start = 1 if _is_docstring(body[0]) and len(body) > 1 else 0
    for name in [argument.arg for argument in tree.args.args]:
        for value in ("0.0", "1.0", "[]"):
            guard = ast.If(_read(f"not {name}"), [ast.Return(_read(value))], [])
            changes = [(tree, "body", [*body[:start], guard, *body[start:]])]
            yield 4, "empty", body[start].lineno, changes, "", f"if not {name}: return {value}"

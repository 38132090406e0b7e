"""Whether a function is begun: it is compared with the stub, as a syntax tree, or as compiled code without a source."""

import ast
from types import CodeType

from ratools_course.checker.sources import GAP, definition, gap_lines, without_docstring
from ratools_course.checker.verdicts import Result, not_attempted

NUMBERS = ("no", "one", "two", "three", "four", "five")
EMPTY = ("...", "pass", "return", "return ...", "raise NotImplementedError", "raise NotImplementedError()")
EMPTY += ('raise NotImplementedError("text")', "pass\n pass", "...\n ...", "pass\n return")


def not_begun(exercise, answer):
    """The result for a stub that is untouched or does nothing yet, or that has a gap left; None for an attempt."""
    code = getattr(answer, "__code__", None)
    if not isinstance(code, CodeType):
        return None
    written = definition(answer)
    tree = written[0] if written and isinstance(written[0], ast.FunctionDef) else None
    untouched = _tree_is_untouched(exercise, tree) if tree else _code_is_untouched(exercise, code)
    if untouched:
        return not_attempted(exercise)
    if GAP not in names(code):
        return None
    return _gaps_left(exercise, *written) if tree else _a_gap_left(exercise)


def names(code):
    """All names that a code object and the ones inside it look up."""
    return set(code.co_names).union(*(names(inner) for inner in code.co_consts if isinstance(inner, CodeType)))


# With a source -------------------------------------------------------------------------------------------------------


def _tree_is_untouched(exercise, tree):
    body = without_docstring(tree.body)
    return all(map(_does_nothing, body)) or _dump(body) == _dump(without_docstring(_stub_tree(exercise).body))


def _stub_tree(exercise):
    return next(node for node in ast.parse(exercise.stub).body if isinstance(node, ast.FunctionDef))


def _dump(body):
    return [ast.dump(statement) for statement in body]


def _does_nothing(statement):
    """`...`, `pass`, a lone text, `return` with nothing, `raise NotImplementedError`."""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Constant)
    if isinstance(statement, ast.Return):
        value = statement.value
        return value is None or isinstance(value, ast.Constant) and value.value in (None, ...)
    if isinstance(statement, ast.Raise):
        raised = statement.exc.func if isinstance(statement.exc, ast.Call) else statement.exc
        return isinstance(raised, ast.Name) and raised.id == "NotImplementedError"
    return isinstance(statement, ast.Pass)


def _gaps_left(exercise, tree, lines):
    """Which of the gaps is open; all of them is not attempted yet."""
    left, all_gaps = gap_lines(tree), gap_lines(_stub_tree(exercise))
    if len(left) >= len(all_gaps):
        return not_attempted(exercise)
    where = "; ".join(f"line {line}, `{lines[line - 1].strip()}`" for line in dict.fromkeys(left))
    is_open = f"{NUMBERS[len(left)].capitalize()} of {NUMBERS[len(all_gaps)]} gaps {'is' if len(left) == 1 else 'are'}"
    message = f'{is_open} still open: {where}. Replace each `{GAP}`; `hint("{exercise.id}")` helps.'
    return Result(exercise.id, "wrong", message)


# Without -------------------------------------------------------------------------------------------------------------


def _code_is_untouched(exercise, code):
    if _outline(code) in {_outline(empty) for body in EMPTY for empty in _compiled_empty(body)}:
        return True
    return _fingerprint(code) in map(_fingerprint, _functions_in(compile(exercise.stub, "stub", "exec")))


def _compiled_empty(body):
    for docstring in ("", '"""Text."""\n '):
        yield from _functions_in(compile(f"def f():\n {docstring}{body}", "empty", "exec"))
    yield from _functions_in(compile('def f():\n """Text."""', "empty", "exec"))


def _functions_in(code):
    return [item for item in code.co_consts if isinstance(item, CodeType)]


def _outline(code):
    """What a code object does, whatever its texts say and its arguments are called."""
    consts = ["text" if isinstance(item, str) else repr(item) for item in code.co_consts]
    return code.co_code, code.co_names, tuple(consts)


def _fingerprint(code):
    """What a code object does, whatever its file, its lines and its docstring."""
    first = code.co_consts[0] if code.co_consts else None
    consts = [_fingerprint(item) if isinstance(item, CodeType) else repr(item) for item in code.co_consts]
    kept = tuple(item for item in consts if not isinstance(first, str) or item != repr(first))
    return code.co_code, code.co_names, code.co_varnames, kept


def _a_gap_left(exercise):
    message = f'A gap is still open: replace each `{GAP}` in the cell above. `hint("{exercise.id}")` helps.'
    return Result(exercise.id, "wrong", message)

"""Whether a function is the learner's own, or lets the package do the work."""

import inspect
import sys
from functools import partial
from types import CodeType, FunctionType, ModuleType

from ratools_course.checker import stubs

PACKAGES = {"ratools", "ratools_course"}
BY_NAME = {"getattr", "vars", "__dict__", "__getattribute__", "attrgetter", "eval", "exec"}  # whatever name it builds


def uses_package(answer, measure):
    """Whether a function is the package's own, or lets the package's version of the measure do the work."""
    if _package(_innermost(answer)) in PACKAGES:
        return True
    return _uses_package(answer, {measure, f"{measure.removesuffix('_at_k')}_terms"}, set())


def _innermost(answer):
    """What a partial, a method or a cache stands for."""
    for _ in range(20):
        inner = getattr(answer, "func", None) if isinstance(answer, partial) else getattr(answer, "__wrapped__", None)
        inner = getattr(answer, "__func__", None) if inner is None else inner
        if inner is None:
            return answer
        answer = inner
    return answer


def _uses_package(answer, names, seen):
    """Whether a function, or what it looks up, or what an object holds, is the package's version of the measure."""
    if id(answer) in seen or len(seen) > 500:
        return False
    seen.add(id(answer))
    if isinstance(answer, ModuleType):
        return False
    if _package(answer) in PACKAGES:
        return getattr(answer, "__name__", None) in names
    if _is_installed(answer):
        return False
    if any(_uses_package(part, names, seen) for part in _parts(answer)):
        return True
    code = getattr(answer, "__code__", None)
    if not isinstance(code, CodeType):
        return False
    used = {*stubs.names(code), *code.co_freevars}
    space = {**getattr(answer, "__globals__", {}), **_closure(answer)}
    wanted = bool(used & (names | BY_NAME))
    within = any(name.split(".")[0] in PACKAGES for name in used)
    if within and not PACKAGES & space.keys() and wanted:  # imported inside the function
        return True
    values = [space[name] for name in used if name in space]
    modules = [value for value in values if isinstance(value, ModuleType) and value.__name__.split(".")[0] in PACKAGES]
    return bool(modules and wanted) or any(_uses_package(value, names, seen) for value in values)


def _parts(answer):
    """What a callable or a container is made of, where it is the learner's own."""
    if isinstance(answer, partial):
        return [answer.func, *answer.args, *answer.keywords.values()]
    if isinstance(answer, (list, tuple, set, frozenset)):
        return list(answer)[:100]
    if isinstance(answer, dict):
        return list(answer.values())[:100]
    defaults = [
        *(getattr(answer, "__defaults__", None) or ()),
        *(getattr(answer, "__kwdefaults__", None) or {}).values(),
    ]
    inner = [getattr(answer, name, None) for name in ("__wrapped__", "__func__", "__self__", "fget")]
    kind = answer if isinstance(answer, type) else type(answer)
    own = [value for base in kind.__mro__ if not _is_installed(base) for value in vars(base).values()]
    own += [] if isinstance(answer, type) else [*getattr(answer, "__dict__", {}).values()]
    kinds = (list, tuple, dict, staticmethod, classmethod)
    return [value for value in [*defaults, *inner, *own] if callable(value) or isinstance(value, kinds)]


def _package(value):
    space = value.__globals__ if isinstance(value, FunctionType) else {}  # `functools.wraps` copies `__module__`
    module = space.get("__name__") or getattr(value, "__module__", None)
    return module.split(".")[0] if isinstance(module, str) else None


def _is_installed(value):
    """Whether something comes with Python or with a package, and so was not written in the notebook."""
    package = _package(value)
    if package in (None, "__main__") or isinstance(value, partial):  # whatever file this process was started from
        return False
    file = getattr(sys.modules.get(package), "__file__", None) or ""
    return package in sys.stdlib_module_names or "site-packages" in file


def _closure(answer):
    try:
        return inspect.getclosurevars(answer).nonlocals
    except (TypeError, ValueError):
        return {}

"""The Python standard library as a collection that is already on every machine.

A document is the docstring of a public function, class or method; its id is the qualified name: `os.path.split`,
`pathlib.Path.read_text`, and for built-ins plain `sorted` and `str.split`. Nothing is shipped, so what is found depends
on the Python that runs it. Only the modules of a list are imported: none of them acts when it is imported
(`antigravity`, `this` and `rlcompleter` do, and are not in it).
"""

import collections
import importlib
import inspect
import itertools
import warnings

from tqdm import tqdm

from ratools_course.systems.datasets.stdlib_modules import MODULES

SHORTEST = 12  # characters; shorter docstrings say nothing


def docstrings():
    """{qualified name: docstring}, sorted by name; an object known by two names keeps the first.

    >>> docstrings()["os.path.split"].startswith("Split a pathname.")
    True

    Trap: the collection grows with every release of Python: name the version beside every number.
    """
    members = {}
    for module in tqdm(MODULES, desc="standard library", unit="module", delay=1, leave=False):
        try:
            offered = public_members(importlib.import_module(module))
        except ImportError:  # not every build of Python has every module
            continue
        members |= {name if module == "builtins" else f"{module}.{name}": value for name, value in offered}
    found, seen, public = {}, {}, {id(value) for value in members.values()}
    for name, value in members.items():
        if id(value) not in seen:
            gather(name, value, found, seen, public)
    if not found:
        raise ValueError("this Python keeps no docstrings: run it without -OO (and PYTHONOPTIMIZE=2)")
    return dict(sorted(found.items()))


def public_members(module):
    """What a module offers, functions before classes and aliases last: the names of its `__all__`, else its own."""
    listed = getattr(module, "__all__", None) or (vars(module) if module.__name__ == "builtins" else None)
    with warnings.catch_warnings(action="ignore"):  # a deprecated name warns when it is looked at
        members = [(name, getattr(module, name, None)) for name in listed or vars(module) if not name.startswith("_")]
    home = (module.__name__, f"_{module.__name__}")
    own = [(name, value) for name, value in members if listed or getattr(value, "__module__", None) in home]
    fit = [(name, value) for name, value in own if inspect.isclass(value) or inspect.isroutine(value)]
    return sorted(fit, key=lambda pair: (inspect.isclass(pair[1]), pair[0] != pair[1].__name__, pair[0]))


def gather(name, value, found, seen, public=()):
    """Add one function, or one class and its own public methods."""
    bare = getattr(value, "__func__", value)  # `random.choice` is a bound method: Random.choice is the same document
    seen |= {id(one): one for one in (value, bare)}  # kept, so that no other object gets their ids
    docs = [value.__doc__]
    if inspect.isclass(value):
        docs.append(getattr(vars(value).get("__init__"), "__doc__", None))
        for member, inner in own_members(value, public):
            inner = getattr(inner, "__func__", inner)  # what a classmethod or staticmethod wraps
            if id(inner) not in seen and (inspect.isroutine(inner) or isinstance(inner, property)):
                gather(f"{name}.{member}", inner, found, seen)
    docs = [inspect.cleandoc(doc) for doc in docs if isinstance(doc, str) and doc != object.__init__.__doc__]
    if len("".join(docs)) >= SHORTEST:
        found[name] = "\n\n".join(docs)


def own_members(value, public):
    """The public members of a class, those of hidden bases included (as `ArgumentParser.add_argument` is)."""
    bases = itertools.takewhile(lambda base: id(base) not in public, value.__mro__[1:])
    members = collections.ChainMap(*(vars(one) for one in (value, *bases)))
    return [(name, members[name]) for name in sorted(members) if not name.startswith("_")]

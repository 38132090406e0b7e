"""The Python standard library as a collection that is already on every machine.

A document is the docstring of a public function, class or method; its id is the qualified name: `os.path.split`,
`pathlib.Path.read_text`, and for built-ins plain `sorted` and `str.split`. Nothing is shipped, so what is found depends
on the Python that runs it. Only `MODULES` are imported: none of them acts when it is imported
(`antigravity`, `this` and `rlcompleter` do, and are not in it).
"""

import collections
import importlib
import inspect
import itertools
import warnings

from tqdm import tqdm

from ratools.errors import UsageError
from ratools.paths import data_dir
from ratools_course.systems.datasets.judged_folder import Collection, Document, read_judgements, read_queries

MODULES = """builtins abc argparse array ast asyncio base64 bdb binascii bisect bz2 calendar cmath cmd code codecs
collections collections.abc colorsys compileall concurrent.futures configparser contextlib contextvars copy csv ctypes
dataclasses datetime decimal difflib dis email email.message email.parser email.utils email.mime.text enum faulthandler
filecmp fileinput fnmatch fractions ftplib functools gc getopt getpass gettext glob graphlib gzip hashlib heapq hmac
html html.parser http http.client http.cookiejar http.cookies http.server imaplib importlib importlib.metadata
importlib.resources importlib.util inspect io ipaddress itertools json keyword linecache locale logging logging.config
logging.handlers lzma mailbox marshal math mimetypes multiprocessing multiprocessing.pool multiprocessing.shared_memory
numbers operator optparse os os.path pathlib pickle pkgutil platform plistlib poplib pprint profile pstats py_compile
queue random re reprlib runpy sched secrets select selectors shelve shlex shutil signal smtplib socket socketserver
sqlite3 ssl statistics string struct subprocess sys sysconfig tarfile tempfile textwrap threading time timeit tokenize
trace traceback tracemalloc types typing unicodedata unittest unittest.mock urllib.error urllib.parse urllib.request
urllib.robotparser uuid venv warnings wave weakref wsgiref.simple_server wsgiref.util xml.dom.minidom
xml.etree.ElementTree xml.sax.saxutils xmlrpc.client xmlrpc.server zipapp zipfile zlib zoneinfo""".split()
SHORTEST = 12  # characters; shorter docstrings say nothing


def stdlib_docs():
    """{qualified name: Document} of the running Python's own docstrings, several thousand; nothing is shipped."""
    return {name: Document(name, text, topic=name.split(".")[0]) for name, text in docstrings().items()}


def stdlib_judgements(documents=None):
    """Queries to the standard library, judged by qualified name; names that this Python lacks are in `missing`."""
    documents = stdlib_docs() if documents is None else documents
    folder = data_dir() / "stdlib"
    queries = read_queries(folder)
    judgements, missing = read_judgements(folder, queries, documents, all_there=False)
    return Collection(documents, queries, judgements, folder / "judgements.csv", missing=missing)


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
    texts, seen, public = {}, {}, {id(value) for value in members.values()}
    for name, value in members.items():
        if id(value) not in seen:
            gather(name, value, texts, seen, public)
    if not texts:
        raise UsageError("this Python keeps no docstrings: run it without -OO (and PYTHONOPTIMIZE=2)")
    return dict(sorted(texts.items()))


def public_members(module):
    """What a module offers, functions before classes and aliases last: the names of its `__all__`, else its own."""
    listed = getattr(module, "__all__", None) or (vars(module) if module.__name__ == "builtins" else None)
    with warnings.catch_warnings(action="ignore"):  # a deprecated name warns when it is looked at
        members = [(name, getattr(module, name, None)) for name in listed or vars(module) if not name.startswith("_")]
    home = (module.__name__, f"_{module.__name__}")
    own = [(name, value) for name, value in members if listed or getattr(value, "__module__", None) in home]
    fit = [(name, value) for name, value in own if inspect.isclass(value) or inspect.isroutine(value)]
    return sorted(fit, key=lambda pair: (inspect.isclass(pair[1]), pair[0] != pair[1].__name__, pair[0]))


def gather(name, value, texts, seen, public=()):
    """Add one function, or one class and its own public methods."""
    bare = getattr(value, "__func__", value)  # `random.choice` is a bound method: Random.choice is the same document
    seen |= {id(same): same for same in (value, bare)}  # kept, so that no other object gets their ids
    docs = [value.__doc__]
    if inspect.isclass(value):
        docs.append(getattr(vars(value).get("__init__"), "__doc__", None))
        for member, inner in own_members(value, public):
            inner = getattr(inner, "__func__", inner)  # what a classmethod or staticmethod wraps
            if id(inner) not in seen and (inspect.isroutine(inner) or isinstance(inner, property)):
                gather(f"{name}.{member}", inner, texts, seen)
    docs = [inspect.cleandoc(doc) for doc in docs if isinstance(doc, str) and doc != object.__init__.__doc__]
    if len("".join(docs)) >= SHORTEST:
        texts[name] = "\n\n".join(docs)


def own_members(value, public):
    """The public members of a class, those of hidden bases included (as `ArgumentParser.add_argument` is)."""
    bases = itertools.takewhile(lambda base: id(base) not in public, value.__mro__[1:])
    members = collections.ChainMap(*(vars(owner) for owner in (value, *bases)))
    return [(name, members[name]) for name in sorted(members) if not name.startswith("_")]

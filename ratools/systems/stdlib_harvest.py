"""The Python standard library as a collection that is already on every machine.

A document is the docstring of a public function, class or method; its id is the qualified name: `os.path.split`,
`pathlib.Path.read_text`, and for built-ins plain `sorted` and `str.split`. Nothing is shipped, so what is found depends
on the Python that runs it. Only the modules listed below are imported: none acts when it is imported (`antigravity`,
`this` and `rlcompleter` do, and are not here).
"""

import importlib
import inspect
import warnings

from tqdm import tqdm

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


def docstrings():
    """{qualified name: docstring}, sorted by name; an object known by two names keeps the first.

    >>> docstrings()["os.path.split"].startswith("Split a pathname.")
    True

    Trap: the collection grows with every release of Python: name the version beside every number.
    """
    found, seen = {}, {}
    for name in tqdm(MODULES, desc="standard library", unit="module", delay=1, leave=False):
        try:
            module = importlib.import_module(name)
        except ImportError:  # not every build of Python has every module
            continue
        prefix = "" if name == "builtins" else f"{name}."
        for member, value in public_members(module):
            if id(value) not in seen:
                gather(f"{prefix}{member}", value, found, seen)
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


def gather(name, value, found, seen):
    """Add one function, or one class and its own public methods."""
    bare = getattr(value, "__func__", value)  # `random.choice` is a bound method: Random.choice is the same document
    seen |= {id(one): one for one in (value, bare)}  # kept, so that no other object gets their ids
    docs = [value.__doc__]
    if inspect.isclass(value):
        docs.append(getattr(vars(value).get("__init__"), "__doc__", None))
        for member, inner in sorted(vars(value).items()):
            inner = getattr(inner, "__func__", inner)  # what a classmethod or staticmethod wraps
            fit = inspect.isroutine(inner) or isinstance(inner, property)
            if fit and not member.startswith("_") and id(inner) not in seen:
                gather(f"{name}.{member}", inner, found, seen)
    docs = [inspect.cleandoc(doc) for doc in docs if isinstance(doc, str) and doc != object.__init__.__doc__]
    if len("".join(docs)) >= SHORTEST:
        found[name] = "\n\n".join(docs)

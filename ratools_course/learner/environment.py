"""Does everything work here? `check_environment()` says that all is well, or what is wrong and how to put it right.

Three things are checked: whether the kernel is the Python that JupyterLab itself runs on, whether widgets are alive,
and whether the packages are new enough. That a widget is alive only the page can tell: so the good news is drawn by a
widget, and whoever sees the form for pages without one reads what to do.
"""

import os
import re
import sys
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path

import traitlets

from ratools.forms import NotebookWidget, script, style
from ratools_course.cards import card, paragraphs, plain

FOLDER = Path(__file__).resolve().parent  # of its JavaScript and CSS
PYTHON = "3.11"
NEEDED = {  # as in pyproject.toml; a test compares them
    "numpy": "1.26",
    "pandas": "2.1",
    "tqdm": "4.66",
    "jupyterlab": "4.2",
    "matplotlib": "3.8",
    "ipywidgets": "8.1",
    "anywidget": "0.9.13",
    "cloudpickle": "3.0",
}
EXTENSIONS = {"anywidget": "anywidget", "@jupyter-widgets/jupyterlab-manager": "ipywidgets"}  # Lab's half of widgets
WELL = "All is well."
AGAIN = "stop JupyterLab, start it with `python3 course.py lab`, and open this notebook there"
NOT_ALIVE = (
    "**Python is well, but widgets do not run on this page**, or you would read something else here. If you only "
    f"want to read, go on. To work with boards and quizzes, run this cell again; if that does not help, {AGAIN}."
)


def check_environment():
    """Whether kernel, widgets and versions fit; where something does not, what to do about it."""
    return EnvironmentCheck(problems(this_environment()))


@dataclass(frozen=True)
class Environment:
    """What there is to know about this environment."""

    python: str = PYTHON
    prefix: str = sys.prefix  # where the kernel's Python lives
    lab_prefix: str | None = None  # and that of the JupyterLab that started it; None where nobody can tell
    versions: dict = field(default_factory=dict)  # None for a package that is missing
    extensions: frozenset | None = None  # Lab's extensions for widgets; None where it is not Lab


def problems(environment):
    """What is wrong, each a sentence with its remedy."""
    return [*_kernel(environment), *_versions(environment), *_extensions(environment)]


def _kernel(environment):
    if environment.lab_prefix and _real(environment.lab_prefix) != _real(environment.prefix):
        yield (
            f"**The kernel is another Python than JupyterLab's**: it runs in `{environment.prefix}`, JupyterLab in "
            f"`{environment.lab_prefix}`. Choose *Kernel*, *Change Kernel*, *Python 3 (ipykernel)*; if that does not "
            f"help, {AGAIN}."
        )


def _versions(environment):
    if _parts(environment.python) < _parts(PYTHON):
        yield f"**Python is {environment.python}**; the course needs {PYTHON} or newer. Install one, then {AGAIN}."
    missing = [name for name, version in environment.versions.items() if version is None]
    old = [
        f"{name} {version} ({NEEDED[name]} or newer is needed)"
        for name, version in environment.versions.items()
        if version and _parts(version) < _parts(NEEDED[name])
    ]
    for what, names in (("missing", missing), ("too old", old)):
        if names:
            verb = "is" if len(names) == 1 else "are"
            yield f"**The packages do not fit**: {', '.join(names)} {verb} {what}. To repair it, {AGAIN}."


def _extensions(environment):
    names = (
        [] if environment.extensions is None else [name for name in EXTENSIONS if name not in environment.extensions]
    )
    if names:
        packages = " and ".join(EXTENSIONS[name] for name in names)
        yield f"**JupyterLab cannot draw widgets**: its part of {packages} is missing. To repair it, {AGAIN}."


def _real(folder):
    return os.path.normcase(os.path.realpath(folder))


def _parts(version):
    """The numbers at the beginning of a version: 3.12.0rc1 is newer than 3.11."""
    return tuple(map(int, re.findall(r"\d+", re.match(r"[\d.]*", version)[0])))


# What is here --------------------------------------------------------------------------------------------------------


def this_environment():
    """What this process sees of its environment; what it cannot see is left out."""
    starter = _starter()
    lab_prefix = _prefix(starter[0]) if starter else None
    in_lab = lab_prefix is not None and any("jupyter" in part for part in starter)
    return Environment(
        python=".".join(map(str, sys.version_info[:3])),
        prefix=sys.prefix,
        lab_prefix=lab_prefix,
        versions={name: _version(name) for name in NEEDED if in_lab or name != "jupyterlab"},
        extensions=_widget_extensions(lab_prefix) if in_lab else None,
    )


def _starter():
    """The command line of the process that started this kernel."""
    try:
        import psutil  # comes with ipykernel

        return psutil.Process().parent().cmdline()
    except Exception:  # no such process, not allowed, or no processes at all (in a browser)
        return []


def _prefix(python):
    """The virtual environment of an interpreter, or None where it is in none."""
    folder = Path(python).parent.parent
    return str(folder) if Path(python).is_absolute() and (folder / "pyvenv.cfg").is_file() else None


def _version(name):
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _widget_extensions(prefix):
    """Which of Lab's two extensions for widgets are installed where that Lab looks for them."""
    try:
        from jupyter_core.paths import jupyter_path

        folders = [Path(prefix) / "share" / "jupyter" / "labextensions", *map(Path, jupyter_path("labextensions"))]
    except ImportError:
        return None
    return frozenset(name for name in EXTENSIONS if any((folder / name).is_dir() for folder in folders))


# How it is shown -----------------------------------------------------------------------------------------------------


class EnvironmentCheck(NotebookWidget):
    """What the check found; on a page where widgets are alive it says so."""

    _esm = script("environment.js", FOLDER)
    _css = style("environment.css", FOLDER)

    found = traitlets.List().tag(sync=True)  # sentences; none if all is well
    well = traitlets.Unicode(WELL).tag(sync=True)

    def __init__(self, found):
        super().__init__(found=list(found))

    def text(self):
        """What is wrong, or that all is well."""
        return "\n".join(map(plain, self.found)) or WELL

    def text_html(self):
        """Seen only where widgets do not run."""
        said = self.found or [NOT_ALIVE]
        return card("".join(map(paragraphs, said)), "wrong")

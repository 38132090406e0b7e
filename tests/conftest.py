"""Settings of the whole suite."""

import re

import pytest
from hypothesis import settings

# They set up, start and wait.
REAL = ("tests/test_course_for_real.py", "tests/instructor/test_class_for_real.py")
REAL += ("tests/classroom/test_nbgrader_for_real.py",)

# What takes longest starts first, so that no worker ends long after the other.
FIRST = ("tests/browser/test_notebooks.py", *REAL, "tests/browser/", "tests/systems/test_chunks_data.py")
FIRST += ("tests/test_contributing.py", "tests/test_wheel.py", "notebooks/", "tests/teaching/exercises/")

# Each file of these is one piece of work for one worker; of the rest, each function is.
WHOLE = (*REAL, "tests/browser/", "tests/test_wheel.py", "notebooks/", "examples/")

# Whole files that `course.py test --quick` leaves out; single tests say so by `@pytest.mark.slow`.
SLOW = tuple(f"tests/teaching/exercises/test_{name}.py" for name in ("under_attack", "edits", "subtly_wrong"))

# The same examples in every run; `--hypothesis-profile=thorough` looks for new ones.
settings.register_profile("course", max_examples=50, deadline=None, derandomize=True)
settings.register_profile("quick", settings.get_profile("course"), max_examples=25)
settings.register_profile("thorough", max_examples=1000, deadline=None)


def pytest_configure(config):
    quick = "not slow" in config.option.markexpr
    settings.load_profile(config.getoption("--hypothesis-profile") or ("quick" if quick else "course"))


@pytest.hookimpl(tryfirst=True)  # before `-m` looks at the marks
def pytest_collection_modifyitems(items):
    for item in items:
        if item.nodeid.startswith(SLOW):
            item.add_marker(pytest.mark.slow)
    items.sort(key=place)


def place(item):
    """Where an item stands in the queue: the earlier its folder is in FIRST, the earlier."""
    return next((n for n, start in enumerate(FIRST) if item.nodeid.startswith(start)), len(FIRST))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """As `--dist loadfile`, but a file of unit tests may be divided, by functions or by notebooks."""
    if config.getvalue("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class Pieces(LoadFileScheduling):
        def _split_scope(self, nodeid):
            return piece(nodeid)

    config.option.loadscopereorder = False  # keep the order of pytest_collection_modifyitems
    return Pieces(config, log)


def piece(nodeid):
    """The piece of work that a test belongs to; a worker does it from beginning to end."""
    name, _, parameters = nodeid.partition("[")
    notebook = re.match(r"\d\d_\w+", parameters)
    if notebook and name.startswith("tests/notebooks/"):
        return f"{name.partition('::')[0]}[{notebook[0]}]"
    if name.startswith("tests/browser/") and not name.startswith(FIRST[0]):  # in two pieces, each with one JupyterLab
        return f"tests/browser/ {'a to e' if name < 'tests/browser/test_f' else 'f to z'}"
    return name.partition("::")[0] if name.startswith(WHOLE) else name

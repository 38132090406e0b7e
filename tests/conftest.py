"""Settings of the whole suite."""

import atexit
import os
import shutil
import tempfile

import pytest
from hypothesis import settings

# Before any test runs, and inherited by the notebooks' kernels: nobody's own progress is written or read.
PROGRESS = tempfile.mkdtemp(prefix="ratools-")
os.environ["RATOOLS_PROGRESS"] = os.path.join(PROGRESS, "progress.jsonl")
atexit.register(shutil.rmtree, PROGRESS, ignore_errors=True)

# Each of these is one piece of work for one worker, and starts first, so that no worker ends long after the other.
WHOLE = ("tests/browser/", "tests/test_course_for_real.py", "tests/test_wheel.py", "notebooks/")

# Whole files that `course.py test --quick` leaves out; single tests say so by `@pytest.mark.slow`.
SLOW = tuple(f"tests/teaching/exercises/test_{name}.py" for name in ("under_attack", "edits", "subtly_wrong"))

settings.register_profile("course", max_examples=100, deadline=None, derandomize=True)
settings.register_profile("quick", settings.get_profile("course"), max_examples=25)


def pytest_configure(config):
    quick = "not slow" in config.option.markexpr
    settings.load_profile("quick" if quick else "course")


@pytest.hookimpl(tryfirst=True)  # before `-m` looks at the marks
def pytest_collection_modifyitems(items):
    for item in items:
        if item.nodeid.startswith(SLOW):
            item.add_marker(pytest.mark.slow)
    items.sort(key=lambda item: not item.nodeid.startswith(WHOLE))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """As `--dist loadfile`, but all browser tests share one JupyterLab, and a file of unit tests may be divided."""
    if config.getvalue("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class OneBrowser(LoadFileScheduling):
        def _split_scope(self, nodeid):
            if nodeid.startswith("tests/browser/"):
                return "tests/browser"
            return super()._split_scope(nodeid) if nodeid.startswith(WHOLE) else nodeid.partition("[")[0]

    config.option.loadscopereorder = False  # keep the order of pytest_collection_modifyitems
    return OneBrowser(config, log)

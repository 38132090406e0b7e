"""Settings for whatever pytest is pointed at, a single notebook, too."""

import atexit
import os
import shutil
import tempfile

import pytest

# Before any test runs, and inherited by the notebooks' kernels: nobody's own progress is written or read.
PROGRESS = tempfile.mkdtemp(prefix="ratools-")
os.environ["RATOOLS_PROGRESS"] = os.path.join(PROGRESS, "progress.jsonl")
atexit.register(shutil.rmtree, PROGRESS, ignore_errors=True)


@pytest.hookimpl(tryfirst=True)  # before a notebook's kernel starts
def pytest_runtest_setup(item):
    name = item.path.stem if item.path.suffix == ".ipynb" else "progress"  # what other tests do is not a learner's work
    os.environ["RATOOLS_PROGRESS"] = os.path.join(PROGRESS, f"{name}.jsonl")

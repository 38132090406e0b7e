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


@pytest.hookimpl(tryfirst=True)  # before xdist looks at its options
def pytest_cmdline_main(config):
    """Share the work among as many processes as `course.py test` wishes, unless the caller decided otherwise.

    pytest has read all its options by now, so that course.py needs to know none of them.
    """
    workers = os.environ.pop("RATOOLS_WORKERS", None)  # the workers themselves do not see it
    option = config.option
    debugging = option.usepdb or option.trace or option.capture == "no"
    if workers and not debugging and getattr(option, "numprocesses", 0) is None:
        option.numprocesses = int(workers)
        option.dist = "loadfile" if option.dist == "no" else option.dist


@pytest.hookimpl(tryfirst=True)  # before a notebook's kernel starts
def pytest_runtest_setup(item):
    name = item.path.stem if item.path.suffix == ".ipynb" else "progress"  # what other tests do is not a learner's work
    os.environ["RATOOLS_PROGRESS"] = os.path.join(PROGRESS, f"{name}.jsonl")

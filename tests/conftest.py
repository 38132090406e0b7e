"""Settings of the whole suite."""

import atexit
import os
import shutil
import tempfile

import pytest

# Before any test runs, and inherited by the notebooks' kernels: nobody's own progress is written or read.
PROGRESS = tempfile.mkdtemp(prefix="ratools-")
os.environ["RATOOLS_PROGRESS"] = os.path.join(PROGRESS, "progress.jsonl")
atexit.register(shutil.rmtree, PROGRESS, ignore_errors=True)

SLOW_FIRST = ("tests/browser/", "tests/test_course_for_real.py")  # so that no worker ends long after the other


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: not item.nodeid.startswith(SLOW_FIRST))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """As `--dist loadfile`, but all browser tests go to one worker, so that they share one JupyterLab."""
    if config.getvalue("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class OneBrowser(LoadFileScheduling):
        def _split_scope(self, nodeid):
            return "tests/browser" if nodeid.startswith("tests/browser/") else super()._split_scope(nodeid)

    config.option.loadscopereorder = False  # keep SLOW_FIRST's order
    return OneBrowser(config, log)

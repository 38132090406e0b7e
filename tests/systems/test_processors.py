"""Systems that rest on matrix products rank alike on every processor."""

import json
import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RANKINGS = """
import json
from ratools_course.systems.lexical import Bm25
from ratools_course.systems.datasets import capstone, helpdesk, helpdesk_minilm
from ratools_course.systems.dense import Lsa
from ratools_course.systems.combined import RankFusion

desk = helpdesk()
lsa = Lsa(desk.documents)
systems = [lsa, helpdesk_minilm(), RankFusion([Bm25(desk.documents), lsa])]
texts = [query.text for query in desk.queries.values()]
print(json.dumps([[[name for name, _ in system.search(text)] for text in texts] for system in systems]))
"""
pytestmark = pytest.mark.skipif(
    platform.machine().lower() not in ("x86_64", "amd64"), reason="the kernels that can be chosen are those of x86"
)


def dispatched():
    """The processor features that numpy would use beyond its baseline."""
    from numpy._core import _multiarray_umath as core

    return [name for name in core.__cpu_dispatch__ if core.__cpu_features__[name]]


def run(code, core):
    env = {**os.environ, "PYTHONPATH": str(ROOT), "OPENBLAS_CORETYPE": core, "PYTHONWARNINGS": "ignore"}
    if core == "Prescott":  # the oldest kernels, and none of numpy's own newer loops
        env["NPY_DISABLE_CPU_FEATURES"] = " ".join(dispatched())
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.slow
def test_rankings_are_the_same_with_the_oldest_kernels():
    assert run(RANKINGS, "Prescott") == run(RANKINGS, "")


@pytest.mark.slow
def test_your_own_domain_and_the_course_data_are_remade_with_the_oldest_kernels():
    folder = "tests/systems/datasets"
    suites = ["tests/instructor/test_guide.py", f"{folder}/test_data.py", f"{folder}/test_capstone.py"]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "OPENBLAS_CORETYPE": "Prescott", "PYTEST_ADDOPTS": ""}
    env["NPY_DISABLE_CPU_FEATURES"] = " ".join(dispatched())
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-k", "remade or own_domain"]
    done = subprocess.run([*command, *suites], cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 0 and "3 passed" in done.stdout, done.stdout[-3000:]

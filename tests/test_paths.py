"""Where the course's data are, in a checkout and without one."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import ratools

PACKAGE = Path(ratools.__file__).parent


def test_the_checkout_has_them():
    assert ratools.data_dir() == PACKAGE.parent / "data"


def test_the_environment_comes_first(monkeypatch, tmp_path):
    monkeypatch.setenv("RATOOLS_DATA", str(tmp_path))
    assert ratools.data_dir() == tmp_path
    monkeypatch.setenv("RATOOLS_DATA", str(tmp_path / "nowhere"))
    with pytest.raises(ValueError, match="RATOOLS_DATA names .*nowhere"):
        ratools.data_dir()


def test_an_installed_package_works_and_says_where_data_would_be(tmp_path):
    """As after `pip install .`: the package alone, in a folder that happens to have a data folder of its own; then with
    the course beside it."""
    shutil.copytree(PACKAGE, tmp_path / "ratools", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "data").mkdir()
    code = (
        "import ratools as rt; print(rt.evaluate({'q': ['a']}, {'q': {'a': 1}}, ['AP']).loc['q', 'AP'])\n"
        "try: rt.data_dir()\nexcept ValueError as error: print(error)"
    )
    result = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    value, message = result.stdout.splitlines()
    assert value == "1.0"
    assert "RATOOLS_DATA" in message and "evaluator work without" in message and "pip install ./course" in message
    (tmp_path / "ratools_course" / "data").mkdir(parents=True)
    code = "import sys, ratools as rt; print(rt.data_dir(), 'ratools_course' in sys.modules)"
    result = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert result.stdout == f"{(tmp_path / 'ratools_course' / 'data').resolve()} False\n"

"""Old import paths: what a learner's copy of a notebook imported when the course was part of ratools."""

import importlib
import json
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from ratools import _moved

ROOT = Path(__file__).parents[1]
NAMES = json.loads(Path(__file__).with_name("old_names.json").read_text(encoding="utf-8"))  # {module: "name name"}


@pytest.mark.parametrize("module", NAMES)
def test_every_old_module_hands_on_its_names(module):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        found = importlib.import_module(f"ratools.{module}")
        missing = [name for name in NAMES[module].split() if not hasattr(found, name)]
    assert missing == []


def test_they_are_the_very_same_objects():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from ratools.teaching import check, misconceptions
        from ratools.teaching.exercises import checking
        from ratools.teaching.widgets.board import RankingBoard
    import ratools_course.misconceptions
    import ratools_course.widgets.board

    assert check is ratools_course.check is checking.check
    assert misconceptions.get is ratools_course.misconceptions.get
    assert RankingBoard is ratools_course.widgets.board.RankingBoard


def test_a_warning_says_where_it_is_now():
    code = "import warnings; warnings.simplefilter('error', DeprecationWarning); import ratools.teaching.quizzes.bank"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "DeprecationWarning: ratools.teaching is now ratools_course" in done.stderr


def test_an_updated_checkout_may_keep_empty_folders_of_the_old_names(tmp_path):
    """Git leaves `ratools/teaching/__pycache__` behind, and Python takes the folder for a package without names."""
    shutil.copytree(ROOT / "ratools", tmp_path / "ratools", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "ratools" / "teaching" / "quizzes" / "__pycache__").mkdir(parents=True)
    code = f"import sys; sys.path[:0] = [{str(tmp_path)!r}, {str(ROOT)!r}]; from ratools.teaching import check\n"
    code += "from ratools.teaching.quizzes import bank; import ratools; print(ratools.__file__, check.__module__)"
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout.split() == [str(tmp_path / "ratools" / "__init__.py"), "ratools_course.checker.checking"], done


def test_what_never_was_is_not_found():
    for name in ("ratools.teaching.nothing", "ratools.nothing", "ratools.systems.bm25.nothing"):
        with pytest.raises(ModuleNotFoundError), warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            importlib.import_module(name)
    with pytest.raises(ImportError), warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from ratools.teaching import nothing  # noqa: F401


def test_without_the_course_a_sentence_says_what_to_install():
    code = "import sys; sys.modules['ratools_course'] = None\nimport ratools.systems.datasets"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "ratools.systems is part of the course now" in done.stderr and "./course" in done.stderr


def test_the_table_names_old_roots_only():
    assert {name.split(".")[0] for name in _moved.MOVED} == {"teaching", "systems", "classroom"}

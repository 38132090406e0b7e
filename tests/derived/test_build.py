"""`python3 course.py build`: every derived file is current, and a second run changes nothing."""

import shutil
from pathlib import Path

from ratools_course.derived import __main__ as build

ROOT = Path(__file__).parents[2]


def test_every_derived_file_is_current():
    outdated = [path.relative_to(ROOT).as_posix() for path in build.outdated(ROOT)]
    assert outdated == [], "run python3 course.py build"


def test_check_writes_nothing_and_names_what_is_out_of_date(tmp_path, monkeypatch, capsys):
    for name in ("README.md", "notebooks", "instructor"):
        source, target = ROOT / name, tmp_path / name
        shutil.copytree(source, target) if source.is_dir() else shutil.copy(source, target)
    (tmp_path / "README.md").write_text("<!-- map -->\n<!-- /map -->\n", encoding="utf-8")
    monkeypatch.setattr(build, "ROOT", tmp_path)
    monkeypatch.setattr(build, "outdated", lambda real=build.outdated: real(tmp_path))
    assert build.main(["--check"]) == 1
    shown = capsys.readouterr()
    assert shown.out == "README.md\n" and "course.py build" in shown.err
    assert (tmp_path / "README.md").read_text(encoding="utf-8") == "<!-- map -->\n<!-- /map -->\n"
    assert build.main([]) == 0 and "15 |" in (tmp_path / "README.md").read_text(encoding="utf-8")
    assert build.main(["--check"]) == 0


def test_a_word_that_it_does_not_know(capsys):
    assert build.main(["--chek"]) == 2
    assert "--check, got --chek" in capsys.readouterr().err

"""The README tells the truth: its code runs and prints what it says, its tables name what is there, all of it."""

import contextlib
import inspect
import io
import re
from pathlib import Path

import ratools
from ratools_course.derived import readme
from ratools_course.lessons import LESSONS

ROOT = Path(ratools.__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_example_prints_what_the_readme_says():
    examples = re.findall(r"```python\n(.*?)```\n\n```\n(.*?)```", README, flags=re.S)
    assert examples
    for code, printed in examples:
        with contextlib.redirect_stdout(io.StringIO()) as out:
            exec(compile(code, "README.md", "exec"), {})
        assert out.getvalue() == printed


def test_the_computed_parts_are_current():
    assert readme.pages(ROOT)[ROOT / "README.md"] == README, "run python3 course.py build"
    assert readme.measures() in README and readme.course_map() in README


def test_where_is_ndcg_names_every_measure_and_its_file():
    rows = re.findall(r"^\| .* \| \[`\w+\.py`\]\((ratools/metrics/\w+\.py)\) \| (.*) \|$", README, flags=re.M)
    assert len(rows) == 8
    named = {name: path for path, measures in rows for name in re.findall(r"`(\w+)`", measures)}
    assert set(named) == set(ratools.__all__)
    for name, path in named.items():
        assert Path(inspect.getsourcefile(getattr(ratools, name))) == ROOT / path


def test_the_map_is_the_list_of_lessons():
    written = {path.stem for path in (ROOT / "notebooks").glob("*.ipynb")}
    assert written == {lesson.name for lesson in LESSONS}
    assert all(lesson.number in README and lesson.title in README for lesson in LESSONS)


def test_links_lead_somewhere_and_every_notebook_is_on_the_map():
    for link in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / link).exists(), link
    for notebook in (ROOT / "notebooks").glob("*.ipynb"):
        assert f"notebooks/{notebook.name}" in README


def test_the_two_commands_come_first():
    assert README.index("python3 course.py lab") < README.index("##")
    assert README.index("python3 course.py test") < README.index("##")

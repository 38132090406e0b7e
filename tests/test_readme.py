"""The README tells the truth: its code runs and prints what it says, its tables name what is there, all of it."""

import contextlib
import inspect
import io
import re
from pathlib import Path

import ratools

ROOT = Path(ratools.__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_example_prints_what_the_readme_says():
    examples = re.findall(r"```python\n(.*?)```\n\n```\n(.*?)```", README, flags=re.S)
    assert examples
    for code, printed in examples:
        with contextlib.redirect_stdout(io.StringIO()) as out:
            exec(compile(code, "README.md", "exec"), {})
        assert out.getvalue() == printed


def test_where_is_ndcg_names_every_measure_and_its_file():
    rows = {name: path for path, name in re.findall(r"\]\((ratools/[\w/]+\.py)\) : `(\w+)` \|", README)}
    for name, path in rows.items():
        assert Path(inspect.getsourcefile(inspect.unwrap(getattr(ratools, name)))) == ROOT / path
    named = {name for name in ratools.__all__ if f"`{name}`" in README}
    assert set(ratools.__all__) - named == {"alpha_ideal"}


def test_links_lead_somewhere_and_every_notebook_is_on_the_map():
    for link in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / link).exists(), link
    for notebook in (ROOT / "notebooks").glob("*.ipynb"):
        assert f"notebooks/{notebook.name}" in README


def test_the_two_commands_come_first():
    assert README.index("python3 course.py lab") < README.index("##")
    assert README.index("python3 course.py test") < README.index("##")

"""The benchmark at a small size: values are compared before times are shown, and nothing is shown that differs."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "bench"))

import speed  # noqa: E402

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the benchmark asks the system for the memory of a process")


@pytest.fixture
def bench(tmp_path):
    """Run parts of the benchmark; what it prints and what it leaves."""

    def run(*arguments, **settings):
        command = [sys.executable, "bench/speed.py", "--peers", sys.executable, "--rounds", "1", "--results", tmp_path]
        env = os.environ | {"PYTHONPATH": str(ROOT)} | settings
        done = subprocess.run([*command, *arguments], cwd=ROOT, env=env, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout, json.loads((tmp_path / "speed.json").read_text(encoding="utf-8"))["parts"]

    return run


@pytest.mark.slow
def test_files_of_all_kinds_give_the_same_values_as_pytrec_eval(bench, tmp_path):
    options = ["--rows", "2e3", "4e3", "--kind-rows", "3e3", "--tools", "pytrec_eval"]
    out, parts = bench("--only", "files", *options)
    table = parts["files"]["table"]
    assert [row["kind"] for row in table] == ["sorted", "sorted", "shuffled", "tied", "long ids"]
    for row in table:
        assert set(row["tools"]) == {"ratools", "pytrec_eval"}
        for used in row["tools"].values():
            assert used["differs"] == "" and used["seconds"] > 0 and used["mb"] > 1
    assert "slope" in out and "ours / theirs" in out and (tmp_path / "speed.png").stat().st_size > 1000


@pytest.mark.slow
def test_a_tool_that_says_something_else_gets_no_time(bench, tmp_path):
    liar = tmp_path / "liar"
    liar.write_text("#!/bin/sh\necho 'recip_rank all 0.9999'\n", encoding="utf-8")
    liar.chmod(0o755)
    options = ["--rows", "2e3", "--kind-rows", "2e3", "--tools", "trec_eval"]
    out, parts = bench("--only", "files", *options, TREC_EVAL=str(liar))
    used = parts["files"]["table"][0]["tools"]["trec_eval"]
    assert used["differs"].startswith("RR 0.9999, ours 0.") and "seconds" not in used
    assert "says something else: RR 0.9999" in out


def test_values_are_compared_as_exactly_as_they_are_printed():
    assert speed.difference("trec_eval", {"RR": 0.3333}, {"RR": 1 / 3}) == ""
    assert speed.difference("trec_eval", {"RR": 0.3334}, {"RR": 1 / 3}) == "RR 0.3334, ours 0.3333"
    assert speed.difference("pytrec_eval", {"RR": 0.3333}, {"RR": 1 / 3}) == "RR 0.3333, ours 0.3333"


def test_every_part_says_what_it_is_and_course_py_names_it():
    import course

    assert all(part.__doc__ for part in speed.PARTS.values())
    assert ", ".join(speed.PARTS) in " ".join(course.bench.__doc__.split())

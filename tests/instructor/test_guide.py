"""What an instructor reads stays right: links and commands lead somewhere, the guide's example runs, marks add up."""

import importlib.util
import json
import re
import sys
from pathlib import Path

from ratools_course.lessons import LESSONS

ROOT = Path(__file__).parents[2]
HERE = ROOT / "instructor"
PLANS = [lesson.folder / "plan.md" for lesson in LESSONS]
PAGES = sorted({*HERE.glob("*.md"), *PLANS, HERE / "capstone" / "README.md", ROOT / "binder" / "README.md"})


def load(name, path):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_links_and_commands_lead_somewhere():
    course = load("course", ROOT / "course.py")
    for path in PAGES:
        text = path.read_text(encoding="utf-8")
        for link in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", text):
            assert (path.parent / link).exists(), f"{path.name}: {link}"
        named = set(re.findall(r"python3 course\.py (\w+)", text))
        assert named <= set(course.COMMANDS), f"{path.name}: {named - set(course.COMMANDS)}"
        for word in re.findall(r"course\.py class ([a-z]+)", text):
            assert word in {*course.CLASSROOM, "remove", "password"}, f"{path.name}: class {word}"


def test_your_own_domain_becomes_the_help_centre(tmp_path, monkeypatch, capsys, assert_same_run):
    """The library of the guide, as far as the notebooks' first steps: read, evaluated, opened."""
    domain = load("make_domain", HERE / "own_domain" / "make_domain.py")
    folder = HERE / "own_domain" / "library"
    made = domain.write_runs(domain.read_documents(folder), domain.read_queries(folder), tmp_path / "runs")
    assert len(made) == 9
    for name in made:
        assert_same_run(tmp_path / "runs" / name, folder / "runs" / name)
    assert domain.main([str(folder), "--data", str(tmp_path / "data")]) == 0
    assert domain.main([str(tmp_path / "nowhere")]) == 1
    assert capsys.readouterr().err.startswith(f"there is no {tmp_path / 'nowhere'}")
    monkeypatch.setenv("RATOOLS_DATA", str(tmp_path / "data"))
    from ratools.evaluation.evaluator import evaluate
    from ratools_course.systems.datasets import helpdesk

    desk = helpdesk()
    assert repr(desk) == "Collection(18 documents, 12 queries, 73 judgements)", "as the guide says"
    table = evaluate(tmp_path / "data" / "runs" / "bm25_english.run", desk.judgements, ["nDCG@10"])
    assert 0.5 < table["nDCG@10"].mean() <= 1


def test_binder_uses_the_courses_own_requirements():
    text = (ROOT / "binder" / "requirements.txt").read_text(encoding="utf-8")
    assert {"-r ../requirements.txt", "-e .", "-e ./course"} <= set(text.splitlines())
    script = (ROOT / "binder" / "postBuild").read_text(encoding="utf-8")
    course = load("course", ROOT / "course.py")
    for name in re.findall(r"course\.(\w+)", script):
        assert hasattr(course, name) or name == "py", name
    assert (ROOT / "binder" / "postBuild").stat().st_mode & 0o100 or sys.platform == "win32"


def test_reference_marks_are_the_rubrics():
    from ratools_course.lessons.capstone.assessment import RUBRIC, SAMPLES

    rows = (HERE / "capstone" / "reference_marks.csv").read_text(encoding="utf-8").splitlines()
    assert len(rows) == 1 + len(RUBRIC) * len(SAMPLES)
    assert json.dumps(rows[1]).count(",") == 3

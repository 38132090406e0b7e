"""What all explorers have in common: three forms, no markup from data, a task, and a label for each control.

The explorers are those of every `test_explorers.py` of a lesson: its EXPLORERS.
"""

import importlib.util
from pathlib import Path

import pytest

from ratools_course import lessons

EXPLORERS = {}
for path in sorted(Path(__file__).parents[1].glob("*/test_explorers.py")):
    spec = importlib.util.spec_from_file_location(f"explorers_{path.parent.name}", path)
    tests = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tests)
    EXPLORERS |= {f"{path.parent.name}: {name}": make for name, make in tests.EXPLORERS.items()}


def test_every_lesson_with_explorers_has_its_made_here():
    made = {name.partition(":")[0] for name in EXPLORERS}
    assert made == {path.parent.name for path in lessons.FOLDER.glob("*/explorers.py")}


@pytest.mark.parametrize("make", EXPLORERS.values(), ids=EXPLORERS)
def test_three_forms_and_no_markup_from_data(make):
    explorer = make()
    bundle, _ = explorer._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert explorer.html in bundle["text/html"]
    assert repr(explorer) == repr(make()) == bundle["text/plain"]
    for markup in ("<script", "<i>", "<u>", "<b>bold"):
        assert markup not in bundle["text/html"]


@pytest.mark.parametrize("make", EXPLORERS.values(), ids=EXPLORERS)
def test_every_explorer_has_a_task_and_labels(make):
    explorer = make()
    assert "Task." in explorer._repr_mimebundle_()[0]["text/html"]
    assert all(control.description for control in explorer._controls.values())

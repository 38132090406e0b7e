"""Stored outputs that name other lessons: current in every notebook, and brought up to date where they are not."""

import json
from pathlib import Path

from ratools_course.derived import outputs
from ratools_course.lessons import LESSONS

ROOT = Path(__file__).parents[2]


def test_the_stored_outputs_are_current():
    made = outputs.pages(ROOT)
    assert [path.name for path in made] == [lesson.file for lesson in LESSONS]
    assert all(path.read_text(encoding="utf-8") == text for path, text in made.items())


def test_the_map_and_the_progress_lines_are_renewed():
    for path in (ROOT / "notebooks" / lesson.file for lesson in LESSONS):
        text = path.read_text(encoding="utf-8")
        book = json.loads(text)
        calls = [call for cell in book["cells"] for call in outputs._calls(cell)]
        assert "progress" in {function for function, _ in calls}, "every notebook ends with its progress"
        renewed = 0
        for cell in book["cells"]:
            shown = [output["data"] for output in cell.get("outputs", ()) if "data" in output]
            for data, _ in zip(shown, outputs._calls(cell), strict=False):
                data["text/plain"] = data["text/html"] = ["of an older course"]
                renewed += 1
        is_executed = any(cell.get("outputs") for cell in book["cells"])
        assert not is_executed or renewed and outputs.with_outputs(json.dumps(book)) == text


def test_other_cells_are_left_alone():
    stored = {"data": {"text/plain": ["kept"]}}
    cells = [
        {"cell_type": "code", "source": ["x = 1\n", "x + len(repr(progress()))"], "outputs": [stored]},
        {"cell_type": "markdown", "source": ["progress()"]},
    ]
    text = json.dumps({"cells": cells})
    assert outputs.with_outputs(text) == text

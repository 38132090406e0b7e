"""Stored outputs of notebooks that name other lessons: the map of the course, and how far a learner is."""

import json
import os
import re
from unittest.mock import patch

from ratools_course.learner.map_view import course_map
from ratools_course.learner.progress_view import progress
from ratools_course.lessons import LESSONS

CALL = re.compile(r'\b(course_map|progress)\((?:"([^"]+)")?\)')


def pages(root):
    """{path: text} of the notebooks, in which the outputs of `course_map()` and `progress("05_ndcg")` are current."""
    paths = [root / "notebooks" / lesson.file for lesson in LESSONS]
    return {path: with_outputs(path.read_text(encoding="utf-8")) for path in paths if path.is_file()}


def with_outputs(text):
    """The notebook's text with those outputs as an untouched copy shows them."""
    book, current = json.loads(text), True
    for cell in book["cells"]:
        shown = [output["data"] for output in cell.get("outputs", ()) if "data" in output]
        for data, call in zip(shown, _calls(cell), strict=False):
            forms = _forms(*call)
            current = current and data.items() >= forms.items()
            data |= forms
    return text if current else json.dumps(book, indent=1, ensure_ascii=False) + "\n"


def _calls(cell):
    """(function, argument) of the calls that make the outputs of a cell: `progress()`, `display(progress(), …)`."""
    lines = "".join(cell["source"]).rstrip().splitlines()
    last = lines[-1] if lines and cell["cell_type"] == "code" else ""
    return [(call[1], call[2]) for call in CALL.finditer(last)] if CALL.sub("", last) in ("", "display(, )") else []


def _forms(function, argument):
    """What a call shows to somebody who has tried nothing yet."""
    with patch.dict(os.environ, RATOOLS_PROGRESS=os.devnull):
        shown = {"course_map": course_map, "progress": progress}[function](argument)
        forms = {"text/plain": repr(shown), "text/html": shown._repr_html_()}
    return {kind: text.splitlines(keepends=True) for kind, text in forms.items()}

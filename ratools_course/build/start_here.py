"""The map of the course in notebook 00, as its stored outputs show it."""

import json

from ratools_course.learner.map_view import course_map
from ratools_course.lessons import LESSONS


def pages(root):
    """{path: text} of the notebooks that show the whole map, with the outputs of `course_map()` anew."""
    made = {}
    for one in LESSONS:
        path = root / "notebooks" / one.file
        if path.is_file() and "course_map()" in (text := path.read_text(encoding="utf-8")):
            made[path] = with_map(text)
    return made


def with_map(text):
    """The notebook's text in which the outputs of cells that end in `course_map()` are current."""
    book, shown = json.loads(text), course_map()
    for cell in book["cells"]:
        if cell["cell_type"] == "code" and "".join(cell["source"]).rstrip().endswith("course_map()"):
            for output in cell["outputs"]:
                if "data" in output:
                    output["data"]["text/plain"] = repr(shown).splitlines(keepends=True)
                    output["data"]["text/html"] = shown._repr_html_().splitlines(keepends=True)
    return json.dumps(book, indent=1, ensure_ascii=False) + "\n"

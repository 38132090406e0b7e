"""Where each point of the source documents is taught: seed id → notebook and heading, from the cells' metadata.

`python3 course.py build` writes it as notebooks/README.md.
"""

import json
import re

from ratools_course.lessons import LESSONS

POINTS = {  # what the sources ask for: how many points each has, and what it is about
    "S0": (7, "reading a report made from scores"),
    "S1": (19, "ranking metrics"),
    "S2": (7, "answers"),
    "S3": (3, "chunk overlap"),
    "S4": (4, "an evaluation module"),
}
HEAD = """# The notebooks

Open them with `python3 course.py lab`; the map with minutes and routes is in the [README](../README.md) and in
notebook 00.

Each point of the documents that this course grew from has an id, and the cells that teach it carry it in their
metadata. This page is made from them (`python3 course.py build`).
"""


def every_id():
    """All ids, in order: S0.1, S0.2, … (S0 to S4)."""
    return [f"{source}.{n}" for source, (points, _) in POINTS.items() for n in range(1, points + 1)]


def taught(folder):
    """{id: [(notebook's file, title, heading)]}, each heading once, in the order of the course."""
    locations = {}
    for lesson in LESSONS:
        cells = json.loads((folder / lesson.file).read_text(encoding="utf-8"))["cells"]
        heading = ""
        for cell in cells:
            text = re.sub(r"```.*?```", "", "".join(cell["source"]), flags=re.S)
            if cell["cell_type"] == "markdown":
                heading = next((line.lstrip("# ") for line in text.splitlines() if re.match(r"##? ", line)), heading)
            for seed in cell["metadata"].get("seeds", ()):
                location = (lesson.file, f"{lesson.number} {lesson.title}", heading)
                if location not in locations.setdefault(seed, []):
                    locations[seed].append(location)
    return locations


def page(folder):
    """The page as Markdown."""
    locations = taught(folder)
    parts = [HEAD]
    for source, (_, about) in POINTS.items():
        seeds = [seed for seed in every_id() if seed.startswith(f"{source}.")]
        rows = [f"| {seed} | {_links(locations.get(seed, []))} |" for seed in seeds]
        parts.append("\n".join([f"## {source}: {about}", "", "| id | taught in |", "|---|---|", *rows, ""]))
    return "\n".join(parts)


def _links(locations):
    by_notebook = {}
    for file, title, heading in locations:
        by_notebook.setdefault((file, title), []).append(heading)
    return "; ".join(f"[{title}]({file}): {', '.join(headings)}" for (file, title), headings in by_notebook.items())


def pages(root):
    """{path: text} of notebooks/README.md."""
    return {root / "notebooks" / "README.md": page(root / "notebooks")}

"""The README's computed parts: the map of the lessons, and the table of measures from the catalogue."""

import re

from ratools.evaluation.catalogue import FAMILIES
from ratools_course.lessons import LESSONS


def course_map(folder="notebooks/"):
    """The lessons as a Markdown table; `folder` is where the notebooks are."""
    lines = ["| notebook | its question | minutes | afterwards you can |", "|---|---|---|---|"]
    for lesson in LESSONS:
        link = f"[{lesson.number} {lesson.title}]({folder}{lesson.file})"
        lines.append(f"| {link} | {lesson.question} | {lesson.minutes} | {'; '.join(lesson.goals)} |")
    return "\n".join(lines) + "\n"


def measures():
    """One line per family: its file, its measures and their functions."""
    lines = ["| family | file | measures and their functions |", "|---|---|---|"]
    for family in FAMILIES:
        file = f"{family.__name__.split('.')[-1]}.py"
        names = {row.reference.__name__: row for row in reversed(family.ROWS)}  # of P and SetP, the first
        rows = [row for row in family.ROWS if names[row.reference.__name__] is row]
        functions = " · ".join(f"{row.name} `{row.reference.__name__}`" for row in rows)
        lines.append(f"| {family.TITLE} | [`{file}`](ratools/metrics/{file}) | {functions} |")
    return "\n".join(lines) + "\n"


def pages(root):
    """{path: text} of the README, with its computed parts anew."""
    text = (root / "README.md").read_text(encoding="utf-8")
    for name, made in (("map", course_map()), ("measures", measures())):
        text = re.sub(rf"(?<=<!-- {name} -->\n).*?(?=<!-- /{name} -->)", lambda _, made=made: made, text, flags=re.S)
    return {root / "README.md": text}

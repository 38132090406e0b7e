"""The README's table of measures, from the catalogue: `python -m ratools.evaluation.catalogue.readme` writes it."""

import re
from pathlib import Path

from ratools.evaluation.catalogue import FAMILIES

PLACE = re.compile(r"(?<=<!-- measures -->\n).*?(?=<!-- /measures -->)", flags=re.S)


def table():
    """One line per family: its file, its measures and their functions."""
    lines = ["| family | file | measures and their functions |", "|---|---|---|"]
    for family in FAMILIES:
        file = f"{family.__name__.split('.')[-1]}.py"
        names = {row.reference.__name__: row for row in reversed(family.ROWS)}  # of P and SetP, the first
        rows = [row for row in family.ROWS if names[row.reference.__name__] is row]
        measures = " · ".join(f"{row.name} `{row.reference.__name__}`" for row in rows)
        lines.append(f"| {family.TITLE} | [`{file}`](ratools/metrics/{file}) | {measures} |")
    return "\n".join(lines) + "\n"


def with_table(text):
    """The README's text with the table in its place."""
    return PLACE.sub(lambda match: table(), text)


if __name__ == "__main__":
    readme = Path("README.md")
    readme.write_text(with_table(readme.read_text(encoding="utf-8")), encoding="utf-8")

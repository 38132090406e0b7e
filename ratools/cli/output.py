"""What a command prints: tables that align, CSV, JSON, Markdown; notes go to standard error."""

import sys
from math import isfinite

FOR_READERS = ("table", "markdown")  # formats that are not for a program


def show(tables, form, notes=()):
    """Print {title: rows}, dicts or a DataFrame, in one of the formats; the first table needs no title."""
    tables = {title: _columns_and_rows(table) for title, table in tables.items()}
    if form == "json":
        import json

        records = {title: [_plain(row) for row in rows] for title, (_, rows) in tables.items()}
        print(json.dumps(records if len(records) > 1 else next(iter(records.values())), indent=2, ensure_ascii=False))
        return
    for number, (title, (names, rows)) in enumerate(tables.items()):
        if number:
            print("" if form == "csv" else f"\n{title}\n" if form == "markdown" else f"\n{title}")
        print(_csv(names, rows) if form == "csv" else _aligned(names, rows, form))
    for note in notes:
        print(f"\n{note}")


def print_note(note):
    """A note on standard error, so that what a program reads stays clean."""
    print(f"ratools: {note}", file=sys.stderr)


def write_file(path, text, mode="w"):
    """Write a text file, or say in one sentence why not."""
    try:
        with open(path, mode, encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise ValueError(f"{path}: cannot be written: {error.strerror or error}") from None


def _columns_and_rows(table):
    """The names of the columns, and a dict per row."""
    if hasattr(table, "to_dict"):
        return list(table.columns), table.to_dict(orient="records")
    return list(dict.fromkeys(name for row in table for name in row)), table


def _csv(names, rows):
    import csv
    import io

    text = io.StringIO()
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(map(_plain, rows))
    return text.getvalue().rstrip()


def _plain(row):
    """A record with Python's own numbers, which JSON writes in full."""
    row = {name: value.item() if hasattr(value, "item") else value for name, value in row.items()}
    return {name: None if isinstance(value, float) and not isfinite(value) else value for name, value in row.items()}


def _aligned(names, rows, form):
    markdown, rows = form == "markdown", [_plain(row) for row in rows]
    numeric = [all(type(row[name]) in (int, float, type(None)) for row in rows) for name in names]
    cells = [[str(name) for name in names]]
    for row in rows:
        values = [row[name] for name in names]
        cells.append(["–" if v is None else f"{v:.4f}" if isinstance(v, float) else str(v) for v in values])
    if markdown:
        cells = [[cell.replace("|", "\\|") for cell in row] for row in cells]
    widths = [max(3 if markdown else 1, *map(len, column)) for column in zip(*cells, strict=True)]
    lines = [
        [
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, numeric, strict=True)
        ]
        for row in cells
    ]
    if not markdown:
        return "\n".join("  ".join(line).rstrip() for line in lines)
    rule = ["-" * (width - 1) + ":" if right else "-" * width for width, right in zip(widths, numeric, strict=True)]
    return "\n".join(f"| {' | '.join(line)} |" for line in [lines[0], rule, *lines[1:]])

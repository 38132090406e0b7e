"""Tables of the course's data, row by row; what is wrong is named by file and line."""

import csv
import io
import json
from pathlib import Path

from ratools.errors import UsageError
from ratools.evaluation.formats import read_bytes


def read_text(path):
    """The whole file as text, or a word about what it is instead."""
    try:
        return read_bytes(Path(path)).decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise UsageError(f"{path}:{line}: byte {error.object[error.start]:#04x} is not UTF-8; save as UTF-8") from None


def csv_rows(path, columns, optional=()):
    """(location, row) of every row of a CSV file that has exactly these columns, in any order, perhaps the optional."""
    reader = csv.DictReader(io.StringIO(read_text(path), newline=""), strict=True)
    if sorted(set(reader.fieldnames) - set(optional)) != sorted(columns):
        raise UsageError(f"{path}:1: columns are {', '.join(reader.fieldnames)}; expected {', '.join(columns)}")
    try:
        for row in reader:
            location = f"{path}:{reader.line_num}"
            if None in row or None in row.values():
                names = reader.fieldnames
                raise UsageError(f"{location}: expected {len(names)} columns: {', '.join(names)}")
            yield location, row
    except csv.Error as error:
        raise UsageError(f"{path}:{reader.reader.line_num}: not CSV: {error}") from None


def json_lines(path, keys):
    """(location, object) of every line of a JSON Lines file; each object has all these keys."""
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        if not line.strip():
            continue
        location = f"{path}:{number}"
        try:
            record = json.loads(line)
        except json.JSONDecodeError as error:
            raise UsageError(f"{location}: not JSON: {error.msg} (column {error.colno})") from None
        yield location, with_keys(record, keys, location)


def with_keys(record, keys, location):
    """The record, if it is an object that has all the keys."""
    missing = [key for key in keys if key not in record] if isinstance(record, dict) else keys
    if missing:
        raise UsageError(f"{location}: no {missing[0]!r}; every record has {', '.join(keys)}")
    return record


def keyed(rows, key):
    """{id: (location, row)}; an id that is empty or there twice is refused."""
    table = {}
    for location, row in rows:
        name = row[key]
        if not isinstance(name, str) or not name.strip():
            raise UsageError(f"{location}: {key} is {name!r}; give every row an id")
        if name in table:
            raise UsageError(f"{location}: {key} {name!r} was there before, at {table[name][0]}; keep one")
        table[name] = location, row
    return table


def grade_of(row, location, column="grade"):
    """A grade from 0 to 3."""
    if row[column] not in ("0", "1", "2", "3"):
        raise UsageError(f"{location}: {column} is {row[column]!r}; grades are 0, 1, 2 or 3")
    return int(row[column])

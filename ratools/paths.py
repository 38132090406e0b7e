"""The folder of the course's data."""

import os
from pathlib import Path

from ratools.errors import UsageError


def data_dir():
    """The folder of the course's data: what `RATOOLS_DATA` names, `data/` of a checkout, or the installed course's.

    >>> data_dir().name
    'data'

    Where only ratools is installed, a ValueError says how to get the data.
    """
    named = os.environ.get("RATOOLS_DATA")
    if named:
        folder = Path(named).expanduser().resolve()
        if folder.is_dir():
            return folder
        raise UsageError(f"RATOOLS_DATA names {named!r}, which is not a folder: set it to the course's folder data")
    root = Path(__file__).resolve().parents[1]
    checkout, installed = root / "data", root / "ratools_course" / "data"
    if checkout.is_dir() and (root / "course.py").is_file():
        return checkout
    if installed.is_dir():
        return installed
    raise UsageError(
        "the data come with the course, which is not installed beside ratools: get the repository and run "
        "'pip install ./course' in it, or set RATOOLS_DATA to its folder 'data' (the metrics and the evaluator work "
        "without)"
    )

"""Where the course's data are."""

import os
from pathlib import Path


def data_dir():
    """The folder of the course's data: what `RATOOLS_DATA` names, `data/` of a checkout, or the package's own copy.

    >>> data_dir().name
    'data'

    Where the package was copied without its data, a ValueError says how to get them.
    """
    named = os.environ.get("RATOOLS_DATA")
    if named:
        folder = Path(named).expanduser().resolve()
        if folder.is_dir():
            return folder
        raise ValueError(f"RATOOLS_DATA names {named!r}, which is no folder: set it to the course's folder data")
    package = Path(__file__).resolve().parent
    checkout, installed = package.parent / "data", package / "data"  # pyproject.toml puts `data` into the wheel
    if checkout.is_dir() and (package.parent / "course.py").is_file():
        return checkout
    if installed.is_dir():
        return installed
    raise ValueError(
        "the course's data are not beside this installation of ratools: install it with pip, or get the repository and "
        "set RATOOLS_DATA to its folder 'data' (the metrics and the evaluator work without)"
    )

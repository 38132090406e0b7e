"""Where the course's data are."""

import os
from pathlib import Path


def data_dir():
    """The folder `data/` of the course: what `RATOOLS_DATA` names, else the one beside the package in a checkout.

    >>> data_dir().name
    'data'

    An installed package without the repository has no data: then a ValueError says how to get them.
    """
    named = os.environ.get("RATOOLS_DATA")
    folder = Path(named).expanduser().resolve() if named else Path(__file__).resolve().parent.parent / "data"
    if folder.is_dir() and (named or (folder.parent / "course.py").is_file()):
        return folder
    if named:
        raise ValueError(f"RATOOLS_DATA names {named!r}, which is no folder: set it to the course's folder data")
    raise ValueError(
        "the course's data are not beside this installation of ratools: get the repository and set RATOOLS_DATA to its "
        "folder 'data' (the metrics and the evaluator work without)"
    )

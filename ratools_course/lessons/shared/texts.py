"""Prose that a lesson's views show: a TOML file beside them, with {named} placeholders for computed numbers."""

import tomllib
from functools import cache
from pathlib import Path


@cache
def read_texts(folder, file="texts.toml"):
    """The tables of a lesson's texts.toml; a text with placeholders is filled by `str.format`.

    >>> read_texts(Path(__file__).parent, "targets.toml")["often_named"]["R@10"]
    0.9
    """
    return tomllib.loads((Path(folder) / file).read_text(encoding="utf-8"))

"""What to ask a class: a question to discuss per prediction, and the quiz questions that are worth a vote.

Both stand in discussions.toml, by the ids of data/quizzes, so that the guide, the lesson plans and the class's page
say the same.
"""

import functools
import tomllib
from pathlib import Path

FILE = Path(__file__).with_name("discussions.toml")


@functools.cache
def _read():
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def discussion(prediction):
    """The question to discuss once everybody has guessed; empty where there is none."""
    return _read()["prediction"].get(prediction, "")


def votes(notebook):
    """The quiz questions of a notebook that are worth two votes, with a talk between them."""
    return tuple(_read()["votes"].get(notebook, ()))

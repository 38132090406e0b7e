"""A pre- and post-test: two parallel forms, A and B, over the goals of all notebooks; data/tests.

Give form A before and form B after, or half of the class each the other way round. The items' ids are stable. Collect
the answers as CSV in UTF-8 with the header `student,item,answer,right`: a line per answer, `answer` as it was given (a
letter, or the number that was typed), `right` 1 or 0 (empty: graded by the form). `course.py class items` analyses it.
"""

import functools
import tomllib

from ratools.paths import data_dir
from ratools.teaching.quizzes.reading import read_question

FORMS = ("A", "B")


def form(name):
    """The items of one form, everything in them computed.

    >>> [len(form(name)) for name in FORMS]
    [14, 14]
    """
    if str(name).upper() not in FORMS:
        raise ValueError(f"there is no form {name!r}: there are {' and '.join(FORMS)}")
    return _read(data_dir() / "tests" / f"form_{str(name).lower()}.toml")


def all_items():
    """{id: item} of both forms."""
    return {item.id: item for name in FORMS for item in form(name)}


@functools.cache
def _read(path):
    items, mistakes = [], []
    for number, entry in enumerate(tomllib.loads(path.read_text(encoding="utf-8"))["item"], start=1):
        notebook = entry.pop("notebook", "")
        item, wrong = read_question(entry, "question", notebook, number)
        items.append(item)
        mistakes += wrong
    if mistakes:
        raise ValueError(f"{path.name} has mistakes:\n" + "\n".join(mistakes))
    return tuple(items)

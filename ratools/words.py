"""How values and names are put into words: one of each, used by the whole package. Standard library only."""

import difflib


def short(value, width=60):
    """What a value looks like, on one line of a message; it never fails.

    >>> short("two\\nlines"), short(list(range(100)), 20)
    ("'two\\\\nlines'", '[0, 1, 2, 3, 4, 5... (a list)')
    >>> short(10**5000)
    'an int of more than 4300 digits'
    """
    try:
        text = " ".join(repr(value).split())
    except Exception:  # a huge int, or an object whose repr fails
        return "an int of more than 4300 digits" if type(value) is int else f"a {type(value).__name__}"
    return text if len(text) <= width else f"{text[: width - 3]}... (a {type(value).__name__})"


def nearest(given, known, cutoff=0.5):
    """The known name that is most like what was given, or None if none is near.

    >>> nearest("ap-over-fund", ["ap-over-found", "round-early"]), nearest("xyz", ["ap-over-found"])
    ('ap-over-found', None)
    """
    return next(iter(difflib.get_close_matches(str(given), sorted(map(str, known)), n=1, cutoff=cutoff)), None)


def did_you_mean(given, known, cutoff=0.5):
    """A suggestion to put behind "there is no …", or nothing if no known name is near.

    >>> did_you_mean("ap-over-fund", ["ap-over-found", "round-early"])
    "; did you mean 'ap-over-found'?"
    >>> did_you_mean("xyz", ["ap-over-found"])
    ''
    """
    near = nearest(given, known, cutoff)
    return "" if near is None else f"; did you mean {near!r}?"

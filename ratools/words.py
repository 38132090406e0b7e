"""Values and names as the words of a sentence, for the whole package. Standard library only."""

from numbers import Number


def short(value, width=60):
    """The repr of a value, shortened to one line of a message; it never fails.

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
    import difflib  # here, because it is slow to load and seldom needed

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


def figure(value):
    """A number to be read: four decimals, three digits when it is small, and never a 1 that is not 1.

    >>> figure(2.0), figure(2 / 3), figure(0.001234), figure(0.9999999), figure(float("nan"))
    ('2', '0.6667', '0.00123', '0.9999999', 'no value')
    """
    if value != value:
        return "no value"
    if isinstance(value, int) or value == int(value) and abs(value) < 1e15:
        return str(int(value))
    if not 0.01 <= abs(value) < 1e6:
        return f"{value:.3g}"
    shown = next(text for digits in range(4, 18) if float(text := f"{value:.{digits}f}") != round(value) or digits > 16)
    return shown.rstrip("0")


def signed(value, digits=None):
    """A difference with its sign, and a real minus; 0 has no sign. Without `digits` it is written as `figure` does.

    >>> signed(0.25, 3), signed(-0.125, 2), signed(0.004, 2), signed(0, 3), signed(-2 / 3)
    ('+0.250', '−0.12', '+0.00', '0.000', '−0.6667')
    """
    sign = "+" if value > 0 else "−" if value < 0 else ""
    return sign + (figure(abs(value)) if digits is None else f"{abs(value):.{digits}f}")


def named(doc, longest=40):
    """A document in a sentence: on one line, not too long; a bare number gets the word before it.

    >>> named("c"), named(12)
    ('c', 'document 12')
    """
    text = " ".join(str(doc).split()) or repr(doc)
    text = text if len(text) <= longest else f"{text[: longest - 1]}…"
    return f"document {text}" if isinstance(doc, Number) else text


def listed(things, most=4):
    """The first few in words, and how many more there are.

    >>> listed("ab"), listed("abcdefg")
    ('a and b', 'a, b, c and 4 more')
    """
    names = [named(thing) for thing in things]
    if len(names) > most:
        names = [*names[: most - 1], f"{len(names) - most + 1} more"]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def count(number, thing):
    """A number with its noun.

    >>> count(1, "document"), count(3, "document"), count(2, "query")
    ('1 document', '3 documents', '2 queries')
    """
    many = f"{thing[:-1]}ies" if thing.endswith("y") else f"{thing}s"
    return f"{number} {thing if number == 1 else many}"


def capital(text):
    """Begin a sentence, but leave a document's own name as it is written."""
    return text.replace("document ", "Document ", 1) if text.startswith("document ") else text


def literal(value):
    """A value as Python source, sets in order and texts in double quotes.

    >>> literal({"b", "a"}), literal([("x", 1.0)]), literal({"q": {2, 1}})
    ('{"a", "b"}', '[("x", 1.0)]', '{"q": {1, 2}}')
    >>> print(literal("red\\thats"))  # a tab can be seen
    "red\\thats"
    """
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t") + '"'
    if isinstance(value, dict):
        return "{" + ", ".join(f"{literal(key)}: {literal(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(sorted(map(literal, value))) + "}" if value else "set()"
    if isinstance(value, list):
        return "[" + ", ".join(map(literal, value)) + "]"
    if isinstance(value, tuple):
        return "(" + ", ".join(map(literal, value)) + ("," if len(value) == 1 else "") + ")"
    return repr(value)


def decimal(value, beside=None):
    """A number with four digits after the point, or as many as it needs to differ from the one beside it.

    >>> decimal(0.5), decimal(2 / 3), decimal(0.63093, 0.6309297)
    ('0.5', '0.6667', '0.63093')
    """
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return literal(value)
    if value == 0 or not (1e-4 <= abs(value) < 1e9):
        return repr(float(value))
    for digits in range(4, 17):
        text = f"{value:.{digits}f}"
        if beside is None or not isinstance(beside, (int, float)) or text != f"{beside:.{digits}f}":
            break
    text = text.rstrip("0")
    return text + "0" if text.endswith(".") else text

"""What runs in the student's kernel while nbgrader marks: it hands an answer over, and decides nothing.

The answer leaves as an output of the cell. The step in nbgrader (nbgrader_step.py) takes it from there and has it
marked in another process, with inputs that this kernel never sees.
"""

import base64
import linecache
from math import isfinite

MIME = "application/vnd.ratools.answer+json"
LARGEST = 1 << 20  # bytes


def hand_in(exercise_id, answer=None, student=None):
    """Hand an answer over. It returns 0.0: the mark where no step of ours comes after, so that the lack is seen."""
    from IPython.display import display

    display({MIME: packed(answer, student), "text/plain": f"{exercise_id} was handed in."}, raw=True)
    return 0.0


def packed(answer, student=None):
    """An answer as plain data: a number, a text or a list as it is; else its pickle, and the lines of its source."""
    import cloudpickle

    student = {"student": student if isinstance(student, str) else None}
    if answer is None or answer is ...:
        return student
    if (value := plain(answer)) is not None:
        return student | {"plain": value}
    try:
        data = cloudpickle.dumps(answer)
    except Exception as error:  # whatever a student's globals hold may refuse in its own way
        return student | {"unsent": str(error)[:300]}
    if len(data) > LARGEST:
        return student | {"unsent": f"it has {len(data)} bytes"}
    file = getattr(getattr(answer, "__code__", None), "co_filename", "")
    lines = linecache.getlines(file) if file else []
    kind = type(answer).__name__
    return student | {"pickle": base64.b64encode(data).decode(), "kind": kind, "file": file, "lines": lines}


def plain(answer):
    """A number, a text, or a list of such, as JSON can hold it; None for anything else.

    >>> plain((1, 2.5)), plain(float("nan")), plain(print)
    ([1, 2.5], 'nan', None)
    """
    answer = answer.tolist() if hasattr(answer, "tolist") else answer  # numpy's
    if isinstance(answer, (list, tuple)):
        items = [plain(item) for item in answer[:1000]]
        return None if None in items else items
    if isinstance(answer, (bool, str)):
        return answer
    if callable(answer) or not hasattr(answer, "__float__"):
        return None
    if isinstance(answer, int) and abs(answer) < 1 << 53:
        return int(answer)
    try:
        value = float(answer)
    except (TypeError, ValueError, OverflowError):
        return None
    return value if isfinite(value) else str(value)

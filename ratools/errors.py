"""The error for a call that cannot be right: in a notebook one short block, elsewhere any other ValueError.

Standard library only. What is wrong with ratools itself, or with a file of the course, stays Python's own error.
"""

import os
import sys

MOST_LINES = 6  # of a call that is written over several lines
OURS = "ratools", "ratools_course"


class UsageError(ValueError):
    """A call that cannot be right; its sentence names the value, its location and the remedy.

    IPython shows the caller's own line and the sentence. `%tb` in a cell of its own shows every line in between.
    """

    _was_shown = False

    def _render_traceback_(self):
        """What IPython prints, as a list of lines; it asks once for the cell, and again for every `%tb`."""
        again, self._was_shown = self._was_shown, True
        frame = own_frame(self.__traceback__)
        if frame and not again and not self.__cause__:  # where a function that was handed in failed, all of it matters
            more = "`%tb` in a cell of its own shows where in ratools this was found."
            return [*_shown(frame), "", f"{type(self).__name__}: {self}", "", more]
        import traceback  # only where an error is shown

        shell, error = _shell(), (type(self), self, self.__traceback__)
        return shell.InteractiveTB.structured_traceback(*error) if shell else traceback.format_exception(*error)


def own_frame(trace):
    """The innermost line of a traceback that is the caller's: not this package's, not Python's, not a library's."""
    import traceback

    own = [frame for frame in traceback.extract_tb(trace) if _is_own(frame.filename)]
    return own[-1] if own else None


def _is_own(file):
    """Whether the person who sees the error may have written this; a notebook's cells have files of their own."""
    if file.startswith("<frozen ") or not {"site-packages", "dist-packages"}.isdisjoint(file.split(os.sep)):
        return False
    home = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    others = [*(os.path.join(home, name) for name in OURS), os.path.dirname(os.__file__)]
    return not any(file.startswith(folder + os.sep) for folder in others)


def _shown(frame):
    """Which cell or file it is, and the lines of the call, each with its number."""
    import linecache

    last = min(frame.end_lineno or frame.lineno, frame.lineno + MOST_LINES - 1)
    lines = {number: linecache.getline(frame.filename, number).rstrip() for number in range(frame.lineno, last + 1)}
    marks = {number: "---->" if number == frame.lineno else "     " for number in lines}
    return [f"{_location(frame)}, line {frame.lineno}", *(f"{marks[at]} {at} {text}" for at, text in lines.items())]


def _location(frame):
    """`Cell In[3]`, as IPython names its cells, or the file."""
    named = getattr(getattr(_shell(), "compile", None), "format_code_name", lambda _: None)(frame.filename)
    return " ".join(named) if named else f"File {frame.filename}"


def _shell():
    return getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()

"""Explanations and interaction: what makes this a course. It uses the rest of the package; nothing there imports it."""

from importlib import import_module

# A name is loaded when it is first used, so that `from ratools.teaching import check` does not wait for the widgets.
EXPORTS = {
    "check": "ratools.teaching.exercises",
    "hint": "ratools.teaching.exercises",
    "solution": "ratools.teaching.exercises",
    "progress": "ratools.teaching.progress_log",
    "quiz": "ratools.teaching.quizzes",
    "warm_up": "ratools.teaching.quizzes",
    "explain": "ratools.teaching.explanations",
    "RankingBoard": "ratools.teaching.board",
}

__all__ = [*EXPORTS, "misconceptions"]


def __getattr__(name):
    """Load what is asked for."""
    if name == "misconceptions":
        return import_module("ratools.teaching.misconceptions")
    if name not in EXPORTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(EXPORTS[name]), name)
    return value


def __dir__():
    """List what can be asked for."""
    return sorted({*globals(), *__all__})

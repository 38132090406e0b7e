"""One edit from right: which single change of a learner's own lines makes a function right, told by its line first."""


def look_for(function, calls, expected, failing):
    """(sentence, hints) for the smallest edit that makes a function right, or None."""
    return None

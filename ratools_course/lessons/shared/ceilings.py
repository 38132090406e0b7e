"""What nobody can beat: the run of a perfect system."""

from ratools.errors import UsageError
from ratools.words import short


def best_possible(judgements):
    """The run of a perfect system: for each query its relevant documents, the best grade first.

    >>> best_possible({"q": {"a": 1, "b": 0, "c": 3}})
    {'q': ['c', 'a']}
    """
    if not isinstance(judgements, dict) or not judgements:
        raise UsageError(f"judgements must be a dict {{query: {{document: grade}}}}, got {short(judgements)}")
    return {
        query: sorted((doc for doc, grade in grades.items() if grade > 0), key=grades.get, reverse=True)
        for query, grades in judgements.items()
    }

"""The search for the smallest input on which a wrong version shows."""

import ratools
from ratools_course.misconceptions.inputs import OPTIONAL_CUT, same, size, small_calls
from ratools_course.misconceptions.lookup import get


def calls(mutant):
    """The candidates for the smallest counterexample of a mutant, the smallest first."""
    beyond = get(mutant.id).beyond
    candidates = [*small_calls(mutant.measure), *(beyond(mutant.measure) if beyond else [])]
    if mutant.measure in OPTIONAL_CUT:
        candidates += small_calls(mutant.measure, True)
    return sorted(candidates, key=size)


def search(mutant):
    """Search anew for the smallest counterexample of a mutant; the tests compare it with what is stored."""
    right = getattr(ratools, mutant.measure)
    for arguments, options in calls(mutant):
        if not same(right(*arguments, **options), mutant.function(*arguments, **options)):
            return arguments, options
    return None

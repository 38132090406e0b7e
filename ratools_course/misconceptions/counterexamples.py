"""The search for the smallest input on which a wrong version shows."""

import ratools
from ratools_course.misconceptions.inputs import OPTIONAL_CUT, same, size, small_calls
from ratools_course.misconceptions.lookup import get


def calls(mutant):
    """Where the smallest counterexample of a mutant is looked for, the smallest first."""
    beyond = get(mutant.id).beyond
    found = [*small_calls(mutant.measure), *(beyond(mutant.measure) if beyond else [])]
    if mutant.measure in OPTIONAL_CUT:
        found += small_calls(mutant.measure, True)
    return sorted(found, key=size)


def search(mutant):
    """Search anew for the smallest counterexample of a mutant; the tests compare it with what is stored."""
    right = getattr(ratools, mutant.measure)
    for arguments, options in calls(mutant):
        if not same(right(*arguments, **options), mutant.function(*arguments, **options)):
            return arguments, options
    return None

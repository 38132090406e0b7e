"""The search for the smallest input on which a wrong version shows."""

import ratools
from ratools.teaching.misconceptions.inputs import all_calls, same, size


def calls(mutant):
    """Where the smallest counterexample of a mutant is looked for, the smallest first."""
    return sorted(all_calls(mutant.id, mutant.measure), key=size)


def search(mutant):
    """Search anew for the smallest counterexample of a mutant; the tests compare it with what is stored."""
    right = getattr(ratools, mutant.measure)
    for arguments, options in calls(mutant):
        if not same(right(*arguments, **options), mutant.function(*arguments, **options)):
            return arguments, options
    return None

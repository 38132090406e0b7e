"""The search for the smallest input on which a wrong version shows."""

import ratools
from ratools.teaching.misconceptions.inputs import all_calls, same, size

NOTHING_RELEVANT = {  # what inputs.py leaves out of the small calls, and one idea is about
    "ndcg_at_k": [(([], {}, 1), {}), ((["a"], {}, 1), {}), ((["a"], {"a": 0}, 1), {})],
    "recall_at_k": [(([], set(), 1), {}), ((["a"], set(), 1), {})],
    "average_precision": [(([], set()), {}), ((["a"], set()), {})],
}


def calls(mutant):
    """Where the smallest counterexample of a mutant is looked for, the smallest first."""
    special = NOTHING_RELEVANT[mutant.measure] if mutant.id == "empty-is-1" else []
    return sorted([*all_calls(mutant.id, mutant.measure), *special], key=size)


def search(mutant):
    """Search anew for the smallest counterexample of a mutant; the tests compare it with what is stored."""
    right = getattr(ratools, mutant.measure)
    for arguments, options in calls(mutant):
        if not same(right(*arguments, **options), mutant.function(*arguments, **options)):
            return arguments, options
    return None

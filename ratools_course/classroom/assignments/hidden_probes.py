"""Inputs for hidden tests: drawn like those of `check`, from a private key, so that no public list holds them."""

import random
from itertools import islice

from ratools_course.checker.bank import EXERCISES
from ratools_course.checker.conventions import situations
from ratools_course.checker.functions import base_calls, calls_with_k, exercise_mutants
from ratools_course.misconceptions.inputs import draw_call, size, small_calls

SMALL, LARGER = 40, 40  # how many of each are drawn


def hidden_tiers(key, probes=None):
    """A function like `answered_tiers`, with other calls: what a private key draws, and a private bank's probes.

    What a convention decides, and the smallest counterexample of each wrong idea, are the same as in `check`: these are
    few, and public.
    """

    def tiers(exercise_id, with_k):
        exercise = EXERCISES[exercise_id]
        public, edges, _ = calls_with_k(exercise) if with_k else base_calls(exercise)
        small, larger = drawn(exercise, f"{key}:{exercise_id}:{with_k}", with_k)
        extra = [] if with_k else (probes or {}).get(exercise_id, [])
        telling = [] if with_k else [call for call in public if _tells(exercise, call)]
        first = public[:1]  # the example of the stub, by which `check` knows a function that knows nothing else
        kept = [first + telling + small, edges, larger + extra]
        return [[(call, exercise.truth(*call)) for call in tier if _asked(exercise, call)] for tier in kept]

    return tiers


def drawn(exercise, seed, with_k):
    """Small calls that are sampled, larger ones that are drawn."""
    rng, domain = random.Random(seed), exercise.domain or exercise.measure
    cut = True if with_k else None
    small = small_calls(domain, cut)
    some = sorted(rng.sample(small, min(SMALL, len(small))), key=size)
    larger = list(islice(_draws(domain, rng, cut), LARGER))
    if with_k:
        some, larger = ([(a[:-1], {**options, "k": a[-1]}) for a, options in calls] for calls in (some, larger))
    return some, sorted(larger, key=size)


def _asked(exercise, call):
    """Whether an exercise asks for this: it may leave a convention out."""
    return exercise.without.keys().isdisjoint(situations(exercise, call))


def _draws(domain, rng, cut):
    while True:
        yield draw_call(domain, rng, cut)


def _tells(exercise, call):
    """Whether a call is the smallest counterexample of a wrong idea."""
    return any(call[0] == mutant.counterexample for mutant in exercise_mutants(exercise))

"""How far two judges agree, by several kappas side by side."""

from ratools.errors import UsageError
from ratools.metrics.agreement import cohen_kappa


def kappas(first, second):
    """How far two lists of grades agree: equal grades, κ, κ that forgives near misses, κ where either is above 0.

    >>> kappas([1, 0, 0, 0], [1, 1, 0, 0])["alike"]
    0.75
    """
    pairs = list(zip(first, second, strict=True))
    if not pairs:
        raise UsageError("the two judges graded no pair in common")
    somebody = [pair for pair in pairs if any(pair)]
    return {
        "pairs": len(pairs),
        "alike": sum(a == b for a, b in pairs) / len(pairs),
        "κ": _kappa(pairs),
        "κ, near misses": _kappa(pairs, weights="linear"),
        "κ where one is above 0": _kappa(somebody),
    }


def _kappa(pairs, **options):
    """κ, or no value where chance explains everything: nobody judged, or one label only."""
    try:
        return cohen_kappa(*zip(*pairs, strict=True), **options) if pairs else float("nan")
    except ValueError:
        return float("nan")

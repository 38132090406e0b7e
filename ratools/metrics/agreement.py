"""Two judges, or two rankings: how far do they agree?

Judges: `cohen_kappa` takes two lists of labels, item by item; `fleiss_kappa` and `krippendorff_alpha` take a list of
judges, each a list of labels. When every judge used one single label for everything, chance agreement is already
perfect and kappa has no value: that is an error, not a number.
"""

from collections import Counter
from itertools import combinations, permutations
from math import fsum

from ratools.metrics.arguments import (
    as_between,
    as_choice,
    as_cutoff,
    as_divisor,
    as_judges,
    as_ranking,
    as_same_things,
)

__all__ = [
    "cohen_kappa",
    "fleiss_kappa",
    "krippendorff_alpha",
    "kendall_tau",
    "tau_ap",
    "rbo",
]


def cohen_kappa(first_labels, second_labels, *, weights=None):
    """Agreement of two judges beyond what chance would give: 1 is perfect, 0 is chance.

    κ = 1 − observed disagreement / disagreement expected by chance

    >>> cohen_kappa([1, 1, 0, 0], [1, 0, 0, 0])                         # they differ on 1 of 4, by chance on 2 of 4
    0.5

    Trap: 75 % agreement here is κ = 0.5. `weights="linear"` or `"quadratic"` makes a near miss on a grade cost less.
    Cohen 1960, 1968.
    """
    weighted = as_choice(weights, "weights") is not None
    first_labels, second_labels = as_judges([first_labels, second_labels], numbers=weighted)
    distance = {
        None: lambda a, b: a != b,
        "linear": lambda a, b: abs(a - b),
        "quadratic": lambda a, b: (a - b) ** 2,
    }[weights]
    n, first, second = len(first_labels), Counter(first_labels), Counter(second_labels)
    observed = fsum(distance(a, b) for a, b in zip(first_labels, second_labels, strict=True)) / n
    expected = fsum(first[a] * second[b] * distance(a, b) for a in first for b in second) / n**2
    return 1 - observed / as_divisor(expected, "kappa")


def fleiss_kappa(judges):
    """Agreement of any number of judges beyond chance, all of them having judged everything.

    κ = (P̄ − P_e) / (1 − P_e): pairs of judges that agree, against what the label frequencies alone would give

    >>> fleiss_kappa([[1, 1, 0, 0], [1, 0, 0, 0]])                      # pairs agree on 3/4, by chance on 34/64
    0.4666666666666667

    Trap: with two judges it is Scott's π, not Cohen's κ: it pools the judges' label frequencies.
    Fleiss 1971.
    """
    judges = as_judges(judges)
    items = list(zip(*judges, strict=True))
    pairs = len(judges) * (len(judges) - 1)
    observed = fsum(n * (n - 1) / pairs for item in items for n in Counter(item).values()) / len(items)
    labels = Counter(label for item in items for label in item)
    expected = fsum((n / labels.total()) ** 2 for n in labels.values())
    return (observed - expected) / as_divisor(1 - expected, "kappa")


def krippendorff_alpha(judges, *, level="nominal"):
    """Agreement of any number of judges, who may have left gaps (None), on labels or on ordered grades.

    α = 1 − observed disagreement / expected disagreement, over all pairs of labels given to the same item

    >>> krippendorff_alpha([[1, 1, 0, 0], [1, 0, 0, None]])             # item 4 has one label: no pair, left out
    0.4444444444444444

    Trap: on grades use `level="ordinal"`, or calling a 3 a 2 costs as much as calling it a 0.
    Krippendorff 2004.
    """
    ordinal = as_choice(level, "level") == "ordinal"
    judges = as_judges(judges, numbers=ordinal, gaps=True)
    items = [[label for label in item if label is not None] for item in zip(*judges, strict=True)]
    items = [item for item in items if len(item) > 1]
    counts = Counter(label for item in items for label in item)
    distance = ordinal_distance(counts) if ordinal else lambda a, b: a != b
    n = counts.total()
    observed = fsum(distance(a, b) / (len(item) - 1) for item in items for a, b in permutations(item, 2)) / n
    expected = fsum(counts[a] * counts[b] * distance(a, b) for a in counts for b in counts) / (n * (n - 1))
    return 1 - observed / as_divisor(expected, "alpha")


def ordinal_distance(counts):
    """Krippendorff's distance of two grades: the square of how many labels lie between them, half the ends included.

    >>> ordinal_distance({0: 4, 1: 2, 2: 4})(0, 2)                      # (4/2 + 2 + 4/2)²
    36.0
    """

    def distance(a, b):
        low, high = min(a, b), max(a, b)
        between = sum(count for label, count in counts.items() if low <= label <= high)
        return (between - (counts[a] + counts[b]) / 2) ** 2

    return distance


# Two rankings ------------------------------------------------------------------------------------------------------


def kendall_tau(first_ranking, second_ranking):
    """Agreement of two orders of the same things: 1 is the same order, −1 the reverse.

    τ = (pairs in the same order − pairs in opposite order) / all pairs

    >>> kendall_tau("a b c".split(), "b a c".split())                   # 2 pairs agree, 1 does not
    0.3333333333333333

    Trap: a swap at the bottom costs as much as one at the top.
    Kendall 1938.
    """
    first_ranking, second_ranking = as_same_things(first_ranking, second_ranking)
    position = {item: rank for rank, item in enumerate(second_ranking, start=1)}
    pairs = list(combinations(first_ranking, 2))
    agree = sum(position[a] < position[b] for a, b in pairs)
    return (agree - (len(pairs) - agree)) / len(pairs)


def tau_ap(first_ranking, second_ranking):
    """Kendall's tau for rankings of which the top matters: the second is an estimate of the first.

    τ_AP = 2/(n − 1) · Σ (correctly above rank i) / (i − 1) − 1, over the ranks i = 2 … n of the estimate

    >>> tau_ap("a b c".split(), "b a c".split()), tau_ap("a b c".split(), "a c b".split())     # top swap, bottom swap
    (0.0, 0.5)

    Trap: it is not symmetric: the reference comes first.
    Yilmaz, Aslam & Robertson 2008.
    """
    first_ranking, second_ranking = as_same_things(first_ranking, second_ranking)
    position = {item: rank for rank, item in enumerate(first_ranking, start=1)}
    shares = []
    for i, item in enumerate(second_ranking[1:], start=2):
        correct = sum(position[above] < position[item] for above in second_ranking[: i - 1])
        shares.append(correct / (i - 1))
    return 2 * fsum(shares) / len(shares) - 1


def rbo(first_list, second_list, k=None, *, p=0.9, form="extrapolated"):
    """Rank-biased overlap: how alike two lists are, from the top down, also when they hold different things.

    RBO = (1 − p) · Σ p^(d − 1) · overlap_d / d over the depths d. Extrapolated (equation 32): below the end of the
    shorter list as if it went on sharing at its last rate, below both as if agreement stayed as it is.

    >>> rbo(["a", "b"], ["b", "a"], p=0.5)                              # depth 1: 0, from depth 2 on: all
    0.5
    >>> rbo(["a", "b"], ["b", "a"], p=0.5, form="truncated")            # what was seen of it: 1/2 · 1/2
    0.25
    >>> rbo(["a"], ["a", "b"], p=0.5)                                   # the shorter list shared all it had
    1.0

    Trap: truncated, two equal lists score 1 − p^n, not 1. With p = 0.9, ten documents give 0.65.
    Webber, Moffat & Zobel 2010.
    """
    first, second = as_ranking(first_list, name="first_list"), as_ranking(second_list, name="second_list")
    k, p, form = as_cutoff(k), as_between(p, "p"), as_choice(form, "form")
    agreement = agreement_by_depth(first[:k], second[:k], form)
    seen = (1 - p) * fsum(a * p ** (depth - 1) for depth, a in enumerate(agreement, start=1))
    return seen if form == "truncated" or not agreement else seen + agreement[-1] * p ** len(agreement)


def agreement_by_depth(first, second, form="extrapolated"):
    """The share of RBO's first d things that two lists have in common, for each depth d of the longer one.

    >>> agreement_by_depth(["a", "b"], ["b", "a"]), agreement_by_depth(["a"], ["a", "b"])
    ([0.0, 1.0], [1.0, 1.0])
    """
    short, long = sorted((first, second), key=len)
    overlap = [len(set(short[:depth]) & set(long[:depth])) for depth in range(1, len(long) + 1)]
    agreement = [x / depth for depth, x in enumerate(overlap, start=1)]
    if form == "extrapolated" and short:
        s, shared = len(short), len(set(short) & set(long[: len(short)]))
        for depth in range(s + 1, len(long) + 1):  # the shorter list would have shared (depth − s) · shared/s more
            agreement[depth - 1] += shared * (depth - s) / (s * depth)
    return agreement

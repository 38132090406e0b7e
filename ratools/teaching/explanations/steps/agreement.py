"""Judges: how the measures of metrics/agreement.py come about."""

from collections import Counter
from math import fsum

from ratools.metrics.arguments import as_judges
from ratools.teaching.explanations.steps.common import Worked, explains, with_terms
from ratools.teaching.explanations.tex import equals, frac, tex_figure
from ratools.words import figure


def two_judges(first_labels, second_labels, *, weights=None):
    """Two lists of labels, of one length."""
    return as_judges([first_labels, second_labels], numbers=weights is not None), {"weights": weights}


@explains("cohen_kappa", clean=two_judges)
def cohen_kappa(first_labels, second_labels, *, weights=None, case):
    """Every item gives 1/n, less its disagreement in units of chance."""
    n, power = len(first_labels), {None: 0, "linear": 1, "quadratic": 2}[weights]
    first, second = Counter(first_labels), Counter(second_labels)
    apart = [abs(a - b) ** power if power else int(a != b) for a, b in zip(first_labels, second_labels, strict=True)]
    between = ((first[a] * second[b], abs(a - b) ** power if power else a != b) for a in first for b in second)
    expected = fsum(pairs * distance for pairs, distance in between) / n**2
    observed = fsum(apart) / n
    rows = [
        {"item": place, "first": a, "second": b, "distance": distance, "note": "they differ" if distance else ""}
        for place, (a, b, distance) in enumerate(zip(first_labels, second_labels, apart, strict=True), start=1)
    ]
    formula = rf"\kappa = 1 - {frac(tex_figure(observed), tex_figure(expected))} {equals(case.value)}"
    if weights is None:
        sentence = (
            f"They agree on {n - sum(apart)} of {n} items ({(1 - observed) * 100:.0f} %); by chance alone they would "
            f"agree on {(1 - expected) * 100:.0f} %."
        )
    else:
        sentence = (
            f"They lie {figure(observed)} apart on average ({weights} distance); by chance alone it would be "
            f"{figure(expected)}."
        )
    terms = [(1 - distance / expected) / n for distance in apart]
    return Worked(with_terms(rows, terms), formula, sentence, key="item")

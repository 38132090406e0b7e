"""Systems side by side: exact match, F1 and abstention accuracy, each with the interval of its mean."""

from math import fsum, sqrt

from ratools.evaluation.comparison import incomplete_beta
from ratools.metrics.answers import ABSTENTION, abstains, exact_match, f1_score


def answer_scores(predictions, references, abstention_token=ABSTENTION, *, normalize="simple"):
    """{measure: scores} of one system, a score per question; abstention accuracy over the impossible questions only."""
    pairs = [(said["answer"], gold["answer"]) for said, gold in zip(predictions, references, strict=True)]
    silent = [abstains(said, abstention_token) for said, gold in pairs if gold == abstention_token]
    return {
        "exact_match": [exact_match(*pair, normalize=normalize) for pair in pairs],
        "f1": [f1_score(*pair, normalize=normalize) for pair in pairs],
        "abstention_accuracy": [int(one) for one in silent],
    }


def score_rows(systems, references):
    """One row per system and measure: its mean, the 95 % t interval, and over how many questions."""
    rows = []
    for name, predictions in systems.items():
        for measure, scores in answer_scores(predictions, references).items():
            mean, low, high = t_interval(scores)
            rows.append({"system": name, "measure": measure, "mean": mean, "ci_low": low, "ci_high": high,
                         "questions": len(scores)})  # fmt: skip
    return rows


def t_interval(scores, level=0.95):
    """(mean, low, high): mean ± t · s / √n, Student's t for n − 1 degrees of freedom.

    >>> [round(end, 4) for end in t_interval([0.05, 0.1, -0.02, 0.1, 0.05, 0, 0.15, 0.15])]
    [0.0725, 0.0193, 0.1257]

    Trap: an interval of a share may reach below 0 or above 1; where all scores are equal it has no width at all.
    Student 1908.
    """
    n = len(scores)
    if n < 2:
        raise ValueError(f"{n} scores have no interval: give at least two")
    mean = fsum(scores) / n
    deviation = sqrt(fsum((score - mean) ** 2 for score in scores) / (n - 1))
    reach = t_quantile(n - 1, level) * deviation / sqrt(n)
    return mean, mean - reach, mean + reach


def t_quantile(freedom, level=0.95):
    """The t that so large a share of Student's distribution stays within, by halving.

    >>> round(t_quantile(49), 4), round(t_quantile(13), 4)
    (2.0096, 2.1604)
    """
    low, high = 0.0, 1e6
    for _ in range(200):
        t = (low + high) / 2
        outside = incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t))
        low, high = (t, high) if outside > 1 - level else (low, t)
    return (low + high) / 2

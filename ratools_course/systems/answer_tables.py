"""Systems side by side: exact match, F1 and abstention accuracy, each with the interval of its mean."""

import numpy as np

from ratools.evaluation.student import t_interval
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
            mean, low, high = mean_interval(scores)
            rows.append({"system": name, "measure": measure, "mean": mean, "ci_low": low, "ci_high": high,
                         "questions": len(scores)})  # fmt: skip
    return rows


def mean_interval(scores, lowest=0.0, highest=1.0):
    """(mean, low, high): the mean of scores from 0 to 1 with its 95 % interval, by Student's t, within that range.

    >>> [round(end, 4) for end in mean_interval([0.05, 0.1, -0.02, 0.1, 0.05, 0, 0.15, 0.15])]
    [0.0725, 0.0193, 0.1257]

    Trap: where all scores are equal the interval has no width at all.
    """
    if len(scores) < 2:
        raise ValueError(f"{len(scores)} scores have no interval: give at least two")
    values = np.array(scores, dtype=np.float64)[:, None]
    low, high = t_interval(values, lowest, highest)
    return float(values.mean()), float(low[0]), float(high[0])

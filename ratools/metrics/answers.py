"""What was said: exact match, token F1, and the courage to say "it is not in the document".

A reference may be one text or a list of accepted texts; the best of them counts.
"""

import re
import string
from collections import Counter
from operator import and_, eq

from ratools.errors import UsageError
from ratools.metrics.arguments import as_answer_pairs, as_choice, as_golds, as_text

__all__ = [
    "exact_match",
    "f1_score",
    "abstention_accuracy",
    "abstention_report",
]

ABSTENTION = "It is not mentioned in the document."
DELETE_PUNCTUATION = str.maketrans("", "", string.punctuation)


def normalized(text, normalize="simple"):
    """The text as it is compared: lower case, single spaces; `"squad"` also drops ASCII punctuation and articles.

    >>> normalized("  The  CAT. "), normalized("  The  CAT. ", "squad")
    ('the cat.', 'cat')

    Trap: SQuAD's rule is made for names. It reads "3.5" as "35" and "-5" as "5", and nothing is left of the answer "A".
    Rajpurkar et al. 2016.
    """
    text = text.lower()
    if as_choice(normalize, "normalize") == "squad":
        text = re.sub(r"\b(a|an|the)\b", " ", text.translate(DELETE_PUNCTUATION))
    return " ".join(text.split())


def exact_match(prediction, reference, *, normalize="simple"):
    """Whether the answer is the reference, apart from case and spacing: 1 or 0.

    EM = 1 if normalized prediction = normalized reference, else 0

    >>> exact_match("SparseSwaps", "sparseSwaps"), exact_match("the SparseSwaps", "SparseSwaps")
    (1, 0)

    Trap: a right answer in other words scores 0; a wrong one that normalises alike scores 1.
    Rajpurkar et al. 2016.
    """
    prediction, golds = as_text(prediction, "prediction"), as_golds(reference)
    answer = normalized(prediction, normalize)
    return max(int(answer == normalized(gold, normalize)) for gold in golds)


def f1_score(prediction, reference, *, normalize="simple"):
    """How many words the answer shares with the reference, every occurrence counted.

    F1 = 2 · common / (words predicted + words expected)

    >>> f1_score("SparseSwaps algorithm", "SparseSwaps")                # P 1/2, R 1
    0.6666666666666666
    >>> f1_score("Paris Paris Paris", "Paris")                          # repeating does not help: P 1/3, R 1
    0.5

    Trap: words are not meaning. "not guilty" has F1 0.67 against "guilty".
    Rajpurkar et al. 2016.
    """
    prediction, golds = as_text(prediction, "prediction"), as_golds(reference)
    got, scores = Counter(normalized(prediction, normalize).split()), []
    for gold in golds:
        want = Counter(normalized(gold, normalize).split())
        words = got.total() + want.total()
        scores.append(2 * (got & want).total() / words if words else 1.0)  # two empty answers agree
    return max(scores)


def abstains(answer, abstention_token=ABSTENTION):
    """Whether an answer is the abstention token, spaces at its ends apart.

    >>> abstains(" It is not mentioned in the document. "), abstains("Not mentioned.")
    (True, False)
    """
    return answer.strip() == as_text(abstention_token, "abstention_token").strip()


def abstention_accuracy(predictions, references, abstention_token=ABSTENTION):
    """On questions that cannot be answered: how often the system said so.

    abstention accuracy = impossible questions abstained on / impossible questions

    >>> no = "It is not mentioned in the document."
    >>> abstention_accuracy([no, "blue", "42"], [no, no, "42"])         # two are impossible, one was admitted
    0.5

    Trap: a system that always abstains scores 1.0. `abstention_report` shows what that costs.
    """
    predictions, references = as_answer_pairs(predictions, references)
    admitted = [
        abstains(prediction, abstention_token)
        for prediction, golds in zip(predictions, references, strict=True)
        if any(abstains(gold, abstention_token) for gold in golds)
    ]
    if not admitted:
        raise UsageError(
            f"no reference is {abstention_token!r}: without an impossible question nothing can be measured"
        )
    return sum(admitted) / len(admitted)


def abstention_report(predictions, references, abstention_token=ABSTENTION, *, normalize="simple"):
    """Abstaining seen from every side: when it was right, when it was not, and what the answers are worth.

    precision = rightly abstained / abstained; recall = rightly abstained / impossible (the abstention accuracy);
    accuracy = right decisions / all; over-abstention = abstained / answerable; coverage = answered / all

    >>> no = "It is not mentioned in the document."
    >>> report = abstention_report([no, no, "42", "red"], [no, "blue", "42", "green"])
    >>> report["recall"], report["precision"], report["over_abstention"], report["accuracy_when_answering"]
    (1.0, 0.5, 0.3333333333333333, 0.5)

    Trap: a share of nothing is not 0. Where there is nothing to divide by, the report says None.
    """
    predictions, references = as_answer_pairs(predictions, references)
    should = [any(abstains(gold, abstention_token) for gold in golds) for golds in references]
    did = [abstains(prediction, abstention_token) for prediction in predictions]
    same = [exact_match(*pair, normalize=normalize) for pair in zip(predictions, references, strict=True)]
    both, right = sum(map(and_, should, did)), [em for em, abstained in zip(same, did, strict=True) if not abstained]
    return {
        "abstention_accuracy": share(both, sum(should)),
        "accuracy": share(sum(map(eq, should, did)), len(should)),
        "precision": share(both, sum(did)),
        "recall": share(both, sum(should)),
        "f1": share(2 * both, sum(should) + sum(did)),
        "over_abstention": share(sum(did) - both, len(should) - sum(should)),
        "coverage": share(len(right), len(should)),
        "accuracy_when_answering": share(sum(right), len(right)),
    }


def share(part, whole):
    """part / whole, or None when there is no whole."""
    return part / whole if whole else None

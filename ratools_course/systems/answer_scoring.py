"""Scores of answers: which stage failed (retrieval, chunk, sentence or cut), and systems side by side.

`stage_failures` takes any system's answers; `score_rows` gives each mean with its interval.
"""

import numpy as np

from ratools.errors import UsageError
from ratools.evaluation.student import t_interval
from ratools.metrics.answers import ABSTENTION, abstains, exact_match, f1_score

STAGES = {
    "right": "the answer is right, and taken from a place that holds it",
    "right elsewhere": "the answer is right, but taken from a place that does not hold it: a guess, or another fact",
    "rightly abstained": "the question has no answer, and the system said so",
    "answered the impossible": "the question has no answer, and the system gave one",
    "not retrieved": "no document with the answer was among those retrieved",
    "not in a chunk": "such a document was, but no retrieved piece of it holds the whole answer",
    "wrong sentence": "the answer was there to be read, and another sentence was taken",
    "wrong cut": "the right sentence was taken, and the wrong words of it (or more than the answer)",
    "wrong answer": "the answer was there to be read; what was taken instead is not recorded",
    "wrongly abstained": "the answer was there to be read, and the system abstained",
}


def stage_failures(predictions, references, abstention_token=ABSTENTION, *, normalize="simple"):
    """One stage of `STAGES` per question, in their order: the first that failed, or how it went well.

    A reference has `answer` and `spans`, the places that hold it: [document, start, end], half-open. A prediction has
    `answer`; `retrieved`, documents or pieces of them ([document, start, end]); and, where they are known, `found_in`
    and `sentence` ([start, end]), the place that the answer was taken from.

    >>> gold = [{"question_id": "a1", "answer": "14 days", "spans": [["d1", 28, 35]]}]
    >>> said = {"question_id": "a1", "answer": "3 days", "retrieved": ["d2", "d1"], "found_in": "d1"}
    >>> stage_failures([said | {"sentence": [0, 20]}], gold), stage_failures([said | {"sentence": [21, 60]}], gold)
    (['wrong sentence'], ['wrong cut'])
    >>> stage_failures([said | {"retrieved": ["d2"]}], gold)
    ['not retrieved']
    >>> stage_failures([said | {"retrieved": [["d1", 0, 30]]}], gold)
    ['not in a chunk']

    Trap: a system that abstains because nothing was retrieved failed at retrieval, not at abstaining.
    """
    if len(predictions) != len(references):
        raise UsageError(f"{len(predictions)} predictions for {len(references)} references: give one per question")
    stages = []
    for said, gold in zip(predictions, references, strict=True):
        if said.get("question_id") != gold.get("question_id"):
            raise UsageError(f"prediction {said.get('question_id')!r} stands beside reference {gold['question_id']!r}")
        stages.append(stage_of(said, gold, abstention_token, normalize))
    return stages


def stage_of(said, gold, abstention_token, normalize):
    """The stage of one question."""
    golds = gold["answer"] if isinstance(gold["answer"], list) else [gold["answer"]]
    silent = abstains(said["answer"], abstention_token)
    if any(abstains(accepted, abstention_token) for accepted in golds):
        return "rightly abstained" if silent else "answered the impossible"
    failed = failed_stage(said, gold)
    if exact_match(said["answer"], golds, normalize=normalize):
        return "right elsewhere" if failed else "right"
    if silent and failed not in ("not retrieved", "not in a chunk"):
        return "wrongly abstained"
    return failed or ("wrong cut" if said.get("sentence") else "wrong answer")


def failed_stage(said, gold):
    """The first stage at which the answer's span was lost, or None."""
    if not gold.get("spans"):
        raise UsageError(f"question {gold.get('question_id')!r} has no spans: name the places that hold its answer")
    pieces = [[piece, 0, float("inf")] if isinstance(piece, str) else piece for piece in said.get("retrieved") or ()]
    if not {piece[0] for piece in pieces} & {span[0] for span in gold["spans"]}:
        return "not retrieved"
    if not any(holds(piece, span) for piece in pieces for span in gold["spans"]):
        return "not in a chunk"
    taken = said.get("sentence") and [said["found_in"], *said["sentence"]]
    return "wrong sentence" if taken and not any(holds(taken, span) for span in gold["spans"]) else None


def holds(piece, span):
    """Whether a piece of a document holds the whole span."""
    return piece[0] == span[0] and piece[1] <= span[1] and span[2] <= piece[2]


def answer_scores(predictions, references, abstention_token=ABSTENTION, *, normalize="simple"):
    """{measure: scores} of one system, a score per question; abstention accuracy over the impossible questions only."""
    pairs = [(said["answer"], gold["answer"]) for said, gold in zip(predictions, references, strict=True)]
    silent = [abstains(said, abstention_token) for said, gold in pairs if gold == abstention_token]
    return {
        "exact_match": [exact_match(*pair, normalize=normalize) for pair in pairs],
        "f1": [f1_score(*pair, normalize=normalize) for pair in pairs],
        "abstention_accuracy": [int(abstained) for abstained in silent],
    }


def score_rows(systems, references):
    """One row per system and measure: its mean, the 95 % t interval, and over how many questions."""
    rows = []
    for name, predictions in systems.items():
        for measure, scores in answer_scores(predictions, references).items():
            mean, low, high = mean_interval(scores)
            row = {"system": name, "measure": measure, "mean": mean, "ci_low": low, "ci_high": high}
            rows.append(row | {"questions": len(scores)})
    return rows


def mean_interval(scores, lowest=0.0, highest=1.0):
    """(mean, low, high): the mean of scores from 0 to 1 with its 95 % interval, by Student's t, within that range.

    >>> [round(end, 4) for end in mean_interval([0.05, 0.1, -0.02, 0.1, 0.05, 0, 0.15, 0.15])]
    [0.0725, 0.0193, 0.1257]

    Trap: where all scores are equal the interval has no width at all.
    """
    if len(scores) < 2:
        raise UsageError(f"{len(scores)} scores have no interval: give at least two")
    values = np.array(scores, dtype=np.float64)[:, None]
    low, high = t_interval(values, lowest, highest)
    return float(values.mean()), float(low[0]), float(high[0])

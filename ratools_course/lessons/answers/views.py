"""Tables of notebook 12: systems that answer side by side, a threshold moved, what a stage would win."""

from ratools.lazy import Later
from ratools.metrics.answers import ABSTENTION, abstains, exact_match
from ratools_course.systems.answer_scoring import answer_scores, stage_failures

pd = Later("pandas")

SHORT = {"exact_match": "EM", "f1": "F1", "abstention_accuracy": "abstention"}  # so that a table fits a narrow page
FIXED = {  # what a stage would win at most if it never failed
    "not retrieved": "retrieval",
    "wrong sentence": "the choice of the sentence",
    "wrong cut": "the cut",
    "answered the impossible": "abstaining",
    "wrongly abstained": "abstaining",
}


def systems_table(systems, references):
    """One row per system: mean exact match, F1, abstention accuracy, and how many questions it answered rightly."""
    rows = {}
    for name, said in systems.items():
        scores = answer_scores(said, references)
        pairs = zip(scores["exact_match"], said, strict=True)
        right = sum(exact and not abstains(prediction["answer"]) for exact, prediction in pairs)
        means = {SHORT[measure]: sum(values) / len(values) for measure, values in scores.items()}
        rows[name] = means | {"right answers": right}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("system")


def at_threshold(predictions, references, threshold, abstention_token=ABSTENTION):
    """Abstain where the confidence is below the threshold: coverage, and the share of the answers that is right."""
    given = [
        exact_match(said["answer"], gold["answer"])
        for said, gold in zip(predictions, references, strict=True)
        if said["confidence"] >= threshold and not abstains(said["answer"], abstention_token)
    ]
    impossible = [_impossible(gold, abstention_token) for gold in references]
    silent = sum(
        nothing_to_say and (said["confidence"] < threshold or abstains(said["answer"], abstention_token))
        for nothing_to_say, said in zip(impossible, predictions, strict=True)
    )
    return {
        "coverage": len(given) / len(references),
        "right when it answers": sum(given) / len(given) if given else None,
        "exact match": (sum(given) + silent) / len(references),
    }


def _impossible(gold, abstention_token):
    """Whether the question has no answer."""
    return isinstance(gold["answer"], str) and abstains(gold["answer"], abstention_token)


def guessing_scores(predictions, references, abstention_token=ABSTENTION):
    """Three scores of one system that treat a wrong answer and silence differently, over the answerable questions.

    >>> gold = [{"answer": "x"}] * 10
    >>> said = [{"answer": "x"}] * 3 + [{"answer": "y"}] * 2 + [{"answer": ABSTENTION}] * 5
    >>> guessing_scores(said, gold)
    {'right': 0.3, 'right when it answers': 0.6, 'right minus wrong': 0.1}
    """
    pairs = [
        (said["answer"], gold["answer"])
        for said, gold in zip(predictions, references, strict=True)
        if not _impossible(gold, abstention_token)
    ]
    answered = [exact_match(*pair) for pair in pairs if not abstains(pair[0], abstention_token)]
    right, wrong = sum(answered), len(answered) - sum(answered)
    return {
        "right": right / len(pairs),
        "right when it answers": right / len(answered) if answered else None,
        "right minus wrong": (right - wrong) / len(pairs),
    }


def at_most(predictions, references):
    """What fixing one part would win at most: exact match if all questions that end there came out right."""
    stages = stage_failures(predictions, references)
    now = sum(stage in ("right", "right elsewhere", "rightly abstained") for stage in stages)
    parts = dict.fromkeys(FIXED.values(), 0)
    for stage in stages:
        if stage in FIXED:
            parts[FIXED[stage]] += 1
    rows = {"today": now} | {f"if {part} never failed": now + lost for part, lost in parts.items()}
    return pd.DataFrame({"exact match at most": {name: right / len(stages) for name, right in rows.items()}})

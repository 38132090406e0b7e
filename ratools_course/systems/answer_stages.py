"""Which stage failed: finding the document, keeping the passage in a chunk, choosing the sentence, or cutting it?"""

from ratools.metrics.answers import ABSTENTION, abstains, exact_match

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
        raise ValueError(f"{len(predictions)} predictions for {len(references)} references: give one per question")
    stages = []
    for said, gold in zip(predictions, references, strict=True):
        if said.get("question_id") != gold.get("question_id"):
            raise ValueError(f"prediction {said.get('question_id')!r} stands beside reference {gold['question_id']!r}")
        stages.append(stage_of(said, gold, abstention_token, normalize))
    return stages


def stage_of(said, gold, abstention_token, normalize):
    """The stage of one question."""
    golds = gold["answer"] if isinstance(gold["answer"], list) else [gold["answer"]]
    silent = abstains(said["answer"], abstention_token)
    if any(abstains(one, abstention_token) for one in golds):
        return "rightly abstained" if silent else "answered the impossible"
    failed = failed_place(said, gold)
    if exact_match(said["answer"], golds, normalize=normalize):
        return "right elsewhere" if failed else "right"
    if silent and failed not in ("not retrieved", "not in a chunk"):
        return "wrongly abstained"
    return failed or ("wrong cut" if said.get("sentence") else "wrong answer")


def failed_place(said, gold):
    """The first stage at which the answer's place was lost, or None."""
    if not gold.get("spans"):
        raise ValueError(f"question {gold.get('question_id')!r} has no spans: name the places that hold its answer")
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

"""Answers in JSON files: the same questions in the same order, scored and averaged."""

from itertools import chain
from math import fsum
from pathlib import Path

from ratools.errors import UsageError
from ratools.evaluation.formats import read_answers
from ratools.metrics.answers import ABSTENTION, abstains, abstention_accuracy, exact_match, f1_score


def score_answers(predictions, references, *, abstention_token=ABSTENTION, normalize="simple", split=None):
    """Mean exact match, mean F1 and abstention accuracy of one file of answers.

    Both files are JSON lists of objects with `question_id` and `answer`; items belong together by position. Without an
    impossible question there is no abstention accuracy: None. `split` keeps the questions whose reference has that
    `split`.
    """
    given, right = read_answers(predictions), read_answers(references, accept_lists=True)
    same_questions(given, right, predictions, references)
    given, right = one_split(given, right, split, references)
    answers, golds = [item["answer"] for item in given], [item["answer"] for item in right]
    pairs = list(zip(answers, golds, strict=True))
    if not abstention_token.strip():
        raise UsageError("the abstention token is empty: name the words with which a system abstains")
    impossible = any(abstains(gold, abstention_token) for gold in chain.from_iterable(map(as_list, golds)))
    return {
        "exact_match": fsum(exact_match(*pair, normalize=normalize) for pair in pairs) / len(pairs),
        "f1": fsum(f1_score(*pair, normalize=normalize) for pair in pairs) / len(pairs),
        "abstention_accuracy": abstention_accuracy(answers, golds, abstention_token) if impossible else None,
        "questions": len(pairs),
    }


def one_split(given, right, split, name):
    """The items of one split, or all of them."""
    kept = [index for index, gold in enumerate(right) if split is None or gold.get("split") == split]
    if not kept:
        there = sorted({str(gold.get("split")) for gold in right})
        raise UsageError(f"{name}: no question has the split {split!r}; there are: {', '.join(there)}")
    return [given[index] for index in kept], [right[index] for index in kept]


def as_list(answer):
    """One accepted answer, or several."""
    return answer if isinstance(answer, list) else [answer]


def same_questions(given, right, given_name, right_name):
    """Refuse files that are not about the same questions in the same order; name the first difference."""
    for items, name in ((given, given_name), (right, right_name)):
        ids = [item.get("question_id") for item in items]
        twice = next((id_ for index, id_ in enumerate(ids) if id_ is not None and id_ in ids[:index]), None)
        if twice is not None:
            raise UsageError(f"{name}: question {twice!r} is there twice; keep one")
    for n, (answer, gold) in enumerate(zip(given, right, strict=False), start=1):
        if answer.get("question_id") != gold.get("question_id"):
            raise UsageError(
                f"{given_name}: item {n} answers question {answer.get('question_id')!r}, but item {n} of "
                f"{right_name} is question {gold.get('question_id')!r}: items must align by position"
            )
    if len(given) != len(right):
        longer, name = (given, given_name) if len(given) > len(right) else (right, right_name)
        index = min(len(given), len(right))
        raise UsageError(
            f"{given_name} has {len(given)} items, {right_name} has {len(right)}: the first without a partner is item "
            f"{index + 1} of {name}, question {longer[index].get('question_id')!r}"
        )


def system_names(files):
    """A name for each file: its own without folder and endings; equal ones get as many folders as tell them apart.

    >>> system_names(["out/v1.json", "out/v2.run.gz"]), system_names(["a/preds.json", "b/preds.json"])
    (['v1', 'v2'], ['a/preds', 'b/preds'])
    """
    paths = [Path(file) for file in files]
    for index, path in enumerate(paths):
        if path.resolve() in [other.resolve() for other in paths[:index]]:
            raise UsageError(f"{files[index]} is named twice: give each file once")
    names = [_stem(path) for path in paths]
    if len({path.resolve().parent for path in paths}) == 1:  # folders cannot tell them apart, endings can
        return [path.name if names.count(name) > 1 else name for path, name in zip(paths, names, strict=True)]
    full = [path.resolve() for path in paths]
    repeated = {name for name in names if names.count(name) > 1}
    for depth in range(1, max(len(path.parts) for path in full)):
        if len(set(names)) == len(names):
            return names
        names = [
            "/".join([*path.parent.parts[-depth:], _stem(path)]) if _stem(path) in repeated else name
            for path, name in zip(full, names, strict=True)
        ]
    return [str(file) for file in files]


def _stem(path):
    name = path.name
    for ending in (".gz", ".json", ".run", ".txt", ".trec", ".res"):
        name = name.removesuffix(ending) or name
    return name

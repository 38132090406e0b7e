"""Three experiments on a judge that is a program: swap two results, lengthen a text, grade systems of its own kind.

Each works with any judge: a rule, a model, a language model behind a function. A judge that is asked for money is best
wrapped in `functools.cache`, so that a second call costs nothing.
"""

import math
import random
from collections.abc import Mapping
from numbers import Real

from ratools.errors import UsageError
from ratools.evaluation.formats import read_qrels, read_run
from ratools.lazy import Later
from ratools.metrics.arguments import as_whole_number
from ratools.words import listed, short

pd = Later("pandas")

VERDICTS = ("first", "second", "tie")


def position_bias(prefers, pairs, names=("one", "other")):
    """Ask “which is better?” in both orders: who wins when shown first, and which verdicts hold both ways.

    `prefers(query, first, second)` gets texts and returns "first", "second" or "tie"; `pairs` are (query, one, other).

    >>> position_bias(lambda query, first, second: "first", [("reset", "A password …", "An invoice …")])
                    one  other  tie  pairs
    one first         1      0    0      1
    other first       0      1    0      1
    same both ways    0      0    0      0

    Trap: a judge that throws dice turns verdicts, too. Position is the reason if both orders favour what comes first.
    Zheng et al. 2023.
    """
    pairs, names = _texts(pairs, 3, "(query, one, other)"), tuple(names)
    if len(names) != 2 or len({*names, "tie", "pairs"}) < 4 or not all(isinstance(name, str) for name in names):
        raise UsageError(f"names must be two different names, for the one text and the other, got {short(names)}")
    one_first, other_first = [], []
    for query, one, other in pairs:
        shown, swapped = _verdict(prefers, query, one, other), _verdict(prefers, query, other, one)
        one_first.append({"first": names[0], "second": names[1]}.get(shown, "tie"))
        other_first.append({"first": names[1], "second": names[0]}.get(swapped, "tie"))
    same = [shown for shown, swapped in zip(one_first, other_first, strict=True) if shown == swapped]
    rows = {f"{names[0]} first": one_first, f"{names[1]} first": other_first, "same both ways": same}
    return pd.DataFrame.from_dict(
        {row: [*map(verdicts.count, (*names, "tie")), len(verdicts)] for row, verdicts in rows.items()},
        orient="index",
        columns=[*names, "tie", "pairs"],
    )


def length_bias(judge, pairs, fillers, added=(0, 1, 2, 3, 5), *, seed=0):
    """Append texts that do not help, and see how many documents the judge praises: a row per number of texts added.

    `judge(query, document)` gets texts and returns a grade, 0 for not relevant; `pairs` are (query, document) that
    people graded 0; `fillers` are the texts to append, a list for all or {query: list}. What is appended is drawn with
    a seed, and five texts begin with the same three as three do.

    >>> by_length = lambda query, document: len(document.split()) // 4
    >>> length_bias(by_length, [("reset", "an invoice"), ("plan", "our office in Bonn")], ["more words"], added=(0, 1))
    added  words  mean grade  praised
    0        3.0         0.5      0.5
    1        5.0         1.0      1.0

    Trap: to compare short with long documents as they are is not an experiment; they differ in more than their length.
    Zheng et al. 2023 call it verbosity bias.
    """
    pairs, added = _texts(pairs, 2, "(query, document)"), list(added)
    if not added:
        raise UsageError("added must be numbers of texts, each a whole number of at least 0, got []")
    added = [as_whole_number(n, "each number in added", least=0) for n in added]
    draw, longer = random.Random(seed), []
    for query, document in pairs:
        longer.append((query, document, _drawn(draw, fillers, query, document, max(added))))
    rows = []
    for n in added:
        texts = [(query, "\n\n".join([document, *more[:n]])) for query, document, more in longer]
        grades = [_grade(judge, query, text) for query, text in texts]
        words = sum(len(text.split()) for _, text in texts)
        praised = sum(grade > 0 for grade in grades)
        rows.append([part / len(pairs) for part in (words, sum(grades), praised)])
    return pd.DataFrame(rows, index=added, columns=["words", "mean grade", "praised"]).rename_axis(columns="added")


def style_bias(judges, readers, runs, depth=10):
    """Whose mistakes does a judge forgive? Of each system's results that readers graded 0, the share a judge praises.

    `judges` is {name: judgements}, `readers` judgements, `runs` {system: run}, in any form. Only pairs that all judges
    graded count; column `graded 0` says how many those are.

    >>> readers, runs = {"q1": {"a": 0, "b": 0, "c": 2}}, {"words": {"q1": ["a", "c"]}, "meaning": {"q1": ["b", "c"]}}
    >>> style_bias({"by words": {"q1": {"a": 1, "b": 0, "c": 1}}}, readers, runs)
             graded 0  by words
    words           1       1.0
    meaning         1       0.0

    Trap: read down a column, not across. One judge may be kinder than another to everybody.
    """
    for given, what in ((judges, "judges must be {name: judgements}"), (runs, "runs must be {system: run}")):
        if not isinstance(given, Mapping) or not given:
            raise UsageError(f"{what}, at least one, got {short(given)}")
    depth = as_whole_number(depth, "depth", least=1)
    readers, judges = read_qrels(readers), {name: read_qrels(grades) for name, grades in judges.items()}
    rows = {}
    for system, run in runs.items():
        shown = [(query, doc) for query, docs in read_run(run).items() for doc in docs[:depth]]
        zero = [(query, doc) for query, doc in shown if readers.get(query, {}).get(doc) == 0]
        given = [[grades.get(query, {}).get(doc, -1) for grades in judges.values()] for query, doc in zero]
        given = [grades for grades in given if min(grades) >= 0]  # below 0: nobody read it
        shares = [sum(grade > 0 for grade in column) / len(given) for column in zip(*given, strict=True)]
        rows[system] = [len(given), *(shares or [math.nan] * len(judges))]
    if not any(row[0] for row in rows.values()):
        raise UsageError(
            f"no result among the first {depth} of {listed(runs)} was graded 0 by the readers and graded at all by "
            f"{listed(judges)}; are the ids the same, and did the judges grade these pairs?"
        )
    return pd.DataFrame.from_dict(rows, orient="index", columns=["graded 0", *judges])


def _texts(pairs, size, form):
    """The pairs as a list of tuples of texts."""
    pairs = [tuple(pair) if isinstance(pair, (tuple, list)) else pair for pair in pairs]
    if not pairs:
        raise UsageError(f"there are no pairs to ask about; give at least one {form}, all texts")
    for index, pair in enumerate(pairs):
        if not isinstance(pair, tuple) or len(pair) != size or not all(isinstance(text, str) for text in pair):
            raise UsageError(f"pairs[{index}] must be {form}, all texts, got {short(pair)}")
    return pairs


def _asked(function, *texts):
    """What the judge says; where it fails, a sentence that names what it was asked."""
    if not callable(function):
        raise UsageError(f"the judge must be a function that takes texts, got {short(function)}")
    try:
        return function(*texts)
    except Exception as error:
        raise UsageError(f"the judge failed on {_named(texts)}: {type(error).__name__}: {error}") from error


def _named(texts):
    return f"query {short(texts[0])} and {', '.join(map(short, texts[1:]))}"


def _verdict(prefers, *texts):
    verdict = _asked(prefers, *texts)
    if not isinstance(verdict, str) or verdict not in VERDICTS:
        allowed = ", ".join(map(repr, VERDICTS[:-1])) + f" or {VERDICTS[-1]!r}"
        raise UsageError(f"the judge must say {allowed}, got {short(verdict)} for {_named(texts)}")
    return verdict


def _grade(judge, *texts):
    grade = _asked(judge, *texts)
    if isinstance(grade, bool) or not isinstance(grade, Real) or not math.isfinite(grade):
        raise UsageError(
            f"the judge must return a grade, a number such as 0 (not relevant) or 2, got {short(grade)} for "
            f"{_named(texts)}; convert what it says (int(…))"
        )
    return grade


def _drawn(draw, fillers, query, document, most):
    """`most` texts for this query, in random order; never the document itself."""
    if isinstance(fillers, str):
        raise UsageError("fillers must be a list of texts, or {query: list}, got one str; put it into a list")
    texts = fillers.get(query, ()) if isinstance(fillers, Mapping) else fillers
    others = [text for text in texts if text != document]
    if wrong := [text for text in others if not isinstance(text, str)]:
        raise UsageError(f"fillers must be texts, got {short(wrong[0])} for query {short(query)}")
    if len(others) < most:
        raise UsageError(
            f"query {short(query)}: {most} texts are to be appended and there are {len(others)} in fillers beside the "
            "document; give more, or smaller numbers in added"
        )
    return draw.sample(others, most)

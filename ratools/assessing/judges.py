"""Agreement of judges, the effect of another judge on the order of systems, and a judge that is a program."""

import math
import time
import warnings
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

from tqdm import tqdm

from ratools.assessing.judgement_file import JudgementFile, as_judge, consistency, opened
from ratools.assessing.pools import Pool
from ratools.errors import UsageError
from ratools.evaluation.agreement import kappas
from ratools.evaluation.evaluator import evaluate
from ratools.lazy import Later
from ratools.metrics.agreement import cohen_kappa, kendall_tau, krippendorff_alpha, tau_ap
from ratools.words import count, listed, short

pd = Later("pandas")


@dataclass(frozen=True)
class Agreement:
    """What `agreement` found: `table` has a row per pair of judges, `confusion` a table per pair, `differ` the pairs of
    query and document on which they differ most, `own` how often a judge repeats the own grade, `alpha` Krippendorff's
    for all judges together."""

    table: object
    confusion: dict
    differ: object
    own: dict
    alpha: float | None = field(default=None)

    def __repr__(self):
        parts = [self.table.to_string(index=False, float_format="{:.3f}".format)]
        if self.alpha is not None:
            parts.append(f"Krippendorff's α of all judges (ordinal): {self.alpha:.3f}")
        parts += [
            f"{judge} graded {count(n, 'pair')} twice, {same} alike" for judge, (n, same) in self.own.items() if n
        ]
        if len(self.differ):
            parts.append(f"Furthest apart:\n{self.differ.head(10).to_string(index=False)}")
        return "\n\n".join(parts)


def agreement(path, judges=None):
    """How far the judges of a file agree: κ plain and weighted for each two, α for three and more, and where not."""
    file = opened(path)
    grades = {judge: file.grades(judge) for judge in _chosen(file, judges)}
    rows, confusion = [], {}
    for first, second in combinations(grades, 2):
        shared = [pair for pair in grades[first] if pair in grades[second]]
        if not shared:
            continue
        labels = [[grades[judge][pair] for pair in shared] for judge in (first, second)]
        rows.append(
            {
                "first": first,
                "second": second,
                "pairs": len(shared),
                "alike": sum(a == b for a, b in zip(*labels, strict=True)) / len(shared),
                "kappa": _beyond_chance(cohen_kappa, *labels),
                "kappa_linear": _beyond_chance(cohen_kappa, *labels, weights="linear"),
            }
        )
        levels = sorted(file.scale)
        table = pd.crosstab(pd.Series(labels[0], name=first), pd.Series(labels[1], name=second))
        confusion[first, second] = table.reindex(index=levels, columns=levels, fill_value=0)
    if not rows:
        raise UsageError(f"{file.path}: no two judges graded the same pair; deal out an overlap (assign)")
    return Agreement(
        pd.DataFrame(rows),
        confusion,
        _apart(grades),
        {j: consistency(file, j) for j in grades},
        _alpha(grades) if len(grades) > 2 else None,
    )


def _chosen(file, judges):
    """The judges asked for, or all who graded."""
    known = [judge for judge in file.judges() if file.grades(judge)]
    for judge in judges or ():
        if judge not in known:
            raise UsageError(f"{file.path}: {short(judge)} graded nothing; there are {listed(known)}")
    chosen = list(judges or known)
    if len(chosen) < 2:
        raise UsageError(f"{file.path}: agreement takes two judges, there is {listed(chosen) or 'none'}")
    return chosen


def _alpha(grades):
    pairs = dict.fromkeys(pair for given in grades.values() for pair in given)
    rows = [[given.get(pair) for pair in pairs] for given in grades.values()]
    return _beyond_chance(krippendorff_alpha, rows, level="ordinal")


def _beyond_chance(measure, *labels, **options):
    """Agreement beyond chance, or NaN where one single grade was given throughout: chance would do the same."""
    try:
        return measure(*labels, **options)
    except ValueError:
        return math.nan


def _apart(grades):
    """The pairs with different grades, the widest first."""
    rows = []
    for pair in dict.fromkeys(pair for given in grades.values() for pair in given):
        given = {judge: grades[judge][pair] for judge in grades if pair in grades[judge]}
        apart = max(given.values()) - min(given.values())
        if apart:
            rows.append({"query": pair[0], "document": pair[1], **given, "apart": apart})
    table = pd.DataFrame(rows, columns=["query", "document", *grades, "apart"])
    return table.sort_values("apart", ascending=False, kind="stable").reset_index(drop=True)


def agreement_with(path, others):
    """How far a file's judges agree with grades from elsewhere, {name: {(query, document): grade}}, or what to do."""
    file = opened(path) if Path(path).exists() else None
    mine = (
        {} if file is None else {pair: grade for judge in file.judges() for pair, grade in file.grades(judge).items()}
    )
    rows = {}
    for name, grades in others.items():
        shared = [pair for pair in mine if pair in grades]
        if shared:
            rows[name] = kappas([mine[pair] for pair in shared], [grades[pair] for pair in shared])
    if not rows:
        return "Nothing judged yet that these judges graded, too: judge at the desk, then ask again."
    return pd.DataFrame.from_dict(rows, orient="index")


def judge_with(function, pool, path, judge, *, scale=None, per_minute=None):
    """Let a program judge a pool: `function(query, document)` returns a grade; it gets texts if the pool has them.

    Goes on where it stopped; pairs on which the function failed are noted and tried again at the next call. Returns
    (graded now, failed now). `per_minute` limits the pace, for services that ask for it.
    """
    if not callable(function):
        raise UsageError(f"function must take a query and a document and return a grade, got {short(function)}")
    if per_minute is not None and not per_minute > 0:
        raise UsageError(f"per_minute must be above 0, got {short(per_minute)} (leave it out for no limit)")
    pool = pool if isinstance(pool, Pool) else Pool(pool)
    file, judge = JudgementFile(path, scale), as_judge(judge)
    file.start(pool.depth)
    done, graded, failed = file.grades(judge), 0, 0
    left = [pair for pair in pool.pairs if tuple(map(str, pair)) not in done]
    for query, doc in tqdm(left, desc=judge, unit="pair", delay=1, leave=False):
        started = time.monotonic()
        try:
            grade = function(_text(pool.queries.get(query, query)), _text(pool.documents.get(doc, doc)))
            if isinstance(grade, bool) or grade not in file.scale:
                raise ValueError(f"{short(grade)} is not on the scale {', '.join(map(str, file.scale))}")
        except Exception as error:
            file.append(judge, query, doc, "failed", note=f"{type(error).__name__}: {error}"[:300])
            failed += 1
        else:
            file.append(judge, query, doc, "grade", int(grade))
            graded += 1
        if per_minute:
            time.sleep(max(0.0, 60 / per_minute - (time.monotonic() - started)))
    return graded, failed


def _text(value):
    """What a judge reads of a query or a document of the course's collections, or of plain text."""
    if hasattr(value, "title") and hasattr(value, "text") and not isinstance(value, str):
        return f"{value.title}\n\n{value.text}".strip()
    return getattr(value, "text", value)


@dataclass(frozen=True)
class JudgeEffect:
    """What `compare_judges` found: the systems' means by judge, τ and τ_AP of each two, and the pairs that swap."""

    measure: str
    means: object
    orders: object
    swaps: tuple
    warnings: tuple = ()

    def __repr__(self):
        parts = [f"{self.measure} by judge\n{self.means.round(4).to_string()}"]
        parts.append(self.orders.to_string(index=False, float_format="{:.3f}".format))
        parts.append("\n".join(self.swaps) or "No two systems change places.")
        return "\n\n".join([*parts, *self.warnings])


def compare_judges(path, runs, measure="nDCG@10", *, judges=None, same_method=None):
    """What another judge does to the order of systems, on the pairs that both judged.

    `same_method` declares which judge works by the method of a system, {"overlap-rule": ["bm25"]}: such a judge favours
    it, and that is said. With few systems τ takes few values: look at the pairs that swap.
    """
    if len(runs) < 2:
        raise UsageError("the order of systems takes at least two runs: {name: run}")
    file = opened(path)
    grades = {judge: file.grades(judge) for judge in _chosen(file, judges)}
    first, *others = grades
    means, rows, swaps = {}, [], []
    for other in others:
        shared = [pair for pair in grades[first] if pair in grades[other]]
        if not shared:
            raise UsageError(f"{file.path}: {first} and {other} judged no pair in common")
        by_first, by_other = (_means(runs, grades[judge], shared, measure) for judge in (first, other))
        means |= {f"{first} (with {other})" if len(others) > 1 else first: by_first, other: by_other}
        rows.append(
            {
                "first": first,
                "second": other,
                "pairs": len(shared),
                "tau": kendall_tau(_ranked(by_first), _ranked(by_other)),
                "tau_ap": tau_ap(_ranked(by_first), _ranked(by_other)),  # the first judge is the reference
            }
        )
        swaps += _swapped(by_first, by_other, first, other)
    return JudgeEffect(
        measure, pd.DataFrame(means), pd.DataFrame(rows), tuple(swaps), _same_method_warnings(same_method, grades, runs)
    )


def _means(runs, grades, shared, measure):
    judged = {}
    for query, doc in shared:
        judged.setdefault(query, {})[doc] = grades[query, doc]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return {name: float(evaluate(run, judged, [measure]).iloc[:, 0].mean()) for name, run in runs.items()}


def _ranked(means):
    """The systems, best first."""
    return sorted(means, key=lambda name: -means[name])


def _swapped(by_first, by_second, first, second):
    """A sentence for each two systems whose order depends on the judge."""
    for a, b in combinations(by_first, 2):
        if (by_first[a] - by_first[b]) * (by_second[a] - by_second[b]) < 0:
            ahead, behind = (a, b) if by_first[a] > by_first[b] else (b, a)
            yield (
                f"{ahead} is ahead of {behind} by {first}'s grades ({by_first[ahead]:.4f} to {by_first[behind]:.4f}), "
                f"behind by {second}'s ({by_second[ahead]:.4f} to {by_second[behind]:.4f})."
            )


def _same_method_warnings(same_method, grades, runs):
    notes = []
    for judge, systems in (same_method or {}).items():
        if judge not in grades:
            raise UsageError(f"same_method names the judge {short(judge)}; there are {listed(grades)}")
        for system in systems:
            if system not in runs:
                raise UsageError(f"same_method names the system {short(system)}; there are {listed(runs)}")
        notes.append(
            f"{judge} works by the same method as {listed(systems)}: it rewards what they find, useful or not. "
            "Do not take its order of systems for evidence."
        )
    return tuple(notes)

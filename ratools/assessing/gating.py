"""Is the new version worse? A gate that does not compare two means, but decides by the interval of their difference.

On the same judged queries, new − old has a mean and a paired 95 % t interval [low, high]. With a margin M, the loss
that you are willing to overlook:

    low above −M             passed: not worse by more than M (if high is below 0: but measurably lower)
    high below −M            stopped: worse by more than M
    high below 0 otherwise   stopped: worse, how much is unclear
    else                     cannot tell: these queries do not decide it

Queries without relevant documents are left out: nobody can win or lose there, and they would shrink every difference.
"Passed" needs every measure to pass, which needs no correction; "worse" on any of several measures is corrected (Holm).
Documents that only the new run brought up and nobody judged count as not relevant; where the verdict would be another
one if they all had the best grade, the gate cannot tell, and `to_judge` lists them.
"""

import tomllib
from dataclasses import dataclass
from math import ceil, erf, sqrt
from os import PathLike
from pathlib import Path

import numpy as np

from ratools.errors import UsageError
from ratools.evaluation.catalogue import parse
from ratools.evaluation.comparison import holm
from ratools.evaluation.evaluator import columns_of
from ratools.evaluation.formats import read_qrels, read_run
from ratools.evaluation.student import incomplete_beta, moments, t_interval, t_quantile
from ratools.words import count, short

PASSED, WORSE, UNCLEAR, UNDECIDED = "passed", "worse by more than the margin", "worse", "cannot tell"
ONE_SIDE = 0.025  # beyond one end of a 95 % interval
POWER = 0.8416  # the quantile of the normal distribution: four times in five
UNCUT = 100  # the depth to which unjudged documents count where the measure has no cut-off


@dataclass(frozen=True)
class Decision:
    """One measure, new against old: the verdict and the numbers behind it."""

    measure: str
    margin: float
    against: str
    verdict: str
    old: float
    new: float
    low: float
    high: float
    n: int
    why: str
    fell: tuple  # (query, old, new), the largest falls first
    to_judge: tuple  # (query, document) that nobody judged and that would change the verdict

    @property
    def difference(self):
        """New minus old."""
        return self.new - self.old


@dataclass(frozen=True)
class Gate:
    """What `gate` decided: one `Decision` per measure and comparison, and the sum of them."""

    decisions: tuple
    left_out: int
    undecided: str = "stop"

    @property
    def verdict(self):
        """passed, stopped or cannot tell: all must pass, one that is worse stops."""
        verdicts = {decision.verdict for decision in self.decisions}
        return "stopped" if verdicts & {WORSE, UNCLEAR} else UNDECIDED if UNDECIDED in verdicts else PASSED

    @property
    def exit_code(self):
        """0 passed, 1 stopped, 3 cannot tell (0 with undecided="pass")."""
        return {PASSED: 0, "stopped": 1, UNDECIDED: 0 if self.undecided == "pass" else 3}[self.verdict]

    @property
    def to_judge(self):
        """The pairs to judge before the gate can tell, each once."""
        return tuple(dict.fromkeys(pair for decision in self.decisions for pair in decision.to_judge))

    def __repr__(self):
        return "\n".join(_lines(self))

    def markdown(self):
        """The same for a pull request."""
        rows = [
            f"| {d.measure} | {d.against} | {d.old:.4f} | {d.new:.4f} | {d.difference:+.4f} "
            f"| [{d.low:+.4f}, {d.high:+.4f}] | {d.margin:g} | {d.verdict} |"
            for d in self.decisions
        ]
        head = [
            "| measure | against | before | after | difference | 95 % interval | margin | verdict |",
            "|---" * 8 + "|",
        ]
        return "\n".join([f"### Search quality: {self.verdict}", "", *head, *rows, "", *_remarks(self, "- "), ""])


def _lines(gate):
    yield f"{gate.verdict.upper()}"
    for d in gate.decisions:
        yield (
            f"{d.measure} against {d.against}: {d.old:.4f} → {d.new:.4f}, difference {d.difference:+.4f} "
            f"[{d.low:+.4f}, {d.high:+.4f}] over {d.n} queries. {d.why}"
        )
    yield from _remarks(gate)


def _remarks(gate, bullet=""):
    """What a reader should know beside the numbers."""
    if gate.left_out:
        yield f"{bullet}Left out: {count(gate.left_out, 'query')} without relevant documents."
    for d in gate.decisions:
        if d.fell:
            fell = ", ".join(f"{query} {old:.2f} → {new:.2f}" for query, old, new in d.fell)
            yield f"{bullet}Fell most by {d.measure} against {d.against}: {fell}."
    if gate.to_judge:
        pairs = count(len(gate.to_judge), "pair")
        yield f"{bullet}{pairs} of query and document that nobody judged would change the verdict: judge them first."
    if gate.verdict == UNDECIDED and gate.undecided == "pass":
        yield f"{bullet}Let through undecided, as asked: that the new version is not worse is then no longer promised."


def gate(qrels, old, new, margins, *, pinned=None, undecided="stop", fell=5):
    """Whether the new run may replace the old one: `margins` is {measure: the loss that is overlooked}, or such a file.

    `pinned` is a run of the last release: the new one is held against it as well, so that small losses do not add up.

    >>> qrels = {f"q{n}": {"a": 1} for n in range(12)}
    >>> same = {query: ["x", "a"] for query in qrels}
    >>> gate(qrels, same, same, {"RR": 0.05}).verdict
    'passed'
    """
    margins, judged = as_margins(margins), read_qrels(qrels)
    if undecided not in ("stop", "pass"):
        raise UsageError(f"undecided must be 'stop' or 'pass', got {short(undecided)}")
    winnable = {query: grades for query, grades in judged.items() if any(grade > 0 for grade in grades.values())}
    if len(winnable) < 2:
        raise UsageError(f"a gate needs at least 2 queries with a relevant document, got {len(winnable)}")
    before = {"old": read_run(old)} | ({} if pinned is None else {"pinned": read_run(pinned)})
    after = read_run(new)
    decisions = tuple(d for name, run in before.items() for d in _decide(winnable, run, after, margins, name, fell))
    return Gate(decisions, len(judged) - len(winnable), undecided)


def assert_not_worse(old, new, qrels, margins, **options):
    """For a test: an AssertionError with the gate's words unless the new run passes."""
    result = gate(qrels, old, new, margins, **options)
    if result.exit_code:
        raise AssertionError(repr(result))
    return result


def as_margins(margins):
    """{measure: margin}, from a dict or a TOML file with lines such as "nDCG@10" = 0.03; every margin is checked."""
    source = ""
    if isinstance(margins, (str, PathLike)):
        path, source = Path(margins), f"{margins}: "
        try:
            margins = tomllib.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise UsageError(f"{path}: cannot be read: {error.strerror or error}") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise UsageError(f'{path}: not TOML: {error}; write lines such as "nDCG@10" = 0.03') from None
    if not isinstance(margins, dict) or not margins:
        raise UsageError(f'{source}margins must be a dict such as {{"nDCG@10": 0.03}}, got {short(margins)}')
    for name, margin in margins.items():
        if isinstance(margin, bool) or not isinstance(margin, (int, float)) or not 0 < margin < float("inf"):
            raise UsageError(f"{source}the margin of {name} must be a number above 0, got {short(margin)}")
    return {parse(name).name: float(margin) for name, margin in margins.items()}


# Deciding ------------------------------------------------------------------------------------------------------------


def _decide(judged, old, new, margins, against, most):
    """One decision per measure; where unjudged documents could turn it, it is left open."""
    first = _verdicts(*_values(judged, old, new, margins), margins)
    unjudged_pairs = {name: unjudged_on_top(judged, old, new, name) for name in margins}
    for name, (verdict, why, numbers) in first.items():
        pairs = unjudged_pairs[name]
        if pairs:
            better = _verdicts(*_values(_with_best(judged, pairs), old, new, margins), margins)[name][0]
            if better != verdict:
                unjudged = count(len(pairs), "unjudged document")
                why = f"As judged: {why} But {unjudged} that the new run brought up could make it: {better}."
                verdict = UNDECIDED
            else:
                pairs = ()
        values, queries = numbers
        old_values, new_values = values
        low, high = (float(end[0]) for end in t_interval((new_values - old_values)[:, None]))
        order = np.argsort(new_values - old_values, kind="stable")[:most]
        fell = tuple(
            (queries[n], float(old_values[n]), float(new_values[n])) for n in order if new_values[n] < old_values[n]
        )
        yield Decision(
            measure=name,
            margin=margins[name],
            against=against,
            verdict=verdict,
            old=float(old_values.mean()),
            new=float(new_values.mean()),
            low=low,
            high=high,
            n=len(queries),
            why=why,
            fell=fell,
            to_judge=tuple(pairs),
        )


def _values(judged, old, new, names):
    """{measure: (values of the old run, of the new)} and the queries."""
    queries, before, _ = columns_of(old, judged, list(names))
    _, after, _ = columns_of(new, judged, list(names))
    return {name: (before[name], after[name]) for name in names}, queries


def _verdicts(values, queries, margins):
    """{measure: (verdict, a sentence, the numbers)}; "worse" is corrected for the number of measures."""
    differences = {name: new - old for name, (old, new) in values.items()}
    lower = dict(zip(margins, holm([_tail(differences[name], 0.0) for name in margins]), strict=True))
    beyond = dict(
        zip(margins, holm([_tail(differences[name], margin) for name, margin in margins.items()]), strict=True)
    )
    verdicts = {}
    for name, margin in margins.items():
        low, high = (float(end[0]) for end in t_interval(differences[name][:, None]))
        if low > -margin:
            lower_still = ", but measurably lower" if high < 0 else ""
            verdict, why = PASSED, f"Not worse by more than {margin:g}{lower_still}."
        elif beyond[name] < ONE_SIDE:
            verdict, why = WORSE, f"Worse by more than {margin:g}."
        elif lower[name] < ONE_SIDE:
            verdict, why = UNCLEAR, "Worse; by how much is unclear."
        else:
            why = f"These queries cannot tell: the loss may be above {margin:g}, or there may be none."
            verdict = UNDECIDED
        verdicts[name] = verdict, why, (values[name], queries)
    return verdicts


def _tail(differences, margin):
    """How unlikely so low a mean is if the true one were −margin: one side of Student's t."""
    n, mean, deviation = (float(moment[0]) for moment in moments(differences[:, None]))
    distance = mean + margin
    if deviation <= 1e-12 * max(1.0, abs(mean)):
        return 1.0 if distance >= 0 else 0.0
    t = distance / (deviation / sqrt(n))
    half = incomplete_beta((n - 1) / 2, 0.5, (n - 1) / (n - 1 + t * t)) / 2
    return half if t < 0 else 1 - half


def unjudged_on_top(judged, old, new, measure):
    """(query, document) that only the new run shows within the measure's cut-off, and that nobody judged."""
    k = parse(measure).k or UNCUT
    return tuple(
        (query, doc)
        for query, grades in judged.items()
        for doc in list(new.get(query, ()))[:k]
        if doc not in grades and doc not in set(list(old.get(query, ()))[:k])
    )


def _with_best(judged, pairs):
    """The judgements as if these pairs had the best grade that was ever given."""
    best = max(grade for grades in judged.values() for grade in grades.values())
    raised = {query: dict(grades) for query, grades in judged.items()}
    for query, doc in pairs:
        raised[query][doc] = best
    return raised


# Before there is a margin --------------------------------------------------------------------------------------------


def smallest_margin(differences):
    """The smallest margin that new − old per query could prove: everything above it would pass.

    >>> round(smallest_margin([0.1, -0.1, 0.2, -0.2]), 4)
    0.2905
    """
    low, _ = t_interval(np.asarray(differences, dtype=np.float64)[:, None])
    return max(0.0, -float(low[0]))


def queries_needed(differences, margin):
    """How many queries it takes for a system that is truly equal to pass with this margin four times in five.

    n = ((1.96 + 0.84) · standard deviation / margin)²

    >>> queries_needed([0.1, -0.1, 0.2, -0.2], 0.05)
    105
    """
    _, _, deviation = moments(np.asarray(differences, dtype=np.float64)[:, None])
    return max(2, ceil(((t_quantile(10**6) + POWER) * float(deviation[0]) / margin) ** 2))


def chance_to_pass(differences, margin, n=None):
    """How often a system that is truly equal would pass with this margin over n such queries.

    >>> round(chance_to_pass([0.1, -0.1, 0.2, -0.2], 0.05, n=105), 2)
    0.79
    """
    values = np.asarray(differences, dtype=np.float64)
    n = n or len(values)
    deviation = float(moments(values[:, None])[2][0])
    if deviation == 0:
        return 1.0
    return (1 + erf((margin * sqrt(n) / deviation - t_quantile(n - 1)) / sqrt(2))) / 2


def what_margins_need(qrels, old, new, measures):
    """Sentences for somebody who has no margin yet: what these queries could prove, and what others would take."""
    names = [parse(name).name for name in measures]
    judged = {query: grades for query, grades in read_qrels(qrels).items() if any(g > 0 for g in grades.values())}
    values, queries = _values(judged, read_run(old), read_run(new), dict.fromkeys(names))
    for name in names:
        before, after = values[name]
        differences = after - before
        yield (
            f"{name}: {before.mean():.4f} → {after.mean():.4f} over {len(queries)} queries. The smallest margin that "
            f"these queries prove is {smallest_margin(differences):.4f}."
        )
        for margin in (0.01, 0.02, 0.03, 0.05):
            yield (
                f"  margin {margin:g}: an equal system would pass {chance_to_pass(differences, margin):.0%} of the "
                f"time with {len(queries)} queries; four times in five takes {queries_needed(differences, margin)}."
            )
    yield "Name the loss that you are willing to overlook, before you look at the result: --margin M."

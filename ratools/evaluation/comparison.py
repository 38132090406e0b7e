"""Is the difference real? Two systems on the same queries, tested as pairs.

Averages hide that a query easy for one system is mostly easy for the other, too. So everything here works on the
*differences* per query. Two tests carry the comparison, on which the field agrees best (Smucker, Allan & Carterette
2007; Urbano, Lima & Hanjalic 2019 discuss others): the randomisation test and Student's t. The sign test and
Wilcoxon's are here to be taught.
"""

from dataclasses import dataclass
from fractions import Fraction
from html import escape
from itertools import combinations
from math import comb, fsum, inf, sqrt

import numpy as np
import pandas as pd

from ratools.errors import UsageError
from ratools.evaluation.catalogue import parse
from ratools.evaluation.evaluator import measure_columns
from ratools.evaluation.resampling import ROUNDING, bootstrap_means, sign_flips, smallest_p
from ratools.evaluation.student import incomplete_beta, t_interval
from ratools.metrics.arguments import as_whole_number

LEVEL = 0.05


@dataclass(frozen=True)
class Comparison:
    """What `compare` found: `table` has a row per pair of systems, `swings` the queries on which pairs differ most.

    `notes` are sentences on what these numbers cannot show.
    """

    measure: str
    table: pd.DataFrame
    swings: pd.DataFrame
    notes: tuple = ()

    def __repr__(self):
        shown = self.table.round(4).T.to_string()
        parts = [f"{self.measure}: paired comparison\n{shown}", f"Largest swings\n{self.swings.round(4).to_string()}"]
        return "\n\n".join([*parts, *self.notes])

    def _repr_html_(self):
        notes = "".join(f"<p>{escape(note)}</p>" for note in self.notes)
        return (
            f"<h4>{self.measure}: paired comparison</h4>{self.table.round(4).T.to_html()}"
            f"<h4>Largest swings</h4>{self.swings.round(4).to_html()}{notes}"
        )


def compare(tables, measure, *, interval="t", resamples=10_000, samples=100_000, swings=3, seed=0):
    """Every pair of systems, tested query by query.

    `tables` is `{name: table of evaluate}`. In the result, `difference` is the first system's mean minus the second's
    over the n queries for which both have a value; ci_low and ci_high are its 95 % interval, by Student's t or with
    interval="bootstrap" by resampling; p_t and p_randomisation are two-sided; holm and bh correct p_randomisation for
    the number of pairs.

    >>> a = pd.DataFrame({"AP": [0.5, 0.6, 0.7, 0.8]}, index=list("wxyz"))
    >>> b = pd.DataFrame({"AP": [0.4, 0.6, 0.5, 0.7]}, index=list("wxyz"))
    >>> result = compare({"bm25": a, "dense": b}, "AP").table
    >>> result[["wins", "ties", "losses"]].iloc[0].tolist(), round(float(result["difference"].iloc[0]), 12)
    ([3, 1, 0], 0.1)
    """
    columns = _same_queries(tables, measure)
    resamples = as_whole_number(resamples, "resamples", least=1)
    samples = as_whole_number(samples, "samples", least=1)
    swings = as_whole_number(swings, "swings", least=0)
    if interval not in ("t", "bootstrap"):
        raise UsageError(f"interval must be 't' or 'bootstrap', got {interval!r}")
    pairs = list(combinations(columns, 2))
    differences = np.stack([_differences(columns[first], columns[second]) for first, second in pairs], axis=1)
    ends = t_interval(differences) if interval == "t" else bootstrap_means(differences, resamples, seed)
    p = sign_flips(np.nan_to_num(differences), samples, seed)
    rows = [
        {"measure": columns[first].name, "first": first, "second": second}
        | _row(values, columns[first], columns[second], low, high, chance)
        for (first, second), values, low, high, chance in zip(pairs, differences.T, *ends, p.tolist(), strict=True)
    ]
    table = pd.DataFrame(rows)
    table["holm"] = holm(table["p_randomisation"].tolist())
    table["bh"] = benjamini_hochberg(table["p_randomisation"].tolist())
    notes = _out_of_reach(smallest_p(np.nan_to_num(differences), samples))
    return Comparison(table["measure"].iloc[0], table, _swings(columns, pairs, differences, swings), notes)


def _differences(first, second):
    """First minus second, query by query; 1e-16 apart is a tie, not a win."""
    values = (first - second).to_numpy(dtype=np.float64)
    return np.where(np.abs(values) <= ROUNDING, 0.0, values)


def _row(differences, first, second, low, high, chance):
    present = ~np.isnan(differences)
    values = differences[present]
    t, p_t = paired_t_test(values)
    return {
        "mean_first": fsum(first[present]) / len(values),
        "mean_second": fsum(second[present]) / len(values),
        "difference": fsum(values) / len(values),
        "ci_low": float(low),
        "ci_high": float(high),
        "n": len(values),
        "no_value": int((~present).sum()),
        "wins": int((values > 0).sum()),
        "ties": int((values == 0).sum()),
        "losses": int((values < 0).sum()),
        "effect_size": effect_size(values),
        "t": t,
        "p_t": p_t,
        "p_randomisation": chance,
    }


def _swings(columns, pairs, differences, number):
    """The queries on which each pair differs most."""
    rows = []
    for (first, second), values in zip(pairs, differences.T, strict=True):
        ours, theirs = columns[first], columns[second]
        for row in np.argsort(-np.abs(np.nan_to_num(values)), kind="stable")[:number]:
            rows.append([first, second, ours.index[row], ours.iloc[row], theirs.iloc[row], values[row]])
    return pd.DataFrame(rows, columns=["first", "second", "query", "score_first", "score_second", "difference"])


def _out_of_reach(least):
    """A sentence where even the smallest p that the test can give stays above the level after Holm."""
    smallest = holm(least.tolist())
    if min(smallest) <= LEVEL:
        return ()
    pairs = "one pair" if len(least) == 1 else f"{len(least)} pairs"
    return (
        f"The smallest p that the randomisation test can give here is {least.min():.2g}; corrected for {pairs} (Holm) "
        f"that is {min(smallest):.2g}: no difference can reach {LEVEL}, however large. Take more queries"
        + (", fewer systems or more samples." if len(least) > 1 else "."),
    )


def _same_queries(tables, measure):
    """The measure's column of every table, over the same queries."""
    if not hasattr(tables, "items") or isinstance(tables, pd.DataFrame) or len(tables) < 2:
        raise UsageError("compare needs a dict with at least two systems: {name: table of evaluate}")
    columns = {}
    for name, table in tables.items():
        known = measure_columns(table)
        column = measure if measure in known else parse(measure).name
        if column not in known:
            raise UsageError(f"the table of {name!r} has no {column}; it has {', '.join(map(str, known))}")
        if table.index.has_duplicates:
            raise UsageError(f"the table of {name!r} has query {table.index[table.index.duplicated()][0]!r} twice")
        columns[name] = table[column].astype(np.float64)
    first, queries = next((name, column.index) for name, column in columns.items())
    for name, column in columns.items():
        differing = queries.symmetric_difference(column.index)
        if len(differing):
            raise UsageError(
                f"{first!r} and {name!r} are over different queries (e.g. {differing[0]!r}; {len(differing)} differ): "
                "evaluate both with queries='qrels'"
            )
    columns = {name: column.loc[queries] for name, column in columns.items()}
    for first, second in combinations(columns, 2):
        n = int((columns[first] - columns[second]).notna().sum())
        if n < 2:
            raise UsageError(f"a paired comparison needs at least 2 queries, got {n} for {first!r} and {second!r}")
    return columns


# Tests ---------------------------------------------------------------------------------------------------------------


def randomisation_test(differences, *, samples=100_000, seed=0):
    """How often chance alone would give a mean difference this large, if each sign were a coin flip.

    p = share of the sign flips with |Σ ± d| ≥ |Σ d|; all 2^n of them while n ≤ 16, else a random sample

    >>> randomisation_test([0.1, 0.2, 0.3])                             # only +++ and −−− of 8 are as extreme
    0.25

    Fisher 1935; for retrieval: Smucker, Allan & Carterette 2007.
    """
    d = _checked(differences, 1)
    return float(sign_flips(d[:, None], samples, seed)[0])


def paired_t_test(differences):
    """Student's t of the mean difference, and its two-sided p.

    t = mean / (standard deviation / √n), with n − 1 degrees of freedom

    >>> t, p = paired_t_test([1.0, 2.0, 3.0])                           # 2 / (1/√3)
    >>> round(t, 6), round(p, 6)
    (3.464102, 0.07418)

    Student 1908.
    """
    mean, deviation, n = _mean_and_deviation(differences)
    if deviation == 0:
        return (0.0, 1.0) if mean == 0 else (inf if mean > 0 else -inf, 0.0)
    t = mean / (deviation / sqrt(n))
    freedom = n - 1
    return t, incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t))


def _mean_and_deviation(differences):
    """The mean, the standard deviation (0 where only rounding is left of it), and n."""
    d = _checked(differences, 2)
    mean = fsum(d) / len(d)
    deviation = sqrt(fsum((difference - mean) ** 2 for difference in d) / (len(d) - 1))
    return mean, deviation if deviation > ROUNDING * np.abs(d).max() else 0.0, len(d)


def _checked(differences, least):
    """Differences as an array of finite numbers, at least so many."""
    try:
        d = np.asarray(differences, dtype=np.float64)
    except (TypeError, ValueError):
        raise UsageError("the differences must be a list of numbers, one per query") from None
    if d.ndim != 1 or len(d) < least:
        raise UsageError(f"the test needs a list of at least {least} differences, got {d.size}")
    if not np.isfinite(d).all():
        raise UsageError(f"difference {int(np.flatnonzero(~np.isfinite(d))[0]) + 1} is not a finite number")
    return d


def effect_size(differences):
    """How large the mean difference is, in standard deviations: Cohen's d for pairs.

    d_z = mean / standard deviation

    >>> effect_size([1.0, 2.0, 3.0])
    2.0

    Trap: a tiny difference that is everywhere the same has a huge effect size. Look at the difference, too.
    Cohen 1988.
    """
    mean, deviation, _ = _mean_and_deviation(differences)
    return mean / deviation if deviation else (0.0 if mean == 0 else inf if mean > 0 else -inf)


def sign_test(differences):
    """Only who won counts, not by how much: the two-sided binomial p of the wins. Ties are left out.

    >>> sign_test([0.1, 0.2, 0.3, -0.9])                                # 3 of 4: as likely as 0, 1, 3 or 4 of 4
    0.625

    Trap: it throws the sizes away, and with them most of its power.
    """
    differences = _checked(differences, 1)
    wins, losses = int((differences > 0).sum()), int((differences < 0).sum())
    n = wins + losses
    tail = Fraction(sum(comb(n, i) for i in range(min(wins, losses) + 1)), 2**n)
    return float(min(1, 2 * tail))


def wilcoxon_test(differences, *, samples=100_000, seed=0):
    """The randomisation test on signed ranks: sizes count by their order only. Zeros are left out.

    >>> wilcoxon_test([0.1, 0.2, 0.3])
    0.25

    Trap: for nDCG or AP it answers another question than "is the mean higher?". Ihemelandu & Ekstrand 2023.
    """
    d = pd.Series(_checked(differences, 1))
    d = d[d != 0]
    ranks = d.abs().round(12).rank() * np.sign(d)
    return randomisation_test(ranks, samples=samples, seed=seed) if len(d) else 1.0


# Many comparisons ----------------------------------------------------------------------------------------------------


def bonferroni(p_values):
    """Each p times the number of tests: the chance of even one false alarm stays below the level.

    >>> bonferroni([0.01, 0.04])
    [0.02, 0.08]
    """
    return [min(1.0, len(p_values) * p) for p in _probabilities(p_values)]


def holm(p_values):
    """Bonferroni, one step at a time: the smallest p times n, the next times n − 1, … never falling.

    >>> holm([0.01, 0.04])
    [0.02, 0.04]

    Holm 1979.
    """
    return _stepwise(p_values, [len(p_values) - index for index in range(len(p_values))], max)


def benjamini_hochberg(p_values):
    """Controls the share of false alarms among the alarms: p times n / its rank, never rising from the top.

    >>> benjamini_hochberg([0.01, 0.04])
    [0.02, 0.04]

    Benjamini & Hochberg 1995.
    """
    n = len(p_values)
    return _stepwise(p_values, [n / rank for rank in range(1, n + 1)], min)


def _probabilities(p_values):
    for n, p in enumerate(p_values, start=1):
        if not 0 <= p <= 1:
            raise UsageError(f"p-value {n} is {p!r}: a probability lies between 0 and 1")
    return list(p_values)


def _stepwise(p_values, factors, extreme):
    """Multiply the sorted p-values by their factors; carry the running extreme along (for min, from the end)."""
    p_values = _probabilities(p_values)
    order = sorted(range(len(p_values)), key=lambda index: p_values[index])
    scaled = [p_values[index] * factor for index, factor in zip(order, factors, strict=True)]
    adjusted = [0.0] * len(p_values)
    for n, index in enumerate(order):
        adjusted[index] = min(1.0, extreme(scaled[: n + 1]) if extreme is max else extreme(scaled[n:]))
    return adjusted

"""What chance does to a comparison: worlds with the labels swapped, damage, fewer queries, dice, a tuned setting.

Each function gives a table for notebook 09. The mathematics is that of ratools/evaluation; here are only experiments,
drawn with a fixed seed.
"""

from dataclasses import dataclass
from html import escape
from itertools import combinations, product
from pathlib import Path
from textwrap import fill

import numpy as np
import pandas as pd

from ratools.errors import UsageError
from ratools.evaluation.comparison import LEVEL, Comparison, benjamini_hochberg, holm
from ratools.evaluation.evaluator import evaluate
from ratools.evaluation.resampling import bootstrap_means, sign_flips
from ratools.evaluation.student import t_interval
from ratools.words import count, short, signed
from ratools_course.cards import card
from ratools_course.lessons.shared.texts import read_texts

TEXTS = read_texts(Path(__file__).parent)["write_up"]
MOST_WORLDS = 10  # differences of which every world is listed: 1 024 rows
FLIPS = 2_000  # samples of a test that is repeated hundreds of times


def all_worlds(differences):
    """Every world in which the two systems may have changed names on a query: one row each, the real one first.

    >>> all_worlds({"q1": 0.5, "q2": -0.25}).to_numpy().tolist()
    [[0.5, -0.25], [0.5, 0.25], [-0.5, -0.25], [-0.5, 0.25]]
    """
    column = pd.Series(differences, dtype=float)
    if not 1 <= len(column) <= MOST_WORLDS:
        raise UsageError(f"all_worlds lists at most {MOST_WORLDS} differences, and at least 1, got {len(column)}")
    rows = [column.to_numpy() * signs for signs in product((1, -1), repeat=len(column))]
    return pd.DataFrame(rows, columns=column.index, index=pd.RangeIndex(1, len(rows) + 1, name="world"))


def damage(scores, share=0.1, trials=300, seed=0):
    """Empty the pages of a random share of the queries and test the loss; again and again, one row per trial."""
    values = _numbers(scores)
    if not 0 < share <= 1:
        raise UsageError(f"share must be above 0 and at most 1, got {short(share)}")
    rng, hurt = np.random.default_rng(seed), max(1, round(share * len(values)))
    losses = np.zeros((len(values), trials))
    for trial in range(trials):
        chosen = rng.choice(len(values), hurt, replace=False)
        losses[chosen, trial] = -values[chosen]
    columns = {
        "emptied": hurt,
        "fell": (losses < 0).sum(axis=0),
        "difference": losses.mean(axis=0),
        "p": sign_flips(losses, FLIPS, seed),
    }
    return pd.DataFrame(columns, index=pd.RangeIndex(1, trials + 1, name="trial"))


def smaller_sets(differences, sizes, names=("first", "second"), draws=2_000, seed=0):
    """How often each side would have won if only so many of the queries had been asked.

    >>> smaller_sets([0.5, 0.5, -0.25], [1, 3], draws=300).loc[3].tolist()
    [1.0, 0.0, 0.0]
    """
    values, rng = _numbers(differences), np.random.default_rng(seed)
    (first, second), rows = names, {}
    for size in sizes:
        if not 1 <= size <= len(values):
            raise UsageError(f"sizes must lie between 1 and {len(values)}, the number of queries, got {short(size)}")
        order = rng.permuted(np.tile(np.arange(len(values)), (draws, 1)), axis=1)[:, :size]
        means = values[order].mean(axis=1)
        rows[size] = [(means > 1e-12).mean(), (np.abs(means) <= 1e-12).mean(), (means < -1e-12).mean()]
    table = pd.DataFrame.from_dict(rows, orient="index", columns=[f"{first} wins", "equal", f"{second} wins"])
    return table.rename_axis("queries")


def coverage(differences, sizes=(10, 25, 50), trials=2_000, seed=0):
    """How often a 95 % interval holds the true mean: samples from differences whose mean is known."""
    values, rng = _numbers(differences), np.random.default_rng(seed)
    true, rows = values.mean(), {}
    for size in sizes:
        drawn = rng.choice(values, size=(size, trials))
        ends = {"t interval": t_interval(drawn), "bootstrap": bootstrap_means(drawn, FLIPS, seed)}
        rows[size] = {name: float(((low <= true) & (true <= high)).mean()) for name, (low, high) in ends.items()}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("queries")


def dice_systems(systems=6, queries=48, seed=0):
    """Systems that roll dice: {name: table as of `evaluate`}, each score a number between 0 and 1 by chance."""
    scores = _dice(systems, queries, seed)
    index = pd.Index([f"q{n:02}" for n in range(1, queries + 1)], name="query")
    return {f"dice {n}": pd.DataFrame({"nDCG@10": scores[:, n - 1]}, index=index) for n in range(1, systems + 1)}


def false_alarms(systems=6, queries=48, worlds=300):
    """In how many worlds of dice systems some pair is "significant": as it is, and corrected."""
    alarms, pairs = {"p": 0, "Holm": 0, "BH": 0}, list(combinations(range(systems), 2))
    for seeds in np.array_split(np.arange(worlds), max(1, worlds // 50)):  # in one go each, the flips are the same
        dice = np.concatenate([_dice(systems, queries, int(seed)) for seed in seeds], axis=1)
        starts = systems * np.arange(len(seeds))
        columns = [dice[:, start + a] - dice[:, start + b] for start in starts for a, b in pairs]
        for p in sign_flips(np.stack(columns, axis=1), FLIPS, int(seeds[0])).reshape(len(seeds), -1).tolist():
            for name, values in (("p", p), ("Holm", holm(p)), ("BH", benjamini_hochberg(p))):
                alarms[name] += min(values) < LEVEL
    return pd.Series({name: alarmed / worlds for name, alarmed in alarms.items()}, name="worlds with an alarm")


def _dice(systems, queries, seed):
    return np.random.default_rng(seed).random((queries, systems))


def score_by_setting(make, settings, queries, judgements, measure="nDCG@10"):
    """One column per setting, one row per query: `make(setting)` gives a system that can be searched."""
    runs = {setting: make(setting).run(queries) for setting in settings}
    wanted = {query: judgements[query] for query in queries if query in judgements}
    return pd.DataFrame({setting: evaluate(run, wanted, [measure])[measure] for setting, run in runs.items()})


def tuned(scores, usual, size=12, splits=2_000, seed=0):
    """Tune on so many queries, test on the others: the gain over the usual setting, on both; one row per split."""
    if usual not in scores.columns:
        raise UsageError(f"usual must be one of the settings {list(scores.columns)}, got {short(usual)}")
    if not 1 <= size < len(scores):
        raise UsageError(f"size must leave queries to test on: 1 to {len(scores) - 1}, got {short(size)}")
    gains, rng, rows = scores.sub(scores[usual], axis=0).to_numpy(), np.random.default_rng(seed), []
    for _ in range(splits):
        order = rng.permutation(len(gains))
        here, there = gains[order[:size]].mean(axis=0), gains[order[size:]].mean(axis=0)
        best = int(here.argmax())
        rows.append({"best setting": scores.columns[best], "where tuned": here[best], "on the others": there[best]})
    return pd.DataFrame(rows, index=pd.RangeIndex(1, splits + 1, name="split"))


def paragraph(comparison):
    """One pair of a comparison as sentences for a paper or a pull request; its numbers are rounded here."""
    if not isinstance(comparison, Comparison) or len(comparison.table) != 1:
        raise UsageError(
            "paragraph needs the result of compare for two systems: compare({name: table, name: table}, …)"
        )
    row = comparison.table.iloc[0]
    return TEXTS["paragraph"].format(
        queries=count(int(row["n"]), "query"),
        measure=comparison.measure,
        difference=signed(row["difference"], 3),
        low=signed(row["ci_low"], 3),
        high=signed(row["ci_high"], 3),
        p=_p(row["p_randomisation"]),
        effect_size=signed(row["effect_size"], 2),
        verdict=TEXTS["different" if row["p_randomisation"] < LEVEL else "not_different"],
        also=TEXTS["both_signs"] if row["ci_low"] < 0 < row["ci_high"] else "",
        **row[["first", "second", "mean_first", "mean_second", "wins", "ties", "losses"]],
    )


@dataclass(frozen=True, repr=False)
class WriteUp:
    """Paragraphs to copy."""

    texts: tuple

    def __repr__(self):
        return "\n\n".join(fill(text, 100) for text in self.texts)

    def _repr_html_(self):
        return card("".join(f"<p>{escape(text)}</p>" for text in self.texts), "card")


def write_up(*comparisons):
    """What to tell others: a paragraph for each comparison of two systems."""
    return WriteUp(tuple(map(paragraph, comparisons)))


def _p(value):
    return f"p = {value:.3f}" if value >= 0.001 else "p < 0.001"


def _numbers(values):
    numbers = np.asarray(list(values), dtype=np.float64)
    if len(numbers) < 2 or not np.isfinite(numbers).all():
        raise UsageError("the experiment needs at least 2 numbers, one per query, and none may be missing")
    return numbers

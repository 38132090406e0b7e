"""Judges and orders: how the measures of metrics/agreement.py come about."""

from collections import Counter
from itertools import permutations
from math import fsum

from ratools.explanations.steps.common import Worked, explains, with_terms
from ratools.explanations.tex import elided, equals, frac, tex_figure
from ratools.metrics import agreement
from ratools.metrics.arguments import as_judges, as_ranking, as_same_things
from ratools.words import capital, count, figure, named


def two_judges(first_labels, second_labels, *, weights=None):
    """Two lists of labels, of one length."""
    return as_judges([first_labels, second_labels], numbers=weights is not None), {"weights": weights}


@explains("cohen_kappa", clean=two_judges)
def cohen_kappa(first_labels, second_labels, *, weights=None, case):
    """Every item gives 1/n, less its disagreement in units of chance."""
    n, power = len(first_labels), {None: 0, "linear": 1, "quadratic": 2}[weights]
    first, second = Counter(first_labels), Counter(second_labels)
    apart = [abs(a - b) ** power if power else int(a != b) for a, b in zip(first_labels, second_labels, strict=True)]
    between = ((first[a] * second[b], abs(a - b) ** power if power else a != b) for a in first for b in second)
    expected = fsum(pairs * distance for pairs, distance in between) / n**2
    observed = fsum(apart) / n
    rows = [
        {"item": number, "first": a, "second": b, "distance": distance, "note": "they differ" if distance else ""}
        for number, (a, b, distance) in enumerate(zip(first_labels, second_labels, apart, strict=True), start=1)
    ]
    formula = rf"\kappa = 1 - {frac(tex_figure(observed), tex_figure(expected))} {equals(case.value)}"
    if weights is None:
        sentence = (
            f"They agree on {n - sum(apart)} of {n} items ({(1 - observed) * 100:.0f} %); by chance alone they would "
            f"agree on {(1 - expected) * 100:.0f} %."
        )
    else:
        sentence = (
            f"They lie {figure(observed)} apart on average ({weights} distance); by chance alone it would be "
            f"{figure(expected)}."
        )
    terms = [(1 - distance / expected) / n for distance in apart]
    return Worked(with_terms(rows, terms), formula, sentence, key="item")


def full_judges(judges):
    """One list of labels per judge."""
    return (as_judges(judges),), {}


def judges_with_gaps(judges, *, level="nominal"):
    """One list of labels per judge, None where one gave none."""
    return (as_judges(judges, numbers=level == "ordinal", gaps=True),), {"level": level}


@explains("fleiss_kappa", clean=full_judges)
def fleiss_kappa(judges, *, case):
    """Every item gives its share of agreeing pairs, less what chance would give, in units of what is left."""
    items = list(zip(*judges, strict=True))
    labels = Counter(label for item in items for label in item)
    expected = fsum((n / labels.total()) ** 2 for n in labels.values())
    pairs = len(judges) * (len(judges) - 1)
    shares = [sum(n * (n - 1) for n in Counter(item).values()) / pairs for item in items]
    rows = [
        item_row(number, item) | {"agreeing pairs": share}
        for number, (item, share) in enumerate(zip(items, shares, strict=True), start=1)
    ]
    observed = fsum(shares) / len(items)
    above, below = (f"{tex_figure(high)} - {tex_figure(expected)}" for high in (observed, 1))
    formula = rf"\kappa = {frac(above, below)} {equals(case.value)}"
    sentence = f"Of all pairs of judges {figure(observed)} agree; the label frequencies alone would give "
    sentence += f"{figure(expected)}."
    terms = [(share - expected) / (1 - expected) / len(items) for share in shares]
    return Worked(with_terms(rows, terms), formula, sentence, key="item")


def item_row(number, labels):
    """An item and what its judges said."""
    return {"item": number, "labels": ", ".join("–" if label is None else str(label) for label in labels)}


@explains("krippendorff_alpha", clean=judges_with_gaps)
def krippendorff_alpha(judges, *, level="nominal", case):
    """Every item gives its share of the labels, less its disagreement in units of chance."""
    items = list(zip(*judges, strict=True))
    given = [[label for label in item if label is not None] for item in items]
    counts = Counter(label for item in given if len(item) > 1 for label in item)
    distance = agreement.ordinal_distance(counts) if level == "ordinal" else lambda a, b: int(a != b)
    n, rows, terms = counts.total(), [], []
    expected = fsum(counts[a] * counts[b] * distance(a, b) for a in counts for b in counts) / (n * (n - 1))
    for number, (item, labels) in enumerate(zip(items, given, strict=True), start=1):
        paired = len(labels) > 1
        apart = fsum(distance(a, b) for a, b in permutations(labels, 2)) / (len(labels) - 1) / n if paired else 0.0
        note = "" if paired else "fewer than two labels: left out"
        rows.append(item_row(number, item) | {"disagreement": apart, "note": note})
        terms.append(len(labels) / n - apart / expected if paired else 0.0)
    observed = fsum(row["disagreement"] for row in rows)
    formula = rf"{case.tex} = 1 - {frac(tex_figure(observed), tex_figure(expected))} {equals(case.value)}"
    sentence = f"The labels of one item lie {figure(observed)} apart on average ({level} distance); labels drawn by "
    sentence += f"chance would lie {figure(expected)} apart."
    return Worked(with_terms(rows, terms), formula, sentence, key="item")


# Two rankings --------------------------------------------------------------------------------------------------------


def two_orders(first_ranking, second_ranking):
    """Two rankings of the same items."""
    return as_same_things(first_ranking, second_ranking), {}


def above_in_both(first_ranking, second_ranking):
    """One row per item of the second ranking: how many stand above it, and how many of them in the first as well."""
    first_rank, rows = {item: rank for rank, item in enumerate(first_ranking, start=1)}, []
    for rank, item in enumerate(second_ranking, start=1):
        rightly = sum(first_rank[other] < first_rank[item] for other in second_ranking[: rank - 1])
        note = "" if rightly == rank - 1 else f"{rank - 1 - rightly} of those above belong below it"
        rows.append({"rank": rank, "item": item, "above it": rank - 1, "rightly": rightly, "note": note})
    return rows


def order_sentence(rows):
    wrong = [row for row in rows if row["note"]]
    if not wrong:
        return "Both have the same order."
    worst = max(wrong, key=lambda row: row["above it"] - row["rightly"])
    missed = count(worst["above it"] - worst["rightly"], "thing")
    name = capital(named(worst["item"]))
    return f"{name}, at rank {worst['rank']}, has {missed} above it that the first ranking puts below."


@explains("kendall_tau", clean=two_orders)
def kendall_tau(first_ranking, second_ranking, *, case):
    """Every pair gives 1 or −1, divided by the number of pairs."""
    rows = above_in_both(first_ranking, second_ranking)
    pairs, agree = sum(row["above it"] for row in rows), sum(row["rightly"] for row in rows)
    terms = [(2 * row["rightly"] - row["above it"]) / pairs for row in rows]
    formula = f"{case.tex} = {frac(f'{agree} - {pairs - agree}', pairs)} {equals(case.value)}"
    sentence = f"{agree} of {count(pairs, 'pair')} stand in the same order. {order_sentence(rows)}"
    return Worked(with_terms(rows, terms), formula, sentence, key="item")


@explains("tau_ap", clean=two_orders)
def tau_ap(first_ranking, second_ranking, *, case):
    """Every rank but the first gives the share of the items above it that belong there."""
    rows = above_in_both(first_ranking, second_ranking)
    below = rows[1:]
    terms = [0.0, *((2 * row["rightly"] / row["above it"] - 1) / len(below) for row in below)]
    inner = elided(frac(row["rightly"], row["above it"]) for row in below)
    formula = rf"{case.tex} = {frac(2, len(below))} \left({inner}\right) - 1 {equals(case.value)}"
    return Worked(with_terms(rows, terms), formula, order_sentence(rows), key="item")


def two_lists(first_list, second_list, *k, **options):
    """Two lists of any items."""
    return (as_ranking(first_list, name="first_list"), as_ranking(second_list, name="second_list"), *k), options


@explains("rbo", clean=two_lists)
def rbo(first_list, second_list, k=None, *, p=0.9, form="extrapolated", case):
    """Every depth gives its agreement, weighted by the chance that a reader stops there."""
    first, second = first_list[:k], second_list[:k]
    shares = agreement.agreement_by_depth(first, second, form)
    rows = [
        {
            "depth": depth,
            "first": at(first, depth),
            "second": at(second, depth),
            "agreement": share,
            "weight": (1 - p) * p ** (depth - 1),
            "note": "",
        }
        for depth, share in enumerate(shares, start=1)
    ]
    if form == "extrapolated" and rows:
        rows.append(
            {
                "depth": len(rows) + 1,
                "first": None,
                "second": None,
                "agreement": shares[-1],
                "weight": p ** len(rows),
                "note": "all below, as if agreement stayed",
            }
        )
    inner = elided(rf"{tex_figure(row['agreement'])} \cdot {tex_figure(row['weight'])}" for row in rows)
    shared = len(set(first) & set(second))
    sentence = f"They share {count(shared, 'thing')}." if shared else "They share nothing, so it is 0."
    if rows and form == "truncated":
        sentence += f" To this depth no two lists can reach more than {figure(1 - p ** len(rows))}."
    terms = [row["agreement"] * row["weight"] for row in rows]
    return Worked(with_terms(rows, terms), f"{case.tex} = {inner} {equals(case.value)}", sentence, key="depth")


def at(ranking, depth):
    """The item at a depth, or None below the end."""
    return ranking[depth - 1] if depth <= len(ranking) else None

"""Gains: how the measures of metrics/graded.py come about."""

from dataclasses import dataclass
from math import fsum, log2

from ratools.explanations.steps.binary import hits, ranked, without_hits
from ratools.explanations.steps.common import (
    Worked,
    explains,
    ranking_and_grades,
    ranking_and_judgements,
    ranking_and_relevant,
    with_terms,
)
from ratools.explanations.tex import elided, equals, frac, large_frac, tex_figure
from ratools.metrics import graded
from ratools.metrics.arguments import as_all_grades, as_relevances
from ratools.words import capital, count, figure, listed, named


def relevances_only(relevances, *k, gain="linear"):
    """Grades in rank order."""
    return (as_relevances(relevances, gain), *k), {"gain": gain}


def grades_only(grades, *k, gain="linear"):
    """Grades of all judged documents."""
    return (as_all_grades(grades), *k), {"gain": gain}


def discounted(rows, relevances, gain):
    """Rows with gain, discount, and gain / discount."""
    terms = graded.dcg_terms(relevances, gain=gain)
    for row, grade, term in zip(rows, relevances, terms, strict=True):
        row |= {"gain": graded.gain_of(grade, gain), "discount": log2(row["rank"] + 1), "gain/discount": term}
    return rows


def gain_sum(rows):
    return elided(large_frac(tex_figure(row["gain"]), tex_figure(row["discount"])) for row in rows)


@explains("ndcg_at_k", clean=ranking_and_grades)
def ndcg_at_k(retrieved, relevance_scores, k=None, *, gain="linear", case):
    """What each rank adds to DCG, as a share of the ideal DCG."""
    top = retrieved[:k]
    rows = discounted(ranked(top, case), [relevance_scores.get(doc, 0) for doc in top], gain)
    for row in rows:
        unjudged = case.grades is not None and (row["grade"] is None or row["grade"] < 0)
        row["note"] = "not judged, so it gains 0" if unjudged else ""
    ideal = graded.ideal_dcg_at_k(relevance_scores.values(), k, gain=gain)
    if not ideal:
        sentence = f"No document is judged relevant, so {case.name} is 0 whatever is retrieved."
        return Worked(with_terms(rows, [0.0] * len(rows)), f"{case.tex} = 0", sentence)
    dcg = fsum(row["gain/discount"] for row in rows)
    ratio = frac(gain_sum(rows), tex_figure(ideal))
    short = f" = {frac(tex_figure(dcg), tex_figure(ideal))}" if rows else ""
    terms = [row["gain/discount"] / ideal for row in rows]
    formula = rf"{case.tex} = \frac{{\text{{DCG}}}}{{\text{{IDCG}}}} = {ratio}{short} {equals(case.value)}"
    sentence = _gain_sentence(retrieved, relevance_scores, k, gain, case)
    return Worked(with_terms(rows, terms), formula, sentence)


@dataclass(frozen=True)
class Loss:
    """What a document counts, what it would count at its ideal rank; `rank` is None if it is not among the first k."""

    doc: object
    rank: int | None
    best: int
    worth: float
    now: float
    then: float


def most_lost(retrieved, grades, k=None, gain="linear"):
    """The document by which a page loses most against the ideal page, or None if it loses nothing."""
    ranks = {doc: rank for rank, doc in enumerate(retrieved, start=1)}
    weights, losses = graded.dcg_terms([1] * max(len(grades), len(retrieved), 1)), []
    for best, doc in enumerate(ideal_page(retrieved, grades)[:k], start=1):
        rank = ranks.get(doc) if k is None or ranks.get(doc, 0) <= k else None
        worth = graded.gain_of(grades[doc], gain)
        losses.append(
            Loss(doc, rank, best, worth, worth * weights[rank - 1] if rank else 0.0, worth * weights[best - 1])
        )
    worst = max(losses, key=lambda loss: loss.then - loss.now, default=None)
    return worst if worst and worst.then > worst.now else None


def ideal_page(retrieved, grades):
    """The judged documents, best first; equal grades keep the order retrieved, so that only misplaced ones move."""
    ranks = {doc: rank for rank, doc in enumerate(retrieved, start=1)}
    return sorted(grades, key=lambda doc: (-grades[doc], ranks.get(doc, len(ranks) + 1)))


def _gain_sentence(retrieved, grades, k, gain, case):
    """Where the most gain is lost: the document that is worth most above what it counts now."""
    loss = most_lost(retrieved, grades, k, gain)
    if loss is None:
        return f"No order of the judged documents scores higher: {case.name} is {figure(case.value)}."
    there = f"at rank {loss.best} it would count {figure(loss.then)}"
    if loss.rank is None:
        where = f"among the first {k}" if k and loss.doc in retrieved else "in the list"
        return f"Most is lost by {named(loss.doc)} (grade {figure(grades[loss.doc])}), which is not {where}: {there}."
    return (
        f"Most is lost by {named(loss.doc)}: it stands at rank {loss.rank}, where its {figure(loss.worth)} counts "
        f"{figure(loss.now)}; {there}, {figure(loss.then - loss.now)} more."
    )


@explains("dcg_at_k", clean=relevances_only)
def dcg_at_k(relevances, k=None, *, gain="linear", case):
    """What each rank adds."""
    rows = discounted(
        [{"rank": rank, "grade": grade} for rank, grade in enumerate(relevances[:k], start=1)], relevances[:k], gain
    )
    terms = [row.pop("gain/discount") for row in rows]
    formula = f"{case.tex} = {gain_sum(rows)} {equals(case.value)}"
    return Worked(with_terms(rows, terms), formula, _largest_rank(rows, terms, case), key="rank")


def _largest_rank(rows, terms, case):
    if not rows or not case.value:
        return f"There is nothing to gain here: {case.name} is 0."
    term, row = max(zip(terms, rows, strict=True), key=lambda pair: pair[0])
    return f"Rank {row['rank']} gives the most: {figure(term)} of {figure(case.value)}."


@explains("ideal_dcg_at_k", clean=grades_only)
def ideal_dcg_at_k(grades, k=None, *, gain="linear", case):
    """The judged grades in falling order."""
    steps = dcg_at_k(sorted(grades, reverse=True), k, gain=gain, case=case)
    best = f"No ranking can score more than this: {figure(case.value)} is what the ideal order gives."
    return Worked(steps.rows, steps.formula, best, key="rank")


@explains("cumulative_gain", clean=relevances_only)
def cumulative_gain(relevances, k=None, *, gain="linear", case):
    """The gains as they are, wherever they stand."""
    rows = [{"rank": rank, "grade": grade} for rank, grade in enumerate(relevances[:k], start=1)]
    terms = [graded.gain_of(grade, gain) for grade in relevances[:k]]
    formula = f"{case.tex} = {elided(map(tex_figure, terms))} {equals(case.value)}"
    sentence = f"In any other order these {count(len(terms), 'grade')} would give {figure(case.value)} as well."
    return Worked(with_terms(rows, terms), formula, sentence, key="rank")


@explains("err_at_k", clean=ranking_and_grades)
def err_at_k(retrieved, grades, k=None, *, g_max=4, case):
    """The chance that the reader stops at a rank, divided by the rank."""
    top, still_reading = retrieved[:k], 1.0
    rows, terms = ranked(top, case), graded.err_terms(retrieved, grades, k, g_max=g_max)
    for row in rows:
        alone = {row["document"]: grades.get(row["document"], 0)}
        satisfied = graded.err_terms(list(alone), alone, g_max=g_max)[0]  # at rank 1, with nobody gone before
        row |= {"still reading": still_reading, "satisfied": satisfied}
        still_reading *= 1 - satisfied
    summands = elided(
        frac(rf"{tex_figure(row['still reading'])} \cdot {tex_figure(row['satisfied'])}", row["rank"])
        for row in rows
        if row["satisfied"]
    )
    formula = f"{case.tex} = {summands} {equals(case.value)}" if case.value else f"{case.tex} = 0"
    sentence = without_hits(retrieved, {doc for doc, grade in grades.items() if grade > 0}, k, case)
    if not sentence:
        term, row = max(zip(terms, rows, strict=True), key=lambda pair: pair[0])
        divided = f", divided by rank {row['rank']}" if row["rank"] > 1 else ""
        chances = [figure(row[name]) for name in ("still reading", "satisfied")]
        sentence = (
            f"{capital(named(row['document']))}, at rank {row['rank']}, gives the most, {figure(term)}: a reader gets "
            f"there with chance {chances[0]} and is satisfied with chance {chances[1]}{divided}."
        )
    return Worked(with_terms(rows, terms), formula, sentence)


@explains("rbp", clean=ranking_and_relevant)
def rbp(retrieved, relevant, k=None, *, p=0.8, case):
    """The chance that the reader stops at a rank, where there is a hit."""
    top = retrieved[:k]
    rows, terms = hits(top, relevant, case), graded.rbp_terms(retrieved, relevant, k, p=p)
    for row, weight in zip(rows, graded.rbp_terms(top, top, p=p), strict=True):
        row["weight"] = weight
    powers = elided(f"{tex_figure(p)}^{{{row['rank'] - 1}}}" for row in rows if row["relevant"])
    sentence = without_hits(retrieved, relevant, k, case)
    if sentence:
        return Worked(with_terms(rows, terms), f"{case.tex} = 0", sentence)
    formula = rf"{case.tex} = (1 - {tex_figure(p)}) \left({powers}\right) {equals(case.value)}"
    first = next(row for row in rows if row["relevant"])
    best = range(min(len(relevant), k or len(relevant)))
    possible = fsum(graded.rbp_terms(best, best, p=p))
    sentence = (
        f"{capital(named(first['document']))}, at rank {first['rank']}, gives {figure(first['weight'])}; with "
        f"{count(len(relevant), 'relevant document')} no ranking could score more than {figure(possible)}."
    )
    return Worked(with_terms(rows, terms), formula, sentence)


@explains("rbp_residual", clean=ranking_and_judgements)
def rbp_residual(retrieved, judgements, k=None, *, p=0.8, case):
    """The weight of every rank that was not judged, and of all that lie below the list."""
    top = retrieved[:k]
    rows, below = ranked(top, case), {"rank": len(top) + 1, "document": "(all below)"}
    rows.append(below if case.grades is None else below | {"grade": None})
    weights = [*graded.rbp_terms(top, top, p=p), p ** len(top)]
    for row, weight in zip(rows, weights, strict=True):
        known = judgements.get(row["document"], -1) >= 0 and row is not rows[-1]
        row |= {"judged": known, "weight": weight, "note": "" if known else "could be relevant"}
    terms = [0.0 if row["judged"] else row["weight"] for row in rows]
    unknown = elided(f"{tex_figure(p)}^{{{row['rank'] - 1}}}" for row in rows[:-1] if not row["judged"])
    inside = rf" + (1 - {tex_figure(p)}) \left({unknown}\right)" if unknown != "0" else ""
    formula = f"{case.tex} = {tex_figure(p)}^{{{len(top)}}}{inside} {equals(case.value)}"
    unjudged = [row["document"] for row in rows[:-1] if not row["judged"]]
    sentence = f"{figure(weights[-1])} of it lies below the list, where nobody has looked."
    if unjudged:
        sentence += f" The rest, {figure(fsum(terms[:-1]))}, would go if somebody judged {listed(unjudged)}."
    return Worked(with_terms(rows, terms), formula, sentence)

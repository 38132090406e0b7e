"""How each measure comes about, step by step: the rows, the formula with the numbers in it, and one sentence.

A function here has the name and the arguments of the measure it explains, plus a `case`: the name that
was asked for and the value that the measure itself gave. Terms come from the measures' own `*_terms` functions.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import fsum, log2

from ratools.metrics import answers, binary, graded, incomplete, overlap
from ratools.metrics.arguments import (
    as_all_grades,
    as_answer_pairs,
    as_between,
    as_cutoff,
    as_golds,
    as_grades,
    as_judgements,
    as_judges,
    as_ranking,
    as_relevances,
    as_relevant,
    as_spans,
    as_tokens,
)
from ratools.teaching.wording import capital, count, elided, equals, figure, frac, large_frac, listed, named, tex_figure


@dataclass(frozen=True)
class Case:
    """What was asked: the measure's name, its value, and the grades as they were given."""

    name: str
    value: float
    grades: Mapping | None = None
    min_grade: float | None = None

    @property
    def tex(self):
        """The name as text; \\_ stands outside of it, where every MathJax can read it."""
        return r"\_".join(rf"\text{{{part}}}" for part in self.name.split("_"))


@dataclass(frozen=True)
class Worked:
    """Steps as rows, the formula in LaTeX, the sentence; `key` is the column that tells rows apart."""

    rows: list
    formula: str
    sentence: str
    key: str = "document"


WORKED: dict[str, Callable] = {}


def explains(*names):
    """Register a function as the explanation of these measures."""

    def register(function):
        WORKED.update(dict.fromkeys(names, function))
        return function

    return register


# Sums ----------------------------------------------------------------------------------------------------------------


def running(terms):
    """The sums so far, each exact to the last digit."""
    return [fsum(terms[: n + 1]) for n in range(len(terms))] if len(terms) < 5000 else list(accumulate(terms))


def with_terms(rows, terms):
    """The rows with their terms, the running sum, and a note at the end if any row has one."""
    noted = any(row.get("note") for row in rows)
    finished = []
    for row, term, total in zip(rows, terms, running(terms), strict=True):
        note = {"note": row.get("note", "")} if noted else {}
        finished.append({name: value for name, value in row.items() if name != "note"})
        finished[-1] |= {"term": float(term), "sum": total, **note}
    return finished


def shared_out(value, weights):
    """The value, dealt out in proportion: what each part gives to a measure that grows with their sum alone."""
    total = fsum(weights)
    return [value * (weight / total) if total else 0.0 for weight in weights]


# Relevant or not -----------------------------------------------------------------------------------------------------


def ranked(documents, case):
    """One row a rank: the document and, if grades were given, its grade (None: it was not judged)."""
    grades = case.grades
    rows = [{"rank": rank, "document": doc} for rank, doc in enumerate(documents, start=1)]
    return rows if grades is None else [row | {"grade": grades.get(row["document"])} for row in rows]


def hits(top, relevant, case):
    """One row a rank, with whether it is a hit and how many there were so far."""
    rows, found = ranked(top, case), 0
    for row in rows:
        doc = row["document"]
        found += doc in relevant
        row |= {"relevant": doc in relevant, "hits": found, "note": why_not(doc, relevant, case)}
    return rows


def why_not(doc, relevant, case):
    """Why a document is no hit, where that is not plain to see."""
    if doc in relevant or case.grades is None:
        return ""
    grade = case.grades.get(doc)
    if grade is None or grade < 0:
        return "not judged: counts as not relevant"
    return f"below the grade {figure(case.min_grade)} that was asked for" if grade > 0 else ""


def in_order(documents, case):
    """Documents of a set in an order that does not change from run to run: as judged, or by name."""
    if case.grades is not None:
        return [doc for doc in case.grades if doc in documents]
    return sorted(documents, key=lambda doc: (str(type(doc)), str(doc)))


def without_hits(retrieved, relevant, k, case):
    """The sentence for a ranking that has no hit among its first k, else None."""
    if not relevant:
        least = "" if case.min_grade is None else f" (with a grade of at least {figure(case.min_grade)})"
        return f"No document is judged relevant{least}, so {case.name} is 0 whatever is retrieved."
    if not retrieved:
        return f"Nothing was retrieved, so {case.name} is 0."
    if any(doc in relevant for doc in retrieved[:k]):
        return None
    below = next((rank for rank, doc in enumerate(retrieved, start=1) if doc in relevant), None)
    if below:
        first = named(retrieved[below - 1])
        return (
            f"The first relevant document, {first}, stands at rank {below}: too far down for {case.name}, which is 0."
        )
    missed = listed(in_order(relevant, case))
    return f"Nothing relevant is among the {count(len(retrieved), 'document')} retrieved; missed: {missed}."


def hit_sum(rows):
    return elided(str(int(row["relevant"])) for row in rows)


def fraction_formula(case, above, part, whole):
    """A measure that is part / whole; with nothing below the line it is 0 by definition."""
    if not whole:
        return f"{case.tex} = 0"
    steps = frac(part, whole) if above in (str(part), "0") else f"{frac(above, whole)} = {frac(part, whole)}"
    return f"{case.tex} = {steps} {equals(case.value)}"


@explains("precision_at_k")
def precision_at_k(retrieved, relevant, k=None, *, min_grade=None, duplicates="error", case):
    """Each hit is worth 1/k."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    rows, places = hits(retrieved[:k], relevant, case), k or len(retrieved)
    found = sum(row["relevant"] for row in rows)
    formula = fraction_formula(case, hit_sum(rows), found, places)
    sentence = without_hits(retrieved, relevant, k, case) or _precision_sentence(rows, relevant, k, case)
    return Worked(with_terms(rows, [row["relevant"] / places for row in rows]), formula, sentence)


def _precision_sentence(rows, relevant, k, case):
    found, places = [row["document"] for row in rows if row["relevant"]], k or len(rows)
    if len(found) == places:
        return f"Every one of the {count(places, 'place')} holds a relevant document: {case.name} cannot be higher."
    if len(found) == len(relevant):
        every = "The only relevant document" if len(found) == 1 else f"All {len(found)} relevant documents"
        most = f"with {places} places to fill, {case.name} cannot exceed {figure(case.value)}"
        rest = f"what else is in the list ({count(places - len(found), 'document')}) is not relevant"
        return f"{every} ({listed(found)}) came back: {most if k else rest}."
    empty = places - len(rows)
    unfilled = f", and {count(empty, 'place')} stayed empty, which counts against it" if empty else ""
    one = "holds" if len(found) == 1 else "hold"
    return f"{len(found)} of {places} places {one} a relevant document ({listed(found)}){unfilled}."


@explains("recall_at_k")
def recall_at_k(retrieved, relevant, k=None, *, min_grade=None, duplicates="error", case):
    """Each hit is worth 1/R."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    rows = hits(retrieved[:k], relevant, case)
    found = [row["document"] for row in rows if row["relevant"]]
    formula = fraction_formula(case, hit_sum(rows), len(found), len(relevant))
    sentence = without_hits(retrieved, relevant, k, case) or _recall_sentence(retrieved, found, relevant, k, case)
    return Worked(with_terms(rows, [row["relevant"] / len(relevant or "1") for row in rows]), formula, sentence)


def _recall_sentence(retrieved, found, relevant, k, case):
    missing = in_order(relevant - set(found), case)
    if not missing:
        every = "The only relevant document was" if len(found) == 1 else f"All {len(found)} relevant documents were"
        return f"{every} found: {case.name} cannot be higher."
    if k and len(found) == k:
        return (
            f"Every place holds a relevant document, and yet {case.name} is {figure(case.value)}: {len(relevant)} are "
            f"relevant, and {count(k, 'place')} cannot show them all."
        )
    below = [doc for doc in missing if doc in retrieved]
    where = f"{listed(missing)} {'is' if len(missing) == 1 else 'are'} missing"
    lower = f"; {listed(below)} {'stands' if len(below) == 1 else 'stand'} further down the list" if below else ""
    return f"{len(found)} of {len(relevant)} relevant documents came back; {where}{lower}."


@explains("f_score_at_k")
def f_score_at_k(retrieved, relevant, k=None, *, beta=1.0, min_grade=None, duplicates="error", case):
    """F is (1 + β²) · hits / (k + β² · R): every hit is worth the same."""
    retrieved, k, beta = as_ranking(retrieved, duplicates), as_cutoff(k), as_between(beta, "beta")
    relevant = as_relevant(relevant, min_grade, retrieved)
    rows, places = hits(retrieved[:k], relevant, case), k or len(retrieved)
    found = sum(row["relevant"] for row in rows)
    terms = shared_out(case.value, [row["relevant"] for row in rows])
    if not found:
        return Worked(with_terms(rows, terms), f"{case.tex} = 0", without_hits(retrieved, relevant, k, case))
    precision, recall = large_frac(found, places), large_frac(found, len(relevant))
    weight = "" if beta == 1 else rf"{tex_figure(beta)}^2 \cdot "
    factor = "2" if beta == 1 else f"(1 + {tex_figure(beta)}^2)"
    ratio = frac(rf"{factor} \cdot {precision} \cdot {recall}", f"{weight}{precision} + {recall}")
    p, r = found / places, found / len(relevant)
    lower = f"the lower of the two, {'precision' if p < r else 'recall'}, holds it down"
    pulled = "precision and recall are equal, and so is their mean" if p == r else lower
    sentence = f"Precision is {figure(p)} and recall {figure(r)}: {pulled}."
    return Worked(with_terms(rows, terms), f"{case.tex} = {ratio} {equals(case.value)}", sentence)


@explains("r_precision")
def r_precision(retrieved, relevant, *, min_grade=None, duplicates="error", case):
    """P@k with k = R."""
    retrieved = as_ranking(retrieved, duplicates)
    relevant = as_relevant(relevant, min_grade, retrieved)
    if not relevant:
        return Worked([], f"{case.tex} = 0", without_hits(retrieved, relevant, None, case))
    steps = precision_at_k(retrieved, relevant, len(relevant), case=case)
    lead = f"R = {len(relevant)} documents are relevant, so the first {len(relevant)} places count. "
    return Worked(steps.rows, steps.formula, lead + steps.sentence)


def first_hit(retrieved, relevant, k, case, below):
    """The steps of a measure that the first hit decides."""
    rows, terms = hits(retrieved[:k], relevant, case), []
    for row in rows:
        decides = row["relevant"] and row["hits"] == 1
        terms.append(case.value if decides else 0.0)
        row["note"] = "the first hit" if decides else below if row["hits"] else row["note"]
    return with_terms(rows, terms)


@explains("success_at_k")
def success_at_k(retrieved, relevant, k=None, *, min_grade=None, duplicates="error", case):
    """The first hit is all that matters, wherever it stands."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    rows = first_hit(retrieved, relevant, k, case, "nothing more to win")
    sentence = without_hits(retrieved, relevant, k, case)
    if sentence:
        return Worked(rows, f"{case.tex} = 0", sentence)
    rank = terms_of(rows).index(1.0) + 1
    sentence = f"{capital(named(retrieved[rank - 1]))}, at rank {rank}, is relevant: one is enough."
    return Worked(rows, rf"{case.tex} = 1 \quad\text{{(first hit at rank {rank})}}", sentence)


@explains("reciprocal_rank")
def reciprocal_rank(retrieved, relevant, k=None, *, min_grade=None, duplicates="error", case):
    """The first hit gives 1/rank, the others nothing."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    rows = first_hit(retrieved, relevant, k, case, "below the first hit: counts for nothing")
    sentence = without_hits(retrieved, relevant, k, case)
    if sentence:
        return Worked(rows, f"{case.tex} = 0", sentence)
    rank = terms_of(rows).index(case.value) + 1
    first = capital(named(retrieved[rank - 1]))
    sentence = (
        f"{first}, at rank {rank}, is the first relevant document; one rank higher it would give "
        f"{figure(1 / (rank - 1))} instead of {figure(case.value)}."
        if rank > 1
        else f"{first}, at rank 1, is relevant: {case.name} cannot be higher, whatever comes below."
    )
    return Worked(rows, f"{case.tex} = {frac(1, rank)} {equals(case.value)}", sentence)


def terms_of(rows):
    return [row["term"] for row in rows]


@explains("average_precision")
def average_precision(retrieved, relevant, k=None, *, denominator="relevant", min_grade=None, duplicates="error", case):
    """The precision at each hit, divided by how many relevant documents there are."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    rows, precisions = hits(retrieved[:k], relevant, case), binary.average_precision_terms(retrieved, relevant, k)
    found = sum(row["relevant"] for row in rows)
    for row in rows:
        row["precision"] = row["hits"] / row["rank"]
        if row["relevant"]:
            row["note"] = f"{row['hits']} of the first {row['rank']}"
    capped = min(len(relevant), k or len(relevant))
    whole = {"relevant": len(relevant), "found": found, "capped": capped}[denominator]
    sentence = without_hits(retrieved, relevant, k, case)
    if sentence:
        return Worked(with_terms(rows, [0.0] * len(rows)), f"{case.tex} = 0", sentence)
    summands = elided(frac(row["hits"], row["rank"]) for row in rows if row["relevant"])
    formula = rf"{case.tex} = {frac(1, whole)} \left({summands}\right) {equals(case.value)}"
    sentence = _average_precision_sentence(rows, relevant, denominator, whole, case)
    return Worked(with_terms(rows, [precision / whole for precision in precisions]), formula, sentence)


def _average_precision_sentence(rows, relevant, denominator, whole, case):
    found = [row for row in rows if row["relevant"]]
    missing = in_order(relevant - {row["document"] for row in found}, case)
    if missing and denominator == "found":
        one = "costs" if len(missing) == 1 else "cost"
        return f"The mean is over the {len(found)} found: {listed(missing)}, not found, {one} nothing here."
    if missing and len(found) < whole and denominator == "capped":
        return f"The mean is over the {whole} that could be found; only {len(found)} came back."
    if missing and len(found) < whole:
        one = "counts" if len(missing) == 1 else "count"
        return f"The mean is over {count(whole, 'relevant document')}: {listed(missing)}, not found, {one} 0 in it."
    worst = min(found, key=lambda row: row["precision"])
    if worst["precision"] == 1:
        return f"Nothing stands above a relevant document that should not: {case.name} is {figure(case.value)}."
    others = worst["rank"] - worst["hits"]
    return (
        f"{capital(named(worst['document']))}, at rank {worst['rank']}, counts {figure(worst['precision'])} and not 1: "
        f"{count(others, 'document')} above it {'is' if others == 1 else 'are'} not relevant."
    )


@explains("interpolated_precision")
def interpolated_precision(retrieved, relevant, k=None, *, recall=0.0, min_grade=None, duplicates="error", case):
    """The best precision among the ranks that reach the recall level carries the value."""
    retrieved, k, recall = as_ranking(retrieved, duplicates), as_cutoff(k), as_between(recall, "recall")
    relevant = as_relevant(relevant, min_grade, retrieved)
    rows = measured(retrieved[:k], relevant, case)
    level, best = figure(recall), best_rank(rows, recall, case.value)
    for row in rows:
        reached = row["recall"] >= recall and bool(relevant)
        row["note"] = "the best" if row["rank"] == best else "" if reached else f"recall is below {level}"
    rows = with_terms(rows, [case.value if row["rank"] == best else 0.0 for row in rows])
    if best is None:
        sentence = without_hits(retrieved, relevant, k, case) or f"Recall never reaches {level}, so {case.name} is 0."
        return Worked(rows, f"{case.tex} = 0", sentence)
    reaching = [row for row in rows if row["recall"] >= recall]
    candidates = elided((frac(row["hits"], row["rank"]) for row in reaching), ", ")
    sentence = (
        f"Recall {level} is reached at rank {reaching[0]['rank']}; from there on precision is best at rank {best}, "
        f"{figure(case.value)}."
    )
    return Worked(rows, rf"{case.tex} = \max\left({candidates}\right) {equals(case.value)}", sentence)


def measured(top, relevant, case):
    """One row a rank, with recall and precision there."""
    rows = hits(top, relevant, case)
    for row in rows:
        row |= {"recall": row["hits"] / len(relevant or "1"), "precision": row["hits"] / row["rank"]}
    return rows


def best_rank(rows, level, value):
    """The first rank at which precision is the best that the recall level allows."""
    fit = (row["rank"] for row in rows if value and row["recall"] >= level and row["precision"] == value)
    return next(fit, None)


@explains("eleven_point_average")
def eleven_point_average(retrieved, relevant, k=None, *, min_grade=None, duplicates="error", case):
    """One row a recall level; each is worth an eleventh."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    relevant = as_relevant(relevant, min_grade, retrieved)
    ranks, rows = measured(retrieved[:k], relevant, case), []
    for level in binary.RECALL_LEVELS:
        height = binary.interpolated_precision(retrieved, relevant, k, recall=level)
        rank = best_rank(ranks, level, height)
        doc = None if rank is None else retrieved[rank - 1]
        note = "never reached" if rank is None else ""
        rows.append({"recall": level, "rank": rank, "document": doc, "precision": height, "note": note})
    heights, levels = [row["precision"] for row in rows], len(rows)
    above = " + ".join(tex_figure(height) for height in heights)
    reached = [row for row in rows if row["rank"]]
    sentence = without_hits(retrieved, relevant, k, case)
    if not sentence and len(reached) == levels:
        sentence = f"All {levels} recall levels are reached; precision falls from {figure(heights[0])} to "
        sentence += f"{figure(heights[-1])}." if heights[-1] < heights[0] else f"{figure(heights[-1])}: it does not."
    if not sentence:
        sentence = (
            f"Recall gets as far as {figure(ranks[-1]['recall'])}; the {count(levels - len(reached), 'level')} beyond "
            "it count 0."
        )
    formula = f"{case.tex} = {frac(above, levels)} {equals(case.value)}"
    return Worked(with_terms(rows, [height / levels for height in heights]), formula, sentence, key="recall")


# Graded --------------------------------------------------------------------------------------------------------------


def discounted(rows, relevances, gain):
    """Rows with gain, discount, and the one divided by the other."""
    terms = graded.dcg_terms(relevances, gain=gain)
    for row, grade, term in zip(rows, relevances, terms, strict=True):
        row |= {"gain": graded.gain_of(grade, gain), "discount": log2(row["rank"] + 1), "gain/discount": term}
    return rows


def gain_sum(rows):
    return elided(large_frac(tex_figure(row["gain"]), tex_figure(row["discount"])) for row in rows)


@explains("ndcg_at_k")
def ndcg_at_k(retrieved, relevance_scores, k=None, *, gain="linear", duplicates="error", case):
    """What each rank adds to DCG, as a share of the ideal DCG."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    grades = as_grades(relevance_scores, retrieved, "relevance_scores")
    top = retrieved[:k]
    rows = discounted(ranked(top, case), [grades.get(doc, 0) for doc in top], gain)
    for row in rows:
        unjudged = case.grades is not None and (row["grade"] is None or row["grade"] < 0)
        row["note"] = "not judged, so it gains 0" if unjudged else ""
    ideal = graded.ideal_dcg_at_k(grades, k, gain=gain)
    if not ideal:
        sentence = f"No document is judged relevant, so {case.name} is 0 whatever is retrieved."
        return Worked(with_terms(rows, [0.0] * len(rows)), f"{case.tex} = 0", sentence)
    dcg = fsum(row["gain/discount"] for row in rows)
    ratio = frac(gain_sum(rows), tex_figure(ideal))
    short = f" = {frac(tex_figure(dcg), tex_figure(ideal))}" if rows else ""
    terms = [row["gain/discount"] / ideal for row in rows]
    formula = rf"{case.tex} = \frac{{\text{{DCG}}}}{{\text{{IDCG}}}} = {ratio}{short} {equals(case.value)}"
    sentence = _gain_sentence(retrieved, grades, k, gain, case)
    return Worked(with_terms(rows, terms), formula, sentence)


def _gain_sentence(retrieved, grades, k, gain, case):
    """Where the most gain is lost: the document that is worth most above what it counts now."""
    place = {doc: rank for rank, doc in enumerate(retrieved, start=1)}
    # Among equal grades the ideal keeps the order retrieved, so that no document seems misplaced which is not.
    ideal = sorted(grades, key=lambda doc: (-grades[doc], place.get(doc, len(place) + 1)))[:k]
    weights = graded.dcg_terms([1] * max(len(ideal), len(retrieved)))
    losses = []
    for best, doc in enumerate(ideal, start=1):
        rank = place.get(doc) if k is None or place.get(doc, 0) <= k else None
        worth = graded.gain_of(grades[doc], gain)
        now, then = worth * weights[rank - 1] if rank else 0.0, worth * weights[best - 1]
        losses.append((then - now, doc, rank, now, best, then, worth))
    lost, doc, rank, now, best, then, worth = max(losses, key=lambda loss: loss[0])
    if lost <= 0:
        return f"No order of the judged documents scores higher: {case.name} is {figure(case.value)}."
    there = f"at rank {best} it would count {figure(then)}"
    if rank is None:
        where = f"among the first {k}" if k and doc in place else "in the list"
        return f"Most is lost by {named(doc)} (grade {figure(grades[doc])}), which is not {where}: {there}."
    return (
        f"Most is lost by {named(doc)}: it stands at rank {rank}, where its {figure(worth)} counts {figure(now)}; "
        f"{there}, {figure(lost)} more."
    )


@explains("dcg_at_k")
def dcg_at_k(relevances, k=None, *, gain="linear", case):
    """What each rank adds."""
    relevances, k = as_relevances(relevances, gain), as_cutoff(k)
    rows = discounted([{"rank": rank, "grade": grade} for rank, grade in enumerate(relevances[:k], start=1)],
                      relevances[:k], gain)  # fmt: skip
    terms = [row.pop("gain/discount") for row in rows]
    formula = f"{case.tex} = {gain_sum(rows)} {equals(case.value)}"
    return Worked(with_terms(rows, terms), formula, _largest_rank(rows, terms, case), key="rank")


def _largest_rank(rows, terms, case):
    if not rows or not case.value:
        return f"There is nothing to gain here: {case.name} is 0."
    term, row = max(zip(terms, rows, strict=True), key=lambda pair: pair[0])
    return f"Rank {row['rank']} gives the most: {figure(term)} of {figure(case.value)}."


@explains("ideal_dcg_at_k")
def ideal_dcg_at_k(grades, k=None, *, gain="linear", case):
    """The judged grades in falling order."""
    best_first = sorted(as_all_grades(grades), reverse=True)
    steps = dcg_at_k(best_first, k, gain=gain, case=case)
    best = f"No ranking can score more than this: {figure(case.value)} is what the ideal order gives."
    return Worked(steps.rows, steps.formula, best, key="rank")


@explains("cumulative_gain")
def cumulative_gain(relevances, k=None, *, gain="linear", case):
    """The gains as they are, wherever they stand."""
    relevances, k = as_relevances(relevances, gain), as_cutoff(k)
    rows = [{"rank": rank, "grade": grade} for rank, grade in enumerate(relevances[:k], start=1)]
    terms = [graded.gain_of(grade, gain) for grade in relevances[:k]]
    formula = f"{case.tex} = {elided(map(tex_figure, terms))} {equals(case.value)}"
    sentence = f"In any other order these {count(len(terms), 'grade')} would give {figure(case.value)} as well."
    return Worked(with_terms(rows, terms), formula, sentence, key="rank")


@explains("err_at_k")
def err_at_k(retrieved, grades, k=None, *, g_max=4, duplicates="error", case):
    """The chance that the reader stops at a rank, divided by the rank."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    grades = as_grades(grades, retrieved)
    top, still_reading = retrieved[:k], 1.0
    rows, terms = ranked(top, case), graded.err_terms(retrieved, grades, k, g_max=g_max)
    for row in rows:
        alone = {row["document"]: grades.get(row["document"], 0)}
        satisfied = graded.err_terms(list(alone), alone, g_max=g_max)[0]  # at rank 1, with nobody gone before
        row |= {"still reading": still_reading, "satisfied": satisfied}
        still_reading *= 1 - satisfied
    summands = elided(frac(rf"{tex_figure(row['still reading'])} \cdot {tex_figure(row['satisfied'])}", row["rank"])
                      for row in rows if row["satisfied"])  # fmt: skip
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


@explains("rbp")
def rbp(retrieved, relevant, k=None, *, p=0.8, min_grade=None, duplicates="error", case):
    """The chance that the reader stops at a rank, where there is a hit."""
    retrieved, k, p = as_ranking(retrieved, duplicates), as_cutoff(k), as_between(p, "p")
    relevant = as_relevant(relevant, min_grade, retrieved)
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


# Not everything was judged -------------------------------------------------------------------------------------------


def status(grade):
    """What is known about a document."""
    return "unjudged" if grade is None or grade < 0 else "relevant" if grade else "not relevant"


def over_relevant(rows, terms, retrieved, judgements, case, sentence):
    """The steps of a mean over the relevant documents, R of them."""
    relevant = {doc for doc, grade in judgements.items() if grade > 0}
    nothing = without_hits(retrieved, relevant, None, case)
    if nothing:
        return Worked(with_terms(rows, [0.0] * len(rows)), f"{case.tex} = 0", nothing)
    found = [term for row, term in zip(rows, terms, strict=True) if row["judged"] == "relevant"]
    inner = elided(map(tex_figure, found))
    formula = rf"{case.tex} = {frac(1, len(relevant))} \left({inner}\right) {equals(case.value)}"
    missing = in_order(relevant - set(retrieved), case)
    if missing:
        sentence += f" Not found, and counted as 0: {listed(missing)}."
    return Worked(with_terms(rows, [term / len(relevant) for term in terms]), formula, sentence)


@explains("bpref")
def bpref(retrieved, judgements, *, min_grade=None, duplicates="error", case):
    """For each hit, the share of known non-relevant documents that are not above it."""
    retrieved = as_ranking(retrieved, duplicates)
    judgements = as_judgements(judgements, min_grade, retrieved)
    rows, terms, above = ranked(retrieved, case), incomplete.bpref_terms(retrieved, judgements), 0
    for row, term in zip(rows, terms, strict=True):
        row |= {"judged": status(judgements.get(row["document"])), "non-relevant above": above, "share": term}
        row["note"] = "passed over" if row["judged"] == "unjudged" else ""
        above += row["judged"] == "not relevant"
    found = [row for row in rows if row["judged"] == "relevant"]
    worst = min(found, key=lambda row: row["share"], default=None)
    if worst and worst["share"] < 1:
        n = worst["non-relevant above"]
        stand = f"{count(n, 'document')} judged not relevant {'stands' if n == 1 else 'stand'} above it"
        sentence = f"{capital(named(worst['document']))} counts {figure(worst['share'])} and not 1: {stand}."
    else:
        sentence = "No document that is known to be non-relevant stands above a relevant one."
    return over_relevant(rows, terms, retrieved, judgements, case, sentence)


@explains("inf_ap")
def inf_ap(retrieved, judgements, *, min_grade=None, duplicates="error", case):
    """For each hit, the precision to be expected there."""
    retrieved = as_ranking(retrieved, duplicates)
    judgements = as_judgements(judgements, min_grade, retrieved)
    rows, terms, above = ranked(retrieved, case), incomplete.inf_ap_terms(retrieved, judgements), Counter()
    for row, term in zip(rows, terms, strict=True):
        grade = judgements.get(row["document"])
        row["judged"] = "in no pool" if grade is None else status(grade)
        row |= {f"{kind} above": above[kind] for kind in ("relevant", "not relevant", "unjudged")}
        row["expected precision"] = term
        above[row["judged"]] += 1
    guessed = [row for row in rows if row["judged"] == "relevant" and row["unjudged above"]]
    if guessed:
        names, one = listed(row["document"] for row in guessed), "is" if len(guessed) == 1 else "are"
        sentence = f"For {names} the precision {one} partly guessed: pooled documents above were never judged."
    else:
        sentence = "Nothing above a relevant document was pooled and left unjudged, so nothing had to be guessed."
    return over_relevant(rows, terms, retrieved, judgements, case, sentence)


@explains("judged_at_k")
def judged_at_k(retrieved, judgements, k=None, *, min_grade=None, duplicates="error", case):
    """Each judged document is worth 1 / the number shown."""
    retrieved, k = as_ranking(retrieved, duplicates), as_cutoff(k)
    judgements = as_judgements(judgements, min_grade, retrieved)
    rows = ranked(retrieved[:k], case)
    for row in rows:
        row["judged"] = status(judgements.get(row["document"])) != "unjudged"
    known = [row["judged"] for row in rows]
    unknown = [row["document"] for row in rows if not row["judged"]]
    above = elided(str(int(one)) for one in known)
    if not rows:
        sentence = f"Nothing was retrieved, so {case.name} is 0."
    elif unknown:
        them = "it" if len(unknown) == 1 else "them"
        sentence = (
            f"Nobody has judged {listed(unknown)}: other measures count {them} as not relevant, for want of better."
        )
    else:
        sentence = "Every document shown was judged: the other measures rest on firm ground."
    formula = fraction_formula(case, above, sum(known), len(known))
    return Worked(with_terms(rows, [one / len(known) for one in known]), formula, sentence)


# Shared words and stretches ------------------------------------------------------------------------------------------


@explains("token_precision", "token_recall", "token_iou", "token_f1", "precision_omega")
def token_overlap(retrieved_tokens, expected_tokens, *, tokens="set", case):
    """One row a token; the common ones carry the value."""
    retrieved_tokens = as_tokens(retrieved_tokens, "retrieved_tokens")
    expected_tokens = as_tokens(expected_tokens, "expected_tokens")
    rows = token_rows(retrieved_tokens, expected_tokens, tokens)
    four = overlap.token_counts(retrieved_tokens, expected_tokens, tokens)
    counts = dict(zip(("common", "retrieved", "expected", "union"), four, strict=True))
    terms = shared_out(case.value, [row["common"] for row in rows])
    if not counts["retrieved"] or not counts["expected"]:
        sentence = f"Nothing was {'expected' if counts['retrieved'] else 'retrieved'}, so {case.name} is 0."
    else:
        sentence = shared_words(rows)
    return Worked(with_terms(rows, terms), overlap_formula(case, counts), sentence, key="token")


def token_rows(retrieved, expected, tokens):
    """Every token: how often on each side, what counts as common, and what is missing or too much."""
    got, want, rows = Counter(retrieved), Counter(expected), []
    for token in dict.fromkeys([*retrieved, *expected]):
        here, there = got[token], want[token]
        more = here - there if tokens != "set" else bool(here) - bool(there)
        times = f"{abs(more)} " if abs(more) > 1 or (more and here and there) else ""
        rows.append(
            {
                "token": token,
                "retrieved": here,
                "expected": there,
                "common": overlap.token_counts([token] * here, [token] * there, tokens)[0],
                "note": f"{times}surplus" if more > 0 else f"{times}missing" if more < 0 else "",
            }
        )
    return rows


def shared_words(rows):
    """What is shared, what is missing, what is too much."""
    shared = [row["token"] for row in rows if row["common"]]
    sentences = [f"Shared: {listed(shared)}." if shared else "No word is shared."]
    for word in ("missing", "surplus"):
        noted = [(row["token"], row["note"].removesuffix(word).strip()) for row in rows if row["note"].endswith(word)]
        if noted:
            sentences.append(f"{word.capitalize()}: {listed(f'{token} ×{n}' if n else token for token, n in noted)}.")
    return " ".join(sentences) if len(sentences) > 1 else f"{sentences[0]} Nothing is missing, nothing surplus."


def overlap_formula(case, counts):
    """Precision, recall, IoU, F1 or omega from the four numbers of an overlap."""
    if not case.value:
        return f"{case.tex} = 0"
    shared = counts["common"]
    p, r, iou = (frac(shared, counts[name]) for name in ("retrieved", "expected", "union"))
    right = {
        "precision": p,
        "recall": r,
        "iou": iou,
        "f1": frac(rf"2 \cdot {p} \cdot {r}", f"{p} + {r}"),
        "omega": rf"{p} \cdot {frac(f'{iou} + {r}', 2)}",
    }[case.name.rpartition("_")[2]]
    return f"{case.tex} = {right} {equals(case.value)}"


@explains("span_precision", "span_recall", "span_iou", "span_f1", "span_precision_omega")
def span_overlap(retrieved_spans, expected_spans, *, case):
    """One row a stretch of text between two borders; the shared ones carry the value."""
    retrieved_spans = as_spans(retrieved_spans, "retrieved_spans")
    expected_spans = as_spans(expected_spans, "expected_spans")
    rows = stretches(retrieved_spans, expected_spans)
    shared = [row["length"] if row["retrieved"] and row["expected"] else 0 for row in rows]
    common, expected = sum(shared), overlap.union_length(expected_spans)
    retrieved = sum(end - start for start, end in retrieved_spans)
    counts = {"common": common, "retrieved": retrieved, "expected": expected, "union": retrieved + expected - common}
    if not retrieved or not expected:
        sentence = f"Nothing was {'expected' if retrieved else 'retrieved'}, so {case.name} is 0."
    else:
        missed = [row["stretch"] for row in rows if row["note"] == "missing"]
        twice = [row["stretch"] for row in rows if row["retrieved"] > 1]
        sentence = f"{common} of {expected} expected positions came back, among {retrieved} retrieved."
        sentence += f" Missing: {listed(missed)}." if missed else ""
        sentence += f" Retrieved more than once, and paid for each time: {listed(twice)}." if twice else ""
    terms = shared_out(case.value, shared)
    return Worked(with_terms(rows, terms), overlap_formula(case, counts), sentence, key="stretch")


def stretches(retrieved, expected):
    """The text cut at every border: how often each stretch was retrieved, and whether it was expected."""
    borders, rows = sorted({border for span in [*retrieved, *expected] for border in span}), []
    for start, end in pairwise(borders):
        times = sum(a <= start and end <= b for a, b in retrieved)
        wanted = any(a <= start and end <= b for a, b in expected)
        note = "shared" if times and wanted else "surplus" if times else "missing" if wanted else ""
        if note:
            rows.append({"stretch": f"[{start}, {end})", "length": end - start, "retrieved": times, "expected": wanted,
                         "note": note})  # fmt: skip
    return rows


@explains("precision_omega_chroma")
def precision_omega_chroma(chunk_spans, expected_spans, *, case):
    """Only the chunks that overlap the answer count, all of them."""
    chunk_spans = as_spans(chunk_spans, "chunk_spans")
    expected_spans = as_spans(expected_spans, "expected_spans")
    touched = [chunk for chunk in chunk_spans if overlap.shared_length([chunk], expected_spans)]
    rows = [row | {"retrieved": bool(row["retrieved"])} for row in stretches(touched, expected_spans)]
    for row in rows:
        row["in a chunk"] = row.pop("retrieved")
    shared = [row["length"] if row["note"] == "shared" else 0 for row in rows]
    formula = fraction_formula(case, str(sum(shared)), sum(shared), sum(row["length"] for row in rows))
    sentence = f"{len(touched)} of {count(len(chunk_spans), 'chunk')} overlap the answer"
    sentence += f"; together they bring {count(sum(row['length'] for row in rows) - sum(shared), 'other position')}."
    if not touched:
        sentence = f"No chunk overlaps the answer, so {case.name} is 0."
    return Worked(with_terms(rows, shared_out(case.value, shared)), formula, sentence, key="stretch")


# Answers and judges --------------------------------------------------------------------------------------------------


@explains("f1_score")
def f1_score(prediction, reference, *, normalize="simple", case):
    """The words of the answer and of the reference that fits it best."""
    golds = as_golds(reference)
    gold = next(one for one in golds if answers.f1_score(prediction, one, normalize=normalize) == case.value)
    got, want = (answers.normalized(text, normalize).split() for text in (prediction, gold))
    if not got and not want:
        row = {"word": "", "predicted": 0, "expected": 0, "common": 0, "note": "two empty answers agree"}
        sentence = "Answer and reference are both empty once normalised, and so they agree."
        return Worked(with_terms([row], [case.value]), f"{case.tex} = 1", sentence, key="word")
    names = {"token": "word", "retrieved": "predicted"}
    rows = token_rows(got, want, "multiset")
    sentence = shared_words(rows)
    rows = [{names.get(name, name): value for name, value in row.items()} for row in rows]
    common = sum(row["common"] for row in rows)
    ratio = frac(rf"2 \cdot {common}", f"{len(got)} + {len(want)}")
    if not got or not want:
        sentence = f"The {'reference' if got else 'answer'} is empty and the {'answer' if got else 'reference'} is not."
    elif len(golds) > 1:
        sentence = f"Of {len(golds)} accepted answers {named(gold)!r} fits best. {sentence}"
    terms = shared_out(case.value, [row["common"] for row in rows])
    return Worked(with_terms(rows, terms), f"{case.tex} = {ratio} {equals(case.value)}", sentence, key="word")


@explains("exact_match")
def exact_match(prediction, reference, *, normalize="simple", case):
    """The first accepted answer that is the same once normalised."""
    golds = as_golds(reference)
    said, rows, terms = answers.normalized(prediction, normalize), [], []
    for gold in golds:
        same = answers.exact_match(prediction, gold, normalize=normalize)
        terms.append(same if 1 not in terms else 0)
        rows.append({"accepted answer": gold, "normalised": answers.normalized(gold, normalize), "answer": said,
                     "same": bool(same)})  # fmt: skip
    if case.value:
        gold = rows[terms.index(1)]["accepted answer"]
        sentence = f"Both read {said!r} once normalised." if gold != prediction else "They are the same to the letter."
    elif len(rows) > 1:
        sentence = f"{named(said)!r} is none of the {len(rows)} accepted answers."
    else:
        sentence = f"{named(said)!r} is not {named(rows[0]['normalised'])!r}, however close it may be."
    formula = rf"{case.tex} = {case.value} \quad\text{{({'the same' if case.value else 'not the same'})}}"
    return Worked(with_terms(rows, terms), formula, sentence, key="accepted answer")


@explains("abstention_accuracy")
def abstention_accuracy(predictions, references, abstention_token=answers.ABSTENTION, *, case):
    """One row a question; only the impossible ones count."""
    predictions, references = as_answer_pairs(predictions, references)
    rows = []
    for place, (prediction, golds) in enumerate(zip(predictions, references, strict=True), start=1):
        impossible = any(answers.abstains(gold, abstention_token) for gold in golds)
        did = answers.abstains(prediction, abstention_token)
        note = "" if impossible else "can be answered: not counted"
        rows.append({"question": place, "answer": prediction, "impossible": impossible, "abstained": did, "note": note})
    counted = [row for row in rows if row["impossible"]]
    admitted = [row for row in counted if row["abstained"]]
    needlessly = sum(row["abstained"] and not row["impossible"] for row in rows)
    sentence = f"It abstained on {len(admitted)} of {count(len(counted), 'impossible question')}"
    sentence += f", and on {needlessly} that could be answered, which this measure does not see." if needlessly else "."
    terms = [(row["impossible"] and row["abstained"]) / len(counted) for row in rows]
    formula = fraction_formula(case, str(len(admitted)), len(admitted), len(counted))
    return Worked(with_terms(rows, terms), formula, sentence, key="question")


@explains("cohen_kappa")
def cohen_kappa(first_labels, second_labels, *, weights=None, case):
    """Every item gives 1/n, less its disagreement in units of chance."""
    first_labels, second_labels = as_judges([first_labels, second_labels], numbers=weights is not None)
    n, power = len(first_labels), {None: 0, "linear": 1, "quadratic": 2}[weights]
    first, second = Counter(first_labels), Counter(second_labels)
    apart = [abs(a - b) ** power if power else int(a != b) for a, b in zip(first_labels, second_labels, strict=True)]
    between = ((first[a] * second[b], abs(a - b) ** power if power else a != b) for a in first for b in second)
    expected = fsum(pairs * distance for pairs, distance in between) / n**2
    observed = fsum(apart) / n
    rows = [
        {"item": place, "first": a, "second": b, "distance": distance, "note": "they differ" if distance else ""}
        for place, (a, b, distance) in enumerate(zip(first_labels, second_labels, apart, strict=True), start=1)
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

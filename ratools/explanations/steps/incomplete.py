"""Not everything was judged: how the measures of metrics/incomplete.py come about."""

from collections import Counter

from ratools.explanations.steps.binary import in_order, ranked, without_hits
from ratools.explanations.steps.common import Worked, explains, fraction_formula, ranking_and_judgements, with_terms
from ratools.explanations.tex import elided, equals, frac, tex_figure
from ratools.metrics import incomplete
from ratools.words import capital, count, figure, listed, named


def status(grade):
    """What is known about a document."""
    return "unjudged" if grade is None or grade < 0 else "relevant" if grade else "not relevant"


def over_relevant(rows, terms, retrieved, judgements, case, sentence):
    """The steps of a mean over the relevant documents, R of them."""
    relevant = {doc for doc, grade in judgements.items() if grade > 0}
    nothing = without_hits(retrieved, relevant, None, case)
    if nothing:
        return Worked(with_terms(rows, [0.0] * len(rows)), f"{case.tex} = 0", nothing)
    hit_terms = [term for row, term in zip(rows, terms, strict=True) if row["judged"] == "relevant"]
    inner = elided(map(tex_figure, hit_terms))
    formula = rf"{case.tex} = {frac(1, len(relevant))} \left({inner}\right) {equals(case.value)}"
    missing = in_order(relevant - set(retrieved), case)
    if missing:
        sentence += f" Not found, and counted as 0: {listed(missing)}."
    return Worked(with_terms(rows, [term / len(relevant) for term in terms]), formula, sentence)


@explains("bpref", clean=ranking_and_judgements)
def bpref(retrieved, judgements, *, case):
    """For each hit, the share of known non-relevant documents that are not above it."""
    rows, terms, above = ranked(retrieved, case), incomplete.bpref_terms(retrieved, judgements), 0
    for row, term in zip(rows, terms, strict=True):
        row |= {"judged": status(judgements.get(row["document"])), "non-relevant above": above, "share": term}
        row["note"] = "passed over" if row["judged"] == "unjudged" else ""
        above += row["judged"] == "not relevant"
    hit_rows = [row for row in rows if row["judged"] == "relevant"]
    worst = min(hit_rows, key=lambda row: row["share"], default=None)
    if worst and worst["share"] < 1:
        n = worst["non-relevant above"]
        stand = f"{count(n, 'document')} judged not relevant {'stands' if n == 1 else 'stand'} above it"
        sentence = f"{capital(named(worst['document']))} counts {figure(worst['share'])} and not 1: {stand}."
    else:
        sentence = "No document that is known to be non-relevant stands above a relevant one."
    return over_relevant(rows, terms, retrieved, judgements, case, sentence)


@explains("inf_ap", clean=ranking_and_judgements)
def inf_ap(retrieved, judgements, *, case):
    """For each hit, the precision to be expected there."""
    rows, terms, above = ranked(retrieved, case), incomplete.inf_ap_terms(retrieved, judgements), Counter()
    for row, term in zip(rows, terms, strict=True):
        grade = judgements.get(row["document"])
        row["judged"] = "in no pool" if grade is None else status(grade)
        row |= {f"{kind} above": above[kind] for kind in ("relevant", "not relevant", "unjudged")}
        row["expected precision"] = term
        above[row["judged"]] += 1
    guessed = [row for row in rows if row["judged"] == "relevant" and row["unjudged above"]]
    if guessed:
        names, verb = listed(row["document"] for row in guessed), "is" if len(guessed) == 1 else "are"
        sentence = f"For {names} the precision {verb} partly guessed: pooled documents above were never judged."
    else:
        sentence = "Nothing above a relevant document was pooled and left unjudged, so nothing had to be guessed."
    return over_relevant(rows, terms, retrieved, judgements, case, sentence)


@explains("judged_at_k", clean=ranking_and_judgements)
def judged_at_k(retrieved, judgements, k=None, *, case):
    """Each judged document is worth 1 / the number shown."""
    rows = ranked(retrieved[:k], case)
    for row in rows:
        row["judged"] = status(judgements.get(row["document"])) != "unjudged"
    known = [row["judged"] for row in rows]
    unknown = [row["document"] for row in rows if not row["judged"]]
    above = elided(str(int(judged)) for judged in known)
    if not rows:
        sentence = f"Nothing was retrieved, so {case.name} has no value: of nothing, no share can be told."
    elif unknown:
        them = "it" if len(unknown) == 1 else "them"
        sentence = (
            f"Nobody has judged {listed(unknown)}: other measures count {them} as not relevant, for want of better."
        )
    else:
        sentence = "Every document shown was judged: the other measures rest on firm ground."
    formula = fraction_formula(case, above, sum(known), len(known)) if rows else rf"{case.tex} = \frac{{0}}{{0}}"
    return Worked(with_terms(rows, [judged / len(known) for judged in known]), formula, sentence)

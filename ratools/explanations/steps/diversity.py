"""Several meanings: how the measures of metrics/diversity.py come about."""

from math import fsum, log2

from ratools.explanations.steps.binary import ranked
from ratools.explanations.steps.common import Worked, explains, fraction_formula, with_terms
from ratools.explanations.tex import elided, equals, frac, large_frac, tex_figure
from ratools.metrics import diversity
from ratools.metrics.arguments import as_category_counts, as_ranking, as_subtopics
from ratools.metrics.graded import err_at_k
from ratools.words import capital, count, figure, listed, named


def ranking_and_subtopics(retrieved, subtopics, *k, duplicates="error", **options):
    """A list, and a dict of sets."""
    retrieved = as_ranking(retrieved, duplicates)
    return (retrieved, as_subtopics(subtopics, retrieved), *k), options


def category_counts(categories, **options):
    """{category: how many}."""
    return (as_category_counts(categories),), options


def in_words(things):
    """Subtopics in an order that does not change from run to run, as text."""
    return [str(thing) for thing in sorted(things, key=lambda thing: (str(type(thing)), str(thing)))]


def covering(top, subtopics, case):
    """One row per rank: the document's subtopics, and those that no document above has."""
    rows, seen = ranked(top, case), set()
    for row in rows:
        topics = subtopics.get(row["document"], set())
        row |= {"subtopics": ", ".join(in_words(topics)) or "none", "new": len(topics - seen)}
        row["note"] = "nothing new" if topics and topics <= seen else ""
        seen |= topics
    return rows, seen


@explains("subtopic_recall_at_k", clean=ranking_and_subtopics)
def subtopic_recall_at_k(retrieved, subtopics, k=None, *, case):
    """Each subtopic counts where it is met first."""
    rows, covered = covering(retrieved[:k], subtopics, case)
    everything = set().union(*subtopics.values())
    above = elided(str(row["new"]) for row in rows)
    formula = fraction_formula(case, above, len(covered), len(everything))
    terms = [row["new"] / len(everything or "1") for row in rows]
    return Worked(with_terms(rows, terms), formula, _covered_sentence(covered, everything, case))


def _covered_sentence(covered, everything, case):
    if not everything:
        return f"No document has a subtopic, so {case.name} is 0 whatever is retrieved."
    missing = in_words(everything - covered)
    if not missing:
        return f"All of the {count(len(everything), 'subtopic')} are covered."
    return f"Covered: {len(covered)} of {count(len(everything), 'subtopic')}. Missing: {listed(missing)}."


@explains("alpha_ndcg_at_k", clean=ranking_and_subtopics)
def alpha_ndcg_at_k(retrieved, subtopics, k=None, *, alpha=0.5, case):
    """What each rank adds to α-DCG, as a share of the greedy ideal's."""
    rows, _ = covering(retrieved[:k], subtopics, case)
    parts = diversity.alpha_dcg_terms(retrieved, subtopics, k, alpha=alpha)
    for row, part in zip(rows, parts, strict=True):
        row |= {"discount": log2(row["rank"] + 1), "gain/discount": part}
    order = diversity.alpha_ideal(subtopics, k, alpha=alpha)
    ideal = fsum(diversity.alpha_dcg_terms(order, subtopics, k, alpha=alpha))
    if not ideal:
        sentence = f"No document has a subtopic, so {case.name} is 0 whatever is retrieved."
        return Worked(with_terms(rows, parts), f"{case.tex} = 0", sentence)
    above, below = elided(map(tex_figure, parts)), tex_figure(ideal)
    formula = rf"{case.tex} = {frac(above, below)} {equals(case.value)}"
    sentence = f"The ideal begins with {named(order[0])} and gains {figure(ideal)}; "
    sentence += f"a subtopic that comes again counts {figure(1 - alpha)} of what it counted before."
    return Worked(with_terms(rows, [part / ideal for part in parts]), formula, sentence)


@explains("err_ia", clean=ranking_and_subtopics)
def err_ia(retrieved, subtopics, k=None, *, case):
    """Every intent gives its own ERR, divided by the number of intents."""
    rows = []
    intents = sorted(set().union(*subtopics.values()), key=lambda intent: (str(type(intent)), str(intent)))
    for intent in intents:
        grades = {doc: int(intent in topics) for doc, topics in subtopics.items()}
        ranks = [str(rank) for rank, doc in enumerate(retrieved[:k], start=1) if grades.get(doc)]
        rows.append(
            {"intent": intent, "at ranks": ", ".join(ranks) or "none", "ERR": err_at_k(retrieved, grades, k, g_max=1)}
        )
    if not rows:
        return Worked([], f"{case.tex} = 0", f"No document has an intent, so {case.name} is 0.", key="intent")
    inner = elided(tex_figure(row["ERR"]) for row in rows)
    formula = rf"{case.tex} = {frac(1, len(rows))} \left({inner}\right) {equals(case.value)}"
    least = min(rows, key=lambda row: row["ERR"])
    sentence = f"Intent {least['intent']} is served worst ({figure(least['ERR'])}), and counts as much as any other."
    return Worked(with_terms(rows, [row["ERR"] / len(rows) for row in rows]), formula, sentence, key="intent")


@explains("category_entropy", clean=category_counts)
def category_entropy(categories, *, normalised=False, case):
    """Each category gives its share times the bits that tell of it."""
    present = {category: n for category, n in categories.items() if n > 0}
    total = sum(present.values())
    unit = log2(len(present)) if normalised and len(present) > 1 else 1
    rows = [
        {"category": category, "results": n, "share": n / total, "bits": log2(total / n)}
        for category, n in present.items()
    ]
    products = (
        rf"{large_frac(tex_figure(n), tex_figure(total))} \cdot {tex_figure(row['bits'])}"
        for n, row in zip(present.values(), rows, strict=True)
    )
    inner = elided(products)
    right = frac(inner, tex_figure(unit)) if unit != 1 else inner
    terms = [row["share"] * row["bits"] / unit for row in rows]
    if len(rows) < 2:
        sentence = "All results are of one kind: there is no spread." if rows else "There is no result."
    else:
        most = max(rows, key=lambda row: row["share"])
        highest = figure(log2(len(rows)) / unit)
        sentence = f"{capital(named(most['category']))} has the largest share, {figure(most['share'])}; "
        sentence += f"{len(rows)} equal shares would give {highest}."
    return Worked(with_terms(rows, terms), f"{case.tex} = {right} {equals(case.value)}", sentence, key="category")

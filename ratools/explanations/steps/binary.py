"""Relevant or not: how the measures of metrics/binary.py come about."""

from ratools.explanations.steps.common import (
    Worked,
    explains,
    fraction_formula,
    ranking_and_relevant,
    shared_out,
    with_terms,
)
from ratools.explanations.tex import elided, equals, frac, large_frac, tex_figure
from ratools.metrics import binary
from ratools.words import capital, count, figure, listed, named


def ranked(documents, case):
    """One row per rank: the document and, if grades were given, its grade (None: it was not judged)."""
    grades = case.grades
    rows = [{"rank": rank, "document": doc} for rank, doc in enumerate(documents, start=1)]
    return rows if grades is None else [row | {"grade": grades.get(row["document"])} for row in rows]


def hits(top, relevant, case):
    """One row per rank, with whether it is a hit and how many there were so far."""
    rows, so_far = ranked(top, case), 0
    for row in rows:
        doc = row["document"]
        so_far += doc in relevant
        row |= {"relevant": doc in relevant, "hits": so_far, "note": why_not(doc, relevant, case)}
    return rows


def why_not(doc, relevant, case):
    """Why a document is not a hit, where the grade alone does not say so."""
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


@explains("precision_at_k", clean=ranking_and_relevant)
def precision_at_k(retrieved, relevant, k=None, *, case):
    """Each hit is worth 1/k."""
    rows, cutoff = hits(retrieved[:k], relevant, case), k or len(retrieved)
    formula = fraction_formula(case, hit_sum(rows), sum(row["relevant"] for row in rows), cutoff)
    sentence = without_hits(retrieved, relevant, k, case) or _precision_sentence(rows, relevant, k, case)
    return Worked(with_terms(rows, [row["relevant"] / cutoff for row in rows]), formula, sentence)


def _precision_sentence(rows, relevant, k, case):
    hit_docs, cutoff = [row["document"] for row in rows if row["relevant"]], k or len(rows)
    if len(hit_docs) == cutoff:
        return f"Every one of the {count(cutoff, 'place')} holds a relevant document: {case.name} cannot be higher."
    if len(hit_docs) == len(relevant):
        every = "The only relevant document" if len(hit_docs) == 1 else f"All {len(hit_docs)} relevant documents"
        most = f"with {cutoff} places to fill, {case.name} cannot exceed {figure(case.value)}"
        rest = f"what else is in the list ({count(cutoff - len(hit_docs), 'document')}) is not relevant"
        return f"{every} ({listed(hit_docs)}) came back: {most if k else rest}."
    empty = cutoff - len(rows)
    unfilled = f", and {count(empty, 'place')} stayed empty, which counts against it" if empty else ""
    verb = "holds" if len(hit_docs) == 1 else "hold"
    return f"{len(hit_docs)} of {cutoff} places {verb} a relevant document ({listed(hit_docs)}){unfilled}."


@explains("recall_at_k", clean=ranking_and_relevant)
def recall_at_k(retrieved, relevant, k=None, *, case):
    """Each hit is worth 1/R."""
    rows = hits(retrieved[:k], relevant, case)
    hit_docs = [row["document"] for row in rows if row["relevant"]]
    formula = fraction_formula(case, hit_sum(rows), len(hit_docs), len(relevant))
    sentence = without_hits(retrieved, relevant, k, case) or _recall_sentence(retrieved, hit_docs, relevant, k, case)
    return Worked(with_terms(rows, [row["relevant"] / len(relevant or "1") for row in rows]), formula, sentence)


def _recall_sentence(retrieved, hit_docs, relevant, k, case):
    missing = in_order(relevant - set(hit_docs), case)
    if not missing:
        every = (
            "The only relevant document was" if len(hit_docs) == 1 else f"All {len(hit_docs)} relevant documents were"
        )
        return f"{every} found: {case.name} cannot be higher."
    if k and len(hit_docs) == k:
        return (
            f"Every place holds a relevant document, and yet {case.name} is {figure(case.value)}: {len(relevant)} are "
            f"relevant, and {count(k, 'place')} cannot show them all."
        )
    below = [doc for doc in missing if doc in retrieved]
    where = f"{listed(missing)} {'is' if len(missing) == 1 else 'are'} missing"
    lower = f"; {listed(below)} {'stands' if len(below) == 1 else 'stand'} further down the list" if below else ""
    return f"{len(hit_docs)} of {len(relevant)} relevant documents came back; {where}{lower}."


@explains("f_score_at_k", clean=ranking_and_relevant)
def f_score_at_k(retrieved, relevant, k=None, *, beta=1.0, case):
    """F is (1 + β²) · hits / (k + β² · R): every hit is worth the same."""
    rows, cutoff = hits(retrieved[:k], relevant, case), k or len(retrieved)
    n_hits = sum(row["relevant"] for row in rows)
    terms = shared_out(case.value, [row["relevant"] for row in rows])
    if not n_hits:
        return Worked(with_terms(rows, terms), f"{case.tex} = 0", without_hits(retrieved, relevant, k, case))
    precision, recall = large_frac(n_hits, cutoff), large_frac(n_hits, len(relevant))
    weight = "" if beta == 1 else rf"{tex_figure(beta)}^2 \cdot "
    factor = "2" if beta == 1 else f"(1 + {tex_figure(beta)}^2)"
    ratio = frac(rf"{factor} \cdot {precision} \cdot {recall}", f"{weight}{precision} + {recall}")
    p, r = n_hits / cutoff, n_hits / len(relevant)
    lower = f"the lower of the two, {'precision' if p < r else 'recall'}, holds it down"
    pulled = "precision and recall are equal, and so is their mean" if p == r else lower
    sentence = f"Precision is {figure(p)} and recall {figure(r)}: {pulled}."
    return Worked(with_terms(rows, terms), f"{case.tex} = {ratio} {equals(case.value)}", sentence)


@explains("r_precision", clean=ranking_and_relevant)
def r_precision(retrieved, relevant, *, case):
    """P@k with k = R."""
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


@explains("success_at_k", clean=ranking_and_relevant)
def success_at_k(retrieved, relevant, k=None, *, case):
    """The first hit is all that matters, wherever it stands."""
    rows = first_hit(retrieved, relevant, k, case, "nothing more to win")
    sentence = without_hits(retrieved, relevant, k, case)
    if sentence:
        return Worked(rows, f"{case.tex} = 0", sentence)
    rank = terms_of(rows).index(1.0) + 1
    sentence = f"{capital(named(retrieved[rank - 1]))}, at rank {rank}, is relevant: one is enough."
    return Worked(rows, rf"{case.tex} = 1 \quad\text{{(first hit at rank {rank})}}", sentence)


@explains("reciprocal_rank", clean=ranking_and_relevant)
def reciprocal_rank(retrieved, relevant, k=None, *, case):
    """The first hit gives 1/rank, the others nothing."""
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


@explains("average_precision", clean=ranking_and_relevant)
def average_precision(retrieved, relevant, k=None, *, denominator="relevant", case):
    """The precision at each hit, divided by how many relevant documents there are."""
    rows, precisions = hits(retrieved[:k], relevant, case), binary.average_precision_terms(retrieved, relevant, k)
    n_hits = sum(row["relevant"] for row in rows)
    for row in rows:
        row["precision"] = row["hits"] / row["rank"]
        if row["relevant"]:
            row["note"] = f"{row['hits']} of the first {row['rank']}"
    capped = min(len(relevant), k or len(relevant))
    whole = {"relevant": len(relevant), "found": n_hits, "capped": capped}[denominator]
    sentence = without_hits(retrieved, relevant, k, case)
    if sentence:
        return Worked(with_terms(rows, [0.0] * len(rows)), f"{case.tex} = 0", sentence)
    summands = elided(frac(row["hits"], row["rank"]) for row in rows if row["relevant"])
    formula = rf"{case.tex} = {frac(1, whole)} \left({summands}\right) {equals(case.value)}"
    sentence = _average_precision_sentence(rows, relevant, denominator, whole, case)
    return Worked(with_terms(rows, [precision / whole for precision in precisions]), formula, sentence)


def _average_precision_sentence(rows, relevant, denominator, whole, case):
    hit_rows = [row for row in rows if row["relevant"]]
    missing = in_order(relevant - {row["document"] for row in hit_rows}, case)
    if missing and denominator == "found":
        verb = "costs" if len(missing) == 1 else "cost"
        return f"The mean is over the {len(hit_rows)} found: {listed(missing)}, not found, {verb} nothing here."
    if missing and len(hit_rows) < whole and denominator == "capped":
        return f"The mean is over the {whole} that could be found; only {len(hit_rows)} came back."
    if missing and len(hit_rows) < whole:
        verb = "counts" if len(missing) == 1 else "count"
        return f"The mean is over {count(whole, 'relevant document')}: {listed(missing)}, not found, {verb} 0 in it."
    worst = min(hit_rows, key=lambda row: row["precision"])
    if worst["precision"] == 1:
        return f"Nothing stands above a relevant document that should not: {case.name} is {figure(case.value)}."
    others = worst["rank"] - worst["hits"]
    return (
        f"{capital(named(worst['document']))}, at rank {worst['rank']}, counts {figure(worst['precision'])} and not 1: "
        f"{count(others, 'document')} above it {'is' if others == 1 else 'are'} not relevant."
    )


@explains("interpolated_precision", clean=ranking_and_relevant)
def interpolated_precision(retrieved, relevant, k=None, *, recall=0.0, case):
    """The best precision among the ranks that reach the recall level carries the value."""
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
    """One row per rank, with recall and precision there."""
    rows = hits(top, relevant, case)
    for row in rows:
        row |= {"recall": row["hits"] / len(relevant or "1"), "precision": row["hits"] / row["rank"]}
    return rows


def best_rank(rows, level, value):
    """The first rank at which precision is the best that the recall level allows."""
    fit = (row["rank"] for row in rows if value and row["recall"] >= level and row["precision"] == value)
    return next(fit, None)


@explains("eleven_point_average", clean=ranking_and_relevant)
def eleven_point_average(retrieved, relevant, k=None, *, case):
    """One row per recall level; each is worth an eleventh."""
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


# Many queries --------------------------------------------------------------------------------------------------------


def two_dicts_by_query(results, ground_truth, *k, **options):
    """As `by_query` takes them."""
    return (results, ground_truth, *k), options


@explains("mean_reciprocal_rank", "mean_average_precision", clean=two_dicts_by_query)
def mean_over_queries(results, ground_truth, k=None, *, missing="skip", min_grade=None, duplicates="error", case):
    """Every query gives its own value, divided by the number of queries."""
    short, measure = {"mean_reciprocal_rank": ("RR", binary.reciprocal_rank)}.get(
        case.name, ("AP", binary.average_precision)
    )
    scores = binary.by_query(measure, results, ground_truth, k, missing, min_grade, duplicates)
    rows = [
        {"query": query, short: score, "note": "" if query in results else "not answered"}
        for query, score in scores.items()
    ]
    inner = elided(map(tex_figure, scores.values()))
    formula = rf"{case.tex} = {frac(1, len(scores))} \left({inner}\right) {equals(case.value)}"
    worst = min(scores, key=scores.get)
    sentence = f"The lowest {short} is that of query {worst}: {figure(scores[worst])}."
    left_out = [f"query {query}" for query in ground_truth if query not in scores]
    if left_out:
        sentence += f" Not answered, and left out of the mean: {listed(left_out)}."
    return Worked(with_terms(rows, [score / len(scores) for score in scores.values()]), formula, sentence, key="query")

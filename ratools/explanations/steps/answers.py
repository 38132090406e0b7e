"""Answers: how the measures of metrics/answers.py come about."""

from ratools.explanations.steps.common import Worked, explains, fraction_formula, shared_out, with_terms
from ratools.explanations.steps.overlap import shared_words, token_rows
from ratools.explanations.tex import equals, frac
from ratools.metrics import answers
from ratools.metrics.arguments import as_answer_pairs, as_golds, as_text
from ratools.words import count, named


def answer_and_golds(prediction, reference, **options):
    """One text, and the list of accepted ones."""
    return (as_text(prediction, "prediction"), as_golds(reference)), options


def answer_pairs(predictions, references, *token, **options):
    """Answers, and for each the list of accepted ones."""
    return (*as_answer_pairs(predictions, references), *token), options


@explains("f1_score", clean=answer_and_golds)
def f1_score(prediction, reference, *, normalize="simple", case):
    """The words of the answer and of the reference that fits it best."""
    gold = next(text for text in reference if answers.f1_score(prediction, text, normalize=normalize) == case.value)
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
    elif len(reference) > 1:
        sentence = f"Of {len(reference)} accepted answers {named(gold)!r} fits best. {sentence}"
    terms = shared_out(case.value, [row["common"] for row in rows])
    return Worked(with_terms(rows, terms), f"{case.tex} = {ratio} {equals(case.value)}", sentence, key="word")


@explains("exact_match", clean=answer_and_golds)
def exact_match(prediction, reference, *, normalize="simple", case):
    """The first accepted answer that is the same once normalised."""
    answer, rows, terms = answers.normalized(prediction, normalize), [], []
    for gold in reference:
        same = answers.exact_match(prediction, gold, normalize=normalize)
        terms.append(same if 1 not in terms else 0)
        rows.append(
            {
                "accepted answer": gold,
                "normalised": answers.normalized(gold, normalize),
                "answer": answer,
                "same": bool(same),
            }
        )
    if case.value:
        gold = rows[terms.index(1)]["accepted answer"]
        sentence = (
            f"Both read {answer!r} once normalised." if gold != prediction else "They are the same to the letter."
        )
    elif len(rows) > 1:
        sentence = f"{named(answer)!r} is none of the {len(rows)} accepted answers."
    else:
        sentence = f"{named(answer)!r} is not {named(rows[0]['normalised'])!r}, however close it may be."
    formula = rf"{case.tex} = {case.value} \quad\text{{({'the same' if case.value else 'not the same'})}}"
    return Worked(with_terms(rows, terms), formula, sentence, key="accepted answer")


@explains("abstention_accuracy", clean=answer_pairs)
def abstention_accuracy(predictions, references, abstention_token=answers.ABSTENTION, *, case):
    """One row per question; only the impossible ones count."""
    rows = []
    for number, (prediction, golds) in enumerate(zip(predictions, references, strict=True), start=1):
        impossible = any(answers.abstains(gold, abstention_token) for gold in golds)
        did = answers.abstains(prediction, abstention_token)
        note = "" if impossible else "can be answered: not counted"
        rows.append(
            {"question": number, "answer": prediction, "impossible": impossible, "abstained": did, "note": note}
        )
    counted = [row for row in rows if row["impossible"]]
    admitted = [row for row in counted if row["abstained"]]
    needlessly = sum(row["abstained"] and not row["impossible"] for row in rows)
    sentence = f"It abstained on {len(admitted)} of {count(len(counted), 'impossible question')}"
    sentence += f", and on {needlessly} that could be answered, which this measure does not see." if needlessly else "."
    terms = [(row["impossible"] and row["abstained"]) / len(counted) for row in rows]
    formula = fraction_formula(case, str(len(admitted)), len(admitted), len(counted))
    return Worked(with_terms(rows, terms), formula, sentence, key="question")

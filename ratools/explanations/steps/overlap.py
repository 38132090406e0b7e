"""Shared words and stretches: how the measures of metrics/overlap.py come about."""

from collections import Counter
from itertools import pairwise

from ratools.explanations.steps.common import Worked, explains, fraction_formula, shared_out, with_terms
from ratools.explanations.tex import equals, frac
from ratools.metrics import overlap
from ratools.metrics.arguments import as_spans, as_tokens
from ratools.words import count, listed


def two_texts(retrieved_tokens, expected_tokens, **options):
    """Two lists of tokens."""
    return (as_tokens(retrieved_tokens, "retrieved_tokens"), as_tokens(expected_tokens, "expected_tokens")), options


def two_lists_of_spans(retrieved_spans, expected_spans):
    """Half-open pairs."""
    return (as_spans(retrieved_spans, "retrieved_spans"), as_spans(expected_spans, "expected_spans")), {}


def chunks_and_answer(chunk_spans, expected_spans):
    """All chunks of the document, and the answer."""
    return (as_spans(chunk_spans, "chunk_spans"), as_spans(expected_spans, "expected_spans")), {}


@explains("token_precision", "token_recall", "token_iou", "token_f1", "precision_omega", clean=two_texts)
def token_overlap(retrieved_tokens, expected_tokens, *, tokens="set", case):
    """One row per token; the common ones carry the value."""
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


@explains("span_precision", "span_recall", "span_iou", "span_f1", "span_precision_omega", clean=two_lists_of_spans)
def span_overlap(retrieved_spans, expected_spans, *, case):
    """One row per stretch of text between two borders; the shared ones carry the value."""
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
            rows.append(
                {
                    "stretch": f"[{start}, {end})",
                    "length": end - start,
                    "retrieved": times,
                    "expected": wanted,
                    "note": note,
                }
            )
    return rows


@explains("precision_omega_chroma", clean=chunks_and_answer)
def precision_omega_chroma(chunk_spans, expected_spans, *, case):
    """Only the chunks that overlap the answer count, all of them."""
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

"""Which part of the text came back: shared tokens, or shared stretches of the document.

Tokens forget where they stood; spans know. A token argument is a list of tokens, or a text that is split at white
space. A span argument is a list of half-open [start, end) pairs of character (or token) positions, or one such pair.
Nothing retrieved, or nothing expected, is 0.
"""

from collections import Counter

from ratools.metrics.arguments import as_choice, as_spans, as_tokens

__all__ = [
    "token_precision",
    "token_recall",
    "token_iou",
    "token_f1",
    "precision_omega",
    "span_precision",
    "span_recall",
    "span_iou",
    "span_f1",
    "span_precision_omega",
    "precision_omega_chroma",
]


def token_counts(retrieved_tokens, expected_tokens, tokens):
    """The four numbers of token overlap: common, retrieved, expected, union, under one way of counting.

    >>> token_counts(["the", "the", "cat"], ["the", "dog"], "set")              # each word once
    (1, 2, 2, 3)
    >>> token_counts(["the", "the", "cat"], ["the", "dog"], "multiset")         # every occurrence
    (1, 3, 2, 4)
    >>> token_counts(["the", "the", "cat"], ["the", "dog"], "mixed")            # common words, total lengths
    (1, 3, 2, 3)
    """
    as_choice(tokens, "tokens")
    got, want = Counter(retrieved_tokens), Counter(expected_tokens)
    if tokens == "multiset":
        return (got & want).total(), got.total(), want.total(), (got | want).total()
    common, union = len(got & want), len(got | want)
    if tokens == "mixed":
        return common, got.total(), want.total(), union
    return common, len(got), len(want), union


def token_precision(retrieved_tokens, expected_tokens, *, tokens="set"):
    """How much of what was retrieved belongs to the answer.

    precision = common / tokens retrieved

    >>> token_precision("the cat sat", "the cat ran away")              # the, cat of 3
    0.6666666666666666

    Trap: `tokens="multiset"` counts repeats; `"mixed"` divides shared words by *all* tokens. Three numbers, one name.
    """
    retrieved_tokens = as_tokens(retrieved_tokens, "retrieved_tokens")
    expected_tokens = as_tokens(expected_tokens, "expected_tokens")
    common, retrieved, _, _ = token_counts(retrieved_tokens, expected_tokens, tokens)
    return common / retrieved if retrieved else 0.0


def token_recall(retrieved_tokens, expected_tokens, *, tokens="set"):
    """How much of the answer was retrieved.

    recall = common / tokens expected

    >>> token_recall("the cat sat", "the cat ran away")                 # the, cat of 4
    0.5

    Trap: shared words are not a shared passage: "the" matches everywhere.
    """
    retrieved_tokens = as_tokens(retrieved_tokens, "retrieved_tokens")
    expected_tokens = as_tokens(expected_tokens, "expected_tokens")
    common, _, expected, _ = token_counts(retrieved_tokens, expected_tokens, tokens)
    return common / expected if expected else 0.0


def token_iou(retrieved_tokens, expected_tokens, *, tokens="set"):
    """Overlap that punishes both missing and surplus tokens. With sets, this is Jaccard's index.

    IoU = common / union

    >>> token_iou("the cat sat", "the cat ran away")                    # 2 of the, cat, sat, ran, away
    0.4

    Trap: long chunks bring down IoU even when they hold the whole answer. That is its purpose. (`"mixed"` is `"set"`
    here: only precision and recall divide by a total.)
    Jaccard 1901.
    """
    retrieved_tokens = as_tokens(retrieved_tokens, "retrieved_tokens")
    expected_tokens = as_tokens(expected_tokens, "expected_tokens")
    common, _, _, union = token_counts(retrieved_tokens, expected_tokens, tokens)
    return common / union if union else 0.0


def token_f1(retrieved_tokens, expected_tokens, *, tokens="set"):
    """The harmonic mean of token precision and token recall.

    F1 = 2 · P · R / (P + R)

    >>> token_f1("the cat sat", "the cat ran away")                     # 2 · (2/3 · 1/2) / (7/6)
    0.5714285714285715

    Trap: for answers, F1 is counted on multisets (`f1_score`); on sets, "Paris Paris Paris" is a perfect "Paris".
    """
    retrieved_tokens = as_tokens(retrieved_tokens, "retrieved_tokens")
    expected_tokens = as_tokens(expected_tokens, "expected_tokens")
    precision = token_precision(retrieved_tokens, expected_tokens, tokens=tokens)
    recall = token_recall(retrieved_tokens, expected_tokens, tokens=tokens)
    return harmonic_mean(precision, recall)


def precision_omega(retrieved_tokens, expected_tokens, *, tokens="set"):
    """Precision, scaled by how well the answer is covered: the mean of IoU and recall.

    precision_omega = precision · (IoU + recall) / 2

    >>> precision_omega("the cat sat", "the cat ran away")              # 2/3 · (0.4 + 0.5) / 2
    0.3

    Trap: Chroma's report gives this name to another measure: `precision_omega_chroma`.
    """
    retrieved_tokens = as_tokens(retrieved_tokens, "retrieved_tokens")
    expected_tokens = as_tokens(expected_tokens, "expected_tokens")
    precision = token_precision(retrieved_tokens, expected_tokens, tokens=tokens)
    iou = token_iou(retrieved_tokens, expected_tokens, tokens=tokens)
    recall = token_recall(retrieved_tokens, expected_tokens, tokens=tokens)
    return precision * (iou + recall) / 2


def harmonic_mean(precision, recall):
    """F1 of two numbers; 0 when both are 0.

    >>> harmonic_mean(0.5, 1.0)
    0.6666666666666666
    """
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


# Spans: where the text stood ---------------------------------------------------------------------------------------


def union_length(spans):
    """How many positions a list of spans covers, each counted once.

    >>> union_length([(0, 6), (4, 9), (20, 21)])
    10
    """
    covered, reached = 0, 0
    for start, end in sorted(spans):
        covered += max(0, end - max(start, reached))
        reached = max(reached, end)
    return covered


def shared_length(retrieved_spans, expected_spans):
    """How many positions of the answer were retrieved, each counted once. Spans that only touch share nothing.

    >>> shared_length([(0, 6), (3, 9)], [(3, 8)])
    5
    """
    overlaps = [(max(a, c), min(b, d)) for a, b in retrieved_spans for c, d in expected_spans]
    return union_length((start, end) for start, end in overlaps if start < end)


def span_precision(retrieved_spans, expected_spans):
    """How much of the retrieved text belongs to the answer.

    precision = answer positions retrieved / Σ chunk lengths

    >>> span_precision([(6, 12)], [(3, 8)])                             # positions 6 and 7, of 6 retrieved
    0.3333333333333333

    Trap: a stretch retrieved twice costs twice below the line; overlapping chunks are not free.
    Smith & Troynikov 2024.
    """
    retrieved_spans = as_spans(retrieved_spans, "retrieved_spans")
    expected_spans = as_spans(expected_spans, "expected_spans")
    retrieved = sum(end - start for start, end in retrieved_spans)
    return shared_length(retrieved_spans, expected_spans) / retrieved if retrieved else 0.0


def span_recall(retrieved_spans, expected_spans):
    """How much of the answer was retrieved.

    recall = answer positions retrieved / answer positions

    >>> span_recall([(6, 12)], [(3, 8)])                                # positions 6 and 7, of 5 expected
    0.4

    Trap: it cannot see surplus. One chunk that is the whole document has recall 1.
    Smith & Troynikov 2024.
    """
    retrieved_spans = as_spans(retrieved_spans, "retrieved_spans")
    expected_spans = as_spans(expected_spans, "expected_spans")
    expected = union_length(expected_spans)
    return shared_length(retrieved_spans, expected_spans) / expected if expected else 0.0


def span_iou(retrieved_spans, expected_spans):
    """Overlap that punishes both missing and surplus text.

    IoU = answer positions retrieved / (Σ chunk lengths + answer positions missed)

    >>> span_iou([(6, 12)], [(3, 8)])                                   # 2 of 6 retrieved and 3 missed
    0.2222222222222222

    Trap: it is Jaccard's index only while chunks do not overlap each other.
    Smith & Troynikov 2024.
    """
    retrieved_spans = as_spans(retrieved_spans, "retrieved_spans")
    expected_spans = as_spans(expected_spans, "expected_spans")
    shared = shared_length(retrieved_spans, expected_spans)
    missed = union_length(expected_spans) - shared
    everything = sum(end - start for start, end in retrieved_spans) + missed
    return shared / everything if everything else 0.0


def span_f1(retrieved_spans, expected_spans):
    """The harmonic mean of span precision and span recall.

    F1 = 2 · P · R / (P + R)

    >>> span_f1([(6, 12)], [(3, 8)])                                    # 2 · (1/3 · 2/5) / (11/15)
    0.3636363636363636

    Trap: it moves with chunk size mostly through precision; read the two apart.
    """
    retrieved_spans = as_spans(retrieved_spans, "retrieved_spans")
    expected_spans = as_spans(expected_spans, "expected_spans")
    return harmonic_mean(span_precision(retrieved_spans, expected_spans), span_recall(retrieved_spans, expected_spans))


def span_precision_omega(retrieved_spans, expected_spans):
    """`precision_omega` on spans: precision, scaled by the mean of IoU and recall.

    precision_omega = precision · (IoU + recall) / 2

    >>> span_precision_omega([(6, 12)], [(3, 8)])                       # 1/3 · (2/9 + 2/5) / 2
    0.1037037037037037

    Trap: Chroma's report gives this name to another measure: `precision_omega_chroma`.
    """
    retrieved_spans = as_spans(retrieved_spans, "retrieved_spans")
    expected_spans = as_spans(expected_spans, "expected_spans")
    precision = span_precision(retrieved_spans, expected_spans)
    iou = span_iou(retrieved_spans, expected_spans)
    recall = span_recall(retrieved_spans, expected_spans)
    return precision * (iou + recall) / 2


def precision_omega_chroma(chunk_spans, expected_spans):
    """The precision of a chunking: if every chunk that overlaps the answer came back, and nothing else.

    Ω = answer covered by chunks / |those chunks ∪ answer|

    >>> precision_omega_chroma([(0, 6), (6, 12)], [(3, 8)])             # both chunks overlap the answer: 5 of 12
    0.4166666666666667

    Trap: it takes *all* chunks of the document, retrieved or not: it judges the cutting, not the retriever.
    Smith & Troynikov 2024.
    """
    chunk_spans = as_spans(chunk_spans, "chunk_spans")
    expected_spans = as_spans(expected_spans, "expected_spans")
    overlapping = [chunk for chunk in chunk_spans if shared_length([chunk], expected_spans)]
    everything = union_length([*overlapping, *expected_spans])
    return shared_length(overlapping, expected_spans) / everything if everything else 0.0

"""Exercises of notebook 11_chunks: which part of the text."""

from ratools.teaching.exercises.kinds import write

NOTEBOOK = "11_chunks"
ANSWERED = {"nothing relevant": "What is expected is never empty; what was retrieved may be."}

CAT, RAN = ["the", "cat", "sat", "the"], ["the", "cat", "ran", "away"]

write(
    "token_precision", NOTEBOOK, "retrieved_tokens, expected_tokens", (CAT, RAN),
    """
def token_precision(retrieved_tokens, expected_tokens):
    retrieved, expected = set(retrieved_tokens), set(expected_tokens)
    return len(retrieved & expected) / len(retrieved) if retrieved else 0.0
""",
    "Of the different words that were retrieved, how many belong to the answer?",
    "Make sets of both: each word counts once.",
    "`retrieved & expected` are the common words of two sets; divide their number by that of the words retrieved.",
    without=ANSWERED,
)  # fmt: skip

write(
    "token_recall", NOTEBOOK, "retrieved_tokens, expected_tokens", (CAT, RAN),
    """
def token_recall(retrieved_tokens, expected_tokens):
    retrieved, expected = set(retrieved_tokens), set(expected_tokens)
    return len(retrieved & expected) / len(expected)
""",
    "Of the different words of the answer, how many came back?",
    "Make sets of both: each word counts once.",
    "`retrieved & expected` are the common words of two sets; divide their number by that of the words of the "
    "answer.",
    without=ANSWERED,
)  # fmt: skip

write(
    "token_iou", NOTEBOOK, "retrieved_tokens, expected_tokens", (CAT, RAN),
    """
def token_iou(retrieved_tokens, expected_tokens):
    retrieved, expected = set(retrieved_tokens), set(expected_tokens)
    return len(retrieved & expected) / len(retrieved | expected)
""",
    "How many words do they share, of all the words that occur in either?",
    "Intersection over union, both of sets.",
    "`&` gives the common words of two sets, `|` all words of both; `len` counts them.",
    without=ANSWERED,
)  # fmt: skip

write(
    "token_f1", NOTEBOOK, "retrieved_tokens, expected_tokens", (CAT, RAN),
    """
def token_f1(retrieved_tokens, expected_tokens):
    retrieved, expected = set(retrieved_tokens), set(expected_tokens)
    return 2 * len(retrieved & expected) / (len(retrieved) + len(expected))
""",
    "It is the harmonic mean of precision and recall.",
    "2 · P · R / (P + R), or shorter: twice the common words over both lengths.",
    "Twice the common words stand above the line; below it stand the sizes of both sets, added.",
    notes={"ZeroDivisionError": "With nothing in common, precision and recall are both 0. What should F1 be then?"},
    without=ANSWERED,
)  # fmt: skip

write(
    "precision_omega", NOTEBOOK, "retrieved_tokens, expected_tokens", (CAT, RAN),
    """
def precision_omega(retrieved_tokens, expected_tokens):
    retrieved, expected = set(retrieved_tokens), set(expected_tokens)
    common = len(retrieved & expected)
    if common == 0:
        return 0.0
    precision, recall = common / len(retrieved), common / len(expected)
    iou = common / len(retrieved | expected)
    return precision * (iou + recall) / 2
""",
    "It is precision, scaled by how well the answer is covered.",
    "The scale is the mean of IoU and recall.",
    "Take the mean of IoU and recall, and multiply precision by it.",
    without=ANSWERED,
)  # fmt: skip

SPAN_EXAMPLE = ([(0, 6), (3, 9)], [(3, 8)])
POSITIONS = """
def {name}(retrieved_spans, expected_spans):
    retrieved = [position for start, end in retrieved_spans for position in range(start, end)]
    expected = {{position for start, end in expected_spans for position in range(start, end)}}
    shared = len(expected & set(retrieved))
    return {result}
"""

write(
    "span_recall", NOTEBOOK, "retrieved_spans, expected_spans", SPAN_EXAMPLE,
    POSITIONS.format(name="span_recall", result="shared / len(expected)"),
    "Of the positions of the answer, how many were retrieved? Each counts once, however often it came back.",
    "Turn the spans into sets of positions with `range(start, end)`; the end is not included.",
    "`expected & set(retrieved)` are the positions found. Divide their number by that of all positions expected.",
    without=ANSWERED,
)  # fmt: skip

write(
    "span_precision", NOTEBOOK, "retrieved_spans, expected_spans", SPAN_EXAMPLE,
    POSITIONS.format(name="span_precision", result="shared / len(retrieved) if retrieved else 0.0"),
    "Of all the text that came back, how much is the answer? What came back twice was read twice.",
    "Above the line: positions of the answer that were retrieved, each once. Below: the lengths of the chunks, added.",
    "Keep the retrieved positions in a *list* for the denominator, in a set for the numerator.",
    without=ANSWERED,
)  # fmt: skip

write(
    "span_iou", NOTEBOOK, "retrieved_spans, expected_spans", SPAN_EXAMPLE,
    POSITIONS.format(name="span_iou", result="shared / (len(retrieved) + len(expected) - shared)"),
    "What is shared, over everything: all that came back, and what was missed.",
    "Below the line: the lengths of the chunks, added, plus the positions of the answer that were not retrieved.",
    "What is shared is in both lengths: take it off once. `retrieved` is a list, `expected` a set.",
    without=ANSWERED,
)  # fmt: skip

write(
    "span_f1", NOTEBOOK, "retrieved_spans, expected_spans", SPAN_EXAMPLE,
    POSITIONS.format(
        name="span_f1",
        result="2 * shared / (len(retrieved) + len(expected))",
    ),
    "It is the harmonic mean of span precision and span recall.",
    "2 · P · R / (P + R), and 0 when nothing is shared.",
    "Twice what is shared stands above the line, both lengths, added, below it.",
    notes={"ZeroDivisionError": "With nothing in common, precision and recall are both 0. What should F1 be then?"},
    without=ANSWERED,
)  # fmt: skip

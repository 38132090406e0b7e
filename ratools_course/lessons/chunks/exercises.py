"""Exercises: which part of the text."""

import ratools
from ratools_course.checker.kinds import arrange, compute, fill, write

ANSWERED = {"nothing relevant": "What is expected is never empty; what was retrieved may be."}

CAT, RAN = ["the", "cat", "sat", "the"], ["the", "cat", "ran", "off"]

write(
    id="token_precision",
    signature="retrieved_tokens, expected_tokens",
    example=(CAT, RAN),
    solution="""
def token_precision(retrieved_tokens, expected_tokens):
    retrieved, expected = set(retrieved_tokens), set(expected_tokens)
    return len(retrieved & expected) / len(retrieved) if retrieved else 0.0
""",
    hints=(
        "Of the different words that were retrieved, how many belong to the answer?",
        "Make sets of both: each word counts once.",
        "`retrieved & expected` are the common words of two sets; divide their number by that of the words retrieved.",
    ),
    without=ANSWERED,
)

write(
    id="token_recall",
    signature="retrieved_tokens, expected_tokens",
    example=(CAT, RAN),
    solution="""
def token_recall(retrieved_tokens, expected_tokens):
    retrieved, expected = set(retrieved_tokens), set(expected_tokens)
    return len(retrieved & expected) / len(expected)
""",
    hints=(
        "Of the different words of the answer, how many came back?",
        "Make sets of both: each word counts once.",
        "`retrieved & expected` are the common words of two sets; divide their number by that of the words of the "
        "answer.",
    ),
    without=ANSWERED,
)

write(
    id="token_iou",
    signature="retrieved_tokens, expected_tokens",
    example=(CAT, RAN),
    solution="""
def token_iou(retrieved_tokens, expected_tokens):
    retrieved, expected = set(retrieved_tokens), set(expected_tokens)
    return len(retrieved & expected) / len(retrieved | expected)
""",
    hints=(
        "How many words do they share, of all the words that occur in either?",
        "Intersection over union, both of sets.",
        "`&` gives the common words of two sets, `|` all words of both; `len` counts them.",
    ),
    without=ANSWERED,
)

write(
    id="token_f1",
    signature="retrieved_tokens, expected_tokens",
    example=(CAT, RAN),
    solution="""
def token_f1(retrieved_tokens, expected_tokens):
    retrieved, expected = set(retrieved_tokens), set(expected_tokens)
    return 2 * len(retrieved & expected) / (len(retrieved) + len(expected))
""",
    hints=(
        "It is the harmonic mean of precision and recall.",
        "2 · P · R / (P + R), or shorter: twice the common words over both lengths.",
        "Twice the common words stand above the line; below it stand the sizes of both sets, added.",
    ),
    notes={"ZeroDivisionError": "With nothing in common, precision and recall are both 0. What should F1 be then?"},
    without=ANSWERED,
)

write(
    id="precision_omega",
    signature="retrieved_tokens, expected_tokens",
    example=(CAT, RAN),
    solution="""
def precision_omega(retrieved_tokens, expected_tokens):
    retrieved, expected = set(retrieved_tokens), set(expected_tokens)
    common = len(retrieved & expected)
    if common == 0:
        return 0.0
    precision, recall = common / len(retrieved), common / len(expected)
    iou = common / len(retrieved | expected)
    return precision * (iou + recall) / 2
""",
    hints=(
        "It is precision, scaled by how well the answer is covered.",
        "The scale is the mean of IoU and recall.",
        "Take the mean of IoU and recall, and multiply precision by it.",
    ),
    without=ANSWERED,
)

SPAN_EXAMPLE = ([(0, 6), (3, 9)], [(3, 8)])
POSITIONS = """
def {name}(retrieved_spans, expected_spans):
    retrieved = [position for start, end in retrieved_spans for position in range(start, end)]
    expected = {{position for start, end in expected_spans for position in range(start, end)}}
    shared = len(expected & set(retrieved))
    return {result}
"""

write(
    id="span_recall",
    signature="retrieved_spans, expected_spans",
    example=SPAN_EXAMPLE,
    solution=POSITIONS.format(name="span_recall", result="shared / len(expected)"),
    hints=(
        "Of the positions of the answer, how many were retrieved? Each counts once, however often it came back.",
        "Turn the spans into sets of positions with `range(start, end)`; the end is not included.",
        "`expected & set(retrieved)` are the positions found. Divide their number by that of all positions expected.",
    ),
    without=ANSWERED,
)

write(
    id="span_precision",
    signature="retrieved_spans, expected_spans",
    example=SPAN_EXAMPLE,
    solution=POSITIONS.format(name="span_precision", result="shared / len(retrieved) if retrieved else 0.0"),
    hints=(
        "Of all the text that came back, how much is the answer? What came back twice was read twice.",
        "Above the line: positions of the answer that were retrieved, each once. Below: the lengths of the chunks, "
        "added.",
        "Keep the retrieved positions in a *list* for the denominator, in a set for the numerator.",
    ),
    without=ANSWERED,
)

write(
    id="span_iou",
    signature="retrieved_spans, expected_spans",
    example=SPAN_EXAMPLE,
    solution=POSITIONS.format(name="span_iou", result="shared / (len(retrieved) + len(expected) - shared)"),
    hints=(
        "What is shared, over everything: all that came back, and what was missed.",
        "Below the line: the lengths of the chunks, added, plus the positions of the answer that were not retrieved.",
        "What is shared is in both lengths: take it off once. `retrieved` is a list, `expected` a set.",
    ),
    without=ANSWERED,
)

write(
    id="span_f1",
    signature="retrieved_spans, expected_spans",
    example=SPAN_EXAMPLE,
    solution=POSITIONS.format(
        name="span_f1",
        result="2 * shared / (len(retrieved) + len(expected))",
    ),
    hints=(
        "It is the harmonic mean of span precision and span recall.",
        "2 · P · R / (P + R), and 0 when nothing is shared.",
        "Twice what is shared stands above the line, both lengths, added, below it.",
    ),
    notes={"ZeroDivisionError": "With nothing in common, precision and recall are both 0. What should F1 be then?"},
    without=ANSWERED,
)

compute(
    id="iou-number-s3",
    name="iou",
    question=(
        "Twelve words, numbered from 0. The answer is [3, 8); retrieved was [6, 12). What is the IoU, counted by "
        "places?"
    ),
    truth=lambda: ratools.span_iou([(6, 12)], [(3, 8)]),
    solution="iou = 2 / (6 + 3)\n",
    hints=(
        "Write down the numbers from 3 to 11. Which of them are in both spans?",
        "The end is not included: the answer is 3, 4, 5, 6, 7. How many of these came back?",
        "Above the line stand the places in both; below it all places that are in either, each once.",
    ),
    measure="span_iou",
    arguments=([(6, 12)], [(3, 8)]),
    known=(
        (2 / 5, None, "That is the recall: below the line stand the places of the answer only."),
        (
            2 / 6,
            None,
            "2/6 is the precision: below the line stand the retrieved places only. Or was it 3/9? Then "
            "look at the end of the answer: is 8 in it?",
        ),
        (3 / 6, None, "That counts words, each once. By places, “on” at 3 and “on” at 9 are not the same."),
        (2 / 10, None, "That divides by ten places. From 3 on there are nine: the end, 12, is not included."),
        (4 / 7, None, "That counts words, with repeats. By places, “on” at 3 and “on” at 9 are not the same."),
        (3 / (5 + 6 - 3), "ends-are-included", "Three places in both? 6 and 7 are; 8 is not, the end is not included."),
        (2 / len(range(12)), None, "That divides by all twelve words. Three of them are in neither of the two spans."),
        (1 / 9, None, "One place in both? 7 is, and 6 as well: the start is included."),
        (
            2 * 2 / (5 + 6),
            None,
            "That is F1: twice the places in both, over both lengths. IoU counts them once above the line and once "
            "below it.",
        ),
    ),
    reasons={"above": "What is in both spans is never more than what is in either."},
)

compute(
    id="omega-number-s3",
    name="omega",
    question=(
        "A chunk has precision 0.4, recall 0.4 and IoU 0.25. What is precision omega, precision * (IoU + recall) / 2?"
    ),
    truth=lambda: ratools.span_precision_omega([(0, 5)], [(3, 8)]),
    solution="omega = 0.4 * (0.25 + 0.4) / 2\n",
    hints=(
        "First the bracket: what is the mean of IoU and recall?",
        "The mean of 0.25 and 0.4 scales the precision.",
        "Add IoU and recall, halve the sum, and multiply it by the precision.",
    ),
    measure="span_precision_omega",
    arguments=([(0, 5)], [(3, 8)]),
    known=(
        (0.16, "omega-is-precision-times-recall", "That is precision times recall. IoU belongs in the bracket, too."),
        (0.325, None, "That is the mean of IoU and recall, which scales the precision: multiply by it."),
        (0.26, None, "That is precision times the sum of IoU and recall: the mean is half of it."),
        (0.1, None, "That is precision times IoU. The bracket is the mean of IoU and recall."),
    ),
)

fill(
    id="omega-touching-bug",
    measure="precision_omega_chroma",
    name="omega_with_bug",
    signature="chunk_spans, expected_spans",
    example=([(0, 3), (3, 8), (8, 12)], [(3, 8)]),
    stub="""
def omega_with_bug(chunk_spans, expected_spans):
    answer, read = set(), set()
    for start, end in expected_spans:
        answer |= set(range(start, end))
    for start, end in chunk_spans:
        if any(start <= last and end >= first for first, last in expected_spans):
            read |= set(range(start, end))
    return len(answer & read) / len(answer | read)
""",
    solution="""
def omega_with_bug(chunk_spans, expected_spans):
    answer, read = set(), set()
    for start, end in expected_spans:
        answer |= set(range(start, end))
    for start, end in chunk_spans:
        if any(start < last and end > first for first, last in expected_spans):
            read |= set(range(start, end))
    return len(answer & read) / len(answer | read)
""",
    hints=(
        "Chunks [0, 3), [3, 8), [8, 12), and the answer is [3, 8). Which chunks hold a part of it?",
        "Which position do [0, 3) and [3, 8) share? The end is not included.",
        "Look at the two comparisons in the line with `any`: should equal numbers count there?",
    ),
    kind="bug",
    without={"nothing relevant": "The answer is never empty; `chunk_spans` may be."},
)

arrange(
    id="span-precision-parsons",
    name="order",
    lines=[
        "    return len(found & answer) / read",
        "    for start, end in chunks:",
        "        found |= set(range(start, end))",
        "def span_precision(chunks, answer):",
        "    return len(found & answer) / len(found)",
        "        read += end - start",
        "    found, read = set(), 0",
    ],
    order=(4, 7, 2, 3, 6, 1),
    hints=(
        "What came back twice was read twice. Which of the two numbers, `read` or `len(found)`, knows that?",
        "Two lines begin with `return`. Below the line stand the lengths of all chunks, added.",
        "`def`, the two that begin empty, the loop; inside it both grow; at the end the places of the answer that were "
        "found, over all that was read.",
    ),
    swaps=(frozenset({3, 6}),),
    distractors={5: ("overlap-is-free", "There a stretch that came back twice counts once.")},
)

"""Wrong ideas about chunks: tokens and spans of a text."""

import ratools as rt
from ratools.metrics import overlap
from ratools.metrics.arguments import as_spans, as_tokens
from ratools_course.misconceptions.records import code, document, misconception, mutant, table, thread


def token_recall_over_retrieved(retrieved_tokens, expected_tokens, *, tokens="set"):
    """Divides by the retrieved tokens: that is precision."""
    retrieved_tokens = as_tokens(retrieved_tokens, "retrieved_tokens")
    expected_tokens = as_tokens(expected_tokens, "expected_tokens")
    return overlap.token_precision(retrieved_tokens, expected_tokens, tokens=tokens)


misconception(
    "recall-over-retrieved",
    "Token recall divides by the retrieved tokens",
    wrong="The shared tokens are divided by the tokens that were retrieved.",
    tempts="Precision and recall share their numerator.",
    right="That is precision. Recall divides by the tokens of the expected answer.",
    question="How much of the *answer* came back?",
    mutants=[
        mutant("token_recall", token_recall_over_retrieved, ["cat"], ["cat", "mat"]),
    ],
)


def token_precision_over_expected(retrieved_tokens, expected_tokens, *, tokens="set"):
    """Divides by the expected tokens: that is recall."""
    retrieved_tokens = as_tokens(retrieved_tokens, "retrieved_tokens")
    expected_tokens = as_tokens(expected_tokens, "expected_tokens")
    return overlap.token_recall(retrieved_tokens, expected_tokens, tokens=tokens)


misconception(
    "precision-over-expected",
    "Token precision divides by the expected tokens",
    wrong="The shared tokens are divided by the tokens that were expected.",
    tempts="Precision and recall share their numerator.",
    right="That is recall. Precision divides by the tokens that were retrieved.",
    question="How much of what came *back* is the answer?",
    mutants=[
        mutant("token_precision", token_precision_over_expected, ["cat"], ["cat", "mat"]),
    ],
)


def token_precision_mixed(retrieved_tokens, expected_tokens, *, tokens="set"):
    """Shared words over all tokens."""
    retrieved_tokens = as_tokens(retrieved_tokens, "retrieved_tokens")
    expected_tokens = as_tokens(expected_tokens, "expected_tokens")
    return overlap.token_precision(retrieved_tokens, expected_tokens, tokens="mixed")


def token_recall_mixed(retrieved_tokens, expected_tokens, *, tokens="set"):
    """Shared words over all tokens."""
    retrieved_tokens = as_tokens(retrieved_tokens, "retrieved_tokens")
    expected_tokens = as_tokens(expected_tokens, "expected_tokens")
    return overlap.token_recall(retrieved_tokens, expected_tokens, tokens="mixed")


def token_iou_multiset(retrieved_tokens, expected_tokens, *, tokens="set"):
    """Counts repeats where each word should count once."""
    retrieved_tokens = as_tokens(retrieved_tokens, "retrieved_tokens")
    expected_tokens = as_tokens(expected_tokens, "expected_tokens")
    return overlap.token_iou(retrieved_tokens, expected_tokens, tokens="multiset")


def token_f1_multiset(retrieved_tokens, expected_tokens, *, tokens="set"):
    """Counts repeats where each word should count once."""
    retrieved_tokens = as_tokens(retrieved_tokens, "retrieved_tokens")
    expected_tokens = as_tokens(expected_tokens, "expected_tokens")
    return overlap.token_f1(retrieved_tokens, expected_tokens, tokens="multiset")


misconception(
    "set-or-multiset",
    "It does not matter how often a word counts",
    wrong="It does not matter whether a word counts once or every time.",
    tempts="On short texts without repeats it does not.",
    right="These are different measures. Here each distinct word counts once, above and below the line.",
    question="“the cat sat on the mat”: five words, or six?",
    mutants=[
        mutant("token_precision", token_precision_mixed, ["cat", "cat"], ["cat"]),
        mutant("token_recall", token_recall_mixed, ["cat"], ["cat", "cat"]),
        mutant("token_iou", token_iou_multiset, ["cat"], ["cat", "cat"]),
        mutant("token_f1", token_f1_multiset, ["cat"], ["cat", "cat"]),
    ],
    sources=[
        thread(
            "McGill-NLP/instruct-qa#18",
            "its K-Precision has distinct shared tokens above the line and all tokens below, and a reader asks why",
            "variant",
        ),
    ],
)


def token_precision_of_occurrences(retrieved_tokens, expected_tokens, *, tokens="set"):
    """Asks each retrieved token, repeats included, whether the answer has it."""
    retrieved_tokens = as_tokens(retrieved_tokens, "retrieved_tokens")
    expected_tokens = as_tokens(expected_tokens, "expected_tokens")
    shared = sum(token in expected_tokens for token in retrieved_tokens)
    return shared / len(retrieved_tokens) if retrieved_tokens else 0.0


def token_recall_of_occurrences(retrieved_tokens, expected_tokens, *, tokens="set"):
    """Asks each expected token, repeats included, whether it came back."""
    retrieved_tokens = as_tokens(retrieved_tokens, "retrieved_tokens")
    expected_tokens = as_tokens(expected_tokens, "expected_tokens")
    shared = sum(token in retrieved_tokens for token in expected_tokens)
    return shared / len(expected_tokens) if expected_tokens else 0.0


def the_the_the():
    """The answer is "the cat". A chunk that says "the" nine times looks precise."""
    chunk, answer = ["the"] * 9 + ["dog"], ["the", "cat"]
    every, once = token_precision_of_occurrences(chunk, answer), rt.token_precision(chunk, answer)
    return table(
        {"words counted": how, "precision": value} for how, value in (("every time", every), ("once each", once))
    )


misconception(
    "repeats-are-hits",
    "Every repeat of a shared word is another hit",
    wrong="Each token is asked whether the other text has it, as often as it occurs.",
    tempts="It is one line: a loop over the tokens with `in`.",
    right="Each distinct word counts once, above and below the line. Else a chunk gains by repeating one shared word.",
    question="A chunk says “the” nine times. How many words of the answer did it bring?",
    mutants=[
        mutant("token_precision", token_precision_of_occurrences, ["cat", "cat", "mat"], ["cat"]),
        mutant("token_recall", token_recall_of_occurrences, ["cat"], ["cat", "cat", "mat"]),
    ],
    demonstration=the_the_the,
    sources=[
        thread("facebookresearch/fairseq#1828", "a scorer posted there asks every token, repeats included", "variant"),
    ],
)


def token_iou_over_sum(retrieved_tokens, expected_tokens, *, tokens="set"):
    """Adds the two sides: what they share is counted twice below the line."""
    retrieved_tokens = as_tokens(retrieved_tokens, "retrieved_tokens")
    expected_tokens = as_tokens(expected_tokens, "expected_tokens")
    common, retrieved, expected, _ = overlap.token_counts(retrieved_tokens, expected_tokens, tokens)
    return common / (retrieved + expected) if retrieved + expected else 0.0


def span_iou_over_sum(retrieved_spans, expected_spans):
    """Adds the two sides: what they share is counted twice below the line."""
    retrieved_spans = as_spans(retrieved_spans, "retrieved_spans")
    expected_spans = as_spans(expected_spans, "expected_spans")
    both = sum(end - start for start, end in retrieved_spans) + overlap.union_length(expected_spans)
    return overlap.shared_length(retrieved_spans, expected_spans) / both if both else 0.0


misconception(
    "union-is-a-sum",
    "The union is the sum of both sides",
    wrong="IoU divides by the sum of both lengths.",
    tempts="Both sides have to be in it.",
    right="What they share must be counted once: union = both − common. Otherwise even equal texts stay at ½.",
    question="What is the IoU of a text with itself?",
    mutants=[
        mutant("token_iou", token_iou_over_sum, ["cat"], ["cat"]),
        mutant("span_iou", span_iou_over_sum, [(0, 1)], [(0, 1)]),
    ],
)


def token_iou_as_recall(retrieved_tokens, expected_tokens, *, tokens="set"):
    """Divides by the answer alone."""
    retrieved_tokens = as_tokens(retrieved_tokens, "retrieved_tokens")
    expected_tokens = as_tokens(expected_tokens, "expected_tokens")
    return overlap.token_recall(retrieved_tokens, expected_tokens, tokens=tokens)


def token_iou_as_precision(retrieved_tokens, expected_tokens, *, tokens="set"):
    """Divides by what came back alone."""
    retrieved_tokens = as_tokens(retrieved_tokens, "retrieved_tokens")
    expected_tokens = as_tokens(expected_tokens, "expected_tokens")
    return overlap.token_precision(retrieved_tokens, expected_tokens, tokens=tokens)


misconception(
    "iou-one-side",
    "IoU divides by one of the two texts",
    wrong="The common tokens are divided by the answer's, or by those that came back.",
    tempts="Recall and precision are made so, and the line above is the same.",
    right="IoU divides by the union: every token of either text, once. Both a missing token and a surplus one cost.",
    question="Which tokens are in one of the two texts only, and are they all below the line?",
    mutants=[
        mutant("token_iou", token_iou_as_recall, ["cat", "mat"], ["cat"]),
        mutant("token_iou", token_iou_as_precision, ["cat"], ["cat", "mat"]),
    ],
)


def token_iou_as_f1(retrieved_tokens, expected_tokens, *, tokens="set"):
    """Counts what is common twice, above and below."""
    retrieved_tokens = as_tokens(retrieved_tokens, "retrieved_tokens")
    expected_tokens = as_tokens(expected_tokens, "expected_tokens")
    return overlap.token_f1(retrieved_tokens, expected_tokens, tokens=tokens)


misconception(
    "iou-is-f1",
    "IoU and F1 are one measure",
    wrong="2 · common / (retrieved + expected) is the IoU.",
    tempts="Both join precision and recall, both are 0 and 1 for the same texts, and they order two chunks alike.",
    right="That is F1, also called Dice. It counts what is common twice, so it is never below the IoU.",
    question="How many different tokens do both texts have together?",
    mutants=[
        mutant("token_iou", token_iou_as_f1, ["cat"], ["cat", "mat"]),
    ],
)


def precision_omega_without_iou(retrieved_tokens, expected_tokens, *, tokens="set"):
    """Scales precision by recall alone."""
    retrieved_tokens = as_tokens(retrieved_tokens, "retrieved_tokens")
    expected_tokens = as_tokens(expected_tokens, "expected_tokens")
    precision = overlap.token_precision(retrieved_tokens, expected_tokens, tokens=tokens)
    return precision * overlap.token_recall(retrieved_tokens, expected_tokens, tokens=tokens)


misconception(
    "omega-is-precision-times-recall",
    "Precision omega is precision times recall",
    wrong="Precision omega is precision · recall.",
    tempts="It is simpler and looks alike.",
    right="Precision omega scales precision by the mean of IoU and recall.",
    question="Which part of the formula sees the surplus text a second time?",
    mutants=[
        mutant("precision_omega", precision_omega_without_iou, ["cat", "mat"], ["cat"]),
    ],
)


def span_omega_of_chroma(retrieved_spans, expected_spans):
    """The other measure of that name."""
    retrieved_spans = as_spans(retrieved_spans, "retrieved_spans")
    expected_spans = as_spans(expected_spans, "expected_spans")
    return overlap.precision_omega_chroma(retrieved_spans, expected_spans)


def omega_chroma_of_s3(chunk_spans, expected_spans):
    """The other measure of that name."""
    chunk_spans = as_spans(chunk_spans, "chunk_spans")
    expected_spans = as_spans(expected_spans, "expected_spans")
    return overlap.span_precision_omega(chunk_spans, expected_spans)


def one_name_two_measures():
    """Chunks [0,6), [3,9), [6,12); the answer is [3,8); the first two came back."""
    chunks, answer = [(0, 6), (3, 9), (6, 12)], [(3, 8)]
    return table(
        [
            {"precision omega": "precision · (IoU + recall) / 2", "value": rt.span_precision_omega(chunks[:2], answer)},
            {"precision omega": "Chroma's, of the chunking", "value": rt.precision_omega_chroma(chunks, answer)},
        ]
    )


misconception(
    "omega-is-omega",
    "Every precision omega is the same measure",
    wrong="Two numbers called precision omega may be compared.",
    tempts="The name is the same.",
    right=(
        "One is precision · (IoU + recall) / 2 of what was retrieved; "
        "Chroma's is the precision if every chunk that overlaps the answer came back."
    ),
    question="Does your omega know what was retrieved?",
    mutants=[
        mutant("span_precision_omega", span_omega_of_chroma, [(0, 2)], [(0, 1)]),
        mutant("precision_omega_chroma", omega_chroma_of_s3, [(0, 2)], [(0, 1)]),
    ],
    demonstration=one_name_two_measures,
    sources=[
        document(
            "an English note on chunk overlap", "its precision omega is precision · (IoU + recall) / 2", "variant"
        ),
        code(
            "brandonstarxel/chunking_evaluation",
            "evaluation_framework/base_evaluation.py",
            "September 2026",
            "Chroma's precision omega is a property of the chunking, whatever was retrieved",
            "variant",
        ),
    ],
)


def omega_chroma_of_the_search(chunk_spans, expected_spans):
    """Takes the chunks for what a search brought back."""
    chunk_spans = as_spans(chunk_spans, "chunk_spans")
    expected_spans = as_spans(expected_spans, "expected_spans")
    everything = overlap.union_length([*chunk_spans, *expected_spans])
    return overlap.shared_length(chunk_spans, expected_spans) / everything if everything else 0.0


def two_searches_one_cut():
    """A text is cut into [0,4), [4,8), [8,12); the answer is [2,6). Two searches bring two chunks each."""
    chunks, answer = [(0, 4), (4, 8), (8, 12)], [(2, 6)]
    return table(
        {
            "came back": " and ".join(f"[{start},{end})" for start, end in found),
            "precision": rt.span_precision(found, answer),
            "Chroma's omega": rt.precision_omega_chroma(chunks, answer),
        }
        for found in (chunks[:2], chunks[1:])
    )


misconception(
    "omega-sees-the-search",
    "A better search raises Chroma's omega",
    wrong="Chroma's precision omega is the precision of what the search brought back.",
    tempts="It is called a precision, and precision is about what came back.",
    right="It supposes that every chunk with a part of the answer came back, and no other. Only a new cut changes it.",
    question="Which of the chunks hold a part of the answer, and which of them were counted?",
    mutants=[mutant("precision_omega_chroma", omega_chroma_of_the_search, [(0, 1), (1, 2)], [(0, 1)])],
    demonstration=two_searches_one_cut,
)


def words_are_not_the_passage():
    """Retrieved and expected passage share two positions, but three of four words."""
    text = "the cat sat on the mat the dog sat on the log".split()
    got, want = (6, 12), (3, 8)
    words = text[slice(*got)], text[slice(*want)]
    return table(
        [
            {"counted": "words", "recall": rt.token_recall(*words), "precision": rt.token_precision(*words)},
            {
                "counted": "positions",
                "recall": rt.span_recall([got], [want]),
                "precision": rt.span_precision([got], [want]),
            },
        ]
    )


misconception(
    "overlap-bag-of-words",
    "Shared words are a shared passage",
    wrong="If the words are there, the passage was found.",
    tempts="Counting words needs no positions.",
    right="“the” and “sat” are everywhere. Positions tell whether it is the same place.",
    question="Would you accept the dog's sentence as the source for the cat's?",
    demonstration=words_are_not_the_passage,
)


def span_precision_over_union(retrieved_spans, expected_spans):
    """Counts a stretch that came back twice once: overlap costs nothing."""
    retrieved_spans = as_spans(retrieved_spans, "retrieved_spans")
    expected_spans = as_spans(expected_spans, "expected_spans")
    covered = overlap.union_length(retrieved_spans)
    return overlap.shared_length(retrieved_spans, expected_spans) / covered if covered else 0.0


def span_iou_jaccard(retrieved_spans, expected_spans):
    """Jaccard's index of positions: a stretch that came back twice counts once."""
    retrieved_spans = as_spans(retrieved_spans, "retrieved_spans")
    expected_spans = as_spans(expected_spans, "expected_spans")
    everything = overlap.union_length([*retrieved_spans, *expected_spans])
    return overlap.shared_length(retrieved_spans, expected_spans) / everything if everything else 0.0


def the_same_stretch_twice():
    """Two chunks that overlap by half, and the answer lies in the overlap."""
    chunks, answer = [(0, 6), (3, 9)], [(3, 6)]
    twice, once = rt.span_precision(chunks, answer), span_precision_over_union(chunks, answer)
    return table([{"overlap": "costs twice", "precision": twice}, {"overlap": "counted once", "precision": once}])


misconception(
    "overlap-is-free",
    "Overlapping chunks cost nothing",
    wrong="A stretch that comes back twice counts once.",
    tempts="A union is the natural way to join spans.",
    right="The reader, or the model, pays for it twice. Below the line the chunks' lengths are added.",
    question="How many tokens does the model read when the same sentence stands in two chunks?",
    mutants=[
        mutant("span_precision", span_precision_over_union, [(0, 1), (0, 1)], [(0, 1)]),
        mutant("span_iou", span_iou_jaccard, [(0, 1), (0, 1)], [(0, 1)]),
    ],
    demonstration=the_same_stretch_twice,
    sources=[
        code(
            "brandonstarxel/chunking_evaluation",
            "evaluation_framework/base_evaluation.py",
            "September 2026",
            "below the line lengths are added for precision and IoU, and united for omega",
            "variant",
        ),
    ],
)


def span_precision_counted_twice(retrieved_spans, expected_spans):
    """Counts a stretch that came back twice as two hits."""
    retrieved_spans = as_spans(retrieved_spans, "retrieved_spans")
    expected_spans = as_spans(expected_spans, "expected_spans")
    shares = [overlap.shared_length([chunk], expected_spans) for chunk in retrieved_spans]
    retrieved = sum(end - start for start, end in retrieved_spans)
    return sum(shares) / retrieved if retrieved else 0.0


def span_recall_counted_twice(retrieved_spans, expected_spans):
    """Adds up the chunks' shares, so recall can exceed 1."""
    retrieved_spans = as_spans(retrieved_spans, "retrieved_spans")
    expected_spans = as_spans(expected_spans, "expected_spans")
    expected = overlap.union_length(expected_spans)
    shares = [overlap.shared_length([chunk], expected_spans) for chunk in retrieved_spans]
    return sum(shares) / expected if expected else 0.0


misconception(
    "overlap-counted-twice",
    "A stretch that is found twice counts twice",
    wrong="Each chunk's share of the answer is added up.",
    tempts="A loop over the chunks adds them without asking.",
    right=(
        "A position of the answer can be found only once. Added up, a repeat looks like a second hit: "
        "precision comes out too high, and recall can exceed 1."
    ),
    question="The same sentence of the answer comes back in two chunks. How many of its sentences were found?",
    mutants=[
        mutant("span_precision", span_precision_counted_twice, [(0, 1), (0, 1)], [(0, 1)]),
        mutant("span_recall", span_recall_counted_twice, [(0, 1), (0, 1)], [(0, 1)]),
    ],
)


def _ends_included(spans):
    return [(start, end + 1) for start, end in spans]


def span_precision_ends_included(retrieved_spans, expected_spans):
    """Takes the end as the last position of a span."""
    retrieved_spans = as_spans(retrieved_spans, "retrieved_spans")
    expected_spans = as_spans(expected_spans, "expected_spans")
    return overlap.span_precision(_ends_included(retrieved_spans), _ends_included(expected_spans))


def span_recall_ends_included(retrieved_spans, expected_spans):
    """Takes the end as the last position of a span."""
    retrieved_spans = as_spans(retrieved_spans, "retrieved_spans")
    expected_spans = as_spans(expected_spans, "expected_spans")
    return overlap.span_recall(_ends_included(retrieved_spans), _ends_included(expected_spans))


def span_iou_ends_included(retrieved_spans, expected_spans):
    """Takes the end as the last position of a span."""
    retrieved_spans = as_spans(retrieved_spans, "retrieved_spans")
    expected_spans = as_spans(expected_spans, "expected_spans")
    return overlap.span_iou(_ends_included(retrieved_spans), _ends_included(expected_spans))


def neighbours_that_share_nothing():
    """The answer is [4, 8), and the chunk before it, [0, 4), came back: it holds none of the answer."""
    chunk, answer = [(0, 4)], [(4, 8)]
    rows = [("left out", rt.span_recall), ("included", span_recall_ends_included)]
    return table({"the end is": name, "recall": recall(chunk, answer)} for name, recall in rows)


misconception(
    "ends-are-included",
    "The end of a span is its last position",
    wrong="A span from 4 to 8 covers the positions 4, 5, 6, 7 and 8.",
    tempts="In everyday language, pages 4 to 8 are five pages.",
    right=(
        "A span is half-open, like a slice: [4, 8) covers 4, 5, 6 and 7, and its length is end − start. "
        "With the end included, neighbours that only touch share a position."
    ),
    question="How long is text[4:8]?",
    mutants=[
        mutant("span_precision", span_precision_ends_included, [(0, 2)], [(0, 1)]),
        mutant("span_recall", span_recall_ends_included, [(0, 1)], [(0, 2)]),
        mutant("span_iou", span_iou_ends_included, [(0, 2)], [(0, 1)]),
    ],
    demonstration=neighbours_that_share_nothing,
    sources=[
        thread("clojurenlp/core#19", "its end was included, unlike that of a slice", "library", "in #19"),
        thread("vsch/flexmark-java#516", "a reader takes the end for the last position", "user"),
    ],
)


def span_recall_of_hull(retrieved_spans, expected_spans):
    """From the first position retrieved to the last, gaps included."""
    retrieved_spans = as_spans(retrieved_spans, "retrieved_spans")
    expected_spans = as_spans(expected_spans, "expected_spans")
    hull = [(min(a for a, _ in retrieved_spans), max(b for _, b in retrieved_spans))] if retrieved_spans else []
    return overlap.span_recall(hull, expected_spans)


misconception(
    "hull-is-union",
    "The chunks cover everything from the first to the last",
    wrong="The chunks cover everything from the first start to the last end.",
    tempts="min and max are quick.",
    right="What lies between two chunks was not retrieved.",
    question="Chunks [0,1) and [4,5): was position 2 read?",
    mutants=[
        mutant("span_recall", span_recall_of_hull, [(0, 1), (2, 3)], [(0, 2)]),
    ],
)


def omega_chroma_touching(chunk_spans, expected_spans):
    """A chunk that ends where the answer starts counts as overlapping it."""
    chunk_spans = as_spans(chunk_spans, "chunk_spans")
    expected_spans = as_spans(expected_spans, "expected_spans")
    near = [(a, b) for a, b in chunk_spans if any(a <= d and b >= c for c, d in expected_spans)]
    everything = overlap.union_length([*near, *expected_spans])
    return overlap.shared_length(near, expected_spans) / everything if everything else 0.0


misconception(
    "touching-is-overlapping",
    "Touching is overlapping",
    wrong="A chunk that ends where the answer starts overlaps it.",
    tempts="`≤` looks as right as `<`, and most inputs do not tell them apart.",
    right="Spans are half-open: [0,3) and [3,6) share nothing.",
    question="Which position do [0,3) and [3,6) share?",
    mutants=[
        mutant("precision_omega_chroma", omega_chroma_touching, [(0, 1), (1, 2)], [(0, 1)]),
    ],
)


def recall_cannot_tell():
    """A document of 120 positions, an answer of 10: cut it ever finer, and take the chunks that overlap the answer."""
    answer, rows = [(42, 52)], []
    for size in (120, 60, 30, 10):
        chunks = [(start, start + size) for start in range(0, 120, size)]
        chunks = [chunk for chunk in chunks if rt.span_recall([chunk], answer)]
        recall, precision = rt.span_recall(chunks, answer), rt.span_precision(chunks, answer)
        rows.append({"chunk size": size, "recall": recall, "precision": precision, "IoU": rt.span_iou(chunks, answer)})
    return table(rows)


misconception(
    "big-chunks-win",
    "The chunks with the highest recall are the best",
    wrong="High recall of big chunks means better chunking.",
    tempts="A big chunk seldom cuts the answer in two, and recall sees nothing else.",
    right="One chunk that is the whole document has recall 1. Precision and IoU show the price.",
    question="What is the recall of a chunker that does not cut at all?",
    demonstration=recall_cannot_tell,
    sources=[
        document(
            "a report by Chroma on chunking",
            "in its table recall lies within one standard deviation, while precision omega runs from 4.7 to 34.0",
            "nobody",
        ),
    ],
)


def two_chunks_or_sixty_positions():
    """A document of 120 positions, an answer of 20; chunks come back one after the other, from where it begins."""
    answer, rows = [(42, 62)], []
    for size in (60, 30, 6):
        chunks = [(start, start + size) for start in range(42 // size * size, 120, size)]
        two, sixty = (rt.span_recall(chunks[:count], answer) for count in (2, 60 // size))
        rows.append({"chunk size": size, "recall, 2 chunks": two, "read": 2 * size, "recall, 60 positions": sixty})
    return table(rows)


misconception(
    "equal-k-is-fair",
    "Five chunks of each are the same amount",
    wrong="Five chunks of one cut and five of another can be compared, and stand for the same amount of text.",
    tempts="Five are five, and rankings are compared at an equal k.",
    right="Five chunks of 400 are 2,000 characters, five of 300 are 1,500. Compare at an equal budget of text.",
    question="How many characters did each side read?",
    demonstration=two_chunks_or_sixty_positions,
)


def labels_after_cutting_again():
    """The answer is [3,8). Chunks 0 and 1 of size 6 were labelled relevant; then the size changes, the labels stay."""
    answer, rows = [(3, 8)], []
    for size in (6, 4, 8, 3):
        chunks = [(start, start + size) for start in range(0, 24, size)]
        labelled = chunks[:2]
        holds = [number for number, chunk in enumerate(chunks) if rt.span_recall([chunk], answer)]
        kept = rt.span_recall(labelled, answer)
        rows.append({"chunk size": size, "labelled": "0, 1", "hold the answer": str(holds)[1:-1], "answer kept": kept})
    return table(rows)


misconception(
    "labels-follow-chunks",
    "Labels survive re-chunking",
    wrong="Chunk 1 was relevant, so chunk 1 is relevant.",
    tempts="The ids are still there.",
    right="Cut anew, chunk 1 is another text. Label positions in the document, not chunk numbers.",
    question="What stands in chunk 1 now?",
    demonstration=labels_after_cutting_again,
    sources=[
        thread("nantobv/pituitary#358", "demands labels on spans of the source for its next benchmark", "warns"),
    ],
)

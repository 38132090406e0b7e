"""Exercises: what was said."""

import ratools
from ratools.words import literal
from ratools_course.checker.kinds import arrange, compute, fill, write

write(
    id="exact_match",
    signature="prediction, reference",
    example=("  new   york ", "New York"),
    solution="""
def exact_match(prediction, reference):
    same = prediction.lower().split() == reference.lower().split()
    return 1 if same else 0
""",
    hints=(
        "Which differences should not matter: case? spaces? punctuation?",
        "Lower both texts and collapse their spaces; then they are equal or not.",
        '`" ".join(text.lower().split())` normalises a text; return 1 or 0.',
    ),
)

write(
    id="f1_score",
    signature="prediction, reference",
    example=("SparseSwaps algorithm", "SparseSwaps"),
    solution="""
from collections import Counter


def f1_score(prediction, reference):
    said, gold = prediction.lower().split(), reference.lower().split()
    if said == gold:
        return 1.0
    common = sum((Counter(said) & Counter(gold)).values())
    return 2 * common / (len(said) + len(gold))
""",
    hints=(
        "How many words do they share, every occurrence counted? And how long are both?",
        "`Counter(a) & Counter(b)` keeps each word as often as it occurs in both.",
        "Twice the common words stand above the line, the lengths of both texts, added, below it; `lower()` and "
        "`split()` come first.",
    ),
    notes={
        "ZeroDivisionError": "With nothing in common, precision and recall are both 0. What should F1 be then? And "
        "if both texts are empty?"
    },
)

compute(
    id="f1-number-s2",
    name="f1",
    question='The reference is "Paris", the answer "Paris Paris Paris". What is the token F1?',
    truth=lambda: ratools.f1_score("Paris Paris Paris", "Paris"),
    solution="f1 = 2 * 1 / (3 + 1)\n",
    hints=(
        "How many of the three words find a partner?",
        "One word is common: precision 1/3, recall 1.",
        "Twice the common words, over the words of both texts, added.",
    ),
    measure="f1_score",
    arguments=("Paris Paris Paris", "Paris"),
    known=((1 / 3, None, "That is the precision: one word of three has a partner. F1 looks at the recall, too."),),
)

NO = "It is not mentioned in the document."

write(
    id="abstention_accuracy",
    signature=f"predictions, references, abstention_token={literal(NO)}",
    example=([NO, "blue", "42"], [NO, NO, "42"]),
    solution=f"""
def abstention_accuracy(predictions, references, abstention_token={literal(NO)}):
    impossible, admitted = 0, 0
    for prediction, reference in zip(predictions, references):
        if reference == abstention_token:
            impossible += 1
            admitted += prediction == abstention_token
    return admitted / impossible
""",
    hints=(
        "Which questions cannot be answered? On how many of those did the system say so?",
        "Look only at the questions whose reference is the token.",
        "Count the impossible questions and, among them, those on which the prediction is the token too; divide.",
    ),
    without=dict.fromkeys(("nothing relevant", "an empty list"), "At least one question is impossible."),
    notes={
        "ZeroDivisionError": "One question at least is impossible there. Which questions do you count below the line?"
    },
)

fill(
    id="f1-sets-bug",
    measure="f1_score",
    name="f1_with_bug",
    signature="prediction, reference",
    example=("SparseSwaps algorithm", "SparseSwaps"),
    stub="""
def f1_with_bug(prediction, reference):
    said, gold = set(prediction.lower().split()), set(reference.lower().split())
    if said == gold:
        return 1.0
    common = len(said & gold)
    return 2 * common / (len(said) + len(gold))
""",
    solution="""
from collections import Counter


def f1_with_bug(prediction, reference):
    said, gold = prediction.lower().split(), reference.lower().split()
    if said == gold:
        return 1.0
    common = sum((Counter(said) & Counter(gold)).values())
    return 2 * common / (len(said) + len(gold))
""",
    hints=(
        'Ask it for "Paris Paris Paris Paris Paris" against "Paris". What does it say, and what would a reader say?',
        "How often does a set hold the same word? How often is it in the answer?",
        "Keep the words in lists, and count them with `Counter`: `Counter(said) & Counter(gold)` keeps each word as "
        "often as both have it.",
    ),
    kind="bug",
    notes={"TypeError: 'list'": "Lists have no `&`. Which other collection counts how often each word is there?"},
)

arrange(
    id="abstention-parsons",
    name="order",
    lines=[
        "            admitted += prediction == token",
        "    return admitted / impossible",
        "def abstention_accuracy(predictions, references, token):",
        "        if reference == token:",
        "    impossible, admitted = 0, 0",
        "    return admitted / len(references)",
        "            impossible += 1",
        "    for prediction, reference in zip(predictions, references):",
    ],
    order=(3, 5, 8, 4, 7, 1, 2),
    hints=(
        "Which questions are looked at, and which are passed over?",
        "Two lines begin with `return`. Over how many questions is the share?",
        "`def`, the two counts at 0, the loop, the question whether it is impossible; inside it both counts grow; at "
        "the end one is divided by the other.",
    ),
    swaps=(frozenset({7, 1}),),
    distractors={6: ("abstention-over-all", "There all questions stand below the line, also those with an answer.")},
)

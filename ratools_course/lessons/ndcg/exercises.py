"""Exercises: gains, discounts, nDCG."""

from math import log2

import ratools
from ratools_course.checker.kinds import arrange, compute, fill, write

LOG_OF_ONE = "log2(1) is 0. Does your first rank get log2(1)? Ranks start at 1 and the discount is log2(rank + 1)."

SUM_OF_NOTHING = (
    "What you divide by is 0 there. Does the ideal add up to nothing, although a document has a grade? Then it is made "
    "of the wrong documents."
)
NO_NUMBERS = (
    "Only numbers can be divided. Going through a dict gives its keys, the documents: the grades are "
    "`relevance_scores.values()`. And a list has no value yet: its DCG has one."
)
SHORT_PAGE = (
    "A list counts from 0: rank 1 is `relevances[0]`. And a page may be shorter than k: `relevances[:k]` takes what is "
    "there."
)
NO_GRADE = "`get(doc)` gives `None` for a document without a grade; `relevance_scores.get(doc, 0)` gives 0."
A_DOCUMENT = (
    "A document is no number. Its grade is `relevance_scores.get(doc, 0)`; all grades are `relevance_scores.values()`."
)

write(
    id="cumulative_gain",
    signature="relevances, k",
    example=([3, 2, 0], 2),
    solution="""
def cumulative_gain(relevances, k):
    return sum(relevances[:k])
""",
    hints=(
        "What do the first k results bring in all, wherever they stand?",
        "Cut the list at k and add.",
        "`relevances[:k]` is what the user sees; `sum` adds.",
    ),
)

DCG_SOLUTION = """
from math import log2


def dcg_at_k(relevances, k):
    total = 0.0
    for rank, grade in enumerate(relevances[:k], start=1):
        total += grade / log2(rank + 1)
    return total
"""

write(
    id="dcg_at_k",
    signature="relevances, k",
    example=([3, 0, 2], 3),
    solution=DCG_SOLUTION,
    hints=(
        "Each gain is divided by its discount before it is added. What is the discount at rank 1, 2, 3?",
        "Loop with `enumerate(relevances[:k], start=1)`. The discount is 1 at rank 1, 1.585 at rank 2, 2 at rank 3: "
        "the logarithm to base 2 of what?",
        "The discount is log2(2) at rank 1 and log2(3) at rank 2: write it with `rank`. In the loop, `total += …`; "
        "`from math import log2` stands above the function.",
    ),
    notes={
        "ZeroDivisionError everywhere": LOG_OF_ONE,
        "ValueError": "log2(0) has no value. Ranks start at 1, not at 0.",
        "IndexError": SHORT_PAGE,
    },
)

write(
    id="ideal_dcg_at_k",
    signature="grades, k",
    example=({"a": 2, "b": 0, "c": 3}, 2),
    solution="""
from math import log2


def ideal_dcg_at_k(grades, k):
    ideal = sorted(grades.values(), reverse=True)
    return sum(grade / log2(rank + 1) for rank, grade in enumerate(ideal[:k], start=1))
""",
    hints=(
        "If you knew every grade, in which order would you show the documents?",
        "`grades` is a dict {document: grade}. Sort its values, best first, and take the DCG of that list.",
        "`sorted(…, reverse=True)` puts the best first. Cut that list at k and discount it as in DCG.",
    ),
    notes={
        "ZeroDivisionError everywhere": LOG_OF_ONE,
        "TypeError": "`grades` is a dict {document: grade}; the grades are `grades.values()`.",
    },
)

NDCG_SOLUTION = """
from math import log2


def ndcg_at_k(retrieved, relevance_scores, k):
    def dcg(grades):
        return sum(grade / log2(rank + 1) for rank, grade in enumerate(grades[:k], start=1))

    found = [relevance_scores.get(doc, 0) for doc in retrieved]
    ideal = sorted(relevance_scores.values(), reverse=True)
    return dcg(found) / dcg(ideal) if any(ideal) else 0.0
"""

write(
    id="ndcg_at_k",
    signature="retrieved, relevance_scores, k",
    example=(["b", "a"], {"a": 3, "b": 2}, 2),
    solution=NDCG_SOLUTION,
    hints=(
        "nDCG is a fraction. What stands above the line, what below?",
        "Above: DCG of the grades in the order retrieved (a document without a grade counts 0). "
        "Below: DCG of *all* grades, best first. Both cut at k.",
        "`relevance_scores.get(doc, 0)` is the grade of a document of the page; the ideal is a sorted list of all "
        "grades. A small function inside can give the DCG of both. If the ideal is 0, so is nDCG.",
    ),
    notes={
        "KeyError": "That document has no grade. `relevance_scores.get(doc, 0)` gives 0 for it.",
        "ZeroDivisionError everywhere": LOG_OF_ONE,
        "ZeroDivisionError": SUM_OF_NOTHING,
        "IndexError": "A page may be shorter than k: `retrieved[:k]` takes what is there.",
        "TypeError: NoneType": NO_GRADE,
        "TypeError: 'str' and": A_DOCUMENT,
        "TypeError": NO_NUMBERS,
    },
)

fill(
    id="ndcg-gap-1",
    measure="dcg_at_k",
    name="dcg_with_gap",
    signature="relevances, k",
    example=([3, 0, 2], 3),
    stub="""
from math import log2


def dcg_with_gap(relevances, k):
    total = 0.0
    for rank, grade in enumerate(relevances[:k], start=1):
        discount = ____
        total += grade / discount
    return total
""",
    solution="""
from math import log2


def dcg_with_gap(relevances, k):
    total = 0.0
    for rank, grade in enumerate(relevances[:k], start=1):
        discount = log2(rank + 1)
        total += grade / discount
    return total
""",
    hints=(
        "The discount is what a gain is divided by. The first place loses nothing: divide by 1. The third: by 2.",
        "It is a logarithm to the base 2, of something that is 2 at rank 1 and 4 at rank 3.",
        "It is log2(2) at rank 1, log2(3) at rank 2, log2(4) at rank 3. Write it with `rank`.",
    ),
    notes={"ZeroDivisionError everywhere": LOG_OF_ONE},
)

fill(
    id="ndcg-gap-3",
    measure="ndcg_at_k",
    name="ndcg_with_gaps",
    signature="retrieved, relevance_scores, k",
    example=(["b", "a"], {"a": 3, "b": 2}, 2),
    stub="""
from math import log2


def ndcg_with_gaps(retrieved, relevance_scores, k):
    def dcg(grades):
        return sum(grade / ____ for rank, grade in enumerate(grades[:k], start=1))

    found = [relevance_scores.get(doc, 0) for doc in retrieved]
    ideal = sorted(____, reverse=True)
    return dcg(found) / ____
""",
    solution="""
from math import log2


def ndcg_with_gaps(retrieved, relevance_scores, k):
    def dcg(grades):
        return sum(grade / log2(rank + 1) for rank, grade in enumerate(grades[:k], start=1))

    found = [relevance_scores.get(doc, 0) for doc in retrieved]
    ideal = sorted(relevance_scores.values(), reverse=True)
    return dcg(found) / dcg(ideal)
""",
    hints=(
        "The three gaps: the discount, the grades that the ideal list is made of, and what the sum is compared with.",
        "The ideal is made of *all* judged grades, not of those that were retrieved.",
        "The discount is `log2(rank + 1)`. The second gap needs all grades of the dict, the third the DCG of the "
        "second list.",
    ),
    without=dict.fromkeys(("nothing relevant", "nothing judged"), "Every query here has a relevant document."),
    outside=frozenset({"empty-is-1"}),
    notes={
        "ZeroDivisionError everywhere": LOG_OF_ONE,
        "ZeroDivisionError": SUM_OF_NOTHING,
        "TypeError": NO_NUMBERS,
    },
)

fill(
    id="ndcg-bug",
    measure="ndcg_at_k",
    name="ndcg_with_bug",
    signature="retrieved, relevance_scores, k",
    example=(["b", "a"], {"a": 3, "b": 2}, 2),
    stub="""
from math import log2


def ndcg_with_bug(retrieved, relevance_scores, k):
    def dcg(grades):
        return sum(grade / log2(rank + 1) for rank, grade in enumerate(grades, start=1))

    found = [relevance_scores.get(doc, 0) for doc in retrieved[:k]]
    ideal = sorted(relevance_scores.values(), reverse=True)
    return dcg(found) / dcg(ideal) if any(ideal) else 0.0
""",
    solution="""
from math import log2


def ndcg_with_bug(retrieved, relevance_scores, k):
    def dcg(grades):
        return sum(grade / log2(rank + 1) for rank, grade in enumerate(grades, start=1))

    found = [relevance_scores.get(doc, 0) for doc in retrieved[:k]]
    ideal = sorted(relevance_scores.values(), reverse=True)[:k]
    return dcg(found) / dcg(ideal) if any(ideal) else 0.0
""",
    hints=(
        "Give it a page of one place that shows one of two equally good documents. Could it be better? What does it "
        "say?",
        "How many places has the page, and how many has its ideal?",
        "One of the two lists is cut at k. The other needs the same cut.",
    ),
    kind="bug",
)

arrange(
    id="dcg-parsons",
    name="order",
    lines=[
        "        total += gain / discount",
        "    for rank, grade in enumerate(relevances[:k], start=1):",
        "    return total",
        "        discount = log2(rank + 1)",
        "def dcg_at_k(relevances, k):",
        "    for rank, grade in enumerate(relevances[:k]):",
        "        gain = grade",
        "    total = 0.0",
    ],
    order=(5, 8, 2, 7, 4, 1, 3),
    hints=(
        "What must exist before the loop can add to it? What must be known before it can be added?",
        "One of the two `for` lines is a stranger. Which rank would its first result have?",
        "It begins with `def` and `total = 0.0` and ends with `return`. In the loop, gain and discount must be known "
        "before one is divided by the other.",
    ),
    swaps=(frozenset({7, 4}),),
    distractors={6: ("rank-from-zero", "There the first result has rank 0, and its discount log2(0 + 1) is 0.")},
)

S1_TOP, S1_GRADES = [1, 23, 45, 4, 67], {1: 3, 4: 2, 6: 2, 12: 1, 15: 1}
S1_PAGE = [*S1_TOP, 6, 89, 12]


def _rounded_ndcg():
    """nDCG of that page with the discounts, or the summands too, rounded to one or two digits."""
    for digits in (1, 2):
        for rounded in (float, lambda value, digits=digits: round(value, digits)):
            dcg, ideal = (
                sum(rounded(grade / round(log2(rank + 1), digits)) for rank, grade in enumerate(grades, start=1))
                for grades in ([3, 0, 0, 2, 0], [3, 2, 2, 1, 1])
            )
            yield dcg / ideal


def _with_discount(discount, found=(3, 0, 0, 2, 0), ideal=(3, 2, 2, 1, 1), above=None):
    """nDCG of that page with another discount, above the line only or below it too, or with other grades."""
    dcg = sum(grade / (above or discount)(rank) for rank, grade in enumerate(found, start=1))
    return dcg / sum(grade / discount(rank) for rank, grade in enumerate(ideal, start=1))


def _discount(rank):
    return log2(rank + 1)


def _one_rank_slips(rank):
    """The discount, with log2(4) at rank 4: it is forgotten there that 1 is added."""
    return log2(4) if rank == 4 else log2(rank + 1)


DOCUMENTS_AS_GRADES = "Are those the documents' numbers? DCG adds up their grades: 3, 0, 0, 2, 0."


compute(
    id="ndcg-number-s1",
    name="ndcg_at_5",
    question="The page has the grades 3, 0, 0, 2, 0; judged are 3, 2, 2, 1, 1. nDCG@5, to three digits?",
    truth=lambda: ratools.ndcg_at_k(S1_TOP, S1_GRADES, 5),
    solution="""
from math import log2

found, ideal = [3, 0, 0, 2, 0], [3, 2, 2, 1, 1]
dcg = sum(grade / log2(rank + 1) for rank, grade in enumerate(found, start=1))
idcg = sum(grade / log2(rank + 1) for rank, grade in enumerate(ideal, start=1))
ndcg_at_5 = dcg / idcg
""",
    hints=(
        "Write down the grades in the order retrieved, then all five grades in the best order.",
        "Found: 3, 0, 0, 2, 0. Ideal: 3, 2, 2, 1, 1. The discounts are 1, 1.585, 2, 2.322, 2.585.",
        "DCG is 3 + 2/2.322. The ideal has five terms; the first two are 3/1 and 2/1.585. Divide the one sum by the "
        "other.",
    ),
    measure="ndcg_at_k",
    arguments=(S1_TOP, S1_GRADES, 5),
    known=(
        (3.86, "ndcg-is-dcg", "That is DCG, what stands above the line. Divide it by the ideal's."),
        *((ideal, None, "That is IDCG, what stands below the line.") for ideal in (6.0794, 6.08)),
        (0.874, None, "A chapter on ranking metrics prints that number for this page; it cannot be reproduced."),
        (0.812, None, "A chapter on ranking metrics prints that for nDCG@10; neither k = 5 nor k = 10 gives it."),
        (
            ratools.ndcg_at_k(S1_TOP, {doc: S1_GRADES[doc] for doc in S1_PAGE if doc in S1_GRADES}, 5),
            "idcg-from-retrieved",
            "That ideal is made of the eight documents retrieved. A fifth was judged, too.",
        ),
        (
            ratools.ndcg_at_k(S1_PAGE, S1_GRADES, 10),
            "cutoff-forgotten",
            "That is the nDCG of the longer page, with all its eight results: k = 8, or more. Here k is 5.",
        ),
        *(
            (
                _with_discount(discount, above=_one_rank_slips),
                None,
                "At rank 4 you divided by log2(4). The discount there is log2(4 + 1).",
            )
            for discount in (_discount, _one_rank_slips)
        ),
        (
            ratools.ndcg_at_k([3, 0, 0, 2, 0], S1_GRADES, 5, duplicates="first"),
            None,
            "0 would mean that nothing on the page is judged. Did your function get the grades where it expects the "
            "documents?",
        ),
        *(
            (_with_discount(_discount, S1_TOP, ideal), None, DOCUMENTS_AS_GRADES)
            for ideal in ([3, 2, 2, 1, 1], sorted(S1_TOP, reverse=True), sorted(S1_PAGE, reverse=True)[:5])
        ),
        (ratools.dcg_at_k(S1_TOP, 5), None, DOCUMENTS_AS_GRADES),
        (
            _with_discount(lambda rank: rank + 1),
            None,
            "That comes of dividing by rank + 1. The discount is its logarithm: log2(rank + 1).",
        ),
    ),
    rounded=_rounded_ndcg,
    reasons={"above": "No page has a higher DCG than the ideal one, so nDCG is never above 1."},
)

compute(
    id="ndcg-predict-swap",
    name="guess",
    question=(
        "The two best results, grades 3 and 2, stand in the wrong order, and nothing else is relevant. Guess nDCG@2."
    ),
    truth=lambda: ratools.ndcg_at_k(["b", "a"], {"a": 3, "b": 2}, 2),
    solution="guess = 0.913\n",
    hints=(
        "It is not 1: the order is wrong. Is it below one half?",
        "Both documents are there. Only the discount of one place, 1.585, is at stake.",
        "(2 + 3/1.585) / (3 + 2/1.585)",
    ),
    kind="predict",
    tolerance=0.05,
)

"""Exercises: counting by hand, counting over queries, a report that flatters."""

import ratools
from ratools_course.checker.kinds import arrange, compute, fill

BOOKS = range(1, 11)  # ten books on the table; the third is the first of use, and seven are
OWNED = [3, 4, 5, 6, 7, 9, 10, *range(11, 54)]  # the library's fifty on the subject

arrange(
    id="count-parsons",
    name="order",
    lines=[
        "            if document in helpful[query]:",
        "    return total",
        "    for query in pages:",
        "        return total",
        "def helpful_in_all(pages, helpful, k):",
        "                total += 1",
        "    total = 0",
        "        for document in pages[query][:k]:",
    ],
    order=(5, 7, 3, 8, 1, 6, 2),
    hints=(
        "What must exist before anything can be added to it? And when is the answer known: after one query or after "
        "all?",
        "The loop over the queries stands outside, the loop over one page inside it. The indentation tells you which "
        "is which.",
        "It begins with `def` and `total = 0`. Then for each query, for each of its first k documents: if it helps, "
        "add 1.",
    ),
    distractors={
        4: (
            "one-query-decides",
            "It is indented as far as the inner `for`, so it belongs to the loop over the queries: the function would "
            "stop after the first query.",
        )
    },
)

compute(
    id="library-recall",
    name="share_found",
    question=(
        "She brought 10 books, 7 of them on the subject. The library owns 50 on the subject. Which share of those did "
        "she bring?"
    ),
    truth=lambda: ratools.recall_at_k(BOOKS, OWNED, 10),
    solution="share_found = 7 / 50\n",
    hints=(
        "Which books could she have brought that would have been of use?",
        "Above the line stands the same number as before: the useful books on the table.",
        "Below the line stands what the library owns on the subject, on the table or not.",
    ),
    measure="recall_at_k",
    arguments=(BOOKS, OWNED, 10),
    known=(
        (7 / 10, "recall-over-k", "That is 7 of the 10 on the table: the precision of the pile. More exist."),
        (1, None, "1 would mean that all fifty are on your table."),
        (7, None, "That is how many she brought. Of how many that exist? A share divides by those."),
        (5 / 50, None, "That is 5 of 50. How many of her books are on the subject?"),
        (10 / 50, None, "That counts all 10 books that she brought. Three of them are on something else."),
        (50 / 7, None, "That is upside down: a share is the part divided by the whole, and never above 1."),
        (43 / 50, None, "That is the share that she did not bring."),
    ),
)

compute(
    id="library-first",
    name="how_soon",
    question=(
        "The first useful book is the third of the pile. First place is worth 1, second place 1/2. What is this pile "
        "worth?"
    ),
    truth=lambda: ratools.reciprocal_rank(BOOKS, OWNED),
    solution="how_soon = 1 / 3\n",
    hints=(
        "Notebook 00 had a number for this question: how far down is the first helpful document?",
        "Rank 1 is worth 1/1, rank 2 is worth 1/2.",
        "One divided by the rank of the first useful book.",
    ),
    measure="reciprocal_rank",
    arguments=(BOOKS, OWNED),
    known=(
        (1 / 2, None, "That is the worth of the second place. The first useful book is the third."),
        (1, None, "1 is what the first place is worth, and the first book is on something else."),
        (0, None, "0 would mean that no book of the pile is of use."),
        (7 / 10, None, "That is how much of the pile is of use. Here the question is how soon a useful book comes."),
        (3 / 10, None, "3 of 10? The length of the pile does not count. Or did you round? Then keep three digits."),
        (2, None, "Two books stand before the first useful one. What is third place worth?"),
        (7, None, "That is how many books of the pile are of use. Here the question is how soon the first one comes."),
        (2 / 3, None, "Two thirds is 1 − 1/3. The worth of a place is one divided by its rank."),
    ),
    reasons={"above": "First place is worth 1, and no place is worth more."},
)

fill(
    id="report-bug",
    measure="recall_at_k",
    name="recall_with_bug",
    signature="retrieved, relevant, k",
    example=(["terms", "pricing"], {"form", "terms"}, 2),
    stub="""
def recall_with_bug(retrieved, relevant, k):
    hits = [document in relevant for document in retrieved[:k]]
    return float(any(hits))
""",
    solution="""
def recall_with_bug(retrieved, relevant, k):
    hits = [document in relevant for document in retrieved[:k]]
    return sum(hits) / len(relevant)
""",
    hints=(
        "Two documents would help, and one of them is on the page. Which number should come out, and which does?",
        "`hits` holds True or False for each place. `any` asks whether there is one True. What does recall ask?",
        "`sum(hits)` counts the True ones. Which number belongs below the line: how many documents would help in all?",
    ),
    kind="bug",
    without={"nothing relevant": "Every query here has a relevant document."},
    outside=frozenset({"duplicates-count", "empty-is-1"}),
)

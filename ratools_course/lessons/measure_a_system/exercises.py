"""Exercises: one BM25 score, fusion, and an evaluator in steps."""

from math import inf

from ratools.metrics.binary import average_precision, precision_at_k, recall_at_k, reciprocal_rank
from ratools.metrics.graded import ideal_dcg_at_k, ndcg_at_k
from ratools_course.checker.kinds import FunctionExercise, arrange, compute, fill


def _bm25(idf=1.6, tf=2, length=2, k1=1.2, b=0.75, above=None):
    """What a word adds to a page's score; `above` is the factor above the line, if it is not k1 + 1."""
    return idf * tf * (k1 + 1 if above is None else above) / (tf + k1 * (1 - b + b * length))


compute(
    id="bm25-number",
    name="score",
    question=(
        "Another page says the word twice, and it is twice as long as the average. The word's idf is 1.6, k1 = 1.2, b "
        "= 0.75. What does the word add to the page's BM25 score?"
    ),
    truth=_bm25,
    solution="score = 1.6 * 2 * 2.2 / (2 + 1.2 * (1 - 0.75 + 0.75 * 2))\n",
    hints=(
        "Which four numbers of the formula does the text give you: idf, tf, length, and what else?",
        "Begin with the bracket: 1 − b + b · (length of the page / average length).",
        "Above the line stand idf, tf and k1 + 1; below it tf, plus k1 times the bracket.",
    ),
    known=(
        (_bm25(length=1), None, "That is a page of average length. This one is twice as long, and pays."),
        (_bm25(length=0.5), None, "That is a page half as long as the average. This one is twice as long: 2, not 0.5."),
        (1.6 * 2, None, "That is tf times idf. BM25 lets the second occurrence count less than the first."),
        (_bm25(above=1.2), None, "Above the line stands k1 + 1, not k1."),
        (_bm25(above=1), None, "The factor k1 + 1 above the line is missing."),
        (
            1.6 * 2 * 1.2 + _bm25(idf=0.5, above=1),  # 1.6 * 2 * 1.2 + 1 / (…)
            None,
            "Put k1 + 1 in brackets, `(1.2 + 1)`: Python multiplies and divides before it adds.",
        ),
        (_bm25(tf=1), None, "You counted the word once. The page says it twice."),
        (_bm25(idf=1), None, "The idf is missing."),
        (_bm25(b=1), None, "You multiplied k1 by the whole length. Only the share b of it counts."),
    ),
    limits=(0, inf),
)


arrange(
    id="fuse-parsons",
    name="order",
    lines=[
        "            scores[doc] = scores.get(doc, 0) + score",
        "    for page in pages:",
        "    return scores",
        "def fuse(pages):",
        "        for rank, (doc, score) in enumerate(page, start=1):",
        "    scores = {}",
        "            scores[doc] = scores.get(doc, 0) + 1 / (60 + rank)",
    ],
    order=(4, 6, 2, 5, 7, 3),
    hints=(
        "What must exist before anything can be added to it? What happens once per system, what once per document?",
        "Two lines add something to a document's sum, and one of them is a stranger. Do BM25's 5.6 and a cosine of 0.5 "
        "belong in one sum?",
        "Head, empty dict, a loop over the systems' pages, inside it a loop over the ranks, in that the sum; then "
        "return.",
    ),
    distractors={
        1: (
            "add-raw-scores",
            "It adds the scores themselves. One system counts in tens, the other below 1: "
            "the first alone would decide.",
        )
    },
)


def grades_by_query(rows, split):
    """{query: {document: grade}} of the rows of one split, or of all rows if split is "all"."""
    grades = {}
    for query, doc, grade, belongs_to in rows:
        if split == "all" or belongs_to == split:
            grades.setdefault(query, {})[doc] = grade
    return grades


FunctionExercise(
    id="grades_by_query",
    kind="write",
    name="grades_by_query",
    stub='''def grades_by_query(rows, split):
    """{query: {document: grade}} of the rows of one split; of all rows if split is "all".

    A row is (query, document, grade, split). Keep the grades of 0, too.
    Example: grades_by_query([("q1", "a", 2, "test"), ("q2", "b", 1, "train")], "test")
    is {"q1": {"a": 2}}.
    """
    ...
''',
    solution="""def grades_by_query(rows, split):
    grades = {}
    for query, doc, grade, belongs_to in rows:
        if split == "all" or belongs_to == split:
            if query not in grades:
                grades[query] = {}
            grades[query][doc] = grade
    return grades
""",
    hints=(
        "One pass over the rows is enough. What do you do with a row, and which rows do you leave out?",
        "The first row of a query needs an empty dict to write into: `if query not in grades: grades[query] = {}`.",
        "`for query, doc, grade, belongs_to in rows:` takes a row apart. Keep it if `split == 'all'` or if the row "
        "belongs to the split; then `grades[query][doc] = grade`.",
    ),
    signature="rows, split",
    example=([("q1", "a", 2, "test"), ("q2", "b", 1, "train")], "test"),
    domain="judgement-rows",
    reference=grades_by_query,
    notes={
        "KeyError": "The first row of a query finds no dict there yet. Make an empty one first.",
        "ValueError": "A row has four parts: query, document, grade, split.",
        "TypeError": "A row is a tuple; `for query, doc, grade, belongs_to in rows:` takes it apart.",
    },
)


def row_with_gaps(retrieved, grades, k):
    """RR, nDCG, AP, recall and precision of one page, all cut at k."""
    relevant = {doc for doc in grades if grades[doc] > 0}
    return [
        reciprocal_rank(retrieved, relevant, k),
        ndcg_at_k(retrieved, grades, k),
        average_precision(retrieved, relevant, k),
        recall_at_k(retrieved, relevant, k),
        precision_at_k(retrieved, relevant, k),
    ]


def _row_of_found(retrieved, grades, k):
    """Divides AP by the relevant documents that were found."""
    row = row_with_gaps(retrieved, grades, k)
    found = [doc for doc in retrieved[:k] if grades.get(doc, 0) > 0]
    return [*row[:2], row[2] / row[3] if found else 0.0, *row[3:]]


def _row_uncut(retrieved, grades, k):
    """Takes every judged document into the ideal, however small k is."""
    row = row_with_gaps(retrieved, grades, k)
    cut, whole = (ideal_dcg_at_k(list(grades.values()), size) for size in (k, None))
    return [row[0], row[1] * cut / whole if whole else 0.0, *row[2:]]


fill(
    id="row-gap",
    name="row_with_gaps",
    signature="retrieved, grades, k",
    example=(["x", "a", "b"], {"a": 2, "b": 1, "c": 1}, 3),
    stub="""
from math import log2


def row_with_gaps(retrieved, grades, k):
    relevant = {doc for doc in grades if grades[doc] > 0}
    if not relevant:
        return ____
    hits = [rank for rank, doc in enumerate(retrieved[:k], start=1) if doc in relevant]
    rr = 1 / hits[0] if hits else 0
    ap = sum(____ for found, rank in enumerate(hits, start=1)) / ____
    dcg = sum(grades[retrieved[rank - 1]] / log2(rank + 1) for rank in hits)
    best = sorted(grades.values(), reverse=True)[:____]
    ideal = sum(grade / log2(rank + 1) for rank, grade in enumerate(best, start=1))
    return [rr, dcg / ideal, ap, len(hits) / len(relevant), len(hits) / k]
""",
    solution="""
from math import log2


def row_with_gaps(retrieved, grades, k):
    relevant = {doc for doc in grades if grades[doc] > 0}
    if not relevant:
        return [0, 0, 0, 0, 0]
    hits = [rank for rank, doc in enumerate(retrieved[:k], start=1) if doc in relevant]
    rr = 1 / hits[0] if hits else 0
    ap = sum(found / rank for found, rank in enumerate(hits, start=1)) / len(relevant)
    dcg = sum(grades[retrieved[rank - 1]] / log2(rank + 1) for rank in hits)
    best = sorted(grades.values(), reverse=True)[:k]
    ideal = sum(grade / log2(rank + 1) for rank, grade in enumerate(best, start=1))
    return [rr, dcg / ideal, ap, len(hits) / len(relevant), len(hits) / k]
""",
    hints=(
        "Five numbers: RR, nDCG, AP, recall, precision. What is each of them where nothing is relevant?",
        "AP adds up the precision at each hit's rank, and divides by all relevant documents, found or not. The ideal "
        "page has as many places as the page that was asked for.",
        "First gap: a list of five zeros. Second: `found`, the hits so far, over the rank. Third: how many documents "
        "are relevant. Fourth: the cut-off.",
    ),
    domain="ndcg_at_k",
    reference=row_with_gaps,
    ideas=(
        ("ap-over-found", _row_of_found, (["a"], {"a": 1, "b": 1}, 1)),
        ("idcg-not-cut", _row_uncut, (["a"], {"a": 1, "b": 1}, 1)),
    ),
    notes={
        "ZeroDivisionError": "Something below a line is 0 there. AP is divided by the number of relevant documents, "
        "which is not 0 here, even if none was found.",
    },
)

arrange(
    id="table-parsons",
    name="order",
    lines=[
        "            rows.append(row_with_gaps(page, judged.get(query, {}), k))",
        "        rows = []",
        "            page = [doc for doc, score in preds[query]]",
        "    return table",
        "def evaluate_predictions(preds, judged, ks):",
        "        for query in preds:",
        "        table.append([k] + [sum(column) / len(rows) for column in zip(*rows)])",
        "    table = []",
        "        for query in set(preds) & set(judged):",
        "    for k in ks:",
    ],
    order=(5, 8, 10, 2, 6, 3, 1, 7, 4),
    hints=(
        "The result has one row per cut-off; inside it there is one row per query. Which loop is the outer one?",
        "Two lines begin a loop over queries, and one is a stranger: it drops the queries that have no judgements. "
        "They shall count 0.",
        "Head, empty table, loop over ks, empty rows, loop over queries; page, then its row; after that loop the "
        "means; at the end return.",
    ),
    distractors={
        9: (
            "skip-failed-queries",
            "It leaves out the queries without judgements. Here they score 0, and stay in the mean.",
        )
    },
)


def _mean_of_asked(scores, asked):
    """The mean over all queries that were asked; one that was not answered counts 0."""
    return sum(scores.get(query, 0.0) for query in asked) / len(asked)


def _mean_of_answered(scores, asked):
    """Leaves the queries that were not answered out of the mean."""
    return sum(scores.values()) / len(scores) if scores else 0.0


fill(
    id="asked-bug",
    name="mean_with_bug",
    signature="scores, asked",
    example=({"q1": 1.0, "q2": 0.5}, ["q1", "q2", "q3"]),
    stub="""
def mean_with_bug(scores, asked):
    total = 0.0
    for query in scores:
        total += scores[query]
    return total / len(scores)
""",
    solution="""
def mean_with_bug(scores, asked):
    total = 0.0
    for query in asked:
        total += scores.get(query, 0.0)
    return total / len(asked)
""",
    hints=(
        "Three queries were asked, the system answered two of them. What does the function say, what should it say?",
        "Whose list of queries decides: that of the exam, or that of the candidate? `asked` is not used at all.",
        "The sum may stay as it is: a query without an answer adds 0. By how many queries do you divide?",
    ),
    kind="bug",
    domain="scores-of-asked",
    reference=_mean_of_asked,
    ideas=(("skip-missing-queries", _mean_of_answered, ({"q1": 0.5}, ["q1", "q2"])),),
    notes={
        "KeyError": "That query was asked and not answered, so it has no score. `scores.get(query, 0)` gives it a 0.",
        "ZeroDivisionError": "The system answered nothing there. How many queries were asked?",
    },
)

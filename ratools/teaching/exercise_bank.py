"""The exercises themselves: stub, hints, solution, and how an answer is probed. `exercises.py` does the checking.

A solution is what a learner could have written: short, standalone, and proved equal to the measure by the tests. The
inputs that a function is tried on come from domains.py; `outside` names the wrong ideas that cannot show there.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import ratools
from ratools.teaching.markup import literal, number
from ratools.teaching.misconceptions import call_text

# Which notebook teaches what. Progress is shown by these names; a quiz file bears the same ones.
PRECISION, RANK, AVERAGE, NDCG = "02_precision_recall", "03_mrr", "04_average_precision", "05_ndcg"
READERS, JUDGEMENTS, SCORES, CHUNKS, ANSWERS = (
    "06_reader_models",
    "07_judgements",
    "08_scores",
    "10_chunks",
    "11_answers",
)

EXERCISES: dict[str, "Exercise"] = {}


@dataclass(frozen=True)
class Exercise:
    """What every exercise has. `name` is the variable or function that the stub defines and the check hands in."""

    id: str
    kind: str  # write, gap, bug, number, predict, parsons
    notebook: str
    name: str
    stub: str = field(repr=False)
    solution: str = field(repr=False)
    hints: tuple[str, str, str] = field(repr=False)

    def __post_init__(self):
        if self.id in EXERCISES:
            raise ValueError(f"there are two exercises {self.id!r}")
        EXERCISES[self.id] = self


@dataclass(frozen=True)
class FunctionExercise(Exercise):
    """Write, complete or mend a function."""

    measure: str = ""
    signature: str = ""
    example: tuple = ()  # the arguments that the stub shows
    options: dict = field(default_factory=dict)  # given with the example
    fixed: dict = field(default_factory=dict)  # what makes the measure the one that is asked for
    domain: str = ""  # of domains.py, where it is not the measure's own
    optional_k: bool = False  # tried with k too, if the function takes it
    outside: frozenset = frozenset()
    notes: dict = field(default_factory=dict)  # error name: a word about its usual cause

    def truth(self, arguments, options):
        """What the measure says."""
        return getattr(ratools, self.measure)(*arguments, **options, **self.fixed)


@dataclass(frozen=True)
class NumberExercise(Exercise):
    """Compute or predict a number."""

    truth: Callable = None
    question: str = ""
    measure: str = ""  # its mutants give the wrong numbers that are recognised …
    arguments: tuple = ()
    known: tuple = ()  # … beside these: (number, misconception or None, sentence)
    tolerance: float = 0.0005


@dataclass(frozen=True)
class ParsonsExercise(Exercise):
    """Put lines in order. A line that is not in `order` does not belong; `swaps` may change places."""

    lines: tuple[str, ...] = ()
    order: tuple[int, ...] = ()
    swaps: tuple[frozenset, ...] = ()
    strangers: dict = field(default_factory=dict)  # line number: (misconception, sentence)


# Ways to write one down ----------------------------------------------------------------------------------------------


def write(id, notebook, signature, example, solution, *hints, options=None, measure=None, name=None, **more):
    """An exercise that asks for a whole function."""
    measure, options = measure or id, options or {}
    name = name or measure
    fixed = more.get("fixed", {})
    value = getattr(ratools, measure)(*example, **options, **fixed)
    first_line = more.pop("sentence", None) or getattr(ratools, measure).__doc__.splitlines()[0]
    stub = (
        f'def {name}({signature}):\n    """{first_line}\n\n'
        f"    Example: {call_text(name, example, options)} is {number(value)}.\n"
        f'    """\n    ...\n'
    )
    FunctionExercise(
        id=id, kind="write", notebook=notebook, name=name, stub=stub, solution=solution.strip("\n") + "\n",
        hints=hints, measure=measure, signature=signature, example=example, options=options, **more,
    )  # fmt: skip


def fill(id, notebook, measure, name, signature, example, stub, solution, *hints, kind="gap", **more):
    """An exercise that gives a function with gaps, or with a bug."""
    FunctionExercise(
        id=id, kind=kind, notebook=notebook, name=name, stub=stub.strip("\n") + "\n", hints=hints,
        solution=solution.strip("\n") + "\n", measure=measure, signature=signature, example=example, **more,
    )  # fmt: skip


def compute(id, notebook, name, question, truth, solution, *hints, kind="number", **more):
    """An exercise that asks for a number."""
    stub = f"# {question}\n{name} = ...\n"
    NumberExercise(
        id=id, kind=kind, notebook=notebook, name=name, stub=stub, solution=solution.strip("\n") + "\n", hints=hints,
        truth=truth, question=question, **more,
    )  # fmt: skip


def arrange(id, notebook, name, lines, order, *hints, **more):
    """An exercise that asks for the order of lines."""
    shown = "".join(f"# {place}  {line}\n" for place, line in enumerate(lines, start=1))
    stub = f"{shown}\n{name} = ...  # a list of line numbers, for example [2, 1, 3]; one line may be a stranger\n"
    built = "".join(f"# {lines[place - 1]}\n" for place in order)
    ParsonsExercise(
        id=id, kind="parsons", notebook=notebook, name=name, stub=stub, solution=f"{name} = {list(order)}\n{built}",
        hints=hints, lines=tuple(lines), order=tuple(order), **more,
    )  # fmt: skip


PAGE = ["a", "x", "b", "y"]
FOUND = {"a", "b", "c"}

# 02 Precision and recall ---------------------------------------------------------------------------------------------

write(
    "precision_at_k", PRECISION, "retrieved, relevant, k", (PAGE, FOUND, 3),
    """
def precision_at_k(retrieved, relevant, k):
    hits = sum(doc in relevant for doc in retrieved[:k])
    return hits / k
""",
    "Of the k places that the user looks at, how many hold something relevant?",
    "Cut the list with `retrieved[:k]`, count the documents that are in `relevant`, divide by the number of places.",
    "Two lines: `hits = sum(doc in relevant for doc in retrieved[:k])`, then `return hits / k`.",
)  # fmt: skip

write(
    "recall_at_k", PRECISION, "retrieved, relevant, k", (PAGE, FOUND, 3),
    """
def recall_at_k(retrieved, relevant, k):
    hits = sum(doc in relevant for doc in retrieved[:k])
    return hits / len(relevant)
""",
    "Of all that is relevant, how much does the user get to see among the first k?",
    "The numerator is precision's. The denominator is not: how many relevant documents are there in all?",
    "Two lines: `hits = sum(doc in relevant for doc in retrieved[:k])`, then `return hits / len(relevant)`.",
    outside=frozenset({"duplicates-count"}),
)  # fmt: skip

write(
    "f_score_at_k", PRECISION, "retrieved, relevant, k, beta=1.0", (PAGE, FOUND, 4),
    """
def f_score_at_k(retrieved, relevant, k, beta=1.0):
    hits = sum(doc in relevant for doc in retrieved[:k])
    if hits == 0:
        return 0.0
    precision = hits / k
    recall = hits / len(relevant)
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)
""",
    "It is the harmonic mean of precision and recall. What should it be when there is no hit at all?",
    "Compute precision and recall first. With no hits both are 0 and the formula divides by 0: return 0.0 before it.",
    "`return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)`",
    options={"beta": 2},
    notes={"ZeroDivisionError": "With no hit, precision and recall are both 0. What should F be then?"},
)  # fmt: skip

write(
    "success_at_k", PRECISION, "retrieved, relevant, k", (["x", "a"], FOUND, 2),
    """
def success_at_k(retrieved, relevant, k):
    for doc in retrieved[:k]:
        if doc in relevant:
            return 1.0
    return 0.0
""",
    "When would you say that the search was not in vain?",
    "Look through the first k. As soon as one is relevant the answer is 1; after the loop it is 0.",
    "`return float(any(doc in relevant for doc in retrieved[:k]))`",
)  # fmt: skip

write(
    "r_precision", PRECISION, "retrieved, relevant", (PAGE, FOUND),
    """
def r_precision(retrieved, relevant):
    places = len(relevant)
    hits = sum(doc in relevant for doc in retrieved[:places])
    return hits / places
""",
    "It is precision at one particular rank. Which one?",
    "R is the number of relevant documents; take precision at k = R.",
    "`places = len(relevant)`, then precision as always: hits among the first `places`, divided by `places`.",
)  # fmt: skip

fill(
    "precision-gap-1", PRECISION, "precision_at_k", "precision_with_gap", "retrieved, relevant, k", (PAGE, FOUND, 3),
    """
def precision_with_gap(retrieved, relevant, k):
    hits = sum(doc in relevant for doc in retrieved[:k])
    return hits / ____
""",
    """
def precision_with_gap(retrieved, relevant, k):
    hits = sum(doc in relevant for doc in retrieved[:k])
    return hits / k
""",
    "How many places did the user look at?",
    "It is not the number of relevant documents, and not the number that came back.",
    "`hits / k`",
)  # fmt: skip

fill(
    "precision-bug", PRECISION, "precision_at_k", "precision_with_bug", "retrieved, relevant, k", (PAGE, FOUND, 3),
    """
def precision_with_bug(retrieved, relevant, k):
    top = retrieved[:k]
    hits = sum(doc in relevant for doc in top)
    return hits / len(top)
""",
    """
def precision_with_bug(retrieved, relevant, k):
    top = retrieved[:k]
    hits = sum(doc in relevant for doc in top)
    return hits / k
""",
    "Try a system that returns a single document, and k = 10.",
    "Which line rewards a system for returning less?",
    "The last line: divide by `k`, not by what came back.",
    kind="bug",
)  # fmt: skip

compute(
    "precision-number-s1", PRECISION, "p_at_5",
    "Retrieved 1, 23, 45, 4, 67, 6, 89, 12; relevant are 1, 4, 6, 12, 15. What is P@5?",
    lambda: ratools.precision_at_k([1, 23, 45, 4, 67, 6, 89, 12], {1, 4, 6, 12, 15}, 5),
    """
retrieved, relevant = [1, 23, 45, 4, 67, 6, 89, 12], {1, 4, 6, 12, 15}
p_at_5 = sum(doc in relevant for doc in retrieved[:5]) / 5
""",
    "Count only what stands on the first five places.",
    "1 and 4 are the hits.",
    "Two hits, five places: 2 / 5.",
    measure="precision_at_k", arguments=([1, 23, 45, 4, 67, 6, 89, 12], {1, 4, 6, 12, 15}, 5),
    known=((0.6, None, "6 is relevant, but it stands at rank 6: the user who looks at five does not see it."),),
)  # fmt: skip

# 03 Reciprocal rank --------------------------------------------------------------------------------------------------

write(
    "reciprocal_rank", RANK, "retrieved, relevant", (["x", "y", "a", "b"], {"a", "b"}),
    """
def reciprocal_rank(retrieved, relevant):
    for rank, doc in enumerate(retrieved, start=1):
        if doc in relevant:
            return 1 / rank
    return 0.0
""",
    "How far must the user read until the first relevant document? What if there is none?",
    "Walk down the list with `enumerate(retrieved, start=1)`. At the first hit you know the answer.",
    "`if doc in relevant: return 1 / rank` inside the loop, `return 0.0` after it.",
    optional_k=True,
    notes={"ZeroDivisionError": "Which rank has the first result in your loop? `enumerate` starts at 0 unless told."},
)  # fmt: skip

TWO_QUERIES = ({"q1": ["a", "x"], "q2": ["x", "b"]}, {"q1": {"a"}, "q2": {"b"}})
MRR_SOLUTION = """
def mean_reciprocal_rank(results, ground_truth):
    total = 0
    for query in {queries}:
        for rank, doc in enumerate({docs}, start=1):
            if doc in ground_truth[query]:
                total += 1 / rank
                break
    return total / len({queries})
"""

write(
    "mean_reciprocal_rank", RANK, "results, ground_truth", TWO_QUERIES,
    MRR_SOLUTION.format(queries="results", docs="results[query]"),
    "What is the reciprocal rank of each query, and what is their mean?",
    "Loop over the queries, add each one's 1/rank of the first hit, divide by the number of queries. No hit adds 0.",
    "After the first hit of a query, `break`. At the end `return total / len(results)`: failed queries count.",
    optional_k=True, outside=frozenset({"skip-missing-queries"}),
)  # fmt: skip

write(
    "mean_reciprocal_rank-missing", RANK, "results, ground_truth",
    ({"q1": ["a"]}, {"q1": {"a"}, "q2": {"b"}}),
    MRR_SOLUTION.format(queries="ground_truth", docs="results.get(query, [])"),
    "The system did not answer q2. Over how many queries do you average?",
    "Loop over `ground_truth`, not over `results`: it lists what was asked.",
    "`results.get(query, [])` is an empty list for a query without an answer; its score is 0.",
    measure="mean_reciprocal_rank", domain="mean_reciprocal_rank-missing", fixed={"missing": "zero"},
    sentence="The mean reciprocal rank over all queries that were asked; one that was not answered counts 0.",
    notes={"KeyError": "That query was asked, but it is not in `results`: the system did not answer it."},
)  # fmt: skip

fill(
    "mrr-bug", RANK, "mean_reciprocal_rank", "mrr_with_bug", "results, ground_truth", TWO_QUERIES,
    """
def mrr_with_bug(results, ground_truth):
    scores = []
    for query in results:
        for rank, doc in enumerate(results[query], start=1):
            if doc in ground_truth[query]:
                scores.append(1 / rank)
                break
    return sum(scores) / len(scores) if scores else 0.0
""",
    """
def mrr_with_bug(results, ground_truth):
    scores = []
    for query in results:
        score = 0.0
        for rank, doc in enumerate(results[query], start=1):
            if doc in ground_truth[query]:
                score = 1 / rank
                break
        scores.append(score)
    return sum(scores) / len(scores)
""",
    "Two queries: one hit at rank 1, one without any hit. What does the function say, and what should it say?",
    "What is appended for a query without a hit?",
    "Start each query with `score = 0.0` and append the score after the inner loop, hit or no hit.",
    kind="bug", outside=frozenset({"skip-missing-queries"}),
)  # fmt: skip

S1_RESULTS = {"python": [1, 23, 45, 4, 67, 6, 89, 12], "docker": [2, 7, 34, 56, 8], "redis": [78, 3, 9, 45, 11]}
S1_TRUTH = {"python": {1, 4, 6, 12, 15}, "docker": {2, 7, 8}, "redis": {3, 9, 11, 14}}

compute(
    "mrr-number-s1", RANK, "mrr", "Three queries have their first hit at ranks 1, 1 and 2. What is the MRR?",
    lambda: ratools.mean_reciprocal_rank(S1_RESULTS, S1_TRUTH),
    "mrr = (1 / 1 + 1 / 1 + 1 / 2) / 3\n",
    "What is the reciprocal rank of each query?",
    "1, 1 and one half: now the mean.",
    "(1 + 1 + 0.5) / 3",
    known=(
        (0.75, "mrr-is-mean-rank", "That is one divided by the mean rank: 3 / (1 + 1 + 2)."),
        (4 / 3, "mrr-is-mean-rank", "That is the mean rank. MRR is the mean of the *reciprocals*."),
    ),
)  # fmt: skip

# 04 Average precision ------------------------------------------------------------------------------------------------

write(
    "average_precision", AVERAGE, "retrieved, relevant", (["a", "x", "b"], {"a", "b", "c", "d"}),
    """
def average_precision(retrieved, relevant):
    hits, total = 0, 0.0
    for rank, doc in enumerate(retrieved, start=1):
        if doc in relevant:
            hits += 1
            total += hits / rank
    return total / len(relevant)
""",
    "At each hit, how precise has the list been so far? And whose mean is it: of the hits, or of all that is relevant?",
    "Keep a running count of hits. At each hit add `hits / rank`. Divide at the end.",
    "`return total / len(relevant)`: a document that was never found counts 0.",
    optional_k=True,
)  # fmt: skip

write(
    "mean_average_precision", AVERAGE, "results, ground_truth", TWO_QUERIES,
    """
def mean_average_precision(results, ground_truth):
    scores = []
    for query, retrieved in results.items():
        hits, total = 0, 0.0
        for rank, doc in enumerate(retrieved, start=1):
            if doc in ground_truth[query]:
                hits += 1
                total += hits / rank
        scores.append(total / len(ground_truth[query]))
    return sum(scores) / len(scores)
""",
    "You can already do it for one query.",
    "Compute the average precision of every query, failed ones too, and take the mean.",
    "Append each query's AP to a list, then `return sum(scores) / len(scores)`.",
    optional_k=True, outside=frozenset({"skip-missing-queries"}),
)  # fmt: skip

fill(
    "ap-gap-3", AVERAGE, "average_precision", "ap_with_gaps", "retrieved, relevant", (["a", "x", "b"], set("abcd")),
    """
def ap_with_gaps(retrieved, relevant):
    hits, total = 0, 0.0
    for rank, doc in enumerate(retrieved, start=____):
        if doc in relevant:
            hits += 1
            total += ____
    return total / ____
""",
    """
def ap_with_gaps(retrieved, relevant):
    hits, total = 0, 0.0
    for rank, doc in enumerate(retrieved, start=1):
        if doc in relevant:
            hits += 1
            total += hits / rank
    return total / len(relevant)
""",
    "Which rank has the first result? What is the precision at a hit? Over what is the mean taken?",
    "Ranks start at 1; the precision at this rank is hits so far divided by the rank.",
    "`1`, `hits / rank`, `len(relevant)`",
    outside=frozenset({"ap-over-min-rk", "cutoff-forgotten"}),
)  # fmt: skip

fill(
    "ap-bug", AVERAGE, "average_precision", "ap_with_bug", "retrieved, relevant", (["a", "x", "b"], set("abcd")),
    """
def ap_with_bug(retrieved, relevant):
    hits, total = 0, 0.0
    for rank, doc in enumerate(retrieved, start=1):
        if doc in relevant:
            hits += 1
            total += hits / rank
    return total / hits if hits else 0.0
""",
    """
def ap_with_bug(retrieved, relevant):
    hits, total = 0, 0.0
    for rank, doc in enumerate(retrieved, start=1):
        if doc in relevant:
            hits += 1
            total += hits / rank
    return total / len(relevant)
""",
    "Two documents are relevant, one of them is found, on top. What should the score be?",
    "What does it cost this function to miss a document?",
    "The last line divides by the hits. Divide by `len(relevant)`.",
    kind="bug", outside=frozenset({"ap-over-min-rk", "cutoff-forgotten"}),
)  # fmt: skip

compute(
    "ap-number-s0", AVERAGE, "ap",
    "A list reads relevant, not, relevant, not, not; nothing else is relevant. What is its average precision?",
    lambda: ratools.average_precision(["a", "x", "b", "y", "z"], {"a", "b"}),
    "ap = (1 / 1 + 2 / 3) / 2\n",
    "What is the precision at each of the two hits?",
    "1/1 at rank 1 and 2/3 at rank 3.",
    "(1 + 2/3) / 2, and do not round 2/3 on the way.",
    measure="average_precision", arguments=(["a", "x", "b", "y", "z"], {"a", "b"}),
    known=((0.835, "round-early", "That comes of writing 0.67 for 2/3. Round once, at the end."),),
)  # fmt: skip

# 05 nDCG -------------------------------------------------------------------------------------------------------------

LOG_OF_ONE = "log2(1) is 0. Does your first rank get log2(1)? Ranks start at 1 and the discount is log2(rank + 1)."

SUM_OF_NOTHING = (
    "What you divide by is 0 there. Look at both divisors: does the first rank get log2(1)? And does the ideal add up "
    "to nothing, although a document has a grade? Then it is made of the wrong documents."
)
SHORT_PAGE = "A page may be shorter than k: `relevances[:k]` takes what is there."

write(
    "cumulative_gain", NDCG, "relevances, k", ([3, 2, 0], 2),
    """
def cumulative_gain(relevances, k):
    return sum(relevances[:k])
""",
    "What do the first k results bring in all, wherever they stand?",
    "Cut the list at k and add.",
    "`return sum(relevances[:k])`",
)  # fmt: skip

DCG_SOLUTION = """
from math import log2


def dcg_at_k(relevances, k):
    total = 0.0
    for rank, grade in enumerate(relevances[:k], start=1):
        total += grade / log2(rank + 1)
    return total
"""

write(
    "dcg_at_k", NDCG, "relevances, k", ([3, 0, 2], 3), DCG_SOLUTION,
    "Each gain is divided by its discount before it is added. What is the discount at rank 1, 2, 3?",
    "Loop with `enumerate(relevances[:k], start=1)`. The discount is 1 at rank 1, 1.585 at rank 2, 2 at rank 3: the "
    "logarithm to base 2 of what?",
    "`total += grade / log2(rank + 1)` in the loop; import log2 from math.",
    notes={
        "ZeroDivisionError": LOG_OF_ONE,
        "ValueError": "log2(0) has no value. Ranks start at 1, not at 0.",
        "IndexError": SHORT_PAGE,
    },
)  # fmt: skip

write(
    "ideal_dcg_at_k", NDCG, "grades, k", ({"a": 2, "b": 0, "c": 3}, 2),
    """
from math import log2


def ideal_dcg_at_k(grades, k):
    ideal = sorted(grades.values(), reverse=True)
    return sum(grade / log2(rank + 1) for rank, grade in enumerate(ideal[:k], start=1))
""",
    "If you knew every grade, in which order would you show the documents?",
    "`grades` is a dict {document: grade}. Sort its values, best first, and take the DCG of that list.",
    "`ideal = sorted(grades.values(), reverse=True)`, then DCG at k of `ideal`.",
    notes={
        "ZeroDivisionError": LOG_OF_ONE,
        "TypeError": "`grades` is a dict {document: grade}; the grades are `grades.values()`.",
    },
)  # fmt: skip

NDCG_SOLUTION = """
from math import log2


def ndcg_at_k(retrieved, relevance_scores, k):
    def dcg(grades):
        return sum(grade / log2(rank + 1) for rank, grade in enumerate(grades[:k], start=1))

    found = [relevance_scores.get(doc, 0) for doc in retrieved]
    ideal = sorted(relevance_scores.values(), reverse=True)
    return dcg(found) / dcg(ideal)
"""

write(
    "ndcg_at_k", NDCG, "retrieved, relevance_scores, k", (["b", "a"], {"a": 3, "b": 2}, 2), NDCG_SOLUTION,
    "nDCG is a fraction. What stands above the line, what below?",
    "Above: DCG of the grades in the order retrieved (a document without a grade counts 0). "
    "Below: DCG of *all* grades, best first. Both cut at k.",
    "`found = [relevance_scores.get(doc, 0) for doc in retrieved]` and "
    "`ideal = sorted(relevance_scores.values(), reverse=True)`; divide their DCG@k.",
    notes={
        "KeyError": "That document has no grade. `relevance_scores.get(doc, 0)` gives 0 for it.",
        "ZeroDivisionError": SUM_OF_NOTHING,
        "IndexError": "A page may be shorter than k: `retrieved[:k]` takes what is there.",
        "TypeError": "Going through a dict gives its keys, the documents; the grades are `relevance_scores.values()`.",
    },
)  # fmt: skip

fill(
    "ndcg-gap-1", NDCG, "dcg_at_k", "dcg_with_gap", "relevances, k", ([3, 0, 2], 3),
    """
from math import log2


def dcg_with_gap(relevances, k):
    total = 0.0
    for rank, grade in enumerate(relevances[:k], start=1):
        discount = ____
        total += grade / discount
    return total
""",
    """
from math import log2


def dcg_with_gap(relevances, k):
    total = 0.0
    for rank, grade in enumerate(relevances[:k], start=1):
        discount = log2(rank + 1)
        total += grade / discount
    return total
""",
    "The discount is what a gain is divided by. The first place loses nothing: divide by 1. The third: by 2.",
    "It is a logarithm to the base 2, of something that is 2 at rank 1 and 4 at rank 3.",
    "`log2(rank + 1)`",
    notes={"ZeroDivisionError": LOG_OF_ONE},
)  # fmt: skip

fill(
    "ndcg-gap-3", NDCG, "ndcg_at_k", "ndcg_with_gaps", "retrieved, relevance_scores, k",
    (["b", "a"], {"a": 3, "b": 2}, 2),
    """
from math import log2


def ndcg_with_gaps(retrieved, relevance_scores, k):
    def dcg(grades):
        return sum(grade / ____ for rank, grade in enumerate(grades[:k], start=1))

    found = [relevance_scores.get(doc, 0) for doc in retrieved]
    ideal = sorted(____, reverse=True)
    return dcg(found) / ____
""",
    """
from math import log2


def ndcg_with_gaps(retrieved, relevance_scores, k):
    def dcg(grades):
        return sum(grade / log2(rank + 1) for rank, grade in enumerate(grades[:k], start=1))

    found = [relevance_scores.get(doc, 0) for doc in retrieved]
    ideal = sorted(relevance_scores.values(), reverse=True)
    return dcg(found) / dcg(ideal)
""",
    "The three gaps: the discount, the grades that the ideal list is made of, and what the sum is compared with.",
    "The ideal is made of *all* judged grades, not of those that were retrieved.",
    "`log2(rank + 1)`, `relevance_scores.values()`, `dcg(ideal)`",
    notes={
        "ZeroDivisionError": SUM_OF_NOTHING,
        "TypeError": "Going through a dict gives its keys, the documents; the grades are `relevance_scores.values()`.",
    },
)  # fmt: skip

fill(
    "ndcg-bug", NDCG, "ndcg_at_k", "ndcg_with_bug", "retrieved, relevance_scores, k",
    (["b", "a"], {"a": 3, "b": 2}, 2),
    """
from math import log2


def ndcg_with_bug(retrieved, relevance_scores, k):
    def dcg(grades):
        return sum(grade / log2(rank + 1) for rank, grade in enumerate(grades, start=1))

    found = [relevance_scores.get(doc, 0) for doc in retrieved[:k]]
    ideal = sorted(relevance_scores.values(), reverse=True)
    return dcg(found) / dcg(ideal) if any(ideal) else 0.0
""",
    """
from math import log2


def ndcg_with_bug(retrieved, relevance_scores, k):
    def dcg(grades):
        return sum(grade / log2(rank + 1) for rank, grade in enumerate(grades, start=1))

    found = [relevance_scores.get(doc, 0) for doc in retrieved[:k]]
    ideal = sorted(relevance_scores.values(), reverse=True)[:k]
    return dcg(found) / dcg(ideal) if any(ideal) else 0.0
""",
    "Give it a page of one place that shows one of two equally good documents. Could it be better? What does it say?",
    "How many places has the page, and how many has its ideal?",
    "The ideal is cut at k as well: `sorted(relevance_scores.values(), reverse=True)[:k]`.",
    kind="bug",
)  # fmt: skip

arrange(
    "dcg-parsons", NDCG, "order",
    [
        "        total += gain / discount",
        "    for rank, grade in enumerate(relevances[:k], start=1):",
        "    return total",
        "        discount = log2(rank + 1)",
        "def dcg_at_k(relevances, k):",
        "    for rank, grade in enumerate(relevances[:k]):",
        "        gain = grade",
        "    total = 0.0",
    ],
    (5, 8, 2, 7, 4, 1, 3),
    "What must exist before the loop can add to it? What must be known before it can be added?",
    "One of the two `for` lines is a stranger. Which rank would its first result have?",
    "def, total = 0.0, the loop that starts at 1, gain, discount, total +=, return.",
    swaps=(frozenset({7, 4}),),
    strangers={6: ("rank-from-zero", "There the first result has rank 0, and its discount log2(0 + 1) is 0.")},
)  # fmt: skip

S1_TOP, S1_GRADES = [1, 23, 45, 4, 67], {1: 3, 4: 2, 6: 2, 12: 1, 15: 1}

compute(
    "ndcg-number-s1", NDCG, "ndcg_at_5",
    "Retrieved 1, 23, 45, 4, 67; grades {1: 3, 4: 2, 6: 2, 12: 1, 15: 1}. What is nDCG@5, to three digits?",
    lambda: ratools.ndcg_at_k(S1_TOP, S1_GRADES, 5),
    """
from math import log2

found, ideal = [3, 0, 0, 2, 0], [3, 2, 2, 1, 1]
dcg = sum(grade / log2(rank + 1) for rank, grade in enumerate(found, start=1))
idcg = sum(grade / log2(rank + 1) for rank, grade in enumerate(ideal, start=1))
ndcg_at_5 = dcg / idcg
""",
    "Write down the grades in the order retrieved, then all five grades in the best order.",
    "Found: 3, 0, 0, 2, 0. Ideal: 3, 2, 2, 1, 1. The discounts are 1, 1.585, 2, 2.322, 2.585.",
    "(3 + 2/2.322) / (3 + 2/1.585 + 2/2 + 1/2.322 + 1/2.585)",
    measure="ndcg_at_k", arguments=(S1_TOP, S1_GRADES, 5),
    known=(
        (0.874, None, "A chapter on ranking metrics prints that number for this page; it cannot be reproduced."),
        (0.812, None, "A chapter on ranking metrics prints that for nDCG@10; neither k = 5 nor k = 10 gives it."),
        (0.678, "idcg-from-retrieved", "Your ideal is made of the eight documents retrieved. 15 was judged, too."),
        (0.804, "cutoff-forgotten", "That is nDCG@10 of the longer page. Here the page ends at rank 5."),
    ),
)  # fmt: skip

compute(
    "ndcg-predict-swap", NDCG, "guess",
    "The two best results, grades 3 and 2, stand in the wrong order, and nothing else is relevant. Guess nDCG@2.",
    lambda: ratools.ndcg_at_k(["b", "a"], {"a": 3, "b": 2}, 2),
    "guess = 0.913\n",
    "It is not 1: the order is wrong. Is it below one half?",
    "Both documents are there. Only the discount of one place, 1.585, is at stake.",
    "(2 + 3/1.585) / (3 + 2/1.585)",
    kind="predict", tolerance=0.05,
)  # fmt: skip

# 06 Readers ----------------------------------------------------------------------------------------------------------

write(
    "rbp", READERS, "retrieved, relevant, p=0.8", (["a", "x", "b"], {"a", "b"}),
    """
def rbp(retrieved, relevant, p=0.8):
    total = 0.0
    for rank, doc in enumerate(retrieved, start=1):
        if doc in relevant:
            total += p ** (rank - 1)
    return (1 - p) * total
""",
    "The reader goes on with chance p after each result. With what chance is rank i read at all?",
    "Rank 1 is always read, rank 2 with chance p, rank 3 with p². Add these chances over the hits.",
    "`(1 - p) * sum(p ** (rank - 1) …)` over the ranks that hold a hit.",
    options={"p": 0.5}, optional_k=True,
)  # fmt: skip

write(
    "err_at_k", READERS, "retrieved, grades, k, g_max=4", (["a", "b"], {"a": 1, "b": 2}, 2),
    """
def err_at_k(retrieved, grades, k, g_max=4):
    total, still_reading = 0.0, 1.0
    for rank, doc in enumerate(retrieved[:k], start=1):
        satisfied = (2 ** grades.get(doc, 0) - 1) / 2**g_max
        total += still_reading * satisfied / rank
        still_reading *= 1 - satisfied
    return total
""",
    "Who reads rank 2? Only those whom rank 1 did not satisfy.",
    "Keep the chance that the reader is still there. At each rank a share of them is satisfied and stops.",
    "`total += still_reading * satisfied / rank`, then `still_reading *= 1 - satisfied`; satisfied is "
    "(2^grade − 1) / 2^g_max.",
    options={"g_max": 2},
    notes={"KeyError": "That document has no grade. `grades.get(doc, 0)` gives 0 for it."},
)  # fmt: skip

# 07 Incomplete judgements, and judges --------------------------------------------------------------------------------

write(
    "judged_at_k", JUDGEMENTS, "retrieved, judgements, k", (["a", "x", "b"], {"a": 1, "b": 0}, 2),
    """
def judged_at_k(retrieved, judgements, k):
    top = retrieved[:k]
    return sum(doc in judgements for doc in top) / len(top)
""",
    "Of the results that are shown, how many did anyone ever look at?",
    "A document is judged when it is in `judgements`, even with grade 0. If fewer than k came back, there are fewer.",
    "`top = retrieved[:k]`, then the share of `top` that is in `judgements`.",
    outside=frozenset({"negative-is-judged"}),
)  # fmt: skip

write(
    "condensed", JUDGEMENTS, "retrieved, judgements", (["a", "x", "b"], {"a": 1, "b": 0}),
    """
def condensed(retrieved, judgements):
    return [doc for doc in retrieved if doc in judgements]
""",
    "Which documents does nobody know anything about?",
    "Keep what was judged, relevant or not, in its order.",
    "`[doc for doc in retrieved if doc in judgements]`",
)  # fmt: skip

write(
    "bpref", JUDGEMENTS, "retrieved, judgements", (["x", "n", "a"], {"a": 1, "b": 1, "n": 0, "m": 0}),
    """
def bpref(retrieved, judgements):
    relevant = sum(grade > 0 for grade in judgements.values())
    nonrelevant = len(judgements) - relevant
    total, above = 0.0, 0
    for doc in retrieved:
        if doc not in judgements:
            continue
        if judgements[doc] == 0:
            above += 1
        elif above == 0:
            total += 1
        else:
            total += 1 - min(above, relevant) / min(nonrelevant, relevant)
    return total / relevant
""",
    "For each relevant document: how many documents *judged* non-relevant stand above it? Unjudged ones do not count.",
    "Walk down the list and count the judged non-relevant ones. A relevant one adds 1 − min(above, R) / min(N, R).",
    "Skip unjudged documents; with `above == 0` add 1; at the end divide by all relevant ones, found or not.",
    notes={"ZeroDivisionError": "With no document judged non-relevant, min(N, R) is 0; but then nothing stands above."},
)  # fmt: skip

# 08 Diversity --------------------------------------------------------------------------------------------------------

write(
    "category_entropy", SCORES, "categories", (["shoes", "shoes", "hats", "bags"],),
    """
from math import log2


def category_entropy(categories):
    total = 0.0
    for category in set(categories):
        share = categories.count(category) / len(categories)
        total -= share * log2(share)
    return total
""",
    "What share of the results has each category?",
    "For every category add −p · log2(p), where p is its share.",
    "Loop over `set(categories)`; `share = categories.count(category) / len(categories)`.",
    notes={"ValueError": "log2(0) has no value: only categories that occur have a share."},
)  # fmt: skip

write(
    "subtopic_recall_at_k", SCORES, "retrieved, subtopics, k",
    (["b", "a", "d"], {"a": {1}, "b": {1, 2}, "d": {3}}, 2),
    """
def subtopic_recall_at_k(retrieved, subtopics, k):
    everything = set()
    for topics in subtopics.values():
        everything |= topics
    covered = set()
    for doc in retrieved[:k]:
        covered |= subtopics.get(doc, set())
    return len(covered) / len(everything)
""",
    "How many different subtopics are there, and how many of them do the first k documents cover?",
    "Collect two sets: all subtopics, and those of the first k documents. A document may have none.",
    "`covered |= subtopics.get(doc, set())` for each of `retrieved[:k]`.",
    notes={"KeyError": "That document covers nothing that is known. `subtopics.get(doc, set())` gives the empty set."},
)  # fmt: skip

# 08 Scores -----------------------------------------------------------------------------------------------------------

write(
    "score_classes", SCORES, "results", ([0.31, 0.15, 0.1, 0.04],),
    """
def score_classes(results):
    classes = []
    for score in results:
        if score >= 0.15:
            classes.append("relevant")
        elif score < 0.05:
            classes.append("nonrelevant")
        else:
            classes.append("grey")
    return classes
""",
    "There are three classes, not two: at least 0.15, below 0.05, and what lies between.",
    "For each score append “relevant”, “nonrelevant” or “grey”. Is 0.15 itself relevant? Is 0.05 itself nonrelevant?",
    "`score >= 0.15` is relevant, `score < 0.05` is nonrelevant, the rest is grey.",
)  # fmt: skip

write(
    "score_distribution", SCORES, "results", ([0.02, 0.1, 0.19, 0.93],),
    """
def score_distribution(results):
    bins = {"0.0-0.1": 0, "0.1-0.2": 0, "0.2-0.3": 0, "0.3-0.4": 0, "0.4-0.5": 0, "0.5+": 0}
    names = list(bins)
    for score in results:
        place = sum(score >= edge for edge in (0.1, 0.2, 0.3, 0.4, 0.5))
        bins[names[place]] += 1
    return bins
""",
    "Six bins, also the empty ones. To which bin does 0.1 belong, the one it closes or the one it opens?",
    "Start with all six names at 0. For each score count how many of the edges 0.1 … 0.5 it has reached.",
    "`place = sum(score >= edge for edge in (0.1, 0.2, 0.3, 0.4, 0.5))` is the number of the bin, from 0.",
)  # fmt: skip

write(
    "matches_by_category", SCORES, "results",
    ([{"doc_id": 1, "score": 0.3, "category": "hats"}, {"doc_id": 2, "score": 0.01, "category": "bags"}],),
    """
def matches_by_category(results):
    counts = {}
    for result in results:
        counts[result["category"]] = counts.get(result["category"], 0) + 1
    return counts
""",
    "Each result is a dict with a category. How many results has each?",
    "All results count, whatever their score.",
    '`counts[name] = counts.get(name, 0) + 1` for each `name = result["category"]`.',
)  # fmt: skip

# Judges and orders ---------------------------------------------------------------------------------------------------

write(
    "cohen_kappa", JUDGEMENTS, "first_labels, second_labels", ([1, 1, 0, 0], [1, 0, 0, 0]),
    """
def cohen_kappa(first_labels, second_labels):
    n = len(first_labels)
    observed = sum(a == b for a, b in zip(first_labels, second_labels)) / n
    by_chance = sum(first_labels.count(x) * second_labels.count(x) for x in set(first_labels)) / n**2
    return (observed - by_chance) / (1 - by_chance)
""",
    "How often do they agree? How often would they agree if each kept their habits but threw dice?",
    "For each label: the first judge's share times the second judge's share, added up, is the agreement by chance.",
    "(observed − by chance) / (1 − by chance)",
    outside=frozenset({"weights-ignored"}),
)  # fmt: skip

write(
    "kendall_tau", JUDGEMENTS, "first_ranking, second_ranking", (["a", "b", "c"], ["b", "a", "c"]),
    """
from itertools import combinations


def kendall_tau(first_ranking, second_ranking):
    total = 0
    pairs = list(combinations(first_ranking, 2))
    for a, b in pairs:
        total += 1 if second_ranking.index(a) < second_ranking.index(b) else -1
    return total / len(pairs)
""",
    "Take any two things. Do both rankings agree which of them comes first?",
    "Look at all pairs: +1 where the orders agree, −1 where they do not, divided by the number of pairs.",
    "`combinations(first_ranking, 2)` gives the pairs in the first order; compare their `index` in the second.",
)  # fmt: skip

# 10 Chunks -----------------------------------------------------------------------------------------------------------

CAT, RAN = ["the", "cat", "sat", "the"], ["the", "cat", "ran", "away"]

write(
    "token_precision", CHUNKS, "retrieved_tokens, expected_tokens", (CAT, RAN),
    """
def token_precision(retrieved_tokens, expected_tokens):
    retrieved, expected = set(retrieved_tokens), set(expected_tokens)
    return len(retrieved & expected) / len(retrieved)
""",
    "Of the different words that were retrieved, how many belong to the answer?",
    "Make sets of both: each word counts once.",
    "`len(retrieved & expected) / len(retrieved)`",
)  # fmt: skip

write(
    "token_recall", CHUNKS, "retrieved_tokens, expected_tokens", (CAT, RAN),
    """
def token_recall(retrieved_tokens, expected_tokens):
    retrieved, expected = set(retrieved_tokens), set(expected_tokens)
    return len(retrieved & expected) / len(expected)
""",
    "Of the different words of the answer, how many came back?",
    "Make sets of both: each word counts once.",
    "`len(retrieved & expected) / len(expected)`",
)  # fmt: skip

write(
    "token_iou", CHUNKS, "retrieved_tokens, expected_tokens", (CAT, RAN),
    """
def token_iou(retrieved_tokens, expected_tokens):
    retrieved, expected = set(retrieved_tokens), set(expected_tokens)
    return len(retrieved & expected) / len(retrieved | expected)
""",
    "How many words do they share, of all the words that occur in either?",
    "Intersection over union, both of sets.",
    "`len(retrieved & expected) / len(retrieved | expected)`",
)  # fmt: skip

write(
    "token_f1", CHUNKS, "retrieved_tokens, expected_tokens", (CAT, RAN),
    """
def token_f1(retrieved_tokens, expected_tokens):
    retrieved, expected = set(retrieved_tokens), set(expected_tokens)
    return 2 * len(retrieved & expected) / (len(retrieved) + len(expected))
""",
    "It is the harmonic mean of precision and recall.",
    "2 · P · R / (P + R), or shorter: twice the common words over both lengths.",
    "`2 * len(retrieved & expected) / (len(retrieved) + len(expected))`, with sets.",
    notes={"ZeroDivisionError": "With nothing in common, precision and recall are both 0. What should F1 be then?"},
)  # fmt: skip

write(
    "precision_omega", CHUNKS, "retrieved_tokens, expected_tokens", (CAT, RAN),
    """
def precision_omega(retrieved_tokens, expected_tokens):
    retrieved, expected = set(retrieved_tokens), set(expected_tokens)
    common = len(retrieved & expected)
    precision, recall = common / len(retrieved), common / len(expected)
    iou = common / len(retrieved | expected)
    return precision * (iou + recall) / 2
""",
    "It is precision, scaled by how well the answer is covered.",
    "The scale is the mean of IoU and recall.",
    "`precision * (iou + recall) / 2`",
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
    "span_recall", CHUNKS, "retrieved_spans, expected_spans", SPAN_EXAMPLE,
    POSITIONS.format(name="span_recall", result="shared / len(expected)"),
    "Of the positions of the answer, how many were retrieved? Each counts once, however often it came back.",
    "Turn the spans into sets of positions with `range(start, end)`; the end is not included.",
    "`len(expected & retrieved) / len(expected)`, both sets of positions.",
)  # fmt: skip

write(
    "span_precision", CHUNKS, "retrieved_spans, expected_spans", SPAN_EXAMPLE,
    POSITIONS.format(name="span_precision", result="shared / len(retrieved)"),
    "Of all the text that came back, how much is the answer? What came back twice was read twice.",
    "Above the line: positions of the answer that were retrieved, each once. Below: the lengths of the chunks, added.",
    "Keep the retrieved positions in a *list* for the denominator, in a set for the numerator.",
)  # fmt: skip

write(
    "span_iou", CHUNKS, "retrieved_spans, expected_spans", SPAN_EXAMPLE,
    POSITIONS.format(name="span_iou", result="shared / (len(retrieved) + len(expected) - shared)"),
    "What is shared, over everything: all that came back, and what was missed.",
    "Below the line: the lengths of the chunks, added, plus the positions of the answer that were not retrieved.",
    "`shared / (len(retrieved) + len(expected) - shared)`, with `retrieved` a list and `expected` a set.",
)  # fmt: skip

write(
    "span_f1", CHUNKS, "retrieved_spans, expected_spans", SPAN_EXAMPLE,
    POSITIONS.format(
        name="span_f1",
        result="2 * shared / (len(retrieved) + len(expected))",
    ),
    "It is the harmonic mean of span precision and span recall.",
    "2 · P · R / (P + R), and 0 when nothing is shared.",
    "Shorter: `2 * shared / (length retrieved + length expected)`.",
    notes={"ZeroDivisionError": "With nothing in common, precision and recall are both 0. What should F1 be then?"},
)  # fmt: skip

# 11 Answers ----------------------------------------------------------------------------------------------------------

write(
    "exact_match", ANSWERS, "prediction, reference", ("  new   york ", "New York"),
    """
def exact_match(prediction, reference):
    same = prediction.lower().split() == reference.lower().split()
    return 1 if same else 0
""",
    "Which differences should not matter: case? spaces? punctuation?",
    "Lower both texts and collapse their spaces; then they are equal or not.",
    '`" ".join(text.lower().split())` normalises a text; return 1 or 0.',
)  # fmt: skip

write(
    "f1_score", ANSWERS, "prediction, reference", ("SparseSwaps algorithm", "SparseSwaps"),
    """
from collections import Counter


def f1_score(prediction, reference):
    said, gold = prediction.lower().split(), reference.lower().split()
    common = sum((Counter(said) & Counter(gold)).values())
    return 2 * common / (len(said) + len(gold))
""",
    "How many words do they share, every occurrence counted? And how long are both?",
    "`Counter(a) & Counter(b)` keeps each word as often as it occurs in both.",
    "2 · common / (words said + words of the reference), after lower() and split().",
    notes={"ZeroDivisionError": "With nothing in common, precision and recall are both 0. What should F1 be then?"},
)  # fmt: skip

compute(
    "f1-number-s2", ANSWERS, "f1", 'The reference is "Paris", the answer "Paris Paris Paris". What is the token F1?',
    lambda: ratools.f1_score("Paris Paris Paris", "Paris"),
    "f1 = 2 * 1 / (3 + 1)\n",
    "How many of the three words find a partner?",
    "One word is common: precision 1/3, recall 1.",
    "2 · 1 / (3 + 1)",
    measure="f1_score", arguments=("Paris Paris Paris", "Paris"),
)  # fmt: skip

NO = "It is not mentioned in the document."

write(
    "abstention_accuracy", ANSWERS, f"predictions, references, abstention_token={literal(NO)}",
    ([NO, "blue", "42"], [NO, NO, "42"]),
    f"""
def abstention_accuracy(predictions, references, abstention_token={literal(NO)}):
    impossible, admitted = 0, 0
    for prediction, reference in zip(predictions, references):
        if reference == abstention_token:
            impossible += 1
            admitted += prediction == abstention_token
    return admitted / impossible
""",
    "Which questions cannot be answered? On how many of those did the system say so?",
    "Look only at the questions whose reference is the token.",
    "Count the impossible questions and, among them, those on which the prediction is the token too; divide.",
)  # fmt: skip

"""Number exercises with other numbers for everybody: `numbers("ndcg-number-s1", "maria", salt)`.

The numbers follow from the exercise, the student's id and a salt that comes from the instructor's private seed: the
same for a student at every start, another for every student. The right answer is computed by the package.
"""

import os
import random
from collections.abc import Callable
from dataclasses import dataclass, field

import ratools
from ratools.words import decimal
from ratools_course.cards import card, inline, plain
from ratools_course.checker.bank import EXERCISES
from ratools_course.checker.checking import check_number
from ratools_course.checker.kinds import NumberExercise
from ratools_course.checker.verdicts import not_attempted

ORDINALS = dict(enumerate("first second third fourth fifth sixth seventh eighth ninth".split(), start=1))


@dataclass(frozen=True, repr=False)
class Numbers:
    """A number exercise with numbers of its own; it can be shown and checked."""

    id: str
    question: str
    truth: Callable
    measure: str = ""
    arguments: tuple = ()
    tolerance: float = 0.0005
    kind: str = "number"
    known: tuple = ()
    rounded: Callable | None = None
    hints: tuple = field(default=())

    def __repr__(self):
        return plain(self.question)

    def _repr_html_(self):
        return card(f"<strong>Your numbers.</strong> {inline(self.question)}", "card")

    def check(self, answer):
        """As the course's `check`, for these numbers."""
        return not_attempted(self) if answer is None or answer is ... else check_number(self, answer)


def numbers(exercise_id, student, salt):
    """The exercise with this student's numbers.

    >>> numbers("library-first", "maria", "salt")
    The first useful book is the seventh of the pile. First place is worth 1, second place 1/2. What is this pile worth?
    """
    student = (student or os.environ.get("JUPYTERHUB_USER", "")).strip().casefold()
    if not student:
        raise ValueError('whose numbers? Write your id into the cell near the top: student = "…"')
    return made(exercise_id, f"{salt}:{student}")


def made(exercise_id, seed):
    """The exercise with the numbers that a seed draws; never those of the course."""
    exercise, rng = EXERCISES[exercise_id], random.Random(f"{exercise_id}:{seed}")
    while True:
        facts = MAKERS[exercise_id](rng)
        if abs(facts["truth"] - exercise.truth()) > 2 * exercise.tolerance:
            break
    value = facts.pop("truth")
    tolerance = facts.pop("tolerance", exercise.tolerance)
    return Numbers(exercise_id, truth=lambda: value, tolerance=tolerance, hints=exercise.hints, **facts)


def can_vary(exercise):
    """Whether an exercise asks for a number that can be drawn."""
    return isinstance(exercise, NumberExercise) and exercise.id in MAKERS


# One maker per exercise ----------------------------------------------------------------------------------------------

MAKERS = {}


def _maker(id):
    def register(function):
        MAKERS[id] = function
        return function

    return register


def _measured(question, measure, *arguments, **more):
    truth = getattr(ratools, measure)(*arguments)
    return {"question": question, "truth": truth, "measure": measure, "arguments": arguments, **more}


def _pile(rng):
    """A pile of books as a ranking: what was brought, and what the library owns on the subject."""
    brought, first = rng.randint(10, 20), rng.randint(2, 8)
    useful = rng.randint(2, brought - first)
    places = [first, *rng.sample(range(first + 1, brought + 1), useful - 1)]
    books = [f"book {place}" for place in range(1, brought + 1)]
    owned = {books[place - 1] for place in places} | {f"other {n}" for n in range(rng.randint(5, 60))}
    return books, owned, first, useful


@_maker("library-recall")
def _library_recall(rng):
    books, owned, _, useful = _pile(rng)
    question = (
        f"She brought {len(books)} books, {useful} of them on the subject. The library owns {len(owned)} on the "
        "subject. Which share of those did she bring?"
    )
    return _measured(question, "recall_at_k", books, owned, len(books))


@_maker("library-first")
def _library_first(rng):
    books, owned, first, _ = _pile(rng)
    question = (
        f"The first useful book is the {ORDINALS[first]} of the pile. First place is worth 1, second place 1/2. What "
        "is this pile worth?"
    )
    return _measured(question, "reciprocal_rank", books, owned)


@_maker("precision-number-s1")
def _precision(rng):
    shown = rng.sample(range(1, 100), 8)
    k = rng.choice([3, 4, 5, 6])
    relevant = sorted({*rng.sample(shown, rng.randint(2, 5)), *rng.sample(range(100, 120), 2)})
    question = f"Retrieved {_list(shown)}; relevant are {_list(relevant)}. What is P@{k}?"
    return _measured(question, "precision_at_k", shown, set(relevant), k)


@_maker("pair-search")
def _pair_search(rng):
    hits = rng.choice([2, 3, 4, 6, 7])
    per_cent = rng.choice([n for n in range(15, 100, 5) if 100 * hits % n == 0 or rng.random() < 0.3])
    fits = sum(100 * hits == per_cent * many for many in range(hits, 1001))  # whole numbers: nothing is rounded
    words = {2: "two", 3: "three", 4: "four", 6: "six", 7: "seven"}[hits]
    question = (
        f"P@10 = {hits / 10:g} means {words} hits. For how many R from {hits} to 1000 is {hits} / R equal to "
        f"{per_cent / 100:g}?"
    )
    return {"question": question, "truth": fits}


@_maker("mrr-number-s1")
def _mrr(rng):
    ranks = [rng.randint(1, 6) for _ in range(3)]
    results = {f"q{n}": [f"x{n}-{m}" for m in range(1, rank)] + ["hit"] for n, rank in enumerate(ranks)}
    question = f"Three queries have their first hit at ranks {ranks[0]}, {ranks[1]} and {ranks[2]}. What is the MRR?"
    return _measured(question, "mean_reciprocal_rank", results, {query: {"hit"} for query in results})


@_maker("ap-number-s0")
def _ap(rng):
    hits = set(rng.sample(range(5), rng.choice([2, 2, 3])))
    page = [f"hit {n}" if n in hits else f"miss {n}" for n in range(5)]
    words = ", ".join("relevant" if n in hits else "not" for n in range(5))
    missing = rng.choice([0, 1, 2])
    rest = "nothing else is relevant" if not missing else f"{missing} more relevant were not found"
    rest = rest.replace("1 more relevant were", "1 more relevant was")
    question = f"A list reads {words}; {rest}. What is its average precision?"
    relevant = {page[n] for n in hits} | {f"lost {n}" for n in range(missing)}
    return _measured(question, "average_precision", page, relevant)


@_maker("map-number")
def _map(rng):
    values = rng.sample([(1, 2), (5, 6), (7, 18), (1, 3), (2, 3), (3, 4), (5, 9), (1, 6)], 2)
    one, two = (f"{above}/{below}" for above, below in values)
    truth = sum(above / below for above, below in values) / 3
    return {"question": f"The three queries have the AP {one}, {two} and 0. What is the MAP?", "truth": truth}


@_maker("ndcg-number-s1")
def _ndcg(rng):
    grades = [rng.choice([0, 0, 1, 2, 3]) for _ in range(5)]
    lost = [rng.randint(1, 3) for _ in range(rng.randint(1, 2))]
    if sum(map(bool, grades)) < 2 or grades == sorted(grades, reverse=True):
        return _ndcg(rng)
    page = [f"d{n}" for n in range(1, 6)]
    judged = {doc: grade for doc, grade in zip(page, grades, strict=True) if grade}
    judged |= {f"lost{n}": grade for n, grade in enumerate(lost)}
    ideal = sorted(judged.values(), reverse=True)
    question = f"The page has the grades {_list(grades)}; judged are {_list(ideal)}. nDCG@5, to three digits?"
    return _measured(question, "ndcg_at_k", page, judged, 5)


@_maker("bm25-number")
def _bm25(rng):
    times, length, idf = rng.choice([2, 3, 4]), rng.choice([0.5, 1.5, 2, 3]), rng.choice([1.2, 1.4, 1.8, 2.1, 2.5])
    k1, b = rng.choice([1.2, 1.5, 2.0]), rng.choice([0.5, 0.75])
    question = (
        f"A page says the word {times} times, and it is {length:g} times as long as the average. The word's idf is "
        f"{idf:g}, k1 = {k1:g}, b = {b:g}. What does the word add to the page's BM25 score?"
    )
    return {"question": question, "truth": idf * times * (k1 + 1) / (times + k1 * (1 - b + b * length))}


@_maker("queries-number")
def _queries(rng):
    spread, wanted = rng.choice([0.2, 0.25, 0.35, 0.4]), rng.choice([0.02, 0.03, 0.04, 0.05])
    question = (
        f"Two other systems: their differences per query have a standard deviation of {spread:g}. How many queries "
        f"does it take to see a true difference of {wanted:g}, four times in five?"
    )
    return {"question": question, "truth": (2.8 * spread / wanted) ** 2}


def _two_spans(rng):
    """An answer and a chunk that overlap, neither within the other."""
    start = rng.randint(0, 5)
    end = start + rng.randint(4, 8)
    first = rng.randint(start + 1, end - 1)
    return (start, end), (first, end + rng.randint(1, 6))


@_maker("iou-number-s3")
def _iou(rng):
    answer, chunk = _two_spans(rng)
    question = (
        f"Words are numbered from 0. The answer is [{answer[0]}, {answer[1]}); retrieved was [{chunk[0]}, {chunk[1]}). "
        "What is the IoU, counted by places?"
    )
    return _measured(question, "span_iou", [chunk], [answer])


@_maker("omega-number-s3")
def _omega(rng):
    size, part = rng.choice([(4, 1), (5, 2), (8, 4), (10, 4), (5, 4), (10, 2)])
    precision = part / size
    question = (
        f"A chunk has precision {precision:g}, recall 1 and IoU {precision:g}. What is precision omega, precision * "
        "(IoU + recall) / 2?"
    )
    return _measured(question, "span_precision_omega", [(0, size)], [(0, part)])


@_maker("f1-number-s2")
def _f1(rng):
    words = rng.sample("red green blue grey white".split(), 3)
    said = [words[0]] * rng.randint(1, 3) + [words[1]] * rng.randint(0, 1) + [words[2]] * rng.randint(0, 2)
    gold = words[: rng.randint(1, 2)]
    question = f'The reference is "{" ".join(gold)}", the answer "{" ".join(said)}". What is the token F1?'
    return _measured(question, "f1_score", " ".join(said), " ".join(gold))


@_maker("capstone-queries")
def _capstone(rng):
    spread, margin = rng.choice([0.31, 0.34, 0.42, 0.45]), rng.choice([0.03, 0.04, 0.05, 0.06])
    question = (
        f"The differences in exact match have a standard deviation of {decimal(spread)}. How many questions does it "
        f"take until a system that is truly equal passes a gate with the margin {margin:g} four times in five? "
        "((1.96 + 0.84) times the deviation, over the margin, squared)"
    )
    return {"question": question, "truth": ((1.96 + 0.84) * spread / margin) ** 2}


@_maker("stage-at-most")
def _stage(rng):
    asked, right, silent, cut = rng.choice([40, 50, 60]), rng.randint(1, 9), rng.randint(3, 9), rng.randint(4, 12)
    question = (
        f"Of B's {asked} questions, {right} are answered rightly, {silent} are rightly abstained, and {cut} end at the "
        "cut. What would B's exact match be at most if its cutter never failed, and nothing else changed?"
    ).replace("1 are answered", "1 is answered")
    return {"question": question, "truth": (right + silent + cut) / asked}


def _list(values):
    return ", ".join(map(str, values))

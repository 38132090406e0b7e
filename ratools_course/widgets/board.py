"""The ranking board: documents as cards on a page of results; move one, and every measure follows.

Python says what the documents are worth (gains, discounts, the ideal order, R); the JavaScript multiplies, sums and
shows. The order is a trait, so both sides always look at the same page, and `board.values` gives Python's numbers. A
document may have any hashable id; the page never sees it. It calls a document by its index in `cards`, since 2**53 + 1
is not a number of JavaScript's, and a tuple is not a text.
"""

import functools
import math
from html import escape
from numbers import Integral

import traitlets

from ratools.errors import UsageError
from ratools.evaluation.catalogue import parse
from ratools.evaluation.evaluator import one_query
from ratools.forms import NotebookWidget
from ratools.metrics import binary, graded
from ratools.metrics.arguments import (
    as_choice,
    as_cutoff,
    as_hashable,
    as_judgements,
    as_number,
    as_ranking,
    same_kind_of_ids,
)
from ratools.words import figure, short
from ratools_course.widgets.static_files import script, style

MOST_DOCUMENTS, DEEPEST, HIGHEST = 20, 100, 100
SEARCHED = 10  # documents up to which every page within a few moves can be looked at
CUT_OFFS = (1, 3, 5, 10, 20)
SPEEDS = ("slow", "normal", "fast")
WORDS = {3: "perfect", 2: "good", 1: "okay", 0: "not relevant"}
CHALLENGES = {"nDCG": "nDCG@5", "P": "P@5", "R": "R@5", "RR": "RR", "AP": "AP"}  # with how each is written


def _refusing(check):
    """A validator whose ValueError becomes traitlets' own: a sentence in Python, a refused message from the page."""

    @functools.wraps(check)
    def validator(self, proposal):
        try:
            return check(self, proposal["value"])
        except ValueError as error:
            raise traitlets.TraitError(str(error)) from None

    return validator


def _indices(documents, board):
    """Documents as the page calls them."""
    return [board.card_index[doc] for doc in documents]


def _documents(indices, board):
    """The true ids of the cards that the page calls by their indices."""
    on_board = range(len(board.start))
    if not isinstance(indices, list) or not all(type(index) is int and index in on_board for index in indices):
        raise traitlets.TraitError(
            f"the page named {short(indices)}: a list of indices from 0 to {on_board[-1]} was expected"
        )
    return [board.documents[index] for index in indices]


def _all_indices(orders, board):
    return [_indices(order, board) for order in orders]


def _all_documents(orders, board):
    if not isinstance(orders, list):
        raise traitlets.TraitError(f"the page sent {short(orders)} as the history: a list of orders was expected")
    return [_documents(order, board) for order in orders]


ONE_ORDER = {"sync": True, "to_json": _indices, "from_json": _documents}
MANY_ORDERS = {"sync": True, "to_json": _all_indices, "from_json": _all_documents}


class Validated(traitlets.Any):
    """A trait that only its validator checks; unlike Any, it does not let None through."""

    allow_none = False


class RankingBoard(NotebookWidget):
    """A page of results to rearrange: `RankingBoard(["a", "b"], {"a": 2, "c": 3}, k=5)`.

    `docs` is a list of documents in rank order, or a dict {document: title}. `grades` may judge documents that are not
    on the board: they count in the ideal. `challenge={"measure": "nDCG@5", "goal": 0.99, "moves": 2}` sets a task;
    one that a single move meets is refused where several are allowed. `challenge={"measure": "nDCG@10", "above":
    "nDCG@5", "by": 0.2}` asks for a page on which one measure exceeds another.
    `tail` holds the results below this page: they do not move, but count; `titles` are those of judged documents that
    are not on the page. `ndcg=False` leaves out gain, DCG and nDCG, for readers who have not met them yet.
    `RankingBoard.of(run, qrels, "q7")` makes a board of one query of whatever `evaluate` takes.
    """

    _esm = script("board.js")
    _css = style("board.css")
    from_page = frozenset({"order", "k", "gain", "stage", "step", "moves", "history", "speed"})

    query = traitlets.Unicode("").tag(sync=True)
    cards = traitlets.List().tag(sync=True)  # every document that may be shown, on the board or only in the ideal
    start = traitlets.List().tag(**ONE_ORDER)
    ideal = traitlets.List().tag(**ONE_ORDER)
    discounts = traitlets.List().tag(sync=True)
    relevant = traitlets.Int(0).tag(sync=True)  # R
    below = traitlets.List().tag(sync=True)  # the relevant documents of the tail: rank, discount, gains
    returned = traitlets.Int(0).tag(sync=True)  # how many results there are, tail included
    note = traitlets.Unicode("").tag(sync=True)  # what the measures are of, where that is more than the page
    cut_offs = traitlets.List().tag(sync=True)
    challenge = traitlets.Dict(None, allow_none=True).tag(sync=True)
    ndcg = traitlets.Bool(True).tag(sync=True)  # whether gain, DCG and nDCG are shown

    order = traitlets.List().tag(**ONE_ORDER)
    k = Validated(5).tag(sync=True)
    gain = Validated("linear").tag(sync=True)
    stage = traitlets.Int(0, min=0, max=3).tag(sync=True)  # 0 all at once, 1 this page, 2 the ideal page, 3 the ratio
    step = traitlets.Int(0, min=0, max=DEEPEST).tag(sync=True)  # how many terms of the stage are shown
    moves = traitlets.Int(0, min=0).tag(sync=True)
    history = traitlets.List().tag(**MANY_ORDERS)  # earlier orders, for undo
    speed = Validated("normal").tag(sync=True)  # of Play

    def __init__(self, docs, grades, k=5, gain="linear", challenge=None, query="", tail=(), titles=None, ndcg=True):
        others, titles = dict(titles or {}), _titles(docs)
        self.grades, self.tail = _grades(grades, titles), _tail(tail, titles)
        k, gain = _cut_off(k, self._deepest(titles)), as_choice(gain, "gain")
        ideal = _ideal_order(self.grades, titles)
        self.documents = list(dict.fromkeys([*titles, *ideal]))  # those on the board come first
        self.card_index = {doc: index for index, doc in enumerate(self.documents)}
        returned = len(titles) + len(self.tail)
        ranks = range(1, max(len(titles), len(ideal)) + 1)
        super().__init__(
            query=_text(query, "query"),
            cards=[_card(doc, titles, self.grades, others) for doc in self.documents],
            start=list(titles),
            ideal=ideal,
            discounts=[math.log2(rank + 1) for rank in ranks],
            relevant=sum(grade > 0 for grade in self.grades.values()),
            below=[
                _below(rank, self.grades[doc])
                for rank, doc in enumerate(self.tail, start=len(titles) + 1)
                if self.grades.get(doc, 0) > 0
            ],
            returned=returned,
            note=f"the first {len(titles)} of {returned} results; measures are of all {returned}" if self.tail else "",
            cut_offs=sorted({k, *(cut for cut in CUT_OFFS if cut <= min(max(len(titles), 10), self._deepest(titles)))}),
            order=list(titles),
            k=k,
            gain=gain,
            ndcg=ndcg,
        )
        self.challenge = self._checked_challenge(challenge)

    @classmethod
    def of(cls, run, qrels, query, *, top=10, titles=None, typed=None, duplicates="error", **options):
        """The top of one query of a run, with the measures of the whole run: `RankingBoard.of(run, qrels, "q7")`.

        `run` and `qrels` are what `evaluate` takes; `titles`: {document: title}; `typed`: what stands above the page,
        by default the query's id; other options are the board's own.
        """
        ranking, grades = one_query(run, qrels, query, duplicates)
        if as_cutoff(top) is None or top > MOST_DOCUMENTS:
            raise UsageError(f"top must be a whole number from 1 to {MOST_DOCUMENTS}, got {top!r}")
        docs = {doc: (titles or {}).get(doc, doc) for doc in ranking[:top]}
        if not docs:
            raise UsageError(f"query {query!r}: the run returns nothing, so there is no page to show")
        options = {"k": min(5, top), "query": str(query) if typed is None else typed, "titles": titles} | options
        return cls(docs, grades, tail=ranking[top:], **options)

    def _deepest(self, page):
        """The largest k: below the page nothing moves, so with a tail the cut-off lies on the page."""
        return len(page) if self.tail else DEEPEST

    # What may be set ---------------------------------------------------------------------------------------------

    @traitlets.validate("order")
    @_refusing
    def _order(self, value):
        return self._checked_order(value)

    @traitlets.validate("k")
    @_refusing
    def _k(self, value):
        return _cut_off(value, self._deepest(self.start))

    @traitlets.validate("gain")
    @_refusing
    def _gain(self, value):
        return as_choice(value, "gain")

    @traitlets.validate("speed")
    @_refusing
    def _speed(self, value):
        if value not in SPEEDS:
            raise UsageError(f"speed must be {' or '.join(map(repr, SPEEDS))}, got {short(value)}")
        return value

    @traitlets.validate("history")
    @_refusing
    def _history(self, value):
        return [self._checked_order(order) for order in value[-DEEPEST:]]

    def _checked_order(self, order):
        order = [_id(doc, f"rank {rank} of the order") for rank, doc in enumerate(as_ranking(order, name="order"), 1)]
        unknown = [doc for doc in order if doc not in self.start]
        if unknown:
            raise UsageError(f"document {short(unknown[0])} is not on the board; it holds {_listed(self.start)}")
        missing = [doc for doc in self.start if doc not in order]
        if missing:
            raise UsageError(
                f"document {short(missing[0])} is missing: an order holds every document of the board once"
            )
        return order

    def _checked_challenge(self, challenge):
        if challenge is None:
            return None
        task = _task(challenge, self.gain)
        if not self.ndcg and "nDCG" in {task["kind"], (task["above"] or task)["kind"]}:
            raise UsageError("this board leaves nDCG out: choose a task about P, R, RR or AP, or pass ndcg=True")
        if self._of_task(task, self.start) >= task["goal"] - 1e-12:
            raise UsageError(f"the board starts with {_wanted(task)}: there is nothing left to do")
        self._refuse_impossible(task)
        if (task["moves"] or 1) > 1:
            self._refuse_one_move(task)
        return task

    def _refuse_impossible(self, task):
        """The best order meets a goal, if any does; where two measures are compared, only a search can tell."""
        if task["above"]:
            most = task["moves"] or 3
            if len(self.start) <= SEARCHED and self._fewest_moves(task, most) is None:
                raise UsageError(f"no page that {most} or fewer moves lead to has {_wanted(task)}: set a smaller `by`")
            return
        best = self._of_task(task, sorted(self.start, key=lambda doc: -self.grades.get(doc, 0)))
        if best < task["goal"] - 1e-12:
            raise UsageError(f"no order of these documents reaches {_wanted(task)}: the best is {best}")

    def _refuse_one_move(self, task):
        """Where several moves are allowed, one must not be enough: a puzzle that says two should need two."""
        furthest = max(self._of_task(task, order) for order in _one_move_on(self.start))
        if furthest >= task["goal"] - 1e-12:
            raise UsageError(
                f"one move is enough to reach {_wanted(task)}: the best of them gives "
                f"{figure(furthest)}; set a higher goal, or moves to 1"
            )

    # What can be read --------------------------------------------------------------------------------------------

    @property
    def values(self):
        """Every measure of the page as it stands, and of the tail below it, by ratools.metrics."""
        at, order, grades = {"k": self.k}, [*self.order, *self.tail], self.grades
        retrieved = [grades.get(doc, 0) for doc in order]
        sums = {
            f"nDCG@{self.k}": graded.ndcg_at_k(order, grades, **at, gain=self.gain),
            f"DCG@{self.k}": graded.dcg_at_k(retrieved, **at, gain=self.gain),
            f"IDCG@{self.k}": graded.ideal_dcg_at_k(grades, **at, gain=self.gain),
        }
        return (sums if self.ndcg else {}) | {
            f"P@{self.k}": binary.precision_at_k(order, grades, **at),
            f"R@{self.k}": binary.recall_at_k(order, grades, **at),
            "RR": binary.reciprocal_rank(order, grades),
            "AP": binary.average_precision(order, grades),
        }

    @property
    def titles(self):
        """{document: title} of the page and of the ideal, as `explain(…, titles=board.titles)` takes them."""
        return {doc: self.cards[index]["title"] for doc, index in self.card_index.items()}

    @property
    def solved(self):
        """Whether the challenge is met: the goal reached, within the moves allowed."""
        if self.challenge is None:
            return False
        allowed = self.challenge["moves"]
        reached = self._of_task(self.challenge, self.order) >= self.challenge["goal"] - 1e-12
        return reached and (allowed is None or self.moves <= allowed)

    def _of_task(self, task, order):
        """The task's measure; or, where two are compared, by how much one exceeds the other."""
        whole = [*order, *self.tail]
        value = parse(task["name"]).of_query(whole, self.grades)
        return value - (parse(task["above"]["name"]).of_query(whole, self.grades) if task["above"] else 0.0)

    def fewest_moves(self, at_most=3):
        """In how few moves the challenge can be met, or None if `at_most` are not enough."""
        if self.challenge is None:
            raise UsageError("the board has no challenge: pass challenge={'measure': 'nDCG@5', 'goal': 0.99}")
        return self._fewest_moves(self.challenge, at_most)

    def _fewest_moves(self, task, at_most):
        seen, orders = set(), [self.start]
        for moves in range(at_most + 1):
            if any(self._of_task(task, order) >= task["goal"] - 1e-12 for order in orders):
                return moves
            patterns = {self._pattern(after): after for order in orders for after in _one_move_on(order)}
            orders = [order for pattern, order in patterns.items() if pattern not in seen]
            seen |= set(patterns)
        return None

    def _pattern(self, order):
        """Orders with the same grades at the same ranks are worth the same."""
        return tuple(self.grades.get(doc, 0) for doc in order)

    # What can be done --------------------------------------------------------------------------------------------

    def move(self, doc, rank):
        """Put a document at a rank, as dragging its card does: one move, however far."""
        if doc not in self.start:
            raise UsageError(f"document {short(doc)} is not on the board; it holds {_listed(self.start)}")
        if not isinstance(rank, int) or isinstance(rank, bool) or not 1 <= rank <= len(self.order):
            raise UsageError(f"rank must be a whole number from 1 to {len(self.order)}, got {rank!r}")
        order = [other for other in self.order if other != doc]
        order.insert(rank - 1, doc)
        if order != self.order:
            with self.hold_trait_notifications():
                self.history, self.order, self.moves = [*self.history, self.order], order, self.moves + 1

    def undo(self):
        """Take the last move back."""
        if self.history:
            with self.hold_trait_notifications():
                self.order, self.history, self.moves = self.history[-1], self.history[:-1], max(self.moves - 1, 0)

    def reset(self):
        """Back to the page as it was at the start."""
        with self.hold_trait_notifications():
            self.order, self.history, self.moves, self.stage, self.step = list(self.start), [], 0, 0, 0

    # The text form -----------------------------------------------------------------------------------------------

    def _rows(self):
        """What each rank holds and adds: the table of the text form."""
        rows, total = [], 0.0
        for rank, doc in enumerate(self.order, start=1):
            card = self.cards[self.card_index[doc]]
            term = card["gains"][self.gain] / self.discounts[rank - 1]
            total += term
            counted = (
                figure(card["gains"][self.gain]),
                f"{self.discounts[rank - 1]:.2f}",
                f"{term:.2f}",
                f"{total:.2f}",
            )
            rows.append((str(rank), card["title"], _graded(card), *(counted if rank <= self.k else ("", "", "", ""))))
        return rows

    def _ideal_cards(self):
        return [self.cards[self.card_index[doc]] for doc in self.ideal[: self.k]]

    def text(self):
        """The page, the ideal and the measures as a table of plain text."""
        names = ("rank", "document", "grade", "gain", "discount", "gain/discount", "sum")[: self._columns()]
        rows = [(row[0], _short_title(row[1]), *row[2 : self._columns()]) for row in self._rows()]
        widths = [max(len(cell) for cell in column) for column in zip(names, *rows, strict=True)]
        lines = ["  ".join(_aligned(row, widths)).rstrip() for row in (names, *rows)]
        ideal = ", ".join(f"{_short_title(card['title'])} ({_marked(card)})" for card in self._ideal_cards())
        measures = "  ".join(f"{name} {value:.3f}" for name, value in self._headline_first())
        best = [f"ideal: {ideal or 'nothing is judged'}"] if self.ndcg else []
        return "\n".join([*self._heading(), *lines, *best, measures])

    def _columns(self):
        """How many columns the text form has: without nDCG it ends with the grade."""
        return 7 if self.ndcg else 3

    def _headline_first(self):
        """The values by name, the task's measure first: it is what the board is about."""
        kind = self.challenge["kind"] if self.challenge else "nDCG" if self.ndcg else "AP"
        return sorted(self.values.items(), key=lambda item: item[0].split("@")[0] != kind)

    def _heading(self):
        asked = [f"“{self.query}”"] if self.query else []
        noted = [f"{self.note[0].upper()}{self.note[1:]}."] if self.note else []
        return [*asked, *noted, *([_task_sentence(self.challenge)] if self.challenge else [])]

    def text_html(self):
        """The same as an HTML table, for a notebook without a kernel."""
        names = ("rank", "document", "grade", "gain", "discount", "gain ÷ discount", "running sum")[: self._columns()]
        head = _table_row("th scope='col'", names, names)
        body = "".join(_table_row("td", names, row[: self._columns()]) for row in self._rows())
        titles = [f"<bdi>{escape(card['title'])}</bdi> ({escape(_marked(card))})" for card in self._ideal_cards()]
        ideal = f"<td colspan='6' style='text-align: left'>{' · '.join(titles) or 'nothing is judged'}</td>"
        first, *others = (f"{name} {value:.3f}" for name, value in self._headline_first())
        heading = "".join(f"<p>{escape(line)}</p>" for line in self._heading())
        rows = f"{body}<tr><th scope='row'>ideal</th>{ideal}</tr>" if self.ndcg else body
        table = f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>"
        measures = f"<p><b>{first}</b> · {' · '.join(others)}</p>"
        return f"{heading}{table}{measures}<p>In a running notebook the documents can be moved.</p>"


# Arguments -------------------------------------------------------------------------------------------------------


def _titles(docs):
    """The documents in rank order with their titles."""
    titles = dict(docs) if isinstance(docs, dict) else _named(as_ranking(docs, name="docs"))
    if not titles:
        raise UsageError("docs is empty: a board needs at least one document (a list of them, best first)")
    if len(titles) > MOST_DOCUMENTS:
        raise UsageError(
            f"a board holds at most {MOST_DOCUMENTS} documents, got {len(titles)}: pass docs[:{MOST_DOCUMENTS}]"
        )
    return {_id(doc, f"rank {rank} of docs"): str(title) for rank, (doc, title) in enumerate(titles.items(), start=1)}


def _named(docs):
    """Ids as titles; where two look alike, such as 1 and "1", as Python writes them."""
    names = [str(doc) for doc in docs]
    return {doc: name if names.count(name) == 1 else repr(doc) for doc, name in zip(docs, names, strict=True)}


def _id(doc, location):
    """A document's id; numpy's scalars become Python's."""
    return as_hashable(doc.item() if hasattr(doc, "item") else doc, f"the document at {location}")


def _grades(grades, titles):
    grades = {_id(doc, "an entry of grades"): grade for doc, grade in as_judgements(grades, name="grades").items()}
    if not grades:
        raise UsageError("grades is empty: judge at least one document, as in {'d1': 2} (0 means not relevant)")
    for doc, grade in grades.items():
        if grade > HIGHEST:
            raise UsageError(f"document {short(doc)} has grade {grade!r}: the board shows grades up to {HIGHEST}")
    same_kind_of_ids(titles, grades)
    return grades


def _tail(tail, titles):
    tail = as_ranking(tail, name="tail")
    twice = [doc for doc in tail if doc in titles]
    if twice:
        raise UsageError(
            f"document {short(twice[0])} stands on the page and in the tail: a document can be found only once"
        )
    return tail


def _cut_off(k, most):
    if not isinstance(k, Integral) or isinstance(k, bool) or not 1 <= k <= most:
        more = "k=len(docs) reads the whole page"
        more = more if most == DEEPEST else "the cut-off lies on the page: show more results to go deeper"
        raise UsageError(f"k must be a whole number from 1 to {most}, got {short(k)} ({more})")
    return int(k)


def _text(value, name):
    if not isinstance(value, str):
        raise UsageError(f"{name} must be a text, got {value!r}")
    return value


def _task(challenge, gain):
    """A challenge, checked, with what the page needs to follow it."""
    example = "write {'measure': 'nDCG@5', 'goal': 0.99, 'moves': 2}"
    compared = {"measure": "nDCG@10", "above": "nDCG@5", "by": 0.1}
    needed = ({"measure", "goal"}, set(compared))
    if not isinstance(challenge, dict) or not any(keys <= set(challenge) <= {*keys, "moves"} for keys in needed):
        raise UsageError(
            f"challenge must be a dict with a measure, a goal and the moves, got {challenge!r}: {example} or {compared}"
        )
    goal, moves = challenge.get("goal", challenge.get("by")), challenge.get("moves")
    goal = as_number(goal, f"the challenge's {'by' if 'by' in challenge else 'goal'}")
    if not 0 < goal <= 1:
        raise UsageError(f"the challenge's goal must be above 0 and at most 1, got {goal!r}")
    if moves is not None and (isinstance(moves, bool) or not isinstance(moves, int) or moves < 1):
        raise UsageError(
            f"the challenge's moves must be a whole number of at least 1, got {moves!r} (leave it out for any)"
        )
    above = _followed(challenge["above"], gain) if "above" in challenge else None
    return {**_followed(challenge["measure"], gain), "above": above, "goal": goal, "moves": moves}


def _followed(measure, gain):
    """A measure of a challenge: how it is called, what it is, and what the page needs to compute it."""
    named = parse(measure)
    kind = named.row.name
    if kind not in CHALLENGES or set(named.options) - {"gain"}:
        raise UsageError(f"the board cannot follow {named.name}: choose one like {', '.join(CHALLENGES.values())}")
    gain = named.options.get("gain", gain)
    at = "" if named.k is None else f"@{named.k}"
    exact = f"nDCG(gain={gain!r}){at}" if kind == "nDCG" else named.name
    return {"measure": named.name, "name": exact, "kind": kind, "k": named.k, "gain": gain, "label": f"{kind}{at}"}


def _wanted(task):
    """What a task asks for, as errors put it."""
    if task["above"]:
        return f"{task['measure']} {task['goal']} above {task['above']['measure']}"
    return f"{task['measure']} ≥ {task['goal']}"


# What the page receives ------------------------------------------------------------------------------------------


def _ideal_order(grades, titles):
    """Judged documents, best first; among equals those on the page come first, in its order."""
    judged = [doc for doc in dict.fromkeys([*titles, *grades]) if grades.get(doc, -1) >= 0]
    return sorted(judged, key=lambda doc: -grades[doc])[:DEEPEST]


def _card(doc, titles, grades, others):
    """All that the page shows of a document. A negative grade means that nobody judged it."""
    grade = grades.get(doc, -1)
    worth = max(grade, 0)
    return {
        "title": titles.get(doc) or str(others.get(doc, doc)),
        "grade": figure(grade) if grade >= 0 else "?",
        "word": _word(grade, grades.values()),
        "level": math.ceil(3 * worth / max(3, *grades.values())),
        "best": worth > 0 and worth == max(grades.values()),
        "relevant": worth > 0,
        "judged": grade >= 0,
        "here": doc in titles,
        "gains": _gains(worth),
    }


def _below(rank, grade):
    """A relevant document of the tail, as the page adds it up."""
    return {"rank": rank, "discount": math.log2(rank + 1), "gains": _gains(grade)}


def _gains(worth):
    return {gain: float(graded.gain_of(worth, gain)) for gain in ("linear", "exp")}


def _word(grade, grades):
    """What a grade is called: words on the scales 0–1 and 0–3, the number on others."""
    if grade <= 0:
        return "not judged" if grade < 0 else WORDS[0]
    if max(grades) == 1 and all(other == int(other) for other in grades):
        return "relevant"
    words = all(other in WORDS for other in grades if other >= 0)
    return WORDS[grade] if words else f"grade {figure(grade)}"


def _one_move_on(order):
    """Every order that one move leads to."""
    for index, doc in enumerate(order):
        rest = [*order[:index], *order[index + 1 :]]
        yield from ([*rest[:to], doc, *rest[to:]] for to in range(len(order)) if to != index)


# Text ------------------------------------------------------------------------------------------------------------


def _task_sentence(task):
    within = "" if task["moves"] is None else f" in at most {task['moves']} move{'s' if task['moves'] > 1 else ''}"
    if task["above"]:
        higher, lower = _with_gain(task, task), _with_gain(task["above"], task)
        by = figure(task["goal"])
        return f"Task: find a page on which {higher} is higher than {lower}, by at least {by}{within}."
    return f"Task: reach {task['measure']} ≥ {figure(task['goal'])}{within}."


def _with_gain(part, task):
    """A measure of a comparison; the gain is named where the two differ in it."""
    differ = part["kind"] == "nDCG" and {task["gain"], task["above"]["gain"]} != {"linear"}
    gain = {"linear": "linear", "exp": "exponential"}[part["gain"]]
    return f"{part['label']} with {gain} gain" if differ else part["label"]


def _graded(card):
    return card["grade"] if card["judged"] else "not judged"


def _marked(card):
    return card["grade"] if card["here"] else f"{card['grade']}, not on this page"


def _short_title(title):
    """A title on one line of a terminal."""
    title = " ".join(title.split())
    return title if len(title) <= 40 else f"{title[:39]}…"


def _listed(docs):
    return ", ".join(map(short, docs[:5])) + (" …" if len(docs) > 5 else "")


def _aligned(row, widths):
    """Cells of one width: text to the left, numbers to the right."""
    return [
        cell.ljust(width) if column in (1, 2) else cell.rjust(width)
        for column, (cell, width) in enumerate(zip(row, widths, strict=True))
    ]


def _table_row(tag, names, row):
    """A row of the HTML table, its data escaped; numbers stand to the right, as notebooks have it."""
    cells = []
    for name, cell in zip(names, row, strict=True):
        side = " style='text-align: left'" if name == "document" else ""
        cells.append(f"<{tag}{side}><bdi>{escape(cell)}</bdi></{tag.split()[0]}>")
    return f"<tr>{''.join(cells)}</tr>"

"""The state of a judging desk: which pair comes next, what a grade does, how long the rest will take.

`DeskWork.act` takes what a page sends and `view` says what a page shows, so that a notebook and a local page share it.
"""

from collections.abc import Mapping
from datetime import datetime
from itertools import islice

from ratools.assessing.collecting import as_queries
from ratools.assessing.judgement_file import JudgementFile, as_judge, consistency
from ratools.assessing.pools import Pool, pool, sequence
from ratools.errors import UsageError
from ratools.lazy import Later
from ratools.words import count, short

pd = Later("pandas")

DOC_IDS = ("doc_id", "id", "_id", "docid", "document_id", "docno")
DOC_TEXTS = ("text", "contents", "content", "body", "document")
LONG = 20_000  # characters of a document that are shown at first
REQUESTS = ("grade", "skip", "undo", "whole", "skipped")
LONGEST_NOTE = 1_000
BREAK = 300  # seconds; a longer pause between two acts does not count as work
RECENT = 50  # acts from which the pace is taken


class DeskWork:
    """What one judge has to do, and does: see `JudgingDesk` for the arguments."""

    def __init__(
        self,
        queries,
        documents,
        runs=None,
        depth=10,
        judge="judge-1",
        path="judgements.csv",
        *,
        scale=None,
        repeats=0.05,
        seed=0,
        adjudicate=False,
    ):
        self.judge, self.adjudicate = as_judge(judge), bool(adjudicate)
        self.file = JudgementFile(path, scale)
        if not self.file.path.parent.is_dir():
            raise UsageError(f"{path}: there is no folder {self.file.path.parent} to keep the judgements in")
        if isinstance(repeats, bool) or not isinstance(repeats, (int, float)) or not 0 <= repeats <= 1:
            raise UsageError(f"repeats must be a share from 0 to 1, got {short(repeats)}")
        self.queries = {str(query): text for query, text in as_queries(queries).items()}
        self.documents = as_documents(documents)
        self.pool, self.depth, self.order = None, None, []
        if not self.adjudicate:
            self.pool = as_pool(runs, depth)
            self.depth = self.pool.depth
            self.order = [
                (str(q), str(doc), again)
                for q, doc, again in sequence(self.pool, self.judge, repeats=repeats, seed=seed)
            ]
        self._in_order = {entry[:2] for entry in self.order}
        self._started, self._known_disputes = False, (None, 0)
        self._check_texts()
        self._passed_over, self._revisiting, self._reopened = set(), False, None
        self._shown, self._turn, self._whole = None, 0, False
        self._message = self._problem = ""

    def _check_texts(self):
        """Refuse what cannot be read before anybody begins."""
        pairs = self._disputes() if self.adjudicate else [entry[:2] for entry in self.order]
        for query, doc in pairs:
            if query not in self.queries:
                raise UsageError(f"query {query!r} has no text; give it in queries, or leave it out of the runs")
            if doc not in self.documents:
                raise UsageError(f"document {doc!r} of query {query!r} has no text; give it in documents")
            content(self.documents[doc], doc)

    # What there is to do ---------------------------------------------------------------------------------------------

    def _disputes(self):
        """{pair: {judge: grade}} on which judges differ, settled or not, the widest first."""
        rows = self.file.rows()
        known, read = self._known_disputes
        if known is None or any(row["action"] in ("grade", "undo") for row in rows[read:]) or len(rows) < read:
            given = {}
            for judge in self.file.judges():
                for pair, grade in self.file.grades(judge).items():
                    given.setdefault(pair, {})[judge] = grade
            apart = {pair: max(grades.values()) - min(grades.values()) for pair, grades in given.items()}
            known = {pair: given[pair] for pair in sorted(given, key=lambda pair: -apart[pair]) if apart[pair]}
        self._known_disputes = known, len(rows)
        return known

    def _work(self):
        """(entries that are left, number of all entries, pairs that were skipped)."""
        if self.adjudicate:
            disputes, settled = self._disputes(), self.file.decided()
            left = [(*pair, False) for pair in disputes if pair not in settled and pair not in self._passed_over]
            return left, len(disputes), self._passed_over - set(settled)
        done = {"grade": set(), "again": set(), "skip": set()}
        for row in self.file.acts(self.judge):
            done.get(row["action"], set()).add((row["query"], row["document"]))
        skipped = done["skip"] - done["grade"]
        out = (skipped & self._passed_over) if self._revisiting else skipped
        left = []
        for query, doc, again in self.order:
            pair = (query, doc)
            finished = pair in done["again"] or pair in done["skip"] if again else pair in done["grade"] or pair in out
            if not finished:
                left.append((query, doc, again))
        return left, len(self.order), skipped & self._in_order

    def pace(self):
        """Seconds per pair of this judge's latest work, pauses left out; None before there are five."""
        times = [_seconds(row["time"]) for row in islice(self._latest_first(), RECENT + 1)][::-1]
        gaps = [b - a for a, b in zip(times, times[1:], strict=False) if 0 <= b - a <= BREAK]
        return sum(gaps) / len(gaps) if len(gaps) >= 5 else None

    def settings(self, highlight=False, page=False):
        """What a page needs once: it does not change while somebody judges."""
        scale = [[grade, words] for grade, words in self.file.scale.items()]
        return {
            "judge": self.judge,
            "scale": scale,
            "highlight": bool(highlight),
            "adjudicate": self.adjudicate,
            "file": self.file.path.name,
            "page": page,
        }

    def view(self, answered=""):
        """All that a page shows, as plain JSON values."""
        left, total, skipped = self._work()
        pace = self.pace()
        shown = self._reopened if self._reopened in left else left[0] if left else None
        if shown != self._shown:
            self._shown, self._whole, self._turn = shown, False, self._turn + 1
        state = {
            "turn": self._turn,
            "answered": answered,
            "left": len(left),
            "total": total,
            "skipped": len(skipped),
            "queries": len({entry[0] for entry in self.order}),
            "queries_left": len({entry[0] for entry in left if not entry[2]}),
            "pace": pace,
            "seconds_left": None if pace is None else pace * len(left),
            "undo": self._last_act() is not None,
            "said": self._message,
            "problem": self._problem,
            "pair": self._pair(shown, self._whole) if shown else None,
            "next": next((self._pair(entry) for entry in left if entry != shown), None),  # to be shown without waiting
            "end": "" if shown else self._end(skipped),
        }
        self._message = self._problem = ""
        self._latest = state
        return state

    def _pair(self, entry, whole=False):
        query, doc, _ = entry
        title, text = content(self.documents[doc], doc)
        given = self._disputes()[query, doc] if self.adjudicate else {}
        notes = {judge: self.file.note(judge, query, doc) for judge in given}
        return {
            "query": self.queries[query],
            "title": title,
            "text": text if whole else text[:LONG],
            "more": 0 if whole else max(len(text) - LONG, 0),
            "given": [{"judge": judge, "grade": grade, "note": notes[judge]} for judge, grade in given.items()],
        }

    def _end(self, skipped):
        """What is said when nothing is left."""
        if self.adjudicate:
            settled = len(self.file.decided())
            return f"Nothing is left to decide: {count(settled, 'pair')} settled, {len(skipped)} passed over."
        summary = f"Everything is judged: {count(len(self.file.grades(self.judge)), 'pair')}"
        summary += f", {len(skipped)} skipped." if skipped else "."
        twice, alike = consistency(self.file, self.judge)
        repeats = f" {count(twice, 'pair')} came twice; you graded {alike} of them alike." if twice else ""
        return summary + repeats

    # What a judge does -----------------------------------------------------------------------------------------------

    def act(self, message):
        """Do what a page asks for, and give the view that follows; what cannot be done is said in it."""
        action, answered = message.get("action"), str(message.get("id", ""))[:60]
        if action in ("grade", "skip") and message.get("turn") != self._turn:
            self._problem = "Not saved: another window of this desk had gone on. Here is what it shows now."
            return self.view(answered)
        try:
            if action == "grade":
                self.grade(message.get("grade"), message.get("note") or "")
            elif action == "skip":
                self.skip(message.get("note") or "")
            elif action == "undo":
                self.undo()
            elif action == "whole":
                self._whole = True
            elif action == "skipped":
                self.revisit()
        except ValueError as error:
            self._problem = f"Not saved: {error}"
        try:
            return self.view(answered)
        except ValueError as error:  # somebody broke the file meanwhile
            return self._latest | {"answered": answered, "problem": f"The file cannot be read any more: {error}"}

    def grade(self, grade, note=""):
        """Grade the pair that is shown; while adjudicating, settle it."""
        query, doc, again = self._current()
        action = "decide" if self.adjudicate else "again" if again else "grade"
        self._append(query, doc, action, grade, note)
        words = self.file.scale[grade]
        self._message = f"Saved: {grade}{', ' if words else ''}{words}"
        self._reopened = None

    def skip(self, note=""):
        """Leave the pair that is shown unjudged."""
        query, doc, _ = self._current()
        if not self.adjudicate:  # a pair that is passed over while adjudicating comes again at the next start
            self._append(query, doc, "skip", None, note)
        self._passed_over.add((query, doc))
        self._message, self._reopened = "Skipped: it stays unjudged" if not self.adjudicate else "Passed over", None

    def undo(self):
        """Take the last act back, as a further line, and show that pair again."""
        last = self._last_act()
        if last is None:
            self._message = "There is nothing to undo"
            return
        self._append(last["query"], last["document"], "undo", None, "")
        self._passed_over.discard((last["query"], last["document"]))
        self._reopened = (last["query"], last["document"], last["action"] == "again")
        self._message = f"Undone: {last['action']} {last['grade']}".strip()

    def revisit(self):
        """Show the skipped pairs once more."""
        self._passed_over, self._revisiting = set(), True

    def _current(self):
        if self._shown is None:
            self.view()
        if self._shown is None:
            raise UsageError("nothing is left to judge")
        return self._shown

    def _append(self, query, doc, action, grade, note):
        if not self._started:
            self.file.start(self.depth)
            self._started = True
        self.file.append(self.judge, query, doc, action, grade, note[:LONGEST_NOTE])

    def _latest_first(self):
        """This judge's acts of the kind that is done here, on pairs that are in the pool, the latest first."""
        kinds = ("decide",) if self.adjudicate else ("grade", "again", "skip")
        for row in reversed(self.file.acts(self.judge)):
            if row["action"] in kinds and (self.adjudicate or (row["query"], row["document"]) in self._in_order):
                yield row

    def _last_act(self):
        return next(self._latest_first(), None)

    def summary(self):
        """[(what, value)] for the text form, without what changes by the clock."""
        left, total, skipped = self._work()
        what = "disputed pairs" if self.adjudicate else "pairs"
        rows = [("judge", self.judge), (what, str(total)), ("left", str(len(left))), ("skipped", str(len(skipped)))]
        return [
            *rows,
            ("scale", "; ".join(f"{grade} {words}".strip() for grade, words in self.file.scale.items())),
            ("file", self.file.path.name),
        ]

    def plan(self):
        """How long the rest will take at the pace so far, in a sentence."""
        left, pace = len(self._work()[0]), self.pace()
        if not left:
            return "Nothing is left to judge."
        if pace is None:
            return f"{count(left, 'pair')} left; the pace is known after six."
        return f"{count(left, 'pair')} left: about {duration(pace * left)} at {pace:.0f} s per pair."


def checked_request(message):
    """What a page sent, if a page may send it."""
    if not isinstance(message, dict) or (message and message.get("action") not in REQUESTS):
        raise UsageError(f"a request must ask for one of {', '.join(REQUESTS)}, got {short(message)}")
    if not isinstance(message.get("note") or "", str):
        raise UsageError("a note must be a text")
    return message


def _seconds(time):
    try:
        return datetime.fromisoformat(time).timestamp()
    except ValueError:  # a time that somebody wrote by hand
        return float("nan")


def duration(seconds):
    """Seconds in the words of a plan.

    >>> duration(40), duration(600), duration(9000)
    ('1 min', '10 min', '2 h 30 min')
    """
    minutes = max(round(seconds / 60), 1)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def as_pool(runs, depth):
    """A pool as it is, or the first results of runs."""
    if isinstance(runs, Pool):
        if not runs.pairs:
            raise UsageError("the pool is empty: there is nothing to judge")
        return runs
    if runs is None:
        raise UsageError("runs is missing: give {system: run}, a list of runs, or a pool")
    return pool(runs, depth)


def as_documents(documents):
    """{id as text: document} of a dict, or of a DataFrame with doc_id, text and perhaps title."""
    if isinstance(documents, Mapping):
        by_id = {str(doc): value for doc, value in documents.items()}
    elif isinstance(documents, pd.DataFrame):
        by_id = documents_of(documents.to_dict("records"), "the documents")
    else:
        raise UsageError(f"documents must be a dict {{id: text}} or a DataFrame, got {short(documents)}")
    if not by_id:
        raise UsageError("there are no documents: give at least one, as {id: text}")
    return by_id


def documents_of(rows, where):
    """{id: {"title", "text"}} of rows, each a dict."""
    documents = {}
    for number, row in enumerate(rows, start=1):
        ids, text = ([name for name in names if name in row] for names in (DOC_IDS, DOC_TEXTS))
        if not ids or not text:
            raise UsageError(
                f"{where}, row {number}: needs doc_id and text, has {', '.join(map(str, row)) or 'nothing'}"
            )
        doc = str(row[ids[0]])
        if doc in documents:
            raise UsageError(f"{where}, row {number}: document {doc!r} is there twice")
        documents[doc] = {"title": _plain(row.get("title")), "text": _plain(row[text[0]])}
    return documents


def _plain(value):
    """A cell as text: an empty one is None, or NaN in a DataFrame."""
    return "" if value is None or value != value else str(value)


def content(document, doc):
    """(title, text) of a document: plain text, a dict, or an object with title and text."""
    if isinstance(document, str):
        return "", document
    if isinstance(document, Mapping):
        title, text = document.get("title"), next((document[name] for name in DOC_TEXTS if name in document), None)
    else:
        title, text = getattr(document, "title", None), getattr(document, "text", None)
    if not isinstance(text, str):
        raise UsageError(f"document {doc!r} must be a text, or have a title and a text, got {short(document)}")
    return str(title or ""), text

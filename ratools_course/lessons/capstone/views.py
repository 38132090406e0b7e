"""Notebook 14, step by step: who asks, a plan that is kept, both versions side by side, the two changes apart."""

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from ratools.evaluation.evaluator import evaluate
from ratools.lazy import Later
from ratools.metrics.answers import normalized
from ratools.words import did_you_mean, short
from ratools_course.cards import Words
from ratools_course.systems.answer_scoring import answer_scores, mean_interval, stage_failures
from ratools_course.systems.answering import version_with
from ratools_course.systems.combined import RankFusion
from ratools_course.systems.datasets import capstone, capstone_minilm
from ratools_course.systems.lexical import Bm25
from ratools_course.systems.words import english_words

pd = Later("pandas")

MEASURES = {  # what a plan may name, and what each of them sees
    "exact match": "the answer, word for word; silence counts as right where there is no answer",
    "F1": "the answer, by the words that it shares with an accepted one",
    "abstention": "only the questions without an answer",
    "nDCG@10": "the ten pages, the best on top",
    "R@10": "how much of what is relevant is among the ten pages",
}
OF_ANSWERS = {"exact match": "exact_match", "F1": "f1", "abstention": "abstention_accuracy"}
ERRORS = {  # the error that costs most: (what it costs, the measures that cannot see it and why)
    "wrong answer": ("somebody acts on it", {
        "nDCG@10": "It sees pages. A wrong answer from a right page costs it nothing.",
        "R@10": "It sees pages. A wrong answer from a right page costs it nothing.",
        "abstention": "It looks only at questions without an answer. A wrong answer to the others costs it nothing.",
    }),
    "silence": ("somebody has to call", {
        "abstention": "A version that is always silent has an abstention of 1.",
        "nDCG@10": "It sees pages, and cannot tell whether anything was said.",
        "R@10": "It sees pages, and cannot tell whether anything was said.",
    }),
    "missed page": ("somebody never learns that there is a page", {
        "exact match": "It sees the answer. Whether the page was shown does not change it.",
        "F1": "It sees the answer. Whether the page was shown does not change it.",
        "abstention": "It sees silence. Whether the page was shown does not change it.",
    }),
}  # fmt: skip
EXAMPLE = ("a customer beside a bike", "wrong answer", "exact match", "nDCG@10", 0.05)
FIELDS = ("used by", "error that costs most", "first", "second", "margin")
PARTS = ("used_by", "error", "first", "second", "margin")


# What it is for ------------------------------------------------------------------------------------------------------


def both_parts():
    """The parts of version A, in use, and of version B, proposed."""
    same = "the same"
    rows = {
        "search": ("BM25, words", "BM25 over stems, joined with meaning"),
        "pages read": ("the first 3, in pieces of 400 characters", same),
        "pieces kept": ("the best 3", same),
        "sentence": ("the one with most of the question's words", same),
        "said": ("the part that fits the question", "the whole sentence"),
        "silent": ("where it is less than half sure", same),
    }
    return pd.DataFrame.from_dict(rows, orient="index", columns=["A, in use", "B, proposed"]).rename_axis("part")


def people(data, *queries):
    """What somebody typed, and in which situation."""
    asked = data.collection.queries
    return Words("\n\n".join(f"**{asked[one].text}** {asked[one].situation} ({one})" for one in queries))


# A plan that is kept -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """What was chosen before any result was seen; an example until you choose."""

    values: tuple
    committed: str = ""  # when
    earlier: tuple = field(default=(), repr=False)  # what was committed before, the oldest first
    open_parts: tuple = field(default=(), repr=False)  # what is still `...` in the cell

    @property
    def first(self):
        """The measure that decides."""
        return self.values[2]

    @property
    def second(self):
        """The measure that is watched as well."""
        return self.values[3]

    @property
    def margin(self):
        """The loss that is overlooked."""
        return self.values[4]

    @property
    def words(self):
        """All of it as text."""
        if not self.committed:  # the example is not told: it would answer the question
            some = f" ({', '.join(self.open_parts)})" if 0 < len(self.open_parts) < len(FIELDS) else ""
            return f"Nothing committed yet: replace each `...`{some} and run the cell. The cells below use an example."
        told = ". ".join(f"**{name[0].upper()}{name[1:]}:** {value}" for name, value in self._named())
        parts = [f"Committed {self.committed}. {told}.", *self._doubts(), *self._changes(), *self._unfinished()]
        return "\n\n".join(parts)

    def _named(self):
        return zip(FIELDS, self.values, strict=True)

    def _doubts(self):
        error, first = self.values[1], self.first
        cost, blind = ERRORS[error]
        if first in blind:
            yield f"What costs most is “{error}”: {cost}. Would {first} notice it? {blind[first]}"

    def _changes(self):
        if self.earlier and self.earlier[0] != self.values:
            was = zip(FIELDS, self.earlier[0], self.values, strict=True)
            told = ", ".join(f"{name} {old} → {new}" for name, old, new in was if old != new)
            yield (
                f"This is not your first plan. Changed since: {told}. Had you seen a result by then? If so, say it in "
                "your recommendation."
            )

    def _unfinished(self):
        if 0 < len(self.open_parts) < len(FIELDS):
            yield f"Nothing new was committed: something is still open ({', '.join(self.open_parts)})."

    def __repr__(self):
        return repr(Words(self.words))

    def _repr_html_(self):
        return Words(self.words)._repr_html_()


def commit_plan(used_by=..., error=..., first=..., second=..., margin=..., path="my_plan.jsonl"):
    """Choose before you look: who uses it, which error costs most, two measures, a margin. A file keeps your choice.

    A part that is still `...` commits nothing; the plan that was kept, or an example, is shown.
    """
    kept = _kept(path)
    values = (used_by, error, first, second, margin)
    missing = tuple(name for name, one in zip(PARTS, values, strict=True) if one is ...)
    if missing and kept:
        return Plan(kept[-1][1], kept[-1][0], tuple(one for _, one in kept), missing)
    if missing:
        return Plan(EXAMPLE, open_parts=missing)
    _refuse(values)
    if not kept or kept[-1][1] != values:
        kept.append((datetime.now(UTC).strftime("%d %B %Y, %H:%M UTC"), values))
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(json.dumps({"committed": kept[-1][0], "plan": values}, ensure_ascii=False) + "\n")
    return Plan(values, kept[-1][0], tuple(one for _, one in kept))


def _refuse(values):
    used_by, error, first, second, margin = values
    if not isinstance(used_by, str) or not used_by.strip():
        raise ValueError(f"used_by must say who uses the system, in a few words, got {short(used_by)}")
    for name, value, known in (("error", error, ERRORS), ("first", first, MEASURES), ("second", second, MEASURES)):
        if not isinstance(value, str) or value not in known:
            raise ValueError(
                f"{name} must be one of {', '.join(known)}, got {short(value)}{did_you_mean(str(value), known)}"
            )
    if first == second:
        raise ValueError(f"first and second are both {first!r}: choose two measures")
    if isinstance(margin, bool) or not isinstance(margin, (int, float)) or not 0 < margin < 1:
        raise ValueError(f"margin must be a number between 0 and 1, such as 0.05, got {short(margin)}")


def _kept(path):
    """[(when, values)] of a file of plans; lines that are not ours are passed over."""
    found = []
    if Path(path).is_file():
        for line in Path(path).read_text(encoding="utf-8").splitlines():
            try:
                one = json.loads(line)
                _refuse(tuple(one["plan"]))
            except (ValueError, KeyError, TypeError):
                continue
            found.append((one["committed"], tuple(one["plan"])))
    return found


# Both versions -------------------------------------------------------------------------------------------------------


def all_judgements(data, mine=None):
    """The judgements, with the reader's grades for the pool that was left to you.

    With `mine`, {query: {page: grade}}, your grades count where you gave one; a pair that you left open keeps the
    reader's.
    """
    judged = {query: dict(grades) for query, grades in data.collection.judgements.items()}
    for more in (data.pool_grades, mine or {}):
        for query, grades in more.items():
            judged[query] = judged.get(query, {}) | grades
    return judged


def two_opinions(data, mine):
    """The pairs that you, {query: {page: grade}}, and the reader graded differently: query, page, both grades."""
    asked, pages = data.collection.queries, data.collection.documents
    rows = [
        (asked[query].text, pages[page].title, grade, data.pool_grades[query][page])
        for query, grades in mine.items() for page, grade in grades.items()
        if data.pool_grades.get(query, {}).get(page, grade) != grade
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=["query", "page", "you", "the reader"])


def per_question(data, measure, judged=None):
    """One row per question, a column per version; abstention has only the questions without an answer."""
    if measure not in MEASURES:
        raise ValueError(f"there is no measure {measure!r}; there are {', '.join(MEASURES)}")
    if measure not in OF_ANSWERS:
        judged = all_judgements(data) if judged is None else judged
        found = {name: evaluate(run, judged, [measure])[measure] for name, run in data.runs.items()}
        return pd.DataFrame(found)
    found = {name: answer_scores(said, data.references)[OF_ANSWERS[measure]] for name, said in data.answers.items()}
    ids = [gold["question_id"] for gold in data.references if measure != "abstention" or not gold.get("spans")]
    return pd.DataFrame(found, index=pd.Index(ids, name="question"), dtype=float)


def side_by_side(data, measures, margin=None):
    """A column per measure: both means, B − A with its paired 95 % interval, wins; with a margin, the verdict."""
    columns = {}
    for measure in measures:
        scores = per_question(data, measure)
        differences = (scores["B"] - scores["A"]).to_numpy()
        mean, low, high = mean_interval(differences, -1.0, 1.0)
        shown = {"A": scores["A"].mean(), "B": scores["B"].mean(), "B − A": mean, "from": low, "to": high}
        columns[measure] = {name: f"{value:.3f}" for name, value in shown.items()}
        columns[measure] |= {"B wins": (differences > 0).sum(), "A wins": (differences < 0).sum(),
                             "questions": len(differences)}  # fmt: skip
        if margin is not None:
            verdict = "passed" if low > -margin else "stopped" if high < 0 else "cannot tell"
            columns[measure][f"with margin {margin:g}"] = verdict
    return pd.DataFrame(columns, dtype=object)


def beside_plan(plan, data):
    """The measures of the plan, the deciding one first, with the verdict at its margin."""
    table = side_by_side(data, [plan.first, plan.second], plan.margin)
    return table.set_axis([f"first: {plan.first}", f"second: {plan.second}"], axis=1)


def holding_an_answer(data):
    """How many answers of each version hold an accepted answer somewhere, among other words."""
    able = [(place, gold) for place, gold in enumerate(data.references) if gold.get("spans")]
    return {name: sum(_held(said[place]["answer"], gold["answer"]) for place, gold in able)
            for name, said in data.answers.items()}  # fmt: skip


def _held(said, accepted):
    accepted = [accepted] if isinstance(accepted, str) else accepted
    return any(f" {normalized(one, 'squad')} " in f" {normalized(said, 'squad')} " for one in accepted)


def reading_list(data):
    """(chunks by version, places): of each question with an answer, what was read, and where its answer stands."""
    able = [gold for gold in data.references if gold.get("spans")]
    reads = {name: [chunks[gold["question_id"]] for gold in able] for name, chunks in data.chunks.items()}
    return reads, [[tuple(span) for span in gold["spans"]] for gold in able]


def moved(data):
    """The questions that end at another stage in B than in A."""
    a, b = (stage_failures(data.answers[name], data.references) for name in "AB")
    rows = {gold["question_id"]: (old, new) for gold, old, new in zip(data.references, a, b, strict=True) if old != new}
    return pd.DataFrame.from_dict(rows, orient="index", columns=["in A", "in B"]).rename_axis("question")


# The two changes apart -----------------------------------------------------------------------------------------------


@cache
def _answers_of(search, cutter):
    """What a version with one part of each says; run on the spot."""
    data = capstone()
    pages = data.collection.documents
    retriever = Bm25(pages) if search == "A" else RankFusion([Bm25(pages, tokenize=english_words), capstone_minilm()])
    options = {} if cutter == "A" else {"cutter": None}
    version = version_with(pages, retriever, **options)
    return [version.answer(gold["question"]).text for gold in data.references]


def changes_apart(data):
    """Exact match of every combination of search and cutter; two of them exist only here."""
    rows = {}
    for search in "AB":
        for cutter in "AB":
            said = (
                data.answers[search] if search == cutter else [{"answer": text} for text in _answers_of(search, cutter)]
            )
            scores = answer_scores(said, data.references)["exact_match"]
            mean, low, high = mean_interval(scores)
            rows[f"{search}'s search, {cutter}'s cutter"] = {"exact match": mean, "from": low, "to": high}
    return pd.DataFrame.from_dict(rows, orient="index")

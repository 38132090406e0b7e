"""Notebook 14, step by step: who asks, a plan that is kept, both versions side by side, the two changes apart."""

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from ratools.errors import UsageError
from ratools.evaluation.evaluator import evaluate
from ratools.lazy import Later
from ratools.metrics.answers import normalized
from ratools.words import did_you_mean, short
from ratools_course.cards import Words
from ratools_course.lessons.shared.texts import read_texts
from ratools_course.systems.answer_scoring import answer_scores, mean_interval, stage_failures
from ratools_course.systems.answering import version_with
from ratools_course.systems.combined import RankFusion
from ratools_course.systems.datasets import capstone, capstone_minilm
from ratools_course.systems.lexical import Bm25
from ratools_course.systems.words import english_words

pd = Later("pandas")

TEXTS = read_texts(Path(__file__).parent)
MEASURES = TEXTS["measures"]  # what a plan may name, and what each of them sees
ANSWER_MEASURES = {"exact match": "exact_match", "F1": "f1", "abstention": "abstention_accuracy"}
ERRORS = TEXTS["errors"]  # the error that costs most: {"cost", "unseen_by": {measure: why}}
EXAMPLE = ("a customer beside a bike", "wrong answer", "exact match", "nDCG@10", 0.05)
FIELDS = ("used by", "error that costs most", "first", "second", "margin")
PARTS = ("used_by", "error", "first", "second", "margin")


# What it is for ------------------------------------------------------------------------------------------------------


def both_parts():
    """The parts of version A, in use, and of version B, proposed."""
    table = pd.DataFrame.from_dict(TEXTS["parts"], orient="index", columns=["A, in use", "B, proposed"])
    return table.rename_axis("part")


def people(data, *queries):
    """What somebody typed, and in which situation."""
    asked = [(id, data.collection.queries[id]) for id in queries]
    return Words("\n\n".join(f"**{query.text}** {query.situation} ({id})" for id, query in asked))


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
        if not self.committed:  # the example is not shown: it would answer the question
            some = f" ({', '.join(self.open_parts)})" if self._partly_open() else ""
            return TEXTS["plan"]["nothing"].format(open=some)
        named = zip(FIELDS, self.values, strict=True)
        choices = ". ".join(f"**{name[0].upper()}{name[1:]}:** {value}" for name, value in named)
        committed = TEXTS["plan"]["committed"].format(when=self.committed, choices=choices)
        return "\n\n".join([committed, *self._warnings(), *self._changes(), *self._unfinished()])

    def _partly_open(self):
        return 0 < len(self.open_parts) < len(FIELDS)

    def _warnings(self):
        error = self.values[1]
        why = ERRORS[error]["unseen_by"].get(self.first)
        if why:
            cost = ERRORS[error]["cost"]
            yield TEXTS["plan"]["unseen"].format(error=error, cost=cost, measure=self.first, why=why)

    def _changes(self):
        if self.earlier and self.earlier[0] != self.values:
            was = zip(FIELDS, self.earlier[0], self.values, strict=True)
            changes = ", ".join(f"{name} {old} → {new}" for name, old, new in was if old != new)
            yield TEXTS["plan"]["changed"].format(changes=changes)

    def _unfinished(self):
        if self._partly_open():
            yield TEXTS["plan"]["unfinished"].format(open=", ".join(self.open_parts))

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
    missing = tuple(name for name, value in zip(PARTS, values, strict=True) if value is ...)
    if missing and kept:
        return Plan(kept[-1][1], kept[-1][0], tuple(plan for _, plan in kept), missing)
    if missing:
        return Plan(EXAMPLE, open_parts=missing)
    _refuse(values)
    if not kept or kept[-1][1] != values:
        kept.append((datetime.now(UTC).strftime("%d %B %Y, %H:%M UTC"), values))
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(json.dumps({"committed": kept[-1][0], "plan": values}, ensure_ascii=False) + "\n")
    return Plan(values, kept[-1][0], tuple(plan for _, plan in kept))


def _refuse(values):
    used_by, error, first, second, margin = values
    if not isinstance(used_by, str) or not used_by.strip():
        raise UsageError(f"used_by must say who uses the system, in a few words, got {short(used_by)}")
    for name, value, known in (("error", error, ERRORS), ("first", first, MEASURES), ("second", second, MEASURES)):
        if not isinstance(value, str) or value not in known:
            raise UsageError(
                f"{name} must be one of {', '.join(known)}, got {short(value)}{did_you_mean(str(value), known)}"
            )
    if first == second:
        raise UsageError(f"first and second are both {first!r}: choose two measures")
    if isinstance(margin, bool) or not isinstance(margin, (int, float)) or not 0 < margin < 1:
        raise UsageError(f"margin must be a number between 0 and 1, such as 0.05, got {short(margin)}")


def _kept(path):
    """[(when, values)] of a file of plans; lines that are not ours are passed over."""
    plans = []
    if Path(path).is_file():
        for line in Path(path).read_text(encoding="utf-8").splitlines():
            try:
                kept = json.loads(line)
                _refuse(tuple(kept["plan"]))
            except (ValueError, KeyError, TypeError):
                continue
            plans.append((kept["committed"], tuple(kept["plan"])))
    return plans


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
        for query, grades in mine.items()
        for page, grade in grades.items()
        if data.pool_grades.get(query, {}).get(page, grade) != grade
    ]
    return pd.DataFrame(rows, columns=["query", "page", "you", "the reader"])


def per_question(data, measure, judged=None):
    """One row per question, a column per version; abstention has only the questions without an answer."""
    if measure not in MEASURES:
        raise UsageError(f"there is no measure {measure!r}; there are {', '.join(MEASURES)}")
    if measure not in ANSWER_MEASURES:
        judged = all_judgements(data) if judged is None else judged
        return pd.DataFrame({name: evaluate(run, judged, [measure])[measure] for name, run in data.runs.items()})
    scores = {
        name: answer_scores(said, data.references)[ANSWER_MEASURES[measure]] for name, said in data.answers.items()
    }
    ids = [gold["question_id"] for gold in data.references if measure != "abstention" or not gold.get("spans")]
    return pd.DataFrame(scores, index=pd.Index(ids, name="question"), dtype=float)


def side_by_side(data, measures, margin=None):
    """A column per measure: both means, B − A with its paired 95 % interval, wins; with a margin, the verdict."""
    columns = {}
    for measure in measures:
        scores = per_question(data, measure)
        differences = (scores["B"] - scores["A"]).to_numpy()
        mean, low, high = mean_interval(differences, -1.0, 1.0)
        shown = {"A": scores["A"].mean(), "B": scores["B"].mean(), "B − A": mean, "from": low, "to": high}
        columns[measure] = {name: f"{value:.3f}" for name, value in shown.items()}
        columns[measure] |= {
            "B wins": (differences > 0).sum(),
            "A wins": (differences < 0).sum(),
            "questions": len(differences),
        }
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
    return {
        name: sum(
            _held(said["answer"], gold["answer"])
            for said, gold in zip(answers, data.references, strict=True)
            if gold.get("spans")
        )
        for name, answers in data.answers.items()
    }


def _held(said, accepted):
    accepted = [accepted] if isinstance(accepted, str) else accepted
    return any(f" {normalized(answer, 'squad')} " in f" {normalized(said, 'squad')} " for answer in accepted)


def reading_list(data):
    """(chunks by version, spans): of each question with an answer, what was read, and where its answer stands."""
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

"""The quiz bank, `data/quizzes/*.toml`: read, every number in it computed, every author's mistake told.

`python -m ratools.teaching.quizzes.bank` checks all files. How a question is written: data/quizzes/README.md.
"""

import functools
import re
import sys
import tomllib
import zlib
from dataclasses import dataclass
from itertools import combinations
from numbers import Real

from ratools.paths import data_dir
from ratools.teaching.quizzes.expressions import FUNCTIONS, misconception_of, nearest, value_of
from ratools.teaching.quizzes.grading import KINDS, Option, Question, around, is_around, show_number

FILE_KEYS = {"title", "warm_up", "question"}
QUESTION_KEYS = {"id", "kind", "text", "explanation", "given", "digits", "misconception"}
KIND_KEYS = {
    "single": {"option", "keep_order"},
    "multiple": {"option", "keep_order"},
    "numeric": {"value", "distractor", "otherwise"},
    "ordering": {"item", "order"},
}
OPTION_KEYS = {
    "option": {"text", "value", "mutant", "right", "feedback", "misconception"},
    "distractor": {"value", "mutant", "feedback", "misconception"},
    "item": {"text", "value", "feedback", "misconception"},
}
WARM_UPS = 3


@dataclass(frozen=True)
class Bank:
    """The questions of one notebook."""

    name: str  # of the notebook and the file: "05_ndcg"
    title: str
    questions: tuple[Question, ...]
    warm_up: tuple[str, ...] = ()


class Problems(list):
    """What an author must mend, each line with its file, its question and the remedy."""

    def __init__(self, *place):
        super().__init__()
        self.place = place

    def say(self, problem):
        self.append(f"{', '.join(self.place)}: {problem}")


def folder():
    """Where the bank's files are."""
    return data_dir() / "quizzes"


def banks(where=None):
    """All banks by name, in the notebooks' order; a ValueError lists every mistake."""
    found, problems = _read_all(where or folder())
    if problems:
        raise ValueError("the quiz bank has mistakes:\n" + "\n".join(problems))
    return found


def problems(where=None):
    """Every mistake in the bank's files, a sentence each.

    >>> problems()
    []
    """
    return _read_all(where or folder())[1]


def _read_all(where):
    files = sorted(where.glob("*.toml"))
    return _read_files(tuple((path, path.stat().st_mtime_ns) for path in files))


@functools.lru_cache(maxsize=8)
def _read_files(files):
    """Read once, and again when a file has changed."""
    read = [read_bank(path) for path, _ in files]
    found = {bank.name: bank for bank, _ in read}
    mistakes = [line for _, lines in read for line in lines] + _duplicates(found) + _bad_warm_ups(found)
    return found, mistakes


def _duplicates(found):
    """A question's id is its name in the whole course."""
    seen, mistakes = {name: f"{name}.toml" for name in found}, []
    for bank in found.values():
        for question in bank.questions:
            if question.id in seen:
                first = seen[question.id]
                mistakes.append(f"{bank.name}.toml, question {question.id!r}: {first} has that id too; rename one")
            seen.setdefault(question.id, f"{bank.name}.toml")
    return mistakes


def _bad_warm_ups(found):
    """A warm-up asks three things from notebooks that came before."""
    home = {question.id: bank.name for bank in found.values() for question in bank.questions}
    mistakes = []
    for bank in found.values():
        say = Problems(f"{bank.name}.toml", "warm_up")
        if bank.warm_up and len(set(bank.warm_up)) != WARM_UPS:
            say.say(f"it must name {WARM_UPS} different questions, got {list(bank.warm_up)}")
        for name in bank.warm_up:
            if name not in home:
                say.say(f"there is no question {name!r}{nearest(name, home)}")
            elif home[name] >= bank.name:
                say.say(f"{name!r} is a question of {home[name]}: name one of an earlier notebook")
        mistakes += say
    return mistakes


# One file ----------------------------------------------------------------------------------------------------------


def read_bank(path):
    """The bank in one file, with the mistakes in it: what is wrong is left out of the bank."""
    name, say = path.stem, Problems(path.name)
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        say.say(f"this is not TOML: {error}")
        return Bank(name, name, ()), say
    _unknown_keys(table, FILE_KEYS, say)
    if not re.fullmatch(r"[0-9]{2}_[a-z0-9_]+", name):
        say.say("a file is named like its notebook, for instance 05_ndcg.toml")
    title, warm_up, entries = table.get("title"), table.get("warm_up", []), table.get("question", [])
    if not isinstance(title, str) or not title.strip():
        say.say('it needs a title = "…", which stands above the quiz')
    if not isinstance(warm_up, list) or not all(isinstance(one, str) for one in warm_up):
        say.say(f"warm_up must be a list of question ids, got {warm_up!r}")
        warm_up = []
    if not isinstance(entries, list) or not entries or not all(isinstance(one, dict) for one in entries):
        say.say("it has no questions: begin each with [[question]]")
        entries = []
    questions, mistakes = [], list(say)
    for number, entry in enumerate(entries, start=1):
        question, found = _read_question(entry, name, number)
        questions += [question] if question else []
        mistakes += found
    ids = [question.id for question in questions]
    for double in sorted({one for one in ids if ids.count(one) > 1}):
        mistakes.append(f"{path.name}, question {double!r}: the file has two with that id; rename one")
    return Bank(name, str(title), tuple({one.id: one for one in questions}.values()), tuple(warm_up)), mistakes


def _unknown_keys(table, known, say):
    for key in table.keys() - known:
        say.say(f"there is no field {key!r}{nearest(key, known) or '; known are ' + ', '.join(sorted(known))}")


# One question ------------------------------------------------------------------------------------------------------


def _read_question(entry, notebook, number):
    """The question, or None, and its mistakes."""
    id = entry.get("id")
    named = isinstance(id, str) and re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", id)
    say = Problems(f"{notebook}.toml", f"question {id!r}" if named else f"question {number}")
    if not named:
        say.say(f'it needs an id of small letters, digits and dashes, such as id = "ap-miss"; got {id!r}')
    kind = entry.get("kind")
    if kind not in KINDS:
        say.say(f"kind {kind!r} is unknown{nearest(kind, KINDS)} (it is one of {', '.join(KINDS)})")
        return None, say
    _unknown_keys(entry, QUESTION_KEYS | KIND_KEYS[kind], say)
    reader = _Reader(entry, kind, say)
    facts = reader.facts()
    if say:
        return None, say
    version = f"{zlib.crc32(repr(sorted(entry.items())).encode()):08x}"
    return Question(id=id, kind=kind, notebook=notebook, version=version, **facts), say


class _Reader:
    """Turns one [[question]] into a Question's fields, and tells what is wrong with it."""

    def __init__(self, entry, kind, say):
        self.entry, self.kind, self.problem = entry, kind, say.say
        self.given = self.field("given", {}, dict, "a table of values that the expressions may use")
        for name in self.given.keys() & FUNCTIONS.keys():
            self.problem(f"given names {name!r}, which is a function: choose another name")
        self.digits = self.field("digits", 3, int, "a whole number of decimals")
        if not 0 <= self.digits <= 6:
            self.problem(f"digits must be from 0 to 6, got {self.digits}")
            self.digits = 3

    def field(self, name, default, type, meaning, table=None):
        """A field of the right type; a wrong one is told, and counts as its default."""
        value = (self.entry if table is None else table).get(name, default)
        if isinstance(value, type) and not (type is int and isinstance(value, bool)):
            return value
        self.problem(f"{name} must be {meaning}, got {value!r}")
        return default

    def facts(self):
        facts = {"text": self.words("text", needed="the question itself"), "digits": self.digits}
        facts["explanation"] = self.words("explanation", needed="what is shown once the answer is right")
        facts["misconception"] = self.misconception(self.entry, "the question", needed=self.kind == "ordering")
        return (
            facts
            | {
                "single": self.choice,
                "multiple": self.choice,
                "numeric": self.numeric,
                "ordering": self.ordering,
            }[self.kind]()
        )

    # Texts and numbers

    def words(self, name, table=None, needed=None, where=""):
        """A text with its {{ expressions }} computed."""
        text = self.field(name, "", str, "a text", table).strip()
        if not text and needed:
            self.problem(f"{where}{name} is missing: {needed}")
        if text.count("`") % 2:
            self.problem(f"{where}{name} has a backtick without a partner: `code` stands between two")
        return re.sub(r"\{\{ (.+?) \}\}", lambda found: self.inserted(found[1], f"{where}{name}"), text)

    def inserted(self, expression, where):
        value = self.computed(expression, where=where, number=False)
        return show_number(value, self.digits) if isinstance(value, Real) else str(value)

    def computed(self, expression, mutant=None, where="value", number=True):
        """The value of an expression; a mistake in it is told, and counts as 0."""
        try:
            value = value_of(expression, self.given, mutant)
        except ValueError as error:
            self.problem(f"{where}: {error}")
            return 0.0
        if number and (isinstance(value, bool) or not isinstance(value, Real)):
            self.problem(f"{where}: {expression!r} gives {value!r}, which is not a number")
            return 0.0
        return value

    def misconception(self, table, where, needed=True):
        """The id of the wrong idea, given or known from the mutant."""
        given, mutant = table.get("misconception"), table.get("mutant")
        id = given or (misconception_of(mutant) if mutant else None)
        if id is None and needed:
            self.problem(f'{where} needs a misconception = "…", the id of the wrong idea that leads there')
        known = misconception_ids()
        if id is not None and id not in known:
            self.problem(f"{where}: there is no misconception {id!r}{nearest(id, known)}")
        return id

    def tables(self, name):
        tables = self.entry.get(name, [])
        if isinstance(tables, list) and all(isinstance(one, dict) for one in tables):
            for table in tables:
                for key in table.keys() - OPTION_KEYS[name]:
                    self.problem(f"{name}: there is no field {key!r}{nearest(key, OPTION_KEYS[name])}")
            return tables
        self.problem(f"{name} must be written as [[question.{name}]]")
        return []

    # Choice

    def choice(self):
        tables = self.tables("option")
        options = [self.option(key, table) for key, table in enumerate(tables)]
        right = sum(option.right for option in options)
        if self.kind == "single" and right > 1:
            self.problem(f"{right} options are right: a single choice has one (or use kind = 'multiple')")
        if options and not right:
            self.problem("no option is right: give one right = true")
        if len(options) < 2 or right == len(options):
            self.problem("it needs at least two options, one of them wrong")
        for one, other in combinations(options, 2):
            if one.label == other.label:
                self.problem(f"options {one.key + 1} and {other.key + 1} both read {one.label!r}: change one")
        keep = self.field("keep_order", False, bool, "true or false")
        return {"options": tuple(options), "keep_order": keep}

    def option(self, key, table):
        where = f"option {key + 1}"
        right = self.field("right", False, bool, "true or false", table)
        if sum(name in table for name in ("text", "value", "mutant")) != 1:
            self.problem(f"{where} needs either a text, a value or a mutant")
        value = self.option_value(table, where) if "text" not in table else None
        label = self.words("text", table, where=f"{where}: ") if value is None else show_number(value, self.digits)
        if not label:
            self.problem(f"{where} is empty")
        return Option(key, label, right, *self.reaction(table, where, right), value)

    def option_value(self, table, where):
        """Computed by the measure, or by a mutant on the call that is right."""
        if "mutant" not in table:
            return self.computed(table.get("value"), where=where)
        right = self.entry.get("value") or next(
            (one.get("value") for one in self.entry.get("option", []) if one.get("right") is True), None
        )
        if right is None:
            self.problem(f"{where}: a mutant needs the right option's value, on which it is computed")
            return 0.0
        return self.computed(right, str(table["mutant"]), where)

    def reaction(self, table, where, right):
        """Feedback and misconception: a wrong answer has both."""
        why = None if right else "say why it tempts and why it fails"
        feedback = self.words("feedback", table, why, f"{where}: ")
        return feedback, None if right else self.misconception(table, where)

    # Number

    def numeric(self):
        if "value" not in self.entry:
            self.problem("value is missing: the expression that computes the right number")
            return {}
        value = self.computed(self.entry["value"])
        known = []
        for key, table in enumerate(self.tables("distractor")):
            where = f"distractor {key + 1}"
            if sum(name in table for name in ("value", "mutant")) != 1:
                self.problem(f"{where} needs either a value or a mutant")
            wrong = self.option_value(table, where)
            known.append(
                Option(key, show_number(wrong, self.digits), False, *self.reaction(table, where, False), wrong)
            )
        self.apart(value, known)
        otherwise = self.words("otherwise", needed="what to say to a wrong number that nothing below recognises")
        return {"value": value, "options": tuple(known), "otherwise": otherwise}

    def apart(self, value, known):
        """Each number must be told from the others as it is displayed."""
        for option in known:
            if is_around(option.value, around(value, self.digits)) or is_around(
                value, around(option.value, self.digits)
            ):
                self.problem(
                    f"distractor {option.key + 1} computes to {option.label}, which counts as right: take another, "
                    "or change the numbers in the question"
                )
        for one, other in combinations(known, 2):
            if is_around(one.value, around(other.value, self.digits)):
                self.problem(f"distractors {one.key + 1} and {other.key + 1} both compute to {one.label}: keep one")

    # Order

    def ordering(self):
        tables = self.tables("item")
        if len(tables) < 3:
            self.problem("it needs at least three items, written as [[question.item]] in the right order")
        items = [self.item(key, table) for key, table in enumerate(tables)]
        for one, other in combinations(items, 2):
            if one.label == other.label:
                self.problem(f"items {one.key + 1} and {other.key + 1} both read {one.label!r}: change one")
        self.in_order(items)
        return {"options": tuple(items)}

    def item(self, key, table):
        where = f"item {key + 1}"
        value = self.computed(table["value"], where=where) if "value" in table else None
        label = self.words("text", table, "what is shown", f"{where}: ")
        idea = self.misconception(table, where, needed=False)
        return Option(key, label, False, self.words("feedback", table, where=f"{where}: "), idea, value)

    def in_order(self, items):
        """Items with a value prove their order."""
        order = self.field("order", "falling", str, "falling or rising")
        if order not in ("falling", "rising"):
            self.problem(f"order must be 'falling' or 'rising', got {order!r}")
        values = [item.value for item in items if item.value is not None]
        if values and len(values) < len(items):
            self.problem("either all items have a value or none has")
        for above, below in zip(values, values[1:], strict=False):
            if above == below or (above < below) == (order == "falling"):
                shown = ", ".join(show_number(value, 4) for value in values)
                self.problem(f"the items' values are not {order}: {shown}; put them in order, without ties")
                break


@functools.cache
def misconception_ids():
    """Every id that a wrong answer may carry."""
    from ratools.teaching import misconceptions

    return frozenset(misconceptions.ids())


# Finding -----------------------------------------------------------------------------------------------------------


def find(name):
    """What `quiz(name)` shows: (title, questions) of a notebook's bank, or of one question."""
    found = banks()
    if name in found:
        return found[name].title, found[name].questions
    questions = {question.id: question for bank in found.values() for question in bank.questions}
    if name in questions:
        return "", (questions[name],)
    raise ValueError(f"there is no quiz or question {name!r}{nearest(name, [*found, *questions])}")


def find_warm_up(name):
    """What `warm_up(name)` shows: (title, three questions of earlier notebooks)."""
    found = banks()
    if name not in found:
        raise ValueError(f"there is no quiz {name!r}{nearest(name, found)}")
    questions = {question.id: question for bank in found.values() for question in bank.questions}
    if not found[name].warm_up:
        raise ValueError(f"{name} has no warm-up: its file names no questions of earlier notebooks")
    return "Warm-up", tuple(questions[id] for id in found[name].warm_up)


def main():
    """Check all files; exit code 1 if there is a mistake."""
    mistakes = problems()
    print(*mistakes, sep="\n", end="\n" if mistakes else "")
    if not mistakes:
        found = banks()
        count = sum(len(bank.questions) for bank in found.values())
        print(f"{len(found)} files, {count} questions: all in order.")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())

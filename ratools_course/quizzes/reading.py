"""One [[question]] or [[prediction]] of the bank: read, computed, and every mistake of its author reported."""

import functools
import re
import zlib
from itertools import combinations
from numbers import Real

from ratools.words import did_you_mean
from ratools_course import misconceptions
from ratools_course.lessons import lesson
from ratools_course.quizzes.expressions import FUNCTIONS, misconception_of, value_of, wrong_values
from ratools_course.quizzes.grading import KINDS, Option, Question
from ratools_course.quizzes.ideas import ideas_behind, orders_behind, other_idea
from ratools_course.quizzes.typed_numbers import (
    around,
    exactly,
    example_for,
    in_forms,
    is_around,
    is_near,
    read_number,
    rounded_up,
    show_number,
)

QUESTION_KEYS = {"id", "kind", "text", "explanation", "given", "digits"}
KIND_KEYS = {
    "single": {"option", "keep_order"},
    "multiple": {"option", "keep_order", "misconception"},
    "numeric": {"value", "distractor", "otherwise", "example", "count"},
    "ordering": {"item", "order"},
}
OPTION_KEYS = {
    "option": {"text", "value", "mutant", "right", "feedback", "misconception"},
    "distractor": {"value", "mutant", "feedback", "misconception"},
    "item": {"text", "value", "feedback"},
}
PREDICTED = {  # a prediction is not graded: no feedback, no misconceptions
    "single": {"option", "keep_order"},
    "numeric": {"value", "between"},
    "ordering": {"item", "order"},
    "grades": {"item", "between"},
}
PREDICTED_OPTION_KEYS = {"option": {"text", "value", "right"}, "item": {"text", "value"}}
MOST_ITEMS = 6  # all their orders are gone through


class Problems(list):
    """What an author must fix, each line with its file, its question and the remedy."""

    def __init__(self, *location):
        super().__init__()
        self.location = ", ".join(location)

    def add(self, problem):
        self.append(f"{self.location}: {problem}")


def unknown_keys(table, known, problems):
    for key in table.keys() - known:
        problems.add(
            f"there is no field {key!r}{did_you_mean(key, known) or '; known are ' + ', '.join(sorted(known))}"
        )


# One question ------------------------------------------------------------------------------------------------------


def read_question(entry, role, notebook, number, file=None):
    """The question or prediction, or None, and its mistakes."""
    id, kind = entry.get("id"), entry.get("kind")
    named = isinstance(id, str) and re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", id)
    problems = Problems(file or f"{notebook}.toml", f"{role} {id!r}" if named else f"{role} {number}")
    if not named:
        problems.add(f'it needs an id of small letters, digits and dashes, such as id = "ap-miss"; got {id!r}')
    kinds = tuple(PREDICTED) if role == "prediction" else KINDS
    if kind not in kinds:
        problems.add(f"kind {kind!r} is unknown{did_you_mean(kind, kinds)} (it is one of {', '.join(kinds)})")
        return None, problems
    predicted = role == "prediction"
    keys = PREDICTED[kind] | {"discuss"} if predicted else KIND_KEYS[kind] | {"taught"}
    unknown_keys(entry, QUESTION_KEYS | keys, problems)
    facts = _Reader(entry, kind, problems, predicted, notebook).facts()
    if problems:
        return None, problems
    asked = sorted((key, value) for key, value in entry.items() if key != "discuss")  # for the room, not the learner
    version = f"{zlib.crc32(repr(asked).encode()):08x}"
    return Question(id=id, kind=kind, notebook=notebook, version=version, **facts), problems


class _Reader:
    """Turns one [[question]] or [[prediction]] into a Question's fields, and reports what is wrong with it."""

    def __init__(self, entry, kind, problems, predicted, notebook):
        self.entry, self.kind, self.problem, self.predicted = entry, kind, problems.add, predicted
        self.notebook = notebook
        self.given = self.field("given", {}, dict, "a table of values that the expressions may use")
        for name in self.given.keys() & FUNCTIONS.keys():
            self.problem(f"given names {name!r}, which is a function: choose another name")
        self.digits = self.field("digits", 3, int, "a whole number of decimals")
        if not 0 <= self.digits <= 6:
            self.problem(f"digits must be from 0 to 6, got {self.digits}")
            self.digits = 3

    def field(self, name, default, type, meaning, table=None):
        """A field of the right type; a wrong one is reported, and counts as its default."""
        value = (self.entry if table is None else table).get(name, default)
        if isinstance(value, type) and not (type is int and isinstance(value, bool)):
            return value
        self.problem(f"{name} must be {meaning}, got {value!r}")
        return default

    def facts(self):
        facts = {"text": self.words("text", needed="the question itself"), "digits": self.digits}
        facts["explanation"] = self.words("explanation", needed="what is shown after the answer")
        facts["misconception"] = self.misconception(self.entry, "the question", needed=False)
        facts["taught"] = self.taught()
        if self.predicted:
            facts["discuss"] = self.words("discuss")
        kinds = {"single": self.choice, "multiple": self.choice, "numeric": self.numeric, "ordering": self.ordering}
        return facts | (kinds | {"grades": self.grades})[self.kind]()

    def taught(self):
        """Where the question can be answered: its own notebook unless it says, and never a later one."""
        name = self.field("taught", self.notebook, str, "the name of a notebook")
        try:
            name = lesson(name).name if "taught" in self.entry else name
        except ValueError as error:
            self.problem(f"taught: {error}")
            return name
        if name[:2] > self.notebook[:2]:
            self.problem(f"it is taught in {name} only: move it there, or ask something else")
        return name

    # Texts and numbers

    def words(self, name, table=None, needed=None, where=""):
        """A text with its {{ expressions }} computed."""
        text = self.field(name, "", str, "a text", table).strip()
        if not text and needed:
            self.problem(f"{where}{name} is missing: {needed}")
        if text.count("`") % 2:
            self.problem(f"{where}{name} has a backtick without a partner: `code` stands between two")
        pattern = r"\{\{ (.+?) \}\}"
        if re.search(r"\{\{|\}\}", re.sub(pattern, "", text)):
            self.problem(f"{where}{name} has braces without a partner: write {{{{ expression }}}}, with the blanks")
        return re.sub(pattern, lambda match: self.inserted(match[1], f"{where}{name}"), text)

    def inserted(self, expression, where):
        value = self.computed(expression, where=where, number=False)
        return show_number(value, self.digits) if isinstance(value, Real) else str(value)

    def computed(self, expression, mutant=None, where="value", number=True):
        """The value of an expression; a mistake in it is reported, and counts as 0."""
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
            self.problem(f"{where}: there is no misconception {id!r}{did_you_mean(id, known)}")
        return id

    def tables(self, name):
        tables = self.entry.get(name, [])
        if isinstance(tables, list) and all(isinstance(table, dict) for table in tables):
            known = (PREDICTED_OPTION_KEYS if self.predicted else OPTION_KEYS)[name]
            for table in tables:
                for key in table.keys() - known:
                    self.problem(f"{name}: there is no field {key!r}{did_you_mean(key, known)}")
            return tables
        self.problem(f"{name} must be written as [[{'prediction' if self.predicted else 'question'}.{name}]]")
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
        for option, other in combinations(options, 2):
            if option.label == other.label:
                self.problem(f"options {option.key + 1} and {other.key + 1} both read {option.label!r}: change one")
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
        return Option(key, label, right, value=value, **self.reaction(table, where, right, value))

    def right_expression(self):
        """What computes the right number, if anything does."""
        options = [option.get("value") for option in self.entry.get("option", []) if option.get("right") is True]
        return self.entry.get("value") or next(iter(options), None)

    def option_value(self, table, where):
        """Computed by the measure, or by a mutant on the call that is right."""
        if "mutant" not in table:
            return self.computed(table.get("value"), where=where)
        if self.right_expression() is None:
            self.problem(f"{where}: a mutant needs the right option's value, on which it is computed")
            return 0.0
        return self.computed(self.right_expression(), str(table["mutant"]), where)

    def reaction(self, table, where, right, value):
        """Feedback and misconception: a wrong answer has both, and the other ideas that lead to the same number."""
        why = None if right or self.predicted else "say why it tempts and why it fails"
        facts = {"feedback": self.words("feedback", table, why, f"{where}: ")}
        if right or self.predicted:
            return facts
        facts["misconception"] = id = self.misconception(table, where)
        if value is None or not isinstance(self.right_expression(), str) or id not in misconception_ids():
            return facts
        return facts | self.other_ideas(id, value, where)

    @functools.cached_property
    def wrong_values(self):
        """What every wrong version makes of the right expression."""
        try:
            return wrong_values(self.right_expression(), self.given)
        except ValueError:  # reported where the expression itself is read
            return []

    def other_ideas(self, id, value, where):
        """All other ideas that give this number; the named one must give it, unless it is not a formula."""
        ideas = ideas_behind(value, self.wrong_values, self.digits)
        if id in dict(self.wrong_values) and id not in ideas:
            self.problem(f"{where}: {id!r} does not give {show_number(value, self.digits)}; name it as the mutant")
        others = tuple(idea for idea in ideas if idea != id)
        return {"others": others, "also": tuple(map(other_idea, others))}

    # Number

    def numeric(self):
        if "value" not in self.entry:
            self.problem("value is missing: the expression that computes the right number")
            return {}
        value = self.computed(self.entry["value"])
        if self.predicted:
            return {"value": value, "between": self.between(value), "example": in_forms(example_for(value), False)}
        known = []
        for key, table in enumerate(self.tables("distractor")):
            where = f"distractor {key + 1}"
            if sum(name in table for name in ("value", "mutant")) != 1:
                self.problem(f"{where} needs either a value or a mutant")
            wrong = self.option_value(table, where)
            label, facts = show_number(wrong, self.digits), self.reaction(table, where, False, wrong)
            known.append(Option(key, label, value=wrong, **facts))
        self.apart(value, known)
        count = self.field("count", "", str, "what is counted, such as queries")
        if count:
            known.append(self.one_too_few(len(known), value, count))
        otherwise = self.words("otherwise", needed="what to say to a wrong number that nothing below recognises")
        example = self.example(value, [option.value for option in known])
        facts = {"value": value, "count": count, "options": tuple(known)}
        return facts | {"otherwise": otherwise, "example": example}

    def one_too_few(self, key, value, count):
        """The whole number below, which is not enough."""
        below = rounded_up(value) - 1
        up = " Round up." if value < rounded_up(value) else ""
        said = f"One too few: it takes {exactly(value, 1)} {count}, and {below} are fewer.{up}"
        return Option(key, str(below), value=float(below), feedback=said)

    def example(self, value, known):
        """What stands beside the field: a number of the answer's kind, and not near it."""
        typed = self.field("example", "", str, 'a number as text, such as "0.4"')
        read = read_number(typed) if typed else (example_for(value, known), 0)
        if read is None or is_near(read[0], value):
            self.problem(f"example must be a number that is not near the answer, got {typed!r}")
            return typed
        return in_forms(read[0], share=0 <= value <= 1)

    def between(self, value):
        """The ends of what a prediction's number can be, or None."""
        ends = self.field("between", [], list, "two numbers, such as [0, 1]")
        if not ends:
            return None
        if len(ends) != 2 or not all(isinstance(end, Real) for end in ends) or not ends[0] <= value <= ends[1]:
            self.problem(f"between must be two numbers with the answer, {value:g}, between them; got {ends!r}")
            return None
        return tuple(ends)

    def grades(self):
        """What is to be graded by feeling, each by a number between two ends; no answer is right."""
        items = [self.item(key, table) for key, table in enumerate(self.tables("item"))]
        if not items:
            self.problem("it needs items to grade, each written as [[prediction.item]]")
        between = self.field("between", [], list, "two numbers, such as [0, 10]")
        if len(between) != 2 or not all(isinstance(end, Real) for end in between) or not between[0] < between[1]:
            self.problem(f"between must be the lowest and the highest grade, such as [0, 10]; got {between!r}")
            return {}
        ends = {"between": tuple(between), "example": f"{sum(between) / 2:g}"}
        return {"options": tuple(items), "keep_order": True, **ends}

    def apart(self, value, known):
        """Each number must differ from the others as it is displayed."""
        for option in known:
            if is_around(option.value, around(value, self.digits)) or is_around(
                value, around(option.value, self.digits)
            ):
                self.problem(
                    f"distractor {option.key + 1} computes to {option.label}, which counts as right: take another, "
                    "or change the numbers in the question"
                )
        for option, other in combinations(known, 2):
            if is_around(option.value, around(other.value, self.digits)):
                self.problem(
                    f"distractors {option.key + 1} and {other.key + 1} both compute to {option.label}: keep one"
                )

    # Order

    def ordering(self):
        tables = self.tables("item")
        if len(tables) < 3:
            self.problem("it needs at least three items, written as [[question.item]] in the right order")
        if len(tables) > MOST_ITEMS:
            self.problem(f"it has {len(tables)} items: more than {MOST_ITEMS} are a chore")
        items = [self.item(key, table) for key, table in enumerate(tables)]
        for item, other in combinations(items, 2):
            if item.label == other.label:
                self.problem(f"items {item.key + 1} and {other.key + 1} both read {item.label!r}: change one")
        return {"options": tuple(items), "orders": self.in_order(items)}

    def item(self, key, table):
        where = f"item {key + 1}"
        value = self.computed(table["value"], where=where) if "value" in table else None
        label = self.words("text", table, "what is shown", f"{where}: ")
        return Option(key, label, feedback=self.words("feedback", table, where=f"{where}: "), value=value)

    def in_order(self, items):
        """Items with a value prove their order, and show which wrong ideas lead to another."""
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
                return ()
        if self.predicted or not values or len(values) < len(items) or len(items) > MOST_ITEMS:
            return ()
        try:
            return orders_behind([item["value"] for item in self.tables("item")], self.given, order == "falling")
        except ValueError:  # a wrong expression was reported above
            return ()


@functools.cache
def misconception_ids():
    """Every id that a wrong answer may carry."""
    return frozenset(misconceptions.ids())

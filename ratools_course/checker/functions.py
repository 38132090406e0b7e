"""What is the matter with a learner's function: look at it, run it in the worker, compare what it says.

`check_function` is what `check` uses for the kinds write, gap and bug.
"""

import dis
import inspect
from dataclasses import replace
from difflib import SequenceMatcher
from functools import cache, partial
from itertools import chain
from math import isnan

from ratools.words import decimal, literal
from ratools_course.checker import stubs, worker
from ratools_course.checker.bank import EXERCISES
from ratools_course.checker.conventions import ALSO, CONVENTIONS, DECIDED, ERRORS, situations
from ratools_course.checker.edits import search as edits
from ratools_course.checker.package_use import uses_package
from ratools_course.checker.sources import first_value, import_line
from ratools_course.checker.verdicts import Counterexample, Result, mistaken
from ratools_course.misconceptions import Mutant, mutants_of
from ratools_course.misconceptions.inputs import same, size, tiers


def check_function(exercise, answer, tiers=None):
    """Run a learner's function on the probes, or on the tiers of calls of another function, and say what it does."""
    wrong = partial(Result, exercise.id, "wrong")
    if not callable(answer):
        return wrong(
            f"That is a {type(answer).__name__}, not a function. Hand in the function itself, without calling it: "
            f'`check("{exercise.id}", {exercise.name})`.'
        )
    not_yet = stubs.not_begun(exercise, answer)
    if not_yet:
        return not_yet
    helper = _unfinished_helper(exercise, answer)
    if helper:
        return wrong(
            f"It calls `{helper}`, and that function of yours is not written yet. Do that exercise first; "
            f'`hint("{helper}")` and `solution("{helper}")` help.'
        )
    if uses_package(answer, exercise.measure or exercise.reference.__name__):
        return wrong(f'That is ours: the package does the work. Now write yours; `hint("{exercise.id}")` helps.')
    pairs = fitting_calls(exercise, answer, tiers)
    if not pairs:
        return wrong(_signature_sentence(exercise, answer))
    calls, expected = [call for call, _ in pairs], [value for _, value in pairs]
    ended, forward, backward, why = worker.run(answer, calls)
    if ended == "pickle" and {"exit", "quit"} & stubs.names(getattr(answer, "__code__", check_function.__code__)):
        return wrong(f"Y{FATAL_ERRORS['SystemExit'][1:]}")  # IPython's exit() cannot be copied
    if ended in ("pickle", "start"):
        return wrong(_not_sent(ended, why))
    return Diagnosis(exercise, answer, calls, expected, forward, backward, ended, why).result()


def _unfinished_helper(exercise, answer):
    """The name of another exercise's function that is called and still a stub, or None."""
    called = _globals_of(answer.__code__) if inspect.isfunction(answer) else set()
    for name in sorted(called & EXERCISES.keys() - {exercise.name}):
        if inspect.isfunction(mine := answer.__globals__.get(name)) and stubs.not_begun(EXERCISES[name], mine):
            return name
    return None


def _globals_of(code):
    """The global names that a code object and the ones inside it load; `rt.dcg_at_k` loads only `rt`."""
    own = {step.argval for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL"}
    return own.union(*(_globals_of(inner) for inner in code.co_consts if inspect.iscode(inner)))


# What it is tried on -------------------------------------------------------------------------------------------------


def base_calls(exercise):
    """Tiers of calls without the optional k: the example and small ones, what a convention decides, larger ones."""
    small, edges, larger = tiers(exercise.domain or exercise.measure)
    small, edges = list(small), list(edges)
    for mutant in exercise_mutants(exercise):  # its smallest counterexample is always among them
        call = (mutant.counterexample, {key: v for key, v in mutant.options.items() if key not in exercise.fixed})
        if call not in small + edges and len(call[0]) == len(small[0][0]) and call[1].keys() == small[0][1].keys():
            (small if DECIDED.isdisjoint(situations(exercise, call)) else edges).append(call)
    return [[(exercise.example, exercise.options or dict(small[0][1])), *sorted(small, key=size)], edges, larger]


def calls_with_k(exercise):
    """The same tiers with k, given by name."""
    return [
        [(arguments[:-1], {**options, "k": arguments[-1]}) for arguments, options in tier]
        for tier in tiers(exercise.domain or exercise.measure, True)
    ]


@cache
def answered_tiers(exercise_id, with_k):
    """The tiers of an exercise's calls, each call with what the measure says; without what the exercise leaves out."""
    exercise = EXERCISES[exercise_id]
    return [
        [(call, exercise.truth(*call)) for call in tier if not exercise.without.keys() & situations(exercise, call)]
        for tier in (calls_with_k(exercise) if with_k else base_calls(exercise))
    ]


def answered_calls(exercise_id, with_k):
    """All tiers in one list."""
    return list(chain(*answered_tiers(exercise_id, with_k)))


def fitting_calls(exercise, answer, tiers=None):
    """The (call, expected) pairs that a function's signature allows: without k, with it, or both if k is optional."""
    tiers = tiers or answered_tiers
    groups = [tiers(exercise.id, False)]
    if exercise.optional_k and _takes(answer, "k"):
        groups.append(tiers(exercise.id, True))
    groups = [group for group in groups if _binds(answer, group[0][0][0])]
    return list(chain(*(tier for same_tier in zip(*groups, strict=True) for tier in same_tier)))


def exercise_mutants(exercise):
    """The wrong versions that can be told apart in the exercise's domain."""
    own = [Mutant(id, exercise.name, function, shows) for id, function, shows in exercise.ideas]
    return own + [mutant for mutant in mutants_of(exercise.measure) if mutant.id not in exercise.outside]


def _signature(answer):
    try:
        return inspect.signature(answer)
    except (TypeError, ValueError):  # some built-in functions have none
        return None


def _takes(answer, name):
    signature = _signature(answer)
    return signature is not None and name in signature.parameters


def _binds(answer, call):
    signature = _signature(answer)
    try:
        return signature is None or bool(signature.bind(*call[0], **call[1]))
    except TypeError:
        return False


def _signature_sentence(exercise, answer):
    signature = str(_signature(answer))
    takes = f"`{signature}`" if len(signature) < 120 else "other arguments"
    return (
        f"Your function takes {takes}. It is called as `{exercise.name}({exercise.signature})`, so it needs these "
        "arguments in this order."
    )


def _not_sent(ended, why):
    if ended == "pickle":
        return (
            "Your function cannot be sent to the process that checks it: it uses something of the notebook that cannot "
            f"be copied, such as a widget, an open file or a lock (`{why[:150]}`). Let it use its arguments only."
        )
    reason = f" (`{why[:200]}`)" if why else ""
    return (
        f"Your function could not be started in the process that checks it{reason}. Does it use a module or file that "
        "only this notebook can see?"
    )


# After it ran --------------------------------------------------------------------------------------------------------

FATAL_ERRORS = {
    "SystemExit": "your function calls `exit()`, which would end the notebook. Let it return.",
    "KeyboardInterrupt": "your function interrupts itself. Let it return.",
    "Asked": "your function calls `input()`. Everything it needs is in its arguments.",
    "MemoryError": "your function asks for more than half a gigabyte of memory. What grows in it?",
    "RecursionError": "your function calls itself without end. Which case should stop it?",
}


# part of Python's message: what it means, where no exercise has a word of its own
IN_PLAIN_WORDS = {
    "'set' object is not subscriptable": "A set has no order, so it has no first element. Ask with `in` whether "
    "something is in it.",
    "and 'NoneType'": "One side there is `None`. Is it `k`? `k=None` means that all ranks count.",
    "for &: 'list'": "`&` and `|` join sets, not lists: `set(…)` makes a set of a list.",
    "for |: 'list'": "`&` and `|` join sets, not lists: `set(…)` makes a set of a list.",
    "'list' object has no attribute 'sum'": "A list has no `.sum()`: write `sum(…)` around it.",
    "'dict_values' object has no attribute": "`sorted(…)` takes the values of a dict and gives a list.",
}

DUE = ("number", "list", "dict")  # kinds of answers that can be compared


class Diagnosis:
    """From what a function answered to a sentence about it. The visible example is call 0, the smallest is call 1."""

    def __init__(self, exercise, answer, calls, expected, forward, backward, ended, why=""):
        self.exercise, self.answer, self.calls, self.expected = exercise, answer, calls, expected
        self.forward, self.backward, self.ended, self.why = forward, backward, ended, why
        self.values = [in_kind(described_value(item), due) for item, due in zip(forward, expected, strict=False)]
        single = any(item.get("single") for item in forward)  # 32-bit floats are right to seven digits
        self.tolerance = 0 if exercise.exact else 1e-6 if single else 1e-9
        self.parameters = exercise.parameters

    def result(self):
        """The first step that has something to say decides."""
        for step in (
            self.ended_badly,
            self.gave_up,
            self.knows_one_example,
            self.raised,
            self.changes_its_mind,
            self.returned_nothing,
            self.wrong_type,
            self.right,
            self.not_whole,
            self.rescaled,
            self.like_a_mutant,
            self.special_case,
        ):
            verdict = step()
            if verdict:
                editable = step in (self.raised, self.returned_nothing, self.special_case) or self.ended == "timeout"
                return self.one_edit(verdict, verdict.message) if editable else verdict
        index = self.failing()[0]
        return self.one_edit(self.wrong(index, self.two_inputs(index)), self.says_and_should(index))

    def one_edit(self, verdict, message):
        """The verdict; if one change of the learner's own lines would do, with the message and that line instead."""
        if verdict.misconception:
            return verdict
        by_call = [set(situations(self.exercise, call)) for call in self.calls]
        special = [index for index, names in enumerate(by_call) if names & edits.SPECIAL]
        endless = [len(self.forward)] if len(self.forward) < len(self.calls) else []
        edit = edits.find_edit(self.answer, self.calls, self.expected, [*endless, *self.failing()], special)
        if not edit:
            return verdict
        changed = self.changed_arguments() or ""
        parts = [message, "" if changed in message else changed, edit[0]]
        return replace(verdict, message="\n\n".join(filter(None, parts)), hints=edit[1])

    def wrong(self, index, message, misconception=None):
        """A wrong result, shown on one call; a function that changes its arguments hears that too."""
        arguments, options = self.calls[index]
        got = self.values[index] if index < len(self.values) else None
        changed = self.changed_arguments()
        message = f"{message}\n\n{changed}" if changed and changed not in message else message
        counterexample = Counterexample(arguments, options, self.expected[index], got)
        return Result(self.exercise.id, "wrong", message, misconception, counterexample, nearly=self.nearly())

    def nearly(self):
        """Whether every ordinary input comes out right, whenever it is asked for: a convention decides the rest."""
        if self.ended != "done" or len(self.backward) < len(self.calls):
            return False
        again = zip(self.backward[::-1], self.expected, strict=True)
        again = [same(in_kind(described_value(answer), due), due, self.tolerance) for answer, due in again]
        wrong = {index for index, right in enumerate(again) if not right}
        return all(map(self.is_decided_by_convention, wrong.union(self.failing())))

    def input(self, index):
        """The input of one call, as a learner would write it."""
        arguments, options = self.calls[index]
        pairs = [*zip(self.parameters, arguments, strict=False), *options.items()]
        return ", ".join(f"`{name} = {literal(value)}`" for name, value in pairs)

    def failing(self):
        """The indices of calls with a wrong value, the smallest input first and the visible example last."""
        wrong = [
            index for index, value in enumerate(self.values) if not same(value, self.expected[index], self.tolerance)
        ]
        return sorted(wrong, key=lambda index: index == 0)

    def says_and_should(self, index):
        """Expected and got."""
        value, expected = self.values[index], self.expected[index]
        says, should = decimal(value, expected), decimal(expected, value)
        return f"For {self.input(index)} your function says {says}; it should be {should}."

    # One method for each thing that can be the matter ----------------------------------------------------------------

    def ended_badly(self):
        """It did not come back, or took the process with it."""
        if self.ended == "done":
            return None
        done, all_calls = len(self.forward), len(self.calls)
        index = done if done < all_calls else all_calls - 1 - len(self.backward)
        what = self.input(index)
        if self.ended == "slow":
            each = worker.SECONDS_IN_ALL / max(1, len(self.forward) + len(self.backward))
            return self.wrong(
                index,
                f"Your function is too slow to be tried: about {1000 * each:.0f} ms a call. Does it import something "
                "inside, or do the same work many times?",
            )
        if self.ended == "import":
            return self.wrong(
                index,
                f"For {what} your function imports `{self.why}`, and that had not ended after "
                f"{worker.SECONDS_TO_START:g} seconds. The function needs no more than the standard library.",
            )
        if self.ended == "flood":
            return self.wrong(
                index,
                f"For {what} your function writes into the channel through which its answers come, or returns more "
                "than can be read. A function should return its value and write nowhere.",
            )
        if self.ended == "timeout":
            late = f"had not come back after {worker.SECONDS:g} seconds and was stopped"
            return self.wrong(index, f"For {what} your function {late}. Is there a loop that never ends?")
        end = "ended the whole process, by `os._exit`, by a crash or by using up all memory"
        return self.wrong(index, f"For {what} your function {end}. A function should return.")

    def knows_one_example(self):
        """Right on the example that the stub shows; everywhere else the same value, or an error."""
        others = ["error" if item["type"] == "error" else repr(described_value(item)) for item in self.forward[1:]]
        varied = len({repr(value) for value in self.expected}) > 2
        if not varied or len(set(others)) > 1 or not same(self.values[0], self.expected[0]):
            return None
        index = next(index for index in self.failing() if index)
        got = "stops with an error" if others[0] == "error" else f"says {decimal(self.values[index])}"
        return self.wrong(
            index,
            f"It knows the example of the cell above and nothing else: for {self.input(index)} it {got}; it should be "
            f"{decimal(self.expected[index])}. Let it compute the answer from its arguments.",
        )

    def gave_up(self):
        """An error after which no further call was made."""
        last = [*self.forward, *self.backward][-1]
        if last["type"] != "error" or last["name"] not in worker.FATAL:
            return None
        done, all_calls = len(self.forward) + len(self.backward), len(self.calls)
        index = done - 1 if done <= all_calls else 2 * all_calls - done
        return self.wrong(index, f"For {self.input(index)} {FATAL_ERRORS[last['name']]}")

    def raised(self):
        """It stopped with an error: which input, which error, where."""
        errors = [index for index, answer in enumerate(self.forward) if answer["type"] == "error"]
        if not errors:
            return None
        special = all(map(self.is_decided_by_convention, errors))
        if special or all(self.forward[index]["name"] == "ZeroDivisionError" for index in errors):
            like = self.like_a_mutant()  # which guards the division; the idea matters more than the guard
            if like:
                return like
        if self.is_the_lesser_matter(errors):
            return None
        index = min(errors, key=lambda index: index == 0)
        answer, what = self.forward[index], f"For {self.input(index)}"
        text = f"{answer['name']}: {answer['value']}" if answer["value"] else answer["name"]
        where = f", in its line {answer['line']}" if answer.get("line") else ""
        error = answer["name"], answer["value"]
        note = import_line(*error) or first_value(*error) or self.note(answer, errors)
        note = note or next((words for part, words in IN_PLAIN_WORDS.items() if part in (answer["value"] or "")), "")
        return self.wrong(index, f"{what} your function stops with `{text}`{where}. {note}".rstrip())

    def note(self, answer, indices):
        """A word about an error: what is special wherever it comes, or else its usual cause."""
        error, usual_cause = answer["name"], self.usual_cause(answer)
        ordinary = (index for index in range(len(self.calls)) if not self.is_decided_by_convention(index))
        if set(ordinary) <= set(indices) and f"{error} everywhere" in self.exercise.notes:
            return self.exercise.notes[f"{error} everywhere"]
        shared = self.shared_situation(indices)
        guesses = error in ("ZeroDivisionError", "ValueError")  # which have many causes
        usual = usual_cause and not guesses and shared != "ids of any kind"
        if not shared or usual:
            return usual_cause
        due = f"It should be {decimal(self.expected[min(indices, key=lambda index: index == 0)])}."
        others = "Everything else comes out right." if self.failing() == indices else ""
        return " ".join(filter(None, (self.situation(shared), ERRORS.get(error), due, others)))

    def usual_cause(self, answer):
        """The exercise's note on an error, kept under its name or under "name: a part of its message"."""
        for key, note in self.exercise.notes.items():
            name, _, part = key.partition(": ")
            if name == answer["name"] and part in (answer["value"] or ""):
                return note
        return ""

    def situation(self, name):
        """What is special, in a sentence; the exercise may have a word to add."""
        return f"{(CONVENTIONS | ALSO)[name]} {self.exercise.notes.get(name, '')}".rstrip()

    def is_the_lesser_matter(self, indices):
        """Whether these are all decided by a convention, while ordinary inputs come out wrong, too."""
        decided = self.is_decided_by_convention
        return all(map(decided, indices)) and not all(map(decided, self.failing()))

    def is_decided_by_convention(self, index):
        """Whether nothing was there to be judged, retrieved or relevant."""
        return not DECIDED.isdisjoint(situations(self.exercise, self.calls[index]))

    def shared_situation(self, indices):
        """What all these calls have in common and few others have, or None."""
        by_call = [situations(self.exercise, call) for call in self.calls]
        shared = [name for name in by_call[indices[0]] if all(name in by_call[index] for index in indices)]
        rarest = min(shared, key=lambda name: sum(name in names for names in by_call), default=None)
        return rarest if any(rarest not in names for names in by_call) else None

    def changes_its_mind(self):
        """The same input, asked a second time in another order, got another answer."""
        for index, (first, again) in enumerate(zip(self.forward, self.backward[::-1], strict=True)):
            value, other = described_value(first), described_value(again)
            if same(value, other) or is_nan(first) and is_nan(again):
                continue
            if first["type"] == again["type"] and first["type"] in ("other", "list", "dict"):
                continue  # an address in a repr, or a nan inside: another step tells what is wrong with it
            then = "stops with an error" if again["type"] == "error" else f"says {decimal(other, value)}"
            return self.wrong(
                index,
                f"For {self.input(index)} your function says {decimal(value, other)} at one time and {then} at "
                "another: it depends on what was asked before, or on chance. What does it keep between calls, a global "
                "variable or a default such as `hits=[]`?",
            )
        return None

    def returned_nothing(self):
        """None, everywhere or on some paths, with or without printing."""
        nothing = [index for index, answer in enumerate(self.forward) if answer["type"] == "none"]
        if not nothing or self.is_the_lesser_matter(nothing):
            return None
        index = min(nothing, key=lambda index: index == 0)
        what, printed = self.input(index), self.forward[index].get("printed", "").strip()
        if printed:
            message = (
                f"For {what} your function prints `{printed[:60]}` and returns nothing. What is printed cannot be "
                "calculated with: write `return` instead of `print`."
            )
        elif len(nothing) < len(self.forward):
            message = (
                f"For {what} your function returns nothing (`None`); it should be {decimal(self.expected[index])}. One "
                "path through it ends without a `return` that gives a value."
            )
        else:
            message = "Your function returns nothing (`None`). Is there a `return` in its last line?"
        return self.wrong(index, message)

    def wrong_type(self):
        """A text, a bool, a list, nan: not what is due."""
        due = {list: "list", dict: "dict"}.get(type(self.expected[0]), "number")
        for index in [*range(1, len(self.forward)), 0]:
            answer = self.forward[index]
            if is_nan(answer):
                return self.wrong(
                    index,
                    f"For {self.input(index)} your function says nan, “not a number”; it should be "
                    f"{decimal(self.expected[index])}.",
                )
            if answer["type"] not in (due, "error", "none"):
                return self.wrong(index, self._type_sentence(index, due))
        return None

    def _type_sentence(self, index, due):
        answer = self.forward[index]
        name = answer.get("name", answer["type"])
        name = f"an {name}" if name[0] in "aeiou" else f"a {name}"
        remedy = " Is there a comma at the end of the `return`?" if answer.get("name") == "tuple" else ""
        if answer["type"] == "bool":
            fits = due != "number" or float(answer["value"]) == self.expected[index]
            remedy = f" `float({answer['value']})` {'makes a number of it' if fits else 'is another number'}."
        if answer["type"] == "text":
            words = due == "number" and not is_number(answer["value"])
            wanted = "return the number itself" if words else "leave out what turns the value into text"
            remedy = f" It returns `{literal(answer['value'][:60])}`; {wanted}."
        should = decimal(self.expected[index])
        return f"For {self.input(index)} your function returns {name}, where a {due} is due: {should}.{remedy}"

    def changed_arguments(self):
        """A sentence for a function that changes what it was given."""
        for index, answer in enumerate(self.forward):
            if answer.get("changed"):
                name = self.parameters[answer["changed"][0]]
                return (
                    f"Your function changes `{name}`, which belongs to the code that calls it (for instance on "
                    f"{self.input(index)}). Work on a copy; `sorted(…)` makes one, `.sort()` does not."
                )
        return None

    def right(self):
        """Every value is as it should be."""
        if self.failing():
            return None
        changed = self.changed_arguments()
        if changed:
            index = next(index for index, answer in enumerate(self.forward) if answer.get("changed"))
            return self.wrong(index, f"The values are right, but one thing is not. {changed}")
        return Result(self.exercise.id, "right", f"{len(self.calls)} inputs were tried; all come out as they should.")

    def not_whole(self):
        """Right up to what floats lose, where whole numbers are due."""
        wrong = self.failing()
        if not self.exercise.exact or not all(same(self.values[index], self.expected[index]) for index in wrong):
            return None
        return self.wrong(wrong[0], f"{self.says_and_should(wrong[0])} Very near, but a whole number is due.")

    def rescaled(self):
        """Right, but in per cent, or rounded."""
        if not isinstance(self.expected[0], (int, float)):
            return None
        numbers = [index for index, answer in enumerate(self.forward) if answer["type"] == "number"]
        pairs, index = [(self.values[index], self.expected[index]) for index in numbers], self.failing()[0]
        what, says = self.input(index), decimal(self.values[index], self.expected[index])
        if all(same(value, 100 * expected) for value, expected in pairs):
            return self.wrong(
                index,
                f"These are per cent: for {what} your function says {says}; as a share it should be "
                f"{decimal(self.expected[index])}. Leave out the factor 100.",
                "per-cent-is-a-share",
            )
        for digits in (1, 2, 3, 4):
            if all(abs(value - round(expected, digits)) < 1e-9 for value, expected in pairs):
                rounded = f"Right, but rounded to {digits} digit{'s' if digits > 1 else ''}"
                message = f"{rounded}: for {what} your function says {says}; it should be {self.expected[index]!r}."
                return self.wrong(index, f"{message} Round when you show a number, not before.", "round-early")
        return None

    def like_a_mutant(self):
        """A wrong idea of the bank gives the same answers everywhere."""
        answered = [index for index in self.failing() if self.forward[index]["type"] != "error"]
        mutants = [mutant for mutant in exercise_mutants(self.exercise) if answered and self.agrees(mutant)]
        if not mutants:
            return None
        shown = [index for index in answered if tuple(self.named(index).values()) == mutants[0].counterexample]
        index, ideas = (shown or answered)[0], dict.fromkeys(mutant.id for mutant in mutants)
        return self.wrong(index, f"{self.says_and_should(index)}\n\n{mistaken(ideas)}", mutants[0].id)

    def special_case(self):
        """Right everywhere but where something is special, such as an empty list."""
        failing = self.failing()
        shared = self.shared_situation(failing)
        if not shared:
            return None
        message = f"{self.says_and_should(failing[0])} {self.situation(shared)}"
        return self.wrong(failing[0], f"{message} Everywhere else your function is right.")

    def two_inputs(self, index):
        """The last resort: a wrong answer beside another input that differs in one thing, and a hint."""
        helps = f'`hint("{self.exercise.id}")` helps.'
        twin, seen = self.nearest(index), self.strange_words() or self.other_order()
        if seen or twin is None:
            return f"{self.says_and_should(index)} {seen or 'Work this one out by hand, step by step'}; {helps}"
        other, name, value = twin
        says, should = decimal(self.values[other]), decimal(self.expected[other])
        wrong = other in self.failing()
        fate = f"where {should} is right" if wrong else "which is right"
        with_it = f"With `{name} = {literal(value)}` instead, and all else the same, it says {says}, {fate}."
        ask = "Work one of the two" if wrong else "What changes from the one to the other? Work both"
        return f"{self.says_and_should(index)}\n\n{with_it} {ask} out by hand; {helps}"

    def strange_words(self):
        """A sentence for a list with words of the learner's own."""
        due = words_in(self.expected)
        strange, words = sorted(words_in(self.values) - due), ", ".join(map(literal, sorted(due)))
        return f"`{literal(strange[0])}` is no word of this exercise: they are {words}" if strange and due else ""

    def other_order(self):
        """A sentence for lists that hold the right things in another order, wherever they are wrong."""
        pairs = [(self.values[index], self.expected[index]) for index in self.failing()]
        mixed = all(
            isinstance(value, list) and sorted(map(repr, value)) == sorted(map(repr, due)) for value, due in pairs
        )
        return "The right things stand there in another order than asked" if mixed else ""

    def nearest(self, index):
        """(index, parameter, value) of the call that differs least, in one argument; right ones, but not 0, first."""
        failing, candidates = set(self.failing()), []
        for other in range(1, len(self.calls)):
            here, there = self.named(index), self.named(other)
            differing = [name for name in here if here[name] != there.get(name)]
            if len(differing) == 1 and here.keys() == there.keys() and self.forward[other]["type"] in DUE:
                name, far = differing[0], distance(here[differing[0]], there[differing[0]])
                plain = other not in failing and not self.expected[other]
                option = name in self.calls[other][1]
                candidates.append(((plain, other in failing, far, not option, other), other, name, there[name]))
        return min(candidates, key=lambda item: item[0])[1:] if candidates else None

    def named(self, index):
        """The arguments of a call by their names."""
        arguments, options = self.calls[index]
        return dict(zip(self.parameters, arguments, strict=False), **options)

    def agrees(self, mutant):
        """Whether a mutant says the same on every call; it is asked no longer than it does."""
        answers = zip(self.calls, self.values, self.forward, strict=True)
        for index, ((arguments, options), value, answer) in enumerate(answers):
            try:
                said = mutant.function(*arguments, **options, **self.exercise.fixed)
            except (ValueError, ZeroDivisionError):
                return False
            divided_by_nothing = answer["type"] == "error" and (said == 0 or self.is_decided_by_convention(index))
            if not divided_by_nothing and not same(value, said):
                return False
        return True


def words_in(answers):
    """The texts in those answers that are lists."""
    return {word for answer in answers if isinstance(answer, list) for word in answer if isinstance(word, str)}


def distance(first, second):
    """How much two values of an argument differ."""
    if isinstance(first, (list, tuple)) and isinstance(second, (list, tuple)):
        return sum(a != b for a, b in zip(first, second, strict=False)) + abs(len(first) - len(second))
    if isinstance(first, dict) and isinstance(second, dict):
        return sum(first.get(key, ...) != second.get(key, ...) for key in {*first, *second})
    if isinstance(first, (set, frozenset)) and isinstance(second, (set, frozenset)):
        return len(first ^ second)
    if isinstance(first, (int, float)) and isinstance(second, (int, float)):
        return abs(first - second)
    if isinstance(first, str) and isinstance(second, str):
        return 10 * (1 - SequenceMatcher(None, first, second).ratio())
    return 1


def in_kind(value, expected):
    """Whole numbers in a list as they are due: the worker sends every number as a float."""
    whole = isinstance(expected, list) and all(item is None or isinstance(item, int) for item in expected)
    if not whole or not isinstance(value, list):
        return value
    return [int(item) if isinstance(item, float) and item.is_integer() else item for item in value]


def is_number(text):
    """Whether a text is a number in quotation marks."""
    try:
        float(text)
    except ValueError:
        return False
    return True


def is_nan(answer):
    """Whether a worker's answer is not a number."""
    return answer["type"] == "number" and isnan(answer["value"])


def described_value(answer):
    """The value of a worker's answer, as plain Python; what has none becomes a tuple that equals no value."""
    kind = answer["type"]
    if kind == "none":
        return None
    if kind in ("number", "text", "bool"):
        return answer["value"]
    if kind == "list":
        return [described_value(item) for item in answer["value"]]
    if kind == "dict":
        keys = [described_value(key) for key, _ in answer["value"]]
        return {
            key if key.__hash__ else repr(key): described_value(item[1])
            for key, item in zip(keys, answer["value"], strict=True)
        }
    return kind, answer.get("name"), answer.get("value")

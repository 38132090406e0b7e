"""Prediction cells: `predict("05-third-stall")` asks for a guess, and only then tells.

A prediction is not graded. It is taken once and kept in the progress log; a rerun shows the guess beside the answer,
and `predict(id, again=True)` asks anew. What is asked stands in the lesson's quiz.toml, as [[prediction]].
"""

import traitlets

from ratools.errors import UsageError
from ratools.forms import NotebookWidget
from ratools_course.learner import progress_log
from ratools_course.quizzes.bank import find_prediction
from ratools_course.quizzes.grading import PHRASES, distance, take_guess
from ratools_course.quizzes.texts import keys_of_letters, question_html, question_text
from ratools_course.widgets.static_files import script, style


def predict(name, again=False):
    """A question to guess before it is computed; `again=True` asks once more.

    >>> print(predict("03-one-and-hundred"))
    Your guess: Two search systems, two queries each. Search A finds the answers at ranks 1 and 100, search
                B at ranks 2 and 2. Which one has the higher MRR?
       A  A: ranks 1 and 100
       B  B: ranks 2 and 2
       C  Both have the same
    """
    return Prediction(find_prediction(name), again)


class Prediction(NotebookWidget):
    """One question, one guess, and then the answer; `predict` makes one."""

    _esm = script("fields.js") + script("predict.js")
    _css = style("quiz.css")
    from_page = frozenset({"taken"})

    question = traitlets.Dict().tag(sync=True)
    phrases = traitlets.Dict().tag(sync=True)
    taken = traitlets.Dict().tag(sync=True)  # {} while open, then {"guess": …}, or {"shown": True} without a guess
    note = traitlets.Unicode("").tag(sync=True)  # how to be asked again

    def __init__(self, question, again=False):
        self._asked, self._recording = question, False
        note = f'Your progress file keeps this. `predict("{question.id}", again=True)` asks once more.'
        super().__init__(question=question.public(), phrases=PHRASES, note=note)
        self.taken, self._turn = self._restored(again)
        self._recording = True

    def commit(self, guess):
        """Guess from Python: a number, grades in a list, or an option by its letter. Gives guess, answer, distance."""
        given = keys_of_letters(self._asked, guess)
        if self._asked.kind == "numeric" and not isinstance(given, str):
            given = repr(given)
        if self._asked.kind == "grades" and isinstance(given, (list, tuple)):
            given = [grade if isinstance(grade, str) else repr(grade) for grade in given]
        _, problem = take_guess(self._asked, given)
        if problem:
            raise UsageError(f"prediction {self._asked.id!r}: {problem}")
        self.taken = {"guess": given}
        return self._compared()

    def show_me(self):
        """See the answer without a guess."""
        self.taken = {"shown": True}
        return self._answer()

    @traitlets.validate("taken")
    def _only_once(self, proposal):
        new = proposal["value"]
        if self._recording and self.taken and new != self.taken:
            raise traitlets.TraitError(f"prediction {self._asked.id!r} was taken: again=True asks once more")
        if new not in ({}, {"shown": True}) and not self._is_guess(new):
            raise traitlets.TraitError(f"{new!r} is not a guess at prediction {self._asked.id!r}")
        return new

    def _is_guess(self, new):
        try:
            return new.keys() == {"guess"} and take_guess(self._asked, new["guess"])[1] is None
        except (ValueError, TypeError):
            return False

    # The progress log

    def _answer(self):
        return self._asked.value if self._asked.kind == "numeric" else self._asked.solution()

    def _compared(self):
        guess, _ = take_guess(self._asked, self.taken["guess"])
        return {"guess": guess, "answer": self._answer(), "off": distance(self._asked, guess)}

    @traitlets.observe("taken")
    def _record(self, change):
        if not self._recording or not self.taken:
            return
        facts = {"version": self._asked.version, "turn": self._turn}
        if "guess" in self.taken:
            facts |= self._compared() | {"given": self.taken["guess"]}
        status = "kept" if "guess" in self.taken else "shown"
        progress_log.record("prediction", self._asked.id, status, None, self._asked.notebook, **facts)

    def _restored(self, again):
        """What was taken last according to the progress log, and the number of this turn."""
        lines = [line for line in progress_log.lines([self._asked.id]) if self._is_mine(line)]
        turns = [line["turn"] for line in lines]
        if not lines or again:
            return {}, max(turns, default=0) + 1
        last = lines[-1]
        return ({"shown": True} if last["status"] == "shown" else {"guess": last["given"]}), last["turn"]

    def _is_mine(self, line):
        mine = line.get("prediction") == self._asked.id and line.get("version") == self._asked.version
        good = mine and isinstance(line.get("turn"), int) and line["turn"] >= 1
        return good and (line["status"] == "shown" or self._is_guess({"guess": line.get("given")}))

    # The form without a kernel, and the text

    def static_state(self):
        """A page is read by others: it starts without this learner's guess, and keeps one as long as it is open."""
        return {**super().static_state(), "taken": {}, "note": "Reload the page to guess again."}

    def text(self):
        """The question alone."""
        return question_text("Your grades: " if self._asked.kind == "grades" else "Your guess: ", self._asked)

    def text_html(self):
        """The question alone: who reads on without a kernel finds no answer in view."""
        purpose = (
            "to commit to your grades"
            if self._asked.kind == "grades"
            else "to commit to a guess; the answer comes after it"
        )
        return f"{question_html(self._asked)}<p>Run this cell {purpose}.</p>"

"""Quiz cells: `quiz("05_ndcg")`, `quiz("ndcg-ideal-list")` and `warm_up("05_ndcg")`.

The page grades by itself, so that it also works without a kernel; Python grades again with the same rules, keeps the
answers in the progress log and restores them from there. What is asked stands in the lessons' quiz.toml.
"""

from html import escape

import traitlets

from ratools.errors import UsageError
from ratools.forms import NotebookWidget
from ratools_course.learner import progress_log
from ratools_course.quizzes.bank import find, find_warm_up
from ratools_course.quizzes.grading import PHRASES, Grade
from ratools_course.quizzes.texts import answer_html, keys_of_letters, question_html, question_text
from ratools_course.widgets.static_files import script, style


def quiz(name):
    """A notebook's quiz, or one question of it.

    >>> quiz("cg-two-pages").questions[0]["kind"]
    'single'
    """
    title, questions = find(name)
    return Quiz(title, questions, "quiz")


def warm_up(name):
    """Three questions from earlier notebooks, to begin the notebook `name` with."""
    title, questions = find_warm_up(name)
    return Quiz(title, questions, f"warm_up:{name}")  # answered in its own quiz long ago, it is asked afresh here


class Quiz(NotebookWidget):
    """Questions that are answered until they are right; `quiz` makes one.

    A try is what the page sends, or None where the learner asked to be shown the answer: the question is open then,
    neither right nor wrong, and may be tried again.
    """

    _esm = script("fields.js") + script("quiz.js")
    _css = style("quiz.css")
    from_page = frozenset({"answers", "turn"})

    title = traitlets.Unicode("").tag(sync=True)
    phrases = traitlets.Dict().tag(sync=True)
    questions = traitlets.List().tag(sync=True)
    answers = traitlets.Dict().tag(sync=True)  # {question id: [every try that counted, in order]}
    turn = traitlets.Int(1, min=1, max=1_000_000).tag(sync=True)  # goes up when the learner starts over
    status = traitlets.Dict().tag(sync=True)  # {question id: {"status": "right" | "wrong" | "shown", "tries": n}}

    def __init__(self, title, questions, asked_in="quiz"):
        self._asked = {question.id: question for question in questions}
        self._asked_in, self._recording = asked_in, False
        facts = [question.public() for question in questions]
        super().__init__(title=title, phrases=PHRASES, questions=facts)
        self.answers, self.turn = self._restored()
        self._recording = True

    # Answers

    def answer(self, id, answer):
        """Answer a question from Python and get its grade; a choice may be given by its letters, such as "B"."""
        question = self._question(id)
        given = keys_of_letters(question, answer)
        grade = question.grade(given)
        if grade.status != "unclear":
            self._try(id, given)
        return grade

    def show_me(self, id):
        """Give a question up for now, and get its right answer; it stays open."""
        question = self._question(id)
        self._try(id, None)
        return question.solution()

    def _question(self, id):
        if id not in self._asked:
            raise UsageError(f"this quiz has no question {id!r}; it has {', '.join(self._asked)}")
        return self._asked[id]

    def _try(self, id, answer):
        before = self.answers.get(id, [])
        if answer not in before[-1:]:
            self.answers = {**self.answers, id: [*before, answer]}

    @property
    def score(self):
        """Questions right at the first try, questions right, questions."""
        right = [id for id, state in self.status.items() if state["status"] == "right"]
        return sum(len(self.answers[id]) == 1 for id in right), len(right), len(self._asked)

    @traitlets.validate("answers")
    def _only_answers_that_count(self, proposal):
        try:
            return {id: self._counted(id, tries) for id, tries in proposal["value"].items() if tries != []}
        except (ValueError, TypeError, KeyError) as error:
            raise traitlets.TraitError(f"these are not answers to this quiz: {error}") from None

    def _counted(self, id, tries):
        """The tries up to the first right one."""
        counted = []
        for answer in tries:
            grade = self._graded(id, answer)
            if grade.status == "unclear":
                raise UsageError(f"question {id!r}: {answer!r} cannot be counted. {grade.feedback[0]}")
            counted.append(answer)
            if grade.status == "right":
                break
        return counted

    @traitlets.observe("answers")
    def _grade(self, change):
        if self._recording:
            self._record(change["old"] or {}, change["new"])
        self.status = {
            id: {"status": self._graded(id, tries[-1]).status, "tries": sum(answer is not None for answer in tries)}
            for id, tries in self.answers.items()
        }

    def _graded(self, id, answer):
        """The grade of one try."""
        return Grade("shown") if answer is None else self._asked[id].grade(answer)

    def _record(self, old, new):
        """Write the answers that are new into the progress log."""
        for id, tries in new.items():
            before = old.get(id, [])
            for answer in tries[len(before) :] if tries[: len(before)] == before else tries:
                question, grade = self._asked[id], self._graded(id, answer)
                facts = {"answer": answer, "version": question.version, "place": self._asked_in, "turn": self.turn}
                facts |= {"or": list(grade.others)} if grade.others else {}  # other ideas that lead to this answer
                progress_log.record("question", id, grade.status, grade.misconception, **facts)

    def _restored(self):
        """The answers of the last turn in the progress log, and which turn that was."""
        lines = [line for line in progress_log.lines(self._asked) if self._is_mine(line)]
        turn = max((line["turn"] for line in lines), default=1)
        answers = {}
        for line in lines:
            if line["turn"] == turn:
                answers.setdefault(line["question"], []).append(line["answer"])
        try:
            return {id: self._counted(id, tries) for id, tries in answers.items()}, turn
        except (ValueError, TypeError):  # a line that someone edited: better an empty quiz than none
            return {}, turn

    def _is_mine(self, line):
        question = self._asked.get(line.get("question"))
        known = question is not None and line.get("version") == question.version and line.get("place") == self._asked_in
        good = known and "answer" in line and isinstance(line.get("turn"), int) and line["turn"] >= 1
        return good and (line["answer"] is None) == (line["status"] == "shown")

    # The form without a kernel, and the text

    def static_state(self):
        """A page is read by others: it starts without this learner's answers."""
        return {**super().static_state(), "answers": {}, "status": {}, "turn": 1}

    def text(self):
        """The questions with lettered options, without the answers."""
        blocks = [self.title] if self.title else []
        asked = enumerate(self._asked.values(), start=1)
        return "\n\n".join([*blocks, *(question_text(f"{number}. ", question) for number, question in asked)])

    def text_html(self):
        """The same with the answers, hidden until they are opened."""
        asked = self._asked.values()
        items = "".join(f"<li>{question_html(question)}{answer_html(question)}</li>" for question in asked)
        title = f"<p><strong>{escape(self.title)}</strong></p>" if self.title else ""
        return f"{title}<ol>{items}</ol><p>Run this cell to answer here.</p>"

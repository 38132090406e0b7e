"""Quiz cells: `quiz("05_ndcg")`, `quiz("ndcg-ideal-list")` and `warm_up("05_ndcg")`.

The page grades by itself, so that it also works without a kernel; Python grades again with the same rules, keeps the
answers in the progress log and restores them from there. What is asked stands in data/quizzes.
"""

import re
import textwrap
from html import escape
from string import ascii_uppercase

import traitlets

from ratools.teaching import progress_log
from ratools.teaching.forms import CourseWidget, script, style
from ratools.teaching.quizzes.bank import find, find_warm_up
from ratools.teaching.quizzes.grading import PHRASES


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


class Quiz(CourseWidget):
    """Questions that are answered until they are right; `quiz` makes one."""

    _esm = script("quiz.js")
    _css = style("quiz.css")
    from_page = frozenset({"answers", "turn"})

    title = traitlets.Unicode("").tag(sync=True)
    phrases = traitlets.Dict().tag(sync=True)
    questions = traitlets.List().tag(sync=True)
    answers = traitlets.Dict().tag(sync=True)  # {question id: [every answer that counted, in order]}
    turn = traitlets.Int(1, min=1, max=1_000_000).tag(sync=True)  # goes up when the learner starts over
    status = traitlets.Dict().tag(sync=True)  # {question id: {"status": "right" | "wrong", "tries": n}}

    def __init__(self, title, questions, place="quiz"):
        self._asked = {question.id: question for question in questions}
        self._place, self._recording = place, False
        facts = [question.public() for question in questions]
        super().__init__(title=title, phrases=PHRASES, questions=facts)
        self.answers, self.turn = self._restored()
        self._recording = True

    # Answers

    def answer(self, id, answer):
        """Answer a question from Python and get its grade; a choice may be given by its letters, such as "B"."""
        if id not in self._asked:
            raise ValueError(f"this quiz has no question {id!r}; it has {', '.join(self._asked)}")
        question = self._asked[id]
        given = _keys_of_letters(question, answer)
        grade = question.grade(given)
        before = self.answers.get(id, [])
        if grade.status != "unclear" and given not in before[-1:]:
            self.answers = {**self.answers, id: [*before, given]}
        return grade

    @property
    def score(self):
        """Questions right at the first try, questions right, questions."""
        right = [one for one in self.status.values() if one["status"] == "right"]
        return sum(one["tries"] == 1 for one in right), len(right), len(self._asked)

    @traitlets.validate("answers")
    def _only_answers_that_count(self, proposal):
        try:
            return {id: self._counted(id, tries) for id, tries in proposal["value"].items() if tries != []}
        except (ValueError, TypeError, KeyError) as error:
            raise traitlets.TraitError(f"no answers to this quiz: {error}") from None

    def _counted(self, id, tries):
        """The tries up to the first right one."""
        counted = []
        for answer in tries:
            grade = self._asked[id].grade(answer)
            if grade.status == "unclear":
                raise ValueError(f"question {id!r}: {answer!r} cannot be counted. {grade.feedback[0]}")
            counted.append(answer)
            if grade.status == "right":
                break
        return counted

    @traitlets.observe("answers")
    def _grade(self, change):
        if self._recording:
            self._record(change["old"] or {}, change["new"])
        grades = {id: self._asked[id].grade(tries[-1]) for id, tries in self.answers.items()}
        self.status = {id: {"status": one.status, "tries": len(self.answers[id])} for id, one in grades.items()}

    def _record(self, old, new):
        """Write the answers that are new into the progress log."""
        for id, tries in new.items():
            before = old.get(id, [])
            for answer in tries[len(before) :] if tries[: len(before)] == before else tries:
                question, grade = self._asked[id], self._asked[id].grade(answer)
                facts = {"answer": answer, "version": question.version, "place": self._place, "turn": self.turn}
                progress_log.record("question", id, grade.status, grade.misconception, **facts)

    def _restored(self):
        """The answers of the last turn in the progress log, and which turn that was."""
        lines = [line for line in progress_log.read() if self._is_mine(line)]
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
        known = question is not None and line.get("version") == question.version and line.get("place") == self._place
        return known and "answer" in line and isinstance(line.get("turn"), int) and line["turn"] >= 1

    # The form without a kernel, and the text

    def static_state(self):
        """A page is read by others: it starts without this learner's answers."""
        return {**super().static_state(), "answers": {}, "status": {}, "turn": 1}

    def text(self):
        """The questions with lettered options, without the answers."""
        blocks = [self.title] if self.title else []
        for number, question in enumerate(self._asked.values(), start=1):
            lettered = [_wrapped(f"   {letter}  ", option.label) for letter, option in _lettered(question)]
            blocks.append("\n".join([_wrapped(f"{number}. ", question.text), *(lettered or ["   (a number)"])]))
        return "\n\n".join(blocks)

    def text_html(self):
        """The same with the answers, hidden until they are opened."""
        items = "".join(f"<li>{_question_html(question)}</li>" for question in self._asked.values())
        title = f"<p><strong>{escape(self.title)}</strong></p>" if self.title else ""
        return f"{title}<ol>{items}</ol><p>Run this cell to answer here.</p>"


def _wrapped(head, text):
    return textwrap.fill(text, 100, initial_indent=head, subsequent_indent=" " * len(head))


def _lettered(question):
    """(letter, option) as shown; a number to type has none."""
    if question.kind == "numeric":
        return []
    return list(zip(ascii_uppercase, (question.options[key] for key in question.shown()), strict=False))


def _keys_of_letters(question, answer):
    """Letters become keys; anything else stays what it is."""
    keys = {letter: option.key for letter, option in _lettered(question)}
    letters = re.findall(r"\w", answer.upper()) if isinstance(answer, str) and keys else []
    if not letters or not set(letters) <= keys.keys():
        return answer
    chosen = [keys[letter] for letter in letters]
    return chosen[0] if question.kind == "single" and len(chosen) == 1 else chosen


def _question_html(question):
    lettered = _lettered(question)
    options = "".join(f"<li>{_marked_up(option.label)}</li>" for _, option in lettered)
    options = f'<ol type="A">{options}</ol>' if lettered else ""
    answer = f"<p><strong>{_marked_up(_right_answer(question, lettered))}</strong></p>"
    explanation = f"<p>{_marked_up(question.explanation)}</p>" if question.explanation else ""
    hidden = f"<details><summary>Answer</summary>{answer}{explanation}</details>"
    return f"<p>{_marked_up(question.text)}</p>{options}{hidden}"


def _right_answer(question, lettered):
    if question.kind == "numeric":
        return question.public()["exact"]
    if question.kind == "ordering":
        letters = {option.key: letter for letter, option in lettered}
        return ", ".join(letters[key] for key in question.solution())
    return "; ".join(f"{letter}: {option.label}" for letter, option in lettered if option.right)


def _marked_up(text):
    """Escaped, with `code` as code; each piece of data keeps its own direction of writing."""
    pieces = text.split("`")
    marked = [f"<code>{escape(piece)}</code>" if place % 2 else escape(piece) for place, piece in enumerate(pieces)]
    return f"<bdi>{''.join(marked)}</bdi>"

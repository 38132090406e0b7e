"""The quiz bank, `quiz.toml` of every lesson: read, every number in it computed, every author's mistake reported.

`python -m ratools_course.quizzes.bank` checks all files. How a question is written: ratools_course/lessons/README.md.
"""

import functools
import re
import sys
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from ratools.errors import UsageError
from ratools.words import did_you_mean
from ratools_course.lessons import LESSONS, lesson
from ratools_course.quizzes.grading import Question
from ratools_course.quizzes.reading import Problems, read_question, unknown_keys

FILE_KEYS = {"title", "warm_up", "for_warm_ups", "votes", "question", "prediction", "form_a", "form_b"}
WARM_UPS = 3


@dataclass(frozen=True)
class Bank:
    """The questions and predictions of one notebook."""

    name: str  # of the notebook: "05_ndcg"
    title: str
    questions: tuple[Question, ...]
    warm_up: tuple[str, ...] = ()
    predictions: tuple[Question, ...] = ()
    for_warm_ups: tuple[str, ...] = ()  # questions that its quiz leaves to the warm-ups of later notebooks
    votes: tuple[str, ...] = ()  # questions that are worth two votes in a room, with a talk between them
    forms: dict = field(default_factory=dict, compare=False)  # items of the pre- and post-test: {"a": (…), "b": (…)}
    file: str = ""  # named in messages: "ndcg/quiz.toml"

    @property
    def quiz(self):
        """The questions that its quiz asks."""
        return tuple(question for question in self.questions if question.id not in self.for_warm_ups)


def banks(where=None):
    """All banks by name, in the notebooks' order; a ValueError lists every mistake."""
    by_name, mistakes = _read_all(where)
    if mistakes:
        raise ValueError("the quiz bank has mistakes:\n" + "\n".join(mistakes))
    return by_name


def problems(where=None):
    """Every mistake in the bank's files, a sentence each.

    >>> problems()
    []
    """
    return _read_all(where)[1]


def _read_all(where):
    """The lessons' files; or those of a folder with files that are named like notebooks (05_ndcg.toml)."""
    if where is None:
        files = [(lesson.name, lesson.folder / "quiz.toml") for lesson in LESSONS]
    else:
        files = [(path.stem, path) for path in sorted(Path(where).glob("*.toml"))]
    return _read_files(tuple((name, path, path.stat().st_mtime_ns) for name, path in files if path.is_file()))


@functools.lru_cache(maxsize=8)
def _read_files(files):
    """Read once, and again when a file has changed."""
    read = [read_bank(path, name) for name, path, _ in files]
    by_name = {bank.name: bank for bank, _ in read}
    mistakes = [line for _, lines in read for line in lines] + _duplicates(by_name) + _bad_warm_ups(by_name)
    return by_name, mistakes


def _duplicates(by_name):
    """A question's id is its name in the whole course."""
    seen, mistakes = {bank.name: bank.file for bank in by_name.values()}, []
    for bank in by_name.values():
        for question in (*bank.questions, *bank.predictions, *(item for form in bank.forms.values() for item in form)):
            if question.id in seen:
                first = seen[question.id]
                mistakes.append(f"{bank.file}, question {question.id!r}: {first} has that id too; rename one")
            seen.setdefault(question.id, bank.file)
    return mistakes


def _bad_warm_ups(by_name):
    """A warm-up asks three things from lessons that came before.

    One whose lesson was removed, or comes later since it was renumbered, is not a mistake of this file: it is replaced.
    """
    known, folders = _questions(by_name), {name[3:] for name in by_name}
    mistakes = []
    for bank in by_name.values():
        problems = Problems(bank.file, "warm_up")
        if bank.warm_up and len(set(bank.warm_up)) != WARM_UPS:
            problems.add(f"it must name {WARM_UPS} different questions, got {list(bank.warm_up)}")
        for name in bank.warm_up:
            folder, _, id = name.rpartition("/")
            if folder and folder not in folders:
                continue
            if id not in known:
                problems.add(f"there is no question {id!r}{did_you_mean(id, known)}")
            elif folder and known[id].notebook[3:] != folder:
                problems.add(f"{id!r} is a question of {known[id].notebook[3:]}: write {known[id].notebook[3:]}/{id}")
            elif known[id].notebook == bank.name or not folder and _order(known[id]) >= bank.name[:2]:
                taught = max(known[id].notebook, known[id].taught, key=lambda notebook: notebook[:2])
                problems.add(f"{id!r} is a question of {taught}: name one of an earlier notebook")
        mistakes += problems
    return mistakes


def _questions(by_name):
    return {question.id: question for bank in by_name.values() for question in bank.questions}


def _order(question):
    """The number of the notebook after which it can be asked."""
    return max(question.notebook[:2], question.taught[:2])


# One file ----------------------------------------------------------------------------------------------------------


def read_bank(path, name):
    """The bank in one file, with the mistakes in it: what is wrong is left out of the bank."""
    file = path.name if path.stem == name else f"{path.parent.name}/{path.name}"
    problems = Problems(file)
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        problems.add(f"this is not TOML: {error}")
        return Bank(name, name, (), file=file), problems
    unknown_keys(table, FILE_KEYS, problems)
    if not re.fullmatch(r"[0-9]{2}_[a-z0-9_]+", name):
        problems.add("a file is named like its notebook, for instance 05_ndcg.toml")
    title = table.get("title", "")
    if not isinstance(title, str) or "question" in table and not title.strip():
        problems.add('it needs a title = "…", which stands above the quiz')
    warm_up, kept, votes = (_read_ids(table, key, problems) for key in ("warm_up", "for_warm_ups", "votes"))
    if not table.keys() & {"question", "prediction"}:
        problems.add("it has no questions: begin each with [[question]] or [[prediction]]")
    roles = ("question", "prediction", "form_a", "form_b")
    questions, predictions, *forms = (_read_entries(table, role, name, file, problems) for role in roles)
    forms = dict(zip("ab", forms, strict=True))
    bank = Bank(name, str(title), questions, warm_up, predictions, kept, votes, forms, file)
    ids = [question.id for question in questions]
    for key, named in (("for_warm_ups", kept), ("votes", votes)):
        for id in set(named) - set(ids):
            problems.add(f"{key}: the file has no question {id!r}{did_you_mean(id, ids)}")
    if questions and not bank.quiz:
        problems.add("for_warm_ups names every question: leave one for the quiz")
    return bank, problems


def _read_ids(table, key, problems):
    """A list of question ids."""
    ids = table.get(key, [])
    if isinstance(ids, list) and all(isinstance(id, str) for id in ids):
        return tuple(ids)
    problems.add(f"{key} must be a list of question ids, got {ids!r}")
    return ()


def _read_entries(table, role, notebook, file, problems):
    """All [[question]], [[prediction]], [[form_a]] or [[form_b]] tables of a file."""
    entries = table.get(role, [])
    if not isinstance(entries, list) or role in table and not entries or not all(isinstance(e, dict) for e in entries):
        problems.add(f"it has no {role}s: begin each with [[{role}]]")
        return ()
    questions = {}
    for number, entry in enumerate(entries, start=1):
        question, mistakes = read_question(entry, role, notebook, number, file)
        problems.extend(mistakes)
        if question and question.id in questions:
            problems.append(f"{file}, {role} {question.id!r}: the file has two with that id; rename one")
        if question:
            questions[question.id] = question
    return tuple(questions.values())


# Finding -----------------------------------------------------------------------------------------------------------


def _by_id(role):
    return {question.id: question for bank in banks().values() for question in getattr(bank, role)}


def _known_name(name, by_name):
    """The name of a bank for any name of its lesson: its number, its folder, or what it was called before."""
    if name in by_name:
        return name
    try:
        return lesson(name).name
    except ValueError:
        return name


def find(name):
    """What `quiz(name)` shows: (title, questions) of a notebook's bank, or of one question."""
    quizzes = {quiz: bank for quiz, bank in banks().items() if bank.questions}
    questions = _by_id("questions")
    if name in questions:
        return "", (questions[name],)
    known = _known_name(name, quizzes)
    if known in quizzes:
        return quizzes[known].title, quizzes[known].quiz
    if name in _by_id("predictions"):
        raise UsageError(f"{name!r} is a prediction: predict({name!r}) shows it")
    raise UsageError(f"there is no quiz or question {name!r}{did_you_mean(name, [*quizzes, *questions])}")


def find_warm_up(name):
    """What `warm_up(name)` shows: (title, three questions of earlier notebooks)."""
    by_name = banks()
    name = _known_name(name, by_name)
    if name not in by_name:
        raise UsageError(f"there is no quiz {name!r}{did_you_mean(name, by_name)}")
    if not by_name[name].warm_up:
        raise UsageError(f"{name} has no warm-up: its file names no questions of earlier notebooks")
    return "Warm-up", _warm_up_questions(by_name[name], by_name)


def _warm_up_questions(bank, by_name):
    """The questions that it names; for one whose lesson is not there before it, the latest of the earlier lessons."""
    earlier = {id: question for id, question in _questions(by_name).items() if _order(question) < bank.name[:2]}
    ids = [name.rpartition("/")[2] for name in bank.warm_up]
    asked = [earlier.pop(id) for id in ids if id in earlier]
    return tuple([*asked, *reversed(earlier.values())][:WARM_UPS])


def find_prediction(name):
    """What `predict(name)` asks."""
    predictions = _by_id("predictions")
    if name not in predictions:
        raise UsageError(f"there is no prediction {name!r}{did_you_mean(name, predictions)}")
    return predictions[name]


def main():
    """Check all files; exit code 1 if there is a mistake."""
    mistakes = problems()
    print(*mistakes, sep="\n", end="\n" if mistakes else "")
    if not mistakes:
        counts = [len(_by_id(role)) for role in ("questions", "predictions")]
        print(f"{len(banks())} files, {counts[0]} questions, {counts[1]} predictions: all in order.")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())

"""The quiz bank, `data/quizzes/*.toml`: read, every number in it computed, every author's mistake told.

`python -m ratools.teaching.quizzes.bank` checks all files. How a question is written: data/quizzes/README.md.
"""

import functools
import re
import sys
import tomllib
from dataclasses import dataclass

from ratools.paths import data_dir
from ratools.teaching.quizzes.grading import Question
from ratools.teaching.quizzes.reading import Problems, read_question, unknown_keys
from ratools.words import did_you_mean

FILE_KEYS = {"title", "warm_up", "for_warm_ups", "question", "prediction"}
WARM_UPS = 3


@dataclass(frozen=True)
class Bank:
    """The questions and predictions of one notebook."""

    name: str  # of the notebook and the file: "05_ndcg"
    title: str
    questions: tuple[Question, ...]
    warm_up: tuple[str, ...] = ()
    predictions: tuple[Question, ...] = ()
    for_warm_ups: tuple[str, ...] = ()  # questions that its quiz leaves to the warm-ups of later notebooks

    @property
    def quiz(self):
        """The questions that its quiz asks."""
        return tuple(question for question in self.questions if question.id not in self.for_warm_ups)


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
        for question in (*bank.questions, *bank.predictions):
            if question.id in seen:
                first = seen[question.id]
                mistakes.append(f"{bank.name}.toml, question {question.id!r}: {first} has that id too; rename one")
            seen.setdefault(question.id, f"{bank.name}.toml")
    return mistakes


def _bad_warm_ups(found):
    """A warm-up asks three things from notebooks that came before."""
    known = {question.id: question for bank in found.values() for question in bank.questions}
    mistakes = []
    for bank in found.values():
        say = Problems(f"{bank.name}.toml", "warm_up")
        if bank.warm_up and len(set(bank.warm_up)) != WARM_UPS:
            say.say(f"it must name {WARM_UPS} different questions, got {list(bank.warm_up)}")
        for name in bank.warm_up:
            if name not in known:
                say.say(f"there is no question {name!r}{did_you_mean(name, known)}")
            elif max(known[name].notebook[:2], known[name].taught[:2]) >= bank.name[:2]:
                place = max(known[name].notebook, known[name].taught, key=lambda one: one[:2])
                say.say(f"{name!r} is a question of {place}: name one of an earlier notebook")
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
    unknown_keys(table, FILE_KEYS, say)
    if not re.fullmatch(r"[0-9]{2}_[a-z0-9_]+", name):
        say.say("a file is named like its notebook, for instance 05_ndcg.toml")
    title = table.get("title", "")
    if not isinstance(title, str) or "question" in table and not title.strip():
        say.say('it needs a title = "…", which stands above the quiz')
    warm_up, kept = (_read_ids(table, key, say) for key in ("warm_up", "for_warm_ups"))
    if not table.keys() & {"question", "prediction"}:
        say.say("it has no questions: begin each with [[question]] or [[prediction]]")
    questions, predictions = (_read_entries(table, role, name, say) for role in ("question", "prediction"))
    bank = Bank(name, str(title), questions, warm_up, predictions, kept)
    ids = [question.id for question in questions]
    for one in set(kept) - set(ids):
        say.say(f"for_warm_ups: the file has no question {one!r}{did_you_mean(one, ids)}")
    if questions and not bank.quiz:
        say.say("for_warm_ups names every question: leave one for the quiz")
    return bank, say


def _read_ids(table, key, say):
    """A list of question ids."""
    ids = table.get(key, [])
    if isinstance(ids, list) and all(isinstance(one, str) for one in ids):
        return tuple(ids)
    say.say(f"{key} must be a list of question ids, got {ids!r}")
    return ()


def _read_entries(table, role, notebook, say):
    """All [[question]] or all [[prediction]] tables of a file."""
    entries = table.get(role, [])
    if not isinstance(entries, list) or role in table and not entries or not all(isinstance(e, dict) for e in entries):
        say.say(f"it has no {role}s: begin each with [[{role}]]")
        return ()
    found = {}
    for number, entry in enumerate(entries, start=1):
        question, mistakes = read_question(entry, role, notebook, number)
        say.extend(mistakes)
        if question and question.id in found:
            say.append(f"{notebook}.toml, {role} {question.id!r}: the file has two with that id; rename one")
        if question:
            found[question.id] = question
    return tuple(found.values())


# Finding -----------------------------------------------------------------------------------------------------------


def _by_id(role):
    return {question.id: question for bank in banks().values() for question in getattr(bank, role)}


def find(name):
    """What `quiz(name)` shows: (title, questions) of a notebook's bank, or of one question."""
    found = {quiz: bank for quiz, bank in banks().items() if bank.questions}
    questions = _by_id("questions")
    if name in found:
        return found[name].title, found[name].quiz
    if name in questions:
        return "", (questions[name],)
    if name in _by_id("predictions"):
        raise ValueError(f"{name!r} is a prediction: predict({name!r}) shows it")
    raise ValueError(f"there is no quiz or question {name!r}{did_you_mean(name, [*found, *questions])}")


def find_warm_up(name):
    """What `warm_up(name)` shows: (title, three questions of earlier notebooks)."""
    found, questions = banks(), _by_id("questions")
    if name not in found:
        raise ValueError(f"there is no quiz {name!r}{did_you_mean(name, found)}")
    if not found[name].warm_up:
        raise ValueError(f"{name} has no warm-up: its file names no questions of earlier notebooks")
    return "Warm-up", tuple(questions[id] for id in found[name].warm_up)


def find_prediction(name):
    """What `predict(name)` asks."""
    predictions = _by_id("predictions")
    if name not in predictions:
        raise ValueError(f"there is no prediction {name!r}{did_you_mean(name, predictions)}")
    return predictions[name]


def main():
    """Check all files; exit code 1 if there is a mistake."""
    mistakes = problems()
    print(*mistakes, sep="\n", end="\n" if mistakes else "")
    if not mistakes:
        found = banks()
        counts = [len(_by_id(role)) for role in ("questions", "predictions")]
        print(f"{len(found)} files, {counts[0]} questions, {counts[1]} predictions: all in order.")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())

"""Which measure for whom: the decision tree, and what each measure sees and does not see.

The tree's picture and the explorer `choose_measure` are made from this.
"""

from dataclasses import dataclass
from pathlib import Path

from ratools_course.lessons.shared.texts import read_texts

JUDGES = ("yes or no", "grades")
NEED = ("one good answer", "several")
VIEW = ("the first page", "nothing may be missed")
QUESTIONS = {
    "judges": ("Judges give", JUDGES),
    "need": ("The user needs", NEED),
    "view": ("What counts", VIEW),
}


@dataclass(frozen=True)
class Advice:
    """Where the tree ends: what to measure first and second, why, what stays unseen, a target that is often named."""

    first: str
    second: str
    why: str
    blind: str
    target: str


def _read_advice():
    for row in read_texts(Path(__file__).parent)["advice"]:
        answers = row["answers"]
        texts = {name: text for name, text in row.items() if name != "answers"}
        yield tuple(answers.get(question) for question in QUESTIONS), Advice(**texts)


ADVICE = dict(_read_advice())  # {the answers to QUESTIONS: Advice}; for one good answer the third is None


def advise(judges, need, view):
    """Where three answers lead.

    >>> advise("grades", "several", "the first page").first
    'nDCG@k'
    """
    return ADVICE[judges, need, None if need == NEED[0] else view]

"""The list of notebooks: what each is called, what it asks, how long it takes, what one can do afterwards.

The README's map, notebook 00, exercises, quizzes, progress and tests read this one list. A lesson whose notebook is not
written yet has `exists=False`.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from ratools.words import did_you_mean


@dataclass(frozen=True)
class Lesson:
    """One notebook of the course."""

    name: str  # of the file, and of its exercises and quiz: "05_ndcg"
    title: str
    question: str
    minutes: int
    goals: tuple[str, ...]
    exists: bool = False

    @property
    def number(self):
        """`"05"`."""
        return self.name[:2]

    @property
    def file(self):
        """`"05_ndcg.ipynb"`."""
        return f"{self.name}.ipynb"


LESSONS = (
    Lesson(
        "00_start_here",
        "Start here",
        "How good is this page of results?",
        15,
        ("find your way through the course", "try each of its tools once"),
        exists=True,
    ),
    Lesson(
        "01_why_measure",
        "Why measure?",
        "Can you tell the better system by looking?",
        40,
        ("say what a test collection is", "refuse a verdict that rests on one query", "invent a measure, and break it"),
        exists=True,
    ),
    Lesson(
        "02_precision_recall",
        "Precision and recall",
        "How much of it is good, and how much of the good is there?",
        55,
        ("compute P@k and R@k", "read the two together", "name a measure's ceiling before judging a number"),
        exists=True,
    ),
    Lesson(
        "03_reciprocal_rank",
        "Reciprocal rank",
        "How soon does the first good result come?",
        55,
        ("compute RR and MRR", "read an MRR without taking it for a mean rank", "count queries that failed"),
        exists=True,
    ),
    Lesson(
        "04_average_precision",
        "Average precision",
        "Can one number see every hit?",
        55,
        ("compute AP and MAP", "tell three denominators apart", "read a library's “context precision”"),
        exists=True,
    ),
    Lesson(
        "05_ndcg",
        "nDCG",
        "Does the order matter?",
        80,
        ("compute DCG, IDCG and nDCG", "say which gain and which ideal a number used", "find where a page loses"),
        exists=True,
    ),
    Lesson(
        "06_choose_a_measure",
        "Choose a measure",
        "Which number should you trust for your users?",
        55,
        ("choose a first and a second measure for a use", "check a target against its ceiling"),
        exists=True,
    ),
    Lesson(
        "07_scores_and_thresholds",
        "Scores and thresholds",
        "Is a high score the same as relevance?",
        50,
        ("read a report made from scores", "see a measurement that goes in a circle", "set a threshold honestly"),
        exists=True,
    ),
    Lesson(
        "08_measure_a_system",
        "Measure a system",
        "Which of these systems is better, and where?",
        70,
        ("evaluate a run", "read a table per query", "ask who wrote the test"),
        exists=True,
    ),
    Lesson(
        "09_is_it_better",
        "Is it better?",
        "Could the difference be luck?",
        60,
        ("compare two systems with a paired test", "say how sure a difference is", "say how many queries are needed"),
        exists=True,
    ),
    Lesson(
        "10_judgements",
        "Judgements",
        "Who says what is relevant?",
        60,
        (
            "measure how far judges agree",
            "see what unjudged documents do",
            "know where libraries differ",
        ),
        exists=True,
    ),
    Lesson(
        "11_chunks",
        "Chunks",
        "Did the right part of the text arrive?",
        50,
        (
            "measure overlap by tokens and by spans",
            "say what a big chunk and an overlap cost",
            "compare chunkers at an equal budget",
        ),
        exists=True,
    ),
    Lesson(
        "12_answers",
        "Answers",
        "Is what was said right?",
        60,
        ("compute exact match and token F1", "score a system that abstains", "find the stage that failed"),
        exists=True,
    ),
    Lesson(
        "13_spot_the_error",
        "Spot the error",
        "Would you have seen it?",
        50,
        ("read a published number with doubt", "name the wrong idea behind it"),
        exists=True,
    ),
    Lesson(
        "14_capstone",
        "Capstone",
        "What will you tell your team?",
        120,
        ("evaluate a system from raw run to recommendation",),
        exists=True,
    ),
)


@dataclass(frozen=True)
class Route:
    """A way through the course for one kind of reader."""

    title: str
    numbers: tuple[str, ...]
    reason: str


ROUTES = {
    "everything": Route("Everything", tuple(one.number for one in LESSONS), "In order, two or three notebooks a week."),
    "friday": Route(
        "“I have a RAG system to judge by Friday”",
        ("00", "02", "03", "05", "08", "09", "10", "11", "12"),
        "The measures that you will be asked for, then your system, its judgements, its chunks and its answers.",
    ),
    "instructor": Route(
        "I teach it",
        ("00", "01", "05", "09", "13", "14"),
        "How the course begins, its longest lesson, the hardest idea, the errors of others, the last task.",
    ),
}

RENAMED = {  # names that progress files written by earlier versions may hold
    "03_mrr": "03_reciprocal_rank",
    "06_reader_models": "06_choose_a_measure",
    "07_judgements": "10_judgements",
    "08_scores": "07_scores_and_thresholds",
    "10_chunks": "11_chunks",
    "11_answers": "12_answers",
}


def lesson(name):
    """A lesson by its name, its number or its file.

    >>> lesson("05").name, lesson("05_ndcg.ipynb").minutes
    ('05_ndcg', 80)
    """
    wanted = RENAMED.get(name, str(name).removesuffix(".ipynb"))
    for one in LESSONS:
        if wanted in (one.name, one.number):
            return one
    suggestion = did_you_mean(wanted, [one.name for one in LESSONS], cutoff=0.4)
    names = f"the names run from {LESSONS[0].name} to {LESSONS[-1].name}"
    raise ValueError(f"there is no notebook {name!r}: {names}{suggestion}")


def existing():
    """The lessons whose notebooks are written."""
    return [one for one in LESSONS if one.exists]


def map_in_markdown(folder=""):
    """The course as a Markdown table, with links to what is written; `folder` is where the notebooks lie."""
    lines = ["| notebook | its question | minutes | afterwards you can |", "|---|---|---|---|"]
    for one in LESSONS:
        name = f"{one.number} {one.title}"
        link = f"[{name}]({folder}{one.file})" if one.exists else f"{name} (not written yet)"
        lines.append(f"| {link} | {one.question} | {one.minutes} | {'; '.join(one.goals)} |")
    return "\n".join(lines) + "\n"


def with_map(text):
    """The README's text with the map in its place."""
    return re.sub(r"(?<=<!-- map -->\n).*?(?=<!-- /map -->)", lambda _: map_in_markdown("notebooks/"), text, flags=re.S)


if __name__ == "__main__":  # python -m ratools.teaching.lessons writes the README's map
    readme = Path("README.md")
    readme.write_text(with_map(readme.read_text(encoding="utf-8")), encoding="utf-8")

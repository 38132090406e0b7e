"""A notebook as its reader meets it: cells, words, minutes, numbers."""

import json
import re
from functools import cache
from pathlib import Path

import ratools
from ratools_course.checker.bank import EXERCISES
from ratools_course.quizzes import bank

FOLDER = Path(ratools.__file__).parent.parent / "notebooks"
MINUTES = {"write": 7, "gap": 4, "bug": 4, "parsons": 4, "number": 1.5, "predict": 1.5}
BESIDE = {"judgements": 5, "capstone": 15 + 40}  # at the judging desk, and writing a recommendation
NUMBER = re.compile(r"(?<![\w.@/-])[-−]?(?:\d+\.\d+|\.\d+|\d+(?:\.\d+)? ?%)(?![\w]|\.\d)")


@cache
def cells(name):
    """The notebook's cells, with their text in one piece."""
    read = json.loads((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    return [{**cell, "text": "".join(cell["source"])} for cell in read]


def prose(name):
    return [cell for cell in cells(name) if cell["cell_type"] == "markdown"]


def code(name):
    return [cell for cell in cells(name) if cell["cell_type"] == "code"]


def outputs(cell):
    """What a cell shows, as texts of every form."""
    for output in cell.get("outputs", []):
        if "text" in output:
            yield "".join(output["text"])
        for kind, data in output.get("data", {}).items():
            if kind in ("text/plain", "text/html", "text/markdown"):
                yield "".join(data)


def plain_prose(text):
    """Markdown without code, formulas, links' targets and HTML tags."""
    text = re.sub(r"```.*?```|\$\$.*?\$\$|\$[^$\n]+\$|`[^`\n]*`", " ", text, flags=re.S)
    return re.sub(r"<[^>]+>", " ", re.sub(r"\]\([^)]*\)", "]", text))


def exercises(name):
    """The exercises of a notebook, in order."""
    marks = [cell["metadata"].get("ratools", {}) for cell in code(name)]
    return [EXERCISES[mark["exercise"]] for mark in marks if mark.get("role") == "stub"]


def calls(name, function):
    """The first argument of every call of a function in the notebook's code."""
    return [arg for cell in code(name) for arg in re.findall(rf'\b{function}\("([^"]+)"', cell["text"])]


def questions(name):
    """How many questions its quizzes and its warm-up ask."""
    asked = [bank.find(quiz)[1] for quiz in calls(name, "quiz")]
    asked += [bank.find_warm_up(quiz)[1] for quiz in calls(name, "warm_up")]
    return sum(map(len, asked))


def minutes(name):
    """How long it takes: reading, exercises, questions, and looking at what comes out."""
    words = sum(len(re.findall(r"\w+", plain_prose(cell["text"]))) for cell in prose(name))
    tasks = sum(MINUTES[exercise.kind] for exercise in exercises(name))
    asked = 1.5 * (questions(name) + len(calls(name, "predict")))
    tasks += BESIDE.get(name[3:], 0)
    return words / 200 + tasks + asked + 0.5 * sum(bool(cell["outputs"]) for cell in code(name))


def value(text):
    """A number of the prose as (value, how far it may be off for its digits)."""
    text = text.replace("−", "-")
    digits = text.rstrip(" %").partition(".")[2]
    share = 100 if text.endswith("%") else 1
    return float(text.rstrip(" %")) / share, 0.5000001 / 10 ** len(digits) / share


def shown_numbers(name):
    """Every number that the notebook's outputs show."""
    for cell in code(name):
        for text in outputs(cell):
            for number in re.findall(r"(?<![\w])[-−]?\d*\.?\d+(?:e-?\d+)?(?: ?%)?", re.sub(r"<[^>]+>", " ", text)):
                try:
                    yield float(number.rstrip(" %").replace("−", "-")) / (100 if number.endswith("%") else 1)
                except ValueError:
                    continue

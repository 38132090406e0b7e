"""Notebook 14: what the write-up is marked by, a mark of your own, two marked samples, a model answer."""

from pathlib import Path

from ratools.errors import UsageError
from ratools.words import short
from ratools_course.cards import Words
from ratools_course.lessons.shared.texts import read_texts

FOLDER = Path(__file__).parent
TEXTS = read_texts(FOLDER)
RUBRIC = TEXTS["rubric"]  # {criterion: {"points", "earned"}}
SAMPLES = TEXTS["samples"]  # {name: {"text", "marks", "why"}}
MODEL = (FOLDER / "model_answer.md").read_text(encoding="utf-8")


def total_points():
    """The points that a recommendation can win."""
    return sum(criterion["points"] for criterion in RUBRIC.values())


def rubric():
    """What the recommendation is marked by."""
    lines = [f"**{name}** ({criterion['points']}): {criterion['earned']}" for name, criterion in RUBRIC.items()]
    return Words("\n\n".join([f"{total_points()} points.", *lines]))


def mark(marks):
    """Your marks for a recommendation, added up: {criterion: points}; what earns points and is still missing."""
    if not isinstance(marks, dict):
        raise UsageError(f"marks must be {{criterion: points}}, as in {{'use and cost': 2, …}}, got {short(marks)}")
    if any(points is ... for points in marks.values()):
        return Words(TEXTS["mark"]["open"])
    if marks.keys() != RUBRIC.keys():
        raise UsageError(f"give points for {', '.join(RUBRIC)}, got {', '.join(map(str, marks))}")
    missing = []
    for name, points in marks.items():
        most = RUBRIC[name]["points"]
        if isinstance(points, bool) or not isinstance(points, (int, float)) or not 0 <= points <= most:
            raise UsageError(f"{name} has 0 to {most} points, got {short(points)}")
        if points < most:
            missing.append(f"**{name}**: {RUBRIC[name]['earned']}")
    heading = f"{sum(marks.values()):g} of {total_points()} points." + (" Still to win:" if missing else "")
    return Words("\n\n".join([heading, *missing]))


def samples():
    """Two recommendations that were marked by the rubric, and why."""
    parts = []
    for name, sample in SAMPLES.items():
        points = f"{sum(sample['marks'].values())} points: {marks_in_words(sample)}."
        parts.append(f"**{name.capitalize()}.** *{sample['text']}*\n\n{points} {sample['why']}")
    return Words("\n\n".join(parts))


def marks_in_words(sample):
    """The marks of a sample, criterion by criterion."""
    return ", ".join(f"{name} {sample['marks'][name]} of {RUBRIC[name]['points']}" for name in RUBRIC)


def model_answer():
    """One good recommendation; write your own first."""
    return Words(MODEL)

"""How a notebook of the course reads, as far as a machine can tell."""

import re
import sys
from pathlib import Path

import pytest

from ratools_course import misconceptions
from ratools_course.lessons import LESSONS, lesson
from ratools_course.quizzes import bank

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
from facts import FACTS  # noqa: E402
from reading import (  # noqa: E402
    MINUTES,
    NUMBER,
    calls,
    cells,
    code,
    exercises,
    minutes,
    outputs,
    plain_prose,
    prose,
    shown_numbers,
    value,
)

SEEDS = {  # which of the sources' points each lesson must teach
    "why_measure": "S1.1 S1.2 S1.3 S1.19",
    "precision_recall": "S1.3 S1.4 S1.5 S1.8 S1.11 S1.12 S1.13 S4.4 S0.1 S0.2",
    "reciprocal_rank": "S1.6 S1.11",
    "average_precision": "S0.3",
    "ndcg": "S1.7 S1.11 S1.12 S1.18",
    "choose_a_measure": "S1.9 S1.10 S1.13 S1.14 S1.15 S1.16 S1.17 S1.18 S1.19",
    "scores_and_thresholds": "S0.1 S0.2 S0.3 S0.4 S0.5 S0.6 S0.7",
    "measure_a_system": "S1.1 S1.11 S4.1 S4.2 S4.3 S4.4",
    "chunks": "S3.1 S3.2 S3.3",
    "answers": "S2.1 S2.2 S2.3 S2.4 S2.5 S2.6 S2.7",
    "spot_the_error": "S0.3 S1.4 S1.5 S1.6 S1.7 S1.12 S1.13 S1.15 S1.17 S1.19 S2.7",
}
TWO_SITTINGS = ("ndcg", "measure_a_system", "capstone")
FEWEST = {  # exercises, where fewer than five are enough
    "start_here": 1,
    **dict.fromkeys(("why_measure", "choose_a_measure", "scores_and_thresholds"), 3),
    **dict.fromkeys(("judgements", "spot_the_error", "capstone"), 3),
}
PREDICTIONS = {"start_here": (1, 2), "ndcg": (3, 9)}  # at least and at most, where that is not 3 to 6
KNOWS_INTERVALS = ("is_it_better", "judgements", "chunks", "answers", "spot_the_error", "capstone")
LESSON = {lesson.name: lesson for lesson in LESSONS}
SLUG = {lesson.name: lesson.slug for lesson in LESSONS}
every = pytest.mark.parametrize("name", LESSON)


@every
def test_the_form(name):
    assert len(cells(name)) <= (65 if SLUG[name] in TWO_SITTINGS else 50)
    headings = [line for cell in prose(name) for line in plain_lines(cell["text"]) if line.startswith("#")]
    assert sum(line.startswith("# ") for line in headings) == 1 and headings[0].startswith("# ")
    assert sum(line.startswith("## ") for line in headings) >= 5
    asked = [line for line in headings if line.startswith("## ")]
    assert sum(line.rstrip().endswith("?") for line in asked) >= 0.6 * len(asked), "sections are questions"


def plain_lines(text):
    return re.sub(r"```.*?```", "", text, flags=re.S).splitlines()


@every
def test_code_cells_are_short(name):
    for cell in code(name):
        lines = [line for line in cell["text"].splitlines() if line.strip() and not line.strip().startswith("#")]
        assert len(lines) <= (16 if "ratools" in cell["metadata"] else 12), cell["text"]
        assert all(len(line) <= 90 for line in cell["text"].splitlines()), cell["text"]


@every
def test_imports_stand_alone_at_the_top(name):
    first = next(cell for cell in code(name))
    lines = [line for line in first["text"].splitlines() if line.strip()]
    inside = "".join(lines)
    assert re.fullmatch(r"((import|from) [^()]*(\([^()]*\))?\s*)+", "\n".join(lines)), first["text"]
    assert "progress" in inside and "warm_up" not in inside.replace("warm_up", "", 1)
    assert cells(name).index(first) <= 2


@every
def test_minutes_are_honest(name):
    stated, counted = LESSON[name].minutes, minutes(name)
    assert stated == 5 * round(counted / 5), f"counted {counted:.1f}, said {stated}: say the nearest multiple of five"
    assert re.search(rf"\b{stated} minutes\b", prose(name)[0]["text"]), "the first cell says how long it takes"
    if stated > 50:
        assert any("resting place" in cell["text"].lower() for cell in prose(name))


@every
def test_a_resting_place_says_what_brings_the_widgets_back(name):
    """In a notebook that is opened again no kernel stands behind a widget."""
    begins = [cell["text"] for cell in prose(name)[1:] if re.search(r"\bA resting place\b", cell["text"])]
    for text in [prose(name)[0]["text"]] if SLUG[name] == "start_here" else begins:
        assert "brings back quizzes, widgets and your answers" in text, text


@every
def test_exercises_climb_the_ladder(name):
    asked, fewest = exercises(name), FEWEST.get(SLUG[name], 5)
    assert len({exercise.id for exercise in asked}) == len(asked) >= fewest
    assert all(exercise.notebook == name for exercise in asked)
    if fewest >= 5:
        kinds = {exercise.kind for exercise in asked}
        assert {"write", "bug", "parsons"} <= kinds and kinds <= set(MINUTES)


@every
def test_predictions_carry_the_surprises(name):
    asked = calls(name, "predict")
    low, high = PREDICTIONS.get(SLUG[name], (3, 6))
    assert low <= len(set(asked)) == len(asked) <= high
    assert len({id[:3] for id in asked}) == 1, "ids begin with the number that the lesson had when it was written"


@every
def test_the_quiz_is_long_enough_and_of_all_kinds(name):
    if SLUG[name] == "start_here":
        return
    early = SLUG[name] == "why_measure"
    assert [lesson(called).name for called in calls(name, "quiz")] == [name]
    asked = bank.find(name)[1]
    assert len(asked) >= (4 if early else 6)
    kinds = {question.kind for question in asked}
    assert kinds >= ({"single", "numeric"} if early else {"single", "multiple", "numeric", "ordering"})
    assert [lesson(called).name for called in calls(name, "warm_up")] == [name]


@every
def test_wrong_ideas_are_run(name):
    if SLUG[name] == "start_here":
        return
    shown = calls(name, r"misconceptions\.show")
    assert len(set(shown)) >= 3 and set(shown) <= set(misconceptions.ids())


@every
def test_every_number_in_the_prose_is_computed_or_declared(name):
    shown = list(shown_numbers(name))
    declared = FACTS.get(SLUG[name], {})
    for cell in prose(name):
        for text in NUMBER.findall(plain_prose(cell["text"])):
            wanted, off = value(text)
            near = any(abs(abs(number) - abs(wanted)) <= off for number in shown)
            assert near or text.strip() in declared, f"{text!r} in: {cell['text'][:200]}"


@every
def test_the_seeds_are_taught(name):
    taught = {seed for cell in cells(name) for seed in cell["metadata"].get("seeds", [])}
    assert set(SEEDS.get(SLUG[name], "").split()) <= taught


@every
def test_words(name):
    text = "\n".join(cell["text"] for cell in prose(name))
    old = ("mend", "mends", "mended", "whoever", "lest", "hence", "thereof", "In this notebook", "we will explore")
    for word in old:
        assert not re.search(rf"\b{word}\b", text, re.I), word
    assert not re.search(r"\ba query\b(?= (each|every))|\bone row a\b|[\U0001F300-\U0001FAFF]", text)


@every
def test_no_interval_and_no_p_value_before_they_are_taught(name):
    taught = next((other for other in LESSON if SLUG[other] == "is_it_better"), "99")
    if SLUG[name] in KNOWS_INTERVALS or name > taught:
        return
    for cell in code(name):
        for text in outputs(cell):
            shown = re.sub(r"<[^>]+>", " ", text)
            assert not re.search(r"\bp_\w+|p-value|95 ?%|confidence|interval", shown), cell["text"]


@every
def test_it_ends_with_what_you_can_do_now(name):
    tail = "\n".join(cell["text"] for cell in cells(name)[-5:])
    [shown] = re.findall(r'progress\("([^"]+)"\)', tail)
    assert "To remember" in tail and lesson(shown).name == name
    assert re.search(r"## What can you do now\?", tail)
    assert SLUG[name] == "start_here" or re.search(r"[Ff]urther reading|[Rr]ead on", tail)


@every
def test_no_answer_stands_in_view_of_its_question(name):
    for cell in prose(name):
        assert not re.search(r"\*\*(Before you run|Guess)[^*]*\*\*", cell["text"]), "use predict(), which asks first"

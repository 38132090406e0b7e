"""Predictions: asked before they are told, taken once, kept and not graded; the answers are what the measures say."""

import json
import math
import re
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from statistics import mean

import pytest
import traitlets

import ratools as rt
from ratools_course import predict, progress
from ratools_course.learner import progress_log
from ratools_course.lessons import LESSONS, lesson
from ratools_course.lessons.shared import targets
from ratools_course.quizzes import Prediction
from ratools_course.quizzes import bank as quiz_bank
from ratools_course.quizzes.grading import Option, Question, distance, take_guess

BANKS = quiz_bank.banks()
NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
PREDICTIONS = {one.id: one for bank in BANKS.values() for one in bank.predictions}
ORDER = Question(
    id="05-order",
    kind="ordering",
    text="Order.",
    notebook="05_ndcg",
    explanation="So.",
    options=tuple(Option(key, label) for key, label in enumerate("abcd")),
    version="1",
)


@pytest.fixture(autouse=True)
def log(tmp_path, monkeypatch):
    """Every test has a progress file of its own."""
    file = tmp_path / "progress.jsonl"
    monkeypatch.setenv("RATOOLS_PROGRESS", str(file))
    return file


def lines():
    return [line for line in progress_log.read() if line.get("prediction")]


# What is asked -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BANKS)
def test_every_prediction_is_asked_in_its_notebook_and_in_its_order(name):
    cells = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    asked = re.findall(r'\bpredict\("([^"]+)"', code)
    assert asked == [one.id for one in BANKS[name].predictions]


FIRST = ["whats-new", "step-by-step", "blocking-code", "tutorial", "puzzles"]
SECOND = ["tutorial", "step-by-step", "blocking-code", "whats-new", "puzzles"]
GRADES = {"tutorial": 3, "step-by-step": 2, "blocking-code": 2, "whats-new": 1, "puzzles": 0}


NUMBERS = {  # by lesson: what each prediction of a number computes to
    "start_here": {
        "00-first-five": 2 / 5,
    },
    "why_measure": {
        "01-empty-page": 0,  # tests/lessons/why_measure/test_views.py has the ranks from the data
    },
    "precision_recall": {
        "02-empty-page": 995 / 1000,
        "02-rank-four": 2 / 4,
        "02-twenty": 3 / 20,
        "02-one-answer": 1 / 10,
    },
    "reciprocal_rank": {
        "03-rank-two": 1 / 2,
        "03-leave-out": (1 + 1 / 2) / 2,
    },
    "average_precision": {
        "04-second-page": (1 / 1 + 2 / 5) / 2,
        "04-every-rank": sum(rt.precision_at_k(list("axyzw"), {"a"}, k) for k in range(1, 6)) / 5,
        "04-lost-key": 1 / 4,
    },
    "ndcg": {
        "05-third-stall": rt.dcg_at_k([0, 0, 1]),
        "05-chance": mean(rt.ndcg_at_k(list(page), GRADES, 5) for page in permutations(GRADES)),
        "05-lost-tutorial": rt.ndcg_at_k(["step-by-step", "blocking-code", "whats-new", "puzzles"], GRADES, 5),
    },
    "choose_a_measure": {
        "06-thin-hit": 1 / rt.dcg_at_k([3, 3, 2, 1]),
        "06-perfect-p5": (1 / 5 + 2 / 5 + 5 / 5) / 3,
    },
    "scores_and_thresholds": {
        "07-highest": 5,  # tests/lessons/scores_and_thresholds/test_thresholds.py counts them in the run
    },
    "measure_a_system": {
        "08-ten-times": 10 * (1.2 + 1) / (10 + 1.2),  # a page that says it once gets 2.2 / 2.2
        "08-no-judgements": (1 + 1 + 1 / 2) / 4,
    },
    "is_it_better": {
        "09-as-far": 0.535,  # tests/lessons/is_it_better/test_views.py computes both from the data
        "09-dice": 106 / 300,
    },
    "judgements": {
        "10-chance": rt.cohen_kappa([1] * 98 + [0] * 2, [1] * 95 + [0] * 3 + [1] * 2),
    },
    "chunks": {
        "11-words-or-place": 0.216,  # tests/lessons/chunks/test_views.py has all three of 11
    },
    "answers": {
        "12-more-right-answers": 12,  # tests/lessons/answers/test_views.py counts them
        "12-paris-five-times": 1 / 3,
    },
    "spot_the_error": {
        "13-how-many-wrong": 4,  # tests/lessons/spot_the_error/test_views.py counts them
        "13-best-of-five": 0.671,
        "13-recall-above-one": 10 / 7,
        "13-lonely-hit": rt.ndcg_at_k(["a"], dict.fromkeys("abcde", 3), 10),
    },
    "capstone": {
        "14-search-wins": 28,  # tests/lessons/capstone/test_views.py counts them
        "14-silence": 10 / 48,
        "14-first-draft": 2,
    },
}
CHOICES = {  # by lesson: the option that is right, and where that is computed
    "why_measure": {
        "01-by-looking": "meaning search",  # counted in tests/lessons/why_measure/test_views.py
        "01-count-them": "97 useless documents, then form, terms, notice",  # searched for in test_inventions.py
    },
    "reciprocal_rank": {
        "03-three-one-two": "More than 1/2",
        "03-one-and-hundred": "A: ranks 1 and 100",
    },
    "average_precision": {
        "04-delete-a-hit": "It rises.",
    },
    "ndcg": {
        "05-which-column": "In none of them",
    },
    "choose_a_measure": {
        "06-two-winners": "System 1 by nDCG@10, system 2 by P@10",
        "06-which-class": "State of the art and in need of work",
    },
    "scores_and_thresholds": {
        "07-dice": "Exactly 1.",
        "07-other-half": "It falls.",  # computed beside the lesson's thresholds
    },
    "measure_a_system": {
        "08-best-of-three": "MiniLM",  # these three: the tests of the lesson
        "08-strangers": "About the same",
        "08-elsewhere": "LSA",
    },
    "is_it_better": {
        "09-damage": "Always",  # tests/lessons/is_it_better/test_views.py tries both
        "09-tuned": "About a sixth",
    },
    "judgements": {
        "10-pool": "Near the bottom.",  # as the other two, in the lesson's tests
        "10-rule": "a keyword search",
        "10-swap": "Fewer than half.",
    },
    "chunks": {
        "11-equal-budget": "Behind.",
        "11-another-retriever": "Single sentences.",
    },
    "answers": {
        "12-silent-system": "Second, behind v4 only.",
        "12-which-stage": "The cut.",
    },
    "spot_the_error": {
        "13-natural-logarithm": "They are right.",
    },
    "capstone": {
        "14-who-answers": "It falls.",
        "14-mixture": "It stays the same.",
    },
}


def of_kind(slug, kind):
    """The predictions of a lesson that are of one kind, by id."""
    return {question.id: question for question in BANKS[lesson(slug).name].predictions if question.kind == kind}


listed = pytest.mark.parametrize("slug", [item.slug for item in LESSONS if item.slug in NUMBERS | CHOICES])


@listed
def test_the_numbers_are_those_of_the_notebooks(slug):
    numbers = {id: question.value for id, question in of_kind(slug, "numeric").items()}
    assert numbers == pytest.approx(NUMBERS.get(slug, {}))


@listed
def test_the_right_choices_are_right(slug):
    singles = of_kind(slug, "single").items()
    assert {id: question.options[question.solution()].label for id, question in singles} == CHOICES.get(slug, {})


def test_the_reasons_for_the_right_answers():
    assert NUMBERS["ndcg"]["05-third-stall"] == 0.5
    assert round(NUMBERS["ndcg"]["05-chance"], 3) == 0.829
    assert NUMBERS["ndcg"]["05-chance"] > rt.ndcg_at_k(FIRST, GRADES, 5)
    relevant = {name for name, grade in GRADES.items() if grade}
    for measure in (rt.precision_at_k, rt.recall_at_k, rt.reciprocal_rank, rt.average_precision):
        assert measure(FIRST, relevant, 5) == measure(SECOND, relevant, 5)  # 05-which-column
    assert (1 / 3 + 1 + 1 / 2) / 3 > 1 / 2  # 03-three-one-two
    assert (1 + 1 / 100) / 2 > (1 / 2 + 1 / 2) / 2  # 03-one-and-hundred
    less, more = (rt.average_precision(page, {"a", "b"}, denominator="found") for page in (["a", "x", "b"], ["a"]))
    assert less < more == 1  # 04-delete-a-hit
    first, second = [3, 3, 0, 0, 0, 0, 0, 0, 2, 2], [1, 2, 1, 0, 2, 1, 0, 1, 2, 0]
    assert rt.dcg_at_k(first) > rt.dcg_at_k(second)  # 06-two-winners
    assert sum(map(bool, first)) < sum(map(bool, second))
    assert targets.classes_of("nDCG@10", 0.52) == ["state of the art", "needs work"]  # 06-which-class
    rolled = [{"doc_id": n, "score": score, "category": ""} for n, score in enumerate([0.9, 0.4, 0.2, 0.1])]
    assert rt.retrieval_report(rolled)["average_precision"] == 1  # 07-dice
    page, grades = ["b", "a"], {"a": 3, "b": 1, "c": 2}
    natural = [sum(g / math.log(n + 1) for n, g in enumerate(list_, start=1)) for list_ in ([1, 3], [3, 2])]
    assert natural[0] / natural[1] == pytest.approx(rt.ndcg_at_k(page, grades, 2))  # 13-natural-logarithm


def test_predictions_that_begin_with_a_number_share_one_that_is_their_lessons_own():
    """The number that it had when they were written: ids stay when a lesson is renumbered; new ones carry none."""
    ids = [[question.id for question in bank.predictions] for bank in BANKS.values()]
    numbers = [{id[:2] for id in own if re.match(r"\d\d-", id)} for own in ids]
    assert all(len(own) <= 1 for own in numbers)
    assert len(set().union(*numbers)) == sum(map(len, numbers))


def test_the_question_does_not_tell_its_answer():
    for one in PREDICTIONS.values():
        assert one.kind != "numeric" or one.public()["exact"] not in one.text
        assert one.explanation not in repr(predict(one.id))


# Guesses -----------------------------------------------------------------------------------------------------------


def test_a_guess_is_kept_with_the_answer_and_how_far_off_it_was(log):
    asked = predict("05-third-stall")
    assert asked.taken == {} and not log.exists()
    assert asked.commit(0.3) == {"guess": 0.3, "answer": 0.5, "off": pytest.approx(-0.2)}
    (line,) = lines()
    kept = {name: line[name] for name in ("prediction", "status", "notebook", "guess", "answer", "given", "turn")}
    assert kept == {
        "prediction": "05-third-stall",
        "status": "kept",
        "notebook": "05_ndcg",
        "guess": 0.3,
        "answer": 0.5,
        "given": "0.3",
        "turn": 1,
    }
    assert line["off"] == pytest.approx(-0.2) and line["misconception"] is None


@pytest.mark.parametrize(("typed", "number"), [("30 %", 0.3), ("0,3", 0.3), ("½", 0.5), ("1e-3", 0.001), ("1/4", 0.25)])
def test_a_number_may_be_typed_in_many_ways(typed, number):
    predict("05-third-stall").set_state({"taken": {"guess": typed}})
    assert lines()[0]["guess"] == pytest.approx(number) and lines()[0]["given"] == typed


def test_a_choice_is_made_by_its_letter():
    assert predict("03-three-one-two").commit("B") == {"guess": 1, "answer": 2, "off": 1}
    assert predict("01-by-looking").commit("b") == {"guess": 1, "answer": 1, "off": 0}


def test_an_order_is_measured_by_its_pairs():
    asked = Prediction(ORDER)
    assert asked.commit([1, 0, 2, 3]) == {"guess": [1, 0, 2, 3], "answer": [0, 1, 2, 3], "off": 1}
    assert distance(ORDER, [3, 2, 1, 0]) == 6 and distance(ORDER, [0, 1, 2, 3]) == 0
    assert Prediction(ORDER).taken == {"guess": [1, 0, 2, 3]}


def test_grades_are_kept_and_never_wrong():
    asked = predict("00-gut-grades")
    assert asked.commit([4, "8,5"]) == {"guess": [4.0, 8.5], "answer": None, "off": None}
    assert (lines()[0]["given"], lines()[0]["answer"]) == (["4", "8,5"], None)
    assert predict("00-gut-grades").taken == {"guess": ["4", "8,5"]}
    assert predict("00-gut-grades", again=True).show_me() is None


@pytest.mark.parametrize(
    ("guess", "sentence"),
    [
        (["4", ""], "“The second page” has no number yet. Write one, such as 5"),
        ([" ", "4"], "“The first page” has no number yet"),
        (["good", "4"], "“The first page”: “good” is not a number"),
        (["4", "11"], "“The second page”: It is a number from 0 to 10"),
    ],
)
def test_a_grade_that_is_none_yet(guess, sentence, log):
    with pytest.raises(ValueError, match=sentence):
        predict("00-gut-grades").commit(guess)
    shown = predict("00-gut-grades")
    shown.set_state({"taken": {"guess": guess}})
    assert shown.taken == {} and not log.exists()


@pytest.mark.parametrize("guess", [["4"], ["4", "5", "6"], "4", 4, None, ["4", None], [["4"], "5"]])
def test_grades_that_no_page_could_send(guess, log):
    shown = predict("00-gut-grades")
    shown.set_state({"taken": {"guess": guess}})
    assert shown.taken == {} and not log.exists()


def test_it_is_taken_once():
    asked = predict("05-third-stall")
    asked.commit(0.3)
    with pytest.raises(traitlets.TraitError, match="was taken: again=True asks once more"):
        asked.commit(0.5)
    asked.set_state({"taken": {"guess": "0.5"}})
    asked.set_state({"taken": {}})
    assert asked.taken == {"guess": "0.3"} and len(lines()) == 1
    rerun = predict("05-third-stall")
    assert rerun.taken == {"guess": "0.3"} and len(lines()) == 1, "a rerun shows one's own guess and writes nothing"


def test_again_asks_once_more():
    predict("05-third-stall").commit(0.3)
    again = predict("05-third-stall", again=True)
    assert again.taken == {} and predict("05-third-stall").taken == {"guess": "0.3"}
    again.commit(0.45)
    assert predict("05-third-stall").taken == {"guess": "0.45"}
    assert [(line["turn"], line["guess"]) for line in lines()] == [(1, 0.3), (2, 0.45)]


def test_show_me_keeps_no_guess():
    asked = predict("05-third-stall")
    assert asked.show_me() == 0.5
    assert (lines()[0]["status"], "guess" in lines()[0]) == ("shown", False)
    assert predict("05-third-stall").taken == {"shown": True}
    assert predict("05-third-stall", again=True).taken == {}


def test_a_prediction_is_no_task():
    before = progress().notebooks
    predict("05-third-stall").commit(0.5)
    predict("00-first-five").show_me()
    assert progress().notebooks == before and "05-third-stall" not in set(progress().table["id"])


@pytest.mark.parametrize(
    ("id", "guess", "sentence"),
    [
        ("05-third-stall", "", "Write a number first, such as"),
        ("05-third-stall", "half", "“half” is not a number"),
        ("05-third-stall", "30", "It is a number from 0 to 1. This did not count."),
        ("05-third-stall", "-0.1", "from 0 to 1"),
        ("01-empty-page", "6", "from 0 to 5"),
        ("01-by-looking", None, "Choose an answer first."),
    ],
)
def test_what_is_no_guess_yet(id, guess, sentence, log):
    asked, problem = PREDICTIONS[id], take_guess(PREDICTIONS[id], guess)[1]
    assert sentence in problem
    with pytest.raises(ValueError, match=f"prediction {asked.id!r}: "):
        predict(id).commit(guess)
    shown = predict(id)
    shown.set_state({"taken": {"guess": guess}})
    assert shown.taken == {} and not log.exists()


def test_numbers_without_ends_may_be_any():
    asked = replace(PREDICTIONS["05-third-stall"], id="05-any", between=None)
    assert Prediction(asked).commit(100)["off"] > 90


@pytest.mark.parametrize(
    "taken",
    [
        {"guess": 7},
        {"guess": True},
        {"guess": [0]},
        {"guess": "A"},
        {"shown": False},
        {"guess": 0, "x": 1},
        {"x": 1},
        3,
    ],
)
def test_what_no_page_could_send_is_refused(taken, log):
    asked = predict("01-by-looking")
    with pytest.raises(traitlets.TraitError):
        asked.taken = taken
    asked.set_state({"taken": taken})
    asked.set_state({"question": {}, "note": "mine"})
    assert asked.taken == {} and asked.question["id"] == "01-by-looking" and asked.note != "mine" and not log.exists()


@pytest.mark.parametrize(
    "change", [{"given": 9}, {"given": None}, {"turn": "1"}, {"version": "0"}, {"prediction": "x"}]
)
def test_a_line_that_was_edited_breaks_nothing(change, log):
    predict("05-third-stall").commit(0.3)
    log.write_text(json.dumps(json.loads(log.read_text()) | change) + "\nnot json\n{}\n")
    assert predict("05-third-stall").taken == {}


# The forms without a kernel ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", PREDICTIONS)
def test_the_text_is_the_question_alone_and_the_same_for_everyone(id):
    asked = predict(id)
    before = asked._repr_mimebundle_()[0]
    asked.show_me()
    after = predict(id)._repr_mimebundle_()[0]
    for form in ("text/plain", "text/html"):
        assert before[form] == after[form]
        assert PREDICTIONS[id].explanation[:30] not in before[form]
        assert PREDICTIONS[id].kind != "numeric" or PREDICTIONS[id].public()["exact"] not in before[form]
    assert (
        repr(asked).startswith("Your grades: " if PREDICTIONS[id].kind == "grades" else "Your guess: ")
        and max(map(len, repr(asked).splitlines())) <= 100
    )
    assert "<details" not in before["text/html"]


def test_a_published_page_starts_open():
    asked = predict("05-third-stall")
    asked.commit(0.3)
    state = asked.static_state()
    assert state["taken"] == {} and "Reload" in state["note"] and "again=True" in asked.note
    assert json.loads(json.dumps(state, allow_nan=False)) == state


def test_unknown_names():
    with pytest.raises(ValueError, match="there is no prediction '05-third-stal'; did you mean '05-third-stall'"):
        predict("05-third-stal")
    with pytest.raises(ValueError, match="there is no prediction 'ap-miss'"):
        predict("ap-miss")


# An author's mistakes ----------------------------------------------------------------------------------------------

NUMBER = {"id": "01-x", "kind": "numeric", "text": "How much?", "explanation": "So.", "value": "1 / 2"}
PICK = {"id": "01-y", "kind": "single", "text": "Which?", "explanation": "So."}
OPTIONS = '[[prediction.option]]\ntext = "a"\nright = true\n[[prediction.option]]\ntext = "b"\n'


GRADES_BY_FEELING = {"id": "01-g", "kind": "grades", "text": "How good?", "explanation": "So.", "between": [0, 10]}
ITEM = '[[prediction.item]]\ntext = "This page"\n'


def told(folder, entry, more="", name="01_a"):
    text = "[[prediction]]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in entry.items()) + more
    (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return quiz_bank.problems(folder)


def test_sound_predictions(tmp_path):
    assert told(tmp_path, NUMBER | {"between": [0, 1]}) == []
    assert told(tmp_path, PICK, OPTIONS) == []
    assert told(tmp_path, GRADES_BY_FEELING, ITEM) == []


@pytest.mark.parametrize(
    ("entry", "more", "sentence"),
    [
        (
            NUMBER | {"between": [2, 3]},
            "",
            "between must be two numbers with the answer, 0.5, between them; got [2, 3]",
        ),
        (NUMBER | {"between": [0]}, "", "between must be two numbers"),
        (NUMBER | {"between": ["0", "1"]}, "", "between must be two numbers"),
        (NUMBER | {"otherwise": "x"}, "", "there is no field 'otherwise'"),
        (NUMBER | {"misconception": "round-early"}, "", "there is no field 'misconception'"),
        (
            NUMBER | {"kind": "multiple"},
            "",
            "kind 'multiple' is unknown (it is one of single, numeric, ordering, grades)",
        ),
        (NUMBER | {"explanation": ""}, "", "explanation is missing: what is shown after the answer"),
        (NUMBER | {"text": "{{ 1"}, "", "text has braces without a partner"),
        (PICK, OPTIONS.replace("right = true", 'feedback = "x"'), "option: there is no field 'feedback'"),
        (PICK, OPTIONS.replace("right = true", ""), "no option is right"),
        (GRADES_BY_FEELING, "", "it needs items to grade"),
        (GRADES_BY_FEELING | {"between": []}, ITEM, "between must be the lowest and the highest grade"),
        (GRADES_BY_FEELING | {"between": [10, 0]}, ITEM, "between must be the lowest and the highest grade"),
        (GRADES_BY_FEELING | {"value": "1"}, ITEM, "there is no field 'value'"),
    ],
)
def test_a_mistake_is_told(entry, more, sentence, tmp_path):
    mistakes = told(tmp_path, entry, more)
    assert any(sentence in line and line.startswith("01_a.toml, prediction ") for line in mistakes), mistakes


def test_ids_are_unique_with_the_questions(tmp_path):
    question = NUMBER | {"otherwise": "Count."}
    more = "[[question]]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in question.items())
    mistakes = told(tmp_path, NUMBER, more)
    assert "01_a.toml, question '01-x': 01_a.toml has that id too; rename one" in mistakes, mistakes

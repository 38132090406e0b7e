"""A wrong idea is named only if it produces that very answer and the truth does not.

Where two produce a number, both are named; where two produce an order, neither is.

Computed here once more from the bank's files, with Python's own parser and the wrong versions themselves.
"""

import ast
import re
import tomllib
from itertools import combinations, permutations

import pytest

import ratools
from ratools_course import misconceptions
from ratools_course.lessons import LESSONS
from ratools_course.misconceptions import MUTANTS
from ratools_course.quizzes import bank as quiz_bank

QUESTIONS = {question.id: question for bank in quiz_bank.banks().values() for question in bank.questions}
RAW = {
    entry["id"]: entry
    for lesson in LESSONS
    for entry in tomllib.loads((lesson.folder / "quiz.toml").read_text(encoding="utf-8")).get("question", [])
}
NAMES = {name: getattr(ratools, name) for name in ratools.__all__}
NO_FORMULA = {  # the idea has no wrong version: the option's expression shows it
    ("mrr-cut-off", "cutoff-forgotten"),
    ("shares-of-the-catalogue", "counts-without-base-rate"),
    ("p-six-wins", "one-sided-later"),
    ("holm-smallest", "many-looks"),
}


def value(expression, given, **swapped):
    return eval(expression, {"range": range}, {**NAMES, **given, **swapped})


def versions(expression, given):
    """{idea: what its wrong versions make of an expression}, for the measures that it calls."""
    called = {node.id for node in ast.walk(ast.parse(expression)) if isinstance(node, ast.Name)}
    made = {}
    for mutant in MUTANTS:
        if mutant.measure in called:
            made.setdefault(mutant.id, []).append(value(expression, given, **{mutant.measure: mutant.function}))
    return made


def computed_answers():
    """(question, its right expression, option) of every wrong number that the bank recognises."""
    for id, entry in RAW.items():
        right = entry.get("value") or next((one.get("value") for one in entry.get("option", []) if one.get("right")), 0)
        for option in QUESTIONS[id].options:
            if right and option.value is not None and not option.right:
                yield pytest.param(QUESTIONS[id], right, option, id=f"{id}-{option.label}")


@pytest.mark.parametrize(("question", "right", "option"), list(computed_answers()))
def test_a_recognised_number_is_what_the_idea_makes_and_no_other_idea_is_left_out(question, right, option):
    given, near = RAW[question.id].get("given", {}), 0.5 / 10**question.digits
    made = versions(right, given)
    behind = {id for id, values in made.items() if any(abs(one - option.value) < near for one in values)}
    named = {option.misconception, *option.others}
    assert abs(value(right, given) - option.value) > near, "the truth gives another number"
    if (question.id, option.misconception) in NO_FORMULA:
        assert option.misconception not in made and not behind
    else:
        assert named == behind
    assert len(option.also) == len(option.others)
    assert all(misconceptions.get(id).title in said for id, said in zip(option.others, option.also, strict=True))


ORDERINGS = [question for question in QUESTIONS.values() if question.kind == "ordering"]


@pytest.mark.parametrize("question", ORDERINGS, ids=lambda question: question.id)
def test_an_order_is_diagnosed_only_by_the_one_idea_that_makes_every_exchange_in_it(question):
    entry = RAW[question.id]
    columns = [versions(item["value"], entry.get("given", {})) for item in entry["item"]]
    for keys in permutations(range(len(columns))):
        exchanged = [(above, below) for above, below in combinations(keys, 2) if above > below]
        behind = set()
        for id in columns[0]:
            for version in range(len(columns[0][id])):
                scores = [column[id][version] for column in columns]
                against = any(scores[above] < scores[below] for above, below in combinations(keys, 2))
                if not against and all(scores[above] > scores[below] for above, below in exchanged):
                    behind.add(id)
        graded = question.grade(list(keys))
        if not exchanged:
            assert graded.status == "right" and graded.misconception is None
            continue
        assert {graded.misconception} - {None} == (behind if len(behind) == 1 else set()), keys
        titles = {id for id in misconceptions.ids() for said in graded.feedback if misconceptions.get(id).title in said}
        assert titles <= {graded.misconception}


def test_the_two_that_blamed_the_wrong_idea():
    assert QUESTIONS["ap-order"].orders == (), "every known idea about AP gives these pages the same order"
    swapped = QUESTIONS["dcg-best-page"].grade([0, 2, 1, 3])
    assert swapped.misconception is None and "log2" not in " ".join(swapped.feedback), "log2(i) and log2(i + 2) both do"
    four = QUESTIONS["spot-order"].grade([2, 0, 1])
    assert four.misconception is None and "mistake" not in " ".join(four.feedback), "four ideas do"
    assert QUESTIONS["ap-miss"].options[1].others == ()


# Nothing is asked that was not taught ------------------------------------------------------------------------------

POSITION = {lesson.name: position for position, lesson in enumerate(LESSONS)}
TAUGHT = {  # where a measure is met for the first time; a function of the package may stand in any computed text
    "start_here": "precision|recall|reciprocal rank|cut-off",
    "reciprocal_rank": "mean reciprocal rank|mrr|mean rank",
    "average_precision": "average precision|mean average precision|\\bmap\\b",
    "ndcg": "dcg|cumulative gain|discount|ideal|grades?\\b|linear gain|exponential gain",
    "scores_and_thresholds": "threshold|category|categories",
    "is_it_better": "p-value|paired test|confidence interval",
    "judgements": "kappa|bpref|judged@|condensed|unjudged",
    "chunks": "chunk|token|\\biou\\b",
    "answers": "exact match|abstain|abstention|token f1",
}


def words(question):
    texts = [question.text, question.explanation, question.otherwise]
    return " ".join(texts + [text for option in question.options for text in (option.label, option.feedback)]).lower()


def asked():
    for name, bank in quiz_bank.banks().items():
        for question in bank.questions:
            yield pytest.param(question, POSITION[name], id=question.id)
        for question in quiz_bank.find_warm_up(name)[1] if bank.warm_up else ():
            yield pytest.param(question, POSITION[name] - 1, id=f"{name}-warm-up-{question.id}")


@pytest.mark.parametrize(("question", "latest"), list(asked()))
def test_it_was_taught_by_then(question, latest):
    assert POSITION[question.taught] <= latest
    for name, position in POSITION.items():
        term = re.search(TAUGHT.get(name[3:], "(?!)"), words(question))
        assert not term or position <= POSITION[question.taught], f"{term[0]!r} comes in {name}"


# Options do not give themselves away -------------------------------------------------------------------------------

CHOICES = [
    question
    for question in QUESTIONS.values()
    if question.kind == "single" and all(option.value is None for option in question.options)
]


@pytest.mark.parametrize("question", CHOICES, ids=lambda question: question.id)
def test_the_right_option_does_not_stand_out(question):
    right = next(option.label for option in question.options if option.right)
    wrong = [option.label for option in question.options if not option.right]
    assert len(right) <= 1.25 * max(map(len, wrong)), "the longest by far"
    yes_or_no = [label.split()[0].strip(".,:") for label in (right, *wrong)]
    if set(yes_or_no) == {"Yes", "No"}:
        assert yes_or_no[0] in yes_or_no[1:], "the only yes, or the only no"


def test_the_longest_option_is_no_clue():
    longest = [max(question.options, key=lambda option: len(option.label)).right for question in CHOICES]
    assert sum(longest) <= len(longest) / 2

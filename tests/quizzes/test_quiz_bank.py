"""The quiz bank: the files that are there are sound, and every mistake of an author gets a sentence."""

import copy
import tomllib

import pytest

import ratools
from ratools_course.lessons import LESSONS
from ratools_course.quizzes import bank as quiz_bank
from ratools_course.quizzes.expressions import value_of
from ratools_course.quizzes.grading import KINDS
from ratools_course.quizzes.typed_numbers import around, is_around

BANKS = quiz_bank.banks()
QUESTIONS = [question for bank in BANKS.values() for question in bank.questions]
RAW = {
    entry["id"]: entry
    for lesson in LESSONS
    for entry in tomllib.loads((lesson.folder / "quiz.toml").read_text(encoding="utf-8")).get("question", [])
}
by_id = pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.id)


# The bank as it is -------------------------------------------------------------------------------------------------


def test_it_has_no_mistakes():
    assert quiz_bank.problems() == []


def test_notebook_05_asks_eight_to_ten_questions_of_every_kind():
    bank = BANKS["05_ndcg"]
    assert 8 <= len(bank.questions) <= 10
    assert {question.kind for question in bank.questions} == set(KINDS)
    ideas = {option.misconception for question in bank.questions for option in question.options}
    ideas |= {question.misconception for question in bank.questions}
    asked = "cg-sees-order discount-log-i idcg-from-retrieved idcg-not-cut ndcg-is-one-formula log-base-matters"
    assert set(asked.split()) | {"ndcg-compares-anything", "higher-target-universal", "round-early"} <= ideas


def test_every_notebook_but_the_first_has_a_warm_up():
    assert [name for name, bank in BANKS.items() if not bank.warm_up] == ["00_start_here"]


def test_notebook_00_asks_one_question_and_leaves_three_to_the_warm_up_of_01():
    assert [question.id for question in BANKS["00_start_here"].quiz] == ["which-sees-the-order"]
    asked = quiz_bank.find_warm_up("01_why_measure")[1]
    assert tuple(question.id for question in asked) == BANKS["00_start_here"].for_warm_ups


@by_id
def test_the_right_answer_is_right_and_every_other_option_is_explained(question):
    assert question.grade(question.solution()).status == "right"
    wrong = [option for option in question.options if not option.right]
    if question.kind != "ordering":
        assert all(option.feedback and option.misconception for option in wrong)


@by_id
def test_each_wrong_choice_gets_its_own_feedback(question):
    wrong = [option for option in question.options if not option.right]
    for option in wrong:
        if question.kind == "single":
            graded = question.grade(option.key)
            assert graded.feedback == (option.feedback, *option.also)
        elif question.kind == "multiple":
            graded = question.grade([option.key])
            assert option.feedback in graded.feedback[0]
        elif question.kind == "numeric":
            graded = question.grade(repr(option.value))
            assert graded.feedback == (option.feedback, *option.also)
        else:
            continue
        assert (graded.status, graded.misconception) == ("wrong", option.misconception)


@by_id
def test_numbers_are_what_the_measures_say(question):
    """Computed here once more, straight from the file's expressions, with Python's own parser."""
    entry = RAW[question.id]
    names = {name: getattr(ratools, name) for name in ratools.__all__} | entry.get("given", {})
    expressions = [(entry, question.value)] if question.kind == "numeric" else []
    expressions += zip(entry.get("option", []), [option.value for option in question.options], strict=False)
    for table, value in expressions:
        if "value" in table:
            assert eval(table["value"], {"range": range}, names) == pytest.approx(value, abs=1e-12)
        else:
            assert value is None or "mutant" in table


def test_a_mutant_is_computed_on_the_right_call():
    question = next(question for question in QUESTIONS if question.id == "ap-miss")
    assert [option.value for option in question.options] == [1 / 3, 1.0, 0.25]
    assert [option.label for option in question.options] == ["0.333", "1", "0.25"]
    assert question.options[1].misconception == "ap-over-found"


@by_id
def test_it_is_shown_in_the_same_order_every_time(question):
    shown = question.shown()
    assert sorted(shown) == [option.key for option in question.options]
    if question.kind == "ordering":
        assert shown != sorted(shown), "it must not be shown solved"


def test_the_orders_themselves_do_not_change():
    """Committed notebooks hold these orders."""
    shown = {question.id: question.shown() for question in QUESTIONS}
    assert shown["ndcg-ideal-list"] == [1, 2, 0, 3]
    assert shown["dcg-best-page"] == [1, 2, 3, 0]
    assert shown["ap-miss"] == [2, 0, 1]  # numbers rise


def test_texts_hold_no_expression_any_more():
    for question in QUESTIONS:
        texts = [question.text, question.explanation, question.otherwise]
        texts += [text for option in question.options for text in (option.label, option.feedback)]
        assert not any("{{" in text or "}}" in text for text in texts)


def test_seed_numbers_reach_the_page():
    texts = {question.id: question.text + question.explanation for question in QUESTIONS}
    assert "0.658" in texts["ndcg-two-numbers"] and "0.818" in texts["ndcg-two-numbers"]
    assert "0.551" in texts["ndcg-all-ten"] and "0.538" in texts["ndcg-all-ten"]
    assert "0.005" in texts["return-everything"]


def test_typed_numbers_in_the_explanations_hold():
    """What stands in a text as digits, and not as an expression, is checked here."""
    assert value_of("3 / log2(3 + 1)") == 1.5
    assert value_of("(7 + 3 / log2(3)) / (3 + 2 / log2(3))") == value_of(
        "ndcg_gain_mixed(['a', 'b'], {'a': 3, 'b': 2}, 2)"
    )
    assert value_of("precision_at_k([1, 2, 3, 4], [1, 2], 4)") == 0.5
    question = {question.id: question for question in QUESTIONS}
    assert question["mrr-three-queries"].value == pytest.approx((1 / 5 + 1 + 1 / 2) / 3)
    assert question["ap-two-hits"].value == pytest.approx((1 / 2 + 2 / 3 + 0) / 3)
    given = RAW["ndcg-all-ten"]["given"]
    assert [sum(grade > 0 for grade in given[name]) for name in ("one", "two")] == [3, 7]


# An author's mistakes ----------------------------------------------------------------------------------------------


SOUND = {
    "title": "Quiz",
    "question": [
        {
            "id": "pick",
            "kind": "single",
            "text": "Which?",
            "explanation": "So.",
            "option": [
                {"value": "average_precision(['a'], ['a', 'b'])", "right": True},
                {"mutant": "ap-over-found", "feedback": "Tempting."},
            ],
        },
        {
            "id": "number",
            "kind": "numeric",
            "text": "How much?",
            "explanation": "So.",
            "value": "recall_at_k(['a'], ['a', 'b'], 1)",
            "otherwise": "Count again.",
            "distractor": [{"mutant": "recall-capped", "feedback": "Tempting."}],
        },
        {
            "id": "sort",
            "kind": "ordering",
            "text": "Order.",
            "explanation": "So.",
            "item": [{"text": "x", "value": "3"}, {"text": "y", "value": "2"}, {"text": "z", "value": "1"}],
        },
    ],
}


def toml(value):
    """A value in TOML, written inline."""
    if isinstance(value, dict):
        return "{" + ", ".join(f'"{key}" = {toml(one)}' for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return repr(value) if isinstance(value, (int, float)) else '"' + value.replace('"', '\\"') + '"'


def write(folder, tables):
    for name, table in tables.items():
        text = "\n".join(f"{key} = {toml(value)}" for key, value in table.items())
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return quiz_bank.problems(folder)


def test_the_sound_example_is_sound(tmp_path):
    assert write(tmp_path, {"01_a": SOUND}) == []


def edited(*path_and_value):
    """The sound example with one thing changed: path…, new value (None removes it)."""
    *path, last, value = path_and_value
    table = copy.deepcopy(SOUND)
    place = table
    for step in path:
        place = place[step]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return table


PICK, NUMBER, SORT = ("question", 0), ("question", 1), ("question", 2)
MISTAKES = {
    "missing feedback": (
        edited(*PICK, "option", 1, "feedback", None),
        "pick",
        "option 2: feedback is missing: say why",
    ),
    "empty feedback": (edited(*PICK, "option", 1, "feedback", "  "), "pick", "feedback is missing"),
    "two right": (
        edited(*PICK, "option", 1, "right", True),
        "pick",
        "2 options are right: a single choice has one (or use kind = 'multiple')",
    ),
    "none right": (edited(*PICK, "option", 0, "right", False), "pick", "no option is right: give one right = true"),
    "one option": (edited(*PICK, "option", [{"text": "a", "right": True}]), "pick", "at least two options"),
    "unknown misconception": (
        edited(*PICK, "option", 1, {"text": "b", "feedback": "No.", "misconception": "ap-over-fund"}),
        "pick",
        "no misconception 'ap-over-fund'; did you mean 'ap-over-found'?",
    ),
    "no misconception": (
        edited(*PICK, "option", 1, {"text": "b", "feedback": "No."}),
        "pick",
        'option 2 needs a misconception = "…"',
    ),
    "unknown mutant": (
        edited(*PICK, "option", 1, "mutant", "ap-over-fund"),
        "pick",
        "no mutant 'ap-over-fund'; did you mean 'ap-over-found'?",
    ),
    "mutant of another measure": (edited(*PICK, "option", 1, "mutant", "recall-over-k"), "pick", "does not call"),
    "mutant without a call": (
        edited(*PICK, "option", 0, {"text": "half", "right": True}),
        "pick",
        "a mutant needs the right option's value",
    ),
    "same value": (
        edited(*PICK, "option", 1, {"value": "0.5 + 0", "feedback": "No.", "misconception": "round-early"}),
        "pick",
        "options 1 and 2 both read '0.5': change one",
    ),
    "same text": (
        edited(*PICK, "option", [{"text": "a", "right": True}, {"text": "a", "feedback": "No.", "mutant": "round"}]),
        "pick",
        "options 1 and 2 both read 'a': change one",
    ),
    "text and value": (edited(*PICK, "option", 0, "text", "half"), "pick", "either a text, a value or a mutant"),
    "bad expression": (
        edited(*PICK, "option", 0, "value", "open('x')"),
        "pick",
        "option 1: bad expression \"open('x')\": 'open' cannot be called",
    ),
    "not a number": (edited(*NUMBER, "value", "dcg_terms([1])"), "number", "gives [1.0], which is not a number"),
    "value is typed in": (edited(*NUMBER, "value", 0.5), "number", "an expression must be text"),
    "numeric without value": (edited(*NUMBER, "value", None), "number", "value is missing: the expression"),
    "numeric without otherwise": (edited(*NUMBER, "otherwise", None), "number", "otherwise is missing"),
    "distractor is right": (
        edited(*NUMBER, "distractor", 0, {"value": "0.5", "feedback": "No.", "misconception": "round-early"}),
        "number",
        "distractor 1 computes to 0.5, which counts as right",
    ),
    "distractors alike": (
        edited(*NUMBER, "distractor", [{"mutant": m, "feedback": "No."} for m in ("recall-capped", "recall-over-k")]),
        "number",
        "distractors 1 and 2 both compute to 1: keep one",
    ),
    "unknown kind": (edited(*PICK, "kind", "singel"), "pick", "kind 'singel' is unknown; did you mean 'single'?"),
    "no kind": (
        edited(*PICK, "kind", None),
        "pick",
        "kind None is unknown (it is one of single, multiple, numeric, ordering)",
    ),
    "unknown field": (edited(*PICK, "explantion", "x"), "pick", "no field 'explantion'; did you mean 'explanation'?"),
    "unknown field of an option": (edited(*PICK, "option", 0, "feedbak", "x"), "pick", "no field 'feedbak'"),
    "field of another kind": (edited(*PICK, "otherwise", "x"), "pick", "no field 'otherwise'"),
    "no text": (edited(*PICK, "text", None), "pick", "text is missing"),
    "no explanation": (edited(*PICK, "explanation", None), "pick", "explanation is missing"),
    "text of a wrong type": (edited(*PICK, "text", 3), "pick", "text must be a text, got 3"),
    "lonely backtick": (edited(*PICK, "text", "a `b"), "pick", "a backtick without a partner"),
    "bad expression in a text": (edited(*PICK, "text", "{{ nix(1) }}"), "pick", "text: bad expression 'nix(1)'"),
    "given names a function": (edited(*PICK, "given", {"rbp": 1}), "pick", "given names 'rbp', which is a function"),
    "too many digits": (edited(*NUMBER, "digits", 9), "number", "digits must be from 0 to 6, got 9"),
    "no id": (edited(*PICK, "id", None), "question 1", "it needs an id of small letters"),
    "bad id": (edited(*PICK, "id", "Ap Miss"), "question 1", "got 'Ap Miss'"),
    "duplicate id": (edited(*NUMBER, "id", "pick"), "pick", "the file has two with that id; rename one"),
    "a misconception that is not computed": (
        edited(*SORT, "misconception", "cg-sees-order"),
        "sort",
        "no field 'misconception'",
    ),
    "too many items": (
        edited(*SORT, "item", [{"text": f"{n}"} for n in range(7)]),
        "sort",
        "it has 7 items: more than 6 are a chore",
    ),
    "an idea that gives another number": (
        edited(*PICK, "option", 1, {"value": "0.3", "feedback": "No.", "misconception": "ap-over-found"}),
        "pick",
        "option 2: 'ap-over-found' does not give 0.3; name it as the mutant",
    ),
    "braces that do not close": (
        edited(*PICK, "text", "It is {{ 1 + 1. So?"),
        "pick",
        "text has braces without a partner",
    ),
    "braces without a blank": (edited(*PICK, "explanation", "{{1}}"), "pick", "explanation has braces without"),
    "braces that do not open": (
        edited(*PICK, "option", 1, "feedback", "It is 1 }}"),
        "pick",
        "option 2: feedback has braces without a partner",
    ),
    "example is the answer": (edited(*NUMBER, "example", "0.5"), "number", "a number that is not near the answer"),
    "example is near the answer": (
        edited(*NUMBER, "example", "55 %"),
        "number",
        "a number that is not near the answer",
    ),
    "example is no number": (edited(*NUMBER, "example", "half"), "number", "example must be a number"),
    "taught nowhere": (
        edited(*PICK, "taught", "05_ndgc"),
        "pick",
        "taught: there is no notebook '05_ndgc': the names run from",
    ),
    "taught later": (edited(*PICK, "taught", "05_ndcg"), "pick", "it is taught in 05_ndcg only: move it there"),
    "two items": (edited(*SORT, "item", [{"text": "x"}, {"text": "y"}]), "sort", "at least three items"),
    "items out of order": (
        edited(*SORT, "item", 0, "value", "1.5"),
        "sort",
        "the items' values are not falling: 1.5, 2, 1; put them in order",
    ),
    "tied items": (edited(*SORT, "item", 0, "value", "2"), "sort", "without ties"),
    "some items with a value": (edited(*SORT, "item", 0, "value", None), "sort", "all items have a value or none"),
    "rising when it falls": (edited(*SORT, "order", "rising"), "sort", "not rising"),
    "unknown order": (edited(*SORT, "order", "up"), "sort", "order must be 'falling' or 'rising', got 'up'"),
    "items alike": (edited(*SORT, "item", 0, "text", "y"), "sort", "items 1 and 2 both read 'y'"),
    "no title": (edited("title", None), "01_a.toml", "it needs a title"),
    "no questions": (edited("question", None), "01_a.toml", "it has no questions: begin each with [[question]]"),
    "empty questions": (edited("question", []), "01_a.toml", "it has no questions: begin each with [[question]]"),
    "questions of a wrong type": (edited("question", [1]), "01_a.toml", "begin each with [[question]]"),
    "unknown field of the file": (
        edited("warmup", ["pick"]),
        "01_a.toml",
        "no field 'warmup'; did you mean 'warm_up'?",
    ),
    "warm_up of a wrong type": (edited("warm_up", "pick"), "01_a.toml", "warm_up must be a list of question ids"),
    "for_warm_ups of a wrong type": (
        edited("for_warm_ups", [1]),
        "01_a.toml",
        "for_warm_ups must be a list of question",
    ),
    "for_warm_ups of another file": (
        edited("for_warm_ups", ["pik"]),
        "01_a.toml",
        "no question 'pik'; did you mean 'pick'",
    ),
    "all for warm-ups": (
        edited("for_warm_ups", ["pick", "number", "sort"]),
        "01_a.toml",
        "names every question: leave one for the quiz",
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_with_file_question_and_remedy(name, tmp_path):
    table, place, sentence = MISTAKES[name]
    told = write(tmp_path, {"01_a": table})
    assert any(sentence in line and place in line and line.startswith("01_a.toml") for line in told), told
    with pytest.raises(ValueError, match="the quiz bank has mistakes:\n01_a.toml"):
        quiz_bank.banks(tmp_path)


def renamed(*ids, **more):
    table = copy.deepcopy(SOUND)
    for question, id in zip(table["question"], ids, strict=True):
        question["id"] = id
    return table | more


def test_ids_are_unique_across_files(tmp_path):
    told = write(tmp_path, {"01_a": SOUND, "02_b": renamed("other", "pick", "third")})
    assert told == ["02_b.toml, question 'pick': 01_a.toml has that id too; rename one"]


@pytest.mark.parametrize(
    ("warm_up", "sentence"),
    [
        (["pick", "number", "own"], "'own' is a question of 02_b: name one of an earlier notebook"),
        (["pick", "number", "later"], "'later' is a question of 03_c: name one of an earlier notebook"),
        (["pick", "number", "srot"], "there is no question 'srot'; did you mean 'sort'?"),
        (["pick", "number"], "it must name 3 different questions"),
        (["pick", "pick", "sort"], "it must name 3 different questions"),
    ],
)
def test_a_warm_up_looks_back(warm_up, sentence, tmp_path):
    banks = {"01_a": SOUND, "02_b": renamed("own", "b", "c", warm_up=warm_up), "03_c": renamed("later", "e", "f")}
    told = write(tmp_path, banks)
    assert len(told) == 1 and told[0].startswith("02_b.toml, warm_up: ") and sentence in told[0]


def test_a_warm_up_names_the_folder_of_its_lesson(tmp_path):
    def told(*warm_up):
        return write(tmp_path, {"01_a": SOUND, "02_b": renamed("x", "y", "z", warm_up=list(warm_up))})

    assert told("a/sort", "a/pick", "number") == []
    assert told("a/sort", "a/pick", "removed/number") == [], "a lesson that is not there is no mistake of this one"
    [line] = told("a/sort", "a/pick", "b/number")
    assert line.endswith("'number' is a question of a: write a/number")
    [line] = told("a/sort", "a/pick", "a/numbr")
    assert "there is no question 'numbr'; did you mean 'number'?" in line


def test_a_warm_up_question_of_a_missing_lesson_is_replaced():
    *_, asked = BANKS.values()
    removed = asked.warm_up[0].partition("/")[0]
    kept = [name for name in asked.warm_up if not name.startswith(f"{removed}/")]
    without = {name: bank for name, bank in BANKS.items() if name[3:] != removed}
    questions = quiz_bank._warm_up_questions(asked, without)
    assert [f"{question.notebook[3:]}/{question.id}" for question in questions[: len(kept)]] == kept
    *_, before, _ = without.values()
    assert len(questions) == 3 and questions[len(kept)] in before.questions[-3:], "the latest that is not asked yet"


def test_a_warm_up_question_of_a_lesson_that_comes_later_now_is_replaced(tmp_path):
    warm_up = ["c/later", "a/sort", "a/pick"]
    banks = {"01_a": SOUND, "02_b": renamed("x", "y", "z", warm_up=warm_up), "03_c": renamed("later", "e", "f")}
    assert write(tmp_path, banks) == []
    read = quiz_bank.banks(tmp_path)
    assert [question.id for question in quiz_bank._warm_up_questions(read["02_b"], read)] == ["sort", "pick", "number"]


def test_a_sound_warm_up(tmp_path):
    assert write(tmp_path, {"01_a": SOUND, "02_b": renamed("a", "b", "c", warm_up=["sort", "pick", "number"])}) == []


def test_broken_files(tmp_path):
    (tmp_path / "01_a.toml").write_text("title = \n", encoding="utf-8")
    (tmp_path / "02_b.toml").write_bytes(b"title = '\xff'")
    told = quiz_bank.problems(tmp_path)
    assert told[0].startswith("01_a.toml: this is not TOML: ") and "line 1" in told[0]
    assert told[1].startswith("02_b.toml: this is not TOML: ")


def test_a_file_is_named_like_a_notebook(tmp_path):
    assert write(tmp_path, {"five": SOUND}) == [
        "five.toml: a file is named like its notebook, for instance 05_ndcg.toml"
    ]


def test_a_changed_file_is_read_again(tmp_path):
    assert write(tmp_path, {"01_a": SOUND}) == []
    assert write(tmp_path, {"01_a": edited("title", None)}) != []


def test_the_command_checks_all_files(tmp_path, monkeypatch, capsys):
    assert quiz_bank.main() == 0
    assert "all in order" in capsys.readouterr().out
    write(tmp_path, {"01_a": edited("title", None)})
    read_all = quiz_bank._read_all
    monkeypatch.setattr(quiz_bank, "_read_all", lambda _: read_all(tmp_path))
    assert quiz_bank.main() == 1
    assert capsys.readouterr().out.startswith("01_a.toml: it needs a title")


def test_names_are_found_or_the_nearest_is_suggested():
    title, questions = quiz_bank.find("05_ndcg")
    assert title == "Quiz: nDCG" and questions == BANKS["05_ndcg"].quiz
    assert [question.id for question in quiz_bank.find("ndcg-ideal-list")[1]] == ["ndcg-ideal-list"]
    for wrong, near in [("05_ndgc", "05_ndcg"), ("ndcg-ideal", "ndcg-ideal-list"), (5, ""), (None, "")]:
        with pytest.raises(ValueError, match=f"there is no quiz or question .*{near}"):
            quiz_bank.find(wrong)
    with pytest.raises(ValueError, match="there is no quiz '05_ndgc'; did you mean '05_ndcg'"):
        quiz_bank.find_warm_up("05_ndgc")
    with pytest.raises(ValueError, match="00_start_here has no warm-up"):
        quiz_bank.find_warm_up("00_start_here")


def test_warm_up_questions_come_in_the_order_named():
    _, questions = quiz_bank.find_warm_up("05_ndcg")
    assert [f"{question.notebook[3:]}/{question.id}" for question in questions] == list(BANKS["05_ndcg"].warm_up)


def test_around_takes_rounded_and_cut_numbers():
    target = around(0.6349307, 3)
    assert [is_around(x, target) for x in (0.635, 0.634, 0.63493, 0.6355, 0.633, 0.64)] == [True] * 3 + [False] * 3

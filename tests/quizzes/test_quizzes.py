"""Answers and what becomes of them: grading, the widget's traits, the progress log, the forms without a kernel."""

import json
import re
from html.parser import HTMLParser

import pytest
import traitlets

from ratools_course import quiz, warm_up
from ratools_course.learner import progress_log
from ratools_course.quizzes import Quiz
from ratools_course.quizzes import bank as quiz_bank
from ratools_course.quizzes.grading import PHRASES, Option, Question
from ratools_course.quizzes.typed_numbers import exactly, example_for, is_near, read_number, show_number

NASTY = "<script>alert('x')</script> \"q\" שלום " + "w" * 300


@pytest.fixture(autouse=True)
def log(tmp_path, monkeypatch):
    """Every test has a progress file of its own."""
    file = tmp_path / "progress.jsonl"
    monkeypatch.setenv("RATOOLS_PROGRESS", str(file))
    return file


def question(id):
    return quiz_bank.find(id)[1][0]


# Numbers that people type ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("0.635", 0.635),
        ("0,635", 0.635),
        ("63.5 %", 0.635),
        ("63,5%", 0.635),
        (" .635 ", 0.635),
        (",635", 0.635),
        ("2/3", 2 / 3),
        ("2 / 3", 2 / 3),
        ("4.748/5.693", 4.748 / 5.693),
        ("-1/2", -0.5),
        ("\u22120,5", -0.5),
        ("+ 5", 5),
        ("1.", 1),
        ("100\u202f%", 1),
        ("\u00a00.5\n", 0.5),
        ("½", 0.5),
        ("1½", 1.5),
        ("\u2212 2 ¾", -2.75),
        ("1\u20444", 0.25),
        ("1e-3", 0.001),
        ("1,5E-3", 0.0015),
        ("63.5e0 %", 0.635),
        ("1e3", 1000),
    ],
)
def test_numbers_that_can_be_read(typed, value):
    assert read_number(typed)[0] == pytest.approx(value, abs=1e-15)


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "a",
        "0.6.3",
        "1,234.5",
        "1/0",
        "1/2/3",
        "1e",
        "e3",
        "1e100",
        "1e-3/2",
        "nan",
        "inf",
        "٣",
        "½½",
        "½ %",
        "1.5½",
        "--1",
        "%",
        "/",
        ".",
        "1" * 41,
        "0x1",
    ],
)
def test_numbers_that_cannot(typed):
    assert read_number(typed) is None


def test_decimals_are_those_of_the_share():
    typed = {
        "0.635": 3,
        "63.5 %": 3,
        "5": 0,
        "50%": 2,
        "1.": 0,
        "2/3": 15,
        "½": 15,
        "6.35e-1": 3,
        "635e-3": 3,
        "1e3": 0,
    }
    assert {one: read_number(one)[1] for one in typed} == typed


@pytest.mark.parametrize("value", [0, 0.1, 0.25, 0.4, 0.5, 0.75, 1, -0.3, 1.5, 2.5, 3.63, 8.42, 10, 37, 99, 450, 12345])
def test_the_example_is_of_the_answers_kind_and_not_near_it(value):
    example = example_for(value)
    assert not is_near(example, value) and (example <= 1) == (value <= 1)
    assert value <= 1 or 1 / 10 < example / value < 10


def test_how_numbers_are_shown():
    assert [show_number(x) for x in (0.5, 1.0, -0.00001, 1 / 3, 4.7484)] == ["0.5", "1", "0.000", "0.333", "4.748"]
    assert [exactly(x, 3) for x in (0.5, 1 / 3, 0.83399, 0.6351548)] == ["0.5", "0.3333…", "0.8339…", "0.6351…"]


# Grading -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "status"),
    [
        ("0.7625", "right"),
        ("0,763", "right"),
        ("0.762", "right"),  # cut off, not rounded
        ("76.25 %", "right"),
        ("0.76", "unclear"),  # fits, but two decimals are asked for as three
        ("76.25", "unclear"),  # the percent sign is missing
        ("about 0.76", "unclear"),
        ("", "unclear"),
        ("0.77", "wrong"),
        ("1", "wrong"),
        ("-0.7625", "wrong"),
    ],
)
def test_a_numeric_answer(typed, status):
    assert question("ndcg-one-missing").grade(typed).status == status


@pytest.mark.parametrize(
    ("value", "typed", "status"),
    [
        (1.0, "100", "unclear"),
        (0.5, "50", "unclear"),
        (1.0, "1", "right"),
        (1.5, "150", "wrong"),
        (0.0, "100", "wrong"),
    ],
)
def test_a_missing_percent_sign_is_asked_for(value, typed, status):
    numeric = Question("n", "numeric", "How much?", "x", value=value, otherwise="No.")
    grade = numeric.grade(typed)
    assert grade.status == status
    assert (grade.feedback == (PHRASES["percent"].format(answer=typed),)) == (status == "unclear")


def test_a_recognised_wrong_number_is_named():
    graded = question("ndcg-one-missing").grade("1,0")
    assert graded.misconception == "idcg-from-retrieved" and "all judged documents" in graded.feedback[0]
    other = question("ndcg-one-missing").grade("0.123")
    assert other.misconception is None and other.feedback == (question("ndcg-one-missing").otherwise,)


def test_the_exact_number_is_told_unless_it_was_given():
    assert question("ndcg-one-missing").grade("0.763").feedback == ("More exactly, it is 0.7625….",)
    assert question("dcg-third-rank").grade("3/2").feedback == ()


def test_what_cannot_be_read_is_quoted_in_short():
    said = question("dcg-third-rank").grade("x" * 500).feedback[0]
    assert said.startswith("“" + "x" * 40 + "…” is not a number")


def test_multiple_choice_wants_all_and_only_the_right_ones():
    asked = question("ndcg-unchanged")
    right = asked.solution()
    assert asked.grade(right).status == asked.grade(right[::-1]).status == "right"
    assert asked.grade(right[:1]).feedback == (PHRASES["missing"],)
    both = asked.grade([right[0], 3, 4])
    assert len(both.feedback) == 3 and both.feedback[-1] == PHRASES["also-missing"]
    assert both.misconception in ("ndcg-is-one-formula", "discount-log-i")
    assert asked.grade([]).status == "unclear"
    assert asked.grade([*right, 3]).status == "wrong"


def test_ordering_tells_the_first_item_out_of_place():
    asked = question("dcg-best-page")
    graded = asked.grade([0, 2, 1, 3])
    assert graded.feedback[0] == "Place 2: “2, 3, 0” does not belong there."
    assert graded.feedback[1].startswith("It has the best document at rank 2")
    for order in ([0, 2, 1, 3], [1, 0, 2, 3]):  # two ideas, or none, lead there
        nameless = asked.grade(order)
        assert (nameless.status, len(nameless.feedback), nameless.misconception) == ("wrong", 2, None)
    named = asked.grade([3, 1, 2, 0])
    assert named.misconception == "discount-inverted" and "It looks like this mistake: “" in named.feedback[2]
    assert asked.grade([0, 1, 2, 3]).status == "right"


@pytest.mark.parametrize(
    ("id", "answer"),
    [
        ("cg-two-pages", 3),
        ("cg-two-pages", -1),
        ("cg-two-pages", True),
        ("cg-two-pages", "0"),
        ("cg-two-pages", 0.0),
        ("ndcg-unchanged", 0),
        ("ndcg-unchanged", [0, 0]),
        ("ndcg-unchanged", [9]),
        ("ndcg-unchanged", None),
        ("dcg-best-page", [0, 1, 2]),
        ("dcg-best-page", [0, 1, 2, 2]),
        ("dcg-third-rank", 1.5),
        ("dcg-third-rank", None),
    ],
)
def test_what_no_page_could_send_is_refused(id, answer):
    with pytest.raises(ValueError, match=f"question {id!r}"):
        question(id).grade(answer)


# The widget --------------------------------------------------------------------------------------------------------


def test_answers_drive_the_status():
    shown = quiz("05_ndcg")
    shown.answers = {"cg-two-pages": [1]}
    assert shown.status == {"cg-two-pages": {"status": "wrong", "tries": 1}}
    shown.answers = {"cg-two-pages": [1, 0], "dcg-third-rank": ["1,5"]}
    assert shown.status["cg-two-pages"] == {"status": "right", "tries": 2}
    assert shown.score == (1, 2, len(shown.questions))


def test_nothing_counts_after_the_right_answer():
    shown = quiz("cg-two-pages")
    shown.answers = {"cg-two-pages": [0, 1, 2]}
    assert shown.answers == {"cg-two-pages": [0]}


@pytest.mark.parametrize(
    "answers",
    [
        {"nix": [0]},
        {"cg-two-pages": [7]},
        {"cg-two-pages": 0},
        {"dcg-third-rank": ["?"]},
        {"ndcg-unchanged": [[[]]]},
        3,
    ],
)
def test_answers_that_make_no_sense_are_refused(answers, log):
    shown = quiz("05_ndcg")
    with pytest.raises(traitlets.TraitError):
        shown.answers = answers
    assert shown.answers == {} and not log.exists()


def test_the_page_may_send_answers_and_nothing_else():
    shown = quiz("05_ndcg")
    shown.set_state({"answers": {"cg-two-pages": [0]}})
    shown.set_state({"questions": [], "status": {"x": 1}, "title": "mine"})
    assert shown.answers == {"cg-two-pages": [0]}
    assert shown.questions and "x" not in shown.status and shown.title == "Quiz: nDCG"
    shown.set_state({"answers": {"nix": [0]}})
    assert shown.answers == {"cg-two-pages": [0]}


def test_answering_from_python():
    shown = quiz("05_ndcg")
    letter = "ABC"[question("cg-two-pages").shown().index(1)]
    assert shown.answer("cg-two-pages", letter).misconception == "cg-sees-order"
    assert shown.answer("cg-two-pages", letter).status == "wrong"
    assert shown.answers["cg-two-pages"] == [1], "the same answer again is not another try"
    assert shown.answer("cg-two-pages", 0).status == "right"
    assert shown.answer("dcg-third-rank", "what?").status == "unclear"
    assert "dcg-third-rank" not in shown.answers
    order = " ".join("ABCD"[question("dcg-best-page").shown().index(key)] for key in range(4))
    assert shown.answer("dcg-best-page", order).status == "right"
    with pytest.raises(ValueError, match="this quiz has no question 'nix'; it has cg-two-pages"):
        shown.answer("nix", 0)


# The progress log --------------------------------------------------------------------------------------------------


def lines():
    return [(line["question"], line["status"], line["misconception"], line["answer"]) for line in progress_log.read()]


def test_each_try_is_a_line():
    shown = quiz("05_ndcg")
    shown.answers = {"cg-two-pages": [1]}
    shown.answers = {"cg-two-pages": [1, 0]}
    assert lines() == [("cg-two-pages", "wrong", "cg-sees-order", 1), ("cg-two-pages", "right", None, 0)]


def test_answers_come_back_after_a_restart():
    before = quiz("05_ndcg")
    for id, answer in [("cg-two-pages", 1), ("dcg-third-rank", "1,5"), ("dcg-best-page", [1, 0, 2, 3])]:
        before.answer(id, answer)
    before.answer("ndcg-unchanged", [0, 1])
    after = quiz("05_ndcg")
    assert (after.answers, after.status) == (before.answers, before.status)
    assert len(lines()) == 4, "restoring writes nothing"
    assert quiz("dcg-third-rank").score == (1, 1, 1)


def test_a_warm_up_asks_afresh():
    quiz("precision-k").answer("precision-k", "0.3")
    shown = warm_up("05_ndcg")
    assert shown.answers == {}
    shown.answer("precision-k", "0.75")
    assert warm_up("05_ndcg").answers == {"precision-k": ["0.75"]}
    assert quiz("precision-k").answers == {"precision-k": ["0.3"]}


def test_starting_over_is_remembered():
    shown = quiz("cg-two-pages")
    shown.answer("cg-two-pages", 0)
    shown.set_state({"answers": {}, "turn": 2})
    assert (shown.answers, shown.status) == ({}, {})
    shown.set_state({"answers": {"cg-two-pages": [2]}})
    again = quiz("cg-two-pages")
    assert (again.answers, again.turn) == ({"cg-two-pages": [2]}, 2)


def test_answers_to_an_older_wording_are_not_restored(log):
    quiz("cg-two-pages").answer("cg-two-pages", 0)
    log.write_text(log.read_text().replace(question("cg-two-pages").version, "00000000"))
    assert quiz("cg-two-pages").answers == {}


@pytest.mark.parametrize("answer", [99, "zero", None, [0], {"a": 1}])
def test_a_line_that_was_edited_breaks_nothing(answer, log):
    quiz("cg-two-pages").answer("cg-two-pages", 0)
    line = json.loads(log.read_text()) | {"answer": answer}
    log.write_text(json.dumps(line) + "\nnot json\n{}\n")
    assert quiz("cg-two-pages").answers == {}


def test_what_was_shown_stays_open_and_can_be_tried_again(log):
    shown = quiz("05_ndcg")
    assert shown.show_me("cg-two-pages") == 0 and shown.show_me("dcg-best-page") == [0, 1, 2, 3]
    assert shown.show_me("cg-two-pages") == 0, "asking twice is one line"
    assert shown.status["cg-two-pages"] == {"status": "shown", "tries": 0} and shown.score[:2] == (0, 0)
    assert lines() == [("cg-two-pages", "shown", None, None), ("dcg-best-page", "shown", None, None)]
    again = quiz("05_ndcg")
    assert again.answers == {"cg-two-pages": [None], "dcg-best-page": [None]}
    assert again.answer("cg-two-pages", 0).status == "right"
    assert again.status["cg-two-pages"] == {"status": "right", "tries": 1}
    assert again.score[:2] == (0, 1), "right, but not at the first try"
    again.set_state({"answers": {"cg-two-pages": [None, 0], "dcg-best-page": [None], "dcg-third-rank": [None]}})
    assert again.status["dcg-third-rank"]["status"] == "shown"
    with pytest.raises(ValueError, match="no question 'nix'"):
        again.show_me("nix")


def test_two_ideas_behind_one_answer_are_both_kept():
    asked = question("ap-miss")
    option = next(option for option in asked.options if option.others)
    quiz(asked.id).answer(asked.id, option.key)
    line = progress_log.read()[0]
    assert (line["misconception"], line["or"]) == (option.misconception, list(option.others))


# The forms without a kernel ----------------------------------------------------------------------------------------


def hostile():
    options = tuple(Option(key, f"{NASTY} {key}", key == 0, NASTY, "cg-sees-order") for key in range(3))
    facts = {"text": NASTY + " `<b>code</b>`", "notebook": "x", "explanation": NASTY, "options": options}
    kinds = {"single": {}, "multiple": {}, "ordering": {}, "numeric": {"options": (), "value": 0.5, "otherwise": NASTY}}
    return Quiz(NASTY, [Question(id=f"nasty-{kind}", kind=kind, **facts | more) for kind, more in kinds.items()])


class Tags(HTMLParser):
    def __init__(self, html):
        super().__init__()
        self.open, self.seen, self.text, self.hidden = [], set(), "", ""
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self.seen.add(tag)
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, "tags are nested"

    def handle_data(self, data):
        if "details" in self.open:
            self.hidden += data
        else:
            self.text += data


def test_text_html_is_escaped_and_well_formed():
    page = Tags(hostile().text_html())
    assert not page.open
    assert page.seen <= {"p", "strong", "ol", "li", "bdi", "code", "details", "summary"}
    assert "<script>alert('x')</script>" in page.text and "<b>code</b>" in page.text


def test_answers_are_hidden_until_they_are_opened():
    page = Tags(quiz("05_ndcg").text_html())
    for asked in quiz_bank.find("05_ndcg")[1]:
        assert asked.explanation.replace("`", "") in page.hidden
        assert asked.explanation not in page.text
        assert all(option.label.replace("`", "") in page.text for option in asked.options if asked.kind != "numeric")
    assert "0.7625…" in page.hidden and "0.7625" not in page.text


def test_the_terminal_gets_questions_and_no_answers():
    text = repr(quiz("05_ndcg"))
    assert text == repr(quiz("05_ndcg")) == str(quiz("05_ndcg"))
    assert text.startswith("Quiz: nDCG\n\n1. One page shows") and "   A  " in text and "(a number)" in text
    assert not re.search("0x[0-9a-f]{6}", text) and max(map(len, text.splitlines())) <= 100
    assert not any(asked.explanation[:40] in text for asked in quiz_bank.find("05_ndcg")[1])


def test_what_a_notebook_keeps_does_not_depend_on_the_learner():
    before = quiz("05_ndcg")
    data = before._repr_mimebundle_()[0]
    before.answer("cg-two-pages", 0)
    after = quiz("05_ndcg")._repr_mimebundle_()[0]
    assert (data["text/html"], data["text/plain"]) == (after["text/html"], after["text/plain"])


def test_a_published_page_starts_empty():
    shown = quiz("05_ndcg")
    shown.answer("cg-two-pages", 0)
    state = shown.static_state()
    assert state["answers"] == {} and state["status"] == {} and state["turn"] == 1
    assert len(state["questions"]) == len(shown.questions)


def test_the_state_is_plain_json():
    for name in [name for name, bank in quiz_bank.banks().items() if bank.questions]:
        shown = quiz(name)
        assert json.loads(json.dumps(shown.static_state(), allow_nan=False)) == shown.static_state()


def test_unknown_names():
    with pytest.raises(ValueError, match="did you mean '05_ndcg'"):
        quiz("05-ndcg")
    with pytest.raises(ValueError, match="did you mean '05_ndcg'"):
        warm_up("05_ndgc")
    with pytest.raises(ValueError, match="there is no quiz or question 'zzz'"):
        quiz("zzz")
    with pytest.raises(ValueError, match="'05-third-stall' is a prediction: predict"):
        quiz("05-third-stall")

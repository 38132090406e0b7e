"""Answers: the right sentence, an honest confidence, silence below the threshold."""

import math

import pytest

from ratools.metrics.answers import ABSTENTION
from ratools_course.systems.answering import THRESHOLD, Answer, Answerer, cut, guess, kind_of, predictions
from ratools_course.systems.datasets import Document
from ratools_course.systems.lexical import Bm25

TEXTS = {
    "d1": Document("Returns", "Parcels leave daily. Send goods back within 14 days. A label costs € 4.50."),
    "d2": Document("Cables", "Cables are black. They come in 3 lengths."),
}


def answerer(**options):
    return Answerer(Bm25(TEXTS), TEXTS, **options)


def test_the_best_sentence_and_where_it_stands():
    said = answerer().answer("What colour are cables?")
    assert (said.text, said.doc_id, said.span) == ("Cables are black.", "d2", (0, 17))
    # words: colour (no document: ln(1 + 2/1)), cables (one: ln(1 + 2/2)), the second in the sentence
    assert said.confidence == pytest.approx(math.log(2) / (math.log(2) + math.log(3)))


def test_a_word_elsewhere_in_the_document_counts_half():
    said = answerer().answer("returns label")  # "returns" is only in the title
    assert said.text == "A label costs € 4.50." and said.confidence == pytest.approx(0.75)


def test_a_number_is_answered_with_the_quantity():
    assert answerer().answer("What does a label cost?").text == "€ 4.50"
    assert answerer().answer("How soon must I send goods back?").text == "14 days"
    assert answerer().answer("How many lengths do cables come in?").text == "3 lengths"


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How long is it?", "duration"),
        ("What does it mean when the light blinks?", "sentence"),  # "when" in the middle asks for no date
        ("Until when may I return it?", "date"),
        ("I bought it when it was new. What does it cost?", "money"),
        ("How many days do I have?", "duration"),
        ("How many codes do I have?", "count"),
        ("To which e-mail address do I write?", "address"),
        ("Which new form is it?", "code"),
        ("Which command shows it?", "command"),
        ("At which hours are you there?", "clock"),
        ("Who pays?", "who"),
        ("How loud is it?", "measure"),
        ("It died.", "sentence"),
    ],
)
def test_kinds(question, kind):
    assert kind_of(question) == kind


@pytest.mark.parametrize(
    ("question", "sentence", "answer"),
    [
        ("How long are 7 days?", "It is free.", ("It is free.", False)),
        ("How long are 7 days?", "The 7 days become 14 days.", ("14 days", True)),  # 7 days is in the question
        (
            "How long is it?",
            "Allow 3 parcels and seven working days.",
            ("seven working days", True),
        ),  # a unit is no word
        ("How long is it?", "It takes two to four minutes.", ("two to four minutes", True)),
        ("How long on Premium?", "It is 14 days on Standard and 28 days on Premium.", ("28 days", True)),  # the nearest
        ("What does a label cost?", "A label for 5 kg costs €4.50.", ("€4.50", True)),
        ("What does a label cost?", "A label is 12 euro a month.", ("12 euro", True)),
        ("When does it end?", "It ends on 3 May 2026, after 2 years.", ("3 May 2026", True)),
        ("When does it end?", "It ends after 2 parcels.", ("It ends after 2 parcels.", False)),
        ("At which hours?", "Open on 4 days between 9:00 and 15:00.", ("between 9:00 and 15:00", True)),
        ("How many codes?", "In 3 steps you get eight fresh codes.", ("eight fresh codes", True)),
        ("How many codes?", "In 3 steps you get them.", ("In 3 steps you get them.", False)),
        ("Which form?", "Send the form AB-7, please.", ("AB-7", True)),
        ("Which version?", "The version is 4.2.1.", ("4.2.1", True)),
        ("Which command shows it?", "See it with ls -l, or not.", ("ls -l", True)),
        ("To which address?", "Write to a.b@c.example.", ("a.b@c.example", True)),
        ("How hot?", "Below 3 °C it stops.", ("3 °C", True)),
        ("Who pays the tax?", "The carrier pays the tax.", ("The carrier", True)),
        ("Who pays?", "Nobody knows.", ("Nobody knows.", False)),
        ("Why?", "Because.", ("Because.", True)),
    ],
)
def test_cut(question, sentence, answer):
    assert cut(question, sentence) == answer


def test_a_sentence_without_the_number_asked_for_loses_half():
    texts = {"d1": "Delivery is quick. Delivery takes 2 days.", "d2": "Other things."}
    said = Answerer(Bm25(texts), texts).answer("How long is delivery?")
    assert said == Answer("2 days", 1.0, "d1", (19, 41), ("d1",))
    only = {"d1": "Delivery is quick.", "d2": "Other things."}
    assert Answerer(Bm25(only), only).answer("How long is delivery?").confidence == 0.5


def test_below_the_threshold_it_abstains_and_says_how_sure_it_was():
    sure = answerer().answer("What colour are cables?").confidence
    assert answerer(threshold=sure).answer("What colour are cables?").text == "Cables are black."
    said = answerer(threshold=sure + 1e-9).answer("What colour are cables?")
    assert said == Answer(ABSTENTION, sure, retrieved=("d2",))


def test_nothing_found_is_an_abstention_even_without_a_threshold():
    assert answerer().answer("Zebra?") == Answer(ABSTENTION, 0.0)
    assert answerer().answer("Who are you?") == Answer(ABSTENTION, 0.0, retrieved=("d2",))  # no word that counts


def test_confidence_lies_between_0_and_1():
    for question in ("Cables are black", "parcels cables label goods", "How many?", "the cables and zebras"):
        assert 0 <= answerer().answer(question).confidence <= 1


def test_bad_questions():
    for wrong in ("", None, 3):
        with pytest.raises(ValueError, match="query"):
            answerer().answer(wrong)
        with pytest.raises(ValueError, match="query"):
            guess(wrong)


def test_the_baseline_has_read_nothing():
    assert guess("What does the label cost?").text == "10 euro"
    assert guess("What is Harbour?").text == "harbour" and guess("Who are you?").text == "Who are you?"


def test_versions_that_differ_as_they_say():
    questions = ("What does a label cost?", "Which zebra founded the label?")
    items = [
        {"question_id": f"a{n}", "doc_id": "d1", "question": q, "type": "fact", "answer": "x"}
        for n, q in enumerate(questions)
    ]
    made = predictions(Bm25(TEXTS), TEXTS, items)
    assert list(made) == ["always_abstain", "v1_guess", "v2_sentence", "v3_cut", "v4_abstention"]
    for name, answers in made.items():
        assert [item["question_id"] for item in answers] == ["a0", "a1"], name
    assert {item["answer"] for item in made["always_abstain"]} == {ABSTENTION}
    two, three, four = made["v2_sentence"], made["v3_cut"], made["v4_abstention"]
    assert two[0]["answer"] == "A label costs € 4.50." and three[0]["answer"] == "€ 4.50" and three[0] == four[0]
    assert three[0]["found_in"] == "d1" and three[0]["sentence"] == [53, 74] and three[0]["retrieved"] == ["d1"]
    assert three[1]["confidence"] < THRESHOLD and three[1]["answer"] != ABSTENTION == four[1]["answer"]

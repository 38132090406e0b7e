"""Answers: the right sentence, an honest confidence, silence below the threshold."""

import math

import pytest

from ratools.metrics.answers import ABSTENTION
from ratools.systems.answer_forms import Answer, extract, guess
from ratools.systems.answer_versions import THRESHOLD, predictions
from ratools.systems.answerer import Answerer
from ratools.systems.bm25 import Bm25
from ratools.systems.datasets import Document

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
    assert answerer().answer("How much is a label?").text == "€ 4.50"
    assert answerer().answer("When must I send goods back?").text == "14 days"
    assert answerer().answer("How many lengths do cables come in?").text == "3 lengths"


@pytest.mark.parametrize(
    ("sentence", "answer"),
    [
        ("It is free.", ("It is free.", False)),
        ("Pay 12.50 euro.", ("12.50 euro", True)),
        ("A rise of 30 %, not 40 %.", ("30 %", True)),
        ("At 10:30.", ("10:30", True)),
        ("The 7 days become 14 days.", ("14 days", True)),  # 7 days is in the question
    ],
)
def test_extract(sentence, answer):
    assert extract("How long are 7 days?", sentence) == answer


def test_a_sentence_without_the_number_asked_for_loses_half():
    texts = {"d1": "Delivery is quick. Delivery takes 2 days.", "d2": "Other things."}
    said = Answerer(Bm25(texts), texts).answer("How long is delivery?")
    assert said == Answer("2 days", 1.0, "d1", (19, 41))
    only = {"d1": "Delivery is quick.", "d2": "Other things."}
    assert Answerer(Bm25(only), only).answer("How long is delivery?").confidence == 0.5


def test_below_the_threshold_it_abstains_and_says_how_sure_it_was():
    sure = answerer().answer("What colour are cables?").confidence
    assert answerer(threshold=sure).answer("What colour are cables?").text == "Cables are black."
    said = answerer(threshold=sure + 1e-9).answer("What colour are cables?")
    assert said == Answer(ABSTENTION, sure)


def test_nothing_found_is_an_abstention_even_without_a_threshold():
    assert answerer().answer("Zebra?") == Answer(ABSTENTION, 0.0)
    assert answerer().answer("Who are you?") == Answer(ABSTENTION, 0.0)


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
    assert guess("How much is the label?").text == "10 euro"
    assert guess("What is Harbour?").text == "harbour" and guess("Who are you?").text == "Who are you?"


def test_three_versions_that_differ_as_they_say():
    questions = ("How much is a label?", "Which zebra founded the label?")
    items = [
        {"question_id": f"a{n}", "doc_id": "d1", "question": q, "type": "fact", "answer": "x"}
        for n, q in enumerate(questions)
    ]
    made = predictions(Bm25(TEXTS), TEXTS, items)
    assert list(made) == ["v1_baseline", "v2_extraction", "v3_abstention"]
    for name, answers in made.items():
        assert [item["question_id"] for item in answers] == ["a0", "a1"], name
    two, three = made["v2_extraction"], made["v3_abstention"]
    assert two[0] == three[0] and two[0]["answer"] == "€ 4.50" and two[0]["found_in"] == "d1"
    assert two[1]["confidence"] < THRESHOLD and two[1]["answer"] != ABSTENTION and three[1]["answer"] == ABSTENTION

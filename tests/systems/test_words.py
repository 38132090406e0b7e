"""Words: identifiers whole and in parts, numbers whole, any script."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratools_course.systems.datasets import helpdesk_documents
from ratools_course.systems.words import STOP_WORDS, stem, tokenize


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Error FJ-4031.", ["error", "fj-4031", "fj", "4031"]),
        ("use asyncio.gather(a, b)", ["use", "asyncio.gather", "asyncio", "gather", "a", "b"]),
        ("run_in_executor", ["run_in_executor", "run", "in", "executor"]),
        ("__init__", ["__init__"]),
        ("It costs €3.50, or 1,000.75 a year", ["it", "costs", "3.50", "or", "1,000.75", "a", "year"]),
        ("10.0.0.1:8080 since 2026-01-05", ["10.0.0.1", "8080", "since", "2026-01-05"]),
        ("one,two", ["one", "two"]),
        ("The customers' and the customer’s, don't", ["the", "customers", "and", "the", "customer", "don't"]),
        ("STRASSE Größe ÉTÉ naïve", ["strasse", "größe", "été", "naïve"]),
        ("e\u0301te\u0301", ["été"]),  # the accent as a character of its own
        ("Привет, 世界!", ["привет", "世界"]),
        ("?! — …", []),
        ("", []),
    ],
)
def test_words(text, words):
    assert tokenize(text) == words


def test_stop_words_are_kept_unless_asked():
    assert tokenize("how do I cancel the contract") == ["how", "do", "i", "cancel", "the", "contract"]
    assert tokenize("how do I cancel the contract", STOP_WORDS) == ["cancel", "contract"]


def test_only_texts():
    with pytest.raises(ValueError, match="must be a str, got int"):
        tokenize(3)


@given(st.text())
def test_a_text_that_is_tokenised_again_gives_no_new_words(text):
    words = tokenize(text)
    assert all(word and not any(letter.isspace() for letter in word) for word in words)
    assert set(tokenize(" ".join(words))) >= set(words) - {word for word in words if word.endswith("'s")}


def test_stems_are_those_of_porters_own_examples():
    told = """caresses:caress ponies:poni ties:ti caress:caress cats:cat feed:feed agreed:agre plastered:plaster
    bled:bled motoring:motor sing:sing conflated:conflat troubled:troubl sized:size hopping:hop tanned:tan falling:fall
    hissing:hiss fizzed:fizz failing:fail filing:file happy:happi sky:sky relational:relat conditional:condit
    rational:ration valenci:valenc digitizer:digit operator:oper feudalism:feudal decisiveness:decis hopefulness:hope
    callousness:callous formaliti:formal sensitiviti:sensit sensibiliti:sensibl triplicate:triplic formative:form
    formalize:formal electrical:electr hopeful:hope goodness:good revival:reviv allowance:allow inference:infer
    airliner:airlin gyroscopic:gyroscop adjustable:adjust defensible:defens irritant:irrit replacement:replac
    adjustment:adjust dependent:depend adoption:adopt homologou:homolog communism:commun activate:activ
    angulariti:angular homologous:homolog effective:effect bowdlerize:bowdler probate:probat rate:rate cease:ceas
    controll:control roll:roll"""
    for pair in told.split():
        word, expected = pair.split(":")
        assert stem(word) == expected, word


@pytest.mark.slow
def test_stems_agree_with_snowballs_porter():
    peer = pytest.importorskip("snowballstemmer").stemmer("porter")
    words = {word for document in helpdesk_documents().values() for word in tokenize(document.text)}
    words = {word for word in words if len(word) > 2 and re.fullmatch("[a-z]+", word)}
    assert len(words) > 2000
    assert [word for word in sorted(words) if stem(word) != peer.stemWord(word)] == []

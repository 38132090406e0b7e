"""The glossary is found in every language, with and without accents."""

import pytest

from ratools.teaching import glossary
from ratools.teaching.glossary_view import LANGUAGES, Glossary, entries


def first(word):
    return glossary(word).rows[0]["en"]


@pytest.mark.parametrize(
    "word", ["recall", "Vollständigkeit", "vollstandigkeit", "exhaustividad", "REVOCACAO", " revocação "]
)
def test_recall_in_any_language(word):
    assert first(word) == "recall"


@pytest.mark.parametrize("word", ["rank", "Rang", "posição", "posicion"])
def test_the_word_itself_comes_before_words_that_hold_it(word):
    assert first(word) == "rank" and len(glossary(word).rows) > 1


@pytest.mark.parametrize("word", ["relevant", "relevante"])
def test_the_first_word_of_the_course_is_found(word):
    assert first(word) == "relevant"


def test_short_names_in_brackets_are_found():
    assert first("nDCG").startswith("normalised") and first("MRR") == "mean reciprocal rank"


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_term_finds_its_entry(code):
    for entry in entries():
        assert entry in glossary(entry[code]).rows
        assert entry in glossary(entry[code].partition(" (")[0].upper()).rows


def test_all():
    every = glossary()
    assert every.rows == entries() and len(every.table) == len(entries()) > 70
    assert list(every.table.columns) == ["en", "de", "es", "pt", "meaning"]
    assert all(all(value.strip() for value in entry.values()) for entry in entries())
    assert repr(every).count("\n\n") == len(entries()) - 1


def test_what_is_shown():
    assert repr(glossary("recall")) == (
        "recall: The share of all relevant documents that were returned.\n"
        "   de Vollständigkeit (Recall); es exhaustividad (recall); pt revocação (recall)"
    )
    html = glossary("recall")._repr_html_()
    assert "<td style='text-align:left;white-space:normal' lang='pt'>revocação (recall)</td>" in html


def test_text_is_escaped():
    row = dict.fromkeys([*LANGUAGES, "meaning"], "<b>&")
    assert "<b>" not in Glossary((row,))._repr_html_()


def test_an_unknown_word():
    with pytest.raises(ValueError, match="no word of the glossary contains 'recal1'; did you mean 'recall'"):
        glossary("recal1")
    with pytest.raises(ValueError, match=r"glossary\(\) lists all"):
        glossary("zzzz")


@pytest.mark.parametrize("word", ["", "  ", 7, []])
def test_no_word(word):
    with pytest.raises(ValueError, match=r"glossary needs a word"):
        glossary(word)

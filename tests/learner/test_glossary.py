"""The glossary is found in every language, with and without accents."""

import pytest

from ratools_course import glossary
from ratools_course.learner.glossary_view import LANGUAGES, Glossary, entries


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


@pytest.mark.slow
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_term_finds_its_entry(code):
    for entry in entries():
        assert entry in glossary(entry[code]).rows
        assert entry in glossary(entry[code].partition(" (")[0].upper()).rows


EXPLAINED = {
    "start_here": "relevant, relevance judgement, precision at k, recall, reciprocal rank",
    "why_measure": (
        "document, information need, relevance judgement, test collection, keyword search, meaning search, offline "
        "evaluation, baseline"
    ),
    "precision_recall": (
        "precision, recall, hit, cut-off, F-score, F1 score, ceiling, success at k, R-precision, accuracy, e-discovery"
    ),
    "reciprocal_rank": "reciprocal rank, mean reciprocal rank, harmonic mean",
    "average_precision": (
        "average precision, mean average precision, R-precision, context precision, GMAP, interpolated precision, "
        "eleven-point average"
    ),
    "ndcg": "gain, cumulative gain, discount, DCG, IDCG, nDCG, ideal ranking, exponential gain, graded relevance",
    "choose_a_measure": (
        "target, ceiling, patience, rank-biased precision, expected reciprocal rank, clicks, interleaving, A/B "
        "test, pool"
    ),
    "scores_and_thresholds": "threshold, grey zone, F1 score, base rate, entropy, subtopic, calibration",
    "measure_a_system": (
        "TF-IDF, term frequency, inverse document frequency, BM25, hybrid retrieval, reciprocal rank fusion, run, "
        "qrels, baseline, stemming, stop word"
    ),
}


@pytest.mark.parametrize("slug", EXPLAINED)
def test_what_a_notebook_explains_is_in_the_glossary(slug):
    terms = {part for entry in entries() for part in entry["en"].split(" (")} | set(short_names())
    assert set(EXPLAINED[slug].split(", ")) <= terms


def short_names():
    """What stands in brackets: nDCG, GMAP."""
    return (entry[code].partition(" (")[2].rstrip(")") for entry in entries() for code in LANGUAGES)


def test_the_words_stand_in_order():
    words = [entry["en"].casefold() for entry in entries()]
    assert words == sorted(set(words))


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_word_stands_for_two_things(code):
    words = [entry[code].casefold() for entry in entries()]
    assert [word for word in words if words.count(word) > 1] == []


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

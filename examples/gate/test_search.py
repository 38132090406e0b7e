"""A test that stops a change which makes search worse; put your own search function and files here."""

from pathlib import Path

import ratools as rt
from ratools.assessing import assert_not_worse
from ratools_course.systems.datasets import helpdesk
from ratools_course.systems.lexical import Bm25
from ratools_course.systems.words import english_words

MARGINS = Path(__file__).parent / "gate.toml"
IN_USE = rt.data_dir() / "runs" / "bm25_english.run"  # the run of the version that is in use, kept in the repository


def test_search_is_not_worse():
    collection = helpdesk()
    system = Bm25(collection.documents, tokenize=english_words, k1=1.3)  # the change: k1 was 1.2
    assert_not_worse(IN_USE, system.run(collection.queries, 100), collection.judgements, MARGINS)

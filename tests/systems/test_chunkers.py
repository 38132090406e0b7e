"""Chunks: what they promise holds for any text."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ratools_course.systems.chunkers import fixed_chunks, paragraph_chunks, recursive_chunks, sentence_chunks

TEXTS = st.one_of(
    st.text(alphabet="aB1 .!?\n\"')\u2003é", max_size=120),
    st.text(max_size=60),
    st.lists(st.sampled_from(["One two.", "3. Go!", "e.g. this", "\n\n", "\n", " ", "Longlonglong", "(No?)"])).map(
        "".join
    ),
)
SIZES = st.integers(1, 40)


def chunks_of(text, spans):
    return [text[start:end] for start, end in spans]


def holds_what_all_promise(text, spans):
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert spans == sorted(spans) and len(set(spans)) == len(spans)
    covered = set().union(*(range(*span) for span in spans))
    assert all(place in covered for place, letter in enumerate(text) if not letter.isspace())


def holds_what_all_but_fixed_promise(text, spans):
    holds_what_all_promise(text, spans)
    assert all(one[1] <= other[0] for one, other in zip(spans, spans[1:], strict=False)), "no overlap"
    assert all(chunk == chunk.strip() for chunk in chunks_of(text, spans))


@given(TEXTS, SIZES, st.data())
def test_fixed(text, size, data):
    overlap = data.draw(st.integers(0, size - 1))
    spans = fixed_chunks(text, size, overlap)
    holds_what_all_promise(text, spans)
    assert all(end - start == size for start, end in spans[:-1]) and all(end - start <= size for start, end in spans)
    assert all(one[1] - other[0] == overlap for one, other in zip(spans, spans[1:], strict=False))
    assert sorted(set().union(*(range(*span) for span in spans))) == list(range(len(text))), "spaces too"


@given(TEXTS, st.integers(1, 4))
def test_sentences(text, sentences):
    spans = sentence_chunks(text, sentences)
    holds_what_all_but_fixed_promise(text, spans)
    single = sentence_chunks(text)
    assert len(spans) == -(-len(single) // sentences)


@given(TEXTS)
def test_paragraphs(text):
    spans = paragraph_chunks(text)
    holds_what_all_but_fixed_promise(text, spans)
    assert not any("\n\n" in chunk for chunk in chunks_of(text, spans))


@given(TEXTS, SIZES)
@example("a\n\nb", 3)
def test_recursive(text, size):
    spans = recursive_chunks(text, size)
    holds_what_all_but_fixed_promise(text, spans)
    assert all(end - start <= size for start, end in spans)
    assert len(text.strip()) > size or len(spans) <= 1, "what fits is not cut"


@pytest.mark.parametrize("chunker", [fixed_chunks, sentence_chunks, paragraph_chunks, recursive_chunks])
def test_nothing_has_no_chunks_and_no_text_is_refused(chunker):
    assert chunker("") == []
    for wrong in (None, 3, ["a"], b"a"):
        with pytest.raises(ValueError, match="text must be a text"):
            chunker(wrong)


def test_fixed_by_hand():
    assert fixed_chunks("abcdefgh", 4) == [(0, 4), (4, 8)]
    assert fixed_chunks("abcdefgh", 4, 2) == [(0, 4), (2, 6), (4, 8)]  # and no (6, 8): it is all in the last
    assert fixed_chunks("ab", 4, 3) == [(0, 2)]
    assert fixed_chunks("abc", None) == [(0, 3)]


@pytest.mark.parametrize(("size", "overlap"), [(0, 0), (-1, 0), (4, 4), (4, 9), (4, -1), (4, 1.5), (2.5, 0), (4, True)])
def test_bad_sizes(size, overlap):
    with pytest.raises(ValueError, match="overlap|whole number"):
        fixed_chunks("some text", size, overlap)


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One. Two! Three? Four…", ["One.", "Two!", "Three?", "Four…"]),
        ('He said "Stop." Then he left.', ['He said "Stop."', "Then he left."]),
        ("It costs 3.50 euro. Pay e.g. Monday.", ["It costs 3.50 euro.", "Pay e.g. Monday."]),
        ("Do this: 1. Open it. 2. Close it.", ["Do this: 1. Open it.", "2. Close it."]),
        ("1. Open it. 2. Close it.", ["1. Open it.", "2. Close it."]),
        ("Use port 80. Then restart.", ["Use port 80.", "Then restart."]),
        ("call asyncio.run. It returns.", ["call asyncio.run.", "It returns."]),
        ("A title\n\nand a text", ["A title", "and a text"]),
        ("(Really?) Yes.", ["(Really?)", "Yes."]),
    ],
)
def test_sentences_by_hand(text, sentences):
    assert chunks_of(text, sentence_chunks(text)) == sentences


def test_recursive_cuts_at_the_strongest_break_that_serves():
    text = "First part. More.\n\nSecond part is long. It goes on.\n\nabcdefghijklmnopqrstuvwxyz"
    assert chunks_of(text, recursive_chunks(text, 22)) == [
        "First part. More.",
        "Second part is long.",
        "It goes on.",
        "abcdefghijklmnopqrstuv",
        "wxyz",
    ]
    assert recursive_chunks(text, 1000) == [(0, len(text))] and recursive_chunks(text, None) == [(0, len(text))]

"""Chunkers: a text cut into pieces, each a half-open span (start, end), so that `text[start:end]` is the chunk.

All of them: spans lie inside the text, in order, none empty; every character that is not white space is in a span; an
empty text has none. Only `fixed_chunks` overlaps; the others have no white space at a chunk's ends.
"""

from ratools.metrics.arguments import as_cutoff, as_text
from ratools_course.systems.breaks import LINE_END, PARAGRAPH_END, SENTENCE_END, WORD_END, pieces


def fixed_chunks(text, size=400, overlap=0):
    """Pieces of `size` characters, each starting `size − overlap` after the last; the final one may be shorter.

    >>> fixed_chunks("abcdefgh", size=4, overlap=1)
    [(0, 4), (3, 7), (6, 8)]

    Trap: it cuts through words, and through the very sentence that answers the question; overlap is the usual plaster.
    """
    size = whole(text, size)
    if not isinstance(overlap, int) or isinstance(overlap, bool) or not 0 <= overlap < size:
        raise ValueError(f"overlap must be a whole number from 0 to size − 1 = {size - 1}, got {overlap!r}")
    starts = range(0, max(len(text) - overlap, min(len(text), 1)), size - overlap)  # a later one only repeats
    return [(start, min(start + size, len(text))) for start in starts]


def sentence_chunks(text, sentences=1):
    """Groups of so many sentences; the last group may be smaller.

    >>> sentence_chunks("Pay in 14 days, e.g. online. Late? We wait.")
    [(0, 28), (29, 34), (35, 43)]

    Trap: there is no perfect rule for where a sentence ends (ours is in `breaks`): "at 5 p.m. Monday" is cut in two.
    """
    step = whole(text, sentences)
    found = pieces(text, (0, len(text)), SENTENCE_END)
    return [(found[n][0], found[min(n + step, len(found)) - 1][1]) for n in range(0, len(found), step)]


def paragraph_chunks(text):
    """One chunk a paragraph: what stands between blank lines.

    >>> paragraph_chunks("One.\\n\\nTwo,\\nstill two.")
    [(0, 4), (6, 21)]

    Trap: paragraphs have any length: one may be a word, the next a page.
    """
    return pieces(as_text(text, "text"), (0, len(text)), PARAGRAPH_END)


def recursive_chunks(text, size=400):
    """Pieces of at most `size` characters, cut at the strongest break that serves: paragraph, line, sentence, word.

    >>> recursive_chunks("One two three. Four.", size=9)
    [(0, 7), (8, 14), (15, 20)]

    What is still too long is cut at its next weaker break, at last between letters; neighbours are joined while they
    fit. Trap: equal sizes are not equal sense: a chunk may hold one thought's end and the next one's start.
    """
    size = whole(text, size)
    return cut(text, (0, len(text)), size, [PARAGRAPH_END, LINE_END, SENTENCE_END, WORD_END])


def cut(text, span, size, breaks):
    """The chunks of one span, by the first of the breaks and, where that is not enough, the others."""
    if not breaks:
        return [(start + span[0], end + span[0]) for start, end in fixed_chunks(text[slice(*span)], size)]
    chunks = []
    for start, end in pieces(text, span, breaks[0]):
        if chunks and end - chunks[-1][0] <= size:
            chunks[-1] = chunks[-1][0], end
        else:
            chunks += [(start, end)] if end - start <= size else cut(text, (start, end), size, breaks[1:])
    return chunks


def whole(text, size):
    """A size of at least 1; None means the whole text."""
    length = len(as_text(text, "text"))
    return as_cutoff(size) or max(length, 1)

"""Documents cut in one of many ways, and the chunks that come back for a question: k of them, or a budget's worth."""

from functools import partial

from ratools.words import did_you_mean, short
from ratools_course.systems.chunkers import fixed_chunks, paragraph_chunks, recursive_chunks, sentence_chunks


class Chunkings(dict):
    """{name: chunker}; a name that is not there gets a sentence."""

    def __missing__(self, name):
        raise ValueError(f"there is no chunking {short(name)}{did_you_mean(name, self)} (there are {'; '.join(self)})")


CHUNKINGS = Chunkings({  # what notebook 11 compares
    "whole documents": partial(fixed_chunks, size=None),
    "paragraphs": paragraph_chunks,
    "three sentences": partial(sentence_chunks, sentences=3),
    "single sentences": sentence_chunks,
    "fixed 800": partial(fixed_chunks, size=800),
    "fixed 800, overlap 400": partial(fixed_chunks, size=800, overlap=400),
    "fixed 400": partial(fixed_chunks, size=400),
    "fixed 400, overlap 200": partial(fixed_chunks, size=400, overlap=200),
    "fixed 200": partial(fixed_chunks, size=200),
    "fixed 200, overlap 100": partial(fixed_chunks, size=200, overlap=100),
    "recursive 400": partial(recursive_chunks, size=400),
})  # fmt: skip


def cut_documents(documents, chunker):
    """{(document, start, end): text} of all chunks of all documents.

    >>> cut_documents({"d1": "One. Two."}, sentence_chunks)
    {('d1', 0, 4): 'One.', ('d1', 5, 9): 'Two.'}
    """
    texts = {name: getattr(document, "text", document) for name, document in documents.items()}
    return {(name, *span): text[slice(*span)] for name, text in texts.items() for span in chunker(text)}


def retrieved_chunks(system, question, k=5, budget=None):
    """The k best chunks; or, with a budget, the best chunks until so many characters are full, the last one cut short.

    >>> from ratools_course.systems.bm25 import Bm25
    >>> system = Bm25(cut_documents({"d1": "One cat. Two cats. A dog."}, sentence_chunks))
    >>> retrieved_chunks(system, "a cat or a dog", budget=10)
    [('d1', 19, 25), ('d1', 0, 4)]
    """
    found = [name for name, _ in system.search(question, k if budget is None else None)]
    left, kept = as_budget(budget), []
    for name, start, end in found:
        if left == 0:
            break
        end = end if left is None else min(end, start + left)
        left = left if left is None else left - (end - start)
        kept += [(name, start, end)] if start < end else []
    return kept


def as_budget(budget):
    """None, or a whole number of characters."""
    if budget is not None and (not isinstance(budget, int) or isinstance(budget, bool) or budget < 1):
        raise ValueError(f"budget must be a whole number of characters, at least 1, got {budget!r} (None for no limit)")
    return budget

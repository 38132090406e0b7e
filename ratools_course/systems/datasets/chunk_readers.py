"""Documents, short and long, questions with the places of their answers, and vectors of chunks: `data/chunks/`."""

import hashlib

import numpy as np

from ratools.errors import UsageError
from ratools.evaluation.formats import read_json
from ratools.metrics.arguments import as_spans
from ratools.paths import data_dir
from ratools_course.systems.datasets.readers import answer_references, documents_in, helpdesk_documents
from ratools_course.systems.datasets.records import with_keys
from ratools_course.systems.dense import Vectors

LENGTHS = (None, "short", "long")
CHUNK_VECTORS = "python -m data.make.chunk_vectors"


def chunk_documents(length=None):
    """{document: Document}: the help centre's ("short"), those of `data/chunks/` ("long"), or all of them (None).

    >>> len(chunk_documents("long")), "m01" in chunk_documents(), "m01" in chunk_documents("short")
    (5, True, False)
    """
    short = {} if checked_length(length) == "long" else helpdesk_documents()
    return short if length == "short" else short | documents_in(data_dir() / "chunks" / "documents.jsonl")


def chunk_questions(length=None):
    """Questions with the spans of their answers, each verified to select its quote, over short or long documents.

    Those of `data/chunks/questions.json`, then those of `data/answers/` that have an answer. All `spans` together, in
    the document `doc_id`, are the answer; each place (document, start, end) in `elsewhere` is one as well.
    """
    kept, documents = chunk_documents(length), chunk_documents()
    path = data_dir() / "chunks" / "questions.json"
    questions = read_json(path)
    for number, item in enumerate(questions, start=1):
        check_question(item, documents, f"{path}: item {number}")
    return [item for item in [*questions, *questions_of_answers(documents)] if item["doc_id"] in kept]


def check_question(item, documents, location):
    """Refuse a question whose spans do not select its quotes, or lie outside of their document."""
    with_keys(item, ("question_id", "doc_id", "question", "spans", "quotes"), location)
    elsewhere = item.get("elsewhere", [])
    for name in (item["doc_id"], *(name for name, _, _ in elsewhere)):
        if name not in documents:
            raise UsageError(f"{location}: doc_id {name!r} is not in the collection")
    text, spans = documents[item["doc_id"]].text, as_spans(item["spans"], f"{location}: spans")
    selected = [text[start:end] for start, end in spans if end <= len(text)]
    if not selected or selected != item["quotes"]:
        raise UsageError(f"{location}: the spans select {selected!r}, the quotes are {item['quotes']!r}")
    for name, start, end in elsewhere:
        if not 0 <= start < end <= len(documents[name].text):
            raise UsageError(f"{location}: elsewhere has {start} to {end}, which is not a valid span of {name}")


def questions_of_answers(documents):
    """The questions of `data/answers/` that have an answer, in the form of `chunk_questions`."""
    for item in answer_references():
        if item["type"] == "fact" and item.get("spans"):
            (name, start, end), *elsewhere = item["spans"]
            question = {"question_id": item["question_id"], "doc_id": name, "question": item["question"]}
            quotes = [documents[name].text[start:end]]
            yield question | {"spans": [[start, end]], "quotes": quotes, "elsewhere": elsewhere}


def checked_length(length):
    """None, "short" or "long"."""
    if length not in LENGTHS:
        raise UsageError(f"length must be 'short', 'long' or None for both, got {length!r}")
    return length


def chunk_minilm(chunks):
    """A system over {chunk: text} by their MiniLM vectors, which are shipped for some chunkings of `chunk_documents`.

    A vector belongs to a text, wherever it stands; a text that was never encoded is refused.
    """
    path = data_dir() / "chunks" / "minilm.npz"
    if not path.is_file():
        raise UsageError(f"{path}: there is no such file; make it with {CHUNK_VECTORS}")
    with np.load(path, allow_pickle=False) as file:
        known = dict(zip(file["fingerprints"].tolist(), file["vectors"], strict=True))
        asked = dict(zip(file["query_texts"].tolist(), file["query_vectors"], strict=True))
        shipped = ", ".join(file["chunkings"].tolist())
    marks = {name: fingerprint(text) for name, text in chunks.items()}
    missing = [name for name, mark in marks.items() if mark not in known]
    if missing:
        raise UsageError(
            f"{len(missing)} of {len(marks)} chunks have no vector, e.g. {missing[0]!r}. There are vectors for: "
            f"{shipped}. For others, add them to SHIPPED in data/make/chunk_vectors.py and run {CHUNK_VECTORS}"
        )
    return Vectors({name: known[mark] for name, mark in marks.items()}, asked)


def fingerprint(text):
    """64 bits that tell texts apart.

    >>> fingerprint("a") == fingerprint("a") != fingerprint("b")
    True
    """
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")

"""The capstone's collection, what two versions of a system said on it, and a pool that waits for a judge."""

from dataclasses import dataclass

import numpy as np

from ratools.errors import UsageError
from ratools.evaluation.formats import read_answers, read_run
from ratools.paths import data_dir
from ratools_course.systems.datasets.judged_folder import Collection, known_pair, read_judgements, read_queries
from ratools_course.systems.datasets.readers import checked_references, documents_in
from ratools_course.systems.datasets.records import csv_rows, grade_of
from ratools_course.systems.dense import Vectors

VERSIONS = ("A", "B")
CAPSTONE_VECTORS = "python -m data.make.capstone_vectors"


@dataclass(frozen=True)
class Capstone:
    """A judged collection, both versions' outputs by name, and the pool.

    `collection.unjudged` is the pool, `pool_grades` what a reader gave it: {query: {document: grade}}, to be looked at
    afterwards. `chunks` is {version: {query: [(document, start, end), …]}}, best first.
    """

    collection: Collection
    references: list
    runs: dict
    chunks: dict
    answers: dict
    pool_grades: dict

    def __repr__(self):
        pairs = len(self.collection.unjudged)
        return f"Capstone({self.collection!r}, {len(self.references)} questions, {pairs} pairs to judge)"


def capstone():
    """The help pages of an invented bike rental, and versions A (in use) and B (proposed): `data/capstone/`.

    >>> capstone()
    Capstone(Collection(55 documents, 48 queries, 694 judgements), 48 questions, 40 pairs to judge)
    """
    folder = data_dir() / "capstone"
    documents, queries, references = capstone_parts()
    judgements, _ = read_judgements(folder, queries, documents)
    grades = {}
    for location, row in csv_rows(folder / "pool_grades.csv", ("query_id", "doc_id", "grade")):
        query, doc = known_pair(location, row, queries, documents)
        if doc in judgements.get(query, ()):
            raise UsageError(f"{location}: document {doc!r} of query {query!r} is in the pool, but has a grade already")
        grades.setdefault(query, {})[doc] = grade_of(row, location)
    pool = tuple((query, doc, "to be judged") for query, judged in grades.items() for doc in judged)
    return Capstone(
        Collection(documents, queries, judgements, folder / "judgements.csv", pool),
        references,
        {name: read_run(folder / "runs" / f"{name}.run") for name in VERSIONS},
        {name: read_chunks(folder / "chunks" / f"{name}.csv", queries) for name in VERSIONS},
        {name: read_answers(folder / "answers" / f"{name}.json") for name in VERSIONS},
        grades,
    )


def capstone_parts():
    """(documents, queries, references): what both versions are given."""
    folder = data_dir() / "capstone"
    documents = documents_in(folder / "documents.jsonl")
    return documents, read_queries(folder), checked_references(folder / "references.json", documents)


def read_chunks(path, queries):
    """{query: [(document, start, end), …]} of a table of chunks, which is in the order of their ranks."""
    chunks = {query: [] for query in queries}
    for _, row in csv_rows(path, ("query_id", "rank", "doc_id", "start", "end", "score")):
        chunks[row["query_id"]].append((row["doc_id"], int(row["start"]), int(row["end"])))
    return chunks


def capstone_minilm():
    """The MiniLM vectors of the capstone's documents and queries, as a system."""
    path = data_dir() / "capstone" / "minilm.npz"
    if not path.is_file():
        raise UsageError(f"{path}: there is no such file; make it with {CAPSTONE_VECTORS}")
    with np.load(path, allow_pickle=False) as file:
        if file["doc_vectors"].dtype != np.float16:
            raise UsageError(f"{path}: half-precision numbers are expected; make it with {CAPSTONE_VECTORS}")
    return Vectors.load(path)

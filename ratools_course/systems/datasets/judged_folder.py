"""A folder with queries and judgements → a collection; what does not fit is named by file and line."""

from dataclasses import dataclass, field
from pathlib import Path

from ratools.errors import UsageError
from ratools_course.systems.datasets.records import csv_rows, grade_of, keyed

READERS = ("judge_a", "judge_b", "third", "human")  # whose grades may stand beside the one that counts


@dataclass(frozen=True)
class Document:
    """What is searched."""

    title: str
    text: str
    topic: str = ""
    updated: str = ""
    note: str = ""


@dataclass(frozen=True)
class Query:
    """What is typed, and what is behind it: the kind of need, the situation, whether its words miss the documents'."""

    text: str
    need: str = ""
    written: str = ""
    situation: str = ""
    mismatch: str = ""


@dataclass(frozen=True)
class Collection:
    """Documents, queries and judgements by id; `judgements` is what `ratools.evaluate` takes.

    `table` is the file with every judge's grade, `unjudged` what was left out on purpose, as (query, document, why),
    `missing` the judged names that are not among the documents, as (query, document), `subtopics` which readings of an
    ambiguous query a document serves: {query: {document: set of readings}}.
    """

    documents: dict
    queries: dict
    judgements: dict
    table: Path
    unjudged: tuple = ()
    missing: tuple = ()
    subtopics: dict = field(default_factory=dict)

    def __repr__(self):
        judged = sum(map(len, self.judgements.values()))
        return f"Collection({len(self.documents)} documents, {len(self.queries)} queries, {judged} judgements)"


def read_queries(folder):
    """{query: Query} of queries.csv."""
    more = ("written", "situation", "mismatch")
    rows = keyed(csv_rows(folder / "queries.csv", ("query_id", "query", "need"), more), "query_id")
    for location, row in rows.values():
        if not row["query"].strip():
            raise UsageError(f"{location}: the query is empty")
    return {
        name: Query(row["query"], row["need"], *(row.get(column, "") for column in more))
        for name, (_, row) in rows.items()
    }


def read_judgements(folder, queries, documents, all_there=True):
    """({query: {document: grade}}, missing) of judgements.csv; what else it says of a pair is checked, too."""
    judgements = {name: {} for name in queries}
    for location, row in csv_rows(folder / "judgements.csv", ("query_id", "doc_id", "grade"), (*READERS, "pooled")):
        query, doc = known_pair(location, row, queries, documents if all_there else [row["doc_id"]])
        grade = grade_of(row, location)
        for reader in READERS:
            if row.get(reader) or reader.startswith("judge") and reader in row and not row.get("third"):
                grade_of(row, location, reader)
        if doc in judgements[query]:
            raise UsageError(f"{location}: document {doc!r} of query {query!r} was judged before; keep one")
        judgements[query][doc] = grade
    missing = [(query, doc) for query, judged in judgements.items() for doc in judged if doc not in documents]
    for query, doc in missing:
        del judgements[query][doc]
    return {query: judged for query, judged in judgements.items() if judged}, tuple(missing)


def known_pair(location, row, queries, documents):
    """The query and the document of a row, if both are there."""
    for column, known in (("query_id", queries), ("doc_id", documents)):
        if row[column] not in known:
            raise UsageError(f"{location}: {column} {row[column]!r} is not in the collection")
    return row["query_id"], row["doc_id"]

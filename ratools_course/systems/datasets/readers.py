"""The course's collections, read from `data/` and checked; what does not fit is named by file and line."""

import numpy as np

from ratools.errors import UsageError
from ratools.evaluation.formats import read_answers, read_json
from ratools.paths import data_dir
from ratools_course.systems.datasets.judged_folder import (
    Collection,
    Document,
    known_pair,
    read_judgements,
    read_queries,
)
from ratools_course.systems.datasets.records import csv_rows, json_lines, keyed, with_keys
from ratools_course.systems.dense import Vectors

FIELDS = ("title", "text", "topic", "updated", "note")
QUESTION_VECTORS = "python -m data.make.question_vectors"
READINGS = ("query_id", "reading", "meaning")
CALLED = {  # what notebook 05 calls the documents of *python async tutorial*
    1: "tutorial",
    4: "step-by-step",
    6: "blocking-code",
    12: "whats-new",
    15: "worker-hangs",
    23: "monthly-news",
    45: "job-queues",
    67: "windows",
    89: "puzzles",
}


def helpdesk_documents():
    """{document: Document} of the help centre."""
    return documents_in(data_dir() / "helpdesk" / "documents.jsonl")


def documents_in(path):
    """{document: Document} of a JSON Lines file."""
    rows = keyed(json_lines(path, ("doc_id", *FIELDS)), "doc_id")
    return {name: Document(*(row[field] for field in FIELDS)) for name, (_, row) in rows.items()}


def helpdesk():
    """The help centre of an invented company: documents, queries, adjudicated judgements, and what nobody judged."""
    folder, documents = data_dir() / "helpdesk", helpdesk_documents()
    queries = read_queries(folder)
    judgements, _ = read_judgements(folder, queries, documents)
    unjudged = []
    for location, row in csv_rows(folder / "unjudged.csv", ("query_id", "doc_id", "why")):
        query, doc = known_pair(location, row, queries, documents)
        if doc in judgements.get(query, ()):
            raise UsageError(f"{location}: document {doc!r} of query {query!r} is listed as unjudged, but has a grade")
        unjudged.append((query, doc, row["why"]))
    subtopics = read_subtopics(folder, queries, documents) if (folder / "subtopics.csv").is_file() else {}
    table = folder / "judgements.csv"
    return Collection(documents, queries, judgements, table, tuple(unjudged), subtopics=subtopics)


def read_subtopics(folder, queries, documents):
    """{query: {document: set of readings}} of subtopics.csv; every reading is one that readings.csv explains."""
    known = {(row["query_id"], row["reading"]) for _, row in csv_rows(folder / "readings.csv", READINGS)}
    subtopics = {}
    for location, row in csv_rows(folder / "subtopics.csv", ("query_id", "doc_id", "reading")):
        query, doc = known_pair(location, row, queries, documents)
        if (query, row["reading"]) not in known:
            raise UsageError(f"{location}: {row['reading']!r} is not a reading of query {query!r} in readings.csv")
        subtopics.setdefault(query, {}).setdefault(doc, set()).add(row["reading"])
    return subtopics


def three_queries():
    """(collection, {query: ranking}) of the ranking chapter's example; document ids are numbers, as in the source."""
    folder = data_dir() / "three_queries"
    titles = keyed(csv_rows(folder / "documents.csv", ("doc_id", "title")), "doc_id")
    documents, queries = {name: Document(row["title"], "") for name, (_, row) in titles.items()}, read_queries(folder)
    judgements, _ = read_judgements(folder, queries, documents)
    results = {name: [] for name in queries}
    for location, row in csv_rows(folder / "results.csv", ("query_id", "rank", "doc_id")):
        query, doc = known_pair(location, row, queries, documents)
        results[query].append(int(doc))
    documents = {int(name): document for name, document in documents.items()}
    judgements = {query: {int(doc): grade for doc, grade in judged.items()} for query, judged in judgements.items()}
    return Collection(documents, queries, judgements, folder / "judgements.csv"), results


def async_page():
    """(titles, ranking, grades) of the ranking chapter's page for *python async tutorial*, its documents with names.

    >>> titles, page, grades = async_page()
    >>> page[:4], grades["tutorial"]
    (['tutorial', 'monthly-news', 'job-queues', 'step-by-step'], 3)
    """
    collection, results = three_queries()
    titles = {name: collection.documents[doc].title for doc, name in CALLED.items()}
    grades = {CALLED[doc]: grade for doc, grade in collection.judgements["python async"].items()}
    return titles, [CALLED[doc] for doc in results["python async"]], grades


def products(name="results"):
    """Results of a shop's search as `ratools.retrieval_report` takes them: results, five or band of `data/products`."""
    path = data_dir() / "products" / f"{name}.json"
    if not path.exists():
        raise UsageError(f"products has no list {name!r}; it has 'band', 'five' and 'results'")
    return read_json(path)


def shop():
    """The shop as a collection: its catalogue, three queries, grades given without sight of a score, readings."""
    folder = data_dir() / "products"
    rows = keyed(csv_rows(folder / "catalogue.csv", ("doc_id", "title", "english", "category")), "doc_id")
    documents = {
        name: Document(row["title"], "", topic=row["category"], note=row["english"]) for name, (_, row) in rows.items()
    }
    queries = read_queries(folder)
    judgements, _ = read_judgements(folder, queries, documents)
    subtopics = read_subtopics(folder, queries, documents)
    return Collection(documents, queries, judgements, folder / "judgements.csv", subtopics=subtopics)


def peers_answers():
    """{library: {case: {measure: what it answered}}} for one nasty run: a number, a refusal's sentence, or None."""
    folder, peers = data_dir() / "peers", {}
    for location, row in csv_rows(folder / "answers.csv", ("library", "case", "measure", "value", "said")):
        try:
            answer = float(row["value"]) if row["value"] else row["said"] or None
        except ValueError:
            raise UsageError(f"{location}: {row['value']!r} is not a number") from None
        peers.setdefault(row["library"], {}).setdefault(row["case"], {})[row["measure"]] = answer
    return peers


def answers(split=None):
    """(references, {system: predictions}) over the help centre: `data/answers/`; of one half, "develop" or "report"."""
    references, folder = answer_references(), data_dir() / "answers" / "predictions"
    systems = {path.stem: read_answers(path) for path in sorted(folder.glob("*.json"))}
    if split is None:
        return references, systems
    kept = [index for index, item in enumerate(references) if item.get("split") == split]
    if not kept:
        halves = sorted({str(item.get("split")) for item in references})
        raise UsageError(f"split is {split!r}; the questions have {', '.join(halves)}, and None gives them all")
    systems = {name: [said[index] for index in kept] for name, said in systems.items()}
    return [references[index] for index in kept], systems


def answer_references():
    """The questions of `data/answers/` with their accepted answers and places."""
    path, documents = data_dir() / "answers" / "references.json", helpdesk_documents()
    return checked_references(path, documents)


def checked_references(path, documents):
    """The questions of a file of references, each span of an answer verified to select one of the accepted texts."""
    references = read_answers(path, accept_lists=True)
    for number, item in enumerate(references, start=1):
        location = f"{path}: item {number}"
        check_spans(with_keys(item, ("question_id", "doc_id", "question", "type"), location), documents, location)
    return references


def check_spans(item, documents, location):
    """Refuse a span (document, start, end) of an answer that does not select one of the accepted texts."""
    accepted = [item["answer"]] if isinstance(item["answer"], str) else item["answer"]
    for doc, start, end in item.get("spans", ()):
        selected = documents[doc].text[start:end] if doc in documents else None
        if selected not in accepted:
            raise UsageError(f"{location}: span {doc} {start} to {end} selects {selected!r}, not one of {accepted!r}")


def helpdesk_minilm():
    """The help centre's MiniLM vectors as a system that knows its queries and the questions of `data/answers/`."""
    system = Vectors.load(data_dir() / "helpdesk" / "minilm.npz")
    path = data_dir() / "answers" / "minilm.npz"
    if not path.is_file():
        raise UsageError(f"{path}: there is no such file; make it with {QUESTION_VECTORS}")
    with np.load(path, allow_pickle=False) as file:
        system.queries |= dict(zip(file["query_texts"].tolist(), file["query_vectors"], strict=True))
    return system

"""Your own documents and queries in place of the help centre, in two steps.

    .venv/bin/python instructor/own_domain/make_domain.py FOLDER             # runs of eight systems, to be judged
    ratools judge FOLDER/runs/*.run --queries FOLDER/queries.csv --documents FOLDER/documents.jsonl --judge Ada \\
        --depth 5 --out FOLDER/judged.csv                                    # on a page; every judge the same
    .venv/bin/python instructor/own_domain/make_domain.py FOLDER --data my_data   # the course's data with yours

FOLDER holds documents.jsonl (doc_id, title, text on each line) and queries.csv (query_id, query). With
RATOOLS_DATA=my_data the notebooks read that copy; instructor/GUIDE.md says which of them make sense with it.
"""

import argparse
import csv
import json
import shlex
import shutil
import sys
from pathlib import Path

from ratools.assessing import judgements
from ratools.paths import data_dir
from ratools_course.classroom.command_line import sentence
from ratools_course.systems.combined import RankFusion, Reranker, TwoStages
from ratools_course.systems.datasets.judged_folder import Document
from ratools_course.systems.dense import Lsa
from ratools_course.systems.lexical import Bm25, TfIdf, trec_lines
from ratools_course.systems.words import english_words

# The course's runs that need sentence vectors, and what stands in for them where there are none.
STAND_INS = {"minilm": "lsa"}


def read_documents(folder):
    """{id: Document} of documents.jsonl."""
    documents = {}
    for number, line in enumerate((folder / "documents.jsonl").read_text(encoding="utf-8").splitlines(), start=1):
        if line.strip():
            row = json.loads(line)
            missing = {"doc_id", "title", "text"} - set(row)
            if missing:
                raise ValueError(f"documents.jsonl:{number}: {', '.join(sorted(missing))} is missing")
            documents[str(row["doc_id"])] = Document(row["title"], row["text"])
    return documents


def read_queries(folder):
    """{id: text} of queries.csv."""
    with (folder / "queries.csv").open(newline="", encoding="utf-8-sig") as file:
        rows = csv.DictReader(file)
        if not {"query_id", "query"} <= set(rows.fieldnames or ()):
            raise ValueError("queries.csv: its first line must name query_id and query")
        return {row["query_id"]: row["query"] for row in rows}


def write_runs(documents, queries, folder, depth=100):
    """A run per system of the course; sentence vectors are not made, latent topics stand in for them."""
    bm25, lsa, english = Bm25(documents), Lsa(documents), Bm25(documents, tokenize=english_words)
    systems = {"tfidf": TfIdf(documents), "bm25": bm25, "bm25_english": english, "lsa": lsa}
    systems |= {"rrf": RankFusion([bm25, lsa]), "rrf_english": RankFusion([english, lsa])}
    systems |= {"reranked": Reranker(bm25, documents), "two_stages": TwoStages(english, lsa)}
    folder.mkdir(parents=True, exist_ok=True)
    for name, system in systems.items():
        run = {query: dict(system.search(text, depth)) for query, text in queries.items()}
        lines = "".join(f"{line}\n" for line in trec_lines(run, name))
        (folder / f"{name}.run").write_text(lines, encoding="utf-8")
    for name, other in STAND_INS.items():
        if not (folder / f"{name}.run").exists():
            shutil.copy(folder / f"{other}.run", folder / f"{name}.run")
    return sorted(path.name for path in folder.glob("*.run"))


def write_data(folder, target):
    """A copy of the course's data in which the help centre is this domain."""
    documents, queries, grades = read_documents(folder), read_queries(folder), judgements(folder / "judged.csv")
    shutil.copytree(data_dir(), target, ignore=shutil.ignore_patterns("make", "__pycache__"))
    desk = target / "helpdesk"
    for path in desk.iterdir():
        path.unlink()
    shutil.rmtree(target / "runs")
    shutil.copytree(folder / "runs", target / "runs")
    rows = [{"doc_id": name, "title": document.title, "text": document.text} for name, document in documents.items()]
    for row in rows:
        row |= {"topic": "", "updated": "", "note": ""}
    (desk / "documents.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    _table(desk / "queries.csv", ["query_id", "query", "need"], [(name, text, "") for name, text in queries.items()])
    judged = [(query, doc, grade) for query, judged_docs in grades.items() for doc, grade in judged_docs.items()]
    _table(desk / "judgements.csv", ["query_id", "doc_id", "grade"], judged)
    _table(desk / "unjudged.csv", ["query_id", "doc_id", "why"], [])
    return len(documents), len(queries), len(judged)


def _table(path, head, rows):
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([head, *rows])


def main(arguments=None):
    """Make the runs, or the data."""
    parser = argparse.ArgumentParser(prog="make_domain.py", description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="with documents.jsonl and queries.csv")
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="write the course's data with this domain in it")
    chosen = parser.parse_args(arguments)
    try:
        if chosen.data is None:
            names = write_runs(read_documents(chosen.folder), read_queries(chosen.folder), chosen.folder / "runs")
            print(f"{chosen.folder / 'runs'}: {', '.join(names)}. Judge them next (see the top of this file).")
        else:
            there = write_data(chosen.folder, chosen.data)
            print("{}: {} documents, {} queries, {} judgements.".format(chosen.data, *there))
            print(f"RATOOLS_DATA={shlex.quote(str(chosen.data.absolute()))} python3 course.py lab")
    except (OSError, ValueError) as error:
        print(sentence(error), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

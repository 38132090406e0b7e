"""Answer the questions of data/answers with every version; writes predictions/, stages.csv and scores.csv.

    python -m data.make.answers

The same data give the same bytes. Nothing is edited by hand.
"""

import csv
import io
import json

from ratools.paths import data_dir
from ratools_course.systems.answer_scoring import score_rows, stage_failures
from ratools_course.systems.answering import predictions
from ratools_course.systems.datasets import answers, helpdesk_documents
from ratools_course.systems.lexical import Bm25

HALVES = ("develop", "report")


def stage_rows(systems, references):
    """One row per system and question: in which half it is, and the stage that failed."""
    for name, said in systems.items():
        for gold, stage in zip(references, stage_failures(said, references), strict=True):
            yield {"system": name, "question_id": gold["question_id"], "split": gold["split"], "stage": stage}


def half_rows(systems, references):
    """The scores of each half, six decimals."""
    for half in HALVES:
        kept = [index for index, gold in enumerate(references) if gold["split"] == half]
        part = {name: [said[index] for index in kept] for name, said in systems.items()}
        for row in score_rows(part, [references[index] for index in kept]):
            yield {"split": half} | {key: f"{x:.6f}" if isinstance(x, float) else x for key, x in row.items()}


def table(rows):
    """Rows as the text of a CSV file."""
    rows, file = list(rows), io.StringIO(newline="")
    writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue()


def main(retriever=None, documents=None):
    """{file: text} of everything, written."""
    documents = documents or helpdesk_documents()
    references, folder = answers()[0], data_dir() / "answers"
    systems = predictions(retriever or Bm25(documents), documents, references)
    files = {f"predictions/{name}.json": lines(said) for name, said in systems.items()}
    if all("split" in gold for gold in references):
        files |= {
            "stages.csv": table(stage_rows(systems, references)),
            "scores.csv": table(half_rows(systems, references)),
        }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        print(path)


def lines(items):
    """A JSON list, one item per line."""
    return "[\n" + ",\n".join(f"  {json.dumps(item, ensure_ascii=False)}" for item in items) + "\n]\n"


if __name__ == "__main__":
    main()

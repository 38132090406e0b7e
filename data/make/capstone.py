"""Run both versions over data/capstone; writes its runs/, chunks/, answers/ and stages.csv.

    python -m data.make.capstone

The same data give the same bytes. Nothing is edited by hand.
"""

from data.make.answers import lines, table
from data.make.runs import write
from ratools.paths import data_dir
from ratools_course.systems.answer_scoring import stage_failures
from ratools_course.systems.answering import CHUNKS, answered, both_versions
from ratools_course.systems.datasets.capstone_reader import capstone_minilm, capstone_parts
from ratools_course.systems.lexical import trec_lines

DEPTH = 20


def chunk_rows(version, queries):
    """One row per query and chunk that was read."""
    for query_id, query in queries.items():
        chunks = version.search.search(query.text, CHUNKS)
        for rank, ((doc, start, end), score) in enumerate(chunks, start=1):
            row = {"query_id": query_id, "rank": rank, "doc_id": doc, "start": start, "end": end}
            yield row | {"score": f"{score:.6f}"}


def main():
    """Write everything that the two versions say."""
    documents, queries, references = capstone_parts()
    folder, stages = data_dir() / "capstone", []
    for name, version in both_versions(documents, capstone_minilm()).items():
        run = trec_lines(version.retriever.run(queries, DEPTH), name)
        said = answered(version.answer, references)
        write(folder / "runs" / f"{name}.run", "".join(f"{line}\n" for line in run))
        write(folder / "chunks" / f"{name}.csv", table(chunk_rows(version, queries)))
        write(folder / "answers" / f"{name}.json", lines(said))
        stages += [
            {"version": name, "question_id": gold["question_id"], "stage": stage}
            for gold, stage in zip(references, stage_failures(said, references), strict=True)
        ]
    write(folder / "stages.csv", table(stages))


if __name__ == "__main__":
    main()

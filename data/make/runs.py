"""Run every system over the help centre; writes data/runs/ and what `data.make.answers` writes.

    python -m data.make.runs

The same data give the same bytes. A score in a file has six decimals; documents that are then equal are in the order
that `evaluate` gives them, by falling id.
"""

import numpy as np

from data.make import answers
from data.make.vectors import texts_digest
from ratools.paths import data_dir
from ratools_course.systems.combined import RankFusion, Reranker, TwoStages
from ratools_course.systems.datasets import helpdesk_documents
from ratools_course.systems.datasets.judged_folder import read_queries
from ratools_course.systems.dense import Lsa, Vectors
from ratools_course.systems.lexical import Bm25, TfIdf, trec_lines
from ratools_course.systems.words import english_words

DEPTH = 100


def all_systems(documents, queries):
    """{name: system}. Without sentence vectors, the hybrid joins BM25 with latent semantic analysis."""
    bm25, lsa, english = Bm25(documents), Lsa(documents), Bm25(documents, tokenize=english_words)
    systems = {"tfidf": TfIdf(documents), "bm25": bm25, "bm25_english": english, "lsa": lsa}
    path = data_dir() / "helpdesk" / "minilm.npz"
    if path.is_file():
        with np.load(path) as file:
            if str(file["digest"]) != texts_digest(documents, queries):
                raise ValueError(f"{path}: made of other texts; run python -m data.make.vectors")
        systems["minilm"] = Vectors.load(path)
    dense = systems.get("minilm", lsa)
    return systems | {
        "rrf": RankFusion([bm25, dense]),
        "rrf_english": RankFusion([english, dense]),
        "reranked": Reranker(bm25, documents),
        "two_stages": TwoStages(english, dense),
    }


def write(path, text):
    """Write a file the same on every system, and say so."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
    print(path)


def main():
    """Write the runs, then the answers of every version, which read what BM25 finds."""
    documents, queries = helpdesk_documents(), read_queries(data_dir() / "helpdesk")
    systems = all_systems(documents, queries)
    for name, system in systems.items():
        lines = trec_lines(system.run(queries, DEPTH), name)
        write(data_dir() / "runs" / f"{name}.run", "".join(f"{line}\n" for line in lines))
    if (data_dir() / "answers" / "references.json").is_file():
        answers.main(systems["bm25"], documents)


if __name__ == "__main__":
    main()

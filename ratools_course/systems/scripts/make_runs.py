"""Run every system over the help centre; writes data/runs/ and what make_answers writes.

    python -m ratools_course.systems.scripts.make_runs

The same data give the same bytes. A score in a file has six decimals; documents that are then equal are in the order
that `evaluate` gives them, by falling id.
"""

import numpy as np

from ratools.paths import data_dir
from ratools_course.systems.bm25 import Bm25
from ratools_course.systems.datasets import helpdesk_documents
from ratools_course.systems.datasets.judged_folder import read_queries
from ratools_course.systems.dense import Lsa, Vectors
from ratools_course.systems.hybrid import RankFusion
from ratools_course.systems.reranker import Reranker
from ratools_course.systems.scripts import make_answers
from ratools_course.systems.scripts.make_vectors import texts_digest
from ratools_course.systems.stemmer import english_words
from ratools_course.systems.tfidf import TfIdf
from ratools_course.systems.two_stages import TwoStages

DEPTH = 100


def systems(documents, queries):
    """{name: system}. Without sentence vectors, the hybrid joins BM25 with latent semantic analysis."""
    bm25, lsa, english = Bm25(documents), Lsa(documents), Bm25(documents, tokenize=english_words)
    found = {"tfidf": TfIdf(documents), "bm25": bm25, "bm25_english": english, "lsa": lsa}
    path = data_dir() / "helpdesk" / "minilm.npz"
    if path.is_file():
        with np.load(path) as file:
            if str(file["digest"]) != texts_digest(documents, queries):
                raise ValueError(
                    f"{path}: made of other texts; run python -m ratools_course.systems.scripts.make_vectors"
                )
        found["minilm"] = Vectors.load(path)
    dense = found.get("minilm", lsa)
    return found | {
        "rrf": RankFusion([bm25, dense]),
        "rrf_english": RankFusion([english, dense]),
        "reranked": Reranker(bm25, documents),
        "two_stages": TwoStages(english, dense),
    }


def trec_lines(run, tag):
    """The lines of a TREC run: query Q0 document rank score tag.

    >>> list(trec_lines({"q1": {"a": 0.5, "b": 0.5 + 1e-9}}, "x"))      # equal in the file, so b by its id
    ['q1 Q0 b 1 0.500000 x', 'q1 Q0 a 2 0.500000 x']
    """
    for query, results in sorted(run.items()):
        rounded = sorted(((round(score, 6) + 0.0, name) for name, score in results.items()), reverse=True)
        for rank, (score, name) in enumerate(rounded, start=1):
            yield f"{query} Q0 {name} {rank} {score:.6f} {tag}"


def write(path, text):
    """Write a file the same on every system, and say so."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
    print(path)


def main():
    """Write the runs, then the answers of every version, which read what BM25 finds."""
    documents, queries = helpdesk_documents(), read_queries(data_dir() / "helpdesk")
    found = systems(documents, queries)
    for name, system in found.items():
        lines = trec_lines(system.run(queries, DEPTH), name)
        write(data_dir() / "runs" / f"{name}.run", "".join(f"{line}\n" for line in lines))
    if (data_dir() / "answers" / "references.json").is_file():
        make_answers.main(found["bm25"], documents)


if __name__ == "__main__":
    main()

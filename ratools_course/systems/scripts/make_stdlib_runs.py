"""Run the systems over the standard library's docstrings; writes data/stdlib/runs/.

    python -m ratools_course.systems.scripts.make_stdlib_runs

The runs are frozen: the docstrings change with every Python, and the sentence vectors (some 7 MB) are not shipped. Made
on Python 3.11; needs sentence-transformers, as make_vectors does.
"""

import sys

from ratools.paths import data_dir
from ratools_course.systems.bm25 import Bm25
from ratools_course.systems.datasets import stdlib_docs
from ratools_course.systems.datasets.judged_folder import read_queries
from ratools_course.systems.dense import Lsa, Vectors
from ratools_course.systems.hybrid import RankFusion
from ratools_course.systems.retriever import document_texts
from ratools_course.systems.scripts.make_runs import trec_lines, write
from ratools_course.systems.scripts.make_vectors import encoder
from ratools_course.systems.stemmer import english_words
from ratools_course.systems.tfidf import TfIdf
from ratools_course.systems.two_stages import TwoStages

DEPTH = 50


def main(encode=None, documents=None):
    """Index, encode, search, write."""
    documents = documents or stdlib_docs()
    folder = data_dir() / "stdlib"
    queries, encode = read_queries(folder), encode or encoder()
    texts = document_texts(documents)
    asked = [query.text for query in queries.values()]
    minilm = Vectors(dict(zip(texts, encode(list(texts.values())), strict=True)),
                     dict(zip(asked, encode(asked), strict=True)))  # fmt: skip
    bm25, english = Bm25(documents), Bm25(documents, tokenize=english_words)
    systems = {"tfidf": TfIdf(documents), "bm25": bm25, "bm25_english": english, "lsa": Lsa(documents)}
    systems |= {"minilm": minilm, "rrf": RankFusion([bm25, minilm]), "rrf_english": RankFusion([english, minilm])}
    systems["two_stages"] = TwoStages(english, minilm)
    for name, system in systems.items():
        lines = trec_lines(system.run(queries, DEPTH), name)
        write(folder / "runs" / f"{name}.run", "".join(f"{line}\n" for line in lines))


if __name__ == "__main__":
    sys.exit(main())

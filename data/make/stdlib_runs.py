"""Run the systems over the standard library's docstrings; writes data/stdlib/runs/.

    python -m data.make.stdlib_runs

The runs are frozen: the docstrings change with every Python, and the sentence vectors (some 7 MB) are not shipped. Made
on Python 3.11; needs sentence-transformers, as `data.make.vectors` does.
"""

import sys

from data.make.runs import write
from data.make.vectors import encoder
from ratools.paths import data_dir
from ratools_course.systems.combined import RankFusion, TwoStages
from ratools_course.systems.datasets import stdlib_docs
from ratools_course.systems.datasets.judged_folder import read_queries
from ratools_course.systems.dense import Lsa, Vectors
from ratools_course.systems.lexical import Bm25, TfIdf, document_texts, trec_lines
from ratools_course.systems.words import english_words

DEPTH = 50


def main(encode=None, documents=None):
    """Index, encode, search, write."""
    documents = documents or stdlib_docs()
    folder = data_dir() / "stdlib"
    queries, encode = read_queries(folder), encode or encoder()
    texts = document_texts(documents)
    asked = [query.text for query in queries.values()]
    doc_vectors = dict(zip(texts, encode(list(texts.values())), strict=True))
    minilm = Vectors(doc_vectors, dict(zip(asked, encode(asked), strict=True)))
    bm25, english = Bm25(documents), Bm25(documents, tokenize=english_words)
    systems = {"tfidf": TfIdf(documents), "bm25": bm25, "bm25_english": english, "lsa": Lsa(documents)}
    systems |= {"minilm": minilm, "rrf": RankFusion([bm25, minilm]), "rrf_english": RankFusion([english, minilm])}
    systems["two_stages"] = TwoStages(english, minilm)
    for name, system in systems.items():
        lines = trec_lines(system.run(queries, DEPTH), name)
        write(folder / "runs" / f"{name}.run", "".join(f"{line}\n" for line in lines))


if __name__ == "__main__":
    sys.exit(main())

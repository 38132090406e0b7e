"""Compute the sentence vectors of data/capstone; writes data/capstone/minilm.npz.

    python -m ratools_course.systems.scripts.make_capstone_vectors

Needs what make_vectors needs.
"""

import sys

from ratools.paths import data_dir
from ratools_course.systems.datasets.capstone_reader import capstone_parts
from ratools_course.systems.scripts.make_vectors import encoder, write_vectors


def main(encode=None):
    """Encode every document (title and text) and every query."""
    documents, queries, _ = capstone_parts()
    write_vectors(data_dir() / "capstone" / "minilm.npz", documents, queries, encode or encoder())


if __name__ == "__main__":
    sys.exit(main())

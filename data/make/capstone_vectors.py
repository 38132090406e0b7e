"""Compute the sentence vectors of data/capstone; writes data/capstone/minilm.npz.

    python -m data.make.capstone_vectors

Needs what `data.make.vectors` needs.
"""

import sys

from data.make.vectors import encoder, write_vectors
from ratools.paths import data_dir
from ratools_course.systems.datasets.capstone_reader import capstone_parts


def main(encode=None):
    """Encode every document (title and text) and every query."""
    documents, queries, _ = capstone_parts()
    write_vectors(data_dir() / "capstone" / "minilm.npz", documents, queries, encode or encoder())


if __name__ == "__main__":
    sys.exit(main())

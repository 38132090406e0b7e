"""Compute the sentence vectors of the questions of data/answers; writes data/answers/minilm.npz.

    python -m data.make.question_vectors

Needs what `data.make.vectors` needs. `datasets.helpdesk_minilm` joins them with the help centre's documents.
"""

import sys

import numpy as np

from data.make.vectors import NAME, encoder
from ratools.paths import data_dir
from ratools_course.systems.datasets import answers


def main(encode=None):
    """Encode every question and write the vectors as half-precision numbers."""
    asked = sorted({item["question"] for item in answers()[0]})
    vectors = (encode or encoder())(asked).astype(np.float16)
    path = data_dir() / "answers" / "minilm.npz"
    np.savez(path, query_texts=np.array(asked), query_vectors=vectors, model=np.array(NAME))
    print(f"{path}: {len(asked)} questions, {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    sys.exit(main())

"""The strongest directions of a sparse matrix: singular value decomposition, cut short."""

import numpy as np

DIGITS = 10  # of a cosine: what comes after them depends on the processor, and must not decide a rank
SMALL = 4_000_000  # cells; up to here numpy decomposes the whole matrix in about a second


def truncated_svd(rows, width, dimensions):
    """(left, values, right) of the matrix A with the given rows, so that A ≈ left · diag(values) · right.

    A row is a pair (columns, weights). Directions of no strength are left out, and each has the sign that makes its
    largest entry in `right` positive, so that the answer is the same every time.

    >>> rows = [(np.array([0, 1]), np.array([3.0, 4.0])), (np.array([0, 1]), np.array([6.0, 8.0]))]
    >>> left, values, right = truncated_svd(rows, 2, dimensions=2)      # the second row is twice the first
    >>> right.round(3).tolist(), (left * values).round(3).tolist()
    ([[0.6, 0.8]], [[5.0], [10.0]])

    Eckart & Young 1936; the sketch for large matrices: Halko, Martinsson & Tropp 2011.
    """
    if len(rows) * width <= SMALL:
        left, values, right = np.linalg.svd(filled(rows, width), full_matrices=False)
    else:
        left, values, right = sketched_svd(rows, width, dimensions + 10)
    kept = np.flatnonzero(values > 1e-10 * max(values.max(initial=0), 1e-300))[:dimensions]
    left, values, right = left[:, kept], values[kept], right[kept]
    signs = np.sign(right[np.arange(len(kept)), np.abs(right).argmax(axis=1)])
    return left * signs, values, right * signs[:, None]


def sketched_svd(rows, width, size):
    """Project on `size` random directions, sharpen them four times, decompose what is left."""
    columns = transposed(rows, width)
    basis = times(rows, np.random.default_rng(0).standard_normal((width, min(size, len(rows), width))))
    for _ in range(4):
        basis, _ = np.linalg.qr(times(rows, times(columns, basis)))
    left, values, right = np.linalg.svd(times(columns, basis).T, full_matrices=False)
    return basis @ left, values, right


def filled(rows, width):
    """The sparse rows as a full matrix, zeros and all."""
    matrix = np.zeros((len(rows), width))
    for row, (columns, weights) in zip(matrix, rows, strict=True):
        row[columns] = weights
    return matrix


def times(rows, matrix):
    """The sparse rows multiplied by a matrix."""
    return np.array([weights @ matrix[columns] for columns, weights in rows])


def transposed(rows, width):
    """The columns of a sparse matrix, as rows."""
    column = np.concatenate([columns for columns, _ in rows])
    weight = np.concatenate([weights for _, weights in rows])
    row = np.repeat(np.arange(len(rows)), [len(columns) for columns, _ in rows])
    order = np.argsort(column, kind="stable")
    cuts = np.searchsorted(column[order], np.arange(1, width))
    return list(zip(np.split(row[order], cuts), np.split(weight[order], cuts), strict=True))


def unit_rows(vectors):
    """Each vector at length 1; one without length stays as it is."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return vectors / np.where(lengths > 0, lengths, 1)


def cosines(unit_vectors, vector):
    """The cosine of each row of `unit_vectors` with a vector, rounded to DIGITS so that ties are ties on any processor.

    Matrix products and the decomposition above add in an order that the processor's kernels choose, which moves the
    last bits; two documents that are equally near would otherwise change places from machine to machine.
    """
    return (np.round(unit_vectors @ unit_rows(vector), DIGITS) + 0.0).tolist()  # + 0.0: no -0.0

"""Chance, by computer: queries drawn again, and signs flipped. One draw serves every column of a table."""

from math import fsum

import numpy as np
from tqdm import tqdm

EXACT = 16  # up to this many differences all sign flips are tried (65 536), beyond it a sample
ROUNDING = 1e-12  # what floats leave of a difference that is none; of sums, this share of Σ|d|
CELLS = 1_000_000  # numbers drawn at a time


def bootstrap_means(values, resamples=10_000, seed=0):
    """The 2.5th and 97.5th percentile of the mean, over queries drawn again with replacement.

    >>> bootstrap_means(np.array([[0.5], [0.5]]))
    (array([0.5]), array([0.5]))

    Sakai 2006.
    """
    low, high = np.nanpercentile(resampled_means(values, resamples, seed), [2.5, 97.5], axis=0)
    return low, high


def resampled_means(values, resamples=10_000, seed=0):
    """The means of queries drawn again with replacement: the distribution behind the interval.

    One draw of queries serves all columns; of a missing value (NaN) the draw counts the others.
    """
    rng, n, means = np.random.default_rng(seed), len(values), []
    present = ~np.isnan(values)
    filled, everywhere = np.where(present, values, 0.0), present.all()
    with tqdm(total=resamples, desc="resamples", delay=1, leave=False) as bar:
        for batch in _batches(resamples, n):
            drawn = rng.integers(0, n, (batch, n)) + n * np.arange(batch)[:, None]
            counts = np.bincount(drawn.ravel(), minlength=batch * n).reshape(batch, n).astype(np.float64)
            size = n if everywhere else counts @ present
            means.append(counts @ filled / np.where(size, size, np.nan))
            bar.update(batch)
    return np.concatenate(means)


def _batches(total, n):
    """How many draws of n to hold in memory at a time, until there are `total`."""
    size = max(1, CELLS // n)
    return [size] * (total // size) + [total % size] * (total % size > 0)


def sign_flips(differences, samples=100_000, seed=0):
    """For each column, how often a coin flip per query gives a sum at least as far from 0: the p of chance alone.

    All 2^n flips while a column has at most 16 differences that are not 0, else a sample, the same for all columns.

    >>> sign_flips(np.array([[0.1, 0.0], [0.2, 0.0], [0.3, 1.0]])).tolist()
    [0.25, 1.0]
    """
    few = (differences != 0).sum(axis=0) <= EXACT
    p = np.array(
        [_all_flips(column[column != 0]) if exact else np.nan for column, exact in zip(differences.T, few, strict=True)]
    )
    if not few.all():
        p[~few] = _sampled_flips(differences[:, ~few], samples, seed)
    return p


def _observed(column):
    """The sum to reach, less what rounding may have taken from it."""
    return abs(fsum(column)) - ROUNDING * fsum(np.abs(column))


def _all_flips(column):
    sums = np.zeros(1)
    for difference in column:
        sums = np.concatenate([sums + difference, sums - difference])
    return (np.abs(sums) >= _observed(column)).mean()


def _sampled_flips(differences, samples, seed):
    rng, n = np.random.default_rng(seed), len(differences)
    observed, extreme = np.array([_observed(column) for column in differences.T]), 0
    with tqdm(total=samples, desc="sign flips", delay=1, leave=False) as bar:
        for batch in _batches(samples, n):
            signs = 2.0 * rng.integers(0, 2, size=(batch, n), dtype=np.int8) - 1
            extreme = extreme + (np.abs(signs @ differences) >= observed).sum(axis=0)
            bar.update(batch)
    return (extreme + 1) / (samples + 1)


def smallest_p(differences, samples=100_000):
    """The smallest p that `sign_flips` can give for each column: 2/2^n of all flips, 1/(samples + 1) of a sample.

    >>> smallest_p(np.array([[0.1], [0.2], [0.3]])).tolist()
    [0.25]
    """
    n = (differences != 0).sum(axis=0)
    return np.where(n <= EXACT, np.minimum(1.0, 2.0 ** (1.0 - n)), 1 / (samples + 1))

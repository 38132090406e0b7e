"""Student's t: its tails and quantiles, and the interval of a mean. Standard library and numpy."""

from functools import lru_cache
from math import exp, lgamma, log, log1p, pi, sqrt

import numpy as np


def incomplete_beta(a, b, x):
    """The regularised incomplete beta function, from which the tails of Student's t come. By continued fraction.

    >>> round(incomplete_beta(2, 3, 0.5), 12)
    0.6875

    Abramowitz & Stegun 1964, 26.5.8.
    """
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):  # the fraction converges on the other side only
        return 1 - incomplete_beta(b, a, 1 - x)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a
    fraction = 1.0
    for m in range(200, 0, -1):  # from the inside out: 1 + d₁/(1 + d₂/(1 + …))
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m - 1) * (a + b + m - 1) * x / ((a + 2 * m - 2) * (a + 2 * m - 1))
        fraction = 1 + odd / (1 + even / fraction)
    return front / fraction


@lru_cache
def t_quantile(freedom, outside=0.05):
    """The t beyond which, on both sides together, lies the share `outside`.

    >>> round(t_quantile(9), 4), round(t_quantile(10_000), 4)
    (2.2622, 1.9602)
    """
    n = freedom
    peak = exp(lgamma((n + 1) / 2) - lgamma(n / 2)) / sqrt(n * pi)  # of the density, at 0
    t, step = 0.0, 1.0
    while step > 1e-15 * t:  # Newton's steps: the tails fall and are convex, so that none goes too far
        tails = incomplete_beta(n / 2, 0.5, n / (n + t * t))
        step = (tails - outside) / (2 * peak * (1 + t * t / n) ** (-(n + 1) / 2))
        t += step
    return t


def t_interval(values, lowest=-np.inf, highest=np.inf):
    """The 95 % interval of the mean of each column, not beyond the values that the measure can have.

    mean ± t · standard deviation / √n, with n − 1 degrees of freedom; NaN is a missing value and is left out

    >>> low, high = t_interval(np.array([[0.25], [0.5], [0.75]]))               # 0.5 ± 4.303 · 0.25 / √3
    >>> float(low[0].round(4)), float(high[0].round(4))
    (-0.121, 1.121)

    Student 1908.
    """
    n, mean, deviation = moments(values)
    half = np.array([t_quantile(int(count) - 1) / sqrt(count) if count > 1 else 0.0 for count in n]) * deviation
    return np.maximum(mean - half, lowest), np.minimum(mean + half, highest)


def moments(values):
    """Of each column the number of values that are there (not NaN), their mean and standard deviation.

    >>> n, mean, deviation = moments(np.array([[1.0, 2.0], [3.0, np.nan]]))
    >>> n.tolist(), mean.tolist(), deviation.round(4).tolist()
    ([2, 1], [2.0, 2.0], [1.4142, 0.0])
    """
    present = ~np.isnan(values)
    n = present.sum(axis=0)
    mean = np.where(present, values, 0.0).sum(axis=0) / np.where(n, n, np.nan)
    squares = np.where(present, values - mean, 0.0) ** 2
    return n, mean, np.sqrt(squares.sum(axis=0) / np.maximum(n - 1, 1))

"""The measures of the literature, each a function of its own; those on rows are in `same_rows`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from math import comb
from statistics import fmean, stdev

from rapidfuzz.distance import JaroWinkler

_NORMAL_95 = 1.959964


def jaro_winkler(gold: str, got: str) -> float:
    r"""How alike two statements are as texts, 0 to 1; white space counts as one blank.

    It says how closely a writer follows the gold's wording, not whether it is right.

    Source: Winkler, "String comparator metrics and enhanced decision rules in the Fellegi-Sunter
    model of record linkage", 1990; prefix weight 0.1.

    >>> jaro_winkler("MATCH (n)\n RETURN n", "MATCH (n) RETURN n")
    1.0
    >>> round(jaro_winkler("MATCH (n) RETURN n", "MATCH (m) RETURN m"), 2)
    0.96
    """
    return JaroWinkler.similarity(" ".join(gold.split()), " ".join(got.split()), prefix_weight=0.1)


def pass_at_k(runs: int, right: int, k: int) -> float:
    """The chance that at least one of `k` runs is right, estimated from all `runs` of a question.

    The unbiased estimator 1 - C(runs - right, k) / C(runs, k). Source: Chen et al., "Evaluating
    large language models trained on code", 2021, equation 1.

    Raises:
        ValueError: `k` is not between 1 and `runs`.

    >>> pass_at_k(5, 1, 1), pass_at_k(5, 1, 5), pass_at_k(5, 0, 5)
    (0.2, 1.0, 0.0)
    >>> pass_at_k(4, 2, 2) == 5 / 6
    True
    """
    if not 1 <= k <= runs:
        raise ValueError(f"k is {k}, but there are {runs} runs")
    return (comb(runs, k) - comb(runs - right, k)) / comb(runs, k)


def share(count: int, of: int) -> float | None:
    """A part of a whole, or None of nothing.

    >>> share(1, 4), share(0, 0)
    (0.25, None)
    """
    return count / of if of else None


def mean(values: Sequence[float]) -> float | None:
    """The arithmetic mean, or None of nothing.

    >>> mean([1.0, 2.0]), mean([])
    (1.5, None)
    """
    return fmean(values) if values else None


def spread(values: Sequence[float]) -> float | None:
    """The standard deviation of a sample (divided by n - 1); None of fewer than two values.

    >>> spread([1.0, 3.0]) == 2 ** 0.5, spread([1.0])
    (True, None)
    """
    return stdev(values) if len(values) > 1 else None


def percentile(values: Sequence[float], percent: float) -> float | None:
    """The value that `percent` of the values do not exceed, between neighbours in proportion.

    Source: Hyndman and Fan, "Sample quantiles in statistical packages", 1996, definition 7.

    >>> percentile([4.0, 1.0, 3.0, 2.0], 50), percentile([10.0], 95), percentile([], 50)
    (2.5, 10.0, None)
    """
    if not values:
        return None
    ordered = sorted(values)
    place = (len(ordered) - 1) * percent / 100
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def wilson(right: int, of: int) -> tuple[float, float] | None:
    """The 95 % confidence interval of a share; None of nothing.

    Source: Wilson, "Probable inference, the law of succession, and statistical inference", 1927.

    >>> low, high = wilson(8, 10)
    >>> round(low, 3), round(high, 3)
    (0.49, 0.943)
    """
    if not of:
        return None
    squared = _NORMAL_95**2
    centre = (right + squared / 2) / (of + squared)
    margin = _NORMAL_95 * math.sqrt(right * (of - right) / of + squared / 4) / (of + squared)
    return max(0.0, centre - margin), min(1.0, centre + margin)


def mcnemar(only_first: int, only_second: int) -> float:
    """The chance of so uneven a split of the questions that only one of two candidates got right.

    The exact two-sided test. Source: McNemar, "Note on the sampling error of the difference
    between correlated proportions or percentages", 1947.

    >>> mcnemar(5, 5), mcnemar(0, 0), mcnemar(0, 8)
    (1.0, 1.0, 0.0078125)
    """
    together = only_first + only_second
    tail = sum(comb(together, i) for i in range(min(only_first, only_second) + 1))
    return min(1.0, float(2 * tail / 2**together))

"""Bounds that a person would name."""

from __future__ import annotations

from math import floor, log10


def rounded(value: int | float) -> int | float:
    """A number to two figures; whole where it is large enough.

    >>> rounded(1_234_567), rounded(97), rounded(7.83), rounded(0)
    (1200000, 97, 7.8, 0)
    """
    if not value:
        return value
    digits = 1 - floor(log10(abs(value)))
    short = round(value, digits)
    return int(short) if isinstance(value, int) or digits <= 0 else short

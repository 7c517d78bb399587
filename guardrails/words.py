"""Word lists written as text, one blank apart."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """The words of a text as a set.

    >>> sorted(words("drop  create"))
    ['create', 'drop']
    """
    return frozenset(text.split())

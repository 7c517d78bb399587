"""What is the worse the more of it there is: the worst delay is the longest."""

from __future__ import annotations

from bot.offline.data import load
from bot.offline.words import lemmas

_HARMS = frozenset(load("scales")["harms"])


def harmful(words: str) -> bool:
    """Whether words end in the name of a harm.

    >>> harmful("5 open vulnerabilities"), harmful("delay reports"), harmful("")
    (True, False, False)
    """
    return any(not _HARMS.isdisjoint(lemmas(word)) for word in words.lower().split()[-1:])

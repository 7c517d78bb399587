"""What is the worse the more of it there is: the worst delay is the longest."""

from __future__ import annotations

from bot.words.inflection import lemmas
from memory.english import HARM


def harmful(words: str) -> bool:
    """Whether words end in the name of a harm.

    >>> harmful("5 open vulnerabilities"), harmful("delay reports"), harmful("")
    (True, False, False)
    """
    return any(not HARM.isdisjoint(lemmas(word)) for word in words.lower().split()[-1:])

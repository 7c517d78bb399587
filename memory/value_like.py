"""Stored values for a search field: what is typed may be any part of a name, or misspelt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rapidfuzz import fuzz, process

from memory.index import Match, Search, Where
from memory.text import fold
from memory.value_found import Stored

_NEAREST, _WITH_WORD = 60, 40
# How much alike in percent.
_ALIKE = 65


def searches_for(text: str) -> Iterator[Search]:
    """What to look for in the index."""
    folded = fold(text)
    yield Search(_NEAREST, letters=folded)
    for word in dict.fromkeys(folded.split()):
        yield Search(_WITH_WORD, where=Where(all=(Match("words", (word,)),)))


def nearest_first(text: str, stored: Iterable[Stored]) -> list[Stored]:
    """Those that begin with the text, then those with a word that does, then those that hold it.

    Where there is none, what looks much like it.
    """
    folded = fold(text)

    def rank(value: Stored) -> tuple[int, int, int]:
        name = fold(str(value.value))
        at = f" {name}".find(f" {folded}")
        if at < 0:
            return 3, len(name), -value.count
        return (0 if name == folded else 1 if at == 0 else 2), len(name), -value.count

    stored = list(stored)
    holding = [value for value in stored if folded in fold(str(value.value))]
    if holding:
        return sorted(holding, key=rank)
    names = [fold(str(value.value)) for value in stored]
    alike = process.extract(
        folded, names, scorer=fuzz.partial_ratio, score_cutoff=_ALIKE, limit=None
    )
    return [stored[at] for _, _, at in alike]

"""Text that comes in pieces, given on sentence by sentence."""

from __future__ import annotations

import re

_END = re.compile(r"[.!?。！？]+[\"'”’»)\]*_]*(?=\s)|\n+|[。！？]")
_ABBREVIATED = re.compile(
    r"(?i)(?:\b(?:dr|mr|mrs|ms|st|jr|sr|vs|no|vol|inc|ltd|co|ca|approx|e\.g|i\.e|etc|bzw|z\.b|nr|"
    r"usw|p\.ej|u\.s|mt|prof|gen|sgt|capt)|\b[A-Za-zÀ-ÿ]|(?:^|\n)\s*\d+)\.$"
)
# A sentence that goes on for longer is given on as it is.
_LONGEST = 1_000
# More characters than an abbreviation, or the number of a list, has.
_TAIL = 40


class Sentences:
    """Collects pieces; `feed` returns the sentences that are complete, spaces kept.

    >>> reader = Sentences()
    >>> reader.feed("Dr. No is old. It ca"), reader.rest()
    (['Dr. No is old. '], 'It ca')
    """

    def __init__(self) -> None:
        self._held = ""
        # Up to here every end was looked at, and is none.
        self._looked = 0

    def feed(self, piece: str) -> list[str]:
        """The sentences that this piece completes."""
        self._held += piece
        found, start = [], 0
        for end in _END.finditer(self._held, self._looked):
            if _ABBREVIATED.search(self._held[max(start, end.end() - _TAIL) : end.end()]):
                self._looked = end.end()
                continue
            at = end.end()
            while at < len(self._held) and self._held[at].isspace():
                at += 1
            if at == len(self._held) and "\n" not in end.group():
                break  # what follows may still belong to it
            if at > start:
                found.append(self._held[start:at])
                start = self._looked = at
        self._held, self._looked = self._held[start:], max(0, self._looked - start)
        if len(self._held) > _LONGEST:
            found.append(self._held)
            self._held, self._looked = "", 0
        return found

    def rest(self) -> str:
        """What is left at the end."""
        left, self._held, self._looked = self._held, "", 0
        return left

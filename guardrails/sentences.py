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


class Sentences:
    """Collects pieces; `feed` returns the sentences that are complete, spaces kept.

    >>> reader = Sentences()
    >>> reader.feed("Dr. No is old. It ca"), reader.rest()
    (['Dr. No is old. '], 'It ca')
    """

    def __init__(self) -> None:
        self._held = ""

    def feed(self, piece: str) -> list[str]:
        """The sentences that this piece completes."""
        self._held += piece
        found, start = [], 0
        for end in _END.finditer(self._held):
            if _ABBREVIATED.search(self._held[start : end.end()]):
                continue
            at = end.end()
            while at < len(self._held) and self._held[at].isspace():
                at += 1
            if at == len(self._held) and "\n" not in end.group():
                break  # what follows may still belong to it
            if at > start:
                found.append(self._held[start:at])
                start = at
        self._held = self._held[start:]
        if len(self._held) > _LONGEST:
            found.append(self._held)
            self._held = ""
        return found

    def rest(self) -> str:
        """What is left at the end."""
        left, self._held = self._held, ""
        return left

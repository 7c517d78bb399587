"""And at what price, and on which weekdays: what is kept of how one has to do with the other."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.items import Along, Candidate, PropertyWord
from bot.offline.scanning.asked_along import about_them, close_of
from bot.offline.scanning.sheet import Sheet
from memory.text import split_name

_PREPOSITIONS = frozenset(
    ["in", "at", "on", "with", "for", "by", "to", "from", "under", "since", "during", "of"]
)
_WHICH = (("what",), ("which",), ("what", "kind", "of"), ("what", "sort", "of"))
# And how long is their lead time, and how high was the fee.
_HOW = frozenset(["long", "high", "large", "big", "great", "low", "short", "good", "far"])
_BE = frozenset(["is", "are", "was", "were"])
_THEIR = frozenset(["the", "their", "its", "his", "her"])


def put_in_what_way(sheet: Sheet, at: int) -> None:
    """What "and" asks besides behind a preposition, where the question ends with it."""
    forms, close = sheet.forms, close_of(sheet)
    if forms[at] != "and" or not at or at + 1 >= close:
        return
    start = at - 1 if forms[at - 1] == "," else at
    if forms[at + 1 : close] == ("since", "when"):
        kept = tuple(_since(sheet))
        if kept:
            word = PropertyWord(at + 1, close, 0.0, kept, plural=False)
            sheet.add(Along(start, close, 0.0, word))
    for first in _starts(forms, at + 1):
        items = sheet.items[first] if first < close else []
        for word in [it for it in items if isinstance(it, PropertyWord)]:
            if about_them(forms[word.end : close]):
                sheet.add(Along(start, close, 0.0, word))


def _since(sheet: Sheet) -> Iterator[Candidate]:
    """What relationships keep of when they began; not since when somebody is there at all."""
    for type_, relationship in sheet.lexicon.schema.relationships.items():
        timed = [name for name, _ in sheet.lexicon.measures(type_, ("@time",))[:1]]
        called = [name for name in relationship.properties if split_name(name)[0] == "since"]
        yield from (Candidate(type_, name, True, 0.0) for name in (called or timed)[:1])


def _starts(forms: tuple[str, ...], at: int) -> list[int]:
    """Where what is asked for may be named."""
    found = []
    if forms[at] in _PREPOSITIONS:
        found = [at + 1 + len(w) for w in _WHICH if forms[at + 1 : at + 1 + len(w)] == w]
    asks = [{*forms[at + n : at + n + 1]} for n in range(3)]
    if "how" in asks[0] and asks[1] & _HOW and asks[2] & _BE:
        found = [at + 3 + bool({*forms[at + 3 : at + 4]} & _THEIR)]
    return found

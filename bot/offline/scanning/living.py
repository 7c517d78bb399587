"""The dead and the living, where it is kept when somebody died: living painters, still alive."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.items import Candidate, Noun, Stated
from bot.offline.kinds import TIME_KINDS
from bot.offline.phrases import listed
from bot.offline.scanning.sheet import Sheet
from bot.offline.scanning.states import told
from memory.text import split_name

_LONGEST = 3
_PRICE = 0.1
_DYING = frozenset(["died", "death"])
_LIVING = ("living",)
_SAID = frozenset(["alive", "living", "dead", "deceased"])


def put_living(sheet: Sheet, at: int) -> None:
    """No death is kept of those who are alive."""
    for size in range(1, _LONGEST + 1):
        span = sheet.forms[at : at + size]
        alive = span in listed("states", "living")
        if len(span) < size or not (alive or span in listed("states", "dead")):
            continue
        if span[-1:] == _LIVING and not _before_noun(sheet, at + size):
            # Still living in Rome: where they live.
            continue
        found = () if told(sheet, at, span) else tuple(_deaths(sheet))
        if found:
            sheet.schema.update(range(at, at + size))
            operator = "IS NULL" if alive else "IS NOT NULL"
            sheet.add(Stated(at, at + size, 0.0, found, operator))


def _deaths(sheet: Sheet) -> Iterator[Candidate]:
    """The properties that keep when somebody died, where nothing else keeps who is alive."""
    labels = sheet.lexicon.schema.labels
    if any(_SAID & set(split_name(name)) for name in labels):
        return
    for label in labels.values():
        if any(_SAID & set(split_name(name)) for name in label.properties):
            continue
        for name, property in label.properties.items():
            timely = sheet.lexicon.kind(label.name, name) in TIME_KINDS
            if timely and property.null_share and _DYING & set(split_name(name)):
                yield Candidate(label.name, name, False, _PRICE)


def _before_noun(sheet: Sheet, at: int) -> bool:
    return at < len(sheet.items) and any(isinstance(it, Noun) for it in sheet.items[at])

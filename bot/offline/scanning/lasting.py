"""Still or no longer: currently, the current head of, former members."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from bot.offline.items import Candidate, Flag, Function, Item, PropertyWord, Skip, Value
from bot.offline.lexicon import FlagTarget
from bot.offline.phrases import heads, listed
from bot.offline.scanning.sheet import Sheet

_LONGEST = 3
_SAID = -0.02
_KEPT = 0.1


def still(sheet: Sheet, at: int, end: int) -> bool:
    """Whether words tell that something still holds, where the schema can tell."""
    return bool(sheet.lexicon.lasting) and sheet.forms[at:end] in listed("lasting", "still")


def put_lasting_flags(sheet: Sheet, at: int) -> None:
    """Still alive, no longer active, gone extinct, not active any more: flags that hold, or not."""
    if sheet.forms[at] not in _heads():
        return
    for size in range(1, _LONGEST + 1):
        span = sheet.forms[at : at + size]
        end = at + size
        if len(span) < size or end >= len(sheet.items):
            break
        over = span == ("no", "longer")
        if over or span in listed("lasting", "still") or span in listed("flags", "turned", "kept"):
            for flag in [it for it in sheet.items[end] if isinstance(it, Flag)]:
                sheet.add(replace(flag, start=at, cost=flag.cost + _SAID, value=flag.value != over))
        if span in listed("lasting", "still") and any(_state(sheet, it) for it in sheet.items[end]):
            # Still recruiting: a status says what is so now.
            sheet.add(Skip(at, end, 0.0))
    for size in (1, 2):
        if sheet.forms[at : at + size] not in listed("flags", "over"):
            continue
        if any(isinstance(it, Flag) and it.end == at for it in _before(sheet, at)):
            sheet.add(Skip(at, at + size, 0.0))


@cache
def _heads() -> frozenset[str]:
    """How the words begin that tell whether a flag holds."""
    return heads("lasting", "still") | heads("flags", "turned", "kept", "over") | {"no"}


def _state(sheet: Sheet, item: Item) -> bool:
    """Whether it is a value that names nothing, written small: active."""
    if not isinstance(item, Value) or not item.link.text.islower():
        return False
    return item.link.property not in sheet.lexicon.shown(item.link.label)


def put_adverb(sheet: Sheet, at: int) -> None:
    """Severely allergic: what a flag of the relationship holds."""
    form = sheet.forms[at]
    if not form.endswith("ly") or sheet.lexicon.lookup((form,)):
        return
    for stem in (form[:-2], form[:-3] + "y", form[:-1] + "e", form[:-2] + "le"):
        found = sheet.lexicon.lookup((stem,)).items()
        flags = [(t, c) for t, c in found if isinstance(t, FlagTarget)]
        linked = [(t, c) for t, c in flags if t.owner in sheet.lexicon.schema.relationships]
        for target, cost in linked:
            sheet.schema.add(at)
            own = (Candidate(target.owner, target.property, True, cost),)
            sheet.add(Flag(at, at + 1, 0.0, own, target.value))


def _before(sheet: Sheet, at: int) -> list[Item]:
    return [it for i in range(max(0, at - _LONGEST), at) for it in sheet.items[i]]


def put_lasting(sheet: Sheet, at: int) -> None:
    """Words for what holds still, or did once; the current price is the one that is kept."""
    if sheet.forms[at] in ("current", "present") and at + 1 < len(sheet.items):
        named = [it for it in sheet.items[at + 1] if isinstance(it, PropertyWord)]
        if any(not it.verbal for it in named):
            sheet.add(Skip(at, at + 1, _KEPT))
    if not sheet.lexicon.lasting:
        return
    for size in range(1, _LONGEST + 1):
        span = sheet.forms[at : at + size]
        for kind in ("still", "once") if len(span) == size else ():
            if span in listed("lasting", kind):
                sheet.add(Function(at, at + size, 0.0, "lasting", kind))

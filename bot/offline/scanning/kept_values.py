"""Values that relationships keep: the principal investigators, rejected by, as a lecturer."""

from __future__ import annotations

from bot.offline.items import Item, KeptValue, Noun, PropertyWord, RoleNoun, Value, Verb
from bot.offline.scanning.sheet import Sheet
from bot.offline.scanning.voice import voice
from bot.stored.kept import Kept, Said
from bot.words.inflection import is_plural

_PLAIN = 0.2
_MOST = 4
_KNOWN = 0.3
_STANDS = 0.3


def put_kept_values(sheet: Sheet, at: int) -> None:
    """What the words at a token say of the values that relationships keep."""
    if sheet.tokens[at].kind not in ("word", "quote"):
        return
    for size in range(1, _MOST + 1):
        span = sheet.forms[at : at + size]
        if len(span) < size:
            return
        if sheet.tokens[at].kind == "quote":
            if size > 1:
                return
            span = tuple(span[0].split())
        for said in sheet.lexicon.kept(span):
            _put(sheet, at, at + size, said)
        if size == 1 and not any(map(_means, sheet.items[at])):
            for said in sheet.lexicon.kept.unlisted(span):
                _put(sheet, at, at + size, said)
                if said.end and sheet.forms[at - 1 : at] == ("as",):
                    sheet.add(KeptValue(at, at + size, said.cost, said.kept))


def _means(item: Item) -> bool:
    """Whether a word means something in the schema already."""
    return isinstance(item, Noun | RoleNoun | Verb | Value) and item.cost < _KNOWN


def _named(sheet: Sheet, at: int, kept: Kept) -> PropertyWord | None:
    """The word for the property that keeps a value, right after it."""
    beside = sheet.items[at] if at < len(sheet.items) else []
    for item in (it for it in beside if isinstance(it, PropertyWord) and not it.verbal):
        if any((c.owner, c.property) == (kept.type, kept.property) for c in item.candidates):
            return item
    return None


def _put(sheet: Sheet, start: int, end: int, said: Said) -> None:
    type_, kept = said.kept.type, said.kept
    named = _named(sheet, end, kept)
    if named is not None:
        # In the treasurer role: nobody is meant, nor does anybody do anything.
        sheet.schema.update(range(start, named.end))
        sheet.add(KeptValue(start, named.end, said.cost, kept))
        return
    if said.verb:
        how = voice(sheet, start, end)
        sheet.add(Verb(start, end, said.cost, ((type_, 0.0),), how, kept=kept))
        return
    if said.end:
        plural = is_plural(sheet.forms[end - 1])
        follows = sheet.forms[end : end + 1] in (("of",), ("at",), ("in",), ("to",), ("on",))
        roles = ((type_, said.end, 0.0),)
        stands = _STANDS if sheet.forms[start - 1 : start] == ("as",) else 0.0
        sheet.add(RoleNoun(start, end, said.cost + stands, roles, plural, follows, kept))
        return
    sheet.schema.update(range(start, end))
    sheet.add(KeptValue(start, end, said.cost + _PLAIN, kept))

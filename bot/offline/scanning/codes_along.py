"""At berth A1, on platform 3b: a code behind the name of the property that keeps codes like it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.items import Candidate, KeptValue, PropertyWord, Value
from bot.offline.kept import Kept
from bot.offline.scanning.sheet import Sheet
from memory.schema import LinkedValue, Property

_COST = 0.05
_ALIKE = 0.1
_INNER = frozenset("-/.")


def put_codes_along(sheet: Sheet, at: int) -> None:
    """The value that a code at a token is of the property before it, where none is linked."""
    if not at or any(isinstance(it, Value | KeptValue) for it in sheet.items[at]):
        return
    end = _end(sheet, at)
    text = sheet.question[sheet.tokens[at].start : sheet.tokens[end - 1].end]
    if not re.search(r"\d", text) or not re.search(r"[A-Za-z]", text):
        return
    for word, candidate in _named(sheet, at):
        property = sheet.lexicon.property(candidate.owner, candidate.property)
        code = _written(text, property) if property is not None else None
        if code is None:
            continue
        if candidate.of_relationship:
            kept = Kept(candidate.owner, candidate.property, code)
            sheet.schema.update(range(word.start, end))
            sheet.add(KeptValue(word.start, end, _COST, kept))
            continue
        start, stop = sheet.tokens[at].start, sheet.tokens[end - 1].end
        link = LinkedValue(text, candidate.owner, candidate.property, code, start, stop)
        sheet.add(Value(word.start, end, _COST, link))


def _named(sheet: Sheet, at: int) -> Iterator[tuple[PropertyWord, Candidate]]:
    """The properties that the words right before a token name."""
    for items in sheet.items[max(0, at - 3) : at]:
        for item in [it for it in items if isinstance(it, PropertyWord) and it.end == at]:
            if not item.plural:
                yield from ((item, c) for c in item.candidates if c.cost <= _ALIKE)


def _end(sheet: Sheet, at: int) -> int:
    """Where what is written without a blank ends."""
    end = at + 1
    while end < len(sheet.tokens) and sheet.tokens[end].start == sheet.tokens[end - 1].end:
        end += 1
    while sheet.tokens[end - 1].kind == "mark" and end > at + 1:
        end -= 1
    marks = [t.text for t in sheet.tokens[at:end] if t.kind == "mark"]
    return end if set(marks) <= _INNER else at + 1


def _shape(text: str) -> str:
    """What a code looks like: A1 and C7 are A9, BK-203 is A-9."""
    return re.sub(r"[a-z]+", "a", re.sub(r"[A-Z]+", "A", re.sub(r"\d+", "9", text)))


def _written(text: str, property: Property) -> str | None:
    """A code as a property has it, if it has such codes."""
    if property.values is not None and text not in property.values:
        return None
    shapes = {_shape(str(x)) for x in property.examples if isinstance(x, str)}
    written = (text, text.upper(), text.lower())
    return next((said for said in written if _shape(said) in shapes), None)

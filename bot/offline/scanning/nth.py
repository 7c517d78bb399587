"""First-year students, rooms on the second floor, in their third season: a number that they keep.

Numbers are kept so where they go on from one thing to the next; no first year of all is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.data import load
from bot.offline.items import Function, Limit, Noun, PropertyWord, Superlative, Value
from bot.offline.scanning.sheet import Sheet
from memory.schema import LinkedValue, Property
from memory.text import split_name

_PRICE = 0.05
_NTH: dict[str, int] = load("scales")["ordinals"] | {"first": 1}
_DIGITS = re.compile(r"(\d{1,2})(?:st|nd|rd|th)\Z")
_WHOSE = ("the", "their", "his", "her", "its")
# In the second year of study.
_OF = ("of", "study")


def put_nth(sheet: Sheet, at: int) -> None:
    """The value that an ordinal and a property's name are, before or behind what keeps it."""
    number = _nth(sheet, at)
    if number is None or at + 1 >= len(sheet.tokens):
        return
    word = sheet.forms[at + 1]
    glued = sheet.question[sheet.tokens[at].end : sheet.tokens[at + 1].start] == "-"
    kept = next(_before_noun(sheet, at + 2, word, number), None)
    if kept is not None:
        _put(sheet, at, at, at + 2, kept, number)
    elif at and (start := _start_behind(sheet, at)) is not None and not glued:
        kept = next(_behind_noun(sheet, start, word, number), None)
        end = at + 2
        if sheet.forms[end : end + 2] == _OF:
            end += 2
        if kept is not None and (end >= len(sheet.tokens) or not _noun_at(sheet, end)):
            _put(sheet, at, start, end, kept, number)
    elif glued and any(isinstance(it, PropertyWord) for it in sheet.items[at + 1]):
        _drop(sheet, at)


def _nth(sheet: Sheet, at: int) -> int | None:
    form = sheet.forms[at]
    digits = _DIGITS.match(form)
    return int(digits[1]) if digits else _NTH.get(form)


def _start_behind(sheet: Sheet, at: int) -> int | None:
    """Where the value starts behind its noun: in *their second year*, on *second floor*."""
    start = at - 1 if sheet.forms[at - 1] in _WHOSE else at
    return start if start and sheet.forms[start - 1] in ("in", "on") else None


def _noun_at(sheet: Sheet, at: int) -> bool:
    return any(isinstance(it, Noun) for it in sheet.items[at])


def _before_noun(sheet: Sheet, at: int, word: str, number: int) -> Iterator[tuple[str, str]]:
    for noun in sheet.items[at] if at < len(sheet.items) else ():
        if isinstance(noun, Noun):
            yield from _keeping(sheet, noun.label, word, number)


def _behind_noun(sheet: Sheet, before: int, word: str, number: int) -> Iterator[tuple[str, str]]:
    nouns = [it for items in sheet.items[:before] for it in items if isinstance(it, Noun)]
    for noun in reversed(nouns):
        yield from _keeping(sheet, noun.label, word, number)


def _keeping(sheet: Sheet, label: str, word: str, number: int) -> Iterator[tuple[str, str]]:
    """The one property of a label that is called so and goes on from one to the number."""
    known = sheet.lexicon.schema.labels[label].properties
    called = [
        name
        for name, property in known.items()
        if word in (split_name(name)[0], split_name(name)[-1]) and _goes_on(property, number)
    ]
    if len(called) == 1:
        yield label, called[0]


def _goes_on(property: Property, number: int) -> bool:
    if property.values is not None:
        return {number} <= {*property.values} and all(isinstance(x, int) for x in property.values)
    least, most = property.minimum, property.maximum
    return isinstance(least, int) and isinstance(most, int) and 0 <= least <= number <= most < 100


def _put(sheet: Sheet, at: int, start: int, end: int, kept: tuple[str, str], number: int) -> None:
    _drop(sheet, at)
    first, last = sheet.tokens[start].start, sheet.tokens[end - 1].end
    link = LinkedValue(sheet.question[first:last], *kept, number, first, last)
    sheet.add(Value(start, end, _PRICE, link, False))


def _drop(sheet: Sheet, at: int) -> None:
    """Nothing is ranked by the ordinal, and no first so many are meant."""
    ranks = (Superlative, Limit)
    for place in range(max(0, at - 1), at + 1):
        sheet.items[place] = [
            it
            for it in sheet.items[place]
            if not (isinstance(it, ranks) or (isinstance(it, Function) and it.role == "ordinal"))
            or it.end <= at
        ]

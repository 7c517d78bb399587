"""People other than X, who besides X, every genre except X: all of a kind but those named."""

from __future__ import annotations

from dataclasses import replace

from bot.offline.items import Besides, Function, Item, Noun, RoleNoun, Value
from bot.offline.scanning.sheet import Sheet

_BUT = tuple(
    tuple(text.split())
    for text in (
        *("other than", "besides", "apart from", "aside from", "except", "except for", "excepting"),
        *("different from", "excluding", "not including", "not counting"),
    )
)
_FIRST = frozenset(words[0] for words in _BUT)
_WHO = frozenset(["who", "which", "whom", "anyone", "anybody", "everyone", "everybody"])
_WHO |= frozenset(["somebody", "someone", "else"])
_ANYONE = frozenset(["who", "whom", "everyone", "everybody", "anyone", "anybody"])
_AND = frozenset(["and", "or", ","])
# What would otherwise deny all that follows.
_DENIED = 0.6


def put_besides(sheet: Sheet, at: int) -> None:
    """The ones that are not meant, behind the noun for all of their kind or at the very end."""
    if sheet.forms[at] not in _FIRST:
        return
    words = next((w for w in _BUT if sheet.forms[at : at + len(w)] == w), ())
    if not words or not at:
        return
    first = at + len(words)
    for value in _named(sheet, first):
        values, end = [value], value.end
        while end + 1 < len(sheet.items) and sheet.forms[end] in _AND:
            more = [v for v in _named(sheet, end + 1) if _alike(v, value)]
            if not more:
                break
            values, end = [*values, more[0]], more[0].end
        last = all(token.kind == "mark" for token in sheet.tokens[end:])
        if not _of_one_kind(sheet, at, value) and not (last and _asked_for(sheet, at, value)):
            continue
        cost = sum(v.cost for v in values)
        sheet.add(Besides(at, end, cost, tuple(values)))
        sheet.items[at] = [
            replace(item, cost=item.cost + _DENIED)
            if isinstance(item, Function) and item.role == "negation"
            else item
            for item in sheet.items[at]
        ]


def _named(sheet: Sheet, at: int) -> list[Value]:
    """The values that are names of things and start at a token."""
    items = sheet.items[at] if at < len(sheet.items) else ()
    values = [item for item in items if isinstance(item, Value) and item.family is None]
    return [v for v in values if v.link.property in sheet.lexicon.shown(v.link.label)]


def _of_one_kind(sheet: Sheet, at: int, value: Value) -> bool:
    """Whether the noun that ends at a token can stand for the thing that is named."""
    if sheet.forms[at - 1] in _WHO:
        return True
    before = (item for items in sheet.items[:at] for item in items if item.end == at)
    labels = {label for item in before for label in _labels(sheet, item)}
    return any(sheet.lexicon.schema.related(label, value.link.label) for label in labels)


def _asked_for(sheet: Sheet, at: int, value: Value) -> bool:
    """Whether the first noun stands for such things: who acted in Heat, besides X?"""
    if any(form in _ANYONE for form in sheet.forms[:2]):
        return True
    found = (_labels(sheet, item) for items in sheet.items[:at] for item in items)
    first = next((labels for labels in found if labels), set())
    return any(sheet.lexicon.schema.related(label, value.link.label) for label in first)


def _labels(sheet: Sheet, item: Item) -> set[str]:
    """What a noun stands for: genres, directors."""
    if isinstance(item, Noun):
        return {item.label}
    types = item.types if isinstance(item, RoleNoun) else ()
    schema = sheet.lexicon.schema
    return {getattr(j, end) for type_, end, _ in types for j in schema.relationships[type_].joins}


def _alike(one: Value, other: Value) -> bool:
    return (one.link.label, one.link.property) == (other.link.label, other.link.property)

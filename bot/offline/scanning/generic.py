"""Words for places that the schema names otherwise: places, spots; where can I go for."""

from __future__ import annotations

from functools import cache
from typing import TypeGuard

from bot.offline.items import Candidate, Noun, PropertyWord, Value
from bot.offline.scanning.sheet import Sheet
from bot.words.data import load
from bot.words.inflection import is_plural, lemmas
from memory.text import split_name

_VENUE = 0.05
_PLACE = 0.3
# More labels than these leave open what is meant.
_MANY = 3
_WHERE = ("where", "can")
_ASKERS = frozenset(["i", "we", "you", "one", "people"])
_GOING = frozenset(["go", "find", "get", "eat", "have", "drink", "stay", "try", "enjoy", "be"])
_TO = frozenset(["some", "good"])


@cache
def _words() -> frozenset[str]:
    return frozenset(load("kinds")["place_words"])


def put_generic(sheet: Sheet, at: int) -> None:
    """The labels that a word for places can stand for."""
    form = sheet.forms[at]
    kinds = {it.link.label for it in sheet.items[at] if _names_a_kind(it, at, form)}
    if kinds:
        # Houses, where that is a kind of homes: no address, and not all the homes.
        sheet.items[at] = [
            it
            for it in sheet.items[at]
            if not (_guessed(it, at, form) or _akin(it, at, form, kinds))
        ]
    if set(lemmas(form)) & _words() and not _known(sheet, at) and not _makes(sheet, at):
        labels = _labels(sheet)
        if labels:
            sheet.items[at] = [it for it in sheet.items[at] if not _guessed(it, at, form)]
        for label, price in labels:
            sheet.add(Noun(at, at + 1, price, label, is_plural(form)))
    if at == 0 and sheet.forms[:2] == _WHERE and sheet.forms[2:3] and sheet.forms[2] in _ASKERS:
        _where(sheet)


def _labels(sheet: Sheet) -> list[tuple[str, float]]:
    """Businesses where there are any, else or at a price what lies somewhere."""
    venues, places = (_like(sheet, kind) for kind in ("venue", "place"))
    found = [(label, _VENUE) for label in venues]
    found += [(label, _PLACE if venues else _VENUE) for label in places if label not in venues]
    return found if len(found) <= _MANY else found[: len(venues)] if len(venues) == 1 else []


def _like(sheet: Sheet, kind: str) -> list[str]:
    words, labels = set(load("kinds")[kind]), sheet.lexicon.schema.labels
    found = [x for x in labels if set(lemmas(split_name(x)[-1])) & words]
    return [x for x in found if not set(labels[x].implies) & set(found)]


def _known(sheet: Sheet, at: int) -> bool:
    """Whether the schema has the word itself."""
    return any(
        isinstance(it, Noun | Value)
        or (it.end > at + 1 and isinstance(it, PropertyWord) and it.cost < _PLACE)
        for it in sheet.items[at]
    )


def _makes(sheet: Sheet, at: int) -> bool:
    """Whether someone places something."""
    before = sheet.forms[at - 1] if at else ""
    return before in ("take", "takes", "taken", "took", "that", "who", "to", "in", "'s", "of")


def _names_a_kind(item: object, at: int, form: str) -> TypeGuard[Value]:
    """Whether an item is the stored value that a word for things says."""
    if not isinstance(item, Value) or item.end != at + 1:
        return False
    return str(item.link.value).lower() in lemmas(form)


def _akin(item: object, at: int, form: str, labels: set[str]) -> bool:
    """Whether an item takes the word for a label of those that is only near to it."""
    if not isinstance(item, Noun) or item.end != at + 1 or item.label not in labels:
        return False
    return not any(set(lemmas(form)) & set(lemmas(word)) for word in split_name(item.label))


def _guessed(item: object, at: int, form: str) -> bool:
    """Whether an item takes the word for a property that is not named so: an address."""
    if not isinstance(item, PropertyWord) or item.end != at + 1:
        return False
    return not any(_says(candidate, form) for candidate in item.candidates)


def _says(candidate: Candidate, form: str) -> bool:
    return bool(set(lemmas(form)) & set(split_name(candidate.property)))


def _where(sheet: Sheet) -> None:
    """Where can I go for X: businesses that have to do with it."""
    end = 3
    if sheet.forms[end : end + 1] and sheet.forms[end] in _GOING:
        end += 1
        while sheet.forms[end : end + 1] and sheet.forms[end] in _TO:
            end += 1
        for label in _like(sheet, "venue"):
            sheet.add(Noun(0, end, 0.1, label, plural=True))

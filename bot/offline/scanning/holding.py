"""Who speaks French, who won the prize: what they have among their languages and awards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from bot.offline.items import Function, PropertyWord, Value, Verb
from bot.offline.scanning.sheet import Sheet
from bot.offline.state import HOLDS
from bot.words.data import load
from bot.words.inflection import lemmas
from memory.schema import LinkedValue
from memory.text import split_name

_COST = 0.02
_JOINED = 0.1
_BESIDE = 0.2
_AFTER = 6
_OWN = 0.15


@lru_cache(maxsize=1)
def _things() -> dict[str, frozenset[str]]:
    """What is had, by the verb that says so."""
    found: dict[str, frozenset[str]] = {}
    for entry in load("holding")["holding"]:
        for verb in entry["verbs"]:
            found[verb] = found.get(verb, frozenset()) | set(entry["nouns"])
    return found


@lru_cache(maxsize=20_000)
def _held(word: str) -> frozenset[str]:
    """What a word says that someone has."""
    return frozenset[str]().union(*(_things().get(verb, ()) for verb in lemmas(word)))


def put_holding(sheet: Sheet, at: int) -> None:
    """To have, where a verb says no more than that of a property named or told by its value."""
    things = _held(sheet.forms[at])
    if not things:
        return
    told = any(things & _words(name) for name in _values_after(sheet, at))
    if any(isinstance(it, Verb) and _own(it) for it in sheet.items[at]):
        if told:
            # Hosts that run Linux, where they run their software too.
            sheet.add(Function(at, at + 1, _BESIDE, "connectors", HOLDS))
        return
    named = any(things & _words(name) for name in _named(sheet))
    if told or named:
        sheet.add(Function(at, at + 1, _COST, "connectors", HOLDS))
    elif any(things & _words(label) for label in _things_after(sheet, at)):
        sheet.add(Function(at, at + 1, _JOINED, "connectors", "with"))
    if named:
        sheet.add(Function(at, at + 1, _COST, "auxiliaries", "have"))


def _own(item: Verb) -> bool:
    """Whether a verb is a relationship's own."""
    return min(cost for _, cost in item.types) + item.cost < _OWN


def _values_after(sheet: Sheet, at: int) -> Iterator[str]:
    """The properties whose values come soon."""
    yield from (link.property for link in _links_after(sheet, at))


def _things_after(sheet: Sheet, at: int) -> Iterator[str]:
    """The labels of what is named soon: Rust, which is a skill."""
    labels = sheet.lexicon.schema.labels
    for link in _links_after(sheet, at):
        if link.label in labels and link.property in sheet.lexicon.shown(link.label):
            yield link.label


def _links_after(sheet: Sheet, at: int) -> Iterator[LinkedValue]:
    for items in sheet.items[at + 1 : at + _AFTER]:
        yield from (it.link for it in items if isinstance(it, Value))


def _named(sheet: Sheet) -> Iterator[str]:
    """The properties of labels that the question names."""
    words = (it for items in sheet.items for it in items if isinstance(it, PropertyWord))
    yield from (c.property for it in words for c in it.candidates if not c.of_relationship)


def _words(name: str) -> set[str]:
    return {form for word in split_name(name) for form in lemmas(word)}

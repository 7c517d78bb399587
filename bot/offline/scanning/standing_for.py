"""Verbs that stand for a relationship of another name: who handled what is ASSIGNED_TO her.

Between two things of a sentence there is often one relationship that its verb can mean. Only
what the schema has no word for is looked for in standing_for.toml; of two relationships that it may
mean, the reading is a tie.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from bot.offline.data import load
from bot.offline.items import Function, Item, Noun, PropertyWord, Value, Verb
from bot.offline.pronouns import Pronouns
from bot.offline.scanning.events import noun_here
from bot.offline.scanning.sheet import Sheet
from bot.offline.scanning.voice import voice_of
from bot.offline.vocabulary import Phrase, type_words
from bot.offline.words import lemmas, parts
from memory.schema import Schema
from memory.text import split_name

# Dearer than a synonym, and than a verb of the same list of near.toml.
_PRICE = 0.35
# What costs less is what a word means by itself.
_MEANT = 0.3
# A verb of near.toml that costs more is a guess, which must at least be about what is named.
_GUESSED = 0.2
_LONGEST = 4
# A noun that is only near to the one said names nothing.
_NAMED = 0.25
# What stands for a verb, without being one.
_NO_VERBS = frozenset(["behind", "in", "responsible"])


def put_standing_for(sheet: Sheet, at: int) -> None:
    """The relationships that a verb at a token stands for, where it means none by itself."""
    first = sheet.forms[at]
    if noun_here(sheet, at) or ("VERB" not in parts(first) and first not in _NO_VERBS):
        return
    for end in range(min(at + _LONGEST, len(sheet.forms)), at, -1):
        ways = _ways(sheet.forms[at:end])
        if not ways or sheet.forms[end : end + 1] == ("about",):
            # What they ask about is no question.
            continue
        named = frozenset(_named(sheet))
        asked = frozenset(_asked(sheet))
        types = sorted({t for w in ways for t in _types(sheet.lexicon.schema, w, named, asked)})
        if any("outdoes" in way for way in ways):
            follows = set(_follow(sheet, end))
            types = [t for t in types if _ends(sheet.lexicon.schema, t) & follows]
            if types:
                # Who joined a club: no day on which they came by themselves.
                sheet.items[at] = [it for it in sheet.items[at] if not isinstance(it, PropertyWord)]
        others = asked if types else None
        if any(_means_itself(sheet, it, end, named, others) for it in sheet.items[at]):
            return
        if types:
            voice = voice_of(sheet, at, end, types)
            priced = tuple((type_, _PRICE) for type_ in types)
            sheet.add(Verb(at, end, 0.0, priced, voice, finite=voice == "active"))
            return


def _means_itself(
    sheet: Sheet, item: Item, end: int, named: frozenset[str], asked: frozenset[str] | None
) -> bool:
    """Whether a piece is what the schema knows a word as, or joins whatever is joined.

    Where another relationship joins what is `asked` for, a verb must, too: who wrote *questions*
    may have asked them, where only answers are WRITTEN.
    """
    if isinstance(item, Verb):
        schema = sheet.lexicon.schema
        if item.end >= end and asked is not None:
            return any(_joins(schema, t, named, asked) for t, _ in item.types)
        sure = (cost < _GUESSED or _ends(schema, t) & named for t, cost in item.types)
        return item.end >= end and any(sure)
    if isinstance(item, Function):
        return item.role == "event" or (item.role == "connectors" and item.end >= end)
    return isinstance(item, Noun | PropertyWord | Value) and item.cost < _MEANT


def _ends(schema: Schema, type_: str) -> set[str]:
    return {label for join in schema.relationships[type_].joins for label in (join.start, join.end)}


@cache
def _all() -> dict[Phrase, list[dict[str, Any]]]:
    """The ways that a verb is in."""
    found: dict[Phrase, list[dict[str, Any]]] = defaultdict(list)
    for way in load("standing_for")["way"]:
        for verb in way["verbs"]:
            found[tuple(verb.split())].append(way)
    return found


@lru_cache(maxsize=20_000)
def _in_any_form(said: Phrase) -> tuple[Phrase, ...]:
    return tuple((form, *said[1:]) for form in lemmas(said[0]) if (form, *said[1:]) in _all())


def _ways(said: Phrase) -> list[dict[str, Any]]:
    return [way for form in _in_any_form(said) for way in _all()[form]]


def _types(
    schema: Schema, way: dict[str, Any], named: frozenset[str], asked: frozenset[str]
) -> Iterator[str]:
    """The relationship types that a way is called by, or that it can only mean here."""
    if "things" in way:
        yield from _only_ones(schema, named)
        return
    words = [tuple(said.split()) for said in way["types"]]
    for type_, relationship in schema.relationships.items():
        ends = {split_name(join.end)[-1] for join in relationship.joins}
        if "ends" in way and ends.isdisjoint(way["ends"]):
            continue
        if _joins(schema, type_, named, asked) and any(
            _called(type_words(type_), said) for said in words
        ):
            yield type_


def _joins(schema: Schema, type_: str, named: frozenset[str], asked: frozenset[str]) -> bool:
    """Whether a relationship joins what is named to what is asked for."""
    joins = ((join.start, join.end) for join in schema.relationships[type_].joins)
    return any(
        (one in named and other in asked) or (one in asked and other in named)
        for one, other in joins
    )


def _called(words: Phrase, said: Phrase) -> bool:
    """Whether a type's words begin with those said, behind *has* and *is*."""
    if words[0] in ("has", "have", "is") and len(words) > 1:
        words = words[1:]
    begins = zip(said, words, strict=False)
    return len(said) <= len(words) and all(word in lemmas(own) for word, own in begins)


def _named(sheet: Sheet) -> Iterator[str]:
    """The labels of what a question names."""
    for items in sheet.items:
        for item in items:
            if isinstance(item, Noun) and item.cost < _NAMED:
                yield item.label
            elif isinstance(item, Value) and item.link.label in sheet.lexicon.schema.labels:
                yield item.link.label


def _asked(sheet: Sheet) -> Iterator[str]:
    """The labels that a question names or leaves open: who, where, what."""
    yield from _named(sheet)
    who = Pronouns(sheet.lexicon.schema)
    if "what" in sheet.forms:
        yield from sheet.lexicon.schema.labels
    if "where" in sheet.forms:
        yield from who.places
    yield from (*who.people, *who.kinds_of_people, *who.bodies)


def _follow(sheet: Sheet, at: int) -> Iterator[str]:
    """The labels of what stands right behind a verb."""
    if sheet.forms[at : at + 1] in (("the",), ("a",), ("an",), ("any",)):
        at += 1
    for item in sheet.items[at] if at < len(sheet.items) else ():
        if isinstance(item, Noun):
            yield item.label
        elif isinstance(item, Value):
            yield item.link.label


def _only_ones(schema: Schema, named: frozenset[str]) -> Iterator[str]:
    """The types that alone join two of the labels, which are of things."""
    people = Pronouns(schema)
    somebody = {*people.kinds_of_people, *people.bodies}
    between: dict[frozenset[str], set[str]] = defaultdict(set)
    for type_, join in schema.joins():
        between[frozenset((join.start, join.end))].add(type_)
    for ends, types in between.items():
        if len(ends) == 2 and len(types) == 1 and ends <= named - somebody:
            yield from types

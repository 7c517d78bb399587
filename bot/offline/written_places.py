"""Places that stand in a text of several: users from Norway, where "Bergen, Norway" is kept."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Literal

from bot.offline.data import load
from memory.schema import LinkedValue, Property, Schema
from memory.text import fold, split_name

# How such a link was found: its value is what a text ends with, or begins with, or stands in it.
_SIGNS: Mapping[str, Literal["ENDS WITH", "STARTS WITH", "CONTAINS"]] = {
    "ending": "ENDS WITH",
    "beginning": "STARTS WITH",
    "within": "CONTAINS",
}
_PLACES = frozenset(
    {"location", "place", "residence", "hometown", "town", "city", "home", "based", "birthplace"}
    | {"headquarters", "hq", "seat", "whereabouts", "origin", "area"}
)
_COMMA = re.compile(r"\s*,\s*")
_ENOUGH = 2
_MOST = 0.6
# Berlin is a place; but who is in Nice, or has been in reading, is told by a capital.
_SAID_IN = re.compile(r"\b(?:in|into|speaks?|speaking) \Z", re.I)
_FROM = re.compile(r"\b(?:in|from|to|of|for|and|or|near|at|around|outside) (?:the )?\Z", re.I)


def signed(link: LinkedValue) -> Literal["ENDS WITH", "STARTS WITH", "CONTAINS"] | None:
    """How a text has a place that is only a part of it; None where it is all of a value."""
    return _SIGNS.get(link.method)


class WrittenPlaces:
    """Finds countries, states and towns that are parts of texts; built once for a schema."""

    def __init__(self, schema: Schema) -> None:
        """Looks for texts that name a place and the country, or the state, that it is in."""
        self._kept: dict[str, list[tuple[str, str, str, str]]] = defaultdict(list)
        for label in schema.labels.values():
            for property in label.properties.values():
                for said, stored, how in _found(_written(property)):
                    self._kept[said].append((label.name, property.name, stored, how))
        words = sorted(map(re.escape, self._kept), key=len, reverse=True)
        self._said = re.compile(rf"\b(?:{'|'.join(words)})\b", re.I) if words else None

    def __call__(self, question: str, linked: Sequence[LinkedValue]) -> tuple[LinkedValue, ...]:
        """The links, with those of each place that is named, for any whole values of the texts."""
        kept = list(linked)
        for found in self._said.finditer(question) if self._said is not None else ():
            start, end = found.span()
            places = self._kept[fold(found[0])]
            owners = {(label, name) for label, name, _, _ in places}
            beside = [x for x in kept if start < x.end and x.start < end]
            if any(x.end - x.start > end - start for x in beside):
                continue
            adjective = fold(found[0]) in load("demonyms")
            placed = _FROM.search(question, 0, start)
            if (found[0].islower() and not adjective and not placed) or (
                adjective and _SAID_IN.search(question, 0, start)
            ):
                continue
            kept = [x for x in kept if x not in beside or (x.label, x.property) not in owners]
            kept += [
                LinkedValue(found[0], label, name, stored, start, end, 1.0, how)
                for label, name, stored, how in places
            ]
        return tuple(kept)


@cache
def _names() -> dict[str, tuple[str, ...]]:
    """Every name of a country or a state, folded, with all that are said for the same one."""
    adjectives: dict[str, list[str]] = defaultdict(list)
    for adjective, names in load("demonyms").items():
        for name in names:
            adjectives[fold(name)].append(adjective)
    countries = [x[1:] for x in load("countries").values()]
    found: dict[str, tuple[str, ...]] = {}
    for names in [*countries, *load("subdivisions").values()]:
        said = {fold(name) for name in names}
        more = {adjective for name in said for adjective in adjectives[name]}
        found |= dict.fromkeys(said, tuple(sorted(said | more)))
    return found


def _found(texts: list[list[str]]) -> Iterator[tuple[str, str, str]]:
    """What is said for each part of texts, the part as it is stored, and where it stands."""
    known = _names()
    for how, at in (("ending", -1), ("beginning", 0)):
        wide = [parts[at] for parts in texts]
        hits = sum(fold(part) in known for part in wide)
        if hits < _ENOUGH or hits < _MOST * len(wide):
            continue
        for stored in _apart(wide, str.endswith if at else str.startswith):
            for said in known.get(fold(stored), (fold(stored),)):
                yield said, stored, how
        told = {*map(fold, wide)}
        within = [part for parts in texts if len(parts) > 1 for part in parts]
        for stored in _apart(within, str.__contains__):
            if fold(stored) not in told and stored[:1].isalpha():
                yield fold(stored), stored, "within"
        return


def _apart(parts: Sequence[str], has: Callable[[str, str], bool]) -> list[str]:
    """Those that no other has in it: Niger, where there is no Nigeria."""
    every = list(dict.fromkeys(parts))
    return [one for one in every if not any(x != one and has(x, one) for x in every)]


def _written(property: Property) -> list[list[str]]:
    """The parts of each of a property's texts, where it is named for a place."""
    if not {*split_name(property.name)} & _PLACES:
        return []
    values = [x for x in property.values or property.examples if isinstance(x, str)]
    texts = [_COMMA.split(value.strip()) for value in values if value.strip()]
    return texts if any(len(parts) > 1 for parts in texts) else []

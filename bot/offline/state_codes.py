"""States and provinces by their postal codes: breweries in Montana, where MT is stored; and back.

A state that is kept by its name is also found by its code, which is written in capitals.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from bot.offline.data import load
from memory.schema import LinkedValue, Property, Schema
from memory.text import fold, split_name

_OF_STATES = frozenset(["state", "states", "province", "provinces", "region", "territory"])
# What a state's own code may be called.
_CODES = frozenset(["code", "id", "abbreviation", "abbr", "name", "postal"])
_ENOUGH, _MOST = 2, 0.7
# Georgia is a person, too, and IN, OR and ME are words of a headline.
_PLACED = re.compile(r"\b(?:in|from|to|of|for|and|or|with|within|across|is|,) (?:the )?\Z", re.I)
_STATE = re.compile(r" state\b", re.I)


class StateCodes:
    """Finds states by their names and codes; built once for a schema."""

    def __init__(self, schema: Schema) -> None:
        """Looks for the properties that keep codes, and for those that keep names."""
        table = load("subdivisions")
        named = {fold(name): code for code, names in table.items() for name in names}
        coded = {code: {fold(name) for name in names} for code, names in table.items()}
        self._kept: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
        for label in schema.labels.values():
            own = set(split_name(label.name))
            held = [x for x in label.properties.values() if _of_states(own, x)]
            if any(_mostly(x, named) for x in held):
                for property in held:
                    for stored in map(str, _values(property) if _mostly(property, named) else ()):
                        if fold(stored) in named:
                            place = (label.name, property.name, stored)
                            self._kept[named[fold(stored)]].append(place)
                continue
            for property in held:
                for stored in map(str, _values(property) if _mostly(property, coded) else ()):
                    for name in coded.get(stored, ()):
                        self._kept[name].append((label.name, property.name, stored))
        names = sorted(map(re.escape, self._kept), key=len, reverse=True)
        self._said = re.compile(rf"\b(?:{'|'.join(names)})\b", re.I) if names else None

    def __call__(self, question: str, linked: Sequence[LinkedValue]) -> Iterator[LinkedValue]:
        """A link for each state that stands for no other value."""
        for found in self._said.finditer(question) if self._said is not None else ():
            start, end = found.span()
            code = found[0].upper() in self._kept
            if code and not found[0].isupper():
                continue
            if (code or found[0].islower()) and not _PLACED.search(question, 0, start):
                continue
            said = _STATE.match(question, end)
            beside = any(start < link.end and link.start < end for link in linked)
            if beside and (said is None or code):
                continue
            stop = said.end() if said is not None else end
            for held in self._kept[found[0] if code else fold(found[0])]:
                yield LinkedValue(question[start:stop], *held, start, stop, 1.0, "folded")


def _values(property: Property) -> list[object]:
    return [*(property.values or property.examples)]


def _of_states(own: set[str], property: Property) -> bool:
    """Whether a property is named for states, or as what a state has."""
    words = set(split_name(property.name))
    return bool(words & _OF_STATES or (own & _OF_STATES and words & _CODES))


def _mostly(property: Property, known: dict[str, str] | dict[str, set[str]]) -> bool:
    """Whether most of what a property has are names, or codes, of states."""
    texts = [value for value in _values(property) if isinstance(value, str)]
    hits = sum(value in known or fold(value) in known for value in texts)
    return hits >= _ENOUGH and hits >= _MOST * len(texts)

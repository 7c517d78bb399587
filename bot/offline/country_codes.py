"""Countries that are kept by their codes alone: suppliers in Germany, where DE or DEU is stored."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from bot.offline.data import load
from memory.schema import LinkedValue, Property, Schema
from memory.text import fold, split_name

_OF_COUNTRIES = frozenset(["country", "countries", "nation", "nationality", "iso", "iso2", "iso3"])
# What a country's own code may be called.
_CODES = frozenset(["code", "id", "cca2", "cca3", "alpha2", "alpha3", "name", "abbreviation"])
_ENOUGH = 2
# Turkey is a country, turkey is one only where something is.
_PLACED = re.compile(r"\b(?:in|from|to|of|for|and|or|with) (?:the )?\Z", re.I)


class CountryCodes:
    """Finds countries by their names and adjectives; built once for a schema."""

    def __init__(self, schema: Schema) -> None:
        """Looks for the properties that keep codes."""
        named: dict[str, tuple[str, ...]] = {}
        for two, (three, *names) in load("countries").items():
            named |= {fold(name): (two, three) for name in names}
        told = {*named}
        for adjective, names in load("demonyms").items():
            codes = next((named[fold(name)] for name in names if fold(name) in named), ())
            named[adjective] = codes
        self._kept: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
        for label in schema.labels.values():
            if any(_keeps_names(property, told) for property in label.properties.values()):
                continue
            coded = [x for x in label.properties.values() if _keeps_codes(label.name, x)]
            for name, codes in named.items() if coded else ():
                for property in coded:
                    for stored in property.values or property.examples:
                        if str(stored).upper() in codes:
                            self._kept[name].append((label.name, property.name, str(stored)))
        names = sorted(map(re.escape, self._kept), key=len, reverse=True)
        self._said = re.compile(rf"\b(?:{'|'.join(names)})\b", re.I) if names else None

    def __call__(self, question: str, linked: Sequence[LinkedValue]) -> Iterator[LinkedValue]:
        """A link for each country that stands for no other value."""
        for found in self._said.finditer(question) if self._said is not None else ():
            start, end = found.span()
            if any(start < link.end and link.start < end for link in linked):
                continue
            if found[0].islower() and not _PLACED.search(question, 0, start):
                continue
            for held in self._kept[fold(found[0])]:
                yield LinkedValue(found[0], *held, start, end, 1.0, "folded")


def _keeps_codes(label: str, property: Property) -> bool:
    """Whether a property has nothing but codes of countries, and is named for that."""
    words, own = set(split_name(property.name)), set(split_name(label))
    if not (words & _OF_COUNTRIES or (own & _OF_COUNTRIES and words & _CODES)):
        return False
    values = [str(value).upper() for value in property.values or property.examples]
    return len(values) >= _ENOUGH and set(values) <= _codes()


def _keeps_names(property: Property, names: set[str]) -> bool:
    """Whether a property has the countries' own names."""
    values = property.values or property.examples
    return sum(isinstance(value, str) and fold(value) in names for value in values) >= _ENOUGH


def _codes() -> set[str]:
    return {code for two, (three, *_) in load("countries").items() for code in (two, three)}

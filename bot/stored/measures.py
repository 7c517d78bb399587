"""What the properties of a schema measure, what kind they are, and which name a node."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from bot.stored.ages import Age
from bot.stored.kinds import TIME_KINDS, Kind, display_properties, kind_of
from bot.words.data import load
from bot.words.inflection import roots
from bot.words.pronouns import Pronouns
from bot.words.units import bare_span, unit_of, without_unit
from bot.words.vocabulary import Phrase, expand, groups_in, names_of
from memory.schema import Property, Schema
from memory.text import split_name

_WRITTEN = "written_length"
_AMOUNT = "#amount"
_AMOUNTING = 0.2
_UNORDERED = ("text", "flag")
_WAYS = frozenset(
    ["route", "road", "path", "way", "trail", "track", "street", "line", "river", "connects"]
)
# What a date costs that nobody named: one named for its owner, the only one, any other.
_NAMED_SO, _ONLY, _ANY = 0.3, 0.5, 0.9
# A date whose name says nothing else: a recipe saved *at* a time.
_WHEN = 0.02
_SAYS_WHEN = frozenset([("at",), ("on",), ("when",), ("timestamp",), ("occurred", "at")])
# When something ended is sooner not meant than when it began.
_LATER = 0.01
_ASIDE = 0.05
_ENDS = frozenset(load("kinds")["ended"])
_TIME_ORDER = (
    "release",
    "published",
    "date",
    "ordered",
    "founded",
    "start",
    "created",
    "admitted",
    "shipped",
    "hired",
    "timestamp",
    "departure",
    "year",
)


class Measures:
    """The properties of a schema by what they measure; what was asked is remembered."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.pronouns = Pronouns(schema)
        self._mortals = self.pronouns.mortals
        # What each property of each owner measures.
        self._by_owner: dict[str, Mapping[str, Mapping[str, float]]] = {}
        self._measured: dict[tuple[str, tuple[str, ...]], list[tuple[str, float]]] = {}
        self._kinds: dict[tuple[str, str], Kind] = {}
        self._shown: dict[str, tuple[str, ...]] = {}

    def measures(self, owner: str, names: tuple[str, ...]) -> list[tuple[str, float]]:
        """Properties of a label (or type) that measure one of the named things, best first.

        `@time` stands for whatever date the label has, `#amount` for its one sum of money or goods.
        """
        key = (owner, names)
        if key not in self._measured:
            self._measured[key] = self._measure(owner, names)
        return self._measured[key]

    def ranking(self, owner: str, names: tuple[str, ...]) -> list[tuple[str, float]]:
        """Those of `measures` that put nodes in an order: a surface that is grass is no area."""
        found = self.measures(owner, names)
        return [(name, cost) for name, cost in found if self.kind(owner, name) not in _UNORDERED]

    def _measure(self, owner: str, names: tuple[str, ...]) -> list[tuple[str, float]]:
        found: dict[str, float] = {}
        if names[:1] != ("@time",) and "birth" in names and owner in self._mortals:
            # The oldest clerk was not hired first.
            names = tuple(name for name in names if name != "@time")
        if {"duration", "distance"} <= set(names) and _WAYS & set(split_name(owner)):
            # The longest route is no matter of time.
            names = ("distance", *(name for name in names if name != "distance"))
        # What has no pages is as long as ever.
        names = tuple(n for n in names if n != _WRITTEN or any(self._owned(owner, n)))
        for rank, name in enumerate(names):
            wanted = _TIME_ORDER if name == "@time" else (name,)
            for place, group in enumerate(wanted):
                for property, cost in self._owned(owner, group):
                    if cost and name == "size" and "duration" in names:
                        # No party is the longer for its size.
                        continue
                    if "@time" in names and _of_thing(self.property(owner, property)):
                        # The oldest account is the one that was opened first.
                        continue
                    if name == "@time" and not self._dated(owner, property):
                        continue
                    total = cost + 0.1 * rank + 0.01 * place
                    total += _later(property) if name == "@time" else 0.0
                    found[property] = min(total, found.get(property, 9.0))
            if name == "@time":
                dates = [x for x in self._properties(owner) if self._dated(owner, x)]
                for property in dates:
                    price = _ONLY if len(dates) == 1 else _ANY
                    price = _NAMED_SO if self._says(owner, property) else price
                    price = _WHEN if (*split_name(property),) in _SAYS_WHEN else price
                    price += _later(property)
                    found[property] = min(0.1 * rank + price, found.get(property, 9.0))
            if name == _AMOUNT:
                found = self._amount(owner) | found
        return sorted(found.items(), key=lambda item: item[1])

    def _amount(self, owner: str) -> dict[str, float]:
        """The one amount of something that is one: the largest payment, the biggest claim."""
        found = {name: _AMOUNTING for name, _ in self._owned(owner, "total")}
        found = {name: cost for name, cost in found.items() if self.kind(owner, name) == "number"}
        own = {name: cost for name, cost in found.items() if self._says(owner, name)}
        return own if len(own) == 1 else found if len(found) == 1 else {}

    @staticmethod
    def _says(owner: str, name: str) -> bool:
        """Whether a date is that of what its owner is called for: deployed at, of a deployment."""
        done = roots(split_name(owner)[-1])
        return any(done & roots(word) for word in split_name(name))

    def _dated(self, owner: str, name: str) -> bool:
        """Whether a property is a time that "in 2010" can mean unsaid: not births and deaths."""
        held = self._of(owner, name)
        timely = self.kind(owner, name) in TIME_KINDS
        return timely and not {"birth", "death"} & set(held)

    def property(self, owner: str, name: str) -> Property | None:
        """The property of a label or relationship type."""
        return self._properties(owner).get(name)

    def _properties(self, owner: str) -> Mapping[str, Property]:
        if owner in self.schema.labels:
            return self.schema.labels[owner].properties
        if owner in self.schema.relationships:
            return self.schema.relationships[owner].properties
        return {}

    def kind(self, owner: str, name: str) -> Kind:
        """The kind of a property (see `kinds`)."""
        known = self._kinds.get((owner, name))
        if known is None:
            property = self._properties(owner).get(name)
            known = self._kinds[owner, name] = kind_of(property) if property else "text"
        return known

    def shown(self, label: str) -> tuple[str, ...]:
        """The properties that name a node of a label (see `kinds`)."""
        known = self._shown.get(label)
        if known is None:
            known = self._shown[label] = display_properties(self.schema.labels[label])
        return known

    def groups_of(self, owner: str, name: str) -> frozenset[str]:
        """The groups of words that measure what a property does."""
        return frozenset(self._of(owner, name))

    def fuller_year(self, owner: str, name: str) -> str | None:
        """A property of years that says the same as a date's and is missing less often."""
        dated = self.property(owner, name)
        said = set(self._of(owner, name)) & names_of(("times",)) - {"date", "time"}
        for other, property in self._properties(owner).items():
            if dated is None or self.kind(owner, other) not in ("year", "year_text"):
                continue
            same = said & set(self._of(owner, other))
            so = same or (self._dated_so(other, said) and _within(dated, property))
            if property.null_share < dated.null_share and so:
                return other
        return None

    @staticmethod
    def _dated_so(name: str, said: set[str]) -> bool:
        """Whether a bare year can be the year of a date: not of births and deaths."""
        return split_name(name) == ["year"] and not {"birth", "death"} & said

    def _owned(self, owner: str, group: str) -> list[tuple[str, float]]:
        told = self._told_of(owner)
        return [(name, found[group]) for name, found in told.items() if group in found]

    def _of(self, owner: str, name: str) -> Mapping[str, float]:
        """What one property measures."""
        return self._told_of(owner).get(name, {})

    def _told_of(self, owner: str) -> Mapping[str, Mapping[str, float]]:
        """What each property of a label or relationship type measures."""
        known = self._by_owner.get(owner)
        if known is None:
            held = (self.schema.labels.get(owner), self.schema.relationships.get(owner))
            own = [one for each in held if each is not None for one in each.properties.values()]
            known = {one.name: _told(one.name, kind_of(one)) for one in own}
            self._by_owner[owner] = known
        return known


def _within(dated: Property, years: Property) -> bool:
    """Whether all dates seen are of the years seen: a wine's year is over when it is released."""
    seen = [str(x)[:4] for x in (years.minimum, dated.minimum, dated.maximum, years.maximum)]
    return not all(map(str.isdigit, seen)) or seen == sorted(seen)


def _later(name: str) -> float:
    return _LATER if _ENDS.intersection(split_name(name)) else 0.0


def _of_thing(property: Property | None) -> bool:
    return isinstance(property, Age) and property.thing


@lru_cache(maxsize=50_000)
def _told(name: str, kind: Kind) -> Mapping[str, float]:
    """The groups of words that measure what a property does, each with its cost."""
    words = expand(split_name(name))
    found = _measured(words, kind)
    if "per" in words[1:]:
        # A price per night is what nights cost.
        whole = _measured(words[: words.index("per")], kind)
        found = {
            **found,
            **{group: min(cost, found.get(group, 9.0)) for group, cost in whole.items()},
        }
    if "out" in words[1:] and "come" not in words:
        # A guest who checks out is not released.
        found.pop("release", None)
    if words[-1] == "fee" and found.get("price"):
        # A cleaning fee is sooner not the price of a room.
        found["price"] += _ASIDE
    unit = unit_of(name)
    if unit is not None and kind in ("number", "number_text"):
        # What memory_gb measures: memory, and what its unit does.
        found |= {**groups_in(expand(without_unit(name))), unit.measure: 0.0}
    elif bare_span(name) is not None and kind in ("number", "number_text"):
        found |= {"duration": 0.0, "#time": 0.0}
    elif "share" in groups_in(words):
        found["#share"] = groups_in(words)["share"]
    return found


def _measured(words: Phrase, kind: Kind) -> dict[str, float]:
    """What a property measures: no last name and no date last seen is how long something lasts."""
    found = groups_in(words)
    named = any(group in names_of(("names",)) and not cost for group, cost in found.items())
    if not named and kind != "flag" and kind not in TIME_KINDS:
        return found
    return {g: cost for g, cost in found.items() if not cost or g not in names_of(("measures",))}

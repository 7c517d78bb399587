"""Which relationships and things tell when they ended: until, toYear, endDate; current, active.

Those that tell as well when they began (fromYear) lasted through the time between.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.stored.kinds import TIME_KINDS, kind_of
from bot.words.data import load
from bot.words.inflection import lemmas
from memory.schema import Property, Relationship, Schema
from memory.text import split_name

_ENDS = frozenset(["to", "until", "till", "end", "ended", "ends", "left", "closed", "quit"])
_STARTS = frozenset(["from", "since", "start", "started", "starts", "begin", "began", "begins"])
_TIMED = frozenset(["year", "date", "on", "at", "time", "valid", "day", "in"])
_ENTERING = frozenset(load("lasting")["entering"])
_NOW = (["current"], ["is", "current"], ["active"], ["is", "active"], ["ongoing"])


class Lasting:
    """The property that tells, for each label and type, whether it still holds."""

    def __init__(self, schema: Schema) -> None:
        self.ends: dict[str, str] = {}
        self.flags: dict[str, str] = {}
        self.spans: dict[str, tuple[str, str]] = {}
        for label in schema.labels.values():
            self._add(label.name, label.properties)
        for relationship in schema.relationships.values():
            self._add(relationship.type, relationship.properties)
            self._add_span(relationship)

    def _add(self, owner: str, properties: Mapping[str, Property]) -> None:
        for name, property in properties.items():
            kind = kind_of(property)
            dated = kind in TIME_KINDS or kind == "number"
            if dated and property.null_share and is_end(name):
                self.ends.setdefault(owner, name)
            elif kind == "flag" and split_name(name) in _NOW:
                self.flags.setdefault(owner, name)

    def _add_span(self, relationship: Relationship) -> None:
        """When a relationship began and when it ended, each kept by the one property."""
        kinds = {name: kind_of(property) for name, property in relationship.properties.items()}
        dated = [name for name, kind in kinds.items() if kind in TIME_KINDS]
        starts, ends = (list(filter(named, dated)) for named in (is_start, is_end))
        entered = _ENTERING & set(lemmas(split_name(relationship.type)[0]))
        if len(starts) == len(ends) == 1 and kinds[starts[0]] == kinds[ends[0]] and not entered:
            self.spans[relationship.type] = (starts[0], ends[0])

    def __bool__(self) -> bool:
        return bool(self.ends or self.flags)


def is_end(name: str) -> bool:
    """Whether a property is named for an end.

    >>> is_end("toYear"), is_end("endDate"), is_end("fromYear"), is_end("weekend")
    (True, True, False, False)
    """
    return _named(name, _ENDS)


def is_start(name: str) -> bool:
    """Whether a property is named for a beginning.

    >>> is_start("fromYear"), is_start("since"), is_start("startNumber")
    (True, True, False)
    """
    return _named(name, _STARTS)


def _named(name: str, known: frozenset[str]) -> bool:
    words = set(split_name(name))
    return bool(words & known) and words <= known | _TIMED

"""Which relationships and things tell when they ended: until, toYear, endDate; current, active."""

from __future__ import annotations

from collections.abc import Mapping

from bot.offline.kinds import TIME_KINDS, kind_of
from memory.schema import Property, Schema
from memory.text import split_name

_ENDS = frozenset(["to", "until", "till", "end", "ended", "ends", "left", "closed", "quit"])
_TIMED = frozenset(["year", "date", "on", "at", "time", "valid", "day", "in"])
_NOW = (["current"], ["is", "current"], ["active"], ["is", "active"], ["ongoing"])


class Lasting:
    """The property that tells, for each label and type, whether it still holds."""

    def __init__(self, schema: Schema) -> None:
        self.ends: dict[str, str] = {}
        self.flags: dict[str, str] = {}
        for label in schema.labels.values():
            self._add(label.name, label.properties)
        for relationship in schema.relationships.values():
            self._add(relationship.type, relationship.properties)

    def _add(self, owner: str, properties: Mapping[str, Property]) -> None:
        for name, property in properties.items():
            kind = kind_of(property)
            dated = kind in TIME_KINDS or kind == "number"
            if dated and property.null_share and is_end(name):
                self.ends.setdefault(owner, name)
            elif kind == "flag" and split_name(name) in _NOW:
                self.flags.setdefault(owner, name)

    def __bool__(self) -> bool:
        return bool(self.ends or self.flags)


def is_end(name: str) -> bool:
    """Whether a property is named for an end.

    >>> is_end("toYear"), is_end("endDate"), is_end("fromYear"), is_end("weekend")
    (True, True, False, False)
    """
    words = set(split_name(name))
    return bool(words & _ENDS) and words <= _ENDS | _TIMED

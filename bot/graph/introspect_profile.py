"""What the values of a property have in common: types, range, examples, the few or the many."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date, datetime, time
from typing import Any

from neo4j.spatial import Point
from neo4j.time import Date, DateTime, Duration, Time
from neo4j.vector import Vector

from bot.graph.json_values import json_row
from memory.schema import Property, Scalar

MOST_VALUES = 30
LONGEST_VALUE = 60
LONGEST_EXAMPLE = 100
_EXAMPLES = 5
_LONG_LIST = 100
_LONG_TEXT = 2_000
_NUMBERS = frozenset({"INTEGER", "FLOAT"})
_TEMPORAL = frozenset({"DATE", "LOCAL DATETIME", "ZONED DATETIME", "LOCAL TIME", "ZONED TIME"})
RANGED = _NUMBERS | _TEMPORAL


def cypher_type(value: Any) -> str:
    """Cypher's name for the type of a value as the driver gives it.

    >>> cypher_type(1), cypher_type(["a"]), cypher_type([])
    ('INTEGER', 'LIST<STRING>', 'LIST<ANY>')
    """
    match value:
        case bool():
            return "BOOLEAN"
        case int():
            return "INTEGER"
        case float():
            return "FLOAT"
        case str():
            return "STRING"
        case Date():
            return "DATE"
        case DateTime():
            return "LOCAL DATETIME" if value.tzinfo is None else "ZONED DATETIME"
        case Time():
            return "LOCAL TIME" if value.tzinfo is None else "ZONED TIME"
        case Duration():
            return "DURATION"
        case Point():
            return "POINT"
        case list() | tuple():
            inner = {cypher_type(item) for item in value[:_LONG_LIST]}
            return f"LIST<{inner.pop()}>" if len(inner) == 1 else "LIST<ANY>"
        case Vector():
            return "VECTOR"
        case dict():
            return "MAP"
        case _:
            return "ANY"


def scalar(value: Any) -> Scalar | None:
    """The value as the schema keeps it, or None where it is none that a person could use."""
    match value:
        case bool() | int() | str():
            return value
        case float():
            return value if math.isfinite(value) else None
        case Date() | DateTime() | Time():
            native: date | datetime | time = value.to_native()
            return native
        case Duration() | Point():
            return str(json_row([value], 1, 1_000)[0][0])
        case _:
            return None


class PropertyProfile:
    """Collects the values of one property of one label or relationship type."""

    def __init__(self) -> None:
        self.present = 0
        self._types: Counter[str] = Counter()
        self._seen: Counter[tuple[str, Scalar]] = Counter()
        self._long = 0

    def add(self, value: Any) -> None:
        """One more value; of a list of strings, each element counts."""
        self.present += 1
        kind = cypher_type(value)
        self._types[kind] += 1
        if kind == "LIST<STRING>":
            for item in set(value):
                self._see("STRING", item)
        else:
            self._see(kind, scalar(value))
        if (isinstance(value, list) and len(value) > _LONG_LIST) or (
            isinstance(value, str) and len(value) > _LONG_TEXT
        ):
            self._long += 1

    @property
    def heavy(self) -> bool:
        """Whether the values are too big to fetch many: embeddings, whole documents."""
        return self._long * 2 > self.present

    def property(self, name: str, total: int, *, whole: bool) -> Property:
        """What was seen, of `total` nodes or relationships.

        `whole` says that these were all there are, so that the list of values is the whole one.
        """
        types = self._type_names()
        low, high = self._range()
        return Property(
            name=name,
            types=types,
            examples=self._examples(),
            values=self._values(types) if whole else None,
            minimum=low,
            maximum=high,
            null_share=round(1 - min(self.present / total, 1), 4) if total else 0.0,
            distinct=len(self._seen),
        )

    def may_be_few(self) -> bool:
        """Whether a whole scan could find a short list of short values."""
        return self._values(self._type_names()) is not None

    def _see(self, kind: str, value: Scalar | None) -> None:
        if value is not None:
            if isinstance(value, str) and len(value) > LONGEST_EXAMPLE:
                value = value[:LONGEST_EXAMPLE] + "…"
            self._seen[kind, value] += 1

    def _type_names(self) -> tuple[str, ...]:
        # An empty list has no type of its own where other lists tell it.
        lists = [name for name in self._types if name.startswith("LIST<") and name != "LIST<ANY>"]
        ranked = sorted(self._types, key=lambda name: (-self._types[name], name))
        return tuple(name for name in ranked if name != "LIST<ANY>" or not lists)

    def _values(self, types: tuple[str, ...]) -> tuple[Scalar, ...] | None:
        if len(types) != 1 or types[0] not in ("STRING", "LIST<STRING>", "BOOLEAN"):
            return None
        return few(value for _, value in self._seen)

    def _range(self) -> tuple[Scalar | None, Scalar | None]:
        ranged = [name for name in self._types if name in RANGED]
        if not ranged:
            return None, None
        first = min(ranged, key=lambda name: (-self._types[name], name))
        group = _NUMBERS if first in _NUMBERS else {first}
        values: list[Any] = [value for kind, value in self._seen if kind in group]
        return (min(values), max(values)) if values else (None, None)

    def _examples(self) -> tuple[Scalar, ...]:
        ranked = sorted(self._seen.items(), key=lambda item: (-item[1], str(item[0][1])))
        return tuple(value for (_, value), _ in ranked[:_EXAMPLES])


def few(values: Iterable[Any]) -> tuple[Scalar, ...] | None:
    """The values sorted, if they are few and short; else None."""
    found = set()
    for value in values:
        found.add(value)
        if len(found) > MOST_VALUES or (isinstance(value, str) and len(value) > LONGEST_VALUE):
            return None
    return tuple(sorted(found)) or None


class Profile:
    """Collects the properties of the nodes of one label, or of one relationship type."""

    def __init__(self) -> None:
        self.total = 0
        self.by_name: dict[str, PropertyProfile] = {}

    def add(self, properties: Mapping[str, Any]) -> None:
        """One more node or relationship."""
        self.total += 1
        for name, value in properties.items():
            if value is not None:
                self.by_name.setdefault(name, PropertyProfile()).add(value)

    def heavy(self) -> list[str]:
        """Names of the properties too big to fetch many of."""
        return sorted(name for name, profile in self.by_name.items() if profile.heavy)

    def properties(self, *, whole: bool) -> dict[str, Property]:
        """The properties by name, in alphabetical order."""
        return {
            name: self.by_name[name].property(name, self.total, whole=whole)
            for name in sorted(self.by_name)
        }

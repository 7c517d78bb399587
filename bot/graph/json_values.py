"""Values as the driver gives them, made ready for JSON and kept within a budget of bytes."""

from __future__ import annotations

import math
import re
from collections.abc import Collection
from datetime import date, datetime, time
from itertools import islice
from typing import Any

from neo4j.exceptions import BrokenRecordError
from neo4j.graph import Node, Path, Relationship
from neo4j.spatial import Point
from neo4j.time import Date, DateTime, Duration, Time
from neo4j.vector import Vector

from bot.element import Element
from guardrails.privacy import Hidden
from memory.text import several

MOST_NUMBERS = 100
NOTHING_HIDDEN = Hidden()
_FRACTION = re.compile(r"(\.\d*?)0+(?!\d)")
_AXES = {4326: ("longitude", "latitude"), 4979: ("longitude", "latitude", "height")}


def json_row(
    record: Any, columns: int, budget: int, hidden: Hidden = NOTHING_HIDDEN
) -> tuple[tuple[Any, ...], int]:
    """One record as JSON-ready values, and roughly how many bytes they take.

    Each of the `columns` values gets an equal part of `budget` (bytes): what does not fit is cut,
    and a text in its place says how much. Nodes and relationships lose what is `hidden`; a node
    that bears hidden labels only loses all its properties.
    """
    row, used = [], 0
    for index in range(columns):
        converter = _Converter(budget // max(columns, 2), hidden)
        try:
            row.append(converter.convert(record[index]))
        except BrokenRecordError:
            # For example a date after the year 9999, which the driver cannot represent.
            row.append("[unreadable value]")
        used += converter.used + 8
    return tuple(row), used


def iso(value: Date | DateTime | Time | date | datetime | time) -> str:
    """A date or time in ISO 8601, without idle zeros, UTC as Z.

    >>> iso(DateTime(2020, 1, 31)), iso(Time(10, 30, 0, 500_000_000))
    ('2020-01-31T00:00:00', '10:30:00.5')
    """
    text = value.iso_format() if hasattr(value, "iso_format") else value.isoformat()
    text = _FRACTION.sub(lambda found: found[1].rstrip("."), text, count=1)
    return text[:-6] + "Z" if text.endswith("+00:00") else text


class _Converter:
    """Converts one value of a row, counting the bytes used."""

    def __init__(self, budget: int, hidden: Hidden) -> None:
        self.budget = budget
        self.used = 0
        self._hidden = hidden

    def convert(self, value: Any, *, nested: bool = False) -> Any:
        """The value, ready for JSON; `nested` inside of a node, relationship or map."""
        self.used += 8
        match value:
            case None | bool() | int():
                return value
            case float():
                return value if math.isfinite(value) else _not_finite(value)
            case str():
                return self._text(value)
            case Duration() | Point():  # both are tuples too
                return self._text(_as_text(value))
            case list() | tuple():
                return self._list(value, nested)
            case dict():
                return {self._text(str(k)): self.convert(v, nested=True) for k, v in value.items()}
            case Node():
                return self._node(value)
            case Relationship():
                return self._relationship(value)
            case Path():
                return self._path(value)
            case _:
                return self._text(_as_text(value))

    def _text(self, text: str) -> str:
        left = max(self.budget - self.used, 0)
        if len(text) > left:
            text = f"{text[:left]}… [{several(len(text) - left, 'more character')}]"
        self.used += len(text)
        return text

    def _list(self, items: list[Any] | tuple[Any, ...], nested: bool) -> Any:
        if len(items) > MOST_NUMBERS and (_all_numbers(items) if nested else _is_vector(items)):
            return f"[{len(items)} numbers]"
        kept: list[Any] = []
        for item in items:
            if self.used >= self.budget:
                kept.append(f"[{len(items) - len(kept):,} more]")
                break
            kept.append(self.convert(item, nested=nested))
        return kept

    def _node(self, node: Node) -> dict[str, Any]:
        labels = sorted(name for name in node.labels if not self._hidden.label(name))
        if node.labels and not labels:
            return {"_labels": []}
        shown = {"_labels": labels, **self._properties(node, node.labels)}
        return Element(shown, node.element_id)

    def _relationship(self, relationship: Relationship) -> dict[str, Any]:
        if self._hidden.label(relationship.type):
            return {"_type": ""}
        properties = self._properties(relationship, (relationship.type,))
        ends = [node.element_id if node else "" for node in relationship.nodes]
        shown = {"_type": relationship.type, **properties}
        return Element(shown, relationship.element_id, *ends)

    def _properties(self, entity: Node | Relationship, owners: Collection[str]) -> dict[str, Any]:
        return {
            key: self.convert(item, nested=True)
            for key, item in entity.items()
            if not self._hidden.property(owners, key)
        }

    def _path(self, path: Path) -> list[Any]:
        parts: list[Any] = [path.start_node] if path.start_node is not None else []
        for relationship, node in zip(path.relationships, path.nodes[1:], strict=False):
            parts += [relationship, node]
        return [*self._list(parts, nested=False)]


def _not_finite(value: float) -> str:
    """JSON has no word for these; the text says which it was."""
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def _all_numbers(items: list[Any] | tuple[Any, ...]) -> bool:
    return all(isinstance(item, int | float) for item in items)


def _is_vector(items: list[Any] | tuple[Any, ...]) -> bool:
    """Whether a column's long list is an embedding, and not collected ratings or prices.

    Those have few decimals; the components of an embedding have about seven.
    """
    first = list(islice(items, MOST_NUMBERS))
    if not all(isinstance(item, float) and math.isfinite(item) for item in first):
        return False
    return bool(sum(round(item, 4) != item for item in first) > len(first) / 2)


def _as_text(value: Any) -> str:
    match value:
        case Date() | DateTime() | Time() | date() | datetime() | time():
            return iso(value)
        case Duration():
            return _FRACTION.sub(lambda found: found[1].rstrip("."), value.iso_format(), count=1)
        case Point():
            return _point(value)
        case bytes() | bytearray():
            return f"[{several(len(value), 'byte')}]"
        case Vector():
            return f"[{len(value)} numbers]"
        case _:
            return str(value)


def _point(point: Point) -> str:
    """A point as Cypher would write it, so that it can be used in a question again."""
    axes = _AXES.get(point.srid or 0, ("x", "y", "z"))
    named = ", ".join(f"{axis}: {number}" for axis, number in zip(axes, point, strict=False))
    return f"point({{{named}}})"

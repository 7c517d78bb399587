"""Values of graph JSON as a property graph stores them."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import date, datetime
from typing import Any

from neo4j.spatial import CartesianPoint, Point, WGS84Point
from neo4j.time import Duration, Time


def stored_value(value: Any) -> Any:
    """What the driver sends for a JSON value.

    Raises:
        ValueError: a property cannot hold it; the text goes on "a property that ...".

    >>> stored_value({"$date": "1931-05-11"}), stored_value([1, 2.5])
    (datetime.date(1931, 5, 11), [1.0, 2.5])
    """
    if isinstance(value, list):
        return _list(value)
    if isinstance(value, dict):
        return _typed(value)
    if isinstance(value, bool | str):
        return value
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise ValueError("is a whole number beyond 64 bits")
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError("is a number too large to store")
    return value


def _list(values: list[Any]) -> list[Any]:
    if any(value is None or isinstance(value, list) for value in values):
        raise ValueError("is a list with a null or a list in it")
    converted = [stored_value(value) for value in values]
    kinds = {type(value) for value in converted}
    if kinds == {int, float}:
        return [float(value) for value in converted]
    if len(kinds) > 1:
        raise ValueError("is a list of mixed kinds")
    return converted


def _typed(value: dict[str, Any]) -> Any:
    """`{"$date": …}` and its like."""
    kind, content = next(iter(value.items()), ("", None))
    if len(value) != 1 or kind not in _TYPES:
        raise ValueError("is a map, which a property cannot be")
    try:
        return _TYPES[kind](content)
    except (ValueError, TypeError, KeyError):
        raise ValueError(f"is no {kind.removeprefix('$')}: {content!r}") from None


def _point(content: dict[str, float]) -> Point:
    if "longitude" in content:
        names: tuple[str, ...] = ("longitude", "latitude", "height")
        shape: type[Point] = WGS84Point
    else:
        names, shape = ("x", "y", "z"), CartesianPoint
    coordinates = [float(content[name]) for name in names[:2]]
    coordinates += [float(content[name]) for name in names[2:] if name in content]
    if content.keys() - set(names):
        raise ValueError
    return shape(coordinates)


_TYPES: dict[str, Callable[[Any], Any]] = {
    "$date": date.fromisoformat,
    "$datetime": datetime.fromisoformat,
    "$time": Time.from_iso_format,  # the driver cannot send a zoned time of the standard library
    "$duration": Duration.from_iso_format,
    "$point": _point,
}

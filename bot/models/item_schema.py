"""JSON schemas of the lists that a model replies with, bounded where the endpoint knows bounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

TEXT: dict[str, Any] = {"type": "string"}
NUMBER: dict[str, Any] = {"type": "integer"}
_BOUND = "maxItems"


def reply_schema(
    name: str, lists: Mapping[str, Mapping[str, Any]], most: int | None = None
) -> dict[str, Any]:
    """A response format: an object of lists, each with the properties of its items.

    Args:
        name: What the endpoint calls it.
        lists: By name of the list, the properties of an item.
        most: How many items a list may have.
    """
    bound = {} if most is None else {_BOUND: most}
    arrays = {
        key: {"type": "array", "items": _object(item), **bound} for key, item in lists.items()
    }
    return object_schema(name, arrays)


def object_schema(name: str, properties: Mapping[str, Any]) -> dict[str, Any]:
    """A response format: an object of these properties, and no others."""
    told = {"name": name, "strict": True, "schema": _object(properties)}
    return {"type": "json_schema", "json_schema": told}


def one_of(names: list[str]) -> dict[str, Any]:
    """One of some texts; any, where there are none."""
    return {"type": "string", "enum": names} if names else TEXT


def bounded(format_: Any) -> bool:
    """Whether a response format bounds a list.

    >>> told = reply_schema("x", {"a": {}}, 3)
    >>> bounded(told), bounded(unbounded(told))
    (True, False)
    """
    if isinstance(format_, dict):
        return _BOUND in format_ or any(bounded(one) for one in format_.values())
    return False


def unbounded(format_: Any) -> Any:
    """A response format without bounds, for endpoints that do not know them."""
    if isinstance(format_, dict):
        return {key: unbounded(one) for key, one in format_.items() if key != _BOUND}
    return format_


def _object(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }

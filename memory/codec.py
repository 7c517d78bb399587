"""Query trees and exchanges as JSON text, and back.

A tree's parts are objects `{"is": "Comparison", ...}` with the fields that differ from their
defaults; dates are `{"$date": ...}`, as in graph JSON. What is read is checked against the types of
the fields, so that a text of another version, or a damaged one, is None and never half a tree.
"""

from __future__ import annotations

import dataclasses
import json
import types
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from memory.conversation import Exchange
from memory.query import Query

# Raise it when a text written before can no longer be read by the rules below.
VERSION = 1


class _Unreadable(ValueError):
    """The text does not fit the types."""


def dump_query(query: Query) -> str:
    """The text of a query tree."""
    return _text(_tree(query))


def load_query(text: str) -> Query | None:
    """The tree of a text made by `dump_query`; None if another version wrote it."""
    found = _load(text, Query)
    return found if isinstance(found, Query) else None


def dump_exchange(exchange: Exchange) -> str:
    """The text of an exchange, its query tree included.

    Raises:
        TypeError: a parameter is of a type that is neither JSON nor a date, time or duration.
    """
    return _text(_tree(exchange))


def load_exchange(text: str) -> Exchange | None:
    """The exchange of a text made by `dump_exchange`; None if another version wrote it."""
    found = _load(text, Exchange)
    return found if isinstance(found, Exchange) else None


def dump_parameters(parameters: Mapping[str, Any]) -> str:
    r"""The text of a statement's parameters.

    >>> dump_parameters({"name": "Léon", "after": date(1994, 9, 14)})
    '{"name":"L\\u00e9on","after":{"$date":"1994-09-14"}}'
    """
    return json.dumps(_freed(parameters), separators=_TIGHT)


def load_parameters(text: str) -> dict[str, Any]:
    """The parameters of a text made by `dump_parameters`.

    >>> load_parameters('{"after":{"$date":"1994-09-14"}}')
    {'after': datetime.date(1994, 9, 14)}
    """
    return {name: _unfree(value) for name, value in json.loads(text).items()}


def storable(value: Any) -> Any:
    r"""The value without what no database takes in its texts: NUL, and half surrogate pairs.

    >>> storable({"output": ["a\x00b", "\ud83d"]})
    {'output': ['ab', '?']}
    """
    if isinstance(value, str):
        return value.replace("\x00", "").encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, Mapping):
        return {storable(str(name)): storable(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [storable(part) for part in value]
    return value


_TIGHT = (",", ":")

_TAGS: dict[type, str] = {date: "$date", datetime: "$datetime", time: "$time"}
_KINDS = {tag: kind for kind, tag in _TAGS.items()}


def _text(tree: Any) -> str:
    # ASCII: neither PostgreSQL nor SQLite takes a NUL or half a surrogate pair in its texts.
    return json.dumps({"v": VERSION, "of": tree}, separators=_TIGHT)


def _load(text: str, kind: type) -> object:
    try:
        whole = json.loads(text)
        if not isinstance(whole, dict) or whole.get("v") != VERSION:
            return None
        return _read(whole["of"], kind)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _tree(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        kept: dict[str, Any] = {"is": type(value).__name__}
        for field in dataclasses.fields(value):
            part = getattr(value, field.name)
            if part != _default(field):
                kept[field.name] = _freed(part) if isinstance(part, dict) else _tree(part)
        return kept
    if isinstance(value, tuple):
        return [_tree(part) for part in value]
    return _scalar(value)


def _default(field: dataclasses.Field[Any]) -> Any:
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return field.default


def _scalar(value: Any) -> Any:
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if tag := _TAGS.get(type(value)):
        return {tag: value.isoformat()}
    raise TypeError(f"{type(value).__name__} cannot be kept in a conversation")


def _read(value: Any, kind: Any) -> Any:
    """`value` as `kind`, which is a type hint of one of the fields."""
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _read_union(value, get_args(kind))
    if origin is Literal:
        return _checked(value, value in get_args(kind))
    if origin is tuple:
        return _read_tuple(value, get_args(kind))
    if origin is dict:
        return {name: _unfree(part) for name, part in value.items()}
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return _read_part(value, kind)
    if tag := _TAGS.get(kind):
        return kind.fromisoformat(_checked(value, isinstance(value, dict))[tag])
    return _checked(value, type(value) is kind or (kind is float and type(value) is int))


def _read_union(value: Any, kinds: tuple[Any, ...]) -> Any:
    if value is None:
        return _checked(None, type(None) in kinds)
    for kind in kinds:
        if _fits(value, kind):
            return _read(value, kind)
    raise _Unreadable(value)


def _fits(value: Any, kind: Any) -> bool:
    if isinstance(value, list):
        return get_origin(kind) is tuple
    if isinstance(value, dict):
        name = getattr(kind, "__name__", "")
        return value.get("is") == name if "is" in value else _TAGS.get(kind) in value
    return type(value) is kind


def _read_tuple(value: Any, kinds: tuple[Any, ...]) -> tuple[Any, ...]:
    _checked(value, isinstance(value, list))
    if kinds[-1] is Ellipsis:
        return tuple(_read(part, kinds[0]) for part in value)
    return tuple(_read(part, kind) for part, kind in zip(value, kinds, strict=True))


def _read_part(value: dict[str, Any], kind: type) -> Any:
    fields = {name: part for name, part in value.items() if name != "is"}
    hints = _hints(kind)
    _checked(value, value["is"] == kind.__name__ and fields.keys() <= hints.keys())
    return kind(**{name: _read(part, hints[name]) for name, part in fields.items()})


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _checked(value: Any, fits: bool) -> Any:
    if not fits:
        raise _Unreadable(value)
    return value


def _freed(parameters: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _free(value) for name, value in parameters.items()}


def _free(value: Any) -> Any:
    """A parameter: any JSON value, with dates and durations, lists and tuples told apart."""
    if isinstance(value, list):
        return [_free(part) for part in value]
    if isinstance(value, tuple):
        return {"$tuple": [_free(part) for part in value]}
    if isinstance(value, timedelta):
        return {"$duration": [value.days, value.seconds, value.microseconds]}
    if isinstance(value, dict):
        freed = {str(name): _free(part) for name, part in value.items()}
        return {"$map": freed} if any(name.startswith("$") for name in freed) else freed
    return _scalar(value)


def _unfree(value: Any) -> Any:
    if isinstance(value, list):
        return [_unfree(part) for part in value]
    if not isinstance(value, dict):
        return value
    match next(iter(value), ""):
        case "$tuple":
            return tuple(_unfree(part) for part in value["$tuple"])
        case "$map":
            return {name: _unfree(part) for name, part in value["$map"].items()}
        case "$duration":
            return timedelta(*value["$duration"])
        case tag if tag in _KINDS:
            return _KINDS[tag].fromisoformat(value[tag])  # type: ignore[attr-defined]
    return {name: _unfree(part) for name, part in value.items()}

"""All that a tree is made of, one within the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import TypeVar

_T = TypeVar("_T")


def walk(part: object) -> Iterator[object]:
    """A part of a tree and, after it, all that is in it."""
    if isinstance(part, tuple):
        for one in part:
            yield from walk(one)
    elif is_dataclass(part) and not isinstance(part, type):
        yield part
        for field in fields(part):
            yield from walk(getattr(part, field.name))


def instead(part: _T, old: object, new: object) -> _T:
    """A part of a tree with something else wherever a certain part of it stood."""
    if part == old:
        return new  # type: ignore[return-value]
    if isinstance(part, tuple):
        return tuple(instead(x, old, new) for x in part)  # type: ignore[return-value]
    if is_dataclass(part) and not isinstance(part, type):
        parts = {f.name: instead(getattr(part, f.name), old, new) for f in fields(part)}
        return replace(part, **parts)
    return part

"""All that a tree is made of, one within the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass


def walk(part: object) -> Iterator[object]:
    """A part of a tree and, after it, all that is in it."""
    if isinstance(part, tuple):
        for one in part:
            yield from walk(one)
    elif is_dataclass(part) and not isinstance(part, type):
        yield part
        for field in fields(part):
            yield from walk(getattr(part, field.name))

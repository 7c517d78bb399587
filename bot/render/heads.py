"""The heads of a table's columns as people read them."""

from __future__ import annotations

from collections.abc import Sequence

from memory.query import Attribute, Entity, Query

_NAMES = ("name", "title")


def heads(columns: Sequence[str], query: Query | None) -> list[str]:
    """Words in place of names for machines: genre for genre_name, average runtime.

    Without `query` only lines between words go; two columns never get the same head.
    """
    told = [_head(column, query) for column in columns]
    return [
        head if told.count(head) == 1 else column
        for head, column in zip(told, columns, strict=True)
    ]


def _head(column: str, query: Query | None) -> str:
    operand = next((c.operand for c in query.columns if c.name == column), None) if query else None
    words = column.strip("_").split("_")
    match operand:
        case Attribute(_, name) if name in _NAMES and len(words) > 1 and words[-1] == name:
            words.pop()
        case Entity() if words[-1] == "node":
            words.pop()
    return " ".join(words) or column

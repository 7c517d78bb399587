"""An English reading of a query tree."""

from __future__ import annotations

from memory.query import Query
from memory.schema import Schema


def to_english(query: Query, schema: Schema) -> str:
    """What the tree asks for, as a noun phrase or sentence."""
    return ""


def to_question(query: Query, schema: Schema) -> str:
    """The tree as a question."""
    return ""

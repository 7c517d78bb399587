"""A node or relationship as JSON, which still knows which one of the graph it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Element(dict[str, Any]):
    """`{"_labels": [...], property: value}` or `{"_type": "...", property: value}`.

    It equals and is written as that map; `id` is the database's own for it, `start` and `end` those
    of the nodes that a relationship joins. They are for joining rows to a picture, and last no
    longer than the database keeps them.
    """

    __slots__ = ("end", "id", "start")

    def __init__(self, shown: Mapping[str, Any], id: str, start: str = "", end: str = "") -> None:
        """`shown` is what of it may be seen."""
        super().__init__(shown)
        self.id, self.start, self.end = id, start, end

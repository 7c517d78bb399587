"""Rows of statements and links of questions, kept on disk: a second look at a graph takes seconds.

Several runs may share one file. Rows are kept by statement, parameters and the graph's own file,
links by question and that file; schema and statements of the parser are never kept.
"""

from __future__ import annotations

import hashlib
import pickle
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from neo4j.graph import Node, Relationship
from neo4j.graph import Path as GraphPath

_T = TypeVar("_T")


class Cache:
    """What was computed before, or what `make` makes now."""

    def __init__(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        self._store = sqlite3.connect(file, timeout=60, isolation_level=None)
        self._store.execute("PRAGMA journal_mode=WAL")
        self._store.execute("CREATE TABLE IF NOT EXISTS kept (key TEXT PRIMARY KEY, value BLOB)")

    def __call__(self, key: tuple[Any, ...], make: Callable[[], _T]) -> _T:
        """The value of `key`; an error of `make` is kept and raised again as RuntimeError."""
        name = hashlib.sha256(repr(key).encode()).hexdigest()
        found = self._store.execute("SELECT value FROM kept WHERE key = ?", (name,)).fetchone()
        if found:
            value = pickle.loads(found[0])
        else:
            try:
                value = make()
            except Exception as error:
                value = RuntimeError(str(error))
            self._store.execute(
                "INSERT OR REPLACE INTO kept VALUES (?, ?)", (name, pickle.dumps(value))
            )
        if isinstance(value, RuntimeError):
            raise value
        return value


def plain(value: Any) -> Any:
    """A value of a row without the driver's own classes, as the judges read it."""
    if isinstance(value, GraphPath):
        return [plain(node) for node in value.nodes]
    if isinstance(value, (Node, Relationship)):
        return dict(value.items())
    return [plain(one) for one in value] if isinstance(value, list) else value

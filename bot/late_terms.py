"""The terms people taught, in a database that is opened when there are any, or one is taught.

A question that rules answer needs no database, and SQLAlchemy takes a second to import.
"""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from memory.address import file_of, is_postgres
from memory.errors import StoreError
from memory.terms import Term

if TYPE_CHECKING:
    from memory.store import Store
    from memory.term_book import TermBook


class LateTerms:
    """The terms of a graph in the store at `address`."""

    def __init__(self, address: str | Path, graph: str) -> None:
        self._address, self._graph = address, graph
        self._store: Store | None = None
        self._away = False
        self._lock = asyncio.Lock()

    async def version(self) -> int:
        """A number that grows with every change; 0 where nothing was ever taught.

        A database that cannot be opened is not tried at every question.

        Raises:
            StoreError: the database fails.
        """
        if self._away or (self._store is None and not _any_in(self._address)):
            return 0
        try:
            return await (await self._book()).version()
        except StoreError:
            self._away = self._store is None
            raise

    async def of(self, person: str) -> list[Term]:
        """What holds for a person, their own terms first.

        Raises:
            StoreError: the database fails.
        """
        return await (await self._book()).of(person)

    async def teach(self, person: str, term: str, meaning: str) -> Term:
        """Keep what a term means to a person.

        Raises:
            UsageError: the person has taught as many as one may.
            StoreError: the database fails.
        """
        return await (await self._book()).teach(person, term, meaning)

    async def forget(self, person: str, term: str) -> Term | None:
        """Forget what it means to them.

        Raises:
            StoreError: the database fails.
        """
        if self._store is None and not _any_in(self._address):
            return None
        return await (await self._book()).forget(person, term)

    async def close(self) -> None:
        """Let go of the database, if it was opened."""
        if self._store is not None:
            await self._store.close()

    async def _book(self) -> TermBook:
        from memory.store import Store
        from memory.term_book import TermBook

        async with self._lock:
            if self._store is None:
                self._store = await Store.open(self._address)
                self._away = False
        return TermBook(self._store, self._graph)


def _any_in(address: str | Path) -> bool:
    """Whether a database has terms, or has to be opened to tell."""
    if is_postgres(address):
        return True
    path = file_of(address)
    if not path.exists():
        return False
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as file:
            return file.execute("SELECT 1 FROM terms LIMIT 1").fetchone() is not None
    except sqlite3.Error:
        return False  # there is no such table before the first migration that makes it

"""The pairs of question and query that are a person's own: to see, to pin, and to forget."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from sqlalchemy import Connection, Select, delete, select, update

from memory.examples import Example, example_of_row
from memory.lesson_votes import retract
from memory.store import Store, changed
from memory.tables import examples

Followed = Callable[[int, Sequence[str]], Awaitable[None]]


class OwnPairs:
    """The pairs of a store. Every method raises `StoreError` where the database fails."""

    def __init__(self, store: Store, removed: Followed | None = None) -> None:
        """`removed` is told the table's version and what is gone, for a search index to follow."""
        self._store = store
        self._removed = removed

    async def all(self, person: str) -> list[Example]:
        """What a person liked, chose, pinned or disliked, on every graph; the latest first."""
        order = (examples.c.created.desc(), examples.c.id)
        return await self._found(_of(person).order_by(*order))

    async def pinned(self, person: str, graph: str) -> list[Example]:
        """What a person pinned on a graph, the first pinned first."""
        pinned = _of(person).where(examples.c.graph == graph, examples.c.pinned != "")
        return await self._found(pinned.order_by(examples.c.pinned))

    async def pair(self, person: str, identifier: str) -> Example | None:
        """One of a person's pairs."""
        found = await self._found(_of(person).where(examples.c.id == identifier))
        return found[0] if found else None

    async def unpin(self, person: str, identifier: str) -> None:
        """Take a question off the welcome page; one that was only pinned is forgotten."""
        pair = await self.pair(person, identifier)
        if pair is not None and pair.source == "pinned":
            await self.forget(person, identifier)
        elif pair is not None:
            gone = update(examples).where(examples.c.id == pair.id).values(pinned="")
            await self._store.write(lambda connection: connection.execute(gone))

    async def forget(self, person: str, identifier: str) -> Example | None:
        """Forget a pair, and what was said of its question for everybody; what it was."""
        pair = await self.pair(person, identifier)
        if pair is None:
            return None
        gone = delete(examples).where(examples.c.id == pair.id).returning(examples.c.folded)

        def forget(connection: Connection) -> int:
            for folded in connection.execute(gone).scalars().all():
                retract(connection, person, pair.graph, folded)
            return changed(connection, "examples")

        at = await self._store.write(forget)
        if self._removed is not None:
            await self._removed(at, (pair.id,))
        return pair

    async def _found(self, query: Select[Any]) -> list[Example]:
        async with self._store.read() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [example_of_row(row) for row in rows]


def _of(person: str) -> Select[Any]:
    return select(examples).where(examples.c.owner == person)

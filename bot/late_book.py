"""A book of spending that is opened when something is first spent.

A question that rules answer needs no database, and SQLAlchemy takes a second to import.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from memory.spent import Spent

if TYPE_CHECKING:
    from memory.spending import Spending
    from memory.store import Store


class LateBook:
    """The spending of the store at `address`."""

    def __init__(self, address: str | Path) -> None:
        self._address = address
        self._store: Store | None = None
        self._lock = asyncio.Lock()

    async def add(self, spent: Spent) -> None:
        """Add to today's sum.

        Raises:
            StoreError: the database fails.
        """
        await (await self._book()).add(spent)

    async def of_days(self, days: int) -> Sequence[Spent]:
        """What each model cost in the last so many days.

        Raises:
            StoreError: the database fails.
        """
        return await (await self._book()).of_days(days)

    async def close(self) -> None:
        """Let go of the database, if it was opened."""
        if self._store is not None:
            await self._store.close()

    async def _book(self) -> Spending:
        from memory.spending import Spending
        from memory.store import Store

        async with self._lock:
            if self._store is None:
                self._store = await Store.open(self._address)
        return Spending(self._store)

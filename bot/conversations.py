"""Conversations kept for the life of one process: what `ask` uses; the page keeps them in SQL."""

from __future__ import annotations

from collections import OrderedDict

from memory.conversation import Exchange

_THREADS = 1000


class InProcess:
    """The last exchanges of the last thousand threads."""

    def __init__(self) -> None:
        self._threads: OrderedDict[str, list[Exchange]] = OrderedDict()

    async def exchanges(self, thread_id: str, limit: int = 20) -> list[Exchange]:
        """The last `limit` exchanges of a thread, oldest first."""
        return self._threads.get(thread_id, [])[-limit:]

    async def add_exchange(
        self, thread_id: str, user: str, exchange: Exchange, **about: str | None
    ) -> None:
        """Remember one exchange; the oldest thread is forgotten beyond a thousand."""
        del user, about
        self._threads.setdefault(thread_id, []).append(exchange)
        self._threads.move_to_end(thread_id)
        while len(self._threads) > _THREADS:
            self._threads.popitem(last=False)

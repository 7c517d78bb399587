"""Conversations: of one process, which is what `ask` uses, and of a store, as the page does."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.errors import Forgotten, StoreError
from bot.parts import Exchanges
from memory.conversation import Exchange

_THREADS = 1000
# Of so many threads what was said last is known while the store is away.
_IN_MIND = 200
_LAST = 20


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

    def forget(self, user: str) -> None:
        """Keep nothing of a person in mind; whose a thread is, is not known."""
        del user
        self._threads.clear()


@dataclass(slots=True)
class _InMind:
    """The last exchanges of a thread, and those that the store has yet to keep."""

    last: list[Exchange] = field(default_factory=list)
    unkept: list[tuple[str, Exchange, Mapping[str, Any]]] = field(default_factory=list)


class Lasting:
    """The conversations of a store, which go on while it is away.

    A turn that could not be kept is told so; the conversation still knows it, and it is kept with
    the thread's next turn that can be, so that "those" never means what was before the outage.
    """

    def __init__(self, store: Exchanges) -> None:
        self._store = store
        self._threads: OrderedDict[str, _InMind] = OrderedDict()

    async def exchanges(self, thread_id: str, limit: int = _LAST) -> list[Exchange]:
        """The last `limit` exchanges of a thread, oldest first.

        Raises:
            StoreError: the store is away, and what was said in this thread is not known.
        """
        known = self._threads.get(thread_id)
        try:
            kept = await self._store.exchanges(thread_id, limit)
        except StoreError:
            if known is None:
                raise
            return known.last[-limit:]
        unkept = [exchange for _, exchange, _ in known.unkept] if known else []
        return self._mind(thread_id, [*kept, *unkept]).last[-limit:]

    async def add_exchange(
        self, thread_id: str, user: str, exchange: Exchange, **about: Any
    ) -> None:
        """Remember one exchange.

        Raises:
            StoreError: it is not kept yet.
        """
        known = self._threads.get(thread_id)
        mind = self._mind(thread_id, [*(known.last if known else ()), exchange])
        mind.unkept.append((user, exchange, about))
        while mind.unkept:
            first = mind.unkept.pop(0)
            person, earlier, what = first
            try:
                await self._store.add_exchange(thread_id, person, earlier, **what)
            except Forgotten:
                self._threads.pop(thread_id, None)
                raise
            except StoreError:
                mind.unkept.insert(0, first)
                raise

    def forget(self, user: str) -> None:
        """Keep nothing of a person in mind, nor to be written later; others' is read again."""
        minds, self._threads = self._threads, OrderedDict()
        for thread_id, mind in minds.items():
            unkept = [one for one in mind.unkept if one[0] != user]
            if unkept:
                self._threads[thread_id] = _InMind([one[1] for one in unkept], unkept)

    def _mind(self, thread_id: str, last: list[Exchange]) -> _InMind:
        mind = self._threads.setdefault(thread_id, _InMind())
        mind.last = last[-_LAST:]
        del mind.unkept[:-_LAST]
        self._threads.move_to_end(thread_id)
        while len(self._threads) > _IN_MIND:
            self._threads.popitem(last=False)
        return mind

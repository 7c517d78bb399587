"""One turn in one channel: what happens is shown there as it happens."""

from __future__ import annotations

from typing import Protocol

from bot.events import Event, Outcome


class Channel(Protocol):
    """Listens to the events of one turn."""

    async def __call__(self, event: Event) -> None:
        """Show an event."""
        ...

    async def waits(self, number: int) -> None:
        """The turn has not begun: it has this number in line, from 1."""
        ...

    async def finish(self, outcome: Outcome) -> None:
        """Show the whole answer."""
        ...

    async def stop(self) -> None:
        """The person stopped the turn: nothing may look as if it still ran."""
        ...

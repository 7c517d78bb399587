"""Each step is announced, timed and summed up the same way; a stage does that for the turn."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bot.events import Event, Listener, StepFinished, StepName, StepStarted


@dataclass(slots=True)
class Said:
    """What a step has to say of itself when it ends, in a few words."""

    summary: str = ""


class Stage:
    """Emits the events of one turn and keeps the milliseconds of each of its steps."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self.ms: dict[str, float] = {}

    async def emit(self, event: Event) -> None:
        """Hand an event to whoever listens."""
        await self._listener(event)

    @asynccontextmanager
    async def step(self, name: StepName) -> AsyncIterator[Said]:
        """Run a step: its start, its end and its time are told, also when it fails."""
        said = Said()
        await self.emit(StepStarted(name))
        started = time.perf_counter()
        try:
            yield said
        finally:
            took = (time.perf_counter() - started) * 1000
            self.ms[name] = round(self.ms.get(name, 0.0) + took, 2)
            await self.emit(StepFinished(name, said.summary, round(took, 2)))

"""The names and texts of a graph are read into its indexes beside the questions.

A small graph is read at once, and a question waits for that. A big one is asked meanwhile: what
needs no name does without, other names are looked up in the database, and how far it is is told.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import structlog

from bot.errors import CiceroneError
from memory.catalogue import say
from memory.index import Progress

# So much is read within seconds, for which questions wait, but no longer than this.
_SMALL = 20_000
_PATIENCE = 30.0
# While another process reads, it is looked at so often, and taken over from where it was stopped.
_LOOK = 2.0
# What failed is tried again.
_AGAIN = 60.0
_log = structlog.get_logger(__name__)


@dataclass(slots=True)
class Stage:
    """One index that has to be read.

    Args:
        what: "names" or "texts".
        total: About how many there are.
        behind: About how many of them have to be read.
        read: Reads them, telling how many it has; False while another process is at it.
        there: How many there are meanwhile.
    """

    what: str
    total: int
    behind: int
    read: Callable[[Progress], Awaitable[bool]]
    there: Callable[[], Awaitable[int]]
    done: int = 0
    whole: bool = False

    @property
    def share(self) -> float:
        """How much of it there is, 0 to 1; 1 only where it is whole."""
        if self.whole:
            return 1.0
        return min(1 - (self.behind - self.done) / max(self.total, self.behind, 1), 0.99)


class Indexing:
    """Reads the stages in turn; `progress` is called with how many were read of the one at hand."""

    def __init__(self, stages: Sequence[Stage], progress: Progress | None = None) -> None:
        self._stages = tuple(stages)
        self._small = sum(stage.behind for stage in stages) <= _SMALL
        self._progress = progress
        self._tried = asyncio.Event()
        self._beside: asyncio.Task[None] | None = None
        self.failed = ""

    def start(self, *, lasting: bool) -> None:
        """Begin to read beside the questions.

        A process that does not last, because it answers one question, leaves a big graph alone: it
        would end before that was read.
        """
        if lasting or self._small:
            self._beside = asyncio.create_task(self._read_beside())

    def shares(self) -> dict[str, float]:
        """How much there is of each, 0 to 1; empty once everything is there."""
        if all(stage.whole for stage in self._stages):
            return {}
        return {stage.what: round(max(stage.share, 0.0), 3) for stage in self._stages}

    def told(self) -> str:
        """How far it is, for people: "names: 43 %, texts: 0 %"; "" once everything is there."""
        return ", ".join(f"{what}: {int(share * 100)} %" for what, share in self.shares().items())

    def sentence(self) -> str:
        """What is being read and how far, or why not; "" once everything is there."""
        told = self.told()
        if not told:
            return ""
        if self.failed:
            return say(
                "{problem} It is tried again in a minute ({told}).", problem=self.failed, told=told
            )
        if self._beside is None:
            return say(
                "Not everything is indexed yet ({told}); read it once with: cicerone index.",
                told=told,
            )
        return say("Still reading this graph ({told}).", told=told)

    async def soon(self) -> None:
        """Wait a little for what will be there in a moment."""
        if self._beside is not None and self._small and not self._tried.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._tried.wait(), _PATIENCE)

    async def all(self) -> None:
        """Read everything now, in place of `start`.

        Raises:
            CiceroneError: something cannot be read.
        """
        for stage in self._stages:
            await self._read(stage)

    async def close(self) -> None:
        """Stop reading; what is safe is kept."""
        if self._beside is not None:
            self._beside.cancel()
            await asyncio.gather(self._beside, return_exceptions=True)

    async def _read_beside(self) -> None:
        while True:
            for stage in self._stages:
                if not stage.whole:
                    await self._try(stage)
            self._tried.set()
            if not self.shares():
                return
            await asyncio.sleep(_AGAIN)

    async def _try(self, stage: Stage) -> None:
        """Nobody awaits this in a turn; questions go on with what there is."""
        try:
            await self._read(stage)
            self.failed = ""
        except Exception as error:
            known = isinstance(error, CiceroneError)
            self.failed = f"The {stage.what} could not be read: {error}" if known else ""
            _log.warning(f"{stage.what} not indexed", why=str(error), exc_info=not known)

    async def _read(self, stage: Stage) -> None:
        def told(done: int) -> None:
            stage.done = done
            if self._progress is not None:
                self._progress(done)

        while not await stage.read(told):
            stage.done = await stage.there() - (stage.total - stage.behind)
            await asyncio.sleep(_LOOK)
        stage.whole = True

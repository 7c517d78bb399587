"""Lessons and liked pairs are kept true: replayed, and tried again when the schema has changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import structlog

from bot.errors import CiceroneError
from bot.steps.replay import Bench, replay
from bot.steps.revalidate import revalidate
from memory.lessons import Lesson
from memory.schema import Schema

if TYPE_CHECKING:  # SQLAlchemy takes a second to import; `ask` does without
    from memory.examples import Examples
    from memory.lesson_book import LessonBook

# So many statements at a time: a slow graph is spared.
_MOST = 100
_HELD = "It was replayed, and held."
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Pace:
    """In seconds: questions come first; then once a day.

    Another schema is believed once it has been the same for `settled`: a graph that is being
    loaded would speak against everything.
    """

    head_start: float = 10.0
    again: float = 24 * 3600.0
    settled: float = 600.0


DAILY = Pace()


@dataclass(frozen=True, slots=True)
class Upkeep:
    """Looks after what is remembered of one graph; without `examples`, after the lessons alone.

    `renewed` makes the bench anew of a schema that has changed meanwhile.
    """

    book: LessonBook
    examples: Examples | None
    bench: Bench
    renewed: Callable[[Schema], Bench] | None = None
    pace: Pace = DAILY

    @asynccontextmanager
    async def beside(self) -> AsyncIterator[None]:
        """Look after everything beside the questions, for as long as the block lasts."""
        task = asyncio.create_task(self._forever())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _forever(self) -> None:
        await asyncio.sleep(self.pace.head_start)
        with _failures_logged():
            await self.all()
        upkeep = self
        while True:
            await asyncio.sleep(self.pace.again)
            with _failures_logged():
                upkeep = await upkeep._now()
                await upkeep.all()

    async def _now(self) -> Upkeep:
        """The same on the schema as it is now; a database of its own tells nobody of a change."""
        known, schema = "", await self.bench.graph.schema(refresh=True)
        while schema.fingerprint not in (known, self.bench.schema.fingerprint):
            known = schema.fingerprint
            await asyncio.sleep(self.pace.settled)
            schema = await self.bench.graph.schema(refresh=True)
        same = schema.fingerprint == self.bench.schema.fingerprint
        if self.renewed is None or same or not schema.labels:
            return self
        return replace(self, bench=self.renewed(schema))

    async def all(self) -> None:
        """Replay what waits, and try what was learnt of another schema.

        Raises:
            GraphError: the graph is away.
            StoreError: the database fails.
        """
        fingerprint = self.bench.schema.fingerprint
        lessons = await self.book.lessons()
        due = [
            one
            for one in lessons
            if one.status == "quarantine"
            or (one.status == "approved" and one.fingerprint != fingerprint)
        ]
        for lesson in due[:_MOST]:
            await self.lesson(lesson)
        if self.examples is not None:
            await self._liked(self.examples, fingerprint)

    async def _liked(self, examples: Examples, fingerprint: str) -> None:
        """Pairs that people liked under another schema serve them again, where they still run."""
        for pair in (await examples.outdated(self.book.graph, fingerprint))[:_MOST]:
            given = (pair.cypher, pair.parameters, (), self.bench.graph, self.bench.schema)
            if not isinstance(await revalidate(*given), str):
                await examples.hold(pair.id, fingerprint)

    async def lesson(self, lesson: Lesson) -> str:
        """Replay one lesson and set its status; one sentence on what came of it.

        People outweigh rules: a mere doubt takes nothing back that they approved.

        Raises:
            GraphError: the graph is away.
            StoreError: the database fails.
        """
        found = await replay(lesson, self.bench)
        current = self.bench.schema.fingerprint
        if found.runs and (lesson.fingerprint, lesson.columns) != (current, found.columns):
            await self.book.hold(lesson.id, current, found.columns)
        if lesson.status == "approved":
            if found.holds or (found.runs and lesson.witness != "replay"):
                return "It still holds." if found.holds else f"{found.doubt} People approved it."
            await self.book.demote(lesson.id, found.doubt)
            return found.doubt
        if found.holds and await self.book.approve(lesson.id, "replay", _HELD):
            return _HELD
        why = found.doubt or "It holds, but somebody disliked its answer."
        await self.book.explain(lesson.id, why)
        return why


@contextmanager
def _failures_logged() -> Iterator[None]:
    """Nobody awaits this in a turn; questions go on with what there is."""
    try:
        yield
    except CiceroneError as error:
        _log.warning("lessons not replayed", why=str(error))
    except Exception as error:
        _log.error("lessons not replayed", exc_info=error)

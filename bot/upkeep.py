"""Lessons and liked pairs are kept true: replayed, and tried again when the schema has changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import structlog

from bot.errors import CiceroneError
from bot.steps.replay import Bench, replay
from bot.steps.revalidate import revalidate
from memory.examples import Examples
from memory.lesson_book import LessonBook
from memory.lessons import Lesson

# Questions come first; then once a day.
_HEAD_START, _AGAIN = 10.0, 24 * 3600.0
# So many statements at a time: a slow graph is spared.
_MOST = 100
_HELD = "It was replayed, and held."
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Upkeep:
    """Looks after what is remembered of one graph; without `examples`, after the lessons alone."""

    book: LessonBook
    examples: Examples | None
    bench: Bench

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
        await asyncio.sleep(_HEAD_START)
        while True:
            try:
                await self.all()
            except CiceroneError as error:
                _log.warning("lessons not replayed", why=str(error))
            except Exception as error:
                # Nobody awaits this in a turn; questions go on with what there is.
                _log.error("lessons not replayed", exc_info=error)
            await asyncio.sleep(_AGAIN)

    async def all(self) -> None:
        """Replay what waits, and try what was learnt of another schema.

        Raises:
            GraphError: the graph is away.
            StoreError: the database fails.
        """
        fingerprint = self.bench.schema.fingerprint
        lessons = await self.book.lessons()
        due = [
            one for one in lessons if one.status == "quarantine" or one.fingerprint != fingerprint
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

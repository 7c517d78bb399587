"""Examples made from the schema, ready when they are: no page and no question waits for all."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import structlog

from bot.ports import Graph
from bot.steps.make_examples import make_examples
from memory.errors import StoreError
from memory.made_examples import MadeExamples
from memory.question_form import QuestionForm
from memory.schema import Schema

_FOUND = 40
# The first question for a model may wait so long for them; a model takes longer for its own part.
_PATIENCE = 5.0
# The first page comes first, unless somebody asks for them.
_HEAD_START = 3.0
_log = structlog.get_logger(__name__)


class FirstDay:
    """Makes the pairs of a graph beside everything else, once for each state of its schema."""

    def __init__(self, made: MadeExamples, graph: Graph, schema: Schema) -> None:
        self._made = made
        self._graph, self._schema = graph, schema
        self._making: asyncio.Task[None] | None = None
        self._waited = False
        self._wanted = asyncio.Event()

    def start(self, *, anew: bool = False) -> None:
        """Make them beside, if they are not there for this schema; `anew` even then."""
        self._making = asyncio.create_task(self._make(anew))

    async def finished(self) -> int:
        """How many there are, once they are made."""
        self._wanted.set()
        if self._making is not None:
            await asyncio.shield(self._making)
        try:
            return await self._made.count()
        except StoreError:
            return 0

    async def nearest(self, form: QuestionForm) -> list[tuple[str, str, str]]:
        """(question, Cypher, shape) nearest in form, best first; none as long as none are made."""
        self._wanted.set()
        if self._making is None or not await self._ready(self._making):
            return []
        try:
            return await self._made.nearest(form, _FOUND)
        except StoreError as error:
            _log.warning("examples not searched", why=str(error))
            return []

    async def close(self) -> None:
        """Stop making them, and let go of the index."""
        if self._making is not None:
            self._making.cancel()
            await asyncio.gather(self._making, return_exceptions=True)
        await self._made.close()

    async def _ready(self, making: asyncio.Task[None]) -> bool:
        if not making.done() and not self._waited:
            self._waited = True
            await asyncio.wait([making], timeout=_PATIENCE)
        return making.done()

    async def _make(self, anew: bool) -> None:
        try:
            if anew or not await self._made.fresh():
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._wanted.wait(), 0 if anew else _HEAD_START)
                await self._made.build(await make_examples(self._graph, self._schema))
        except Exception as error:
            # Nobody awaits this task in a turn; questions go on without examples.
            _log.warning("examples not made", why=str(error))

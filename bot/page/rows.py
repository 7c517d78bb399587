"""All rows of an answer that somebody got, for a file; theirs alone, and fetched anew."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from bot.page.lifespan import opened
from bot.render.row_files import ROW_FILES
from memory.store import Answered


async def rows_as(form: str, answer_id: str, person: str) -> AsyncIterator[bytes] | None:
    """The pieces of a file; None where this person got no such answer.

    The first piece is there when this returns, so a statement that fails can still be told.

    Args:
        form: One of `ROW_FILES`.
        answer_id: The answer.
        person: Who asks for it.

    Raises:
        CiceroneError: the store or the graph fails.
    """
    found = await (await opened.store()).answered(answer_id)
    if found is None or found.user != person or not found.exchange.cypher:
        return None
    rows = _exported(found, person)
    return await _begun(ROW_FILES[form].stream(rows, found.exchange.columns))


async def _exported(
    found: Answered, person: str
) -> AsyncIterator[tuple[tuple[str, ...], tuple[Any, ...]]]:
    """All rows of an answer; what they come from stays open meanwhile."""
    exchange = found.exchange
    async with opened.held_for(found) as cicerone:
        async for item in cicerone.export(exchange.cypher or "", exchange.parameters, person):
            yield item


async def _begun(pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    first = await anext(pieces)

    async def all_pieces() -> AsyncIterator[bytes]:
        yield first
        async for piece in pieces:
            yield piece

    return all_pieces()

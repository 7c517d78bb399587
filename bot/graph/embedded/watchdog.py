"""Ends statements that run past their limit.

The driver's timeout is ignored by the embedded server, so it is held from outside: one second past
the limit a statement is asked to end; some (`reduce` over a huge range) never hear that, and five
seconds past it the server is restarted. Loading, which never runs as the reader, has no limit.
"""

from __future__ import annotations

import asyncio
import http.client
import time
from collections.abc import Awaitable, Callable

from bot.graph.admin import READER, Admin, AdminError, Statement

TERMINATE_AFTER = 1.0
RESTART_AFTER = 5.0
_LONGEST_PAUSE = 5.0
_SHORTEST_PAUSE = 0.25


async def watch(
    admin: Admin, limit: Callable[[], float], restart: Callable[[], Awaitable[None]]
) -> None:
    """Watch the running statements until cancelled.

    It looks no oftener than it has to: what was not running at one look cannot be past its limit
    before that much time has gone by.

    Args:
        admin: the server; its timeout should be a few seconds.
        limit: the present limit of a statement, in seconds.
        restart: ends the server by force; whoever waits for that starts it again.
    """
    answered = time.monotonic()
    database: str | None = None
    while True:
        running: list[Statement] = []
        try:
            database = database or await _any_database(admin)
            if database:
                running = await asyncio.to_thread(admin.statements, database)
            answered = time.monotonic()
            overdue = [s for s in running if s.username == READER]
            if await _end(admin, database, overdue, limit()):
                await restart()
        except AdminError:
            database = None  # it was dropped, or is being replaced
            answered = time.monotonic()
        except (OSError, http.client.HTTPException):
            if time.monotonic() - answered > limit() + RESTART_AFTER:
                await restart()
        await asyncio.sleep(_pause(running, limit()))


async def _any_database(admin: Admin) -> str | None:
    names = await asyncio.to_thread(admin.databases)
    return names[0] if names else None


async def _end(admin: Admin, database: str | None, running: list[Statement], limit: float) -> bool:
    """Ask what is past its limit to end; True if something did not listen."""
    for statement in running:
        if statement.seconds >= limit + RESTART_AFTER:
            return True
        if statement.seconds >= limit + TERMINATE_AFTER and database:
            await asyncio.to_thread(admin.terminate, database, statement)
    return False


def _pause(running: list[Statement], limit: float) -> float:
    """Seconds until something can be past its limit.

    >>> _pause([], 10)
    5.0
    >>> _pause([Statement("q1", "reader", "RETURN 1", 9.5)], 10)
    1.5
    >>> _pause([Statement("q1", "reader", "RETURN 1", 12)], 10)
    0.25
    """
    oldest = max((s.seconds for s in running if s.username == READER), default=0.0)
    until = limit + TERMINATE_AFTER - oldest
    return max(_SHORTEST_PAUSE, min(until, limit / 2, _LONGEST_PAUSE))

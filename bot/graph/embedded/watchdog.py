"""Ends statements that run past their limit.

The driver's timeout is ignored by the embedded server, so it is held from outside: one second past
the limit a statement is asked to end; some (`reduce` over a huge range) never hear that, and five
seconds past it the server is restarted. Loading, which never runs as the reader, has no limit.
"""

from __future__ import annotations

import asyncio
import http.client
import time
from collections.abc import Callable

from bot.graph.admin import READER, Admin, AdminError, Statement

TERMINATE_AFTER = 1.0
RESTART_AFTER = 5.0
_LONGEST_PAUSE = 5.0
_SHORTEST_PAUSE = 0.25


async def watch(admin: Admin, limit: Callable[[], float]) -> None:
    """Watch the running statements; return when only a restart of the server helps.

    It looks no oftener than it has to: what was not running at one look cannot be past its limit
    before that much time has gone by.

    Args:
        admin: the server; its timeout should be a few seconds.
        limit: the present limit of a statement, in seconds.
    """
    answered = time.monotonic()
    database: str | None = None
    while True:
        running: list[Statement] = []
        try:
            database = database or await _any_database(admin)
            if database:
                running = [
                    statement
                    for statement in await asyncio.to_thread(admin.statements, database)
                    if statement.username == READER
                ]
                if any(s.seconds >= limit() + RESTART_AFTER for s in running):
                    return
                await _terminate(admin, database, running, limit())
            answered = time.monotonic()
        except AdminError:
            database = None  # it was dropped, or is being replaced
            answered = time.monotonic()
        except (OSError, http.client.HTTPException):
            if time.monotonic() - answered > limit() + RESTART_AFTER:
                return
        await asyncio.sleep(_pause(running, limit()))


async def _any_database(admin: Admin) -> str | None:
    names = await asyncio.to_thread(admin.databases)
    return names[0] if names else None


async def _terminate(admin: Admin, database: str, running: list[Statement], limit: float) -> None:
    """Ask what is past its limit to end."""
    for statement in running:
        if statement.seconds >= limit + TERMINATE_AFTER:
            await asyncio.to_thread(admin.terminate, database, statement)


def _pause(running: list[Statement], limit: float) -> float:
    """Seconds until something can be past its limit.

    >>> _pause([], 10)
    5.0
    >>> _pause([Statement("q1", "reader", "RETURN 1", 9.5)], 10)
    1.5
    >>> _pause([Statement("q1", "reader", "RETURN 1", 12)], 10)
    0.25
    """
    oldest = max((statement.seconds for statement in running), default=0.0)
    until = limit + TERMINATE_AFTER - oldest
    return max(_SHORTEST_PAUSE, min(until, limit / 2, _LONGEST_PAUSE))

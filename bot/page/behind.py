"""Work that goes on behind a reply that was already given, and is not lost when the app ends."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import structlog

_ENDING_SECONDS = 1.0
_log = structlog.get_logger(__name__)
_under_way: set[asyncio.Task[Any]] = set()


def go_on(work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    """Start work that nobody has to wait for; what it fails at is logged."""
    task = asyncio.create_task(work)
    _under_way.add(task)
    task.add_done_callback(_ended)
    return task


async def finish() -> None:
    """Wait a while for what is under way, then end it."""
    tasks = set(_under_way)
    if not tasks:
        return
    _, late = await asyncio.wait(tasks, timeout=_ENDING_SECONDS)
    for task in late:
        task.cancel()
    await asyncio.gather(*late, return_exceptions=True)


def _ended(task: asyncio.Task[Any]) -> None:
    _under_way.discard(task)
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.error("work behind a reply failed", exc_info=error)

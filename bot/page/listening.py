"""Work for a request ends with it: who has gone waits for nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from starlette.requests import Request

_Made = TypeVar("_Made")


async def while_listening(request: Request, work: Awaitable[_Made]) -> _Made | None:
    """Return what the work gives; None where whoever asked hung up before, which ends it.

    Starlette notices that only once a response has begun.
    """
    working, gone = asyncio.ensure_future(work), asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait((working, gone), return_when=asyncio.FIRST_COMPLETED)
        return working.result() if working.done() else None
    finally:
        for task in (working, gone):
            task.cancel()
        await asyncio.wait((working, gone))


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass

"""What is made for a request that nobody waits for any longer is given up."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.requests import Request

from bot.page.listening import while_listening


class Caller:
    """Sends an empty request, and hangs up when told."""

    def __init__(self) -> None:
        self.hung_up = asyncio.Event()
        self.sent = False

    async def __call__(self) -> dict[str, Any]:
        if not self.sent:
            self.sent = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self.hung_up.wait()
        return {"type": "http.disconnect"}


def asked() -> tuple[Caller, Request]:
    caller = Caller()
    return caller, Request({"type": "http", "headers": []}, caller)


async def test_work_goes_on_for_who_listens() -> None:
    async def work() -> str:
        await asyncio.sleep(0)
        return "rows"

    assert await while_listening(asked()[1], work()) == "rows"


async def test_work_ends_with_its_request() -> None:
    caller, request = asked()
    ended = asyncio.Event()

    async def work() -> str:
        caller.hung_up.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        return "never"

    assert await while_listening(request, work()) is None
    assert ended.is_set()


async def test_what_fails_is_told() -> None:
    async def work() -> str:
        raise ValueError("no rows")

    with pytest.raises(ValueError, match="no rows"):
        await while_listening(asked()[1], work())

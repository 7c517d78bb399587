"""What was replaced is opened anew once, beside turns that go on with what they began with."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from bot.errors import GraphUnreachable
from bot.latest import Latest


class Opened:
    """What stands for a Cicerone."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.stale = False
        self.behind = False
        self.closed = False

    def outdated(self) -> bool:
        return self.stale


class Source:
    """Opens one after the other; slowly or not at all, if told so."""

    def __init__(self) -> None:
        self.opened: list[Opened] = []
        self.tries = 0
        self.fails = False
        self.may_open = asyncio.Event()
        self.may_open.set()

    @asynccontextmanager
    async def __call__(self) -> AsyncIterator[Any]:
        self.tries += 1
        await self.may_open.wait()
        if self.fails:
            raise GraphUnreachable("It is away.")
        one = Opened(len(self.opened))
        self.opened.append(one)
        yield one
        one.closed = True


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_one_is_opened_for_all_who_ask() -> None:
    source = Source()
    latest = Latest(source)
    first: Any = await latest.open()
    assert await latest.open() is first
    first.stale = True
    found: list[Any] = await asyncio.gather(*(latest.open() for _ in range(5)))
    assert [one.number for one in found] == [1] * 5
    await settled()
    assert [one.closed for one in source.opened] == [True, False]
    await latest.close()
    assert source.opened[1].closed


async def test_a_turn_keeps_what_it_began_with() -> None:
    source = Source()
    latest = Latest(source)
    first: Any = await latest.open()
    async with latest.held() as mine:
        first.stale = True
        assert await latest.open() is not mine
        await settled()
        assert not first.closed
    await settled()
    assert first.closed
    await latest.close()


async def test_where_it_takes_long_questions_go_on() -> None:
    source = Source()
    latest = Latest(source, patience=0.01)
    first: Any = await latest.open()
    first.stale = True
    source.may_open.clear()
    assert await latest.open() is first
    assert await latest.open() is first
    source.may_open.set()
    await settled()
    assert source.tries == 2
    assert latest.cicerone is not first
    await latest.close()


async def test_what_is_only_behind_is_opened_anew_too() -> None:
    source = Source()
    latest = Latest(source)
    first: Any = await latest.open()
    first.behind = True
    assert await latest.open() is not first
    await latest.close()


async def opened_for_one_who_leaves(source: Source, latest: Latest) -> None:
    """Somebody asks, and is gone before what is opened for them is open."""
    source.may_open.clear()
    turn = asyncio.create_task(latest.open())
    await settled()
    turn.cancel()
    await asyncio.gather(turn, return_exceptions=True)
    source.may_open.set()
    await settled()


async def test_a_turn_that_is_stopped_does_not_stop_the_opening() -> None:
    source = Source()
    latest = Latest(source)
    first: Any = await latest.open()
    first.stale = True
    await opened_for_one_who_leaves(source, latest)
    assert latest.cicerone is not first
    await latest.close()


async def test_what_cannot_be_opened_is_tried_again_later() -> None:
    source = Source()
    latest = Latest(source, again=0.05)
    first: Any = await latest.open()
    first.stale = source.fails = True
    assert await latest.open() is first
    assert await latest.open() is first
    assert source.tries == 2 and not first.closed
    source.fails = False
    await asyncio.sleep(0.06)
    assert await latest.open() is not first
    await latest.close()


async def test_the_end_closes_what_is_half_open_and_what_is_in_use() -> None:
    source = Source()
    latest = Latest(source, patience=0.01)
    first: Any = await latest.open()
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(latest.held())
        first.stale = True
        second: Any = await latest.open()
        second.stale = True
        source.may_open.clear()
        await latest.open()
        await latest.close()
        assert first.closed and second.closed and len(source.opened) == 2


async def test_the_end_closes_what_was_opened_for_somebody_who_left() -> None:
    source = Source()
    latest = Latest(source)
    await opened_for_one_who_leaves(source, latest)
    await latest.close()
    assert [one.closed for one in source.opened] == [True]

"""Who comes next where many want a few places."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest

from memory.fair_queue import FairQueue, Full


class Crowd:
    """Takes places, and notes who got one in which order."""

    def __init__(self, queue: FairQueue) -> None:
        self.queue = queue
        self.came: list[str] = []
        self.lines: dict[str, list[int]] = {}
        self._ends: dict[str, asyncio.Event] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def comes(self, name: str, lane: str | None = None) -> None:
        """`ada 1` is the first of Ada's."""
        self._ends[name] = asyncio.Event()
        self._tasks[name] = asyncio.create_task(self._stay(name, lane))
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    async def goes(self, name: str) -> None:
        self._ends[name].set()
        await self._tasks[name]
        await asyncio.sleep(0.01)

    async def gives_up(self, name: str) -> None:
        self._tasks[name].cancel()
        await asyncio.gather(self._tasks[name], return_exceptions=True)
        await asyncio.sleep(0.01)

    async def _stay(self, name: str, lane: str | None) -> None:
        async def told(number: int) -> None:
            self.lines.setdefault(name, []).append(number)

        async with self.queue.place(name.split()[0], lane, told):
            self.came.append(name)
            await self._ends[name].wait()


def queue(places: int = 1, each: int = 2, waiting: int = 9, waiting_each: int = 4) -> FairQueue:
    return FairQueue(places, each, waiting=waiting, waiting_each=waiting_each)


async def test_who_had_least_is_next_however_many_another_has_waiting() -> None:
    crowd = Crowd(queue())
    for number in range(4):
        await crowd.comes(f"mallory {number}")
    await crowd.comes("ada 0")
    assert crowd.lines["ada 0"] == [1]
    assert crowd.lines["mallory 3"] == [3]
    await crowd.goes("mallory 0")
    assert crowd.came == ["mallory 0", "ada 0"]
    await crowd.goes("ada 0")
    assert crowd.came[2:] == ["mallory 1"]


async def test_nobody_has_more_than_their_share_while_places_are_free() -> None:
    crowd = Crowd(queue(places=4, each=2))
    for number in range(3):
        await crowd.comes(f"ada {number}")
    await crowd.comes("bo 0")
    assert crowd.came == ["ada 0", "ada 1", "bo 0"]
    await crowd.goes("ada 0")
    assert crowd.came[3:] == ["ada 2"]


async def test_one_lane_has_one_at_a_time() -> None:
    crowd = Crowd(queue(places=4, each=2))
    await crowd.comes("ada 0", "thread")
    await crowd.comes("ada 1", "thread")
    await crowd.comes("ada 2", "other")
    assert crowd.came == ["ada 0", "ada 2"]
    await crowd.goes("ada 0")
    assert crowd.came == ["ada 0", "ada 2", "ada 1"]


async def test_the_line_has_an_end_for_one_and_for_all() -> None:
    crowd = Crowd(full := queue(waiting=5, waiting_each=2))
    for number in range(3):
        await crowd.comes(f"ada {number}")
    with pytest.raises(Full) as own:
        async with full.place("ada"):
            pass
    assert own.value.own
    for name in ("bo 0", "bo 1", "cy 0"):
        await crowd.comes(name)
    with pytest.raises(Full) as all_of_them:
        async with full.place("dee"):
            pass
    assert not all_of_them.value.own
    assert len(full) == 5


async def test_who_gives_up_leaves_the_line_and_the_place() -> None:
    crowd = Crowd(one := queue())
    for name in ("ada 0", "bo 0", "cy 0"):
        await crowd.comes(name)
    await crowd.gives_up("bo 0")
    await crowd.gives_up("ada 0")
    assert crowd.came == ["ada 0", "cy 0"]
    await crowd.goes("cy 0")
    assert not len(one)
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(one.place("dee"))


async def test_a_new_place_in_line_is_told() -> None:
    crowd = Crowd(queue(waiting_each=9))
    for number in range(3):
        await crowd.comes(f"ada {number}")
    assert crowd.lines["ada 2"] == [2]
    await crowd.goes("ada 0")
    async with asyncio.timeout(5):
        while crowd.lines["ada 2"] != [2, 1]:
            await asyncio.sleep(0.05)

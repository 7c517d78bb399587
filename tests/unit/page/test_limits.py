"""What one person may send and ask, without a server."""

from __future__ import annotations

import asyncio

import pytest

from bot.errors import UsageError
from bot.page.limits import Limits
from bot.settings import load_settings


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


async def nobody(number: int) -> None:
    del number


def test_too_many_messages_a_minute_are_told_when_to_go_on() -> None:
    clock = Clock()
    limits = Limits(load_settings(messages_a_minute=3), clock)
    for _ in range(3):
        assert limits.refusal("ada") is None
        clock.now += 10
    told = "That is more than 3 messages in a minute; go on in 30 seconds."
    assert limits.refusal("ada") == told
    assert limits.refusal("bo") is None
    clock.now += 29
    assert limits.refusal("ada") is not None
    clock.now += 1.1
    assert limits.refusal("ada") is None
    assert limits.refusal("ada") is not None


def test_clicks_are_counted_apart_and_more_of_them_are_let_in() -> None:
    limits = Limits(load_settings(messages_a_minute=1), Clock())
    assert [limits.refusal_of_click("ada") for _ in range(4)] == [None] * 4
    assert "4 clicks in a minute" in (limits.refusal_of_click("ada") or "")
    assert limits.refusal("ada") is None


def test_zero_is_any_number() -> None:
    limits = Limits(load_settings(messages_a_minute=0))
    assert all(limits.refusal("ada") is None for _ in range(1000))


async def test_what_waits_without_end_is_refused_in_a_sentence() -> None:
    limits = Limits(load_settings(questions_in_all=1, messages_a_minute=0))

    async def ask(number: int) -> None:
        async with limits.turn("ada", f"thread {number}", nobody):
            await asyncio.sleep(60)

    asking = [asyncio.create_task(ask(number)) for number in range(11)]
    await asyncio.sleep(0.05)
    assert "wait already" in (limits.refusal("ada") or "")
    assert limits.refusal("bo") is None
    with pytest.raises(UsageError, match="ask this one again"):
        async with limits.turn("ada", "another", nobody):
            pass
    for task in asking:
        task.cancel()
    await asyncio.gather(*asking, return_exceptions=True)
    assert limits.refusal("ada") is None


def test_when_it_ends_nothing_is_let_in() -> None:
    limits = Limits(load_settings())
    limits.close()
    assert "being stopped" in (limits.refusal("ada") or "")

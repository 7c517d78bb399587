"""Wrong passwords and ended sign-ins as the store keeps them, on SQLite and on PostgreSQL."""

from __future__ import annotations

import time

import pytest

from memory.ended_sessions import EndedSessions
from memory.sign_in_tries import SignInTries
from memory.store import Store

HERE, THERE = "203.0.113.9", "203.0.113.10"


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def tries(store: Store, clock: Clock) -> SignInTries:
    return SignInTries(store, tries=10, lockout=900, clock=clock)


async def guess(tries: SignInTries, clock: Clock, times: int, name: str = "ada") -> list[float]:
    """Wrong passwords, each tried as soon as it may be; how long each next one has to wait."""
    waits = []
    for _ in range(times):
        await tries.failed(HERE, name)
        waits.append(await tries.wait(HERE, name))
        clock.now += waits[-1]
    return waits


async def test_delays_grow_into_a_lock_out_that_ends(tries: SignInTries, clock: Clock) -> None:
    waits = await guess(tries, clock, 9)
    assert waits == [0, 0, 0, 1, 2, 4, 8, 16, 32]
    await tries.failed(HERE, "ada")
    assert await tries.wait(HERE, "ada") == 900
    clock.now += 899
    assert await tries.wait(HERE, "ada") == 1
    clock.now += 2
    assert await tries.wait(HERE, "ada") == 0
    assert await guess(tries, clock, 1) == [0]


async def test_only_the_name_and_the_address_that_failed_wait(
    tries: SignInTries, clock: Clock
) -> None:
    await guess(tries, clock, 9)
    await tries.failed(HERE, "ada")
    assert await tries.wait(HERE, "ada") > 0
    assert await tries.wait(THERE, "ada") == 0
    assert await tries.wait(HERE, "bo") == 0


async def test_many_names_from_one_address_lock_it_out(tries: SignInTries, clock: Clock) -> None:
    for number in range(30):
        assert await tries.wait(HERE, f"person {number}") == 0
        await tries.failed(HERE, f"person {number}")
    assert await tries.wait(HERE, "ada") == 900
    assert await tries.wait(THERE, "ada") == 0


async def test_the_right_password_forgets_the_wrong_ones(tries: SignInTries, clock: Clock) -> None:
    await guess(tries, clock, 5)
    await tries.succeeded(HERE, "ada")
    assert await guess(tries, clock, 3) == [0, 0, 0]


@pytest.mark.parametrize("who", [HERE, "ada"])
async def test_an_operator_lifts_it(tries: SignInTries, clock: Clock, who: str) -> None:
    await guess(tries, clock, 9)
    await tries.failed(HERE, "ada")
    assert [(one.address, one.name) for one in await tries.locked_out()] == [(HERE, "ada")]
    assert await tries.lift("somebody else") == 0
    assert await tries.lift(who) == 1
    assert await tries.wait(HERE, "ada") == 0
    assert await tries.locked_out() == []


async def test_a_neighbour_in_ones_own_network_is_oneself(tries: SignInTries) -> None:
    for number in range(10):
        await tries.failed(f"2001:db8:1:2::{number}", "ada")
    assert await tries.wait("2001:db8:1:2:ffff::1", "ada") > 0
    assert await tries.wait("2001:db8:1:3::1", "ada") == 0


async def test_an_ended_session_stays_ended_for_everybody(store: Store) -> None:
    here, there = EndedSessions(store), EndedSessions(store)
    assert not await there.has_ended("one", "ada", 0)
    await here.end("one", time.time() + 1000)
    await here.end("one", time.time() + 1000)
    await here.end("past", time.time() - 1)
    assert await there.has_ended("one", "ada", 0)
    assert not await there.has_ended("two", "ada", 0)
    await here.end("two", time.time() + 1000)
    assert not await there.has_ended("past", "ada", 0)

"""Signing in and out on the page: what Chainlit asks, for each way in.

Passwords are guessed at by machines: of each address one is checked at a time, who tried least of
late first, and who was wrong often waits.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

import structlog
from chainlit import User
from fastapi import HTTPException
from starlette.datastructures import Headers

from bot.errors import StoreError
from bot.page.lifespan import opened
from bot.page.proxies import visitor
from bot.render.phrases import time_to_wait
from memory.ended_sessions import new_session
from memory.fair_queue import FairQueue, Full
from memory.people import (
    LocalPerson,
    PasswordFile,
    Passwords,
    ProxyHeader,
    from_header,
    is_loopback,
)
from memory.sign_in_tries import SignInTries, network

_FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip")
# So many may wait for their password to be checked, and so many of these from one address.
_WAITING, _WAITING_EACH = 100, 4
# Where the store cannot count, wrong passwords of an address come no faster than this.
_UNCOUNTED_SECONDS = 2.0
_REMEMBERED = 10_000
_log = structlog.get_logger(__name__)


def by_headers(way: LocalPerson | ProxyHeader) -> Callable[[Headers], Awaitable[User | None]]:
    """Signs in by a request's headers: whom the proxy names, or the person at this machine.

    A request that a proxy passed on comes from elsewhere, even where the proxy is on this machine:
    the local person is not signed in by it.
    """

    async def check(headers: Headers) -> User | None:
        if isinstance(way, ProxyHeader):
            name = from_header(way, headers)
            return _signed_in(name) if name else None
        here = is_loopback(urlsplit(f"//{headers.get('host', '')}").hostname or "")
        if not here or any(name in headers for name in _FORWARDED):
            return None
        return _signed_in(way.identifier, "You")

    return check


class ByPassword:
    """Signs in by the password file."""

    def __init__(self, way: PasswordFile, tries: int, lockout: float) -> None:
        """Lock out for `lockout` seconds after so many `tries`."""
        self._passwords = Passwords(way)
        self._tries, self._lockout = tries, lockout
        # Each takes a core: the other one is for those who are in.
        at_once = max(1, (os.cpu_count() or 1) // 2)
        self._queue = FairQueue(at_once, 1, waiting=_WAITING, waiting_each=_WAITING_EACH)
        self._uncounted: dict[str, float] = {}

    async def __call__(self, name: str, password: str) -> User | None:
        """The person, or None.

        Raises:
            HTTPException: too many wrong passwords, or too many sign-ins at once; it says when to
                try again.
        """
        address, name = visitor.get(), name.strip()
        try:
            async with self._queue.place(network(address)):
                await self._hold_off(address, name)
                person = await self._passwords.check(name, password)
                await self._count(address, name, right=person is not None)
        except Full as full:
            whose = "from here " if full.own else ""
            raise _later(1, f"Too many sign-ins {whose}at once") from None
        return _signed_in(person) if person else None

    async def _hold_off(self, address: str, name: str) -> None:
        wait = self._uncounted.get(network(address), 0.0) - time.monotonic()
        try:
            wait = max(wait, await (await self._book()).wait(address, name))
        except StoreError as error:
            _log.warning("wrong passwords are not known", why=str(error))
        if wait > 0:
            raise _later(wait, "Too many wrong passwords")

    async def _count(self, address: str, name: str, *, right: bool) -> None:
        try:
            book = await self._book()
            await (book.succeeded if right else book.failed)(address, name)
        except StoreError as error:
            _log.warning("a sign-in was not counted", why=str(error))
            if len(self._uncounted) > _REMEMBERED:
                self._uncounted.clear()
            if not right:
                self._uncounted[network(address)] = time.monotonic() + _UNCOUNTED_SECONDS

    async def _book(self) -> SignInTries:
        return SignInTries(await opened.store(), self._tries, self._lockout)


def _signed_in(name: str, shown: str | None = None) -> User:
    return User(identifier=name, display_name=shown, metadata=new_session())


def _later(seconds: float, why: str) -> HTTPException:
    told = f"{why}; try again in {time_to_wait(seconds)}."
    return HTTPException(429, told, headers={"Retry-After": str(math.ceil(seconds))})

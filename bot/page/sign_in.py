"""Signing in on the page: the callbacks Chainlit asks, for each way in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from chainlit import User
from starlette.datastructures import Headers

from memory.people import LocalPerson, PasswordFile, Passwords, ProxyHeader, from_header

_FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip")


def by_headers(way: LocalPerson | ProxyHeader) -> Callable[[Headers], Awaitable[User | None]]:
    """Signs in by a request's headers: whom the proxy names, or the person at this machine.

    A request that a proxy passed on comes from elsewhere, even where the proxy is on this machine:
    the local person is not signed in by it.
    """

    async def check(headers: Headers) -> User | None:
        if isinstance(way, ProxyHeader):
            name = from_header(way, headers)
            return User(identifier=name) if name else None
        if any(name in headers for name in _FORWARDED):
            return None
        return User(identifier=way.identifier, display_name="You")

    return check


def by_password(way: PasswordFile) -> Callable[[str, str], Awaitable[User | None]]:
    """Signs in by the password file."""
    passwords = Passwords(way)

    async def check(name: str, password: str) -> User | None:
        person = await passwords.check(name, password)
        return User(identifier=person) if person else None

    return check

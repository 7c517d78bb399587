"""Why a Neo4j cannot be used, step by step: each step has one cause and one remedy."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import neo4j

from bot.errors import LoginRefused
from bot.graph.client import SCHEMES
from bot.graph.failures import BROKEN, address, meant, one_line, translate
from bot.graph.probe import Finding, Probe, Resolve, is_open, probe, resolve
from memory.text import several

_PORT = 7687
_SECONDS = 10.0
_OLDEST = 5
_AURA = ".databases.neo4j.io"
_RESUME = "Resume the instance in the Aura console, wait a minute, and try again."
_WRITING = frozenset(
    {
        "write",
        "all_graph_privileges",
        "graph_actions",
        "create_element",
        "delete_element",
        "set_property",
        "set_label",
        "remove_label",
        "merge_admin",
        "dbms_actions",
    }
)


@dataclass(frozen=True, slots=True)
class Check:
    """One step: does it work, what was found, and what to do about it."""

    name: str
    ok: bool
    message: str
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class _Target:
    uri: str
    scheme: str
    host: str
    port: int

    @property
    def aura(self) -> bool:
        return self.host.endswith(_AURA)

    @property
    def plain(self) -> str:
        return self.scheme.partition("+")[0]

    @property
    def tls(self) -> str:
        return {"s": "trusted", "ssc": "any"}.get(self.scheme.partition("+")[2], "none")


async def diagnose(
    uri: str,
    username: str,
    password: str,
    database: str | None,
    *,
    resolve: Resolve = resolve,
) -> list[Check]:
    """The checks in order; the list ends with the first that stands in the way of the others.

    Nothing is ever written, and no message holds the password.

    Args:
        uri: the address, such as `neo4j+s://host`.
        username: the user.
        password: the user's password.
        database: the database's name, None for the user's home database.
        resolve: finds the addresses of a host.
    """
    checks: list[Check] = []
    async with aclosing(_checks(uri, username, password, database, resolve)) as steps:
        async for check in steps:
            checks.append(check)
            if not check.ok:
                break
    return checks


async def _checks(
    uri: str, username: str, password: str, database: str | None, resolve: Resolve
) -> AsyncGenerator[Check, None]:
    target = _target(uri)
    if target is None:
        yield Check(
            "address",
            False,
            f"{address(uri)!r} is not an address of Neo4j.",
            f"Set NEO4J_URI to {meant(uri)}.",
        )
        return
    try:
        found = await resolve(target.host, target.port)
    except OSError:
        yield _unknown_host(target)
        return
    yield Check("host", True, f"{target.host} is {found[0]}.")
    place = await _open_address(found, target.port)
    yield _port(target, place)
    if place is None:
        return
    yield await _encryption(target, place)
    async with neo4j.AsyncGraphDatabase.driver(
        uri,
        auth=(username, password),
        connection_timeout=_SECONDS,
        connection_acquisition_timeout=_SECONDS,
        telemetry_disabled=True,
    ) as driver:
        async for check in _inside(driver, target, username, database):
            yield check


def _target(uri: str) -> _Target | None:
    try:
        parts = urlsplit(uri)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if parts.scheme not in SCHEMES or not host:
        return None
    return _Target(uri, parts.scheme, host, port or _PORT)


def _unknown_host(target: _Target) -> Check:
    if target.aura:
        text = f"{target.host} has no address: the Aura instance is paused or deleted."
        return Check("host", False, text, _RESUME)
    return Check(
        "host",
        False,
        f"There is no host named {target.host}.",
        "Correct the host in NEO4J_URI, or check this machine's network.",
    )


async def _open_address(found: list[str], port: int) -> str | None:
    for place in found:
        if await is_open(place, port):
            return place
    return None


def _port(target: _Target, place: str | None) -> Check:
    if place is not None:
        return Check("port", True, f"Port {target.port} is open.")
    if target.aura:
        text = f"{target.host} does not answer: the Aura instance is paused or just starting."
        return Check("port", False, text, _RESUME)
    return Check(
        "port",
        False,
        f"Nothing answers on port {target.port} of {target.host}.",
        f"Start Neo4j there, or correct the port in NEO4J_URI (usually {_PORT}).",
    )


async def _encryption(target: _Target, place: str) -> Check:
    met = await probe(place, target.port, target.host, tls=target.tls)
    if met.finding is Finding.BOLT:
        how = {"none": "not encrypted", "trusted": "encrypted", "any": "encrypted, unverified"}
        return Check("encryption", True, f"The connection is {how[target.tls]}.")
    if met.finding is Finding.NOT_BOLT and target.tls == "none":
        checked = await probe(place, target.port, target.host, tls="trusted")
        return _needs_tls(target, checked)
    return _mismatch(target, met)


def _needs_tls(target: _Target, checked: Probe) -> Check:
    """The plain handshake was not understood: is it because TLS is spoken there?"""
    if checked.finding in (Finding.BOLT, Finding.TOO_OLD):
        wanted = f"{target.plain}+s://"
    elif checked.finding in (Finding.SELF_SIGNED, Finding.OTHER_NAME, Finding.EXPIRED):
        wanted = f"{target.plain}+ssc://"
    else:
        return _mismatch(target, Probe(Finding.NOT_BOLT))
    return Check(
        "encryption",
        False,
        f"The server wants an encrypted connection, and {target.scheme}:// is not.",
        f"Begin NEO4J_URI with {wanted}",
    )


def _mismatch(target: _Target, met: Probe) -> Check:
    unverified = f"{target.plain}+ssc://"
    here = f"{target.host}:{target.port}"
    text, remedy = {
        Finding.NO_TLS: (
            f"The server does not encrypt, and {target.scheme}:// wants it to.",
            f"Begin NEO4J_URI with {target.plain}://",
        ),
        Finding.SELF_SIGNED: (
            "The server's certificate is signed by nobody this machine trusts (self-signed?).",
            f"If this is your server, begin NEO4J_URI with {unverified}",
        ),
        Finding.EXPIRED: (
            "The server's certificate is out of date.",
            "Renew the certificate on the server.",
        ),
        Finding.OTHER_NAME: (
            f"The server's certificate is not for {target.host}.",
            "Use the name that the certificate bears in NEO4J_URI.",
        ),
        Finding.HTTP: (
            f"{here} is Neo4j's browser (HTTP), not its database port.",
            f"Use the Bolt port in NEO4J_URI, usually {_PORT}.",
        ),
        Finding.TOO_OLD: (
            f"The server is too old (Neo4j {met.bolt}); version {_OLDEST} or newer is needed.",
            "Upgrade Neo4j.",
        ),
    }.get(
        met.finding,
        (
            f"What answers at {here} is not Neo4j.",
            f"Correct host and port in NEO4J_URI; Bolt's port is usually {_PORT}.",
        ),
    )
    return Check("version" if met.finding is Finding.TOO_OLD else "encryption", False, text, remedy)


async def _inside(
    driver: neo4j.AsyncDriver, target: _Target, username: str, database: str | None
) -> AsyncIterator[Check]:
    """The checks that need a login."""
    try:
        agent = (await driver.get_server_info()).agent
    except BROKEN as error:
        yield _refused(error, target)
        return
    yield Check("login", True, f"User {username} is signed in.")
    yield _version(agent)
    try:
        nodes = (await _rows(driver, database, "MATCH (n) RETURN count(n)"))[0][0]
        joins = (await _rows(driver, database, "MATCH ()-[r]->() RETURN count(r)"))[0][0]
    except BROKEN as error:
        yield await _no_database(driver, database, error)
        return
    yield Check("database", True, f"Database {database or 'of this user'} is there.")
    yield await _rights(driver, username)
    yield await _limits(driver)
    yield _data(nodes, joins)


def _refused(error: Exception, target: _Target) -> Check:
    known = translate(error, uri=target.uri, database=None, seconds=_SECONDS, connected=False)
    if isinstance(known, LoginRefused):
        return Check("login", False, str(known), known.remedy)
    if target.plain == "neo4j":
        return Check(
            "routing",
            False,
            "The server answers, but the address it names for the database cannot be reached.",
            f"Begin NEO4J_URI with {target.scheme.replace('neo4j', 'bolt', 1)}://",
        )
    return Check("login", False, str(known), known.remedy)


def _version(agent: str) -> Check:
    major = re.search(r"/(\d+)", agent)
    if major and int(major[1]) < _OLDEST:
        return Check(
            "version",
            False,
            f"The server is {agent}; Neo4j {_OLDEST} or newer is needed.",
            "Upgrade Neo4j.",
        )
    return Check("version", True, agent)


async def _no_database(driver: neo4j.AsyncDriver, database: str | None, error: Exception) -> Check:
    known = translate(error, uri="", database=database, seconds=_SECONDS, connected=True)
    if not getattr(error, "code", "").endswith(("DatabaseNotFound", "Forbidden")):
        return Check("database", False, str(known), known.remedy or "Look into the server's log.")
    try:
        rows = await _rows(driver, "system", "SHOW DATABASES YIELD name RETURN name")
        names = sorted({str(row[0]) for row in rows} - {"system"})
    except BROKEN:
        names = []
    there = f" It has: {', '.join(names)}." if names else ""
    remedy = f"Set NEO4J_DATABASE to {' or '.join(names)}." if names else "Correct NEO4J_DATABASE."
    return Check(
        "database", False, f"There is no database {database!r} for this user.{there}", remedy
    )


async def _rights(driver: neo4j.AsyncDriver, username: str) -> Check:
    """Whether the user could write, told by the server's own list of rights."""
    edition = await _edition(driver)
    if edition == "community":
        return Check(
            "rights",
            True,
            f"User {username} can write, as everyone can in the Community edition; Cicerone "
            "itself only reads.",
            "Only Neo4j Enterprise and Aura have users who cannot write. In Community set "
            "server.databases.default_to_read_only=true, or rely on the checks here.",
        )
    try:
        rows = await _rows(
            driver,
            "system",
            "SHOW USER PRIVILEGES YIELD access, action RETURN DISTINCT access, action",
        )
    except BROKEN as error:
        text = getattr(error, "message", None) or str(error)
        return Check("rights", True, f"The user's rights cannot be read: {one_line(text)}")
    granted = {str(action).lower() for access, action in rows if access == "GRANTED"}
    writing = sorted(granted & _WRITING)
    if writing:
        return Check(
            "rights",
            True,
            f"User {username} can write ({', '.join(writing[:3])}); Cicerone itself only reads.",
            "Make one who can only read: CREATE USER cicerone SET PASSWORD '…' CHANGE NOT "
            "REQUIRED, then GRANT ROLE reader TO cicerone; set NEO4J_USERNAME to it.",
        )
    return Check("rights", True, f"User {username} can only read.")


async def _limits(driver: neo4j.AsyncDriver) -> Check:
    """Return what the server's own settings bound a statement by, whoever sent it."""
    advice = (
        "Set them in neo4j.conf: db.transaction.timeout=60s, db.memory.transaction.max=256m, "
        "dbms.memory.transaction.total.max=70% of the heap."
    )
    try:
        rows = await _rows(
            driver, "system", "SHOW SETTINGS YIELD name, value WHERE name IN " + str(list(_BOUNDS))
        )
    except BROKEN as error:
        text = getattr(error, "message", None) or str(error)
        names = ", ".join(_BOUNDS)
        return Check(
            "limits",
            True,
            f"Whether the server bounds a statement for good ({names}) could not be read: "
            f"{one_line(text)}",
            advice,
        )
    found = {str(name): str(value) for name, value in rows}
    bounds = [f"{name}={found[name]}" for name in _BOUNDS if not _is_unset(found.get(name))]
    missing = [name for name in _BOUNDS if name in found and _is_unset(found[name])]
    told = f"The server bounds a statement by {', '.join(bounds)}" if bounds else ""
    open_ = (
        f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} not set" if missing else ""
    )
    message = "; ".join(part for part in (told, open_) if part) or "The server names no bounds"
    return Check("limits", True, message + ".", advice if missing else "")


# What bounds a statement's time and memory in the server itself.
_BOUNDS = (
    "db.transaction.timeout",
    "db.memory.transaction.max",
    "db.memory.transaction.total.max",
    "dbms.memory.transaction.total.max",
)


def _is_unset(value: str | None) -> bool:
    """Return whether a setting bounds nothing.

    >>> [_is_unset(value) for value in (None, "", "0s", "0B", "60s", "358.40MiB")]
    [True, True, True, True, False, False]
    """
    return value is None or not any(digit in value for digit in "123456789")


async def _edition(driver: neo4j.AsyncDriver) -> str:
    try:
        rows = await _rows(
            driver, None, "CALL dbms.components() YIELD name, edition RETURN name, edition"
        )
    except BROKEN:
        return ""
    return next((str(edition).lower() for name, edition in rows if "Kernel" in str(name)), "")


def _data(nodes: int, joins: int) -> Check:
    if not nodes:
        return Check(
            "data", False, "The database is empty.", "Load data, or set NEO4J_DATABASE to another."
        )
    return Check("data", True, f"{several(nodes, 'node')} and {several(joins, 'relationship')}.")


async def _rows(driver: neo4j.AsyncDriver, database: str | None, cypher: str) -> list[list[Any]]:
    async with driver.session(database=database, default_access_mode="READ") as session:
        result = await session.run(neo4j.Query(cypher, timeout=_SECONDS))
        return [record.values() async for record in result]

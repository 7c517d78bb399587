"""Each way in which a connection fails, made by small servers on this machine."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.graph.diagnose import Check, diagnose
from tests.certificates import self_signed

BOLT_5 = bytes([0, 0, 4, 5])
BOLT_4 = bytes([0, 0, 4, 4])


@asynccontextmanager
async def server(answer: bytes, context: ssl.SSLContext | None = None) -> AsyncIterator[int]:
    """A server that answers the first bytes of each connection and closes it."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if await reader.read(20):
            writer.write(answer)
            await writer.drain()
        writer.close()

    listening = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    async with listening:
        yield listening.sockets[0].getsockname()[1]


async def failing(
    uri: str, resolve: Callable[[str, int], Awaitable[list[str]]] | None = None
) -> Check:
    """The check that fails; those before it are fine, and it has one remedy."""
    options = {"resolve": resolve} if resolve else {}
    checks = await diagnose(uri, "neo4j", "hunter2", None, **options)
    assert all(check.ok for check in checks[:-1]) and not checks[-1].ok
    assert checks[-1].remedy and "hunter2" not in repr(checks)
    return checks[-1]


async def here(host: str, port: int) -> list[str]:
    return ["127.0.0.1"]


async def nowhere(host: str, port: int) -> list[str]:
    raise OSError("no such host")


@pytest.mark.parametrize("uri", ["", "host:7687", "http://host:7474", "bolt://", "bolt://h:x"])
async def test_no_address(uri: str) -> None:
    check = await failing(uri)
    assert check.name == "address" and "NEO4J_URI" in check.remedy
    assert repr(uri) in check.message


async def test_unknown_host() -> None:
    check = await failing("neo4j://no-such-host.invalid")
    assert check.name == "host" and "no-such-host.invalid" in check.message


async def test_paused_aura_instance_that_has_no_address() -> None:
    check = await failing("neo4j+s://0a1b2c3d.databases.neo4j.io", nowhere)
    assert check.name == "host" and "paused" in check.message and "Resume" in check.remedy


async def test_paused_aura_instance_that_refuses() -> None:
    check = await failing("neo4j+s://0a1b2c3d.databases.neo4j.io:9", here)
    assert check.name == "port" and "paused" in check.message and "Resume" in check.remedy


async def test_closed_port() -> None:
    check = await failing("bolt://127.0.0.1:9")
    assert check.name == "port" and "Start Neo4j" in check.remedy


async def test_the_browsers_port() -> None:
    async with server(b"HTTP/1.1 400 Bad Request\r\n\r\n") as port:
        check = await failing(f"bolt://127.0.0.1:{port}")
    assert "HTTP" in check.message and "7687" in check.remedy


async def test_something_else() -> None:
    async with server(b"SSH-2.0-OpenSSH\r\n") as port:
        check = await failing(f"bolt://127.0.0.1:{port}")
    assert "is not Neo4j" in check.message


async def test_too_old() -> None:
    async with server(BOLT_4) as port:
        check = await failing(f"bolt://127.0.0.1:{port}")
    assert check.name == "version" and "Neo4j 4" in check.message and "Upgrade" in check.remedy


@pytest.mark.parametrize("scheme", ["bolt", "neo4j"])
async def test_plain_address_of_an_encrypted_server(tmp_path: Path, scheme: str) -> None:
    async with server(BOLT_5, self_signed(tmp_path)) as port:
        check = await failing(f"{scheme}://127.0.0.1:{port}")
    assert check.name == "encryption" and check.remedy.endswith(f"{scheme}+ssc://")


@pytest.mark.parametrize("scheme", ["bolt+s", "neo4j+ssc"])
async def test_encrypted_address_of_a_plain_server(scheme: str) -> None:
    async with server(BOLT_5) as port:
        check = await failing(f"{scheme}://127.0.0.1:{port}")
    assert check.name == "encryption"
    assert check.remedy.endswith(f"{scheme.partition('+')[0]}://")


async def test_self_signed_certificate(tmp_path: Path) -> None:
    async with server(BOLT_5, self_signed(tmp_path)) as port:
        check = await failing(f"neo4j+s://127.0.0.1:{port}")
        assert "self-signed" in check.message and check.remedy.endswith("neo4j+ssc://")
        unchecked = await diagnose(f"neo4j+ssc://127.0.0.1:{port}", "neo4j", "x", None)
    assert unchecked[2] == Check("encryption", True, "The connection is encrypted, unverified.")

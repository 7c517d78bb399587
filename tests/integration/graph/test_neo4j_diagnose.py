"""The diagnosis of real servers, encrypted ones too."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest_asyncio

from bot.graph.diagnose import diagnose
from tests.certificates import self_signed
from tests.graph_database import GraphDatabase

GRAPH = {
    "nodes": [{"id": n, "labels": ["A"], "props": {"n": n}} for n in range(2)],
    "rels": [{"start": 0, "type": "TO", "end": 1, "props": {}}],
}


@pytest_asyncio.fixture(scope="module", autouse=True)
async def loaded(database: GraphDatabase) -> None:
    await database.load(GRAPH)


@asynccontextmanager
async def encrypted(uri: str, context: ssl.SSLContext) -> AsyncIterator[int]:
    """A port that speaks TLS and passes everything on to the server."""
    host, _, port = uri.rpartition("/")[2].partition(":")

    async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
        writer.close()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(host, int(port))
        await asyncio.gather(copy(reader, back), copy(there, writer), return_exceptions=True)

    listening = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    async with listening:
        yield listening.sockets[0].getsockname()[1]
        # A driver that was closed leaves its sockets to the server to close.
        listening.close()


async def test_all_is_well(database: GraphDatabase) -> None:
    checks = await diagnose(database.uri, database.username, database.password, database.database)
    assert [check.name for check in checks] == [
        "host",
        "port",
        "encryption",
        "login",
        "version",
        "database",
        "rights",
        "limits",
        "data",
    ]
    assert all(check.ok for check in checks)
    assert checks[-1].message == "2 nodes and 1 relationship."
    assert database.password not in repr(checks)


async def test_routing_addresses_work_too(database: GraphDatabase) -> None:
    if database.embedded:
        return
    uri = database.uri.replace("bolt://", "neo4j://")
    checks = await diagnose(uri, database.username, database.password, None)
    assert all(check.ok for check in checks) and checks[-1].name == "data"


async def test_a_user_who_can_write(database: GraphDatabase) -> None:
    checks = await diagnose(database.uri, database.username, database.password, database.database)
    limits = next(check for check in checks if check.name == "limits")
    assert "db.transaction.timeout, db.memory.transaction.max" in limits.message
    assert ("could not be read" if database.embedded else "not set") in limits.message
    assert "db.transaction.timeout=60s" in limits.remedy
    rights = next(check for check in checks if check.name == "rights")
    if not database.embedded:
        assert "can write" in rights.message and "Community" in rights.message
        assert rights.remedy


async def test_wrong_password(database: GraphDatabase) -> None:
    checks = await diagnose(database.uri, database.username, "wrong-one", database.database)
    assert checks[-1].name == "login" and not checks[-1].ok
    assert "NEO4J_PASSWORD" in checks[-1].remedy and "wrong-one" not in repr(checks)


async def test_wrong_database(database: GraphDatabase) -> None:
    checks = await diagnose(database.uri, database.username, database.password, "nosuch")
    assert checks[-1].name == "database" and not checks[-1].ok
    assert "nosuch" in checks[-1].message and database.database in checks[-1].remedy


async def test_encrypted(database: GraphDatabase, tmp_path: Path) -> None:
    async with encrypted(database.uri, self_signed(tmp_path)) as port:
        login = (database.username, database.password, database.database)
        plain = await diagnose(f"bolt://127.0.0.1:{port}", *login)
        assert plain[-1].name == "encryption" and "bolt+ssc://" in plain[-1].remedy
        strict = await diagnose(f"bolt+s://127.0.0.1:{port}", *login)
        assert "self-signed" in strict[-1].message and "bolt+ssc://" in strict[-1].remedy
        right = await diagnose(f"bolt+ssc://127.0.0.1:{port}", *login)
        assert all(check.ok for check in right) and right[-1].name == "data"


async def test_an_empty_database(database: GraphDatabase) -> None:
    await database.wipe()
    checks = await diagnose(database.uri, database.username, database.password, database.database)
    assert checks[-1].name == "data" and not checks[-1].ok and "empty" in checks[-1].message

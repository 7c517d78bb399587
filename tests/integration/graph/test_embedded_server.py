"""The embedded database with real processes: shared, killed, restarted, held to its limits."""

from __future__ import annotations

import asyncio
import dataclasses
import os
import signal
import socket
import stat
import time
from collections.abc import AsyncIterator
from pathlib import Path

import neo4j
import psutil
import pytest
import pytest_asyncio
from neo4j.exceptions import ClientError, Neo4jError

from bot.errors import GraphUnreachable
from bot.graph.embedded.folder import Folder
from bot.graph.embedded.java import Java, PortTaken
from bot.graph.embedded.supervisor import new_state
from bot.graph.graph_json import from_json
from bot.graph.server import EmbeddedServer
from tests.embedded import embedded_server, ended, processes, rows, state, until, user_process

SMALL = from_json(
    {
        "nodes": [{"id": i, "labels": ["Thing"], "props": {"number": i}} for i in range(10)],
        "rels": [{"start": 1, "type": "NEXT_TO", "end": 2, "props": {}}],
    }
)
KEY = "not-for-the-database"
COUNT = "MATCH (n) RETURN count(n)"
ENDLESS = "UNWIND range(1, 1000000) AS a UNWIND range(1, 1000000) AS b RETURN count(*)"
DEAF = (
    "RETURN reduce(s = 0, x IN range(1, 900000) | s + reduce(t = 0, y IN range(1, 900000) | t + y))"
)


@pytest_asyncio.fixture(scope="module")
async def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A path that is long and has spaces: too long for a Unix socket."""
    return tmp_path_factory.mktemp("home") / "the home of a person" / ("long" * 30)


@pytest_asyncio.fixture(scope="module")
async def server(home: Path) -> AsyncIterator[EmbeddedServer]:
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("OPENAI_API_KEY", KEY)
        async with embedded_server(home, statement_seconds=1, memory_mb=256) as server:
            await server.load(SMALL, "small")
            yield server


async def test_a_second_user_joins_the_same_process(server: EmbeddedServer) -> None:
    async with EmbeddedServer(server.home, memory_mb=256, statement_seconds=1) as other:
        assert other.endpoint == server.endpoint
    assert await rows(server.endpoint, "small", COUNT) == [(10,)]


async def test_listens_on_loopback_only(server: EmbeddedServer) -> None:
    database = psutil.Process(state(server).database[0])
    listening = [c.laddr for c in database.net_connections() if c.status == psutil.CONN_LISTEN]
    assert {a.port for a in listening} == {state(server).bolt_port, state(server).http_port}
    assert {a.ip.removeprefix("::ffff:") for a in listening} == {"127.0.0.1"}


async def test_secrets_stay_secret(server: EmbeddedServer) -> None:
    secrets = [server.endpoint.password, server.endpoint.root_password, state(server).token, KEY]
    found = processes(server.home)
    assert len(found) == 2
    for process in found:
        seen = " ".join(process.cmdline()) + " ".join(process.environ().values())
        assert not any(secret in seen for secret in secrets)
    folder = Folder(server.home)
    assert stat.S_IMODE(folder.state_file.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.root.stat().st_mode) == 0o700
    assert not (folder.config / "root-password").exists()


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE (:Thing)",
        "MATCH (n:Thing) SET n.number = 0",
        "MATCH (n:Thing) DETACH DELETE n",
        "MERGE (:Thing {number: 77})",
        "CREATE INDEX FOR (n:Thing) ON (n.number)",
        "EXPLAIN CREATE INDEX FOR (n:Thing) ON (n.number)",
        "CREATE CONSTRAINT FOR (n:Thing) REQUIRE n.number IS UNIQUE",
        "CREATE USER intruder SET PASSWORD 'intruder1234'",
        "SHOW USERS",
        "LOAD CSV FROM 'file:///etc/hostname' AS line RETURN line",
        "LOAD CSV FROM 'http://127.0.0.1:9/' AS line RETURN line",
    ],
)
async def test_reader_is_refused(server: EmbeddedServer, statement: str) -> None:
    with pytest.raises(ClientError) as refused:
        await rows(server.endpoint, "small", statement)
    assert refused.value.code == "Neo.ClientError.Security.Forbidden"
    assert await rows(server.endpoint, "small", "MATCH (n) RETURN sum(n.number)") == [(45,)]


async def test_root_cannot_read_csv_either(server: EmbeddedServer) -> None:
    login = ("root", server.endpoint.root_password)
    async with neo4j.AsyncGraphDatabase.driver(server.endpoint.bolt_uri, auth=login) as driver:
        for source in ("file:///etc/hostname", "http://127.0.0.1:9/"):
            with pytest.raises(ClientError, match="disabled"):
                await driver.execute_query(
                    "LOAD CSV FROM $source AS line RETURN line", source=source, database_="small"
                )


async def test_wrong_password_is_refused(server: EmbeddedServer) -> None:
    login = ("reader", "guess")
    async with neo4j.AsyncGraphDatabase.driver(server.endpoint.bolt_uri, auth=login) as driver:
        with pytest.raises(neo4j.exceptions.AuthError):
            await driver.verify_connectivity()


async def test_strangers_on_the_supervisors_port_get_nothing(server: EmbeddedServer) -> None:
    for greeting in (b"\n", b"{}\n", b'{"token": "guess", "statement_seconds": 1}\n', b"GET /\r\n"):
        reader, writer = await asyncio.open_connection("127.0.0.1", state(server).port)
        writer.write(greeting)
        assert await reader.read() == b""
        writer.close()
    assert await rows(server.endpoint, "small", COUNT) == [(10,)]


async def test_watchdog_ends_a_statement_past_its_limit(server: EmbeddedServer) -> None:
    before = state(server).database
    started = time.monotonic()
    with pytest.raises(Neo4jError, match="terminated"):
        await rows(server.endpoint, "small", ENDLESS)
    assert 1 < time.monotonic() - started < 2 * (1 + 5)
    assert state(server).database == before
    assert await rows(server.endpoint, "small", COUNT) == [(10,)]


async def test_watchdog_restarts_what_does_not_listen(server: EmbeddedServer) -> None:
    before, endpoint = state(server).database, server.endpoint
    started = time.monotonic()
    with pytest.raises((Neo4jError, neo4j.exceptions.DriverError)):
        await asyncio.gather(*(rows(server.endpoint, "small", DEAF) for _ in range(4)))
    assert time.monotonic() - started < 2 * (1 + 8)
    assert await server.ready() == endpoint
    assert await rows(server.endpoint, "small", COUNT) == [(10,)]
    assert state(server).database != before


async def test_killed_database_comes_back(server: EmbeddedServer) -> None:
    endpoint = server.endpoint
    os.kill(state(server).database[0], signal.SIGKILL)
    assert await server.ready() == endpoint
    assert await rows(server.endpoint, "small", COUNT) == [(10,)]
    with pytest.raises(ClientError):
        await rows(server.endpoint, "small", "CREATE (:Thing)")


async def test_driver_of_a_user_survives_a_killed_supervisor(server: EmbeddedServer) -> None:
    before, endpoint = state(server), server.endpoint
    login = (endpoint.username, endpoint.password)
    async with neo4j.AsyncGraphDatabase.driver(endpoint.bolt_uri, auth=login) as driver:
        await driver.execute_query(COUNT, database_="small")
        os.kill(before.supervisor[0], signal.SIGKILL)
        await until(lambda: not psutil.pid_exists(before.database[0]))
        await until(lambda: state(server).supervisor != before.supervisor)
        assert await server.ready() == endpoint
        records, _, _ = await driver.execute_query(COUNT, database_="small")
    assert records[0][0] == 10


async def test_killed_user_leaves_the_others_alone(server: EmbeddedServer) -> None:
    async with user_process(server.home) as user:
        user.send_signal(signal.SIGKILL)
        await user.wait()
    await asyncio.sleep(0.5)
    assert await rows(server.endpoint, "small", COUNT) == [(10,)]


async def test_ends_after_its_last_user_was_killed(tmp_path: Path) -> None:
    async with user_process(tmp_path) as user:
        assert len(processes(tmp_path)) >= 2
        user.send_signal(signal.SIGKILL)
        await user.wait()
    await until(lambda: not processes(tmp_path))
    assert not Folder(tmp_path).state_file.exists()


async def test_next_start_cleans_up_after_everything_was_killed(tmp_path: Path) -> None:
    async with user_process(tmp_path) as user:
        async with embedded_server(tmp_path, memory_mb=256) as server:
            await server.load(SMALL, "small")
        for process in processes(tmp_path):
            process.kill()
        user.kill()
        await user.wait()
    assert Folder(tmp_path).state_file.exists()
    async with embedded_server(tmp_path, memory_mb=256) as server:
        assert await rows(server.endpoint, "small", COUNT) == [(10,)]


async def test_an_orphaned_database_is_ended_by_the_next_start(tmp_path: Path) -> None:
    async with user_process(tmp_path) as user:
        before = state(tmp_path)
        guards = [p for p in psutil.Process(before.supervisor[0]).children() if p.name() == "sh"]
        for pid in (user.pid, before.supervisor[0], *(guard.pid for guard in guards)):
            os.kill(pid, signal.SIGKILL)
        await user.wait()
        # Whatever the guard would have done, the state names the database.
    async with embedded_server(tmp_path, memory_mb=256) as server:
        assert state(server).database[0] != before.database[0]
        assert not psutil.pid_exists(before.database[0])


async def test_a_stale_file_does_not_kill_a_stranger(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    async with embedded_server(tmp_path, memory_mb=256) as server:
        text = folder.state_file.read_text()
        mine = [os.getpid(), 1.0]
        stale = text.replace(str(list(state(server).database)), str(mine))
        assert stale != text
    folder.state_file.write_text(stale)
    async with embedded_server(tmp_path, memory_mb=256) as server:
        assert await server.graphs() == []


@pytest.mark.parametrize("content", ["", "{", "[]", '{"port": 1}', '{"port": "x", "token": 3}'])
async def test_a_damaged_file_is_no_obstacle(tmp_path: Path, content: str) -> None:
    folder = Folder(tmp_path)
    folder.create()
    folder.state_file.write_text(content)
    assert folder.read_state() is None


async def test_those_that_start_at_once_share_one_server(tmp_path: Path) -> None:
    enough = asyncio.Barrier(5)

    async def command() -> object:
        async with user_process(tmp_path):
            await enough.wait()
            return state(tmp_path).database

    async def here() -> object:
        async with EmbeddedServer(tmp_path, memory_mb=256, statement_seconds=1):
            await enough.wait()
            return state(tmp_path).database

    assert len(set(await asyncio.gather(command(), command(), here(), here(), here()))) == 1
    await ended(tmp_path)


async def test_one_after_the_other_without_a_pause(tmp_path: Path) -> None:
    passwords = set()
    for _ in range(3):
        async with EmbeddedServer(tmp_path, memory_mb=256, statement_seconds=1) as server:
            passwords.add(server.endpoint.password)
            await server.load(SMALL, "small")
            assert await rows(server.endpoint, "small", COUNT) == [(10,)]
    assert len(passwords) == 3
    await ended(tmp_path)


@pytest.mark.parametrize("port", ["bolt_port", "http_port"])
async def test_a_port_that_was_taken_is_noticed(tmp_path: Path, port: str) -> None:
    folder = Folder(tmp_path)
    folder.create()
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        free = new_state(None, 0)
        taken = dataclasses.replace(free, **{port: other.getsockname()[1]})
        database = Java(folder, taken, 256)
        with pytest.raises(PortTaken):
            await database.start(lambda: None)
        database.move(free)
        await database.start(lambda: None)
        await database.stop()


async def test_unusable_home_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(GraphUnreachable, match="cannot be used: File exists") as failure:
        async with EmbeddedServer(tmp_path / "file", memory_mb=256, statement_seconds=1):
            pass
    assert "CICERONE_HOME" in failure.value.remedy


async def test_too_little_memory_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(GraphUnreachable, match="not enough memory") as failure:
        async with EmbeddedServer(tmp_path, memory_mb=900_000_000, statement_seconds=1):
            pass
    assert "CICERONE_EMBEDDED_MEMORY_MB" in failure.value.remedy
    await until(lambda: not processes(tmp_path))

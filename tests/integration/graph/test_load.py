"""Loading into the embedded database: whole or not at all, by name, and by files."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import neo4j
import pytest
import pytest_asyncio

from bot.errors import ConnectionLost, GraphError, LoadError, UsageError
from bot.graph.admin import Admin
from bot.graph.embedded.folder import Folder
from bot.graph.graph_json import from_json
from bot.graph.load import graph_name
from bot.graph.server import EmbeddedServer, GraphInfo
from tests.embedded import embedded_server, processes, rows, state, until, user_process

COUNT = "MATCH (n) RETURN count(n)"


def things(count: int, label: str = "Thing") -> dict[str, Any]:
    nodes = [{"id": i, "labels": [label], "props": {"number": i}} for i in range(count)]
    rels = [{"start": i, "type": "NEXT", "end": i - 1, "props": {}} for i in range(1, count)]
    return {"nodes": nodes, "rels": rels}


@pytest_asyncio.fixture(scope="module")
async def server() -> AsyncIterator[EmbeddedServer]:
    async with embedded_server(memory_mb=256) as server:
        yield server


def traces(server: EmbeddedServer) -> list[str]:
    """What a load must not leave behind: half graphs and accounts."""
    folder = Folder(server.home)
    half = [path.name for path in folder.databases.glob(".[no]*") if path.is_dir()]
    users = (folder.config / "server-users.jsonl").read_text().splitlines()
    return half + [name for user in users if (name := json.loads(user)["name"]).startswith("load")]


async def test_everything_is_stored_and_nothing_else(server: EmbeddedServer) -> None:
    graph = {
        "nodes": [
            {"id": 1, "labels": ["Person", "Actor"], "props": {"name": "Ann", "age": None}},
            {"id": "b", "labels": ["Film `odd`"], "props": {"my title": "M", "tags": ["x", "y"]}},
            {"id": 3, "labels": ["Film `odd`"], "props": {"out": {"$date": "1931-05-11"}}},
        ],
        "rels": [
            {"start": 1, "type": "ACTED IN", "end": "b", "props": {"role": "Ann"}},
            {"start": 1, "type": "ACTED IN", "end": 3},
            {"start": 1, "type": "ACTED IN", "end": 3},
            {"start": 3, "type": "SEQUEL_OF", "end": 3},
        ],
    }
    seen: list[tuple[int, int]] = []
    info = await server.load(from_json(graph), "odd", progress=lambda *at: seen.append(at))
    assert info == GraphInfo("odd", 3, 4)
    assert seen == sorted(seen)
    assert seen[-1] == (7, 7)
    found = await rows(server.endpoint, "odd", "MATCH (n) RETURN labels(n), properties(n)")
    assert sorted((sorted(labels), sorted(properties)) for labels, properties in found) == [
        (["Actor", "Person"], ["name"]),
        (["Film `odd`"], ["my title", "tags"]),
        (["Film `odd`"], ["out"]),
    ]
    found = await rows(
        server.endpoint,
        "odd",
        "MATCH (a)-[r]->(b) RETURN type(r), r.role, a.name, b.`my title`, b.out.year",
    )
    assert sorted(found, key=str) == [
        ("ACTED IN", "Ann", "Ann", "M", None),
        ("ACTED IN", None, "Ann", None, 1931),
        ("ACTED IN", None, "Ann", None, 1931),
        ("SEQUEL_OF", None, None, None, 1931),
    ]


async def test_graphs_have_names(server: EmbeddedServer) -> None:
    for name, count in (("one", 1), ("two.b-c_d", 2)):
        await server.load(from_json(things(count)), name)
    infos = {info.name: info for info in await server.graphs()}
    assert infos["two.b-c_d"] == GraphInfo("two.b-c_d", 2, 1)
    assert await rows(server.endpoint, "one", COUNT) == [(1,)]
    await server.drop("one")
    await server.drop("one")
    assert "one" not in {info.name for info in await server.graphs()}
    with pytest.raises(neo4j.exceptions.ClientError, match="does not exist"):
        await rows(server.endpoint, "one", COUNT)
    for name in ("", "../one", "a b", ".new.x", "x" * 64, "ä"):
        with pytest.raises(UsageError, match="cannot be the name"):
            await server.load(from_json(things(1)), name)


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("a/b/Films.json", "Films"),
        ("films.json.gz", "films"),
        ("my films (2).cypher", "my-films-2"),
        ("été.cql", "t"),
        (".json", "graph"),
        ("plain", "plain"),
    ],
)
def test_files_give_names(path: str, name: str) -> None:
    assert graph_name(Path(path)) == name


async def test_a_graph_is_replaced_under_its_readers(server: EmbeddedServer) -> None:
    await server.load(from_json(things(3)), "replaced")
    login = (server.endpoint.username, server.endpoint.password)
    async with neo4j.AsyncGraphDatabase.driver(server.endpoint.bolt_uri, auth=login) as driver:
        for label, count in (("Old", 3), ("New", 5), ("Newer", 2)):
            await server.load(from_json(things(count, label)), "replaced")
            async with driver.session(database="replaced") as session:
                result = await session.run("MATCH (n) RETURN labels(n), count(*)")
                assert [record.values() async for record in result] == [[[label], count]]
    assert traces(server) == []


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.json", '{"nodes": [', "a.json, line 1: "),
        ("a.json", '{"nodes": [{"id": 1, "labels": ["A"]},\n{"id": 2}]}', "line 2: node 2 has no"),
        (
            "a.json",
            json.dumps(things(2, "NEXT")),
            "'NEXT' is both a label and a relationship type",
        ),
        ("a.json", json.dumps(things(2, "a~b")), "cannot store the name 'a~b'"),
        ("a.txt", "", "neither graph JSON"),
        ("a.cypher", "", "a.cypher has no statement"),
        ("a.cypher", "CREATE (:A);\nCREATE (:B\n {x: });", "line 3: Syntax error: mismatched"),
        ("a.cypher", "CREATE (:A);\nCREATE (:B {x: $x});", r"line 2: Expected parameter\(s\): x"),
        ("a.cypher", "CREATE (:A)-[:B]->(:B)", "line 1: Type 'B' is not"),
        ("a.cypher", "CREATE (:A);\nRETURN 1/0;", "line 2: / by zero"),
        ("a.cypher", "CREATE USER x SET PASSWORD 'abcdefgh12'", "line 1: .*not allowed"),
        ("a.cypher", "LOAD CSV FROM 'file:///etc/hostname' AS l CREATE (:A)", "not allowed"),
        ("a.cypher", "LOAD CSV FROM 'http://127.0.0.1:9' AS l CREATE (:A)", "disabled"),
        ("a.cypher", "CREATE (:A);\nUSE kept MATCH (n) DETACH DELETE n", "line 2: "),
        (
            "a.cypher",
            "CREATE CONSTRAINT FOR (a:A) REQUIRE a.x IS UNIQUE;\nCREATE (:A {x: 1}), (:A {x: 1});",
            "line 2: Duplicated key",
        ),
    ],
)
async def test_a_failed_load_changes_nothing(
    server: EmbeddedServer, tmp_path: Path, name: str, text: str, message: str
) -> None:
    await server.load(from_json(things(4)), "kept")
    before = await server.graphs()
    (tmp_path / name).write_text(text)
    for target in ("kept", "fresh"):
        with pytest.raises(LoadError, match=message):
            await server.load(tmp_path / name, target)
    assert await server.graphs() == before
    assert await rows(server.endpoint, "kept", COUNT) == [(4,)]
    assert traces(server) == []


async def test_cypher_files_load(server: EmbeddedServer, tmp_path: Path) -> None:
    path = tmp_path / "small.cypher"
    path.write_text(
        ":begin\n"
        "CREATE CONSTRAINT film IF NOT EXISTS FOR (f:Film) REQUIRE f.title IS UNIQUE;\n"
        ":commit\n"
        "CREATE FULLTEXT INDEX titles FOR (f:Film) ON EACH [f.title]; // not here\n"
        "CALL db.awaitIndexes(300);\n"
        "UNWIND range(1, 3) AS i MERGE (:Film {title: 'No. ' + i});\n"
        "MATCH (f:Film {title: 'No. 1'}) CREATE (:Person {name: 'A; B'})-[:MADE]->(f);\n"
        ":auto MATCH (f:Film) CALL (f) { SET f.seen = true } IN TRANSACTIONS OF 2 ROWS;\n"
    )
    seen: list[tuple[int, int]] = []
    info = await server.load(path, "small", progress=lambda *at: seen.append(at))
    assert info == GraphInfo("small", 4, 1)
    assert seen[-1] == (6, 6)
    found = await rows(
        server.endpoint, "small", "MATCH (p)-[:MADE]->(f) RETURN p.name, f.title, f.seen"
    )
    assert found == [("A; B", "No. 1", True)]


async def test_the_sample_is_loaded_once(server: EmbeddedServer) -> None:
    facts = Folder(server.home).databases / "films" / "cicerone.json"
    await server.ensure_sample()
    first = facts.stat()
    assert (await rows(server.endpoint, "films", COUNT))[0][0] > 750
    await server.ensure_sample()
    assert facts.stat().st_mtime_ns == first.st_mtime_ns
    older = json.loads(facts.read_text()) | {"fingerprint": "of an older version"}
    facts.write_text(json.dumps(older))
    await asyncio.gather(server.ensure_sample(), server.ensure_sample())
    assert json.loads(facts.read_text())["fingerprint"] != "of an older version"


async def test_a_graph_of_your_own_is_not_replaced_by_the_sample(server: EmbeddedServer) -> None:
    await server.load(from_json(things(2)), "films")
    await server.ensure_sample()
    assert await rows(server.endpoint, "films", COUNT) == [(2,)]
    await server.drop("films")


async def test_a_cancelled_load_changes_nothing(server: EmbeddedServer) -> None:
    await server.load(from_json(things(4)), "kept")
    started = asyncio.Event()
    load = asyncio.create_task(
        server.load(from_json(things(20_000)), "kept", progress=lambda *_: started.set())
    )
    await started.wait()
    load.cancel()
    with pytest.raises(asyncio.CancelledError):
        await load
    assert await rows(server.endpoint, "kept", COUNT) == [(4,)]
    assert traces(server) == []


async def test_a_database_killed_while_loading_loses_nothing_else(server: EmbeddedServer) -> None:
    await server.load(from_json(things(4)), "kept")
    database = state(server).database[0]

    def kill(done: int, total: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(database, signal.SIGKILL)

    with pytest.raises((ConnectionLost, GraphError)):
        await server.load(from_json(things(20_000)), "kept", progress=kill)
    await server.ready()
    assert await rows(server.endpoint, "kept", COUNT) == [(4,)]
    assert [path for path in traces(server) if path.startswith(".")] == []


async def test_what_a_killed_load_left_is_swept(tmp_path: Path) -> None:
    async with user_process(tmp_path) as user:
        async with embedded_server(tmp_path, memory_mb=256) as server:
            for name in ("moved", "replaced"):
                await server.load(from_json(things(4)), name)
        for process in processes(tmp_path):
            process.kill()
        user.kill()
        await user.wait()
    await until(lambda: not processes(tmp_path))
    databases = Folder(tmp_path).databases
    (databases / "moved").rename(databases / ".old.moved.1234")
    (databases / ".old.replaced.1234").mkdir()
    (databases / ".new.half.1234").mkdir()
    async with embedded_server(tmp_path, memory_mb=256) as server:
        assert [info.name for info in await server.graphs()] == ["moved", "replaced"]
        assert await rows(server.endpoint, "moved", COUNT) == [(4,)]
        assert await rows(server.endpoint, "replaced", COUNT) == [(4,)]
        assert traces(server) == []


async def test_a_half_graph_that_opens_again_does_not_hold_what_it_becomes(
    server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A connection that ends late opens the staged database again; here that is done at once."""
    close, reopened = Admin.close, list[str]()

    def late(admin: Admin, name: str) -> None:
        close(admin, name)
        if name.startswith(".new.") and not reopened:
            reopened.append(name)
            admin.open(name)

    monkeypatch.setattr(Admin, "close", late)
    await server.load(from_json(things(2)), "again")
    assert reopened and await rows(server.endpoint, "again", COUNT) == [(2,)]
    assert not list(Folder(server.home).databases.glob(".new.again*"))


async def test_a_graph_that_is_asked_while_it_is_replaced_is_not_asked_for_ever(
    server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A question opens the present database again; here that is done when it is just closed."""
    await server.load(from_json(things(2)), "asked")
    close, reopened = Admin.close, list[str]()

    def late(admin: Admin, name: str) -> None:
        close(admin, name)
        if name == "asked" and len(reopened) < 2:
            reopened.append(name)
            admin.open(name)

    monkeypatch.setattr(Admin, "close", late)
    await server.load(from_json(things(3)), "asked")
    assert reopened and await rows(server.endpoint, "asked", COUNT) == [(3,)]
    assert not list(Folder(server.home).databases.glob(".old.asked*"))

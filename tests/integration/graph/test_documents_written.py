"""What documents say is written in batches: killed in the middle and gone on with, nothing doubles.

Embedded, and into a real Neo4j by the credentials of ingestion, which the chat does not have.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import neo4j
import pytest
import pytest_asyncio

from bot.bootstrap import open_graph
from bot.documents.ledger import Ledger
from bot.documents.place import place_of
from bot.documents.schema import read_schema
from bot.settings import load_settings
from memory.same_things import ledger_file
from tests.embedded import embedded_server, state
from tests.graph_database import GraphDatabases
from tests.integration.test_commands import ROOT, cicerone

_SCHEMA = r"""
labels:
  Firm: {names: [Aster Works, Birch Works, Cedar Works]}
  Case: {properties: {number: {type: identifier, pattern: 'No-\d+'}}}
relationships:
  INVOLVED_IN: {from: Firm, to: Case}
"""
_CASES = 1_500


@dataclass
class Target:
    """A database to write into, and how it is looked at."""

    name: str
    words: tuple[str, ...]
    environment: dict[str, str]
    look: Callable[[str], Awaitable[list[list[Any]]]]


def _files(folder: Path) -> tuple[str, ...]:
    folder.mkdir(exist_ok=True)
    for part in range(3):
        lines = [
            f"{('Aster', 'Birch', 'Cedar')[n % 3]} Works is a party to No-{n}, as before."
            for n in range(part, _CASES, 3)
        ]
        (folder / f"{part}.md").write_text("\n\n".join(lines))
    (folder / "schema.yaml").write_text(_SCHEMA)
    return (
        "documents", "add", *(str(folder / f"{part}.md") for part in range(3)), "--no-model",
        "--schema", str(folder / "schema.yaml"),
    )  # fmt: skip


async def _look(uri: str, login: tuple[str, str], database: str, cypher: str) -> list[list[Any]]:
    try:
        async with (
            neo4j.AsyncGraphDatabase.driver(
                uri, auth=login, notifications_min_severity="OFF"
            ) as driver,
            driver.session(database=database) as session,
        ):
            result = await session.run(cypher)
            return [list(record.values()) async for record in result]
    except neo4j.exceptions.Neo4jError:
        return []  # the embedded database has no graph of that name yet


@pytest_asyncio.fixture(params=["embedded", "neo4j-5.26-apoc"])
async def target(
    request: pytest.FixtureRequest, graph_databases: GraphDatabases, tmp_path: Path
) -> AsyncIterator[Target]:
    home = tmp_path / "home"
    if request.param == "embedded":
        async with embedded_server(home) as server:
            uri, login = server.endpoint.bolt_uri, ("root", state(server).root_password)
            yield Target(
                "embedded", ("--graph", "killed"), {"home": str(home)},
                lambda cypher: _look(uri, login, "killed", cypher),
            )  # fmt: skip
        return
    database = await graph_databases.get(request.param)
    await database.wipe()
    environment = {
        "home": str(home),
        "CICERONE_INGEST_URI": database.uri,
        "CICERONE_INGEST_USERNAME": database.username,
        "CICERONE_INGEST_PASSWORD": database.password,
        "CICERONE_INGEST_DATABASE": database.database,
    }
    login = (database.username, database.password)
    yield Target(
        "neo4j", (), environment,
        lambda cypher: _look(database.uri, login, database.database, cypher),
    )  # fmt: skip
    await database.wipe()


async def _dump(target: Target) -> list[str]:
    nodes = await target.look("MATCH (n) RETURN labels(n), properties(n)")
    rels = await target.look(
        "MATCH (a)-[r]->(b) RETURN a.cicerone_id, type(r), b.cicerone_id, properties(r)"
    )
    return sorted(json.dumps(row, default=str, sort_keys=True) for row in (*nodes, *rels))


async def _killed_at(target: Target, words: tuple[str, ...], cypher: str, at_least: int) -> int:
    """Start, kill when so much is there; returns how much there was then."""
    environment = dict(target.environment)
    home = environment.pop("home")
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", "from bot.cli import main; main()", *words, *target.words,
        env=os.environ | environment | {"CICERONE_HOME": home, "PYTHONPATH": str(ROOT)},
        stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    while process.returncode is None:
        found = await target.look(cypher)
        if found and found[0][0] >= at_least:
            break
        await asyncio.sleep(0.005)
    assert process.returncode is None, "it was to be killed, and was through"
    process.send_signal(signal.SIGKILL)
    await process.wait()
    return int((await target.look(cypher))[0][0])


async def test_killed_while_it_writes_and_gone_on_with_nothing_doubles(
    target: Target, tmp_path: Path
) -> None:
    words = _files(tmp_path / "files")
    cases = "MATCH (n:Case) RETURN count(n)"
    joins = "MATCH ()-[r:MENTIONS]->() RETURN count(r)"
    there = await _killed_at(target, words, cases, 1)
    assert 0 < there <= _CASES
    await _killed_at(target, words, joins, 1)
    environment = dict(target.environment)
    home = Path(environment.pop("home"))
    code, told, err = await cicerone(home, *words, *target.words, **environment)
    assert code == 0, err
    assert f"{_CASES:,} Case" in told and "3 as before" in told
    for label, count in (("Case", _CASES), ("Firm", 3), ("Document", 3)):
        assert await target.look(f"MATCH (n:{label}) RETURN count(n)") == [[count]]
    whole = await _dump(target)
    assert len(set(whole)) == len(whole)
    # What a home that knows nothing of the killed runs makes is the same, and adds nothing.
    if target.name == "neo4j":
        other = tmp_path / "other"
        code, _, err = await cicerone(other, *words, *target.words, **environment)
        assert code == 0, err
        assert await _dump(target) == whole
    settings = load_settings(
        home=home,
        graph="killed" if target.name == "embedded" else None,
        ingest_uri=environment.get("CICERONE_INGEST_URI"),
        ingest_database=environment.get("CICERONE_INGEST_DATABASE"),
    )
    ledger = Ledger(ledger_file(settings.folder, place_of(settings).key))
    (noted,) = ledger.db.execute("SELECT count(*) FROM written WHERE digest != ''").fetchone()
    ledger.close()
    assert noted == len(whole)
    constraints = await target.look("SHOW CONSTRAINTS YIELD labelsOrTypes RETURN labelsOrTypes")
    assert {label for (labels,) in constraints for label in labels} >= {"Case", "Passage"}


async def test_the_chat_never_opens_the_credentials_of_ingestion(tmp_path: Path) -> None:
    settings = load_settings(
        home=tmp_path, ingest_uri="bolt://127.0.0.1:1", ingest_password="write-secret", graph=None
    )
    assert settings.embedded and settings.graph_key == "films"
    async with open_graph(settings) as graph:  # the sample, not what would be written into
        assert (await graph.run("MATCH (f:Film) RETURN count(f)")).rows[0][0] > 100
    assert "write-secret" not in repr(settings)
    rooms = [*(ROOT / "bot").rglob("*.py")]
    users = {
        path.relative_to(ROOT).as_posix() for path in rooms if "ingest_" in path.read_text("utf-8")
    }
    assert users == {"bot/settings.py", "bot/documents/place.py"}


async def test_a_neo4j_that_is_away_is_one_sentence_that_names_the_right_setting(
    tmp_path: Path,
) -> None:
    (tmp_path / "a.md").write_text("Aster Works.")
    words = ("documents", "add", str(tmp_path / "a.md"), "--no-model")
    code, _, err = await cicerone(tmp_path, *words, CICERONE_INGEST_URI="bolt://127.0.0.1:1")
    assert code == 3 and err.count("\n") == 1 and "CICERONE_INGEST_URI" in err
    code, _, err = await cicerone(tmp_path, *words, CICERONE_INGEST_URI="http://x")
    assert code == 2 and "CICERONE_INGEST_URI cannot be used" in err
    code, _, err = await cicerone(tmp_path, *words)
    assert code == 2 and "--graph NAME" in err
    code, _, err = await cicerone(tmp_path, "documents", "list", "--graph", "none")
    assert code == 2 and "No documents were added to none yet" in err


async def test_a_schema_is_drafted_from_the_neo4j_to_write_into(
    graph_databases: GraphDatabases, tmp_path: Path
) -> None:
    database = await graph_databases.get("neo4j-5.26-apoc")
    await database.wipe()
    login = (database.username, database.password)
    made = "CREATE (:Skipper {name: 'Ada', born: 1901})-[:SAILS]->(:Boat {name: 'Byte'})"
    await _look(database.uri, login, database.database, made)
    (tmp_path / "a.md").write_text("Ada sails the Byte.")
    ingestion = {
        "CICERONE_INGEST_URI": database.uri,
        "CICERONE_INGEST_USERNAME": database.username,
        "CICERONE_INGEST_PASSWORD": database.password,
        "CICERONE_INGEST_DATABASE": database.database,
    }
    words = ("documents", "schema", str(tmp_path / "a.md"), "--no-model")
    out = tmp_path / "schema.yaml"
    code, _, err = await cicerone(tmp_path / "home", *words, "--out", str(out), **ingestion)
    assert code == 0, err
    schema = read_schema(out)
    assert schema.joins == (("Skipper", "SAILS", "Boat"),)
    assert schema.labels["Skipper"].properties["born"].type == "integer"
    away = ingestion | {"CICERONE_INGEST_URI": "bolt://localhost:1"}
    other = str(tmp_path / "other.yaml")
    code, _, err = await cicerone(tmp_path / "home", *words, "--out", other, **away)
    assert code == 3 and "CICERONE_INGEST_URI" in err and err.count("\n") == 1
    await database.wipe()

"""The client against every database: values, caps, limits, cancelling, failures."""

from __future__ import annotations

import asyncio
import json
import time

import psutil
import pytest
import pytest_asyncio

from bot.errors import (
    GraphUnreachable,
    LoginRefused,
    StatementFailed,
    StatementRefused,
    StatementTimeout,
    UnknownDatabase,
    UsageError,
)
from bot.graph.client import BoltGraph
from bot.render.picture import elements_in
from bot.steps.neighbours import Chosen, named_by, neighbours
from guardrails.drawn import pattern_drawn
from guardrails.privacy import Hidden
from guardrails.statement import Allowed, check_statement
from tests.graph_database import GraphDatabase

GRAPH = {
    "nodes": [
        {
            "id": 1,
            "labels": ["Person", "Actor"],
            "props": {"name": "Ada", "born": {"$date": "1960-01-02"}, "tags": ["a", "b"]},
        },
        {"id": 2, "labels": ["Film"], "props": {"title": "Dust", "vector": [0.25] * 1536}},
        {
            "id": 3,
            "labels": ["Film"],
            "props": {"title": "Salt", "shown": {"$datetime": "2020-01-31T10:00:00.5Z"}},
        },
    ],
    "rels": [{"start": 1, "type": "ACTED_IN", "end": 2, "props": {"role": "Eve"}}],
}
# Nested UNWIND without an end in sight, which both servers can stop.
ENDLESS = (
    "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b WITH a WHERE a * b = -1 RETURN a"
)
MILLION = "UNWIND range(1, 1000000) AS x RETURN x, 'text of row ' + toString(x) AS text"


@pytest_asyncio.fixture(scope="module", autouse=True)
async def loaded(database: GraphDatabase) -> None:
    await database.load(GRAPH)


async def _gone(database: GraphDatabase, seconds: float = 8) -> bool:
    deadline = time.monotonic() + seconds
    while await database.running():
        if time.monotonic() > deadline:
            return False
        await asyncio.sleep(0.1)
    return True


class TestValues:
    async def test_nodes_relationships_and_paths_become_plain_objects(
        self, any_graph: BoltGraph
    ) -> None:
        found = await any_graph.run("MATCH p = (a:Actor)-[r]->(f:Film) RETURN a, r, p")
        actor = {"_labels": ["Actor", "Person"], "name": "Ada", "born": "1960-01-02"}
        actor["tags"] = ["a", "b"]
        role = {"_type": "ACTED_IN", "role": "Eve"}
        film = {"_labels": ["Film"], "title": "Dust", "vector": "[1536 numbers]"}
        assert found.columns == ("a", "r", "p")
        assert found.rows == ((actor, role, [actor, role, film]),)
        assert (found.row_count, found.truncated) == (1, False)

    async def test_rows_and_neighbours_join_to_one_picture(self, any_graph: BoltGraph) -> None:
        schema = await any_graph.schema(refresh=True)
        drawn = pattern_drawn("MATCH (a:Person)-[:ACTED_IN]->(f:Film) RETURN f.title AS title")
        assert drawn is not None
        found = elements_in((await any_graph.run(drawn.cypher)).rows)
        actor, role, film = found
        assert (role.start, role.end) == (actor.id, film.id)
        asked = (
            Chosen(("Actor", "Person"), id=actor.id),
            Chosen(("Film",), property="title", value="Dust"),
        )
        for chosen in asked:
            shown = await neighbours(chosen, any_graph, schema)
            assert {one.id for one in shown.elements} == {actor.id, role.id, film.id}
        named = await named_by([actor.id, film.id], any_graph, schema)
        assert {one.id for one in named.elements} == {actor.id, role.id, film.id}

    async def test_dates_points_and_durations_are_texts(self, any_graph: BoltGraph) -> None:
        found = await any_graph.run(
            "RETURN datetime('2020-01-31T10:00:00.500Z'), date('2020-02-03'), "
            "localdatetime('2020-02-03T04:05:06'), localtime('10:30'), "
            "duration('P1Y2M3DT4H'), point({x: 1.5, y: 2}), "
            "point({longitude: 2.25, latitude: 48.5})"
        )
        assert found.rows[0] == (
            "2020-01-31T10:00:00.5Z",
            "2020-02-03",
            "2020-02-03T04:05:06",
            "10:30:00",
            "P1Y2M3DT4H",
            "point({x: 1.5, y: 2.0})",
            "point({longitude: 2.25, latitude: 48.5})",
        )

    async def test_what_json_has_no_word_for(self, any_graph: BoltGraph) -> None:
        found = await any_graph.run(
            "RETURN 0.0 / 0.0 AS a, 1.0 / 0.0 AS b, -1.0 / 0.0 AS c, null AS d"
        )
        assert found.rows == (("NaN", "Infinity", "-Infinity", None),)
        json.loads(json.dumps(found.rows, allow_nan=False))

    async def test_parameters(self, any_graph: BoltGraph) -> None:
        found = await any_graph.run("RETURN $text AS t, $items AS i", {"text": "ä`'", "items": [1]})
        assert found.rows == (("ä`'", [1]),)


class TestCaps:
    async def test_rows(self, any_graph: BoltGraph) -> None:
        found = await any_graph.run(MILLION)
        assert (len(found.rows), found.row_count, found.truncated) == (1000, None, True)
        few = await any_graph.run(MILLION, max_rows=3)
        assert [row[0] for row in few.rows] == [1, 2, 3]

    async def test_a_result_that_just_fits_is_whole(self, any_graph: BoltGraph) -> None:
        found = await any_graph.run("UNWIND range(1, 1000) AS x RETURN x")
        assert (len(found.rows), found.row_count, found.truncated) == (1000, 1000, False)

    async def test_bytes(self, any_graph: BoltGraph) -> None:
        wide = "UNWIND range(1, 900) AS x RETURN x, [y IN range(1, 1000) | 'abcdefgh'] AS words"
        found = await any_graph.run(wide)
        assert found.truncated and 10 < len(found.rows) < 100
        assert len(json.dumps(found.rows)) < 1_500_000

    async def test_one_row_with_a_huge_list(self, any_graph: BoltGraph) -> None:
        found = await any_graph.run("RETURN range(1, 2000000) AS numbers, 'x' AS x")
        assert len(json.dumps(found.rows)) < 1_500_000
        assert found.rows[0][0][:3] == [1, 2, 3]
        assert found.rows[0][0][-1].endswith(" more]")

    async def test_a_million_rows_do_not_grow_memory(self, any_graph: BoltGraph) -> None:
        process = psutil.Process()
        await any_graph.run(MILLION)
        before = process.memory_info().rss
        for _ in range(3):
            await any_graph.run(MILLION)
        seen = 0
        wide = "UNWIND range(1, 1000000) AS x RETURN x, $text + toString(x) AS text"
        text = {"text": "x" * 3000}
        async for _, _ in any_graph.stream(wide, text, max_rows=20_000, seconds=100):
            seen += 1
        # Held, 20,000 rows would take 60 MB.
        assert seen == 20_000
        assert process.memory_info().rss - before < 20 * 2**20

    async def test_stream_gives_columns_and_stops_at_its_cap(self, any_graph: BoltGraph) -> None:
        found = [item async for item in any_graph.stream(MILLION, max_rows=2)]
        assert found == [
            (("x", "text"), (1, "text of row 1")),
            (("x", "text"), (2, "text of row 2")),
        ]

    async def test_after_a_cap_the_next_statement_works_at_once(self, any_graph: BoltGraph) -> None:
        for _ in range(5):
            await any_graph.run(MILLION, max_rows=1)
        assert (await any_graph.run("RETURN 1 AS x")).rows == ((1,),)


class TestCount:
    @pytest.mark.parametrize(
        ("cypher", "expected"),
        [
            ("MATCH (f:Film) RETURN f.title", 2),
            ("MATCH (f:Film) RETURN f.title ORDER BY f.title LIMIT 1", 1),
            ("MATCH (f:Film) RETURN f.title AS t ORDER BY t SKIP 1;", 1),
            ("MATCH (f:Film) RETURN f // the films", 2),
            ("MATCH (f:Film) RETURN DISTINCT f.nothing", 1),
            ("MATCH (f:Film) RETURN f.title AS n UNION ALL MATCH (p:Person) RETURN p.name AS n", 3),
            ("MATCH (n) RETURN labels(n), count(*)", 2),
            ("MATCH (f:Film) WHERE f.title = $title RETURN f", 1),
            (MILLION, 1_000_000),
        ],
    )
    async def test_rows_of_the_whole_statement(
        self, any_graph: BoltGraph, cypher: str, expected: int
    ) -> None:
        assert await any_graph.count(cypher, {"title": "Dust"}, seconds=100) == expected

    async def test_what_cannot_be_wrapped_is_counted_while_streaming(
        self, database: GraphDatabase, any_graph: BoltGraph
    ) -> None:
        if not database.embedded:
            assert await any_graph.count("CYPHER 5 MATCH (f:Film) RETURN f.title") == 2

    async def test_none_when_the_time_runs_out(
        self, database: GraphDatabase, any_graph: BoltGraph
    ) -> None:
        started = time.monotonic()
        assert await any_graph.count(ENDLESS, seconds=1) is None
        assert time.monotonic() - started < 2 * (1 + 5)
        assert await _gone(database)


class TestEnding:
    async def test_the_time_limit(self, database: GraphDatabase, any_graph: BoltGraph) -> None:
        started = time.monotonic()
        with pytest.raises(StatementTimeout, match=r"within 1 s\."):
            await any_graph.run(ENDLESS, seconds=1)
        assert time.monotonic() - started < 2 * (1 + 5)
        assert await _gone(database)
        assert (await any_graph.run("RETURN 1 AS x")).rows == ((1,),)

    async def test_cancelling_ends_the_statement_in_the_database_too(
        self, database: GraphDatabase, any_graph: BoltGraph
    ) -> None:
        task = asyncio.create_task(any_graph.run(ENDLESS))
        await asyncio.sleep(0.7)
        assert len(await database.running()) == 1
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await _gone(database)
        assert (await any_graph.run("RETURN 1 AS x")).rows == ((1,),)

    async def test_cancelling_ends_ours_of_two_alike(
        self, database: GraphDatabase, any_graph: BoltGraph
    ) -> None:
        first = asyncio.create_task(any_graph.run(ENDLESS))
        await asyncio.sleep(0.8)
        second = asyncio.create_task(any_graph.run(ENDLESS))
        await asyncio.sleep(0.5)
        second.cancel()
        await asyncio.sleep(1)
        assert second.cancelled() and not first.done()
        assert len(await database.running()) == 1
        first.cancel()
        assert await _gone(database)

    async def test_leaving_a_stream_ends_it(
        self, database: GraphDatabase, any_graph: BoltGraph
    ) -> None:
        stream = any_graph.stream(
            "UNWIND range(1, 20000) AS a UNWIND range(1, 20000) AS b RETURN a, b"
        )
        async for _, row in stream:
            assert row == (1, 1)
            break
        await stream.aclose()
        assert await _gone(database)

    async def test_closing_ends_what_was_cut_off(self, database: GraphDatabase) -> None:
        graph = database.client()
        task = asyncio.create_task(graph.run(ENDLESS))
        await asyncio.sleep(0.7)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await graph.close()
        assert await _gone(database)


class TestForms:
    """What honest people put in front of a statement, and the clauses of Cypher 25."""

    async def test_prefixes_and_what_is_shown(self, any_graph: BoltGraph) -> None:
        for given in (
            "EXPLAIN MATCH (f:Film) RETURN f.title",
            "PROFILE CYPHER 5 MATCH (f:Film) RETURN f.title",
        ):
            verdict = await check_statement(given)
            assert isinstance(verdict, Allowed) and "taken off" in verdict.findings[0].explanation
            assert len((await any_graph.run(verdict.cypher)).rows) == 2
        for shown in (
            "SHOW INDEXES",
            "SHOW CONSTRAINTS YIELD name RETURN name",
            "CALL db.labels()",
        ):
            verdict = await check_statement(shown)
            assert isinstance(verdict, Allowed)
            await any_graph.run(verdict.cypher)

    @pytest.mark.parametrize(
        ("given", "rows"),
        [
            ("MATCH (f:Film) FILTER f.title = 'Dust' RETURN f.title AS t", 1),
            ("CYPHER 25 MATCH (f:Film) LET t = f.title RETURN t", 2),
            ("MATCH (f:Film) RETURN f NEXT RETURN count(f) AS t", 1),
            ("WHEN true THEN { RETURN 1 AS t } ELSE { RETURN 2 AS t }", 1),
        ],
    )
    async def test_newer_clauses_run_where_they_are_known(
        self, database: GraphDatabase, any_graph: BoltGraph, given: str, rows: int
    ) -> None:
        verdict = await check_statement(given)
        assert isinstance(verdict, Allowed)
        if database.name == "neo4j-2025":
            assert len((await any_graph.run(verdict.cypher)).rows) == rows
            assert await any_graph.count(verdict.cypher) == rows
        else:
            with pytest.raises(StatementRefused, match="Cypher 25, which this database does not"):
                await any_graph.run(verdict.cypher)


class TestFailures:
    async def test_a_statement_the_database_refuses(self, any_graph: BoltGraph) -> None:
        with pytest.raises(StatementFailed) as failure:
            await any_graph.run("MATCH (n RETURN n")
        assert "\n" not in str(failure.value)
        assert str(failure.value).startswith("The database could not run the statement: ")

    async def test_writing_is_refused(self, database: GraphDatabase, any_graph: BoltGraph) -> None:
        with pytest.raises((StatementFailed, StatementRefused)):
            await any_graph.run("CREATE (n:Film {title: 'Planted'}) RETURN n")
        assert (await any_graph.run("MATCH (n) RETURN count(n)")).rows == ((3,),)

    async def test_a_parameter_that_cannot_be_sent(self, any_graph: BoltGraph) -> None:
        with pytest.raises(StatementFailed, match="parameter"):
            await any_graph.run("RETURN $x", {"x": object()})

    async def test_wrong_password(self, database: GraphDatabase) -> None:
        graph = BoltGraph(
            database.uri,
            database.username,
            "not-the-password",
            database.database,
            max_rows=1,
            max_bytes=10_000,
            statement_seconds=5,
        )
        with pytest.raises(LoginRefused) as failure:
            await graph.run("RETURN 1")
        assert "not-the-password" not in str(failure.value) and failure.value.remedy
        await graph.close()

    async def test_unknown_database(self, database: GraphDatabase) -> None:
        graph = BoltGraph(
            database.uri,
            database.username,
            database.password,
            "nosuchdatabase",
            max_rows=1,
            max_bytes=10_000,
            statement_seconds=5,
        )
        with pytest.raises(UnknownDatabase, match="nosuchdatabase"):
            await graph.run("RETURN 1")
        await graph.close()

    async def test_nobody_at_the_address(self) -> None:
        graph = BoltGraph(
            "bolt://127.0.0.1:9",
            "a",
            "secret",
            None,
            max_rows=1,
            max_bytes=10_000,
            statement_seconds=5,
        )
        with pytest.raises(GraphUnreachable, match=r"127\.0\.0\.1:9") as failure:
            await graph.run("RETURN 1")
        assert "secret" not in str(failure.value)
        await graph.close()

    def test_an_address_that_is_none(self) -> None:
        with pytest.raises(UsageError, match="is not an address") as failure:
            BoltGraph("http://x", "a", "b", None, max_rows=1, max_bytes=1, statement_seconds=1)
        assert "NEO4J_URI" in failure.value.remedy


async def test_hidden_labels_are_not_in_values(database: GraphDatabase) -> None:
    graph = database.client(hidden=Hidden(("Film", "Person")))
    found = await graph.run("MATCH (n) RETURN n ORDER BY labels(n)[0] = 'Film'")
    assert found.rows[0][0]["_labels"] == ["Actor"] and found.rows[0][0]["name"] == "Ada"
    assert found.rows[1:] == (({"_labels": []},), ({"_labels": []},))
    await graph.close()

"""Which condition rules everything out."""

from __future__ import annotations

from typing import Any

import pytest

from bot.errors import StatementTimeout
from bot.steps.why_empty import Why, why_empty
from memory.schema import Join, Relationship, Schema
from tests.unit.steps.graphs import TellingGraph, fleet


async def why(cypher: str, *empty: str, **parameters: Any) -> Why | None:
    """The reason where statements that have one of the texts find nothing."""
    graph = TellingGraph(lambda c: [] if any(text in c for text in empty) else [(1,)])
    return await why_empty(cypher, parameters, fleet(), graph)


async def test_the_guilty_condition_is_named() -> None:
    found = await why(
        "MATCH (s:Ship)-[:CALLS_AT]->(p:Port {name: 'Oslo'}) WHERE s.tonnage > 99999 RETURN s.name",
        "99999",
    )
    assert found == Why(
        "Without “tonnage over 99,999” there would be results.",
        "Without `s.tonnage > 99999` it would return rows.",
    )


async def test_a_value_that_nothing_has() -> None:
    found = await why(
        "MATCH (s:Ship)-[:CALLS_AT]->(:Port {name: $name}) RETURN s.name", "$name", name="Atlantis"
    )
    assert found and found.told == "No port has the name “Atlantis”."


async def test_one_that_is_there_and_joined_with_nothing() -> None:
    cypher = "MATCH (s:Ship)-[:CALLS_AT]->(p:Port) WHERE p.name = $name RETURN s.name"
    graph = TellingGraph(lambda c: [] if "CALLS_AT" in c and "$name" in c else [(1,)])
    found = await why_empty(cypher, {"name": "Oslo"}, fleet(), graph)
    lacks = "The graph knows “Oslo”, but no ship that “calls at” joins with it."
    assert found and found.told == lacks
    above = await why_empty(cypher.replace(" = ", " > "), {"name": "Oslo"}, fleet(), graph)
    assert above and above.told == "Without “name over ‘Oslo’” there would be results."


@pytest.mark.parametrize(
    "one", ["(p:Port) WHERE p.name = $name", "(p:Port {name: $name})", "(:Port {name: $name})"]
)
@pytest.mark.parametrize(
    ("counts", "told"),
    [
        ([], ""),
        ([("LAID_UP_AT", 1)], " There is 1 by “laid up at”."),
        (
            [("BUILT_AT", 1200), ("LAID_UP_AT", 2)],
            " There are 1,200 by “built at” and 2 by “laid up at”.",
        ),
    ],
)
async def test_what_joins_it_instead_is_counted(
    one: str, counts: list[tuple[str, int]], told: str
) -> None:
    """Where one relationship is missing and others join the same things."""

    def answer(cypher: str) -> list[tuple[Any, ...]]:
        if "LAID_UP_AT" in cypher:
            return list(counts)
        return [] if "CALLS_AT" in cypher and "$name" in cypher else [(1,)]

    known = fleet()
    at_ports = (Join("Ship", "Port", 9),)
    more = {name: Relationship(name, 9, at_ports) for name in ("BUILT_AT", "LAID_UP_AT")}
    among = {"FOLLOWS": Relationship("FOLLOWS", 9, (Join("Ship", "Ship", 9),))}
    schema = Schema(known.labels, {**known.relationships, **more, **among})
    graph = TellingGraph(answer)
    cypher = f"MATCH (s:Ship)-[:CALLS_AT]->{one} RETURN s.name"
    found = await why_empty(cypher, {"name": "Oslo"}, schema, graph)
    assert found
    assert found.told == f"The graph knows “Oslo”, but no ship that “calls at” joins with it.{told}"
    assert not any("FOLLOWS" in asked for asked in graph.asked)
    (counted,) = [asked for asked in graph.asked if "LAID_UP_AT" in asked]
    assert "count(DISTINCT other)" in counted and ":Port" in counted


async def test_two_that_exclude_each_other() -> None:
    cypher = "MATCH (s:Ship) WHERE s.flag = 'Malta' AND s.crew < 5 RETURN s.name"
    graph = TellingGraph(lambda c: [] if "Malta" in c and "< 5" in c else [(1,)])
    found = await why_empty(cypher, {}, fleet(), graph)
    assert found and found.told == (
        "Without “flag ‘Malta’” or without “crew under 5” there would be results."
    )


@pytest.mark.parametrize(
    ("test", "told"),
    [
        ("s.isLaidUp = $flag", "laid up"),
        ("s.isLaidUp = false", "not laid up"),
        ("s.tonnageKg IS NOT NULL", "some tonnage"),
        ("s.scrappedOn IS NULL", "no scrapped date"),
    ],
)
async def test_flags_and_what_is_there_are_told_in_words(test: str, told: str) -> None:
    found = await why(f"MATCH (s:Ship) WHERE {test} RETURN s.name", test, flag=True)
    assert found and found.told == f"Without “{told}” there would be results."


async def test_a_condition_behind_grouping_counts_too() -> None:
    cypher = "MATCH (s:Ship)-[:CALLS_AT]->(p) WITH s, count(p) AS n WHERE n > 500 RETURN s.name"
    found = await why(cypher, "500")
    assert found and "`n > 500`" in found.problem
    assert found.told == "Without “n over 500” there would be results."


async def test_no_name_of_a_parameter_or_of_a_figure_is_told() -> None:
    counted = "MATCH (s:Ship)-[:CALLS_AT]->(p) WITH s, count(p) AS ports "
    found = await why(counted + "WHERE ports >= $number RETURN s.name", "$number", number=9)
    assert found and found.told == "Without “at least 9 ports” there would be results."
    two = counted + ", 4 AS most_of_all WHERE ports > most_of_all RETURN s.name"
    found = await why(two, "> most_of_all")
    assert found and found.told == "" and "most_of_all" in found.problem


async def test_several_together_and_none_at_all() -> None:
    cypher = "MATCH (s:Ship) WHERE s.flag = 'Malta' AND s.crew < 5 AND s.tonnage > 7 RETURN s.name"
    graph = TellingGraph(lambda c: [(1,)] if c.count("true") == 3 else [])
    found = await why_empty(cypher, {}, fleet(), graph)
    assert found and "together" in found.told
    nothing = await why("MATCH (s:Ship)-[:CALLS_AT]->(t:Ship) RETURN s.name", "MATCH")
    assert nothing and "joined" in nothing.told


def crews() -> Schema:
    """The fleet, with ships that follow each other."""
    known = fleet()
    follows = Relationship("FOLLOWS", 9, (Join("Ship", "Ship", 9),))
    return Schema(known.labels, {**known.relationships, "FOLLOWS": follows})


OTHER_WAY = "the other way round there would be"
TURNED = {
    "the schema has it only so": (
        "MATCH (s:Ship)<-[:CALLS_AT]-(p:Port) RETURN s.name",
        "(s:Ship)-[:CALLS_AT]->(p:Port)",
        f"With “calls at” {OTHER_WAY} 7 results.",
    ),
    "between nodes of one label": (
        "MATCH (a:Ship)-[:FOLLOWS]->(b:Ship) WHERE a.name = 'Vega' RETURN b.name",
        "(a:Ship)<-[:FOLLOWS]-(b:Ship)",
        "The graph knows “Vega”, but no ship that “follows” joins with it. "
        f"With “follows” {OTHER_WAY} 7 results.",
    ),
    "between two of one label": (
        "MATCH (a:Ship {name: 'Vega'})<-[:FOLLOWS]-(b:Ship {name: 'Lyra'}) RETURN b",
        "(a:Ship {name: 'Vega'})-[:FOLLOWS]->(b:Ship {name: 'Lyra'})",
        "Without “name ‘Vega’” or without “name ‘Lyra’” there would be results. "
        f"With “follows” {OTHER_WAY} 7 results.",
    ),
    "one of two": (
        "MATCH (c:Ship)-[:FOLLOWS]->(a:Ship)<-[:CALLS_AT]-(p:Port) RETURN c.name",
        "(c:Ship)-[:FOLLOWS]->(a:Ship)-[:CALLS_AT]->(p:Port)",
        f"With “calls at” {OTHER_WAY} 7 results.",
    ),
}


@pytest.mark.parametrize(("cypher", "right", "told"), TURNED.values(), ids=TURNED)
async def test_it_is_the_direction(cypher: str, right: str, told: str) -> None:
    # There are the ships, and nothing that is joined but the right way round.
    def answer(asked: str) -> list[tuple[Any, ...]]:
        there = right in asked or asked.endswith("LIMIT 1")
        return [(1,)] if there or asked.count("'") < cypher.count("'") else []

    graph = TellingGraph(answer, count=7)
    found = await why_empty(cypher, {}, crews(), graph)
    assert found is not None and found.told == told
    assert found.problem.endswith("turned round it would return rows.")


async def test_few_arrows_are_turned_and_only_where_that_can_be_it() -> None:
    graph = TellingGraph(lambda cypher: [])
    long = "MATCH (a:Ship)-[:FOLLOWS]->(b)-[:FOLLOWS]->(c)-[:FOLLOWS]->(d)-[:FOLLOWS]->(e:Ship) "
    found = await why_empty(f"{long}RETURN a", {}, crews(), graph)
    assert found and "joined in this way" in found.told and len(graph.asked) == 3
    # The schema has no such join either way; what is not to be there says nothing of the way.
    graph.asked.clear()
    await why_empty("MATCH (s:Ship)-[:CALLS_AT]->(p:Port) RETURN s", {}, crews(), graph)
    absent = "MATCH (a:Ship) WHERE NOT EXISTS { MATCH (a)-[:FOLLOWS]->(:Ship) } RETURN a.name"
    await why_empty(absent, {}, crews(), graph)
    assert not any("<-[" in cypher for cypher in graph.asked)
    # Where another condition rules it out, the way is right.
    rich = "MATCH (a:Ship {name: 'Vega'})-[:FOLLOWS]->(b:Ship) WHERE b.crew > 50 RETURN b.name"
    without = TellingGraph(lambda c: [(1,)] if "> 50" not in c or "<-[" in c else [])
    why = await why_empty(rich, {}, crews(), without)
    assert why and why.told == "Without “crew over 50” there would be results."


@pytest.mark.parametrize("cypher", ["no Cypher", "RETURN 1 AS a UNION RETURN 2 AS a"])
async def test_what_cannot_be_told(cypher: str) -> None:
    assert await why(cypher, "MATCH") is None


async def test_no_guess_where_the_time_is_up() -> None:
    late = TellingGraph(lambda cypher: StatementTimeout("late"))
    assert await why_empty("MATCH (s:Ship) WHERE s.crew = 1 RETURN s", {}, fleet(), late) is None


async def test_what_nothing_is_without() -> None:
    cypher = "MATCH (s:Ship) WHERE NOT EXISTS { MATCH (s)-[:CALLS_AT]->(:Port) } RETURN s.name"
    found = await why(cypher, "NOT EXISTS")
    assert found and found.told == "Each of them has at least one."

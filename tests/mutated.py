"""Honest statements turned into writes, in every disguise we know; and what a database holds.

`mutate` is driven by a `random.Random`: hypothesis gives it one that it can shrink, a bench a
seeded one. What the guard lets through of these is run with every right there is, and what the
database holds must be the same before and after.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any

import neo4j
from neo4j.exceptions import DriverError, Neo4jError

WRITES = (
    "CREATE (z:Zz {z: 1})",
    "CREATE (:Zz)-[:ZZ]->(:Zz)",
    "MERGE (z:Zz)",
    "MERGE (n)-[:ZZ]->(n)",
    "SET n.zz = 1",
    "SET n:Zz",
    "SET n += {zz: 1}",
    "SET n = {}",
    "REMOVE n.name",
    "REMOVE n:Person",
    "DELETE n",
    "DETACH DELETE n",
    "INSERT (:Zz)",
    "FOREACH (z IN [1] | CREATE (:Zz))",
    "FOREACH (z IN [1] | SET n.zz = z)",
    "CALL apoc.create.node(['Zz'], {})",
    "CALL apoc.cypher.doIt('CREATE (:Zz)', {})",
    "CALL db.createLabel('Zz')",
    "CALL db.createProperty('zz')",
    "CALL { CREATE (:Zz) } IN TRANSACTIONS",
    "LOAD CSV FROM 'file:///etc/passwd' AS z CREATE (:Zz {z: z[0]})",
)
COMMANDS = (
    "CREATE INDEX zz FOR (n:Person) ON (n.name)",
    "CREATE CONSTRAINT zz FOR (n:Person) REQUIRE n.name IS UNIQUE",
    "DROP INDEX person_name",
    "CREATE USER zz SET PASSWORD 'zzzzzzzz'",
    "ALTER CURRENT USER SET PASSWORD FROM 'a' TO 'zzzzzzzz'",
    "CREATE DATABASE zz",
)
BLANKS = (" ", "\t", "\n", "\r\n", "  ", "/**/", "/* ' */", '/*"*/', "//x\n", "//'\r\n", "\u3000")
BLANKS += (
    "\x0b",
    "\x0c",
    "\x1c",
    "\u2028",
    "\u00a0",
    "\r",
    "//\r",
    "/*\\u002a/",
    "\u200b",
    "\ufeff",
)
PREFIXES = (
    "EXPLAIN ",
    "PROFILE ",
    "CYPHER 5 ",
    "CYPHER 25 ",
    "EXPLAIN CYPHER 25 PROFILE ",
    "CYPHER runtime=slotted ",
    "USE neo4j ",
    "; ",
    "/**/",
)


def mutate(chance: Random, honest: str) -> str:
    """An honest statement with a write put into it."""
    write = chance.choice(WRITES) if chance.random() < 0.9 else chance.choice(COMMANDS)
    text = _placed(chance, honest.strip().rstrip(";"), _disguised(chance, write))
    if chance.random() < 0.15:
        text = _blanked(chance, text)
    if chance.random() < 0.1:
        text = chance.choice(PREFIXES) + text
    return text


def _disguised(chance: Random, write: str) -> str:
    """The write in other letters: case, escapes, back-ticks, blanks."""
    match chance.randrange(6):
        case 0:
            return "".join(chance.choice((c.lower(), c.upper())) for c in write)
        case 1:
            return _blanked(chance, write)
        case 2:
            at = chance.randrange(len(write))
            return f"{write[:at]}\\u{ord(write[at]):04X}{write[at + 1 :]}"
        case 3:
            word = chance.choice(
                [w for w in write.replace("(", " ").split() if w.isalpha()] or ["z"]
            )
            return write.replace(word, f"`{word}`", 1)
        case 4:
            return write.replace("E", "\u0415", 1).replace("s", "\u017f", 1)
    return write


def _blanked(chance: Random, text: str) -> str:
    """One or all of the blanks replaced by what some servers take for one."""
    blank = chance.choice(BLANKS)
    return text.replace(" ", blank, chance.choice((1, 2, -1)))


# Where the write goes; `a` and `b` are the honest statement cut in two anywhere, perhaps in the
# middle of a word or text, `q` a quote, `e` the same as an escape, `_` a blank.
PLACES = (
    "%(head)s%(_)s%(write)s%(_)s%(tail)s",
    "%(honest)s%(_)s%(write)s",
    "%(write)s%(_)s%(honest)s",
    "%(honest)s;%(_)s%(write)s",
    "%(head)s%(_)sCALL%(_)s{%(_)s%(write)s RETURN 1 AS o%(_)s}%(_)s%(tail)s",
    "%(head)s%(_)sCALL (n) { %(write)s }%(_)s%(tail)s",
    "%(head)s WITH * WHERE %(kind)s { %(write)s RETURN 1 AS o } IS NOT NULL %(tail)s",
    "%(honest)s UNION %(write)s RETURN 1 AS o",
    "%(honest)s UNION ALL %(write)s RETURN 1 AS o",
    "%(a)s%(_)s%(write)s%(_)s%(b)s",
    # a text or name that ends before it should
    "%(a)s%(q)s%(_)s%(write)s%(_)s//%(q)s%(b)s",
    "%(a)s\\%(q)s%(_)s%(write)s%(_)s//%(q)s%(b)s",
    "%(a)s%(e)s%(_)s%(write)s%(_)s//%(e)s%(b)s",
    # a comment that ends before it should, or does not begin
    "%(a)s/*%(_)s*/%(write)s/*%(_)s*/%(b)s",
    "%(honest)s%(_)s//%(_)s%(write)s",
    # meant as text or a name, which is harmless
    "%(head)s WITH * WHERE %(q)s%(write)s%(q)s <> '' %(tail)s",
    "%(head)s USING INDEX n:Person(name) %(write)s %(tail)s",
    # carried by the clauses of Cypher 25, and by what is shown
    "%(head)s FILTER true%(_)s%(write)s%(_)s%(tail)s",
    "%(head)s FILTER%(_)s%(kind)s { %(write)s RETURN 1 AS o } IS NOT NULL %(tail)s",
    "%(head)s LET zz = 1%(_)s%(write)s%(_)s%(tail)s",
    "%(head)s LET zz = %(kind)s { %(write)s RETURN 1 AS o } %(tail)s",
    "WHEN true THEN {%(_)s%(write)s RETURN 1 AS o } ELSE { RETURN 2 AS o }",
    "WHEN true THEN %(write)s%(_)sELSE %(honest)s",
    "WHEN false THEN { %(honest)s } ELSE {%(_)s%(write)s }",
    "%(honest)s NEXT%(_)s%(write)s",
    "%(honest)s NEXT %(write)s NEXT RETURN 1 AS o",
    "SHOW INDEXES YIELD name%(_)s%(write)s",
    "SHOW CONSTRAINTS WHERE true%(_)s%(write)s",
)


def _placed(chance: Random, honest: str, write: str) -> str:
    """Honest statement and write as one text."""
    at = honest.upper().rfind("RETURN")
    cut = chance.randrange(len(honest) + 1)
    quote = chance.choice("'\"`")
    return chance.choice(PLACES) % {
        "honest": honest,
        "write": write,
        "head": honest[:at] if at > 0 else honest,
        "tail": honest[at:] if at > 0 else "RETURN 1 AS o",
        "a": honest[:cut],
        "b": honest[cut:],
        "q": quote,
        "e": f"\\u{ord(quote):04x}",
        "_": chance.choice(BLANKS),
        "kind": chance.choice(("EXISTS", "COUNT", "COLLECT")),
    }


async def holdings(
    driver: neo4j.AsyncDriver, database: str, listings: Sequence[str] = ()
) -> dict[str, str]:
    """Hashes of the nodes, the relationships, and what each of `listings` shows.

    A listing that the server does not know counts as empty.
    """
    texts = {
        "nodes": "MATCH (n) RETURN labels(n), properties(n)",
        "relationships": "MATCH (a)-[r]->(b) "
        "RETURN properties(a), type(r), properties(r), properties(b)",
        "indexes": "SHOW INDEXES YIELD name, type, labelsOrTypes, properties",
        "constraints": "SHOW CONSTRAINTS YIELD name, type, labelsOrTypes, properties",
        **{text: text for text in listings},
    }
    found = {}
    async with driver.session(database=database) as session:
        for name, text in texts.items():
            rows: list[Any] = []
            with suppress(Neo4jError):
                rows = [record.values() async for record in await session.run(text)]
            lines = sorted(json.dumps(row, default=str, sort_keys=True) for row in rows)
            found[name] = f"{len(rows)}:" + hashlib.sha256("\n".join(lines).encode()).hexdigest()
    return found


async def run_all(driver: neo4j.AsyncDriver, database: str, texts: Sequence[str]) -> int:
    """Run statements with every right the login has; how many of them the server accepted."""
    accepted = 0
    for text in texts:
        with suppress(Neo4jError, DriverError):
            async with driver.session(database=database) as session:
                result = await session.run(neo4j.Query(text, timeout=2), {"x": 1, "list": [1]})
                await result.fetch(100)
                await result.consume()
                accepted += 1
    return accepted

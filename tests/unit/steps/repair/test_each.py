"""Single repairs: what each makes of a statement, and what it must leave alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.steps.repair.aggregate_place import aggregate_of_columns, aggregate_of_list
from bot.steps.repair.asked_values import asked_values
from bot.steps.repair.bare_names import bare_names
from bot.steps.repair.counted_thing import counted_thing
from bot.steps.repair.counted_way import counted_way
from bot.steps.repair.date_difference import date_difference
from bot.steps.repair.distinct_count import distinct_count
from bot.steps.repair.distinct_rows import distinct_rows
from bot.steps.repair.fetched import fetched
from bot.steps.repair.fix import Fix, apply
from bot.steps.repair.kept_year import kept_year
from bot.steps.repair.kinship import kinship
from bot.steps.repair.known import Known
from bot.steps.repair.listed_values import listed_values
from bot.steps.repair.misjoined import misjoined
from bot.steps.repair.null_sort import null_mean, null_sort, unmatched_mean
from bot.steps.repair.percent import percent
from bot.steps.repair.rejoined import rejoined
from bot.steps.repair.stored_count import stored_count, stored_mean
from bot.steps.repair.stored_values import stored_values
from bot.steps.repair.unasked import unasked
from bot.steps.repair.union_return import union_return
from bot.steps.repair.unreturned import unreturned
from bot.steps.repair.unshown_group import unshown_group
from bot.steps.repair.unwound import unwound
from bot.steps.repair.wider_label import wider_label
from bot.steps.repair.word_beginnings import word_beginnings
from guardrails.cypher import Statement, parse
from memory.schema import Join, LinkedValue, Property, Relationship, Schema
from tests.unit.steps.repair.harbour import SCHEMA, Stored


def _property(name: str, type_: str, null_share: float = 0.0, *values: str) -> Property:
    return Property(name, (type_,), values=values or None, null_share=null_share)


def _type(name: str, start: str, end: str) -> Relationship:
    return Relationship(name, 50, (Join(start, end, 50),))


def _schema() -> Schema:
    """Ships and ports, and what single repairs need beside."""
    ship = SCHEMA.labels["Ship"]
    cause = _property("cause", "STRING", 0, "Engine failure; no leak found", "Storm damage")
    more = {
        "reviewCount": _property("reviewCount", "INTEGER"),
        "averageScore": _property("averageScore", "FLOAT"),
        "year": _property("year", "INTEGER"),
        "cause": cause,
        "arrival": _property("arrival", "STRING"),
    }
    labels = dict(SCHEMA.labels)
    labels["Ship"] = replace(ship, properties={**ship.properties, **more})
    labels["Cargo Hold"] = replace(ship, name="Cargo Hold", properties={"max load": cause})
    labels["Pilot"] = replace(labels["Captain"], name="Pilot")
    labels["Log"] = replace(ship, name="Log", properties={"text": _property("text", "STRING")})
    types = dict(SCHEMA.relationships)
    types["COMMANDS"] = replace(
        types["COMMANDS"], joins=(Join("Captain", "Ship", 9), Join("Pilot", "Ship", 9))
    )
    share = Property("share", ("INTEGER",), minimum=1, maximum=100)
    types["OWNED_BY"] = replace(types["OWNED_BY"], properties={"share": share})
    types["RATED"] = replace(
        _type("RATED", "Captain", "Ship"), properties={"score": _property("score", "FLOAT", 0.1)}
    )
    for name, start, end in (
        ("HAS_TENDER", "Ship", "Ship"),
        ("HAS_PARENT", "Company", "Company"),
        ("HAS_LOG", "Ship", "Log"),
    ):
        types[name] = _type(name, start, end)
    return Schema(labels, types)


KNOWN = Known(_schema(), Stored())
Mend = Callable[[Statement, Known], list[Fix]]


@pytest.mark.parametrize(
    ("mend", "question", "before", "after"),
    [
        (
            counted_way,
            "Which ships have the most tenders?",
            "MATCH (s:Ship) RETURN s.name, COUNT { (s)<-[:HAS_TENDER]-() } AS n",
            "MATCH (s:Ship) RETURN s.name, COUNT { (s)-[:HAS_TENDER]->() } AS n",
        ),
        (
            counted_way,
            "ships with more than two tenders",
            "MATCH (s:Ship)<-[:HAS_TENDER]-(t:Ship) WITH s, count(t) AS n WHERE n > 2 RETURN s",
            "MATCH (s:Ship)-[:HAS_TENDER]->(t:Ship) WITH s, count(t) AS n WHERE n > 2 RETURN s",
        ),
        (
            counted_way,
            "Which ships are tenders of the most ships?",
            "MATCH (s:Ship) RETURN s.name, COUNT { (s)<-[:HAS_TENDER]-() } AS n",
            None,
        ),
        (
            counted_way,
            None,
            "MATCH (s:Ship) RETURN s.name, COUNT { (s)<-[:HAS_TENDER]-() } AS n",
            None,
        ),
        (
            date_difference,
            None,
            "MATCH (s:Ship) WITH max(s.built) AS last, min(s.built) AS first "
            "RETURN last - first AS days ORDER BY last - first",
            "MATCH (s:Ship) WITH max(s.built) AS last, min(s.built) AS first "
            "RETURN duration.inDays(first, last).days AS days "
            "ORDER BY duration.inDays(first, last).days",
        ),
        (
            date_difference,
            None,
            "MATCH (s:Ship) RETURN s.tonnage - s.year, date() - duration('P1D')",
            None,
        ),
        (
            distinct_count,
            "How many ports did each captain call at?",
            "MATCH (c:Captain)-[:COMMANDS]->(s:Ship)-[:CALLED_AT]->(p:Port) "
            "RETURN c.name, count(p) AS n",
            "MATCH (c:Captain)-[:COMMANDS]->(s:Ship)-[:CALLED_AT]->(p:Port) "
            "RETURN c.name, count(DISTINCT p) AS n",
        ),
        (
            distinct_count,
            "How many times did each captain call at ports?",
            "MATCH (c:Captain)-[:COMMANDS]->(s:Ship)-[:CALLED_AT]->(p:Port) "
            "RETURN c.name, count(p) AS n",
            None,
        ),
        (
            distinct_count,
            "How many ships called at Rotterdam?",
            "MATCH (s:Ship)-[:CALLED_AT]->(p:Port {name: 'Rotterdam'}) RETURN count(s) AS n",
            None,
        ),
        (
            distinct_count,
            "How many ports did each ship call at?",
            "MATCH (s:Ship)-[:CALLED_AT]->(p:Port) RETURN s.name, count(p) AS n",
            None,
        ),
        (
            distinct_rows,
            None,
            "MATCH (c:Captain)-[:COMMANDS]->(s:Ship)-[:CALLED_AT]->(p:Port) WHERE p.depth > 9 "
            "RETURN c.name AS captain, s.name ORDER BY captain, s.year LIMIT 5",
            "MATCH (c:Captain)-[:COMMANDS]->(s:Ship)-[:CALLED_AT]->(p:Port) WHERE p.depth > 9 "
            "WITH DISTINCT c, s "
            "RETURN c.name AS captain, s.name ORDER BY captain, s.year LIMIT 5",
        ),
        (
            distinct_rows,
            None,
            "MATCH (s:Ship)-[r:CALLED_AT]->(p:Port) RETURN s.name, r.date",
            None,
        ),
        (
            distinct_rows,
            None,
            "MATCH (s:Ship)-[:CALLED_AT]->(p:Port) RETURN s.name ORDER BY p.depth",
            None,
        ),
        (distinct_rows, None, "MATCH (s:Ship) RETURN s.name", None),
        (
            distinct_rows,
            None,
            "MATCH (s:Ship)-[:CALLED_AT]->(p:Port) RETURN s.name, count(p) AS ports",
            None,
        ),
        (
            null_sort,
            None,
            "MATCH (s:Ship) RETURN s.name, abs(s.tonnage - s.year) AS d ORDER BY d DESC LIMIT 3",
            "MATCH (s:Ship) WHERE (abs(s.tonnage - s.year)) IS NOT NULL "
            "RETURN s.name, abs(s.tonnage - s.year) AS d ORDER BY d DESC LIMIT 3",
        ),
        (
            null_sort,
            None,
            "MATCH (s:Ship) RETURN s.name, s.tonnage - s.year AS d ORDER BY d DESC LIMIT 3",
            "MATCH (s:Ship) WHERE (s.tonnage - s.year) IS NOT NULL "
            "RETURN s.name, s.tonnage - s.year AS d ORDER BY d DESC LIMIT 3",
        ),
        (null_sort, None, "MATCH (s:Ship) RETURN s.name ORDER BY s.tonnage LIMIT 3", None),
        (
            null_mean,
            None,
            "MATCH (s:Ship) WITH s, avg(s.tonnage) AS t ORDER BY t DESC LIMIT 3 RETURN s.name, t",
            "MATCH (s:Ship) WITH s, avg(s.tonnage) AS t WHERE t IS NOT NULL WITH * "
            "ORDER BY t DESC LIMIT 3 RETURN s.name, t",
        ),
        (
            null_mean,
            None,
            "MATCH (s:Ship) OPTIONAL MATCH (s)-[r:CALLED_AT]->() "
            "RETURN s.name AS ship, max(r.days) AS d ORDER BY d DESC LIMIT 3",
            "MATCH (s:Ship) OPTIONAL MATCH (s)-[r:CALLED_AT]->() "
            "WITH s.name AS ship, max(r.days) AS d WHERE d IS NOT NULL RETURN ship, d "
            "ORDER BY d DESC LIMIT 3",
        ),
        (
            null_mean,
            None,
            "MATCH (s:Ship) WITH s, sum(s.tonnage) AS t ORDER BY t DESC LIMIT 3 RETURN s.name, t",
            None,
        ),
        (
            unmatched_mean,
            None,
            "MATCH (s:Ship) WITH s, avg(s.tonnage) AS t ORDER BY t DESC LIMIT 3 RETURN s.name, t",
            None,
        ),
        (
            unmatched_mean,
            None,
            "MATCH (s:Ship) OPTIONAL MATCH (s)-[r:CALLED_AT]->() WITH s, avg(r.days) AS d "
            "ORDER BY d DESC LIMIT 3 RETURN s.name, d",
            "MATCH (s:Ship) OPTIONAL MATCH (s)-[r:CALLED_AT]->() WITH s, avg(r.days) AS d "
            "WHERE d IS NOT NULL WITH * ORDER BY d DESC LIMIT 3 RETURN s.name, d",
        ),
        (
            aggregate_of_columns,
            None,
            "MATCH (s:Ship)-->(p:Port) WITH s, count(p) AS n WITH s, n WHERE n = max(n) RETURN s",
            "MATCH (s:Ship)-->(p:Port) WITH s, count(p) AS n WITH s, n "
            "WITH collect([s, n]) AS rows1, max(n) AS n1 UNWIND rows1 AS row "
            "WITH row[0] AS s, row[1] AS n, n1 WHERE n = n1 RETURN s",
        ),
        (
            aggregate_of_list,
            None,
            "MATCH (c)-->(s:Ship) WITH c, collect(DISTINCT s) AS l RETURN c.name, count(l) AS n",
            "MATCH (c)-->(s:Ship) WITH c, collect(DISTINCT s) AS l RETURN c.name, size(l) AS n",
        ),
        (
            aggregate_of_list,
            None,
            "MATCH (c)-->(s:Ship) WITH c, collect(s) AS l RETURN count(l) AS groups",
            None,
        ),
        (
            unwound,
            "What flags are there most ships under?",
            "MATCH (s:Ship) RETURN s.flags, count(DISTINCT s.flags) AS n ORDER BY n DESC LIMIT 3",
            "MATCH (s:Ship) UNWIND s.flags AS flag1 RETURN flag1 AS flags, count(DISTINCT s) AS n "
            "ORDER BY n DESC LIMIT 3",
        ),
        (
            misjoined,
            "Which captains command ships called at Bergen?",
            "MATCH (c:Captain)-[:CALLED_AT]->(p:Port) WHERE p.name = 'Bergen' RETURN ship.name",
            "MATCH (c:Captain)-[:COMMANDS]->(ship:Ship)-[:CALLED_AT]->(p:Port) "
            "WHERE p.name = 'Bergen' RETURN ship.name",
        ),
        (
            percent,
            "Which companies own more than 75 percent of a ship?",
            "MATCH ()-[r:OWNED_BY]->(c:Company) WHERE r.share > 0.75 RETURN c.name",
            "MATCH ()-[r:OWNED_BY]->(c:Company) WHERE r.share > 75 RETURN c.name",
        ),
        (
            unreturned,
            None,
            "MATCH (s:Ship)-->(p:Port) WITH s, count(p) AS n ORDER BY n DESC LIMIT 3;",
            "MATCH (s:Ship)-->(p:Port) WITH s, count(p) AS n ORDER BY n DESC LIMIT 3 "
            "RETURN s.name AS name, n;",
        ),
        (
            union_return,
            None,
            "MATCH (s:Ship)-[:OWNED_BY]->(c) UNION MATCH (s:Ship)-->(p:Port) RETURN s.name AS name",
            "MATCH (s:Ship)-[:OWNED_BY]->(c) RETURN s.name AS name "
            "UNION MATCH (s:Ship)-->(p:Port) RETURN s.name AS name",
        ),
        (
            union_return,
            None,
            "MATCH (s:Ship) UNION MATCH (p:Port) RETURN p.name AS name",
            None,
        ),
        (
            unshown_group,
            "Which country's ports were called at for most days?",
            "MATCH (c:Country)<-[:LIES_IN]-(p:Port)<-[r:CALLED_AT]-(:Ship) "
            "WITH c, p, sum(r.days) AS days RETURN c.name, days ORDER BY days DESC LIMIT 1",
            "MATCH (c:Country)<-[:LIES_IN]-(p:Port)<-[r:CALLED_AT]-(:Ship) "
            "WITH c, sum(r.days) AS days RETURN c.name, days ORDER BY days DESC LIMIT 1",
        ),
        (
            unshown_group,
            "Which countries' ports were called at for how many days, for each port?",
            "MATCH (c:Country)<-[:LIES_IN]-(p:Port)<-[r:CALLED_AT]-(:Ship) "
            "WITH c, p, sum(r.days) AS days RETURN c.name, days",
            None,
        ),
        (
            unshown_group,
            "How many days is a port called at on average, by country?",
            "MATCH (c:Country)<-[:LIES_IN]-(p:Port)<-[r:CALLED_AT]-(:Ship) "
            "WITH c, p, sum(r.days) AS days RETURN c.name, avg(days) AS days",
            None,
        ),
        (
            unshown_group,
            "Which country's ports were called at for most days?",
            "MATCH (c:Country)<-[:LIES_IN]-(p:Port)<-[r:CALLED_AT]-(:Ship) "
            "WITH c, p, sum(r.days) AS days RETURN c.name, p.name, days",
            None,
        ),
        (
            unshown_group,
            None,
            "MATCH (c:Country)<-[:LIES_IN]-(p:Port)<-[r:CALLED_AT]-(:Ship) "
            "WITH c, p, sum(r.days) AS days RETURN c.name, days",
            None,
        ),
        (
            unshown_group,
            "Which captains called at the ports more than 9 times?",
            "MATCH (c:Captain)-[:COMMANDS]->(s:Ship)-[:CALLED_AT]->(p:Port) "
            "WITH c, p, count(s) AS n WHERE n > 9 RETURN c.name, n",
            None,
        ),
        (
            counted_thing,
            "Which country's ports have seen the most ships?",
            "MATCH (c:Country)<-[:LIES_IN]-(p:Port)<-[:CALLED_AT]-(s:Ship) "
            "RETURN c.name, count(p) AS n ORDER BY n DESC LIMIT 1",
            "MATCH (c:Country)<-[:LIES_IN]-(p:Port)<-[:CALLED_AT]-(s:Ship) "
            "RETURN c.name, count(DISTINCT s) AS n ORDER BY n DESC LIMIT 1",
        ),
        (
            counted_thing,
            "Which country has the most ports that ships call at?",
            "MATCH (c:Country)<-[:LIES_IN]-(:Port)<-[:CALLED_AT]-(s:Ship) "
            "RETURN c.name, count(DISTINCT s) AS n ORDER BY n DESC LIMIT 1",
            "MATCH (c:Country)<-[:LIES_IN]-(n1:Port)<-[:CALLED_AT]-(s:Ship) "
            "RETURN c.name, count(DISTINCT n1) AS n ORDER BY n DESC LIMIT 1",
        ),
        (
            counted_thing,
            "Which country's ports have seen the most ships?",
            "MATCH (c:Country)<-[:LIES_IN]-(p:Port)<-[:CALLED_AT]-(s:Ship) "
            "RETURN c.name, count(s) AS n ORDER BY n DESC LIMIT 1",
            None,
        ),
        (
            counted_thing,
            "Which country has the most ports with ships?",
            "MATCH (c:Country)<-[:LIES_IN]-(p:Port)<-[:CALLED_AT]-(s:Ship) "
            "RETURN c.name, count(DISTINCT p) AS n ORDER BY n DESC LIMIT 1",
            None,
        ),
        (
            counted_thing,
            "Which country's ports are called at most?",
            "MATCH (c:Country)<-[:LIES_IN]-(p:Port)<-[:CALLED_AT]-(s:Ship) "
            "RETURN c.name, count(p) AS n ORDER BY n DESC LIMIT 1",
            None,
        ),
        (
            stored_count,
            None,
            "MATCH (s:Ship) WHERE COUNT { (:Captain)-[:REVIEWED]->(s) } > 500 RETURN s.name",
            "MATCH (s:Ship) WHERE s.reviewCount > 500 RETURN s.name",
        ),
        (
            stored_count,
            None,
            "MATCH (s:Ship) WHERE COUNT { (:Captain)-[:COMMANDS]->(s) } > 500 RETURN s.name",
            None,
        ),
        (
            stored_mean,
            None,
            "MATCH (:Captain)-[r:RATED]->(s:Ship) WITH s, avg(r.score) AS a RETURN s, a",
            "MATCH (:Captain)-[r:RATED]->(s:Ship) WITH s, avg(s.averageScore) AS a RETURN s, a",
        ),
        (
            kept_year,
            None,
            "MATCH (s:Ship) WHERE s.launched STARTS WITH '1995' OR s.launched >= '2011-01-01' "
            "OR date(s.launched).year = 2014 RETURN s",
            "MATCH (s:Ship) WHERE s.year = 1995 OR s.year >= 2011 OR s.year = 2014 RETURN s",
        ),
        (kept_year, None, "MATCH (s:Ship) WHERE s.launched > '2011-01-01' RETURN s", None),
        (
            kinship,
            None,
            "MATCH (a:Company)-[:HAS_SISTER]-(b:Company) RETURN a",
            "MATCH (a:Company)-[:HAS_PARENT]->()<-[:HAS_PARENT]-(b:Company) RETURN a",
        ),
        (
            kinship,
            None,
            "MATCH (a:Company)<-[:GRANDPARENT]-(b:Company) RETURN a",
            "MATCH (a:Company)<-[:HAS_PARENT]-()<-[:HAS_PARENT]-(b:Company) RETURN a",
        ),
        (kinship, None, "MATCH (a:Company)-[:HAS_PARENT]-(b:Company) RETURN a", None),
        (
            misjoined,
            "the ports that logs of ships are of",
            "MATCH (s:Ship)-[:HAS_LOG]->(g:Log)-[:CALLED_AT]->(p:Port) RETURN p.name",
            "MATCH (s:Ship)-[:HAS_LOG]->(g:Log), (s)-[:CALLED_AT]->(p:Port) RETURN p.name",
        ),
        (
            misjoined,
            "How often is each port called at?",
            "MATCH (s:Ship)-[:HAS_LOG]->(g:Log)-[:CALLED_AT]->(p:Port) RETURN p.name, count(*)",
            "MATCH (s:Ship)-[:CALLED_AT]->(p:Port) RETURN p.name, count(*)",
        ),
        (
            misjoined,
            "Which countries did ships call at?",
            "MATCH (s:Ship)-[:CALLED_AT]->(c:Country) RETURN c.name",
            "MATCH (s:Ship)-[:CALLED_AT]->(:Port)-[:LIES_IN]->(c:Country) RETURN c.name",
        ),
        (
            rejoined,
            None,
            "MATCH (s:Ship)-[:OWNED_BY]->(o:Company)-[:VISITS]->(p:Port) RETURN p.name",
            "MATCH (s:Ship)-[:OWNED_BY]->(o:Company), (s)-[:CALLED_AT]->(p:Port) RETURN p.name",
        ),
        (
            rejoined,
            None,
            "MATCH (o:Company)-[:PAYS]->(p:Port)<-[:CALLED_AT]-(s:Ship) RETURN s",
            "MATCH (o:Company)<-[:OWNED_BY]-(s), (p:Port)<-[:CALLED_AT]-(s:Ship) RETURN s",
        ),
        (
            rejoined,
            None,
            "MATCH (o:Company)<-[:OWNED_BY]-(s:Ship)-->(p:Port)-[:PAYS]->(o) RETURN p",
            "MATCH (o:Company)<-[:OWNED_BY]-(s:Ship)-->(p:Port), (o) RETURN p",
        ),
        (
            fetched,
            None,
            "MATCH (s:Ship) WHERE s.motto <> '' RETURN s.name, s.motto",
            "MATCH (s:Ship), (s)-[:OWNED_BY]->(n1:Company) WHERE n1.motto <> '' "
            "RETURN s.name, n1.motto",
        ),
        (
            fetched,
            None,
            "MATCH (c:Captain)-[:COMMANDS]->(s:Ship) RETURN c.motto",
            "MATCH (c:Captain)-[:COMMANDS]->(s:Ship), (s)-[:OWNED_BY]->(n1:Company) "
            "RETURN n1.motto",
        ),
        (fetched, None, "MATCH (s:Ship) RETURN s.iso, s.colour, s.tonnage", None),
        (
            listed_values,
            None,
            "MATCH (s:Ship) WHERE s.cause = 'no leaks' OR s.cause = 'mutiny' RETURN s",
            "MATCH (s:Ship) WHERE s.cause = 'Engine failure; no leak found' OR s.cause = 'mutiny' "
            "RETURN s",
        ),
        (
            unasked,
            "Which ships are over 900 tonnage?",
            "MATCH (c:Captain)-[r:COMMANDS]->(s:Ship) WHERE r.role = 'Captain' AND c.name = 'Ahab' "
            "AND s.tonnage > 900 RETURN s.name",
            "MATCH (c:Captain)-[r:COMMANDS]->(s:Ship) WHERE s.tonnage > 900 RETURN s.name",
        ),
        (
            unasked,
            "Which Dutch ships are over 900 tonnage?",
            "MATCH (s:Ship)-->(o:Company) WHERE o.motto = 'NL' AND s.tonnage > 900 RETURN s.name",
            None,
        ),
        (
            unasked,
            "ships that Ahab commands",
            "MATCH (c:Captain)-[:COMMANDS]->(s:Ship) WHERE c.name = 'Ahab' RETURN s.name",
            None,
        ),
        (
            unasked,
            "Which deep ports lie furthest up the river?",
            "MATCH (s:Ship)-[:CALLED_AT]->(p:Port)-[:LIES_IN]->(c:Country) WHERE p.depth > 9 "
            "AND c.name = 'Chile' AND c.iso = 'CL' AND c.motto = 'x' AND c.area IS NULL "
            "RETURN p.name",
            "MATCH (s:Ship)-[:CALLED_AT]->(p:Port) WHERE p.depth > 9 RETURN p.name",
        ),
        (
            unasked,
            "Which deep ports lie in Chilean waters?",
            "MATCH (p:Port)-[:LIES_IN]->(c:Country) WHERE p.depth > 9 "
            "AND c.name = 'Chile' AND c.iso = 'CL' AND c.motto = 'x' RETURN p.name",
            None,
        ),
        (
            wider_label,
            None,
            "MATCH (c:Captain {name: 'Ahab'})-[:COMMANDS]->(s:Ship) RETURN s.name",
            "MATCH (c {name: 'Ahab'})-[:COMMANDS]->(s:Ship) RETURN s.name",
        ),
        (wider_label, None, "MATCH (s:Ship {name: 'x'})-[:OWNED_BY]->(o) RETURN o.name", None),
        (
            word_beginnings,
            None,
            "MATCH (g:Log) WHERE g.text CONTAINS 'environmental risks' RETURN g",
            "MATCH (g:Log) WHERE (toLower(g.text) CONTAINS 'enviro' "
            "AND toLower(g.text) CONTAINS 'risk') RETURN g",
        ),
        (word_beginnings, None, "MATCH (g:Log) WHERE g.text CONTAINS 'ice' RETURN g", None),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_repair(mend: Mend, question: str | None, before: str, after: str | None) -> None:
    known = replace(KNOWN, question=question)
    text, told = apply(before, mend(parse(before), known))
    assert text == (after or before)
    assert bool(told) == (after is not None)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "MATCH (s:Ship) RETURN s.name AS top 3 ships ORDER BY top 3 ships LIMIT 3",
            "MATCH (s:Ship) RETURN s.name AS `top 3 ships` ORDER BY `top 3 ships` LIMIT 3",
        ),
        (
            "MATCH (s:Ship) WHERE s.name <> 'Share' RETURN s.tonnage AS 'Share' ORDER BY 'Share'",
            "MATCH (s:Ship) WHERE s.name <> 'Share' RETURN s.tonnage AS `Share` ORDER BY `Share`",
        ),
        ("MATCH (h:Cargo Hold) RETURN h", "MATCH (h:`Cargo Hold`) RETURN h"),
        ("MATCH (h {max load: 'x'}) RETURN h", "MATCH (h {`max load`: 'x'}) RETURN h"),
        ("MATCH (h) RETURN h.max load", "MATCH (h) RETURN h.`max load`"),
        (
            "MATCH (case:Ship) WHERE case.tonnage > 9 RETURN case.name, case",
            "MATCH (`case`:Ship) WHERE `case`.tonnage > 9 RETURN `case`.name, `case`",
        ),
        ("MATCH (s:Ship) RETURN s.name AS case", "MATCH (s:Ship) RETURN s.name AS `case`"),
        ("MATCH (s:Ship) RETURN count(DISTINCT s) AS count, s.max AS order", None),
        ("MATCH (s:Ship) WITH s AS x DETACH DELETE x RETURN 1", None),
        ("MATCH (s:Ship) RETURN s.end - s.start AS days, s.max - load AS rest", None),
    ],
)
def test_names_in_back_ticks(before: str, after: str | None) -> None:
    assert apply(before, bare_names(before, KNOWN))[0] == (after or before)


class _Values:
    """Finds the values that stand in the question."""

    def __init__(self, *stored: tuple[str, str, str]) -> None:
        self.stored = stored

    async def lookup(self, question: str) -> list[LinkedValue]:
        """Those whose text the question contains."""
        return [
            LinkedValue(value, label, name, value, at, at + len(value))
            for label, name, value in self.stored
            if (at := question.find(value)) >= 0
        ]


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("ships of Norway", "Norway"),
        ("ships of XN", None),
        ("ships of Norway and Sweden", None),
        ("ships", None),
    ],
)
async def test_the_value_that_is_asked_for(question: str, value: str | None) -> None:
    values = _Values(("Country", "name", "Norway"), ("Country", "name", "Sweden"))
    draft = "MATCH (c:Country {name: 'XN'}) RETURN c"
    fixes = await asked_values(parse(draft), Known(SCHEMA, values, question))
    assert apply(draft, fixes)[0] == draft.replace("XN", value or "XN")


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("6 PM", "18:00"),
        ("2017-08-05", "5/08/2017"),
        ("Noon", None),
        ("Dawn ship", "Dawn"),
        ("ship", None),
    ],
)
async def test_other_forms_of_a_value(written: str, stored: str | None) -> None:
    values = _Values(
        ("Ship", "arrival", "18:00"), ("Ship", "arrival", "5/08/2017"), ("Ship", "arrival", "Dawn")
    )
    draft = f"MATCH (s:Ship) WHERE s.arrival = '{written}' RETURN s"
    fixes = await stored_values(parse(draft), Known(KNOWN.schema, values))
    assert apply(draft, fixes)[0] == draft.replace(written, stored or written)

"""The nodes behind rows are found where a row shows one that passages mention."""

from __future__ import annotations

import pytest

from bot.steps.behind_rows import behind_rows
from memory.schema import Join, Label, Property, Relationship, Schema

WHY = {name: Property(name, ("LIST<STRING>",)) for name in ("words", "passages")}
NAMED = {"name": Property("name", ("STRING",))}
SCHEMA = Schema(
    {name: Label(name, 9, NAMED) for name in ("Case", "Court", "Document", "Firm", "Passage")},
    {
        "INVOLVED_IN": Relationship("INVOLVED_IN", 9, (Join("Firm", "Case", 9),), WHY),
        "KNOWS": Relationship("KNOWS", 9, (Join("Firm", "Firm", 9),)),
        "MENTIONS": Relationship(
            "MENTIONS", 9, (Join("Passage", "Case", 9), Join("Passage", "Firm", 9))
        ),
        "PART_OF": Relationship("PART_OF", 9, (Join("Passage", "Document", 9),)),
    },
)


@pytest.mark.parametrize(
    ("cypher", "behind"),
    [
        (
            "MATCH (f:Firm)-[:INVOLVED_IN]->(c:Case) WITH DISTINCT c RETURN c.name AS name",
            "MATCH (f:Firm)-[r1:INVOLVED_IN]->(c:Case) RETURN c.name AS name, "
            "elementId(c) AS item1, r1.words AS words0, r1.passages AS passages0",
        ),
        (
            "MATCH (f:Firm)-[i:INVOLVED_IN]->(c:Case) RETURN c ORDER BY c.name LIMIT 3",
            "MATCH (f:Firm)-[i:INVOLVED_IN]->(c:Case) RETURN c, elementId(c) AS item1, "
            "i.words AS words0, i.passages AS passages0 ORDER BY c.name LIMIT 3",
        ),
        (
            "MATCH (f:Firm)-[:KNOWS]->(g) RETURN f.name, count(g) AS n ORDER BY n LIMIT 3",
            "MATCH (f:Firm)-[:KNOWS]->(g) RETURN f.name, elementId(f) AS item1",
        ),
        (
            "MATCH (c:Case) RETURN DISTINCT toUpper(c.name) AS n ORDER BY n LIMIT 3",
            "MATCH (c:Case) RETURN toUpper(c.name) AS n, elementId(c) AS item1",
        ),
        ("MATCH (c:Case) RETURN count(c) AS cases", None),
        ("MATCH (d:Document) RETURN d.name", None),
        ("MATCH (n) RETURN n.name", None),
        ("MATCH (c:Case) WITH c.name AS name RETURN name", None),
        ("MATCH (c:Case) RETURN c.name UNION MATCH (f:Firm) RETURN f.name", None),
        ("not Cypher", None),
    ],
)
def test_the_item_and_what_says_so(cypher: str, behind: str | None) -> None:
    found = behind_rows(cypher, SCHEMA)
    assert (found.cypher if found else None) == behind


@pytest.mark.parametrize(
    ("where", "tests"),
    [
        ("c.filed > $day AND c.state = 'open'", "(c.filed > $day) AND (c.state = 'open')"),
        ("f.name = 'Ada' AND c.filed > f.founded AND c.filed < $day", "(c.filed < $day)"),
        ("EXISTS { MATCH (c)<-[:MENTIONS]-() }", ""),
    ],
)
def test_what_fails_the_conditions_on_its_own_properties_is_no_such_item(
    where: str, tests: str
) -> None:
    cypher = f"MATCH (f:Firm)-[:INVOLVED_IN]->(c:Case) WHERE {where} RETURN c.name"
    found = behind_rows(cypher, SCHEMA)
    assert found is not None
    wanted = "MATCH (c:Case) WHERE elementId(c) IN $among AND NOT ({}) RETURN elementId(c) AS id"
    assert found.refuting == (wanted.format(tests) if tests else "")

import pytest

from guardrails.drawn import pattern_drawn


@pytest.mark.parametrize(
    ("statement", "drawn"),
    [
        (
            "MATCH (a:A), (b:B)\nMATCH p = shortestPath((a)-[*..6]-(b))\nRETURN length(p) AS steps",
            "MATCH (a:A), (b:B)\nMATCH p = shortestPath((a)-[*..6]-(b))\nRETURN a, b, p",
        ),
        (
            "MATCH (f:Film) WHERE f.made > 1 RETURN f.title AS t, f.made AS made "
            "ORDER BY made DESC, f.title SKIP 2 LIMIT $n",
            "MATCH (f:Film) WHERE f.made > 1 RETURN f ORDER BY f.made DESC, f.title "
            "SKIP 2 LIMIT $n",
        ),
        (
            "MATCH (p)-[:IN]->(f) OPTIONAL MATCH (f)<-[:BY]-(path1) RETURN DISTINCT f.title",
            "MATCH path3=(p)-[:IN]->(f) OPTIONAL MATCH path2=(f)<-[:BY]-(path1) "
            "RETURN path3, path2",
        ),
        (
            "MATCH (p)-->(f) WITH DISTINCT f RETURN f.title",
            "MATCH path1=(p)-->(f) RETURN path1",
        ),
        ("MATCH (f:Film) RETURN f.genre, count(*) AS films", None),
        ("MATCH (f:Film) RETURN DISTINCT f.title LIMIT 3", None),
        ("MATCH (f:Film) WITH f LIMIT 3 RETURN f.title", None),
        ("MATCH (a) RETURN a.x UNION MATCH (b) RETURN b.x", None),
        ("RETURN 1 AS one", None),
        ("MATCH (n) DELETE n", None),
        ("no Cypher", None),
    ],
)
def test_what_a_statement_matches_in_place_of_its_columns(
    statement: str, drawn: str | None
) -> None:
    found = pattern_drawn(statement)
    assert (found and found.cypher) == drawn

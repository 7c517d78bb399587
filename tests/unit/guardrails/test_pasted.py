"""Which messages are statements of Cypher, and which are words."""

import pytest

from guardrails.pasted import statement_in


@pytest.mark.parametrize(
    "text",
    [
        "MATCH (f:Film) RETURN f.title LIMIT 3",
        "match (f:Film)\n// old ones\nwhere f.year < 1950 return f",
        "RETURN 1",
        "UNWIND [1, 2] AS x RETURN x",
        "CALL db.labels()",
        "EXPLAIN MATCH (n) RETURN n",
        "OPTIONAL MATCH (a)-[:X]->(b) RETURN a, b",
        "CREATE (n:X)",
        "MATCH (n) DETACH DELETE n",
        "MATCH (n) RETURN n; MATCH (m) DELETE m",
        "LOAD CSV FROM 'http://x' AS row RETURN row",
        "FOREACH (x IN [1] | CREATE (n))",
        "MATCH (n:Film RETURN n",
        "MATCH (f:Film) WERE f.x RETURN f",
        "MATCH (f:Film {title: 'Jaws) RETURN f",
    ],
)
async def test_a_statement_is_one_be_it_refused_or_misspelt(text: str) -> None:
    assert await statement_in(f" {text}\n") == text


@pytest.mark.parametrize(
    "text",
    [
        "return films",
        "limit 5",
        "with rating > 8",
        "filter rating > 8",
        "delete all films",
        "delete everything",
        "drop index films",
        "delete the film (the old one)",
        "match the films (all of them)",
        "call mom",
        "remove the table",
        "set in France",
        "what does MATCH (n:Film) RETURN n do?",
        "with Tom Hanks (actor)",
        "```sql\nselect 1\n```",
        "",
    ],
)
async def test_words_are_no_statement(text: str) -> None:
    assert await statement_in(text) is None


async def test_a_fence_around_it_is_taken_off() -> None:
    assert await statement_in("```cypher\nMATCH (n)\nRETURN n\n```") == "MATCH (n)\nRETURN n"
    assert await statement_in("```\nMATCH (n) RETURN n\n```") == "MATCH (n) RETURN n"
    assert await statement_in("```cypher\nnonsense\n```") == "nonsense"

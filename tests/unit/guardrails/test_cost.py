"""What a statement may cost: sizes followed through its names, and what may still run."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from guardrails.cost.regex import Unsafe, steps
from guardrails.statement import Allowed, Refused, check_statement
from memory.schema import Join, Label, Property, Relationship, Schema

STATEMENTS = tomllib.loads(
    (Path(__file__).parents[2] / "data" / "resource_statements.toml").read_text("utf-8")
)["statements"]


def _texts(*names: str) -> dict[str, Property]:
    return {name: Property(name, ("STRING",), ("Heat", "Alien"), distinct=200) for name in names}


FILMS = Schema(
    {
        "Film": Label(
            "Film",
            241,
            {
                **_texts("title", "overview", "tagline"),
                "year": Property("year", ("INTEGER",), minimum=1921, maximum=2024, distinct=90),
                "revenue": Property("revenue", ("INTEGER",), minimum=1e5, maximum=2.9e9),
                "languages": Property("languages", ("LIST<STRING>",)),
            },
        ),
        "Person": Label("Person", 1242, _texts("name")),
        "Actor": Label("Actor", 895, _texts("name"), implies=("Person",)),
        "Genre": Label("Genre", 21, _texts("name")),
        "Country": Label("Country", 200, _texts("name")),
    },
    {
        "ACTED_IN": Relationship(
            "ACTED_IN", 1261, (Join("Person", "Film", 1261), Join("Actor", "Film", 1261))
        ),
        "IN_GENRE": Relationship("IN_GENRE", 587, (Join("Film", "Genre", 587),)),
        "BORN_IN": Relationship(
            "BORN_IN", 1099, (Join("Person", "Country", 1099), Join("Actor", "Country", 823))
        ),
        "WROTE": Relationship("WROTE", 388, (Join("Person", "Film", 388),)),
    },
)
LARGE = Schema(
    {
        "A": Label(
            "A", 2_000_000, {"x": Property("x", ("INTEGER",), minimum=0, maximum=9, distinct=10)}
        )
    },
    {"R": Relationship("R", 6_000_000, (Join("A", "A", 6_000_000),))},
)


@pytest.mark.parametrize("case", STATEMENTS, ids=lambda case: case["cypher"][:90])
async def test_what_wears_a_database_down_is_refused(case: dict[str, str]) -> None:
    outcome = await check_statement(case["cypher"], {}, FILMS)
    if case.get("ends"):
        assert isinstance(outcome, Allowed), outcome
    else:
        assert isinstance(outcome, Refused) and not outcome.unreadable, outcome
        assert outcome.reason.startswith("This could run without end: ")


@pytest.mark.parametrize(
    "cypher",
    [
        "MATCH (f:Film) UNWIND range(f.year, date().year) AS y RETURN f.title, y",
        "UNWIND range(1920, date().year) AS y OPTIONAL MATCH (f:Film {year: y}) RETURN y, count(f)",
        "MATCH (f:Film) WITH min(f.year) AS a, max(f.year) AS b UNWIND range(a, b) AS y RETURN y",
        "MATCH (f:Film) WITH collect(f.title) AS l UNWIND range(0, size(l) - 1) AS i RETURN l[i]",
        "MATCH (f:Film) WITH collect(f) AS l UNWIND l AS a UNWIND l AS b RETURN count(*)",
        "MATCH (f:Film) RETURN reduce(s = 0, x IN collect(f.revenue) | s + x)",
        "MATCH (f:Film) RETURN reduce(s = '', x IN f.languages | s + x + ', ')",
        "MATCH (f:Film) WITH collect(f.languages) AS l RETURN reduce(a = [], x IN l | a + x)",
        "MATCH (p:Person)-[:ACTED_IN]->(f)<-[:ACTED_IN]-(q) RETURN p, collect(q.name)",
        "MATCH (p:Person)-[*1..3]-(q:Person) RETURN p, q LIMIT 20",
        "MATCH (a)--(b)--(c)--(d)--(e)--(f) RETURN a LIMIT 5",
        "MATCH (f:Film) WHERE any(l IN f.languages WHERE l IN ['en', 'fr']) RETURN f.title",
        "MATCH (f:Film) WHERE f.title =~ '(?i).*the (dark|long) .*' RETURN f",
        "MATCH (f:Film) WHERE f.title =~ '(?i).*' + $word + '.*' RETURN f",
        "MATCH (n) WITH collect(n) + collect(n) AS l RETURN size(l)",
        "MATCH (p:Person {name: 'A'}), (q {name: 'B'}), s = shortestPath((p)-[*]-(q)) RETURN s",
    ],
)
async def test_the_honest_run(cypher: str) -> None:
    outcome = await check_statement(cypher, {"word": "dark"}, FILMS)
    assert isinstance(outcome, Allowed), outcome


@pytest.mark.parametrize(
    ("cypher", "allowed"),
    [
        ("MATCH (a:A) RETURN count(a)", True),
        ("MATCH (a:A) WITH a.x AS x, collect(a) AS l RETURN x, size(l)", True),
        ("MATCH (a:A) WITH collect(a) AS l RETURN size(l)", True),
        ("MATCH (a:A)-[:R]->(b) RETURN count(*)", True),
        ("MATCH (a:A) RETURN a ORDER BY a.x LIMIT 10", True),
        (
            "MATCH (a:A) WITH collect(a) + collect(a) AS l UNWIND l AS x UNWIND l AS y RETURN 1",
            False,
        ),
        ("MATCH (a:A), (b:A) WHERE a.x = b.x RETURN count(*)", False),
        ("MATCH (a:A), (b:A) WHERE a.y = b.y RETURN count(*)", True),
        ("MATCH (a)--(b)--(c)--(d) RETURN count(*)", True),
        ("MATCH (a)--(b)--(c)--(d)--(e)--(f) RETURN count(*)", False),
    ],
)
async def test_the_counts_of_the_graph_decide(cypher: str, allowed: bool) -> None:
    outcome = await check_statement(cypher, {}, LARGE)
    assert isinstance(outcome, Allowed) == allowed, outcome


async def test_parameters_count_as_what_they_are() -> None:
    text = "UNWIND range(1, $n) AS x RETURN any(y IN $list WHERE y =~ $pattern)"
    small = {"n": 10, "list": ["a"], "pattern": "a.*"}
    assert isinstance(await check_statement(text, small), Allowed)
    for name, value in (("n", 10**9), ("pattern", "(a+)+"), ("list", list(range(10**5)))):
        refused = await check_statement(f"{text}, [a IN $list | $list]", {**small, name: value})
        assert isinstance(refused, Refused), name


async def test_what_cannot_be_bounded_is_told_what_would_bound_it() -> None:
    for cypher, hint in (
        ("RETURN any(x IN range(1, timestamp()) WHERE x < 0)", "give range an upper number"),
        ("MATCH (a)--(b)--(c)--(d)--(e)--(f)--(g)--(h) RETURN count(*)", "add LIMIT"),
        ("MATCH (f:Film) WHERE f.title =~ '.*.*dark.*' RETURN f", "CONTAINS 'dark' says the same"),
        ("MATCH (f:Film) WHERE f.title =~ 'The.*.*' RETURN f", "STARTS WITH 'The' says the same"),
    ):
        outcome = await check_statement(cypher, {}, FILMS)
        assert isinstance(outcome, Refused), cypher
        assert hint in outcome.reason


@pytest.mark.parametrize(
    "pattern",
    [
        *("abc", ".*", "(?i).*top gun.*", "[A-Z][a-z]+ [0-9]{4}", "(foo|bar)+", "\\d{4}-\\d{2}"),
        *(".*\\b(Mrs\\.|Ms\\.|Miss)\\b.*", "(\\d{1,3}\\.){3}\\d{1,3}", "https?://.*", "^a$", ""),
        *(
            "\\Q(a+)+\\E.*",
            "[^@]+@[^@]+\\.com",
            "(?<year>\\d+)s?",
            "a*+b",
            "\\p{Lu}\\w*",
            "(?!x).*",
        ),
        "[\\w.]+@[\\w]+",
    ],
)
def test_plain_expressions_are_cheap(pattern: str) -> None:
    assert steps(pattern, 1_000, stored=True) < 10_000


@pytest.mark.parametrize(
    "pattern",
    [
        *("(a+)+", "(a*)*", "(a|aa)+$", "(.*a){25}", "(a|a)*", "(?:a?){50}a", "([a-z]+)*1"),
        *(
            "(\\w+\\s?)*",
            "(a|b|ab)*c",
            ".*.*x",
            "\\s*\\s+x",
            "(a)\\1",
            "\\k<x>",
            "(?=(a+)+)",
            "(a",
            "*",
        ),
        *("((a{1,9}){1,9}){1,9}", "x" * 201, "(a??b?)+", "[a", "(a+b?)+c"),
    ],
)
def test_expressions_that_can_blow_up_are_told(pattern: str) -> None:
    with pytest.raises(Unsafe):
        steps(pattern, 1_000, stored=True)
